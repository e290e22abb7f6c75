"""Tables for a terminal: columns one under another, in as many lines as its width asks for, and nothing cut off."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

GAP = "  "
NARROWEST = 24
"""A text gets at least so many columns, also where the terminal has less: a word a line could not be read."""

WIDEST_SHORT = 16
"""A short column takes no more, a list of many names included: as wide as a time."""


class Column(NamedTuple):
    """A column in words."""

    head: str
    cells: list[str]
    may_wrap: bool


def text_table(columns: Sequence[Column], width: int | None = None) -> str:
    """Returns the table; with *width* its longest texts go on in the next line."""
    table = [[printable(cell) for cell in (column.head, *column.cells)] for column in columns]
    widths = [max(map(columns_of, cells)) for cells in table]
    if width is not None:
        wrapping = [at for at, column in enumerate(columns) if column.may_wrap]
        widths = [wide if at in wrapping else min(wide, WIDEST_SHORT) for at, wide in enumerate(widths)]
        room = width - len(GAP) * (len(columns) - 1) - sum(widths[at] for at in set(range(len(columns))) - {*wrapping})
        for at in sorted(wrapping, key=lambda at: widths[at]):
            # The shorter ones get what they need, the longest one what is left.
            share = max(NARROWEST, room // sum(widths[other] >= widths[at] for other in wrapping))
            room -= min(widths[at], share)
            widths[at] = min(widths[at], share)
    lines = []
    for row in zip(*table, strict=True):
        parts = [list(wrapped(cell, wide)) for cell, wide in zip(row, widths, strict=True)]
        for line in zip_longest(*parts, fillvalue=""):
            padded = [cell + " " * (wide - columns_of(cell)) for cell, wide in zip(line, widths, strict=True)]
            lines.append(GAP.join(padded).rstrip())
    return "".join(f"{line}\n" for line in lines)


def printable(text: str) -> str:
    """Returns a text as one line without signs that would steer the terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in " ".join(text.split()))


def columns_of(text: str) -> int:
    """Returns how many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def wrapped(text: str, width: int) -> Iterator[str]:
    """Yields the lines of a text, broken between words, and inside a word only where it is wider than a line."""
    line = ""
    for word in text.split(" "):
        if line and columns_of(f"{line} {word}") <= width:
            line += f" {word}"
            continue
        if line:
            yield line
        line = word
        while columns_of(line) > width:
            end = next(at for at in range(len(line), 0, -1) if at == 1 or columns_of(line[:at]) <= width)
            yield line[:end]
            line = line[end:]
    yield line
