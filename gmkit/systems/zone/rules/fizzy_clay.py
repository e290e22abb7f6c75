"""Fizzy Clay (Z17, ZR13)."""

from __future__ import annotations

from gmkit.core.rulebook import rule
from gmkit.systems.zone.rows import CLAY
from gmkit.systems.zone.state import Stalker


@rule("Z17", "ZR13")
def can_heal(stalker: Stalker) -> bool:
    """Returns whether a Stalker can heal: it is burnt and has clay; a day of rest serves as well as any."""
    return stalker.burnt is True and stalker.has(CLAY)
