"""Odds as a picture and by bands; matplotlib is loaded when a picture is asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gmkit.dice.notation import Tree, parse
from gmkit.dice.odds import IcepoolDie, odds, percent
from gmkit.errors import TableError, checked_language
from gmkit.words import Words, plain, render, say, shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Ladder = Mapping[int, Words]
"""{lowest result of a band: its name}."""


def bands(notation: str | Tree, ladder: Ladder, lang: str | None = None) -> dict[str, Fraction]:
    """Returns the exact chance of each band, lowest band first; together they are 1.

    Bands of one name are added up. Results under the lowest band, where there are any, are a band "under ...".
    """
    lang = checked_language(lang)
    return _shared_out(odds(notation), ladder, lang)


def chart(notation: str | Tree, ladder: Ladder | None = None, lang: str | None = None) -> Figure:
    """Returns the odds as a matplotlib Figure: bars by result with their percentages, coloured and hatched by band.

    Args:
        notation: What is rolled.
        ladder: {lowest result of a band: its name}; None: one colour and no legend.
        lang: "en" or "ru"; the current language if None.
    """
    tree = notation if isinstance(notation, Tree) else parse(notation)
    lang = checked_language(lang)
    die = odds(tree)
    named = None if ladder is None else {start: band_name(ladder, start, lang) for start in band_starts(die, ladder)}
    totals = {} if ladder is None else _shared_out(die, ladder, lang)
    from gmkit.dice.figure import draw_odds

    words = alt_text(tree, die, totals, lang)
    return draw_odds(str(tree), die, named=named, totals=totals, lang=lang, alt_text=words)


def alt_text(tree: Tree, die: IcepoolDie, totals: Mapping[str, Fraction], lang: str) -> str:
    """Returns the picture in words: range, likeliest result, bands."""
    # icepool's mode() looks for the maximum once for each result: half a minute for 1000d20.
    quantities = list(die.quantities())
    likeliest = list(die.outcomes())[quantities.index(max(quantities))]
    words = say(
        "Odds of {notation}: results from {low} to {high}, likeliest {mode} with {chance}.",
        notation=plain(str(tree)),
        low=die.min_outcome(),
        high=die.max_outcome(),
        mode=likeliest,
        chance=percent(die.probability(likeliest), lang),
    ).render(lang)
    shown = "; ".join(f"{name}: {percent(chance, lang)}" for name, chance in totals.items())
    return f"{words} {shown}." if shown else words


def band_starts(die: IcepoolDie, ladder: Ladder) -> list[int | None]:
    """Returns the lowest results of the bands, rising; None first if the dice can fall under all of them.

    Raises:
        TableError: If the ladder is not a mapping of whole numbers to names.
    """
    _check_ladder(ladder)
    starts: list[int | None] = [*sorted(ladder)]
    return [None, *starts] if die.min_outcome() < min(ladder) else starts


def _check_ladder(ladder: Any) -> None:
    if not isinstance(ladder, Mapping) or not ladder:
        raise TableError(say("A ladder gives the lowest result of each band and its name, such as 1 and success."))
    for start, name in ladder.items():
        if isinstance(start, bool) or not isinstance(start, int):
            raise TableError(say("A band begins at a whole number, not at {start}.", start=plain(shown(start)[:40])))
        if not (isinstance(name, str) or hasattr(name, "render")) or not render(name, "en").strip():
            raise TableError(say("The band from {start} has no name.", start=start))


def _shared_out(die: IcepoolDie, ladder: Ladder, lang: str) -> dict[str, Fraction]:
    starts = band_starts(die, ladder)
    names = [band_name(ladder, start, lang) for start in starts]
    edges = [start for start in starts if start is not None]
    shift = 0 if starts[0] is None else -1
    # Whole numbers are added: for 1000d20 fractions would be brought to lowest terms 19,000 times.
    ways = dict.fromkeys(names, 0)
    for result, quantity in die.items():
        ways[names[bisect_right(edges, result) + shift]] += quantity
    whole = die.denominator()
    return {name: Fraction(count, whole) for name, count in ways.items()}


def band_name(ladder: Ladder, start: int | None, lang: str) -> str:
    """Returns the name of the band that starts there; for None that of what lies under all bands."""
    return say("under {lowest}", lowest=min(ladder)).render(lang) if start is None else render(ladder[start], lang)
