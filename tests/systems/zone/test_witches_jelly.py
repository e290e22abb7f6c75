"""Witches' Jelly (Z16, ZR12, ZR25)."""

from __future__ import annotations

import contextlib

import pytest

from gmkit.errors import NotAllowed
from tests.systems.zone.table import Table


def moves(table: Table, number: int, days: int) -> list[int]:
    """Lets a Stalker try to go back and forth along Z each day; returns the days on which it moved."""
    moved = []
    for _ in range(days):
        day, before = table.day, table.at(number)
        with contextlib.suppress(NotAllowed):
            table.order(number, "Z-" if before[2] == 5 else "Z+")
        table.end_day()
        if table.at(number) != before:
            moved.append(day)
    return moved


def test_burnt_on_day_1_it_moves_on_3_5_7():
    table = Table(layout={"witches_jelly": [[2, 1, 1]]})
    table.day_of(s1="X+")
    assert moves(table, 1, 6) == [3, 5, 7]


def test_burns_do_not_add_up():
    table = Table(layout={"witches_jelly": [[2, 1, 1], [3, 1, 1]]})
    table.day_of(s1="X+")
    table.end_day()
    told = table.day_of(s1="X+")
    assert "burnt" not in [fact.kind for fact in told]
    assert moves(table, 1, 4) == [5, 7]


def test_rhythm_counts_days_a_paralysed_move_day_is_lost():
    """Burnt on day 2, paralysed on its move day 4: 5 is a rest, it moves on 6."""
    table = Table(layout={"witches_jelly": [[2, 1, 1]]}, day=2, start={2: {"at": [4, 1, 1], "carries": {"itch": 1}}})
    table.day_of(s1="X+")
    table.end_day()
    table.day_of(s2="itch X--", s1="Z+")
    assert table.at(1) == (2, 1, 1)
    assert moves(table, 1, 4) == [6, 8]


def test_scenario_burn_is_of_the_day_before():
    table = Table(layout={}, day=3, start={1: {"burnt": True}})
    assert table.stalker(1, "s1").burnt is True
    assert table.stalker(1, "s2").burnt == "unknown"
    assert moves(table, 1, 4) == [4, 6]


@pytest.mark.parametrize("text", ["X+", "nut X+", "itch X++", "death lamp", "clay; itch X++", "clay; death lamp"])
def test_on_a_rest_day_anything_but_clay_is_refused(text):
    goods = {"nut": 1, "itch": 1, "death_lamp": 1, "etak": 1, "fizzy_clay": 1}
    table = Table(layout={}, start={1: {"burnt": True, "carries": goods}})
    with pytest.raises(NotAllowed, match="rests on day 1"):
        table.order(1, text)
    table.order(1, "clay")


def test_jelly_stays_and_burns_the_next_one():
    table = Table(layout={"witches_jelly": [[2, 1, 1]]}, start={2: {"at": [3, 1, 1]}})
    table.day_of(s1="X+", s2="X-")
    assert [table.stalker(n).burnt for n in (1, 2)] == [True, True]
    assert table.element((2, 1, 1)) == "witches_jelly"


def test_items_that_lie_in_jelly_are_taken_though_it_burns():
    table = Table(layout={"witches_jelly": [[2, 1, 1]]}, nuts=[[2, 1, 1]])
    table.day_of(s1="X+")
    assert (table.stalker(1).carries, table.stalker(1).burnt) == ({"nut": 1}, True)
