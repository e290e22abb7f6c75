"""The Zone at one moment, as its viewer knows it: each field is marked with who is told of it (ZR17).

What a viewer was not told is the word "unknown", or, where things are counted one by one, absent. The marks are used
when a value changes by the GM's hand; nothing is filtered on reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from gmkit.core.codec import ByCell, ByNumber, Cell
from gmkit.core.view import UNKNOWN
from gmkit.core.visibility import seen_by

Unknown = Literal["unknown"]
NOT_TOLD: Unknown = UNKNOWN  # type: ignore[assignment]

Goods = Mapping[str, int]
"""How many of each element (an id of Z4); what is not there is not listed."""


@dataclass(frozen=True, kw_only=True)
class Stalker:
    """One Stalker and what is known of it (Z3)."""

    number: int = seen_by("all")
    """1..8."""
    seat: str = seen_by("all")
    """The seat whose player moves it."""
    at: Cell = seen_by("all")
    """Where it stands; of a dead one, the cell in which it died."""
    alive: bool = seen_by("all", default=True)
    paralysed: bool = seen_by("all", default=False)
    """Whether it has a lost move to come (ZR14)."""
    been: tuple[Cell, ...] = seen_by("all", default=())
    """The cells that it entered and lived; its player was told what each holds."""
    probed: tuple[Cell, ...] = seen_by("all", default=())
    """The cells into which it threw a nut; its player was told whether each is a Mange."""
    carries: Goods | Unknown = seen_by("seat", default=NOT_TOLD)
    burnt_on: int | Unknown | None = seen_by("seat", default=NOT_TOLD)
    """The day on which its burn began, None: not burnt. The rhythm of its rests counts from it (ZR12)."""

    @property
    def goods(self) -> Goods:
        """What it is known to carry."""
        return {} if self.carries == UNKNOWN else self.carries  # type: ignore[return-value]

    def has(self, item: str) -> bool:
        """Returns whether it is known to carry the item."""
        return self.goods.get(item, 0) > 0

    @property
    def burnt(self) -> bool | Unknown:
        """Whether it is burnt."""
        return NOT_TOLD if self.burnt_on == UNKNOWN else self.burnt_on is not None


@dataclass(frozen=True, kw_only=True)
class Order:
    """What a player ordered for this day (Z9); to others it is not even counted."""

    exists_for: ClassVar[str] = "seat"
    number: int = seen_by("seat")
    seat: str = seen_by("seat")
    move: str = seen_by("seat", default="")
    """ "X+", or empty."""
    nut: str = seen_by("seat", default="")
    """Where a nut is thrown: "Z-", or empty."""
    clay: bool = seen_by("seat", default=False)
    itch: str = seen_by("seat", default="")
    """Where an Itch is thrown: "X++", or empty."""
    lamp: bool = seen_by("seat", default=False)


@dataclass(frozen=True, kw_only=True)
class ThrownNut:
    """A nut that lies about; it exists for those who know how the throw ended (ZR17)."""

    exists_for: ClassVar[str] = "by"
    at: Cell = seen_by("by")
    by: int = seen_by("by", default=0)
    """The Stalker that threw it; 0: it lay there from the start, or by the GM's hand."""


@dataclass(frozen=True, kw_only=True)
class Pile:
    """What a dead Stalker dropped (ZR7); it exists for that Stalker's player."""

    exists_for: ClassVar[str] = "by"
    at: Cell = seen_by("by")
    goods: Goods = seen_by("by")
    by: int = seen_by("by", default=0)


@dataclass(frozen=True, kw_only=True)
class Grinder:
    """When the Meat Grinder was stopped last (ZR10)."""

    stopped_on: int = seen_by("all", default=0)
    """The day; 0: never."""
    by: int = seen_by("all", default=0)
    """The Stalker that fed it or fell into it; 0: it stands for the whole day by the scenario."""
    before: tuple[int, ...] = seen_by("all", default=())
    """The Stalkers for which it still stands on the next day, where that day's order is strict."""
    place: int | Unknown = seen_by("gm", default=NOT_TOLD)
    """The stopper's place on that day, counted from 1: in free order it would tell who ordered when."""


@dataclass(frozen=True, kw_only=True)
class Blindness:
    """Blindness that is due in a Stalker's next slot that is neither a rest nor paralysed (ZR15)."""

    lamps: int = seen_by("gm", default=0)
    """Found lamps that it carries afterwards (Z19)."""
    used_on: int | None = seen_by("gm", default=None)
    """The day on which a lamp was used that blinds it; None: only by what it found."""


