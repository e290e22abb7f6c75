"""Tables from spreadsheets and back: marks, semicolons, decimal commas, and nothing that runs (C138, C139)."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from gmkit.campaign.export import FORMULA, SUFFIXES, table_bytes, write_bytes
from gmkit.campaign.ledger import LedgerRow
from gmkit.campaign.record import COLUMNS as HISTORY
from gmkit.core.command import shown
from gmkit.errors import NotAllowed, TableError, where_no_json, why
from gmkit.words import Sentence, current_language, listing, say

if TYPE_CHECKING:
    import pandas as pd

READ = (".csv", ".tsv", ".txt", ".xlsx", ".json")
DELIMITERS = ("\t", ";", ",")
"""Tried in this order: a comma may as well be a decimal one."""

LONGEST_NUMBER = 40
"""A longer row of digits is a text: no GM counts so far, and a number of any length would have to be worked out."""

_BLANKS = "\u00a0\u202f\u2009 "
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*", re.ASCII)
_GROUPED = re.compile(rf"[+-]?\d{{1,3}}(?:[{_BLANKS}]\d{{3}})+(?:[.,]\d+)?", re.ASCII)
_CODE = re.compile(r"[+-]?0\d")
_EITHER = re.compile(r"[+-]?([1-9]\d{0,2})([.,])(\d{3})")
_WHOLE = re.compile(r"-?\d{1,40}", re.ASCII)
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


@dataclass(frozen=True)
class SheetTable(Sequence[Mapping[str, Any]]):
    """The rows of a spreadsheet: `table[0]` is the first row, `table["Имя"]` a column as a list."""

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]
    name: str = ""
    """The file's name, for refusals."""

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, key: int) -> Mapping[str, Any]: ...
    @overload
    def __getitem__(self, key: slice) -> Sequence[Mapping[str, Any]]: ...
    @overload
    def __getitem__(self, key: str) -> list[Any]: ...
    def __getitem__(self, key: int | slice | str) -> Any:
        """Returns a row by its place, counted from 0, or a column by its name, from top to bottom.

        Raises:
            NotAllowed: If there is no such column; names those that there are.
        """
        if not isinstance(key, str):
            return self.rows[key]
        if key not in self.columns:
            known = listing(self.columns)
            raise NotAllowed(say("{file} has no column {name}; it has {known}.", **self._asked(key), known=known))
        return [row[key] for row in self.rows]

    def to_frame(self) -> pd.DataFrame:
        """Returns the table for pandas."""
        import pandas as pd

        return pd.DataFrame([dict(row) for row in self.rows], columns=list(self.columns))

    def _repr_html_(self) -> str:
        from gmkit.campaign.shown import table_html

        return table_html(self.to_frame(), current_language())

    def __repr__(self) -> str:
        return f"SheetTable({self.name!r}, {len(self)} rows: {', '.join(self.columns)})"

    def _asked(self, name: str) -> dict[str, str]:
        return {"file": self.name, "name": shown(name)}


