"""The cube on the screen: budgets, picks, days, nothing that its viewer was not told (W1, W2, W8, W9, W11, C084)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import ipywidgets
import ipywidgets.widgets.widget as ipywidgets_core
import pytest

from gmkit.errors import GmkitError
from gmkit.widgets.zone_cube import ZoneCube
from gmkit.widgets.zone_orders import ZoneOrders
from tests.widgets.zone_fakes import LAYOUT, NAMES, FakeZone


@pytest.fixture
def zone() -> FakeZone:
    return FakeZone()


@pytest.fixture
def cube(zone: FakeZone) -> Iterator[ZoneCube]:
    made = ZoneCube(zone)
    yield made
    made.close()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collects the kind of widget of every message to the browser."""
    kinds: list[str] = []
    send = ipywidgets.Widget._send

    def collect(self: Any, message: dict[str, Any], buffers: Any = None) -> None:
        kinds.append(type(self).__name__)
        send(self, message, buffers)

    monkeypatch.setattr(ipywidgets.Widget, "_send", collect)
    return kinds


def press(cube: ZoneCube, label: str) -> None:
    """Presses a button of the picked cell, as the browser says it."""
    (name,) = [offer["name"] for offer in cube.panel.details["offers"] if offer["label"] == label]
    cube.panel._handle_custom_msg({"do": "offer", "name": name}, [])


def click(cube: ZoneCube, at: tuple[int, int, int]) -> None:
    """Picks a cell of the flat layers, as the browser says it."""
    cube.panel._handle_custom_msg({"do": "pick", "at": list(at)}, [])


def everything_alive() -> str:
    """Returns the state of all live widgets, as it would be saved with the notebook."""
    states = {
        key: {
            name: value
            for name, value in widget.get_state().items()
            # The program of a component is the same for every campaign.
            if name not in ("_esm", "_css")
        }
        for key, widget in ipywidgets_core._instances.items()
    }
    return json.dumps(states, default=str, ensure_ascii=False)


# --- budgets ----------------------------------------------------------------------------------------------------------


