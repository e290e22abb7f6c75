"""Nut (Z11, Z12, ZR8, ZR21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from gmkit.core.codec import Cell
from gmkit.core.rulebook import rule
from gmkit.systems.zone.rows import MANGE
from gmkit.systems.zone.rules.board import CENTRE, STALKERS

Fall = Literal["mange", "safe", "turning", "standing"]


@rule("Z11", "ZR8")
def fall(cell: Cell, elements: Mapping[Cell, str], *, grinder_stands: bool) -> Fall:
    """Returns how a nut falls in a cell: what its thrower learns."""
    if cell == CENTRE:
        return "standing" if grinder_stands else "turning"
    return "mange" if elements.get(cell) == MANGE else "safe"


@rule("Z12", "ZR8", "ZR21")
def is_kept(fell: Fall, *, recoverable: str, started_with: int) -> bool:
    """Returns whether a nut that fell so is still there: no Mange or grinder took it, and it may be picked up."""
    may_be_picked_up = recoverable == "always" or started_with < len(STALKERS)
    return fell in ("safe", "standing") and may_be_picked_up
