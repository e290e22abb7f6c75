"""Death Lamp and blindness (Z19, Z20, Z21, Z22, Z23, ZR15, ZR16, ZR26)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from tests.systems.zone.table import Table

ARMED = {"carries": {"death_lamp": 1, "etak": 1}}
FROM_SLOT = {"lamp_acts": "from_slot", "schedule": "fixed"}


def blinded(table: Table, number: int) -> list[tuple[int, int]]:
    """Returns (turn of the report, day of the blindness) of each telling to a Stalker's player."""
    told = table.viewers[table.seat(number)].closed
    return [(turn, fact.day) for turn, (_, _, facts) in told.items() for fact in facts if fact.kind == "blinded"]


def used(table: Table) -> list[tuple[int, int]]:
    told = table.viewers["public"].closed
    return [(turn, fact.day) for turn, (_, _, facts) in told.items() for fact in facts if fact.kind == "lamp_used"]


# --- the whole day ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", [1, 8])
def test_same_day_all_others_are_reversed_whatever_the_slots(slot):
    start = {n: {"at": [3, 3, 1]} for n in range(1, 9)}
    start[slot] = {"at": [3, 3, 5], **ARMED}
    table = Table(layout={}, start=start, strict_order=True)
    table.day_of(**{f"s{n}": "X+" if n != slot else "X+; death lamp" for n in range(1, 9)})
    assert {table.at(n) for n in range(1, 9) if n != slot} == {(2, 3, 1)}
    assert table.at(slot) == (4, 3, 5)
    assert used(table) == [(1, 1)]
    assert [blinded(table, n) for n in range(1, 9)] == [[] if n == slot else [(1, 1)] for n in range(1, 9)]


def test_nobody_is_told_by_whom():
    table = Table(layout={}, start={3: ARMED})
    table.day_of(s3="death lamp")
    told = [fact for fact in table.viewers["public"].closed[1][2] if fact.kind == "lamp_used"]
    assert [(fact.day, fact.actor({})) for fact in told] == [(1, "")]
    assert "lamp_lit" not in table.heard("public") + table.heard("s3")


@pytest.mark.parametrize(("setting", "left"), [(True, {}), (False, {"etak": 1})])
def test_the_lamp_works_once_and_the_etak_by_ruling_zr26(setting, left):
    table = Table(layout={}, start={1: ARMED}, settings={"etak_used": setting})
    table.day_of(s1="X+; death lamp")
    assert table.stalker(1, "s1").carries == left
    with pytest.raises(NotAllowed, match="Death Lamp"):
        table.order(1, "death lamp")


@pytest.mark.parametrize("goods", [{"death_lamp": 1}, {"etak": 1}])
def test_a_lamp_needs_an_etak(goods):
    table = Table(layout={}, start={1: {"carries": goods}}, settings={"etak_used": False})
    with pytest.raises(NotAllowed):
        table.order(1, "death lamp")


def test_of_several_the_earliest_slots_works_and_the_others_keep_theirs():
    table = Table(layout={}, start={2: ARMED, 5: ARMED}, strict_order=True)
    table.day_of(s5="X+; death lamp", s2="X-; death lamp")
    assert (table.stalker(2).carries, table.stalker(5).carries) == ({}, {"death_lamp": 1, "etak": 1})
    assert (table.at(2), table.at(5)) == ((4, 1, 1), (1, 1, 5)), "reversed at the wall, 5 stays"
    assert used(table) == [(1, 1)]


@pytest.mark.parametrize("hindered", ["blinded", "paralysed"])
def test_a_hindered_first_lamp_gives_way_to_the_next(hindered):
    table = Table(layout={}, start={2: {**ARMED, hindered: True}, 5: ARMED}, strict_order=True)
    table.day_of(s2="death lamp", s5="death lamp")
    assert (table.stalker(2).carries, table.stalker(5).carries) == ({"death_lamp": 1, "etak": 1}, {})


