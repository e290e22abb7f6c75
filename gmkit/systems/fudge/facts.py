"""Facts of Fudge's own: opposed checks, attacks, damage, ties that the GM settles, defaults of skills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmkit.core.explain import Reckoning, with_ids
from gmkit.core.fact import Fact, Names
from gmkit.core.persons.facts import PERSON_FACTS
from gmkit.core.persons.facts.sheet import PersonFact
from gmkit.core.persons.said import Said, Terms, reckoned, words_of
from gmkit.words import Words, listing, say, say_n


@dataclass(frozen=True, kw_only=True)
class DefaultSet(Fact):
    """What is rolled for a demanded skill that a character lacks; the GM's note (FR7)."""

    kind: ClassVar[str] = "default_set"
    told_to: ClassVar[str] = "gm"
    skill: str
    level: int | None
    """None: the setting's again."""

    def line(self, names: Names) -> Words:
        if self.level is None:
            return say("The default of {skill} is the setting's [FR7].", skill=self.skill)
        return say("The default of {skill} is {level} [FR7].", skill=self.skill, level=self.level)


@dataclass(frozen=True, kw_only=True)
class TieAsked(PersonFact):
    """A check came out equal: the GM is asked (FR2)."""

    kind: ClassVar[str] = "tie_asked"
    told_to: ClassVar[str] = "gm"
    n: int
    task: str
    seen_by: tuple[str, ...]
    """Who is told the answer: "all", seats, or nobody but the GM."""

    def line(self, names: Names) -> Words:
        return say("Question {n}: {who} came out equal; a complication, or a failure? [FR2]", n=self.n, who=self.who)


@dataclass(frozen=True, kw_only=True)
class TieAnswered(PersonFact):
    """The question is answered; the GM's own entry, so that it is asked no more."""

    kind: ClassVar[str] = "tie_answered"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    n: int


@dataclass(frozen=True, kw_only=True)
class TieSettled(PersonFact):
    """What the GM said of an equal sum, to those who saw the check."""

    kind: ClassVar[str] = "tie_settled"
    told_to: ClassVar[str] = "owner"
    task: str
    outcome: str
    verdict: Said

    def line(self, names: Names) -> Words:
        verdict = words_of(self.verdict)
        if self.task:
            return say(
                "{who}, {task}, by the GM's word: {verdict} [FR2].", who=self.who, task=self.task, verdict=verdict
            )
        return say("{who}, by the GM's word: {verdict} [FR2].", who=self.who, verdict=verdict)


@dataclass(frozen=True, kw_only=True)
class OpposedEnded(PersonFact):
    """How two sides came out, with both sums (F8)."""

    kind: ClassVar[str] = "opposed"
    told_to: ClassVar[str] = "owner"
    other: str
    sums: tuple[int, int]
    outcome: str
    """Of the side that began."""
    verdict: Said
    ids: tuple[str, ...]
    task: str = ""

    @property
    def margin(self) -> int:
        """The first sum less the second."""
        return self.sums[0] - self.sums[1]

    @property
    def reckoning(self) -> Reckoning:
        """The two sums with their explanation."""
        return reckoned(
            ((self.who, self.sums[0]),), (), ids=self.ids, against=(self.other, self.sums[1]), verdict=self.verdict
        )

    def line(self, names: Names) -> Words:
        if self.task:
            return say("{task}: {sum}", task=self.task, sum=self.reckoning.words)
        return self.reckoning.words

    def result(self) -> int | None:
        return self.margin


@dataclass(frozen=True, kw_only=True)
class OpposedSeen(PersonFact):
    """The same for those who know both sides and not the numbers of both."""

    kind: ClassVar[str] = "opposed_seen"
    told_to: ClassVar[str] = "owner"
    other: str
    outcome: str
    verdict: Said
    task: str = ""

    def line(self, names: Names) -> Words:
        values = {"who": self.who, "other": self.other, "verdict": words_of(self.verdict)}
        if self.task:
            return say("{who} against {other}, {task}: {verdict}.", task=self.task, **values)
        return say("{who} against {other}: {verdict}.", **values)


@dataclass(frozen=True, kw_only=True)
class Attacked(PersonFact):
    """An attack with its sums (F9, F10), and what a burst makes of it (F11)."""

    kind: ClassVar[str] = "attacked"
    told_to: ClassVar[str] = "owner"
    target: str
    attack: int
    against: tuple[Said, int]
    """The defence, or the difficulty where the target suspects nothing."""
    outcome: str
    verdict: Said
    ids: tuple[str, ...]
    rounds: int = 1
    hits: int
    margin_each: int
    """The margin that counts in the damage of each hit."""

    @property
    def margin(self) -> int:
        """The attack less what it was against."""
        return self.attack - self.against[1]

    @property
    def reckoning(self) -> Reckoning:
        """The sums with their explanation."""
        return reckoned(
            ((("attack", "атака"), self.attack),), (), ids=self.ids, against=self.against, verdict=self.verdict
        )

    def line(self, names: Names) -> Words:
        whole = say("{who} attacks {target}: {sum}", who=self.who, target=self.target, sum=self.reckoning.words)
        if self.rounds == 1 or not self.hits:
            return whole
        hit = say_n(
            "{n} of {rounds} rounds hits, margin {each}",
            "{n} of {rounds} rounds hit, margin {each} each",
            n=self.hits,
            rounds=self.rounds,
            each=self.margin_each,
        )
        return with_ids(listing([whole, hit], "; "), "F11", "FR3")

    def result(self) -> int | None:
        return self.margin


@dataclass(frozen=True, kw_only=True)
class AttackSeen(PersonFact):
    """How an attack went, for those who know both and not the numbers of both."""

    kind: ClassVar[str] = "attack_seen"
    told_to: ClassVar[str] = "owner"
    target: str
    outcome: str
    verdict: Said

    def line(self, names: Names) -> Words:
        return say(
            "{who} attacks {target}: {verdict}.", who=self.who, target=self.target, verdict=words_of(self.verdict)
        )


@dataclass(frozen=True, kw_only=True)
class Damaged(PersonFact):
    """What a hit does, each factor by name (F12); `who` is the one that is hit."""

    kind: ClassVar[str] = "damaged"
    told_to: ClassVar[str] = "owner"
    terms: Terms
    hits: int = 1
    """So many hits do this each."""
    attrition: int = 0
    state: str
    verdict: Said
    ids: tuple[str, ...]

    @property
    def damage(self) -> int:
        """Of each hit; 0 and less is no wound."""
        return sum(value for _, value in self.terms)

    def line(self, names: Names) -> Words:
        total = reckoned(self.terms, (), ids=self.ids, verdict=self.verdict).words
        if self.hits > 1:
            return say("Damage to {who}, {n} times: {sum}", who=self.who, n=self.hits, sum=total)
        return say("Damage to {who}: {sum}", who=self.who, sum=total)

    def result(self) -> int | None:
        return self.damage


FACTS: tuple[type[Fact], ...] = (
    *PERSON_FACTS,
    DefaultSet,
    TieAsked,
    TieAnswered,
    TieSettled,
    OpposedEnded,
    OpposedSeen,
    Attacked,
    AttackSeen,
    Damaged,
)
