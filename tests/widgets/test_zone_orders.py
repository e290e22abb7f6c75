"""The day's orders on the screen, on a real campaign: given, refused, pasted, and the day ended (Z6, Z9, W3, W4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.widgets import ZoneCube, ZoneOrders

PLAYERS = ["Anna", "Борис", "<img src=x onerror=alert(1)>", "Dora", "Emil", "Fay", "Greta", "Hugo"]
# With eight players the nth is Stalker n, in the corner of the bits of n-1 (ZR1).
SCENARIO = {"layout": {"mosquito_mange": [[3, 1, 1]], "itch": [[2, 1, 1]]}}


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Any]:
    made = zone_in(tmp_path / "spring")
    yield made
    made.close()


@pytest.fixture
def orders(campaign: Any) -> Iterator[ZoneOrders]:
    made = ZoneOrders(campaign)
    yield made
    made.close()


def zone_in(place: Path, lang: str = "en", scenario: Any = None) -> Any:
    return gmkit.create(
        place,
        system="zone",
        title="Spring Zone",
        players=PLAYERS,
        lang=lang,
        scenario=SCENARIO if scenario is None else scenario,
        key="tests",
        clock=lambda: datetime(2026, 3, 1, 12, tzinfo=UTC),
    )


def shown(orders: ZoneOrders) -> list[int]:
    return [number for number, row in orders.rows.items() if row.box.layout.display != "none"]


def give(orders: ZoneOrders, number: int, text: str) -> None:
    orders.rows[number].text.value = text
    orders.rows[number].give.click()


def entries(campaign: Any) -> int:
    return len(campaign.history())


# --- rows -------------------------------------------------------------------------------------------------------------


def test_each_living_stalker_has_a_row_with_number_player_place_and_status(orders: ZoneOrders) -> None:
    assert shown(orders) == [1, 2, 3, 4, 5, 6, 7, 8]
    row = orders.rows[2].who.value
    for part in ("Stalker 2", "Борис", "at 5, 1, 1", "waiting for an order"):
        assert part in row
    assert orders.rows[2].text.description == "Order for Stalker 2"
    assert "nut Z-" in orders.rows[2].text.placeholder
    assert orders.guard.attributes[".gm-give-2"] == {"aria-label": "Give the order for Stalker 2"}


def test_a_players_name_is_shown_as_text(orders: ZoneOrders) -> None:
    assert "<img" not in orders.rows[3].who.value
    assert "&lt;img src=x onerror=alert(1)&gt;" in orders.rows[3].who.value
    orders.end.click()
    assert "<img" not in orders.question.value
    assert "<img" not in orders.still(orders.view)


def test_an_order_is_given_and_stands_in_its_row_as_it_will_happen(campaign: Any, orders: ZoneOrders) -> None:
    give(orders, 1, "  х + ")
    assert "given: X+" in orders.rows[1].who.value
    assert 1 not in campaign.game.waiting
    assert orders.rows[1].text.value == ""
    assert not orders.rows[1].withdraw.disabled


def test_a_refusal_stands_in_its_row_and_keeps_what_was_typed(campaign: Any, orders: ZoneOrders) -> None:
    before = entries(campaign)
    give(orders, 1, "X-")
    assert 'role="alert"' in orders.rows[1].refusal.value
    assert "leads out of the cube" in orders.rows[1].refusal.value
    assert orders.rows[1].text.value == "X-"
    assert entries(campaign) == before
    assert orders.rows[2].refusal.value == ""
    give(orders, 1, "X+")
    assert orders.rows[1].refusal.value == ""


def test_a_refusal_goes_when_another_order_or_another_day_has_come(campaign: Any, orders: ZoneOrders) -> None:
    for number, text in ((1, "X-"), (2, "X+")):
        give(orders, number, text)
        assert 'role="alert"' in orders.rows[number].refusal.value
    campaign.game.order(1, "X+")  # by a cell, the cube, or another notebook
    assert orders.rows[1].refusal.value == ""
    assert 'role="alert"' in orders.rows[2].refusal.value
    campaign.game.end_day()
    assert orders.rows[2].refusal.value == ""


def test_a_bare_double_plus_is_refused_with_the_hint(orders: ZoneOrders) -> None:
    give(orders, 1, "X++")
    assert "itch" in orders.rows[1].refusal.value


def test_a_refusal_cannot_carry_markup_in(orders: ZoneOrders) -> None:
    give(orders, 1, "<img src=x onerror=alert(1)>")
    assert "<img" not in orders.rows[1].refusal.value
    assert "&lt;" in orders.rows[1].refusal.value


def test_an_order_is_withdrawn(campaign: Any, orders: ZoneOrders) -> None:
    give(orders, 1, "X+")
    orders.rows[1].withdraw.click()
    assert 1 in campaign.game.waiting
    assert "waiting for an order" in orders.rows[1].who.value
    assert orders.rows[1].withdraw.disabled


def test_one_click_is_one_entry_also_when_clicked_inside_the_first(campaign: Any, orders: ZoneOrders) -> None:
    before = entries(campaign)
    row = orders.rows[1]
    campaign.watch(row.give.click)
    give(orders, 1, "X+")
    assert entries(campaign) == before + 1


def test_quick_choices_are_the_views_and_fill_the_field(campaign: Any, orders: ZoneOrders) -> None:
    # From the corner 1, 1, 1 three moves lead on.
    assert [value for _, value in orders.rows[1].quick.options] == ["", "X+", "Y+", "Z+"]
    before = entries(campaign)
    orders.rows[1].quick.value = "Y+"
    assert orders.rows[1].text.value == "Y+"
    assert entries(campaign) == before
    orders.rows[1].give.click()
    assert "given: Y+" in orders.rows[1].who.value
    assert orders.rows[1].quick.value == ""


def test_orders_given_elsewhere_show_and_drafts_stay(campaign: Any, orders: ZoneOrders) -> None:
    orders.rows[2].text.value = "half a thou"
    campaign.game.order(1, "X+")
    assert "given: X+" in orders.rows[1].who.value
    assert orders.rows[2].text.value == "half a thou"


def test_who_still_waits_is_said_by_number_and_name(orders: ZoneOrders) -> None:
    for number in range(1, 7):
        give(orders, number, orders.rows[number].quick.options[1][1])
    assert "2 orders are still missing: Stalkers 7 (Greta), 8 (Hugo)." in orders.state.value
    give(orders, 7, "X+")
    assert "1 order is still missing: Stalker 8 (Hugo)." in orders.state.value
    give(orders, 8, "X-")
    assert "Every order is in." in orders.state.value


# --- the block, strict order ------------------------------------------------------------------------------------------


def test_a_pasted_block_is_taken_whole(orders: ZoneOrders) -> None:
    orders.block.value = "1: X+\nБорис: Y+\n"
    orders.block_give.click()
    assert "given: X+" in orders.rows[1].who.value
    assert "given: Y+" in orders.rows[2].who.value
    assert orders.block.value == ""


def test_of_a_block_with_a_bad_line_nothing_is_taken_and_the_line_is_named(campaign: Any, orders: ZoneOrders) -> None:
    orders.block.value = "1: X+\n2: sideways\n"
    orders.block_give.click()
    assert 'role="alert"' in orders.notice.value
    assert "2" in orders.notice.value
    assert campaign.game.waiting == [1, 2, 3, 4, 5, 6, 7, 8]
    assert orders.block.value == "1: X+\n2: sideways\n"


def test_strict_order_is_announced_with_its_reason_from_the_next_day(campaign: Any, orders: ZoneOrders) -> None:
    orders.reason.value = "Greta asked"
    orders.strict.click()
    assert not campaign.game.strict_order
    orders.end.click()
    orders.end_anyway.click()
    assert campaign.game.strict_order
    assert "Strict order: 1, 2, 3, 4, 5, 6, 7, 8." in orders.state.value
    assert orders.strict_box.layout.display == "none"
    assert "Greta asked" in orders.report.value


# --- the end of the day -----------------------------------------------------------------------------------------------


def test_ending_the_day_asks_once_and_names_those_who_wait(campaign: Any, orders: ZoneOrders) -> None:
    give(orders, 1, "X+")
    orders.end.click()
    assert campaign.game.day == 1
    assert orders.question_box.layout.display is None
    assert "8 (Hugo)" in orders.question.value
    assert "1 (Anna)" not in orders.question.value
    orders.end_later.click()
    assert orders.question_box.layout.display == "none"
    assert campaign.game.day == 1
    orders.end.click()
    orders.end_anyway.click()
    assert campaign.game.day == 2
    assert orders.question_box.layout.display == "none"
    assert campaign.game.stalker(1).at == (2, 1, 1)


def test_with_every_order_in_the_day_ends_at_once_and_shows_its_public_report(
    campaign: Any, orders: ZoneOrders
) -> None:
    for number in range(1, 9):
        give(orders, number, orders.rows[number].quick.options[1][1])
    orders.end.click()
    assert campaign.game.day == 2
    assert campaign.report(turn=1, format="html") in orders.report.value
    # The Itch that Stalker 1 found is nobody's business but Anna's (ZR17).
    assert campaign.game.stalker(1).carries == {"itch": 1}
    assert "itch" not in orders.report.value.lower()
    assert "carries Itch" in orders.rows[1].who.value
    assert "day 2" in orders.end.description


def test_a_day_taken_back_takes_its_report_back(campaign: Any, orders: ZoneOrders) -> None:
    orders.end.click()
    orders.end_anyway.click()
    assert "Day 1" in orders.report.value
    campaign.undo("misread")
    assert orders.report.value == ""
    assert "Day 1" in orders.state.value


def test_the_dead_have_no_row_and_are_not_waited_for(campaign: Any, orders: ZoneOrders) -> None:
    give(orders, 1, "X+")
    orders.end.click()
    orders.end_anyway.click()
    give(orders, 1, "X+")
    orders.end.click()
    orders.end_anyway.click()
    assert shown(orders) == [2, 3, 4, 5, 6, 7, 8]
    assert "1 (Anna)" not in orders.state.value


def test_a_finished_game_takes_no_orders(tmp_path: Path) -> None:
    campaign = zone_in(
        tmp_path / "over", scenario={"layout": {}, "start": {"1": {"at": [4, 3, 3], "carries": {"jolly_ghost": 1}}}}
    )
    orders = ZoneOrders(campaign)
    give(orders, 1, "X-")
    orders.end.click()
    orders.end_anyway.click()
    assert "Stalker 1 reached the Golden Ball first" in orders.state.value
    assert shown(orders) == []
    assert orders.end.layout.display == "none"
    orders.close()
    campaign.close()


# --- whose view -------------------------------------------------------------------------------------------------------


def test_a_player_sees_the_own_row_alone_and_gives_nothing(campaign: Any) -> None:
    campaign.game.order(2, "Y+")
    anna = ZoneOrders(campaign, viewer="Anna")
    assert shown(anna) == [1]
    assert anna.rows[1].give.disabled
    assert "draft" in anna.state.value
    assert "missing" not in anna.state.value
    before = entries(campaign)
    anna.rows[1].text.value = "X+"
    anna.rows[1].give.click()
    anna._in_row(anna.rows[1], lambda: anna._give(anna.rows[1]))
    assert entries(campaign) == before
    assert anna.rows[1].text.value == "X+"
    assert anna.end.layout.display == "none"
    campaign.game.order(1, "X+")
    assert "given: X+" in anna.rows[1].who.value
    anna.close()


def test_a_player_and_the_public_hold_nothing_of_others_orders(campaign: Any) -> None:
    campaign.game.order(2, "Y+")
    for viewer in ("Anna", "public"):
        orders = ZoneOrders(campaign, viewer=viewer)
        texts = [row.who.value for row in orders.rows.values()] + [orders.state.value, orders.still(orders.view)]
        assert not any("Y+" in text or "given:" in text for text in texts)
        orders.close()


# --- the life of a component ------------------------------------------------------------------------------------------


def test_nothing_is_left_after_closing_and_no_row_is_built_again(campaign: Any, live_models: Any) -> None:
    before = live_models()
    orders = ZoneOrders(campaign)
    made = live_models()
    for _ in range(30):
        orders.refresh()
    assert live_models() == made
    orders.close()
    assert live_models() == before


def test_everything_speaks_russian_in_a_russian_campaign(tmp_path: Path) -> None:
    campaign = zone_in(tmp_path / "весна", lang="ru")
    orders = ZoneOrders(campaign)
    give(orders, 1, "X-")
    give(orders, 2, "гайка Y+")
    give(orders, 4, "Y-")
    orders.end.click()
    texts = [orders.state.value, orders.question.value, orders.end.description, orders.block.description]
    texts += [part for row in orders.rows.values() for part in (row.who.value, row.give.description)]
    assert "приказ: Y-" in orders.rows[4].who.value
    assert "Не хватает 7 приказов: Сталкеры 1 (Anna)" in orders.state.value
    for word in ("Stalker", "order", "given", "waiting", "Give", "End", "at 1"):
        assert not any(word in re.sub(r"<[^>]*>|&lt;.*?&gt;", "", text) for text in texts), word
    orders.close()
    campaign.close()


def test_repr_and_still(orders: ZoneOrders) -> None:
    assert repr(orders) == "ZoneOrders('Spring Zone', viewer='gm')"
    still = orders._repr_mimebundle_()["text/html"]
    assert still.count("<tr") == 9
    assert "<script" not in still


# --- together with the cube -------------------------------------------------------------------------------------------


def test_an_order_given_in_the_cube_stands_in_the_row(campaign: Any, orders: ZoneOrders) -> None:
    cube = ZoneCube(campaign)
    cube.pick((5, 5, 1))
    cube.pick((5, 5, 2))
    offers = cube.panel.details["offers"]
    assert [offer["label"] for offer in offers] == ["Stalker 4: Z+"]
    cube.panel._handle_custom_msg({"do": "offer", "name": offers[0]["name"]}, [])
    assert "given: Z+" in orders.rows[4].who.value
    cube.close()


def test_a_drawn_zones_cube_with_any_layer_labelled_takes_at_most_250_models(tmp_path: Path, live_models: Any) -> None:
    campaign = gmkit.create(
        tmp_path / "full",
        system="zone",
        title="Full",
        players=PLAYERS,
        key="full",
        clock=lambda: datetime(2026, 3, 1, tzinfo=UTC),
    )
    before = live_models()
    cube = ZoneCube(campaign)
    most = live_models() - before
    cube.pick((3, 3, 3))
    for name, _ in cube.panel.slices:
        cube.panel.slice = name
        most = max(most, live_models() - before)
    assert 200 < most <= 250
    cube.close()
    assert live_models() == before
    campaign.close()


def test_a_players_cube_of_a_real_campaign_holds_no_hidden_word(campaign: Any) -> None:
    from tests.widgets.test_zone_cube import everything_alive

    ZoneCube(campaign).close()
    cube = ZoneCube(campaign, viewer="Dora")
    saved = everything_alive() + cube._repr_mimebundle_()["text/html"]
    cube.close()
    assert not re.findall(r"mosquito_mange|Mosquito Mange \(KP\)|\b[Ii]tch\b", saved)
    assert "no Mosquito Mange there" in saved  # the corners, as everybody knows


def test_the_question_names_only_those_who_can_still_order_something(tmp_path: Path) -> None:
    start = {1: {"burnt": True}, 2: {"burnt": True, "carries": {"fizzy_clay": 1}}, 3: {"paralysed": True}}
    campaign = zone_in(tmp_path / "rest", scenario={"layout": {}, "start": start})
    campaign.drop_player("Dora")
    orders = ZoneOrders(campaign)
    try:
        # The burnt one without clay rests, and a seat that was dropped gives no orders; waiting itself says less.
        assert 1 in campaign.game.waiting
        orders.end.click()
        assert orders.question_box.layout.display is None
        named = [int(n) for n in re.findall(r"(\d) \(", orders.question.value)]
        assert named == [2, 3, 5, 6, 7, 8]
        assert "gives no order today" in orders.rows[1].who.value
        campaign.game.orders("2: clay\n3: X+\n5: X+\n6: X-\n7: X+\n8: X-")
        orders.refresh()
        assert "Every order is in." in orders.state.value
        orders.end.click()
        assert campaign.turn == 2
    finally:
        orders.close()
        campaign.close()
