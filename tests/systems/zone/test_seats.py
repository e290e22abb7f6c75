"""Seats that are left and taken (ZR1)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems.zone import SYSTEM
from tests.systems.zone.table import Table


def test_a_dropped_seat_gives_no_orders_and_its_stalker_stays():
    table = Table(layout={})
    table.order(2, "X-")
    table.drop("s2")
    assert 2 not in table.see().waiting
    with pytest.raises(NotAllowed, match="has left"):
        table.order(2, "X-")
    table.end_day()
    assert (table.at(2), table.stalker(2).alive) == ((5, 1, 1), True)
    assert 2 in table.see().schedule


def test_eight_is_all_there_is():
    with pytest.raises(NotAllowed, match="no free place"):
        SYSTEM.join(Table(layout={}).viewers["gm"].session, "s9")


def test_a_further_player_takes_the_next_stalker_of_zr1():
    table = Table(2, layout={}, strict_order=True)
    told = SYSTEM.join(table.viewers["gm"].session, "s3")
    placed = [item.fact for item in told if item.fact.kind == "stalker_placed"]
    assert [(fact.stalker, fact.at, fact.seat) for fact in placed] == [(2, (5, 1, 1), "s3")]
    (listed,) = [item.fact.stalkers for item in told if item.fact.kind == "list_set"]
    assert listed == (1, 8, 2)
    assert next(item.to for item in told if item.fact.kind == "goods_given") == ("s3",)
