"""A viewer's ledger: its own numbering, pages, filters, table and export. It holds only rows told to that viewer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gmkit.campaign.identity import checked_turn
from gmkit.campaign.speaking import spoken
from gmkit.campaign.told import Row
from gmkit.core.command import shown, whole_number
from gmkit.core.fact import Fact, FactBook, Names
from gmkit.core.visibility import GM
from gmkit.errors import NotAllowed
from gmkit.words import Words, listing, render, say

if TYPE_CHECKING:
    import pandas as pd

PAGE_SIZE = 50
"""Rows on one page of the ledger (W9)."""


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
        self._lines = lines
        self._undone = undone
        self._source = source

    @property
    def lang(self) -> str:
        """The language of its words."""
        return self._source.lang

    def __len__(self) -> int:
        return len(self._lines)

    def __repr__(self) -> str:
        return f"Ledger({len(self)} lines)"

    def _repr_html_(self) -> str:
        """Returns the newest page as a table, for a cell that ends in a ledger."""
        from gmkit.campaign.shown import HEADINGS, table_html

        newest = range(max(0, len(self) - PAGE_SIZE), len(self))
        # The kind is a name for code, which `page` and `to_frame` take.
        return table_html(self._frame(map(self._row, newest)).drop(columns="kind"), self.lang, HEADINGS)

    @spoken
    def __getitem__(self, number: int) -> LedgerRow:
        """Returns the line with this number, counted from 1."""
        line = whole_number(number)
        if line is None or not 1 <= line <= len(self):
            raise NotAllowed(
                say("The ledger has lines 1 to {last}; there is no line {n}.", last=len(self), n=shown(number))
            )
        return self._row(line - 1)

    def __iter__(self) -> Iterator[LedgerRow]:
        """Yields all lines, oldest first; Python's own way would ask for a line 0."""
        return (self._row(at) for at in range(len(self)))

    def __reversed__(self) -> Iterator[LedgerRow]:
        return (self._row(at) for at in reversed(range(len(self))))

    @spoken
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
        if whole_number(number) is None or (whole_number(size) or 0) < 1:
            raise NotAllowed(
                say(
                    "A page's number and size are whole numbers from 1, not {number} and {size}.",
                    **_asked(number, size),
                )
            )
        turn = checked_turn(turn)
        for name, wanted in {"actor": actor, "kind": kind, "seen_by": seen_by}.items():
            if not isinstance(wanted, (str, type(None))):
                raise NotAllowed(say("{name} is a text, not {value}.", name=name, value=shown(wanted)))
        places: Sequence[int] = range(len(self))
        if turn is not None:
            places = [at for at in places if self._stored(at).page == turn]
        if kind is not None:
            places = [at for at in places if self._kind(at) == kind]
        if seen_by is not None:
            places = [at for at in places if self._audience(self._stored(at).event.get("to")) == seen_by]
        if actor is not None:
            places = [at for at in places if self._actor(at) == actor]
        pages = max(1, -(-len(places) // size))
        number = min(max(1, number), pages)
        last = len(places) - (number - 1) * size
        chosen = places[max(0, last - size) : last]
        return LedgerPage(tuple(self._row(at) for at in reversed(chosen)), number, pages, len(places))

    def turns(self) -> list[int]:
        """Returns the turns that have lines."""
        return sorted({self._stored(at).page for at in range(len(self))})

    def kinds(self) -> list[str]:
        """Returns the kinds of the lines."""
        return sorted({self._kind(at) for at in range(len(self))})

    @spoken
    def kind_name(self, kind: str) -> Words:
        """Returns what lines of this kind are called, in both languages."""
        if not isinstance(kind, str):
            raise NotAllowed(say("{name} is a text, not {value}.", name="kind", value=shown(kind)))
        return self._source.book.name(kind)

    def audiences(self) -> list[str]:
        """Returns who the lines were told to; nothing in any view but the GM's."""
        return sorted({self._audience(self._stored(at).event.get("to")) for at in range(len(self))} - {""})

    def actors(self) -> list[str]:
        """Returns who acted in the lines."""
        return sorted({self._actor(at) for at in range(len(self))} - {""})

    def rows(self) -> list[LedgerRow]:
        """Returns all lines, oldest first."""
        return list(self)

    def to_frame(self) -> pd.DataFrame:
        """Returns all lines as a table: n, turn, at, actor, kind, text, roll, result, undone, and the GM's seen_by."""
        return self._frame(self.rows())

    @spoken
    def export(self, path: str | os.PathLike[str]) -> Path:
        """Writes the ledger as csv, xlsx or json, by the ending of *path*; text that looks like a formula is defused.

        Raises:
            NotAllowed: If the ending is another, or the file cannot be written.
        """
        from gmkit.campaign.export import write_ledger

        return write_ledger(self, path)

    @spoken
    def to_text(self, width: int | None = None) -> str:
        """Returns all lines as a table for a terminal, in words; a line's dice stand in its text.

        Args:
            width: Of the terminal, in columns: longer texts go on in the next line. None: each line stays one.

        Raises:
            NotAllowed: If the width is no whole number from 1.
        """
        from gmkit.campaign.shown import HEADINGS, shown_columns
        from gmkit.campaign.terminal import text_table

        if width is not None and (whole_number(width) or 0) < 1:
            raise NotAllowed(say("A width is a whole number from 1, not {width}.", width=shown(width)))
        rows = [replace(row, text=_with_roll(row), roll="", result=None) for row in self]
        # The text last: what stands behind a long one would be far off the screen.
        names = [name for name in self.columns if name not in ("kind", "text")]
        return text_table(shown_columns(self._frame(rows)[[*names, "text"]], self.lang, HEADINGS), width)

    @property
    def columns(self) -> list[str]:
        """The names of the columns; who saw a line is the GM's to know."""
        return [item.name for item in fields(LedgerRow) if item.name != "seen_by" or self._source.viewer == GM]

    @property
    def parts(self) -> dict[str, Any]:
        """What another ledger of the same lines is made of."""
        return {"rows": self._rows, "lines": self._lines, "undone": self._undone, "source": self._source}

    # --- the inside -------------------------------------------------------------------------------------------------

    def _row(self, place: int) -> LedgerRow:
        """Returns the line at this place, counted from 0, in words."""
        source, row = self._source, self._stored(place)
        event, lang = row.event, source.lang
        text: Words
        roll, result = "", None
        fact = self._fact(event)
        if fact is None:
            text = _undo_words(event)
        else:
            text, result = source.book.line(fact, source.names), fact.result()
            roll = render(fact.roll(), lang)
        return LedgerRow(
            n=place + 1,
            turn=row.page,
            at=source.entered(row.document) if source.viewer == GM else source.times.get(row.page, ""),
            actor=self._actor(place, fact),
            kind=self._kind(place),
            text=render(text, lang),
            roll=roll,
            result=result,
            seen_by=self._audience(event.get("to")),
            undone=self._lines[place] in self._undone,
        )

    def _frame(self, rows: Iterable[LedgerRow]) -> pd.DataFrame:
        import pandas as pd

        columns = [item.name for item in fields(LedgerRow)]
        frame = pd.DataFrame([asdict(row) for row in rows], columns=columns)
        # The same types however many lines there are, none included.
        kinds: dict[str, Any] = dict.fromkeys(columns, "str") | {"n": "int64", "turn": "int64"}
        frame = frame.astype(kinds | {"result": "Int64", "undone": bool})
        return frame[self.columns]

    def _stored(self, place: int) -> Row:
        return self._rows[self._lines[place]]

    def _fact(self, event: Mapping[str, Any]) -> Fact | None:
        """Returns the fact of a line, None for an undo or a redo."""
        return None if event["is"] in _BACK else self._source.book.from_plain(event)

    def _kind(self, place: int) -> str:
        kind: str = self._stored(place).event["is"]
        return _BACK.get(kind, kind)

    def _actor(self, place: int, fact: Fact | None = None) -> str:
        fact = fact or self._fact(self._stored(place).event)
        return GM if fact is None else render(fact.actor(self._source.names), self.lang)

    def _audience(self, to: Any) -> str:
        if to is None or isinstance(to, str):
            return to or ""
        return ", ".join(self._source.names.get(seat, seat) for seat in to)


def _with_roll(row: LedgerRow) -> str:
    """Returns what a line says, with its dice; most lines name them themselves."""
    return row.text if row.roll in row.text else f"{row.text} {row.roll}"


_BACK = {"undone": "undo", "redone": "redo"}


def _undo_words(event: Mapping[str, Any]) -> Words:
    undone, (first, last) = event["is"] == "undone", (event["first"], event["last"])
    if first > last:
        words = say("Undone: an act without a line") if undone else say("Redone: an act without a line")
    elif first == last:
        words = say("Undone: line {line}", line=first) if undone else say("Redone: line {line}", line=first)
    else:
        lines = f"{first}–{last}"
        words = say("Undone: lines {lines}", lines=lines) if undone else say("Redone: lines {lines}", lines=lines)
    reason = event.get("reason")
    return listing((words, reason), ": ") if reason else words


def _asked(number: object, size: object) -> dict[str, str]:
    return {"number": shown(number), "size": shown(size)}
