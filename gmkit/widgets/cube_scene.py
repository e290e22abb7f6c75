"""The cube in three dimensions: cells as blocks, Stalkers as numbered discs. The only file that knows pythreejs.

A scene draws what a `Board` holds and nothing else, so it holds no more than its viewer was told (S1). Every number of
models and messages is counted: 125 blocks share one geometry and one material for each look (W9).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

import pythreejs as three
from ipywidgets import Widget

from gmkit.core.view import Board, BoardCell
from gmkit.paint import palette
from gmkit.paint.legend import sign_of

Cell = tuple[int, ...]
Point = tuple[float, float, float]

VIEWS = ("corner", "front", "top")
"""The named cameras."""

WIDEST_GAP = 4
"""The most that layers can be pulled apart, in blocks."""

BLOCK = 0.84
"""The edge of a block; cells stand 1 apart."""

SIZE = (550, 580)
"""Width and height of the picture, in pixels."""

_FIELD_OF_VIEW = 26


def label_of(cell: BoardCell, lang: str) -> str:
    """Returns what stands on a cell when its layer is labelled: its sign, then its marks; empty for an empty cell."""
    sign = "" if palette.look(cell.look).key == "unknown" else sign_of(cell, lang)
    marks = "".join(palette.mark(key).sign.render(lang) for key in cell.marks)
    return " ".join(part for part in (sign, marks) if part)


class CubeScene:
    """A renderer with the cube in it.

    Args:
        picked: Called with the coordinates of the cell that a click hit.
        layout: A layout to share, which stays when the scene is closed; the renderer makes its own if None.
    """

    def __init__(self, picked: Callable[[Cell], None], layout: Widget | None = None) -> None:
        self._picked = picked
        self._board: Board | None = None
        self._lang = "en"
        self._gap = 1.0
        self._slice: tuple[int, int] | None = None
        self._materials: dict[str, Any] = {}
        self._glyphs: dict[tuple[str, str], Any] = {}
        self._blocks: dict[Cell, Any] = {}
        self._discs: dict[int, Any] = {}
        self._labels: list[Any] = []
        self._axes: list[tuple[Any, Cell, int]] = []
        self._cell_of: dict[str, Cell] = {}
        self._frame: Any = None
        self._shared = layout
        self._build(layout)

    def _build(self, layout: Widget | None) -> None:
        self._block = three.BoxBufferGeometry(BLOCK, BLOCK, BLOCK)
        self._tile = three.ImageTexture(imageUri=_svg(_tile(1)))
        self._pane = three.ImageTexture(imageUri=_svg(_tile(0.22)))
        # A sky light from one side shades top, front and right differently, and needs no models for shadows.
        light = three.HemisphereLight("#ffffff", "#8d94a3", 1.0, position=(0.55, 1.0, 0.8))
        self._camera = three.PerspectiveCamera(fov=_FIELD_OF_VIEW, aspect=SIZE[0] / SIZE[1], near=1, far=200)
        self._scene = three.Scene(background=None, children=(light,))
        self.controls = three.OrbitControls(controlling=self._camera, enablePan=False, minDistance=6, maxDistance=70)
        # All hits are asked for: labels are no cells, and a chosen layer is picked through what stands before it.
        self.picker = three.Picker(controlling=self._scene, event="click", all=True)
        self.picker.observe(self._on_pick, names="object")
        shared = {} if layout is None else {"layout": layout}
        self.renderer = three.Renderer(
            self._scene,
            self._camera,
            [self.controls, self.picker],
            antialias=True,
            alpha=True,
            width=SIZE[0],
            height=SIZE[1],
            clearOpacity=0.0,
            **shared,
        )
        self.look_from("corner")

    # --- what is drawn --------------------------------------------------------------------------------------------

    def show(self, board: Board, lang: str) -> None:
        """Draws *board*: the first time all of it, later one message for each cell or Stalker that changed."""
        self._lang = lang
        cells = {tuple(cell.at): cell for cell in board.cells}
        fresh: list[Any] = []
        for at, cell in cells.items():
            material = self._material_at(at, cell.look)
            if at not in self._blocks:
                self._blocks[at] = three.Mesh(self._block, material, position=self._point(at))
                self._cell_of[self._blocks[at].model_id] = at
                fresh.append(self._blocks[at])
            elif self._blocks[at].material is not material:
                self._blocks[at].material = material
        self._board = board
        if not self._axes:
            fresh += self._make_axes(board)
        fresh += self._show_pieces(board)
        fresh += self._show_labels()
        self._into_scene(fresh)

    def pull_apart(self, gap: float) -> None:
        """Moves the layers of Z *gap* blocks apart (which means nothing, Z1), and the camera back as far as needed."""
        gap = max(0.0, min(float(gap), WIDEST_GAP))
        if gap == self._gap:
            return
        before, self._gap = self._reach, gap
        for at, block in self._blocks.items():
            block.position = self._point(at)
        for label, at, axis in self._axes:
            label.position = self._axis_point(at, axis)
        if self._board is not None:
            self._show_pieces(self._board)
            self._show_labels()
        if self._frame is not None and self._frame.visible:
            self.select(self._framed)
        self._stand(tuple(part * self._reach / before for part in self._camera.position))

    def label(self, axis: int | None, number: int = 1) -> None:
        """Puts labels on the layer *number* of an axis (0 X, 1 Y, 2 Z), and fades the others; None takes both away."""
        self._slice = None if axis is None else (axis, number)
        if self._board is not None:
            self.show(self._board, self._lang)

    def select(self, at: Cell | None) -> None:
        """Frames one cell; None takes the frame away."""
        if at is None:
            if self._frame is not None:
                self._frame.visible = False
            return
        self._framed = at
        if self._frame is None:
            # The block's own back, a little larger: a thick outline seen from every side.
            paper = three.MeshBasicMaterial(color=palette.mark("selected").light.line, side="BackSide")
            self._frame = three.Mesh(self._block, paper, position=self._point(at), scale=(1.17, 1.17, 1.17))
            self._into_scene([self._frame])
            return
        with self._frame.hold_sync():
            self._frame.position = self._point(at)
            self._frame.visible = True

    def look_from(self, view: str) -> None:
        """Sets the camera to a named view: "corner", "front" (X to the right, Z up) or "top" (Y up)."""
        x, y, z = {"corner": (0.52, 0.5, 0.69), "front": (0.0, 0.0, 1.0), "top": (0.0, 1.0, 0.001)}[view]
        # From the top the pulled layers lie behind each other: only the nearest one has to fit.
        far = 17 + self._height / 2 if view == "top" else self._reach
        self._stand((x * far, y * far, z * far))

    def _stand(self, place: Sequence[float]) -> None:
        self._camera.position = tuple(round(part, 4) for part in place)
        self.controls.target = (0.0, 0.0, 0.0)
        # The controls hold the camera: without this the old view stays until somebody drags it.
        self.controls.exec_three_obj_method("update")

    @property
    def _height(self) -> float:
        return 5 + 4 * self._gap

    @property
    def _reach(self) -> float:
        """How far the camera must stand to see all of the cube."""
        return 0.61 * max(self._height, 7.0) / math.tan(math.radians(_FIELD_OF_VIEW / 2)) + 3

    # --- pieces and labels ----------------------------------------------------------------------------------------

    def _show_pieces(self, board: Board) -> list[Any]:
        """Moves each Stalker's disc to its cell; returns the discs that are new."""
        fresh, standing = [], set()
        for cell in board.cells:
            for place, number in enumerate(cell.pieces):
                standing.add(number)
                point = self._piece_point(tuple(cell.at), place, len(cell.pieces))
                disc = self._discs.get(number)
                if disc is None:
                    disc = self._sprite("disc", str(number), point, 0.66)
                    self._discs[number] = disc
                    fresh.append(disc)
                elif disc.position != point or not disc.visible:
                    with disc.hold_sync():
                        disc.position, disc.visible = point, True
                self._cell_of[disc.model_id] = tuple(cell.at)
        for number, disc in self._discs.items():
            if number not in standing:
                disc.visible = False
        return fresh

    def _show_labels(self) -> list[Any]:
        """Writes the signs of the chosen layer; returns the labels that are new."""
        wanted = []
        if self._slice is not None and self._board is not None:
            axis, number = self._slice
            wanted = [
                (tuple(cell.at), text)
                for cell in self._board.cells
                if cell.at[axis] == number and (text := label_of(cell, self._lang))
            ]
        fresh = []
        for index, (at, text) in enumerate(wanted):
            point = self._label_point(at)
            material = self._glyph("label", text)
            if index == len(self._labels):
                label = self._sprite("label", text, point, 0.62)
                self._labels.append(label)
                fresh.append(label)
                continue
            label = self._labels[index]
            with label.hold_sync():
                label.material, label.position, label.visible = material, point, True
        for label in self._labels[len(wanted) :]:
            # A label out of use keeps no sign: what it showed may be gone from the board.
            with label.hold_sync():
                label.material, label.visible = self._axes[0][0].material, False
        self._forget({("label", text) for _, text in wanted})
        return fresh

    def _forget(self, signs: set[tuple[str, str]]) -> None:
        """Closes the pictures of signs that no label shows now, so that a long game adds no models."""
        for key in [key for key in self._glyphs if key[0] == "label" and key not in signs]:
            material = self._glyphs.pop(key)
            material.map.close()
            material.close()

    def _make_axes(self, board: Board) -> list[Any]:
        """Returns the labels along the three edges: X1 2 3 4 5 and so on."""
        for axis, name in enumerate(board.axes):
            for number in range(1, board.size[axis] + 1):
                text = f"{name}{number}" if number == 1 else str(number)
                at = tuple(number if other == axis else 1 for other in range(3))
                label = self._sprite("axis", text, self._axis_point(at, axis), 0.74)
                self._axes.append((label, at, axis))
        return [label for label, _, _ in self._axes]

    def _into_scene(self, fresh: Sequence[Any]) -> None:
        # Each change of the list sends all of it: once for all that is new.
        if fresh:
            self._scene.children = (*self._scene.children, *fresh)

    # --- where things stand ---------------------------------------------------------------------------------------

    def _point(self, at: Cell) -> Point:
        """Returns the centre of a cell: X to the right, Z up, Y away from who looks from the front."""
        return (at[0] - 3.0, (at[2] - 3.0) * (1 + self._gap), 3.0 - at[1])

    def _piece_point(self, at: Cell, place: int, count: int) -> Point:
        x, y, z = self._point(at)
        if count == 1:
            return (x, y + 0.3, z)
        turn = 2 * math.pi * place / count
        return (round(x + 0.27 * math.cos(turn), 4), y + 0.3, round(z + 0.27 * math.sin(turn), 4))

    def _label_point(self, at: Cell) -> Point:
        x, y, z = self._point(at)
        return (x, y - 0.08, z)

    def _axis_point(self, at: Cell, axis: int) -> Point:
        x, y, z = self._point(at)
        return {0: (x, y - 0.45, z + 0.85), 1: (x + 4.85, y - 0.45, z), 2: (x - 0.75, y, z + 0.6)}[axis]

    # --- picks ----------------------------------------------------------------------------------------------------

    def _on_pick(self, change: Mapping[str, Any]) -> None:
        if change["new"] is None:
            return
        hits = [self._cell_of.get(hit) for hit in self._hits()]
        cells = [at for at in hits if at is not None]
        # A second click on the same block must be news again.
        self.picker.object = None
        self.picker.picked = []
        if not cells:
            return
        if self._slice is not None:
            axis, number = self._slice
            cells.sort(key=lambda at: at[axis] != number)
        self._picked(cells[0])

    def _hits(self) -> Iterator[str]:
        """Yields the models under the pointer, nearest first."""
        listed = [hit.get("object") for hit in self.picker.picked if isinstance(hit, Mapping)]
        found = [hit.removeprefix("IPY_MODEL_") for hit in listed if isinstance(hit, str)]
        yield from found or [self.picker.object.model_id]

    # --- materials ------------------------------------------------------------------------------------------------

    def _material(self, look: str) -> Any:
        if look == "" and look not in self._materials:
            self._materials[look] = self._glass("#9aa5b5", 0.4)
        if look not in self._materials:
            drawn = palette.look(look)
            # Cells with nothing in them are glass: what lies behind them stays visible.
            glass = drawn.opacity < 1
            self._materials[look] = self._glass(drawn.cube, 0.3 + drawn.opacity) if glass else self._solid(drawn.cube)
        return self._materials[look]

    def _material_at(self, at: Cell, look: str) -> Any:
        """Returns how a cell is drawn: what stands outside the labelled layer is faded, if it is not glass already."""
        if self._slice is not None and at[self._slice[0]] != self._slice[1] and palette.look(look).opacity == 1:
            return self._material("")
        return self._material(look)

    def _solid(self, colour: str) -> Any:
        return three.MeshLambertMaterial(color=colour, map=self._tile)

    def _glass(self, colour: str, opacity: float) -> Any:
        return three.MeshLambertMaterial(
            color=colour, map=self._pane, transparent=True, opacity=opacity, depthWrite=False
        )

    def _sprite(self, kind: str, text: str, point: Point, size: float) -> Any:
        """Returns a small picture that faces the camera and is never hidden by blocks; Stalkers lie on top."""
        order = ("axis", "label", "disc").index(kind) + 1
        return three.Sprite(self._glyph(kind, text), position=point, scale=(size, size, 1), renderOrder=order)

    def _glyph(self, kind: str, text: str) -> Any:
        if (kind, text) not in self._glyphs:
            texture = three.ImageTexture(imageUri=_svg(_drawn(kind, text)))
            self._glyphs[kind, text] = three.SpriteMaterial(map=texture, transparent=True, depthTest=False)
        return self._glyphs[kind, text]

    # --- the end --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Leaves no model behind: what is not closed one by one stays alive in kernel and browser."""
        self.picker.unobserve_all()
        found: dict[str, Widget] = {}
        for root in self._roots():
            _collect(root, found)
        for model in found.values():
            if model is not self._shared:
                model.close()

    def _roots(self) -> tuple[Widget, ...]:
        """Returns the models from which every other one can be reached, those not shown now included."""
        pools = (*self._materials.values(), *self._glyphs.values(), *self._blocks.values(), *self._discs.values())
        return (
            self.renderer,
            self._block,
            self._tile,
            self._pane,
            *pools,
            *self._labels,
            *(label for label, _, _ in self._axes),
        )


