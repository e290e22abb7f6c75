"""What the documents of a campaign make: which are live, what each viewer was told, and the folds of it (S1).

The history keeps one `Listener` for each viewer that was asked for. All of them take the same documents one after
another; an undo takes the last live one off again. Nothing here reads or writes a file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gmkit.core.command import content_of
from gmkit.core.fact import Fact, FactBook
from gmkit.core.session import COMMON_FACTS, UNFOLDED, Session, fold_common
from gmkit.core.system import System
from gmkit.core.visibility import GM, hears

Document = dict[str, Any]
StreamKey = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a viewer's ledger, before it is put into words."""

    event: Mapping[str, Any]
    """The stored fact; its audience only in the GM's rows."""
    page: int
    """The turn on whose page it stands."""
    document: int
    """The number of its document; 0 in any view but the GM's."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """What one live document added to a listener."""

    document: int
    session: Session | None
    """The session after it; None where it was not folded, because a snapshot stood for it."""
    closed: tuple[int, ...] = ()


class Listener:
    """One viewer: the rows told to it, and the fold of them, document by document."""

    def __init__(self, fold: Folding, viewer: str) -> None:
        self._fold = fold
        self.viewer = viewer
        self.rows: list[Row] = []
        """Everything told to this viewer, in order."""
        self.lines: list[int] = []
        """The positions in `rows` of those that are lines of the ledger."""
        self.undone: set[int] = set()
        """Positions in `rows` that an undo took back."""
        self.layers: list[_Layer] = []
        self.closed: dict[int, Session] = {}
        """The session at the end of each closed turn; 0 is the start."""
        self.done_again: set[int] = set()
        """Turns whose closing was undone at least once."""
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

    def take(self, document: Document, *, folded: bool = True) -> None:
        """Takes a new act: its rows and, unless a snapshot stands for them, its facts."""
        first, first_line = len(self.rows), len(self.lines)
        for page, event in paged(document):
            if hears(event["to"], self.viewer):
                self._add(event, page, document["n"], line=self._fold.book.has_line(event["is"]))
        if len(self.rows) > first:
            self._places[document["n"]] = range(first, len(self.rows)), range(first_line, len(self.lines))
        self.push(document, folded=folded)

    def push(self, document: Document, *, folded: bool = True) -> None:
        """Folds the document's facts onto the state."""
        if not folded:
            turns = tuple(event["turn"] for event in document["events"] if event["is"] == "turn_closed")
            self.layers.append(_Layer(document["n"], None, turns))
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
        self.layers.append(_Layer(document["n"], session, tuple(closed)))

    def pop(self) -> None:
        """Takes the last live document's facts off the state."""
        for turn in self.layers.pop().closed:
            self.closed.pop(turn, None)
            self.done_again.add(turn)

    def mark(self, target: int, undo: Document, *, undone: bool) -> None:
        """Marks the rows of document *target*, and adds the line of the undo or redo if any of it was told here."""
        places = self._places.get(target)
        if places is None:
            return
        rows, lines = places
        (self.undone.update if undone else self.undone.difference_update)(rows)
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


class Folding:
    """The fold of one system: a stored fact onto a session."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.book = FactBook((*COMMON_FACTS, *system.facts))
        self.blank = Session(game=system.empty())

    def __call__(self, session: Session, event: Mapping[str, Any]) -> Session:
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


@dataclass(frozen=True)
class Record:
    """A command that is already in the ledger."""

    document: int
    index: int
    """Its place in the document's batch, from 0; -1 means the whole batch."""
    content: str


