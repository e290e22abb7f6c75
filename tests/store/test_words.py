"""Every sentence of the store exists in Russian, with the same values in it."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import gmkit.store
from gmkit.store import CampaignFile, foreign
from gmkit.words import russian_messages, speaking


def sentences() -> set[tuple[str, ...]]:
    found = set()
    for file in Path(gmkit.store.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"say", "say_n"}:
                found.add(tuple(word.value for word in node.args if isinstance(word, ast.Constant)))
    return found


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("forms", sorted(sentences()), ids=lambda forms: forms[0][:40])
def test_each_sentence_has_its_russian_one(forms):
    known = russian_messages()[forms[0]]
    assert len(known) == (3 if len(forms) == 2 else 1)
    for text in known:
        assert names(text) == names(forms[0])


@pytest.mark.parametrize(
    ("n", "words"), [(1, "1 запись"), (3, "все 3 записи"), (8, "все 8 записей"), (21, "21 запись")]
)
def test_a_notice_is_said_in_russian(make, monkeypatch, n, words):
    monkeypatch.setattr(foreign, "STILL_S", 0)
    campaign = make(n)
    campaign.path.write_bytes(campaign.path.read_bytes()[:-4] + b',"%d": {"half\n\n\n\n' % (n + 1))
    (notice,) = CampaignFile.open(campaign.path).notices
    with speaking("ru"):
        assert words in str(notice)
        assert "осталась недописанной" in str(notice)
