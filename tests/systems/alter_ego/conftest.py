"""A campaign of Alter ego in an empty folder."""

from __future__ import annotations

import pytest

from gmkit.words import set_language
from tests.systems.alter_ego.table import begin, person


@pytest.fixture(autouse=True)
def _english():
    yield
    set_language("en")


@pytest.fixture
def c(tmp_path):
    with begin(tmp_path / "c") as campaign:
        yield campaign


@pytest.fixture
def two(c):
    """Ivan of Anna and Eve of Борис: Strength 3, Brawling 4; Agility 4, Dodge 2."""
    person(c, "Ivan", "Anna")
    person(c, "Eve", "Борис", speed=3, mind=4)
    return c
