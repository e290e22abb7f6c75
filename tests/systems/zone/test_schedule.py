"""The order of moves (Z6, Z7, ZR4, ZR20)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from tests.systems.zone.table import Table

ONE_TO_EIGHT = [1, 2, 3, 4, 5, 6, 7, 8]


def lists(table: Table, days: int) -> list[list[int]]:
    found = []
    for _ in range(days):
        found.append(table.see().schedule)
        table.end_day()
    return found


def test_rotate_puts_the_first_last():
    assert lists(Table(layout={}, strict_order=True), 3) == [
        ONE_TO_EIGHT, [2, 3, 4, 5, 6, 7, 8, 1], [3, 4, 5, 6, 7, 8, 1, 2]]  # fmt: skip


def test_rotate_takes_the_list_as_the_day_began_then_strikes_the_dead():
    table = Table(layout={"mosquito_mange": [[2, 1, 1], [5, 5, 2]]}, strict_order=True)
    table.day_of(s1="X+", s4="Z+")
    # 1..8 as the day began, 1 last, then 1 and 4 struck out.
    assert table.see().schedule == [2, 3, 5, 6, 7, 8]
    table.end_day()
    assert table.see().schedule == [3, 5, 6, 7, 8, 2]


def test_fixed_never_changes_but_for_the_dead():
    table = Table(settings={"schedule": "fixed"}, layout={"mosquito_mange": [[1, 2, 1]]}, strict_order=True)
    table.day_of(s1="Y+")
    assert lists(table, 2) == [[2, 3, 4, 5, 6, 7, 8]] * 2


def test_shuffled_draws_every_list_from_recorded_dice():
    one, same, other = (
        lists(Table(settings={"schedule": "shuffled"}, layout={}, strict_order=True, key=key), 4) for key in "aab"
    )
    assert one == same != other
    assert all(sorted(day) == ONE_TO_EIGHT for day in one)
    assert len({tuple(day) for day in one}) > 1


def test_scenario_gives_the_first_strict_days_list():
    drawn = [3, 1, 2, 8, 7, 6, 5, 4]
    assert lists(Table(layout={}, strict_order=True, schedule=drawn), 2) == [drawn, [1, 2, 8, 7, 6, 5, 4, 3]]
    later = Table(layout={}, schedule=drawn, settings={"schedule": "shuffled"})
    assert later.see().schedule == ONE_TO_EIGHT
    later.strict()
    later.end_day()
    assert later.see().schedule == drawn


def test_free_order_goes_by_the_orders_given_then_by_number():
    table = Table(layout={})
    for number in (7, 2, 5):
        table.order(number, {7: "X+", 2: "X-", 5: "X+"}[number])
    assert table.see().schedule == [7, 2, 5, 1, 3, 4, 6, 8]
    table.order(7, "Y-")
    assert table.see().schedule == [2, 5, 7, 1, 3, 4, 6, 8], "a replaced order goes to the end"
    table.withdraw(2)
    assert table.see().schedule == [5, 7, 1, 2, 3, 4, 6, 8]


def test_free_order_gives_the_item_to_whose_order_came_first():
    table = Table(layout={"nut": [[2, 2, 1]]}, start={1: {"at": [1, 2, 1]}, 2: {"at": [2, 1, 1]}})
    table.day_of(s2="Y+", s1="X+")
    assert (table.stalker(2).carries, table.stalker(1).carries) == ({"nut": 1}, {})


def test_strict_order_goes_by_the_list_whoever_orders_first():
    start = {1: {"at": [1, 2, 1]}, 2: {"at": [2, 1, 1]}}
    table = Table(layout={"nut": [[2, 2, 1]]}, start=start, strict_order=True)
    table.day_of(s2="Y+", s1="X+")
    assert (table.stalker(2).carries, table.stalker(1).carries) == ({}, {"nut": 1})


@pytest.mark.parametrize("reason", ["", "a storm comes"])
def test_called_for_strict_order_starts_the_day_after_with_its_cause(reason):
    table = Table(layout={})
    table.strict(reason)
    assert not table.see().strict_order
    assert "strict_started" not in table.heard("public")
    table.end_day()
    assert table.see("s3").strict_order
    assert table.see().schedule == ONE_TO_EIGHT
    (told,) = [fact for fact in table.viewers["public"].facts if fact.kind == "strict_started"]
    assert (told.day, told.called, told.reason) == (2, True, reason)
    assert reason in table.page("public", 1)
    table.end_day()
    assert table.see().strict_order, "it never turns off"


def test_strict_order_is_called_for_once():
    table = Table(layout={})
    table.strict()
    with pytest.raises(NotAllowed, match="already"):
        table.strict()
    table.end_day()
    with pytest.raises(NotAllowed, match="never turned off"):
        table.strict()


@pytest.mark.parametrize(
    ("carries", "armed"),
    [({"itch": 1}, True), ({"death_lamp": 1, "etak": 1}, True), ({"death_lamp": 1}, False), ({"etak": 2}, False),
     ({"nut": 3, "jolly_ghost": 1, "fizzy_clay": 1}, False)],
)  # fmt: skip
def test_owning_a_weapon_starts_strict_order_the_day_after_and_is_not_told(carries, armed):
    table = Table(layout={}, start={6: {"carries": carries}})
    assert not table.see().strict_order, "a cause of a scenario arises on its first day"
    table.end_day()
    assert table.see().strict_order is armed
    told = [fact for fact in table.viewers["public"].facts if fact.kind == "strict_started"]
    assert [(fact.day, fact.called, fact.reason) for fact in told] == ([(2, False, "")] if armed else [])


def test_owning_for_a_moment_of_the_day_is_enough():
    table = Table(layout={"itch": [[2, 1, 1]]}, start={4: {"carries": {"itch": 1}}})
    # Stalker 4 throws its only Itch on the first day: it owned it in the morning.
    table.day_of(s4="itch X--")
    assert table.stalker(4).carries == {}
    assert table.see().strict_order
    found = Table(layout={"itch": [[2, 1, 1]]})
    found.day_of(s1="X+")
    assert found.see().strict_order


def test_found_lamp_counts_from_when_it_is_carried():
    table = Table(layout={"death_lamp": [[2, 1, 1]]}, start={1: {"carries": {"etak": 1}}})
    table.day_of(s1="X+")
    table.day_of(s1="X+")
    assert table.stalker(1).carries == {"death_lamp": 1, "etak": 1}
    assert [fact.day for fact in table.viewers["gm"].facts if fact.kind == "strict_started"] == [3]


def test_dead_one_at_the_top_of_the_list_is_skipped_c052():
    table = Table(layout={}, start={1: {"dead": True}}, strict_order=True)
    assert table.see().waiting == [2, 3, 4, 5, 6, 7, 8]
    assert table.see().schedule == [2, 3, 4, 5, 6, 7, 8]
    table.end_day()
    assert table.see().schedule == [3, 4, 5, 6, 7, 8, 2]


def test_players_do_not_learn_who_ordered_c082():
    table = Table(layout={})
    before = table.viewers["s2"].session
    table.order(7, "X+")
    table.strict("later")
    assert table.viewers["s2"].session == before
    assert table.see("s2").schedule == ONE_TO_EIGHT
    assert (table.see("s2").waiting, table.see("public").waiting) == ([2], [])
