"""Persons as one viewer knows them: sheets, cells, questions; and the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from gmkit.core.persons.state import Person
from gmkit.core.persons.view import PersonsSeen, Rows
from gmkit.core.persons.view import page as persons_page
from gmkit.core.session import Session
from gmkit.core.system import PageRequest
from gmkit.core.view import UNKNOWN, Page
from gmkit.core.visibility import GM
from gmkit.systems.fudge import facts as f
from gmkit.systems.fudge import state as s
from gmkit.systems.fudge.desk import DESK
from gmkit.systems.fudge.hooks import GROUPS, RULES, draft_reasons, number_name, spent
from gmkit.systems.fudge.rows import ATTRIBUTES, PROPERTY_KINDS, STATES, WOUNDS
from gmkit.systems.fudge.sums import penalty_of
from gmkit.words import render, say


@dataclass(frozen=True, kw_only=True)
class PropertySeen:
    """A property of a sheet (F6)."""

    name: str
    kind: str
    """"advantage", "drawback", "both", or empty."""
    kind_name: str
    level: str | int
    """Of its own kind; empty where it has none."""
    price: int | None
    text: str


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A character as its viewer knows it; "unknown" stands for what that viewer was not told."""

    public_name: str
    name: str
    player: str
    """Empty where no player plays it, or it was not told."""
    attributes: Mapping[str, Any] | str
    skills: Mapping[str, Any] | str
    techniques: Mapping[str, Any] | str
    qualities: Mapping[str, Any] | str
    prices: Mapping[str, Any] | str
    """The GM's, under "skills.Climbing"."""
    properties: tuple[PropertySeen, ...] | str
    points: int | str | None
    spent: int | str
    remaining: int | str | None
    """None where the GM gave no points."""
    reasons: tuple[str, ...]
    """Why the sheet is a draft; empty: it is not."""
    state: str
    """The id of its state, such as "light"."""
    state_name: str
    penalty: int | str | None
    """The worst of its wounds; None: they give no number."""
    worn: int | str
    words: Mapping[str, str]
    notes: Mapping[str, str]
    dead: bool
    lines: tuple[str, ...] = field(default=(), repr=False)
    """The sheet as lines of text, in the viewer's language."""

    @property
    def text(self) -> str:
        """The sheet as one text."""
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(line)}</p>" for line in self.lines)

    @property
    def draft(self) -> bool:
        """Whether the sheet breaks a rule."""
        return bool(self.reasons)


@dataclass(frozen=True, kw_only=True)
class CellRow:
    """The cells of one state (F15)."""

    state: str
    name: str
    cells: int
    filled: int
    penalty: int | None


@dataclass(frozen=True, kw_only=True)
class QuestionSeen:
    """A check that came out equal and waits for the GM's word (FR2)."""

    n: int
    who: str
    task: str


