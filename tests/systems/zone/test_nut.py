"""Nut (Z11, Z12, ZR8, ZR21)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from tests.systems.zone.table import Table

NUT = {"carries": {"nut": 1}}


def landed(table: Table, viewer: str, turn: int = 1):
    return [fact for fact in table.viewers[viewer].closed[turn][2] if fact.kind == "nut_landed"]


def test_a_throw_costs_the_move_and_the_result_goes_to_the_thrower_alone():
    table = Table(layout={}, start={1: NUT})
    table.day_of(s1="nut X+")
    assert table.at(1) == (1, 1, 1)
    assert table.stalker(1, "s1").carries == {}
    assert [table.row((2, 1, 1), viewer)["nuts"] for viewer in ("gm", "s1", "s2", "public")] == [1, 1, 0, 0]
    assert [len(landed(table, viewer)) for viewer in ("s1", "s2", "public")] == [1, 0, 0]
    assert table.heard("public", 1).count("nut_thrown") == 1
    assert table.viewers["s1"].session.game.no_mange == {(2, 1, 1): True}


def test_a_public_result_goes_to_all():
    table = Table(layout={"mosquito_mange": [[2, 1, 1]]}, start={1: NUT}, settings={"nut_result": "public"})
    table.day_of(s1="nut X+")
    assert [table.element((2, 1, 1), viewer) for viewer in ("s1", "s2", "public")] == ["mosquito_mange"] * 3
    assert table.page("public", 1).count("The nut of Stalker 1 is gone") == 1


def test_a_nut_in_a_mange_is_gone():
    table = Table(layout={"mosquito_mange": [[2, 1, 1]]}, start={1: NUT})
    table.day_of(s1="nut X+")
    assert table.row((2, 1, 1))["nuts"] == 0
    assert table.element((2, 1, 1), "s1") == "mosquito_mange"
    assert table.element((2, 1, 1), "s2") == "unknown"


@pytest.mark.parametrize("first", [1, 2])
def test_a_nut_belongs_to_the_first_to_enter_the_thrower_included(first):
    table = Table(layout={}, start={1: NUT, 2: {"at": [3, 1, 1]}})
    table.day_of(s1="nut X+")
    table.day_of(**{f"s{first}": "X+" if first == 1 else "X-"})
    assert table.stalker(first).carries == {"nut": 1}
    assert [table.row((2, 1, 1), viewer)["nuts"] for viewer in ("gm", "s1", "s2")] == [0, 0, 0]


def test_a_nut_that_falls_where_stalkers_stand_is_the_lowest_numbers_at_once():
    table = Table(layout={}, start={1: NUT, 5: {"at": [2, 1, 1]}, 3: {"at": [2, 1, 1]}})
    table.day_of(s1="nut X+")
    assert [table.stalker(n).carries for n in (1, 3, 5)] == [{}, {"nut": 1}, {}]
    assert (landed(table, "s1")[0].fell, landed(table, "s1")[0].lies) == ("safe", False)
    assert "taken" in table.heard("s3", 1)
    assert "taken" not in table.heard("s1", 1)


@pytest.mark.parametrize(
    ("setting", "players", "lies"),
    [("always", 8, 1), ("always", 7, 1), ("incomplete_set", 8, 0), ("incomplete_set", 7, 1)],
)
def test_whether_thrown_nuts_are_recoverable_zr21(setting, players, lies):
    table = Table(players, layout={}, start={1: NUT}, settings={"nuts_recoverable": setting})
    table.day_of(s1="nut X+")
    assert table.row((2, 1, 1))["nuts"] == lies
    caught = Table(players, layout={}, start={1: NUT, 2: {"at": [2, 1, 1]}}, settings={"nuts_recoverable": setting})
    caught.day_of(s1="nut X+")
    assert caught.stalker(2).carries == ({"nut": 1} if lies else {})


def test_thrown_into_the_turning_centre_it_is_ground_up():
    table = Table(layout={}, start={1: {"at": [4, 3, 3], **NUT}})
    table.day_of(s1="nut X-")
    assert landed(table, "s1")[0].fell == "turning"
    assert table.row((3, 3, 3))["nuts"] == 0


def test_thrown_into_the_standing_centre_it_lies_there_for_who_reaches_the_ball():
    start = {1: {"at": [4, 3, 3], **NUT}, 2: {"at": [2, 3, 3]}, 3: {"at": [3, 2, 3]}}
    table = Table(layout={}, start=start, settings={"victory": "play_on"}, grinder_stopped=True)
    table.day_of(s1="nut X-", s2="X+")
    assert landed(table, "s1")[0].fell == "standing"
    assert table.stalker(2).carries == {"nut": 1}
    assert table.row((3, 3, 3), "s1")["nuts"] == 0


def test_thrown_where_one_stands_at_the_ball_it_is_that_stalkers():
    start = {1: {"at": [4, 3, 3], **NUT}, 2: {"at": [2, 3, 3]}}
    table = Table(layout={}, start=start, settings={"victory": "play_on"}, grinder_stopped=True)
    table.day_of(s2="X+", s1="nut X-")
    assert table.stalker(2).carries == {"nut": 1}


def test_a_blinded_throw_does_not_happen_and_the_nut_is_kept_zr16():
    table = Table(layout={}, start={1: {**NUT, "blinded": True}})
    table.day_of(s1="nut X+")
    assert table.stalker(1).carries == {"nut": 1}
    assert "nut_thrown" not in table.heard("public")
    assert table.heard("s1", 1).count("blinded") == 1


def test_nuts_of_a_scenario_lie_about_unknown_to_all():
    table = Table(layout={}, nuts=[[2, 1, 1], [2, 1, 1]])
    assert [table.row((2, 1, 1), viewer)["nuts"] for viewer in ("gm", "s1")] == [2, 0]
    table.day_of(s1="X+")
    assert table.stalker(1).carries == {"nut": 2}


def test_refused_without_a_nut_or_out_of_the_cube_every_reason_at_once():
    table = Table(layout={})
    with pytest.raises(NotAllowed) as refused:
        table.order(1, "nut X-")
    assert len(refused.value.reasons) == 2