def read_table(
    path: str | os.PathLike[str], *, numbers: bool = True, decimal: str | None = None, encoding: str | None = None
) -> SheetTable:
    """Returns the rows of a csv, xlsx or json file; the first row of a sheet names its columns.

    Numbers are read as they are written: 12,5 and 12.5, 1 000 and 1.000,5. "007" stays a text, and so does a formula.
    An empty cell is an empty text, and empty rows are left out. A ledger or a history that gmkit exported, known by its
    columns, comes back the same: its texts are texts, also one such as "12" or "1,000".

    Args:
        path: The file, by its ending: .csv (also .tsv and .txt), .xlsx or .json.
        numbers: False leaves every cell of a text file the text that it is.
        decimal: "," or ".": decides what 1,000 and 1.000 are; without it such a cell is refused, not guessed.
        encoding: Of a text file that is not UTF-8, such as "cp1251".

    Raises:
        GmkitError: If the file cannot be read; names the row and the column, counted from 1 as a spreadsheet does.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise NotAllowed(say("A file is named by a text, not {value}.", value=shown(path)))
    if decimal not in (None, ",", "."):
        raise NotAllowed(say('decimal is "," or ".", not {value}.', value=shown(decimal)))
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in READ:
        raise NotAllowed(say("A table is read from .csv, .tsv, .txt, .xlsx or .json, not from {name}.", name=file.name))
    try:
        data = file.read_bytes()
    except OSError as error:
        raise TableError(say("{file} cannot be read: {reason}.", file=str(file), reason=why(error))) from None
    if suffix == ".json":
        return _from_json(data, file.name)
    if suffix == ".xlsx":
        return _table(_cells_of_book(data, file.name), file.name, numbers=numbers, decimal=decimal)
    cells = _cells_of_text(_text_of(data, file.name, encoding), file.name)
    return _table(cells, file.name, numbers=numbers, decimal=decimal)


def write_table(table: Any, path: str | os.PathLike[str]) -> Path:
    """Returns the file into which a table was written, by its ending: .csv, .xlsx or .json; formulas are defused.

    Args:
        table: A DataFrame, what `read_table` gave, or a list of mappings with the same keys.
        path: The file; an older one is replaced. A name that some system forbids is changed to one that all allow.

    Raises:
        NotAllowed: If it is no table, the ending is none of the three, or the file cannot be written.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise NotAllowed(say("A file is named by a text, not {value}.", value=shown(path)))
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        raise NotAllowed(say("A table is written as .csv, .xlsx or .json, not {name}.", name=target.name))
    columns, rows = _columns_and_rows(table)
    return write_bytes(target, table_bytes(columns, rows, suffix, "table"))


# --- what is in a cell -----------------------------------------------------------------------------------------------


def number_of(text: str, decimal: str | None = None) -> int | float | str | None:
    """Returns the number that a cell's text is, the text itself if it is none, None if it may be two numbers (C139).

    "12,5" is 12.5, "1 000" with blanks that do not break is 1000, "1.000,5" is 1000.5, "007" is a text; "1,000" may
    be one or a thousand.
    """
    sign = text.strip().replace("\u2212", "-")
    if _GROUPED.fullmatch(sign):
        sign = re.sub(f"[{_BLANKS}]", "", sign)
        if _CODE.match(sign):
            return text
        return _value(sign.replace(",", "."))
    if len(sign) > LONGEST_NUMBER or not _NUMBER.fullmatch(sign) or _CODE.match(sign):
        return text
    if decimal is None and _EITHER.fullmatch(sign):
        return None
    marks = re.sub(r"[\d+-]", "", sign)
    last = marks[-1:]
    if not marks:
        return _value(sign)
    if len(marks) == 1:
        groups = decimal is not None and last != decimal and _EITHER.fullmatch(sign) is not None
        return _value(sign.replace(last, "" if groups else "."))
    # Several marks: those before the last stand between thousands, the last one may be the decimal mark.
    other = marks[0]
    ends_in_decimals = other != last
    if marks[:-1] != other * (len(marks) - 1):
        return text
    whole = sign.rpartition(last)[0] if ends_in_decimals else sign
    if not re.fullmatch(rf"[+-]?\d{{1,3}}(?:{re.escape(other)}\d{{3}})+", whole):
        return text
    return _value(sign.replace(other, "").replace(last, "."))


def _value(digits: str) -> int | float:
    return float(digits) if "." in digits else int(digits)


def _cell(value: Any, *, numbers: bool, decimal: str | None) -> Any:
    """Returns what a cell holds; None for a number that may be two."""
    if value is None:
        return ""
    if isinstance(value, str):
        if _is_defused(value):
            return value[1:]  # a text it is, whatever it looks like
        return number_of(value, decimal) if numbers and value.strip() else value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, datetime) and value.time() == time():
        return value.date()
    return value


def own_kinds(columns: Sequence[str]) -> Mapping[str, type]:
    """Returns what stands in each column of a table that gmkit itself exported; nothing where the columns are others.

    A ledger and a history are known by their columns: there a note "12" is no number, and "1,000" needs no guess.
    """
    ledger = [item.name for item in fields(LedgerRow)]
    own = (ledger, [name for name in ledger if name != "seen_by"], list(HISTORY))
    if list(columns) not in own:
        return {}
    return dict.fromkeys(columns, str) | {name: kind for name, kind in _NO_TEXTS.items() if name in columns}


_NO_TEXTS = {"n": int, "turn": int, "result": int, "undone_by": int, "undone": bool, "seen": bool}


