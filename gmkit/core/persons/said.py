"""Words inside facts: plain data that stand alone, so that mending a table changes no old line (S1)."""

from __future__ import annotations

from dataclasses import dataclass

from gmkit.core.explain import Part, Reckoning
from gmkit.words import Escape, Term, Words

Said = str | tuple[str, str]
"""Text from people, or a word of the rules in English and Russian."""

Terms = tuple[tuple[Said, int], ...]
"""The terms of a sum, each with what it adds."""

DICE = Term("dice", "кубики")

Dice = tuple[tuple[int, tuple[int, ...]], ...]
"""Dice as they fell: a sign, +1 or -1, and the faces that it stands before."""


@dataclass(frozen=True)
class KeptTerm(Term):
    """Words that a fact kept in both languages; text from people may be among them, so they are escaped."""

    def render(self, lang: str | None = None, escape: Escape | None = None) -> str:
        """Returns the words in *lang*, escaped."""
        text = super().render(lang)
        return escape(text) if escape else text


def said(words: Words) -> Said:
    """Returns words as a fact keeps them."""
    if isinstance(words, str):
        return words
    return (words.render("en"), words.render("ru"))


def words_of(said_words: Said) -> Words:
    """Returns what a fact kept as words again; text from people is escaped when it is drawn."""
    return said_words if isinstance(said_words, str) else KeptTerm(*said_words)


def dice_words(dice: Dice, constant: int = 0) -> str:
    """Returns dice as they fell, readable in every language: "[6, 3] - [4] = 5"."""
    text = ""
    for sign, faces in dice:
        mark = "- " if sign < 0 else "+ "
        text += (f" {mark}" if text else mark.removeprefix("+ ")) + f"[{', '.join(map(str, faces))}]"
    if constant:
        text += f" {'-' if constant < 0 else '+'} {abs(constant)}"
    return f"{text} = {dice_sum(dice, constant)}"


def dice_sum(dice: Dice, constant: int = 0) -> int:
    """Returns what dice come to."""
    return constant + sum(sign * sum(faces) for sign, faces in dice)


def reckoned(
    terms: Terms,
    dice: Dice,
    constant: int = 0,
    *,
    ids: tuple[str, ...],
    against: tuple[Said, int] | None = None,
    verdict: Said = "",
) -> Reckoning:
    """Returns a sum that a fact kept, its dice as they fell, with its explanation."""
    parts = [Part(words_of(name), value) for name, value in terms]
    if dice:
        parts.append(Part(DICE, dice_sum(dice, constant), dice_words(dice, constant)))
    target = Part(words_of(against[0]), against[1]) if against else None
    return Reckoning(tuple(parts), ids, target, words_of(verdict))
