"""Characters: attributes, skills and techniques with the GM's prices, properties of any kind; drafts (F3, F4, F6)."""

from __future__ import annotations

import pytest

import gmkit
from gmkit.errors import GmkitError, NotAllowed
from gmkit.systems import fudge


def test_attributes_are_normal_unless_they_are_named(c):
    c.game.character("Olga")
    assert c.game.sheet("Olga").attributes == {"strength": 0, "vitality": 0, "mind": 0, "agility": 0}


@pytest.mark.parametrize(
    ("typed", "attribute"),
    [
        ("Strength", "strength"),
        ("сила", "strength"),
        ("ЖИВУЧЕСТЬ", "vitality"),
        ("Разум", "mind"),
        ("agility", "agility"),
    ],
)
def test_attributes_are_typed_in_either_language(c, typed, attribute):
    c.game.character("Olga", attributes={typed: 2})
    assert c.game.sheet("Olga").attributes[attribute] == 2


def test_the_four_attributes_say_what_they_are_for():
    """F3."""
    assert [row.name.en for row in fudge.ATTRIBUTES.values()] == ["Strength", "Vitality", "Mind", "Agility"]
    assert [row.name.ru for row in fudge.ATTRIBUTES.values()] == ["Сила", "Живучесть", "Разум", "Ловкость"]
    assert all(row.about.en and row.about.ru for row in fudge.ATTRIBUTES.values())


def test_skills_are_the_gm_s_own_words_with_the_gm_s_prices(c):
    """F4, F6."""
    c.game.character(
        "Olga",
        points=10,
        skills={"Anything that flies": {"level": 3, "price": 6}, "Ёлки": 1},
        techniques={"Loop": {"level": 1, "price": 2}},
        properties=[{"name": "Fear of heights", "kind": "drawback", "price": -3}],
    )
    sheet = c.game.sheet("Olga")
    assert sheet.skills == {"Anything that flies": 3, "Ёлки": 1}
    assert sheet.techniques == {"Loop": 1}
    assert sheet.prices == {"skills.Anything that flies": 6, "techniques.Loop": 2}
    assert (sheet.points, sheet.spent, sheet.remaining, sheet.draft) == (10, 5, 5, False)


def test_properties_are_advantage_drawback_or_both_with_levels_of_their_own(c):
    """F6."""
    c.game.character(
        "Olga",
        properties=[
            {"name": "Keen nose", "kind": "advantage", "level": "as a dog's", "price": 4, "text": "smells blood"},
            {"name": "Слепота", "kind": "недостаток", "level": 2},
            {"name": "Giant", "kind": "both", "price": 1},
            "Left-handed",
        ],
    )
    found = c.game.sheet("Olga").properties
    assert [(one.name, one.kind, one.level, one.price) for one in found] == [
        ("Keen nose", "advantage", "as a dog's", 4),
        ("Слепота", "drawback", 2, None),
        ("Giant", "both", "", 1),
        ("Left-handed", "", "", None),
    ]


def test_more_spent_than_there_is_makes_a_draft_and_a_property_taken_away_is_counted(c):
    """C042: nobody may miss a negative balance."""
    g = c.game
    g.character(
        "Olga", points=4, skills={"Sword": {"level": 2, "price": 6}}, properties=[{"name": "Lame", "price": -2}]
    )
    assert (g.sheet("Olga").remaining, g.sheet("Olga").draft) == (0, False)
    g.change("Olga", properties=[])
    assert (g.sheet("Olga").remaining, g.sheet("Olga").draft) == (-2, True)
    assert g.sheet("Olga").reasons == ("6 of 4 points are spent [F4, F6].",)


def test_without_points_there_is_no_limit(c):
    c.game.character("Olga", points=None, skills={"Sword": {"level": 2, "price": 600}})
    sheet = c.game.sheet("Olga")
    assert (sheet.points, sheet.remaining, sheet.draft) == (
        None,
        None,
        False,
    )


