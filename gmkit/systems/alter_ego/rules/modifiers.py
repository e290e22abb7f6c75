"""Modifiers that are worked out, and when several exclude each other (A17, A18, AR7, AR16, AR17)."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational

from gmkit.core.command import shown
from gmkit.core.rounding import halved, rounded
from gmkit.core.rulebook import rule
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.rules.given import truth, whole
from gmkit.systems.alter_ego.rulings import chosen
from gmkit.words import say

CLOSE_M = 2
"""Metres within which the +2 stands alone (AR7)."""
FLAT_DODGE = -3
SHORT_BURST, BURST = "short_burst", "burst"
SHORT_BURST_ROUNDS = 3
"""A short burst is of at most so many rounds: d6 / 2 never comes to more."""


@rule("A17", "A18", "AR7")
def range_modifier(*, distance: float, standard: float) -> int:
    """Returns what the distance adds or takes off: +2 within 2 metres, +1 within half the standard range, else less.

    Args:
        distance: Metres to the target.
        standard: The weapon's standard range in metres.
    """
    metres, reach = _metres(distance, "distance"), _metres(standard, "standard")
    if reach == 0:
        raise NotAllowed(say("{place} is above 0, not {value}.", place="standard", value=shown(standard)))
    if metres <= CLOSE_M:
        return 2
    if 2 * metres <= reach:
        return 1
    # From half the standard range to the whole of it the quotient rounds to 1 (AR7).
    return -rounded(metres / reach)


@rule("A17", "AR7", "AR16", "AR17")
def dodge_modifier(
    *, agility: int, dodge: int, flexible: bool = False, dodge_modifier: str = "formula", flexibility_bonus: int = 2
) -> int:
    """Returns what a target that dodges and makes no roll of its own takes off: half of its Agility and Dodge."""
    ruled = chosen(dodge_modifier=dodge_modifier, flexibility_bonus=flexibility_bonus)
    bonus = ruled.flexibility_bonus if truth(flexible, "flexible") else 0
    inside = whole(agility, "agility") + whole(dodge, "dodge") + bonus
    if ruled.dodge_modifier == "flat":
        return FLAT_DODGE
    return -halved(inside)


@rule("A17", "AR7")
def running_modifier(*, speed: int) -> int:
    """Returns what a target that runs or rides fast takes off: half of its Speed."""
    return -halved(whole(speed, "speed"))


@rule("A17", "AR7")
def unsuitable(skill: int) -> int:
    """Returns what a not quite fitting skill counts: half of it, 5 is 3."""
    return halved(whole(skill, "skill"))


@rule("A17")
def burst_modifier(rounds: int) -> str | None:
    """Returns the id of the modifier of a burst: up to 3 rounds are a short one, 1 is none."""
    if whole(rounds, "rounds", 1, 100) == 1:
        return None
    return SHORT_BURST if rounds <= SHORT_BURST_ROUNDS else BURST


@rule("A17", "AR7", "AR20")
def burst_hits(rounds: int, face: int) -> int:
    """Returns how many bullets of a burst hit: d6, of a short one half of it; never more than were fired."""
    hits = halved(face) if burst_modifier(rounds) == SHORT_BURST else face
    return min(hits, rounds)


def _metres(value: object, place: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (int, float, Rational)):
        raise NotAllowed(say("{place} is a number of metres, not {value}.", place=place, value=shown(value)))
    try:
        # 1.1 means eleven tenths, whatever a computer keeps of it.
        metres = Fraction(str(value))
    except ValueError:
        raise NotAllowed(say("{place} is a number of metres, not {value}.", place=place, value=shown(value))) from None
    if metres < 0:
        raise NotAllowed(say("{place} is at least {lowest}, not {value}.", place=place, lowest=0, value=shown(value)))
    return metres
