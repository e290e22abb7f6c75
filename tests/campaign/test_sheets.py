"""Tables from spreadsheets and back (issue 3, line 8; C096, C136, C138, C139, C141, C142, C144)."""

from __future__ import annotations

import csv
import datetime as dt
import json
import re
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest

import gmkit
from gmkit import GmkitError
from gmkit.campaign.sheets import number_of
from gmkit.words import speaking

NBSP = "\u00a0"


def saved(folder: Path, text: str | bytes, name: str = "roster.csv") -> Path:
    file = folder / name
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


# --- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12,5", 12.5),
        ("12.5", 12.5),
        ("2,5", 2.5),
        ("-12,5", -12.5),
        ("\u221212,5", -12.5),
        ("+3", 3),
        (" 42 ", 42),
        (f"1{NBSP}000", 1000),
        ("1\u202f000", 1000),
        ("1 000", 1000),
        (f"1{NBSP}234{NBSP}567,25", 1234567.25),
        ("1.000,5", 1000.5),
        ("1,000.5", 1000.5),
        ("1.234.567", 1234567),
        ("1,234,567", 1234567),
        ("1234,567", 1234.567),
        ("0,125", 0.125),
        ("0", 0),
        ("-0,5", -0.5),
        ("12345678901234567890", 12345678901234567890),
    ],
)
def test_a_number_is_read_as_it_is_written(text, number):
    found = number_of(text)
    assert (found, type(found)) == (number, type(number))


@pytest.mark.parametrize(
    "text",
    [
        *("007", "00", "01.03.2026", "12.03.2026", "1.2.3", "1,2,3", "12,5 м", "1e5", "nan", "inf", "½", "٣", "0x10"),
        *("8 800 555 35 35", "1 00", "", "-", "9" * 5000, "007,5", f"0{NBSP}000"),
    ],
)
def test_what_is_no_number_stays_the_text_that_it_is(text):
    assert number_of(text) == text


@pytest.mark.parametrize(
    ("text", "comma", "dot"), [("1,000", 1.0, 1000), ("1.000", 1000, 1.0), ("-12,500", -12.5, -12500)]
)
def test_what_may_be_two_numbers_is_asked_and_not_guessed(tmp_path, text, comma, dot):
    assert number_of(text) is None
    file = saved(tmp_path, f"Имя;Сила\nЕва;2\nЯн;{text}\n")
    with pytest.raises(GmkitError) as refused:
        gmkit.read_table(file)
    assert str(refused.value) == (
        f'roster.csv, row 3, Сила: \'{text}\' may be two numbers: say decimal="," or decimal=".", or write it without'
        " the mark."
    )
    assert gmkit.read_table(file, decimal=",")["Сила"] == [2, comma]
    assert gmkit.read_table(file, decimal=".")["Сила"] == [2, dot]
    assert gmkit.read_table(file, numbers=False)["Сила"] == ["2", text]


# --- files -----------------------------------------------------------------------------------------------------------


ROWS = [{"Имя": "Ева", "Сила": 2.5, "Код": "007"}, {"Имя": "Ян, сын Петра", "Сила": 1000, "Код": ""}]


@pytest.mark.parametrize(
    "text",
    [
        f"Имя;Сила;Код\nЕва;2,5;007\nЯн, сын Петра;1{NBSP}000;\n",
        f"\ufeffИмя;Сила;Код\r\nЕва;2,5;007\r\nЯн, сын Петра;1{NBSP}000;\r\n",
        f"Имя\tСила\tКод\nЕва\t2,5\t007\nЯн, сын Петра\t1{NBSP}000\n",
        f'Имя,Сила,Код\nЕва,"2,5",007\n"Ян, сын Петра",1{NBSP}000,\n',
        f"sep=;\nИмя;Сила;Код\nЕва;2,5;007\n\n;;\nЯн, сын Петра;1{NBSP}000;;\n",
        f"\n Имя ;Сила;Код;\nЕва;2,5;007;\n\ufeffЯн, сын Петра;1{NBSP}000;",
    ],
)
def test_a_roster_is_read_with_marks_semicolons_tabs_and_decimal_commas(tmp_path, text):
    table = gmkit.read_table(saved(tmp_path, text))
    assert list(table) == ROWS
    assert (table.columns, table["Имя"], table[1]["Сила"]) == (("Имя", "Сила", "Код"), ["Ева", "Ян, сын Петра"], 1000)
    assert table.to_frame().to_dict("records") == ROWS


