"""Views, reports and the ledger: what each viewer may know, and nothing that leads further (sharing.md S1-S5)."""

from __future__ import annotations

import copy
import csv
import datetime as dt
import json
import pickle
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import openpyxl
import pytest

import gmkit
from gmkit.campaign.export import defused
from gmkit.errors import GmkitError, NotAllowed
from gmkit.words import set_language
from tests.campaign.conftest import noon

END = {"do": "end_round"}
VIEWERS = ("public", "Anna", "Борис")


def count(player: str = "Anna", **more: object) -> dict[str, object]:
    return {"do": "count", "player": player, **more}


def everything_under(root: object) -> Iterator[object]:
    """Gives every object that can be reached from *root* by attributes, items, closures and bound methods."""
    seen: dict[int, object] = {}
    left = [root]
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, (type, types.ModuleType)):
            continue
        seen[id(one)] = one
        yield one
        if isinstance(one, dict):
            left += [*one.keys(), *one.values()]
        elif isinstance(one, (list, tuple, set, frozenset)):
            left += one
        elif isinstance(one, types.FunctionType):
            left += [cell.cell_contents for cell in one.__closure__ or ()]
            left += [*(one.__defaults__ or ())]
        elif isinstance(one, types.MethodType):
            left += [one.__self__, one.__func__]
        left += list(getattr(one, "__dict__", {}).values())
        for kind in type(one).__mro__:
            slots = kind.__dict__.get("__slots__", ())
            left += [
                getattr(one, name) for name in ([slots] if isinstance(slots, str) else slots) if hasattr(one, name)
            ]


def texts_under(root: object) -> str:
    return "\n".join(one for one in everything_under(root) if isinstance(one, str))


@pytest.fixture
def told(c: Any) -> Any:
    """A campaign with something for everybody, and something for nobody but the GM."""
    c.do([count(secret=True), count("Борис", secret=True), count()])
    c.ledger.add("canary-note of the GM")
    c.ledger.add("canary-for-anna", seen_by="Anna")
    c.tell("Борис", "canary-for-boris")
    c.roll("2d6", "canary-hidden-roll", actor="Canaryman", seen_by="gm")
    c.phrase("Борис", "canary-phrase-sent")
    c.edit("open", {"open": 5}, reason="canary-reason")
    c.do(END)
    c.ledger.add("canary-second note")
    c.undo("canary-undo-reason")
    return c


def test_a_view_leads_to_nothing_that_its_viewer_was_not_told(told):
    key = told._file.documents[0]["events"][1]["key"]
    hidden = [
        "canary-note",
        "canary-hidden-roll",
        "Canaryman",
        "canary-reason",
        "canary-second",
        "canary-undo-reason",
        key,
    ]
    allowed = {
        "Anna": ["canary-for-anna"],
        "Борис": ["canary-for-boris"],
        "public": [],
    }
    for viewer in VIEWERS:
        view = told.view(viewer)
        view.report(1)
        _ = view.open
        reached = texts_under(view) + texts_under(view.ledger) + texts_under(view._seen)
        others = [text for name, own in allowed.items() if name != viewer for text in own]
        for text in [*hidden, *others]:
            assert text not in reached, (viewer, text)
        for text in allowed[viewer]:
            assert text in reached, "the walk finds what is there"


def test_the_walk_finds_what_the_gm_s_view_holds(told):
    reached = texts_under(told.view("gm"))
    assert "canary-note of the GM" in reached
    assert told._file.documents[0]["events"][1]["key"] in reached


def test_a_view_holds_no_campaign_file_history_or_kernel(told):
    kinds = {type(one).__name__ for viewer in VIEWERS for one in everything_under(told.view(viewer))}
    assert not kinds & {"Campaign", "CampaignFile", "History", "Listener", "Decider", "Writer", "TinyDB"}


def test_audiences_never_leave_the_gm(told):
    for viewer in VIEWERS:
        assert all("to" not in row.event and row.document == 0 for row in told.view(viewer).ledger._rows)


def test_a_phrase_is_a_public_event_of_the_closing_only(c):
    c.phrase("Борис", "by the river")
    assert "by the river" not in texts_under(c.view("Anna"))
    c.do(END)
    assert "Phrases in the dice of this turn: Борис: by the river" in c.report(1)


