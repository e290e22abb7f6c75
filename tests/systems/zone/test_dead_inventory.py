"""What the dead carried (ZR7)."""

from __future__ import annotations

import pytest

from tests.systems.zone.table import Table

GOODS = {"nut": 2, "itch": 1, "death_lamp": 1}
MANGE = {"mosquito_mange": [[2, 2, 1]]}


def dies(setting: str, **more) -> Table:
    start = {1: {"at": [1, 2, 1], "carries": GOODS}, **more}
    table = Table(layout=MANGE, start=start, settings={"dead_inventory": setting})
    table.day_of(s1="X+")
    return table


def test_lost_nothing_is_left():
    table = dies("lost")
    assert table.row((1, 2, 1))["dropped"] == {}
    assert table.stalker(1).carries == {}


def test_dropped_it_lies_in_the_cell_that_it_left():
    table = dies("dropped", **{"2": {"at": [1, 1, 1]}})
    assert [table.row((1, 2, 1), viewer)["dropped"] for viewer in ("gm", "s1", "s2")] == [GOODS, GOODS, {}]
    table.day_of(s2="Y+")
    assert table.stalker(2).carries == GOODS
    assert table.stalker(2).blinded is False, "a dropped lamp has done its harm"
    assert [table.row((1, 2, 1), viewer)["dropped"] for viewer in ("gm", "s1")] == [{}, {}]


@pytest.mark.parametrize("others", [(3,), (3, 5), (5, 3)])
def test_dropped_where_stalkers_stand_it_is_the_lowest_numbers_at_once(others):
    table = dies("dropped", **{str(n): {"at": [1, 2, 1]} for n in others})
    assert table.stalker(3).carries == GOODS
    assert table.row((1, 2, 1))["dropped"] == {}
    assert table.row((1, 2, 1), "s1")["dropped"] == {}
    assert "taken" not in table.heard("public")


def test_dropped_things_of_a_scenario_are_taken_on_entering():
    table = Table(layout={}, dropped=[{"at": [2, 1, 1], "carries": {"death_lamp": 1, "etak": 2}}])
    assert table.row((2, 1, 1))["dropped"] == {"death_lamp": 1, "etak": 2}
    table.day_of(s1="X+")
    assert (table.stalker(1).carries, table.stalker(1).blinded) == ({"death_lamp": 1, "etak": 2}, False)
