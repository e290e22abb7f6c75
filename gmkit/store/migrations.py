"""Old formats brought up to date by an ordered list of pure steps (P14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gmkit.store import layout
from gmkit.store.errors import Damaged
from gmkit.store.layout import FORMAT, Content
from gmkit.words import say

Tables = dict[str, dict[str, Any]]
Step = Callable[[Tables], Tables]


def from_0_to_1(tables: Tables) -> Tables:
    """Returns format 1: entries stood in the table `log`, without numbers and links, and there was no snapshot."""
    header = {**tables["_gmkit"]["1"], "format": 1, "sums": True}
    entries = [tables["log"][key] for key in sorted(tables["log"], key=int)]
    extras = {name: table for name, table in tables.items() if name not in {"_gmkit", "log"}}
    chained = layout.linked(header, entries)
    return {"_gmkit": {"1": header}, **extras, "ledger": {str(n): d for n, d in enumerate(chained, 1)}}


STEPS: tuple[Step, ...] = (from_0_to_1,)
"""The step at position n leads from format n to n + 1."""


def format_of(header: Mapping[str, Any]) -> int:
    """Returns the format that a header names; a header that names none is of the first."""
    number = header.get("format", 0)
    return number if type(number) is int and number >= 0 else 0


def migrated(tables: Tables, steps: tuple[Step, ...] = STEPS) -> Content:
    """Returns what an old file says in today's format; *tables* are not changed.

    Raises:
        Damaged: If a step cannot read what the file holds.
    """
    found = format_of(tables["_gmkit"]["1"])
    try:
        for step in steps[found:]:
            tables = step(tables)
        documents = [tables["ledger"][str(n)] for n in range(1, len(tables["ledger"]) + 1)]
        if not documents:
            raise ValueError("log")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        words = say(
            "The file is of the old format {old}, and cannot be brought to {new}: {reason}.",
            old=found,
            new=FORMAT,
            reason=repr(error),
        )
        raise Damaged(words, kind="migration") from error
    extras = {name: table for name, table in tables.items() if name not in layout.TABLES}
    return Content(tables["_gmkit"]["1"], documents, None, extras)
