"""The dice of every roll: 2d6 - d6, or 3d6 - 7, with penalty and bonus dice (A10, A11, AR3, AR23)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from gmkit.core.persons.order import grouped
from gmkit.core.persons.said import Dice
from gmkit.core.rulebook import rule
from gmkit.dice.counting import count_ways
from gmkit.dice.notation import parse
from gmkit.systems.alter_ego.rules.given import whole
from gmkit.systems.alter_ego.rulings import chosen

MAX_DICE = 100
"""The most penalty or bonus dice in one roll."""
THREE_DICE_LESS = -7
"""What 3d6 is lessened by, so that its chances are those of 2d6 - d6 (A10)."""


@rule("A10", "A11", "AR3", "AR23")
def signs(dice: str, penalty_dice: int = 0, bonus_dice: int = 0) -> tuple[int, ...]:
    """Returns the sign of each die in the order thrown: the roll's three, penalty dice, bonus dice."""
    base = (1, 1, 1) if chosen(dice=dice).dice == "3d6-7" else (1, 1, -1)
    penalties = whole(penalty_dice, "penalty_dice", 0, MAX_DICE)
    bonuses = whole(bonus_dice, "bonus_dice", 0, MAX_DICE)
    return (*base, *(-1 for _ in range(penalties)), *(1 for _ in range(bonuses)))


def constant(dice: str) -> int:
    """Returns what stands beside the dice in their notation."""
    return THREE_DICE_LESS if dice == "3d6-7" else 0


@rule("A10")
def as_they_fell(dice: str, faces: Sequence[int], penalty_dice: int = 0, bonus_dice: int = 0) -> Dice:
    """Returns the faces put together by their signs."""
    return grouped(signs(dice, penalty_dice, bonus_dice), faces)


@lru_cache(maxsize=256)
def ways(rolls: int, penalty_dice: int, bonus_dice: int) -> tuple[int, tuple[int, ...]]:
    """Returns the lowest sum of so many rolls with all their penalty and bonus dice, and the ways of each sum from it.

    2d6 - d6 and 3d6 - 7 have the same chances, so one count serves both (A10, AR23).
    """
    added, taken = 2 * rolls + bonus_dice, rolls + penalty_dice
    counted = count_ways(parse(f"{added}d6-{taken}d6" if taken else f"{added}d6"))
    return counted.low, tuple(counted.ways)


def chance_above(needed: int, penalty_dice: int = 0, bonus_dice: int = 0, *, rolls: int = 1) -> Fraction:
    """Returns the chance that the dice alone come to more than *needed*."""
    low, counted = ways(rolls, penalty_dice, bonus_dice)
    above = sum(counted[max(0, needed + 1 - low) :])
    return Fraction(above, sum(counted))