def everything_of(view: Any) -> str:
    reports = [
        view.report(turn, form, lang)
        for turn in view.turns
        for form in ("md", "html", "bbcode")
        for lang in ("en", "ru")
    ]
    rows = [repr(row) for row in view.ledger.rows()]
    return "\n".join([repr(view.session), *rows, *reports, repr(view.ledger), repr(view), repr(view.ledger.page(1))])


def test_what_is_hidden_makes_no_difference_byte_for_byte(new: Callable[..., Any]):
    plain, busy = new("plain"), new("busy")
    for c in (plain, busy):
        hides = c is busy
        if hides:
            c.ledger.add("note")
            c.do(count("Борис", secret=True))
            c.roll("2d6", actor="Anna", seen_by="gm")
            c.roll("2d6", actor="Anna", seen_by="Борис")
        c.do(count())
        c.roll("2d6", "climb", actor="Anna")
        if hides:
            c.do(count("Борис", secret=True))
            c.undo()
            c.tell("Борис", "psst")
        c.do(END)
        if hides:
            c.ledger.add("note")
            c.phrase("Борис", "x")
            c.undo()
        c.do(count())
        c.undo()
        c.do(END)
    for viewer in ("public", "Anna"):
        assert everything_of(plain.view(viewer)) == everything_of(busy.view(viewer))
    assert everything_of(plain.view("Борис")) != everything_of(busy.view("Борис"))


def test_a_player_s_lines_are_numbered_without_gaps(told):
    for viewer in ("gm", *VIEWERS):
        frame = told.view(viewer).ledger.to_frame()
        assert list(frame.n) == list(range(1, len(frame) + 1))


def test_times_are_the_report_s_and_blank_before_it_is_out(new: Callable[..., Any]):
    minutes = iter(range(60))
    c = new(clock=lambda: dt.datetime(2026, 3, 1, 12, next(minutes), tzinfo=dt.UTC))
    c.do(count())
    assert list(c.view("Anna").ledger.to_frame()["at"]) == ["2026-03-01T12:00:00Z"] * 3 + [""]
    c.do(END)
    c.do(count())
    ats = list(c.view("Anna").ledger.to_frame()["at"])
    assert ats == ["2026-03-01T12:00:00Z"] * 3 + ["2026-03-01T12:02:00Z"] * 2 + [""]
    assert list(c.ledger.to_frame()["at"])[3:] == [f"2026-03-01T12:0{minute}:00Z" for minute in (1, 2, 3)]


def test_the_ledger_of_a_player_has_no_seen_by(told):
    columns = ["n", "turn", "at", "actor", "kind", "text", "roll", "result"]
    assert list(told.ledger.to_frame()) == [*columns, "seen_by", "undone"]
    assert list(told.view("Anna").ledger.to_frame()) == [*columns, "undone"]
    assert set(told.ledger.to_frame().seen_by) == {"all", "gm", "Anna", "Борис"}


def test_a_frame_has_the_same_types_however_few_lines_it_has(c):
    full, empty = c.ledger.to_frame(), c.view("gm").ledger._frame([])
    assert list(full.dtypes) == list(empty.dtypes)
    assert str(full.result.dtype) == "Int64"
    assert full.n.dtype == full.turn.dtype == "int64"
    assert full.undone.dtype == bool


def test_a_view_is_a_snapshot(c):
    view, before = c.view("Anna"), everything_of(c.view("Anna"))
    c.do(count())
    c.do(END)
    c.undo()
    assert everything_of(view) == before
    assert c.view("Anna").open == 1


def test_what_a_page_says_stays_and_later_discoveries_stand_on_later_pages(c):
    c.do(END)
    first = c.report(1, "Anna")
    c.tell("Anna", "It was Борис in round 1.")
    c.ledger.add("misread", turn=1, seen_by="all")
    c.do(END)
    assert c.report(1, "Anna") == first
    assert "It was Борис" in c.report(2, "Anna")
    assert "About turn 1: misread" in c.report(2, "Anna")


def test_a_view_as_it_stood_at_the_end_of_a_turn(c):
    c.do([count(), END, count("Борис"), END])
    assert [c.view("Anna", turn=turn).open for turn in (0, 1, 2)] == [0, 1, 2]
    assert c.view("Anna", turn=1).turns == [0, 1]
    assert len(c.view("Anna", turn=0).ledger) == 3
    for wrong in (3, 7, -1):
        with pytest.raises(NotAllowed, match="is not closed; there are reports for 0, 1, 2"):
            c.view("Anna", turn=wrong)
    with pytest.raises(NotAllowed):
        c.view("Anna", turn=True)