def test_a_text_in_a_number_field_is_kept_as_typed_and_marked(c):
    """C102."""
    g = c.game
    g.character("Olga", attributes={"mind": "bright"}, skills={"Sword": "so-so", "Bow": 2})
    sheet = g.sheet("Olga")
    assert sheet.attributes["mind"] == "bright"
    assert sheet.skills == {"Sword": "so-so", "Bow": 2}
    assert sheet.reasons == (
        "Mind is 'bright', which is no whole number [F1].",
        "Sword is 'so-so', which is no whole number [F1].",
    )
    assert g.check("Olga", "mind", "Bow", difficulty=0, faces=[2] * 6).result == 2


def test_looking_at_a_sheet_a_hundred_times_changes_nothing(c):
    """C043."""
    c.game.character("Olga", attributes={"mind": 1}, skills={"Sword": {"level": 2, "price": 3}})
    first = c.game.sheet("Olga")
    assert all(c.game.sheet("Olga") == first for _ in range(100))


def test_levels_change_and_go_with_what_was_paid(c):
    g = c.game
    g.character("Olga", skills={"Sword": {"level": 1, "price": 3}, "Bow": 2}, attributes={"mind": 1})
    g.change("Olga", skills={"sword": {"level": 2, "price": 5}}, attributes={"Разум": 2}, reason="a winter of drill")
    sheet = g.sheet("Olga")
    assert (sheet.skills, sheet.attributes["mind"], sheet.spent) == (
        {"Bow": 2, "Sword": 2},
        2,
        5,
    )
    g.change("Olga", skills={"Sword": None}, points=12)
    assert (g.sheet("Olga").skills, g.sheet("Olga").prices, g.sheet("Olga").points) == ({"Bow": 2}, {}, 12)
    with pytest.raises(NotAllowed, match="There is nothing to change"):
        g.change("Olga")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"attributes": {"luck": 1}}, "attributes has no 'luck'; there are: strength, vitality, mind, agility"),
        ({"qualities": {"speed": 1}}, "qualities has no 'speed'; there are: scale, armour"),
        ({"attributes": {"strength": True}}, r"attributes\['strength'\] is a whole number, not True"),
        ({"attributes": {"strength": 1, "Сила": 2}}, "attributes has 'Сила' twice"),
        ({"skills": {"Sword": [1]}}, r"skills\['Sword'\] is a whole number"),
        ({"skills": {"Ель": 1, "ель": 2}}, "skills has 'ель' twice"),
        ({"skills": {" ": 1}}, "skills: a name is a line of 1 to 100 signs"),
        ({"skills": {"Sword": {"level": 1, "cost": 3}}}, "has no 'cost'; there are: level, price, default"),
        ({"techniques": {"Feint": {"level": 1, "default": 3}}}, "has no 'default'; there are: level, price"),
        ({"skills": {"Sword": {"level": 1, "price": "much"}}}, "price is a whole number, not 'much'"),
        ({"properties": [{"kind": "both"}]}, r"properties\[1\]: a name is a line"),
        (
            {"properties": [{"name": "Limp", "kind": "funny"}]},
            "no kind 'funny'; there are: advantage, drawback, both",
        ),
        ({"properties": [{"name": "Limp", "price": 1.5}]}, r"properties\[1\].price is a whole number, not 1.5"),
        ({"properties": [{"name": "Limp", "level": [1]}]}, r"properties\[1\].level is a number or a text"),
        ({"properties": [{"name": "Limp", "text": 1}]}, r"properties\[1\].text is a text"),
        ({"properties": ["Limp", "limp"]}, "properties has 'limp' twice"),
        ({"properties": [3]}, r"properties\[1\]: a name is a line"),
        ({"player": "Nobody"}, "There is no player Nobody; there are: Anna, Борис"),
        ({"points": "many"}, "points is "),
    ],
)
def test_what_cannot_stand_on_a_sheet_is_refused_and_nothing_is_made(c, given, says):
    with pytest.raises(GmkitError, match=says):
        c.game.character("Olga", **given)
    assert c.game.persons == []


