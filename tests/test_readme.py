"""The README tells the truth: its session runs, its commands, files and pictures are there."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LARGEST_PICTURE = 200_000
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SESSION = next(text for kind, text in BLOCKS if kind == "python")
MAKE = sorted(set(re.findall(r"^make (\w+)", "\n".join(text for _, text in BLOCKS), re.MULTILINE)))


def gmkit(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs the shell's gmkit."""
    command = [sys.executable, "-c", "from gmkit.cli import main; main()", *words]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", env={"PYTHONUTF8": "1", "LANG": "C"}, check=False
    )


def run_as_cells(source: str) -> list[Any]:
    """Runs each statement as a cell does, and returns what the expressions show."""
    place: dict[str, Any] = {}
    shown = []
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Expr):
            shown.append(eval(compile(ast.Expression(statement.value), "README", "eval"), place))
        else:
            exec(compile(ast.Module([statement], []), "README", "exec"), place)
    return shown


def test_session_runs_and_runs_again_without_acting_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = run_as_cells(SESSION)
    orders, waiting, private, picture, ledger = shown[0], shown[1], shown[2], shown[3], shown[-1]
    assert "X+" in str(orders)
    assert isinstance(waiting, list)
    assert "Anna" in private
    assert picture.get_axes()
    assert len(ledger) > 10


def test_session_is_ten_lines():
    assert "ten lines" in README
    assert 5 <= len([line for line in SESSION.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("target", MAKE)
def test_make_target_is_there(target):
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_readme_names_the_two_commands():
    assert {"lab", "test"} <= set(MAKE)


def test_every_command_of_the_shell_is_there_and_has_help():
    line = next(line for line in README.splitlines() if line.startswith("`gmkit new`"))
    commands = [name.split()[-1] for name in re.findall(r"`([^`]+)`", line) if not name.startswith("--")]
    assert len(commands) >= 10
    overview = gmkit("--help").stdout
    for command in commands:
        assert re.search(rf"^ *{command}\b", overview, re.MULTILINE), command
        assert gmkit(command, "--help").returncode == 0, command


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\((?!#|https?:)([^)#]+)\)", README))))
def test_file_that_the_readme_points_to_is_there(path):
    assert (ROOT / path).is_file()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README))))
def test_picture_is_light(path):
    assert (ROOT / path).stat().st_size <= LARGEST_PICTURE


def test_notebooks_that_the_readme_names_are_there():
    titles = {
        re.search(r'"# ([^"\\]+)', path.read_text(encoding="utf-8")).group(1)
        for path in (ROOT / "notebooks").glob("*.ipynb")
    }
    for name in ("Referee a Zone day", "Провести день в Зоне"):
        assert f"**{name}**" in README
        assert name in titles