def test_opening_a_view_never_writes(told):
    before = (told.path / "campaign.json").read_bytes()
    for viewer in ("gm", *VIEWERS):
        everything_of(told.view(viewer))
    assert (told.path / "campaign.json").read_bytes() == before


def test_changing_what_a_view_gave_changes_nothing(c):
    c.do(count(secret=True))
    c.view("Anna").secret["s1"] = 99
    c.view("gm").state.secret["s1"] = 99
    c.settings["limit"] = 99
    frame = c.view("Anna").ledger.to_frame()
    frame.loc[0, "text"] = "changed"
    assert c.view("Anna").secret == c.view("gm").secret == {"s1": 1}
    assert c.settings["limit"] == 3
    assert c.view("Anna").ledger[1].text == "T: the game begins."


def test_a_view_can_be_copied_and_pickled_without_end(c):
    view = c.view("Anna")
    assert everything_of(copy.copy(view)) == everything_of(view)
    with pytest.raises(AttributeError):
        _ = view.no_such_name
    with pytest.raises(AttributeError):
        _ = view._no_such_name
    assert pickle.loads(pickle.dumps(view.ledger.rows())) == view.ledger.rows()


@pytest.mark.parametrize("viewer", ["GM", "gm", " Public ", "анна", 5, None, "", "s1", "gm:Anna"])
def test_a_viewer_is_gm_public_or_a_player(c, viewer):
    if isinstance(viewer, str) and viewer.strip().casefold() in ("gm", "public"):
        assert c.view(viewer).viewer == viewer.strip().casefold()
        return
    with pytest.raises(NotAllowed, match="viewer"):
        c.view(viewer)


def test_a_player_is_found_however_the_name_is_typed(new: Callable[..., Any]):
    c = new(players=["Йорик Ёжиков"])
    for typed in ("йорик ежиков", "ЙОРИК  ЁЖИКОВ", "И\u0306орик Е\u0308жиков"):
        assert c.view(typed).viewer == "Йорик Ёжиков"
        c.tell(typed, "hello")
    assert len(c.view("Йорик Ёжиков").ledger) == 5


# --- reports ---------------------------------------------------------------------------------------------------------


def test_the_report_of_turn_0_is_the_start_with_the_key_s_hash(c):
    assert c._history.now.key_hash in c.report(0)
    assert "Anna joins." in c.report(0)
    assert "prove nothing" in c.report(0)
    assert "SHA-256" not in c.do(END)


def test_a_campaign_without_a_given_key_says_nothing_of_teaching(new: Callable[..., Any]):
    c = new(key=None)
    assert "prove nothing" not in c.report(0)


@pytest.mark.parametrize("turn", [1, 2, -1, "1", 1.0, True, None, [0]])
def test_a_turn_not_closed_is_refused(c, turn):
    with pytest.raises(NotAllowed, match="is not closed; there are reports for 0"):
        c.report(turn)


def test_equal_input_gives_equal_bytes(told):
    for form in ("md", "html", "bbcode"):
        assert told.report(1, "Anna", form) == told.report(1, "Anna", form)
    assert told.report(turn=1, player="Anna", format="md", lang=None) == told.report(1, "Anna", lang="en")


def test_a_report_speaks_the_language_asked_for(told):
    assert told.report(0, lang="ru") != told.report(0, lang="en")
    assert "Анна" not in told.report(0, lang="ru"), "names are never translated"


@pytest.mark.parametrize("options", [{"format": "pdf"}, {"format": None}, {"format": 3}, {"lang": "de"}, {"lang": 3}])
def test_an_unknown_format_or_language_is_refused(c, options):
    with pytest.raises(GmkitError) as refused:
        c.report(0, **options)
    assert str(next(iter(options.values()))) in str(refused.value)


def test_every_public_act_of_a_turn_stands_exactly_once_in_its_report(c):
    """C147."""
    c.do([count(), count("Борис")])
    c.roll("2d6", "climb", actor="Ivan")
    report = c.do(END)
    for text in ("Anna counts one on.", "Борис counts one on.", "climb: ", "The round ends with"):
        assert report.count(text) == 1, text