def test_c138_two_columns(tmp_path):
    assert list(gmkit.read_table(saved(tmp_path, "Имя;Сила\nЕва;2,5"))) == [{"Имя": "Ева", "Сила": 2.5}]


def test_a_single_column_keeps_commas_in_its_names(tmp_path):
    assert gmkit.read_table(saved(tmp_path, "Имя\nЕва, дочь Адама\n\nЯн\n"))["Имя"] == ["Ева, дочь Адама", "Ян"]


def test_other_encodings_are_named_and_not_guessed(tmp_path):
    text = "Имя;Сила\nЕва;2,5\n"
    assert gmkit.read_table(saved(tmp_path, text.encode("utf-16")))["Имя"] == ["Ева"]
    file = saved(tmp_path, text.encode("cp1251"))
    with pytest.raises(GmkitError, match=r'roster.csv is not UTF-8 text.*encoding="cp1251"'):
        gmkit.read_table(file)
    assert gmkit.read_table(file, encoding="cp1251")["Имя"] == ["Ева"]
    with pytest.raises(GmkitError, match="There is no encoding 'klingon'"):
        gmkit.read_table(file, encoding="klingon")
    with pytest.raises(GmkitError, match="is not in the encoding ascii"):
        gmkit.read_table(file, encoding="ascii")


def test_an_xlsx_file_keeps_its_types_and_texts_that_are_numbers_are_read(tmp_path):
    book = openpyxl.Workbook()
    for row in (["Имя", "Сила", "Код", "Когда"], ["Ева", 2.5, "007", dt.date(2026, 3, 1)], ["Ян", "12,5", 7.0, None]):
        book.active.append(row)
    book.save(tmp_path / "roster.xlsx")
    assert list(gmkit.read_table(tmp_path / "roster.xlsx")) == [
        {"Имя": "Ева", "Сила": 2.5, "Код": "007", "Когда": dt.date(2026, 3, 1)},
        {"Имя": "Ян", "Сила": 12.5, "Код": 7, "Когда": ""},
    ]


@pytest.mark.parametrize("said", ["A1", "A1:XFD1048576", ""])
def test_a_sheet_is_read_whole_however_far_the_file_says_that_it_goes(tmp_path, said):
    book = openpyxl.Workbook()
    for row in [["Имя", "Сила"], ["Ева", 2.5], ["Ян", None], ["Ёж", 3]]:
        book.active.append(row)
    book.save(tmp_path / "whole.xlsx")
    with zipfile.ZipFile(tmp_path / "whole.xlsx") as whole, zipfile.ZipFile(tmp_path / "t.xlsx", "w") as made:
        for name in whole.namelist():
            data = whole.read(name)
            if name.endswith("sheet1.xml"):
                wrong = f'<dimension ref="{said}"/>'.encode() if said else b""
                data, count = re.subn(rb'<dimension ref="A1:B4" ?/>', wrong, data)
                assert count == 1
            made.writestr(name, data)
    table = gmkit.read_table(tmp_path / "t.xlsx")
    assert (table["Имя"], table["Сила"]) == (["Ева", "Ян", "Ёж"], [2.5, "", 3])


def test_a_formula_without_its_value_is_refused_and_not_dropped(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["Имя", "Сила"])
    book.active.append(["Ева", "=1+1"])
    book.save(tmp_path / "roster.xlsx")
    with pytest.raises(GmkitError, match=r"roster.xlsx, row 2: '=1\+1' was never worked out"):
        gmkit.read_table(tmp_path / "roster.xlsx")


