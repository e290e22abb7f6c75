"""The components in a real JupyterLab: keys, names, one command a click, both themes, nothing from another host."""

from __future__ import annotations

import pytest

from tests.browser.conftest import OpenLab

ALONE = [
    "from gmkit.widgets import DiceRoller, Handout",
    'DiceRoller(notation="[4dF]", ladder={1: "success", -1: "no result", -8: "failure"})',
    'Handout(name="A letter", parts=["The seal is broken.", {"text": "Come to the mill at midnight."}])',
]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_components_alone_are_shown(lab_page: OpenLab, theme: str) -> None:
    lab = lab_page(ALONE, theme)
    lab.run_all()
    lab.output(1).get_by_role("button", name="Roll", exact=True).click()
    lab.output(1).locator(".gm-total").wait_for()
    lab.screenshot("dice-alone", lab.output(1))
    lab.screenshot("handout-alone", lab.output(2))
    assert lab.axe(".gm-component", themes=(theme,)) == []
