"""The Zone's cube on the screen: in three dimensions or as five flat layers, with its days, its legend and each cell's
story (W11). What its viewer was not told is not in it (W1).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, ClassVar

import traitlets
from ipywidgets import Widget

from gmkit.core.view import BoardCell, Choice
from gmkit.errors import GmkitError
from gmkit.paint.zone_tables import flat_layers_html, spoken
from gmkit.widgets.base import GmWidget
from gmkit.widgets.flat_layers import FlatLayers, coordinates
from gmkit.widgets.key_guard import front_end
from gmkit.words import Words, plain, say

Cell = tuple[int, ...]

_logger = logging.getLogger(__name__)

WIDEST_GAP = 4
"""The most that layers can be pulled apart, in blocks."""

STEPS = {"X+": (1, 0, 0), "X-": (-1, 0, 0), "Y+": (0, 1, 0), "Y-": (0, -1, 0), "Z+": (0, 0, 1), "Z-": (0, 0, -1)}
"""The six moves through a face (Z1)."""

NOW = "now"


class CubePanel(FlatLayers):
    """All that a person sees and presses, layers included: one model, so that the others are left to the cube (W9)."""

    _esm = front_end("flat_layers.js") + front_end("zone_cube.js")
    _css = front_end("flat_layers.css") + front_end("zone_cube.css")

    scene = traitlets.Unicode("").tag(sync=True)
    """The model of the renderer to hang in; empty: there is none."""
    details = traitlets.Dict({"title": "", "lines": []}).tag(sync=True)
    mode = traitlets.Enum(("cube", "layers"), "cube").tag(sync=True)
    gap = traitlets.Int(1).tag(sync=True)
    """How far layers are pulled apart, in blocks."""
    widest = traitlets.Int(WIDEST_GAP).tag(sync=True)
    slice = traitlets.Unicode("").tag(sync=True)
    """The layer with labels: "z3" and the like, empty for none."""
    slices: traitlets.List[list[str]] = traitlets.List().tag(sync=True)
    day = traitlets.Unicode(NOW).tag(sync=True)
    days: traitlets.List[list[str]] = traitlets.List().tag(sync=True)


class ZoneCube(GmWidget):
    """The cube of a Zone campaign, as its viewer knows it.

    Args:
        campaign: A campaign of the Zone.
        viewer: "gm", "public" or a player's name.
    """

    title: ClassVar[Words] = say("The Zone")
    needs_campaign = True

    scene: Any = None
    """The `CubeScene`; None where pythreejs is missing."""
    chosen: int | None = None
    """The Stalker for which a click on a neighbouring cell offers a move."""
    _turn: int | None = None
    _now: Any = None

    # --- building -------------------------------------------------------------------------------------------------

    def build(self) -> tuple[Widget, ...]:
        """Returns the panel; the scene hangs in it."""
        # One layout serves the box, the panel and the renderer: each model saved is one for the cube.
        self.panel = CubePanel(lambda at: self._attempt(lambda: self.pick(at), "", None), layout=self.layout)
        self._make_scene()
        self.panel.on_msg(self._heard)
        self.on_change(self.panel, self._show_mode, "mode")
        self.on_change(self.panel, self._pull_apart, "gap")
        self.on_change(self.panel, self._label, "slice")
        self.on_change(self.panel, self._go_to, "day")
        return (self.panel,)

    def _make_scene(self) -> None:
        try:
            # pythreejs is heavy, and the layers do without it.
            from gmkit.widgets.cube_scene import CubeScene
        except ImportError:
            _logger.warning("pythreejs cannot be loaded; the layers stand instead of the cube")
            self.panel.mode = "layers"
            return
        self.scene = CubeScene(lambda at: self._attempt(lambda: self.pick(at), "", None), layout=self.layout)
        self.scene.pull_apart(self.panel.gap)
        self.scene.look_from("corner")

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self, view: Any) -> None:
        """Draws the board: a message for each cell and Stalker that changed, and one for the panel (W9)."""
        self._board = view.drawing()
        cells = {tuple(cell.at): cell for cell in self._board.cells}
        self._cells: Mapping[Cell, BoardCell] = cells
        if self.scene is not None:
            self.scene.show(self._board, self.lang)
        with self.panel.hold_sync():
            self.panel.scene = self.scene.renderer.model_id if self.scene is not None else ""
            self.panel.words = {name: self.t(words) for name, words in _WORDS.items()}
            self.panel.show(self._board, self.lang)
            self.panel.slices = [["", self.t(say("no layer"))], *self._slices()]
            self.panel.days = self._days()
            self.panel.day = NOW if self._turn is None else str(self._turn)
            self.panel.details = self._details()

    def heading(self) -> Words:
        """Returns the name with the day that is shown."""
        if self._turn is not None:
            return say("The Zone at the start") if self._turn == 0 else say("The Zone after day {day}", day=self._turn)
        return say("The Zone, day {day}", day=self._now.turn) if self._now is not None else self.title

    def still(self, view: Any) -> str:
        """Returns the five layers as tables."""
        return flat_layers_html(view.drawing(), self.lang)

    def _look(self) -> Any:
        only_the_zone(self.campaign)
        self._now = super()._look()
        if self._turn is not None and self._turn not in self._now.turns:
            # The day that was looked at has been undone.
            self._turn = None
        return self._now if self._turn is None else self.campaign.view(self.viewer, turn=self._turn)

    def _slices(self) -> list[list[str]]:
        return [
            [f"{axis.lower()}{number}", f"{axis} = {number}"]
            for axis, size in zip(self._board.axes, self._board.size, strict=True)
            for number in range(1, size + 1)
        ]

    def _days(self) -> list[list[str]]:
        days = [[str(turn), self.t(self._day_name(turn))] for turn in self._now.turns]
        over = getattr(self._now, "over", False)
        now = say("now: the game is over") if over else say("now: day {day}", day=self._now.turn)
        return [*days, [NOW, self.t(now)]]

    @staticmethod
    def _day_name(turn: int) -> Words:
        return say("the start") if turn == 0 else say("after day {day}", day=turn)

    # --- the picked cell ------------------------------------------------------------------------------------------

    @property
    def selected(self) -> Cell | None:
        """The picked cell, None if there is none."""
        return tuple(self.panel.selected) or None

    def pick(self, at: Cell) -> None:
        """Selects a cell, as a click does: shows what is known of it and what a Stalker may do there."""
        if at not in self._cells:
            return
        pieces = self._cells[at].pieces
        if len(pieces) == 1 and not self._moves_to(at):
            self.chosen = pieces[0]
        self._select(at)

    def _select(self, at: Cell) -> None:
        with self.panel.hold_sync():
            self.panel.selected = list(at)
            self.panel.details = self._details()
        if self.scene is not None:
            self.scene.select(at)
        self.announce(" ".join([spoken(self._cells[at], self.lang), *(o["label"] for o in self._offers(at))]))

    def _details(self) -> dict[str, Any]:
        at = self.selected
        if at is None:
            return {"title": self.t(say("No cell picked")), "lines": [self.t(_HOW_TO_PICK)], "offers": [], "note": ""}
        return {
            "title": self.t(say("Cell {cell}", cell=coordinates(at))),
            "lines": self._lines(at),
            "offers": self._offers(at),
            "note": self.t(self._note()),
        }

    def _lines(self, at: Cell) -> list[str]:
        cell = self._cells[at]
        lines = [spoken(cell, self.lang).removeprefix(f"{coordinates(at)}: ")]
        lines += [self.t(self._board.pieces.get(n, say("Stalker {n}", n=n))) for n in cell.pieces]
        risk = self._risks().get(at)
        if risk is not None:
            words = say(
                "Risk of a Mosquito Mange here, if exactly one is beside the Stalker: {risk}", risk=self._risk(risk)
            )
            lines.append(self.t(words))
        return lines

    def _risks(self) -> Mapping[Cell, Any]:
        # The number of ZR23 is a player's own: it is counted from what that player knows.
        return self.view.wind_risk() if self.viewer not in ("gm", "public") else {}

    @staticmethod
    def _risk(risk: Any) -> Words:
        return say("unknown") if risk == "unknown" else str(risk)

    def _note(self) -> Words:
        if self._turn is not None:
            return say("You look at an earlier day; choose the last one to give orders.")
        if self.viewer != "gm" or self.chosen is None:
            return ""
        return say("Stalker {n} is chosen: pick a neighbouring cell to give its order.", n=self.chosen)

    # --- orders from the cube -------------------------------------------------------------------------------------

    def _offers(self, at: Cell) -> list[dict[str, str]]:
        """Returns the buttons of the picked cell: what the chosen Stalker may do there, and whom else to choose."""
        if self.viewer != "gm" or self._turn is not None:
            return []
        offers = [
            {"name": f"order:{index}", "label": self.t(self._offer(choice))}
            for index, choice in enumerate(self._moves_to(at))
        ]
        others = [number for number in self._cells[at].pieces if number != self.chosen]
        return offers + [
            {"name": f"choose:{number}", "label": self.t(say("Choose Stalker {n}", n=number))} for number in others
        ]

    def _offer(self, choice: Choice) -> Words:
        return say("Stalker {n}: {order}", n=self.chosen, order=choice.label)

    def _moves_to(self, at: Cell) -> list[Choice]:
        """Returns the choices of the chosen Stalker that lead through a face into the cell *at*."""
        here = next((place for place, cell in self._cells.items() if self.chosen in cell.pieces), None)
        if self.chosen is None or here is None or self.viewer != "gm" or self._turn is not None:
            return []
        step = tuple(there - place for there, place in zip(at, here, strict=True))
        return [choice for choice in self.view.choices(self.chosen) if _step_of(choice) == step]

    def _accept(self, name: str) -> None:
        kind, _, value = name.partition(":")
        if self.selected is None or not value.isdigit():
            return
        if kind == "choose":
            self.chosen = int(value)
            self._select(self.selected)
            return
        choices = self._moves_to(self.selected)
        if int(value) < len(choices):
            command = {**choices[int(value)].command, "turn": self.view.turn}
            self.tell(plain(str(self.ask(command))))

    # --- what the panel says --------------------------------------------------------------------------------------

    def _heard(self, _panel: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, dict):
            return
        if content.get("do") == "look" and self.scene is not None and content.get("from") in ("corner", "front", "top"):
            with self._lock:
                self.scene.look_from(content["from"])
        elif content.get("do") == "offer":
            self._attempt(lambda: self._accept(str(content.get("name"))), say("the order"), None)
        elif content.get("do") == "renew":
            self.renew()

    def renew(self) -> None:
        """Makes the scene anew: after a reload the page may have lost the old one's models (W8)."""
        with self._lock:
            if self.scene is None or self._closed:
                return
            self.scene.close()
            self._make_scene()
            self.scene.show(self._board, self.lang)
            self._label(self.panel.slice)
            if self.selected is not None:
                self.scene.select(self.selected)
            self.panel.scene = self.scene.renderer.model_id

    def _show_mode(self, _mode: str) -> None:
        self.announce(say("Shown as {mode}.", mode=_WORDS[self.panel.mode]))

    def _pull_apart(self, gap: int) -> None:
        if self.scene is not None:
            self.scene.pull_apart(gap)

    def _label(self, name: str) -> None:
        if self.scene is None:
            return
        axes = [axis.lower() for axis in self._board.axes]
        self.scene.label(axes.index(name[0]) if name else None, int(name[1:] or 1))

    def _go_to(self, day: str) -> None:
        before, self._turn = self._turn, None if day == NOW else int(day)
        try:
            self.view = self._look()
        except GmkitError:
            self._turn = before
            raise
        self._draw_all()

    def close(self) -> None:
        """Leaves no widget behind, the scene's 140 included (W2)."""
        if self.scene is not None and not self._closed:
            self.scene.close()
        super().close()


