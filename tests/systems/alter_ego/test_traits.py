"""Traits: prices, effects, the source's list (A8, A9, AR17)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems import alter_ego as ae
from tests.systems.alter_ego.table import lay, person


@pytest.mark.parametrize(
    ("frequency", "strength", "adaptation", "price"),
    [(2, 2, 2, 2), (4, 4, 1, 8), (2, 3, 2, 3), (4, 1, 2, 3), (1, 1, 4, 1), (1, 4, 2, 3), (3, 2, 2, 3), (1, 1, 1, 2)],
)
def test_price_rounds_as_in_school(frequency, strength, adaptation, price):
    """C029: (1,1,4), (1,4,2), (2,3,2), (3,2,2), (4,1,2) are where Python's own rounding is wrong."""
    assert ae.trait_price(frequency=frequency, strength=strength, adaptation=adaptation) == price


def test_every_price_is_the_quotient_with_halves_up():
    for f in range(1, 5):
        for s in range(1, 5):
            for a in range(1, 5):
                exact = Fraction(f + s, a)
                price = ae.trait_price(frequency=f, strength=s, adaptation=a)
                assert exact - Fraction(1, 2) < price <= exact + Fraction(1, 2)


@pytest.mark.parametrize("wrong", [{"frequency": 0}, {"strength": 5}, {"adaptation": 0}, {"adaptation": 1.5}])
def test_factor_outside_1_to_4_is_refused(wrong):
    with pytest.raises(NotAllowed):
        ae.trait_price(**{"frequency": 2, "strength": 2, "adaptation": 2, **wrong})


def test_strength_brings_1_2_a_die_or_a_die_and_1():
    def brings(kind, strength):
        effect = ae.trait_effect(kind, strength)
        return effect.bonus, effect.penalty_dice, effect.bonus_dice

    assert [brings("positive", s) for s in (1, 2, 3, 4)] == [(1, 0, 0), (2, 0, 0), (0, 0, 1), (1, 0, 1)]
    assert [brings("negative", s) for s in (1, 2, 3, 4)] == [(-1, 0, 0), (-2, 0, 0), (0, 1, 0), (-1, 1, 0)]
    assert brings("neutral", 4) == (0, 0, 0)


def test_adaptation_asks_for_a_roll_of_6_to_8_or_10_to_12():
    assert [ae.adaptation_difficulty("positive", a) for a in (1, 2, 3, 4)] == [None, (6, 8), (10, 12), None]
    assert [ae.adaptation_difficulty("negative", a) for a in (1, 2, 3, 4)] == [None, (10, 12), (6, 8), None]
    assert ae.adaptation_difficulty("neutral", 2) is None


def test_the_sources_54_traits_are_there_with_their_names_and_a_line_of_our_own():
    kinds = [row.kind for row in ae.TRAITS.values()]
    assert (kinds.count("negative"), kinds.count("neutral"), kinds.count("positive")) == (35, 6, 13)
    assert ae.TRAITS["phobia"].name.ru == "Фобия"
    assert ae.TRAITS["forest_dweller"].name.ru == "Лесной"
    assert ae.TRAITS["blind_fighting"].name.ru == "Бой в слепую"
    assert ae.TRAITS["lucky"].kind == "positive"
    for row in ae.TRAITS.values():
        assert row.about.en
        assert row.about.ru
        assert row.about.en != row.about.ru


def test_ambidexterity_lifts_the_wrong_hand(c):
    person(c, "Ivan", "Anna", traits=["ambidexterity"])
    person(c, "Eve", "Anna")
    g = c.game
    assert g.check("Ivan", "agility", difficulty=4, modifiers={"wrong_hand": -3}, faces=[3, 3, 3]).result == 7
    assert g.check("Eve", "agility", difficulty=4, modifiers={"wrong_hand": -3}, faces=[3, 3, 3]).result == 4


@pytest.mark.parametrize(
    ("trait", "skill", "dark", "result"),
    [
        ("blind_fighting", "brawling", "hidden_by_dark", 10),
        ("blind_fighting", "brawling", "hidden_by_total_dark", 10),
        ("blind_fighting", "firearms", "hidden_by_dark", 5),
        ("blind_fighting", "brawling", "hidden_by_smoke", 6),
        ("night_vision", "firearms", "hidden_by_dark", 9),
        ("night_vision", "firearms", "hidden_by_total_dark", 5),
        ("night_vision", "brawling", "hidden_by_smoke", 6),
        ("lucky", "brawling", "hidden_by_dark", 6),
    ],
)
def test_sight_in_the_dark_is_lifted_as_the_trait_says(c, trait, skill, dark, result):
    """Strength 3 + skill (Brawling 4, Firearms 3) + dice 3 - 4 for the dark."""
    person(c, "Ivan", "Anna", traits=[trait], skills={"brawling": 4, "firearms": 3})
    rolled = c.game.check("Ivan", "strength", skill, difficulty=5, modifiers={dark: -4}, faces=[3, 3, 3])
    assert rolled.result == result


def test_musical_ear_helps_on_an_instrument_by_its_setting(c):
    person(c, "Ivan", "Anna", traits=["musical_ear"])
    roll = {"difficulty": 5, "traits": ["musical_ear"], "faces": [3, 3, 3]}
    assert c.game.check("Ivan", "agility", **roll).result == 9
    c.set("musical_ear_bonus", 4)
    assert c.game.check("Ivan", "agility", **roll).result == 11


def test_flexibility_helps_a_dodge_roll(c):
    person(c, "Ivan", "Anna", traits=["flexibility"])
    assert c.game.check("Ivan", "agility", "dodge", difficulty=5, faces=[3, 3, 3]).result == 4 + 2 + 2 + 3
    c.set("flexibility_bonus", 5)
    assert c.game.check("Ivan", "agility", "dodge", difficulty=5, faces=[3, 3, 3]).result == 4 + 2 + 5 + 3


def test_trait_that_bears_on_a_check_acts_by_its_strength(c):
    factors = {"frequency": 2, "adaptation": 2}
    person(
        c,
        "Ivan",
        "Anna",
        traits=[{"id": "phobia", "strength": 3, **factors}, {"id": "beauty", "strength": 4, **factors}],
    )
    scared = c.game.check("Ivan", "charisma", difficulty=5, traits=["phobia"], faces=[3, 3, 3, 2])
    assert scared.result == 2 + 3 - 2
    pretty = c.game.check("Ivan", "charisma", difficulty=5, traits=["Красота"], faces=[3, 3, 3, 5])
    assert pretty.result == 2 + 3 + 1 + 5


def test_trait_that_one_does_not_have_is_refused(two):
    with pytest.raises(NotAllowed, match="Ivan has no trait beauty"):
        two.game.check("Ivan", "charisma", difficulty=5, traits=["beauty"])


def test_fast_healing_is_twice_as_fast(c):
    person(c, "Ivan", "Anna", traits=["fast_healing"])
    person(c, "Eve", "Anna")
    g = c.game
    for name in ("Ivan", "Eve"):
        g.hurt(name, 6, "left_leg")
        g.heal(name, 1, by=2, reason="bandage")
    assert [g.wounds(name)[0].number for name in ("Ivan", "Eve")] == [2, 4]


def test_intuition_is_a_perception_roll_that_the_gm_may_allow(c):
    assert ae.TRAITS["intuition"].rule == "perception_roll"
    person(c, "Ivan", "Anna", traits=["intuition"])
    lay(c, 6, 6, 1)
    assert c.game.check("Ivan", "perception", difficulty=9).success
