"""Death Lamp, found and used, and blindness (Z19-Z23, ZR15, ZR16, ZR26)."""

from __future__ import annotations

from collections.abc import Sequence

from gmkit.core.codec import Cell
from gmkit.core.rulebook import rule
from gmkit.systems.zone.rows import ETAK, LAMP
from gmkit.systems.zone.rules.board import is_inside, opposite, step
from gmkit.systems.zone.rules.witches_jelly import rests_on
from gmkit.systems.zone.state import Blindness, Stalker, ZoneState


@rule("Z20", "ZR26")
def can_use(stalker: Stalker) -> bool:
    """Returns whether a Stalker can use a lamp: it carries one and an Etak, whether or not that is used up."""
    return stalker.has(LAMP) and stalker.has(ETAK)


@rule("Z20")
def spent_by_use(*, etak_used: bool) -> tuple[str, ...]:
    """Returns what a use takes: the lamp works once, the Etak goes with it unless ruled otherwise."""
    return (LAMP, ETAK) if etak_used else (LAMP,)


@rule("Z20", "Z22", "ZR15")
def working_lamp(state: ZoneState, slots: Sequence[int], day: int) -> Stalker | None:
    """Returns whose lamp works this day (`same_day`): the earliest slot's that is not blinded, paralysed or resting."""
    for number in slots:
        stalker, order = state.stalkers[number], state.order_of(number)
        hindered = stalker.paralysed or rests_on(stalker, day) or number in state.secrets.blindness
        if order is not None and order.lamp and can_use(stalker) and not hindered:
            return stalker
    return None


@rule("Z19", "Z20", "Z21", "Z23")
def reversed_step(cell: Cell, direction: str) -> Cell | None:
    """Returns where a blinded Stalker's move leads: the opposite way; None at the wall, where it stays."""
    beside = step(cell, opposite(direction))
    return beside if is_inside(beside) else None


@rule("ZR15")
def is_told_later(blindness: Blindness | None, day: int) -> bool:
    """Returns whether blindness that acts is told with the next day's report: it came from a lamp used this day.

    A found lamp is told in the report of the day in which it acted.
    """
    return blindness is not None and not blindness.lamps and blindness.used_on == day
