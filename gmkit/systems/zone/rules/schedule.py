"""The order of moves: free, then strict (Z6, Z7, ZR4, ZR20)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gmkit.core.rulebook import rule
from gmkit.dice.chance import Stream
from gmkit.systems.zone.rows import ETAK, ITCH, LAMP
from gmkit.systems.zone.state import Stalker, ZoneState

if TYPE_CHECKING:
    from gmkit.dice.chance import Chances

LIST = Stream("list", "list")


@rule("Z7", "ZR4")
def slots(state: ZoneState, day: int) -> tuple[int, ...]:
    """Returns the Stalkers in the order of a day's slots, without the dead and those who reached the Ball.

    In free order, orders resolve as they were given; those without one have their slots after all others, by number.
    """
    playing = tuple(stalker.number for stalker in state.playing)
    if state.strict_on(day):
        return tuple(number for number in state.today if number in playing)
    ordered = tuple(order.number for order in state.orders if order.number in playing)
    return (*ordered, *(number for number in playing if number not in ordered))


@rule("ZR4")
def next_list(before: Sequence[int], schedule: str, chance: Chances) -> tuple[int, ...]:
    """Returns a later strict day's list before the striking, from the previous one as it stood when its day began."""
    if schedule == "rotate":
        return (*before[1:], *before[:1])
    return chance.shuffle(LIST, before) if schedule == "shuffled" else tuple(before)


@rule("ZR4")
def first_list(stalkers: Iterable[int], schedule: str, given: Sequence[int], chance: Chances) -> tuple[int, ...]:
    """Returns the first strict day's list before the striking: the scenario's, else 1..8, or shuffled."""
    if given:
        return tuple(given)
    in_order = tuple(sorted(stalkers))
    return chance.shuffle(LIST, in_order) if schedule == "shuffled" else in_order


@rule("ZR4")
def struck(drawn: Sequence[int], state: ZoneState) -> tuple[int, ...]:
    """Returns a list without those dead or gone."""
    playing = {stalker.number for stalker in state.playing}
    return tuple(number for number in drawn if number in playing)


@rule("Z7", "ZR20")
def is_armed(stalker: Stalker) -> bool:
    """Returns whether a Stalker owns an Itch, or a Death Lamp and an Etak; a found lamp counts when it is carried."""
    return stalker.alive and (stalker.has(ITCH) or (stalker.has(LAMP) and stalker.has(ETAK)))
