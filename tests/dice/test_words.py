"""Every sentence of the dice stands in dice.po, with the same values in braces."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import gmkit.dice
from gmkit.words import russian_messages

FILES = sorted(Path(gmkit.dice.__file__).parent.glob("*.py"))


def sentences() -> dict[str, str]:
    found = {}
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                assert isinstance(node.args[0], ast.Constant), f"{file.name}: {node.lineno}"
                found[node.args[0].value] = file.name
    return found


def fields(text: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def test_every_sentence_is_in_russian_with_the_same_values():
    known = russian_messages()
    said = sentences()
    assert len(said) > 40
    for text in said:
        assert known.get(text, ("",))[0], text
        assert fields(known[text][0]) == fields(text), text
