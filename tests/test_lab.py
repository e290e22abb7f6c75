"""`gmkit lab`: what it opens, what it copies, and what it tells JupyterLab (no news, no updates, no history)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gmkit import lab
from gmkit.errors import GmkitError

ROOT = Path(__file__).parent.parent


@pytest.fixture
def kit(tmp_path, monkeypatch):
    """Gives a checkout made up for the test: two notebooks and one campaign beside the package."""
    (tmp_path / "kit" / "notebooks").mkdir(parents=True)
    (tmp_path / "kit" / "campaigns" / "spring").mkdir(parents=True)
    for name in ("10_day.ipynb", "00_start_here.ipynb"):
        (tmp_path / "kit" / "notebooks" / name).write_text("{}", encoding="utf-8")
    (tmp_path / "kit" / "campaigns" / "spring" / "campaign.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(lab, "_CHECKOUT", tmp_path / "kit")
    monkeypatch.setattr(lab, "is_checkout", lambda: True)
    return tmp_path / "kit"


def test_checkout_opens_on_its_index(kit):
    assert lab.opened_by() == kit / "notebooks" / "00_start_here.ipynb"


def test_folder_gets_notebooks_and_campaigns(kit, tmp_path):
    opened = lab.opened_by(tmp_path / "games")
    assert opened == tmp_path / "games" / "notebooks" / "00_start_here.ipynb"
    assert (tmp_path / "games" / "campaigns" / "spring" / "campaign.json").is_file()


def test_nothing_in_the_folder_is_overwritten(kit, tmp_path):
    lab.opened_by(tmp_path / "games")
    mine = tmp_path / "games" / "notebooks" / "10_day.ipynb"
    mine.write_text("my own notes", encoding="utf-8")
    (tmp_path / "games" / "notebooks" / "00_start_here.ipynb").unlink()
    assert [path.name for path in lab.copy_samples(tmp_path / "games")] == ["00_start_here.ipynb"]
    assert mine.read_text(encoding="utf-8") == "my own notes"


def test_what_was_played_here_is_not_copied_bug(kit, tmp_path):
    for played in ("notebooks/practice/en/tutorial/campaign.json", "campaigns/spring/campaign.json.lock"):
        (kit / played).parent.mkdir(parents=True, exist_ok=True)
        (kit / played).write_text("{}", encoding="utf-8")
    copied = [path.relative_to(tmp_path / "games").as_posix() for path in lab.copy_samples(tmp_path / "games")]
    assert "notebooks/00_start_here.ipynb" in copied
    assert not [path for path in copied if "practice" in path or path.endswith(".lock")]


def test_folder_of_notebooks_is_opened_as_it_is(kit):
    before = sorted(kit.rglob("*"))
    assert lab.opened_by(kit / "notebooks") == kit / "notebooks" / "00_start_here.ipynb"
    assert sorted(kit.rglob("*")) == before


def test_campaign_opens_on_a_session_notebook_that_is_written_once(kit):
    opened = lab.opened_by(kit / "campaigns" / "spring")
    assert opened == kit / "campaigns" / "spring" / "session.ipynb"
    cells = json.loads(opened.read_text(encoding="utf-8"))["cells"]
    assert ["".join(cell["source"]) for cell in cells] == [
        "# spring",
        'import gmkit\n\nc = gmkit.open(".")',
        "c.desk()",
    ]
    opened.write_text("my session", encoding="utf-8")
    lab.opened_by(kit / "campaigns" / "spring")
    assert opened.read_text(encoding="utf-8") == "my session"


def test_session_notebook_is_a_valid_notebook(kit):
    import nbformat

    nbformat.validate(nbformat.read(lab.session_notebook(kit / "campaigns" / "spring"), as_version=4))


def test_notebook_is_opened_and_a_missing_one_refused(kit):
    notebook = kit / "notebooks" / "10_day.ipynb"
    assert lab.opened_by(notebook) == notebook
    with pytest.raises(GmkitError, match=r"There is no notebook nowhere\.ipynb\."):
        lab.opened_by("nowhere.ipynb")


def test_other_file_is_refused(kit, tmp_path):
    file = tmp_path / "notes.txt"
    file.touch()
    with pytest.raises(GmkitError, match="neither a folder nor a notebook"):
        lab.opened_by(file)


def test_command_opens_the_notebook_with_the_campaigns_in_reach(kit):
    command = lab.lab_command(kit / "notebooks" / "00_start_here.ipynb", "--no-browser")
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={kit}" in command
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in command
    assert "--LabApp.news_url=None" in command
    assert command[-1] == "--no-browser"


def test_place_with_blanks_and_russian_letters_is_quoted(tmp_path):
    notebook = tmp_path / "мой день.ipynb"
    notebook.touch()
    wanted = "--LabApp.default_url=/lab/tree/%D0%BC%D0%BE%D0%B9%20%D0%B4%D0%B5%D0%BD%D1%8C.ipynb"
    assert wanted in lab.lab_command(notebook)


def test_jupyter_reads_the_kits_settings_before_all_others():
    environment = lab.lab_environment({**os.environ, "JUPYTER_PATH": "/elsewhere"})
    assert environment["JUPYTER_PATH"].split(os.pathsep)[1] == "/elsewhere"
    code = (
        "import json; from jupyter_server.services.config import ConfigManager; "
        "from jupyter_client.kernelspec import get_kernel_spec; "
        "print(json.dumps([ConfigManager(config_dir_name='labconfig').get('default_setting_overrides'), "
        "get_kernel_spec('python3').argv]))"
    )
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    settings, argv = json.loads(run.stdout)
    assert settings["@jupyterlab/apputils-extension:notification"] == {"fetchNews": "false", "checkForUpdates": False}
    assert settings["@jupyter-widgets/jupyterlab-manager:plugin"] == {"saveState": False}
    assert "--HistoryManager.enabled=False" in argv


def test_the_terminal_in_jupyterlab_knows_gmkit(tmp_path):
    environment = lab.lab_environment({"PATH": os.pathsep.join([str(tmp_path), os.defpath])})
    found = shutil.which("gmkit", path=environment["PATH"])
    assert found is not None, "gmkit is installed beside the Python that runs it"
    said = subprocess.run(
        ["gmkit", "odds", "d6", "--at-least", "6"], env=environment, capture_output=True, text=True, check=True
    )
    assert "1/6" in said.stdout
    assert str(tmp_path) in environment["PATH"].split(os.pathsep)
    assert lab.lab_environment(environment)["PATH"] == environment["PATH"], "and not twice"
    assert lab.lab_environment({})["PATH"] == str(Path(found).parent)


def test_lab_runs_the_command_and_returns_it(kit, monkeypatch):
    seen = []
    monkeypatch.setattr(lab.subprocess, "run", lambda command, **given: seen.append((command, given["env"])))
    assert lab.lab() == seen[0][0]
    assert seen[0][1]["JUPYTER_CONFIG_PATH"].startswith(str(ROOT / "gmkit" / "jupyter" / "config"))
