"""Persons and fights as one viewer knows them: the names that both systems give to views, widgets and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from html import escape
from typing import Any, Generic, TypeVar

from gmkit.core.command import shown
from gmkit.core.fact import Fact
from gmkit.core.persons import pieces
from gmkit.core.persons.facts import PERSON_FACTS
from gmkit.core.persons.fights import finished_now, nobody
from gmkit.core.persons.forms import Field, Form, Odds
from gmkit.core.persons.pieces import DeskRules
from gmkit.core.persons.rules import PersonRules
from gmkit.core.persons.state import Fight, Person, PersonsState
from gmkit.core.session import Session
from gmkit.core.system import PageRequest
from gmkit.core.view import Choice, Grid, Heading, Lines, Page, Paragraph, Piece
from gmkit.core.visibility import GM
from gmkit.errors import NotAllowed
from gmkit.words import Words, listing, render, say

R = TypeVar("R")


class Rows(tuple[R, ...], Generic[R]):
    """Rows of one type, shown as a table in a notebook; a plain tuple to a program."""

    __slots__ = ()

    def to_dicts(self) -> list[dict[str, Any]]:
        """Returns the rows as mappings from column to value."""
        return [{item.name: getattr(row, item.name) for item in fields(row)} for row in self]  # type: ignore[arg-type]

    def _repr_html_(self) -> str:
        if not self:
            return f"<p>{escape(str(say('nothing')))}</p>"
        rows = self.to_dicts()
        head = "".join(f"<th>{escape(name)}</th>" for name in rows[0])
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row.values()) + "</tr>" for row in rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return ", ".join(map(_cell, value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True, kw_only=True)
class ActionSeen:
    """A declared action, as its viewer may know it."""

    id: str
    name: str
    parts: int
    done: int
    """Parts done in circles before this one."""
    now: bool
    """Whether it is complete within this circle; else it is carried over."""
    used: bool


@dataclass(frozen=True, kw_only=True)
class FighterSeen:
    """A line of the order of acting; numbering is the viewer's own, without gaps (C070)."""

    n: int
    """Counted from 1."""
    name: str
    """The public name."""
    player: str
    """Empty where it is not known or the GM's."""
    initiative: int | None
    acts: bool
    """Whether it is its turn to act."""
    declared: tuple[ActionSeen, ...] | None
    """None: nothing, or not told."""
    dead: bool


@dataclass(frozen=True, kw_only=True)
class WoundSeen:
    """One wound, in words and numbers."""

    n: int
    place: str
    """The place in words."""
    place_id: str
    number: int
    name: str


