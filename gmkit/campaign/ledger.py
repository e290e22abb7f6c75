"""A viewer's ledger: its own numbering, pages, filters, table and export. It holds only rows told to that viewer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gmkit.campaign.history import Row
from gmkit.core.fact import FactBook, Names
from gmkit.core.visibility import GM
from gmkit.errors import NotAllowed
from gmkit.words import Words, listing, render, say

if TYPE_CHECKING:
    import pandas as pd

PAGE_SIZE = 50
"""Rows on one page of the ledger (W9)."""

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A spreadsheet takes a text that begins so for a formula."""


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One line of the ledger, in words."""

    n: int
    """Counted from 1, the viewer's own, without gaps (S3)."""
    turn: int
    at: str
    """The time in UTC; in a player's view that of the report, blank before it is out (S3)."""
    actor: str
    kind: str
    text: str
    roll: str
    result: int | None
    seen_by: str
    """Empty in any view but the GM's."""
    undone: bool


@dataclass(frozen=True)
class LedgerPage:
    """One page of a ledger, newest line first."""

    rows: tuple[LedgerRow, ...]
    number: int
    """Counted from 1; page 1 holds the newest lines."""
    pages: int
    total: int


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where a ledger's words come from."""

    book: FactBook
    names: Names
    lang: str
    viewer: str
    times: Mapping[int, str]
    """When the page of each turn was out."""
    entered: Callable[[int], str]
    """When a document was entered; the GM's alone, gives "" to others."""


