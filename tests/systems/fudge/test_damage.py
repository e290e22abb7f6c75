"""Damage, the state that it leads to, wearing down and its trade (F12, F13, FR4, FR5, FR6)."""

from __future__ import annotations

from itertools import product

import pytest

from gmkit.systems import fudge
from gmkit.words import speaking

STEPS = {
    "unhurt": [-20, -1, 0],
    "scratch": [1, 2],
    "light": [3, 4],
    "medium": [5, 6],
    "heavy": [7, 8],
    "incapacitated": [9, 10],
    "dying": [11, 12, 40],
}


@pytest.mark.parametrize(("state", "damage"), [(state, n) for state, steps in STEPS.items() for n in steps])
def test_damage_leads_to_its_state_and_never_to_dead(state, damage):
    """FR5, FR6."""
    assert fudge.damage(margin=damage).state == state
    assert fudge.state_of(damage) == state
    assert type(fudge.damage(margin=damage).state) is str


def test_every_factor_counts_on_its_side():
    """F12."""
    found = fudge.damage(
        margin=3,
        offence={"strength": 1, "scale": 2, "weapon": 4, "manoeuvre": 8},
        defence={"armour": 16, "vitality": 32, "scale": 64, "manoeuvre": 128},
    )
    assert found.damage == 3 + 1 + 2 + 4 + 8 - 16 - 32 - 64 - 128
    assert found.text == (
        "margin +3; Strength +1; attacker's Scale +2; weapon +4; attack manoeuvre +8; armour -16; "
        "defence manoeuvre -128; Vitality -32; defender's Scale -64 = -222: Unhurt [F12, FR5]"
    )


def test_damage_stopped_by_vitality_and_scale_wears_down_by_what_was_there_before_them():
    """FR4."""
    found = fudge.damage(margin=1, offence={"strength": 1, "weapon": 0}, defence={"vitality": 2, "scale": 1})
    assert (found.damage, found.attrition, found.state) == (-1, 2, "unhurt")


@pytest.mark.parametrize(
    ("defence", "attrition"),
    [
        ({"armour": 2, "vitality": 9}, 0),
        ({"armour": 1, "vitality": 1}, 1),
        ({"armour": 1, "vitality": 0}, 0),
        ({"vitality": 1}, 0),
        ({"vitality": 2}, 2),
        ({"manoeuvre": 1, "scale": 5}, 1),
        ({"scale": 3, "manoeuvre": 2}, 0),
    ],
)
def test_what_armour_or_manoeuvre_stopped_wears_nothing_down_and_what_wounds_does_not_either(defence, attrition):
    """F13, FR4: two points before Vitality and Scale."""
    assert fudge.damage(margin=2, defence=defence).attrition == attrition


def test_the_attacker_s_scale_stays_in():
    assert fudge.damage(margin=1, offence={"scale": 2}, defence={"vitality": 5}).attrition == 3


def test_with_attrition_off_nothing_wears_down():
    assert fudge.damage(margin=1, defence={"vitality": 5}, attrition="off").attrition == 0
    assert fudge.damage(margin=1, defence={"vitality": 5}, attrition="on").attrition == 1


def test_attrition_is_what_the_ruling_says_for_every_blow():
    for margin, offence, armour, vitality, scale in product(range(1, 4), range(3), range(4), range(4), range(-1, 3)):
        found = fudge.damage(margin, {"weapon": offence}, {"armour": armour, "vitality": vitality, "scale": scale})
        before = margin + offence - armour
        after = before - vitality - scale
        assert found.damage == after
        assert found.attrition == (before if before > 0 and after <= 0 else 0)


@pytest.mark.parametrize(
    ("worn", "points", "damage", "left"),
    [(4, None, 1, 0), (9, None, 2, 1), (11, 1, 1, 7), (8, 2, 2, 0), (7, None, 1, 3)],
)
def test_four_points_are_traded_for_one_and_what_is_under_four_stays(worn, points, damage, left):
    """F13, FR4."""
    found = fudge.trade(worn, points)
    assert (found.damage, found.left) == (damage, left)
    assert found.text == f"points of damage: {damage}; points that wear down left: {left} [F13, FR4]"


def test_it_explains_itself_in_russian():
    with speaking("ru"):
        text = fudge.damage(margin=1, offence={"strength": 1}, defence={"vitality": 3}).text
    assert text == (
        "величина успеха +1; Сила +1; Живучесть -3 = -1: Невредим, 2 изматывающие единицы [F12, FR5, F13, FR4]"
    )