@dataclass(frozen=True, kw_only=True)
class Hidden:
    """What nobody but the GM knows."""

    blindness: ByNumber[Blindness] = seen_by("gm", default_factory=dict)
    """By Stalker; who is not listed sees."""
    first_list: tuple[int, ...] = seen_by("gm", default=())
    """The first strict day's list, where a scenario gives it (ZR4)."""
    strict_called: str | None = seen_by("gm", default=None)
    """Why strict order was called for today, None: it was not."""
    lamps_lit: tuple[int, ...] = seen_by("gm", default=())
    """The days of lamps whose use is still to be published (ZR15, `from_slot`)."""
    blind_untold: tuple[tuple[int, int], ...] = seen_by("gm", default=())
    """Stalker and day of each blindness still to be told."""
    blind_unmoved: tuple[tuple[int, int], ...] = seen_by("gm", default=())
    """Those of them that had no move to reverse."""


@dataclass(frozen=True, kw_only=True)
class ZoneState:
    """All of it."""

    started_with: int = seen_by("all", default=0)
    """How many Stalkers there were at the start (ZR9, ZR21)."""
    stalkers: ByNumber[Stalker] = seen_by("all", default_factory=dict)
    orders: tuple[Order, ...] = seen_by("all", default=())
    """In the order in which they were given; each exists for its own player."""
    elements: ByCell[str] = seen_by("gm", default_factory=dict)
    """What a cell holds: an id of Z4, "" for nothing; a cell of which the viewer was not told is not listed."""
    trodden: ByCell[bool] = seen_by("all", default_factory=dict)
    """Cells that everybody saw to be no Mange: a Stalker entered or started there and lived, or a public nut told."""
    deadly: ByCell[bool] = seen_by("all", default_factory=dict)
    """Cells that everybody knows to be a Mange (ZR17)."""
    no_mange: ByCell[bool] = seen_by("gm", default_factory=dict)
    """Cells of which the viewer was told by a nut that no Mange lies there."""
    winds: ByCell[bool] = seen_by("all", default_factory=dict)
    """Places where a Stalker stood while wind was in play: whether wind was heard there (Z13)."""
    nuts: tuple[ThrownNut, ...] = seen_by("all", default=())
    piles: tuple[Pile, ...] = seen_by("all", default=())
    grinder: Grinder = seen_by("all", default=Grinder())
    strict_from: int | None = seen_by("all", default=None)
    """The first day of strict order, None: no end of free order is known (Z7)."""
    today: tuple[int, ...] = seen_by("all", default=())
    """The list of a strict day as it stood when the day began; empty in free order."""
    reached: tuple[int, ...] = seen_by("all", default=())
    """The Stalkers that reached the Ball, the first first."""
    winner: int | str | None = seen_by("all", default=None)
    """A Stalker's number, "zone", or None."""
    hidden: Hidden | Unknown = seen_by("gm", default=NOT_TOLD)

    @property
    def secrets(self) -> Hidden:
        """What only the GM knows; nothing in any other fold."""
        return self.hidden if isinstance(self.hidden, Hidden) else Hidden()

    @property
    def playing(self) -> tuple[Stalker, ...]:
        """The living Stalkers that have not reached the Ball, by number."""
        return tuple(s for _, s in sorted(self.stalkers.items()) if s.alive and s.number not in self.reached)

    def order_of(self, number: int) -> Order | None:
        """Returns the known order of a Stalker, None if there is none."""
        return next((order for order in self.orders if order.number == number), None)

    def strict_on(self, day: int) -> bool:
        """Returns whether a day has strict order."""
        return self.strict_from is not None and self.strict_from <= day

    def standing_at(self, cell: Cell) -> tuple[Stalker, ...]:
        """Returns the living Stalkers in a cell, by number."""
        return tuple(s for _, s in sorted(self.stalkers.items()) if s.alive and s.at == cell)

    def put(self, stalker: Stalker) -> ZoneState:
        """Returns the state with this Stalker as it is now."""
        return replace(self, stalkers={**self.stalkers, stalker.number: stalker})


def empty() -> ZoneState:
    """Returns the Zone of somebody who was told nothing."""
    return ZoneState()
