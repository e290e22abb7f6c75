"""The desk: all that fits the campaign and the viewer, in tabs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.widgets import Desk

EIGHT = ["Anna", "Борис", "Clara", "Dora", "Emil", "Fedor", "Greta", "Hans"]


@pytest.fixture
def zone(tmp_path: Path) -> Any:
    with gmkit.create(tmp_path / "zone", system="zone", players=EIGHT, key="desk", lang="en") as campaign:
        yield campaign


def names(desk: Desk) -> list[str]:
    return [type(component).__name__ for component in desk.components]


def test_the_gms_desk_has_all_that_fits_the_system(zone: Any) -> None:
    desk = zone.desk()
    assert names(desk) == ["ZoneOrders", "ZoneCube", "TurnLedger", "DiceRoller", "Handout"]
    assert desk.tabs.titles[2:] == ("Ledger", "Dice", "Handout")
    assert all(component.viewer == "gm" for component in desk.components)
    desk.close()


def test_a_players_desk_leaves_out_what_the_player_cannot_use(zone: Any) -> None:
    for viewer in ("Anna", "public"):
        desk = zone.desk(viewer)
        assert "DiceRoller" not in names(desk)
        assert {"ZoneCube", "TurnLedger", "Handout"} <= set(names(desk))
        assert all(component.viewer == viewer for component in desk.components)
        desk.close()


def test_a_system_without_components_of_its_own_has_the_common_ones(campaign_with: Any) -> None:
    desk = campaign_with(lang="ru").desk()
    assert names(desk) == ["TurnLedger", "DiceRoller", "Handout"]
    assert desk.tabs.titles == ("Журнал", "Кубики", "Раздатка")
    desk.close()


def test_one_component_is_followed_by_the_others(campaign_with: Any) -> None:
    campaign = campaign_with()
    desk = campaign.desk()
    ledger, roller, _ = desk.components
    roller.what_for.value = "Ivan climbs"
    roller.roll_button.click()
    assert "Ivan climbs" in ledger.rows.value
    ledger.undo.click()
    assert "undone" in roller.last.value
    desk.close()


def test_the_desk_names_its_campaign(tmp_path: Path) -> None:
    with gmkit.create(tmp_path / "z", system="zone", title="<i>Весна</i>", players=EIGHT, lang="ru") as campaign:
        desk = campaign.desk()
        assert "Стол: &lt;i&gt;Весна&lt;/i&gt;" in desk.head.value
        assert desk.guard.label.startswith("Стол: <i>Весна</i>")
        desk.close()


def test_a_campaign_that_cannot_be_read_is_said_once_above_the_tabs(zone: Any) -> None:
    desk = zone.desk()
    file = zone.path / "campaign.json"
    whole = file.read_bytes()
    file.write_bytes(whole[:200])
    for component in (desk, *desk.components):
        component.refresh()
    assert "may be out of date" in desk.head.value
    assert "campaign.json" in desk.head.value
    assert not any('role="alert"' in component.head.value for component in desk.components)
    file.write_bytes(whole)
    desk.refresh()
    assert "may be out of date" not in desk.head.value
    desk.close()


def test_closing_the_desk_closes_all_of_it(zone: Any, live_models: Any) -> None:
    before = live_models()
    desk = zone.desk()
    desk.close()
    assert live_models() == before
    assert all(component.is_closed for component in desk.components)
    zone.game.order(1, "X+")


def test_the_still_desk_shows_every_component(zone: Any) -> None:
    desk = zone.desk()
    html = desk._repr_mimebundle_()["text/html"]
    assert html.count('class="gm-title"') >= 3
    assert "<script" not in html
    desk.close()