def test_a_json_list_of_objects_is_a_table(tmp_path):
    file = saved(
        tmp_path, b"\xef\xbb\xbf" + json.dumps([{"a": "12,5", "b": 2.5}, {"a": None, "c": 1}]).encode(), "r.json"
    )
    assert list(gmkit.read_table(file)) == [{"a": "12,5", "b": 2.5, "c": ""}, {"a": "", "b": "", "c": 1}]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("r.csv", "", "r.csv is empty: its first row names the columns."),
        ("r.csv", " \n\n", "r.csv is empty"),
        ("r.csv", "Имя;Имя\nЕва;1", "r.csv has several columns of one name: 'Имя'."),
        ("r.csv", ";;Имя\n1;2;Ева", "r.csv has several columns of one name: ''."),
        ("r.csv", "Имя,Сила\nЕва,2,5\n", "r.csv, row 2: it has more cells than there are columns"),
        ("r.csv", "a;b\n" + "x" * 200_000, "r.csv, row 2: a cell here has no end"),
        ("r.csv", 'a;b\n1;2\n"open;3\n4;5\n', "r.csv, row 3: a cell here has no end: close the quote"),
        ("r.json", '[{"a": NaN}]', "r.json is no JSON: it is not what JSON allows."),
        ("r.json", b'[{"a": "\xff"}]', "r.json is not UTF-8 text"),
        ("r.json", '[{"a":\n 1,}]', "r.json is no JSON: line 2, column 4 does not fit."),
        ("r.xlsx", "no zip", "r.xlsx is no xlsx file that can be read."),
        ("r.json", "{", "r.json is no JSON"),
        ("r.json", "[1]", "r.json is no table"),
        ("r.pdf", "", "not from r.pdf"),
    ],
)
def test_what_is_no_table_is_refused_in_one_sentence(tmp_path, name, data, words):
    with pytest.raises(GmkitError) as refused:
        gmkit.read_table(saved(tmp_path, data, name))
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_wrong_calls_are_refused(tmp_path):
    with pytest.raises(GmkitError, match=r"no.csv cannot be read"):
        gmkit.read_table(tmp_path / "no.csv")
    with pytest.raises(GmkitError, match="A file is named by a text"):
        gmkit.read_table(5)
    with pytest.raises(GmkitError, match='decimal is ","'):
        gmkit.read_table(saved(tmp_path, "a\n1"), decimal=";")
    with pytest.raises(GmkitError, match="has no column 'Имена'; it has Имя, Сила"):
        gmkit.read_table(saved(tmp_path, "Имя;Сила\nЕва;1"))["Имена"]


def test_refusals_are_said_in_russian_too(tmp_path):
    with speaking("ru"), pytest.raises(GmkitError) as refused:
        gmkit.read_table(saved(tmp_path, "Имя;Сила\nЕва;1,000"))
    with speaking("ru"):
        assert str(refused.value).startswith("roster.csv, строка 2, Сила: '1,000' может быть двумя разными числами")


def test_players_come_from_a_spreadsheet_in_one_line(tmp_path):
    saved(tmp_path, "\ufeffИмя;Форум\r\nЕва;eva\r\nЁлка Дальняя;007\r\n")
    c = gmkit.create(tmp_path / "c", system="zone", players=gmkit.read_table(tmp_path / "roster.csv")["Имя"])
    assert c.players == ("Ева", "Ёлка Дальняя")
    c.close()


# --- out and back ----------------------------------------------------------------------------------------------------


