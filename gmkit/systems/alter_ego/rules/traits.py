"""Traits: their price and what they do in a check (A8, A9, AR17)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gmkit.core.rounding import rounded
from gmkit.core.rulebook import rule
from gmkit.systems.alter_ego.rows import Kind, factor
from gmkit.systems.alter_ego.rules.given import whole


@rule("A8")
def trait_price(*, frequency: int, strength: int, adaptation: int) -> int:
    """Returns what a trait costs or gives: (frequency + strength) / adaptation, halves up; each factor is 1 to 4."""
    counted = [
        whole(value, place, 1, 4)
        for place, value in (("frequency", frequency), ("strength", strength), ("adaptation", adaptation))
    ]
    return rounded(Fraction(counted[0] + counted[1], counted[2]))


@dataclass(frozen=True, kw_only=True)
class TraitEffect:
    """What a trait brings to a check on which it bears."""

    bonus: int = 0
    penalty_dice: int = 0
    bonus_dice: int = 0


@rule("A8")
def trait_effect(kind: Kind, strength: int) -> TraitEffect:
    """Returns what a trait of this strength adds to a check, or takes off; a neutral one does neither."""
    row = factor("strength", whole(strength, "strength", 1, 4))
    assert row is not None
    if kind == "neutral":
        return TraitEffect()
    if kind == "positive":
        return TraitEffect(bonus=row.bonus, bonus_dice=row.dice)
    return TraitEffect(bonus=-row.bonus, penalty_dice=row.dice)


@rule("A8")
def adaptation_difficulty(kind: Kind, adaptation: int) -> tuple[int, int] | None:
    """Returns the span of the roll (Willpower or Mind + skill) that using or mastering a trait asks for; None: none."""
    row = factor(f"{kind}_adaptation", whole(adaptation, "adaptation", 1, 4)) if kind != "neutral" else None
    return row.difficulty if row else None
