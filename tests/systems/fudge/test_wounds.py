"""States, cells with their spill-over, penalties by part of the body (F14, F15, FR5, FR6)."""

from __future__ import annotations

import pytest

from gmkit.systems import fudge

STATES = [
    ("unhurt", "Unhurt", "Невредим", 0, 0),
    ("scratch", "Scratch", "Царапина", 4, 0),
    ("light", "Light", "Лёгкое повреждение", 2, -1),
    ("medium", "Medium", "Среднее повреждение", 1, -2),
    ("heavy", "Heavy", "Тяжёлое повреждение", 1, -3),
    ("incapacitated", "Incapacitated", "Выведен из строя", 1, None),
    ("dying", "Dying", "При смерти", 1, None),
    ("dead", "Dead", "Мёртв", 0, None),
]


@pytest.mark.parametrize(("state", "en", "ru", "cells", "penalty"), STATES)
def test_each_state_has_its_names_cells_and_penalty(state, en, ru, cells, penalty):
    """F14, F15."""
    row = fudge.STATES[state]
    assert (row.name.en, row.name.ru, row.cells, row.penalty) == (en, ru, cells, penalty)


def test_there_are_four_cells_for_scratches_two_for_light_and_one_for_each_other():
    assert list(fudge.STATES) == [state for state, *_ in STATES]
    assert fudge.cells() == {"scratch": 4, "light": 2, "medium": 1, "heavy": 1, "incapacitated": 1, "dying": 1}


@pytest.mark.parametrize(
    ("filled", "state", "fills"),
    [
        ({}, "unhurt", "unhurt"),
        ({}, "scratch", "scratch"),
        ({"scratch": 3}, "scratch", "scratch"),
        ({"scratch": 4}, "scratch", "light"),
        ({"light": 2}, "light", "medium"),
        ({"light": 2, "medium": 1}, "light", "heavy"),
        ({"scratch": 4, "light": 2, "medium": 1, "heavy": 1}, "scratch", "incapacitated"),
        ({"medium": 1}, "light", "light"),
        ({"heavy": 1}, "medium", "medium"),
        ({"incapacitated": 1}, "incapacitated", "dying"),
        ({"dying": 1}, "dying", "dead"),
        ({"incapacitated": 1, "dying": 1}, "incapacitated", "dead"),
        ({"scratch": 4, "light": 2, "medium": 1, "heavy": 1, "incapacitated": 1, "dying": 1}, "scratch", "dead"),
        ({"dying": 1}, "heavy", "heavy"),
    ],
)
def test_a_full_row_spills_into_the_next_worse_one(filled, state, fills):
    """FR5, FR6: dead is what spills over Dying, never one blow."""
    assert fudge.fill_cell(filled, state) == fills


def test_ten_blows_of_a_scratch_fill_every_cell_and_the_eleventh_kills():
    filled: dict[str, int] = {}
    order = []
    for _ in range(11):
        state = fudge.fill_cell(filled, "scratch")
        order.append(state)
        filled[state] = filled.get(state, 0) + 1
    assert order == [*["scratch"] * 4, *["light"] * 2, "medium", "heavy", "incapacitated", "dying", "dead"]


@pytest.mark.parametrize(
    ("wounds", "worst", "summed"),
    [
        ([], 0, 0),
        (["scratch"] * 4, 0, 0),
        (["light"], -1, -1),
        (["light", "light"], -1, -2),
        ([("arm", "light"), ("arm", "medium")], -2, -3),
        ([("arm", "light"), ("leg", "medium")], -2, -2),
        ([("arm", "light"), ("arm", "light"), ("leg", "light")], -1, -2),
        ([("Arm", "light"), ("arm", "medium")], -2, -3),
        (["heavy", "scratch"], -3, -3),
        (["incapacitated"], None, None),
        (["dying"], None, None),
        (["dying", "light"], -1, -1),
        (["unhurt"], 0, 0),
    ],
)
def test_on_one_part_the_worst_or_the_sum_counts_and_of_several_the_worst(wounds, worst, summed):
    """C039, FR5: Incapacitated and worse give no number."""
    assert fudge.wound_penalty(wounds) == worst
    assert fudge.wound_penalty(wounds, wound_penalties="worst") == worst
    assert fudge.wound_penalty(wounds, wound_penalties="sum") == summed
