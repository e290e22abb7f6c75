"""Five flat layers of a cube, with the information and the choices of the cube itself: its twin, and what stands where
there is no WebGL, no kernel, or nobody who looks (W6, W8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import anywidget
import traitlets

from gmkit.core.view import Board, BoardCell
from gmkit.paint import palette
from gmkit.paint.legend import meanings, sign_of
from gmkit.paint.zone_tables import spoken
from gmkit.widgets.key_guard import front_end
from gmkit.words import render, say

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
    selected: traitlets.List[int] = traitlets.List().tag(sync=True)
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
            self.board, self.tints = board_data(board, lang), tints_of(board)
            self.words = {**self.words, **layer_words(lang)}

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
    if not isinstance(at, list) or len(at) != len(size) or any(type(part) is not int for part in at):
        return None
    return tuple(at) if all(1 <= part <= most for part, most in zip(at, size, strict=True)) else None


def board_data(board: Board, lang: str) -> dict[str, Any]:
    """Returns *board* as plain data in one language; the browser shows every text as text."""
    places, marks = meanings(board, lang)
    return {
        "size": list(board.size),
        "axes": list(board.axes),
        "cells": [_cell_data(cell, lang) for cell in board.cells],
        "legend": [
            {"look": row.look.key, "words": row.words, "sign": row.sign, "mark": row.is_mark}
            for row in (*places, *marks)
        ],
    }


def _cell_data(cell: BoardCell, lang: str) -> dict[str, Any]:
    return {
        "at": list(cell.at),
        "look": palette.look(cell.look).key,
        "sign": sign_of(cell, lang),
        "pieces": list(cell.pieces),
        "marks": [{"look": palette.mark(key).key, "sign": palette.mark(key).sign.render(lang)} for key in cell.marks],
        "spoken": spoken(cell, lang),
    }


def coordinates(at: Iterable[int]) -> str:
    """Returns a cell's coordinates as people write them: "3, 2, 5"."""
    return ", ".join(str(part) for part in at)


def tints_of(board: Board) -> dict[str, dict[str, str]]:
    """Returns colours and pattern of the looks of *board*, and of no other: what is not there is not named (S1)."""
    shown = [palette.look(cell.look) for cell in board.cells]
    shown += [palette.mark(key) for cell in board.cells for key in cell.marks]
    return {look.key: _tint(look) for look in shown}


def _tint(look: palette.Look) -> dict[str, str]:
    light, dark = look.paint(), look.paint(dark=True)
    return {
        "pattern": look.pattern,
        # How the cube draws it, in both themes: a solid block, or glass through which the sky is seen.
        "block": "glass" if look.opacity < 1 else "solid",
        "--gm-cf": look.cube,
        "--gm-ci": light.ink,
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
