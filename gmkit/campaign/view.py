"""What one viewer may know, as a value: it holds nothing that was not told to that viewer, and nothing that leads on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gmkit.campaign.history import Row
from gmkit.campaign.ledger import Ledger, Source
from gmkit.core.session import COMMON_FACTS, Session
from gmkit.core.system import PageRequest, System
from gmkit.core.view import Heading, Lines, Page, Paragraph, Piece
from gmkit.errors import NotAllowed
from gmkit.words import Words, listing, say

if TYPE_CHECKING:
    from gmkit.paint.pages import Report


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """All that one viewer was told, and the folds of it."""

    session: Session
    closed: Mapping[int, Session]
    """The session at the end of each closed turn; 0 is the start."""
    blank: Session
    """The session of somebody who was told nothing."""
    done_again: frozenset[int]
    rows: Sequence[Row]
    lines: Sequence[int]
    undone: frozenset[int]


class View:
    """A campaign as one viewer knows it.

    Besides the names below it has those of its system: for the Zone `board()`, `stalker(n)`, `wind_risk()` and more.
    """

    def __init__(self, *, system: System, viewer: str, name: str, knowledge: Knowledge, source: Source) -> None:
        self._system = system
        self._seat = viewer
        self.viewer = name
        """"gm", "public" or the player's name."""
        self.lang = source.lang
        self.session = knowledge.session
        self.ledger = Ledger(knowledge.rows, knowledge.lines, knowledge.undone, source)
        self._known = knowledge
        self._book = source.book
        self._seen = system.seen(knowledge.session, viewer, source.lang)

    @property
    def state(self) -> Any:
        """The system's state as this viewer knows it."""
        return self.session.game

    @property
    def title(self) -> str:
        """The campaign's title."""
        return self.session.title

    @property
    def turn(self) -> int:
        """The turn now being played. Counted from 1."""
        return self.session.turn

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in the order of the seats."""
        return self.session.players

    @property
    def settings(self) -> Mapping[str, Any]:
        """The rulings in force."""
        return {**self._system.settings.defaults, **self.session.settings}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.session.over

    @property
    def turns(self) -> list[int]:
        """The turns that have a report: 0, the start, and each that was closed."""
        return sorted(self._known.closed)

    def report(self, turn: int, format: str = "md", lang: str | None = None) -> Report:
        """Returns the report of a closed turn as this viewer may read it.

        Args:
            turn: 0 is the start.
            format: "md", "html" or "bbcode".
            lang: "en" or "ru"; the campaign's if None.

        Raises:
            NotAllowed: If the turn was not closed, or there is no such format.
        """
        from gmkit.paint import pages

        return pages.render(self._page(turn), format, lang or self.lang)

    def _page(self, turn: int) -> Page:
        closed = self._known.closed
        if turn not in closed:
            raise NotAllowed(
                say(
                    "Turn {turn} has no report: it is not closed; there are reports for {turns}.",
                    turn=turn if isinstance(turn, int) else repr(turn),
                    turns=listing(self.turns),
                )
            )
        earlier = [closed[page] for page in self.turns if page < turn]
        request = PageRequest(
            turn=turn,
            viewer=self._seat,
            before=earlier[-1] if earlier else self._known.blank,
            after=closed[turn],
            facts=[self._book.from_plain(event) for event in self._events.get(turn, ())],
        )
        page = self._system.page(request)
        again = [Paragraph(say("This page was done again: it takes the place of an earlier one."), "strong")]
        return Page(
            page.title, (*(again if turn in self._known.done_again else ()), *page.pieces, *_at_the_foot(request))
        )

    @cached_property
    def _events(self) -> dict[int, list[Mapping[str, Any]]]:
        """The live facts of each page, in order."""
        found: dict[int, list[Mapping[str, Any]]] = {}
        for place, row in enumerate(self._known.rows):
            if place not in self._known.undone and row.event["is"] not in ("undone", "redone"):
                found.setdefault(row.page, []).append(row.event)
        return found

    def __getattr__(self, name: str) -> Any:
        # The names of the system; `_seen` itself must never be looked up here, or copying a view would not end.
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.__dict__["_seen"], name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in dir(self._seen) if not name.startswith("_"))})

    def __repr__(self) -> str:
        return f"View({self.viewer!r}, {self._system.id}, turn {self.turn})"


def _at_the_foot(told: PageRequest) -> list[Piece]:
    """Returns what stands at the foot of every system's page: rolls, words and rulings; the dice's key at the start."""
    names = told.after.names
    lines: list[Words] = [fact.line(names) for fact in told.facts if isinstance(fact, COMMON_FACTS) and fact.has_line]
    pieces: list[Piece] = [Heading(say("Also on this page")), Lines(tuple(lines))] if lines else []
    if told.turn == 0:
        words = say("The key of the dice is kept by the GM; its SHA-256 is {hash}.", hash=told.after.key_hash)
        pieces.append(Paragraph(words, "quiet"))
    if told.after.teaching:
        words = say("The dice of this game come from a text that was given: they prove nothing.")
        pieces.append(Paragraph(words, "quiet"))
    return pieces
