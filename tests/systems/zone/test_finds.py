"""What a Stalker takes on entering (Z5, ZR6, ZR24, ZR18 f)."""

from __future__ import annotations

import pytest

from tests.systems.zone.table import Table


@pytest.mark.parametrize("item", ["nut", "jolly_ghost", "fizzy_clay", "etak", "itch"])
def test_an_item_is_taken_on_entering_and_only_its_player_knows(item):
    table = Table(layout={item: [[2, 1, 1]]})
    table.day_of(s1="X+")
    assert table.stalker(1, "s1").carries == {item: 1}
    assert table.stalker(1, "s2").carries == "unknown"
    assert [table.element((2, 1, 1), viewer) for viewer in ("gm", "s1", "s2")] == ["", "", "unknown"]
    assert "cell_found" not in table.heard("s2")


def test_any_number_of_any_item_may_be_owned():
    table = Table(layout={"nut": [[2, 1, 1], [3, 1, 1]]}, nuts=[[3, 1, 1]], start={1: {"carries": {"nut": 5}}})
    table.day_of(s1="X+")
    table.day_of(s1="X+")
    assert table.stalker(1).carries == {"nut": 8}


def test_two_stalkers_share_a_cell_and_the_earlier_slot_takes():
    table = Table(layout={"etak": [[2, 1, 1]]}, start={2: {"at": [3, 1, 1]}}, strict_order=True)
    table.day_of(s2="X-", s1="X+")
    assert [table.stalker(n).carries for n in (1, 2)] == [{"etak": 1}, {}]
    assert table.row((2, 1, 1))["stalkers"] == (1, 2)


def test_mange_and_grinder_kill_before_anything_is_picked_up():
    table = Table(layout={"mosquito_mange": [[2, 1, 1]]}, nuts=[[2, 1, 1], [3, 3, 3]], start={2: {"at": [4, 3, 3]}})
    table.day_of(s1="X+", s2="X-")
    assert [table.stalker(n).carries for n in (1, 2)] == [{}, {}]
    assert [table.row(cell)["nuts"] for cell in ((2, 1, 1), (3, 3, 3))] == [1, 1]


def test_who_gives_no_order_stays_put():
    table = Table(layout={})
    table.end_day()
    assert [table.at(n) for n in (1, 8)] == [(1, 1, 1), (5, 5, 5)]
    assert "moved" not in table.heard("gm")
