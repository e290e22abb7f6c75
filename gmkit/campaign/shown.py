"""Tables as a cell shows them: every word to read, headings in the campaign's language. Imported when one is made."""

from __future__ import annotations

from typing import Any, ClassVar

import pandas as pd

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
    cells = {at: [_cell(value, lang) for value in frame.iloc[:, at]] for at in range(frame.shape[1])}
    if "at" in frame.columns:
        at = list(frame.columns).index("at")
        cells[at] = [text[:16].replace("T", " ") for text in cells[at]]
    plain = pd.DataFrame(cells)
    plain.columns = [render((headings or {}).get(name, str(name)), lang) for name in frame.columns]
    # Aligned in the tags themselves: JupyterLab's own style pushes it all to the right.
    with pd.option_context("display.max_colwidth", None):
        html: str = plain.to_html(index=False, escape=True, border=0, justify="left")
    return html.replace("<td>", '<td style="text-align: left">').replace("<th>", '<th style="text-align: left">')


def _cell(value: Any, lang: str) -> str:
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "✓" if value else ""
    if value is None or (not isinstance(value, str) and pd.isna(value)):
        return ""
    if isinstance(value, float):
        text = str(int(value)) if value.is_integer() else str(value)
        return text.replace(".", ",") if lang == "ru" else text
    return str(value)
