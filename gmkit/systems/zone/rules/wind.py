"""Wind beside a Mosquito Mange, and what it tells (Z13, Z14, ZR9, ZR22, ZR23)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gmkit.core.codec import Cell
from gmkit.core.rulebook import rule
from gmkit.systems.zone.rows import MANGE
from gmkit.systems.zone.rules.board import CENTRE, STALKERS, neighbours
from gmkit.systems.zone.state import NOT_TOLD, Unknown, ZoneState


@rule("Z13", "ZR9")
def is_in_play(setting: str, started_with: int) -> bool:
    """Returns whether wind is announced at all: by default with fewer than eight Stalkers at the start."""
    return setting == "on" or (setting == "auto" and started_with < len(STALKERS))


@rule("Z13")
def blows_at(cell: Cell, elements: Mapping[Cell, str]) -> bool:
    """Returns whether a cell shares a face with a Mosquito Mange."""
    return any(elements.get(beside) == MANGE for beside in neighbours(cell))


@rule("ZR23")
def known_safe(known: ZoneState, cell: Cell) -> bool:
    """Returns whether a viewer knows that a cell is no Mange.

    Somebody entered it and lived or started there, a nut told so, the viewer was told what it holds, it is the centre
    (Z2), or it lies beside a place where wind was in play and none was heard.
    """
    if known.elements.get(cell) == MANGE:
        return False
    if cell == CENTRE or cell in known.elements or cell in known.trodden or cell in known.no_mange:
        return True
    return any(known.winds.get(beside) is False for beside in neighbours(cell))


@rule("Z14", "ZR23")
def wind_risk(known: ZoneState, cell: Cell) -> dict[Cell, Fraction | Unknown]:
    """Returns the risk of each neighbour of a cell where wind is heard, if exactly one is a Mange.

    A neighbour known to be safe is not listed. From what the viewer was told, never from the layout.
    """
    if known.winds.get(cell) is not True:
        return {}
    open_cells = [beside for beside in neighbours(cell) if not known_safe(known, beside)]
    manges = {beside for beside in open_cells if known.elements.get(beside) == MANGE}
    if manges:
        return {beside: Fraction(1) if beside in manges else NOT_TOLD for beside in open_cells}
    return {beside: Fraction(1, len(open_cells)) for beside in open_cells}