def test_several_turns_in_one_go_give_several_full_reports(c):
    """C121."""
    c.do([count(), END, count("Борис"), END, count(), END])
    assert [c.report(turn).count("counts one on") for turn in (1, 2, 3)] == [1, 1, 1]


# --- the ledger ------------------------------------------------------------------------------------------------------


def test_pages_show_every_line_once_newest_first(c):
    for number in range(120):
        c.ledger.add(f"line {number}")
    ledger = c.ledger
    shown = [row.n for page in range(1, ledger.page(1).pages + 1) for row in ledger.page(page).rows]
    assert shown == list(range(123, 0, -1))
    assert ledger.page(1).total == 123
    assert ledger.page(99).number == 3
    assert [row.text for row in ledger.page(1, kind="seated").rows] == ["Борис joins.", "Anna joins."]
    assert ledger.page(1, seen_by="gm").total == 120
    assert ledger.page(1, turn=0).total == 3
    assert ledger.page(1, actor="gm").total == 120


@pytest.mark.parametrize("viewer", ["gm", "Anna", "public"])
def test_a_ledger_is_gone_through_line_by_line_oldest_first(c, viewer):
    c.ledger.add("a secret")
    ledger = c.view(viewer).ledger
    assert [row.n for row in ledger] == list(range(1, len(ledger) + 1))
    assert list(ledger) == ledger.rows()
    assert list(reversed(ledger)) == ledger.rows()[::-1]
    assert ledger[1] in ledger
    assert (c.ledger[4] in ledger) == (viewer == "gm")
    assert [row.text for row in c.ledger][-1] == "a secret"


@pytest.mark.parametrize("number", [0, 4, -1, "1", 1.5, True, None])
def test_a_line_that_is_not_there_is_refused(c, number):
    with pytest.raises(NotAllowed, match="The ledger has lines 1 to 3"):
        c.ledger[number]


@pytest.mark.parametrize("options", [{"number": "x"}, {"size": 0}, {"size": -1}, {"size": 1.5}])
def test_a_page_s_number_and_size_are_whole_numbers(c, options):
    with pytest.raises(NotAllowed, match="whole numbers from 1"):
        c.ledger.page(**options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"turn": "1"}, "A turn is a whole number, not '1'"),
        ({"turn": 1.5}, "A turn is a whole number, not 1.5"),
        ({"actor": 5}, "actor is a text, not 5"),
        ({"kind": ["rolled"]}, "kind is a text"),
        ({"seen_by": 1.5}, "seen_by is a text"),
    ],
)
def test_a_filter_of_another_type_is_refused_and_shows_no_empty_page(c, options, words):
    with pytest.raises(NotAllowed, match=words):
        c.ledger.page(1, **options)
    with pytest.raises(NotAllowed, match="kind is a text"):
        c.ledger.kind_name(5)


FORMULAS = ["=1+1", "+1", "-1, 0", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1+1", "−1", "\u200b=1", "'=1", "-"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_that_looks_like_a_formula_is_defused(text):
    assert defused(text) == "'" + text


def test_other_texts_are_left_as_they_are():
    for text in ("", "Anna", "2d6: [3, 4] = 7", "1 = 1", "мы — здесь", 5, None, True):
        assert defused(text) == text


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".json"])
def test_an_exported_ledger_reads_back_with_nothing_that_runs(c, tmp_path, suffix):
    texts = ['=HYPERLINK("http://x","y")', "-1, 0", 'a;b,c\n"d"', "bell \x07 and \x00", "Ёжик", "x" * 40_000]
    for text in texts:
        c.ledger.add(text)
    c.roll("-d6", faces=[3])
    target = c.ledger.export(tmp_path / f"out{suffix}")
    rows = c.ledger.to_frame().to_dict("records")
    if suffix == ".json":
        read = json.loads(target.read_text("utf-8"))
        assert [row["text"] for row in read] == [row["text"] for row in rows]
        assert read[-1]["result"] == -3
    elif suffix == ".csv":
        assert target.read_bytes().startswith(b"\xef\xbb\xbf")
        with target.open(encoding="utf-8-sig", newline="") as file:
            read = list(csv.DictReader(file))
        assert [row["text"] for row in read][3:9] == [defused(text) for text in texts]
        assert read[-1]["result"] == "-3"
        assert read[-1]["roll"].startswith("'-d6")
    else:
        sheet = openpyxl.load_workbook(target)["ledger"]
        cells = [cell for row in sheet.iter_rows() for cell in row]
        assert all(cell.data_type != "f" for cell in cells)
        table = [[cell.value for cell in row] for row in sheet.iter_rows()]
        assert table[0] == list(c.ledger.to_frame())
        assert table[4][5] == "'" + texts[0]
        assert table[7][5] == "bell _x0007_ and _x0000_"  # signs that XML cannot hold
        assert len(table[9][5]) == 32_767
        assert table[-1][7] == -3


