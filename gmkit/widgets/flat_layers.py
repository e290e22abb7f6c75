"""Five flat layers of a cube, with the information and the choices of the cube itself: its twin, and what stands where
there is no WebGL, no kernel, or nobody who looks (W6, W8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import anywidget
import traitlets

from gmkit.core.view import Board, BoardCell
from gmkit.paint import palette
from gmkit.widgets.key_guard import front_end
from gmkit.widgets.look import escape
from gmkit.words import Words, render, say

Cell = tuple[int, ...]

_ALONE = """
function render({ model, el }) {
  tellWebGL(model);
  el.classList.add("gm-layers-alone");
  const layers = flatLayers(model, (at) => model.send({ do: "pick", at }));
  el.append(layers.root);
  return layers.stop;
}
export default { render };
"""


class FlatLayers(anywidget.AnyWidget):
    """The layers on the screen: one tab stop, arrow keys in a layer, Page Up and Page Down between layers.

    Args:
        picked: Called with the coordinates of a cell that was clicked, or chosen by Enter or Space.
    """

    _esm = front_end("flat_layers.js") + _ALONE
    _css = front_end("flat_layers.css")

    board = traitlets.Dict().tag(sync=True)
    """What `board_data` gives."""
    tints = traitlets.Dict().tag(sync=True)
    """What `tints_of` gives."""
    words = traitlets.Dict().tag(sync=True)
    selected = traitlets.List().tag(sync=True)
    """The coordinates of the picked cell, empty for none."""
    webgl = traitlets.Bool(None, allow_none=True).tag(sync=True)
    """Whether the browser can draw in three dimensions; it says so itself."""

    def __init__(self, picked: Callable[[Cell], Any], **traits: Any) -> None:
        super().__init__(**traits)
        self._picked = picked
        self.on_msg(self._heard)

    def show(self, board: Board, lang: str) -> None:
        """Draws *board*: one message, whatever changed."""
        with self.hold_sync():
            self.board, self.tints, self.words = board_data(board, lang), tints_of(board), layer_words(lang)

    def _heard(self, _widget: Any, content: Any, _buffers: Any) -> None:
        at = picked_cell(content, self.board)
        if at is not None:
            self._picked(at)


def picked_cell(content: Any, board: Any) -> Cell | None:
    """Returns the cell that a message from the browser picks, None if it picks none of this board."""
    if not isinstance(content, dict) or content.get("do") != "pick":
        return None
    at = content.get("at")
    size = board.get("size", ())
    if not isinstance(at, list) or len(at) != len(size) or not all(isinstance(part, int) for part in at):
        return None
    return tuple(at) if all(1 <= part <= most for part, most in zip(at, size, strict=True)) else None


def board_data(board: Board, lang: str) -> dict[str, Any]:
    """Returns *board* as plain data in one language; the browser shows every text as text."""
    return {
        "size": list(board.size),
        "axes": list(board.axes),
        "cells": [_cell_data(cell, lang) for cell in board.cells],
        "legend": [
            {"look": row.look, "words": render(row.words, lang), "sign": row.sign or _sign(row.look, lang)}
            for row in board.legend
        ],
    }


def _cell_data(cell: BoardCell, lang: str) -> dict[str, Any]:
    return {
        "at": list(cell.at),
        "look": cell.look,
        "sign": cell.sign,
        "pieces": list(cell.pieces),
        "marks": [mark_sign(mark, lang) for mark in cell.marks],
        "spoken": spoken(cell, lang),
    }


def spoken(cell: BoardCell, lang: str) -> str:
    """Returns the whole cell as a sentence: "3, 2, 5: jelly, known to all"."""
    if cell.spoken:
        return render(cell.spoken, lang)
    return f"{coordinates(cell.at)}: {render(cell.label, lang)}"


def coordinates(at: Iterable[int]) -> str:
    """Returns a cell's coordinates as people write them: "3, 2, 5"."""
    return ", ".join(str(part) for part in at)


