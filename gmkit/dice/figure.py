"""Draws odds with matplotlib. No pyplot: a figure belongs to whoever asked for it, and nothing global is touched."""

from __future__ import annotations

import base64
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from io import BytesIO
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from gmkit.dice.odds import IcepoolDie, percent
from gmkit.words import plain, say

# From bad to good: vermilion over grey to blue, told apart by every kind of colour sight;
# hatching tells the bands apart in print.
_BAD, _MIDDLE, _GOOD = "#b3461b", "#e9e4dc", "#0b4f94"
_SINGLE = "#3b7dbd"
_INK = "#1f2328"
_HATCHES = ("", "///", "...", "\\\\\\", "xx", "--", "ooo", "||", "++")
LABELLED = 21
"""Up to so many bars carry their percentages side by side; up to twice as many upright."""
_TRIMMED = 31
"""Of more results than this only those that can be seen are drawn, and the rest is said in a note."""
_WIDEST = 61
"""More results than this are drawn as an outline, without a percentage on each."""


class OddsFigure(Figure):
    """A figure that shows itself in a notebook and says in words what it shows."""

    alt_text: str = ""

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        picture = BytesIO()
        self.savefig(picture, format="png", metadata={"Software": None, "Description": self.alt_text})
        data = {"image/png": base64.b64encode(picture.getvalue()).decode("ascii"), "text/plain": self.alt_text}
        return data, {"image/png": {"alt": self.alt_text}}

    def __repr__(self) -> str:
        return f"<chart: {self.alt_text}>"


def draw_odds(
    title: str,
    die: IcepoolDie,
    *,
    named: Mapping[int | None, str] | None,
    totals: Mapping[str, Fraction],
    lang: str,
    alt_text: str,
) -> OddsFigure:
    """Returns the figure of a die's odds.

    Args:
        title: The notation.
        die: The odds.
        named: Where each band starts and its name, rising; None: no bands.
        totals: Each band's name and chance.
        lang: "en" or "ru".
        alt_text: The picture in words.
    """
    outcomes, ways, cut = _in_sight(die)
    whole = die.denominator()
    heights = [_height(way, whole) for way in ways]
    bars = len(outcomes)
    figure = OddsFigure(figsize=(min(max(6.4, 0.62 * bars + 1.6), 12.5), 4.6), layout="constrained", dpi=110)
    FigureCanvasAgg(figure)
    figure.alt_text = alt_text
    axes = figure.add_subplot()
    looks = _looks(list(totals))
    bands = _bands_of(outcomes, named)
    with mpl.rc_context({"hatch.linewidth": 0.6}):
        if bars <= _WIDEST:
            _draw_bars(axes, outcomes, heights, bands, looks)
            _write_percentages(axes, outcomes, heights, [percent(Fraction(way, whole), lang) for way in ways])
        else:
            _draw_outline(axes, outcomes, heights, bands, looks)
            _mark_top(axes, outcomes, ways, whole, lang)
    _dress(axes, title, outcomes, lang)
    if cut:
        note = say("Results beyond the edges: {chance} together.", chance=plain(percent(cut, lang))).render(lang)
        figure.supxlabel(note, fontsize=8, color="#57606a", x=0.99, ha="right")
    if totals:
        _legend(figure, looks, totals, lang)
    return figure


def _in_sight(die: IcepoolDie) -> tuple[list[int], list[int], Fraction]:
    """Returns the results that can be seen, their ways, and the chance of those left out at the edges."""
    outcomes, quantities = list(die.outcomes()), list(die.quantities())
    whole = die.denominator()
    first, last = 0, len(outcomes)
    if last > _TRIMMED:
        # Bars lower than a five-hundredth of the highest are thinner than the axis that they would stand on.
        highest = max(quantities)
        seen = [place for place, quantity in enumerate(quantities) if quantity * 500 > highest]
        first, last = seen[0], seen[-1] + 1
    cut = Fraction(sum(quantities[:first]) + sum(quantities[last:]), whole)
    return outcomes[first:last], quantities[first:last], cut


def _height(ways: int, whole: int) -> float:
    """Returns per cent for drawing; both numbers may be too long for floats."""
    return ways * 10**14 // whole / 10**12


def _bands_of(outcomes: Sequence[int], named: Mapping[int | None, str] | None) -> list[str]:
    if named is None:
        return [""] * len(outcomes)
    starts = [start for start in named if start is not None]
    under = named.get(None, "")
    names = [named[start] for start in starts]
    places = [bisect_right(starts, outcome) for outcome in outcomes]
    return [names[place - 1] if place else under for place in places]


