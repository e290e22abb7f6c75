"""Numbers and names as people type them into the pure functions: read strictly, refused in one sentence."""

from __future__ import annotations

import numpy as np
import pytest

from gmkit.errors import GmkitError, NotAllowed
from gmkit.systems import fudge
from gmkit.systems.fudge.rules.given import named_numbers, truth, whole, whole_or_none


def test_a_whole_number_is_read_whatever_library_it_is_of():
    assert whole("x", 3) == 3
    assert whole("x", np.int64(-3)) == -3
    assert whole_or_none("x", None) is None
    assert whole_or_none("x", 0) == 0


@pytest.mark.parametrize("value", [1.0, "1", True, None, [1], 2.7])
def test_what_is_no_whole_number_is_refused_by_its_place(value):
    with pytest.raises(NotAllowed, match=r"^attribute is a whole number, not "):
        whole("attribute", value)


def test_a_number_under_the_least_is_refused_with_the_least():
    with pytest.raises(NotAllowed, match=r"^rounds is at least 1, not 0\.$"):
        whole("rounds", 0, least=1)


@pytest.mark.parametrize("value", [1, 0, "yes", None])
def test_true_and_false_are_nothing_else(value):
    assert truth("mandatory", True) is True
    with pytest.raises(NotAllowed, match=r"^mandatory is true or false, not "):
        truth("mandatory", value)


def test_named_numbers_keep_their_order_and_are_refused_all_at_once():
    assert list(named_numbers("modifiers", {"b": 1, "a": -2}).items()) == [("b", 1), ("a", -2)]
    with pytest.raises(NotAllowed) as refused:
        named_numbers("offence", {"luck": 1, "weapon": "two"}, ("strength", "weapon"))
    assert len(refused.value.reasons) == 2
    assert "offence has no 'luck'; there are: strength, weapon." in str(refused.value)
    assert "offence['weapon'] is a whole number, not 'two'." in str(refused.value)


CALLS = [
    (fudge.check, {"attribute": "strong"}),
    (fudge.check, {"attribute": True}),
    (fudge.check, {"skill": 1.5}),
    (fudge.check, {"technique": "x"}),
    (fudge.check, {"difficulty": None}),
    (fudge.check, {"modifiers": [1]}),
    (fudge.check, {"modifiers": {"rain": "heavy"}}),
    (fudge.check, {"modifiers": {1: 1}}),
    (fudge.check, {"mandatory": 1}),
    (fudge.check, {"mandatory": True, "default": "poor"}),
    (fudge.check, {"faces": [1, 2, 3]}),
    (fudge.check, {"faces": [4, 1, 1, 1, 1, 1]}),
    (fudge.check, {"faces": [True] * 6}),
    (fudge.check, {"faces": 7}),
    (fudge.check, {"tie": "win"}),
    (fudge.check, {"tie": None}),
    (fudge.check, {"main_roll": "3d6"}),
    (fudge.check, {"main_roll": []}),
    (fudge.check, {"skill_default": 40}),
    (fudge.check_odds, {"difficulty": "x"}),
    (fudge.attack, {"attack": "x", "defence": 1}),
    (fudge.attack, {"attack": 1, "defence": None}),
    (fudge.attack, {"attack": 1, "defence": 1, "scale": 0.5}),
    (fudge.attack, {"attack": 1, "defence": 1, "graze": 3}),
    (fudge.attack, {"attack": 1, "defence": 1, "graze": True}),
    (fudge.burst, {"rounds": 0, "margin": 1}),
    (fudge.burst, {"rounds": -5, "margin": 1}),
    (fudge.burst, {"rounds": 2.5, "margin": 1}),
    (fudge.burst, {"rounds": 10, "margin": None}),
    (fudge.damage, {"margin": "x"}),
    (fudge.damage, {"margin": 1, "offence": {"armour": 1}}),
    (fudge.damage, {"margin": 1, "defence": {"strength": 1}}),
    (fudge.damage, {"margin": 1, "defence": {"vitality": "3"}}),
    (fudge.damage, {"margin": 1, "offence": None}),
    (fudge.damage, {"margin": 1, "attrition": "maybe"}),
    (fudge.opposed, {"one": 1, "other": "x"}),
    (fudge.opposed, {"one": 1, "other": 1, "opposed_tie": "fail"}),
    (fudge.trade, {"worn": 3}),
    (fudge.trade, {"worn": -4}),
    (fudge.trade, {"worn": 8, "points": 3}),
    (fudge.trade, {"worn": 8, "points": 0}),
    (fudge.fill_cell, {"filled": {}, "state": "bruised"}),
    (fudge.fill_cell, {"filled": {}, "state": "dead"}),
    (fudge.fill_cell, {"filled": {"light": 3}, "state": "light"}),
    (fudge.fill_cell, {"filled": {"light": -1}, "state": "light"}),
    (fudge.fill_cell, {"filled": {"unhurt": 1}, "state": "light"}),
    (fudge.fill_cell, {"filled": [], "state": "light"}),
    (fudge.wound_penalty, {"wounds": ["bruise"]}),
    (fudge.wound_penalty, {"wounds": [3]}),
    (fudge.wound_penalty, {"wounds": [("arm", "light", "x")]}),
    (fudge.wound_penalty, {"wounds": ["light"], "wound_penalties": "all"}),
    (fudge.ladder_name, {"value": "2"}),
    (fudge.curve, {"main_roll": "4dF"}),
    (fudge.main_roll, {"main_roll": "4dF"}),
    (fudge.state_of, {"damage": 1.5}),
]


@pytest.mark.parametrize(("call", "given"), CALLS, ids=lambda one: getattr(one, "__name__", None) or str(one))
def test_every_pure_function_refuses_what_it_cannot_use_in_one_sentence(call, given):
    with pytest.raises(GmkitError) as refused:
        call(**given)
    text = str(refused.value)
    assert text.endswith(".")
    assert "\n" not in text
    assert text[0].isupper() or text.split(maxsplit=1)[0].rstrip(":")[0].isalnum()


def test_a_refusal_names_the_choices_of_a_ruling():
    with pytest.raises(NotAllowed, match=r"tie cannot be 'win'; it can be complication, fail, ask \[FR2\]"):
        fudge.check(tie="win", faces=[2] * 6)
