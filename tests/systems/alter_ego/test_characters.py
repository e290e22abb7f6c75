"""Characters as files and in the ledger: export, import, edit, undo (A1, C102, C103, C115, C118)."""

from __future__ import annotations

import json
import tomllib

import pytest

import gmkit
from gmkit.errors import GmkitError, NotAllowed
from tests.systems.alter_ego.table import CHARACTERISTICS, begin, noon, person, texts

PHOBIA = {"id": "phobia", "frequency": 2, "strength": 2, "adaptation": 2, "about": 'spiders "big"'}


def test_exported_character_is_made_again_elsewhere(c, tmp_path):
    person(c, "Ivan", "Anna", traits=[PHOBIA, "love_of_cats"], words={"race": "human", "history": "line 1\nline 2\t\\"})
    c.game.write("Ivan", {"debts": "100"})
    data = c.game.export("Ivan", tmp_path / "ivan.toml")
    assert tomllib.loads((tmp_path / "ivan.toml").read_text(encoding="utf-8")) == json.loads(json.dumps(data))
    with begin(tmp_path / "other") as other:
        other.game.import_character(tmp_path / "ivan.toml", player="Борис")
        assert other.game.export("Ivan") == data
        assert other.game.sheet("Ivan").traits == c.game.sheet("Ivan").traits


def test_export_never_overwrites(c, tmp_path):
    person(c, "Ivan", "Anna")
    c.game.export("Ivan", tmp_path / "ivan.toml")
    with pytest.raises(GmkitError, match="cannot be written"):
        c.game.export("Ivan", tmp_path / "ivan.toml")


def test_one_text_in_a_number_field_flags_that_field_and_the_person_is_there(c):
    """C102."""
    data = {"name": "Ivan", "points": "много", "characteristics": {**CHARACTERISTICS, "speed": "быстро"}}
    c.game.import_character(data)
    sheet = c.game.sheet("Ivan")
    assert c.game.persons == ["Ivan"]
    assert [reason for reason in sheet.reasons if "быстро" in reason]
    assert sheet.characteristics["strength"] == 3
    assert sheet.notes["points"] == "много"


def test_unknown_fields_survive_load_edit_and_save(c):
    """C103."""
    c.game.import_character({"name": "Ivan", "guild": "thieves", "rank": 3, "characteristics": {}, "skills": {}})
    c.game.change("Ivan", skills={"trade": 2})
    c.edit("person Ivan", {"points": 12}, reason="counted again")
    data = c.game.export("Ivan")
    assert data["notes"] == {"guild": "thieves", "rank": "3"}
    assert (data["skills"], data["points"]) == ({"trade": 2}, 12)


@pytest.mark.parametrize("source", [{}, {"name": ""}, {"name": 5}, "name = \n\n", "points = 3\n\n"])
def test_file_that_names_nobody_is_refused(c, source):
    with pytest.raises(GmkitError):
        c.game.import_character(source)
    assert c.game.persons == []


def test_changing_a_returned_sheet_changes_nothing(c):
    """C115."""
    person(c, "Ivan", "Anna")
    c.game.sheet("Ivan").characteristics["strength"] = 99
    c.game.export("Ivan")["skills"]["trade"] = 99
    assert c.game.sheet("Ivan").characteristics["strength"] == 3
    assert "trade" not in c.game.sheet("Ivan").skills


def test_roll_entry_does_not_carry_the_sheet(c):
    """C118: at most 2 kB, whatever the size of the sheet."""
    person(c, "Ivan", "Anna", words={"history": "x" * 50_000})
    c.game.check("Ivan", "strength", "brawling", difficulty=8, modifiers={"stress": -3}, task="door")
    c.game.fight("yard")
    c.game.initiative()
    for document in c._history.documents[2:]:
        assert len(json.dumps(document, ensure_ascii=False).encode()) < 2000


def test_character_of_the_same_id_is_made_once(c):
    for _ in range(3):
        person(c, "Ivan", "Anna", id="ivan")
    assert c.game.persons == ["Ivan"]
    with pytest.raises(NotAllowed, match="used for something else"):
        person(c, "Eve", "Anna", id="ivan")