def _looks(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Returns the colour and hatching of each band, from bad to good."""
    looks = {"": (_SINGLE, "")}
    for place, name in enumerate(names):
        part = place / (len(names) - 1) if len(names) > 1 else 1.0
        end = _BAD if part < 0.5 else _GOOD
        strength = abs(part - 0.5) * 2
        mixed = tuple(
            edge * strength + middle * (1 - strength) for edge, middle in zip(to_rgb(end), to_rgb(_MIDDLE), strict=True)
        )
        looks[name] = (to_hex(mixed), _HATCHES[place % len(_HATCHES)])  # type: ignore[arg-type]
    return looks


def _hatch_colour(face: str) -> str:
    red, green, blue = to_rgb(face)
    return "white" if 0.3 * red + 0.59 * green + 0.11 * blue < 0.5 else "#57606a"


def _draw_bars(
    axes: Axes,
    outcomes: Sequence[int],
    heights: Sequence[float],
    bands: Sequence[str],
    looks: Mapping[str, tuple[str, str]],
) -> None:
    steps = _steps(outcomes)
    drawn = axes.bar(steps, heights, width=0.86, linewidth=0)
    for bar, band in zip(drawn, bands, strict=True):
        colour, hatch = looks[band]
        bar.set(facecolor=colour, edgecolor=_hatch_colour(colour), hatch=hatch)
    # The outline is drawn apart: a bar's own edge has the colour of its hatching.
    for step, height in zip(steps, heights, strict=True):
        axes.bar(step, height, width=0.86, fill=False, edgecolor=_INK, linewidth=0.7)
    _ticks(axes, outcomes, steps, 1 if len(outcomes) <= _TRIMMED else 5)


def _write_percentages(axes: Axes, outcomes: Sequence[int], heights: Sequence[float], texts: Sequence[str]) -> None:
    upright = len(outcomes) > LABELLED
    for step, height, text in zip(_steps(outcomes), heights, texts, strict=True):
        axes.annotate(
            text.removesuffix("\N{NO-BREAK SPACE}%"),
            (step, height),
            xytext=(0, 3),
            textcoords="offset points",
            ha="center",
            va="bottom",
            rotation=90 if upright else 0,
            fontsize=7 if upright else 8,
            color=_INK,
        )
    axes.set_ylim(0, max(heights) * (1.3 if upright else 1.12))


def _draw_outline(
    axes: Axes,
    outcomes: Sequence[int],
    heights: Sequence[float],
    bands: Sequence[str],
    looks: Mapping[str, tuple[str, str]],
) -> None:
    """Draws a filled outline, a piece for each band; one bar a result would be thinner than a line."""
    steps = _steps(outcomes)
    start = 0
    for place in range(1, len(outcomes) + 1):
        if place < len(outcomes) and bands[place] == bands[start]:
            continue
        colour, hatch = looks[bands[start]]
        edges = [steps[start] - 0.5, *(step + 0.5 for step in steps[start:place])]
        axes.stairs(
            heights[start:place],
            edges,
            fill=True,
            facecolor=colour,
            edgecolor=_hatch_colour(colour),
            hatch=hatch,
            linewidth=0,
        )
        start = place
    axes.stairs(heights, [steps[0] - 0.5, *(step + 0.5 for step in steps)], color=_INK, linewidth=0.8, baseline=None)
    axes.set_ylim(0, max(heights) * 1.12)
    _ticks(axes, outcomes, steps, _round_step(len(outcomes)))


def _mark_top(axes: Axes, outcomes: Sequence[int], ways: Sequence[int], whole: int, lang: str) -> None:
    """Writes the percentage of the likeliest result over it, unless many are equally likely."""
    top = max(ways)
    if ways.count(top) > 2:
        return
    place = ways.index(top)
    axes.annotate(
        f"{_signed(outcomes[place])}: {percent(Fraction(top, whole), lang)}",
        (_steps(outcomes)[place], _height(top, whole)),
        xytext=(0, 4),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=9,
        color=_INK,
    )


def _steps(outcomes: Sequence[int]) -> list[int]:
    # Places from 0, for results may be larger than a float can tell apart.
    return [outcome - outcomes[0] for outcome in outcomes]


def _round_step(span: int) -> int:
    step = 1
    while span / step > 14:
        step *= 5 if str(step).startswith("2") or step == 1 else 2
        step = {25: 20, 250: 200, 2500: 2000, 25000: 20000}.get(step, step)
    return step


def _ticks(axes: Axes, outcomes: Sequence[int], steps: Sequence[int], every: int) -> None:
    first = outcomes[0]
    low = -(-first // every) * every
    marks = range(low, outcomes[-1] + 1, every) if every > 1 else outcomes
    axes.set_xticks([mark - first for mark in marks], [_signed(mark) for mark in marks])
    axes.set_xlim(steps[0] - 0.8, steps[-1] + 0.8)


def _signed(number: int) -> str:
    text = str(number)
    return text.replace("-", "\N{MINUS SIGN}") if len(text) < 12 else f"{text[:4]}…{text[-4:]}"


def _dress(axes: Axes, title: str, outcomes: Sequence[int], lang: str) -> None:
    shown = title if len(title) <= 60 else title[:59] + "…"
    axes.set_title(shown, loc="left", fontsize=13, fontweight="bold", color=_INK)
    axes.set_xlabel(say("result").render(lang), color=_INK)
    axes.set_ylabel(say("chance, %").render(lang), color=_INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#d0d7de", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(colors=_INK, labelsize=9 if len(outcomes) <= LABELLED else 8)


def _legend(figure: Figure, looks: Mapping[str, tuple[str, str]], totals: Mapping[str, Fraction], lang: str) -> None:
    handles = []
    # The best band on top, as ladders are printed.
    for name, chance in reversed(list(totals.items())):
        colour, hatch = looks[name]
        label = f"{name if len(name) <= 40 else name[:39] + '…'}: {percent(chance, lang)}"
        handles.append(
            Patch(facecolor=colour, edgecolor=_hatch_colour(colour), hatch=hatch, linewidth=0, label=_literal(label))
        )
    legend = figure.legend(
        handles=handles, loc="outside right upper", frameon=False, fontsize=9, handlelength=2.4, handleheight=1.3
    )
    for text in legend.get_texts():
        text.set_color(_INK)


def _literal(text: str) -> str:
    """Returns the text with nothing in it that matplotlib takes for mathematics."""
    return text.replace("$", r"\$")
