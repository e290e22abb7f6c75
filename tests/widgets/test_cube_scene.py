"""The cube in three dimensions: models, messages for each change, and what a click picks (W9, W11)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import ipywidgets
import pytest

from gmkit.core.view import Board
from gmkit.paint import palette
from gmkit.widgets.cube_scene import SIZE, VIEWS, CubeScene
from gmkit.widgets.flat_layers import tints_of
from gmkit.widgets.key_guard import front_end
from tests.widgets.zone_fakes import CORNERS, FakeZone


@pytest.fixture
def picks() -> list[tuple[int, ...]]:
    return []


@pytest.fixture
def scene(picks: list[tuple[int, ...]]) -> Iterator[CubeScene]:
    made = CubeScene(picks.append)
    yield made
    made.close()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """Collects every message that a widget sends to the browser: the kind of widget, and what was said."""
    messages: list[tuple[str, dict[str, Any]]] = []
    send = ipywidgets.Widget._send

    def collect(self: Any, message: dict[str, Any], buffers: Any = None) -> None:
        messages.append((type(self).__name__, message))
        send(self, message, buffers)

    monkeypatch.setattr(ipywidgets.Widget, "_send", collect)
    return messages


def drawn(zone: FakeZone, viewer: str = "gm") -> Board:
    return zone.view(viewer).drawing()


def meshes(scene: CubeScene) -> list[Any]:
    return [child for child in scene._scene.children if type(child).__name__ == "Mesh"]


def sprites(scene: CubeScene) -> list[Any]:
    return [child for child in scene._scene.children if type(child).__name__ == "Sprite" and child.visible]


def words_on(sprite: Any) -> str:
    picture = unquote(sprite.material.map.imageUri)
    return picture.rpartition("</text>")[0].rpartition(">")[2]


def test_125_meshes_share_one_geometry_and_a_material_for_each_look(scene: CubeScene) -> None:
    scene.show(drawn(FakeZone()), "en")
    assert len(meshes(scene)) == 125
    assert len({mesh.geometry.model_id for mesh in meshes(scene)}) == 1
    # Ten looks lie in the layout of the fake, the empty cell and the Golden Ball among them.
    assert len({mesh.material.model_id for mesh in meshes(scene)}) == 10


def test_bare_cube_takes_140_models(live_models: Any) -> None:
    before = live_models()
    scene = CubeScene(lambda _at: None)
    bare = Board(size=(5, 5, 5), cells=drawn(FakeZone(at={}), "public").cells, legend=(), axes=("", "", ""))
    scene._make_axes = lambda _board: []  # type: ignore[method-assign]
    scene.show(bare, "en")
    assert len(meshes(scene)) == 125
    assert live_models() - before <= 140
    scene.close()
    assert live_models() == before


def test_all_that_a_scene_can_hold_takes_at_most_250_models(live_models: Any) -> None:
    before = live_models()
    zone = FakeZone()
    kinds = sorted(set(zone.layout.values()))
    for index in range(25):
        zone.layout.setdefault((1 + index % 5, 1 + index // 5, 3), kinds[index % len(kinds)])
    scene = CubeScene(lambda _at: None)
    scene.show(drawn(zone), "en")
    scene.label(2, 3)
    scene.select((3, 2, 5))
    assert len([sprite for sprite in sprites(scene) if "rect" in unquote(sprite.material.map.imageUri)]) == 25
    assert live_models() - before <= 250
    scene.close()
    assert live_models() == before


def test_closing_leaves_no_model(live_models: Any) -> None:
    before = live_models()
    scene = CubeScene(lambda _at: None)
    scene.show(drawn(FakeZone()), "en")
    scene.label(2, 5)
    scene.select((3, 2, 5))
    scene.label(None)
    scene.close()
    assert live_models() == before


def test_one_message_for_each_changed_cell(scene: CubeScene, sent: list[Any]) -> None:
    zone = FakeZone()
    scene.show(drawn(zone), "en")
    sent.clear()
    zone.layout[2, 1, 1] = "empty"
    zone.layout[5, 5, 3] = "mosquito_mange"
    zone.layout[1, 2, 3] = "witches_jelly"
    scene.show(drawn(zone), "en")
    assert [kind for kind, _ in sent] == ["Mesh", "Mesh", "Mesh"]


def test_one_message_for_each_stalker_that_moved_and_none_for_the_rest(scene: CubeScene, sent: list[Any]) -> None:
    zone = FakeZone()
    scene.show(drawn(zone), "en")
    sent.clear()
    scene.show(drawn(zone), "en")
    assert sent == []
    zone.at[1], zone.at[8] = (2, 1, 1), (5, 5, 4)
    scene.show(drawn(zone), "en")
    assert [kind for kind, _ in sent] == ["Sprite", "Sprite"]


def test_a_day_of_eight_moves_and_eight_finds_takes_at_most_30_messages(scene: CubeScene, sent: list[Any]) -> None:
    zone = FakeZone()
    scene.show(drawn(zone), "en")
    scene.label(2, 1)
    sent.clear()
    for number, (x, y, z) in CORNERS.items():
        zone.at[number] = (x + 1 if x == 1 else x - 1, y, z)
        zone.layout[zone.at[number]] = "empty" if zone.at[number] in zone.layout else "nut"
    scene.show(drawn(zone), "en")
    assert 0 < len(sent) <= 30


def test_stalkers_are_numbered_discs_and_a_dead_one_is_taken_off(scene: CubeScene) -> None:
    zone = FakeZone()
    scene.show(drawn(zone), "en")
    discs = [sprite for sprite in sprites(scene) if "circle" in unquote(sprite.material.map.imageUri)]
    assert sorted(words_on(disc) for disc in discs) == list("12345678")
    zone.dead.add(3)
    scene.show(drawn(zone), "en")
    assert "3" not in [words_on(disc) for disc in discs if disc.visible]


def test_two_stalkers_in_a_cell_stand_apart(scene: CubeScene) -> None:
    zone = FakeZone()
    zone.at[1] = zone.at[2] = (3, 1, 1)
    scene.show(drawn(zone), "en")
    places = {tuple(disc.position) for disc in scene._discs.values()}
    assert len(places) == 8


def test_axes_are_labelled_1_to_5(scene: CubeScene) -> None:
    scene.show(drawn(FakeZone(at={})), "en")
    assert sorted(words_on(sprite) for sprite in sprites(scene)) == sorted([*"2345" * 3, "X1", "Y1", "Z1"])


def test_labels_stand_on_the_chosen_layer_alone(scene: CubeScene) -> None:
    scene.show(drawn(FakeZone(at={})), "en")
    axes = len(sprites(scene))
    scene.label(2, 5)
    labels = sprites(scene)[axes:]
    # Z = 5 holds a Mange at 4, 2 and a jelly at 3, 2.
    assert sorted(words_on(label) for label in labels) == ["KP", "VS"]
    scene.label(0, 5)
    assert [words_on(label) for label in sprites(scene)[axes:]] == ["Et"]
    scene.label(None)
    assert len(sprites(scene)) == axes


def test_labels_are_in_the_language_of_the_campaign(scene: CubeScene) -> None:
    zone = FakeZone(at={}, lang="ru")
    scene.show(drawn(zone), "ru")
    scene.label(2, 5)
    assert {"КП", "ВС"} <= {words_on(sprite) for sprite in sprites(scene)}


def test_other_layers_fade_while_one_is_labelled(scene: CubeScene) -> None:
    scene.show(drawn(FakeZone()), "en")
    nut, jelly = scene._blocks[2, 1, 1], scene._blocks[3, 2, 5]
    solid = (nut.material, jelly.material)
    scene.label(2, 5)
    assert nut.material.transparent
    assert jelly.material is solid[1]
    scene.label(None)
    assert (nut.material, jelly.material) == solid


def test_layers_are_pulled_apart_by_the_gap(scene: CubeScene) -> None:
    scene.show(drawn(FakeZone()), "en")

    def heights() -> list[float]:
        return [scene._blocks[1, 1, z].position[1] for z in range(1, 6)]

    scene.pull_apart(0)
    assert heights() == [-2, -1, 0, 1, 2]
    near = scene._camera.position
    scene.pull_apart(3)
    assert heights() == [-8, -4, 0, 4, 8]
    assert scene._axes[-1][0].position[1] == 8
    # All of the taller cube stays in the picture.
    assert scene._camera.position[1] > near[1]
    scene.pull_apart(99)
    assert heights() == [-10, -5, 0, 5, 10]


def test_named_views_move_the_camera_and_the_controls_that_hold_it(scene: CubeScene, sent: list[Any]) -> None:
    scene.show(drawn(FakeZone()), "en")
    places = {}
    for view in VIEWS:
        sent.clear()
        scene.look_from("front" if view == "corner" else "corner")
        scene.look_from(view)
        places[view] = scene._camera.position
        asked = [message.get("content", {}).get("method_name") for kind, message in sent if kind == "OrbitControls"]
        assert asked[-1] == "update"
    x, y, z = places["front"]
    assert (x, y) == (0, 0)
    assert z > 10
    assert places["top"][1] > 10
    assert all(part > 0 for part in places["corner"])


def test_a_click_picks_the_cell_of_the_mesh(scene: CubeScene, picks: list[Any]) -> None:
    scene.show(drawn(FakeZone()), "en")
    scene.picker.object = scene._blocks[3, 2, 5]
    assert picks == [(3, 2, 5)]


def test_the_same_cell_can_be_picked_twice(scene: CubeScene, picks: list[Any]) -> None:
    scene.show(drawn(FakeZone()), "en")
    scene.picker.object = scene._blocks[3, 2, 5]
    assert scene.picker.object is None
    scene.picker.object = scene._blocks[3, 2, 5]
    assert picks == [(3, 2, 5), (3, 2, 5)]


def test_a_click_on_a_stalker_picks_its_cell_also_after_a_move(scene: CubeScene, picks: list[Any]) -> None:
    zone = FakeZone()
    scene.show(drawn(zone), "en")
    zone.at[6] = (5, 1, 4)
    scene.show(drawn(zone), "en")
    scene.picker.object = scene._discs[6]
    assert picks == [(5, 1, 4)]


def test_a_click_on_an_axis_label_picks_what_lies_behind_it(scene: CubeScene, picks: list[Any]) -> None:
    scene.show(drawn(FakeZone()), "en")
    label = scene._axes[0][0]
    behind = scene._blocks[1, 1, 1].model_id
    scene.picker.picked = [{"object": f"IPY_MODEL_{label.model_id}"}, {"object": f"IPY_MODEL_{behind}"}]
    scene.picker.object = label
    assert picks == [(1, 1, 1)]
    scene.picker.object = label
    assert picks == [(1, 1, 1)]


def test_the_labelled_layer_is_picked_through_what_stands_before_it(scene: CubeScene, picks: list[Any]) -> None:
    scene.show(drawn(FakeZone()), "en")
    scene.label(1, 4)
    front, chosen = scene._blocks[2, 1, 3], scene._blocks[2, 4, 3]
    scene.picker.picked = [{"object": f"IPY_MODEL_{mesh.model_id}"} for mesh in (front, chosen)]
    scene.picker.object = front
    assert picks == [(2, 4, 3)]


def test_the_frame_stands_round_the_selected_cell(scene: CubeScene) -> None:
    scene.show(drawn(FakeZone()), "en")
    scene.select((3, 2, 5))
    assert scene._frame.position == scene._blocks[3, 2, 5].position
    scene.pull_apart(2)
    assert scene._frame.position == scene._blocks[3, 2, 5].position
    scene.select(None)
    assert not scene._frame.visible


def test_no_mesh_carries_a_name_and_no_model_is_added_by_showing_again(scene: CubeScene, live_models: Any) -> None:
    zone = FakeZone()
    scene.show(drawn(zone), "en")
    before = live_models()
    for day in range(20):
        zone.at[1] = (1 + day % 5, 2, 2)
        scene.show(drawn(zone), "en")
    assert live_models() == before
    assert {mesh.name for mesh in meshes(scene)} == {""}


def test_what_a_sign_says_cannot_leave_its_picture(scene: CubeScene) -> None:
    board = drawn(FakeZone(at={}))
    wild = [replace(cell, sign="<x") if cell.at == (3, 2, 5) else cell for cell in board.cells]
    scene.show(replace(board, cells=wild), "en")
    scene.label(2, 5)
    assert any("&lt;x" in unquote(sprite.material.map.imageUri) for sprite in sprites(scene))
    assert all(sprite.material.map.imageUri.startswith("data:") for sprite in sprites(scene))


def test_pythreejs_is_loaded_with_the_first_cube_and_not_before() -> None:
    code = (
        "import sys, gmkit.widgets.zone_cube, gmkit.widgets.zone_orders, gmkit.widgets.flat_layers;"
        "assert 'pythreejs' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_page_leaves_the_picture_its_room() -> None:
    style = front_end("zone_cube.css")
    width, height = SIZE
    assert f".gm-cube-host {{ height: {height}px; width: {width}px; }}" in style


def test_signs_that_went_away_leave_no_model_behind(scene: CubeScene, live_models: Any) -> None:
    zone = FakeZone()
    scene.show(drawn(zone), "en")
    scene.label(2, 5)
    before = live_models()
    for key in ("nut", "etak", "itch", "jolly_ghost", "witches_jelly"):
        zone.layout[3, 2, 5] = key
        scene.show(drawn(zone), "en")
    assert live_models() == before
    zone.layout[3, 2, 5] = "empty"
    scene.show(drawn(zone), "en")
    # One sign less: its texture and its material; the label itself waits for the next one.
    assert live_models() == before - 2


def test_the_legends_blocks_have_the_colours_of_the_cubes_bug(scene: CubeScene) -> None:
    """In the dark theme the legend showed the layers' colours beside the cube."""
    board = FakeZone().view("gm").drawing()
    scene.show(board, "en")
    tints = tints_of(board)
    for at, block in scene._blocks.items():
        look = palette.look(next(cell.look for cell in board.cells if cell.at == at))
        assert block.material.color == tints[look.key]["--gm-cf"]
        assert block.material.transparent is (tints[look.key]["block"] == "glass")
