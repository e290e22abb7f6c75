"""How facts speak: the base of those that are about a Stalker, and the words for cells, directions and goods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from gmkit.core.codec import Cell
from gmkit.core.fact import Fact, Names
from gmkit.core.rulebook import rule
from gmkit.systems.zone.rows import element_name
from gmkit.systems.zone.state import Stalker
from gmkit.words import Listing, Term, Words, listing, say


@dataclass(frozen=True, kw_only=True)
class StalkerFact(Fact):
    """A fact about one Stalker; one marked "owner" is told to its seat."""

    stalker: int
    seat: str

    @classmethod
    def of(cls, stalker: Stalker, **values: Any) -> Self:
        """Returns the fact about this Stalker."""
        return cls(stalker=stalker.number, seat=stalker.seat, **values)

    def actor(self, names: Names) -> Words:
        return names.get(self.seat, "")


@rule("ZR17")
def is_public(fact: Fact) -> bool:
    """Returns whether everybody was told a fact: its class says so, or a ruling or the GM's word for this one."""
    return fact.told_to == "all" or getattr(fact, "to_all", False) is True


def place(cell: Cell) -> Term:
    """Returns a cell as it is said: "3, 2, 5"."""
    return sign(", ".join(str(coordinate) for coordinate in cell))


def sign(text: str) -> Term:
    """Returns signs of the game, such as "X+", that are the same in every language."""
    return Term(text, text)


def goods_words(goods: Mapping[str, int]) -> Listing:
    """Returns goods as a list: "Nut × 2, Etak × 1"."""
    return listing(say("{item} × {n}", item=element_name(item), n=n) for item, n in sorted(goods.items()) if n)


def numbers(stalkers: tuple[int, ...]) -> Listing:
    """Returns the numbers of Stalkers as a list."""
    return listing(stalkers)
