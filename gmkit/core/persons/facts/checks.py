"""Checks: whole to those who may know the numbers, in words to the others; and what failed tries leave behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmkit.core.explain import Reckoning
from gmkit.core.fact import Names
from gmkit.core.persons.facts.sheet import PersonFact
from gmkit.core.persons.said import Dice, Said, Terms, dice_sum, dice_words, reckoned, words_of
from gmkit.words import Words, plain, say


@dataclass(frozen=True, kw_only=True)
class Checked(PersonFact):
    """A check with all its terms, to be checked on paper (A10, F7)."""

    kind: ClassVar[str] = "checked"
    told_to: ClassVar[str] = "owner"
    terms: Terms
    """Every term by name but the dice."""
    dice: Dice
    constant: int = 0
    """What stands beside the dice in their notation, such as -7 or -12."""
    against: tuple[Said, int] | None = None
    outcome: str
    """An id of the system's, such as "success"."""
    verdict: Said
    ids: tuple[str, ...]
    task: str = ""
    by_hand: bool = False

    @property
    def reckoning(self) -> Reckoning:
        """The sum with its explanation."""
        return reckoned(self.terms, self.dice, self.constant, ids=self.ids, against=self.against, verdict=self.verdict)

    @property
    def total(self) -> int:
        """The sum of the terms and the dice."""
        return sum(value for _, value in self.terms) + dice_sum(self.dice, self.constant)

    @property
    def margin(self) -> int | None:
        """The result less what it was against; None where it was against nothing."""
        return None if self.against is None else self.total - self.against[1]

    def line(self, names: Names) -> Words:
        if self.task:
            return say("{who}, {task}: {sum}", who=self.who, task=self.task, sum=self.reckoning.words)
        return say("{who}: {sum}", who=self.who, sum=self.reckoning.words)

    def roll(self) -> Words:
        shown = dice_words(self.dice, self.constant)
        return say("{roll} (thrown by hand)", roll=plain(shown)) if self.by_hand else plain(shown)

    def result(self) -> int | None:
        return self.total


@dataclass(frozen=True, kw_only=True)
class CheckSeen(PersonFact):
    """How a check went, for those who see it and know no numbers."""

    kind: ClassVar[str] = "check_seen"
    told_to: ClassVar[str] = "owner"
    outcome: str
    verdict: Said
    task: str = ""

    def line(self, names: Names) -> Words:
        if self.task:
            return say("{who}, {task}: {verdict}.", who=self.who, task=self.task, verdict=words_of(self.verdict))
        return say("{who}: {verdict}.", who=self.who, verdict=words_of(self.verdict))


@dataclass(frozen=True, kw_only=True)
class TryFailed(PersonFact):
    """One more failed try at a task (A14)."""

    kind: ClassVar[str] = "try_failed"
    told_to: ClassVar[str] = "owner"
    has_line: ClassVar[bool] = False
    task: str
    unseen: bool = False
    """Whether its player was not told of the try."""


@dataclass(frozen=True, kw_only=True)
class GoalHelped(PersonFact):
    """What a try adds to the next ones at the same goal by another way (A15); `reached`: nothing is needed any more."""

    kind: ClassVar[str] = "goal_helped"
    told_to: ClassVar[str] = "owner"
    goal: str
    way: str = ""
    """With what it was tried: its system says how that is written."""
    by: int = 0
    reached: bool = False
    unseen: bool = False

    def line(self, names: Names) -> Words:
        if self.reached:
            return say("{who}: {goal} is reached.", who=self.who, goal=self.goal)
        return say("{who}: the next tries at {goal} get +{n} more [A15, AR6].", who=self.who, goal=self.goal, n=self.by)
