"""What the documents of a campaign make: which are live, what each viewer was told, and the folds of it (S1).

The history keeps one `Listener` for each viewer that was asked for. All of them take the same documents one after
another; an undo takes the last live one off again. Nothing here reads or writes a file.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from gmkit.campaign.listener import Document, Folding, Listener
from gmkit.campaign.packing import whole
from gmkit.campaign.told import Told
from gmkit.core.command import content_of
from gmkit.core.session import Session
from gmkit.core.system import System
from gmkit.core.visibility import GM
from gmkit.errors import StoreError
from gmkit.store.collecting import without_gc
from gmkit.store.lock import HeldBack
from gmkit.words import say

StreamKey = tuple[str, str, str]


@dataclass(frozen=True)
class Record:
    """A command that is already in the ledger."""

    document: int
    index: int
    """Its place in the document's batch, from 0; -1 means the whole document."""
    content: str
    page: int
    """The turn in which it was given."""


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
        self._by_id: dict[str, list[Record]] = {}
        self._by_turn: dict[tuple[int, str], list[Record]] = {}
        self._indexed = 0
        """So many documents can be asked for by id and turn: it is done when first asked, not at every opening."""
        self.closings: dict[int, Record] = {}
        """The live command that closed each turn."""
        self.closed_at: dict[int, str] = {}
        self._shown: list[int] = []
        """The documents that closed a turn or were sent, in order: what came before one of them players have seen."""
        self._kernels: set[str] = set()
        self._draws: dict[int, Counter[StreamKey]] = {}
        """The live derived draws of each stream, for those turns that were asked for."""
        self._listeners: dict[str, Listener] = {GM: Listener(self.folding, GM)}
        self._told: dict[str, Told] = {}

    @property
    def now(self) -> Session:
        """The whole session, as the GM knows it."""
        return self._listeners[GM].now

    @property
    def kernels(self) -> int:
        """How many kernels have written; each is called by its number in this order ("k1")."""
        return max((int(name[1:]) for name in self._kernels if name[1:].isdecimal()), default=0)

    @property
    def by_id(self) -> dict[str, list[Record]]:
        """The records of commands and documents that were given an id."""
        self._index_all()
        return self._by_id

    @property
    def by_turn(self) -> dict[tuple[int, str], list[Record]]:
        """The records of commands and documents by the turn in which they were given, and their content."""
        self._index_all()
        return self._by_turn

    def document(self, number: int) -> Document:
        """Returns the document with this number, counted from 1."""
        return self.documents[number - 1]

    def load(self, documents: Sequence[Document], snapshot: tuple[int, Session] | None) -> None:
        """Takes all documents of a file just opened; up to the snapshot's the state need not be folded again.

        Raises:
            StoreError: If one is not what a campaign writes; names it.
        """
        self.documents = documents
        if snapshot:
            self._listeners[GM] = Listener(self.folding, GM, snapshot)
        with without_gc(len(documents)), _naming_entry(lambda: self.seen):
            for document in documents[: snapshot[0] if snapshot else 0]:
                self._note(document)
            self._take_new()

    def catch_up(self) -> list[Document]:
        """Takes the documents added since; returns them."""
        # A document that was taken by half would make all later ones wrong: the stop button waits (P3).
        with HeldBack():
            return self._take_new()

    def listener(self, viewer: str) -> Listener:
        """Returns the viewer's fold from the first document on; it is made when first asked for."""
        if viewer not in self._listeners or not self._listeners[viewer].is_whole:
            self._listeners[viewer] = self._replayed(viewer)
        return self._listeners[viewer]

    def told(self, viewer: str) -> Told:
        """Returns all that was told to the viewer; the documents are gone through when first asked for."""
        told = self._told.setdefault(viewer, Told(self.folding.book, viewer))
        if told.taken < self.seen:
            with without_gc(self.seen - told.taken), HeldBack(), _naming_entry(lambda: told.taken):
                for document in self.documents[told.taken : self.seen]:
                    told.take(document)
        return told

    def used(self, turn: int) -> Counter[StreamKey]:
        """Returns how many live derived draws each stream of the turn has (D1)."""
        if turn not in self._draws:
            self._draws[turn] = self._counted(turn)
        return Counter(self._draws[turn])

    def undoable(self) -> int | None:
        """Returns the number of the last live act, None if only creation is left."""
        return self.live[-1] if len(self.live) > 1 else None

    def best(self, records: Sequence[Record]) -> Record | None:
        """Returns the record to give back: the last live one, else the last undone, None of none."""
        live = (record for record in reversed(records) if record.document not in self.undone_by)
        return next(live, records[-1] if records else None)

    def was_shown(self, number: int) -> bool:
        """Returns whether players have seen what this document told them: its turn was closed, or it was sent."""
        told = any(event["to"] != "gm" for event in self.document(number)["events"])
        at = bisect_left(self._shown, number)
        if not told or at == len(self._shown):
            return False
        undone = self.undone_by.get(number)
        return undone is None or self._shown[at] < undone

    # --- taking documents -------------------------------------------------------------------------------------------

    def _take_new(self) -> list[Document]:
        new = list(self.documents[self.seen :])
        for document in new:
            self._note(document)
            if "undo" in document and not self._listeners[GM].can_pop:
                self._listeners[GM] = self._replayed(GM)
                others = [listener for viewer, listener in self._listeners.items() if viewer != GM]
            else:
                others = list(self._listeners.values())
            for listener in others:
                self._tell(listener, document)
        return new

    def _note(self, document: Document) -> None:
        """Takes what a document means whoever looks: nothing is folded here, and no row made."""
        self.seen += 1
        self._kernels.add(document.get("kernel", ""))
        if "undo" in document:
            self._note_undo(document)
        elif "redo" in document:
            self._note_redo(document)
        elif "sent" in document:
            self._shown.append(document["n"])
        else:
            if not isinstance(document["do"], list) or not isinstance(document["turn"], int):
                raise TypeError  # found now, not when it is first asked for by its id
            self.live.append(document["n"])
            self.redoable.clear()
            self._note_live(document)

    def _note_undo(self, document: Document) -> None:
        target = document["undo"]
        if self.live[-1] != target or target == 1:
            raise ValueError(target)
        self.live.pop()
        self.redoable.append(target)
        self.undone_by[target] = document["n"]
        undone = self.document(target)
        self._count(undone, -1)
        for event in undone["events"]:
            if event["is"] == "turn_closed":
                self.closed_at.pop(event["turn"], None)
                self.closings.pop(event["turn"], None)

    def _note_redo(self, document: Document) -> None:
        target = document["redo"]
        if self.redoable[-1] != target:
            raise ValueError(target)
        self.redoable.pop()
        self.live.append(target)
        del self.undone_by[target]
        self._note_live(self.document(target))

    def _note_live(self, document: Document) -> None:
        self._count(document, 1)
        for place, event in enumerate(document["events"]):
            if event["is"] == "turn_closed":
                turn = event["turn"]
                self.closed_at[turn] = document["at"]
                self.closings[turn] = Record(document["n"], _index_at(document, place), "", turn)
                if document["n"] not in self._shown[-1:]:
                    insort(self._shown, document["n"])
        if document["n"] == 1:
            self.closed_at[0] = document["at"]
            self._shown.append(1)

    def _tell(self, listener: Listener, document: Document) -> None:
        """Lets a listener take one document, in its turn."""
        if "undo" in document:
            listener.pop()
        elif "redo" in document:
            listener.push(self.document(document["redo"]))
        elif "sent" not in document:
            listener.push(document)

    def _replayed(self, viewer: str) -> Listener:
        listener = Listener(self.folding, viewer)
        for document in self.documents[: self.seen]:
            self._tell(listener, document)
        return listener

    def _count(self, document: Document, step: int) -> None:
        """Counts the draws of a document that becomes live or is undone, for the turns that are counted."""
        if self._draws:
            for turn, key in _derived(document):
                if turn in self._draws:
                    self._draws[turn][key] += step

    def _counted(self, turn: int) -> Counter[StreamKey]:
        """Returns the live derived draws of a turn: those of the last documents, and of a batch that led into it."""
        counts: Counter[StreamKey] = Counter()
        for number in reversed(self.live):
            document = self.document(number)
            counts.update(key for drawn_in, key in _derived(document) if drawn_in == turn)
            if document["turn"] < turn:
                break
        return counts

    def _index_all(self) -> None:
        while self._indexed < self.seen:
            self._index(self.documents[self._indexed])
            self._indexed += 1

    def _index(self, document: Document) -> None:
        """Notes under which id and turn each command can be asked for again."""
        if "sent" in document:
            return
        number, turn, commands = document["n"], document["turn"], commands_of(document)
        whole = content_of({"all": document.get("asked_all", commands)})
        if "id" in document:
            self._by_id.setdefault(document["id"], []).append(Record(number, -1, whole, turn))
        if "do" not in document:
            return
        batch = len(commands) > 1
        if batch or "asked_all" in document:
            self._by_turn.setdefault((turn, whole), []).append(Record(number, -1, whole, turn))
        ids = document.get("ids") or [None] * len(commands)
        pages = pages_of_commands(document)
        for index, (page, command, own_id) in enumerate(zip(pages, commands, ids, strict=True)):
            record = Record(number, index if batch else -1, content_of(command), page)
            self._by_turn.setdefault((page, record.content), []).append(record)
            if own_id is not None:
                alone = replace(record, content=content_of({"all": [command]}))
                self._by_id.setdefault(own_id, []).append(alone)


