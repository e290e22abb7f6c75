"""Changes by the GM's hand; each is told to those whom the changed field's mark names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from gmkit.core.codec import Cell
from gmkit.core.fact import Fact, Names
from gmkit.systems.zone.facts.telling import StalkerFact, goods_words, place
from gmkit.systems.zone.rows import element_name
from gmkit.systems.zone.state import Goods
from gmkit.words import Term, Words, say

FIELDS = {
    "at": Term("place", "место"),
    "alive": Term("alive", "жив"),
    "paralysed": Term("paralysed", "парализован"),
    "carries": Term("carries", "несёт"),
    "burnt": Term("burnt", "обожжён"),
    "blinded": Term("blinded", "ослеплён"),
}
"""What of a Stalker may be corrected."""


@dataclass(frozen=True, kw_only=True)
class StalkerSet(StalkerFact):
    """One field of a Stalker is another by the GM's hand."""

    kind: ClassVar[str] = "stalker_set"
    told_to: ClassVar[str] = "owner"
    field: str
    """A key of FIELDS."""
    value: Any
    """at: [x, y, z]; carries: {id: count}; burnt: the day or None; the others: bool."""
    to_all: bool = False
    """Whether everybody was told."""

    def line(self, names: Names) -> Words:
        return say(
            "By the GM's word, Stalker {n} ({field}): {value}.",
            n=self.stalker,
            field=FIELDS[self.field],
            value=self._value(),
        )

    def actor(self, names: Names) -> Words:
        return "gm"

    def _value(self) -> Any:
        if self.field == "at":
            return place(tuple(self.value))
        if self.field == "carries":
            return goods_words(self.value) if self.value else element_name("")
        yes = self.value is not None and self.value is not False
        return Term("yes", "да") if yes else Term("no", "нет")


@dataclass(frozen=True, kw_only=True)
class CellFact(Fact):
    """A change of a cell by the GM's hand."""

    at: Cell
    to_all: bool = False
    """Whether everybody was told."""

    def actor(self, names: Names) -> Words:
        return "gm"


@dataclass(frozen=True, kw_only=True)
class CellSet(CellFact):
    """A cell holds another element; told to those who were told what it holds."""

    kind: ClassVar[str] = "cell_set"
    told_to: ClassVar[str] = "owner"
    holds: str

    def line(self, names: Names) -> Words:
        return say("By the GM's word, {cell} holds: {element}.", cell=place(self.at), element=element_name(self.holds))


@dataclass(frozen=True, kw_only=True)
class MangeTold(CellFact):
    """Whether a cell is a Mange, for those who were told only that."""

    kind: ClassVar[str] = "mange_told"
    told_to: ClassVar[str] = "owner"
    mange: bool

    def line(self, names: Names) -> Words:
        if self.mange:
            return say("By the GM's word, {cell} is a Mosquito Mange.", cell=place(self.at))
        return say("By the GM's word, {cell} is no Mosquito Mange.", cell=place(self.at))


@dataclass(frozen=True, kw_only=True)
class LyingNutsSet(CellFact):
    """So many thrown nuts lie in a cell."""

    kind: ClassVar[str] = "lying_nuts_set"
    told_to: ClassVar[str] = "owner"
    nuts: int

    def line(self, names: Names) -> Words:
        return say("By the GM's word, nuts that lie at {cell}: {n}.", cell=place(self.at), n=self.nuts)


@dataclass(frozen=True, kw_only=True)
class LyingPilesSet(CellFact):
    """What lies dropped in a cell."""

    kind: ClassVar[str] = "lying_piles_set"
    told_to: ClassVar[str] = "owner"
    goods: Goods

    def line(self, names: Names) -> Words:
        goods: Words | Any = goods_words(self.goods) if self.goods else element_name("")
        return say("By the GM's word, what lies dropped at {cell}: {goods}.", cell=place(self.at), goods=goods)
