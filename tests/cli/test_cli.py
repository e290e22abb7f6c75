"""The shell's verbs: what each prints and writes, exit 0, and exit 2 with one sentence where the input is refused."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import openpyxl
import pytest

import gmkit
from gmkit import cli
from gmkit.systems import add_system
from tests.campaign.counting import COUNTING

SCRIPT = """
dice = [4, 2]

[[commands]]
do = "count"
player = "Анна"

[[commands]]
do = "end_round"

[[commands]]
do = "roll"
notation = "d6"
text = "лезет"
"""


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Callable[..., SimpleNamespace]:
    """Returns a function that makes one call and returns its exit code, output and error."""
    add_system(COUNTING)

    def call(*words: object) -> SimpleNamespace:
        code = cli.main([str(word) for word in words])
        out = capsys.readouterr()
        return SimpleNamespace(code=code, out=out.out, err=out.err)

    return call


@pytest.fixture
def path(shell: Callable[..., SimpleNamespace], tmp_path: Path) -> Path:
    made = shell("new", tmp_path / "c", "--system", "counting", "--players", "Анна,Борис", "--key", "k", "--title", "T")
    assert (made.code, made.err) == (0, "")
    return tmp_path / "c"


@pytest.fixture
def played(shell: Callable[..., SimpleNamespace], path: Path) -> Path:
    (path / "s.toml").write_text(SCRIPT, "utf-8")
    assert shell("do", path, path / "s.toml").code == 0
    return path


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


class Terminal(io.StringIO):
    """What is written to a terminal that is 70 columns wide."""

    def isatty(self) -> bool:
        return True


VERBS = (
    "new",
    "do",
    "show",
    "ledger",
    "report",
    "undo",
    "redo",
    "check",
    "repair",
    "backup",
    "restore",
    "odds",
    "roll",
)


@pytest.mark.parametrize("verb", ["", *VERBS, "lab"])
def test_every_verb_has_help(shell, verb):
    help_ = shell(*([verb] if verb else []), "--help")
    assert help_.code == 0
    assert help_.err == ""
    assert help_.out.startswith("Usage: gmkit")


@pytest.mark.parametrize("verb", ["", *VERBS, "lab"])
def test_the_frame_of_the_help_is_in_the_shell_s_language(shell, monkeypatch, verb):
    monkeypatch.setattr(cli, "_LANG", "ru")
    help_ = shell(*([verb] if verb else []), "--help").out
    assert help_.startswith("Вызов: gmkit")
    assert help_.split("\n")[0].count("[ПАРАМЕТРЫ]") == 1
    assert "Показать эту справку." in help_
    english = ("Usage", "OPTIONS", "Options", "Arguments", "Commands", "required", "default:", "Show this", "<path>")
    assert not [word for word in english if word in help_]


@pytest.mark.parametrize(
    ("named", "here", "lang"),
    [
        ({"LANG": "ru_RU.UTF-8"}, ("en_US", "UTF-8"), "ru"),
        ({"LANG": "en_US.UTF-8"}, ("ru_RU", "UTF-8"), "en"),
        ({"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, (None, None), "en"),
        ({}, ("Russian_Russia", "1251"), "ru"),
        ({}, ("English_United States", "1252"), "en"),
        ({}, (None, None), "en"),
    ],
)
def test_the_shell_s_language_is_found_where_no_variable_names_it(monkeypatch, named, here, lang):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(cli.locale, "getlocale", lambda: here)
    assert cli._shell_language() == lang


def test_no_verb_is_a_call_for_help(shell):
    assert shell().out == shell("--help").out


# --- new -------------------------------------------------------------------------------------------------------------


def test_new_creates_a_campaign(shell, tmp_path):
    made = shell("new", tmp_path / "Весна", "--system", "counting", "--players", " Анна , Борис ", "--lang", "ru")
    assert (made.code, made.err) == (0, "")
    assert made.out == f"Счёт: кампания создана в {tmp_path / 'Весна'}.\n"
    with gmkit.open(tmp_path / "Весна") as c:
        assert (c.players, c.lang, c.system) == (("Анна", "Борис"), "ru", "counting")


def test_new_takes_a_scenario_file(shell, tmp_path):
    (tmp_path / "s.toml").write_text('commands = [{do = "count", player = "Anna"}]\n', "utf-8")
    words = ("new", tmp_path / "c", "--system", "counting", "--players", "Anna", "--scenario", tmp_path / "s.toml")
    assert shell(*words).code == 0
    with gmkit.open(tmp_path / "c") as c:
        assert c.view("gm").open == 1
    again = shell(*words)
    assert (again.code, again.out) == (2, "")
    assert "not overwritten; use gmkit.open" in again.err


def test_new_with_an_id_can_be_called_again(shell, tmp_path):
    words = ("new", tmp_path / "c", "--system", "counting", "--players", "Anna", "--id", "spring", "--key", "k")
    assert [shell(*words).code, shell(*words).code] == [0, 0]


# --- do --------------------------------------------------------------------------------------------------------------


def test_do_runs_a_toml_file_with_dice_and_prints_what_happened(shell, path):
    (path / "s.toml").write_bytes(b"\xef\xbb\xbf" + SCRIPT.encode())
    done = shell("do", path, path / "s.toml")
    assert (done.code, done.err) == (0, "")
    assert "Анна counts one on." in done.out
    assert "The round ends with a 4." in done.out
    assert "d6: [2] = 2" in done.out


@pytest.mark.parametrize(
    "data",
    [
        b'[{"do": "count", "player": "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0"}]',
        b'\xef\xbb\xbf[ {"do": "count", "player": "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0"} ]',
        b'{"commands": [{"do": "count", "player": "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0"}], "dice": [1]}',
        '[[commands]]\ndo = "count"\nplayer = "Анна"'.encode(),
        '\ufeff[[commands]]\r\ndo = "count"\r\n\ufeffplayer = "Анна"\r\n'.encode(),
        'commands = [{do = "count", player = "Анна"}]'.encode(),
    ],
)
def test_do_reads_toml_and_json_from_stdin_marks_and_all(shell, path, monkeypatch, data):
    feed(monkeypatch, data)
    done = shell("do", path, "-")
    assert (done.code, done.out, done.err) == (0, "Анна counts one on.\n", "")


def test_do_is_all_or_none(shell, path, monkeypatch):
    before = (path / "campaign.json").read_bytes()
    feed(monkeypatch, '[{"do": "count", "player": "Анна"}, {"do": "count", "player": "Кто"}]'.encode())
    refused = shell("do", path, "-")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "Command 2: Nobody of that name counts here: Кто.\n"
    assert (path / "campaign.json").read_bytes() == before


def test_do_with_an_id_acts_once(shell, played):
    done = shell("do", played, played / "s.toml", "--id", "one")
    assert shell("do", played, played / "s.toml", "--id", "one").out == done.out
    with gmkit.open(played) as c:
        assert c.turn == 3


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "holds no commands"),
        (b"[]", "Give one command, or a list of at least one"),
        (b"5", "holds no commands"),
        (b"commands = 5", "commands is a list of commands, not 5."),
        (b"commands = []", "holds no commands"),
        (b"orders = []", "stdin has no 'orders'; it takes commands, dice."),
        (b"x = ", "stdin is no TOML"),
        (b'[{"do": ', "stdin is no JSON"),
        (b"\xff\xfe", "stdin is not UTF-8 text"),
        (b'dice = ["a"]\n[[commands]]\ndo = "x"', "dice is a list of whole numbers"),
        (b"commands = [5]", "Command 1: A command is a mapping"),
        (b'commands = [{do = "count", player = 2026-01-01}]', "Command 1: count: player is a text"),
        (b'[{"do": "undo"}]', "undo stands alone"),
    ],
)
def test_do_refuses_what_is_no_script(shell, path, monkeypatch, data, words):
    feed(monkeypatch, data)
    refused = shell("do", path, "-")
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err
    assert refused.err.count("\n") == 1


def test_do_refuses_a_file_that_is_not_there(shell, path):
    assert shell("do", path, path / "no.toml").err.startswith(f"{path / 'no.toml'} cannot be read")


# --- show, ledger, report --------------------------------------------------------------------------------------------


def test_show_tells_where_a_campaign_stands(shell, played):
    shown = shell("show", played)
    assert shown.code == 0
    assert shown.out.startswith("T · Counting · Round 2\nPlayers: Анна, Борис\n\n")
    assert shown.out.endswith("6  лезет: d6: [2] = 2\n")


def test_show_tells_of_a_zone_who_is_where_and_who_is_awaited(shell, tmp_path, monkeypatch):
    with gmkit.create(tmp_path / "z", system="zone", players=["Аня", "Борис"], lang="ru", key="k", title="Весна") as c:
        c.game.order("Аня", "X+")
        c.game.order("Борис", "X-")
        c.undo()
    shown = {who: shell("show", tmp_path / "z", "--as", who).out for who in ("gm", "Аня", "Борис", "public")}
    assert all(text.startswith("Весна · Зона · День 1\nИгроки: Аня, Борис\n\nНомер  Игрок") for text in shown.values())
    awaited = {who: [line for line in text.splitlines() if line.startswith("Ждём")] for who, text in shown.items()}
    with gmkit.open(tmp_path / "z") as c:
        (number,) = c.game.waiting
        c.game.order("Борис", "X-")
    assert awaited["gm"] == awaited["Борис"] == [f"Ждём: {number} (Борис)"]
    assert awaited["Аня"] == awaited["public"] == []
    assert "Ждать никого не нужно." in shell("show", tmp_path / "z").out
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    assert cli.main(["show", str(tmp_path / "z")]) == 0
    assert max(map(len, terminal.getvalue().splitlines())) <= 40


@pytest.mark.parametrize("system", ["alter_ego", "fudge"])
def test_show_tells_of_a_fight_whose_turn_it_is(shell, tmp_path, system):
    with gmkit.create(tmp_path / "f", system=system, players=["Аня"], lang="ru", key="k", title="Бой") as c:
        c.game.character("Ратмир", player="Аня")
        c.game.character("Волк")
        c.game.fight("У ворот")
        c.game.initiative()
        named = {"Ратмир": "Ратмир (Аня)", "Волк": "Волк"}
        first, last = c.game.order
        expected = f"\n\nУ ворот, круг 1\nПорядок: {first}, {last}\n"
        assert f"{expected}Ждём: " in (asked := shell("show", tmp_path / "f").out)
        assert {*asked.split("Ждём: ")[1].splitlines()[0].split(", ")} == {*named.values()}
        for name in c.game.order[::-1]:
            c.game.declare(name)
        c.game.next()
        assert f"{expected}Действует: {named[first]}\n\n" in shell("show", tmp_path / "f").out
        c.game.end_fight()
    over = shell("show", tmp_path / "f").out
    assert "Порядок" not in over
    assert "Ждать" not in over, "outside a fight nobody declares anything"


def test_show_as_json_is_what_the_viewer_knows(shell, path, monkeypatch):
    feed(monkeypatch, '[{"do": "count", "player": "Анна", "secret": true}]'.encode())
    shell("do", path, "-")
    shown = {
        viewer: json.loads(shell("show", path, "--as", viewer, "--json").out) for viewer in ("gm", "Анна", "Борис")
    }
    assert shown["gm"]["state"] == shown["Анна"]["state"] == {"open": 0, "secret": {"s1": 1}}
    assert shown["Борис"]["state"] == {"open": 0, "secret": {}}
    assert shown["gm"]["players"] == ["Анна", "Борис"]
    assert (shown["gm"]["turn"], shown["gm"]["system"], shown["gm"]["turns"]) == (1, "counting", [0])


def test_ledger_prints_a_table_csv_and_json(shell, played):
    assert "The round ends with a 4." in shell("ledger", played).out
    rows = list(csv.DictReader(io.StringIO(shell("ledger", played, "--format", "csv").out)))
    assert rows[3]["text"] == "Анна counts one on."
    assert "seen_by" in rows[0]
    rows = json.loads(shell("ledger", played, "--format", "json", "--as", "Анна").out)
    assert rows[-1]["result"] == 2
    assert "seen_by" not in rows[0]


def test_the_ledger_s_table_is_readable_in_a_terminal(shell, tmp_path, monkeypatch):
    with gmkit.create(tmp_path / "с", system="counting", players=["Анна"], lang="ru", key="k") as c:
        c.roll("d6", "лезет " + "очень " * 30)
        c.tell("Анна", "дым\x1b[31m\nи огонь" + "х" * 200)
        c.undo()
    printed = shell("ledger", tmp_path / "с").out.splitlines()
    heads = "№ Ход Время (UTC) Кто Кому сказано Отменено Что произошло"
    assert " ".join(printed[0].split()) == heads
    assert len(printed) == 6, "a line each where nobody looks on"
    assert not [word for word in ("NA", "True", "False", "\x1b") if word in "".join(printed)]
    assert printed[3].endswith("очень : d6: [3] = 3")

    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    assert cli.main(["ledger", str(tmp_path / "с"), "--as", "Анна"]) == 0
    lines = terminal.getvalue().splitlines()
    assert max(map(len, lines)) <= 70
    assert terminal.getvalue().count("очень") == 30, "nothing is cut off"
    assert terminal.getvalue().count("х") == 200
    assert "Кому" not in lines[0]


def test_ledger_writes_a_file_by_its_ending_or_format(shell, played, tmp_path):
    for name, options in (("a.csv", ()), ("a.xlsx", ()), ("a.json", ()), ("a.out", ("--format", "csv"))):
        written = shell("ledger", played, "-o", tmp_path / name, *options)
        assert (written.code, written.err) == (0, ""), name
    assert openpyxl.load_workbook(tmp_path / "a.xlsx")["ledger"].max_row == 7
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "a.out").read_bytes()
    assert (tmp_path / "a.csv").read_bytes().startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--format", "pdf"), "table, csv, json or xlsx, not pdf"),
        (("--format", "xlsx"), "name a file with -o"),
        (("--as", "Кто"), "There is no viewer 'Кто'"),
        (("-o", "no/such/folder/a.csv"), "cannot be written"),
        (("-o", "campaign.json"), "is a campaign: write to another file."),
    ],
)
def test_ledger_refuses(shell, played, options, words):
    refused = shell("ledger", played, *options)
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err


def test_report_prints_what_the_campaign_s_report_is(shell, played):
    with gmkit.open(played) as c:
        expected = c.report(1, "Анна", "bbcode", "ru")
    printed = shell("report", played, "--turn", 1, "--as", "Анна", "--format", "bbcode", "--lang", "ru")
    assert (printed.code, printed.out, printed.err) == (0, str(expected), "")
    with gmkit.open(played) as c:
        assert "sent" not in set(c.history().did), "what is printed has not left the GM's hands"


def test_report_saved_counts_as_sent_to_whom_it_is_for(shell, played, tmp_path):
    public = shell("report", played, "--turn", 0, "-o", tmp_path / "0.md")
    assert (public.code, public.out) == (0, f"{tmp_path / '0.md'} is written.\n")
    shell("report", played, "--turn", 1, "--as", "Анна", "--format", "html", "-o", tmp_path / "1.html")
    shell("report", played, "--turn", 1, "--as", "gm", "-o", tmp_path / "gm.md")
    with gmkit.open(played) as c:
        assert list(c.history().text.tail(2)) == [
            "The public report of turn 0 was sent.",
            "The report of turn 1 was sent to Анна.",
        ]
        assert c.undo_takes_back_seen() is not None
        assert (tmp_path / "1.html").read_text("utf-8") == c.report(1, "Анна", "html")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--turn", 2), "Turn 2 has no report"),
        (("--turn", "x"), "--turn is a whole number."),
        ((), "Missing: --turn; gmkit report --help says what is needed."),
        (("--turn", 1, "--format", "pdf"), "There is no report format 'pdf'"),
        (("--turn", 1, "--lang", "de"), "There is no language 'de'"),
        (("--turn", 1, "--as", "Кто"), "There is no viewer 'Кто'"),
        (("--turn", 1, "-o", "no/such/a.md"), "cannot be written"),
        (("--turn", 1, "-o", "."), "is a folder: name a file."),
    ],
)
def test_report_refuses_and_sends_nothing(shell, played, options, words):
    before = (played / "campaign.json").read_bytes()
    refused = shell("report", played, *options)
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err
    assert refused.err.count("\n") == 1
    assert (played / "campaign.json").read_bytes() == before


# --- undo, redo, care ------------------------------------------------------------------------------------------------


def test_undo_and_redo(shell, played):
    with gmkit.open(played) as c:
        c.tell("Анна", "smoke")
    assert shell("undo", played, "--reason", "oops").out == "Undone: smoke\n"
    assert shell("redo", played).out == "Done again: smoke\n"
    refused = shell("redo", played)
    assert (refused.code, refused.err) == (2, "There is nothing to redo: nothing was undone since the last act.\n")


def test_undo_says_on_stderr_that_players_had_seen_the_act(shell, played):
    with gmkit.open(played) as c:
        c.sent("report", "public", 1)
    undone = shell("undo", played)
    assert undone.code == 0
    assert undone.out.startswith("Undone: Анна counts one on.")
    assert undone.err == "Players had seen this: it stays in their ledgers, marked as undone.\n"


def test_undo_speaks_the_campaign_s_language(shell, tmp_path):
    shell("new", tmp_path / "c", "--system", "counting", "--players", "Анна", "--lang", "ru")
    refused = shell("undo", tmp_path / "c")
    assert refused.code == 2
    assert refused.err == "Отменять нечего: осталось только создание кампании.\n"


def test_check_repair_backup_and_restore(shell, played):
    whole = (played / "campaign.json").read_bytes()
    fine = shell("check", played)
    assert (fine.code, fine.out) == (0, "The campaign is whole.\n")
    assert shell("backup", played).out.startswith("Backup ")
    (played / "campaign.json").write_bytes(whole.replace(b'"count"', b'"c\x00unt"'))
    bad = shell("check", played)
    assert bad.code == 1
    assert bad.out
    assert shell("repair", played).code == 0
    assert shell("check", played).code == 0
    assert shell("restore", played).code == 0
    with gmkit.open(played) as c:
        assert c.view("gm").open == 1
    refused = shell("restore", played, 999)
    assert refused.code == 2
    assert "There is no backup 999" in refused.err


@pytest.mark.parametrize("verb", ["show", "ledger", "undo", "redo", "check", "repair", "backup", "restore"])
def test_a_folder_without_a_campaign_is_refused_or_found_wanting(shell, tmp_path, verb):
    refused = shell(verb, tmp_path)
    assert refused.code == (1 if verb == "check" else 2)
    assert (refused.out if verb == "check" else refused.err).count("\n") >= 1
    assert not list(tmp_path.glob("campaign.json"))


# --- dice ------------------------------------------------------------------------------------------------------------


def test_odds_are_exact(shell):
    table = shell("odds", "2d6")
    assert table.code == 0
    assert table.out.splitlines()[0] == "2d6:"
    assert "16.67 %" in table.out
    assert shell("odds", "[4dF]", "--at-least", 8).out == "[4dF] ≥ 8: 1/6561 = 0.0152 %\n"
    assert shell("odds", "-d6+3", "--at-least", 0).out == "-d6+3 ≥ 0: 1/2 = 50.00 %\n"
    assert json.loads(shell("odds", "2d6", "--at-least", 7, "--json").out) == {
        "notation": "2d6",
        "at_least": 7,
        "probability": "7/12",
        "percent": 700 / 12,
    }
    rows = json.loads(shell("odds", "d%", "--json").out)["outcomes"]
    assert (len(rows), rows[0]["probability"], rows[0]["at_least"]["probability"]) == (100, "1/100", "1")


def test_rolls(shell):
    rolled = shell("roll", "2d6", "-n", 5)
    assert (rolled.code, len(rolled.out.splitlines())) == (0, 5)
    assert shell("roll", "-d6+3").out.startswith("-d6+3: -[")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "2d"), "2d"),
        (("odds", ""), "nothing to roll"),
        (("odds", "2d6", "--at-least", "x"), "--at-least is a whole number."),
        (("roll", "d0"), "d0"),
        (("roll", "2d6-d6+"), "2d6-d6+"),
        (("roll", "d6", "-n", 0), "-n / --times is at least 1."),
        (("roll", "d6", "-n", 1001), "-n / --times is at most 1000."),
        (("roll",), "Missing: notation; gmkit roll --help"),
        (("roll", "d6", "--what"), "--what: that is more than is taken; gmkit roll --help"),
        (("fly",), "There is no command fly; gmkit --help lists them."),
        (("--what",), "There is no option --what; gmkit --help lists them."),
        (("new", "x"), "Missing: --system; gmkit new --help"),
        (("new", "x", "--system", "chess", "--players", "A"), "There is no system 'chess'"),
        (("show",), "Missing: PATH; gmkit show --help"),
        (("roll", "d6", "-n"), "The option -n is given the wrong way; gmkit --help shows it."),
        (("lab", "no/such/notebook.ipynb"), "There is no notebook"),
    ],
)
def test_a_refused_call_says_one_sentence_and_exits_with_2(shell, words, said):
    refused = shell(*words)
    assert (refused.code, refused.out) == (2, "")
    assert said in refused.err
    assert "Traceback" not in refused.err
    assert "\n\n" not in refused.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("report", "{path}", "--turn", "x"), "--turn — целое число."),
        (("report", "{path}"), "Не хватает --turn: посмотрите в gmkit report --help."),
        (("fly",), "Команды fly нет; список покажет gmkit --help."),
        (("show", "{path}", "--fly"), "Параметра --fly нет; список покажет gmkit show --help."),
        (("roll", "d6", "-n", 0), "-n / --times — не меньше 1."),
    ],
)
def test_words_that_cannot_be_read_are_refused_in_the_shell_s_language(shell, path, monkeypatch, words, said):
    monkeypatch.setattr(cli, "_LANG", "ru")
    refused = shell(*(str(word).format(path=path) for word in words))
    assert (refused.code, refused.out, refused.err) == (2, "", said + "\n")


def test_what_is_said_about_a_campaign_s_file_is_said_in_its_language(shell, tmp_path):
    shell("new", tmp_path, "--system", "counting", "--players", "Анна", "--lang", "ru")
    assert shell("check", tmp_path).out == "Кампания цела.\n"
    assert shell("backup", tmp_path).out.startswith("Копия 1: backups/")
    assert "опии 99" in shell("restore", tmp_path, 99).err
    assert shell("repair", tmp_path).out == "campaign.json цел: чинить нечего.\n"
    assert shell("ledger", tmp_path, "--format", "pdf").err.startswith("Журнал печатают как table")
    assert "такого файла или папки нет" in shell("do", tmp_path, "no.toml").err
    data = (tmp_path / "campaign.json").read_bytes()
    (tmp_path / "campaign.json").write_bytes(data[: len(data) // 2])
    checked = shell("check", tmp_path)
    assert checked.code == 1
    assert not [line for line in checked.out.splitlines() if not any("а" <= sign <= "я" for sign in line.lower())]
    (tmp_path / "campaign.json").unlink()
    assert any("а" <= sign <= "я" for sign in shell("repair", tmp_path).out)


@pytest.mark.parametrize("verb", ["check", "backup", "repair", "restore", "undo", "redo", "show", "ledger"])
@pytest.mark.parametrize("name", ["x" * 300, "no/such", "there.txt"])
def test_what_can_be_no_campaign_is_refused_in_one_sentence(shell, tmp_path, verb, name):
    (tmp_path / "there.txt").write_text("x")
    refused = shell(verb, tmp_path / name)
    assert refused.code in (1, 2)
    assert (refused.err or refused.out).rstrip().endswith(".")
    assert "Traceback" not in refused.err
    assert [path.name for path in tmp_path.iterdir()] == ["there.txt"]


def test_restore_lists_the_backups_and_changes_nothing(shell, played):
    shell("backup", played)
    (played / "backups" / "0099_2026-03-01_unknown_found.json").write_bytes(b"")
    before = {file: file.read_bytes() for file in played.rglob("*") if file.is_file()}
    listed = shell("restore", played, "--list")
    assert (listed.code, listed.err) == (0, "")
    head, *rows = listed.out.splitlines()
    assert head.split() == ["No.", "Day", "(UTC)", "Entries", "Why"]
    assert rows[-1].split()[:3] == ["99", "2026-03-01", "damaged"]
    asked = next(row for row in rows if "taken by hand" in row)
    assert asked.split()[2] == "2"
    assert {file: file.read_bytes() for file in played.rglob("*") if file.is_file()} == before
    assert shell("restore", played, asked.split()[0]).code == 0


def test_a_restore_without_backups_says_where_it_looked(shell, path, tmp_path):
    before = (path / "campaign.json").read_bytes()
    for words in (["restore"], ["restore", "--list"]):
        refused = shell(words[0], tmp_path / "no", *words[1:])
        assert (refused.code, refused.out) == (2, "")
        assert refused.err == f"There are no backups in {tmp_path / 'no'}: look at the folder's name.\n"
        refused = shell(words[0], path, *words[1:])
        assert (refused.code, refused.out) == (2, "")
        assert refused.err.startswith("There is no backup of this campaign yet: gmkit backup ")
    assert (path / "campaign.json").read_bytes() == before


def test_a_ledger_that_is_saved_says_in_which_file(shell, played, tmp_path):
    saved = shell("ledger", played, "-o", tmp_path / "CON.csv")
    assert (saved.code, saved.out) == (0, f"{tmp_path / 'CON_.csv'} is written.\n")


def test_lab_opens_what_is_named(shell, monkeypatch, tmp_path):
    opened: list[Path | None] = []
    monkeypatch.setattr("gmkit.lab.lab", opened.append)
    assert shell("lab", tmp_path).code == 0
    assert shell("lab").code == 0
    assert opened == [tmp_path, None]


def test_the_module_is_the_command_and_a_closed_pipe_prints_no_traceback(tmp_path):
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "gmkit", *words]
        return subprocess.run(command, capture_output=True, encoding="utf-8", env={"LANG": "ru_RU.UTF-8"}, check=False)

    russian = run("odds", "2d6", "--at-least", "7")
    assert (russian.returncode, russian.stdout) == (0, "2d6 ≥ 7: 7/12 = 58,33 %\n")
    assert run("show", str(tmp_path)).returncode == 2
    assert "Бросает кубики" in run("roll", "--help").stdout
    loud = "import sys; from gmkit.cli import main; sys.exit(main(['roll', '20d6', '-n', '1000']))"
    piped = subprocess.Popen([sys.executable, "-c", loud], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert piped.stdout is not None
    assert piped.stderr is not None
    piped.stdout.close()
    assert piped.stderr.read() == b""
    piped.stderr.close()
    assert piped.wait(30) in (0, 1)
