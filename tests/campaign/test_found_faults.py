"""What a tester found in the campaign layer; each test is named for the sentence that holds (api.md, Campaigns)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gmkit
from gmkit.errors import GmkitError

HALF = "\ud800"
"""Half of a character: no file can keep it."""
ROWS = np.array([[1, 2], [3, 4]])
"""What answers neither yes nor no when it is compared."""


@pytest.mark.parametrize(
    "asked",
    [
        {"title": HALF},
        {"key": HALF},
        {"scenario": HALF},
        {"scenario": "a\0b.toml"},
        {"scenario": {HALF: 1}},
        {"scenario": {"commands": [{"do": "note", "text": HALF}]}},
        {"settings": {"limit": HALF}},
        {"lang": ROWS},
        {"clock": ROWS},
        {"clock": []},
        {"scenario": {"dice": b"\x01"}},
    ],
    ids=ascii,
)
def test_create_refuses_what_no_file_can_keep_and_makes_nothing(tmp_path: Path, asked: dict[str, Any]):
    with pytest.raises(GmkitError):
        gmkit.create(tmp_path / "spring", **{"system": "counting", "players": ["Anna"], **asked})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["x" * 300, "ё" * 200, HALF, "/".join(["d" * 200] * 40)], ids=lambda name: ascii(name[:9])
)
def test_a_folder_that_no_disk_can_have_is_refused_in_a_sentence(tmp_path: Path, name: str):
    with pytest.raises(GmkitError):
        gmkit.create(str(tmp_path / name), system="counting", players=["Anna"])
    with pytest.raises(GmkitError):
        gmkit.open(str(tmp_path / name))
    assert not list(tmp_path.iterdir())


def test_a_value_that_is_neither_true_nor_false_is_refused_in_a_sentence(new: Callable[..., Any]):
    c = new("spring")
    before = c.history().shape
    calls: list[Callable[[], object]] = [
        lambda: c.do({"do": ROWS}),
        lambda: c.do([{"do": ROWS}]),
        lambda: c.report(turn=0, format=ROWS),
        lambda: c.report(turn=0, lang=ROWS),
        lambda: c.view(ROWS),
        lambda: c.roll("d6", faces=ROWS),
        lambda: c.ledger.add("note", turn=ROWS),
    ]
    for call in calls:
        with pytest.raises(GmkitError):
            call()
    assert c.history().shape == before


@pytest.mark.parametrize("lang", ["", "xx", 0, False, {}], ids=repr)
def test_a_report_in_a_language_that_gmkit_does_not_speak_is_refused(new: Callable[..., Any], lang: Any):
    with pytest.raises(GmkitError):
        new("spring").report(turn=0, lang=lang)


def test_a_campaign_stays_where_it_is_when_the_kernel_goes_to_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "desk").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    made = gmkit.create("spring", system="counting", players=["Anna"])
    opened = gmkit.open("spring")
    monkeypatch.chdir(tmp_path / "elsewhere")
    made.roll("d6")
    opened.roll("d6")
    assert made.path == opened.path == tmp_path / "desk" / "spring"
    made.close()
    opened.close()
    assert not list((tmp_path / "elsewhere").iterdir())
