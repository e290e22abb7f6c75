"""One viewer of a campaign: what was told to it, document by document, and the fold of that (S1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, overload

from gmkit.core.fact import Fact, FactBook
from gmkit.core.kinds import COMMON_KINDS
from gmkit.core.session import COMMON_FACTS, UNFOLDED, Session, fold_common
from gmkit.core.system import System
from gmkit.core.visibility import GM, hears

Document = dict[str, Any]
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


@dataclass(frozen=True, slots=True)
class Layer:
    """What one live document added to a listener."""

    document: int
    session: Session | None
    """The session after it; None where it was not folded, because a snapshot stood for it."""
    closed: tuple[int, ...] = ()


class Folding:
    """The fold of one system: a stored fact onto a session."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.book = FactBook((*COMMON_FACTS, *system.facts), {**COMMON_KINDS, **system.kinds}, system.settings)
        self.blank = Session(game=system.empty())

    def __call__(self, session: Session, event: Mapping[str, Any]) -> Session:
        """Returns the session after a stored fact; those that change no state are not even read."""
        if event["is"] in UNFOLDED:
            return session
        return self.fold(session, self.book.from_plain(event))

    def fold(self, session: Session, fact: Fact) -> Session:
        """Returns the session after a fact, common or of the system."""
        common = fold_common(session, fact)
        if common is not session or isinstance(fact, COMMON_FACTS):
            session = common
        game = self.system.evolve(session.game, fact)
        return session if game is session.game else replace(session, game=game)


class Listener:
    """One viewer: the rows told to it, and the fold of them, document by document."""

    def __init__(self, fold: Folding, viewer: str) -> None:
        self._fold = fold
        self.viewer = viewer
        self.rows: list[Row] = []
        """Everything told to this viewer, in order."""
        self.lines: list[int] = []
        """The positions in `rows` of those that are lines of the ledger."""
        self.pages: dict[int, list[int]] = {}
        """The positions in `rows` of the facts on each page, so that one report need not look at all rows."""
        self.undone: frozenset[int] = frozenset()
        """Positions in `rows` that an undo took back."""
        self.layers: list[Layer] = []
        self.closed: dict[int, Session] = {}
        """The session at the end of each closed turn; 0 is the start."""
        self._closers: dict[int, int] = {}
        """The document that closed each turn, whether or not it was folded."""
        self._taken_back: dict[int, set[int]] = {}
        """The documents whose closing of a turn was undone, redone or not."""
        self._places: dict[int, tuple[range, range]] = {}
        """For each document that told something here: its positions in `rows`, and in `lines`."""

    @property
    def now(self) -> Session:
        """The session as this viewer knows it."""
        if not self.layers:
            return self._fold.blank
        session = self.layers[-1].session
        assert session is not None
        return session

    @property
    def done_again(self) -> frozenset[int]:
        """Turns that were closed before by another act; one that was undone and redone is what it was."""
        return frozenset(turn for turn, closers in self._taken_back.items() if closers - {self._closers.get(turn)})

    def take(self, document: Document, *, folded: bool = True) -> None:
        """Takes a new act: its rows and, unless a snapshot stands for them, its facts."""
        first, first_line = len(self.rows), len(self.lines)
        for page, event in paged(document):
            if hears(event["to"], self.viewer):
                self.pages.setdefault(page, []).append(len(self.rows))
                self._add(event, page, document["n"], line=self._fold.book.has_line(event["is"]))
        if len(self.rows) > first:
            self._places[document["n"]] = range(first, len(self.rows)), range(first_line, len(self.lines))
        self.push(document, folded=folded)

    def push(self, document: Document, *, folded: bool = True) -> None:
        """Folds the document's facts onto the state."""
        if not folded:
            turns = tuple(event["turn"] for event in document["events"] if event["is"] == "turn_closed")
            self._closers |= dict.fromkeys(turns, document["n"])
            self.layers.append(Layer(document["n"], None, turns))
            return
        session, closed = self.now, []
        for event in document["events"]:
            if hears(event["to"], self.viewer):
                session = self._fold(session, event)
                if event["is"] == "turn_closed":
                    closed.append(event["turn"])
                    self.closed[event["turn"]] = session
        if document["n"] == 1:
            closed.append(0)
            self.closed[0] = session
        self._closers |= dict.fromkeys(closed, document["n"])
        self.layers.append(Layer(document["n"], session, tuple(closed)))

    def pop(self) -> None:
        """Takes the last live document's facts off the state."""
        layer = self.layers.pop()
        for turn in layer.closed:
            self.closed.pop(turn, None)
            self._closers.pop(turn, None)
            self._taken_back.setdefault(turn, set()).add(layer.document)

    def mark(self, target: int, undo: Document, *, undone: bool) -> None:
        """Marks the rows of document *target*, and adds the line of the undo or redo if any of it was told here."""
        places = self._places.get(target)
        if places is None:
            return
        rows, lines = places
        self.undone = self.undone.union(rows) if undone else self.undone.difference(rows)
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


def paged(document: Document) -> list[tuple[int, Mapping[str, Any]]]:
    """Returns the document's facts, each with the turn on whose page it stands; all of creation stands on page 0."""
    page, found = document["turn"], []
    for event in document["events"]:
        found.append((page, event))
        if event["is"] == "turn_closed" and document["n"] != 1:
            page = event["turn"] + 1
    return found
