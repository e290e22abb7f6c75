"""What is drawn inside a cell of a picture: patterns and discs; and text, measured and wrapped before it is placed."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING, Final

from gmkit.paint.literal import clean

if TYPE_CHECKING:
    from matplotlib.ft2font import FT2Font

Point = tuple[float, float]
Segment = tuple[Point, Point]

MISSING: Final = "\ufffd"
"""What stands for a letter that the font does not have."""


def pattern_segments(pattern: str) -> tuple[Segment, ...]:
    """Returns the strokes of a pattern in the unit square; none for "plain", "dotted" and "ringed"."""
    strokes = {
        "rising": _slanted(7, up=True),
        "falling": _slanted(7, up=False),
        "crossed": _slanted(8, up=True) + _slanted(8, up=False),
        "level": _straight(5, level=True),
        "upright": _straight(9, level=False),
        "framed": _frame(0.06, 0.12),
        "squared": _straight(4, level=True) + _straight(8, level=False),
    }
    return strokes.get(pattern, ())


def pattern_points(pattern: str) -> tuple[Point, ...]:
    """Returns the places of a pattern's dots or rings in the unit square."""
    if pattern not in ("dotted", "ringed"):
        return ()
    columns, rows = (10, 4) if pattern == "dotted" else (7, 3)
    return tuple(((column + 0.5) / columns, (row + 0.5) / rows) for row in range(rows) for column in range(columns))


def _straight(count: int, *, level: bool) -> tuple[Segment, ...]:
    places = [(n + 0.5) / count for n in range(count)]
    return tuple(((0.0, at), (1.0, at)) if level else ((at, 0.0), (at, 1.0)) for at in places)


def _frame(aside: float, above: float) -> tuple[Segment, ...]:
    corners = ((aside, above), (1 - aside, above), (1 - aside, 1 - above), (aside, 1 - above))
    return tuple(zip(corners, (*corners[1:], corners[0]), strict=True))


def _slanted(count: int, *, up: bool) -> tuple[Segment, ...]:
    """Returns parallel strokes over a cell that is about twice as wide as high, clipped to it."""
    reach = 0.5
    strokes = []
    for n in range(count):
        start = -reach + (1 + reach) * (n + 0.5) / count
        low = max(0.0, -start / reach)
        high = min(1.0, (1 - start) / reach)
        if high > low:
            first, last = (start + low * reach, low), (start + high * reach, high)
            strokes.append((first, last) if up else ((first[0], 1 - low), (last[0], 1 - high)))
    return tuple(strokes)


def disc_places(count: int, room: float, height: float) -> tuple[float, list[Point]]:
    """Returns the radius and the centres round (0, 0) of *count* discs that fill *room* by *height* pixels."""

    def fitting(rows: list[int]) -> float:
        return min(height / len(rows) / 2 - 0.5, room / max(rows[0], 1) / 2 - 0.4)

    rows = max([count], [(count + 1) // 2, count // 2], key=fitting)
    radius = fitting(rows)
    step = 2 * radius + 0.6
    places = []
    for number, in_row in enumerate(rows):
        height = (len(rows) - 1) / 2 - number
        places += [((n - (in_row - 1) / 2) * step, height * step) for n in range(in_row)]
    return radius, places


@cache
def _font(*, bold: bool) -> FT2Font:
    from matplotlib.font_manager import FontProperties, findfont
    from matplotlib.ft2font import FT2Font

    font = FT2Font(findfont(FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")))
    font.set_size(100, 72)
    return font


def drawable(text: str) -> str:
    """Returns *text* on one line, with a mark for each letter that the font cannot draw."""
    font = _font(bold=False)
    letters = " ".join(clean(text).split())
    return "".join(letter if font.get_char_index(ord(letter)) else MISSING for letter in letters)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Returns how wide *text* is in pixels when its letters are *size* pixels high."""
    font = _font(bold=bold)
    font.set_text(text, 0.0)
    return float(font.get_width_height()[0]) / 64 * size / 100


def wrapped(text: str, size: float, room: float, *, lines: int, bold: bool = False) -> list[str]:
    """Returns *text* in at most *lines* lines of *room* pixels; what does not fit ends in an ellipsis."""
    words = _parts(drawable(text[:500]))
    found: list[str] = []
    while words and len(found) <= lines:
        line = words.pop(0)
        while words and width((line + words[0]).rstrip(), size, bold=bold) <= room:
            line += words.pop(0)
        # A word wider than the column is broken where the column ends.
        fits = _fitting(line.rstrip(), size, room, bold=bold)
        if fits < len(line.rstrip()):
            words.insert(0, line[fits:])
        found.append(line[:fits].rstrip())
    if len(found) > lines:
        last = found[lines - 1]
        fits = _fitting(last, size, room - width("…", size, bold=bold), bold=bold)
        return [*found[: lines - 1], last[:fits].rstrip() + "…"]
    return found


def _parts(text: str) -> list[str]:
    """Returns *text* in parts after which a line may end: at blanks and hyphens."""
    return re.findall(r"[^ -]*(?:-+| +|$)", text)[:-1] or [text]


def _fitting(line: str, size: float, room: float, *, bold: bool) -> int:
    """Returns how many letters of *line* fit in *room*; at least one."""
    if width(line, size, bold=bold) <= room:
        return len(line)
    return max(1, bisect_right(range(1, len(line)), room, key=lambda n: width(line[:n], size, bold=bold)))
