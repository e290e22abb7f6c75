"""The guard rails hold: the package keeps every import contract and ban, and each one broken on purpose is reported."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = [contract["id"] for contract in SETTINGS["tool"]["importlinter"]["contracts"]]
BANNED = SETTINGS["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"]

# A contract, the file that breaks it, and the line that does. `twin` and `other` are systems made up for this test.
BREAKS = [
    ("layers", "words.py", "import gmkit.errors"),
    ("layers", "errors.py", "import gmkit.dice"),
    ("layers", "dice/broken.py", "import gmkit.core"),
    ("layers", "core/broken.py", "import gmkit.paint"),
    ("layers", "paint/broken.py", "import gmkit.store"),
    ("layers", "paint/broken.py", "import gmkit.systems"),
    ("layers", "store/broken.py", "import gmkit.systems"),
    ("layers", "systems/twin/game.py", "import gmkit.store"),
    ("layers", "systems/twin/game.py", "import gmkit.campaign"),
    ("layers", "campaign/broken.py", "import gmkit.widgets"),
    ("layers", "campaign/broken.py", "import gmkit.cli"),
    ("layers", "widgets/broken.py", "import gmkit.cli"),
    ("layers", "no_layer.py", ""),
    ("plain-rules", "core/broken.py", "import pandas"),
    ("plain-rules", "systems/twin/state.py", "import matplotlib"),
    ("plain-rules", "systems/twin/facts.py", "import ipywidgets"),
    ("plain-rules", "systems/twin/commands.py", "import traitlets"),
    ("plain-rules", "systems/twin/rules/grinder.py", "import pythreejs"),
    ("plain-rules", "systems/twin/rules/grinder.py", "import tinydb"),
    ("plain-rules", "systems/twin/engine.py", "import IPython"),
    ("plain-rules", "systems/twin/engine.py", "import gmkit.paint"),
    ("faces", "widgets/broken.py", "import gmkit.store"),
    ("faces", "widgets/broken.py", "import gmkit.systems.twin.state"),
    ("faces", "cli.py", "import gmkit.systems.twin.rules.grinder"),
    ("faces", "paint/broken.py", "import gmkit.systems.twin.engine"),
    ("systems-apart", "systems/twin/game.py", "import gmkit.systems.other.state"),
    ("one-file-pythreejs", "widgets/broken.py", "import pythreejs"),
    ("one-file-tinydb", "store/broken.py", "import tinydb"),
    ("one-file-icepool", "dice/broken.py", "import icepool"),
]

# A banned name of chance or time, used as people use it.
USES = {
    "random": "import random",
    "secrets": "from secrets import token_bytes",
    "numpy.random": "import numpy as np\nnp.random.default_rng()",
    "os.urandom": "import os\nos.urandom(8)",
    "os.getrandom": "from os import getrandom",
    "uuid.uuid1": "import uuid\nuuid.uuid1()",
    "uuid.uuid4": "from uuid import uuid4",
    "time.time": "import time\ntime.time()",
    "time.time_ns": "from time import time_ns",
    "time.localtime": "import time\ntime.localtime()",
    "time.gmtime": "import time\ntime.gmtime()",
    "datetime.datetime.now": "import datetime as dt\ndt.datetime.now(dt.UTC)",
    "datetime.datetime.today": "from datetime import datetime\ndatetime.today()",
    "datetime.datetime.utcnow": "from datetime import datetime\ndatetime.utcnow()",
    "datetime.date.today": "from datetime import date\ndate.today()",
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Gives a copy of the package with its settings and two systems of one shape more, all contracts kept."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "gmkit", tmp_path / "gmkit", ignore=shutil.ignore_patterns("__pycache__"))
    for system in ("twin", "other"):
        for module in ("__init__", "state", "facts", "commands", "engine", "game", "rules/__init__", "rules/grinder"):
            file = tmp_path / "gmkit" / "systems" / system / f"{module}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
    return tmp_path


def lint_imports(place: Path, *contracts: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    command += ["--no-cache", "--no-logo", *(f"--contract={contract}" for contract in contracts)]
    return subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)


def test_package_keeps_every_contract():
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in result.stdout


def test_two_more_systems_keep_every_contract(copy):
    # The copy is green before it is broken: what the next test sees is the broken line's doing.
    result = lint_imports(copy)
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in result.stdout, result.stdout + result.stderr


@pytest.mark.parametrize(("contract", "file", "line"), BREAKS)
def test_broken_contract_is_reported(copy, contract, file, line):
    with (copy / "gmkit" / file).open("a", encoding="utf-8") as broken:
        broken.write(f"\n{line}\n")
    result = lint_imports(copy, contract)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "0 kept, 1 broken." in result.stdout
    module = "gmkit." + file.removesuffix(".py").replace("/", ".")
    # An unplaced module is named by its own name.
    assert (module if line else file.removesuffix(".py")) in result.stdout


def test_every_contract_is_broken_once():
    assert {contract for contract, _, _ in BREAKS} == set(CONTRACTS)


def test_every_banned_name_is_reported_with_what_to_use_instead(copy):
    assert set(USES) == set(BANNED)
    (copy / "gmkit" / "core" / "uses").mkdir()
    for number, code in enumerate(USES.values()):
        (copy / "gmkit" / "core" / "uses" / f"use_{number}.py").write_text(code + "\n", encoding="utf-8")
    command = ["ruff", "check", "--select=TID251", "--output-format=json", "--no-cache", "gmkit/core/uses"]
    result = subprocess.run([sys.executable, "-m", *command], cwd=copy, capture_output=True, text=True, check=False)
    found = {Path(fault["filename"]).stem: fault["message"] for fault in json.loads(result.stdout)}
    for number, name in enumerate(USES):
        assert f"`{name}` is banned: {BANNED[name]['msg']}" == found.pop(f"use_{number}")
    assert not found


def test_chance_alone_draws_and_the_clock_alone_tells_the_time():
    """The two files that ruff lets through are let through for one purpose each."""
    chance, clock = ROOT / "gmkit/dice/chance.py", ROOT / "gmkit/campaign/clock.py"
    assert not modules_imported(chance) & {"time", "datetime", "uuid"}
    assert not modules_imported(clock) & {"random", "secrets", "uuid", "numpy", "os"}


def modules_imported(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found
