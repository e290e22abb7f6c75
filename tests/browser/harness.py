"""One notebook in a real JupyterLab: opened, run, looked at; a reported error or a call to another host is a fault."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urlsplit

import nbformat
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page

from gmkit.lab import lab_command, lab_environment

Theme = Literal["light", "dark"]
THEMES: dict[Theme, str] = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}

ARTEFACTS = Path(__file__).parent / "artefacts"
"""Pictures for people to look at; git does not keep them."""

WAIT_MS = 60_000
"""The longest wait for anything; what is ready earlier goes on earlier."""

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",  # root, as CI is, has no sandbox
    # WebGL without a graphics card: the cube is drawn by software.
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    # Chromium's own calls home; they would be refused, many at a time.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]

# What JupyterLab itself says on the console, whatever the notebook: text, and why it is no fault of ours.
NOT_OURS: tuple[str, ...] = ()


class LabServer:
    """A JupyterLab server on loopback with settings, workspaces and data of its own; stopped by its own process id."""

    def __init__(self, place: Path) -> None:
        self.root = place / "files"
        self.root.mkdir(parents=True)
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = place / "server.log"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
            environment[name] = str(place / name.lower())
        for name in ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR"):
            environment[name] = str(place / name.lower())
        command = lab_command(
            self.root,
            "--no-browser",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={self.port}",
            "--ServerApp.port_retries=0",
            "--IdentityProvider.token=",
            "--ServerApp.disable_check_xsrf=True",
            "--LabApp.expose_app_in_browser=True",
        )
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command, env=lab_environment(environment), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + WAIT_MS / 1000
        while time.monotonic() < end:
            if self._process.poll() is not None:
                break
            try:
                self.get("/api/status")
            except OSError:
                time.sleep(0.1)
            else:
                return
        self.stop()
        raise RuntimeError(f"JupyterLab did not start:\n{self._log.read_text(encoding='utf-8')}")

    def get(self, path: str) -> Any:
        """Returns the server's answer to GET *path*."""
        with urllib.request.urlopen(self.url + path, timeout=30) as answer:
            return json.load(answer)

    def end_sessions(self) -> None:
        """Stops every kernel, so that the next page starts with one of its own."""
        for session in self.get("/api/sessions"):
            request = urllib.request.Request(f"{self.url}/api/sessions/{session['id']}", method="DELETE")
            urllib.request.urlopen(request, timeout=30).close()

    def stop(self) -> None:
        """Stops the server and waits for its end."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(20)


class LabPage:
    """A notebook in JupyterLab. `page` is Playwright's: `lab.page.get_by_role("button", name="Roll").click()`."""

    def __init__(self, context: BrowserContext, server: LabServer, notebook: Path, theme: Theme) -> None:
        self.notebook = notebook
        """The notebook on disk; its folder is the kernel's."""
        self.theme: Theme = theme
        self.faults: list[str] = []
        """Page errors, console errors and requests to other hosts so far; the test fails at its end if there is one."""
        self._server = server
        self.page: Page = context.new_page()
        self.page.set_default_timeout(WAIT_MS / 2)
        self.page.on("pageerror", lambda error: self.faults.append(f"page error: {error.stack or error}"))
        self.page.on("console", self._console)
        self.page.on("websocket", lambda websocket: self._visit(websocket.url))
        context.on("request", lambda request: self._visit(request.url))
        self._path = notebook.relative_to(server.root).as_posix()
        self.page.goto(f"{server.url}/lab/tree/{quote(self._path)}?reset")
        self.wait_ready()
        self.show_theme(theme)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(known in message.text for known in NOT_OURS):
            self.faults.append(f"console error: {message.text} ({message.location.get('url', '')})")

    def _visit(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about") and parts.hostname != "127.0.0.1":
            self.faults.append(f"request to another host: {url}")

    # ---- the notebook ------------------------------------------------------------------------------------------------

    def wait_ready(self) -> None:
        """Waits for the notebook, its session, and a kernel that is connected and idle."""
        # The icon alone says idle too early: a run command given then asks for a kernel instead.
        self.page.wait_for_function(
            """path => {
                const panel = window.jupyterapp?.shell?.currentWidget;
                const kernel = panel?.sessionContext?.session?.kernel;
                return panel?.context?.path === path && panel.context.isReady && panel.sessionContext.isReady
                    && kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
            }""",
            arg=self._path,
            timeout=WAIT_MS,
        )

    def command(self, name: str, arguments: dict[str, Any] | None = None, *, timeout_ms: int = WAIT_MS) -> None:
        """Runs a command of JupyterLab, such as "docmanager:save", and waits for its end."""
        # The promise is not returned: `evaluate` knows no time limit, `wait_for_function` does.
        self.page.evaluate(
            """([name, given]) => {
                window.gmkitEnded = null;
                window.jupyterapp.commands.execute(name, given).then(
                    () => { window.gmkitEnded = 'done'; }, error => { window.gmkitEnded = String(error); });
            }""",
            [name, arguments or {}],
        )
        self.page.wait_for_function("() => window.gmkitEnded", timeout=timeout_ms)
        ended = self.page.evaluate("() => window.gmkitEnded")
        assert ended == "done", f"{name}: {ended}"

    def run_all(self, *, timeout_ms: int = WAIT_MS) -> None:
        """Runs every cell; fails with the traceback if one raises."""
        self.command("notebook:run-all-cells", timeout_ms=timeout_ms)
        self._no_cell_raised()

    def run_cell(self, index: int, *, timeout_ms: int = WAIT_MS) -> None:
        """Runs the cell at *index*, counted from 0, and stays on it."""
        self.page.evaluate("index => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = index; }", index)
        self.command("notebook:run-cell", timeout_ms=timeout_ms)
        self._no_cell_raised()

    def cell_count(self) -> int:
        """Returns how many cells the notebook has now."""
        return len(self._cells())

    def outputs(self, index: int) -> list[dict[str, Any]]:
        """Returns the outputs of the cell at *index* as the notebook would store them."""
        outputs: list[dict[str, Any]] = self._cells()[index].get("outputs", [])
        return outputs

    def cell(self, index: int) -> Locator:
        """Returns the cell at *index*, counted from 0."""
        return self.page.locator(f'.jp-Notebook .jp-Cell[data-windowed-list-index="{index}"]')

    def output(self, index: int) -> Locator:
        """Returns what the cell at *index* shows, scrolled into view."""
        output = self.cell(index).locator(".jp-Cell-outputArea")
        output.scroll_into_view_if_needed()
        return output

    def save(self) -> None:
        """Saves the notebook to disk."""
        self.command("docmanager:save")

    def reload(self) -> None:
        """Loads the page again, as F5 does: the kernel goes on living, the notebook is the saved one."""
        # Unsaved changes make the browser ask; a person says yes.
        self.page.once("dialog", lambda dialog: dialog.accept())
        self.page.goto(f"{self._server.url}/lab/tree/{quote(self._path)}")
        self.wait_ready()

    def _cells(self) -> list[dict[str, Any]]:
        cells: list[dict[str, Any]] = self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.content.model.toJSON().cells"
        )
        return cells

    def _no_cell_raised(self) -> None:
        errors = [
            f"cell {index}: {output['ename']}: {output['evalue']}\n" + "\n".join(output["traceback"])
            for index, cell in enumerate(self._cells())
            for output in cell.get("outputs", [])
            if output["output_type"] == "error"
        ]
        assert not errors, "\n".join(errors)

    # ---- what is seen ------------------------------------------------------------------------------------------------

    def show_theme(self, theme: Theme) -> None:
        """Changes JupyterLab's theme and waits until it is on, and its curtain gone."""
        # A second change while the first one's curtain fades makes JupyterLab itself report an error.
        without_curtain = "() => !document.getElementById('jupyterlab-splash')"
        self.page.wait_for_function(without_curtain)
        self.command("apputils:change-theme", {"theme": THEMES[theme]})
        self.page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=THEMES[theme])
        self.page.wait_for_function(without_curtain)
        self.theme = theme

    def screenshot(self, name: str, of: Locator | None = None) -> Path:
        """Returns the picture of the page, or of a part of it, kept as `artefacts/NAME-THEME.png`."""
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{name}-{self.theme}.png"
        (of or self.page).screenshot(path=path)
        return path

    def axe(self, selector: str, *, themes: Sequence[Theme] = ("light", "dark")) -> list[str]:
        """Returns the serious and critical findings of axe inside *selector* in each theme; ends in the theme it found.

        Usage: `assert lab.axe(".gmkit-dice-roller") == []`.
        """
        before, findings = self.theme, []
        for theme in themes:
            self.show_theme(theme)
            self.page.evaluate(Axe().axe_script)
            self.page.evaluate(
                """selector => {
                    window.gmkitAxe = null;
                    if (!document.querySelector(selector)) { window.gmkitAxe = 'Nothing matches ' + selector; return; }
                    axe.run(selector, { resultTypes: ['violations'] }).then(
                        results => { window.gmkitAxe = results.violations; },
                        error => { window.gmkitAxe = String(error); });
                }""",
                selector,
            )
            self.page.wait_for_function("() => window.gmkitAxe", timeout=WAIT_MS)
            violations = self.page.evaluate("() => window.gmkitAxe")
            assert not isinstance(violations, str), violations
            findings += [
                f"{theme}: {violation['id']} ({violation['impact']}): {violation['help']}: {node['html']}"
                for violation in violations
                if violation["impact"] in ("serious", "critical")
                for node in violation["nodes"]
            ]
        self.show_theme(before)
        return findings


def notebook_of(cells: Sequence[str]) -> nbformat.NotebookNode:
    """Returns a notebook with these code cells; one that begins with "# " followed by a capital is a heading."""
    made = nbformat.v4.new_notebook()
    made.metadata["kernelspec"] = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    made.cells = [nbformat.v4.new_code_cell(source) for source in cells]
    return made


def colours_in(picture: Path) -> int:
    """Returns how many colours a picture has: 1 is blank; a cube has shades by the hundred."""
    with Image.open(picture) as image:
        return len(image.convert("RGB").getcolors(maxcolors=1 << 24) or [])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