def test_whole_component_with_stalkers_labels_and_a_picked_cell_takes_at_most_250_models(live_models: Any) -> None:
    before = live_models()
    crowded = FakeZone()
    # A drawn Zone has 58 things in 116 cells, some 12 in a layer: here are 18, of every kind.
    for index in range(18):
        at = (1 + index % 5, 1 + index // 5, 3)
        crowded.layout.setdefault(at, sorted(set(LAYOUT.values()))[index % 9])
    cube = ZoneCube(crowded)
    cube.panel.slice = "z3"
    click(cube, (3, 2, 5))
    assert live_models() - before <= 250
    cube.close()
    assert live_models() == before


def test_a_day_is_drawn_with_at_most_30_messages(zone: FakeZone, cube: ZoneCube, sent: list[str]) -> None:
    cube.panel.slice = "z1"
    click(cube, (3, 2, 5))
    sent.clear()
    zone.past[1] = dict(zone.at)
    zone.turn = 2
    for number, (x, y, z) in list(zone.at.items()):
        zone.at[number] = (x + 1 if x == 1 else x - 1, y, z)
        zone.layout[zone.at[number]] = "empty" if zone.at[number] in zone.layout else "nut"
    zone.tell_all()
    assert 8 <= len(sent) <= 30


def test_drawing_again_adds_no_model_and_keeps_the_renderer(zone: FakeZone, cube: ZoneCube, live_models: Any) -> None:
    before, renderer = live_models(), cube.panel.scene
    for day in range(50):
        zone.at[1] = (1 + day % 5, 1, 1)
        zone.tell_all()
    assert live_models() == before
    assert cube.panel.scene == renderer == cube.scene.renderer.model_id


def test_closing_leaves_nothing_and_stops_following(zone: FakeZone, live_models: Any) -> None:
    before = live_models()
    for _ in range(3):
        cube = ZoneCube(zone)
        cube.pick((1, 1, 1))
        cube.close()
        cube.close()
    assert live_models() == before
    assert zone.watchers == []


# --- nothing hidden ---------------------------------------------------------------------------------------------------


def test_a_players_cube_drawn_after_a_closed_gm_cube_holds_no_word_of_what_is_hidden(zone: FakeZone) -> None:
    gm = ZoneCube(zone)
    gm.panel.slice = "z5"
    gm.pick((3, 2, 5))
    assert "Witches' Jelly" in everything_alive()
    gm.close()
    zone.known["Anna"] = {(2, 1, 1)}
    anna = ZoneCube(zone, viewer="Anna")
    anna.panel.slice = "z1"
    anna.pick((3, 2, 5))
    saved = everything_alive() + json.dumps(anna._repr_mimebundle_())
    for hidden in (
        "Jelly",
        "jelly",
        "Mange",
        "mange",
        "ghost",
        "Etak",
        "etak",
        "Lamp",
        "lamp_",
        "KP",
        "VS",
        "#8e1b2b",
        "#0d5a60",
    ):
        assert hidden not in saved, hidden
    # What she was told is there.
    assert "Nut" in saved
    assert "Unknown" in saved
    anna.close()


def test_public_and_player_see_no_offers(zone: FakeZone) -> None:
    for viewer in ("public", "Anna"):
        cube = ZoneCube(zone, viewer=viewer)
        click(cube, (1, 1, 1))
        click(cube, (2, 1, 1))
        assert cube.panel.details["offers"] == []
        cube.close()
    assert zone.asked == []


# --- picks ------------------------------------------------------------------------------------------------------------


def test_a_click_in_the_scene_and_one_on_the_layers_select_the_same(cube: ZoneCube) -> None:
    cube.scene.picker.object = cube.scene._blocks[3, 2, 5]
    assert cube.selected == (3, 2, 5)
    assert cube.panel.details["title"] == "Cell 3, 2, 5"
    assert cube.panel.details["lines"] == ["Witches' Jelly (VS)"]
    assert cube.guard.spoken == "3, 2, 5: Witches' Jelly (VS)"
    click(cube, (4, 2, 5))
    assert cube.selected == (4, 2, 5)
    assert cube.scene._frame.position == cube.scene._blocks[4, 2, 5].position


@pytest.mark.parametrize("at", [[0, 1, 1], [1, 1, 6], [1, 1], ["1", 1, 1], [True, 1, 1], "111", None, [1, 1, 1, 1]])
def test_what_is_no_cell_is_not_picked(cube: ZoneCube, at: Any) -> None:
    cube.panel._handle_custom_msg({"do": "pick", "at": at}, [])
    assert cube.selected is None


def test_picking_a_stalker_and_then_a_neighbour_offers_and_gives_its_move(zone: FakeZone, cube: ZoneCube) -> None:
    click(cube, (5, 5, 1))
    assert cube.chosen == 4
    assert "Stalker 4: Dora" in cube.panel.details["lines"]
    click(cube, (5, 5, 2))
    assert [offer["label"] for offer in cube.panel.details["offers"]] == ["Stalker 4: Z+", "Stalker 4: nut Z+"]
    press(cube, "Stalker 4: Z+")
    ((command, identity),) = zone.asked
    assert command == {"do": "order", "stalker": 4, "text": "Z+", "turn": 1}
    assert identity
    assert "order done" in cube.notice.value


def test_a_cell_that_is_no_neighbour_offers_nothing(cube: ZoneCube) -> None:
    click(cube, (5, 5, 1))
    for far in ((5, 5, 3), (4, 4, 1), (1, 1, 2)):
        click(cube, far)
        assert cube.panel.details["offers"] == []


def test_a_neighbour_with_a_stalker_in_it_offers_the_move_and_the_choice(zone: FakeZone, cube: ZoneCube) -> None:
    zone.at[3] = (5, 5, 2)
    zone.tell_all()
    click(cube, (5, 5, 1))
    click(cube, (5, 5, 2))
    labels = [offer["label"] for offer in cube.panel.details["offers"]]
    assert labels == ["Stalker 4: Z+", "Stalker 4: nut Z+", "Choose Stalker 3"]
    press(cube, "Choose Stalker 3")
    assert cube.chosen == 3


def test_a_refused_order_is_shown_in_place(zone: FakeZone, cube: ZoneCube, monkeypatch: pytest.MonkeyPatch) -> None:
    from gmkit.errors import NotAllowed
    from gmkit.words import say

    def refuse(*_: Any, **__: Any) -> None:
        raise NotAllowed(say("Stalker {n} is dead [Z10].", n=4))

    monkeypatch.setattr(zone, "do", refuse)
    click(cube, (5, 5, 1))
    click(cube, (5, 5, 2))
    press(cube, "Stalker 4: Z+")
    assert 'role="alert"' in cube.notice.value
    assert "Stalker 4 is dead" in cube.notice.value


def test_a_player_of_any_name_is_shown_as_text(cube: ZoneCube) -> None:
    click(cube, (1, 5, 1))
    # The browser sets it as text; here it travels as it is.
    assert f"Stalker 3: {NAMES[2]}" in cube.panel.details["lines"]
    still = cube._repr_mimebundle_()["text/html"]
    assert "<img" not in still
    assert "&lt;img src=x" in still


# --- views, layers, days ----------------------------------------------------------------------------------------------


def test_controls_of_the_panel_reach_the_scene(cube: ZoneCube) -> None:
    cube.panel.gap = 3
    assert cube.scene._blocks[1, 1, 5].position[1] == 8
    cube.panel._handle_custom_msg({"do": "look", "from": "front"}, [])
    assert cube.scene._camera.position[:2] == (0, 0)
    cube.panel._handle_custom_msg({"do": "look", "from": "nowhere"}, [])
    cube.panel.slice = "y2"
    assert cube.scene._slice == (1, 2)
    cube.panel.slice = ""
    assert cube.scene._slice is None
    assert [name for name, _ in cube.panel.slices] == ["", *(f"{axis}{n}" for axis in "xyz" for n in range(1, 6))]


def test_days_are_replayed_and_give_no_orders(zone: FakeZone, cube: ZoneCube) -> None:
    zone.past[1] = dict(zone.at)
    zone.at[1] = (2, 1, 1)
    zone.turn = 2
    zone.tell_all()
    assert [value for value, _ in cube.panel.days] == ["0", "1", "now"]
    assert [text for _, text in cube.panel.days] == ["the start", "after day 1", "now: day 2"]
    click(cube, (2, 1, 1))
    assert cube.chosen == 1
    cube.panel.day = "1"
    assert cube.scene._discs[1].position == cube.scene._piece_point((1, 1, 1), 0, 1)
    click(cube, (1, 1, 1))
    click(cube, (1, 1, 2))
    assert cube.panel.details["offers"] == []
    assert "earlier day" in cube.panel.details["note"]
    cube.panel.day = "now"
    assert cube.scene._discs[1].position == cube.scene._piece_point((2, 1, 1), 0, 1)


def test_looking_at_a_day_that_is_undone_comes_back_to_now(zone: FakeZone, cube: ZoneCube) -> None:
    zone.past[1] = dict(zone.at)
    zone.turn = 2
    zone.tell_all()
    cube.panel.day = "1"
    del zone.past[1]
    zone.turn = 1
    zone.tell_all()
    assert cube.panel.day == "now"


def test_a_page_that_lost_the_scene_gets_a_new_one(cube: ZoneCube, live_models: Any) -> None:
    cube.panel.slice = "z5"
    click(cube, (3, 2, 5))
    before, old = live_models(), cube.panel.scene
    cube.panel._handle_custom_msg({"do": "renew"}, [])
    assert cube.panel.scene != old
    assert live_models() == before
    cube.scene.picker.object = cube.scene._blocks[1, 1, 1]
    assert cube.selected == (1, 1, 1)


def test_without_pythreejs_the_layers_stand(zone: FakeZone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gmkit.widgets.cube_scene", None)
    cube = ZoneCube(zone)
    assert (cube.panel.mode, cube.panel.scene, cube.scene) == ("layers", "", None)
    click(cube, (3, 2, 5))
    assert cube.panel.details["lines"] == ["Witches' Jelly (VS)"]
    cube.panel.gap, cube.panel.slice = 2, "z3"
    cube.close()


def test_layers_hold_every_cell_of_the_board_with_its_sentence(cube: ZoneCube) -> None:
    cells = {tuple(cell["at"]): cell for cell in cube.panel.board["cells"]}
    assert len(cells) == 125
    assert cells[3, 2, 5]["spoken"] == "3, 2, 5: Witches' Jelly (VS)"
    assert cells[3, 2, 5]["sign"] == "VS"
    assert cells[5, 5, 5]["pieces"] == [8]
    assert {row["look"] for row in cube.panel.board["legend"]} == {"empty", *LAYOUT.values()}


def test_everything_speaks_russian_in_a_russian_campaign() -> None:
    cube = ZoneCube(FakeZone(lang="ru"))
    click(cube, (3, 2, 5))
    shown = json.dumps(
        [cube.panel.details, cube.panel.words, cube.panel.days, cube.panel.slices[0]], ensure_ascii=False
    )
    assert "Ведьмин студень" in shown
    assert "Ячейка 3, 2, 5" in shown
    assert not [
        word
        for word in ("Cell", "Layer", "none", "start", "Drag", "corner")
        if word
        in json.dumps([cube.panel.details, list(cube.panel.words.values()), cube.panel.days], ensure_ascii=False)
    ]
    cube.close()


def test_repr_is_one_stable_line(cube: ZoneCube) -> None:
    assert repr(cube) == "ZoneCube('Spring', viewer='gm')"
    assert cube._repr_mimebundle_()["text/plain"] == repr(cube)


def test_still_shows_all_five_layers_as_tables_without_script_or_address(cube: ZoneCube) -> None:
    still = cube._repr_mimebundle_()["text/html"]
    assert still.count("<caption>") == 5
    assert "<script" not in still
    assert "http" not in still


def test_heading_says_which_day_is_shown(zone: FakeZone, cube: ZoneCube) -> None:
    zone.past[1] = dict(zone.at)
    zone.turn = 2
    zone.tell_all()
    assert "The Zone, day 2" in cube.head.value
    cube.panel.day = "1"
    assert "The Zone after day 1" in cube.head.value
    cube.panel.day = "0"
    assert "The Zone at the start" in cube.head.value


def test_without_a_campaign_it_says_what_it_needs() -> None:
    for kind in (ZoneCube, ZoneOrders):
        component = kind()
        assert f"{kind.__name__}(c)" in component.notice.value
        assert component._repr_mimebundle_()["text/plain"].startswith(kind.__name__)
        component.close()


def test_a_campaign_of_another_system_is_refused_and_leaves_nothing(campaign_with: Any, live_models: Any) -> None:
    other = campaign_with()
    before = live_models()
    for kind in (ZoneCube, ZoneOrders):
        with pytest.raises(GmkitError, match="for campaigns of the Zone; the one given here is of the system counting"):
            kind(other)
    assert live_models() == before
