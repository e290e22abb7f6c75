"""Exact odds: our parsed tree becomes an icepool die. Only this file imports icepool, and only when it is needed."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from gmkit.dice.counting import count_ways, work
from gmkit.dice.notation import Tree, parse
from gmkit.errors import NotAllowed
from gmkit.words import current_language, plain, say

if TYPE_CHECKING:
    from icepool import Die

    IcepoolDie: TypeAlias = Die[int]
else:
    IcepoolDie = Any

WORK_LIMIT = 700_000_000
"""Nanoseconds of work, estimated before any is done: a slow machine then still answers within about 2 seconds."""

_MOST_DECIMALS = 12


def odds(notation: str | Tree) -> IcepoolDie:
    """Returns the exact odds of a notation as an icepool Die in lowest terms.

    Raises:
        NotationError: If the notation cannot be read.
        NotAllowed: If counting would take too long; such dice can still be rolled.
    """
    tree = notation if isinstance(notation, Tree) else parse(notation)
    if work(tree) > WORK_LIMIT:
        raise NotAllowed(
            say(
                "{notation} is too heavy for exact odds: take fewer dice or sides; it can still be rolled.",
                notation=plain(str(tree)),
            )
        )
    from icepool import Die

    counted = count_ways(tree)
    die: IcepoolDie = Die({total: ways for total, ways in enumerate(counted.ways, counted.low) if ways})
    return die.simplify()


def percent(probability: Fraction, lang: str | None = None) -> str:
    """Returns a probability as a percentage: two decimals, three figures of what is small, halves away from zero.

    What is nearly certain has as many decimals as what is left to 1, so nothing but certainty reads 100 %.

    >>> percent(Fraction(19, 81))
    '23.46 %'
    """
    small = min(probability, 1 - probability)
    decimals = 2
    while decimals < _MOST_DECIMALS and small * 10 ** (decimals + 2) < 100:
        decimals += 1
    scale = 10**decimals
    scaled = probability * 100 * scale
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    if small == 0:
        text = "100" if probability else "0"
    elif whole == 0:
        text = f"< {_written(1, decimals)}"
    elif whole == 100 * scale:
        text = f"> {_written(100 * scale - 1, decimals)}"
    else:
        text = _written(whole, decimals)
    if (lang or current_language()) == "ru":
        text = text.replace(".", ",")
    return f"{text}\N{NO-BREAK SPACE}%"


def _written(whole: int, decimals: int) -> str:
    digits = str(whole).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}"
