"""The picture of a cube: its Z layers pulled apart vertically, one plate over the other (Z1), with a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gmkit.core.view import Board, BoardCell
from gmkit.errors import checked_language
from gmkit.paint.glyphs import (
    Point,
    disc_places,
    drawable,
    pattern_points,
    pattern_segments,
    wrapped,
)
from gmkit.paint.legend import LegendRow, legend_rows, sign_of
from gmkit.paint.palette import Look, look, mark
from gmkit.paint.zone_tables import flat_layers_html
from gmkit.words import render as in_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["flat_layers_html", "save_figure", "zone_figure"]

# All measures are pixels of a picture that is posted as it is; a forum shows about 1,100 of them side by side, and a
# screen of 1,000 pixels shows about 900 of them at once.
CELL_WIDTH: Final = 106.0
CELL_DEPTH: Final = 27.0
"""How high a cell is drawn: its way along Y."""
LEAN: Final = 26.0
"""How far a cell's far edge lies to the right of its near edge."""
PLATE: Final = 6.0
GAP: Final = 28.0
"""Between two layers; it means nothing (Z1)."""
LEFT, BOTTOM, LEGEND_WIDTH, EDGE = 84.0, 56.0, 262.0, 24.0
DPI: Final = 100


@dataclass(frozen=True)
class Theme:
    """The colours of all that is not a cell."""

    paper: str
    ink: str
    soft: str
    edge: str
    plate: str


LIGHT: Final = Theme("#ffffff", "#1b1f24", "#545b64", "#8b949e", "#c3cad2")
DARK: Final = Theme("#0e1114", "#eceff2", "#b3bac2", "#69727c", "#3a424b")


class Sheet:
    """Where everything goes: cells to pixels, counted from the lower left corner."""

    def __init__(self, board: Board, heading: Sequence[str], rows: Sequence[LegendRow]) -> None:
        self.columns, self.depth, self.layers = board.size
        self.layer_height = self.depth * CELL_DEPTH
        stack = self.layers * (self.layer_height + GAP) - GAP
        self.heading_height = 30.0 * len(heading) + 22
        self.height = BOTTOM + max(stack, sum(row.space + row.height for row in rows)) + self.heading_height
        self.right = LEFT + self.columns * CELL_WIDTH + self.depth * LEAN
        self.width = self.right + 30 + LEGEND_WIDTH + EDGE
        self.top = self.height - self.heading_height

    def place(self, x: float, y: float, z: int) -> Point:
        """Returns the pixel of a point of layer *z*; a cell reaches from (x - 1, y - 1) to (x, y)."""
        floor = self.top - (self.layers - z) * (self.layer_height + GAP) - self.layer_height
        return LEFT + x * CELL_WIDTH + y * LEAN, floor + y * CELL_DEPTH

    def corners(self, x0: float, y0: float, x1: float, y1: float, z: int) -> list[Point]:
        """Returns the four corners of a rectangle in layer *z*."""
        return [self.place(x0, y0, z), self.place(x1, y0, z), self.place(x1, y1, z), self.place(x0, y1, z)]


def zone_figure(board: Board, *, lang: str | None = None, dark: bool = False) -> Figure:
    """Returns the picture of *board*, all that its viewer knows: signs, patterns and colours, Stalkers and marks.

    Args:
        board: A board of three dimensions, of any size.
        lang: "en" or "ru" for the legend; the current language if None.
        dark: Whether it is for a dark page.
    """
    from matplotlib import style

    from gmkit.paint.figure import BoardFigure

    lang = checked_language(lang)
    theme = DARK if dark else LIGHT
    title = drawable(in_words(board.title, lang))
    rows = legend_rows(board, lang, LEGEND_WIDTH)
    heading = wrapped(title, 22, 900, lines=2, bold=True) if title else []
    sheet = Sheet(board, heading, rows)
    # A user's own style must not leak into a picture that has to come out the same everywhere.
    with style.context("default"):
        figure = BoardFigure(figsize=(sheet.width / DPI, sheet.height / DPI), dpi=DPI, facecolor=theme.paper)
        figure.set_label(title)
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, sheet.width), ylim=(0, sheet.height))
        axes.set_axis_off()
        painter = Painter(axes, sheet, theme, lang, dark=dark)
        painter.frame(board.axes)
        painter.cells(board)
        painter.heading(heading)
        painter.legend(rows)
    return figure


