"""What points and levels mean (A3, A4, A13, AR1)."""

from __future__ import annotations

from collections.abc import Sequence

from gmkit.core.bands import Band, band_of
from gmkit.core.command import shown
from gmkit.core.persons.state import is_whole
from gmkit.core.rulebook import rule
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.rows import DIFFICULTIES, LEVELS, LEVELS_OF_PLAY
from gmkit.words import say


@rule("A3", "AR1")
def level_of_play(points: int) -> str:
    """Returns the id of the level of play that so many of the GM's points make; a shared border is the higher one."""
    return _band(LEVELS_OF_PLAY, points, "points").id


@rule("A4")
def level_meaning(level: int) -> Band:
    """Returns what a level of a characteristic or skill means in life."""
    return _band(LEVELS, level, "level")


@rule("A13")
def difficulty_label(difficulty: int, difficulties: Sequence[Band] = tuple(DIFFICULTIES)) -> Band | None:
    """Returns the standard difficulty that a number is; None outside them."""
    return band_of(difficulties, whole(difficulty, "difficulty"))


def _band(bands: Sequence[Band], value: int, place: str) -> Band:
    found = band_of(bands, whole(value, place))
    assert found is not None, "the table is open at both ends"
    return found


def whole(value: object, place: str, lowest: int | None = None, highest: int | None = None) -> int:
    """Returns a whole number that was handed in.

    Raises:
        NotAllowed: If it is none, or outside its span; names the place.
    """
    if not isinstance(value, int) or not is_whole(value):
        raise NotAllowed(say("{place} is a whole number, not {value}.", place=place, value=shown(value)))
    if lowest is not None and highest is not None and not lowest <= value <= highest:
        raise NotAllowed(
            say(
                "{place} is {lowest} to {highest}, not {value}.",
                place=place,
                lowest=lowest,
                highest=highest,
                value=value,
            )
        )
    if lowest is not None and value < lowest:
        raise NotAllowed(say("{place} is at least {lowest}, not {value}.", place=place, lowest=lowest, value=value))
    return value
