"""From a click to the new state on the screen: roll, order, end of day, beside a bare button in the same run (W9).

Run it by `python tests/bench/click_bench.py`. It opens a real JupyterLab; the page itself takes the time, from the
click to the frame after the change. The kinds take turns, so that whatever else the machine does falls on all alike.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from tests import find_chromium
from tests.browser.harness import CHROMIUM_ARGUMENTS, LabPage, LabServer, notebook_of

ROUNDS = 25
LIMIT_MS = 150
"""W9's median for roll and order."""

SETUP = """
import gmkit, ipywidgets
from gmkit.widgets import DiceRoller, ZoneCube, ZoneOrders
c = gmkit.create("bench", system="zone", title="Bench", key="bench", scenario={"layout": {}},
                 players=["Anna", "Borya", "Cleo", "Dora", "Emil", "Fay", "Greta", "Hugo"])
count = 0
def all_orders():
    way = lambda n: ("+" if (n - 1) % 2 == 0 else "-") if c.turn % 2 else ("-" if (n - 1) % 2 == 0 else "+")
    c.game.orders("\\n".join(f"{n}: X{way(n)}" for n in range(1, 9)))
"""
BARE = """
button, label = ipywidgets.Button(description="Bare"), ipywidgets.Label("0")
def press(_):
    global count
    count += 1
    label.value = str(count)
button.on_click(press)
ipywidgets.VBox([button, label])
"""

CLICK = """
([index, name]) => new Promise((resolve, reject) => {
    const cell = document.querySelector(`.jp-Cell[data-windowed-list-index="${index}"] .jp-Cell-outputArea`);
    const named = node => (node.getAttribute('aria-label') ?? node.textContent.trim()).startsWith(name);
    const button = [...cell.querySelectorAll('button')].find(named);
    if (!button || button.disabled) return reject(new Error(`${name}: ${button ? 'is off' : 'is not there'}`));
    const before = cell.innerText;
    const started = performance.now();
    const watcher = new MutationObserver(() => {
        if (cell.innerText === before) return;
        watcher.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - started));
    });
    watcher.observe(cell, { childList: true, subtree: true, characterData: true });
    setTimeout(() => reject(new Error(`${name}: nothing changed`)), 20000);
    button.click();
})
"""


def run_in_kernel(lab: LabPage, code: str) -> None:
    """Runs a line in the notebook's kernel and waits for its end."""
    lab.page.evaluate(
        """async code => {
            const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            await kernel.requestExecute({ code }).done;
        }""",
        code,
    )


def timed_rounds(lab: LabPage, index: dict[str, int]) -> dict[str, list[float]]:
    """Returns the times of each kind of click, in milliseconds."""
    times: dict[str, list[float]] = {"bare button": [], "roll": [], "order": [], "end of day": []}

    def click(kind: str, cell: str, name: str) -> None:
        lab.page.wait_for_timeout(120)
        times[kind].append(float(lab.page.evaluate(CLICK, [index[cell], name])))

    for number in range(1, ROUNDS + 1):
        click("bare button", "bare", "Bare")
        click("roll", "roller", "Roll")
        field = lab.page.get_by_role("textbox", name="Order for Stalker 1")
        field.fill("Y+")
        field.blur()
        click("order", "orders", "Give the order for Stalker 1")
        run_in_kernel(lab, "all_orders()")
        lab.page.wait_for_timeout(200)
        click("end of day", "orders", f"End day {number}")
    return times


def measured(context: Any, server: LabServer, *, with_cube: bool) -> dict[str, list[float]]:
    """Returns the times in a fresh notebook, with the cube drawn on the same page or without it."""
    cells = [SETUP, BARE, "roller = DiceRoller(c); roller", "orders = ZoneOrders(c); orders"]
    cells += ["cube = ZoneCube(c); cube"] if with_cube else []
    notebook = server.root / ("cube" if with_cube else "plain") / "bench.ipynb"
    notebook.parent.mkdir()
    nbformat.write(notebook_of(cells), notebook)
    lab = LabPage(context, server, notebook, "light")
    lab.run_all()
    lab.page.wait_for_timeout(4000)
    times = timed_rounds(lab, {"bare": 1, "roller": 2, "orders": 3})
    lab.page.close()
    server.end_sessions()
    return times


def main() -> int:
    """Prints the medians; returns 1 if roll or order takes longer than W9 allows."""
    path = find_chromium.found()
    if path is None:
        print("There is no Chromium: run `make chromium`.", file=sys.stderr)
        return 1
    late = False
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = LabServer(Path(place))
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        context = browser.new_context(viewport={"width": 1400, "height": 2600})
        for with_cube in (False, True):
            print(f"load {os.getloadavg()[0]:.1f}; {'with' if with_cube else 'without'} the cube on the page:")
            for kind, times in measured(context, server, with_cube=with_cube).items():
                median = statistics.median(times)
                ninth = statistics.quantiles(times, n=10)[-1]
                print(f"  {kind:12} median {median:6.0f} ms   nine in ten under {ninth:6.0f} ms")
                late |= kind in ("roll", "order") and not with_cube and median > LIMIT_MS
        browser.close()
        server.stop()
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
