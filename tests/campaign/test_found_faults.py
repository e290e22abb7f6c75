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


def test_an_order_that_came_back_but_does_not_stand_says_what_does(tmp_path: Path) -> None:
    c = gmkit.create(tmp_path / "c", system="zone", players=["Anna", "Vera"], key="k", scenario={"layout": {}})
    first = c.game.order("Anna", "X+", turn=1)
    c.game.order("Anna", "Y+", turn=1)
    again = c.game.order("Anna", "X+", turn=1)
    assert again == first
    assert "Now stands for Stalker 1: Y+" in repr(again)
    c.game.withdraw("Anna", turn=1)
    assert "No order stands for Stalker 1" in repr(c.game.order("Anna", "Y+", turn=1))
    c.game.order("Vera", "X-", turn=1)
    assert repr(c.game.order("Vera", "X-", turn=1)) == "Order for Stalker 8: X-."


def test_an_undone_act_that_comes_back_says_how_to_bring_it_back(tmp_path: Path) -> None:
    c = gmkit.create(tmp_path / "c", system="zone", players=["Anna", "Vera"], key="k", scenario={"layout": {}})
    c.game.order("Anna", "X+", turn=1)
    c.undo()
    assert "c.redo()" in repr(c.game.order("Anna", "X+", turn=1))


def test_an_undone_and_redone_page_is_the_page_that_it_was(tmp_path: Path) -> None:
    c = gmkit.create(tmp_path / "c", system="zone", players=["Anna", "Vera"], key="k", scenario={"layout": {}})
    before = c.game.end_day(turn=1)
    c.undo()
    c.redo()
    assert c.report(1) == before
    c.undo()
    c.game.order("Anna", "X+", turn=1)
    assert "done again" in c.game.end_day(turn=1)


def test_a_verb_of_the_system_asked_of_the_campaign_is_refused_with_its_place(tmp_path: Path) -> None:
    c = gmkit.create(tmp_path / "c", system="zone", players=["Anna", "Vera"], key="k", scenario={"layout": {}})
    with pytest.raises(gmkit.GmkitError, match=r"c\.game\.end_day"):
        c.end_day()
    with pytest.raises(gmkit.GmkitError, match=r"there are: .*undo"):
        c.save()
    assert not hasattr(c, "anything")
