"""Checks: the sum, the default without a skill, the tie (F5, F7, FR2, FR7); odds against plain counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gmkit.systems import fudge
from gmkit.words import speaking

ZERO = [2] * 6


def test_all_terms_add_up_against_the_difficulty():
    check = fudge.check(attribute=1, skill=3, technique=2, difficulty=4, modifiers={"rain": -1, "rope": 2}, faces=ZERO)
    assert (check.result, check.margin, check.outcome, check.success) == (7, 3, "success", True)
    assert check.text == (
        "attribute +1; skill +3; technique +2; rain -1; rope +2; dice [2, 2, 2, 2, 2, 2] - 12 = 0 = 7, "
        "against difficulty 4: Legendary, succeeds [F7]"
    )


@pytest.mark.parametrize(
    ("difficulty", "margin", "outcome"), [(3, -2, "fail"), (2, -1, "fail"), (1, 0, "complication"), (0, 1, "success")]
)
def test_below_fails_equal_complicates_above_succeeds(difficulty, margin, outcome):
    """F7, FR2."""
    check = fudge.check(attribute=0, skill=1, difficulty=difficulty, faces=ZERO)
    assert (check.margin, check.outcome) == (margin, outcome)


@pytest.mark.parametrize(("tie", "success"), [("complication", True), ("fail", False), ("ask", False)])
def test_each_choice_of_the_tie_works(tie, success):
    """FR2."""
    check = fudge.check(attribute=0, skill=0, difficulty=0, faces=ZERO, tie=tie)
    assert (check.margin, check.outcome, check.success) == (0, tie, success)
    assert "FR2" in check.text
    assert fudge.check(skill=0, difficulty=1, faces=ZERO, tie=tie).outcome == "fail"
    assert fudge.check(skill=0, difficulty=-1, faces=ZERO, tie=tie).outcome == "success"


def test_without_a_skill_that_is_not_demanded_the_attribute_is_at_minus_one():
    """F5: the default holds no difficulty, which is applied as ever."""
    check = fudge.check(attribute=3, skill=None, difficulty=1, faces=ZERO)
    assert (check.result, check.margin) == (2, 1)
    assert "Mediocre -1" in check.text
    assert "F5" in check.text


def test_a_demanded_skill_that_is_lacking_is_the_setting_s_default_and_the_attribute_adds():
    """FR7: -2 (Poor) by default."""
    assert fudge.check(attribute=1, mandatory=True, faces=ZERO).result == -1
    assert fudge.check(attribute=1, mandatory=True, faces=ZERO, skill_default=-4).result == -3
    assert "its default -2" in fudge.check(attribute=1, mandatory=True, faces=ZERO).text


def test_the_gm_s_default_comes_before_the_setting_s():
    assert fudge.check(attribute=1, mandatory=True, default=-3, faces=ZERO).result == -2
    assert fudge.check(attribute=1, mandatory=True, default=0, faces=ZERO).result == 1


@pytest.mark.parametrize("given", [{"mandatory": False}, {"skill": 2, "mandatory": True}, {"skill": 2}])
def test_a_default_counts_only_for_a_demanded_skill_that_is_lacking(given):
    """FR7."""
    without = fudge.check(attribute=1, faces=ZERO, **given).result
    assert fudge.check(attribute=1, faces=ZERO, default=5, **given).result == without


def test_a_skill_at_nought_or_below_is_a_skill():
    assert fudge.check(attribute=0, skill=0, mandatory=True, faces=ZERO).result == 0
    assert fudge.check(attribute=0, skill=-3, faces=ZERO).result == -3


def test_terms_that_are_not_there_are_not_named():
    """F7: those that there are."""
    text = fudge.check(attribute=None, skill=2, technique=None, faces=ZERO).text
    assert "attribute" not in text
    assert "technique" not in text


def test_a_result_beyond_the_ladder_shows_its_number():
    assert "Epic (+11)" in fudge.check(attribute=3, skill=2, faces=[3] * 6).text


def test_a_check_reads_in_russian():
    with speaking("ru"):
        text = fudge.check(attribute=1, difficulty=0, faces=ZERO).text
    start = "атрибут +1; навыка нет, и он не обязателен: Посредственно -1; кубики [2, 2, 2, 2, 2, 2] - 12 = 0 = 0"
    assert text.startswith(start)
    assert text.endswith("сложность 0: Нормально, удалось с осложнением [F7, FR2, F5]")


def stupid_odds(faces, dice, constant, added, tie):
    ways = {"success": 0, tie: 0, "fail": 0}
    for roll in product(faces, repeat=dice):
        margin = sum(roll) + constant + added
        ways["success" if margin > 0 else tie if margin == 0 else "fail"] += 1
    whole = sum(ways.values())
    return {outcome: Fraction(count, whole) for outcome, count in ways.items()}


@pytest.mark.parametrize("tie", ["complication", "fail", "ask"])
@pytest.mark.parametrize(
    ("main_roll", "faces", "dice", "constant"),
    [("6d3-12", [1, 2, 3], 6, -12), ("6dF", [-1, 0, 1], 6, 0), ("3dGF", [-2, -1, 0, 0, 1, 2], 3, 0)],
)
def test_odds_are_what_counting_all_throws_gives(main_roll, faces, dice, constant, tie):
    for difficulty in (-7, -1, 0, 2, 6, 12):
        odds = fudge.check_odds(
            attribute=1,
            skill=2,
            technique=1,
            difficulty=difficulty,
            modifiers={"dark": -1},
            main_roll=main_roll,
            tie=tie,
        )
        assert odds == stupid_odds(faces, dice, constant, 3 - difficulty, tie)
        assert sum(odds.values()) == 1
