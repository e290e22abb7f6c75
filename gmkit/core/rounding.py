"""The one rounding of gmkit: to the nearest whole, halves away from zero. Python's own `round` goes to the even one."""

from __future__ import annotations

from fractions import Fraction
from math import floor


def rounded(value: Fraction | int) -> int:
    """Returns the nearest whole number, halves away from zero: 5/2 -> 3, -7/2 -> -4 (AR7, FR3)."""
    nearest = floor(abs(Fraction(value)) + Fraction(1, 2))
    return nearest if value >= 0 else -nearest


def halved(value: int) -> int:
    """Returns half of a whole number, rounded: 5 -> 3, -5 -> -3."""
    return rounded(Fraction(value, 2))
