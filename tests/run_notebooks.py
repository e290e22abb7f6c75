"""Runs the notebooks in a copy of their folder: to store them as run, or with --check to compare what they show.

python tests/run_notebooks.py [--check] [NAME.ipynb ...]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from gmkit.lab import lab_environment

ROOT = Path(__file__).parent.parent
NOTEBOOKS = ROOT / "notebooks"
CELL_LIMIT_S = 60
"""Seconds that one cell may take."""


@contextmanager
def workshop() -> Iterator[Path]:
    """Gives a copy of the notebooks beside a copy of the sample campaigns: what a run writes is thrown away."""
    with tempfile.TemporaryDirectory(prefix="gmkit-notebooks-") as name:
        place = Path(name)
        # What somebody played in the practice folder is not what the notebooks show.
        unwanted = shutil.ignore_patterns(".ipynb_checkpoints", "*.lock", "practice")
        for folder in ("notebooks", "campaigns"):
            if (ROOT / folder).is_dir():
                shutil.copytree(ROOT / folder, place / folder, ignore=unwanted)
        yield place / "notebooks"


def write(copy: Path, stored: Path) -> None:
    """Runs the notebook *copy* from its first cell to its last, and stores it as run, without widget state."""
    notebook = nbformat.read(copy, as_version=4)
    # Outputs are made anew; what an earlier run left would be kept where a cell shows nothing.
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        notebook,
        timeout=CELL_LIMIT_S,
        kernel_name="python3",
        store_widget_state=False,
        record_timing=False,
        resources={"metadata": {"path": str(copy.parent)}},
    )
    client.execute()
    notebook.metadata.pop("widgets", None)
    # The id of a widget that lived in this run leads nowhere; the picture or table beside it is for readers.
    for output in (output for cell in notebook.cells for output in cell.get("outputs", ())):
        output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    # The version of the Python that ran it says nothing to a reader, and changes from desk to desk.
    notebook.metadata["language_info"] = {"name": "python"}
    nbformat.write(notebook, stored)


def check(notebooks: list[Path]) -> int:
    """Returns pytest's exit code for strict nbval: every cell runs, and shows what is stored.

    Twice in one folder: run again on what the first run left, a notebook shows the same (C130).
    """
    if not notebooks:
        print("No notebook yet.")
        return 0
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(ROOT / "pyproject.toml"), "-p", "no:benchmark"]
    command += ["--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_LIMIT_S}"]
    command += ["--nbval-sanitize-with", str(ROOT / "tests" / "nbval_sanitize.cfg"), *map(str, notebooks)]
    return next((code for _ in range(2) if (code := subprocess.run(command, check=False).returncode)), 0)


def main() -> int:
    """Runs what the command line names, all notebooks if nothing; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with what is stored; write nothing")
    parser.add_argument("names", nargs="*", help="notebooks by name; all if none is given")
    asked = parser.parse_args()
    # The kernels get the kit's settings: no history file of what was typed.
    os.environ.update(lab_environment())
    with workshop() as copies:
        found = sorted(copies.glob("**/*.ipynb"))
        notebooks = [
            path for path in found if not asked.names or path.name in {Path(name).name for name in asked.names}
        ]
        if asked.check:
            return check(notebooks)
        for copy in notebooks:
            print(copy.name, flush=True)
            try:
                write(copy, NOTEBOOKS / copy.relative_to(copies))
            except CellExecutionError as error:
                print(error, file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
