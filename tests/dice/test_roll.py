"""Rolls: totals, groups, one line to check on paper, faces typed in: C001, C006, C010, C012, C013, C015, C016, C018."""

from __future__ import annotations

import json
import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmkit import dice
from gmkit.dice.chance import KeyedFaces
from gmkit.dice.notation import parse
from gmkit.dice.roll import evaluate, read_faces, roll_from, roll_from_plain, roll_of, total_of
from gmkit.errors import GmkitError, NotAllowed
from gmkit.words import speaking


def refusal(text, faces) -> str:
    with pytest.raises(NotAllowed) as caught:
        dice.roll(text, faces=faces)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("2d6-d6 + 5 + 3", [6, 3, 4], 13),
        ("2d6 - ( d6 + 1 )", [6, 3, 4], 4),
        ("3d6 – 7", [1, 1, 1], -4),
        ("4dF", [-1, 0, 1, 1], 1),
        ("3dGF", [2, -2, 2], 2),
        ("d%", [100], 100),
        ("-d6", [4], -4),
        ("-(2d6-(d4-1))", [6, 5, 3], -9),
        ("17", [], 17),
        ("4d6kh3", [6, 2, 5, 4], 15),
        ("4d6kl3", [6, 2, 5, 4], 11),
        ("2d20kh1+5", [3, 17], 22),
        ("4dFkl1", [1, 0, -1, 1], -1),
        ("2d6!", [6, 4, 2], 12),
        ("2d6!", [6, 6, 1, 3], 16),
        ("3d6!kh1", [6, 1, 5, 5], 7),
        ("d6!", [6] * 11, 66),
        ("d1!", [1] * 11, 11),
        ("dF!", [1, 1, -1], 1),
        ("dGF!", [2, 1], 3),
    ],
)
def test_typed_faces_make_the_total(text, faces, total):
    rolled = dice.roll(text, faces=faces)
    assert rolled.total == total
    assert rolled.faces == tuple(faces)
    assert rolled.by_hand
    assert rolled.text.endswith(f" = {total} (thrown by hand)")


@pytest.mark.parametrize(
    ("first", "second", "total"),
    [
        ([1, 1, 1, 1], [1, 0, 0, 0], 5),
        ([1, 1, 1, 1], [-1, -1, 0, 0], 4),
        ([1, 1, 1, 1], [0, 0, 0, 0], 4),
        ([1, 1, 1, 1], [1, 1, 1, 1], 8),
        ([-1, -1, -1, -1], [1, 0, 0, 0], -4),
        ([-1, -1, -1, -1], [-1, -1, -1, 0], -7),
        ([-1, -1, -1, -1], [-1, -1, -1, -1], -8),
        ([1, 1, 1, 0], [], 3),
    ],
)
def test_the_extended_roll_throws_once_more_on_four_and_counts_the_same_sign(first, second, total):
    rolled = dice.roll("[4FD]", faces=first + second)
    assert rolled.total == total
    assert rolled.groups == (tuple(first + second),)
    assert ("↻" in rolled.text) == bool(second)


def test_the_marked_parts_of_a_second_throw_add_up_to_the_total():
    for first in (1, -1):
        for a in (-1, 0, 1):
            for b in (-1, 0, 1):
                again = [a, b, b, b]
                rolled = dice.roll("[4dF]", faces=[first] * 4 + again)
                marked = re.findall(r"\] ([+-]\d)", rolled.text)
                assert sum(map(int, marked)) == rolled.total, rolled.text


def test_a_second_four_is_not_thrown_a_third_time():
    assert "needs 8 faces and 12 were given" in refusal("[4dF]", [1] * 12)


def test_groups_are_the_faces_of_each_term_of_dice_in_order():
    rolled = dice.roll("2d6-(d4+3)+[4dF]-2dF", faces=[6, 3, 2, 0, 1, 0, 0, -1, 1])
    assert rolled.groups == ((6, 3), (2,), (0, 1, 0, 0), (-1, 1))
    assert rolled.total == 9 - 5 + 1 - 0


def test_the_text_is_one_line_with_every_die_as_it_fell():
    assert dice.roll("2d6-d6+4", faces=[6, 3, 4]).text == "2d6-d6+4: [6, 3] - [4] + 4 = 9 (thrown by hand)"
    assert "[6, (2 dropped), 5, 4] = 15" in dice.roll("4d6kh3", faces=[6, 2, 5, 4]).text
    assert "[(6+4 = 10, rolled again), 2] = 12" in dice.roll("2d6!", faces=[6, 4, 2]).text
    assert "rolled again 10 times, no further" in dice.roll("d6!", faces=[6] * 11).text
    assert "[+1, 0, -1, +1] = 1" in dice.roll("4dF", faces=[1, 0, -1, 1]).text
    with speaking("ru"):
        assert dice.roll("2d6", faces=[6, 3]).text == "2d6: [6, 3] = 9 (брошено рукой)"
        assert "переброс ↻" in dice.roll("[4dF]", faces=[1] * 8).text


def test_of_equal_dice_the_first_thrown_are_kept():
    assert "[5, 5, (5 dropped)]" in dice.roll("3d6kh2", faces=[5, 5, 5]).text


def test_a_free_roll_says_nothing_of_hands_and_varies():
    rolls = [dice.roll("10d100") for _ in range(5)]
    assert len({rolled.faces for rolled in rolls}) == 5
    assert not any(rolled.by_hand for rolled in rolls)
    assert all("hand" not in rolled.text for rolled in rolls)


