"""Meat Grinder: the six faces of the centre cell (Z15, ZR3, ZR10)."""

from __future__ import annotations

from collections.abc import Sequence

from gmkit.core.rulebook import rule
from gmkit.systems.zone.rows import GHOST
from gmkit.systems.zone.state import Grinder, Stalker


@rule("Z15", "ZR3", "ZR10")
def stands(grinder: Grinder, *, day: int, strict: bool, place: int, number: int) -> bool:
    """Returns whether the grinder stands in a slot.

    Stopped on a day, it stands for all who move later that day, and on the next for all before the stopper's place.

    Args:
        grinder: When it was stopped last, and by whom.
        day: The day of the slot. Counted from 1.
        strict: Whether that day has strict order.
        place: The place of the slot in its day. Counted from 1.
        number: The Stalker whose slot it is.
    """
    if grinder.stopped_on == day:
        return True
    if not grinder.stopped_on or grinder.stopped_on != day - 1 or not grinder.by:
        return False
    if strict:
        return number in grinder.before
    # Both days free: the place counts, not the Stalker.
    return isinstance(grinder.place, int) and place < grinder.place


@rule("ZR10")
def stands_before(stopper: int, unstruck: Sequence[int]) -> tuple[int, ...]:
    """Returns for whom it stands on the next day: all before the place that the stopper has, or would have had."""
    return tuple(unstruck[: unstruck.index(stopper)]) if stopper in unstruck else ()


@rule("Z15", "ZR10")
def can_feed(stalker: Stalker, *, blinded: bool) -> bool:
    """Returns whether a Stalker that enters feeds the turning grinder: it has a ghost and sees (Z22)."""
    return stalker.has(GHOST) and not blinded
