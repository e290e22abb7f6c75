"""Exact chances of several rolls at once: acting together, and one against another (A12, A16, AR4, AR24)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gmkit.core.rulebook import rule
from gmkit.systems.alter_ego.rules import dice as rolls
from gmkit.systems.alter_ego.rules.checks import Check, joint_result
from gmkit.systems.alter_ego.rules.given import whole


@rule("A16", "AR24")
def joint_odds(checks: Sequence[Check], old_colleagues: Sequence[bool], difficulty: int) -> Fraction:
    """Returns the exact chance that all these together come to more than the difficulty."""
    # With every roll at 0 the sum is what is fixed of it, what the helpers take away included.
    fixed = joint_result([check.fixed for check in checks], old_colleagues)
    penalty = sum(check.penalty_dice for check in checks)
    bonus = sum(check.bonus_dice for check in checks)
    return rolls.chance_above(whole(difficulty, "difficulty") - fixed, penalty, bonus, rolls=len(checks))


@rule("A12", "AR4")
def opposed_odds(mine: Check, theirs: Check) -> tuple[Fraction, Fraction, Fraction]:
    """Returns the exact chances against a person: the first wins, nothing changes (a tie), the second wins."""
    low, counted = rolls.ways(1, mine.penalty_dice, mine.bonus_dice)
    other_low, other = rolls.ways(1, theirs.penalty_dice, theirs.bonus_dice)
    lead = mine.fixed + low - theirs.fixed - other_low
    won = tied = 0
    for place, times in enumerate(counted):
        ahead = lead + place
        won += times * sum(other[: max(0, ahead)])
        tied += times * (other[ahead] if 0 <= ahead < len(other) else 0)
    total = sum(counted) * sum(other)
    return Fraction(won, total), Fraction(tied, total), Fraction(total - won - tied, total)
