"""The promise pages: each sentence names its test, each named test exists, and both languages promise the same."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("80_what_gmkit_promises.ipynb", "81_chto_gmkit_obeshchaet.ipynb")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
SECTIONS = 3
"""What is guaranteed, what is not, what to do after an accident."""


def tables(page: str) -> list[list[str]]:
    """Returns the rows of each table of the page, without its head."""
    cells = json.loads((ROOT / "notebooks" / page).read_text("utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    rows = [[line for line in text.splitlines() if line.startswith("| ")][2:] for text in texts]
    return [found for found in rows if found]


@pytest.mark.parametrize("page", PAGES)
def test_each_sentence_of_the_promise_page_names_one_test_that_exists(page):
    found = tables(page)
    assert len(found) == SECTIONS
    for row in (row for table in found for row in table):
        named = NAMED.findall(row)
        assert len(named) == 1, row
        ((file, name),) = named
        functions = {node.name for node in ast.parse((ROOT / file).read_text("utf-8")).body if hasattr(node, "name")}
        assert name.startswith("test_"), row
        assert name in functions, row


def test_both_languages_promise_the_same():
    english, russian = ([[NAMED.findall(row) for row in table] for table in tables(page)] for page in PAGES)
    assert english == russian
    assert [len(table) for table in english] == [37, 6, 9]
