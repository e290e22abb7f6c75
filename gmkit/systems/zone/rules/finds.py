"""What a Stalker takes on entering a cell (Z5, ZR24)."""

from __future__ import annotations

from collections import Counter

from gmkit.core.codec import Cell
from gmkit.core.rulebook import rule
from gmkit.systems.zone.rows import ITEMS, LAMP, NUT
from gmkit.systems.zone.state import Goods, ZoneState


@rule("Z5", "ZR24", "Z12", "ZR7")
def lying(state: ZoneState, cell: Cell) -> Goods:
    """Returns what lies about in a cell: thrown nuts and what the dead dropped; a dropped lamp blinds nobody."""
    items = Counter({NUT: sum(nut.at == cell for nut in state.nuts)})
    for pile in state.piles:
        if pile.at == cell:
            items.update(pile.goods)
    return +items


@rule("Z5", "ZR24")
def element_taken(element: str) -> Goods:
    """Returns what the element of a cell adds to a Stalker's goods: an item, but never a lamp, which blinds first."""
    return {element: 1} if element in ITEMS and element != LAMP else {}
