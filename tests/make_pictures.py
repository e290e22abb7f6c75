"""Takes the README's pictures in a real JupyterLab: the cube, and the report of a day.

python tests/make_pictures.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import nbformat
from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests import find_chromium  # noqa: E402
from tests.browser.harness import CHROMIUM_ARGUMENTS, LabPage, LabServer, notebook_of  # noqa: E402
from tests.make_samples import make  # noqa: E402

PICTURES = ROOT / "notebooks" / "pictures"
DAY = 7
COLOURS = 128
"""So few colours keep a picture under 200 kB."""
MARGIN = 24

CELLS = [
    'import gmkit\nfrom gmkit.widgets import ZoneCube\nc = gmkit.open("spring")',
    f"c.report({DAY})",
    "cube = ZoneCube(c)\ncube",
]


def light(picture: Path) -> None:
    """Makes a picture smaller; its colours stay, as the legend must be read."""
    with Image.open(picture) as image:
        page = image.convert("RGB")
    # Without the empty page at the right, which would make the text small in a README.
    box = ImageChops.difference(page, Image.new("RGB", page.size, "white")).getbbox() or (0, 0, *page.size)
    page = page.crop((0, 0, min(box[2] + MARGIN, page.width), page.height))
    # Steps of four that no eye sees: a palette of 256 would lose the Golden Ball's yellow.
    page.point([value & ~3 | 3 for value in range(256)] * 3).save(picture, optimize=True)
    print(picture.name, page.size, picture.stat().st_size)


def main() -> int:
    """Takes both pictures; returns the exit code."""
    PICTURES.mkdir(exist_ok=True)
    chromium = find_chromium.found()  # it starts a Playwright of its own, and two at a time do not go
    with tempfile.TemporaryDirectory(prefix="gmkit-pictures-") as name, sync_playwright() as playwright:
        server = LabServer(Path(name))
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        try:
            make(server.root / "spring", lang="en")
            notebook = server.root / "pictures.ipynb"
            nbformat.write(notebook_of(CELLS), notebook)
            lab = LabPage(browser.new_context(viewport={"width": 1180, "height": 1800}), server, notebook, "light")
            lab.command("application:toggle-left-area")
            lab.run_all()
            cube = lab.output(2)
            lab.page.wait_for_selector('.gm-cube-host[data-drawn="true"]')
            cube.get_by_role("button", name="further").click()
            lab.page.wait_for_timeout(1500)
            cube.screenshot(path=PICTURES / "zone-cube.png")
            lab.output(1).screenshot(path=PICTURES / "zone-report.png")
        finally:
            browser.close()
            server.stop()
    for picture in sorted(PICTURES.glob("*.png")):
        light(picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
