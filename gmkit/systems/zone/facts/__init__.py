"""Everything that can happen in the Zone, each class marked with who is told of it (ZR17).

A fact carries its result: folding it runs no rule. What others must not learn from a fact is another fact.

| file | facts |
|---|---|
| `start.py` | the layout, Stalkers, goods, lists |
| `orders.py` | what players and the GM ask for |
| `day.py` | what happens in the open while a day is resolved |
| `finds.py` | what only the Stalker's player learns |
| `hidden.py` | what only the GM knows |
| `corrections.py` | changes by the GM's hand |
"""

from gmkit.core.fact import Fact
from gmkit.systems.zone.facts.corrections import CellFact, CellSet, LyingNutsSet, LyingPilesSet, MangeTold, StalkerSet
from gmkit.systems.zone.facts.day import (
    Died,
    GameWon,
    GrinderStopped,
    ItchThrown,
    LampUsed,
    LostMove,
    Moved,
    NutThrown,
    OrderShown,
    Paralysed,
    ReachedBall,
    WindHeard,
    WindStill,
)
from gmkit.systems.zone.facts.finds import (
    Blinded,
    Burnt,
    CellFound,
    Dropped,
    Healed,
    LampCarried,
    NutLanded,
    Spent,
    Taken,
)
from gmkit.systems.zone.facts.hidden import (
    BlindnessActed,
    BlindnessDue,
    BlindnessTold,
    GrinderPlaced,
    LampLit,
)
from gmkit.systems.zone.facts.orders import OrderGiven, OrderWithdrawn, StrictCalled
from gmkit.systems.zone.facts.start import (
    DayEnded,
    GoodsGiven,
    GrinderStands,
    LayoutSet,
    ListSet,
    OddNumber,
    StalkerPlaced,
    StrictStarted,
    ZoneOpened,
)
from gmkit.systems.zone.facts.telling import StalkerFact, goods_words, is_public, place

FACTS: tuple[type[Fact], ...] = (
    ZoneOpened,
    OddNumber,
    LayoutSet,
    StalkerPlaced,
    GoodsGiven,
    StrictStarted,
    ListSet,
    GrinderStands,
    DayEnded,
    OrderGiven,
    OrderWithdrawn,
    StrictCalled,
    OrderShown,
    LampUsed,
    LostMove,
    ItchThrown,
    Paralysed,
    NutThrown,
    Moved,
    Died,
    GrinderStopped,
    ReachedBall,
    WindHeard,
    WindStill,
    GameWon,
    CellFound,
    Taken,
    Spent,
    NutLanded,
    Burnt,
    Healed,
    Blinded,
    LampCarried,
    Dropped,
    BlindnessDue,
    BlindnessActed,
    BlindnessTold,
    LampLit,
    GrinderPlaced,
    StalkerSet,
    CellSet,
    LyingNutsSet,
    LyingPilesSet,
    MangeTold,
)

__all__ = [
    "FACTS",
    "Blinded",
    "BlindnessActed",
    "BlindnessDue",
    "BlindnessTold",
    "Burnt",
    "CellFact",
    "CellFound",
    "CellSet",
    "DayEnded",
    "Died",
    "Dropped",
    "GameWon",
    "GoodsGiven",
    "GrinderPlaced",
    "GrinderStands",
    "GrinderStopped",
    "Healed",
    "ItchThrown",
    "LampCarried",
    "LampLit",
    "LampUsed",
    "LayoutSet",
    "ListSet",
    "LostMove",
    "LyingNutsSet",
    "LyingPilesSet",
    "MangeTold",
    "Moved",
    "NutLanded",
    "NutThrown",
    "OddNumber",
    "OrderGiven",
    "OrderShown",
    "OrderWithdrawn",
    "Paralysed",
    "ReachedBall",
    "Spent",
    "StalkerFact",
    "StalkerPlaced",
    "StalkerSet",
    "StrictCalled",
    "StrictStarted",
    "Taken",
    "WindHeard",
    "WindStill",
    "ZoneOpened",
    "goods_words",
    "is_public",
    "place",
]
