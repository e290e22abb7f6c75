"""The goal and the end (Z2, ZR11)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from tests.systems.zone.table import Table

GHOST = {"carries": {"jolly_ghost": 1}}


def three_at_the_ball(**settings) -> Table:
    start = {
        1: {"at": [2, 3, 3], **GHOST},
        2: {"at": [4, 3, 3], **GHOST},
        3: {"at": [3, 2, 3]},
        **{n: {"dead": True} for n in (4, 5, 6, 7, 8)},
    }
    return Table(layout={}, start=start, settings=settings)


def test_first_ends_with_the_day_and_records_later_arrivals():
    table = three_at_the_ball()
    table.day_of(s2="X-", s1="X+", s3="Y-")
    assert (table.winner, table.over) == (2, True)
    assert table.see().state.reached == (2, 1)
    assert table.at(3) == (3, 1, 3), "the day goes on to its end"
    assert "Stalker 2 wins." in table.page("public", 1)
    for verb in (lambda: table.order(3, "Y+"), table.end_day, table.strict):
        with pytest.raises(NotAllowed, match="over"):
            verb()
    assert (table.see().waiting, table.see().choices(3)) == ([], [])


def test_play_on_who_reached_it_leaves_the_list():
    table = three_at_the_ball(victory="play_on")
    table.day_of(s2="X-")
    assert (table.winner, table.over) == (2, False)
    assert (table.see().schedule, table.see().waiting, table.see().alive) == ([1, 3], [1, 3], [1, 2, 3])
    with pytest.raises(NotAllowed, match="Golden Ball"):
        table.order(2, "X+")
    table.day_of(s1="X+", s3="Y+")
    assert (table.winner, table.over, table.see().state.reached) == (2, True, (2, 1, 3))


def test_play_on_ends_when_the_last_one_dies():
    table = three_at_the_ball(victory="play_on")
    table.day_of(s2="X-")
    # The grinder stands on day 2 for those before place 1: for nobody.
    table.day_of(s3="Y+")
    assert not table.stalker(3).alive
    table.day_of(s1="X+")
    assert (table.over, table.winner) == (True, 2)


@pytest.mark.parametrize("victory", ["first", "play_on"])
def test_without_a_living_stalker_the_zone_wins(victory):
    table = Table(1, layout={"mosquito_mange": [[2, 1, 1]]}, settings={"victory": victory})
    table.day_of(s1="X+")
    assert (table.winner, table.over) == ("zone", True)
    assert "the Zone wins" in table.page("public", 1)


def test_in_the_centre_a_stalker_is_never_harmed():
    table = three_at_the_ball(victory="play_on")
    table.day_of(s2="X-")
    for _ in range(3):
        table.end_day()
    assert table.stalker(2).alive
