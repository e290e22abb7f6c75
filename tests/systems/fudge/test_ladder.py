"""The ladder (F1) and what lies beyond its ends (FR1)."""

from __future__ import annotations

import pytest

from gmkit.systems import fudge
from gmkit.words import render

LADDER = [
    (8, "Epic", "Эпически"),
    (7, "Legendary", "Легендарно"),
    (6, "Fantastic", "Фантастически"),
    (5, "Superb", "Великолепно"),
    (4, "Excellent", "Отлично"),
    (3, "Very good", "Очень хорошо"),
    (2, "Good", "Хорошо"),
    (1, "Fair", "Неплохо"),
    (0, "Normal", "Нормально"),
    (-1, "Mediocre", "Посредственно"),
    (-2, "Poor", "Плохо"),
    (-3, "Very poor", "Очень плохо"),
    (-4, "Terrible", "Ужасно"),
    (-5, "Rock bottom", "Днище"),
    (-6, "Incredibly bad", "Невероятно плохо"),
    (-7, "Legendary failure", "Легендарный провал"),
    (-8, "Epic failure", "Эпический провал"),
]


@pytest.mark.parametrize(("value", "en", "ru"), LADDER)
def test_each_rung_has_its_name_in_both_languages(value, en, ru):
    assert render(fudge.ladder_name(value), "en") == en
    assert render(fudge.ladder_name(value), "ru") == ru
    assert fudge.LADDER[value].id == en.lower().replace(" ", "_")


def test_the_ladder_has_no_other_rungs():
    assert list(fudge.LADDER) == list(range(8, -9, -1))


@pytest.mark.parametrize(
    ("value", "en", "ru"),
    [
        (9, "Epic (+9)", "Эпически (+9)"),
        (14, "Epic (+14)", "Эпически (+14)"),
        (-9, "Epic failure (-9)", "Эпический провал (-9)"),
        (-20, "Epic failure (-20)", "Эпический провал (-20)"),
    ],
)
def test_beyond_the_ends_the_end_name_is_kept_and_the_number_shown(value, en, ru):
    """FR1."""
    assert render(fudge.ladder_name(value), "en") == en
    assert render(fudge.ladder_name(value), "ru") == ru
