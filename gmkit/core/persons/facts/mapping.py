"""The hex map: what its hexes are, and who or what stands where; each is told to those who may know it (A22)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmkit.core.fact import Fact, Names
from gmkit.core.persons.facts.sheet import PersonFact
from gmkit.core.persons.said import Said, words_of
from gmkit.words import Words, say, say_n

At = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class MapLaid(Fact):
    """What these hexes are, as far as the hearer is told."""

    kind: ClassVar[str] = "map_laid"
    told_to: ClassVar[str] = "owner"
    hexes: tuple[At, ...]
    terrain: str
    cover: str = ""
    text: str = ""
    called: Said
    """The terrain in words."""

    def line(self, names: Names) -> Words:
        what = words_of(self.called)
        if self.text:
            what = say("{terrain}: {text}", terrain=what, text=self.text)
        if len(self.hexes) == 1:
            q, r = self.hexes[0]
            return say("Hex {q}, {r} of the map: {what}.", q=q, r=r, what=what)
        return say_n("{n} hex of the map: {what}.", "{n} hexes of the map: {what}.", n=len(self.hexes), what=what)


@dataclass(frozen=True, kw_only=True)
class MapFiled(Fact):
    """Whom the GM let know of these hexes; all who know one are told when it changes."""

    kind: ClassVar[str] = "map_filed"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    hexes: tuple[At, ...]
    known_to: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class MapCleared(Fact):
    """These hexes are on the map no more."""

    kind: ClassVar[str] = "map_cleared"
    told_to: ClassVar[str] = "owner"
    hexes: tuple[At, ...]

    def line(self, names: Names) -> Words:
        return say_n("{n} hex is taken off the map.", "{n} hexes are taken off the map.", n=len(self.hexes))


@dataclass(frozen=True, kw_only=True)
class MarkerPlaced(PersonFact):
    """Where somebody or something stands on the map now."""

    kind: ClassVar[str] = "marker_placed"
    told_to: ClassVar[str] = "owner"
    thing: bool = False
    q: int
    r: int
    steps: int | None = None
    """Hexes from where it stood before; None: the hearer did not see it there."""

    def line(self, names: Names) -> Words:
        if self.steps is None:
            return say("{who} stands at {q}, {r}.", who=self.who, q=self.q, r=self.r)
        return say("{who} moves to {q}, {r}: {n} hexes.", who=self.who, q=self.q, r=self.r, n=self.steps)


@dataclass(frozen=True, kw_only=True)
class MarkerFiled(PersonFact):
    """Whom the GM lets see a marker."""

    kind: ClassVar[str] = "marker_filed"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    thing: bool = False
    known_to: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class MarkerGone(PersonFact):
    """Somebody or something is seen on the map no more."""

    kind: ClassVar[str] = "marker_gone"
    told_to: ClassVar[str] = "owner"
    thing: bool = False

    def line(self, names: Names) -> Words:
        return say("{who} is on the map no more.", who=self.who)


MAP_FACTS: tuple[type[Fact], ...] = (MapLaid, MapFiled, MapCleared, MarkerPlaced, MarkerFiled, MarkerGone)