def test_a_player_s_export_has_no_seen_by(told, tmp_path):
    target = told.view("Anna").ledger.export(tmp_path / "anna.csv")
    assert "seen_by" not in target.read_text("utf-8-sig")


@pytest.mark.parametrize("name", ["out.pdf", "out", "campaign.json", "no/such/folder/out.csv", ".csv"])
def test_an_export_that_cannot_be_is_refused(c, name):
    before = (c.path / "campaign.json").read_bytes()
    with pytest.raises(NotAllowed):
        c.ledger.export(c.path / name)
    with pytest.raises(NotAllowed):
        c.ledger.export(5)
    assert (c.path / "campaign.json").read_bytes() == before


def test_reprs_are_one_stable_line(c):
    c.do(count())
    results = [
        c,
        c.view("Anna"),
        c.ledger,
        c.do([count(), count()]),
        c.roll("2d6", "a\nb"),
        c.ledger[1],
        c.tell("Anna", "a\nb"),
    ]
    for one in results:
        assert "\n" not in repr(one), repr(one)
        assert " at 0x" not in repr(one), repr(one)
    assert repr(c) == "Campaign('T', counting, turn 1)"
    assert repr(c.view("Anna")) == "View('Anna', counting, turn 1)"


def test_the_ledger_shows_as_a_table_with_people_s_text_escaped(c):
    c.ledger.add("<script>alert(1)</script>")
    assert "<script>" not in c.ledger._repr_html_()
    assert "&lt;script&gt;" in c.ledger._repr_html_()


def test_a_history_and_a_ledger_are_shown_whole_in_the_campaigns_language(tmp_path):
    with gmkit.create(tmp_path / "Игра", system="zone", players=["Аня", "<b>"], lang="ru", key="k", clock=noon) as c:
        c.ledger.add("слово " * 60)
        c.undo("п" * 200 + "<i>")
        history, ledger = c.history()._repr_html_(), c.ledger._repr_html_()
        assert ("слово " * 60).strip() in ledger
        assert "п" * 200 + "&lt;i&gt;" in history
        for html, heads in ((history, ("Команда", "Игроки видели", "Отменено")), (ledger, ("Кто", "Кому сказано"))):
            assert "Время (UTC)" in html
            assert all(f">{head}</th>" in html for head in heads)
            assert "<b>" not in html
            assert "2026-03-01 12:00<" in html
            assert not [word for word in ("False", "True", "NA", "None", "nan", "...") if f">{word}<" in html]
        chosen = c.history()[["n", "text"]]
        assert ">Что произошло</th>" in chosen._repr_html_()
        assert list(chosen.columns) == ["n", "text"]
        assert c.history().undone.sum() == 1


def test_a_roster_is_shown_with_numbers_as_its_readers_write_them(tmp_path):
    (tmp_path / "r.csv").write_text("Имя;Сила\nЕва;2,5\nЯн;1 000\n", "utf-8")
    table = gmkit.read_table(tmp_path / "r.csv")
    set_language("ru")
    assert [f">{text}<" in table._repr_html_() for text in ("2,5", "1000")] == [True, True]
    set_language("en")
    assert ">2.5<" in table._repr_html_()
    assert table["Сила"] == [2.5, 1000]


def test_a_notice_is_printed_as_its_sentence_without_pythons_words(tmp_path):
    folder = tmp_path / "Весна"
    gmkit.create(folder, system="zone", players=["Аня", "Борис"], lang="ru").close()
    file = folder / "campaign.json"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    code = f"import gmkit, warnings; gmkit.open({str(folder)!r}).close(); warnings.warn('other')"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)
    first = said.stderr.splitlines()[0]
    assert first.startswith("Весна: Другая программа сохранила campaign.json")
    assert "CampaignNotice" not in said.stderr
    assert "UserWarning: other" in said.stderr
