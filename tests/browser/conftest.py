"""One Chromium and one JupyterLab for all browser tests; for each test a page with a kernel and files of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests import find_chromium
from tests.browser.harness import CHROMIUM_ARGUMENTS, LabPage, LabServer, Theme, notebook_of

ROOT = Path(__file__).parent.parent.parent
FAILED = pytest.StashKey[bool]()

OpenLab = Callable[..., LabPage]
"""`lab_page(cells or path, theme="light")`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks everything in this folder, so that `-m "not browser"` leaves it out."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remembers a failure, so that the page is photographed before it closes."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Gives the browser; a machine without one fails here, it does not skip."""
    path = find_chromium.found()
    assert path is not None, "There is no Chromium, and none could be installed: run `make chromium`."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """Gives a JupyterLab server, started as `gmkit lab` starts it."""
    server = LabServer(tmp_path_factory.mktemp("lab"))
    yield server
    server.stop()


@pytest.fixture
def lab_page(chromium: Browser, lab_server: LabServer, request: pytest.FixtureRequest) -> Iterator[OpenLab]:
    """Gives `lab_page(source, theme="light")`, which opens a notebook and waits for its kernel.

    The source is a list of code cells, or the path of a notebook; that is copied with its neighbours and the sample
    campaigns. At the end of the test every fault of every page opened fails it.
    """
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    pages: list[LabPage] = []

    def open_lab(source: Sequence[str] | Path, theme: Theme = "light") -> LabPage:
        place = lab_server.root / f"{request.path.stem}-{request.node.name}-{len(pages)}"
        if isinstance(source, Path):
            played = shutil.ignore_patterns(".ipynb_checkpoints", "practice")
            shutil.copytree(source.parent, place / "notebooks", ignore=played)
            if (ROOT / "campaigns").is_dir():
                shutil.copytree(ROOT / "campaigns", place / "campaigns", ignore=shutil.ignore_patterns("*.lock"))
            notebook = place / "notebooks" / source.name
        else:
            notebook = place / "notebooks" / "test.ipynb"
            notebook.parent.mkdir(parents=True)
            nbformat.write(notebook_of(source), notebook)
        pages.append(LabPage(context, lab_server, notebook, theme))
        return pages[-1]

    yield open_lab
    if request.node.stash.get(FAILED, False):
        for number, page in enumerate(pages):
            page.screenshot(f"failed-{request.node.name}-{number}")
    faults = [fault for page in pages for fault in page.faults]
    context.close()
    lab_server.end_sessions()
    assert not faults, "\n".join(faults)