HOSTILE = [
    "=1+1",
    "'=1+1",
    "''=1",
    "+7 999",
    "-5",
    "@SUM(A1)",
    "\t=1",
    "\u200b=1",
    "＝1",
    "'quoted'",
    "Ёлка; 12,5\nда",
    '"',
    "007",
    "a\r=1+1",
    "\rx",
    "a\r\nb",
    "bell \x07 and \x00",
    "_x0041_ _x000D_",
]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".json"])
def test_what_is_written_reads_back_and_nothing_of_it_runs(tmp_path, suffix):
    rows = [{"Текст": text, "=число": number} for number, text in enumerate(HOSTILE)]
    file = gmkit.write_table(rows, tmp_path / f"t{suffix}")
    again = gmkit.read_table(file, numbers=False)
    assert again["Текст"] == HOSTILE
    if suffix == ".xlsx":
        cells = [cell for row in openpyxl.load_workbook(file).active for cell in row]
        assert {cell.data_type for cell in cells} == {"s", "n"}
    if suffix == ".csv":
        with file.open(encoding="utf-8-sig", newline="") as opened:
            cells = [cell for row in csv.reader(opened) for cell in row]
        assert len(cells) == 2 * (len(HOSTILE) + 1)  # a lone CR ends no row
        assert not [cell for cell in cells if cell[:1] in "=+-@\t\r" and cell]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".json"])
def test_the_ledger_reads_back_as_it_stands(c, tmp_path, suffix):
    c.roll("2d6", "=лезет на стену; 12,5", actor="Anna")
    c.ledger.add("'=1+1\nвторая строка")
    c.undo("@why")
    rows = gmkit.read_table(c.ledger.export(tmp_path / f"ledger{suffix}"), numbers=False)
    wanted = c.ledger.rows()
    assert rows["text"] == [row.text for row in wanted]
    assert [int(n) for n in rows["n"]] == [row.n for row in wanted]
    assert [str(undone) for undone in rows["undone"]] == [str(row.undone) for row in wanted]
    assert [str(result) for result in rows["result"]] == [
        "" if row.result is None else str(row.result) for row in wanted
    ]
    assert rows["seen_by"] == [row.seen_by for row in wanted]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".json"])
def test_the_history_and_any_frame_are_tables_too(c, tmp_path, suffix):
    c.do({"do": "count", "player": "Борис"})
    c.undo("=misread")
    history = c.history()
    rows = gmkit.read_table(gmkit.write_table(history, tmp_path / f"history{suffix}"), numbers=False)
    assert rows["text"] == list(history.text)
    assert [int(n) for n in rows["n"]] == list(history.n)
    frame = pd.DataFrame({"x": [1.5, float("nan")], "name": ["Ева", "=1"], "at": [(1, 2), ()]})
    rows = gmkit.read_table(gmkit.write_table(frame, tmp_path / f"frame{suffix}"))
    assert (rows["x"], rows["name"]) == ([1.5, ""], ["Ева", "=1"])


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
@pytest.mark.parametrize(
    ("value", "read"),
    [
        (dt.datetime(2026, 3, 29, 23, 59, tzinfo=dt.timezone(dt.timedelta(hours=3))), "2026-03-29 23:59:00+03:00"),
        (pd.Timestamp("2026-03-29T20:59Z"), "2026-03-29 20:59:00+00:00"),
        (pd.NA, ""),
        (pd.NaT, ""),
        (float("nan"), ""),
        (None, ""),
        (10**30, 10**30),
        (2**53 + 1, 2**53 + 1),
        (1e-9, 1e-9),
        (Fraction(1, 3), "1/3"),
    ],
)
def test_every_value_of_a_cell_comes_back_or_is_said_as_text(tmp_path, suffix, value, read):
    rows = gmkit.read_table(gmkit.write_table([{"a": value, "b": 1}], tmp_path / f"t{suffix}"))
    assert rows["a"] == [read]


def test_a_day_of_a_frame_is_written_without_the_midnight_beside_it(tmp_path):
    frame = pd.DataFrame({"day": pd.to_datetime(["2026-03-01", "2026-03-02"])})
    assert gmkit.read_table(gmkit.write_table(frame, tmp_path / "t.csv"))["day"] == ["2026-03-01", "2026-03-02"]