def test_a_lamp_is_settled_before_an_itch_of_an_earlier_slot():
    start = {1: {"at": [1, 3, 3], "carries": {"itch": 1}}, 2: {"at": [3, 3, 4], **ARMED}, 3: {"at": [5, 5, 5]}}
    table = Table(layout={}, start=start, strict_order=True)
    table.day_of(s1="itch X++", s2="death lamp", s3="X-")
    assert table.stalker(2).carries == {}
    assert table.stalker(1).carries == {"itch": 1}, "blinded, its Itch did not fly"
    assert table.at(3) == (5, 5, 5)


def test_all_else_of_a_blinded_order_is_kept():
    goods = {"itch": 1, "death_lamp": 1, "etak": 1}
    table = Table(layout={}, start={1: {"at": [2, 2, 2], "blinded": True, "carries": goods}})
    table.day_of(s1="itch X++; Y+; death lamp")
    assert table.stalker(1).carries == goods
    assert table.at(1) == (2, 1, 2)
    assert blinded(table, 1) == [(1, 1)]
    table.day_of(s1="Y+")
    assert table.at(1) == (2, 2, 2)


def test_blindness_hinders_neither_picking_up_nor_burning():
    table = Table(
        layout={"witches_jelly": [[2, 1, 2]], "nut": [[2, 2, 4]]},
        start={1: {"at": [2, 2, 2], "blinded": True}, 2: {"at": [2, 3, 4], "blinded": True}},
    )
    table.day_of(s1="Y+", s2="Y+")
    assert table.stalker(1).burnt is True
    assert table.stalker(2).carries == {"nut": 1}


def test_used_lamp_acts_that_day_only_also_on_a_paralysed_one():
    table = Table(layout={}, start={1: ARMED, 2: {"paralysed": True, "at": [3, 1, 1]}}, strict_order=True)
    table.day_of(s1="death lamp", s2="X+")
    table.day_of(s2="X+")
    assert table.at(2) == (4, 1, 1)


# --- found lamps -----------------------------------------------------------------------------------------------------


def test_a_found_lamp_leaves_its_cell_at_once():
    table = Table(layout={"death_lamp": [[2, 1, 1]]}, start={2: {"at": [3, 1, 1]}})
    table.day_of(s1="X+", s2="X-")
    assert table.element((2, 1, 1)) == ""
    assert (table.stalker(1).blinded, table.stalker(2).blinded) == (True, False)


def test_found_lamp_and_empty_cell_look_alike_c066():
    one, other = (Table(layout={element: [[2, 1, 1]]} if element else {}) for element in ("death_lamp", ""))
    for table in (one, other):
        table.day_of(s1="X+")
    assert one.viewers["s1"].session == other.viewers["s1"].session
    assert one.viewers["s1"].facts == other.viewers["s1"].facts
    assert one.page("s1", 1) == other.page("s1", 1)


@pytest.mark.parametrize("text", ["", "nut X+", "itch X++"])
def test_found_lamp_acts_on_the_next_slot_whatever_is_ordered(text):
    goods = {"nut": 1, "itch": 1}
    table = Table(layout={"death_lamp": [[2, 1, 1]]}, start={1: {"carries": goods}})
    table.day_of(s1="X+")
    if text:
        table.order(1, text)
    table.end_day()
    assert table.stalker(1).carries == {**goods, "death_lamp": 1}
    assert blinded(table, 1) == [(2, 2)]
    table.day_of(s1="X+")
    assert table.at(1) == (3, 1, 1)


def test_found_lamp_waits_for_a_slot_that_is_neither_a_rest_nor_paralysed():
    table = Table(layout={"death_lamp": [[3, 1, 1]]}, start={1: {"at": [2, 1, 1], "burnt": True}})
    table.end_day()
    table.day_of(s1="X+")
    table.end_day()
    assert blinded(table, 1) == []
    table.edit("stalker 1", paralysed=True)
    table.day_of(s1="X+")
    table.end_day()
    assert blinded(table, 1) == []
    table.day_of(s1="X+")
    assert (table.at(1), blinded(table, 1)) == ((2, 1, 1), [(6, 6)])


