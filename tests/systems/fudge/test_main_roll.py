"""The three main rolls and their exact curves, against plain counting (F2)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from gmkit.errors import GmkitError
from gmkit.systems import fudge
from gmkit.systems.fudge.rules.main_roll import main_roll_dice
from gmkit.words import speaking

FACES = {
    "6d3-12": ([1, 2, 3], 6, -12),
    "6dF": ([-1, 0, 1], 6, 0),
    "3dGF": ([-2, -1, 0, 0, 1, 2], 3, 0),
}


def counted(main_roll):
    faces, dice, constant = FACES[main_roll]
    return Counter(sum(roll) + constant for roll in product(faces, repeat=dice))


@pytest.mark.parametrize("main_roll", FACES)
def test_the_curve_is_what_counting_all_throws_gives(main_roll):
    ways = counted(main_roll)
    whole = sum(ways.values())
    assert fudge.curve(main_roll) == {result: Fraction(count, whole) for result, count in sorted(ways.items())}
    assert list(fudge.curve(main_roll)) == list(range(-6, 7)), "all run -6 to +6"


def test_printed_chances_and_spreads_hold():
    curves = fudge.curves()
    assert list(curves) == ["6d3-12", "6dF", "3dGF"]
    assert curves["6d3-12"] == curves["6dF"]
    assert curves["6dF"][0] == Fraction(141, 729)
    assert curves["3dGF"][0] == Fraction(38, 216)
    assert curves["6dF"][6] == curves["6dF"][-6] == Fraction(1, 729)
    assert curves["3dGF"][6] == curves["3dGF"][-6] == Fraction(1, 216)
    assert (fudge.variance("6dF"), fudge.variance("6d3-12"), fudge.variance("3dGF")) == (4, 4, 5)
    assert all(sum(curve.values()) == 1 for curve in curves.values())


def test_the_default_is_6d3_less_12():
    assert fudge.SYSTEM.settings.defaults["main_roll"] == "6d3-12"
    assert fudge.curve() == fudge.curve("6d3-12")
    assert fudge.check(faces=[1] * 6).result == -7
    assert fudge.check(faces=[3] * 6).result == 5


def test_dice_thrown_by_hand_are_named_on_the_ladder():
    rolled = fudge.main_roll([3, 3, 2, 2, 1, 3])
    assert (rolled.total, rolled.id, rolled.name) == (2, "good", "Good")
    assert rolled.text == "dice [3, 3, 2, 2, 1, 3] - 12 = 2 — Good"
    with speaking("ru"):
        assert rolled.name == "Хорошо"
        assert rolled.text == "кубики [3, 3, 2, 2, 1, 3] - 12 = 2 — Хорошо"


@pytest.mark.parametrize(
    ("main_roll", "faces", "total"),
    [
        ("6dF", [-1, 0, 1, 1, 0, 1], 2),
        ("6dF", "-1 -1 -1 -1 -1 -1", -6),
        ("3dGF", [2, -1, 0], 1),
        ("3dGF", [2, 2, 2], 6),
        ("6d3-12", "1, 2, 3, 1, 2, 3", 0),
    ],
)
def test_each_kind_of_dice_is_typed_in_with_its_own_faces(main_roll, faces, total):
    assert fudge.main_roll(faces, main_roll).total == total


@pytest.mark.parametrize(
    ("main_roll", "faces", "allowed"),
    [
        ("3dGF", [3, 0, 0], "-2, -1, 0, 1 or 2"),
        ("6dF", [2, 0, 0, 0, 0, 0], "-1, 0 or 1"),
        ("6d3-12", [0] * 6, "1 to 3"),
    ],
)
def test_a_face_that_is_not_on_the_die_is_refused_with_those_that_are(main_roll, faces, allowed):
    """C010: the form must ask for the faces of the dice on the table."""
    with pytest.raises(GmkitError, match=f"shows {allowed}"):
        fudge.check(faces=faces, main_roll=main_roll)


def test_without_faces_the_dice_are_thrown():
    assert {fudge.main_roll().total for _ in range(400)} <= set(range(-6, 7))
    assert len({fudge.main_roll().faces for _ in range(50)}) > 1


def test_the_dice_of_each_roll_are_read_from_its_notation():
    assert main_roll_dice("6d3-12") == ((3,) * 6, -12)
    assert main_roll_dice("6dF") == (("F",) * 6, 0)
    assert main_roll_dice("3dGF") == (("GF",) * 3, 0)
