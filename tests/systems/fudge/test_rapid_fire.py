"""Rapid fire: rounds that hit and the margin of each (F11, FR3)."""

from __future__ import annotations

import math

import pytest

from gmkit.systems import fudge


@pytest.mark.parametrize(
    ("rounds", "margin", "hits", "each"),
    [
        (10, 3, 3, 2),
        (5, 3, 3, 2),
        (3, 1, 1, 1),
        (30, 12, 30, 6),
        (25, 3, 8, 2),
        (7, 10, 7, 5),
        (10, 10, 10, 5),
        (100, 10, 100, 5),
        (15, 1, 2, 1),
        (15, 3, 5, 2),
        (2, 9, 2, 5),
        (1, 3, 1, 2),
        (20, 1, 2, 1),
    ],
)
def test_hits_are_ten_per_cent_for_each_point_at_least_one_and_half_the_margin_counts(rounds, margin, hits, each):
    """C034: half of 3 is 1.5 -> 2, half of 1 is 1 by the source's least."""
    burst = fudge.burst(rounds=rounds, margin=margin)
    assert (burst.hits, burst.margin_each) == (hits, each)


def test_equal_is_one_graze_and_below_nothing_hits():
    """FR3."""
    for rounds in (1, 3, 10, 30):
        assert (fudge.burst(rounds, 0).hits, fudge.burst(rounds, 0).margin_each) == (1, 0)
        assert (fudge.burst(rounds, -1).hits, fudge.burst(rounds, -1).margin_each) == (0, 0)


def test_margin_ten_is_all():
    assert all(fudge.burst(rounds, 10).hits == rounds for rounds in range(1, 200))


def test_hits_are_what_rounding_halves_up_gives_for_every_burst():
    for rounds in range(1, 60):
        for margin in range(1, 15):
            # In tenths, so that nothing but whole numbers is rounded.
            tenths = margin * max(10, rounds)
            assert fudge.burst(rounds, margin).hits == min(rounds, math.floor((tenths + 5) / 10))
            assert fudge.burst(rounds, margin).margin_each == max(1, (margin + 1) // 2)


def test_it_explains_itself():
    assert fudge.burst(25, 3).text == "25 rounds, margin 3: 8 hit, margin 2 each [F11, FR3]"
