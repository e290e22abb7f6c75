"""What every notebook keeps, and nbval does not look at: stored as run, without secrets, short, and for readers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted(path for path in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
LONGEST_CELL = 5

Notebook = dict[str, Any]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def code_cells(notebook: Notebook) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def not_run_in_order(notebook: Notebook) -> str:
    counts = [cell["execution_count"] for cell in code_cells(notebook)]
    # nbval passes a notebook that was never run.
    return "" if counts == list(range(1, len(counts) + 1)) else f"execution counts are {counts}"


def empty(notebook: Notebook) -> str:
    return "" if code_cells(notebook) else "there is no code cell"


def widget_state(notebook: Notebook) -> str:
    # Saved widget state holds all that the game master saw.
    return "widget state is stored" if "widgets" in notebook["metadata"] else ""


def no_title(notebook: Notebook) -> str:
    first = notebook["cells"][0]
    return "" if first["cell_type"] == "markdown" and source(first).startswith("# ") else "the first cell is no title"


def not_for_readers(notebook: Notebook) -> str:
    unwanted = r"^\s*[%!]|import \*|\bsleep\b"
    return "; ".join(
        f"cell {number}: {found[0]!r}"
        for number, cell in enumerate(code_cells(notebook), start=1)
        if (found := re.search(unwanted, source(cell), re.MULTILINE))
    )


def long_cells(notebook: Notebook) -> str:
    """Blank lines do not count: they let the reader breathe."""
    lengths = [sum(1 for line in source(cell).splitlines() if line.strip()) for cell in code_cells(notebook)]
    return "; ".join(
        f"cell {number} has {length} lines" for number, length in enumerate(lengths, start=1) if length > LONGEST_CELL
    )


def places_on_a_machine(notebook: Notebook) -> str:
    text = json.dumps(notebook, ensure_ascii=False)
    found = re.search(r"/(home|root|tmp|Users|work|var|usr|opt)/\w|\b[A-Za-z]:\\\\", text)
    return f"an absolute path: {found[0]!r}" if found else ""


def raised(notebook: Notebook) -> str:
    """A cell that teaches a refusal says so by its tag; any other traceback is a fault."""
    return "; ".join(
        f"cell {number} raised {output['ename']}"
        for number, cell in enumerate(code_cells(notebook), start=1)
        for output in cell["outputs"]
        if output["output_type"] == "error"
        # JupyterLab and nbval both know this tag: "Run all" goes on.
        and "raises-exception" not in cell["metadata"].get("tags", [])
    )


def warned(notebook: Notebook) -> str:
    return "; ".join(
        f"cell {number} wrote to stderr"
        for number, cell in enumerate(code_cells(notebook), start=1)
        if any(output.get("name") == "stderr" for output in cell["outputs"])
    )


RULES: list[Callable[[Notebook], str]] = [
    not_run_in_order,
    empty,
    widget_state,
    no_title,
    not_for_readers,
    long_cells,
    places_on_a_machine,
    raised,
    warned,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_notebook_has_this_fault(rule):
    found = {path.name: rule(json.loads(path.read_text(encoding="utf-8"))) for path in NOTEBOOKS}
    assert not any(found.values()), "\n".join(f"{name}: {fault}" for name, fault in found.items() if fault)


# ---- each rule broken once, to see it speak -------------------------------------------------------------------------


def notebook(*sources: str, **changes: Any) -> Notebook:
    """Returns a notebook without a fault: a title, and these code cells as run."""
    cells: list[dict[str, Any]] = [{"cell_type": "markdown", "metadata": {}, "source": ["# Title"]}]
    for number, text in enumerate(sources or ("1 + 1",), start=1):
        cell = {"cell_type": "code", "metadata": {}, "source": [text], "outputs": [], "execution_count": number}
        cells.append(cell | changes)
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


ERROR = {"output_type": "error", "ename": "GmkitError", "evalue": "", "traceback": []}

FAULTY = {
    not_run_in_order: notebook("1", execution_count=None),
    empty: {"cells": [{"cell_type": "markdown", "metadata": {}, "source": "# Title"}], "metadata": {}},
    widget_state: {**notebook(), "metadata": {"widgets": {}}},
    no_title: {"cells": notebook()["cells"][1:], "metadata": {}},
    not_for_readers: notebook("import gmkit", "%pip install gmkit"),
    long_cells: notebook("a\nb\nc\n\nd\ne\nf"),
    places_on_a_machine: notebook('gmkit.open("/home/anna/spring")'),
    raised: notebook("1", outputs=[ERROR]),
    warned: notebook("1", outputs=[{"output_type": "stream", "name": "stderr", "text": "Warning"}]),
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_rule_speaks_of_its_fault_and_of_no_other(rule):
    assert [other.__name__ for other in FAULTY if other(FAULTY[rule])] == [rule.__name__]
    assert rule(notebook()) == ""


@pytest.mark.parametrize(
    "line", ["%matplotlib inline", "!ls", "from gmkit import *", "time.sleep(1)", "  %pip install gmkit"]
)
def test_line_that_is_not_for_readers_is_found(line):
    assert not_for_readers(notebook(line))


def test_refusal_that_is_taught_is_no_fault():
    taught = notebook("1", outputs=[ERROR], metadata={"tags": ["raises-exception"]})
    assert raised(taught) == ""


def test_windows_path_is_found():
    assert places_on_a_machine(notebook(r'gmkit.open("C:\games")'))
