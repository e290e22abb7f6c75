"""Looking at a campaign: what it is, what each viewer knows, its reports and its history. Nothing here writes (S5)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gmkit.campaign.identity import checked_turn
from gmkit.campaign.ledger import Source
from gmkit.campaign.opened import Opened
from gmkit.campaign.speaking import spoken
from gmkit.campaign.told import Prefix
from gmkit.campaign.view import Knowledge, View, not_closed
from gmkit.core.command import shown
from gmkit.core.names import folded, same_name
from gmkit.core.visibility import GM, PUBLIC
from gmkit.errors import NotAllowed
from gmkit.words import Sentence, listing, render, say

if TYPE_CHECKING:
    import pandas as pd
    from tinydb import TinyDB

    from gmkit.paint.pages import Report

_SEEN_IN_WORDS = 3
"""How many lines that players have seen the question before an undo repeats; a whole day would be a wall of text."""


class Looking(Opened):
    """A campaign to look at."""

    @property
    def path(self) -> Path:
        """The campaign's folder."""
        return self._file.path.parent

    @property
    def system(self) -> str:
        """The id of its system."""
        return self._system.id

    @property
    def title(self) -> str:
        """What stands above its reports."""
        return self._session().title

    @property
    def turn(self) -> int:
        """The turn now being played. Counted from 1."""
        return self._session().turn

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in the order of their seats."""
        return self._session().players

    @property
    def settings(self) -> Mapping[str, Any]:
        """The rulings in force, by name."""
        return deepcopy({**self._system.settings.defaults, **self._session().settings})

    @property
    def db(self) -> TinyDB:
        """The campaign file as a TinyDB, to read from; what writes is a command."""
        return self._file.db

    @property
    def notices(self) -> list[str]:
        """What was noticed about the file, such as a line that a power cut tore."""
        return [render(notice, self.lang) for notice in self._file.notices]

    def __repr__(self) -> str:
        # Of a closed campaign too, and without a look at the file.
        session = self._history.now
        return f"Campaign({session.title!r}, {self.system}, turn {session.turn})"

    @spoken
    def view(self, viewer: str, *, turn: int | None = None) -> View:
        """Returns what a viewer may know; with *turn*, as it stood when that turn closed.

        Args:
            viewer: "gm", "public" or a player's name.
            turn: A turn that was closed; 0 is the start. None: now.
        """
        self.refresh()
        turn = checked_turn(turn)
        seat, name = self._viewer(viewer)
        return self._view(seat, name, turn)

    @spoken
    def report(self, turn: int, player: str | None = None, format: str = "md", lang: str | None = None) -> Report:
        """Returns the report of a closed turn: the public one, or a player's; 0 is the start.

        Args:
            turn: A turn that was closed, or 0.
            player: A player's name, "gm", or None for the public report.
            format: "md", "html" or "bbcode".
            lang: "en" or "ru"; the campaign's if None.
        """
        return self.view(PUBLIC if player is None else player).report(turn, format, lang)

    @spoken
    def history(self) -> pd.DataFrame:
        """Returns every document: n, turn, at, kernel, did, text, undone, undone_by, seen, remark."""
        from gmkit.campaign.record import history_frame
        from gmkit.campaign.shown import shown_table

        self.refresh()
        return shown_table(history_frame(self._history, self._did), self.lang)

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to undo."""
        return self._history.undoable() is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is an act to bring back."""
        return bool(self._history.redoable)

    def undo_takes_back_seen(self) -> Sentence | None:
        """Returns the question to ask the GM where the next undo takes back what players have seen, else None."""
        target = self._history.undoable()
        if target is None or not self._history.was_shown(target):
            return None
        seen = self._said([event for event in self._history.document(target)["events"] if event["to"] != GM])
        text, more = " ".join(seen[:_SEEN_IN_WORDS]), len(seen) - _SEEN_IN_WORDS
        if more > 0:
            return say(
                "Players have seen this: {text} … and more, lines: {more}. Undo it all the same? It stays marked.",
                text=text,
                more=more,
            )
        return say("Players have seen this: {text} Undo it all the same? It stays marked.", text=text)

    def desk(self, viewer: str = GM) -> Any:
        """Returns the widget with all that fits this campaign, in tabs."""
        # By name: a campaign knows no widget.
        return import_module("gmkit.widgets.desk").Desk(self, viewer)

    # --- the inside -------------------------------------------------------------------------------------------------

    def _viewer(self, viewer: Any) -> tuple[str, str]:
        """Returns the seat of a viewer, and the name to call it by; who left the game still knows what was told."""
        if not isinstance(viewer, str):
            raise NotAllowed(say('A viewer is "gm", "public" or a player\'s name, not {viewer}.', viewer=shown(viewer)))
        if folded(viewer) in (GM, PUBLIC):
            return folded(viewer), folded(viewer)
        session = self._history.now
        seat = next((seat for seat in session.seats if same_name(seat.name, viewer)), None)
        if seat is None:
            raise NotAllowed(
                say(
                    'There is no viewer {viewer}; there are "gm", "public" and {players}.',
                    viewer=shown(viewer),
                    players=listing(session.players),
                )
            )
        return seat.id, seat.name

    def _view(self, seat: str, name: str, turn: int | None) -> View:
        history = self._history
        listener, told = history.listener(seat), history.told(seat)
        if turn is not None and turn not in listener.closed:
            raise not_closed(turn, listener.closed)
        closed, lines = dict(listener.closed), Prefix(told.lines)
        if turn is not None:
            closed = {page: session for page, session in closed.items() if page <= turn}
            lines = Prefix([place for place in lines if told.rows[place].page <= turn])
        knowledge = Knowledge(
            session=listener.now if turn is None else closed[turn],
            closed=closed,
            blank=history.folding.blank,
            done_again=listener.done_again,
            rows=Prefix(told.rows),
            lines=lines,
            pages=told.pages,
            undone=told.undone,
        )
        documents = history.documents
        source = Source(
            book=history.folding.book,
            names=knowledge.session.names,
            lang=self.lang,
            viewer=seat,
            times=dict(history.closed_at),
            entered=(lambda number: documents[number - 1]["at"]) if seat == GM else _no_time,
        )
        return View(system=self._system, viewer=seat, name=name, knowledge=knowledge, source=source)


def _no_time(_document: int) -> str:
    return ""
