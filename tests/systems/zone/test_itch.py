"""Itch (Z18, ZR14)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems.zone.rules.board import CELLS
from gmkit.systems.zone.rules.itch import is_within, landing, reach
from tests.systems.zone.table import Table

ITCH = {"carries": {"itch": 1}}


@pytest.mark.parametrize(
    ("cell", "lands", "cells"),
    [((1, 1, 1), (3, 1, 1), 12), ((1, 3, 3), (3, 3, 3), 27), ((3, 3, 3), (5, 3, 3), 18), ((4, 2, 2), (5, 2, 2), 18)],
)
def test_reach_is_clipped_to_the_cube_c048(cell, lands, cells):
    assert landing(cell, "X++") == lands
    low, high = reach(lands)
    assert sum(is_within(at, low, high) for at in CELLS) == cells
    assert is_within(cell, low, high) is (cell == (4, 2, 2))


@pytest.mark.parametrize(
    ("cell", "direction"), [((5, 2, 2), "X++"), ((1, 4, 4), "X--"), ((2, 5, 3), "Y++"), ((3, 3, 1), "Z--")]
)
def test_from_the_wall_itself_the_throw_is_refused_and_kept(cell, direction):
    assert landing(cell, direction) is None
    table = Table(layout={}, start={1: {"at": list(cell), **ITCH}})
    with pytest.raises(NotAllowed, match="wall"):
        table.order(1, f"itch {direction}")
    assert table.stalker(1).carries == {"itch": 1}


@pytest.mark.parametrize("cell", CELLS[::7])
def test_everybody_in_the_reach_is_paralysed_and_nobody_else(cell):
    """Thrown X++ from (1,3,3), it acts on X, Y, Z 2..4."""
    table = Table(layout={}, start={1: {"at": [1, 3, 3], **ITCH}, 2: {"at": list(cell)}})
    told = (
        table.day_of(s2="X+" if cell[0] < 5 else "X-", s1="itch X++")
        if cell != (2, 3, 3)
        else table.day_of(s1="itch X++")
    )
    at = table.at(2)
    expected = all(2 <= part <= 4 for part in at) and table.stalker(2).alive
    assert (2 in [fact.stalker for fact in told if fact.kind == "paralysed"]) is expected


def test_others_lose_todays_move_if_their_slot_is_still_to_come_else_tomorrows():
    start = {2: {"at": [1, 3, 3], **ITCH}, 1: {"at": [3, 3, 2]}, 3: {"at": [3, 4, 3]}}
    table = Table(layout={}, start=start, strict_order=True, settings={"schedule": "fixed"})
    table.day_of(s1="Y-", s2="itch X++", s3="Y+")
    assert (table.at(1), table.at(3)) == ((3, 2, 2), (3, 4, 3))
    assert (table.stalker(1, "public").paralysed, table.stalker(3).paralysed) == (True, False)
    assert table.heard("public", 1).count("paralysed") == 2
    assert table.heard("public", 1).count("lost_move") == 1
    table.day_of(s1="Y-", s3="Y+")
    assert (table.at(1), table.at(3)) == ((3, 2, 2), (3, 5, 3))


def test_paralysis_does_not_add_up():
    start = {1: {"at": [1, 3, 3], **ITCH}, 2: {"at": [5, 3, 3], **ITCH}, 8: {"at": [3, 3, 4]}}
    table = Table(layout={}, start=start, strict_order=True, settings={"schedule": "fixed"})
    told = table.day_of(s1="itch X++", s2="itch X--", s8="Z+")
    assert [fact.stalker for fact in told if fact.kind == "paralysed"] == [8]
    table.day_of(s8="Z+")
    assert table.at(8) == (3, 3, 5)


def test_a_paralysed_order_is_taken_and_all_is_kept():
    goods = {"itch": 1, "nut": 1, "death_lamp": 1, "etak": 1}
    table = Table(layout={}, start={1: {"paralysed": True, "carries": goods}, 2: {"at": [2, 2, 2]}})
    table.day_of(s1="itch X++; nut X+; death lamp", s2="X+")
    assert table.stalker(1).carries == goods
    assert table.at(2) == (3, 2, 2)
    assert table.page("public", 1).count("Stalker 1 is paralysed and loses its move.") == 1


def test_the_thrower_is_caught_after_its_move_and_loses_tomorrows():
    table = Table(layout={}, start={1: {"at": [2, 2, 2], **ITCH}})
    table.day_of(s1="itch X++; X+")
    assert table.stalker(1).paralysed
    table.day_of(s1="X+")
    assert (table.at(1), table.stalker(1).paralysed) == ((3, 2, 2), False)


def test_the_itch_flies_from_where_the_thrower_stood_before_its_move():
    table = Table(layout={}, start={1: {"at": [2, 2, 2], **ITCH}})
    told = table.day_of(s1="Y+; itch Y++")
    assert [fact.lands for fact in told if fact.kind == "itch_thrown"] == [(2, 4, 2)]


@pytest.mark.parametrize("text", ["itch X++; X+", "itch X++; nut X+", "itch X++; clay"])
def test_where_it_costs_the_move_an_order_with_both_is_refused(text):
    goods = {"itch": 1, "nut": 1, "fizzy_clay": 1}
    start = {1: {"at": [2, 2, 2], "carries": goods}}
    table = Table(layout={}, start=start, settings={"itch_costs_move": True})
    with pytest.raises(NotAllowed, match="place of move"):
        table.order(1, text)
    table.order(1, "itch X++")


def test_where_it_costs_the_move_a_lamp_may_still_go_with_it():
    start = {1: {"at": [2, 2, 2], "carries": {"itch": 1, "death_lamp": 1, "etak": 1}}}
    table = Table(layout={}, start=start, settings={"itch_costs_move": True})
    table.day_of(s1="itch X++; death lamp")
    assert table.stalker(1).carries == {}


def test_beside_a_nut_or_clay_an_itch_may_be_thrown():
    table = Table(layout={}, start={1: {"at": [2, 2, 2], "carries": {"itch": 1, "nut": 1}}})
    table.day_of(s1="nut Z+; itch X++")
    assert table.stalker(1).carries == {}


def test_who_reached_the_ball_loses_no_move():
    start = {1: {"at": [2, 3, 3]}, 2: {"at": [5, 3, 3], **ITCH}}
    table = Table(layout={}, start=start, grinder_stopped=True)
    told = table.day_of(s1="X+", s2="itch X--")
    assert "paralysed" not in [fact.kind for fact in told]