def save_figure(figure: Figure, path: str | Path) -> Path:
    """Returns the path of the PNG or SVG that was written, by the suffix of *path*; see `figure.save_figure`."""
    from gmkit.paint.figure import save_figure as save

    return save(figure, path)


class Painter:
    """Draws one board on one sheet."""

    def __init__(self, axes: Axes, sheet: Sheet, theme: Theme, lang: str, *, dark: bool) -> None:
        self.axes, self.sheet, self.theme, self.lang, self.dark = axes, sheet, theme, lang, dark

    def text(
        self,
        at: Point,
        words: str,
        size: float,
        colour: str,
        *,
        bold: bool = False,
        align: str = "center",
        z: float = 6,
    ) -> None:
        """Writes *words* round *at*; never as a formula, whatever dollars people have in their names."""
        self.axes.text(
            *at,
            words,
            fontsize=size * 72 / DPI,
            color=colour,
            fontweight="bold" if bold else "normal",
            ha=align,
            va="center_baseline",
            parse_math=False,
            zorder=z,
        )

    def frame(self, names: Sequence[str]) -> None:
        """Draws the plates, the threads between their corners, and the numbers along the axes."""
        from matplotlib.collections import LineCollection, PolyCollection

        sheet, theme = self.sheet, self.theme
        wide, deep = sheet.columns, sheet.depth
        # The far corners' threads would run through the numbers of the layer above.
        ends = ((0, 0), (wide, 0))
        threads = [[sheet.place(*end, z), sheet.place(*end, z + 1)] for z in range(1, sheet.layers) for end in ends]
        self.axes.add_collection(
            LineCollection(threads, colors=theme.edge, linewidths=0.8, linestyles=(0, (1, 3)), zorder=0)
        )
        plates = []
        for z in range(1, sheet.layers + 1):
            left, right, far = sheet.place(0, 0, z), sheet.place(wide, 0, z), sheet.place(wide, deep, z)
            plates.append(
                [left, right, far, (far[0], far[1] - PLATE), (right[0], right[1] - PLATE), (left[0], left[1] - PLATE)]
            )
        self.axes.add_collection(
            PolyCollection(plates, facecolors=theme.plate, edgecolors=theme.edge, linewidths=0.8, zorder=1)
        )
        for z in range(1, sheet.layers + 1):
            self._numbers(names, z)

    def _numbers(self, names: Sequence[str], z: int) -> None:
        sheet, theme = self.sheet, self.theme
        for x in range(1, sheet.columns + 1):
            px, py = sheet.place(x - 0.5, 0, z)
            self.text((px, py - PLATE - 11), str(x), 13, theme.soft)
        for y in range(1, sheet.depth + 1):
            px, py = sheet.place(sheet.columns, y - 0.5, z)
            self.text((px + 14, py - 3), str(y), 13, theme.soft)
        px, py = sheet.place(0, 0, z)
        self.text((px - 14, py - PLATE - 11), f"{names[0]} →", 13, theme.ink, bold=True)
        px, py = sheet.place(sheet.columns, sheet.depth, z)
        self.text((px + 8, py + 8), f"{names[1]} ↗", 13, theme.ink, bold=True)
        px, py = sheet.place(0, sheet.depth, z)
        self.text((EDGE, py - 14), f"{names[2]} {z}", 21, theme.ink, bold=True, align="left")

    def cells(self, board: Board) -> None:
        """Draws every cell: its colour and pattern, then its sign, Stalkers and marks."""
        from matplotlib.collections import PolyCollection

        known = {cell.at: cell for cell in board.cells}
        shapes, fills = [], []
        for z in range(1, self.sheet.layers + 1):
            for y in range(1, self.sheet.depth + 1):
                for x in range(1, self.sheet.columns + 1):
                    cell = known.get((x, y, z))
                    shapes.append(self.sheet.corners(x - 1, y - 1, x, y, z))
                    fills.append(look(cell.look if cell else "unknown").paint(dark=self.dark).fill)
        self.axes.add_collection(PolyCollection(shapes, facecolors=fills, edgecolors="none", zorder=2))
        self.patterns([(c.at, look(c.look)) for c in known.values()])
        self.axes.add_collection(
            PolyCollection(shapes, facecolors="none", edgecolors=self.theme.edge, linewidths=0.9, zorder=4)
        )
        for cell in known.values():
            self.content(cell)

    def patterns(self, places: Sequence[tuple[tuple[int, ...], Look]]) -> None:
        """Draws the pattern of each cell, sheared with it."""
        from matplotlib.collections import LineCollection

        strokes, colours = [], []
        for (x, y, z), item in places:
            for start, end in pattern_segments(item.pattern):
                strokes.append([self.sheet.place(x - 1 + u, y - 1 + v, z) for u, v in (start, end)])
                colours.append(item.paint(dark=self.dark).line)
        if strokes:
            self.axes.add_collection(LineCollection(strokes, colors=colours, linewidths=1.1, zorder=3))
        for kind in ("dotted", "ringed"):
            marks = [
                (*self.sheet.place(x - 1 + u, y - 1 + v, z), item.paint(dark=self.dark).line)
                for (x, y, z), item in places
                if item.pattern == kind
                for u, v in pattern_points(kind)
            ]
            if marks:
                px, py, inks = zip(*marks, strict=True)
                self._points(px, py, inks, ringed=kind == "ringed")

    def _points(self, px: Sequence[float], py: Sequence[float], inks: Sequence[str], *, ringed: bool) -> None:
        if ringed:
            self.axes.scatter(px, py, s=26, facecolors="none", edgecolors=inks, linewidths=1.1, zorder=3)
        else:
            self.axes.scatter(px, py, s=5, c=inks, linewidths=0, zorder=3)

    def content(self, cell: BoardCell) -> None:
        """Draws what stands in a cell: the sign to the left, Stalkers in the middle, marks to the right."""
        x, y, z = cell.at
        item, marks = look(cell.look), [mark(key) for key in cell.marks]
        sign = "" if item.key == "unknown" else sign_of(cell, self.lang)
        if "selected" in cell.marks:
            self.ring(self.sheet.corners(x - 0.97, y - 0.94, x - 0.03, y - 0.06, z))
            marks = [found for found in marks if found.key != "selected"]
        left, height = self.sheet.place(x - 1, y - 0.5, z)
        if sign:
            at = (left + (12 if cell.pieces else CELL_WIDTH / 2), height)
            self.chip(at, sign, item, 12 if cell.pieces else 15)
        # Discs stand in what the sign on the left and the marks on the right leave free.
        shown = marks[:4]
        start, end = (28.0 if sign else 2.0), CELL_WIDTH - (2.0 + 15.0 * ((len(shown) + 1) // 2))
        radius, places = disc_places(len(cell.pieces), end - start, CELL_DEPTH)
        for number, (dx, dy) in zip(cell.pieces, places, strict=True):
            self.disc((left + (start + end) / 2 + dx + dy * LEAN / CELL_DEPTH, height + dy), number, radius)
        for n, badge in enumerate(shown):
            # Two stand one over the other; further ones to the left of them.
            dy = 0.0 if n == len(shown) - 1 and n % 2 == 0 else 6.5 - 13 * (n % 2)
            dx = CELL_WIDTH - 9 - 15 * (n // 2)
            self.badge((left + dx + dy * LEAN / CELL_DEPTH, height + dy), badge)

    def ring(self, corners: Sequence[Point]) -> None:
        """Draws the frame of a chosen cell."""
        from matplotlib.patches import Polygon

        line = mark("selected").paint(dark=self.dark).line
        self.axes.add_patch(Polygon(corners, facecolor="none", edgecolor=line, linewidth=2.6, zorder=5))

    def chip(self, at: Point, sign: str, item: Look, size: float = 15) -> None:
        """Draws a sign on a plain ground, so that no pattern runs through its letters."""
        from matplotlib.patches import FancyBboxPatch

        paint = item.paint(dark=self.dark)
        room = size * (1.4 if len(sign) > 1 else 0.9)
        if item.pattern != "plain":
            box = FancyBboxPatch(
                (at[0] - room / 2, at[1] - 8), room, 16, boxstyle="round,pad=2,rounding_size=4",
                facecolor=paint.fill, edgecolor="none", zorder=5,
            )  # fmt: skip
            self.axes.add_patch(box)
        self.text((at[0], at[1] - 0.5), drawable(sign)[:3], size * (1.4 if sign == "★" else 1), paint.ink, bold=True)

    def disc(self, at: Point, number: int, radius: float) -> None:
        """Draws one Stalker: a numbered disc with a rim that parts it from any colour below."""
        from matplotlib.patches import Circle

        paint = mark("stalker").paint(dark=self.dark)
        self.axes.add_patch(
            Circle(at, radius, facecolor=paint.fill, edgecolor=self.theme.paper, linewidth=1.2, zorder=6)
        )
        self.text((at[0], at[1] - 0.5), str(number), radius * 1.45, paint.ink, bold=True, z=7)

    def badge(self, at: Point, item: Look) -> None:
        """Draws a mark: a small square with its sign."""
        from matplotlib.patches import FancyBboxPatch

        paint = item.paint(dark=self.dark)
        box = FancyBboxPatch(
            (at[0] - 4.5, at[1] - 4.5), 9, 9, boxstyle="round,pad=2,rounding_size=2.5",
            facecolor=paint.fill, edgecolor=paint.ink, linewidth=0.9, zorder=6,
        )  # fmt: skip
        self.axes.add_patch(box)
        self.text((at[0], at[1] - 0.5), item.sign.render(self.lang), 11, paint.ink, bold=True, z=7)

    def heading(self, lines: Sequence[str]) -> None:
        """Writes the title over the picture."""
        for n, line in enumerate(lines):
            self.text((EDGE, self.sheet.height - 30 - 30 * n), line, 22, self.theme.ink, bold=True, align="left")

    def legend(self, rows: Sequence[LegendRow]) -> None:
        """Draws the legend to the right: who is who, and what the looks mean that occur on this board."""
        left, top = self.sheet.right + 44, self.sheet.top + 4
        for row in rows:
            top -= row.space
            middle = top - 11
            if row.number is not None:
                self.disc((left + 17, middle), row.number, 11)
            elif row.look is not None and row.look.key == "selected":
                self.ring(
                    [(left, middle - 10), (left + 34, middle - 10), (left + 34, middle + 10), (left, middle + 10)]
                )
            elif row.look is not None and row.is_mark:
                self.badge((left + 17, middle), row.look)
            elif row.look is not None:
                self.swatch((left, middle), row)
            for n, line in enumerate(row.lines):
                indent = 0 if row.is_title else 46
                self.text((left + indent, middle - 18 * n), line, 15 if row.is_title else 14, self.theme.ink,
                          bold=row.is_title, align="left")  # fmt: skip
            top -= row.height

    def swatch(self, at: Point, row: LegendRow) -> None:
        """Draws a small cell of a look, with its pattern and sign."""
        from matplotlib.collections import LineCollection
        from matplotlib.patches import Rectangle

        assert row.look is not None
        paint = row.look.paint(dark=self.dark)
        x, y = at[0], at[1] - 11
        self.axes.add_patch(Rectangle((x, y), 34, 22, facecolor=paint.fill, edgecolor="none", zorder=2))
        segments = pattern_segments(row.look.pattern)
        small = segments if row.look.pattern == "framed" else segments[::2]
        strokes = [[(x + u * 34, y + v * 22) for u, v in ends] for ends in small]
        if strokes:
            self.axes.add_collection(LineCollection(strokes, colors=paint.line, linewidths=1.0, zorder=3))
        dots = pattern_points(row.look.pattern)[::2]
        if dots:
            px, py = zip(*((x + 3 + u * 28, y + 3 + v * 16) for u, v in dots), strict=True)
            self._points(px, py, [paint.line] * len(px), ringed=row.look.pattern == "ringed")
        self.axes.add_patch(
            Rectangle((x, y), 34, 22, facecolor="none", edgecolor=self.theme.edge, linewidth=0.9, zorder=4)
        )
        if row.sign:
            self.chip((x + 17, at[1]), row.sign, row.look, 13)