def test_undo_takes_a_character_back_and_redo_brings_it(c):
    person(c, "Ivan", "Anna")
    c.undo()
    assert c.game.persons == []
    c.redo()
    assert c.view("Anna").sheet("Ivan").characteristics["strength"] == 3


def test_several_characters_a_player(c):
    person(c, "Ivan", "Anna")
    person(c, "Marya", "Anna")
    assert c.view("Anna").own == ["Ivan", "Marya"]


def test_corrections_are_told_by_their_marks(c):
    person(c, "Ivan", "Anna")
    c.edit("person Ivan", {"characteristics.strength": 4, "public_name": "Big Ivan", "race": "giant"}, reason="misread")
    assert c.game.sheet("Ivan").characteristics["strength"] == 4
    assert c.view("Anna").person("Big Ivan").words == {"race": "giant"}
    assert texts(c, "public")[-1] == "Ivan is called Big Ivan from now on."
    assert not any("Strength" in line for line in texts(c, "public"))


def test_correction_of_something_else_names_what_there_is(c):
    person(c, "Ivan", "Anna")
    for what, changes in (
        ("stalker 1", {"at": 1}),
        ("person Nobody", {"points": 1}),
        ("person Ivan", {"luck": 1}),
        ("person Ivan", {"points": "x"}),
        ("person Ivan", {}),
        ("person Ivan", {"race": 5}),
    ):
        with pytest.raises(NotAllowed):
            c.edit(what, changes, reason="test")
    with pytest.raises(NotAllowed, match=r"person Ivan \(public_name, points, dead"):
        c.edit("stalker 1", {"at": 1}, reason="test")


def test_age_typed_as_a_number_is_a_text(c):
    """A1: eleven parts of a description, in either language."""
    person(c, "Ivan", "Anna", words={"Возраст": 30})
    assert c.game.sheet("Ivan").words == {"age": "30"}


def test_names_from_people_stand_literally_in_pages(c):
    """C135."""
    person(c, "<script>alert(1)</script>", "Anna", words={"race": "[b]x[/b]"})
    c.game.fight("<i>yard</i>")
    c.game.effect("<script>alert(1)</script>", "<b>")
    c.game.end_circle()
    page = str(c.view("gm").report(1, "html"))
    assert "<script>alert" not in page
    assert "<i>yard" not in page
    assert "[b]x[/b]" not in str(c.view("gm").report(1, "bbcode"))
    sheet = c.game.sheet("<script>alert(1)</script>")._repr_html_()
    assert "<script>" not in sheet


def test_reopened_campaign_has_the_same_sheets(tmp_path):
    with begin(tmp_path / "c") as c:
        person(c, "Ivan", "Anna", traits=[PHOBIA])
        c.game.advance("Ivan", points=3, skills={"trade": 2})
        before = c.game.sheet("Ivan")
    with gmkit.open(tmp_path / "c", clock=noon) as c:
        assert c.game.sheet("Ivan") == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": -1},
        {"points": 2.5},
        {"traits": [5]},
        {"traits": [{}]},
        {"words": {"history": "x" * 100_001}},
        {"known_to": "Nobody"},
    ],
)
def test_what_cannot_be_a_character_is_refused(c, wrong):
    with pytest.raises(NotAllowed):
        person(c, "Ivan", "Anna", **wrong)
    assert c.game.persons == []


def test_nothing_to_change_is_refused(c):
    person(c, "Ivan", "Anna")
    for refused in (
        lambda: c.game.change("Ivan"),
        lambda: c.game.advance("Ivan"),
        lambda: c.game.advance("Ivan", points=-1),
        lambda: c.game.write("Ivan", {}),
        lambda: c.game.introduce("Ivan"),
        lambda: c.game.show("Ivan", "soul"),
        lambda: c.game.give("Ivan", "Nobody"),
    ):
        with pytest.raises(NotAllowed):
            refused()
