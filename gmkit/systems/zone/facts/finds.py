"""What only the Stalker's own player learns (ZR17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from gmkit.core.codec import Cell
from gmkit.core.fact import Names
from gmkit.systems.zone.facts.telling import StalkerFact, goods_words, place
from gmkit.systems.zone.rows import element_name
from gmkit.systems.zone.state import Goods
from gmkit.words import Words, say


@dataclass(frozen=True, kw_only=True)
class CellFound(StalkerFact):
    """What a Stalker found on entering a cell and took; a cell with a Death Lamp looks like an empty one (Z19)."""

    kind: ClassVar[str] = "cell_found"
    told_to: ClassVar[str] = "owner"
    at: Cell
    holds: str = ""
    """What the cell holds from now on: "witches_jelly", or "" for nothing."""
    items: Goods
    """All that was taken there."""

    def line(self, names: Names) -> Words:
        words = {"n": self.stalker, "cell": place(self.at)}
        if self.holds and self.items:
            return say(
                "Stalker {n} finds {trap} at {cell} and takes {goods}.",
                trap=element_name(self.holds),
                goods=goods_words(self.items),
                **words,
            )
        if self.holds:
            return say("Stalker {n} finds {trap} at {cell}.", trap=element_name(self.holds), **words)
        if self.items:
            return say("Stalker {n} finds and takes at {cell}: {goods}.", goods=goods_words(self.items), **words)
        return say("Stalker {n} finds nothing at {cell}.", **words)


@dataclass(frozen=True, kw_only=True)
class Taken(StalkerFact):
    """Something came to a Stalker where it stood: a nut thrown there, or what a dead one dropped (ZR7, ZR8)."""

    kind: ClassVar[str] = "taken"
    told_to: ClassVar[str] = "owner"
    items: Goods

    def line(self, names: Names) -> Words:
        return say("Stalker {n} now has also: {goods}.", n=self.stalker, goods=goods_words(self.items))


@dataclass(frozen=True, kw_only=True)
class Spent(StalkerFact):
    """A Stalker used something up."""

    kind: ClassVar[str] = "spent"
    told_to: ClassVar[str] = "owner"
    item: str

    def line(self, names: Names) -> Words:
        return say("Stalker {n} uses up: {item}.", n=self.stalker, item=element_name(self.item))


@dataclass(frozen=True, kw_only=True)
class NutLanded(StalkerFact):
    """How a thrown nut fell (Z11, Z12, ZR8); told to all where `nut_result` says so."""

    kind: ClassVar[str] = "nut_landed"
    told_to: ClassVar[str] = "owner"
    at: Cell
    fell: Literal["mange", "safe", "turning", "standing"]
    """Into a Mange; safely; into the centre while the grinder turned, or stood."""
    lies: bool
    """Whether the nut lies there now."""
    to_all: bool = False
    """Whether everybody was told."""

    def line(self, names: Names) -> Words:
        words = {"n": self.stalker, "cell": place(self.at)}
        if self.fell == "mange":
            return say("The nut of Stalker {n} is gone: {cell} is a Mosquito Mange (mange).", **words)
        if self.fell == "turning":
            return say("The nut of Stalker {n} is ground up at {cell}: the Meat Grinder turns.", **words)
        if self.fell == "standing":
            return say("The nut of Stalker {n} falls at {cell}: safe, the Meat Grinder stands.", **words)
        return say("The nut of Stalker {n} falls at {cell}: safe from a Mosquito Mange.", **words)


@dataclass(frozen=True, kw_only=True)
class Burnt(StalkerFact):
    """Witches' Jelly burnt a Stalker (Z16)."""

    kind: ClassVar[str] = "burnt"
    told_to: ClassVar[str] = "owner"
    day: int

    def line(self, names: Names) -> Words:
        return say(
            "Witches' Jelly burns Stalker {n}: it rests on day {rest} and moves on day {move}, and so on.",
            n=self.stalker,
            rest=self.day + 1,
            move=self.day + 2,
        )


@dataclass(frozen=True, kw_only=True)
class Healed(StalkerFact):
    """Fizzy Clay healed a Stalker (Z17)."""

    kind: ClassVar[str] = "healed"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("Stalker {n} is healed and moves every day again.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class Blinded(StalkerFact):
    """A Stalker was blinded on a day (Z19, Z20): its move was reversed, anything else did not happen."""

    kind: ClassVar[str] = "blinded"
    told_to: ClassVar[str] = "owner"
    day: int
    had_move: bool = True
    """Whether it had a move to reverse; not when it was paralysed, rested, or ordered none."""

    def line(self, names: Names) -> Words:
        words = {"n": self.stalker, "day": self.day}
        if self.had_move:
            return say(
                "Stalker {n} was blinded on day {day}: the move was replaced by the opposite, "
                "nothing else of the order happened.",
                **words,
            )
        return say(
            "Stalker {n} was blinded on day {day}: there was no move to replace by the opposite, "
            "and nothing of an order happened.",
            **words,
        )


@dataclass(frozen=True, kw_only=True)
class LampCarried(StalkerFact):
    """A found lamp has done its harm and is the Stalker's to carry (Z19)."""

    kind: ClassVar[str] = "lamp_carried"
    told_to: ClassVar[str] = "owner"
    lamps: int = 1

    def line(self, names: Names) -> Words:
        return say("Stalker {n} had found a Death Lamp and now carries it.", n=self.stalker)


@dataclass(frozen=True, kw_only=True)
class Dropped(StalkerFact):
    """What a dead Stalker carried lies in the cell that it left (ZR7)."""

    kind: ClassVar[str] = "dropped"
    told_to: ClassVar[str] = "owner"
    at: Cell
    items: Goods
    lies: bool
    """False where a Stalker stands there, who has it at once."""

    def line(self, names: Names) -> Words:
        return say(
            "What Stalker {n} carried is dropped at {cell}: {goods}.",
            n=self.stalker,
            cell=place(self.at),
            goods=goods_words(self.items),
        )
