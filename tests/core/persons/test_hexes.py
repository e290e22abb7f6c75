"""Hexes: flat-topped, axial (AR9)."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, isclose, sqrt

import pytest

from gmkit.core.hexes import DIRECTIONS, centre, corners, distance, line, neighbours, within


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ((0, 0), (0, 0), 0),
        ((0, 0), (1, 0), 1),
        ((0, 0), (1, -1), 1),
        ((0, 0), (1, 1), 2),
        ((0, 0), (-3, 5), 5),
        ((2, -1), (-1, 3), 4),
        ((-2, -2), (2, 2), 8),
    ],
)
def test_distance_in_steps(one, other, steps):
    assert distance(one, other) == distance(other, one) == steps


def test_distance_is_that_of_walking():
    """The stupid way: go out step by step."""
    found, edge = {(0, 0): 0}, [(0, 0)]
    for step in range(1, 7):
        edge = [at for here in edge for at in neighbours(here) if at not in found]
        found |= dict.fromkeys(edge, step)
    assert len(found) == 1 + 6 * sum(range(1, 7))
    assert all(distance((0, 0), at) == step for at, step in found.items())


def test_neighbours_are_six_and_one_step_away():
    assert len(set(neighbours((3, -2)))) == 6
    assert all(distance((3, -2), at) == 1 for at in neighbours((3, -2)))
    assert sum(q for q, _ in DIRECTIONS) == sum(r for _, r in DIRECTIONS) == 0


def test_within_counts_the_rings():
    assert [len(list(within((2, 1), steps))) for steps in range(4)] == [1, 7, 19, 37]
    assert all(distance((2, 1), at) <= 3 for at in within((2, 1), 3))


def test_middles_of_neighbours_lie_a_root_of_three_apart_and_the_top_is_flat():
    for at in neighbours((0, 0)):
        assert isclose(hypot(*centre(at)), sqrt(3))
    ys = sorted(y for _, y in corners((0, 0)))
    assert isclose(ys[0], ys[1])
    assert isclose(ys[4], ys[5])
    assert isclose(max(x for x, _ in corners((1, 0), 2)), centre((1, 0), 2)[0] + 2)


def test_line_goes_step_by_step_from_end_to_end():
    for end in within((0, 0), 4):
        steps = line((0, 0), end)
        assert (steps[0], steps[-1], len(steps)) == ((0, 0), end, distance((0, 0), end) + 1)
        assert all(distance(one, other) == 1 for one, other in pairwise(steps))
    assert line((1, 1), (1, 1)) == ((1, 1),)
    assert line((0, 0), (3, 0)) == ((0, 0), (1, 0), (2, 0), (3, 0))