class Ledger:
    """The lines told to one viewer, oldest first."""

    def __init__(self, rows: Sequence[Row], lines: Sequence[int], undone: frozenset[int], source: Source) -> None:
        self._rows = rows
        self._lines = tuple(lines)
        self._undone = undone
        self._source = source

    def __len__(self) -> int:
        return len(self._lines)

    def __repr__(self) -> str:
        return f"Ledger({len(self)} lines)"

    def _repr_html_(self) -> str:
        """Returns the newest page as a table, for a cell that ends in a ledger."""
        html: str = self._frame([self.row(at) for at in range(max(0, len(self) - PAGE_SIZE), len(self))]).to_html(
            index=False, escape=True
        )
        return html

    def __getitem__(self, number: int) -> LedgerRow:
        """Returns the line with this number, counted from 1."""
        if not 1 <= number <= len(self):
            raise NotAllowed(say("The ledger has lines 1 to {last}; there is no line {n}.", last=len(self), n=number))
        return self.row(number - 1)

    def row(self, place: int) -> LedgerRow:
        """Returns the line at this place, counted from 0, in words."""
        source, row = self._source, self._stored(place)
        event, lang = row.event, source.lang
        kind = event["is"]
        actor: Words = ""
        roll: Words = ""
        result: int | None = None
        if kind in ("undone", "redone"):
            text, actor, kind = _undo_words(event), "gm", "undo" if kind == "undone" else "redo"
        else:
            fact = source.book.from_plain(event)
            text, actor = fact.line(source.names), fact.actor(source.names)
            roll, result = fact.roll(), fact.result()
        at = source.entered(row.document) if source.viewer == GM else source.times.get(row.page, "")
        return LedgerRow(
            n=place + 1,
            turn=row.page,
            at=at,
            actor=render(actor, lang),
            kind=kind,
            text=render(text, lang),
            roll=render(roll, lang),
            result=result,
            seen_by=self._audience(event.get("to")),
            undone=self._lines[place] in self._undone,
        )

    def page(
        self,
        number: int = 1,
        *,
        size: int = PAGE_SIZE,
        turn: int | None = None,
        actor: str | None = None,
        kind: str | None = None,
        seen_by: str | None = None,
    ) -> LedgerPage:
        """Returns one page of the lines that fit the filters, newest first; page 1 holds the newest."""
        places: Sequence[int] = range(len(self))
        if turn is not None:
            places = [at for at in places if self._stored(at).page == turn]
        if kind is not None:
            places = [at for at in places if self._kind(at) == kind]
        if seen_by is not None:
            places = [at for at in places if self._audience(self._stored(at).event.get("to")) == seen_by]
        if actor is not None:
            places = [at for at in places if self.row(at).actor == actor]
        pages = max(1, -(-len(places) // size))
        number = min(max(1, number), pages)
        last = len(places) - (number - 1) * size
        chosen = places[max(0, last - size) : last]
        return LedgerPage(tuple(self.row(at) for at in reversed(chosen)), number, pages, len(places))

    def turns(self) -> list[int]:
        """Returns the turns that have lines."""
        return sorted({self._stored(at).page for at in range(len(self))})

    def kinds(self) -> list[str]:
        """Returns the kinds of the lines."""
        return sorted({self._kind(at) for at in range(len(self))})

    def audiences(self) -> list[str]:
        """Returns who the lines were told to; nothing in any view but the GM's."""
        return sorted({self._audience(self._stored(at).event.get("to")) for at in range(len(self))} - {""})

    def actors(self) -> list[str]:
        """Returns who acted in the lines."""
        return sorted({self.row(at).actor for at in range(len(self))} - {""})

    def to_frame(self) -> pd.DataFrame:
        """Returns the ledger as a DataFrame: n, turn, at, actor, kind, text, roll, result, undone; the GM's has seen_by."""
        return self._frame([self.row(at) for at in range(len(self))])

    def export(self, path: str | Path) -> Path:
        """Writes the ledger as csv, xlsx or json, by the ending of *path*; text that looks like a formula is defused.

        Raises:
            NotAllowed: If the ending is another, or the file is there already.
        """
        target = Path(path)
        suffix = target.suffix.lower()
        if suffix not in (".csv", ".xlsx", ".json"):
            raise NotAllowed(say("A ledger is exported as .csv, .xlsx or .json, not {name}.", name=target.name))
        frame = self.to_frame()
        if suffix == ".json":
            lines = json.loads(frame.to_json(orient="records", force_ascii=False))
            target.write_text(json.dumps(lines, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            return target
        for column in ("at", "actor", "kind", "text", "roll", "seen_by"):
            if column in frame:
                frame[column] = frame[column].map(defused)
        if suffix == ".csv":
            # The mark tells spreadsheets that the file is UTF-8, Cyrillic included.
            frame.to_csv(target, index=False, encoding="utf-8-sig", lineterminator="\n")
        else:
            frame.to_excel(target, index=False, sheet_name="ledger")
        return target

    def _frame(self, rows: list[LedgerRow]) -> pd.DataFrame:
        import pandas as pd

        columns = ["n", "turn", "at", "actor", "kind", "text", "roll", "result", "seen_by", "undone"]
        frame = pd.DataFrame([asdict(row) for row in rows], columns=columns)
        frame["result"] = frame["result"].astype("Int64")
        frame["undone"] = frame["undone"].astype(bool)
        return frame if self._source.viewer == GM else frame.drop(columns="seen_by")

    def _stored(self, place: int) -> Row:
        return self._rows[self._lines[place]]

    def _kind(self, place: int) -> str:
        kind: str = self._stored(place).event["is"]
        return {"undone": "undo", "redone": "redo"}.get(kind, kind)

    def _audience(self, to: Any) -> str:
        if to is None or isinstance(to, str):
            return to or ""
        return ", ".join(self._source.names.get(seat, seat) for seat in to)


def _undo_words(event: Mapping[str, Any]) -> Words:
    first, last = event["first"], event["last"]
    lines = str(first) if first >= last else f"{first}–{last}"
    if last < first:
        lines = "–"
    words = (
        say("Undone: lines {lines}", lines=lines)
        if event["is"] == "undone"
        else say("Redone: lines {lines}", lines=lines)
    )
    reason = event.get("reason")
    return listing((words, reason), ": ").render() if reason else words


def defused(value: Any) -> Any:
    """Returns a text that no spreadsheet takes for a formula: an apostrophe goes before one that looks so."""
    if isinstance(value, str) and value.startswith(FORMULA_SIGNS):
        return "'" + value
    return value
