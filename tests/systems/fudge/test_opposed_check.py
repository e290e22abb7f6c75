"""Opposed checks (F8, FR8)."""

from __future__ import annotations

import pytest

from gmkit.systems import fudge


@pytest.mark.parametrize(
    ("one", "other", "margin", "outcome"),
    [(3, 1, 2, "success"), (1, 3, -2, "fail"), (-2, -5, 3, "success"), (2, 2, 0, "draw")],
)
def test_the_higher_sum_wins_and_equal_ones_are_a_draw(one, other, margin, outcome):
    found = fudge.opposed(one, other)
    assert (found.margin, found.outcome) == (margin, outcome)


@pytest.mark.parametrize("opposed_tie", ["draw", "complication"])
def test_each_choice_of_the_opposed_tie_works(opposed_tie):
    """FR8."""
    assert fudge.opposed(2, 2, opposed_tie=opposed_tie).outcome == opposed_tie
    assert fudge.opposed(3, 2, opposed_tie=opposed_tie).outcome == "success"
    assert "FR8" in fudge.opposed(2, 2, opposed_tie=opposed_tie).text


def test_it_explains_itself():
    assert fudge.opposed(3, 1).text == "the first side +3 = 3, against the second 1: succeeds [F8]"