def test_reversed_into_another_lamp_it_is_blind_again():
    table = Table(layout={"death_lamp": [[2, 2, 1], [2, 1, 1]]}, start={1: {"at": [1, 2, 1]}})
    table.day_of(s1="X+")
    table.day_of(s1="Y+")
    assert (table.at(1), table.stalker(1).carries) == ((2, 1, 1), {"death_lamp": 1})
    table.day_of(s1="X-")
    assert (table.at(1), table.stalker(1).carries) == ((3, 1, 1), {"death_lamp": 2})


def test_a_lamp_not_yet_carried_is_lost_with_its_finder():
    table = Table(
        layout={"death_lamp": [[2, 2, 1]], "mosquito_mange": [[2, 1, 1]]},
        start={1: {"at": [1, 2, 1], "carries": {"nut": 1}}},
        settings={"dead_inventory": "dropped"},
    )
    table.day_of(s1="X+")
    table.day_of(s1="Y+")
    assert not table.stalker(1).alive
    assert table.row((2, 2, 1))["dropped"] == {"nut": 1}


# --- from the user's slot on -----------------------------------------------------------------------------------------


def test_from_slot_those_before_are_blind_tomorrow_those_after_today():
    start = {2: {"at": [3, 3, 5], **ARMED}, 1: {"at": [3, 1, 1]}, 3: {"at": [3, 1, 2]}}
    table = Table(layout={}, start=start, strict_order=True, settings=FROM_SLOT)
    table.day_of(s1="X+", s2="X+; death lamp", s3="X+")
    assert (table.at(1), table.at(2), table.at(3)) == ((4, 1, 1), (4, 3, 5), (2, 1, 2))
    assert used(table) == []
    assert (blinded(table, 1), blinded(table, 3)) == ([], [])
    table.day_of(s1="X+", s2="X+", s3="X+")
    assert (table.at(1), table.at(2), table.at(3)) == ((3, 1, 1), (5, 3, 5), (3, 1, 2))
    assert used(table) == [(2, 1)]
    assert (blinded(table, 1), blinded(table, 3)) == ([(2, 2)], [(2, 1)])
    table.end_day()
    assert used(table) == [(2, 1)]


def test_from_slot_it_works_before_the_users_own_itch():
    start = {1: {"at": [1, 3, 3], "carries": {"death_lamp": 1, "etak": 1, "itch": 1}}, 2: {"at": [3, 3, 4]}}
    table = Table(layout={}, start=start, strict_order=True, settings=FROM_SLOT)
    table.day_of(s1="itch X++; death lamp", s2="X+")
    assert table.at(2) == (3, 3, 4), "paralysed today, so the blindness waits"
    table.day_of(s2="X+")
    assert (table.at(2), blinded(table, 2)) == ((2, 3, 4), [(2, 2)])


def test_from_slot_a_later_lamp_of_a_blinded_one_is_kept():
    table = Table(layout={}, start={1: ARMED, 2: ARMED}, strict_order=True, settings=FROM_SLOT)
    table.day_of(s1="death lamp", s2="death lamp")
    assert (table.stalker(1).carries, table.stalker(2).carries) == ({}, {"death_lamp": 1, "etak": 1})


def test_from_slot_acts_on_who_orders_nothing_and_waits_on_a_rest():
    start = {1: ARMED, 2: {"burnt": True, "at": [3, 1, 1]}}
    table = Table(layout={}, start=start, strict_order=True, settings=FROM_SLOT)
    table.day_of(s1="death lamp")
    assert table.stalker(2).blinded
    assert not table.stalker(3).blinded
    table.day_of(s2="X+")
    assert (table.at(2), blinded(table, 2), blinded(table, 3)) == ((2, 1, 1), [(2, 2)], [(2, 1)])


