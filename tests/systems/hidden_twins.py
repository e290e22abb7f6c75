"""Games that differ only in what nobody entered, hit or felt, for the property test of S2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmkit.core.session import Session
from gmkit.systems.zone.rules.board import neighbours


def zone_twin(sessions: Sequence[Session], numbers: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Returns two scenarios: the Zone as it was, and one shuffled where no Stalker stood, stood beside, or threw.

    A cell beside a Stalker may be felt as a wind (Z13), and a nut may have been thrown into it (Z11).
    """
    touched: set[Any] = set()
    for session in sessions:
        for stalker in session.game.stalkers.values():
            for cell in (stalker.at, *stalker.been, *stalker.probed):
                touched |= {cell, *neighbours(cell)}
    elements = sessions[0].game.elements
    free = [cell for cell in sorted(elements) if cell not in touched and elements[cell] != "meat_grinder"]
    others = [elements[cell] for cell in free]
    shuffled = numbers.sample(others, len(others))
    if shuffled == others:
        return None
    return _scenario(elements), _scenario({**elements, **dict(zip(free, shuffled, strict=True))})


def _scenario(elements: Mapping[Any, str]) -> dict[str, Any]:
    layout: dict[str, list[list[int]]] = {}
    for cell, element in elements.items():
        if element and element != "meat_grinder" and cell != (3, 3, 3):
            layout.setdefault(element, []).append(list(cell))
    return {"layout": layout}


TWINS = {"zone": zone_twin}
"""By system; a system of its own folder may bring `hidden_twin` instead."""
