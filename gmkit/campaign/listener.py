"""What one viewer of a campaign knows: the fold of the facts told to it, document by document (S1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from gmkit.campaign.packing import PackedBook
from gmkit.core.fact import Fact, FactBook
from gmkit.core.kinds import COMMON_KINDS
from gmkit.core.session import COMMON_FACTS, UNFOLDED, Session, fold_common
from gmkit.core.system import System
from gmkit.core.visibility import hears

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Layer:
    """What one live document added to a listener."""

    document: int
    session: Session
    """The session after it."""
    closed: tuple[int, ...] = ()


class Folding:
    """The fold of one system: a stored fact onto a session."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.book: FactBook = PackedBook(
            (*COMMON_FACTS, *system.facts), {**COMMON_KINDS, **system.kinds}, system.settings
        )
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
    """One viewer: the fold of what was told to it, document by document."""

    def __init__(self, fold: Folding, viewer: str, base: tuple[int, Session] | None = None) -> None:
        self._fold = fold
        self.viewer = viewer
        self.is_whole = base is None
        """Whether it was folded from the first document on; else a snapshot stands for the first ones."""
        self.layers: list[Layer] = [] if base is None else [Layer(*base)]
        self.closed: dict[int, Session] = {}
        """The session at the end of each closed turn that was folded here; 0 is the start."""
        self._closers: dict[int, int] = {}
        """The document that closed each turn."""
        self._taken_back: dict[int, set[int]] = {}
        """The documents whose closing of a turn was undone, redone or not."""

    @property
    def now(self) -> Session:
        """The session as this viewer knows it."""
        return self.layers[-1].session if self.layers else self._fold.blank

    @property
    def done_again(self) -> frozenset[int]:
        """Turns that were closed before by another act; one that was undone and redone is what it was."""
        return frozenset(turn for turn, closers in self._taken_back.items() if closers - {self._closers.get(turn)})

    @property
    def can_pop(self) -> bool:
        """Whether the last document can be taken off: one that a snapshot stands for cannot."""
        return self.is_whole or len(self.layers) > 1

    def push(self, document: Document) -> None:
        """Folds the document's facts onto the state."""
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
