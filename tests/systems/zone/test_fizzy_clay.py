"""Fizzy Clay (Z17, ZR13, ZR16)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from tests.systems.zone.table import Table


def burnt(**more) -> Table:
    return Table(layout={}, start={1: {"burnt": True, "carries": {"fizzy_clay": 2}}, **more})


def test_healing_uses_one_clay_and_the_day():
    table = burnt()
    table.day_of(s1="clay")
    assert table.stalker(1, "s1").carries == {"fizzy_clay": 1}
    for expected in ((2, 1, 1), (3, 1, 1)):
        table.day_of(s1="X+")
        assert table.at(1) == expected


def test_healing_on_a_move_day_takes_the_move():
    table = burnt()
    table.end_day()
    table.day_of(s1="clay")
    table.day_of(s1="X+")
    assert table.at(1) == (2, 1, 1)


def test_clay_found_later_serves_as_well():
    table = Table(layout={"fizzy_clay": [[2, 1, 1]]}, start={1: {"burnt": True}})
    table.end_day()
    table.day_of(s1="X+")
    table.day_of(s1="clay")
    assert table.stalker(1).burnt is False


@pytest.mark.parametrize(("start", "why"), [({"carries": {"fizzy_clay": 1}}, "not burnt"), ({"burnt": True}, "none")])
def test_clay_is_refused_when_not_burnt_or_not_carried(start, why):
    table = Table(layout={}, start={1: start})
    with pytest.raises(NotAllowed, match=why):
        table.order(1, "clay")


def test_paralysed_on_a_rest_day_the_clay_is_kept_and_the_lost_move_used_up():
    table = burnt(**{"2": {"at": [2, 2, 1], "carries": {"itch": 1}}})
    table.strict()
    table.order(1, "clay")
    table.day_of(s2="itch X--; X+")
    # In free order Stalker 1 ordered first and healed before the Itch flew.
    assert table.stalker(1).burnt is False
    paralysed = Table(layout={}, start={1: {"burnt": True, "paralysed": True, "carries": {"fizzy_clay": 1}}})
    paralysed.day_of(s1="clay")
    assert paralysed.stalker(1).carries == {"fizzy_clay": 1}
    assert (paralysed.stalker(1).burnt, paralysed.stalker(1).paralysed) == (True, False)
    paralysed.day_of(s1="X+")
    assert paralysed.at(1) == (2, 1, 1)


def test_a_blinded_healing_does_not_happen_zr16():
    """Blind on its move day by a found lamp: the clay is kept, the day is lost."""
    table = burnt()
    table.edit("stalker 1", blinded=True)
    table.end_day()
    table.day_of(s1="clay")
    assert (table.stalker(1).carries, table.stalker(1).burnt) == ({"fizzy_clay": 2}, True)


@pytest.mark.parametrize(("acts", "healed"), [("same_day", False), ("from_slot", True)])
def test_a_lamp_used_that_day_stops_clay_on_a_rest_day_only_where_it_acts_all_day(acts, healed):
    armed = {"carries": {"death_lamp": 1, "etak": 1}}
    table = Table(
        layout={},
        settings={"lamp_acts": acts},
        start={8: {"burnt": True, "carries": {"fizzy_clay": 1}}, 1: armed},
        strict_order=True,
    )
    table.day_of(s8="clay", s1="death lamp")
    assert table.stalker(8).burnt is not healed


def test_a_found_lamp_never_stops_clay_on_a_rest_day():
    table = burnt()
    table.edit("stalker 1", blinded=True)
    table.day_of(s1="clay")
    assert (table.stalker(1).burnt, table.stalker(1).blinded) == (False, True)
