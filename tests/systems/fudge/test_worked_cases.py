"""The worked cases of the spec, by number."""

from __future__ import annotations

import pytest

from gmkit.systems import fudge


def test_case_1_six_dice_of_three_less_twelve():
    rolled = fudge.main_roll([3, 3, 2, 2, 1, 3])
    assert rolled.total == 14 - 12 == 2
    assert rolled.name == "Good"


def test_case_2_a_tree_with_many_branches():
    check = fudge.check(attribute=1, skill=None, difficulty=0, faces=[2, 2, 2, 2, 2, 2])
    assert (check.result, check.outcome) == (0, "complication")


def test_case_3_a_graze_and_a_graze_with_scale():
    assert (fudge.attack(attack=3, defence=3).outcome, fudge.attack(attack=3, defence=3).graze_damage) == ("graze", 1)
    assert fudge.attack(attack=3, defence=3, scale=2).graze_damage == 3


@pytest.mark.parametrize(
    ("rounds", "margin", "hits", "each"),
    [(10, 3, 3, 2), (5, 3, 3, 2), (3, 1, 1, 1), (30, 12, 30, 6), (25, 3, 8, 2), (7, 10, 7, 5)],
)
def test_case_4_bursts(rounds, margin, hits, each):
    burst = fudge.burst(rounds=rounds, margin=margin)
    assert (burst.hits, burst.margin_each) == (hits, each)


def test_case_5_a_third_light_is_medium(g):
    found = fudge.damage(margin=4, offence={"strength": 2, "weapon": 2}, defence={"armour": 1, "vitality": 3})
    assert (found.damage, found.state) == (4, "light")
    for _ in range(3):
        g.hurt("Ivan", 2)
    assert [wound.name for wound in g.wounds("Ivan")] == ["Light", "Light", "Medium"]


def test_case_6_two_points_worn():
    found = fudge.damage(
        margin=1, offence={"strength": 1, "weapon": 0}, defence={"armour": 0, "vitality": 2, "scale": 1}
    )
    assert (found.damage, found.state, found.attrition) == (-1, "unhurt", 2)
