"""What only the GM knows while a game runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmkit.core.fact import Fact, Names
from gmkit.systems.zone.facts.telling import StalkerFact
from gmkit.words import Words, say


@dataclass(frozen=True, kw_only=True)
class BlindnessDue(StalkerFact):
    """A Stalker will be blind in its next slot that is neither a rest nor paralysed (ZR15)."""

    kind: ClassVar[str] = "blindness_due"
    told_to: ClassVar[str] = "gm"
    lamps: int = 0
    """Found lamps that it carries afterwards."""
    used_on: int | None = None
    """The day on which a used lamp blinded it; None: a found one did."""

    def line(self, names: Names) -> Words:
        if self.lamps:
            return say(
                "Stalker {n} found a Death Lamp, of which its player was told nothing: blind in its next slot.",
                n=self.stalker,
            )
        return say("A used Death Lamp blinds Stalker {n} in its next slot.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class BlindnessActed(StalkerFact):
    """Blindness that was due acted."""

    kind: ClassVar[str] = "blindness_acted"
    told_to: ClassVar[str] = "gm"
    day: int
    told_later: bool = False
    """Whether its player is told only with the next day's report."""
    had_move: bool = True
    """Whether it had a move to reverse."""

    def line(self, names: Names) -> Words:
        return say("Blindness acts on Stalker {n}.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class BlindnessTold(Fact):
    """All blindness and lamps still to be told are told now."""

    kind: ClassVar[str] = "blindness_told"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class LampLit(StalkerFact):
    """Who used a Death Lamp."""

    kind: ClassVar[str] = "lamp_lit"
    told_to: ClassVar[str] = "gm"
    day: int
    published_later: bool = False

    def line(self, names: Names) -> Words:
        return say("Stalker {n} switches a Death Lamp on.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class GrinderPlaced(StalkerFact):
    """At which place of the day the grinder was stopped; in free order it would tell who ordered when (ZR10)."""

    kind: ClassVar[str] = "grinder_placed"
    told_to: ClassVar[str] = "gm"
    place: int
    """Counted from 1."""

    def line(self, names: Names) -> Words:
        return say(
            "Stalker {n} stopped the Meat Grinder at place {place} of the day.", n=self.stalker, place=self.place
        )
