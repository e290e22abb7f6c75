"""A verb as data is read strictly: nothing is converted in silence, all that is wrong is said at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import pytest

from gmkit.core.command import Command, CommandBook, content_of, plain_value, to_data, whole_number
from gmkit.errors import NotAllowed


@dataclass(frozen=True, kw_only=True)
class Move(Command):
    verb: ClassVar[str] = "move"
    who: int | str
    way: Literal["X+", "X-"] = "X+"
    loud: bool = False
    at: tuple[int, int, int] | None = None
    more: dict[str, Any] = field(default_factory=dict)


BOOK = CommandBook((Move,))


@pytest.mark.parametrize(
    "data",
    [
        {"do": "move", "who": 1},
        {"do": "move", "who": "Anna", "way": "X-", "loud": True, "at": [1, 2, 3], "more": {"a": [1, {"b": None}]}},
        {"do": "move", "who": "1"},
    ],
)
def test_a_command_read_and_written_is_itself(data):
    assert to_data(BOOK.read(data)) == data


def test_rows_of_any_kind_are_lists():
    assert BOOK.read({"do": "move", "who": 1, "at": (1, 2, 3)}) == BOOK.read({"do": "move", "who": 1, "at": [1, 2, 3]})
    assert plain_value({"a": {"c", "b"}}) == {"a": ["b", "c"]}


def test_defaults_are_left_out():
    assert to_data(BOOK.read({"do": "move", "who": 1, "way": "X+", "loud": False, "at": None, "more": {}})) == {
        "do": "move",
        "who": 1,
    }


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"who": True}, "move: who is a whole number / a text, not True."),
        ({"who": 1.0}, "move: who is a whole number / a text, not 1.0."),
        ({"who": None}, "move: who is a whole number / a text, not None."),
        ({"who": 1, "way": "Q"}, "move: way is 'X+', 'X-', not 'Q'."),
        ({"who": 1, "loud": 1}, "move: loud is true or false, not 1."),
        ({"who": 1, "loud": "true"}, "move: loud is true or false, not 'true'."),
        ({"who": 1, "at": [1, 2]}, "move: at is a list (a whole number) / nothing, not [1, 2]."),
        ({"who": 1, "at": [1, 2, "3"]}, "move: at is a list (a whole number) / nothing, not [1, 2, '3']."),
        ({"who": 1, "more": [1]}, "move: more is a mapping, not [1]."),
        ({"who": 1, "more": {1: 2}}, "move: more is a mapping, not {1: 2}."),
        ({"who": 1, "more": {"a": float("inf")}}, "move: more is a mapping"),
        ({"who": 1, "more": {"a": object}}, "move: more is a mapping"),
        ({}, "move needs who."),
        ({"who": 1, "why": 2}, "move has no why; it takes who, way, loud, at, more."),
    ],
)
def test_a_parameter_of_another_type_is_refused_with_what_it_takes(given, words):
    with pytest.raises(NotAllowed) as refused:
        BOOK.read({"do": "move", **given})
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_long_value_is_shortened_in_a_refusal():
    with pytest.raises(NotAllowed) as refused:
        BOOK.read({"do": "move", "who": [0] * 1000})
    assert len(str(refused.value)) < 200


def test_content_is_equal_however_the_keys_stand():
    assert content_of({"a": 1, "b": "ё"}) == content_of({"b": "ё", "a": 1})


@pytest.mark.parametrize(("value", "number"), [(1, 1), (-3, -3), (True, None), (1.0, None), ("1", None), (None, None)])
def test_a_whole_number_is_no_truth_value_text_or_fraction(value, number):
    assert whole_number(value) == number