class History:
    """All documents of a campaign, and what follows from them."""

    def __init__(self, system: System) -> None:
        self.folding = Folding(system)
        self.documents: Sequence[Document] = ()
        self.seen = 0
        """How many of the documents have been taken."""
        self.live: list[int] = []
        self.redoable: list[int] = []
        self.undone_by: dict[int, int] = {}
        self.by_id: dict[str, Record] = {}
        self.by_turn: dict[tuple[int, str], Record] = {}
        self.last_shown = 0
        """The last document that closed a turn or was sent: what came before it players have seen."""
        self.draws: dict[int, Counter[StreamKey]] = {}
        self.closed_at: dict[int, str] = {}
        self.listeners: dict[str, Listener] = {GM: Listener(self.folding, GM)}
        self._snapshot_upto = 0

    @property
    def gm(self) -> Listener:
        """What the GM knows: everything."""
        return self.listeners[GM]

    def document(self, number: int) -> Document:
        """Returns the document with this number, counted from 1."""
        return self.documents[number - 1]

    def load(self, documents: Sequence[Document], snapshot: tuple[int, Session] | None) -> None:
        """Takes all documents of a file just opened; up to the snapshot's the state need not be folded again."""
        self.documents = documents
        if snapshot:
            self._snapshot_upto = snapshot[0]
        while self.seen < len(documents):
            self._take(documents[self.seen])
            if snapshot and self.seen == snapshot[0]:
                layer = self.gm.layers[-1]
                self.gm.layers[-1] = replace(layer, session=snapshot[1])

    def catch_up(self) -> list[Document]:
        """Takes the documents added since; returns them."""
        new = list(self.documents[self.seen :])
        for document in new:
            self._take(document)
        return new

    def listener(self, viewer: str) -> Listener:
        """Returns the viewer's rows and fold; they are made when first asked for."""
        if viewer not in self.listeners:
            self.listeners[viewer] = self._replayed(viewer)
        return self.listeners[viewer]

    def fold_fully(self) -> None:
        """Folds the GM's state from the first document on, where a snapshot had stood for it."""
        if self._snapshot_upto:
            self._snapshot_upto = 0
            self.listeners[GM] = self._replayed(GM)

    def used(self, turn: int) -> Counter[StreamKey]:
        """Returns how many live derived draws each stream of the turn has (D1)."""
        return Counter(self.draws.get(turn, Counter()))

    def undoable(self) -> int | None:
        """Returns the number of the last live act, None if only creation is left."""
        return self.live[-1] if len(self.live) > 1 else None

    def was_shown(self, number: int) -> bool:
        """Returns whether players have seen what this document told them: its turn was closed, or it was sent."""
        told = any(event["to"] != "gm" for event in self.document(number)["events"])
        return told and number <= self.last_shown

    # --- taking documents -------------------------------------------------------------------------------------------

    def _take(self, document: Document) -> None:
        self.seen += 1
        if "undo" in document:
            self._undo(document)
        elif "redo" in document:
            self._redo(document)
        elif "sent" in document:
            self.last_shown = document["n"]
        else:
            self._act(document)

    def _act(self, document: Document) -> None:
        number = document["n"]
        self.live.append(number)
        self.redoable.clear()
        for listener in self.listeners.values():
            listener.take(document, folded=number > self._snapshot_upto)
        self._count(document, 1)
        self._index(document)

    def _undo(self, document: Document) -> None:
        target = document["undo"]
        self.live.remove(target)
        self.redoable.append(target)
        self.undone_by[target] = document["n"]
        self._count(self.document(target), -1)
        for listener in self.listeners.values():
            listener.pop()
            listener.mark(target, document, undone=True)
        if self.seen > self._snapshot_upto and self.gm.layers[-1].session is None:
            self.fold_fully()

    def _redo(self, document: Document) -> None:
        target = document["redo"]
        self.redoable.remove(target)
        self.live.append(target)
        del self.undone_by[target]
        self._count(self.document(target), 1)
        folded = document["n"] > self._snapshot_upto
        for listener in self.listeners.values():
            listener.push(self.document(target), folded=folded)
            listener.mark(target, document, undone=False)

    def _count(self, document: Document, step: int) -> None:
        for draw in document.get("draws", ()):
            if draw.get("number") is not None:
                key = (draw["who"], draw["what"], draw.get("eyes", ""))
                self.draws.setdefault(draw["turn"], Counter())[key] += step
        for event in document["events"]:
            if event["is"] == "turn_closed":
                if step > 0:
                    self.closed_at[event["turn"]] = document["at"]
                    self.last_shown = max(self.last_shown, document["n"])
                else:
                    self.closed_at.pop(event["turn"], None)
        if document["n"] == 1:
            self.closed_at[0] = document["at"]

    def _index(self, document: Document) -> None:
        number, commands = document["n"], document["do"]
        whole = content_of({"all": commands})
        if "id" in document:
            self.by_id[document["id"]] = Record(number, -1, whole)
        if len(commands) > 1:
            self.by_turn[(document["turn"], whole)] = Record(number, -1, whole)
        for index, (page, command) in enumerate(zip(pages_of_commands(document), commands, strict=True)):
            content = content_of(command)
            self.by_turn[(page, content)] = Record(number, index if len(commands) > 1 else -1, content)

    def _replayed(self, viewer: str) -> Listener:
        listener = Listener(self.folding, viewer)
        for document in self.documents[: self.seen]:
            if "undo" in document:
                listener.pop()
                listener.mark(document["undo"], document, undone=True)
            elif "redo" in document:
                listener.push(self.document(document["redo"]))
                listener.mark(document["redo"], document, undone=False)
            elif "sent" not in document:
                listener.take(document)
        return listener


def events_of(document: Document, index: int) -> list[Mapping[str, Any]]:
    """Returns the facts of one command of a batch; index -1 means all of them."""
    if index < 0 or "per" not in document:
        return list(document["events"])
    start = sum(document["per"][:index])
    return list(document["events"][start : start + document["per"][index]])


def pages_of_commands(document: Document) -> list[int]:
    """Returns the turn in which each command of the document was given."""
    page, found = document["turn"], []
    for index in range(len(document["do"])):
        found.append(page)
        for event in events_of(document, index):
            if event["is"] == "turn_closed":
                page = event["turn"] + 1
    return found
