"""Campaigns for the tests: in a folder of their own, with a key and a clock that never change."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.systems import add_system
from gmkit.words import set_language
from tests.campaign.counting import COUNTING


def noon() -> dt.datetime:
    return dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def counting() -> Iterator[None]:
    add_system(COUNTING)
    yield
    set_language("en")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: what these tests ask is not about the disk, and each act waits for it."""
    memory = Path("/dev/shm")
    if not memory.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Returns a function that creates a campaign of the counting system."""
    made: list[Any] = []

    def create(name: str = "c", **options: Any) -> Any:
        options = {
            "system": "counting",
            "title": "T",
            "players": ["Anna", "Борис"],
            "key": "k",
            "clock": noon,
        } | options
        made.append(gmkit.create(tmp_path / name, **options))
        return made[-1]

    yield create
    for campaign in made:
        campaign.close()


@pytest.fixture
def c(new: Callable[..., Any]) -> Any:
    """A campaign of the counting system with Anna and Борис."""
    return new()
