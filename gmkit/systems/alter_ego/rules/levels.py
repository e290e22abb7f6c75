"""What points and levels mean (A3, A4, A13, AR1)."""

from __future__ import annotations

from collections.abc import Sequence

from gmkit.core.bands import Band, band_of
from gmkit.core.rulebook import rule
from gmkit.systems.alter_ego.rows import DIFFICULTIES, LEVELS, LEVELS_OF_PLAY
from gmkit.systems.alter_ego.rules.given import whole


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
