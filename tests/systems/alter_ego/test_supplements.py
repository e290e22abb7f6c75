"""Supplements: read, laid in order, refused with file, line and reason (A27, AR25)."""

from __future__ import annotations

import pytest

from gmkit.errors import GmkitError, NotAllowed, TableError
from gmkit.systems import alter_ego as ae
from tests.systems.alter_ego.table import all_of, person, texts

HEAD = 'title_en = "Witchers"\ntitle_ru = "Ведьмаки"\n'
WITCHERS = (
    HEAD
    + """
[[skill]]
id = "alchemy"
en = "Alchemy"
ru = "Алхимия"

[[skill]]
id = "fencing"
en = "Fencing in the witcher style"
ru = "Фехтование — Ведьмачий стиль"
hand_to_hand = true

[[characteristic]]
id = "magic"
en = "Magic"
ru = "Магия"

[[trait]]
id = "mutant"
kind = "negative"
en = "Mutant"
ru = "Мутант"
about_en = "people spit after him"
about_ru = "люди плюют вслед"

[[wound]]
number = 4
id = "gash"
en = "gash"
ru = "рваная рана"
looks_en = "a wide gash"
looks_ru = "широкая рваная рана"
penalty = -1

[[monster]]
id = "drowner"
en = "Drowner"
ru = "Утопец"
points = 25
[monster.characteristics]
strength = 4
speed = 3
[monster.skills]
brawling = 3
"""
)


def lay(c, text, name="witchers", **more):
    return c.do({"do": "supplement", "name": name, "text": text, **more})


def test_rows_are_added_and_replaced_and_the_sources_own_stay(c):
    lay(c, WITCHERS)
    book = c.game.book
    assert len(book.skills) == 24
    assert book.skills["alchemy"].name.ru == "Алхимия"
    assert book.skills["fencing"].name.en == "Fencing in the witcher style"
    assert book.wound(4).id == "gash"
    assert len(book.characteristics) == 10
    assert ae.SKILLS["fencing"].name.en == "Fencing"


def test_replaced_wound_takes_off_its_own_penalty(c):
    person(c, "Ivan", "Anna")
    lay(c, WITCHERS)
    c.game.hurt("Ivan", 4, "left_leg")
    assert c.view("gm").penalty("Ivan") == -1
    assert c.game.wounds("Ivan")[0].name == "gash"


def test_switched_off_its_rows_go_and_stay_marked_on_sheets(c):
    person(c, "Ivan", "Anna", skills={"brawling": 2})
    lay(c, WITCHERS)
    c.game.change("Ivan", characteristics={"magic": 2}, skills={"Алхимия": 3})
    assert c.game.sheet("Ivan").valid
    c.game.supplement("witchers", on=False)
    sheet = c.game.sheet("Ivan")
    assert (sheet.skills["alchemy"], sheet.characteristics["magic"]) == (3, 2)
    assert [reason for reason in sheet.reasons if "in the tables in force" in reason] == list(sheet.reasons)
    assert len(sheet.reasons) == 2
    c.game.supplement("witchers", on=True)
    assert c.game.sheet("Ivan").valid
    assert c.game.supplements == ["witchers"]


def test_later_supplement_lies_over_an_earlier_one(c):
    lay(c, WITCHERS)
    lay(c, HEAD + '[[skill]]\nid = "alchemy"\nen = "Brewing"\nru = "Варка"\n', name="brew")
    assert c.game.book.skills["alchemy"].name.en == "Brewing"
    c.game.supplement("brew", on=False)
    assert c.game.book.skills["alchemy"].name.en == "Alchemy"


def test_given_again_it_keeps_its_place_in_the_order(c):
    lay(c, WITCHERS)
    lay(c, HEAD + '[[skill]]\nid = "alchemy"\nen = "Brewing"\nru = "Варка"\n', name="brew")
    lay(c, WITCHERS)
    assert [laid.name for laid in c.view("gm").state.supplements] == ["witchers", "brew"]
    assert c.game.book.skills["alchemy"].name.en == "Brewing"


