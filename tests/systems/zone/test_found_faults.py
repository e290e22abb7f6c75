"""What a tester found in the Zone; each test is named for the sentence that holds (api.md, Zone)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gmkit
from gmkit.errors import GmkitError

LAYOUT: dict[str, Any] = {"layout": {}}


@pytest.fixture
def c(tmp_path: Path) -> Any:
    with gmkit.create(tmp_path / "zone", system="zone", players=["Anna", "Борис"], scenario=LAYOUT) as campaign:
        yield campaign


def test_a_stalker_is_named_by_number_or_player_and_true_is_no_number(c: Any):
    for named in (1, np.int64(1), "1", "Anna", "anna"):
        assert c.game.stalker(named).number == 1
    for wrong in (True, 1.0, None, np.array([1, 2]), np.array([[1, 2]]), b"1", [1]):
        with pytest.raises(GmkitError, match="There is no Stalker"):
            c.game.stalker(wrong)
        assert c.view("Anna").choices(wrong) == []


@pytest.mark.parametrize("start", [{"1": {"at": [2, 2, 2]}, 1: {"at": [2, 2, 3]}}, {"1": {}, "01": {"burnt": True}}])
def test_a_scenario_that_places_a_stalker_twice_is_refused(tmp_path: Path, start: dict[Any, Any]):
    with pytest.raises(GmkitError, match="placed twice"):
        gmkit.create(tmp_path / "twice", system="zone", players=["Anna", "Борис"], scenario={**LAYOUT, "start": start})


def test_a_refused_key_of_a_scenario_names_every_key_that_there_is(tmp_path: Path):
    with pytest.raises(GmkitError, match=r"layout, .*settings, commands, dice"):
        gmkit.create(tmp_path / "key", system="zone", players=["Anna"], scenario={"layoutt": {}})


def test_a_picture_in_an_unknown_language_or_under_no_path_is_refused(c: Any, tmp_path: Path):
    wrong: list[dict[str, Any]] = [
        {"lang": "xx"},
        {"lang": ""},
        {"path": np.array([1, 2])},
        {"path": 3},
        {"path": tmp_path / "a\0b.svg"},
        {"path": str(tmp_path / "\ud800.svg")},
        {"path": tmp_path / ("x" * 300 + ".svg")},
    ]
    for asked in wrong:
        with pytest.raises(GmkitError):
            c.game.picture(**asked)
    assert not list(tmp_path.glob("*.svg"))
