"""Exact chances of several rolls against plain counting (A12, A16, AR4, AR24)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from gmkit.systems import alter_ego as ae
from gmkit.systems.alter_ego.rules.odds import opposed_odds


def test_opposed_odds_are_those_of_plain_counting(two):
    sums = [a + b - c for a, b, c in product(range(1, 7), repeat=3)]
    won = sum(7 + mine > 6 + theirs for mine in sums for theirs in sums)
    tied = sum(7 + mine == 6 + theirs for mine in sums for theirs in sums)
    view = two.view("gm")
    odds = opposed_odds(view.check("Ivan", "strength", "brawling"), view.check("Eve", "agility", "dodge"))
    assert odds == (Fraction(won, 216**2), Fraction(tied, 216**2), Fraction(216**2 - won - tied, 216**2))


def test_odds_of_acting_together_and_of_a_contest_are_those_of_plain_counting(two):
    sums = [a + b - c for a, b, c in product(range(1, 7), repeat=3)]
    won = sum(3 + one + 3 + other - 2 > 8 for one in sums for other in sums)
    odds = two.game.joint_odds("Ivan", ["Eve"], "strength", difficulty=8, old_colleagues=["Eve"])
    assert odds == Fraction(won, 216**2)
    wins, ties, losses = two.game.contest_odds("Ivan", "agility", other="Eve")
    assert (wins, wins + ties + losses) == (losses, 1)


def test_odds_of_the_will(two):
    two.game.hurt("Ivan", 2, "left_leg")
    assert two.game.willpower_odds("Ivan") == ae.check_odds(characteristic=3, difficulty=7)