def test_columns_named_by_numbers_are_kept_and_two_of_one_name_refused(tmp_path):
    file = gmkit.write_table([{1: "Ева", "Сила": 2}, {1: "Ян"}], tmp_path / "t.csv")
    assert [dict(row) for row in gmkit.read_table(file)] == [{"1": "Ева", "Сила": 2}, {"1": "Ян", "Сила": ""}]
    before = file.read_bytes()
    for twice in ([{1: "Ева", "1": "Ян"}], pd.DataFrame([[1, 2]], columns=["1", "1"])):
        with pytest.raises(GmkitError, match="several columns of one name: '1'"):
            gmkit.write_table(twice, file)
    assert file.read_bytes() == before


def test_a_text_too_long_for_a_cell_ends_in_a_mark(tmp_path):
    (row,) = gmkit.read_table(gmkit.write_table([{"a": "x" * 40_000}], tmp_path / "t.xlsx"))
    assert row["a"] == "x" * 32_766 + "…"


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ('Имя,"Сила; ловкость"\nЕва,5', {"Имя": "Ева", "Сила; ловкость": 5}),
        ('Имя;"Рост\tвес"\nЕва;5', {"Имя": "Ева", "Рост\tвес": 5}),
        ('"Имя, прозвище";Сила\nЕва;5', {"Имя, прозвище": "Ева", "Сила": 5}),
        ('Рост 5";Имя\n5;Ева', {'Рост 5"': 5, "Имя": "Ева"}),
        (";Имя;;;Сила;;\n;Ева;;;5;;\n;;;;;;\n", {"Имя": "Ева", "Сила": 5}),
        (",Имя,Сила\n0,Ева,5\n", {"": 0, "Имя": "Ева", "Сила": 5}),
        (",,\n\nИмя,Сила\nЕва,5", {"Имя": "Ева", "Сила": 5}),
    ],
)
def test_a_separator_inside_quotes_separates_nothing_and_a_gap_is_no_column(tmp_path, text, row):
    assert dict(gmkit.read_table(saved(tmp_path, text))[0]) == row


def test_a_file_in_a_folder_that_is_not_there_says_which_to_make(tmp_path):
    with pytest.raises(GmkitError, match=r"cannot be written: there is no folder .*а; make it first"):
        gmkit.write_table([{"a": 1}], tmp_path / "а/б:в.csv")


@pytest.mark.parametrize("wrong", ["text", 5, [1, 2], None])
def test_what_is_no_table_is_not_written(tmp_path, wrong):
    with pytest.raises(GmkitError, match="A table is a DataFrame or a list of mappings"):
        gmkit.write_table(wrong, tmp_path / "t.csv")
    with pytest.raises(GmkitError, match=r"written as .csv, .xlsx or .json, not t.pdf"):
        gmkit.write_table([{"a": 1}], tmp_path / "t.pdf")
    with pytest.raises(GmkitError, match="is a campaign"):
        gmkit.write_table([{"a": 1}], tmp_path / "campaign.json")
    assert list(tmp_path.iterdir()) == []


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Дальше могила...", "Дальше могила"),
        ("CON", "CON_"),
        ("con.csv", "con_.csv"),
        ("LPT1.tar.gz", "LPT1_.tar.gz"),
        ("Conan", "Conan"),
        ("а/б:в", "а_б_в"),
        ('<a>"b|c?d*e\\f', "_a__b_c_d_e_f"),
        ("line\nbreak\x00", "line_break_"),
        ("  blanks . ", "blanks"),
        ("...", "_"),
        ("", "_"),
        ("Ёлка — 2026.csv", "Ёлка — 2026.csv"),
        ("Й.csv".replace("Й", "И\u0306"), "Й.csv"),
        ("\ud800", "_"),
    ],
)
def test_a_safe_file_name_is_allowed_on_every_system(text, name):
    assert gmkit.safe_file_name(text) == name
    assert gmkit.safe_file_name(name) == name


