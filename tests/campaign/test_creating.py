"""Creating and opening: keys, clocks, scenarios, scripted dice; refused whole if any part is wrong (api.md; D1, D3)."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tinydb import TinyDB

import gmkit
from gmkit.campaign import care
from gmkit.campaign.opened import CampaignNotice
from gmkit.errors import GmkitError, NotAllowed
from tests.campaign.conftest import noon

END = {"do": "end_round"}


def count(player: str = "Anna", **more: object) -> dict[str, object]:
    return {"do": "count", "player": player, **more}


def test_a_campaign_is_what_was_asked_for(new: Callable[..., Any], tmp_path: Path):
    c = new("spring", title="Spring", lang="ru", settings={"limit": 5})
    assert (c.path, c.turn, c.players, c.system, c.lang, c.title) == (
        tmp_path / "spring",
        1,
        ("Anna", "Борис"),
        "counting",
        "ru",
        "Spring",
    )
    assert c.settings == {"limit": 5, "first": True}
    assert new("untitled", title="", lang="ru").title == "Счёт"


def test_the_file_is_plain_tinydb(c):
    c.roll("2d6", "мы лезем")
    with TinyDB(c.path / "campaign.json", encoding="utf-8") as db:
        assert len(db.table("ledger")) == 2
    assert "мы лезем" in (c.path / "campaign.json").read_text("utf-8")
    assert len(c.db) == 2


def test_a_campaign_in_a_folder_with_any_name_works(new: Callable[..., Any]):
    """C141."""
    c = new("Кампании/Ёлка — 2026")
    c.do(count())
    c.close()
    again = gmkit.open(c.path)
    assert again.view("gm").open == 1
    assert again.ledger.export(again.path / "журнал.csv").exists()
    again.close()


def test_open_takes_the_folder_or_the_file(c):
    for path in (c.path, str(c.path), c.path / "campaign.json"):
        again = gmkit.open(path)
        assert again.title == "T"
        again.close()


def test_a_campaign_closes_with_its_block(c):
    with gmkit.open(c.path) as again:
        again.do(count())
    with pytest.raises(GmkitError, match="closed"):
        _ = again.turn


def test_opening_and_closing_changes_no_byte(c):
    c.close()
    before = (c.path / "campaign.json").read_bytes()
    with gmkit.open(c.path) as again:
        again.view("Anna").report(0)
    assert (c.path / "campaign.json").read_bytes() == before


def test_key_gives_id_and_dice_and_clock_gives_the_times(new: Callable[..., Any]):
    one, other, third = new("one"), new("other"), new("third", key="another")
    assert one.roll("9d6").faces == other.roll("9d6").faces != third.roll("9d6").faces
    assert one._file.header == other._file.header
    assert one._file.header["campaign"] != third._file.header["campaign"]
    assert set(one.history()["at"]) == {"2026-03-01T12:00:00Z"}


def test_without_a_key_every_campaign_is_another(new: Callable[..., Any]):
    one, other = new("one", key=None), new("other", key=None)
    assert one._file.header["campaign"] != other._file.header["campaign"]
    assert one.roll("20d20").faces != other.roll("20d20").faces


def test_the_published_hash_is_that_of_the_key(c):
    key = next(event["key"] for event in c._file.documents[0]["events"] if event["is"] == "key_drawn")
    assert len(bytes.fromhex(key)) == 32
    assert hashlib.sha256(bytes.fromhex(key)).hexdigest() in c.report(0)


def test_a_clock_with_a_zone_is_stored_as_utc(new: Callable[..., Any]):
    moscow = dt.timezone(dt.timedelta(hours=3))
    c = new(clock=lambda: dt.datetime(2026, 3, 29, 23, 59, tzinfo=moscow))
    assert c.ledger[1].at == "2026-03-29T20:59:00Z"


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"system": "chess"}, "There is no system 'chess'; there are: "),
        ({"system": ["counting"]}, "A system is named by its id"),
        ({"players": []}, "Counting is for 1 to 4 players, not 0."),
        ({"players": list("ABCDE")}, "Counting is for 1 to 4 players, not 5."),
        ({"players": "Anna"}, "players is a list of names"),
        ({"players": None}, "players is a list of names"),
        ({"players": 5}, "players is a list of names"),
        ({"lang": "de"}, "gmkit speaks en, ru, not 'de'."),
        ({"lang": None}, "gmkit speaks en, ru"),
        ({"lang": ["en"]}, "gmkit speaks en, ru"),
        ({"title": 5}, "A title is a text, not 5."),
        ({"settings": {"nothing": 1}}, "There is no setting nothing; there are: first, limit."),
        ({"settings": {"limit": 4}}, "The setting limit cannot be 4"),
        ({"settings": ["limit"]}, "settings is a mapping from name to value"),
        ({"key": 5}, "The key for teaching is a text, not 5."),
        ({"key": ""}, "The key for teaching is a text"),
        ({"clock": "noon"}, "A clock is a function that gives a datetime"),
        ({"clock": lambda: "noon"}, "A clock is a function that gives a datetime"),
        ({"id": 5}, "An id is a text, not 5."),
        ({"scenario": 5}, "A scenario is a mapping or a TOML file, not 5."),
        ({"scenario": "no/such/file.toml"}, "no/such/file.toml cannot be read"),
        ({"scenario": {"layout": {}}}, "A scenario has no 'layout'; it has commands, dice, settings."),
        ({"scenario": {"settings": {"limit": 4}}}, "The setting limit cannot be 4"),
        ({"scenario": {"settings": 5}}, "settings is a mapping"),
        ({"scenario": {"commands": "count"}}, "commands is a list of commands"),
        ({"scenario": {"commands": 5}}, "commands is a list of commands"),
        ({"scenario": {"commands": ["count"]}}, "Command 1: A command is a mapping"),
        ({"scenario": {"commands": [{"do": "fly"}]}}, "Command 1: There is no verb 'fly'"),
        ({"scenario": {"commands": [count(), count("Nobody")]}}, "Command 2: Nobody of that name counts here"),
        ({"scenario": {"commands": [count(secret=True)] * 4}}, "Command 4: Anna has counted to three"),
        ({"scenario": {"dice": 5}}, "dice is a list of whole numbers"),
        ({"scenario": {"dice": [1, "2"]}}, "dice is a list of whole numbers"),
        ({"scenario": {"dice": [True]}}, "dice is a list of whole numbers"),
        ({"scenario": {"dice": [7], "commands": [END]}}, "Scripted face 1 is 7, but the next die is d6"),
    ],
)
def test_a_campaign_that_cannot_be_is_refused_and_nothing_is_written(new, tmp_path, options, words):
    with pytest.raises(GmkitError) as refused:
        new("refused", **options)
    assert words in str(refused.value)
    assert not (tmp_path / "refused").exists()


def test_all_that_is_wrong_is_said_at_once(new):
    with pytest.raises(NotAllowed) as refused:
        new(players=["gm", "7"], lang="de", settings={"nothing": 1}, scenario={"dice": 5, "layout": 1}, title=5)
    assert len(refused.value.reasons) == 7


@pytest.mark.parametrize("path", [5, None, "", "  ", "a\0b", b"x"])
def test_a_path_is_a_text(path):
    for call in (lambda: gmkit.open(path), lambda: gmkit.create(path, system="counting", players=["Anna"])):
        with pytest.raises(GmkitError, match="give its path as a text"):
            call()


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(GmkitError, match="is a file: name a folder"):
        gmkit.create(tmp_path / "notes.txt", system="counting", players=["Anna"])
    assert (tmp_path / "notes.txt").read_text("utf-8") == "mine"


def test_an_existing_campaign_is_never_overwritten(c):
    before = (c.path / "campaign.json").read_bytes()
    with pytest.raises(GmkitError, match=r"There is a campaign in .* already"):
        gmkit.create(c.path, system="counting", players=["Eve"])
    assert (c.path / "campaign.json").read_bytes() == before


def test_what_is_no_campaign_is_not_opened(tmp_path):
    for content in (None, "", "{}", "[]", "not json", '{"_default": {"1": {"a": 1}}}', "\x00\x00"):
        if content is not None:
            (tmp_path / "campaign.json").write_text(content, "utf-8")
        with pytest.raises(GmkitError) as refused:
            gmkit.open(tmp_path)
        assert str(refused.value).count("\n") <= 1


def rewritten(c: Any, **header: object) -> Path:
    """Returns the file of a campaign with another header."""
    c.close()
    path: Path = c.path / "campaign.json"
    data = json.loads(path.read_text("utf-8"))
    data["_gmkit"]["1"].update(header)
    from gmkit.store import layout

    documents = list(data["ledger"].values())
    stripped = [
        {name: value for name, value in document.items() if name not in ("n", "link")} for document in documents
    ]
    head = data["_gmkit"]["1"]
    path.write_bytes(layout.rendered(layout.Content(head, layout.linked(head, stripped))))
    return path


def test_an_unknown_system_is_refused_by_name(c):
    with pytest.raises(GmkitError, match="There is no system 'chess'; there are: "):
        gmkit.open(rewritten(c, system="chess"))


def test_a_header_without_a_system_is_refused(c):
    with pytest.raises(GmkitError, match="no campaign of gmkit"):
        gmkit.open(rewritten(c, system=None))


def test_a_newer_format_opens_for_reading_only(c):
    c.do(count())
    path = rewritten(c, format=99)
    before = path.read_bytes()
    with pytest.warns(CampaignNotice, match="newer format 99"):
        newer = gmkit.open(path)
    with newer:
        assert newer.view("gm").open == 1
        assert "newer format 99" in newer.notices[0]
        with pytest.raises(GmkitError, match="reading only"):
            newer.do(count())
    assert path.read_bytes() == before


# --- scenarios and scripted dice -------------------------------------------------------------------------------------


def test_a_scenario_file_is_read_with_or_without_a_mark(new: Callable[..., Any], tmp_path: Path):
    text = 'dice = [5]\ncommands = [{do = "count", player = "Борис"}]\n[settings]\nlimit = 5\n'
    for name, mark in (("a", b""), ("b", b"\xef\xbb\xbf")):
        file = tmp_path / f"{name}.toml"
        file.write_bytes(mark + text.encode())
        c = new(name, scenario=file)
        assert (c.view("gm").open, c.settings["limit"]) == (1, 5)
        assert "ends with a 5" in c.do(END)


@pytest.mark.parametrize(("content", "words"), [(b"x = ", "is no TOML"), (b"x = '\xff'", "is not UTF-8 text")])
def test_a_scenario_file_that_cannot_be_read_is_refused(new, tmp_path, content, words):
    (tmp_path / "s.toml").write_bytes(content)
    with pytest.raises(GmkitError, match=words):
        new("x", scenario=str(tmp_path / "s.toml"))


def test_what_a_scenario_s_commands_tell_stands_in_the_report_of_turn_0(new: Callable[..., Any]):
    c = new(scenario={"commands": [count(), count("Борис", secret=True)]})
    assert "Anna counts one on." in c.report(0)
    assert "Борис counts" not in c.report(0)
    assert "Борис counts one on." in c.report(0, "Борис")
    assert "Anna counts one on." not in c.do(END)


def test_settings_of_the_call_come_before_the_scenario_s(new: Callable[..., Any]):
    c = new(scenario={"settings": {"limit": 5, "first": False}}, settings={"limit": 3})
    assert c.settings == {"limit": 3, "first": False}


def test_scenario_dice_are_used_in_order_by_whatever_needs_them_then_chance_goes_on(new: Callable[..., Any]):
    c, plain = new("c", scenario={"dice": [2, 3, 4, 5]}), new("plain")
    assert "ends with a 2" in c.do(END)
    assert c.roll("2d6").faces == (3, 4)
    mixed = c.roll("3d6")
    plain.do(END)
    assert mixed.faces[0] == 5
    assert mixed.faces[1:] == plain.roll("3d6").faces[:2], "what the key gives is not shifted by the script"
    assert c.roll("2d6").faces != (5, 5)


def test_undo_puts_scripted_faces_back_and_redo_takes_them(new: Callable[..., Any]):
    c = new(scenario={"dice": [2, 3]})
    assert c.roll("d6").faces == (2,)
    c.undo()
    assert c.roll("d6", "again").faces == (2,)
    assert c.roll("d6").faces == (3,)
    c.undo()
    c.redo()
    assert c.ledger[c.ledger.to_frame().n.iloc[-2]].kind in ("undo", "redo")
    assert c._history.now.script == ()


def test_a_wrong_scripted_face_refuses_what_needed_it_and_counts_from_the_first(new: Callable[..., Any]):
    c = new(scenario={"dice": [2, 3, 9]})
    c.roll("2d6")
    with pytest.raises(NotAllowed, match="Scripted face 3 is 9, but the next die is d6"):
        c.do([count(), END])
    assert (c.turn, c.view("gm").open) == (1, 0)
    assert c._history.now.script == (9,)
    assert c.roll("d20").faces == (9,)


def test_dice_typed_by_hand_leave_the_queue_alone(new: Callable[..., Any]):
    c = new(scenario={"dice": [2]})
    c.roll("d6", faces=[6])
    assert c.roll("d6").faces == (2,)


def test_a_script_may_bring_dice_and_is_undone_with_them(c):
    results = c.do([{"do": "dice", "faces": [4, 1]}, END])
    assert "ends with a 4" in results[1]
    assert c.roll("d6").faces == (1,)
    c.undo()
    c.undo()
    assert c._history.now.script == ()


def test_an_entry_does_not_grow_with_the_dice_that_are_left(new: Callable[..., Any]):
    """P15: no entry holds what did not change."""
    c = new(scenario={"dice": [1] * 500})
    c.roll("d6")
    line = (c.path / "campaign.json").read_text("utf-8").splitlines()
    assert len(max((one for one in line if '"dice_taken"' in one), key=len)) < 700


def test_dice_are_the_gm_s_to_know(new: Callable[..., Any]):
    c = new(scenario={"dice": [1, 2, 3]})
    assert c.view("Anna").session.script == c.view("public").session.script == ()


def test_a_roll_s_entry_is_small(new: Callable[..., Any]):
    """C118, P15: at most 2 kB."""
    c = new()
    c.roll("4dF+2", "Иван лезет", actor="Ivan")
    assert len((c.path / "campaign.json").read_bytes().splitlines()[-3]) < 2048


def test_importing_gmkit_loads_no_campaign_pandas_or_widget():
    script = (
        "import gmkit, sys;"
        "heavy = {'pandas', 'matplotlib', 'ipywidgets', 'tinydb', 'pydantic', 'icepool', 'IPython', 'numpy'};"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_opening_a_campaign_and_acting_loads_no_pandas_or_widget(c):
    script = (
        "import gmkit, sys; from gmkit.systems import add_system; from tests.campaign.counting import COUNTING;"
        "add_system(COUNTING); c = gmkit.open(sys.argv[1]); c.roll('2d6'); c.do({'do': 'end_round'}); c.close();"
        "heavy = {'pandas', 'matplotlib', 'ipywidgets', 'icepool', 'IPython', 'openpyxl'};"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script, str(c.path)], check=True)


def test_a_key_and_clock_give_equal_creations(new: Callable[..., Any]):
    files = [(new(name).path / "campaign.json").read_bytes() for name in ("one", "other")]
    assert files[0] == files[1]
    assert noon().tzinfo is dt.UTC


@pytest.mark.parametrize("more", [{}, {"id": "spring"}])
def test_no_campaign_begins_among_the_backups_of_a_lost_one(tmp_path, more):
    """C099, P10: they would be pushed out by those of the new one."""
    given = {"system": "zone", "players": ["Anna"], "lang": "ru", **more}
    with gmkit.create(tmp_path, **given) as c:
        c.roll("d6")
    care.backup(tmp_path)
    whole = (tmp_path / "campaign.json").read_bytes()
    (tmp_path / "campaign.json").unlink()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(GmkitError, match="верните его командой gmkit restore"):
        gmkit.create(tmp_path, **given)
    assert sorted(tmp_path.rglob("*")) == before
    care.restore(tmp_path)
    assert (tmp_path / "campaign.json").read_bytes() == whole
