"""Budgets and drafts (A2, A3, A5, A8, AR2, AR22)."""

from __future__ import annotations

import pytest

from gmkit.systems import alter_ego as ae
from tests.systems.alter_ego.table import CHARACTERISTICS, begin, person

ONES = dict.fromkeys(CHARACTERISTICS, 1)


def make(c, name="Ivan", **values):
    c.game.character(name, player="Anna", **values)
    return c.game.sheet(name)


def test_levels_cost_a_point_each_and_traits_their_price(c):
    sheet = make(
        c,
        points=30,
        characteristics={**ONES, "strength": 5},
        skills={"brawling": 3, "fencing": 4},
        traits=[
            {"id": "phobia", "frequency": 2, "strength": 2, "adaptation": 2},
            {"id": "beauty", "frequency": 4, "strength": 4, "adaptation": 1},
            "love_of_cats",
        ],
    )
    assert (sheet.spent, sheet.gained, sheet.left) == (13 + 7 + 8, 2, 4)
    assert sheet.level == "competent"
    assert sheet.valid
    assert [(trait.id, trait.price, trait.how) for trait in sheet.traits] == [
        ("phobia", 2, "(2 + 2) / 2 = 2"),
        ("beauty", 8, "(4 + 4) / 1 = 8"),
        ("love_of_cats", 0, "neutral: free"),
    ]


def test_price_by_the_gm_replaces_the_formula(c):
    trait = {"id": "beauty", "frequency": 4, "strength": 4, "adaptation": 1, "price": 5}
    assert make(c, characteristics=ONES, traits=[trait]).spent == 9 + 5


def test_own_trait_says_its_kind(c):
    drink = {"name": "Пьянство", "kind": "negative", "frequency": 2, "strength": 2, "adaptation": 2}
    sheet = make(c, characteristics=ONES, traits=[drink])
    assert (sheet.gained, sheet.valid) == (2, True)


def test_removing_a_flaw_after_its_points_were_spent_marks_the_sheet(c):
    """C042: budget 30, flaw +2, spent 32: 0 left, valid; without the flaw -2, marked."""
    flaw = {"id": "coward", "frequency": 2, "strength": 2, "adaptation": 2}
    sheet = make(c, points=30, characteristics=CHARACTERISTICS, skills={"guide": 4}, traits=[flaw])
    assert (sheet.spent, sheet.left, sheet.valid) == (32, 0, True)
    c.game.change("Ivan", traits=[])
    sheet = c.game.sheet("Ivan")
    assert (sheet.left, sheet.valid) == (-2, False)
    assert sheet.reasons == ("2 points more are spent than there are [A3].",)


@pytest.mark.parametrize(("lowest", "allowed"), [(1, 6), (2, 7)])
def test_nothing_exceeds_the_lowest_characteristic_by_more_than_5(c, lowest, allowed):
    """C043 and worked case 5."""
    have = dict.fromkeys(CHARACTERISTICS, lowest)
    assert make(c, points=90, characteristics=have, skills={"trade": allowed}).valid
    sheet = make(c, "Eve", points=90, characteristics=have, skills={"trade": allowed + 1})
    assert not sheet.valid
    assert "Trade" in sheet.reasons[0]
    assert "A5" in sheet.reasons[0]


def test_a_characteristic_too_may_not_exceed_the_lowest(c):
    sheet = make(c, points=90, characteristics={**ONES, "mind": 7})
    assert "Mind" in sheet.reasons[0]


def test_missing_characteristic_is_0_and_breaks_ar2(c):
    sheet = make(c, points=90, characteristics={"strength": 2}, skills={"trade": 6})
    assert sheet.characteristics["mind"] == 0
    assert [reason[-5:] for reason in sheet.reasons] == ["AR2].", "[A5]."]
    assert "Strength" not in sheet.reasons[0]


def test_every_reason_stands_there_at_once_and_nothing_is_lost(c):
    sheet = make(
        c,
        points=10,
        characteristics={**ONES, "mind": 9, "speed": "быстро"},
        skills={"alchemy": 3, "trade": -1},
        traits=[{"id": "phobia"}, "Drunkenness"],
    )
    told = " ".join(sheet.reasons)
    for part in ("A3", "AR2", "A5", "'быстро'", "alchemy", "trade", "Phobia has no price", "Drunkenness"):
        assert part in told
    assert sheet.characteristics["speed"] == "быстро"
    assert sheet.skills["alchemy"] == 3


def test_drawing_the_sheet_changes_no_number(c):
    """C043: a bonus was applied again on every redraw."""
    sheet = make(c, characteristics=CHARACTERISTICS)
    assert all(c.game.sheet("Ivan") == sheet for _ in range(100))


def test_later_points_buy_at_the_same_price_and_a5_is_not_checked(c):
    """AR22."""
    make(c, points=30, characteristics=ONES, skills={"trade": 6})
    c.game.advance("Ivan", points=10, skills={"trade": 9}, reason="a year on the road")
    sheet = c.game.sheet("Ivan")
    assert (sheet.points, sheet.spent, sheet.valid) == (40, 18, True)
    c.game.advance("Ivan", characteristics={"mind": 40})
    assert c.game.sheet("Ivan").reasons == ("17 points more are spent than there are [A3].",)


def test_correction_of_what_was_created_is_held_against_a5(c):
    make(c, points=30, characteristics=ONES, skills={"trade": 6})
    c.game.advance("Ivan", points=1)
    c.edit("person Ivan", {"skills.trade": 7}, reason="misread")
    assert "A5" in " ".join(c.game.sheet("Ivan").reasons)


def test_names_in_both_languages_and_styles_are_known(c):
    sheet = make(c, characteristics={**ONES, "Сила": 3}, skills={"Драка": 2, "Brawling: karate": 1, "Драка (Бокс)": 4})
    assert sheet.characteristics["strength"] == 3
    assert sheet.skills == {"brawling": 2, "brawling: karate": 1, "brawling: Бокс": 4}
    assert sheet.names["brawling: karate"] == "Brawling (karate)"
    assert sheet.valid


def test_style_of_a_skill_without_styles_is_marked(c):
    assert "trade: silk" in make(c, characteristics=ONES, skills={"trade: silk": 2}).reasons[0]


def test_tables_have_nine_characteristics_and_22_skills_and_dodge():
    """A6, A7, AR15."""
    assert [row.name.ru for row in ae.CHARACTERISTICS.values()] == [
        "Выносливость",
        "Сила",
        "Ловкость",
        "Скорость",
        "Восприятие",
        "Харизма",
        "Телосложение",
        "Разум",
        "Сила воли",
    ]
    assert len(ae.SKILLS) == 23
    assert ae.SKILLS["dodge"].name.ru == "Уворот"
    assert ae.SKILLS["heavy_firearms"].name.ru == "Тяжёлое огнестрельное оружие"


@pytest.mark.bench
def test_sheet_with_100_traits_opens_in_a_third_of_a_second(c, monkeypatch):
    """C126."""
    from time import perf_counter

    trait = {"kind": "positive", "frequency": 1, "strength": 1, "adaptation": 1}
    make(c, points=500, characteristics=ONES, traits=[{"name": f"Item {n}", **trait} for n in range(100)])
    start = perf_counter()
    assert len(c.game.sheet("Ivan").traits) == 100
    assert perf_counter() - start < 0.3


def test_sheet_speaks_russian(tmp_path):
    with begin(tmp_path / "r", lang="ru") as c:
        person(c, "Иван", "Anna", points=5)
        text = str(c.game.sheet("Иван"))
    assert "Сила 3" in text
    assert "Потрачено больше, чем есть очков" in text