@pytest.mark.parametrize("text", ["1000d6", "1000d10000", "1000d6!", "1000d6kh500", "+".join(["9d6"] * 40)])
def test_a_long_roll_has_the_right_sum_and_a_short_text(text):
    rolled = dice.roll(text)
    assert len(rolled.text) < 3000
    assert "\n" not in rolled.text
    if text == "1000d6":
        assert rolled.total == sum(rolled.faces)
        assert len(rolled.faces) == 1000
        assert len(rolled.text) < 100
        assert "and 992 more" in rolled.text


def test_a_form_too_heavy_for_odds_can_still_be_rolled():
    rolled = dice.roll("1000d10000kh500")
    assert rolled.total == sum(sorted(rolled.faces)[-500:])


@pytest.mark.parametrize(
    ("text", "faces", "said"),
    [
        ("4dF", [-1, 0, 1, 3], "Face 4 is 3, but dF shows -1, 0 or 1."),
        ("3dGF", [1, 1, 3], "Face 3 is 3, but dGF shows -2, -1, 0, 1 or 2."),
        ("2d6", [0, 1], "Face 1 is 0, but d6 shows 1 to 6."),
        ("2d6-d4", [6, 6, 5], "Face 3 is 5, but d4 shows 1 to 4."),
        ("d%", [101], "Face 1 is 101, but d% shows 1 to 100."),
        ("2d6", [1], "2d6 needs 2 faces and 1 were given."),
        ("2d6", [1, 2, 3], "2d6 needs 2 faces and 3 were given."),
        ("17", [1], "17 needs 0 faces and 1 were given."),
        ("[4dF]", [1, 1, 1, 1], "needs 8 faces and 4 were given: on +4 or -4 [4dF] is thrown once more."),
        ("[4dF]", [1, 1, 1, 1, 0], "needs 8 faces and 5 were given"),
        ("[4dF]", [1, 1, 1, 0, 1, 1, 1, 1], "needs 4 faces and 8 were given: [4dF] is thrown again only on +4 or -4."),
        ("[4dF]", [], "[4dF] needs 4 faces and 0 were given"),
        ("2d6!", [6, 6], "needs at least 4 faces and 2 were given"),
        ("2d6!", [6], "needs at least 3 faces and 1 were given"),
        ("2d6!", [1, 2, 3], "needs 2 faces here and 3 were given"),
        ("d6!", [6] * 12, "needs 11 faces here and 12 were given"),
        ("d6", [True], "A face is a whole number, not True."),
        ("d6", [3.0], "A face is a whole number, not 3.0."),
        ("d6", ["three"], "A face is a whole number, not three."),
        ("d6", "6 6.5", "A face is a whole number, not 6.5."),
        ("d6", 6, "The faces are whole numbers in a row"),
    ],
)
def test_wrong_faces_are_refused_with_what_is_allowed(text, faces, said):
    assert said in refusal(text, faces)


def test_faces_may_be_typed_as_text():
    assert read_faces(" -1, 0 ; +1\u00a0–1 ") == (-1, 0, 1, -1)
    assert dice.roll("4dF", faces="-1,0,1,1").total == 1
    assert read_faces("") == ()


def test_a_roll_goes_through_json_and_back():
    for text, faces in (("[4dF]+2", [1] * 8), ("2d6!-d%", [6, 1, 2, 77]), ("3к6", [1, 2, 3])):
        rolled = dice.roll(text, faces=faces)
        assert roll_from_plain(json.loads(json.dumps(rolled.to_plain()))) == rolled
        assert roll_from(rolled.notation, rolled.faces, by_hand=True) == rolled
        assert pickle.loads(pickle.dumps(rolled)) == rolled
    free = dice.roll("4d6kh3")
    assert free.to_plain() == {"notation": "4d6kh3", "faces": list(free.faces)}
    assert roll_from("4d6kh3", free.faces) == free


def test_a_roll_shows_itself_on_one_line_and_cannot_be_changed():
    rolled = dice.roll("2d6", faces=[6, 3])
    assert repr(rolled) == "<Roll 2d6: [6, 3] = 9 (thrown by hand)>"
    assert str(rolled) == rolled.text
    with pytest.raises(AttributeError):
        rolled.total = 12
    assert hash(rolled) == hash(dice.roll("2d6", faces=[6, 3]))


def test_the_same_source_gives_the_same_roll():
    tree = parse("4d6!kh3-[4dF]+2dGF")
    first, second = (roll_of(tree, KeyedFaces(b"k" * 32, b"m").face) for _ in range(2))
    assert first == second
    assert total_of(tree, KeyedFaces(b"k" * 32, b"m").face) == first.total
    assert [term.faces for term in evaluate(tree, KeyedFaces(b"k" * 32, b"m").face)] == list(first.groups)


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from(["2d6-d6+4", "[4dF]", "4d6kh3", "2d6!", "3dGF-(d4-dF)", "d%", "5d3!kl2"]),
    st.lists(st.integers(-4, 8), max_size=14),
)
def test_typed_faces_give_a_roll_of_exactly_these_faces_or_our_own_error(text, faces):
    try:
        rolled = dice.roll(text, faces=faces)
    except GmkitError:
        return
    assert list(rolled.faces) == faces
    assert [face for group in rolled.groups for face in group] == faces
