"""The components in a real JupyterLab: keys, names, one command a click, both themes, nothing from another host."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenLab
from tests.browser.harness import THEMES, LabPage

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


def expect_shown(lab: LabPage, cell: int, text: str) -> None:
    """Runs a cell and waits until its output is *text*."""
    lab.run_cell(cell)
    expect(lab.output(cell).locator(".jp-OutputArea-output")).to_have_text(text)


def answered(tray: Locator) -> None:
    """Waits until the component has its answer, and the focus is back: it makes its cell the active one."""
    expect(tray.locator(".gm-component").first).not_to_have_attribute("aria-busy", "true")


def show(lab: LabPage, part: Locator, name: str) -> None:
    lab.page.set_viewport_size({"width": 1280, "height": 1700})
    part.scroll_into_view_if_needed()
    lab.screenshot(name, part)
    lab.page.set_viewport_size({"width": 1280, "height": 900})


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


def test_one_click_is_one_command_and_a_refusal_is_an_alert(lab_page: OpenLab) -> None:
    """W3, W4, C010; the ledger has three entries at the start."""
    lab = lab_page([set_up(), "DiceRoller(c)", "len(c.ledger)", "import time; real = c.do"])
    lab.run_all()
    tray = lab.output(1)
    roll = tray.get_by_role("button", name="Roll", exact=True)
    roll.dblclick()
    tray.locator(".gm-total").wait_for()
    answered(tray)
    expect_shown(lab, 2, "4")
    # Three clicks at a slow kernel: only the first is taken.
    lab.page.evaluate(
        """() => { const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                   kernel.requestExecute({ code: 'c.do = lambda *a, **k: (time.sleep(1), real(*a, **k))[1]' }); }"""
    )
    roll.evaluate("button => { button.click(); button.click(); button.click(); }")
    answered(tray)
    expect_shown(lab, 2, "5")
    roll.click()
    answered(tray)
    expect_shown(lab, 2, "6")
    tray.get_by_label("I threw the dice by hand").check()
    faces = tray.get_by_label("What the dice show, in order")
    faces.fill("-1, 0, 1, 3")
    tray.get_by_role("button", name="Write the roll down").click()
    expect(tray.get_by_role("alert")).to_contain_text("-1, 0 or 1")
    expect(faces).to_have_value("-1, 0, 1, 3")
    show(lab, tray, "dice-refused")
    answered(tray)
    faces.fill("-1, 0, 1, 1")
    tray.get_by_role("button", name="Write the roll down").click()
    expect(tray.get_by_role("alert")).to_have_count(0)
    answered(tray)
    expect(tray.locator(".gm-total")).to_have_text("1")
    answered(tray)
    expect_shown(lab, 2, "7")


def test_a_roll_without_a_mouse_is_spoken(lab_page: OpenLab) -> None:
    """W6: from the field to the button by Tab, and the result is said aloud."""
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


def test_a_cell_run_again_leaks_nothing_and_a_reload_brings_all_back(lab_page: OpenLab) -> None:
    """W2, W8, C129."""
    count = "from ipywidgets.widgets.widget import _instances; len(_instances)"
    lab = lab_page([set_up(), "DiceRoller(c)", "DiceRoller(c)", count, "len(c.ledger)"])
    lab.run_all()
    models = lab.output(3).locator(".jp-OutputArea-output").inner_text().strip()
    for _ in range(3):
        lab.run_cell(1)
    expect_shown(lab, 3, models)
    for cell in (1, 2):
        lab.output(cell).get_by_role("button", name="Roll", exact=True).click()
        lab.output(cell).locator(".gm-total").wait_for()
        answered(lab.output(cell))
    expect_shown(lab, 4, "5")
    lab.save()
    data = lab.outputs(1)[0]["data"]
    assert "exact odds" in "".join(data["text/html"])
    assert data["text/plain"] == "DiceRoller('Spring', viewer='gm')"
    lab.reload()
    roll = lab.output(1).get_by_role("button", name="Roll", exact=True)
    expect(roll).to_be_visible()
    roll.click()
    before = lab.cell_count()
    for key in ("d", "d"):
        lab.page.keyboard.press(key)
    assert lab.cell_count() == before


def test_the_desk_in_both_themes(lab_page: OpenLab) -> None:
    """W6: axe finds nothing serious on any tab; the pictures are for people."""
    lab = lab_page([set_up(), PLAY, "c.desk()"])
    lab.run_all()
    desk = lab.output(2)
    desk.get_by_role("tab", name="Dice").click()
    desk.get_by_role("button", name="Roll", exact=True).click()
    desk.locator(".gm-total").wait_for()
    desk.get_by_role("tab", name="Handout").click()
    desk.get_by_label("One more part").fill("The miller's letter: come to the mill at midnight, alone.")
    desk.get_by_role("button", name="Add the part").click()
    desk.get_by_role("button", name="Tell", exact=True).wait_for()
    for theme in THEMES:
        lab.show_theme(theme)
        for tab in ("Ledger", "Dice", "Handout"):
            desk.get_by_role("tab", name=tab).click()
            assert lab.axe(".gm-component", themes=(theme,)) == []
            show(lab, desk, f"desk-{tab.lower()}")


def test_the_components_in_russian(lab_page: OpenLab) -> None:
    """W6; Anna's handout has what she was told, and nothing of the rest (C067)."""
    cells = [
        set_up("ru"),
        'c.roll("4dF+2", "Иван лезет на стену", actor="Anna"); c.ledger.add("Дождь кончился до полуночи.")',
        "DiceRoller(c, ladder={1: 'успех', -1: 'без результата', -8: 'провал'}, notation='[4dF]')",
        "TurnLedger(c)",
        'Handout(c, name="Письмо мельника", parts=["Печать сломана.", {"text": "В полночь.", "seen_by": "Anna"}])',
        'Handout(c, "Anna", name="Письмо мельника")',
    ]
    lab = lab_page(cells)
    lab.run_all()
    lab.output(2).get_by_role("button", name="Бросить", exact=True).click()
    lab.output(2).locator(".gm-total").wait_for()
    lab.output(4).get_by_role("button", name="Рассказать").nth(1).click()
    expect(lab.output(5)).to_contain_text("В полночь.")
    expect(lab.output(5)).not_to_contain_text("Печать")
    for theme in THEMES:
        lab.show_theme(theme)
        assert lab.axe(".gm-component", themes=(theme,)) == []
        for cell, name in ((2, "ru-dice"), (3, "ru-ledger"), (4, "ru-handout")):
            show(lab, lab.output(cell), name)


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
    answered(ledger)
    expect_shown(lab, 3, "1")


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
