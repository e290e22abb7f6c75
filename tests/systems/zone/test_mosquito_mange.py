"""Mosquito Mange (Z10, Z23, ZR25)."""

from __future__ import annotations

from tests.systems.zone.table import Table

ARMED = {"carries": {"death_lamp": 1, "etak": 1}}


def test_entering_kills_and_the_mange_stays_known_to_all():
    table = Table(layout={"mosquito_mange": [[2, 1, 1]]}, start={2: {"at": [3, 1, 1]}})
    table.day_of(s1="X+")
    assert (table.stalker(1).alive, table.at(1)) == (False, (2, 1, 1))
    assert table.heard("public", 1).count("died") == 1
    assert "moved" not in table.heard("public", 1)
    for viewer in ("public", "s1", "s5"):
        assert table.element((2, 1, 1), viewer) == "mosquito_mange"
    assert table.row((2, 1, 1))["stalkers"] == ()
    table.day_of(s2="X-")
    assert table.see().alive == [3, 4, 5, 6, 7, 8]


def test_reversed_into_a_mange_dies_z23():
    table = Table(layout={"mosquito_mange": [[2, 2, 1]]}, start={1: {"at": [2, 3, 1]}, 2: ARMED})
    table.day_of(s1="Y+", s2="death lamp")
    assert (table.stalker(1).alive, table.at(1)) == (False, (2, 2, 1))


def test_starting_in_a_cell_is_not_entering_it():
    table = Table(layout={"witches_jelly": [[1, 1, 1]], "nut": [[5, 1, 1]]})
    table.end_day()
    assert (table.stalker(1).burnt, table.stalker(2).carries) == (False, {})


def test_an_entered_cell_is_known_to_be_no_mange_but_not_what_it_holds():
    table = Table(layout={"witches_jelly": [[2, 1, 1]]})
    table.day_of(s1="X+")
    assert table.element((2, 1, 1), "s1") == "witches_jelly"
    assert table.element((2, 1, 1), "s2") == "unknown"
    assert table.viewers["s2"].session.game.trodden[2, 1, 1]
