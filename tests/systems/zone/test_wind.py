"""Wind and what it tells (Z13, Z14, ZR9, ZR22, ZR23)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.systems.zone.table import Table

HALF, THIRD, QUARTER, FIFTH = (Fraction(1, n) for n in (2, 3, 4, 5))


@pytest.mark.parametrize(
    ("setting", "players", "in_play"),
    [("auto", 7, True), ("auto", 8, False), ("on", 8, True), ("off", 2, False)],
)
def test_when_wind_is_in_play_zr9(setting, players, in_play):
    table = Table(players, layout={"mosquito_mange": [[2, 1, 1]]}, settings={"wind": setting})
    assert ("wind_heard" in table.heard("public", 0)) is in_play
    assert bool(table.see("s1").wind_risk()) is in_play


def test_wind_is_told_with_the_number_in_every_report_while_it_stands_there():
    table = Table(2, layout={"mosquito_mange": [[3, 1, 1]]})
    table.day_of(s1="X+")
    for turn in (1, 2):
        if turn == 2:
            table.end_day()
        assert table.page("public", turn).count("Wind: Stalker 1 at 2, 1, 1.") == 1
    table.day_of(s1="Y+")
    assert "Wind: Stalker" not in table.page("public", 3)
    assert "No wind is heard" in table.page("public", 3)


def test_wind_is_told_after_a_reversed_move():
    table = Table(2, layout={"mosquito_mange": [[2, 1, 1]]}, start={1: {"at": [2, 3, 1], "blinded": True}})
    table.day_of(s1="Y+")
    assert table.at(1) == (2, 2, 1)
    assert table.heard("public", 1).count("wind_heard") == 1


@pytest.mark.parametrize(
    ("start", "move", "risk"),
    [
        ([2, 2, 2], "X+", FIFTH),  # inside: (3,2,2)
        ([2, 2, 2], "X-", QUARTER),  # a face: (1,2,2)
        ([1, 2, 2], "Y-", THIRD),  # an edge: (1,1,2)
        ([1, 5, 2], "Z-", HALF),  # a corner: (1,5,1)
    ],
)
def test_risk_if_exactly_one_c027(start, move, risk):
    """One Mange next door, the cell just left known to be safe."""
    axis, sign = "XYZ".index(move[0]), 1 if move[1] == "+" else -1
    at = list(start)
    at[axis] += sign
    mange = list(at)
    other = (axis + 1) % 3
    mange[other] += 1 if mange[other] < 5 else -1
    table = Table(2, layout={"mosquito_mange": [mange]}, start={1: {"at": start}})
    # Nobody heard anything where it started unless the Mange lies next door there, too.
    assert table.see("s1").wind_risk() == {}
    table.set("wind", "off")
    quiet = Table(2, layout={"mosquito_mange": [mange]}, start={1: {"at": start}}, settings={"wind": "off"})
    quiet.set("wind", "on")
    quiet.day_of(s1=move)
    risks = quiet.see("s1").wind_risk()
    assert set(risks.values()) == {risk}
    assert tuple(mange) in risks
    assert tuple(start) not in risks


def test_risk_in_a_start_corner_is_a_third():
    table = Table(2, layout={"mosquito_mange": [[1, 2, 1]]})
    assert table.see("s1").wind_risk() == {(2, 1, 1): THIRD, (1, 2, 1): THIRD, (1, 1, 2): THIRD}


def test_where_no_wind_was_heard_all_neighbours_are_safe():
    """From (2,2,2), silent, to (3,2,2): of its neighbours only those not beside a silent place are open."""
    table = Table(2, layout={"mosquito_mange": [[4, 2, 2]]}, start={1: {"at": [2, 2, 2]}, 8: {"at": [3, 3, 1]}})
    table.day_of(s1="X+")
    # (2,2,2) was left; (3,2,1) and (3,3,2) are beside the other's silent (3,3,1); the rest are open.
    assert table.see("s1").wind_risk() == {(4, 2, 2): THIRD, (3, 1, 2): THIRD, (3, 2, 3): THIRD}
    assert table.see("s2").wind_risk() == {}
    assert table.see("public").wind_risk() == {}


def test_a_nut_that_tells_safe_narrows_and_one_that_tells_mange_is_certain():
    table = Table(2, layout={"mosquito_mange": [[1, 2, 1]]}, start={1: {"carries": {"nut": 2}}})
    table.day_of(s1="nut X+")
    assert table.see("s1").wind_risk() == {(1, 2, 1): HALF, (1, 1, 2): HALF}
    table.day_of(s1="nut Y+")
    assert table.see("s1").wind_risk() == {(1, 2, 1): 1, (1, 1, 2): "unknown"}


def test_a_known_mange_by_anothers_death_shows_one():
    table = Table(2, layout={"mosquito_mange": [[3, 2, 1]]}, start={1: {"at": [2, 2, 1]}, 8: {"at": [4, 2, 1]}})
    table.day_of(s8="X-")
    risks = table.see("s1").wind_risk()
    assert risks[3, 2, 1] == 1
    assert set(risks.values()) == {1, "unknown"}


def test_risk_never_comes_from_the_layout():
    one, other = (Table(2, layout={"mosquito_mange": [cell]}, key="k") for cell in ([2, 1, 1], [1, 1, 2]))
    assert one.see("s1").wind_risk() == other.see("s1").wind_risk()
    assert one.viewers["s1"].session == other.viewers["s1"].session


def test_wind_set_off_shows_no_number_and_set_on_is_told_at_the_days_end():
    table = Table(2, layout={"mosquito_mange": [[2, 1, 1]]})
    table.set("wind", "off")
    assert table.see("s1").wind_risk() == {}
    eight = Table(layout={"mosquito_mange": [[2, 1, 1]]})
    eight.set("wind", "on")
    eight.end_day()
    assert "Wind: Stalker 1 at 1, 1, 1." in eight.page("public", 1)


def test_a_players_report_has_the_numbers_under_their_words():
    table = Table(2, layout={"mosquito_mange": [[2, 1, 1]]})
    assert "if exactly one is beside Stalker 1" in table.page("s1", 0)
    assert "1/3" in table.page("s1", 0)
    assert "если рядом со Сталкером 1 она ровно одна" in table.page("s1", 0, "ru")
    assert "1/3" not in table.page("public", 0)


def test_beside_the_ball_the_centre_is_no_mange():
    table = Table(2, layout={"mosquito_mange": [[5, 3, 3]]}, start={1: {"at": [4, 3, 3]}})
    assert (3, 3, 3) not in table.see("s1").wind_risk()
    assert set(table.see("s1").wind_risk().values()) == {FIFTH}
