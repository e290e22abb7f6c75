"""The pieces that a face may draw: a page's headings, lines and tables, a board's cells, a viewer's choices.

They hold words and plain values only. Whoever draws them (Markdown, HTML, BBCode, a picture, a widget) adds no
knowledge: what is not in the pieces was not told to the viewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gmkit.words import Words

UNKNOWN = "unknown"
"""What stands for a value that the viewer was not told."""


@dataclass(frozen=True)
class Heading:
    """A heading inside a page; level 2 is a section."""

    words: Words
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """One paragraph."""

    words: Words
    weight: str = "plain"
    """"plain", "strong" (what nobody may overlook) or "quiet" (small print)."""


@dataclass(frozen=True)
class Lines:
    """A list of short lines."""

    items: tuple[Words, ...]


@dataclass(frozen=True)
class Grid:
    """A table with a heading row."""

    columns: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    caption: Words = ""


@dataclass(frozen=True, kw_only=True)
class BoardCell:
    """One cell of a board as its viewer knows it."""

    at: tuple[int, ...]
    """X, Y, Z (the Zone) or column, row; each counted from 1."""
    look: str
    """The key of its colour, pattern and sign in `paint/palette.py`: what it means, not how it is drawn."""
    label: Words
    """What lies there, in words; never empty."""
    sign: str = ""
    """One or two letters for a small drawing, readable without colour."""
    pieces: tuple[int, ...] = ()
    """The numbers of the pieces that stand there."""
    marks: tuple[str, ...] = ()
    """Further looks, such as "nut", "wind", "dropped"."""
    spoken: Words = ""
    """The whole cell as a sentence, for screen readers."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Something that a viewer may ask for, with the command that asks for it."""

    label: Words
    command: Mapping[str, Any]
    group: str = ""


@dataclass(frozen=True, kw_only=True)
class Legend:
    """What one look of a board means."""

    look: str
    words: Words
    sign: str = ""


@dataclass(frozen=True, kw_only=True)
class Board:
    """A board as its viewer knows it, ready to be drawn."""

    size: tuple[int, ...]
    cells: Sequence[BoardCell]
    legend: tuple[Legend, ...]
    title: Words = ""
    axes: tuple[str, ...] = ("X", "Y", "Z")
    pieces: Mapping[int, Words] = field(default_factory=dict)
    """The name of each numbered piece."""


@dataclass(frozen=True)
class Drawing:
    """A board under its heading; it ends a page in HTML, and is left out where a page is text alone."""

    words: Words
    board: Board


Piece = Heading | Paragraph | Lines | Grid | Drawing


@dataclass(frozen=True)
class Page:
    """A report before it is written as Markdown, HTML or BBCode."""

    title: Words
    pieces: tuple[Piece, ...]
