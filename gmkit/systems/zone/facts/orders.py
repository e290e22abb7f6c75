"""What players order and the GM calls for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmkit.core.fact import Fact, Names
from gmkit.systems.zone.facts.telling import StalkerFact, sign
from gmkit.systems.zone.state import Order
from gmkit.words import Words, listing, say


@dataclass(frozen=True, kw_only=True)
class OrderGiven(StalkerFact):
    """A player's order for this day was taken, perhaps in the place of an earlier one (ZR19)."""

    kind: ClassVar[str] = "order_given"
    told_to: ClassVar[str] = "owner"
    move: str = ""
    nut: str = ""
    clay: bool = False
    itch: str = ""
    lamp: bool = False
    replaces: bool = False

    @property
    def order(self) -> Order:
        """The order as it is kept."""
        return Order(
            number=self.stalker,
            seat=self.seat,
            move=self.move,
            nut=self.nut,
            clay=self.clay,
            itch=self.itch,
            lamp=self.lamp,
        )

    def line(self, names: Names) -> Words:
        order = order_words(self.order)
        if self.replaces:
            return say("Order for Stalker {n}: {order}. It replaces the one before.", n=self.stalker, order=order)
        return say("Order for Stalker {n}: {order}.", n=self.stalker, order=order)


@dataclass(frozen=True, kw_only=True)
class OrderWithdrawn(StalkerFact):
    """A player's order was taken back."""

    kind: ClassVar[str] = "order_withdrawn"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("The order for Stalker {n} is withdrawn.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class StrictCalled(Fact):
    """Strict order was called for (Z7 1 and 3); everybody is told with the day's report."""

    kind: ClassVar[str] = "strict_called"
    told_to: ClassVar[str] = "gm"
    reason: str

    def line(self, names: Names) -> Words:
        if self.reason:
            return say("Strict order is called for: {reason}.", reason=self.reason)
        return say("Strict order is called for.")

    def actor(self, names: Names) -> Words:
        return "gm"


def order_words(order: Order) -> Words:
    """Returns an order as a player may type it: "itch X++; Y+"."""
    parts: list[Words] = []
    if order.itch:
        parts.append(say("itch {direction}", direction=sign(order.itch)))
    if order.move:
        parts.append(sign(order.move))
    if order.nut:
        parts.append(say("nut {direction}", direction=sign(order.nut)))
    if order.clay:
        parts.append(say("clay"))
    if order.lamp:
        parts.append(say("death lamp"))
    return say("{parts}", parts=listing(parts, "; "))
