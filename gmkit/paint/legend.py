"""What the legend of a board says: its pieces, and the looks and marks that occur on it, no others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gmkit.core.view import Board, BoardCell
from gmkit.paint.glyphs import drawable, wrapped
from gmkit.paint.palette import LOOKS, MARKS, Look, look, mark
from gmkit.words import Sentence, say
from gmkit.words import render as in_words

LINE: Final = 18.0
"""Height of a line of the legend, in pixels."""


@dataclass(frozen=True)
class LegendRow:
    """One line of a legend, wrapped."""

    lines: tuple[str, ...]
    look: Look | None = None
    sign: str = ""
    number: int | None = None
    is_mark: bool = False
    is_title: bool = False

    @property
    def height(self) -> float:
        """How much room it takes, in pixels."""
        return LINE * (len(self.lines) - 1) + (32 if self.is_title else 29)

    @property
    def space(self) -> float:
        """How much room is left free above it, in pixels."""
        return 10.0 if self.is_title else 0.0


@dataclass(frozen=True)
class Meaning:
    """A look that occurs on a board, with the board's words for it."""

    look: Look
    words: str
    sign: str = ""
    is_mark: bool = False


def sign_of(cell: BoardCell, lang: str) -> str:
    """Returns the sign of a cell: its own if the board gives one, else that of its look."""
    return cell.sign or look(cell.look).sign.render(lang)


def meanings(board: Board, lang: str) -> tuple[list[Meaning], list[Meaning]]:
    """Returns the looks and the marks that occur on *board*, in the palette's order, those it does not list last."""
    told = {entry.look: entry for entry in board.legend}
    cells = {cell.look: cell for cell in reversed(board.cells)}

    def meaning(key: str, item: Look, *, is_mark: bool) -> Meaning:
        # The entry "nut" of a board is the element's, and no word for the mark of that name.
        entry = told.get(item.key if is_mark and key in LOOKS else key)
        # A look that neither legend nor palette names is named by the label of the first cell that has it.
        nameless = item.key == "other" and key in cells
        words = entry.words if entry else cells[key].label if nameless else item.name
        sign = (entry.sign if entry else "") or (cells[key].sign if key in cells and not is_mark else "")
        return Meaning(item, in_words(words, lang), sign or item.sign.render(lang), is_mark)

    marks = {key: mark(key) for cell in board.cells for key in cell.marks}
    places = {key: look(key) for key in cells}
    return (
        [meaning(key, item, is_mark=False) for key, item in _ordered(places, list(LOOKS))],
        [meaning(key, item, is_mark=True) for key, item in _ordered(marks, list(MARKS))],
    )


def _ordered(found: dict[str, Look], known: list[str]) -> list[tuple[str, Look]]:
    """Returns the looks in the palette's order, one row each; those that it does not list last, by key."""
    once: dict[str, tuple[str, Look]] = {}
    for key, item in sorted(found.items()):
        once.setdefault(item.key if item.key in known else key, (key, item))
    return [once[key] for key in sorted(once, key=lambda key: (known.index(key) if key in known else len(known), key))]


STALKERS: Final[Sentence] = say("Stalkers")
CELLS: Final[Sentence] = say("Cells")
MARKED: Final[Sentence] = say("Marks")


def legend_rows(board: Board, lang: str, room: float) -> list[LegendRow]:
    """Returns the legend of *board* in rows that are *room* pixels wide."""

    def lines(words: str) -> tuple[str, ...]:
        return tuple(wrapped(words, 14, room - 50, lines=3))

    def titled(title: Sentence, rows: list[LegendRow]) -> list[LegendRow]:
        return [LegendRow((title.render(lang),), is_title=True), *rows] if rows else []

    places, marks = meanings(board, lang)
    pieces = [LegendRow(lines(in_words(name, lang)), number=n) for n, name in sorted(board.pieces.items())]
    looks = [LegendRow(lines(m.words), look=m.look, sign=drawable(m.sign)) for m in places]
    marked = [LegendRow(lines(m.words), look=m.look, sign=m.sign, is_mark=True) for m in marks]
    return titled(STALKERS, pieces) + titled(CELLS, looks) + titled(MARKED, marked)
