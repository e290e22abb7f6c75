"""Dice notation: text becomes one frozen tree, from which both the odds and every roll are read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from gmkit.errors import NotationError
from gmkit.words import Listing, Sentence, Words, listing, plain, say, shown

MAX_DICE = 1_000
"""Dice in one term."""
MAX_SIDES = 10_000
MAX_LENGTH = 200
"""Characters of a whole notation."""
MAX_DEPTH = 10
"""How often one exploding die may be rolled again."""

Die: TypeAlias = int | Literal["F", "GF"]
"""What one die is: the number of its sides (faces from 1), a Fudge die or a Grand Fudge die."""

_NAMED_FACES: dict[str, tuple[int, ...]] = {"F": (-1, 0, 1), "GF": (-2, -1, 0, 0, 1, 2)}
# 1dF is a six-sided die with each face twice (H8); three even faces are the same die. GF really has two zeros (F2).

# A Russian keyboard gives these. k is the Latin twin of к, so before sides it is a die and never "keep" (C019).
_DIE_LETTERS = frozenset("dкkд")
_TIMES_LETTERS = frozenset("xх×")
_F_LETTERS = frozenset("fф")
_G_LETTERS = frozenset("gг")
_KEEP_LETTERS = frozenset("kк")
_HIGH_LETTERS = frozenset("hнх")
_LOW_LETTERS = frozenset("lл")
_MINUSES = frozenset("-\u2043\u2212\u02d7\u2796\ufe63\uff0d")
_PLUSES = frozenset("+\uff0b\ufe62")
_DIGITS = frozenset("0123456789")


def faces_of(die: Die) -> Sequence[int]:
    """Returns the faces of one die, lowest first; a face that stands twice is twice as likely."""
    return range(1, die + 1) if isinstance(die, int) else _NAMED_FACES[die]


def top_of(die: Die) -> int:
    """Returns the highest face of a die."""
    return faces_of(die)[-1]


def die_name(die: Die) -> str:
    """Returns how one die is written: d6, d%, dF, dGF; never longer than it was typed."""
    return "d%" if die == 100 else f"d{die}"


def allowed_faces(die: Die) -> Words:
    """Returns the faces of a die in words, for a refusal: "1 to 6", "-1, 0 or 1"."""
    if isinstance(die, int):
        return say("1 to {top}", top=die) if die > 1 else plain("1")
    *first, last = sorted(set(faces_of(die)))
    return say("{faces} or {last}", faces=listing(first), last=last)


@dataclass(frozen=True)
class Number:
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Dice:
    """One term of dice, such as 4d6kh3, 2d6! or [4dF]."""

    count: int
    die: Die
    keep: int | None = None
    """How many dice count; None: all of them."""
    keep_high: bool = True
    explodes: bool = False
    """A die that shows its highest face is rolled again and added to itself, at most MAX_DEPTH times."""
    extended: bool = False
    """[4dF]: on +4 or -4 the four are thrown once more, and count if they have the same sign (H8)."""

    def __str__(self) -> str:
        count = "" if self.count == 1 else str(self.count)
        text = f"{count}{die_name(self.die)}{'!' if self.explodes else ''}"
        if self.keep is not None:
            text += f"{'kh' if self.keep_high else 'kl'}{self.keep}"
        return f"[{text}]" if self.extended else text

    @property
    def is_plain(self) -> bool:
        """Whether the term is nothing but a sum of its dice."""
        return self.keep is None and not self.explodes and not self.extended


@dataclass(frozen=True)
class Sum:
    """Terms with their signs; a bracket is a sum inside a sum."""

    terms: tuple[tuple[int, Tree], ...]
    """(+1 or -1, term), in the order of the text."""

    def __str__(self) -> str:
        text = ""
        for place, (sign, term) in enumerate(self.terms):
            text += ("-" if sign < 0 else "+") if place or sign < 0 else ""
            text += f"({term})" if isinstance(term, Sum) else str(term)
        return text


Tree: TypeAlias = Number | Dice | Sum


def signed_terms(tree: Tree, sign: int = 1) -> Iterator[tuple[int, Number | Dice]]:
    """Yields (sign, term) for every number and every term of dice, brackets opened, in the order of the text."""
    if isinstance(tree, Sum):
        for inner_sign, term in tree.terms:
            yield from signed_terms(term, sign * inner_sign)
    else:
        yield sign, tree


def parse(text: str) -> Tree:
    """Returns the tree of a dice notation; str() of it is its canonical text.

    Terms are joined by + and -, one sign may lead, brackets may nest. Latin d, k and Cyrillic д, к are the same letter,
    case never changes meaning, every dash is a minus and every blank is a blank; digits are never joined over one.

    Raises:
        NotationError: If anything in the text cannot be read; a caret stands under the place.
    """
    if not isinstance(text, str):
        raise NotationError(
            say("A dice notation is text, such as 2d6-d6+4, not {value}.", value=plain(shown(text)[:40]))
        )
    if len(text) > MAX_LENGTH:
        raise NotationError(
            say("A dice notation has at most {limit} characters, and this one has {n}.", limit=MAX_LENGTH, n=len(text))
        )
    return _parse(text)


@lru_cache(maxsize=512)
def _parse(text: str) -> Tree:
    return _Reader(text).whole()


class _Reader:
    """Reads one notation from left to right; nothing is looked at twice, so the time is that of the length."""

    def __init__(self, text: str) -> None:
        self.text = text
        # Letter by letter: lower() of some letters is two letters long and would move every caret after them.
        self.marks = [_fold(letter) for letter in text]
        self.at = 0

    def whole(self) -> Tree:
        if self.peek() == "":
            raise NotationError(say("There is nothing to roll: write dice such as 2d6-d6+4, [4dF] or d%."))
        tree = self.sum()
        if self.peek():
            raise self.unread_rest()
        return tree

    def sum(self) -> Tree:
        sign = self.sign() or 1
        terms = [(sign, self.term())]
        while next_sign := self.sign():
            terms.append((next_sign, self.term()))
        return terms[0][1] if len(terms) == 1 and terms[0][0] > 0 else Sum(tuple(terms))

    def sign(self) -> int:
        mark = self.peek()
        if mark not in ("+", "-"):
            return 0
        self.at += 1
        return 1 if mark == "+" else -1

    def term(self) -> Tree:
        mark = self.peek()
        if mark == "(":
            return self.bracket()
        if mark == "[":
            return self.extended()
        start = self.at
        if mark.isdigit():
            number = self.number()
            ended = self.at
            if self.peek() in ("d", "x", "f"):
                return self.dice(number, start)
            if self.at == ended and self.mark().isalpha():
                raise self.unknown_die(start)
            return Number(number)
        if mark in ("d", "f"):
            return self.dice(1, start)
        if mark.isalpha():
            raise self.unknown_die(start)
        if mark == "":
            raise self.refusal(say("The notation breaks off: dice or a number must follow."))
        raise self.refusal(say("Dice or a number must stand here, not {found}.", found=plain(self.text[self.at])))

    def bracket(self) -> Tree:
        opened = self.at
        self.at += 1
        if self.peek() == ")":
            raise self.refusal(say("There is nothing between these brackets."))
        tree = self.sum()
        if self.peek() != ")":
            if self.peek():
                raise self.unread_rest()
            raise self.refusal(say("This bracket is never closed."), opened)
        self.at += 1
        if self.peek() in ("d", "x"):
            raise self.refusal(_bad_count(), opened)
        return tree

    def extended(self) -> Tree:
        opened = self.at
        self.at += 1
        start = self.at if self.peek() else opened
        inner = self.term() if self.peek().isdigit() or self.peek() in ("d", "f") else None
        if inner != Dice(4, "F"):
            raise self.refusal(say("Only four Fudge dice can be extended: write [4dF]."), start)
        if self.peek() != "]":
            raise self.refusal(say("The square bracket must close right after the dice: write [4dF]."))
        self.at += 1
        if self.peek() == "!" or self.keep_ahead():
            raise self.refusal(say("[4dF] has its own second throw and takes neither ! nor kh or kl."))
        return Dice(4, "F", extended=True)

    def dice(self, count: int, start: int) -> Dice:
        if not 1 <= count <= MAX_DICE:
            raise self.refusal(_bad_count(), start)
        die = self.die(start)
        keep: tuple[int, bool] | None = None
        explodes = False
        while True:
            if self.peek() == "!":
                if explodes:
                    raise self.refusal(
                        say("One ! is enough: such a die is rolled again up to {limit} times.", limit=MAX_DEPTH)
                    )
                self.at += 1
                explodes = True
            elif self.keep_ahead():
                if keep:
                    raise self.refusal(say("A term of dice keeps its highest or its lowest once."))
                keep = self.keep(count)
            else:
                break
        if keep is None:
            return Dice(count, die, explodes=explodes)
        return Dice(count, die, keep=keep[0], keep_high=keep[1], explodes=explodes)

    def die(self, start: int) -> Die:
        """Returns the die after its count: dS, d%, dF, dGF, FD; the source's 6xd3 carries a sign of multiplication."""
        if self.peek() == "x":
            self.at += 1
            if self.peek() != "d":
                raise self.refusal(say("Only dice can follow the times sign, as in 6xd3."))
        if self.peek() == "f":
            self.at += 1
            if self.mark() != "d":
                raise self.unknown_die(start)
            self.at += 1
            return self.ended("F", start)
        self.at += 1
        mark = self.peek()
        if mark == "%":
            self.at += 1
            return 100
        if mark == "f":
            self.at += 1
            return self.ended("F", start)
        if mark == "g":
            self.at += 1
            if self.mark() != "f":
                raise self.unknown_die(start)
            self.at += 1
            return self.ended("GF", start)
        if not mark.isdigit():
            raise self.unknown_die(start)
        place = self.at
        sides = self.number()
        if not 1 <= sides <= MAX_SIDES:
            raise self.refusal(
                say("A die has from 1 to {limit} sides, not {n}.", limit=MAX_SIDES, n=_short(sides)), place
            )
        return sides

    def ended(self, die: Die, start: int) -> Die:
        if self.mark().isalnum() and not self.keep_ahead():
            raise self.unknown_die(start)
        return die

    def keep_ahead(self) -> bool:
        self.peek()
        after = self.text[self.at + 1 : self.at + 2].lower()
        return self.text[self.at : self.at + 1].lower() in _KEEP_LETTERS and after in _HIGH_LETTERS | _LOW_LETTERS

    def keep(self, count: int) -> tuple[int, bool]:
        start = self.at
        high = self.text[self.at + 1].lower() in _HIGH_LETTERS
        self.at += 2
        if not self.peek().isdigit():
            raise self.refusal(say("Say how many dice are kept, as in 4d6kh3."))
        kept = self.number()
        if not 1 <= kept <= count:
            raise self.refusal(
                say("Of {count} dice from 1 to {count} can be kept, not {n}.", count=count, n=_short(kept)), start
            )
        return kept, high

    def number(self) -> int:
        start = self.at
        while self.mark().isdigit():
            self.at += 1
        return int(self.text[start : self.at])

    def mark(self) -> str:
        """Returns the present mark without stepping over blanks; "" at the end."""
        return self.marks[self.at] if self.at < len(self.marks) else ""

    def peek(self) -> str:
        """Steps over blanks and returns the next mark; "" at the end."""
        while self.mark() == " ":
            self.at += 1
        return self.mark()

    def unknown_die(self, start: int) -> NotationError:
        end = start
        while end < len(self.text) and (self.text[end].isalnum() or end < self.at):
            end += 1
        word = self.text[start:end].strip()
        place = start + next((i for i, letter in enumerate(self.text[start:end]) if letter.isalpha()), 0)
        return self.refusal(
            say("There is no die {die}: there are d6 and the like, d%, dF and dGF.", die=plain(word)), place
        )

    def unread_rest(self) -> NotationError:
        rest = self.text[self.at :].strip()
        shown = rest if len(rest) <= 30 else rest[:30] + "…"
        return self.refusal(
            say("What stands here cannot be read: {rest}; terms are joined by + and -.", rest=plain(shown))
        )

    def refusal(self, sentence: Sentence, at: int | None = None) -> NotationError:
        return NotationError(Listing((sentence, plain(_picture(self.text, self.at if at is None else at))), mark="\n"))


def _fold(letter: str) -> str:
    """Returns the mark by which the reader knows a character; a blank is " ", an unknown character is itself."""
    low = letter.lower()
    for mark, letters in (("d", _DIE_LETTERS), ("x", _TIMES_LETTERS), ("f", _F_LETTERS), ("g", _G_LETTERS)):
        if low in letters:
            return mark
    if letter in _DIGITS or low in "()[]!%":
        return letter
    if letter in _PLUSES:
        return "+"
    if letter in _MINUSES or unicodedata.category(letter) == "Pd":
        return "-"
    if letter.isspace() or letter in "\u200b\u2060\ufeff\u00ad\u180e":
        return " "
    return "\ufffd" if letter.isdigit() else letter


def _picture(text: str, at: int) -> str:
    """Returns the text on one line and a caret under the place; blanks of any kind are shown as plain ones."""
    shown = "".join(" " if letter.isspace() or not letter.isprintable() else letter for letter in text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text[:at])
    return f"{shown}\n{' ' * (at + wide)}^"


def _short(number: int) -> str:
    text = str(number)
    return text if len(text) <= 20 else text[:12] + "…"


def _bad_count() -> Sentence:
    return say("The number of dice in a term is a whole number from 1 to {limit}.", limit=MAX_DICE)
