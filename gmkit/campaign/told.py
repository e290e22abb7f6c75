"""The rows that one viewer was told, as the ledger and the reports read them (S1, S3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from gmkit.campaign.listener import Document
from gmkit.core.fact import FactBook
from gmkit.core.visibility import GM, hears

T = TypeVar("T")


class Prefix(Sequence[T]):
    """The first items of a list that only grows: a view keeps what there was, and nothing is copied."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Sequence[T]) -> None:
        self._items = items
        self._length = len(items)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        if isinstance(at, slice):
            return [self._items[place] for place in range(*at.indices(self._length))]
        if not -self._length <= at < self._length:
            raise IndexError(at)
        return self._items[at if at >= 0 else at + self._length]

    def __iter__(self) -> Iterator[T]:
        return (self._items[place] for place in range(self._length))


@dataclass(frozen=True, slots=True)
class Row:
    """Something told to a viewer, before it is put into words."""

    event: Mapping[str, Any]
    """The stored fact; its audience only in the GM's rows."""
    page: int
    """The turn on whose page it stands."""
    document: int
    """The number of its document; 0 in any view but the GM's."""


class Told:
    """Everything told to one viewer, in order; the documents are gone through when first asked for, not at opening."""

    def __init__(self, book: FactBook, viewer: str) -> None:
        self._book = book
        self.viewer = viewer
        self.rows: list[Row] = []
        self.lines: list[int] = []
        """The positions in `rows` of those that are lines of the ledger."""
        self.pages: dict[int, list[int]] = {}
        """The positions in `rows` of the facts on each page, so that one report need not look at all rows."""
        self.undone: frozenset[int] = frozenset()
        """Positions in `rows` that an undo took back."""
        self.taken = 0
        """How many of the documents were gone through."""
        self._places: dict[int, tuple[range, range]] = {}
        """For each document that told something here: its positions in `rows`, and in `lines`."""

    def take(self, document: Document) -> None:
        """Takes the next document: the rows of an act, or the mark of an undo or a redo."""
        self.taken += 1
        if "undo" in document:
            self._mark(document["undo"], document, undone=True)
        elif "redo" in document:
            self._mark(document["redo"], document, undone=False)
        elif "sent" not in document:
            self._act(document)

    def _act(self, document: Document) -> None:
        first, first_line = len(self.rows), len(self.lines)
        for page, event in _paged(document):
            if hears(event["to"], self.viewer):
                self.pages.setdefault(page, []).append(len(self.rows))
                self._add(event, page, document["n"], line=self._book.has_line(event["is"]))
        if len(self.rows) > first:
            self._places[document["n"]] = range(first, len(self.rows)), range(first_line, len(self.lines))

    def _mark(self, target: int, undo: Document, *, undone: bool) -> None:
        """Marks the rows of document *target*, and adds the line of the undo or redo if any of it stands here."""
        places = self._places.get(target)
        if places is None:
            return
        rows, lines = places
        self.undone = self.undone.union(rows) if undone else self.undone.difference(rows)
        if not lines and self.viewer != GM:
            # Nothing of it stands in this ledger, so there is no line that an undo could name.
            return
        event: dict[str, Any] = {"is": "undone" if undone else "redone", "first": lines.start + 1, "last": lines.stop}
        if self.viewer == GM:
            event |= {"reason": undo.get("reason", ""), "to": "gm"}
        self._add(event, undo["turn"], undo["n"], line=True)

    def _add(self, event: Mapping[str, Any], page: int, document: int, *, line: bool) -> None:
        if line:
            self.lines.append(len(self.rows))
        if self.viewer == GM:
            self.rows.append(Row(event, page, document))
        else:
            # Audiences never leave the GM (S1).
            self.rows.append(Row({name: value for name, value in event.items() if name != "to"}, page, 0))


def _paged(document: Document) -> list[tuple[int, Mapping[str, Any]]]:
    """Returns the document's facts, each with the turn on whose page it stands; all of creation stands on page 0."""
    page, found = document["turn"], []
    for event in document["events"]:
        found.append((page, event))
        if event["is"] == "turn_closed" and document["n"] != 1:
            page = event["turn"] + 1
    return found