def _own_cell(value: Any, kind: type) -> Any:
    """Returns a cell of a table that gmkit exported; one that a spreadsheet made something else is read as it is."""
    found = _cell(value, numbers=False, decimal=None)
    if kind is str or found == "":
        return str(found) if type(found) in (int, float) else found
    if kind is bool:
        return {"true": True, "false": False}.get(found.lower(), found) if isinstance(found, str) else found
    return int(found) if isinstance(found, str) and _WHOLE.fullmatch(found) else found


def _is_defused(text: str) -> bool:
    return text.startswith("'") and FORMULA.match(text) is not None


# --- files -----------------------------------------------------------------------------------------------------------


def _text_of(data: bytes, name: str, encoding: str | None) -> str:
    if encoding is None and data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    try:
        text = data.decode(encoding or "utf-8")
    except LookupError:
        raise NotAllowed(say("There is no encoding {name}.", name=shown(encoding))) from None
    except UnicodeError:
        if encoding is not None:
            raise TableError(say("{file} is not in the encoding {name}.", file=name, name=encoding)) from None
        words = say(
            '{file} is not UTF-8 text: save it as UTF-8, or say encoding="cp1251" if Windows wrote it.', file=name
        )
        raise TableError(words) from None
    # A mark may stand in the middle too, where two files were joined (C136).
    return text.replace("\ufeff", "")


def _cells_of_text(text: str, name: str) -> list[list[Any]]:
    delimiter = None
    if named := _SEPARATOR_LINE.match(text):
        delimiter, text = named[1], text[named.end() :]
    if delimiter is None:
        delimiter = next((mark for mark in DELIMITERS if mark in _marks_of_head(text)), "\t")
    rows: list[list[Any]] = []
    try:
        rows.extend(csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=delimiter))
    except csv.Error:
        rows.append([])  # a cell longer than any that is meant: its quotes swallow what follows
    if rows[-1] != [_END]:
        words = say("a cell here has no end: close the quote that opens it, or shorten it")
        raise TableError(_at(name, len(rows), "", words))
    return rows[:-1]


_END = "\x1e"
"""A row of its own behind the last one; where it is not read as one, a cell was left open."""


def _marks_of_head(text: str) -> set[str]:
    """Returns the separators that stand between the cells of the first filled row, none of those inside quotes."""
    found: set[str] = set()
    before, is_open, is_filled = "", False, False
    for sign in text:
        if sign == '"' and (is_open or before in ("", "\r", "\n", *DELIMITERS)):
            is_open, is_filled = not is_open, True
        elif is_open:
            pass
        elif sign in "\r\n":
            if is_filled:
                break
            found.clear()
        elif sign in DELIMITERS:
            found.add(sign)
        elif not sign.isspace():
            is_filled = True
        before = sign
    return found


def _cells_of_book(data: bytes, name: str) -> list[list[Any]]:
    from openpyxl import load_workbook

    try:
        rows, formulas = (_rows_of_book(load_workbook, data, data_only=only) for only in (True, False))
    except Exception:  # noqa: BLE001  (a zip with anything in it: openpyxl raises whatever it meets)
        raise TableError(say("{file} is no xlsx file that can be read.", file=name)) from None
    for number, (row, own) in enumerate(zip(rows, formulas, strict=True), 1):
        for value, text in zip(row, own, strict=True):
            if value is None and isinstance(text, str) and text.startswith("="):
                words = say("{text} was never worked out: open the file in a spreadsheet and save it", text=shown(text))
                raise TableError(_at(name, number, "", words))
    return [[_from_sheet(value) if isinstance(value, str) else value for value in row] for row in rows]


def _rows_of_book(load: Any, data: bytes, *, data_only: bool) -> list[list[Any]]:
    sheet = load(io.BytesIO(data), read_only=True, data_only=data_only).worksheets[0]
    # How far a file says that its sheet goes is wrong in what some programs write: then all but a corner is lost.
    sheet.reset_dimensions()
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def _from_sheet(text: str) -> str:
    """Returns a text of an xlsx file: _x000D_ is how it holds a sign that XML cannot."""
    return _ESCAPE.sub(lambda code: chr(int(code[1], 16)), text)


