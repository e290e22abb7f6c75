"""The worked cases of the spec, by number; positions given by scenario."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from tests.systems.zone.table import Table

NOTHING: dict[str, list] = {}


def strict_grinder(**more) -> Table:
    """Cases 1 and 2: Stalker 4 has slot 4 at (4,3,3), Stalker 5 slot 5 at (3,2,3)."""
    return Table(layout=NOTHING, strict_order=True, start={4: {"at": [4, 3, 3]}, 5: {"at": [3, 2, 3]}}, **more)


def test_case_1_a_victim_stops_the_grinder_for_the_next_slot():
    table = strict_grinder()
    table.day_of(s5="Y+", s4="X-")
    assert not table.stalker(4).alive
    assert table.at(4) == (3, 3, 3)
    assert table.stalker(5).alive
    assert table.winner == 5
    assert table.over


def test_case_2_on_the_next_day_the_place_of_the_dead_has_passed():
    table = strict_grinder(settings={"schedule": "fixed"})
    table.day_of(s4="X-")
    table.day_of(s5="Y+")
    assert [table.stalker(n).alive for n in (4, 5)] == [False, False]
    assert table.winner is None


def test_case_3_a_ghost_feeds_the_grinder():
    table = Table(layout=NOTHING, start={1: {"at": [4, 3, 3], "carries": {"jolly_ghost": 1}}})
    table.day_of(s1="X-")
    assert table.winner == 1
    assert table.stalker(1).carries == {}
    assert table.at(1) == (3, 3, 3)


def test_case_4_a_blinded_stalker_cannot_feed():
    armed = {"carries": {"death_lamp": 1, "etak": 1}}
    table = Table(layout=NOTHING, start={1: {"at": [4, 3, 3], "carries": {"jolly_ghost": 1}}, 2: armed})
    table.day_of(s1="X+", s2="X-; death lamp")
    assert not table.stalker(1).alive
    assert table.at(1) == (3, 3, 3)
    assert table.winner is None


def test_case_5_reversed_at_the_wall_a_stalker_stays():
    armed = {"carries": {"death_lamp": 1, "etak": 1}}
    table = Table(layout={"nut": [[1, 3, 3], [2, 3, 3]]}, start={1: {"at": [1, 3, 3]}, 2: armed})
    table.day_of(s1="X+", s2="death lamp")
    assert table.at(1) == (1, 3, 3)
    assert table.stalker(1).carries == {}
    assert "cell_found" not in table.heard("s1")


@pytest.mark.parametrize(("move", "at", "caught"), [("Y+", (2, 3, 2), False), ("X+", (3, 2, 2), True)])
def test_case_6_the_thrower_is_caught_where_its_move_ends(move, at, caught):
    table = Table(layout=NOTHING, start={1: {"at": [2, 2, 2], "carries": {"itch": 1}}})
    told = table.day_of(s1=f"itch X++; {move}")
    (thrown,) = [fact for fact in told if fact.kind == "itch_thrown"]
    assert (thrown.low, thrown.high) == ((3, 1, 1), (5, 3, 3))
    assert table.at(1) == at
    assert table.stalker(1).paralysed is caught


@pytest.mark.parametrize(("move", "caught"), [("", True), ("Y+", True), ("Z+", True), ("X-", False)])
def test_case_7_an_itch_stops_at_the_last_cell(move, caught):
    table = Table(layout=NOTHING, start={1: {"at": [4, 2, 2], "carries": {"itch": 1}}})
    told = table.day_of(s1=f"itch X++; {move}")
    (thrown,) = [fact for fact in told if fact.kind == "itch_thrown"]
    assert thrown.lands == (5, 2, 2)
    assert (thrown.low, thrown.high) == ((4, 1, 1), (5, 3, 3))
    assert table.stalker(1).paralysed is caught


def test_case_7_from_the_wall_the_throw_is_refused():
    table = Table(layout=NOTHING, start={1: {"at": [5, 2, 2], "carries": {"itch": 1}}})
    with pytest.raises(NotAllowed, match="wall"):
        table.order(1, "itch X++")
    assert table.stalker(1).carries == {"itch": 1}


def lamp_cell(**start) -> Table:
    return Table(layout={"death_lamp": [[2, 3, 1]]}, day=3, start={1: {"at": [1, 3, 1]}, **start})


def test_case_8_a_found_lamp_blinds_on_the_next_day():
    table = lamp_cell()
    table.day_of(s1="X+")
    assert table.at(1) == (2, 3, 1)
    assert table.heard("s1", 3).count("blinded") == 0
    assert table.stalker(1, "s1").blinded == "unknown"
    assert table.stalker(1).carries == {}
    assert table.element((2, 3, 1), "s1") == ""
    table.day_of(s1="Y+")
    assert table.at(1) == (2, 2, 1)
    assert table.heard("s1", 4).count("blinded") == 1
    assert table.stalker(1, "s1").carries == {"death_lamp": 1}


def test_case_9_two_blindnesses_reverse_once():
    table = lamp_cell(**{"2": {"carries": {"death_lamp": 1, "etak": 1}}})
    table.day_of(s1="X+")
    table.day_of(s1="Y+", s2="X-; death lamp")
    assert table.at(1) == (2, 2, 1)
    assert table.stalker(1).carries == {"death_lamp": 1}
    table.day_of(s1="Y+")
    assert table.at(1) == (2, 3, 1)


def test_case_10_burnt_with_clay():
    table = Table(layout={"witches_jelly": [[2, 1, 1]]}, day=2, start={1: {"carries": {"fizzy_clay": 1}}})
    table.day_of(s1="X+")
    assert table.stalker(1, "s1").burnt is True
    table.day_of(s1="clay")
    assert table.stalker(1, "s1").burnt is False
    table.day_of(s1="X+")
    assert table.at(1) == (3, 1, 1)


def test_case_10_burnt_without_clay_moves_on_days_4_6_8():
    table = Table(layout={"witches_jelly": [[2, 1, 1]]}, day=2)
    table.day_of(s1="X+")
    moved = []
    for direction in ("Y+", "Y+", "Y+", "Y+", "Z+", "Z+"):
        day, before = table.day, table.at(1)
        try:
            table.order(1, direction)
        except NotAllowed:
            assert day % 2
        table.end_day()
        if table.at(1) != before:
            moved.append(day)
    assert moved == [4, 6, 8]


def test_case_11_under_a_lamp_the_itch_is_kept():
    table = Table(
        layout=NOTHING,
        start={1: {"at": [2, 2, 2], "carries": {"itch": 1}}, 2: {"carries": {"death_lamp": 1, "etak": 1}}},
    )
    table.day_of(s1="itch Z++; Z+", s2="death lamp")
    assert table.at(1) == (2, 2, 1)
    assert table.stalker(1).carries == {"itch": 1}


@pytest.mark.parametrize(("element", "fell"), [("mosquito_mange", "mange"), ("witches_jelly", "safe")])
def test_case_12_what_a_nut_tells(element, fell):
    table = Table(layout={element: [[2, 1, 1]]}, start={1: {"carries": {"nut": 1}}})
    told = table.day_of(s1="nut X+")
    (landed,) = [fact for fact in told if fact.kind == "nut_landed"]
    assert landed.fell == fell
    assert table.row((2, 1, 1))["nuts"] == (fell == "safe")
    assert fell in table.page("s1", 1)
    assert "nut_landed" not in table.heard("public")


def test_case_13_moved_the_other_way_it_never_entered_the_lamp_cell():
    table = Table(
        layout={"death_lamp": [[3, 2, 1]]},
        start={1: {"at": [2, 2, 1]}, 2: {"carries": {"death_lamp": 1, "etak": 1}}},
    )
    table.day_of(s1="X+", s2="death lamp")
    assert table.at(1) == (1, 2, 1)
    table.day_of(s1="X+")
    assert table.at(1) == (2, 2, 1)
