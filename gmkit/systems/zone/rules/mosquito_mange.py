"""Mosquito Mange (Z10, ZR25)."""

from __future__ import annotations

from collections.abc import Mapping

from gmkit.core.codec import Cell
from gmkit.core.rulebook import rule
from gmkit.systems.zone.rows import MANGE


@rule("Z10", "Z23", "ZR25")
def kills(cell: Cell, elements: Mapping[Cell, str]) -> bool:
    """Returns whether entering the cell kills: it is a Mosquito Mange, which stays after acting."""
    return elements.get(cell) == MANGE