def mark_sign(mark: str, lang: str) -> str:
    """Returns the sign of a mark ("nut", "wind", …), as the palette draws it."""
    return palette.mark(mark).sign.render(lang)


def _sign(look: str, lang: str) -> str:
    return palette.look(look).sign.render(lang)


def tints_of(board: Board) -> dict[str, dict[str, str]]:
    """Returns colours and pattern of the looks of *board*, and of no other: what is not there must not be named (S1)."""
    keys = {cell.look for cell in board.cells} | {row.look for row in board.legend}
    return {key: _tint(palette.look(key)) for key in sorted(keys)}


def _tint(look: palette.Look) -> dict[str, str]:
    light, dark = look.paint(), look.paint(dark=True)
    return {
        "pattern": look.pattern,
        "--gm-lf": light.fill,
        "--gm-li": light.ink,
        "--gm-ll": light.line,
        "--gm-df": dark.fill,
        "--gm-di": dark.ink,
        "--gm-dl": dark.line,
    }


def layer_words(lang: str) -> dict[str, str]:
    """Returns the words that the layers show or speak."""
    return {"layer": render(say("Layer {axis} = {number}", axis="{axis}", number="{number}"), lang)}


def layers_html(board: Board, lang: str, name: Words = "") -> str:
    """Returns the layers as tables, for a saved notebook, an export and a reader without a kernel (W8)."""
    signs = {tuple(cell.at): cell for cell in board.cells}
    layers = "".join(_layer_html(board, signs, z, lang) for z in range(1, board.size[2] + 1))
    legend = "".join(
        f'<li>{_swatch(row.look, row.sign or _sign(row.look, lang))} {render(row.words, lang, escape)}</li>'
        for row in board.legend
    )
    title = render(name or board.title, lang, escape)
    heading = f'<p class="gm-title">{title}</p>' if title else ""
    return (
        f'{heading}<div style="display:flex;flex-wrap:wrap;gap:14px">{layers}</div>'
        f'<ul style="columns:3 160px;list-style:none;padding:0;margin:10px 0">{legend}</ul>'
    )


def _layer_html(board: Board, cells: dict[Cell, BoardCell], z: int, lang: str) -> str:
    wide, deep, _ = board.size
    x_axis, y_axis, z_axis = board.axes
    head = "".join(f'<th scope="col">{x_axis if x == 1 else ""}{x}</th>' for x in range(1, wide + 1))
    rows = []
    for y in range(deep, 0, -1):
        row = "".join(_cell_html(cells[x, y, z], lang) for x in range(1, wide + 1) if (x, y, z) in cells)
        rows.append(f'<tr><th scope="row">{y_axis if y == deep else ""}{y}</th>{row}</tr>')
    name = render(say("Layer {axis} = {number}", axis=z_axis, number=z), lang)
    return (
        f'<table style="border-collapse:collapse;text-align:center"><caption>{name}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _cell_html(cell: BoardCell, lang: str) -> str:
    paint = palette.look(cell.look).paint()
    pieces = "".join(f"<b>({number})</b>" for number in cell.pieces)
    marks = "".join(f"<sup>{escape(mark_sign(mark, lang))}</sup>" for mark in cell.marks)
    style = f"background:{paint.fill};color:{paint.ink};border:1px solid #777;min-width:26px;height:26px;padding:1px 3px"
    said = escape(spoken(cell, lang))
    return f'<td style="{style}" title="{said}">{escape(cell.sign)}{pieces}{marks}</td>'


def _swatch(look: str, sign: str) -> str:
    paint = palette.look(look).paint()
    return (
        f'<span style="background:{paint.fill};color:{paint.ink};border:1px solid #777;display:inline-block;'
        f'min-width:22px;text-align:center">{escape(sign) or "&nbsp;"}</span>'
    )
