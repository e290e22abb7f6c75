"""Meat Grinder (Z15, ZR3, ZR10): who stops it, and for whom it stands."""

from __future__ import annotations

import pytest

from tests.systems.zone.table import Table

BESIDE = {"X-": [4, 3, 3], "X+": [2, 3, 3], "Y-": [3, 4, 3], "Y+": [3, 2, 3], "Z-": [3, 3, 4], "Z+": [3, 3, 2]}
PLAY_ON = {"victory": "play_on"}
FIXED = {"victory": "play_on", "schedule": "fixed"}


def beside(**stalkers: str) -> dict:
    """Places Stalkers so that the move leads into the centre: beside(s4="X-")."""
    return {int(name[1:]): {"at": BESIDE[move]} for name, move in stalkers.items()}


@pytest.mark.parametrize("move", list(BESIDE))
def test_turning_it_kills_through_every_face(move):
    table = Table(layout={}, start=beside(s3=move))
    table.day_of(s3=move)
    assert (table.stalker(3).alive, table.at(3)) == (False, (3, 3, 3))
    assert table.heard("public", 1).count("grinder_stopped") == 1
    assert table.element((3, 3, 3), "s1") == "golden_ball"


def test_standing_beside_the_centre_is_harmless():
    table = Table(layout={}, start=beside(s1="X-", s2="Y+"))
    table.end_day()
    assert table.see().alive == list(range(1, 9))


def test_feeding_uses_one_ghost_and_says_nothing_of_it():
    table = Table(layout={}, start={1: {"at": [4, 3, 3], "carries": {"jolly_ghost": 2}}}, settings=PLAY_ON)
    table.day_of(s1="X-")
    assert table.stalker(1, "s1").carries == {"jolly_ghost": 1}
    assert "spent" not in table.heard("public", 1)
    assert {"moved", "grinder_stopped", "reached_ball"} <= set(table.heard("public", 1))


def test_while_it_stands_no_ghost_is_used():
    start = {1: {"at": [4, 3, 3]}, 2: {"at": [2, 3, 3], "carries": {"jolly_ghost": 1}}}
    table = Table(layout={}, start=start)
    table.day_of(s1="X-", s2="X+")
    assert (table.winner, table.stalker(2).carries) == (2, {"jolly_ghost": 1})


def test_a_blinded_one_is_killed_though_it_has_a_ghost_but_reaches_the_standing_centre():
    armed = {"carries": {"death_lamp": 1, "etak": 1}}
    start = {1: {"at": [4, 3, 3], "carries": {"jolly_ghost": 1}}, 2: {"at": [2, 3, 3]}, 3: armed}
    table = Table(layout={}, start=start, strict_order=True)
    table.day_of(s1="X+", s2="X-", s3="death lamp")
    assert not table.stalker(1).alive
    assert table.winner == 2


@pytest.mark.parametrize(
    ("mover", "lives"),
    [(2, True), (3, True), (5, False), (8, False)],
)
def test_strict_next_day_it_stands_before_the_place_of_the_dead(mover, lives):
    """Stalker 4 falls in on day 1; in the fixed list its would-be place is the fourth."""
    start = {**beside(s4="X-"), mover: {"at": [2, 3, 3]}}
    table = Table(layout={}, strict_order=True, settings=FIXED, start=start)
    table.day_of(s4="X-")
    table.day_of(**{f"s{mover}": "X+"})
    assert table.stalker(mover).alive is lives


@pytest.mark.parametrize(("mover", "lives"), [(2, True), (3, True), (5, False), (1, False)])
def test_rotated_list_is_read_before_the_dead_are_struck(mover, lives):
    """Day 2's list is 2, 3, 4, 5, 6, 7, 8, 1: the place of Stalker 4 is the third, Stalker 1 comes after it."""
    start = {**beside(s4="X-"), mover: {"at": [2, 3, 3]}}
    table = Table(layout={}, strict_order=True, settings=PLAY_ON, start=start)
    table.day_of(s4="X-")
    table.day_of(**{f"s{mover}": "X+"})
    assert table.stalker(mover).alive is lives