def test_file_is_read_once_and_does_nothing_until_it_is_given_again(c, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(WITCHERS, encoding="utf-8")
    c.game.supplement(file)
    file.write_text(WITCHERS.replace('"Alchemy"', '"Poisons"'), encoding="utf-8")
    assert c.game.book.skills["alchemy"].name.en == "Alchemy"
    c.game.supplement(file)
    assert c.game.book.skills["alchemy"].name.en == "Poisons"
    file.unlink()
    assert c.game.book.skills["alchemy"].name.en == "Poisons"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("title_en = \n", 1, "no TOML"),
        (HEAD + "[[skill]\n", 3, "no TOML"),
        ('title_en = "X"\n', 1, "title_ru"),
        (HEAD + "\n[[wepon]]\n", 4, "no table wepon"),
        (HEAD + '[[skill]]\nid = "a"\nen = "A"\n', 3, "skill 1 has no ru"),
        (HEAD + '[[skill]]\nid = "a"\nen = "A"\nru = "А"\n[[skill]]\nid = "b"\nen = "B"\nru = 5\n', 10, "ru is 5"),
        (HEAD + '[[skill]]\nid = "a"\nen = "A"\nru = "А"\ncolour = "red"\n', 7, "colour"),
        (HEAD + '[[skill]]\nid = "Big One"\nen = "A"\nru = "А"\n', 3, "an id is"),
        (HEAD + '[[weapon]]\nid = "a"\nen = "A"\nru = "А"\nskill = "guns"\n', 3, "no skill guns"),
        (HEAD + '[[weapon]]\nid = "a"\nen = "A"\nru = "А"\nskill = "firearms"\nstandard = 0\n', 3, "at least 1 metre"),
        (HEAD + '[[modifier]]\nid = "a"\nen = "A"\nru = "А"\n', 3, "at least one value"),
        (HEAD + '[[wound]]\nnumber = 11\nid = "a"\nen = "A"\nru = "А"\nlooks_en = "a"\nlooks_ru = "а"\n', 3, "1 to 10"),
        (HEAD + '[[difficulty]]\nid = "a"\nen = "A"\nru = "А"\nlowest = 8\nhighest = 9\n', 3, "overlap"),
        (HEAD + '[[place]]\nnumber = 3\nid = "tail"\nen = "tail"\nru = "хвост"\n', 3, "1 to 12, each once"),
        (HEAD + '[[monster]]\nid = "a"\nen = "A"\nru = "А"\n[monster.skills]\nflying = 3\n', 3, "no skill flying"),
        (HEAD + 'skill = "alchemy"\n', 3, "written as [[skill]]"),
    ],
)
def test_bad_file_is_refused_with_file_line_and_reason_and_changes_nothing(c, tmp_path, text, line, reason):
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(TableError) as told:
        ae.read_supplement(text, name="house")
    assert str(told.value).startswith(f"house, line {line}: ")
    assert reason in str(told.value)
    before = len(c.history())
    with pytest.raises(GmkitError, match=f"house, line {line}"):
        c.game.supplement(file)
    assert (len(c.history()), c.game.supplements) == (before, [])


def test_missing_file_and_unknown_name_are_refused(c, tmp_path):
    with pytest.raises(GmkitError, match="cannot be read"):
        c.game.supplement(tmp_path / "nowhere.toml")
    with pytest.raises(NotAllowed, match="no supplement witchers; there are: none"):
        c.game.supplement("witchers", on=False)
    lay(c, WITCHERS)
    with pytest.raises(NotAllowed, match="is used already"):
        c.game.supplement("witchers", on=True)


def test_monsters_are_the_gms_alone_and_ready_to_be_made(c):
    lay(c, WITCHERS)
    assert [monster.id for monster in c.game.monsters] == ["drowner"]
    for viewer in ("Anna", "public"):
        assert "rowner" not in all_of(c, viewer)
        assert "Alchemy" in all_of(c, viewer)
    c.game.character("The thing in the pond", monster="drowner", skills={"dodge": 2})
    sheet = c.game.sheet("The thing in the pond")
    assert (sheet.points, sheet.characteristics["strength"], sheet.skills) == (25, 4, {"brawling": 3, "dodge": 2})
    with pytest.raises(NotAllowed, match="no monster ghoul; there are: drowner"):
        c.game.character("Ghoul", monster="ghoul")


def test_kits_own_model_is_in_both_languages_and_has_standard_ranges(c):
    c.game.supplement("modern_weapons")
    weapons = c.game.book.weapons
    assert weapons["pistol"].standard == 25
    assert weapons["knife"].standard is None
    assert all(row.en and row.ru for row in weapons.values())
    assert "Supplement modern_weapons: Modern weapons." in texts(c, "Anna")
    assert "Копируй" not in ae.model_text()
    assert "# Дополнение набора" in ae.model_text()


def test_reopened_and_undone_it_is_as_it_was(tmp_path):
    import gmkit
    from tests.systems.alter_ego.table import begin, noon

    with begin(tmp_path / "c") as c:
        lay(c, WITCHERS)
        c.undo()
        assert "alchemy" not in c.game.book.skills
        c.redo()
    with gmkit.open(tmp_path / "c", clock=noon) as c:
        assert "alchemy" in c.game.book.skills
