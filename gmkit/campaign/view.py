"""What one viewer may know, as a value: it holds nothing that this viewer was not told, and nothing that leads on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gmkit.campaign.ledger import Ledger, Source
from gmkit.campaign.speaking import spoken
from gmkit.campaign.told import Row
from gmkit.core.command import shown, whole_number
from gmkit.core.fact import FactBook
from gmkit.core.session import COMMON_FACTS, Session
from gmkit.core.system import PageRequest, System
from gmkit.core.view import Drawing, Grid, Heading, Lines, Page, Paragraph, Piece
from gmkit.errors import NotAllowed
from gmkit.words import Term, Words, listing, say

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
    pages: Mapping[int, Sequence[int]]
    """The places in `rows` of the facts on each page; later ones may follow, which are not this view's."""
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
        self.ledger = Ledger(knowledge.rows, knowledge.lines, knowledge.undone, source)
        self._known = knowledge
        self._book = source.book

    @cached_property
    def _seen(self) -> Any:
        """What the system shows of it; made when somebody looks."""
        return self._system.seen(self.session, self._seat, self.lang)

    @cached_property
    def session(self) -> Session:
        """All that this viewer knows, as a value of its own: changing it changes nothing else (C115)."""
        return deepcopy(self._known.session)

    @property
    def state(self) -> Any:
        """The system's state as this viewer knows it."""
        return self.session.game

    @property
    def title(self) -> str:
        """The campaign's title."""
        return self._known.session.title

    @property
    def turn(self) -> int:
        """The turn now being played. Counted from 1."""
        return self._known.session.turn

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in the order of the seats."""
        return self._known.session.players

    @property
    def settings(self) -> Mapping[str, Any]:
        """The rulings in force."""
        return deepcopy({**self._system.settings.defaults, **self._known.session.settings})

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._known.session.over

    @property
    def turns(self) -> list[int]:
        """The turns that have a report: 0, the start, and each that was closed."""
        return sorted(self._known.closed)

    @property
    def system_title(self) -> Term:
        """What the system is called."""
        return self._system.title

    @property
    def turn_name(self) -> Term:
        """What the system calls a turn."""
        return self._system.turn_name

    def position(self) -> Grid | None:
        """Returns who is where and in what state, as the first table of a report shows it; None where none does."""
        session = self._known.session
        now = PageRequest(turn=session.turn, viewer=self._seat, before=session, after=session, facts=())
        return next((piece for piece in self._system.page(now).pieces if isinstance(piece, Grid)), None)

    @spoken
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

        return pages.render(self._page(turn), format, self.lang if lang is None else lang)

    def _page(self, turn: int) -> Page:
        closed = self._known.closed
        if whole_number(turn) not in closed:
            raise not_closed(turn, closed)
        turn = int(turn)
        earlier = [closed[page] for page in self.turns if page < turn]
        request = PageRequest(
            turn=turn,
            viewer=self._seat,
            before=earlier[-1] if earlier else self._known.blank,
            after=closed[turn],
            facts=[self._book.from_plain(event) for event in self._events(turn)],
        )
        page = self._system.page(request)
        again = [Paragraph(say("This page was done again: it takes the place of an earlier one."), "strong")]
        first = again if turn in self._known.done_again else ()
        text = [piece for piece in page.pieces if not isinstance(piece, Drawing)]
        drawn = [piece for piece in page.pieces if isinstance(piece, Drawing)]
        return Page(page.title, (*first, *text, *_at_the_foot(request, self._book), *drawn))

    def _events(self, turn: int) -> list[Mapping[str, Any]]:
        """Returns the live facts of one page, in order."""
        rows, undone = self._known.rows, self._known.undone
        places = self._known.pages.get(turn, ())
        return [rows[place].event for place in places if place < len(rows) and place not in undone]

    def __getattr__(self, name: str) -> Any:
        # The names of the system. A name of the view's own that is not there yet must not be looked for here, or
        # copying a view would not end.
        if name.startswith("_") or "_known" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self._seen, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in dir(self._seen) if not name.startswith("_"))})

    def __repr__(self) -> str:
        return f"View({self.viewer!r}, {self._system.id}, turn {self.turn})"


def not_closed(turn: object, closed: Mapping[int, Session]) -> NotAllowed:
    """Returns the refusal of a page that is not out; says which pages are."""
    return NotAllowed(
        say(
            "Turn {turn} has no report: it is not closed; there are reports for {turns}.",
            turn=turn if isinstance(turn, int) else shown(turn),
            turns=listing(sorted(closed)),
        )
    )


def _at_the_foot(told: PageRequest, book: FactBook) -> list[Piece]:
    """Returns what stands at the foot of every system's page: rolls, words and rulings; the dice's key at the start."""
    names = told.after.names
    common = [fact for fact in told.facts if isinstance(fact, COMMON_FACTS) and fact.has_line]
    lines: list[Words] = [book.line(fact, names) for fact in common]
    pieces: list[Piece] = [Heading(say("Also on this page")), Lines(tuple(lines))] if lines else []
    if told.turn == 0:
        words = say("The key of the dice is kept by the GM; its SHA-256 is {hash}.", hash=told.after.key_hash)
        pieces.append(Paragraph(words, "quiet"))
    if told.after.teaching:
        words = say("The dice of this game come from a text that was given: they prove nothing.")
        pieces.append(Paragraph(words, "quiet"))
    return pieces
