"""The Zone in JupyterLab: the cube drawn and clicked, orders given, the day ended, the page reloaded (W4-W8, W11)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.harness import LabPage, colours_in

SETUP = """
import gmkit
from datetime import datetime, UTC
from gmkit.widgets import ZoneCube, ZoneOrders
c = gmkit.create(
    "spring", system="zone", title="Spring Zone", key="browser", clock=lambda: datetime(2026, 3, 1, tzinfo=UTC),
    players=["Anna", "Борис", "<img src=x onerror=alert(1)>", "Dora", "Emil", "Fay", "Greta", "Hugo"],
)
"""
CUBE = "cube = ZoneCube(c); cube"
ORDERS = "orders = ZoneOrders(c); orders"

NO_WEBGL = """
() => {
    const real = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return String(kind).includes('webgl') ? null : real.call(this, kind, ...rest);
    };
}
"""


def canvas_of(lab: LabPage, index: int) -> Locator:
    """Returns the picture of the cube in a cell, once it is drawn."""
    host = lab.output(index).locator('.gm-cube-host[data-drawn="true"]')
    expect(host).to_be_visible()
    lab.page.wait_for_timeout(400)  # the first frame comes after the canvas
    return host.locator("canvas")


def title(lab: LabPage, index: int) -> Locator:
    """Returns the line that names the picked cell."""
    return lab.output(index).locator(".gm-cube-details .gm-sub")


def click_at(lab: LabPage, canvas: Locator, right: float, down: float) -> None:
    """Clicks a place of the canvas, given as parts of its width and height."""
    box = canvas.bounding_box()
    assert box is not None
    lab.page.mouse.click(box["x"] + right * box["width"], box["y"] + down * box["height"])


def selected(lab: LabPage) -> str:
    """Returns the cell that Python knows as picked."""
    lab.page.wait_for_timeout(300)
    lab.page.evaluate("() => { window.gmkitSaid = null; }")
    reply: str = lab.page.evaluate(
        """async () => {
            const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            const future = kernel.requestExecute({ code: '', silent: true, user_expressions: { at: 'cube.selected' } });
            const answer = await future.done;
            return answer.content.user_expressions.at.data['text/plain'];
        }"""
    )
    return reply


def look_from(lab: LabPage, index: int, view: str, *place: float, cell: str) -> None:
    """Presses a named view until *place* shows *cell*.

    Whoever clicks the cube before the kernel has answered holds the camera where it is; a busy machine answers late.
    """
    for wait_ms in (500, 1000, 2000, 4000, 8000):
        lab.page.get_by_role("button", name=view, exact=True).click()
        lab.page.wait_for_timeout(wait_ms)
        click_at(lab, canvas_of(lab, index), *place)
        if selected(lab) == cell:
            return
    raise AssertionError(f"{view}: {cell} does not stand at {place}, but {selected(lab)}.")


def test_cube_is_drawn_and_a_click_picks_a_cell_but_a_drag_does_not(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE])
    lab.run_all()
    canvas = canvas_of(lab, 1)
    picture = lab.screenshot("zone-cube", lab.output(1))
    # Lit blocks in ten colours, edges smoothed: blank has one colour.
    assert colours_in(lab.screenshot("zone-cube-canvas", canvas)) > 200
    assert picture.exists()

    box = canvas.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    lab.page.mouse.move(x, y)
    lab.page.mouse.down()
    lab.page.mouse.move(x + 60, y + 20, steps=6)
    lab.page.mouse.up()
    assert selected(lab) == "None"
    expect(title(lab, 1)).to_have_text("No cell picked")
    click_at(lab, canvas, 0.5, 0.5)
    expect(title(lab, 1)).to_contain_text("Cell ")
    assert selected(lab).strip("()") == title(lab, 1).inner_text().removeprefix("Cell ")
    lab.screenshot("zone-cube-picked", lab.output(1))


def test_front_view_shows_x_to_the_right_and_z_up(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE])
    lab.run_all()
    canvas = canvas_of(lab, 1)
    look_from(lab, 1, "front", 0.33, 0.84, cell="(1, 1, 1)")
    lab.screenshot("zone-cube-front", canvas)
    places = {}
    for name, right in (("left", 0.33), ("right", 0.67)):
        for height, down in (("low", 0.84), ("high", 0.16)):
            click_at(lab, canvas, right, down)
            places[name, height] = selected(lab)
    assert places == {
        ("left", "low"): "(1, 1, 1)",
        ("right", "low"): "(5, 1, 1)",
        ("left", "high"): "(1, 1, 5)",
        ("right", "high"): "(5, 1, 5)",
    }


def test_orders_are_given_from_the_cube_and_from_the_rows_and_the_day_ends(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE, ORDERS])
    lab.run_all()
    canvas_of(lab, 1)
    lab.output(1)
    lab.page.get_by_role("button", name="layers", exact=True).click()
    lab.page.get_by_role("gridcell", name="1, 1, 1:").click()
    lab.page.get_by_role("gridcell", name="1, 1, 2:").click()
    lab.page.get_by_role("button", name="Stalker 1: Z+").click()
    rows = lab.output(2)
    expect(rows.get_by_text("given: Z+")).to_be_visible()

    lab.page.get_by_role("textbox", name="Order for Stalker 2").fill("X+")
    lab.page.get_by_role("button", name="Give the order for Stalker 2").click()
    expect(rows.get_by_role("alert")).to_contain_text("leads out of the cube")
    expect(lab.page.get_by_role("textbox", name="Order for Stalker 2")).to_have_value("X+")
    expect(rows.get_by_text("<img src=x onerror=alert(1)>").first).to_be_visible()
    # Enter in the row gives the order too, and takes the refusal away.
    lab.page.get_by_role("textbox", name="Order for Stalker 2").fill("X-")
    lab.page.get_by_role("textbox", name="Order for Stalker 2").press("Enter")
    expect(rows.get_by_text("given: X-")).to_be_visible()
    expect(rows.get_by_role("alert")).to_have_count(0)

    lab.page.get_by_role("button", name="End day 1").click()
    expect(rows.get_by_text("6 orders are still missing").first).to_be_visible()
    lab.screenshot("zone-orders-question", rows)
    lab.page.get_by_role("button", name="End the day all the same").click()
    expect(rows.get_by_role("region", name="Public report of day 1")).to_be_visible()
    lab.screenshot("zone-orders-report", rows)
    # The cube followed by itself.
    lab.output(1)
    expect(lab.page.get_by_role("combobox", name="Day")).to_have_value("now")
    expect(lab.page.get_by_role("gridcell", name="1, 1, 2:")).to_contain_text("1")


def test_layers_are_walked_with_arrow_keys_and_picked_with_enter(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE])
    lab.run_all()
    canvas_of(lab, 1)
    lab.page.get_by_role("button", name="layers", exact=True).click()
    grid = lab.output(1).locator(".gm-layers")
    expect(grid).to_be_visible()
    assert grid.locator('[tabindex="0"]').count() == 1
    grid.locator('[tabindex="0"]').focus()
    # From 1, 5, 1, the upper left corner of the first layer; above the last layer there is no other.
    for key in ("ArrowRight", "ArrowRight", *["ArrowDown"] * 3, *["PageUp"] * 5):
        lab.page.keyboard.press(key)
    focused = "() => document.activeElement.getAttribute('aria-label')"
    assert lab.page.evaluate(focused).startswith("3, 2, 5: ")
    lab.page.keyboard.press("Enter")
    assert selected(lab) == "(3, 2, 5)"
    lab.page.keyboard.press("ArrowLeft")
    lab.page.keyboard.press("Home")
    lab.page.keyboard.press("PageDown")
    lab.page.keyboard.press(" ")
    assert selected(lab) == "(1, 2, 4)"
    assert grid.locator('[tabindex="0"]').count() == 1
    assert lab.cell_count() == 2


def test_keys_after_a_click_do_not_reach_the_notebook_and_turn_the_cube(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE, ORDERS])
    lab.run_all()
    canvas = canvas_of(lab, 1)
    click_at(lab, canvas, 0.5, 0.5)
    lab.page.wait_for_timeout(400)
    for key in "ddabx":
        lab.page.keyboard.press(key)
    assert lab.cell_count() == 3
    before = lab.screenshot("zone-cube-before-turn", canvas).read_bytes()
    lab.page.keyboard.press("ArrowLeft")
    lab.page.keyboard.press("ArrowUp")
    lab.page.keyboard.press("+")
    lab.page.wait_for_timeout(500)
    assert lab.screenshot("zone-cube-after-turn", canvas).read_bytes() != before
    # A click on a button, a drag on the cube: the focus stays in the component.
    lab.page.get_by_role("button", name="further").click()
    for key in "dd":
        lab.page.keyboard.press(key)
    lab.output(2)
    lab.page.get_by_role("button", name="Give the order for Stalker 1").click()
    lab.page.wait_for_timeout(400)
    for key in "dd":
        lab.page.keyboard.press(key)
    assert lab.cell_count() == 3


def test_reload_with_the_cube_open_brings_it_back(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE])
    lab.run_all()
    canvas = canvas_of(lab, 1)
    click_at(lab, canvas, 0.5, 0.5)
    expect(title(lab, 1)).to_contain_text("Cell ")
    lab.page.get_by_role("combobox", name="Labels on").select_option("z4")
    lab.page.wait_for_timeout(400)
    lab.save()
    lab.reload()
    canvas = canvas_of(lab, 1)
    assert colours_in(lab.screenshot("zone-cube-reloaded", canvas)) > 200
    expect(lab.page.get_by_text("Error displaying widget")).to_have_count(0)
    expect(lab.page.get_by_text("model not found")).to_have_count(0)
    expect(lab.page.get_by_role("combobox", name="Labels on")).to_have_value("z4")
    look_from(lab, 1, "front", 0.33, 0.84, cell="(1, 1, 1)")


def test_a_page_that_lost_the_scenes_models_gets_a_new_scene(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE, "cube.scene.close()"])
    lab.run_cell(0)
    lab.run_cell(1)
    canvas_of(lab, 1)
    # The renderer is gone from the kernel: after a reload the page cannot find it.
    lab.run_cell(2)
    lab.save()
    lab.reload()
    look_from(lab, 1, "front", 0.67, 0.16, cell="(5, 1, 5)")
    expect(lab.page.get_by_text("Error displaying widget")).to_have_count(0)


def test_without_webgl_the_layers_stand_with_a_reason(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE])
    lab.page.evaluate(NO_WEBGL)
    lab.run_all()
    expect(lab.output(1).get_by_text("no WebGL")).to_be_visible()
    expect(lab.output(1).locator(".gm-layers")).to_be_visible()
    expect(lab.output(1).locator("canvas")).to_have_count(0)
    lab.page.get_by_role("gridcell", name="5, 1, 1:").click()
    lab.page.get_by_role("gridcell", name="4, 1, 1:").click()
    expect(lab.page.get_by_role("button", name="Stalker 2: X-")).to_be_visible()
    lab.screenshot("zone-cube-no-webgl", lab.output(1))


def test_running_the_cell_again_leaves_one_cube(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE, "from ipywidgets.widgets.widget import _instances\nprint(len(_instances))"])
    lab.run_all()
    canvas_of(lab, 1)
    counts = []
    for _ in range(3):
        lab.run_cell(1)
        canvas_of(lab, 1)
        lab.run_cell(2)
        counts.append(lab.outputs(2)[0]["text"])
    assert len(set(counts)) == 1
    assert int(counts[0]) <= 250


def test_cube_in_a_tab_of_the_desk_is_drawn_when_the_tab_is_opened(lab_page: Any) -> None:
    lab = lab_page([SETUP, "desk = c.desk(); cube = desk.components[1]; desk"])
    lab.run_all()
    expect(lab.output(1).locator(".gm-cube")).to_be_hidden()
    lab.page.get_by_role("tab", name="The Zone").click()
    canvas = canvas_of(lab, 1)
    click_at(lab, canvas, 0.5, 0.5)
    expect(title(lab, 1)).to_contain_text("Cell ")
    assert colours_in(lab.screenshot("zone-desk", lab.output(1))) > 200


@pytest.mark.parametrize("viewer", ["gm", "Anna"])
def test_axe_finds_nothing_and_both_themes_are_photographed(lab_page: Any, viewer: str) -> None:
    cells = [
        f"ZoneCube(c, viewer={viewer!r})",
        f"flat = ZoneCube(c, viewer={viewer!r}); flat.panel.mode = 'layers'; flat",
    ]
    lab = lab_page([SETUP, "c.game.order(1, 'Z+'); None", *cells, f"ZoneOrders(c, viewer={viewer!r})"])
    lab.run_all()
    canvas_of(lab, 2)
    assert lab.axe(".jp-Notebook .gm-component") == []
    for theme in ("light", "dark"):
        lab.show_theme(theme)
        lab.page.wait_for_timeout(500)
        for index, name in ((2, "cube"), (3, "layers"), (4, "orders")):
            lab.screenshot(f"zone-{name}-{viewer}", lab.output(index))


def swatches(lab: LabPage) -> dict[str, str]:
    """Returns the legend beside the board: the words of each row and the colour of its swatch."""
    found: dict[str, str] = lab.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.gm-cube-legend li')].map((row) =>
            [row.lastChild.textContent, getComputedStyle(row.firstChild).backgroundColor]))"""
    )
    return found


