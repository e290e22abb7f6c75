"""What happens in the open while a day is resolved (ZR17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from gmkit.core.codec import Cell
from gmkit.core.fact import Fact, Names
from gmkit.systems.zone.facts.orders import order_words
from gmkit.systems.zone.facts.telling import StalkerFact, place, sign
from gmkit.systems.zone.state import Order
from gmkit.words import Words, say


@dataclass(frozen=True, kw_only=True)
class OrderShown(StalkerFact):
    """An order is published beside its result, without the lamp part (ZR17, `orders_public`)."""

    kind: ClassVar[str] = "order_shown"
    told_to: ClassVar[str] = "all"
    move: str = ""
    nut: str = ""
    clay: bool = False
    itch: str = ""

    def line(self, names: Names) -> Words:
        order = Order(number=self.stalker, seat=self.seat, move=self.move, nut=self.nut, clay=self.clay, itch=self.itch)
        return say("Stalker {n} ordered: {order}.", n=self.stalker, order=order_words(order))


@dataclass(frozen=True, kw_only=True)
class LampUsed(Fact):
    """A Death Lamp was used; by whom is not told (Z20, ZR17)."""

    kind: ClassVar[str] = "lamp_used"
    told_to: ClassVar[str] = "all"
    day: int

    def line(self, names: Names) -> Words:
        return say("On day {day} a Death Lamp was used.", day=self.day)


@dataclass(frozen=True, kw_only=True)
class LostMove(StalkerFact):
    """A paralysed Stalker's slot passed (ZR14)."""

    kind: ClassVar[str] = "lost_move"
    told_to: ClassVar[str] = "all"

    def line(self, names: Names) -> Words:
        return say("Stalker {n} is paralysed and loses its move.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class ItchThrown(StalkerFact):
    """An Itch was thrown (Z18)."""

    kind: ClassVar[str] = "itch_thrown"
    told_to: ClassVar[str] = "all"
    direction: str
    lands: Cell
    low: Cell
    """The corner with the least coordinates of the cells on which it acts."""
    high: Cell

    def line(self, names: Names) -> Words:
        return say(
            "Stalker {n} throws an Itch {direction}: it lands at {cell} and acts on X {x}, Y {y}, Z {z}.",
            n=self.stalker,
            direction=sign(self.direction),
            cell=place(self.lands),
            x=_span(self.low[0], self.high[0]),
            y=_span(self.low[1], self.high[1]),
            z=_span(self.low[2], self.high[2]),
        )


@dataclass(frozen=True, kw_only=True)
class Paralysed(StalkerFact):
    """A Stalker loses a move by an Itch (Z18)."""

    kind: ClassVar[str] = "paralysed"
    told_to: ClassVar[str] = "all"

    def line(self, names: Names) -> Words:
        return say("The Itch catches Stalker {n}: it loses its next move.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class NutThrown(StalkerFact):
    """A nut was thrown; how it fell is another fact (ZR8)."""

    kind: ClassVar[str] = "nut_thrown"
    told_to: ClassVar[str] = "all"
    at: Cell

    def line(self, names: Names) -> Words:
        return say("Stalker {n} throws a nut into {cell}.", n=self.stalker, cell=place(self.at))


@dataclass(frozen=True, kw_only=True)
class Moved(StalkerFact):
    """A Stalker entered a cell and lives: no Mange is there, and what lay about there it has taken (Z10, ZR24)."""

    kind: ClassVar[str] = "moved"
    told_to: ClassVar[str] = "all"
    at: Cell

    def line(self, names: Names) -> Words:
        return say("Stalker {n} moves to {cell}.", n=self.stalker, cell=place(self.at))


@dataclass(frozen=True, kw_only=True)
class Died(StalkerFact):
    """A Stalker entered a cell and died there (Z10, Z15)."""

    kind: ClassVar[str] = "died"
    told_to: ClassVar[str] = "all"
    at: Cell
    cause: Literal["mosquito_mange", "meat_grinder"]

    def line(self, names: Names) -> Words:
        if self.cause == "meat_grinder":
            return say(
                "Stalker {n} falls into the Meat Grinder at {cell} and dies.", n=self.stalker, cell=place(self.at)
            )
        return say("Stalker {n} dies in the Mosquito Mange at {cell}.", n=self.stalker, cell=place(self.at))


@dataclass(frozen=True, kw_only=True)
class GrinderStopped(Fact):
    """The Meat Grinder stopped; by whom is seen from who reached the Ball or died there (ZR10)."""

    kind: ClassVar[str] = "grinder_stopped"
    told_to: ClassVar[str] = "all"
    day: int
    by: int
    """The Stalker that stopped it; 0: the scenario, for the whole day."""

    def line(self, names: Names) -> Words:
        if not self.by:
            return say("The Meat Grinder stands for the whole of day {day}.", day=self.day)
        return say("The Meat Grinder stops.")


@dataclass(frozen=True, kw_only=True)
class ReachedBall(StalkerFact):
    """A Stalker reached the Golden Ball (Z2)."""

    kind: ClassVar[str] = "reached_ball"
    told_to: ClassVar[str] = "all"

    def line(self, names: Names) -> Words:
        return say("Stalker {n} reaches the Golden Ball.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class WindHeard(StalkerFact):
    """Wind is heard where a Stalker stands (Z13, ZR22)."""

    kind: ClassVar[str] = "wind_heard"
    told_to: ClassVar[str] = "all"
    at: Cell

    def line(self, names: Names) -> Words:
        return say("Wind: Stalker {n} at {cell}.", n=self.stalker, cell=place(self.at))


@dataclass(frozen=True, kw_only=True)
class WindStill(StalkerFact):
    """No wind is heard where a Stalker stands while wind is in play; silence tells too (ZR23)."""

    kind: ClassVar[str] = "wind_still"
    told_to: ClassVar[str] = "all"
    has_line: ClassVar[bool] = False
    at: Cell


@dataclass(frozen=True, kw_only=True)
class GameWon(Fact):
    """The winner is known (ZR11)."""

    kind: ClassVar[str] = "game_won"
    told_to: ClassVar[str] = "all"
    winner: int | Literal["zone"]

    def line(self, names: Names) -> Words:
        if self.winner == "zone":
            return say("No Stalker lives: the Zone wins.")
        return say("Stalker {n} wins.", n=self.winner)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"