def test_every_reason_of_a_refusal_comes_at_once(c):
    with pytest.raises(NotAllowed) as refused:
        c.game.character(" ", attributes={"luck": 1}, properties=[1])
    assert len(refused.value.reasons) == 3


def test_two_persons_cannot_bear_one_name(c):
    c.game.character("Елена", public_name="The widow")
    for name in ("ЕЛЕНА", "the widow"):
        with pytest.raises(NotAllowed, match="already"):
            c.game.character(name)


def test_the_gm_corrects_a_sheet_by_the_names_that_stand_on_it(c):
    g = c.game
    g.character("Olga", skills={"Sword": 2})
    c.edit("person Olga", {"skills.sword": 3, "attributes.Разум": 1, "points": 9}, reason="misread")
    assert (g.sheet("Olga").skills, g.sheet("Olga").attributes["mind"], g.sheet("Olga").points) == ({"Sword": 3}, 1, 9)
    with pytest.raises(NotAllowed, match="attributes has no 'luck'"):
        c.edit("person Olga", {"attributes.luck": 3}, reason="x")
    with pytest.raises(NotAllowed, match="person Olga"):
        c.edit("cell 1", {"x": 3}, reason="x")


def test_an_npc_is_nobody_s_until_it_is_introduced(c):
    g = c.game
    g.character("Vlad the spy", public_name="A trader", attributes={"mind": 3}, words={"plan": "poison"})
    assert c.view("Anna").persons == []
    with pytest.raises(GmkitError, match="no character was made yet"):
        c.view("Anna").sheet("A trader")
    g.introduce("A trader")
    sheet = c.view("Anna").sheet("A trader")
    assert (sheet.name, sheet.attributes, sheet.points, sheet.state) == ("unknown",) * 4
    assert "Vlad" not in repr(c.view("Anna").session)
    g.show("A trader", "numbers", "Anna")
    assert c.view("Anna").sheet("A trader").attributes["mind"] == 3
    assert c.view("Борис").sheet("A trader").attributes == "unknown"
    assert c.view("Anna").sheet("A trader").notes == {}


def test_a_player_sees_the_own_sheet_and_the_others_do_not(g, c):
    assert c.view("Anna").sheet("Ivan").skills == {"Sword": 2}
    assert c.view("Anna").sheet("Ivan").state == "unhurt"
    assert c.view("Борис").sheet("Ivan").skills == "unknown"
    assert c.view("public").sheet("Ivan").penalty == "unknown"
    assert c.view("Anna").own == ["Ivan"]


def test_sheet_reads_as_lines_and_keeps_what_a_viewer_does_not_know(tmp_path):
    with gmkit.create(tmp_path / "c", system="fudge", players=["Anna", "Борис"], lang="ru", key="lines") as c:
        c.game.character(
            "Кира",
            player="Anna",
            points=5,
            attributes={"agility": 2},
            skills={"лазание": {"level": -1, "price": 2}},
            qualities={"armour": 1},
            properties=[{"name": "хромота <b>", "kind": "drawback", "level": "лёгкая", "price": -2}],
            words={"description": "В плаще."},
        )
        c.game.hurt("Кира", 2)
        assert c.game.sheet("Кира").text.splitlines() == [
            "Кира (Anna)",
            "Потрачено очков: 0 из 5 [F4, F6].",
            "Атрибуты: Сила 0; Живучесть 0; Разум 0; Ловкость +2",
            "Навыки: лазание -1",
            "Качества: Броня +1",
            "хромота <b> (недостаток, лёгкая): -2",
            "Лёгкое повреждение (-1)",
            "Описание: В плаще.",
        ]
        assert "<p>хромота &lt;b&gt; (недостаток, лёгкая): -2</p>" in c.game.sheet("Кира")._repr_html_()
        assert c.view("Борис").sheet("Кира").text == "Кира"
