"""Wounds: what they are, where they are, what they take off, when one dies (A23-A26, AR10, AR12, AR18, AR19)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gmkit.core.rulebook import rule
from gmkit.systems.alter_ego.book import BOOK, Book
from gmkit.systems.alter_ego.rows import WORST, Place, WoundRow
from gmkit.systems.alter_ego.rules.given import listed, whole
from gmkit.systems.alter_ego.rulings import chosen

WILLPOWER_BASE = 5
"""What the sum of all wounds is added to for acting while hurt (A26)."""
FATAL, LETHAL = 8, 9
"""From 8 on a wound kills in time; from 9 on it kills almost at once, and no medic can help (A23)."""
SOONEST_MIN, LATEST_MIN = 5, 45
"""Minutes in which a fatal wound kills without help (A23, AR12)."""
UNABLE = 7
"""From here on nobody acts without drugs (A23)."""


@rule("A23")
def wound(number: int, book: Book = BOOK) -> WoundRow:
    """Returns the wound that a hit by this margin makes: number, id, name, penalty (None from 7)."""
    return book.wound(whole(number, "wound", 1))


@rule("A24", "AR19")
def wound_penalty(numbers: Iterable[int], *, penalty_from_7: int = -4, book: Book = BOOK) -> int:
    """Returns what all wounds together take off every result: each place is kept apart, and all penalties add up."""
    from_7 = chosen(penalty_from_7=penalty_from_7).penalty_from_7
    rows = [book.wound(whole(number, "wound", 1)) for number in listed(numbers, "wounds")]
    return sum(from_7 if row.penalty is None else row.penalty for row in rows)


@rule("A26", "AR18")
def willpower_difficulty(numbers: Iterable[int]) -> int:
    """Returns the difficulty of acting while hurt: 5 and the sum of all wounds' numbers; a 10 or more counts 10."""
    return WILLPOWER_BASE + sum(min(whole(number, "wound", 1), WORST) for number in listed(numbers, "wounds"))


@rule("A25", "AR10")
def hit_location(roll: int, places: Mapping[str, Place] = BOOK.places, *, hit_location: str = "2d6") -> str:
    """Returns the id of the place that a roll hits, 1 to 12; 2d6 does not come to 1, but it may be aimed at."""
    chosen(hit_location=hit_location)
    value = whole(roll, "roll", 1, max(place.number for place in places.values()))
    return next(place.id for place in places.values() if place.number == value)


@rule("A25", "AR10")
def location_dice(hit_location: str) -> tuple[int, ...]:
    """Returns the dice for the place of a hit that nobody aimed: their sides."""
    return (12,) if chosen(hit_location=hit_location).hit_location == "d12" else (6, 6)


@rule("AR12")
def minutes_to_death(face: int) -> int:
    """Returns the minutes to the death of a fatal wound, evenly from 5 to 45, from a die of 41 sides."""
    return SOONEST_MIN - 1 + face


DEATH_DIE = LATEST_MIN - SOONEST_MIN + 1


@rule("A9", "AR17")
def healed_by(by: int, *, fast: bool) -> int:
    """Returns by how much a wound is lowered where the GM says *by*: Fast healing makes it twice as much."""
    return 2 * by if fast else by


@rule("AR17")
def numbers_healed(since_s: int, now_s: int, *, days_a_number: int, fast: bool) -> int:
    """Returns by how much a wound went down by itself since it was got or last did; Fast healing halves the days."""
    day_s = 24 * 60 * 60
    return (now_s - since_s) * (2 if fast else 1) // (days_a_number * day_s)
