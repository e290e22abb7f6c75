"""Attacks: miss, graze, hit; a graze with Scale (F9, F10, FR8)."""

from __future__ import annotations

import pytest

from gmkit.systems import fudge


@pytest.mark.parametrize(
    ("attack", "defence", "margin", "outcome"),
    [(2, 3, -1, "miss"), (3, 3, 0, "graze"), (5, 3, 2, "hit"), (-4, -4, 0, "graze")],
)
def test_below_misses_equal_grazes_above_hits(attack, defence, margin, outcome):
    found = fudge.attack(attack=attack, defence=defence)
    assert (found.margin, found.outcome) == (margin, outcome)


@pytest.mark.parametrize(
    ("scale", "graze", "damage"),
    [(0, 1, 1), (2, 1, 3), (1, 1, 2), (-1, 1, 0), (-3, 1, 0), (0, 2, 2), (2, 2, 4), (-1, 2, 1), (-5, 2, 0)],
)
def test_a_graze_does_what_is_agreed_and_the_difference_of_scale_never_under_nought(scale, graze, damage):
    """FR8: attacker's Scale less the defender's."""
    assert fudge.attack(3, 3, scale, graze=graze).graze_damage == damage


@pytest.mark.parametrize(("attack", "defence"), [(4, 3), (2, 3)])
def test_only_a_graze_has_its_damage(attack, defence):
    assert fudge.attack(attack, defence, 4).graze_damage == 0


def test_it_explains_itself():
    assert fudge.attack(3, 3, 2).text == "attack +3 = 3, against defence 3: grazes, 3 damage [F9, F10, FR8]"
    assert fudge.attack(4, 1).text == "attack +4 = 4, against defence 1: hits [F9, F10]"