def test_from_slot_found_and_used_together_are_told_with_the_days_report():
    table = Table(
        layout={"death_lamp": [[2, 2, 1]]}, start={2: {"at": [1, 2, 1]}, 1: {"at": [5, 5, 5], **ARMED}},
        strict_order=True, settings=FROM_SLOT,
    )  # fmt: skip
    table.day_of(s2="X+")
    table.day_of(s1="death lamp", s2="X+")
    assert (table.at(2), table.stalker(2).carries, blinded(table, 2)) == ((1, 2, 1), {"death_lamp": 1}, [(2, 2)])
    table.day_of(s2="X+")
    assert (table.at(2), blinded(table, 2), used(table)) == ((2, 2, 1), [(2, 2)], [(3, 2)])


def test_from_slot_the_last_report_tells_what_no_later_one_could():
    start = {1: ARMED, 2: {"at": [2, 3, 3]}, 3: {"at": [3, 1, 1]}}
    table = Table(layout={}, start=start, strict_order=True, settings=FROM_SLOT, grinder_stopped=True)
    table.day_of(s1="death lamp", s2="X-", s3="X+")
    assert table.winner == 2
    assert (used(table), blinded(table, 3)) == ([(1, 1)], [(1, 1)])


@pytest.mark.parametrize("viewer", ["s1", "s2", "public"])
def test_own_blindness_is_unknown_until_told(viewer):
    table = Table(layout={}, start={1: {"blinded": True}})
    assert table.stalker(1).blinded is True
    assert table.stalker(1, viewer).blinded == "unknown"


# --- what the words say ----------------------------------------------------------------------------------------------


def told_of_moves(table: Table, viewer: str) -> list[tuple[int, bool]]:
    """Returns stalker and whether a move was reversed, of each blindness that this viewer was told of."""
    return [(fact.stalker, fact.had_move) for fact in table.viewers[viewer].facts if fact.kind == "blinded"]


def test_who_had_no_move_is_not_told_that_one_was_reversed_bug():
    start = {
        1: ARMED,
        2: {"paralysed": True},
        3: {"burnt": True},
        4: {"carries": {"nut": 1}},
        5: {"at": [2, 2, 2]},
    }
    table = Table(layout={}, start=start)
    table.day_of(s1="death lamp", s2="X-", s4="nut X-", s5="X+")
    assert [told_of_moves(table, f"s{n}") for n in range(1, 7)] == [
        [], [(2, False)], [(3, False)], [(4, False)], [(5, True)], [(6, False)],
    ]  # fmt: skip
    assert told_of_moves(table, "public") == []
    assert "Stalker 6 was blinded on day 1: there was no move to replace" in table.page("s6", 1)
    assert "Stalker 5 was blinded on day 1: the move was replaced by the opposite" in table.page("s5", 1)


@pytest.mark.parametrize(("text", "had_move"), [("X+", True), ("", False)])
def test_from_slot_it_is_told_later_whether_a_move_was_reversed(text, had_move):
    table = Table(layout={}, start={1: ARMED, 2: {"at": [3, 1, 1]}}, strict_order=True, settings=FROM_SLOT)
    table.day_of(s1="death lamp", **({"s2": text} if text else {}))
    assert told_of_moves(table, "s2") == []
    table.end_day()
    assert told_of_moves(table, "s2") == [(2, had_move)]


def test_the_gms_own_line_of_a_found_lamp_says_that_the_player_was_told_nothing():
    table = Table(layout={"death_lamp": [[2, 1, 1]]})
    table.day_of(s1="X+")
    assert "found a Death Lamp, of which its player was told nothing" in table.page("gm", 1)
    assert "Stalker 1 finds nothing at 2, 1, 1." in table.page("s1", 1)
