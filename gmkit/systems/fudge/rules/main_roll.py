"""The main roll: three kinds of dice, one setting, and the exact curves of all three (F2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from gmkit import dice
from gmkit.core.explain import Part
from gmkit.core.persons.said import DICE, dice_words
from gmkit.core.persons.said import Dice as FallenDice
from gmkit.core.rulebook import rule
from gmkit.dice.notation import Dice, Die, Number, parse, signed_terms
from gmkit.dice.roll import Roll
from gmkit.systems.fudge.explained import Explained
from gmkit.systems.fudge.rules.ladder import ladder_name, rung
from gmkit.systems.fudge.rulings import SETTINGS, chosen
from gmkit.words import Words, listing, say

MAIN_ROLLS: tuple[str, ...] = SETTINGS.settings["main_roll"].choices


@dataclass(frozen=True, repr=False)
class MainRoll(Explained):
    """A main roll by itself: `total` and what it is called on the ladder."""

    roll: Roll

    @property
    def total(self) -> int:
        """What the dice came to, -6 to +6."""
        return self.roll.total

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces as they fell."""
        return self.roll.faces

    @property
    def id(self) -> str:
        """The id of its rung, such as "good"."""
        return rung(self.total).id

    @property
    def name(self) -> str:
        """Its name on the ladder, in the current language."""
        return str(ladder_name(self.total))

    @property
    def words(self) -> Words:
        """The whole as one line, waiting for its language."""
        return listing([dice_part(self.roll).words, say(" — {name}", name=ladder_name(self.total))], "")


@rule("F2")
def main_roll_of(faces: Sequence[int] | str | None = None, main_roll: str = "6d3-12") -> MainRoll:
    """Returns a main roll; *faces* are the dice as they fell, None: thrown now and recorded nowhere."""
    return MainRoll(dice.roll(chosen(main_roll=main_roll).main_roll, faces))


def dice_part(roll: Roll) -> Part:
    """Returns the dice as a term of a sum, as they fell: "dice [3, 3, 2, 2, 1, 3] - 12 = 2"."""
    return Part(DICE, roll.total, dice_words(fallen_dice(roll), main_roll_dice(roll.notation)[1]))


def fallen_dice(roll: Roll) -> FallenDice:
    """Returns the faces of a main roll as a fact keeps them."""
    return ((1, roll.faces),)


@cache
def main_roll_dice(main_roll: str) -> tuple[tuple[Die, ...], int]:
    """Returns the dice of a main roll, in order, and the number that stands beside them."""
    found: list[Die] = []
    constant = 0
    for sign, term in signed_terms(parse(main_roll)):
        if isinstance(term, Dice):
            found += [term.die] * term.count
        elif isinstance(term, Number):
            constant += sign * term.value
    return tuple(found), constant


@rule("F2")
def curve(main_roll: str = "6d3-12") -> dict[int, Fraction]:
    """Returns the exact chance of each result of a main roll, the lowest first."""
    die = dice.odds(chosen(main_roll=main_roll).main_roll)
    return {result: Fraction(die.probability(result)) for result in sorted(die.outcomes())}


@rule("F2")
def curves() -> dict[str, dict[int, Fraction]]:
    """Returns the exact curves of all three main rolls side by side: notation -> result -> chance."""
    return {main_roll: curve(main_roll) for main_roll in MAIN_ROLLS}


@rule("F2")
def variance(main_roll: str = "6d3-12") -> Fraction:
    """Returns how widely a main roll spreads: the mean of the squares, since all three have 0 in the middle."""
    return sum((result * result * chance for result, chance in curve(main_roll).items()), Fraction(0))
