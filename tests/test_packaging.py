"""The built wheel, installed into a clean environment and used there: gmkit as one gets it without the repository."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

InWheel = Callable[[str], str]
"""Runs Python code where gmkit is the wheel's; returns what it printed."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gives the wheel, built as it is for people but without asking the network for build tools."""
    place = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(place), str(ROOT))
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def clean(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gives an environment that has gmkit from the wheel, and all else from the environment of the tests."""
    place = tmp_path_factory.mktemp("clean")
    venv.create(place, with_pip=False)
    python = next(path for path in (place / "bin/python", place / "Scripts/python.exe") if path.exists())
    run(sys.executable, "-m", "pip", "-q", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
    purelib = Path(run(str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # Installing every dependency again would take minutes. A .pth line adds the folder but obeys no .pth inside it, so
    # the editable install of the checkout is not seen.
    (purelib / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


@pytest.fixture(scope="module")
def in_wheel(clean: Path, tmp_path_factory: pytest.TempPathFactory) -> InWheel:
    """Gives a runner of code in the clean environment, isolated from variables and from the present folder."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    return lambda code: run(str(clean), "-I", "-c", code, cwd=elsewhere)


def run(*command: str, cwd: Path | None = None) -> str:
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)
    assert result.returncode == 0, f"{' '.join(command)}\n{result.stdout}\n{result.stderr}"
    return result.stdout


NOT_SHIPPED = {"__pycache__", ".ipynb_checkpoints", "backups"}


def files_of(folder: str) -> set[str]:
    """Returns the files below a folder of the repository, without what running leaves there."""
    return {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and file.suffix != ".lock" and not NOT_SHIPPED & set(file.parts)
    }


def test_wheel_holds_every_file_of_the_package_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    shipped = {f"gmkit/shipped/{name}" for name in files_of("notebooks") | files_of("campaigns")}
    assert held == files_of("gmkit") | shipped


def test_wheel_names_its_command_and_its_licence(wheel):
    with zipfile.ZipFile(wheel) as archive:
        info = {Path(name).name: archive.read(name).decode() for name in archive.namelist() if ".dist-info/" in name}
    assert "gmkit = gmkit.cli:main" in info["entry_points.txt"]
    assert "Requires-Python: >=3.11" in info["METADATA"]
    assert "The gmkit authors" in info["LICENSE"]
    assert str(ROOT) not in info["METADATA"]


def test_gmkit_is_the_wheels_and_speaks_russian(in_wheel):
    place, sentence = in_wheel(
        "import gmkit.words, gmkit.lab, gmkit.errors\n"
        "print(gmkit.words.__file__)\n"
        "with gmkit.words.speaking('ru'):\n"
        "    print(gmkit.words.say('There is no notebook {path}.', path='a.ipynb'))"
    ).splitlines()
    assert str(ROOT) not in place
    assert sentence == "Тетради a.ipynb нет."


def test_every_module_of_the_wheel_can_be_imported(in_wheel):
    listed = in_wheel(
        "import gmkit, importlib, pkgutil\n"
        "for module in pkgutil.walk_packages(gmkit.__path__, 'gmkit.'):\n"
        "    importlib.import_module(module.name)\n"
        "    print(module.name)"
    )
    expected = {name for name in files_of("gmkit") if name.endswith(".py") and name != "gmkit/__init__.py"}
    modules = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in expected}
    assert set(listed.split()) == modules


def test_lab_of_a_wheel_asks_for_a_folder(in_wheel):
    said = in_wheel(
        "from gmkit.lab import opened_by, is_checkout\n"
        "from gmkit.errors import GmkitError\n"
        "print(is_checkout())\n"
        "try:\n    opened_by()\nexcept GmkitError as error:\n    print(error)"
    )
    assert said.splitlines() == [
        "False",
        "Name a folder for the notebooks and sample campaigns, for example: gmkit lab my-games.",
    ]


def test_lab_of_a_wheel_copies_notebooks_and_campaigns_into_the_folder_named(in_wheel, tmp_path):
    target = tmp_path / "my games"
    in_wheel(f"from gmkit.lab import opened_by; print(opened_by({str(target)!r}))")
    copied = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert copied == files_of("notebooks") | files_of("campaigns")
    assert any(name.endswith(".ipynb") for name in copied)
    assert any(name.endswith("campaign.json") for name in copied)


def test_kit_settings_of_jupyterlab_travel_in_the_wheel(in_wheel):
    printed = in_wheel(
        "from gmkit.lab import lab_environment\n"
        "from pathlib import Path\n"
        "there = lab_environment({})\n"
        "print(Path(there['JUPYTER_CONFIG_PATH'], 'labconfig/default_setting_overrides.json').is_file())\n"
        "print(Path(there['JUPYTER_PATH'], 'kernels/python3/kernel.json').is_file())"
    )
    assert printed.split() == ["True", "True"]


def test_zone_campaign_is_created_and_opened_again_from_the_wheel(in_wheel, tmp_path):
    """Tables, settings and translations are there: a Zone game begins, in Russian, and is read back from its file."""
    said = in_wheel(
        "import gmkit\n"
        f"place = {str(tmp_path / 'spring')!r}\n"
        "c = gmkit.create(place, system='zone', players=['Anna', 'Борис'], key='w', lang='ru')\n"
        "print(len(c.game.board()), c.turn)\n"
        "print(c.report(turn=0))\n"
        "c.close()\n"
        "print(gmkit.open(place).players)"
    )
    lines = said.splitlines()
    assert lines[0] == "125 1"
    assert "Борис" in "".join(lines[1:-1])
    assert lines[-1] == "('Anna', 'Борис')"


def test_sample_campaigns_open_from_the_wheel(in_wheel, tmp_path):
    listed = in_wheel(
        "import gmkit, gmkit.lab\n"
        "from pathlib import Path\n"
        f"target = Path({str(tmp_path)!r})\n"
        "gmkit.lab.copy_samples(target)\n"
        "for file in sorted(target.glob('campaigns/*/campaign.json')):\n"
        "    c = gmkit.open(file.parent)\n"
        "    print(c.system, c.turn)\n"
        "    c.close()"
    )
    assert listed.splitlines()
    assert all(int(line.split()[1]) > 1 for line in listed.splitlines())