def test_a_long_name_is_cut_and_keeps_its_ending():
    name = gmkit.safe_file_name("ё" * 400 + ".xlsx")
    assert len(name.encode()) <= 200
    assert name.endswith("ё.xlsx")


NOTES = ("12", "1,000", "007", "=1+1", "'=x", "  a ", "3.5", "x\ny", "-5", "true", "'5", "2026-01-01", "1 000", "%")


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".json"])
@pytest.mark.parametrize("table", ["exported", "ledger", "Anna", "history"])
def test_what_gmkit_exported_comes_back_the_same_bug(c, tmp_path, suffix, table):
    for note in NOTES:
        c.ledger.add(note, seen_by="Anna")
    c.roll("d6-9", "1,000", actor="12")
    c.undo("5")
    frame = {
        "exported": c.ledger.to_frame,
        "ledger": c.ledger.to_frame,
        "Anna": c.view("Anna").ledger.to_frame,
        "history": c.history,
    }[table]()
    file = tmp_path / f"t{suffix}"
    c.ledger.export(file) if table == "exported" else gmkit.write_table(frame, file)
    rows = [dict(row) for row in gmkit.read_table(file)]
    written = frame.astype(object).where(frame.notna(), "").to_dict("records")
    assert rows == written
    assert [[type(value) for value in row.values()] for row in rows] == [
        [type(value) for value in row.values()] for row in written
    ]
    if suffix != ".json" and table != "history":
        texts = gmkit.read_table(file, numbers=False)
        assert [*texts["text"]] == [*frame["text"]], "asked for texts, texts it is as before"


def test_a_table_of_one_s_own_with_other_columns_is_read_as_any_other(tmp_path):
    head = "n,turn,at,actor,kind,text,roll,result,seen_by,undone"
    line = "1,2,,,,12,,,,False"
    assert gmkit.read_table(saved(tmp_path, f"{head}\n{line}"))["text"] == ["12"]
    assert gmkit.read_table(saved(tmp_path, f"{head},more\n{line},1"))["text"] == [12]
    semicolons = f"{head}\n{line}".replace(",", ";").replace("False", "FALSE")
    again = gmkit.read_table(saved(tmp_path, semicolons))
    assert (again["text"], again["undone"], again["n"]) == (["12"], [False], [1]), "a spreadsheet saved it again"


@pytest.mark.parametrize("actor", ["Дальше могила...", "CON", "а/б:в", "nul.", 'he said "no"?'])
def test_a_name_that_windows_forbids_is_exported_and_unchanged_in_the_text(c, tmp_path, actor):
    c.roll("2d6", "climbs", actor=actor)
    file = c.ledger.export(tmp_path / gmkit.safe_file_name(f"{actor}.csv"))
    assert file.name == gmkit.safe_file_name(file.name)
    assert gmkit.read_table(file)["actor"][-1] == actor
    assert gmkit.read_table(c.ledger.export(tmp_path / "CON.json"))["actor"][-1] == actor
    assert (tmp_path / "CON_.json").exists(), "a name that is given by hand is made safe too"


def test_a_campaign_in_a_cyrillic_folder_is_saved_loaded_and_exported(tmp_path: Path):
    """C141, C144."""
    folder = tmp_path / "Пользователь Ёж" / "Кампании" / "Ёлка — 2026"
    c = gmkit.create(folder, system="zone", players=["Ева", "Ян"], title="Ёлка")
    c.ledger.add("Дорога к мельнице")
    c.close()
    assert "Дорога к мельнице".encode() in (folder / "campaign.json").read_bytes()
    again: Any = gmkit.open(folder)
    assert again.ledger.export(folder / "Журнал — всё.xlsx").exists()
    assert gmkit.read_table(folder / "Журнал — всё.xlsx")["text"][-1] == again.ledger[len(again.ledger)].text
    again.close()
