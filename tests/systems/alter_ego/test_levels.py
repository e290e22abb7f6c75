"""Levels of play, what a level means, difficulties (A3, A4, A13, AR1)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems import alter_ego as ae


@pytest.mark.parametrize(
    ("points", "level"),
    [
        (0, "below_normal"),
        (17, "below_normal"),
        (18, "normal"),
        (29, "normal"),
        (30, "competent"),
        (44, "competent"),
        (45, "heroic"),
        (59, "heroic"),
        (60, "legendary"),
        (74, "legendary"),
        (75, "mythic"),
        (89, "mythic"),
        (90, "titanic"),
        (1000, "titanic"),
        (-3, "below_normal"),
    ],
)
def test_shared_border_counts_as_the_higher_level(points, level):
    assert ae.level_of_play(points) == level


@pytest.mark.parametrize(
    ("level", "meaning"),
    [
        (1, "undistinguished"),
        (2, "ordinary"),
        (3, "ordinary"),
        (4, "professional"),
        (5, "professional"),
        (6, "master"),
        (7, "master"),
        (8, "genius"),
        (9, "genius"),
        (10, "legend"),
        (11, "legend"),
        (12, "beyond"),
        (30, "beyond"),
    ],
)
def test_level_means_what_the_source_says(level, meaning):
    assert ae.level_meaning(level).id == meaning


@pytest.mark.parametrize(
    ("difficulty", "label"),
    [
        (1, "elementary"),
        (4, "elementary"),
        (5, "undistinguished"),
        (6, "undistinguished"),
        (7, "ordinary"),
        (10, "ordinary"),
        (11, "professional"),
        (14, "professional"),
        (15, "master"),
        (18, "master"),
        (19, "genius"),
        (22, "genius"),
        (23, "legend"),
        (26, "legend"),
        (27, "incredible"),
        (31, "incredible"),
        (32, "miracle"),
        (37, "miracle"),
    ],
)
def test_difficulty_has_its_label(difficulty, label):
    assert ae.difficulty_label(difficulty).id == label


@pytest.mark.parametrize("difficulty", [0, -5, 38, 100])
def test_difficulty_outside_the_table_has_no_label(difficulty):
    assert ae.difficulty_label(difficulty) is None


@pytest.mark.parametrize("points", ["30", 30.0, True, None])
def test_points_are_a_whole_number(points):
    with pytest.raises(NotAllowed, match="points is a whole number"):
        ae.level_of_play(points)
