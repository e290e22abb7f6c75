"""Wounds, rest, lasting effects, death: what happens to a person's body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmkit.core.fact import Fact, Names
from gmkit.core.persons.facts.sheet import PersonFact
from gmkit.core.persons.said import Said, words_of
from gmkit.words import Words, say


@dataclass(frozen=True, kw_only=True)
class Wounded(PersonFact):
    """A person got a wound, to its player and those who were shown its wounds."""

    kind: ClassVar[str] = "wounded"
    told_to: ClassVar[str] = "owner"
    n: int
    place: str
    number: int
    name: Said
    """What the wound is called."""
    place_name: Said

    def line(self, names: Names) -> Words:
        name, place = words_of(self.name), words_of(self.place_name)
        if not self.place:
            return say("{who} is wounded: {name}.", who=self.who, name=name)
        return say("{who} is wounded: {name}, {place}.", who=self.who, name=name, place=place)

    def result(self) -> int | None:
        return self.number


@dataclass(frozen=True, kw_only=True)
class WoundChanged(PersonFact):
    """A wound got better or worse; 0: it is healed."""

    kind: ClassVar[str] = "wound_changed"
    told_to: ClassVar[str] = "owner"
    n: int
    number: int
    name: Said
    place_name: Said
    reason: str = ""

    def line(self, names: Names) -> Words:
        wound: Words = say("wound {n}", n=self.n)
        if self.place_name:
            wound = say("wound {n} ({place})", n=self.n, place=words_of(self.place_name))
        if not self.number:
            return say("{who}: {wound} is healed.", who=self.who, wound=wound)
        name = words_of(self.name)
        if self.reason:
            return say(
                "{who}: {wound} is {name} now ({reason}).", who=self.who, wound=wound, name=name, reason=self.reason
            )
        return say("{who}: {wound} is {name} now.", who=self.who, wound=wound, name=name)


@dataclass(frozen=True, kw_only=True)
class WornDown(PersonFact):
    """Points that wear a person down without a wound; negative where they are used up."""

    kind: ClassVar[str] = "worn_down"
    told_to: ClassVar[str] = "owner"
    by: int
    now: int

    def line(self, names: Names) -> Words:
        return say("{who} is worn down: {now} points.", who=self.who, now=self.now)


@dataclass(frozen=True, kw_only=True)
class Fell(PersonFact):
    """A person died, seen by all who know it."""

    kind: ClassVar[str] = "person_died"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("{who} is dead.", who=self.who)


@dataclass(frozen=True, kw_only=True)
class Revived(PersonFact):
    """A person is not dead after all, by the GM's word."""

    kind: ClassVar[str] = "person_revived"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("{who} is not dead, by the GM's word.", who=self.who)


@dataclass(frozen=True, kw_only=True)
class ClockStarted(PersonFact):
    """Somebody will die of a wound at that time unless cared for; the GM alone knows (AR12)."""

    kind: ClassVar[str] = "clock_started"
    told_to: ClassVar[str] = "gm"
    wound: int
    minutes: int
    at: int
    """Seconds of game time since the start of the campaign."""

    def line(self, names: Names) -> Words:
        return say("{who} dies in {n} minutes of wound {wound} [AR12].", who=self.who, n=self.minutes, wound=self.wound)


@dataclass(frozen=True, kw_only=True)
class ClockStopped(PersonFact):
    """The time to death is stopped: the wound was cared for."""

    kind: ClassVar[str] = "clock_stopped"
    told_to: ClassVar[str] = "gm"
    wound: int

    def line(self, names: Names) -> Words:
        return say("{who} does not die of wound {wound} any more.", who=self.who, wound=self.wound)


@dataclass(frozen=True, kw_only=True)
class ClockRang(PersonFact):
    """The time to death is up; whether help came in time is the GM's to say."""

    kind: ClassVar[str] = "clock_rang"
    told_to: ClassVar[str] = "gm"
    wound: int

    def line(self, names: Names) -> Words:
        return say("The time of {who} is up: wound {wound} kills now.", who=self.who, wound=self.wound)


@dataclass(frozen=True, kw_only=True)
class Rested(PersonFact):
    """A person rested long enough: failed tries count no more (A14)."""

    kind: ClassVar[str] = "rested"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("{who} has rested.", who=self.who)


@dataclass(frozen=True, kw_only=True)
class GameTime(Fact):
    """The base of facts by which the GM's clock moves on."""

    seconds: int


@dataclass(frozen=True, kw_only=True)
class TimePassed(GameTime):
    """Game time went by outside a fight."""

    kind: ClassVar[str] = "time_passed"
    told_to: ClassVar[str] = "gm"

    def line(self, names: Names) -> Words:
        return say("{minutes} minutes of game time go by.", minutes=_minutes(self.seconds))


@dataclass(frozen=True, kw_only=True)
class CircleTime(GameTime):
    """The seconds of a circle; the circle's own line says so."""

    kind: ClassVar[str] = "circle_time"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class EffectBegun(PersonFact):
    """Something lasts on a person until the start of somebody's next turn, or for the fight."""

    kind: ClassVar[str] = "effect_begun"
    told_to: ClassVar[str] = "owner"
    text: str
    value: int = 0
    until: str = ""
    for_fight: bool = False
    """Whether it lasts for the fight; else, without `until`, the hearer does not know how long."""

    def line(self, names: Names) -> Words:
        if self.until:
            return say("{who}: {text}, until the next turn of {until}.", who=self.who, text=self.text, until=self.until)
        if not self.for_fight:
            return say("{who}: {text}, for a while.", who=self.who, text=self.text)
        return say("{who}: {text}, for this fight.", who=self.who, text=self.text)


@dataclass(frozen=True, kw_only=True)
class EffectTimed(PersonFact):
    """At the start of whose turn something ends, where those who feel it do not know that person."""

    kind: ClassVar[str] = "effect_timed"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    text: str
    until: str


@dataclass(frozen=True, kw_only=True)
class EffectEnded(PersonFact):
    """It lasts no more."""

    kind: ClassVar[str] = "effect_ended"
    told_to: ClassVar[str] = "owner"
    text: str

    def line(self, names: Names) -> Words:
        return say("{who}: {text} is over.", who=self.who, text=self.text)


def _minutes(seconds: int) -> str:
    whole, rest = divmod(seconds, 60)
    return f"{whole}:{rest:02d}" if rest else str(whole)
