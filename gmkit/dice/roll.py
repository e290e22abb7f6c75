"""What dice showed: a roll is a notation and its faces; all else about it is worked out from them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from gmkit.dice.notation import (
    MAX_DEPTH,
    Dice,
    Die,
    Number,
    Sum,
    Tree,
    allowed_faces,
    die_name,
    faces_of,
    parse,
    signed_terms,
    top_of,
)
from gmkit.errors import NotAllowed
from gmkit.words import Listing, Sentence, Words, plain, say

Source: TypeAlias = Callable[[Die], int]
"""Gives the face of the next die, which it is told."""

SHOWN_DICE = 24
"""A term of more dice than this is shortened in a roll's text."""
SHOWN_FIRST = 8
_SHOWN_IN_ALL = 120


class Thrown(NamedTuple):
    """One term of dice as it fell."""

    dice: Dice
    chains: tuple[tuple[int, ...], ...]
    """The faces of each die: one, or more where it was rolled again."""
    kept: tuple[bool, ...]
    """Whether each die counts."""
    again: tuple[int, ...]
    """[4dF] only: the four faces of the second throw; empty without one."""
    total: int

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face of the term, in the order thrown."""
        return (*(face for chain in self.chains for face in chain), *self.again)


@dataclass(frozen=True)
class Roll:
    """A roll of dice: `total`, `groups` (each term's faces, in order), `text` (one line to check on paper)."""

    notation: str
    """Canonical text of what was rolled."""
    faces: tuple[int, ...]
    """Every face in the order thrown: die by die, each die's further throws right after it."""
    by_hand: bool = False
    """Whether people threw the dice and typed the faces in."""
    total: int = field(init=False)
    groups: tuple[tuple[int, ...], ...] = field(init=False)
    """The faces of each term of dice, in the order of the text."""

    def __post_init__(self) -> None:
        thrown = _thrown_by_hand(parse(self.notation), self.faces)
        object.__setattr__(self, "total", _total(parse(self.notation), thrown))
        object.__setattr__(self, "groups", tuple(term.faces for term in thrown))
        self.__dict__["thrown"] = thrown

    @cached_property
    def thrown(self) -> tuple[Thrown, ...]:
        """Each term of dice with what was kept, dropped and rolled again."""
        return _thrown_by_hand(parse(self.notation), self.faces)

    @cached_property
    def words(self) -> Listing:
        """The roll as one line, waiting for its language."""
        return _line(parse(self.notation), self.thrown, self.notation, self.total, self.by_hand)

    @property
    def text(self) -> str:
        """One line to check on paper, in the current language: the dice as they fell, the sum, the total."""
        return self.words.render()

    def to_plain(self) -> dict[str, Any]:
        """Returns the roll as plain data for JSON; `roll_from_plain` gives it back."""
        plain_roll: dict[str, Any] = {"notation": self.notation, "faces": list(self.faces)}
        return plain_roll | {"by_hand": True} if self.by_hand else plain_roll

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Roll {self.text}>"


def roll(text: str, faces: Sequence[int] | str | None = None) -> Roll:
    """Returns a free roll, recorded nowhere.

    Args:
        text: The notation.
        faces: What the dice on the table show, in order: exactly as many as the roll needs, each die's further throws
            right after it; for [4dF] four, and four more only on +4 or -4. A text such as "-1, 0, 1, 1" will do. None:
            the system's randomness throws.

    Raises:
        NotationError: If the notation cannot be read.
        NotAllowed: If there are too few or too many faces, or one is not on its die.
    """
    from gmkit.dice.chance import SystemFaces

    tree = parse(text)
    if faces is None:
        return roll_of(tree, SystemFaces().face)
    return hand_roll(tree, faces)


def roll_of(tree: Tree, source: Source) -> Roll:
    """Returns the roll of a tree with faces from *source*, asked one die after another."""
    faces = tuple(face for term in evaluate(tree, source) for face in term.faces)
    return Roll(str(tree), faces)


def hand_roll(tree: Tree, faces: Sequence[int] | str) -> Roll:
    """Returns the roll of dice thrown by hand, each face checked against its die and none left over."""
    return Roll(str(tree), read_faces(faces), by_hand=True)


def roll_from(notation: str, faces: Sequence[int], *, by_hand: bool = False) -> Roll:
    """Returns a recorded roll again from its notation and faces."""
    return Roll(str(parse(notation)), read_faces(faces), by_hand)


def roll_from_plain(record: Mapping[str, Any]) -> Roll:
    """Returns the roll that `Roll.to_plain` wrote."""
    return roll_from(record["notation"], record["faces"], by_hand=bool(record.get("by_hand", False)))


def evaluate(tree: Tree, source: Source) -> tuple[Thrown, ...]:
    """Returns each term of dice as it falls when *source* gives the faces, in the order of the text.

    The same source gives the same result, always: nothing else is looked at.
    """
    return tuple(_throw(term, source) for _, term in signed_terms(tree) if isinstance(term, Dice))


def total_of(tree: Tree, source: Source) -> int:
    """Returns only the total of a tree whose faces come from *source*."""
    return _total(tree, evaluate(tree, source))


def read_faces(faces: Sequence[int] | str) -> tuple[int, ...]:
    """Returns typed faces as whole numbers; a text is cut at blanks, commas and semicolons, any dash is a minus."""
    if isinstance(faces, str):
        words = re.split(r"[\s,;]+", re.sub(r"[\u2010-\u2015\u2212\ufe63\uff0d]", "-", faces.strip()))
        return tuple(_whole_face(word) for word in words if word)
    try:
        # Sets and mappings have no order of their own, and bytes are no numbers that anybody wrote.
        if isinstance(faces, (bytes, bytearray, Mapping, AbstractSet)):
            raise TypeError
        return tuple(_whole_face(face) for face in faces)
    except TypeError:
        raise NotAllowed(say("The faces are whole numbers in a row, such as [6, 3, 4].")) from None


def _whole_face(face: object) -> int:
    if isinstance(face, str) and re.fullmatch(r"[+-]?[0-9]{1,9}", face):
        return int(face)
    # True and 3.0 are numbers to Python, and never faces.
    if isinstance(face, (bool, str)) or not hasattr(face, "__index__"):
        raise NotAllowed(say("A face is a whole number, not {face}.", face=plain(str(face)[:40])))
    return operator.index(face)


def _throw(dice: Dice, source: Source) -> Thrown:
    count, die = dice.count, dice.die
    if dice.is_plain:
        faces = [source(die) for _ in range(count)]
        return Thrown(dice, tuple((face,) for face in faces), (True,) * count, (), sum(faces))
    if dice.extended:
        return _throw_extended(dice, source)
    chains = tuple(_chain(die, source) if dice.explodes else (source(die),) for _ in range(count))
    values = [sum(chain) for chain in chains]
    kept = _kept(values, dice)
    return Thrown(dice, chains, kept, (), sum(value for value, counts in zip(values, kept, strict=True) if counts))


def _throw_extended(dice: Dice, source: Source) -> Thrown:
    """Returns four Fudge dice, thrown once more on +4 or -4; only a second sum of the same sign counts (H8)."""
    faces = tuple(source(dice.die) for _ in range(dice.count))
    first = sum(faces)
    again: tuple[int, ...] = ()
    if abs(first) == dice.count:
        again = tuple(source(dice.die) for _ in range(dice.count))
    return Thrown(dice, tuple((face,) for face in faces), (True,) * dice.count, again, first + _second(first, again))


def _second(first: int, again: Sequence[int]) -> int:
    return sum(again) if sum(again) * first > 0 else 0


def _chain(die: Die, source: Source) -> tuple[int, ...]:
    top = top_of(die)
    faces = [source(die)]
    while faces[-1] == top and len(faces) <= MAX_DEPTH:
        faces.append(source(die))
    return tuple(faces)


def _kept(values: Sequence[int], dice: Dice) -> tuple[bool, ...]:
    """Returns which dice count; of equal dice the ones thrown first."""
    if dice.keep is None:
        return (True,) * len(values)
    order = sorted(range(len(values)), key=lambda place: -values[place] if dice.keep_high else values[place])
    chosen = set(order[: dice.keep])
    return tuple(place in chosen for place in range(len(values)))


def _total(tree: Tree, thrown: Sequence[Thrown]) -> int:
    left = iter(thrown)
    return sum(
        sign * (term.value if isinstance(term, Number) else next(left).total) for sign, term in signed_terms(tree)
    )


class _Typed:
    """Faces from people, given out one die after another."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = faces
        self.used = 0

    def face(self, die: Die) -> int:
        place = self.used
        self.used += 1
        if place >= len(self.faces):
            # A face that throws nothing again, so that the count named in the refusal is never too high.
            return 1 if isinstance(die, int) else 0
        face = self.faces[place]
        if face not in faces_of(die):
            raise NotAllowed(
                say(
                    "Face {place} is {face}, but {die} shows {allowed}.",
                    place=place + 1,
                    face=face,
                    die=plain(die_name(die)),
                    allowed=allowed_faces(die),
                )
            )
        return face


def _thrown_by_hand(tree: Tree, faces: Sequence[int]) -> tuple[Thrown, ...]:
    typed = _Typed(faces)
    thrown = evaluate(tree, typed.face)
    if typed.used != len(faces):
        raise NotAllowed(_miscounted(tree, thrown, typed.used, len(faces)))
    return thrown


def _miscounted(tree: Tree, thrown: Sequence[Thrown], needed: int, given: int) -> Sentence:
    notation = plain(str(tree))
    dice = [term.dice for term in thrown]
    if given > needed and any(term.extended for term in dice) and not any(term.again for term in thrown):
        return say(
            "{notation} needs {needed} faces and {given} were given: [4dF] is thrown again only on +4 or -4.",
            notation=notation,
            needed=needed,
            given=given,
        )
    if given < needed and any(term.again for term in thrown):
        return say(
            "{notation} needs {needed} faces and {given} were given: on +4 or -4 [4dF] is thrown once more.",
            notation=notation,
            needed=needed,
            given=given,
        )
    if given < needed and any(term.explodes for term in dice):
        return say(
            "{notation} needs at least {needed} faces and {given} were given: a die on its highest is thrown again.",
            notation=notation,
            needed=needed,
            given=given,
        )
    if any(term.explodes for term in dice):
        return say(
            "{notation} needs {needed} faces here and {given} were given: only a die on its highest is thrown again.",
            notation=notation,
            needed=needed,
            given=given,
        )
    return say("{notation} needs {needed} faces and {given} were given.", notation=notation, needed=needed, given=given)


def _line(tree: Tree, thrown: Sequence[Thrown], notation: str, total: int, by_hand: bool) -> Listing:
    """Returns the roll as one line: notation, dice as they fell, total."""
    crowded = sum(len(term.faces) for term in thrown) > _SHOWN_IN_ALL
    left = iter(thrown)
    body = _shown(tree, lambda: _shown_term(next(left), crowded))
    parts: list[Words] = [plain(f"{notation}: "), *body, plain(f" = {total}")]
    if by_hand:
        parts.append(say(" (thrown by hand)"))
    return Listing(tuple(parts), mark="")


def _shown(tree: Tree, next_term: Callable[[], list[Words]]) -> list[Words]:
    if isinstance(tree, Number):
        return [plain(str(tree.value))]
    if isinstance(tree, Dice):
        return next_term()
    shown: list[Words] = []
    for place, (sign, term) in enumerate(tree.terms):
        if place:
            shown.append(plain(" - " if sign < 0 else " + "))
        elif sign < 0:
            shown.append(plain("-"))
        inner = _shown(term, next_term)
        shown += [plain("("), *inner, plain(")")] if isinstance(term, Sum) else inner
    return shown


def _shown_term(term: Thrown, crowded: bool) -> list[Words]:
    fudge = not isinstance(term.dice.die, int)
    if term.again:
        return _shown_twice(term)
    count = len(term.chains)
    short = count > (SHOWN_FIRST if crowded else SHOWN_DICE)
    first = SHOWN_FIRST if short else count
    shown: list[Words] = [plain("[")]
    for place, (chain, kept) in enumerate(zip(term.chains[:first], term.kept, strict=False)):
        shown += [plain(", ")] if place else []
        shown += _shown_die(chain, kept, fudge)
    if short:
        shown.append(say(", and {n} more; sum {sum}", n=count - first, sum=term.total))
    return [*shown, plain("]")]


def _shown_die(chain: Sequence[int], kept: bool, fudge: bool) -> list[Words]:
    shown: list[Words] = [plain(" ".join(_face(face, True) for face in chain) if fudge else "+".join(map(str, chain)))]
    if len(chain) > MAX_DEPTH:
        shown.append(say(" = {value}, rolled again {depth} times, no further", value=sum(chain), depth=MAX_DEPTH))
    elif len(chain) > 1:
        shown.append(say(" = {value}, rolled again", value=sum(chain)))
    if not kept:
        shown.append(say(" dropped"))
    return [plain("("), *shown, plain(")")] if len(shown) > 1 else shown


def _shown_twice(term: Thrown) -> list[Words]:
    """Returns both throws of [4dF]; the two marked sums add up to the term's total (C016)."""
    first_faces = term.faces[: term.dice.count]
    first = sum(first_faces)
    counted = _second(first, term.again)
    shown: list[Words] = [plain(f"([{_fudge_faces(first_faces)}] {first:+d}"), say(", thrown again ↻ ")]
    shown.append(plain(f"[{_fudge_faces(term.again)}] {counted:+d}"))
    if counted != sum(term.again):
        shown.append(say(", as {sum} does not count", sum=_face(sum(term.again), True)))
    return [*shown, plain(")")]


def _fudge_faces(faces: Sequence[int]) -> str:
    return ", ".join(_face(face, True) for face in faces)


def _face(face: int, signed: bool) -> str:
    return f"{face:+d}" if signed and face else str(face)
