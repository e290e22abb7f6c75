"""Opens JupyterLab on the notebooks: without news, update checks or a history file of what the game master typed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from gmkit.errors import GmkitError
from gmkit.words import say

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent
_SHIPPED = _PACKAGE / "shipped"
_SAMPLES = ("notebooks", "campaigns")


def lab(path: str | Path | None = None, *, options: Sequence[str] = ()) -> list[str]:
    """Opens JupyterLab, stays until it is stopped, and returns the command that was run.

    Args:
        path: A folder that gets the notebooks and sample campaigns (nothing in it is overwritten), a campaign's folder
            (its session notebook opens), or a notebook. None: the notebooks of this checkout.
        options: Further words for JupyterLab's own command line.

    Raises:
        GmkitError: If gmkit came from a wheel and no folder is named, or the path is none of the above.
    """
    command = lab_command(opened_by(path), *options)
    # Ctrl+C is how a person stops JupyterLab: it is told as well, and asks.
    with suppress(KeyboardInterrupt):
        subprocess.run(command, env=lab_environment(), check=False)
    return command


def opened_by(path: str | Path | None = None) -> Path:
    """Returns the notebook, or the folder of notebooks, on which `gmkit lab PATH` opens; makes what it needs.

    Raises:
        GmkitError: See `lab`.
    """
    if path is None:
        if not is_checkout():
            raise GmkitError(
                say("Name a folder for the notebooks and sample campaigns, for example: gmkit lab my-games.")
            )
        return _first_notebook(_CHECKOUT / "notebooks")
    target = Path(path).expanduser().absolute()
    if target.suffix == ".ipynb":
        if not target.is_file():
            raise GmkitError(say("There is no notebook {path}.", path=str(path)))
        return target
    if target.exists() and not target.is_dir():
        raise GmkitError(
            say(
                "{path} is neither a folder nor a notebook: name a folder, or a file that ends in .ipynb.",
                path=str(path),
            )
        )
    if (target / "campaign.json").is_file():
        return session_notebook(target)
    if target.name == "notebooks" and any(target.glob("*.ipynb")):
        return _first_notebook(target)
    copy_samples(target)
    return _first_notebook(target / "notebooks")


def lab_command(opened: Path, *options: str) -> list[str]:
    """Returns the command that opens JupyterLab on *opened*, a notebook or a folder, with *options* added."""
    folder = opened if opened.is_dir() else opened.parent
    # One folder up, so that the file browser reaches the sample campaigns beside the notebooks.
    root = folder.parent if folder.name in _SAMPLES else folder
    place = quote(opened.relative_to(root).as_posix())
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={root}"]
    command += [f"--LabApp.default_url=/lab/tree/{place}" if place != "." else "--LabApp.default_url=/lab"]
    command += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    command += ["--LabApp.extension_manager=readonly"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return [*command, *options]


def lab_environment(base: Mapping[str, str] | None = None) -> dict[str, str]:
    """Returns the environment for that command: *base* (this process's own if None) with the kit's settings first.

    They say: no news, no update check, no widget state saved into notebooks, no history file of the kernel. This
    environment's programs come first in PATH: JupyterLab's own terminal, and `!` in a cell, then know `gmkit`.
    """
    environment = dict(os.environ if base is None else base)
    for name, folder in (("JUPYTER_CONFIG_PATH", "config"), ("JUPYTER_PATH", "share")):
        paths = [str(_PACKAGE / "jupyter" / folder), environment.get(name, "")]
        environment[name] = os.pathsep.join(path for path in paths if path)
    programs, known = sysconfig.get_path("scripts"), environment.get("PATH", "").split(os.pathsep)
    others = [path for path in known if path and path != programs]
    environment["PATH"] = os.pathsep.join([programs, *others])
    return environment


def is_checkout() -> bool:
    """Returns whether gmkit runs from its repository, where the notebooks lie beside the package."""
    return not _SHIPPED.is_dir() and (_CHECKOUT / "pyproject.toml").is_file()


def copy_samples(target: Path) -> list[Path]:
    """Returns the files copied into *target*: notebooks and sample campaigns; a file that is there is left alone."""
    source = _CHECKOUT if is_checkout() else _SHIPPED
    copied = []
    for sample in _SAMPLES:
        for file in sorted((source / sample).rglob("*")):
            place = target / file.relative_to(source)
            if file.is_file() and not _is_played(file.relative_to(source)) and not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, place)
                copied.append(place)
    return copied


def _is_played(file: Path) -> bool:
    """Returns whether a file is what somebody played or left there, and no sample."""
    return ".ipynb_checkpoints" in file.parts or file.parts[:2] == ("notebooks", "practice") or file.suffix == ".lock"


def session_notebook(campaign: Path) -> Path:
    """Returns the session notebook in the folder *campaign*; writes one if there is none."""
    notebook = campaign / "session.ipynb"
    if not notebook.exists():
        cells = [
            _cell("markdown", "start", f"# {campaign.name}"),
            _cell("code", "open", 'import gmkit\n\nc = gmkit.open(".")'),
            _cell("code", "desk", "c.desk()"),
        ]
        kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
        document = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        notebook.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return notebook


def _cell(kind: str, name: str, source: str) -> dict[str, object]:
    cell: dict[str, object] = {"cell_type": kind, "id": name, "metadata": {}, "source": source}
    return cell | {"execution_count": None, "outputs": []} if kind == "code" else cell


def _first_notebook(folder: Path) -> Path:
    """Returns the index, which is first by name; the folder itself while it holds no notebook."""
    return min(folder.glob("*.ipynb"), default=folder, key=lambda notebook: notebook.name)
