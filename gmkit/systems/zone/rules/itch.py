"""Itch (Z18, ZR14)."""

from __future__ import annotations

from gmkit.core.codec import Cell
from gmkit.core.rulebook import rule
from gmkit.systems.zone.rules.board import SIZE, is_inside, step
from gmkit.systems.zone.state import Stalker, ZoneState


@rule("Z18", "ZR14")
def landing(cell: Cell, direction: str) -> Cell | None:
    """Returns where an Itch thrown "X++" from a cell lands: two cells on, or the last inside; None from the wall."""
    for length in (2, 1):
        if is_inside(lands := step(cell, direction, length)):
            return lands
    return None


@rule("Z18")
def reach(lands: Cell) -> tuple[Cell, Cell]:
    """Returns the lowest and the highest corner of the 3x3x3 cells round the landing cell, clipped to the cube."""
    x, y, z = lands
    return (max(1, x - 1), max(1, y - 1), max(1, z - 1)), (min(SIZE, x + 1), min(SIZE, y + 1), min(SIZE, z + 1))


def is_within(cell: Cell, low: Cell, high: Cell) -> bool:
    """Returns whether a cell lies in the reach of an Itch."""
    return all(least <= at <= most for least, at, most in zip(low, cell, high, strict=True))


@rule("ZR14", "ZR11")
def caught(state: ZoneState, low: Cell, high: Cell, *, thrower: int) -> tuple[Stalker, ...]:
    """Returns the others that lose a move by an Itch; one that already has a lost move to come loses no second one.

    Who reached the Ball has no move left to lose.
    """
    return tuple(
        stalker
        for stalker in state.playing
        if stalker.number != thrower and not stalker.paralysed and is_within(stalker.at, low, high)
    )
