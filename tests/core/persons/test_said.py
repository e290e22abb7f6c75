"""Words and dice inside facts."""

from __future__ import annotations

from html import escape

import pytest

from gmkit.core.persons.said import dice_sum, dice_words, reckoned, said, words_of
from gmkit.words import Term, render, say


def test_terms_are_kept_in_both_languages_and_text_from_people_as_it_is():
    assert said(Term("Strength", "Сила")) == ("Strength", "Сила")
    assert said("Ivan") == "Ivan"
    assert render(words_of(("Strength", "Сила")), "ru") == "Сила"


def test_text_from_people_inside_kept_words_is_escaped_once_when_it_is_drawn():
    kept = said(say("{wound} ({place})", wound="x", place="<b>"))
    assert render(words_of(kept), "en", escape) == "x (&lt;b&gt;)"
    assert render(words_of("<b>"), "en", escape) == "&lt;b&gt;"
    line = say("{who}: {text}", who="<i>", text=words_of(kept))
    assert line.render("en", escape) == "&lt;i&gt;: x (&lt;b&gt;)"


@pytest.mark.parametrize(
    ("dice", "constant", "text", "total"),
    [
        (((1, (6, 3)), (-1, (4,))), 0, "[6, 3] - [4] = 5", 5),
        (((1, (6, 3, 4)),), -7, "[6, 3, 4] - 7 = 6", 6),
        (((-1, (2,)), (1, (1,))), 3, "- [2] + [1] + 3 = 2", 2),
    ],
)
def test_dice_as_they_fell(dice, constant, text, total):
    assert (dice_words(dice, constant), dice_sum(dice, constant)) == (text, total)


def test_kept_sum_explains_itself():
    terms = ((("Strength", "Сила"), 3), ("rain", -1))
    sum_ = reckoned(terms, ((1, (6, 3)), (-1, (4,))), ids=("A10",), against=("difficulty", 8), verdict="failure")
    assert (sum_.total, sum_.margin) == (7, -1)
    assert sum_.text == "Strength +3; rain -1; dice [6, 3] - [4] = 5 = 7, against difficulty 8: failure [A10]"
