"""Tables as people read them, in a cell or a terminal: every word, headings in the campaign's language."""

from __future__ import annotations

import re
from itertools import cycle
from typing import Any, ClassVar

import pandas as pd

from gmkit.campaign.terminal import Column
from gmkit.words import Words, current_language, render, say

HEADINGS: dict[str, Words] = {
    "n": say("No."),
    "turn": say("Turn"),
    "at": say("Time (UTC)"),
    "kernel": say("Notebook"),
    "did": say("Command"),
    "actor": say("Who"),
    "kind": say("Kind"),
    "text": say("What happened"),
    "roll": say("Dice"),
    "result": say("Result"),
    "seen_by": say("Told to"),
    "undone": say("Undone"),
    "undone_by": say("Undone by"),
    "seen": say("Players saw it"),
    "remark": say("Remark"),
}
"""What the columns of the ledger and of the history are called; a column goes by its own name in code."""


LEFT_OUT_IF_EMPTY = frozenset({"roll", "result", "undone", "undone_by", "remark"})
"""Columns that a cell shows where something stands in them: the text has more room without."""

MAY_WRAP = frozenset({"text", "roll", "remark"})

AUDIENCES = {"all": say("everybody"), "gm": say("the GM alone")}


class ShownTable(pd.DataFrame):
    """A DataFrame in every way, but that a cell shows it whole; so do the columns and rows chosen from it."""

    _metadata: ClassVar[list[str]] = ["lang"]
    lang: str
    """The language of its headings."""

    @property
    def _constructor(self) -> type[ShownTable]:
        return ShownTable

    def _repr_html_(self) -> str:
        return table_html(self, getattr(self, "lang", current_language()), HEADINGS)


def shown_table(frame: pd.DataFrame, lang: str) -> ShownTable:
    """Returns the frame as a table that a cell shows whole, in this language."""
    table = ShownTable(frame)
    table.lang = lang
    return table


def table_html(frame: pd.DataFrame, lang: str, headings: dict[str, Words] | None = None) -> str:
    """Returns a table as HTML: text to the left and in full, ticks for yes, nothing for what is not there."""
    columns = shown_columns(frame, lang, headings)
    plain = pd.DataFrame(dict(enumerate(column.cells for column in columns)))
    plain.columns = [column.head for column in columns]
    # Aligned in the tags themselves: JupyterLab's own style pushes it all to the right.
    styles = cycle(["text-align: left" + "; white-space: nowrap" * (not column.may_wrap) for column in columns])
    with pd.option_context("display.max_colwidth", None):
        html: str = plain.to_html(index=False, escape=True, border=0, justify="left")
    html = html.replace("<th>", '<th style="text-align: left">')
    return re.sub("<td>", lambda _: f'<td style="{next(styles)}">', html)


def shown_columns(frame: pd.DataFrame, lang: str, headings: dict[str, Words] | None = None) -> list[Column]:
    """Returns the columns of a table in words; of those with a heading, no empty ones that need not be there."""
    known = headings or {}
    columns = []
    for at, name in enumerate(frame.columns):
        cells = [_cell(value, lang) for value in frame.iloc[:, at]]
        if name in known:
            cells = [_in_words(str(name), text, lang) for text in cells]
        if any(cells) or name not in LEFT_OUT_IF_EMPTY or name not in known:
            may_wrap = name not in known or name in MAY_WRAP
            columns.append(Column(render(known.get(name, str(name)), lang), cells, may_wrap))
    return columns


def _in_words(column: str, text: str, lang: str) -> str:
    """Returns what a reader is shown where code has a name: who may read a line, who acted, and the time to minutes."""
    if column == "at":
        return text[:16].replace("T", " ")
    if column == "seen_by":
        return render(AUDIENCES.get(text, text), lang)
    return render(say("the GM"), lang) if (column, text) == ("actor", "gm") else text


def _cell(value: Any, lang: str) -> str:
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "✓" if value else ""
    if value is None or (not isinstance(value, str) and pd.isna(value)):
        return ""
    if isinstance(value, float):
        text = str(int(value)) if value.is_integer() else str(value)
        return text.replace(".", ",") if lang == "ru" else text
    return str(value)