class FudgeSeen(PersonsSeen):
    """A Fudge game as one viewer knows it. It holds nothing that was not told to that viewer."""

    rules = RULES
    desk = DESK

    def sheet(self, name: str) -> Sheet:
        """Returns a character as far as it is known.

        Raises:
            NotAllowed: If the viewer knows nobody of that name; names those that there are.
        """
        person = self.person(name)
        numbers, body = self._knows_numbers(person), self._knows_body(person)
        remaining = None if person.points is None else person.points - spent(person)
        state = s.state_id(person) if body or person.dead else UNKNOWN
        return Sheet(
            public_name=person.public_name,
            name=person.name if numbers else UNKNOWN,
            player=self._session.names.get(person.seat or "", ""),
            **{group: dict(person.numbers.get(group, {})) if numbers else UNKNOWN for group in RULES.groups},
            properties=self._properties(person) if numbers else UNKNOWN,
            points=person.points if numbers else UNKNOWN,
            spent=spent(person) if numbers else UNKNOWN,
            remaining=remaining if numbers else UNKNOWN,
            reasons=tuple(self._said(reason) for reason in draft_reasons(self._session, person)) if numbers else (),
            state=state,
            state_name=STATES[state].name.render(self._lang) if state in STATES else UNKNOWN,
            penalty=penalty_of(self._session, person) if body else UNKNOWN,
            worn=person.worn if body else UNKNOWN,
            words=dict(person.words),
            notes=dict(person.notes),
            dead=person.dead,
            lines=tuple(self._lines(person)),
        )

    def cells(self, name: str) -> Rows[CellRow]:
        """Returns the rows of cells of a person, the least first; no rows where its wounds were not told."""
        person = self.person(name)
        if not self._knows_body(person):
            return Rows()
        filled = s.filled_cells(person)
        return Rows(
            CellRow(
                state=row.id,
                name=row.name.render(self._lang),
                cells=row.cells,
                filled=filled[row.id],
                penalty=row.penalty,
            )
            for row in WOUNDS
        )

    @property
    def questions(self) -> Rows[QuestionSeen]:
        """The checks that wait for the GM's word; nothing for anybody else."""
        state: s.FudgeState = self._session.game
        return Rows(QuestionSeen(n=question.n, who=question.who, task=question.task) for question in state.questions)

    def _lines(self, person: Person) -> Iterator[str]:
        """Yields the sheet line by line, what is not known left out."""
        player = self._session.names.get(person.seat or "", "")
        yield f"{person.public_name} ({player})" if player else person.public_name
        if self._knows_numbers(person):
            yield from self._number_lines(person)
        if self._knows_body(person) or person.dead:
            state, penalty = STATES[s.state_id(person)].name.render(self._lang), penalty_of(self._session, person)
            yield f"{state} ({penalty:+d})" if penalty else state
        for part, text in {**person.words, **person.notes}.items():
            yield f"{self._said(self.rules.word_parts.get(part, part))}: {text}"
        if self._knows_numbers(person):
            yield from (f"! {self._said(reason)}" for reason in draft_reasons(self._session, person))

    def _number_lines(self, person: Person) -> Iterator[str]:
        if person.points is not None:
            yield self._said(
                say("{spent} of {points} points are spent [F4, F6].", spent=spent(person), points=person.points)
            )
        for group, title in GROUPS.items():
            items = person.numbers.get(group, {}) if group != s.PRICES else {}
            in_order = [
                *(item for item in ATTRIBUTES if item in items),
                *(item for item in items if item not in ATTRIBUTES),
            ]
            levels = [
                f"{self._said(number_name(self._session, group, item))} {_rated(items[item])}" for item in in_order
            ]
            if levels:
                yield f"{title.render(self._lang)}: {'; '.join(levels)}"
        for found in self._properties(person):
            parts = [part for part in (found.kind_name, str(found.level)) if part]
            price = "" if found.price is None else f": {found.price:+d}"
            kind = f" ({', '.join(parts)})" if parts else ""
            yield f"{found.name}{kind}{price}"

    def _knows_numbers(self, person: Person) -> bool:
        return self._viewer == GM or bool(person.name)

    def _knows_body(self, person: Person) -> bool:
        # Somebody else's wounds are known from the moment that the first was told.
        return self._viewer in (GM, person.seat) or bool(person.wound_count)

    def _properties(self, person: Person) -> tuple[PropertySeen, ...]:
        found = []
        for feature in person.features:
            kind = feature.values.get("kind", "")
            found.append(
                PropertySeen(
                    name=feature.id,
                    kind=kind,
                    kind_name=render(PROPERTY_KINDS[kind].name, self._lang) if kind in PROPERTY_KINDS else "",
                    level=feature.values.get("level", ""),
                    price=feature.values.get("price"),
                    text=feature.values.get("text", ""),
                )
            )
        return tuple(found)


def _rated(level: object) -> str:
    """Returns a level as it is written; what is no number stays as typed."""
    return f"{level:+d}" if isinstance(level, int) and level else str(level)


def seen(session: Session, viewer: str, lang: str) -> FudgeSeen:
    """Returns what a viewer sees."""
    return FudgeSeen(session, viewer, lang)


def page(request: PageRequest) -> Page:
    """Returns the report of one turn for one viewer, from what that viewer was told."""
    return persons_page(RULES, request, f.FACTS)
