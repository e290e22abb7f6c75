"""The cube and its cells (Z1, Z2), and where Stalkers start (Z3, ZR1)."""

from __future__ import annotations

from itertools import product

from gmkit.core.codec import Cell
from gmkit.core.rulebook import rule

SIZE = 5
"""Cells along each axis; coordinates are 1..5."""
CENTRE: Cell = (3, 3, 3)
"""The cell of the Golden Ball (Z2)."""
_LINE = range(1, SIZE + 1)
CELLS: tuple[Cell, ...] = tuple(product(_LINE, _LINE, _LINE))
DIRECTIONS = ("X+", "X-", "Y+", "Y-", "Z+", "Z-")
STALKERS = tuple(range(1, 9))
SEATING = (1, 8, 2, 7, 3, 6, 4, 5)
"""The numbers that the first, second, … player bears, where there are fewer than eight (ZR1)."""


@rule("Z1")
def is_inside(cell: Cell) -> bool:
    """Returns whether a cell lies in the cube."""
    return all(1 <= coordinate <= SIZE for coordinate in cell)


@rule("Z1")
def step(cell: Cell, direction: str, length: int = 1) -> Cell:
    """Returns the cell through the face that *direction* ("X+") names; it may lie outside the cube."""
    axis, sign = "XYZ".index(direction[0]), 1 if direction[1] == "+" else -1
    moved = list(cell)
    moved[axis] += sign * length
    return moved[0], moved[1], moved[2]


def opposite(direction: str) -> str:
    """Returns the direction back: "X-" for "X+" (Z19)."""
    return direction[0] + ("-" if direction[1] == "+" else "+")


@rule("Z1")
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Returns the cells of the cube that share a face with this one: three in a corner, six inside."""
    return tuple(beside for direction in DIRECTIONS if is_inside(beside := step(cell, direction)))


@rule("Z3", "ZR1")
def start_corner(number: int) -> Cell:
    """Returns the corner of Stalker *number*: bits of number-1 give X, Y, Z; a set bit is 5."""
    bits = number - 1
    return tuple(SIZE if bits >> axis & 1 else 1 for axis in range(3))  # type: ignore[return-value]


CORNERS: tuple[Cell, ...] = tuple(start_corner(number) for number in STALKERS)


@rule("ZR1")
def stalker_numbers(players: int) -> tuple[int, ...]:
    """Returns the Stalker of each player in the order of joining: 1..8 for eight, else as `SEATING` says."""
    return STALKERS if players == len(STALKERS) else SEATING[:players]