def _collect(value: Any, found: dict[str, Widget]) -> None:
    """Notes every model that can be reached from *value*."""
    if isinstance(value, Widget):
        if value.comm is not None and value.model_id not in found:
            found[value.model_id] = value
            for inner in list(value._trait_values.values()):
                _collect(inner, found)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            _collect(inner, found)


def _tile(middle: float) -> str:
    """Returns a face: its edge is drawn, its middle lets through what *middle* leaves of the light behind it."""
    return (
        f'<rect width="128" height="128" fill="#ffffff" fill-opacity="{middle}"/>'
        '<rect x="2.5" y="2.5" width="123" height="123" fill="none" stroke="#56606f" stroke-width="5"/>'
    )


def _drawn(kind: str, text: str) -> str:
    """Returns a small picture of *text* as the inside of an SVG: a disc, a label with a halo, a mark at an axis."""
    size = {1: 78, 2: 60}.get(len(text), 42)
    letters = (
        'x="64" y="64" text-anchor="middle" dominant-baseline="central" font-family="system-ui,sans-serif" '
        'font-weight="700"'
    )
    shown = escape(text)
    if kind == "disc":
        return (
            '<circle cx="64" cy="64" r="58" fill="#111827" stroke="#ffffff" stroke-width="8"/>'
            f'<text {letters} font-size="76" fill="#ffffff">{shown}</text>'
        )
    if kind == "axis":
        return (
            f'<text {letters} font-size="{size * 0.9:.0f}" fill="#1f2937" stroke="#f8fafc" stroke-width="14" '
            f'stroke-linejoin="round" paint-order="stroke">{shown}</text>'
        )
    return (
        '<rect x="6" y="22" width="116" height="84" rx="20" fill="#ffffff" stroke="#111827" stroke-width="5"/>'
        f'<text {letters} font-size="{size}" fill="#111827">{shown}</text>'
    )


def _svg(inside: str) -> str:
    """Returns a picture as an address that needs no network."""
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">{inside}</svg>'
    return f"data:image/svg+xml;charset=utf-8,{quote(picture)}"
