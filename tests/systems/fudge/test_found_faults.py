"""Faults that a tester found by reading the text alone: each test is named for the sentence that holds."""

from __future__ import annotations

from typing import Any

import pytest

import gmkit
from gmkit.errors import GmkitError, NotAllowed
from gmkit.systems import fudge
from gmkit.words import set_language
from tests.systems.alter_ego.table import noon


@pytest.fixture
def game(tmp_path: Any) -> Any:
    set_language("en")
    with gmkit.create(
        tmp_path / "c", system="fudge", title="T", players=["Anna"], lang="en", key="k", clock=noon
    ) as campaign:
        campaign.game.character("Ivan", player="Anna")
        yield campaign.game


@pytest.mark.parametrize("wrong", [None, 4, "light", {"light": 1}], ids=repr)
def test_wounds_that_are_no_list_are_refused_in_a_sentence(wrong: Any):
    with pytest.raises(NotAllowed, match=r"^wounds is a list, not "):
        fudge.wound_penalty(wrong)


def test_a_wound_without_a_place_is_told_without_one(game: Any):
    game.hurt("Ivan", 3)
    assert str(game.heal("Ivan", 1)) == "Ivan: wound 1 is Light now."
    assert str(game.heal("Ivan", 1, reason="salve")) == "Ivan: wound 1 is Scratch now (salve)."
    assert str(game.heal("Ivan", 1)) == "Ivan: wound 1 is healed."
    game.hurt("Ivan", 2, "left arm")
    assert str(game.heal("Ivan", 2, by=2)) == "Ivan: wound 2 (left arm) is healed."


def test_the_dead_are_not_wounded_again(game: Any):
    game.kill("Ivan")
    with pytest.raises(GmkitError, match=r"^Ivan is dead\.$"):
        game.hurt("Ivan", 3)


def test_an_attribute_taken_away_is_normal_again(game: Any):
    game.character("Olga", attributes={"agility": 2}, skills={"sword": 1})
    game.change("Olga", attributes={"agility": None})
    assert game.sheet("Olga").attributes == {"strength": 0, "vitality": 0, "mind": 0, "agility": 0}


def test_what_is_not_there_is_not_taken_away(game: Any):
    with pytest.raises(GmkitError, match=r"^Ivan has no sword that could be taken away\.$"):
        game.change("Ivan", skills={"sword": None})
