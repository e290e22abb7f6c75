"""Giving orders (Z9, ZR19)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from gmkit.words import render
from tests.systems.zone.table import Table


def reasons(table: Table, stalker, text: str) -> list[str]:
    with pytest.raises(NotAllowed) as refused:
        table.order(stalker, text)
    return [render(reason, "en") for reason in refused.value.reasons]


@pytest.mark.parametrize("text", ["X-", "nut X-", "Y-", "Z-"])
def test_out_of_the_cube_as_typed_is_refused(text):
    table = Table(layout={}, start={1: {"carries": {"nut": 1}}})
    assert "out of the cube" in reasons(table, 1, text)[0]


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("nut X+", "Nut"),
        ("itch X++", "Itch"),
        ("clay", "Fizzy Clay"),
        ("death lamp", "Etak"),
        ("death lamp", "Death Lamp"),
    ],
)
def test_what_is_not_known_to_be_carried_is_refused(text, item):
    assert any(item in reason for reason in reasons(Table(layout={}), 1, text))


def test_every_reason_comes_at_once_and_nothing_changes():
    table = Table(layout={}, start={1: {"burnt": True}})
    before = table.viewers["gm"].session
    assert len(reasons(table, 1, "nut X-; itch X--; death lamp")) == 7
    assert table.viewers["gm"].session == before


@pytest.mark.parametrize("named", [9, 0, -1, "Nobody", "12", ""])
def test_an_unknown_stalker_is_refused_with_those_that_there_are(named):
    (reason,) = reasons(Table(2, layout={}), named, "X+")
    assert "1 (Anna), 8 (Борис)" in reason


@pytest.mark.parametrize("named", [8, "8", "Борис", "борис", "Stalker 8"])
def test_a_stalker_is_named_by_number_or_player(named):
    table = Table(2, layout={})
    table.order(named, "X-")
    assert table.see().state.order_of(8).move == "X-"


def test_the_dead_give_no_orders():
    table = Table(layout={}, start={1: {"dead": True}})
    assert "is dead" in reasons(table, 1, "X+")[0]


def test_a_second_order_replaces_the_first_and_says_so():
    table = Table(layout={})
    assert "replaces" not in render(table.order(1, "X+")[0].line({}), "en")
    assert "replaces" in render(table.order(1, "Y+")[0].line({}), "en")
    table.end_day()
    assert table.at(1) == (1, 2, 1)
    assert table.see().state.orders == ()


def test_an_order_is_told_to_its_player_alone():
    table = Table(layout={})
    table.order(2, "X-")
    assert ["order_given" in table.heard(viewer) for viewer in ("s2", "s1", "public")] == [True, False, False]


def test_withdrawn_orders_do_not_happen():
    table = Table(layout={})
    table.order(1, "X+")
    table.withdraw("Anna")
    table.end_day()
    assert table.at(1) == (1, 1, 1)
    with pytest.raises(NotAllowed, match="no order to withdraw"):
        table.withdraw(1)


def test_never_refused_for_what_the_player_does_not_know():
    table = Table(layout={"mosquito_mange": [[2, 1, 1]]}, start={1: {"blinded": True, "at": [2, 2, 1]}})
    table.order(1, "Y+")
    table.order(2, "X-")


def test_a_block_is_taken_whole():
    table = Table(layout={}, start={3: {"carries": {"nut": 1}}})
    table.orders("\ufeff1: X+\n\nБорис: X-\n3: гайка Y-\n")
    table.end_day()
    assert (table.at(1), table.at(2), table.row((1, 4, 1))["nuts"]) == ((2, 1, 1), (4, 1, 1), 1)


def test_a_bad_line_is_named_and_none_of_the_block_is_taken():
    table = Table(layout={})
    with pytest.raises(NotAllowed) as refused:
        table.orders("1: X+\n2: X+\n\nEgon: Y+\nX+\n5: foo")
    told = [render(reason, "en") for reason in refused.value.reasons]
    assert [reason.split(":")[0] for reason in told] == ["Line 2", "Line 4", "Line 5", "Line 6"]
    assert table.see().state.orders == ()


def test_in_a_block_a_second_line_for_a_stalker_replaces_the_first():
    table = Table(layout={})
    facts = table.orders("1: X+\n2: X-\n1: Y+")
    assert [fact.replaces for fact in facts] == [False, False, True]
    assert table.see().schedule[:2] == [2, 1]
    table.end_day()
    assert table.at(1) == (1, 2, 1)


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff"])
def test_an_empty_block_is_refused(text):
    with pytest.raises(NotAllowed, match="no order in the block"):
        Table(layout={}).orders(text)


@pytest.mark.parametrize("public", [False, True])
def test_orders_are_published_beside_their_result_but_for_the_lamp(public):
    start = {1: {"at": [2, 2, 2], "blinded": True, "carries": {"itch": 1, "death_lamp": 1, "etak": 1}}, 2: {
        "carries": {"death_lamp": 1, "etak": 1}}}  # fmt: skip
    table = Table(layout={}, start=start, settings={"orders_public": public})
    table.day_of(s1="itch X++; Y+; death lamp", s2="death lamp")
    shown = [line for line in table.page("s5", 1).splitlines() if "ordered" in line]
    assert shown == (["- Stalker 1 ordered: itch X++; Y+."] if public else [])


def test_choices_are_what_would_not_be_refused():
    goods = {"nut": 1, "itch": 1, "death_lamp": 1, "etak": 1, "fizzy_clay": 1}
    table = Table(layout={}, start={1: {"carries": goods}})
    texts = [choice.command["text"] for choice in table.see("s1").choices(1)]
    assert texts == ["X+", "Y+", "Z+", "nut X+", "nut Y+", "nut Z+", "itch X++", "itch Y++", "itch Z++", "death lamp"]
    for text in texts:
        table.order(1, text)
    assert [choice.group for choice in table.see("s1").choices(1)][-1] == "withdraw"
    assert table.see("s2").choices(1) == table.see("public").choices(1) == []


@pytest.mark.parametrize("command", [
    {"do": "order", "stalker": 1}, {"do": "order", "stalker": True, "text": "X+"},
    {"do": "order", "stalker": 1, "text": 5},
    {"do": "order", "stalker": 1.0, "text": "X+"}, {"do": "end_day", "x": 1}, {"do": "fly"},
])  # fmt: skip
def test_a_command_is_read_strictly(command):
    with pytest.raises(NotAllowed):
        Table(layout={}).do(command)
