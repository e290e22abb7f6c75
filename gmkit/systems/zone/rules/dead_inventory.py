"""What becomes of a dead Stalker's things (ZR7)."""

from __future__ import annotations

from gmkit.core.rulebook import rule
from gmkit.systems.zone.state import Goods, Stalker, ZoneState


@rule("ZR7")
def dropped(stalker: Stalker, setting: str) -> Goods:
    """Returns what a Stalker that dies leaves in the cell that it came from; a lamp not yet carried is lost with it."""
    return stalker.goods if setting == "dropped" else {}


@rule("ZR6", "ZR7", "ZR8")
def receiver(state: ZoneState, cell: tuple[int, int, int], *, but: int = 0) -> Stalker | None:
    """Returns whose at once is what falls in a cell: the lowest number that stands there, None if nobody does."""
    return next((stalker for stalker in state.standing_at(cell) if stalker.number != but), None)
