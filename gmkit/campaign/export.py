"""The ledger as a file for other programs: csv, xlsx or json, with nothing in it that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gmkit.core.command import shown
from gmkit.core.names import safe_file_name
from gmkit.errors import NotAllowed
from gmkit.words import say

if TYPE_CHECKING:
    from gmkit.campaign.ledger import Ledger

SUFFIXES = (".csv", ".xlsx", ".json")

FORMULA = re.compile(r"'*(?:[\s\x00-\x1f\u200b-\u200f\ufeff]*[=+\-@＝＋－＠\u2212]|[\t\r\n])")
"""A text that a spreadsheet may run, or one that was defused: so that what is read back is what was written."""

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")

CELL_LIMIT = 32_767
"""So many signs fit into one cell of a spreadsheet."""


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
            say("{file} cannot be written: {reason}.", file=str(target), reason=error.strerror or str(error))
        ) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    return target


def ledger_bytes(ledger: Ledger, suffix: str) -> bytes:
    """Returns the ledger as the content of a file with this ending."""
    return table_bytes(ledger.columns, [asdict(row) for row in ledger.rows()], suffix, "ledger")


def table_bytes(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], suffix: str, title: str) -> bytes:
    """Returns rows as the content of a csv, xlsx or json file; text that a spreadsheet would run is defused."""
    if suffix == ".json":
        lines = [{name: _for_json(row.get(name)) for name in columns} for row in rows]
        return (json.dumps(lines, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")
    table = [[defused(_for_cell(row.get(name))) for name in columns] for row in rows]
    head = [defused(name) for name in columns]
    return _csv(head, table) if suffix == ".csv" else _xlsx(head, table, title)


def _for_json(value: Any) -> Any:
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_for_json(item) for item in value]
    if hasattr(value, "item"):  # a number of numpy's
        value = value.item()
    # NaN is no JSON.
    return value if isinstance(value, (str, int, bool, type(None))) or _is_finite(value) else str(value)


def _for_cell(value: Any) -> Any:
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, (str, int, bool, date, type(None))) or _is_finite(value):
        return value
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _is_finite(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _csv(columns: list[str], table: list[list[Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(table)
    # The mark tells spreadsheets that the file is UTF-8, Cyrillic included.
    return text.getvalue().encode("utf-8-sig", "backslashreplace")


def _xlsx(columns: list[str], table: list[list[Any]], title: str) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    for row in [columns, *table]:
        sheet.append([_UNPRINTABLE.sub("", value)[:CELL_LIMIT] if isinstance(value, str) else value for value in row])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def defused(value: Any) -> Any:
    """Returns a text that no spreadsheet takes for a formula: an apostrophe goes before one that may look so."""
    if isinstance(value, str) and FORMULA.match(value):
        return "'" + value
    return value
