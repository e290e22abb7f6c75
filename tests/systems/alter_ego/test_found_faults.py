"""Faults that a tester found by reading the text alone: each test is named for the sentence that holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gmkit.errors import GmkitError, NotAllowed
from gmkit.systems import alter_ego as ae

LISTS = (4, None, "45", {4: 1})


def test_a_whole_number_of_another_library_is_a_whole_number():
    assert ae.trait_price(frequency=np.int64(2), strength=2, adaptation=np.int8(2)) == 2
    assert ae.wound(np.int64(4)).id == "medium"
    assert ae.wound_penalty(np.array([4, 4, 5])) == -7
    assert ae.willpower_difficulty(np.array([4, 4, 5])) == 18
    assert ae.cumulative_bonus(np.array([10, 9])) == 3
    checked = ae.check(characteristic=np.int64(2), skill=np.int64(3), difficulty=np.int64(8), faces=np.array([6, 3, 4]))
    assert (checked.result, checked.margin) == (10, 2)
    assert type(checked.result) is int


@pytest.mark.parametrize("wrong", LISTS, ids=repr)
@pytest.mark.parametrize("function", [ae.wound_penalty, ae.willpower_difficulty, ae.cumulative_bonus, ae.joint_result])
def test_what_is_no_list_of_numbers_is_refused_in_a_sentence(function: Any, wrong: Any):
    with pytest.raises(NotAllowed, match=r" is a list, not "):
        function(wrong)


@pytest.mark.parametrize("wrong", [["stress"], 3, "stress", {1: 3}, {"stress": 1.5}], ids=repr)
def test_modifiers_that_are_no_mapping_from_name_to_whole_number_are_refused_in_a_sentence(wrong: Any):
    for function in (ae.check, ae.check_odds):
        with pytest.raises(NotAllowed, match=r"^(modifiers is a mapping from name to value|stress is a whole number)"):
            function(characteristic=2, difficulty=5, modifiers=wrong)


@pytest.mark.parametrize("wrong", ["yes", None, 1], ids=repr)
def test_true_or_false_is_nothing_else(wrong: Any):
    with pytest.raises(NotAllowed, match=r"^flexible is true or false, not "):
        ae.dodge_modifier(agility=4, dodge=3, flexible=wrong)
    with pytest.raises(NotAllowed, match=r"^unsuitable is true or false, not "):
        ae.check(characteristic=2, skill=3, unsuitable=wrong)


@pytest.mark.parametrize("wrong", [2.5, True, "4"], ids=repr)
def test_a_flat_dodge_refuses_wrong_levels_too(wrong: Any):
    with pytest.raises(NotAllowed, match="is a whole number, not"):
        ae.dodge_modifier(agility=wrong, dodge=3, dodge_modifier="flat")


@pytest.mark.parametrize(
    ("verb", "values"),
    [
        ("character", {"name": "Orc", "characteristics": [3]}),
        ("character", {"name": "Orc", "skills": "fencing"}),
        ("character", {"name": "Orc", "words": "tall"}),
        ("character", {"name": "Orc", "traits": None}),
        ("character", {"name": "Orc", "known_to": 3}),
        ("write", {"name": "Ivan", "words": ["tall"]}),
        ("change", {"name": "Ivan", "characteristics": 3}),
        ("check", {"name": "Ivan", "characteristic": "agility", "difficulty": 5, "modifiers": ["stress"]}),
        ("check", {"name": "Ivan", "characteristic": "agility", "difficulty": 5, "faces": 3}),
        ("check", {"name": "Ivan", "characteristic": "agility", "difficulty": 5, "swap": "stress"}),
        ("check", {"name": "Ivan", "characteristic": "agility", "difficulty": 5, "seen_by": None}),
        ("joint", {"name": "Ivan", "helpers": "Olga", "characteristic": "strength", "difficulty": 5}),
        ("pass_time", {"minutes": 15, "resting": "Ivan"}),
        ("fight", {"name": "Yard", "fighters": 3}),
        ("map_set", {"hexes": [1], "terrain": "wall"}),
        ("map_set", {"hexes": None, "terrain": "wall"}),
    ],
    ids=lambda given: repr(given)[:60],
)
def test_a_verb_refuses_a_wrong_kind_of_value_in_a_sentence_and_changes_nothing(
    verb: str, values: dict[str, Any], c: Any
):
    c.game.character("Ivan", player="Anna")
    c.game.character("Olga", player="Anna")
    before = len(c.ledger.to_frame())
    with pytest.raises(GmkitError):
        getattr(c.game, verb)(**values)
    assert len(c.ledger.to_frame()) == before
