"""Hexes of a flat-topped map in axial coordinates: steps, distance, lines, places on paper (AR9).

A hex is (q, r): q counts columns to the right, r rows down along a column; every other column stands half a hex lower.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from gmkit.core.rounding import rounded

Hex = tuple[int, int]
"""Axial coordinates q, r; any whole numbers."""

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The steps to the six neighbours: south-east, north-east, north, north-west, south-west, south."""


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """Returns the six hexes that share a side with this one, in the order of DIRECTIONS."""
    return tuple((at[0] + q, at[1] + r) for q, r in DIRECTIONS)


def distance(one: Hex, other: Hex) -> int:
    """Returns how many steps lie between two hexes."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def within(centre: Hex, steps: int) -> Iterator[Hex]:
    """Returns all hexes at most so many steps away, column by column."""
    for q in range(-steps, steps + 1):
        for r in range(max(-steps, -q - steps), min(steps, -q + steps) + 1):
            yield centre[0] + q, centre[1] + r


def line(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """Returns the hexes on the straight line from one to another, both in it; between two, always the same one."""
    steps = distance(start, end)
    return tuple(_nearest(start, end, Fraction(step, steps)) for step in range(steps + 1)) if steps else (start,)


def centre(at: Hex, size: float = 1.0) -> tuple[float, float]:
    """Returns the middle of a hex on paper, x to the right and y down; *size* is from the middle to a corner."""
    q, r = at
    return size * 1.5 * q, size * sqrt(3) * (r + q / 2)


def corners(at: Hex, size: float = 1.0) -> tuple[tuple[float, float], ...]:
    """Returns the six corners of a flat-topped hex on paper, from the right one clockwise."""
    x, y = centre(at, size)
    half, high = size / 2, size * sqrt(3) / 2
    steps = ((size, 0.0), (half, high), (-half, high), (-size, 0.0), (-half, -high), (half, -high))
    return tuple((x + right, y + down) for right, down in steps)


def _nearest(start: Hex, end: Hex, share: Fraction) -> Hex:
    # A tiny push to one side: a line along an edge takes the same hexes in both directions of rounding.
    push = Fraction(1, 1_000_000)
    q = start[0] + (end[0] - start[0]) * share + push
    r = start[1] + (end[1] - start[1]) * share + push
    return _rounded(q, r)


def _rounded(q: Fraction, r: Fraction) -> Hex:
    """Returns the hex in which a point lies: the coordinate furthest from a whole number follows from the other two."""
    s = -q - r
    whole = [rounded(q), rounded(r), rounded(s)]
    off = [abs(whole[0] - q), abs(whole[1] - r), abs(whole[2] - s)]
    if off[0] > off[1] and off[0] > off[2]:
        return -whole[1] - whole[2], whole[1]
    if off[1] > off[2]:
        return whole[0], -whole[0] - whole[2]
    return whole[0], whole[1]
