"""The components in a real JupyterLab: keys, names, one command a click, both themes, nothing from another host."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenLab
from tests.browser.harness import LabPage, Theme

ROOT = Path(__file__).parent.parent.parent

SET_UP = f"""\
import sys; sys.path.insert(0, {str(ROOT)!r})
import gmkit
from gmkit.systems import add_system
from gmkit.widgets import Desk, DiceRoller, Handout, TurnLedger
from tests.campaign.counting import COUNTING
add_system(COUNTING)
c = gmkit.create("campaign", system="counting", title="Spring", players=["Anna", "Борис"], lang=LANG, key="browser")
"""


def set_up(lang: str = "en") -> str:
    return SET_UP.replace("LANG", repr(lang))


PLAY = """\
c.ledger.add("The rain stopped before midnight; the road to the mill is a river of mud.")
c.roll("4dF+2", "Ivan climbs the wall", actor="Anna")
c.roll("2d6-d6+4", "Who hears the fall?", seen_by="gm")
c.tell("Anna", "You smell smoke from the east.")
c.do({"do": "count", "player": "Anna"})
c.do({"do": "end_round"})
c.roll("d%", "A storm at 20 or less", actor="Борис")
c.ledger.add("a slip of the pen"); c.undo()
for n in range(60): c.ledger.add(f"Watch number {n + 1}: nothing to report.", seen_by="Борис" if n % 3 else "all")
c.roll("[4dF]", "The miller lies", actor="Anna")
"""

LADDER = '{1: "success", -1: "no result", -8: "failure"}'


def entries(lab: LabPage, cell: int) -> int:
    """The number of ledger entries, as the cell with `len(c.ledger)` prints it when run again."""
    lab.run_cell(cell)
    return int(lab.outputs(cell)[0]["data"]["text/plain"])


def show(lab: LabPage, part: Locator, name: str) -> None:
    part.scroll_into_view_if_needed()
    lab.screenshot(name, part)


def test_keys_after_a_click_reach_no_cell(lab_page: OpenLab) -> None:
    """W5: in JupyterLab a, b insert cells and d d deletes the one with the component."""
    lab = lab_page([set_up(), "DiceRoller(c)", "TurnLedger(c)"])
    lab.run_all()
    before = lab.cell_count()
    roll = lab.output(1).get_by_role("button", name="Roll", exact=True)
    roll.click()
    lab.output(1).locator(".gm-total").wait_for()
    expect(roll).to_be_focused()
    for key in ("a", "b", "d", "d", "x", "y", "m", "Delete"):
        lab.page.keyboard.press(key)
    # A button that the answer leaves off hands its focus to the component, not to the cell.
    undo = lab.output(2).get_by_role("button", name="Undo the last act")
    undo.click()
    expect(undo).to_be_disabled()
    lab.page.wait_for_timeout(300)
    for key in ("d", "d", "a"):
        lab.page.keyboard.press(key)
    # And a click on the component's plain parts.
    lab.output(2).get_by_text("What happened").click()
    for key in ("d", "d", "b"):
        lab.page.keyboard.press(key)
    lab.page.wait_for_timeout(300)
    assert lab.cell_count() == before
    expect(roll).to_be_visible()


def test_a_double_click_is_one_command(lab_page: OpenLab) -> None:
    """W4: the second half of a double click, and clicks while the answer is out, add nothing."""
    lab = lab_page([set_up(), "DiceRoller(c)", "len(c.ledger)", "import time; real = c.do"])
    lab.run_all()
    before = entries(lab, 2)
    roll = lab.output(1).get_by_role("button", name="Roll", exact=True)
    roll.dblclick()
    lab.output(1).locator(".gm-total").wait_for()
    assert entries(lab, 2) == before + 1
    # Three clicks at a slow kernel.
    lab.page.evaluate(
        """() => { const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                   kernel.requestExecute({ code: 'c.do = lambda *a, **k: (time.sleep(1), real(*a, **k))[1]' }); }"""
    )
    for _ in range(3):
        roll.click(force=True, no_wait_after=True)
    expect(lab.output(1).locator(".gm-component")).not_to_have_attribute("aria-busy", "true")
    assert entries(lab, 2) == before + 2
    roll.click()
    expect(lab.output(1).locator(".gm-component")).not_to_have_attribute("aria-busy", "true")
    assert entries(lab, 2) == before + 3


def test_a_cell_run_again_shows_one_component_and_leaks_none(lab_page: OpenLab) -> None:
    """W2, C129."""
    count = "from ipywidgets.widgets.widget import _instances; len(_instances)"
    lab = lab_page([set_up(), "DiceRoller(c)", "DiceRoller(c)", count, "len(c.ledger)"])
    lab.run_all()
    models = lab.outputs(3)[0]["data"]["text/plain"]
    for _ in range(3):
        lab.run_cell(1)
    lab.run_cell(3)
    assert lab.outputs(3)[0]["data"]["text/plain"] == models
    before = entries(lab, 4)
    for cell in (1, 2):
        lab.output(cell).get_by_role("button", name="Roll", exact=True).click()
        lab.output(cell).locator(".gm-total").wait_for()
    assert entries(lab, 4) == before + 2


def test_a_refusal_is_an_alert_in_place(lab_page: OpenLab) -> None:
    """W3, C010."""
    lab = lab_page([set_up(), "DiceRoller(c)", "len(c.ledger)"])
    lab.run_all()
    before, tray = entries(lab, 2), lab.output(1)
    tray.get_by_label("I threw the dice by hand").check()
    tray.get_by_label("What the dice show, in order").fill("-1, 0, 1, 3")
    tray.get_by_role("button", name="Write the roll down").click()
    expect(tray.get_by_role("alert")).to_contain_text("-1, 0 or 1")
    expect(tray.get_by_label("What the dice show, in order")).to_have_value("-1, 0, 1, 3")
    show(lab, tray, "dice-refused")
    tray.get_by_label("What the dice show, in order").fill("-1, 0, 1, 1")
    tray.get_by_role("button", name="Write the roll down").click()
    expect(tray.locator(".gm-total")).to_have_text("1")
    assert entries(lab, 2) == before + 1


def test_all_by_keyboard(lab_page: OpenLab) -> None:
    """W6: a roll from the field to the button without a mouse, and the result is spoken."""
    lab = lab_page([set_up(), "DiceRoller(c)"])
    lab.run_all()
    tray = lab.output(1)
    tray.get_by_role("textbox", name="Dice", exact=True).focus()
    lab.page.keyboard.press("Control+a")
    lab.page.keyboard.type("2d6-d6")
    for _ in range(20):
        lab.page.keyboard.press("Tab")
        if tray.get_by_role("button", name="Roll", exact=True).evaluate("node => node === document.activeElement"):
            break
    lab.page.keyboard.press("Enter")
    tray.locator(".gm-total").wait_for()
    expect(tray.locator(".gm-spoken[role=status]")).to_contain_text("2d6-d6")
    expect(tray.get_by_role("group", name="Dice: The GM sees everything here")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_desk_in_both_themes(lab_page: OpenLab, theme: Theme) -> None:
    """W6: axe finds nothing serious on any tab; the pictures are for people."""
    lab = lab_page([set_up(), PLAY, "c.desk()"], theme)
    lab.run_all()
    desk = lab.output(2)
    for tab in ("Ledger", "Dice", "Handout"):
        desk.get_by_role("tab", name=tab).click()
        if tab == "Handout":
            desk.get_by_label("One more part").fill("The miller's letter: come to the mill at midnight, alone.")
            desk.get_by_role("button", name="Add the part").click()
            desk.get_by_role("button", name="Tell", exact=True).wait_for()
        if tab == "Dice":
            desk.get_by_role("button", name="Roll", exact=True).click()
            desk.locator(".gm-total").wait_for()
        lab.page.wait_for_timeout(200)
        assert lab.axe(".gm-component", themes=(theme,)) == []
        show(lab, desk, f"desk-{tab.lower()}")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_components_in_russian(lab_page: OpenLab, theme: Theme) -> None:
    cells = [
        set_up("ru"),
        'c.roll("4dF+2", "Иван лезет на стену", actor="Anna"); c.ledger.add("Дождь кончился до полуночи.")',
        "DiceRoller(c, ladder={1: 'успех', -1: 'без результата', -8: 'провал'}, notation='[4dF]')",
        "TurnLedger(c)",
        'parts = ["Печать сломана.", {"text": "Приходи в полночь.", "seen_by": "Anna"}]\n'
        'Handout(c, name="Письмо мельника", parts=parts)',
        'Handout(c, "Anna", name="Письмо мельника")',
    ]
    lab = lab_page(cells, theme)
    lab.run_all()
    lab.output(2).get_by_role("button", name="Бросить", exact=True).click()
    lab.output(2).locator(".gm-total").wait_for()
    show(lab, lab.output(2), "ru-dice")
    show(lab, lab.output(3), "ru-ledger")
    lab.output(4).get_by_role("button", name="Рассказать").nth(1).click()
    expect(lab.output(5)).to_contain_text("Приходи в полночь.")
    expect(lab.output(5)).not_to_contain_text("Печать")
    show(lab, lab.output(4), "ru-handout")
    assert lab.axe(".gm-component", themes=(theme,)) == []


def test_undo_of_what_was_seen_asks_first(lab_page: OpenLab) -> None:
    """C091."""
    lab = lab_page([set_up(), 'c.do({"do": "end_round"}); None', "TurnLedger(c)", "c.turn"])
    lab.run_all()
    ledger = lab.output(2)
    ledger.get_by_role("button", name="Undo the last act").click()
    expect(ledger.get_by_role("alert")).to_contain_text("Players have seen this")
    show(lab, ledger, "ledger-asks")
    ledger.get_by_role("button", name="Keep it").click()
    expect(ledger.get_by_role("button", name="Keep it")).to_be_hidden()
    ledger.get_by_role("button", name="Undo the last act").click()
    ledger.get_by_role("button", name="Undo it all the same").click()
    expect(ledger.locator(".gm-ledger")).to_contain_text("undone")
    lab.run_cell(3)
    assert lab.outputs(3)[0]["data"]["text/plain"] == "1"


def test_a_change_by_another_cell_and_another_kernel_is_followed(lab_page: OpenLab) -> None:
    other = (
        "import subprocess, sys; "
        "code = 'import sys; sys.path.insert(0, ' + repr(sys.path[0]) + '); import gmkit; "
        "from gmkit.systems import add_system; from tests.campaign.counting import COUNTING; add_system(COUNTING); "
        'gmkit.open("campaign").ledger.add("from another kernel")\'; '
        "subprocess.run([sys.executable, '-c', code], check=True); None"
    )
    lab = lab_page([set_up(), "TurnLedger(c)", 'c.ledger.add("from another cell"); None', other])
    lab.run_all()
    expect(lab.output(1)).to_contain_text("from another cell")
    expect(lab.output(1)).to_contain_text("from another kernel")


def test_without_a_kernel_the_notebook_still_shows_tables(lab_page: OpenLab) -> None:
    """W8: what is saved holds a table beside the widget, and no widget state."""
    lab = lab_page([set_up(), 'c.roll("2d6", "Ivan jumps"); None', "TurnLedger(c)"])
    lab.run_all()
    lab.save()
    data = lab.outputs(2)[0]["data"]
    assert "Ivan jumps" in "".join(data["text/html"])
    assert data["text/plain"] == "TurnLedger('Spring', viewer='gm')"


def test_a_page_loaded_again_brings_the_components_back(lab_page: OpenLab) -> None:
    lab = lab_page([set_up(), "DiceRoller(c)"])
    lab.run_all()
    lab.output(1).get_by_role("button", name="Roll", exact=True).click()
    lab.output(1).locator(".gm-total").wait_for()
    lab.save()
    lab.reload()
    roll = lab.output(1).get_by_role("button", name="Roll", exact=True)
    expect(roll).to_be_visible()
    roll.click()
    before = lab.cell_count()
    for key in ("d", "d"):
        lab.page.keyboard.press(key)
    assert lab.cell_count() == before
