"""The dice of a roll and their exact chances against plain counting (A10, A11, AR3, AR23)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems import alter_ego as ae

FACES = range(1, 7)


def counted(penalty: int, bonus: int, needed: int) -> Fraction:
    """Returns the chance of more than *needed*, by going through every roll."""
    won = total = 0
    for faces in product(FACES, repeat=3 + penalty + bonus):
        total += 1
        dice = faces[0] + faces[1] - faces[2] - sum(faces[3 : 3 + penalty]) + sum(faces[3 + penalty :])
        won += dice > needed
    return Fraction(won, total)


@pytest.mark.parametrize(("penalty", "bonus"), [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0)])
def test_odds_are_those_of_plain_counting(penalty, bonus):
    for needed in range(-12, 24, 3):
        odds = ae.check_odds(characteristic=0, difficulty=needed, penalty_dice=penalty, bonus_dice=bonus)
        assert odds == counted(penalty, bonus, needed)


def test_2d6_less_d6_and_3d6_less_7_are_equal_outcome_by_outcome():
    """C024: 216 rolls each; -4 and 11 once, 3 and 4 in 27 ways; mean 3.5."""
    one = sorted(a + b - c for a, b, c in product(FACES, repeat=3))
    other = sorted(a + b + c - 7 for a, b, c in product(FACES, repeat=3))
    assert one == other
    assert (one.count(-4), one.count(3), one.count(4), one.count(11)) == (1, 27, 27, 1)
    assert Fraction(sum(one), 216) == Fraction(7, 2)
    for difficulty in range(-6, 13):
        assert ae.check_odds(characteristic=0, difficulty=difficulty) == ae.check_odds(
            characteristic=0, difficulty=difficulty, dice="3d6-7"
        )


def test_with_a_penalty_die_0_comes_146_times_in_1296():
    """C024: 2d6-2d6 runs -10..10."""

    def at_least(n):
        return ae.check_odds(characteristic=0, difficulty=n - 1, penalty_dice=1)

    assert at_least(0) - at_least(1) == Fraction(146, 1296)
    assert (at_least(-10), at_least(11)) == (1, 0)


def test_a_lock_of_15_opens_for_base_10_in_7_of_27():
    """C025: only above the difficulty; the off-by-one answer is 3/8."""
    assert ae.check_odds(characteristic=5, skill=5, difficulty=15) == Fraction(7, 27)
    assert ae.check_odds(characteristic=5, skill=5, difficulty=14) == Fraction(3, 8)


def test_faces_are_the_two_added_the_subtracted_penalty_dice_bonus_dice():
    roll = {"characteristic": 0, "penalty_dice": 2, "bonus_dice": 1}
    assert ae.check(**roll, faces=[6, 5, 4, 3, 2, 1]).result == 6 + 5 - 4 - 3 - 2 + 1
    assert ae.check(**roll, dice="3d6-7", faces=[6, 5, 4, 3, 2, 1]).result == 6 + 5 + 4 - 7 - 3 - 2 + 1


@pytest.mark.parametrize("faces", [[], [1, 2], [1, 2, 3, 4], [0, 1, 2], [1, 2, 7], "1 2 x"])
def test_wrong_faces_are_refused(faces):
    with pytest.raises(NotAllowed):
        ae.check(characteristic=2, faces=faces)


@pytest.mark.parametrize("count", [-1, 101, 1.0])
def test_count_of_dice_is_0_to_100(count):
    with pytest.raises(NotAllowed):
        ae.check_odds(characteristic=2, difficulty=5, penalty_dice=count)
    with pytest.raises(NotAllowed):
        ae.check(characteristic=2, difficulty=5, bonus_dice=count)


def test_roll_without_faces_is_fair_and_within_its_range():
    results = [ae.check(characteristic=0, difficulty=3).result for _ in range(400)]
    assert -4 <= min(results) < 1
    assert 6 < max(results) <= 11


def test_unknown_dice_are_refused():
    with pytest.raises(NotAllowed, match="2d6-d6, 3d6-7"):
        ae.check(characteristic=2, dice="d20")