def only_the_zone(campaign: Any) -> None:
    """Raises a refusal for a campaign of another system, before anything is made for it."""
    if campaign is not None and campaign.system != "zone":
        words = say("This is for campaigns of the Zone; the one given here is of the system {id}.", id=campaign.system)
        raise GmkitError(words)


def _step_of(choice: Choice) -> Cell | None:
    """Returns the step of a move or a nut's throw, None for another order."""
    text = str(choice.command.get("text", "")).strip()
    return STEPS.get(text.rpartition(" ")[2]) if text.partition(" ")[0] in (*STEPS, "nut") else None


_HOW_TO_PICK = say("Click a cell; or switch to layers and use the arrow keys and Enter.")

_WORDS: dict[str, Words] = {
    "show": say("Show as"),
    "cube": say("cube"),
    "layers": say("layers"),
    "view": say("Seen from"),
    "corner": say("corner"),
    "front": say("front"),
    "top": say("top"),
    "gap": say("Layers apart"),
    "closer": say("closer"),
    "further": say("further"),
    "labels": say("Labels on"),
    "day": say("Day"),
    "earlier": say("earlier"),
    "later": say("later"),
    "details": say("The picked cell"),
    "legend": say("Legend"),
    "stage": say(
        "The cube in three dimensions. Arrow keys turn it, plus and minus bring it nearer or further; "
        "the layers say the same cell by cell."
    ),
    "hint": say("Drag to turn, wheel to come nearer, click to pick"),
    "no_webgl": say("This browser draws nothing in three dimensions (no WebGL), so the cube stands here as layers."),
    "no_cube": say("The cube could not be drawn in this page, so it stands here as layers; nothing is lost."),
    "crowded": say(
        "Eight cubes move on this page already: an older one stands still from now on; close one, or use layers."
    ),
    "waiting": say("The cube is being drawn again; meanwhile it stands here as layers."),
}
