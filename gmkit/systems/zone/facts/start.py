"""How a game and each of its days begin: the layout, the Stalkers, the list of moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmkit.core.codec import ByCell, ByNumber, Cell
from gmkit.core.fact import Fact, Names
from gmkit.systems.zone.facts.telling import StalkerFact, goods_words, numbers, place
from gmkit.systems.zone.state import Blindness, Goods, Pile, ThrownNut
from gmkit.words import Words, say


@dataclass(frozen=True, kw_only=True)
class ZoneOpened(Fact):
    """The Zone was opened for so many Stalkers (Z3)."""

    kind: ClassVar[str] = "zone_opened"
    told_to: ClassVar[str] = "all"
    has_line: ClassVar[bool] = False
    stalkers: int


@dataclass(frozen=True, kw_only=True)
class OddNumber(Fact):
    """The warning about a number of Stalkers that cannot stand symmetric about the centre (ZR1)."""

    kind: ClassVar[str] = "odd_number"
    told_to: ClassVar[str] = "all"
    stalkers: int

    def line(self, names: Names) -> Words:
        return say(
            "Warning: an odd number of Stalkers ({n}) cannot stand symmetric about the centre [Z3, ZR1].",
            n=self.stalkers,
        )


@dataclass(frozen=True, kw_only=True)
class LayoutSet(Fact):
    """What lies where, and whatever else only the GM knows at the start."""

    kind: ClassVar[str] = "layout_set"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    elements: ByCell[str]
    """Of every cell but the centre; "" for nothing."""
    nuts: tuple[ThrownNut, ...] = ()
    piles: tuple[Pile, ...] = ()
    blindness: ByNumber[Blindness]
    first_list: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StalkerPlaced(StalkerFact):
    """A Stalker stands in its start cell (Z3)."""

    kind: ClassVar[str] = "stalker_placed"
    told_to: ClassVar[str] = "all"
    at: Cell
    alive: bool = True
    paralysed: bool = False
    mange: bool = False
    """Whether a dead one lies in a Mosquito Mange: from its death on everybody knows it (ZR17)."""

    def line(self, names: Names) -> Words:
        name = names.get(self.seat, "")
        if not self.alive:
            return say("Stalker {n} ({name}) lies dead at {cell}.", n=self.stalker, name=name, cell=place(self.at))
        return say("Stalker {n} ({name}) starts at {cell}.", n=self.stalker, name=name, cell=place(self.at))


@dataclass(frozen=True, kw_only=True)
class GoodsGiven(StalkerFact):
    """What a Stalker has, and whether it is burnt, when it joins."""

    kind: ClassVar[str] = "goods_given"
    told_to: ClassVar[str] = "owner"
    carries: Goods
    burnt_on: int | None = None

    def line(self, names: Names) -> Words:
        if self.carries:
            return say("Stalker {n} starts with {goods}.", n=self.stalker, goods=goods_words(self.carries))
        return say("Stalker {n} starts with nothing.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class StrictStarted(Fact):
    """Strict order begins; the cause is told only where it was called for (ZR20)."""

    kind: ClassVar[str] = "strict_started"
    told_to: ClassVar[str] = "all"
    day: int
    called: bool = False
    reason: str = ""

    def line(self, names: Names) -> Words:
        if self.reason:
            return say("Strict order from day {day}: {reason}.", day=self.day, reason=self.reason)
        if self.called:
            return say("Strict order from day {day}: it was called for.", day=self.day)
        return say("Strict order from day {day}.", day=self.day)


@dataclass(frozen=True, kw_only=True)
class ListSet(Fact):
    """The order of moves of a day (Z6, ZR4)."""

    kind: ClassVar[str] = "list_set"
    told_to: ClassVar[str] = "all"
    day: int
    strict: bool
    stalkers: tuple[int, ...] = ()
    """As it stands when the day begins; empty in free order."""

    def line(self, names: Names) -> Words:
        if not self.strict:
            return say("Day {day}: the order of moves is free.", day=self.day)
        return say("Day {day}: the order of moves is {list}.", day=self.day, list=numbers(self.stalkers))


@dataclass(frozen=True, kw_only=True)
class GrinderStands(Fact):
    """For whom the grinder still stands on a strict day; the list tells it to everybody anyway (ZR10)."""

    kind: ClassVar[str] = "grinder_stands"
    told_to: ClassVar[str] = "all"
    has_line: ClassVar[bool] = False
    day: int
    before: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class DayEnded(Fact):
    """A day was resolved; its orders are used up."""

    kind: ClassVar[str] = "day_ended"
    told_to: ClassVar[str] = "all"
    has_line: ClassVar[bool] = False
    day: int
