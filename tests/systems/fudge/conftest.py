"""Fudge campaigns for the tests: in memory where there is one, with a key and a clock that never change."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.words import set_language


def noon() -> dt.datetime:
    return dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


@pytest.fixture
def new() -> Iterator[Callable[..., Any]]:
    """Returns a function that creates a Fudge campaign of Anna and Борис."""
    memory = Path("/dev/shm")
    made: list[Any] = []
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:

        def create(name: str = "c", **options: Any) -> Any:
            given = {"players": ["Anna", "Борис"], "key": "k", "clock": noon, "title": "T"} | options
            made.append(gmkit.create(Path(folder) / name, system="fudge", **given))
            return made[-1]

        yield create
        for campaign in made:
            campaign.close()


@pytest.fixture
def c(new: Callable[..., Any]) -> Any:
    return new()


@pytest.fixture
def g(c: Any) -> Any:
    """The verbs of a game with Ivan, whom Anna plays, and a Troll of the GM's that all know of."""
    game = c.game
    game.character(
        "Ivan",
        player="Anna",
        attributes={"strength": 2, "agility": 1},
        skills={"Sword": 2},
        techniques={"Feint": 1},
    )
    game.character("Troll", known_to="all", attributes={"strength": 3, "vitality": 3})
    return game
