"""The ledger as a file for other programs: csv, xlsx or json, with nothing in it that a spreadsheet would run."""

from __future__ import annotations

import io
import json
import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gmkit.core.command import refuse_too_much, shown
from gmkit.core.names import safe_file_name
from gmkit.errors import NotAllowed, why
from gmkit.words import Words, say

if TYPE_CHECKING:
    from gmkit.campaign.ledger import Ledger

SUFFIXES = (".csv", ".xlsx", ".json")

FORMULA = re.compile(r"'*(?:[\s\x00-\x1f\u200b-\u200f\ufeff]*[=+\-@＝＋－＠\u2212]|[\t\r\n])")
"""A text that a spreadsheet may run, or one that was defused: so that what is read back is what was written."""

_ESCAPED = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
"""Signs that an xlsx file holds as _x000D_ only, and the beginning of a text that looks like one so written."""

_QUOTED = re.compile(r'[",;\t\r\n]')

CELL_LIMIT = 32_767
"""So many signs fit into one cell of a spreadsheet."""

_WHOLE_LIMIT = 2**53
"""A spreadsheet keeps no whole number over this to its last digit: it is written as text."""


def write_ledger(ledger: Ledger, path: str | os.PathLike[str]) -> Path:
    """Returns the file into which the ledger was written, by the ending of its name; an older one is replaced.

    Raises:
        NotAllowed: If the ending is none of the three, or the file cannot be written; nothing was changed.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise NotAllowed(say("A file is named by a text, not {value}.", value=shown(path)))
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES or target.name == "campaign.json":
        raise NotAllowed(say("A ledger is exported as .csv, .xlsx or .json, not {name}.", name=target.name))
    return write_bytes(target, ledger_bytes(ledger, suffix))


def write_bytes(target: Path, data: bytes, *, before: Callable[[], object] | None = None) -> Path:
    """Returns the file that holds *data* now; an older one is replaced in one step.

    Args:
        target: The file; never a campaign's own. A name that some system forbids becomes one that all allow (C142).
        data: What it is to hold.
        before: Done when everything is ready but the file is not yet in its place.

    Raises:
        NotAllowed: If it cannot be written; nothing was changed.
    """
    if target.name not in ("", ".", ".."):
        target = target.with_name(safe_file_name(target.name))
    if target.name.lower() == "campaign.json":
        raise NotAllowed(say("{file} is a campaign: write to another file.", file=str(target)))
    if target.is_dir():
        raise NotAllowed(say("{file} is a folder: name a file.", file=str(target)))
    beside = target.with_name(f".{target.name}.new")
    try:
        beside.write_bytes(data)
        if before is not None:
            before()
        beside.replace(target)
    except OSError as error:
        raise NotAllowed(
            say("{file} cannot be written: {reason}.", file=str(target), reason=_why_not(target, error))
        ) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    return target


def _why_not(target: Path, error: OSError) -> Words:
    if not target.parent.is_dir():
        return say("there is no folder {folder}; make it first", folder=str(target.parent))
    return why(error)


def ledger_bytes(ledger: Ledger, suffix: str) -> bytes:
    """Returns the ledger as the content of a file with this ending."""
    return table_bytes(ledger.columns, [asdict(row) for row in ledger.rows()], suffix, "ledger")


def table_bytes(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], suffix: str, title: str) -> bytes:
    """Returns rows as the content of a csv, xlsx or json file; text that a spreadsheet would run is defused."""
    for row in rows:
        for name in columns:
            refuse_too_much(name, row.get(name))
    if suffix == ".json":
        lines = [{name: _for_json(row.get(name)) for name in columns} for row in rows]
        return (json.dumps(lines, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")
    head = [defused(name) for name in columns]
    if suffix == ".csv":
        return _csv([head, *([defused(_for_csv(row.get(name))) for name in columns] for row in rows)])
    return _xlsx([head, *([defused(_for_xlsx(row.get(name))) for name in columns] for row in rows)], title)


def _for_json(value: Any) -> Any:
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_for_json(item) for item in value]
    value = _own(value)
    return value if isinstance(value, (str, int, bool, type(None))) or _is_finite(value) else _text(value)


def _for_csv(value: Any) -> Any:
    value = _own(value)
    if isinstance(value, float) and math.isfinite(value):
        plainly = format(Decimal(repr(value)), "f")
        return plainly if len(plainly) <= _LONGEST_PLAIN else value  # 1e-9 is read back as a text
    return value if isinstance(value, (str, int, bool, type(None))) else _text(value)


def _for_xlsx(value: Any) -> Any:
    value = _own(value)
    if isinstance(value, int) and abs(value) > _WHOLE_LIMIT:
        return str(value)
    # A spreadsheet knows no time zones: the text says the same moment.
    if isinstance(value, (str, int, bool, type(None))) or _is_finite(value):
        return value
    return value if isinstance(value, date) and getattr(value, "tzinfo", None) is None else _text(value)


_MISSING = ("NAType", "NaTType")
"""What pandas calls its nothing; by name, because pandas need not be loaded for a list of mappings."""

_LONGEST_PLAIN = 30
"""So many signs of a number without an exponent a reader still takes for a number."""


def _own(value: Any) -> Any:
    """Returns a value of Python's own types; None for what pandas and numpy write where there is nothing."""
    if hasattr(value, "item") and callable(value.item):
        value = value.item()
    is_nan = isinstance(value, (float, Decimal)) and math.isnan(value)
    return None if is_nan or type(value).__name__ in _MISSING else value


def _text(value: Any) -> str:
    """Returns a value that has no form of its own in the file as text: a day without the midnight beside it."""
    if isinstance(value, datetime) and value.tzinfo is None and value.time() == time():
        return str(value.date())
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _is_finite(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _csv(table: Sequence[Sequence[Any]]) -> bytes:
    lines = [",".join(map(_quoted, row)) + "\n" for row in table]
    # The mark tells spreadsheets that the file is UTF-8, Cyrillic included.
    return "".join(lines).encode("utf-8-sig", "backslashreplace")


def _quoted(value: Any) -> str:
    """Returns a cell as it stands in a csv file; Python's own writer leaves a lone CR bare, which ends the row."""
    text = "" if value is None else str(value)
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text


def _xlsx(table: Sequence[Sequence[Any]], title: str) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    for row in table:
        sheet.append([_for_sheet(value) if isinstance(value, str) else value for value in row])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _for_sheet(text: str) -> str:
    """Returns a text as an xlsx file holds it; one that no cell can hold ends in "…"."""
    if len(text) > CELL_LIMIT:
        text = text[: CELL_LIMIT - 1] + "…"
    text = text.encode("utf-8", "backslashreplace").decode()
    return _ESCAPED.sub(lambda sign: f"_x{ord(sign[0]):04X}_", text)


def defused(value: Any) -> Any:
    """Returns a text that no spreadsheet takes for a formula: an apostrophe goes before one that may look so."""
    if isinstance(value, str) and FORMULA.match(value):
        return "'" + value
    return value