def test_first_of_the_rotated_list_stopped_it_yesterday_and_has_the_longest_round():
    start = {1: {"at": [4, 3, 3]}, 8: {"at": [2, 3, 3]}}
    table = Table(layout={}, strict_order=True, settings=PLAY_ON, start=start)
    table.day_of(s1="X-")
    # Day 2: 2, 3, …, 8, 1: all but the dead one itself come before its place.
    table.day_of(s8="X+")
    assert table.see().state.reached == (8,)


def test_a_ghost_keeps_it_standing_for_the_same_round():
    start = {4: {"at": [4, 3, 3], "carries": {"jolly_ghost": 1}}, 3: {"at": [2, 3, 3]}, 5: {"at": [3, 2, 3]}}
    table = Table(layout={}, strict_order=True, settings=FIXED, start=start)
    table.day_of(s4="X-")
    table.day_of(s5="Y+", s3="X+")
    assert table.see().state.reached == (4, 3)
    assert not table.stalker(5).alive


def test_stopped_again_after_the_window_it_stands_for_a_new_round():
    start = {**beside(s4="X-", s5="X+", s6="Y+", s7="Y-"), 1: {"at": [3, 3, 2]}}
    table = Table(layout={}, strict_order=True, settings=FIXED, start=start)
    table.day_of(s4="X-")
    table.day_of(s5="X+", s6="Y+")
    assert [table.stalker(n).alive for n in (4, 5, 6)] == [False, False, True]
    table.day_of(s1="Z+", s7="Y-")
    assert [table.stalker(n).alive for n in (1, 7)] == [True, False]


@pytest.mark.parametrize(("place", "lives"), [(1, True), (2, True), (3, False), (4, False)])
def test_in_free_order_the_place_of_the_stopping_day_counts(place, lives):
    """Stalker 8 falls in at place 3 of day 1; on day 2 those at places 1 and 2 pass."""
    table = Table(layout={}, start={**beside(s8="X-"), 5: {"at": [2, 3, 3]}}, settings=PLAY_ON)
    table.day_of(s1="X+", s2="X-", s8="X-")
    others = [1, 2, 3]
    orders = [*others[: place - 1], 5, *others[place - 1 :]]
    for number in orders:
        table.order(number, {1: "Y+", 2: "Y+", 3: "X+", 5: "X+"}[number])
    table.end_day()
    assert table.stalker(5).alive is lives


def test_from_free_to_strict_the_strict_list_counts():
    table = Table(layout={}, start={**beside(s4="X-"), 3: {"at": [2, 3, 3]}, 5: {"at": [3, 2, 3]}}, settings=PLAY_ON)
    table.strict()
    table.day_of(s4="X-")
    table.day_of(s3="X+", s5="Y+")
    assert [table.stalker(n).alive for n in (3, 5)] == [True, False]


def test_two_days_later_it_turns():
    table = Table(layout={}, start={**beside(s8="X-"), 1: {"at": [2, 3, 3]}}, settings=FIXED, strict_order=True)
    table.day_of(s8="X-")
    table.end_day()
    table.day_of(s1="X+")
    assert not table.stalker(1).alive


def test_scenario_stops_it_for_the_whole_first_day_only():
    start = beside(s1="X-", s8="X+", s2="Y+")
    table = Table(layout={}, start=start, grinder_stopped=True, settings=FIXED, strict_order=True, day=5)
    table.day_of(s1="X-", s8="X+")
    assert table.see().state.reached == (1, 8)
    assert "stands for the whole of day 5" in table.page("public", 0)
    table.day_of(s2="Y+")
    assert not table.stalker(2).alive


def test_in_free_order_nobody_learns_the_place():
    table = Table(layout={}, start=beside(s4="X-"))
    table.day_of(s1="X+", s4="X-")
    assert table.viewers["public"].session.game.grinder.place == "unknown"
    assert table.viewers["gm"].session.game.grinder.place == 2
    assert "grinder_placed" not in table.heard("s4")
