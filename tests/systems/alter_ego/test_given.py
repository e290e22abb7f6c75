"""Numbers as people hand them to the pure functions: read strictly, refused by their place in one sentence."""

from __future__ import annotations

import numpy as np
import pytest

from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.rules.given import listed, named_numbers, truth, whole


def test_a_whole_number_is_read_whatever_library_it_is_of():
    assert whole(3, "x") == 3
    assert type(whole(np.int64(-3), "x")) is int


@pytest.mark.parametrize("value", [1.0, "1", True, None, [1], 2.7, np.float64(1)], ids=repr)
def test_what_is_no_whole_number_is_refused_by_its_place(value):
    with pytest.raises(NotAllowed, match=r"^roll is a whole number, not "):
        whole(value, "roll")


def test_a_number_outside_its_span_is_refused_with_the_span():
    with pytest.raises(NotAllowed, match=r"^roll is 1 to 12, not 13\.$"):
        whole(13, "roll", 1, 12)
    with pytest.raises(NotAllowed, match=r"^wound is at least 1, not 0\.$"):
        whole(0, "wound", 1)


def test_members_are_listed_from_whatever_gives_them_one_by_one():
    assert listed((number for number in (1, 2)), "wounds") == (1, 2)
    assert listed(np.array([4, 5]), "wounds") == (4, 5)


def test_numbers_by_name_keep_their_order_and_nothing_given_is_none():
    assert named_numbers(None, "modifiers") == {}
    assert list(named_numbers({"b": np.int64(1), "a": -2}, "modifiers").items()) == [("b", 1), ("a", -2)]


def test_true_and_false_are_nothing_else():
    assert truth(True, "flexible") is True
    with pytest.raises(NotAllowed, match=r"^flexible is true or false, not 1\.$"):
        truth(1, "flexible")