class PersonsSeen:
    """The base of what a viewer sees in a system of persons; a subclass adds the sheet."""

    rules: PersonRules
    desk: DeskRules | None = None
    """How the system fills a desk; None: it has none, and sheets show words alone."""

    def __init__(self, session: Session, viewer: str, lang: str) -> None:
        self._session = session
        self._viewer = viewer
        self._lang = lang

    @property
    def session(self) -> Session:
        """The session as the viewer was told of it."""
        return self._session

    @property
    def viewer(self) -> str:
        """Returns "gm", "public" or a seat."""
        return self._viewer

    @property
    def lang(self) -> str:
        """The language of all words."""
        return self._lang

    @property
    def state(self) -> PersonsState:
        """All that the viewer knows, as a value."""
        state: PersonsState = self._session.game
        return state

    @property
    def persons(self) -> list[str]:
        """The public names of all that the viewer knows of, in the order in which they were made."""
        return [person.public_name for person in self.state.persons]

    @property
    def own(self) -> list[str]:
        """The public names of the viewer's own characters; of the GM, of those that no player plays."""
        seat = None if self._viewer == GM else self._viewer
        return [p.public_name for p in self.state.persons if p.seat == seat and (p.name or seat)]

    def person(self, name: str) -> Person:
        """Returns what is known of a person, by public or true name.

        Raises:
            NotAllowed: If the viewer knows nobody of that name; names those that there are.
        """
        found = self.state.find(name) if isinstance(name, str) else None
        if found is None:
            raise NotAllowed(nobody(self.state, str(name)))
        return found

    def wounds(self, name: str) -> Rows[WoundSeen]:
        """Returns the wounds of a person that the viewer was told of."""
        person = self.person(name)
        return Rows(
            WoundSeen(
                n=wound.n,
                place=self._said(self.rules.place_name(self._session, wound.place)) if wound.place else "",
                place_id=wound.place,
                number=wound.number,
                name=self._said(self.rules.wound_name(self._session, wound.number)),
            )
            for wound in person.wounds
        )

    # --- what a desk draws ------------------------------------------------------------------------------------------

    def sheet_pieces(self, name: str) -> pieces.SheetSeen:
        """Returns a character with every number named, meant and priced, as far as it is known."""
        return pieces.sheet_pieces(self, name)

    def body(self, name: str) -> pieces.BodySeen:
        """Returns a body with its wounds, what they take off and why, as far as they are known."""
        return pieces.body_pieces(self, name)

    def feature_fields(self) -> tuple[Field, ...]:
        """Returns what is asked of a new trait or property."""
        return self.desk.feature_fields(self._session) if self.desk else ()

    def forms(self, name: str, values: Mapping[str, Any] | None = None) -> tuple[Form, ...]:
        """Returns the verbs of one click of a person, with what may be chosen now that *values* are filled in."""
        if not isinstance(values, (Mapping, type(None))):
            raise NotAllowed(
                say(
                    "{name} is a mapping of names to what is filled in, not {value}.",
                    name="values",
                    value=shown(values),
                )
            )
        person = self.person(name) if name else Person(public_name="")
        # What no field can hold is not filled in.
        filled = {key: value for key, value in (values or {}).items() if isinstance(value, (str, int))}
        return self.desk.forms(self._session, person, filled) if self.desk else ()

    @property
    def actions(self) -> list[str]:
        """The names of what may be declared; empty where the system has no list."""
        known = self.desk.actions(self._session) if self.desk and self.desk.actions else ()
        return [self._said(name) for _, name in known]

    def asked(self) -> list[tuple[Words, tuple[Choice, ...]]]:
        """Returns what waits for the GM's word, with the answers that there are; nothing for anybody else."""
        if self._viewer != GM or self.desk is None or self.desk.questions is None:
            return []
        return list(self.desk.questions(self._session))

    def odds(self, command: Mapping[str, Any]) -> Odds:
        """Returns the exact chances of a check or an attack before its dice fall, or why it cannot be rolled."""
        return self.desk.odds(self._session, command) if self.desk else Odds()

    @property
    def map(self) -> pieces.MapSeen:
        """The hexes and markers that the viewer was told of."""
        return pieces.map_pieces(self)

    @property
    def circle_in_round(self) -> tuple[int, int]:
        """Which circle of which round is being played, both counted from 1; (0, 0) where there are no rounds."""
        each = self.desk.circles_a_round if self.desk else 0
        if not each or not self.circle:
            return (0, 0)
        return ((self.circle - 1) % each + 1, (self.circle - 1) // each + 1)

    # --- the fight --------------------------------------------------------------------------------------------------

    @property
    def fight(self) -> str:
        """The name of the current fight; empty outside one."""
        return self.state.fight

    @property
    def fights(self) -> list[str]:
        """The names of all fights, those that are over too."""
        return [fight.name for fight in self.state.fights]

    @property
    def circle(self) -> int:
        """The circle now being played, counted from 1; 0 outside a fight."""
        return self.state.current.circle if self.state.current else 0

    @property
    def clock_s(self) -> int:
        """Seconds of game time since the fight began: whole circles; 0 outside a fight."""
        return max(0, self.circle - 1) * self.rules.circle_seconds

    @property
    def order(self) -> list[str]:
        """The public names in the order of acting, as far as the viewer knows them."""
        return list(self.state.current.order) if self.state.current else []

    @property
    def acting(self) -> str:
        """Whose turn to act it is; empty while declarations are taken."""
        return self.state.current.at if self.state.current else ""

    @property
    def waiting(self) -> list[str]:
        """The living fighters that have declared nothing; a player knows that of the own ones only."""
        fight = self.state.current
        if fight is None or fight.came:
            return []
        return [
            fighter.who
            for fighter in fight.fighters
            if fighter.actions is None
            and (person := self.state.person(fighter.who))
            and not person.dead
            and self._viewer in (GM, person.seat)
        ]

    def tracker(self, fight: str | None = None) -> Rows[FighterSeen]:
        """Returns the fighters in the order of acting; those that the viewer does not know leave no gap (C070)."""
        found = self.state.current if fight is None else self.state.fight_named(fight)
        if found is None:
            return Rows()
        return Rows(self._fighter(found, n) for n in range(1, len(found.fighters) + 1))

    def _fighter(self, fight: Fight, n: int) -> FighterSeen:
        fighter = fight.fighters[n - 1]
        person = self.state.person(fighter.who) or Person(public_name=fighter.who)
        actions = fighter.actions
        done = finished_now(actions or (), self.rules.speed(self._session, person))
        return FighterSeen(
            n=n,
            name=fighter.who,
            player=self._session.names.get(person.seat or "", ""),
            initiative=fighter.key[0] if fighter.key else None,
            acts=fight.at == fighter.who,
            declared=None
            if actions is None
            else tuple(
                ActionSeen(
                    id=action.id,
                    name=self._said(self.rules.action_name(self._session, action)),
                    parts=action.parts,
                    done=action.done,
                    now=place in done,
                    used=action.used,
                )
                for place, action in enumerate(actions)
            ),
            dead=person.dead,
        )

    def _said(self, words: Words) -> str:
        return render(words, self._lang)


# --- the report ------------------------------------------------------------------------------------------------------


def page(rules: PersonRules, request: PageRequest, system_facts: Sequence[type[Fact]] = ()) -> Page:
    """Returns the report of a turn: what the viewer was told, who is there, and how the fight stands."""
    kinds = (*PERSON_FACTS, *system_facts)
    names = request.after.names
    told = [fact for fact in request.facts if isinstance(fact, kinds) and fact.has_line]
    title = say("Turn {turn}", turn=request.turn) if request.turn else say("The start")
    pieces: list[Piece] = []
    if told:
        pieces += [Heading(say("What happened")), Lines(tuple(fact.line(names) for fact in told))]
    elif request.turn:
        pieces.append(Paragraph(say("Nothing happened that is told here.")))
    pieces += [*_who_is_there(rules, request), *_fight(request)]
    return Page(title, tuple(pieces))


def _who_is_there(rules: PersonRules, request: PageRequest) -> Iterator[Piece]:
    state: PersonsState = request.after.game
    if not state.persons:
        return
    rows: list[tuple[Words, ...]] = []
    for person in state.persons:
        wounds = [
            say("{wound} ({place})", wound=name, place=rules.place_name(request.after, wound.place))
            if wound.place
            else name
            for wound in person.wounds
            for name in (rules.wound_name(request.after, wound.number),)
        ]
        condition: Words = say("dead") if person.dead else listing(wounds) if wounds else ""
        player = request.after.names.get(person.seat or "", "")
        rows.append((person.public_name, player, condition))
    yield Heading(say("Who is there"))
    yield Grid((say("Name"), say("Player"), say("Condition, as far as told")), tuple(rows))


def _fight(request: PageRequest) -> Iterable[Piece]:
    state: PersonsState = request.after.game
    fight = state.current
    if fight is None:
        return []
    words = say(
        "{fight}, circle {n}, the order: {order}.", fight=fight.name, n=fight.circle, order=listing(fight.order)
    )
    return [Heading(say("The fight")), Paragraph(words)]
