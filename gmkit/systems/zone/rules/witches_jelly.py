"""Witches' Jelly (Z16, ZR12, ZR25)."""

from __future__ import annotations

from gmkit.core.rulebook import rule
from gmkit.systems.zone.rows import JELLY
from gmkit.systems.zone.state import Stalker


@rule("Z16", "ZR12", "ZR25")
def burns(stalker: Stalker, element: str) -> bool:
    """Returns whether entering burns; burns do not add up, and the rhythm of an old one stays."""
    return element == JELLY and stalker.burnt_on is None


@rule("Z16", "ZR12")
def rests_on(stalker: Stalker, day: int) -> bool:
    """Returns whether a burnt Stalker rests on a day: burnt on day D, it rests on D+1, D+3, and so on."""
    return isinstance(stalker.burnt_on, int) and (day - stalker.burnt_on) % 2 == 1


@rule("ZR12")
def next_move_day(stalker: Stalker, day: int) -> int:
    """Returns the first day from *day* on that is no rest."""
    return day + 1 if rests_on(stalker, day) else day