def test_legend_shows_the_blocks_beside_the_cube_and_the_cells_beside_the_layers_bug(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE])
    lab.run_all()
    canvas_of(lab, 1)
    # The light fill of Itch, and the dark one: the cube's blocks have the first in both themes (palette.py).
    light, dark = "rgb(248, 189, 214)", "rgb(138, 45, 91)"
    for theme, cell in (("light", light), ("dark", dark)):
        lab.show_theme(theme)
        assert swatches(lab)["Itch"] == light
        lab.output(1).get_by_role("button", name="layers", exact=True).click()
        expect(lab.output(1).locator(".gm-layers")).to_be_visible()
        assert swatches(lab)["Itch"] == cell
        lab.output(1).get_by_role("button", name="cube", exact=True).click()
        expect(lab.output(1).locator(".gm-cube-stage")).to_be_visible()


def test_a_ninth_cube_says_that_an_older_one_stands_still(lab_page: Any) -> None:
    lab = lab_page([SETUP, CUBE])
    lab.page.evaluate(
        """() => { for (let n = 0; n < 8; n++) {
            const host = document.createElement('div');
            host.className = 'gm-cube-host'; host.dataset.drawn = 'true'; host.hidden = true;
            document.body.append(host);
        } }"""
    )
    lab.run_all()
    expect(lab.output(1).locator('.gm-cube-host[data-drawn="true"]')).to_be_visible()
    expect(lab.output(1).locator(".gm-cube-reason")).to_contain_text("Eight cubes move on this page already")
