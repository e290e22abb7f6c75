"""Wounds: the table, penalties, places, willpower, death, healing (A23-A26, AR10-AR12, AR17-AR19, AR21)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems import alter_ego as ae
from gmkit.systems.alter_ego.rules.wounds import healed_by, location_dice, minutes_to_death, numbers_healed
from tests.systems.alter_ego.table import all_of, begin, lay, person, texts


@pytest.mark.parametrize(
    ("margin", "number", "name", "ru", "penalty"),
    [
        (1, 1, "trifling", "пустяковое", 0),
        (2, 2, "minor", "незначительное", 0),
        (3, 3, "light", "лёгкое", 0),
        (4, 4, "medium", "среднее", -2),
        (5, 5, "serious", "серьёзное", -3),
        (6, 6, "grave", "тяжёлое", -4),
        (7, 7, "incapacitated", "недееспособен", None),
        (8, 8, "fatal", "фатальное", None),
        (9, 9, "lethal", "несовместимое с жизнью", None),
        (10, 10, "meat", "мясо", None),
        (25, 10, "meat", "мясо", None),
    ],
)
def test_margin_is_the_wounds_number(margin, number, name, ru, penalty):
    wound = ae.wound(margin)
    assert (wound.number, wound.id, wound.name.ru, wound.penalty) == (number, name, ru, penalty)


@pytest.mark.parametrize("margin", [0, -1, 1.5, "4", True])
def test_under_1_there_is_no_wound(margin):
    with pytest.raises(NotAllowed):
        ae.wound(margin)


def test_all_penalties_add_up():
    assert ae.wound_penalty([4, 4, 5]) == -7
    assert ae.wound_penalty([1, 2, 3]) == 0
    assert ae.wound_penalty([]) == 0
    assert ae.wound_penalty([6, 7, 12]) == -12
    assert ae.wound_penalty([6, 7, 12], penalty_from_7=0) == -4
    with pytest.raises(NotAllowed):
        ae.wound_penalty([4], penalty_from_7=-2)


def test_willpower_is_against_5_and_all_numbers():
    assert ae.willpower_difficulty([4, 4, 5]) == 18
    assert ae.willpower_difficulty([1]) == 6
    assert ae.willpower_difficulty([13]) == 15


PLACES = [
    "left_forearm",
    "left_upper_arm",
    "right_forearm",
    "right_upper_arm",
    "left_leg",
    "right_leg",
    "hip_or_groin",
    "lower_belly",
    "upper_belly",
    "left_chest",
    "right_chest",
    "head_or_neck",
]


def test_places_by_the_dice():
    assert [ae.hit_location(roll) for roll in range(1, 13)] == PLACES
    assert ae.hit_location(7, hit_location="d12") == "hip_or_groin"
    with pytest.raises(NotAllowed, match="2d6, d12"):
        ae.hit_location(7, hit_location="d20")
    for roll in (0, 13, -1, "7"):
        with pytest.raises(NotAllowed):
            ae.hit_location(roll)


def test_dice_for_a_place_are_2d6_or_a_d12():
    assert (location_dice("2d6"), location_dice("d12")) == ((6, 6), (12,))


def test_minutes_to_death_are_5_to_45():
    assert {minutes_to_death(face) for face in range(1, 42)} == set(range(5, 46))


def test_healing_by_days_is_one_number_in_so_many_days_and_fast_in_half():
    day = 24 * 60 * 60
    assert [numbers_healed(0, n * day, days_a_number=3, fast=False) for n in (2, 3, 5, 6)] == [0, 1, 1, 2]
    assert [numbers_healed(0, n * day, days_a_number=3, fast=True) for n in (1, 2, 3, 6)] == [0, 1, 2, 4]
    assert (healed_by(2, fast=False), healed_by(2, fast=True)) == (2, 4)


# --- in a campaign ---------------------------------------------------------------------------------------------------


def test_wounds_are_kept_apart_by_place_and_penalties_count_once(two):
    """A24, C036: Agility 4 + dodge 2, a medium wound, dice +1: 5."""
    two.game.hurt("Ivan", 4, "left_leg")
    two.game.hurt("Ivan", 3, "right_leg")
    assert [(w.n, w.place_id, w.number) for w in two.game.wounds("Ivan")] == [(1, "left_leg", 4), (2, "right_leg", 3)]
    rolled = two.game.check("Ivan", "agility", "dodge", difficulty=5, faces=[3, 2, 4])
    assert rolled.result == 5
    assert two.game.check("Ivan", "agility", "dodge", difficulty=5, modifiers={"x": 1}, faces=[3, 2, 4]).result == 6


def test_number_of_a_healed_wound_is_not_given_again(two):
    g = two.game
    g.hurt("Ivan", 2, "left_leg")
    g.hurt("Ivan", 3, "left_leg")
    g.heal("Ivan", 2, by=3)
    g.hurt("Ivan", 1, "left_leg")
    assert [(w.n, w.number) for w in g.wounds("Ivan")] == [(1, 2), (3, 1)]


def test_heal_lowers_by_what_the_gm_says(two):
    g = two.game
    g.hurt("Ivan", 5, "left_leg")
    g.heal("Ivan", 1, by=2)
    assert g.wounds("Ivan")[0].number == 3
    for wrong in ({"wound": 2}, {"wound": 1, "by": 0}, {"wound": 1, "by": -2}):
        with pytest.raises(NotAllowed):
            g.heal("Ivan", **wrong)
    assert g.wounds("Ivan")[0].number == 3


def test_wounds_heal_by_days_where_that_is_ruled(c):
    person(c, "Ivan", "Anna")
    person(c, "Eve", "Anna", traits=["fast_healing"])
    g = c.game
    c.set("recovery", 4)
    g.pass_time(days=1)
    for name in ("Ivan", "Eve"):
        g.hurt(name, 5, "left_leg")
    g.pass_time(days=3)
    assert [g.wounds(name)[0].number for name in ("Ivan", "Eve")] == [5, 4]
    g.pass_time(days=1)
    assert [g.wounds(name)[0].number for name in ("Ivan", "Eve")] == [4, 3]
    g.pass_time(days=16)
    assert [len(g.wounds(name)) for name in ("Ivan", "Eve")] == [1 - 1, 0]


@pytest.mark.parametrize("value", [0, -1, "days", 1.5, True, 1000])
def test_days_of_recovery_are_a_whole_number(c, value):
    with pytest.raises(NotAllowed, match="recovery"):
        c.set("recovery", value)


def test_fatal_wound_has_a_clock_that_the_gm_alone_sees(two):
    lay(two, 10)
    two.game.hurt("Ivan", 8, "lower_belly")
    assert "Ivan dies in 14 minutes of wound 1 [AR12]." in texts(two, "gm")
    for viewer in ("Anna", "Борис", "public"):
        assert "AR12" not in all_of(two, viewer)
        assert two.view(viewer).state.clocks == ()
    two.game.pass_time(13)
    assert not two.view("gm").state.clocks[0].rung
    two.game.pass_time(1)
    assert texts(two, "gm")[-1] == "The time of Ivan is up: wound 1 kills now."
    assert not two.view("gm").person("Ivan").dead
    two.game.kill("Ivan")
    assert texts(two, "public")[-1] == "Ivan is dead."


def test_care_stops_the_clock(two):
    two.game.hurt("Ivan", 8, "lower_belly")
    two.game.heal("Ivan", 1, by=1, reason="surgeon")
    assert two.view("gm").state.clocks == ()
    two.game.pass_time(60)
    assert "is up" not in " ".join(texts(two, "gm"))


@pytest.mark.parametrize("number", [9, 10])
def test_worse_than_fatal_kills_at_once(two, number):
    two.game.hurt("Ivan", number, "head_or_neck")
    assert two.view("public").person("Ivan").dead
    with pytest.raises(NotAllowed, match="Ivan is dead"):
        two.game.check("Ivan", "strength", difficulty=5)
    two.game.revive("Ivan")
    assert not two.view("public").person("Ivan").dead


def test_with_a_wound_of_7_nobody_acts_without_drugs(two):
    two.game.hurt("Ivan", 7, "left_leg")
    with pytest.raises(NotAllowed, match="cannot act without drugs"):
        two.game.check("Ivan", "strength", difficulty=5)
    assert two.game.check("Ivan", "strength", difficulty=5, drugs=True, faces=[3, 3, 3]).result == 3 + 3 - 4
    drugged = {"modifiers": {"helpful_drugs": 3}, "faces": [3, 3, 3]}
    assert two.game.check("Ivan", "strength", difficulty=5, **drugged).result == 3 + 3 - 4 + 3
    two.set("penalty_from_7", 0)
    assert two.game.check("Ivan", "strength", difficulty=5, drugs=True, faces=[3, 3, 3]).result == 3 + 3


def test_willpower_is_rolled_alone_without_wound_penalties_once_a_circle(two):
    """A26, AR11, AR18; worked case 4: wounds 4, 4, 5 need more than 18."""
    g = two.game
    for number in (4, 4, 5):
        g.hurt("Ivan", number, "left_leg")
    assert two.view("gm").penalty("Ivan") == -7
    assert two.view("gm").willpower_needed("Ivan") == 18
    g.fight("yard")
    rolled = g.willpower("Ivan", faces=[6, 6, 1])
    assert (rolled.result, rolled.margin, rolled.success) == (3 + 11, -4, False)
    assert "Ivan wails, hides or flees instead of acting [A26]." in texts(two, "public")
    with pytest.raises(NotAllowed, match=r"asked already in circle 1 \[AR11\]"):
        g.willpower("Ivan")
    g.declare("Ivan", "strike")
    with pytest.raises(NotAllowed, match="wails, hides or flees"):
        g.attack("Ivan", "Eve", skill="brawling", difficulty=5)
    g.end_circle()
    g.willpower("Ivan")


def test_willpower_is_asked_of_the_wounded(two):
    with pytest.raises(NotAllowed, match="is not hurt"):
        two.game.willpower("Ivan")


def test_without_the_supplement_on_wounds_a_hit_wounds_nobody(tmp_path):
    """AR21."""
    with begin(tmp_path / "w", wounds="off") as c:
        person(c, "Ivan", "Anna")
        person(c, "Eve", "Борис")
        told = c.game.attack("Ivan", "Eve", skill="brawling", difficulty=3, faces=[6, 6, 1])
        assert told.margin == 15
        assert "Ivan hits Eve." in told
        assert len(c.game.wounds("Eve")) == 0
        with pytest.raises(NotAllowed, match="AR21"):
            c.game.hurt("Eve", 4, "left_leg")


def test_wound_without_a_place_is_rolled(two):
    lay(two, 6, 6)
    two.game.hurt("Ivan", 3)
    assert two.game.wounds("Ivan")[0].place_id == "head_or_neck"
    two.set("hit_location", "d12")
    lay(two, 1)
    two.game.hurt("Ivan", 3)
    assert two.game.wounds("Ivan")[1].place_id == "left_forearm"


def test_unknown_place_names_those_that_there_are(two):
    with pytest.raises(NotAllowed, match="left_forearm, left_upper_arm"):
        two.game.hurt("Ivan", 3, "tail")
    with pytest.raises(NotAllowed, match="1 to 10"):
        two.game.hurt("Ivan", 11, "left_leg")
