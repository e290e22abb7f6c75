"""The guards of the tests themselves: swallowed errors, the search for Chromium, the parts of `make test`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import ipywidgets
import pytest

from tests import find_chromium

ROOT = Path(__file__).parent.parent


def test_error_in_a_click_handler_is_noticed(swallowed_errors):
    button = ipywidgets.Button()
    button.on_click(lambda _: 1 / 0)
    button.click()
    assert [record.exc_info[0] for record in swallowed_errors] == [ZeroDivisionError]
    swallowed_errors.clear()


def test_missing_chromium_stops_with_one_sentence(monkeypatch, capsys):
    monkeypatch.setattr(find_chromium, "on_this_machine", lambda: None)
    monkeypatch.setattr(find_chromium, "install", lambda: None)
    assert find_chromium.main() == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "apt-get install chromium" in told.err


def test_chromium_is_installed_where_there_is_none(monkeypatch, capsys):
    there = []
    monkeypatch.setattr(find_chromium, "on_this_machine", lambda: there[0] if there else None)
    monkeypatch.setattr(find_chromium, "install", lambda: there.append("/somewhere/chromium"))
    assert find_chromium.main() == 0
    assert capsys.readouterr().out == "/somewhere/chromium\n"


@pytest.mark.parametrize(
    ("root", "package_works", "expected"),
    [
        (True, True, ["apt-get update", "apt-get install"]),
        (True, False, ["apt-get update", "apt-get install", "apt-get install", "playwright install"]),
        (False, True, ["playwright install"]),
    ],
)
def test_root_on_debian_takes_the_systems_package_and_others_playwrights(monkeypatch, root, package_works, expected):
    run = []

    def note(command, environment=None):
        run.append(" ".join(command[2:4] if command[0] == sys.executable else command[:2]))
        return True

    monkeypatch.setattr(find_chromium, "_run", note)
    monkeypatch.setattr(find_chromium, "on_this_machine", lambda: "/usr/bin/chromium" if package_works else None)
    monkeypatch.setattr(find_chromium.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(find_chromium.os, "geteuid", lambda: 0 if root else 1000, raising=False)
    find_chromium.install()
    assert run == expected


def test_chromium_that_does_not_start_is_passed_over(monkeypatch, tmp_path):
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("GMKIT_CHROMIUM", str(broken))
    assert find_chromium.on_this_machine() is None


def test_part_that_fails_stops_make_test_and_is_named(tmp_path, monkeypatch):
    (tmp_path / ".venv").mkdir()
    (tmp_path / "tests").mkdir()
    script = tmp_path / "tests" / "timed.py"
    script.write_bytes((ROOT / "tests" / "timed.py").read_bytes())

    def timed(*words):
        return subprocess.run([sys.executable, str(script), *words], capture_output=True, text=True, check=False)

    assert timed("--start").returncode == 0
    assert timed("first", sys.executable, "-c", "pass").returncode == 0
    failed = timed("second", sys.executable, "-c", "raise SystemExit(3)")
    assert failed.returncode == 3
    assert "== second: FAILED (exit 3)" in failed.stdout
    assert set(json.loads((tmp_path / ".venv" / "times.json").read_text())) == {"first", "second"}


def test_no_file_names_a_registry_or_a_place_on_a_machine():
    """Registries and folders differ from machine to machine; what is in the repository does not."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:  # an unpacked archive has no git, and nothing of a desk in it
        tracked = [path for path in ROOT.rglob("*.py") if ".venv" not in path.parts]
    else:
        tracked = [ROOT / name for name in listed.stdout.split("\0") if name]
    # Put together here, so that this file does not name them; the places are those of the machine it runs on.
    unwanted = ["pypi." + "org", "pythonhosted." + "org", "npmjs." + "org", "file:" + "///", "index" + "-url"]
    unwanted += [f"{place}/" for place in (ROOT, Path.home(), Path(sys.prefix)) if len(str(place)) > len("/tmp")]
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in tracked
        if path.is_file()
        for word in unwanted
        if word.encode() in path.read_bytes()
    ]
    assert not found, "\n".join(found)