def _from_json(data: bytes, name: str) -> SheetTable:
    """Returns the rows of a JSON list of objects; its values have their types already."""
    try:
        content = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise TableError(say("{file} is not UTF-8 text: save it as UTF-8.", file=name)) from None
    except (ValueError, RecursionError) as error:
        raise TableError(say("{file} is no JSON: {error}.", file=name, error=where_no_json(error))) from None
    if not isinstance(content, list) or not all(isinstance(row, dict) for row in content):
        raise TableError(say("{file} is no table: write a list of objects, one a row.", file=name))
    columns = tuple(dict.fromkeys(key for row in content for key in row))
    rows = tuple({key: "" if row.get(key) is None else row[key] for key in columns} for row in content)
    return SheetTable(columns, rows, name)


def _no_number(name: str) -> None:
    """Refuses NaN and Infinity, which Python takes for JSON and nobody else does."""
    raise ValueError(name)


def _table(cells: list[list[Any]], name: str, *, numbers: bool, decimal: str | None) -> SheetTable:
    filled = [(number, row) for number, row in enumerate(cells, 1) if any(_is_filled(value) for value in row)]
    if not filled:
        raise TableError(say("{file} is empty: its first row names the columns.", file=name))
    (_, head), *body = filled
    columns = [_column_name(value) for value in head]
    while columns and not columns[-1]:
        columns.pop()
    # A gap between columns that a spreadsheet leaves for the eye is no column.
    places = [
        at
        for at, column in enumerate(columns)
        if column or any(_is_filled(row[at]) for _, row in body if at < len(row))
    ]
    named = [columns[at] for at in places]
    kinds = own_kinds(named) if numbers else {}
    if twice := sorted({column for column in named if named.count(column) > 1}):
        raise TableError(
            say("{file} has several columns of one name: {names}.", file=name, names=listing(map(shown, twice)))
        )
    rows: list[dict[str, Any]] = []
    for number, row in body:
        if any(_is_filled(value) for value in row[len(columns) :]):
            words = say("it has more cells than there are columns; put a text with the separator in it in quotes")
            raise TableError(_at(name, number, "", words))
        values = [*row, *[None] * len(columns)][: len(columns)]
        rows.append({})
        for column, value in ((columns[at], values[at]) for at in places):
            kind = kinds.get(column)
            found = _own_cell(value, kind) if kind else _cell(value, numbers=numbers, decimal=decimal)
            if found is None:
                words = say(
                    '{value} may be two numbers: say decimal="," or decimal=".", or write it without the mark',
                    value=shown(value),
                )
                raise TableError(_at(name, number, column, words))
            rows[-1][column] = found
    return SheetTable(tuple(named), tuple(rows), name)


def _column_name(value: Any) -> str:
    name = "" if value is None else str(value).strip()
    return name[1:] if _is_defused(name) else name


def _is_filled(value: Any) -> bool:
    return value is not None and (not isinstance(value, str) or bool(value.strip()))


def _at(name: str, row: int, column: str, words: Sentence) -> Sentence:
    if column:
        return say("{file}, row {row}, {column}: {words}.", file=name, row=row, column=column, words=words)
    return say("{file}, row {row}: {words}.", file=name, row=row, words=words)


def _columns_and_rows(table: Any) -> tuple[list[str], list[dict[str, Any]]]:
    if hasattr(table, "to_dict") and hasattr(table, "columns"):  # a DataFrame, without loading pandas to ask
        names = [str(name) for name in table.columns]
        _refuse_twice(names)
        cells = table.astype(object).where(table.notna(), None).itertuples(index=False, name=None)
        return names, [dict(zip(names, row, strict=True)) for row in cells]
    if isinstance(table, SheetTable):
        return list(table.columns), [dict(row) for row in table]
    if isinstance(table, str) or not isinstance(table, Sequence) or not all(isinstance(row, Mapping) for row in table):
        raise NotAllowed(say("A table is a DataFrame or a list of mappings, not {value}.", value=shown(table)))
    for row in table:
        _refuse_twice([str(key) for key in row])
    rows = [{str(key): value for key, value in row.items()} for row in table]
    return list(dict.fromkeys(key for row in rows for key in row)), rows


def _refuse_twice(names: Sequence[str]) -> None:
    """Raises NotAllowed where two columns would be written as one, and one of them be lost."""
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise NotAllowed(say("The table has several columns of one name: {names}.", names=listing(map(shown, twice))))
