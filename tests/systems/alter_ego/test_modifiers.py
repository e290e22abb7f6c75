"""Modifiers: the tables and those that are worked out (A17, A18, AR7, AR16, AR17, AR20)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems import alter_ego as ae


@pytest.mark.parametrize(
    ("distance", "standard", "modifier"),
    [
        (90, 30, -3),
        (15, 30, 1),
        (1.5, 30, 2),
        (2, 30, 2),
        (2.1, 30, 1),
        (15.1, 30, -1),
        (30, 30, -1),
        (44, 30, -1),
        (45, 30, -2),
        (75, 30, -3),
        (100, 30, -3),
        (0, 30, 2),
        (2, 3, 2),
        (3, 3, -1),
        (1000, 10, -100),
    ],
)
def test_range(distance, standard, modifier):
    """A border belongs to the nearer side; within half the standard range no penalty, from there to it -1 (AR7)."""
    assert ae.range_modifier(distance=distance, standard=standard) == modifier


@pytest.mark.parametrize(("distance", "standard"), [(-1, 30), (5, 0), (5, -3), ("5", 30), (5, None), (float("nan"), 3)])
def test_range_needs_metres(distance, standard):
    with pytest.raises(NotAllowed):
        ae.range_modifier(distance=distance, standard=standard)


@pytest.mark.parametrize(("agility", "dodge", "modifier"), [(4, 3, -4), (4, 2, -3), (1, 0, -1), (0, 0, 0), (5, 0, -3)])
def test_dodge_is_half_of_agility_and_dodge(agility, dodge, modifier):
    assert ae.dodge_modifier(agility=agility, dodge=dodge) == modifier


def test_flexibility_stands_inside_the_bracket():
    """AR17: -((4 + 3 + 2) / 2) is -4.5, so -5."""
    assert ae.dodge_modifier(agility=4, dodge=3, flexible=True) == -5
    assert ae.dodge_modifier(agility=4, dodge=3, flexible=True, flexibility_bonus=4) == -6


def test_flat_dodge_is_3():
    assert ae.dodge_modifier(agility=9, dodge=9, dodge_modifier="flat") == -3
    with pytest.raises(NotAllowed, match="formula, flat"):
        ae.dodge_modifier(agility=9, dodge=9, dodge_modifier="half")


@pytest.mark.parametrize(("speed", "modifier"), [(5, -3), (4, -2), (1, -1), (0, 0)])
def test_running_is_half_of_speed(speed, modifier):
    assert ae.running_modifier(speed=speed) == modifier


@pytest.mark.parametrize(("skill", "half"), [(5, 3), (4, 2), (1, 1), (0, 0)])
def test_unsuitable_skill_is_halved_up(skill, half):
    assert ae.unsuitable(skill) == half


@pytest.mark.parametrize(
    ("rounds", "modifier"), [(1, None), (2, "short_burst"), (3, "short_burst"), (4, "burst"), (20, "burst")]
)
def test_bursts(rounds, modifier):
    assert ae.burst_modifier(rounds) == modifier


def test_hits_of_a_short_burst_are_half_a_d6_of_a_burst_a_d6():
    assert [ae.burst_hits(3, face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [ae.burst_hits(10, face) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert [ae.burst_hits(2, face) for face in range(1, 7)] == [1, 1, 2, 2, 2, 2]
    assert ae.burst_hits(4, 6) == 4


@pytest.mark.parametrize("rounds", [0, -1, 1.5])
def test_rounds_are_at_least_1(rounds):
    with pytest.raises(NotAllowed):
        ae.burst_modifier(rounds)


NEGATIVE = {
    "unfamiliar_tool": (-3,),
    "improvised_tools": (-2,),
    "complex_action": (-2, -3, -4),
    "stress": (-3,),
    "covertly": (-4,),
    "target_third_hidden": (-1,),
    "target_half_hidden": (-2,),
    "target_two_thirds_hidden": (-3,),
    "hidden_by_smoke": (-4,),
    "hidden_by_dark": (-4,),
    "aim_trunk_or_limb": (-2,),
    "aim_head_or_palm": (-4,),
    "aim_coin": (-6,),
    "short_burst": (-1,),
    "burst": (-2,),
    "hostile_surroundings": (-1, -2, -3, -4, -5),
    "never_done": (-1,),
    "drunk_or_worn_out": (-4,),
    "wrong_hand": (-3,),
}
POSITIVE = {
    "favourite_tool": (1,),
    "target_thrice_a_man": (3,),
    "target_twice_a_man": (2,),
    "target_half_again_a_man": (1,),
    "target_unaware": (2,),
    "done_daily": (1,),
    "helpful_drugs": (3, 4),
    "turn_of_preparation": (1, 2),
    "round_of_preparation": (3, 4),
    "specialised_skill": (1, 2),
}


@pytest.mark.parametrize(("modifier", "values"), [*NEGATIVE.items(), *POSITIVE.items()])
def test_modifier_has_the_sources_value_or_span(modifier, values):
    assert ae.MODIFIERS[modifier].values == values


def test_what_is_worked_out_is_marked_so():
    computed = {item: row.computed for item, row in ae.MODIFIERS.items() if row.computed}
    assert computed == {
        "target_dodging": "dodge",
        "target_running": "running",
        "range": "range",
        "unsuitable_skill": "halved",
    }
