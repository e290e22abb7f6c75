"""Prints the path of a Chromium that the browser tests can drive; installs one where there is none.

Exits 2 with one sentence where it can be neither found nor installed: the browser tests are never skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""What a Chromium may be called, in the order in which they are tried."""


def on_this_machine() -> str | None:
    """Returns the Chromium named by GMKIT_CHROMIUM, on the path, or of Playwright; None if none starts."""
    named = os.environ.get("GMKIT_CHROMIUM")
    candidates = [named] if named else [*map(shutil.which, NAMES), _of_playwright()]
    return next((path for path in candidates if path and _starts(path)), None)


def install() -> None:
    """Installs the system's package as root on Debian and its like, else (or if that fails) Playwright's own."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        _run(["apt-get", "update", "-qq"], quiet)
        # Debian has "chromium"; on Ubuntu "chromium-browser" is the name, and may want snap.
        for package in ("chromium", "chromium-browser"):
            if (
                _run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package], quiet)
                and on_this_machine()
            ):
                return
    _run([sys.executable, "-m", "playwright", "install", "chromium"])


def found() -> str | None:
    """Returns the path of a Chromium, which is installed first if need be; None where that did not work."""
    path = on_this_machine()
    if path is None:
        print("No Chromium found: installing one for the browser tests ...", file=sys.stderr)
        install()
        path = on_this_machine()
    return path


def _of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def _starts(path: str) -> bool:
    """Returns whether the program answers; a stub that only points at a package store does not."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _run(command: list[str], environment: dict[str, str] | None = None) -> bool:
    # Standard output belongs to the path alone.
    return (
        subprocess.run(command, env=environment, stdout=sys.stderr, stdin=subprocess.DEVNULL, check=False).returncode
        == 0
    )


def main() -> int:
    """Prints the path; returns the exit code."""
    path = found()
    if path is None:
        print(
            "The browser tests need Chromium, and it could not be installed: install the system's package `chromium` "
            "(as root on Debian: apt-get install chromium), or run `.venv/bin/playwright install chromium`, or name "
            "one in GMKIT_CHROMIUM; then run `make test` again.",
            file=sys.stderr,
        )
        return 2
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
