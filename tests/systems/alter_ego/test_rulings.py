"""The rulings: their defaults and choices as the text has them (AR9, AR10, AR16, AR17, AR19, AR21, AR23)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.rulings import SETTINGS, chosen
from tests.systems.alter_ego.table import begin, texts


@pytest.mark.parametrize(
    ("name", "ruling", "default", "choices"),
    [
        ("dice", "AR23", "2d6-d6", ("2d6-d6", "3d6-7")),
        ("dodge_modifier", "AR16", "formula", ("formula", "flat")),
        ("hit_location", "AR10", "2d6", ("2d6", "d12")),
        ("penalty_from_7", "AR19", -4, (-4, 0)),
        ("flexibility_bonus", "AR17", 2, ()),
        ("musical_ear_bonus", "AR17", 2, ()),
        ("recovery", "AR17", "gm", ("gm",)),
        ("wounds", "AR21", "on", ("on", "off")),
        ("hex_metres", "AR9", 1, ()),
    ],
)
def test_default_and_choices(name, ruling, default, choices):
    setting = SETTINGS.settings[name]
    assert (setting.ruling, setting.default, setting.choices) == (ruling, default, choices)
    assert setting.title.ru
    assert setting.why.ru
    assert set(setting.labels) == set(choices)


def test_there_are_no_other_rulings():
    assert len(SETTINGS.settings) == 9


@pytest.mark.parametrize(
    "wrong",
    [
        {"dice": "d20"},
        {"penalty_from_7": -2},
        {"penalty_from_7": False},
        {"flexibility_bonus": -1},
        {"hex_metres": 0},
        {"hex_metres": True},
        {"wounds": True},
        {"luck": 1},
    ],
)
def test_other_values_are_refused_with_the_choices(c, wrong):
    ((name, value),) = wrong.items()
    with pytest.raises(NotAllowed, match=r"it can be|there are"):
        c.set(name, value)
    with pytest.raises(NotAllowed):
        chosen(**wrong)


def test_rulings_can_be_given_at_creation_and_are_everybodys(tmp_path):
    with begin(tmp_path / "c", recovery=3, hex_metres=5) as c:
        assert (c.settings["recovery"], c.settings["hex_metres"], c.settings["dice"]) == (3, 5, "2d6-d6")
        assert "Ruling recovery: 3." in texts(c, "public")