@contextmanager
def _naming_entry(number: Callable[[], int]) -> Iterator[None]:
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise StoreError(say("Entry {n} of the campaign's file is none that gmkit writes.", n=number())) from None


def commands_of(document: Document) -> list[dict[str, Any]]:
    """Returns the commands that a document records; an undo or a redo is one too."""
    if "undo" in document:
        return [undo_command(document.get("reason", ""))]
    if "redo" in document:
        return [{"do": "redo"}]
    return whole(document, document["do"])


def undo_command(reason: str) -> dict[str, Any]:
    """Returns an undo as data."""
    return {"do": "undo", "reason": reason} if reason else {"do": "undo"}


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


def _index_at(document: Document, place: int) -> int:
    """Returns which command of the document brought the fact at this place; -1 where it is the only one."""
    if "per" not in document:
        return -1
    end = 0
    for index, count in enumerate(document["per"]):
        end += count
        if place < end:
            return index
    return -1


def _derived(document: Document) -> Iterator[tuple[int, StreamKey]]:
    """Yields the turn and the stream of each draw that was derived from the key; one typed by hand has no number."""
    for draw in document.get("draws", ()):
        if draw.get("number") is not None:
            yield draw["turn"], (draw["who"], draw["what"], draw.get("eyes", ""))
