"""Who there is, and what is known of a person: numbers to its own player, words as the GM tells them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from gmkit.core.fact import Fact, Names
from gmkit.core.persons.said import Said, words_of
from gmkit.core.persons.state import Feature, Numbers, Wound
from gmkit.words import Listing, Words, listing, say


@dataclass(frozen=True, kw_only=True)
class PersonFact(Fact):
    """The base of facts about one person, named as those who are told know it."""

    who: str
    """The public name."""

    def actor(self, names: Names) -> Words:
        return self.who


@dataclass(frozen=True, kw_only=True)
class PersonMet(PersonFact):
    """There is such a person; its public name is all that is told."""

    kind: ClassVar[str] = "person_met"
    told_to: ClassVar[str] = "owner"
    dead: bool = False

    def line(self, names: Names) -> Words:
        return say("{who} is in the game.", who=self.who)


@dataclass(frozen=True, kw_only=True)
class PersonFiled(PersonFact):
    """What the GM alone keeps of a person: who knows of it and of its parts, and how its dice are drawn."""

    kind: ClassVar[str] = "person_filed"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    known_to: tuple[str, ...]
    shown: Mapping[str, tuple[str, ...]]
    stream: str


@dataclass(frozen=True, kw_only=True)
class SheetTold(PersonFact):
    """A whole sheet, as it is when somebody learns of it: its player, or whom the GM shows the numbers."""

    kind: ClassVar[str] = "sheet_told"
    told_to: ClassVar[str] = "owner"
    name: str
    seat: str | None
    points: int | None
    numbers: Numbers
    at_creation: Numbers
    features: tuple[Feature, ...]

    def line(self, names: Names) -> Words:
        player = names.get(self.seat, "") if self.seat else ""
        if player:
            return say("The sheet of {who} ({player}) is written.", who=self.who, player=player)
        return say("The sheet of {who} is written.", who=self.who)


@dataclass(frozen=True, kw_only=True)
class BodyTold(PersonFact):
    """The wounds as they are when somebody learns of them."""

    kind: ClassVar[str] = "body_told"
    told_to: ClassVar[str] = "owner"
    wounds: tuple[Wound, ...]
    count: int = 0
    worn: int = 0
    called: tuple[Said, ...] = ()
    """The name of each wound."""

    def line(self, names: Names) -> Words:
        if not self.wounds:
            return say("{who} has no wound.", who=self.who)
        return say("{who} has these wounds: {wounds}.", who=self.who, wounds=listing(map(words_of, self.called)))


@dataclass(frozen=True, kw_only=True)
class TriesTold(PersonFact):
    """Failed tries and what earlier ones add, told to a player who takes the person over."""

    kind: ClassVar[str] = "tries_told"
    told_to: ClassVar[str] = "owner"
    has_line: ClassVar[bool] = False
    failed: Mapping[str, int]
    helped: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, kw_only=True)
class WordsTold(PersonFact):
    """Parts of a description, to those who know them."""

    kind: ClassVar[str] = "words_told"
    told_to: ClassVar[str] = "owner"
    words: tuple[tuple[str, Said, str], ...]
    """The id of a part, its name, and the text; an empty text takes the part away."""

    def line(self, names: Names) -> Words:
        return say("{who}: {words}", who=self.who, words=_described(self.words))


@dataclass(frozen=True, kw_only=True)
class NotesTold(PersonFact):
    """Further fields that the GM added: hidden until they are shown (C060)."""

    kind: ClassVar[str] = "notes_told"
    told_to: ClassVar[str] = "gm"
    words: tuple[tuple[str, Said, str], ...]

    def line(self, names: Names) -> Words:
        return say("{who}: {words}", who=self.who, words=_described(self.words))


@dataclass(frozen=True, kw_only=True)
class NumberSet(PersonFact):
    """One level is another now; None takes it away."""

    kind: ClassVar[str] = "number_set"
    told_to: ClassVar[str] = "owner"
    group: str
    id: str
    name: Said
    level: Any
    at_creation: bool = False
    """Whether creation still goes on, or what was created is corrected."""
    reason: str = ""

    def line(self, names: Names) -> Words:
        name, level = words_of(self.name), str(self.level)
        if self.level is None:
            return say("{who} has no {name} any more.", who=self.who, name=name)
        if self.reason:
            return say("{who}: {name} {level} ({reason}).", who=self.who, name=name, level=level, reason=self.reason)
        return say("{who}: {name} {level}.", who=self.who, name=name, level=level)


@dataclass(frozen=True, kw_only=True)
class FeaturesSet(PersonFact):
    """These are its traits or properties now."""

    kind: ClassVar[str] = "features_set"
    told_to: ClassVar[str] = "owner"
    features: tuple[Feature, ...]
    called: tuple[Said, ...]

    def line(self, names: Names) -> Words:
        if not self.features:
            return say("{who} has no traits now.", who=self.who)
        return say("{who} has these traits now: {names}.", who=self.who, names=listing(map(words_of, self.called)))


@dataclass(frozen=True, kw_only=True)
class PointsSet(PersonFact):
    """The GM's points are so many now, all that were given."""

    kind: ClassVar[str] = "points_set"
    told_to: ClassVar[str] = "owner"
    points: int
    reason: str = ""

    def line(self, names: Names) -> Words:
        if self.reason:
            return say("{who} has {n} points in all ({reason}).", who=self.who, n=self.points, reason=self.reason)
        return say("{who} has {n} points in all.", who=self.who, n=self.points)


@dataclass(frozen=True, kw_only=True)
class CreationEnded(PersonFact):
    """Creation is over: what comes later is not held against its rules (AR22)."""

    kind: ClassVar[str] = "creation_ended"
    told_to: ClassVar[str] = "owner"
    has_line: ClassVar[bool] = False
    at_creation: Numbers


@dataclass(frozen=True, kw_only=True)
class PublicNameSet(PersonFact):
    """A person is called otherwise from now on, told to those who know it."""

    kind: ClassVar[str] = "public_name_set"
    told_to: ClassVar[str] = "owner"
    now: str

    def line(self, names: Names) -> Words:
        return say("{who} is called {now} from now on.", who=self.who, now=self.now)


@dataclass(frozen=True, kw_only=True)
class PersonLeft(PersonFact):
    """Somebody is not played by this seat any more; its player keeps what was known to all."""

    kind: ClassVar[str] = "person_left"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("{who} is played by another now.", who=self.who)


def _described(words: tuple[tuple[str, Said, str], ...]) -> Listing:
    return listing(
        (say("{part}: {text}", part=words_of(name), text=text or say("nothing")) for _, name, text in words), "; "
    )
