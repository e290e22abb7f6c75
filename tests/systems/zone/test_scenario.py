"""Scenarios: read strictly, refused whole, every wrong part at once (api.md)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from gmkit.words import render
from tests.systems.zone.table import Table


@pytest.mark.parametrize(
    ("scenario", "place"),
    [
        ({"weather": 1}, "weather"),
        ({"layout": {"ball": [[1, 1, 2]]}}, "layout.ball"),
        ({"layout": {"meat_grinder": [[3, 3, 3]]}}, "layout.meat_grinder"),
        ({"layout": {"golden_ball": [[3, 3, 3]]}}, "layout.golden_ball"),
        ({"layout": {"nut": [[3, 3, 3]]}}, "layout.nut[1]"),
        ({"layout": {"nut": [[1, 1, 2], [1, 1, 6]]}}, "layout.nut[2]"),
        ({"layout": {"nut": [[1, 1, 0]]}}, "layout.nut[1]"),
        ({"layout": {"nut": [[1, 1]]}}, "layout.nut[1]"),
        ({"layout": {"nut": [[1, 1, 1.0]]}}, "layout.nut[1]"),
        ({"layout": {"nut": [[1, 1, True]]}}, "layout.nut[1]"),
        ({"layout": {"nut": [[1, 1, 2]], "itch": [[1, 1, 2]]}}, "layout.itch[1]"),
        ({"layout": {"nut": [[1, 1, 2], [1, 1, 2]]}}, "layout.nut[2]"),
        ({"layout": {"nut": 3}}, "layout.nut"),
        ({"layout": [[1, 1, 2]]}, "layout"),
        ({"start": {"9": {}}}, "start.9"),
        ({"start": {"Anna": {}}}, "start.Anna"),
        ({"start": {"1": [1, 1, 1]}}, "start.1"),
        ({"start": {"3": {"at": [0, 1, 1]}}}, "start.3.at"),
        ({"start": {"3": {"at": "here"}}}, "start.3.at"),
        ({"start": {"3": {"speed": 2}}}, "start.3.speed"),
        ({"start": {"3": {"carries": {"sword": 1}}}}, "start.3.carries.sword"),
        ({"start": {"3": {"carries": {"witches_jelly": 1}}}}, "start.3.carries.witches_jelly"),
        ({"start": {"3": {"carries": {"nut": -1}}}}, "start.3.carries.nut"),
        ({"start": {"3": {"carries": {"nut": "2"}}}}, "start.3.carries.nut"),
        ({"start": {"3": {"burnt": 1}}}, "start.3.burnt"),
        ({"start": {"3": {"dead": "yes"}}}, "start.3.dead"),
        ({"nuts": [[1, 1, 9]]}, "nuts[1]"),
        ({"nuts": 5}, "nuts"),
        ({"nuts": [{"at": [1, 1, 2], "count": -1}]}, "nuts[1]"),
        ({"dropped": [{"at": [1, 1, 2], "carries": {"ball": 1}}]}, "dropped[1].ball"),
        ({"dropped": [[1, 1, 2]]}, "dropped[1]"),
        ({"schedule": [1, 2]}, "schedule"),
        ({"schedule": [1, 2, 3, 4, 5, 6, 7, 7]}, "schedule"),
        ({"schedule": [1, 2, 3, 4, 5, 6, 7, 9]}, "schedule"),
        ({"schedule": "rotate"}, "schedule"),
        ({"fill": "yes"}, "fill"),
        ({"day": 0}, "day"),
        ({"day": "3"}, "day"),
        ({"strict_order": 1}, "strict_order"),
        ({"grinder_stopped": None}, "grinder_stopped"),
    ],
)
def test_a_wrong_part_is_named(scenario, place):
    with pytest.raises(NotAllowed) as refused:
        Table(**{"layout": {}, **scenario})
    told = [render(reason, "en") for reason in refused.value.reasons]
    assert len(told) == 1
    assert told[0].startswith(f"{place}: ")
    assert render(refused.value.reasons[0], "ru") != told[0]


def test_every_wrong_part_is_named_at_once():
    with pytest.raises(NotAllowed) as refused:
        Table(settings={"counts": {"nut": -2}}, layout={"nut": [[3, 3, 3]]}, start={9: {}}, day=-1, sun=True)
    assert len(refused.value.reasons) == 5


@pytest.mark.parametrize("key", [3, "3"])
def test_stalkers_are_named_by_number_in_python_and_toml(key):
    table = Table(layout={}, start={key: {"at": (2, 2, 2), "carries": {"nut": 0, "itch": 2}}})
    assert (table.at(3), table.stalker(3).carries) == ((2, 2, 2), {"itch": 2})


@pytest.mark.parametrize(
    "nuts",
    [[[2, 1, 1], [2, 1, 1]], [{"at": [2, 1, 1], "count": 2}], {"2,1,1": 2}, {(2, 1, 1): 2}],
)
def test_nuts_that_lie_about(nuts):
    assert Table(layout={}, nuts=nuts).row((2, 1, 1))["nuts"] == 2


@pytest.mark.parametrize(
    "dropped",
    [
        [{"at": [2, 1, 1], "carries": {"nut": 1, "etak": 2}}],
        [{"at": [2, 1, 1], "nut": 1, "etak": 2}],
        {"2,1,1": {"nut": 1, "etak": 2}},
        {"nut": [[2, 1, 1]], "etak": [[2, 1, 1], [2, 1, 1]]},
    ],
)
def test_what_lies_dropped(dropped):
    assert Table(layout={}, dropped=dropped).row((2, 1, 1))["dropped"] == {"nut": 1, "etak": 2}


def test_a_position_taken_over():
    table = Table(
        layout={"mosquito_mange": [[2, 1, 1]]},
        day=7,
        strict_order=True,
        schedule=[8, 7, 6, 5, 4, 3, 2],
        start={1: {"dead": True, "at": [2, 1, 1]}, 2: {"paralysed": True}, 3: {"burnt": True, "blinded": True}},
    )
    assert table.day == 7
    assert table.see().schedule == [8, 7, 6, 5, 4, 3, 2]
    assert table.see("public").alive == [2, 3, 4, 5, 6, 7, 8]
    assert table.element((2, 1, 1), "s5") == "mosquito_mange", "a death tells everybody that Mange"
    seen = table.stalker(2, "public"), table.stalker(3), table.stalker(3, "s3")
    assert [s.paralysed for s in seen] == [True, False, False]
    assert (seen[1].burnt, seen[1].blinded, seen[2].burnt, seen[2].blinded) == (True, True, True, "unknown")


def test_a_scenarios_blindness_waits_through_the_rest_and_is_told_when_it_acts():
    table = Table(layout={}, start={1: {"at": [3, 1, 1], "burnt": True, "blinded": True}})
    table.end_day()
    assert "blinded" not in table.heard("s1")
    table.day_of(s1="X+")
    assert table.at(1) == (2, 1, 1)
    assert table.heard("s1", 2).count("blinded") == 1


def test_start_cells_are_told_and_what_they_hold_is_not():
    one, other = (Table(2, layout=layout) for layout in ({}, {"nut": [[1, 1, 1]]}))
    assert one.viewers["s1"].session == other.viewers["s1"].session
