"""A Fudge game at one moment: persons and fights, the GM's defaults of skills, ties that the GM was asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from gmkit.core.persons.state import Person, PersonsState
from gmkit.core.visibility import seen_by
from gmkit.systems.fudge.rows import BY_NUMBER, STATES, WOUNDS

ATTRIBUTES, SKILLS, TECHNIQUES, QUALITIES, PRICES = "attributes", "skills", "techniques", "qualities", "prices"
"""The groups of a person's numbers; a price stands under "skills.Climbing"."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A check that came out equal and waits for the GM's word (FR2, `ask`)."""

    exists_for: ClassVar[str] = "gm"
    n: int = seen_by("gm")
    """Counted from 1 within the campaign."""
    who: str = seen_by("gm")
    """The public name."""
    task: str = seen_by("gm", default="")
    to: tuple[str, ...] = seen_by("gm", default=())
    """Who is told the answer: "all", seats, or nobody but the GM."""


@dataclass(frozen=True, kw_only=True)
class FudgeState(PersonsState):
    """All of a game; a player's holds what that player was told."""

    defaults: Mapping[str, int] = seen_by("gm", default_factory=dict)
    """The GM's defaults of demanded skills, by the skill's folded name (FR7)."""
    questions: tuple[Question, ...] = seen_by("gm", default=())
    asked: int = seen_by("gm", default=0)
    """How many questions there ever were."""

    def question(self, n: int) -> Question | None:
        """Returns the open question with this number, None if there is none."""
        return next((question for question in self.questions if question.n == n), None)


def empty() -> FudgeState:
    """Returns the state of a viewer who was told nothing."""
    return FudgeState()


def filled_cells(person: Person) -> dict[str, int]:
    """Returns how many cells of each state a person has filled (F15)."""
    return {row.id: sum(wound.number == row.number for wound in person.wounds) for row in WOUNDS}


def state_id(person: Person) -> str:
    """Returns the id of a person's state: that of the worst filled cell (F14)."""
    if person.dead:
        return "dead"
    worst = max((wound.number for wound in person.wounds), default=0)
    return BY_NUMBER[worst].id if worst in BY_NUMBER else STATES["unhurt"].id
