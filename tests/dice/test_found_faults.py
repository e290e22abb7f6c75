"""What a tester found in the dice; each test is named for the sentence that holds (api.md, Dice)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gmkit import dice
from gmkit.errors import GmkitError

NO_TEXT = [None, True, 3, 1.5, b"d6", ["d6"], {}, np.int64(3)]


@pytest.mark.parametrize("notation", NO_TEXT, ids=repr)
@pytest.mark.parametrize("asked", [dice.roll, dice.odds, dice.chart])
def test_every_refusal_of_a_notation_that_is_no_text_is_a_sentence(asked: Any, notation: Any):
    with pytest.raises(GmkitError, match="A dice notation is text"):
        asked(notation)


@pytest.mark.parametrize("faces", [{1, 2}, {1: 2, 3: 4}, b"12", bytearray(b"12"), np.array([[1, 2]]), 12], ids=repr)
def test_faces_thrown_by_hand_are_numbers_in_a_row_that_has_an_order(faces: Any):
    with pytest.raises(GmkitError):
        dice.roll("2d6", faces=faces)


def test_faces_thrown_by_hand_come_as_any_row_of_numbers():
    rows: list[Any] = [[1, 2], (1, 2), np.array([1, 2]), iter([1, 2]), "1, 2", "1 2"]
    assert [dice.roll("2d6", faces=row).total for row in rows] == [3] * len(rows)


@pytest.mark.parametrize("lang", ["xx", "", 3, np.array([1, 2])], ids=repr)
def test_a_chart_in_a_language_that_gmkit_does_not_speak_is_refused(lang: Any):
    with pytest.raises(GmkitError, match="There is no language"):
        dice.chart("4dF", lang=lang)
