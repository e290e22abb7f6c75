"""A hex map on the screen: markers moved, distances measured, ground and cover laid, fog by viewer (A22, AR9).

A hex or marker that the viewer was not told of is nowhere in the widget's state (W1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import anywidget
import traitlets
from ipywidgets import Widget

from gmkit.core.hexes import distance, line
from gmkit.core.persons.forms import read_number
from gmkit.core.persons.pieces import HexSeen, MapSeen, MarkerSeen
from gmkit.errors import NotAllowed
from gmkit.widgets import look
from gmkit.widgets.key_guard import front_end
from gmkit.widgets.person_widget import PersonWidget
from gmkit.words import Words, listing, plain, say, say_n

At = tuple[int, int]

NEW_THING = "+"
MOST = 60
"""The most columns or rows of a field that is laid at once."""

SIGNS = {"wood": "♣", "water": "≈", "swamp": "≋", "rock": "▲", "wall": "█", "door": "▯", "rough": "∴", "road": "="}
"""What a terrain is known by without colour."""
COVER_SIGNS = {"third": "⅓", "half": "½", "two_thirds": "⅔"}


class MapPanel(anywidget.AnyWidget):
    """The map with its tools and lists: one model, however many hexes (W9)."""

    _esm = front_end("hex_map.js")
    _css = front_end("hex_map.css")

    board = traitlets.Dict({"hexes": [], "markers": [], "legend": [], "choices": {}, "acts": False}).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    details = traitlets.Dict({"title": "", "lines": []}).tag(sync=True)
    selected: traitlets.List[int] = traitlets.List().tag(sync=True)
    """The picked hex; empty for none."""
    line: traitlets.List[list[int]] = traitlets.List().tag(sync=True)
    """The hexes of what is measured."""
    tool = traitlets.Enum(("look", "move", "measure", "lay"), "look").tag(sync=True)
    mover = traitlets.Unicode("").tag(sync=True)
    thing = traitlets.Unicode("").tag(sync=True)
    marker_seen_by = traitlets.Unicode("").tag(sync=True)
    terrain = traitlets.Unicode("open").tag(sync=True)
    cover = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    seen_by = traitlets.Unicode("all").tag(sync=True)
    columns = traitlets.Unicode("12").tag(sync=True)
    rows = traitlets.Unicode("10").tag(sync=True)


class HexMap(PersonWidget):
    """The map as its viewer knows it; the GM moves markers and lays ground here.

    Args:
        campaign: A campaign of a system of persons.
        viewer: "gm", "public" or a player's name.
    """

    title: ClassVar[Words] = say("Map")

    _start: At | None = None
    """Where measuring begins."""

    def build(self) -> tuple[Widget, ...]:
        """Returns the panel; every model of this component shares one layout and one style (W9)."""
        self.panel = MapPanel(layout=self.layout)
        for widget in (self.guard, self.head, self.notice):
            widget.layout.close()
            widget.layout = self.layout
        self.notice.style.close()
        self.notice.style = self.head.style
        self.panel.on_msg(self._heard)
        self.on_change(self.panel, lambda _new: self._tool_changed(), "tool")
        self.on_change(self.panel, lambda _new: self._show_details(), "mover")
        return (self.panel,)

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self, view: Any) -> None:
        """Draws the map: one message, whatever changed."""
        self.map: MapSeen = view.map
        self._hexes = {(one.q, one.r): one for one in self.map.hexes}
        self._here: dict[At, list[MarkerSeen]] = {}
        for marker in self.map.markers:
            self._here.setdefault((marker.q, marker.r), []).append(marker)
        with self.panel.hold_sync():
            self.panel.words = {name: self.t(words) for name, words in _WORDS.items()}
            self.panel.board = {
                "hexes": [self._hex(one) for one in self.map.hexes],
                "markers": [self._marker(one) for one in self.map.markers],
                "legend": self._legend(),
                "choices": self._choices(view) if self.acts else {},
                "acts": self.acts,
            }
            if self.acts and self.panel.mover not in [key for key, _ in self._movers(view)]:
                self.panel.mover = next((key for key, _ in self._movers(view)), "")
            self._show_details()

    def _hex(self, one: HexSeen) -> dict[str, Any]:
        return {
            "q": one.q,
            "r": one.r,
            "terrain": one.terrain,
            "sign": SIGNS.get(one.terrain, ""),
            "cover": COVER_SIGNS.get(one.cover, ""),
            "fog": one.fog,
            "spoken": self.spoken((one.q, one.r)),
        }

    def _marker(self, one: MarkerSeen) -> dict[str, Any]:
        kind = (
            "dead"
            if one.dead
            else "thing"
            if one.thing
            else "mine"
            if one.mine
            else "player"
            if one.played
            else "other"
        )
        about = [
            plain(one.name),
            *((say("dead"),) if one.dead else ()),
            *((say("not seen by all"),) if one.hidden else ()),
        ]
        return {
            "n": one.n,
            "q": one.q,
            "r": one.r,
            "kind": kind,
            "sign": "✝" if one.dead else str(one.n),
            "hidden": one.hidden,
            "spoken": self.t(say("{who}: {q}, {r}", who=listing(about), q=one.q, r=one.r)),
        }

    def spoken(self, at: At) -> str:
        """Returns a hex as a sentence: "3, 2: wood, covers half; Ivan"."""
        one = self._hexes.get(at)
        parts: list[Words] = []
        if one is not None:
            parts = [plain(one.terrain_name), *(plain(text) for text in (one.cover_name, one.text) if text)]
            if one.fog:
                parts.append(say("not shown to all"))
        what = listing(parts) if parts else say("not on the map")
        here = [plain(marker.name) for marker in self._here.get(at, ())]
        if here:
            return self.t(say("{q}, {r}: {what}; {who}", q=at[0], r=at[1], what=what, who=listing(here)))
        return self.t(say("{q}, {r}: {what}", q=at[0], r=at[1], what=what))

    def _legend(self) -> list[list[str]]:
        there = {one.terrain for one in self.map.hexes}
        return [
            [item, f"{name} {SIGNS[item]}" if item in SIGNS else name]
            for item, name in self.map.terrains
            if item in there
        ]

    def _choices(self, view: Any) -> dict[str, list[list[str]]]:
        players = [[name, name] for name in view.players]
        everybody, alone = [["all", self.t(say("Everybody"))], ["gm", self.t(say("The GM alone"))]], say("as before")
        return {
            "movers": [[key, name] for key, name in self._movers(view)],
            "marker_seen_by": [["", self.t(alone)], *everybody, *players],
            "terrains": [["", self.t(alone)], *([item, name] for item, name in self.map.terrains)],
            "covers": [[item, name] for item, name in self.map.covers],
            "seen_by": [*everybody, *players, ["", self.t(say("those who know the hex"))]],
        }

    def _movers(self, view: Any) -> list[tuple[str, str]]:
        """Returns who may be moved or placed: a key and what is read."""
        on_map = {(m.name, m.thing) for m in self.map.markers}
        people = [
            (f"p:{name}", name if (name, False) in on_map else self.t(say("{who} (not on the map)", who=name)))
            for name in view.persons
        ]
        things = [(f"t:{m.name}", m.name) for m in self.map.markers if m.thing]
        return [*people, *things, (NEW_THING, self.t(say("a new thing …")))]

    def still(self, view: Any) -> str:
        """Returns the map as tables: who stands where, and the ground that is not open."""
        markers = [[str(m.n), look.escape(m.name), f"{m.q}, {m.r}"] for m in self.map.markers]
        special = [
            [f"{one.q}, {one.r}", look.escape(one.terrain_name), look.escape(one.cover_name), look.escape(one.text)]
            for one in self.map.hexes
            if one.terrain != "open" or one.cover or one.text
        ]
        title = f'<div class="gm-title">{self.h(self.title)}</div>'
        count = self.h(say_n("{n} hex", "{n} hexes", n=len(self.map.hexes)))
        first = look.table([self.h(say("No.")), self.h(say("Who")), "q, r"], markers, self.h(say("On the map")))
        columns = ["q, r", self.h(say("Ground")), self.h(say("Cover")), self.h(say("Note"))]
        second = look.table(columns, special, self.h(say("Ground that is not open"))) if special else ""
        return f"{title}<p>{count}</p>{first if markers else ''}{second}"

    # --- what is picked -------------------------------------------------------------------------------------------

    @property
    def selected(self) -> At | None:
        """The picked hex; None if there is none."""
        at = tuple(self.panel.selected)
        return (at[0], at[1]) if len(at) == 2 else None

    def pick(self, at: At) -> None:
        """Does with a hex what the chosen tool does: looks, measures, moves a marker there, lays ground."""
        self.panel.selected = list(at)
        match self.panel.tool:
            case "measure":
                self._measure(at)
            case "move" if self.acts:
                self._move(at)
            case "lay" if self.acts:
                self._lay([at])
            case _:
                self._show_details()
                self.announce(" ".join([self.spoken(at), *self.panel.details["lines"][1:]]))

    def measured(self, one: At, other: At) -> Words:
        """Returns the distance of two hexes in hexes, and in metres where the system has a scale (AR9)."""
        steps = distance(one, other)
        hexes = say_n("{n} hex", "{n} hexes", n=steps)
        if not self.map.metres:
            return hexes
        return say("{hexes}, {metres} m", hexes=hexes, metres=steps * self.map.metres)

    def _measure(self, at: At) -> None:
        if self._start is None or self.panel.line:
            self._start = at
            self.panel.line = []
            self._show_details()
            self.announce(say("Measuring from {place}: pick the other end.", place=self.spoken(at)))
            return
        self.panel.line = [list(step) for step in line(self._start, at)]
        self._show_details()
        self.announce(self.panel.details["lines"][0])

    def _tool_changed(self) -> None:
        self._start = None
        self.panel.line = []
        self._show_details()

    def _show_details(self) -> None:
        at = self.selected
        if self.panel.tool == "measure" and self._start is not None:
            if self.panel.line:
                end = tuple(self.panel.line[-1])
                far = self.measured(self._start, (end[0], end[1]))
                lines = [self.t(far), self.spoken(self._start), self.spoken((end[0], end[1]))]
                self.panel.details = {"title": self.t(say("Measured")), "lines": lines}
            else:
                lines = [self.spoken(self._start), self.t(say("Pick the other end."))]
                self.panel.details = {"title": self.t(say("Measuring from here")), "lines": lines}
            return
        if not self.map.hexes and not self.map.markers and self.panel.tool != "lay":
            lay = say("Choose “Lay ground”, then lay a whole field.")
            how = lay if self.acts else say("You were shown no hex yet.")
            self.panel.details = {"title": self.t(say("The map is empty")), "lines": [self.t(how)]}
            return
        if at is None:
            self.panel.details = {"title": self.t(say("No hex picked")), "lines": [self.t(_HINTS[self.panel.tool])]}
            return
        lines = [self.spoken(at).split(": ", 1)[-1]]
        lines += [self.t(say("{who}: {far}", who=m.name, far=self.measured(at, (m.q, m.r)))) for m in self._near(at)]
        self.panel.details = {"title": self.t(say("Hex {q}, {r}", q=at[0], r=at[1])), "lines": lines}

    def _near(self, at: At) -> list[MarkerSeen]:
        """Returns the markers elsewhere, the nearest first."""
        others = [marker for marker in self.map.markers if (marker.q, marker.r) != at]
        return sorted(others, key=lambda marker: distance(at, (marker.q, marker.r)))[:6]

    # --- what the GM does -----------------------------------------------------------------------------------------

    def _move(self, at: At) -> None:
        self.only_gm()
        kind, _, name = self.panel.mover.partition(":")
        thing = kind != "p"
        if kind == NEW_THING:
            name = self.panel.thing.strip()
            if not name:
                raise NotAllowed(say("Say what the new thing is called."))
        seen_by = self.panel.marker_seen_by
        on_map = any((m.name, m.thing) == (name, thing) for m in self.map.markers)
        command: dict[str, Any] = {"do": "map_move" if on_map and not seen_by else "map_place", "name": name}
        command |= {"q": at[0], "r": at[1]}
        if command["do"] == "map_place":
            command |= {"thing": True} if thing else {}
            command |= {"seen_by": seen_by} if seen_by else {}
        outcome = self.ask(command)
        if kind == NEW_THING:
            self.panel.thing, self.panel.mover = "", f"t:{name}"
        self._show_details()
        self.announce(str(outcome))

    def _lay(self, hexes: list[At]) -> None:
        self.only_gm()
        panel = self.panel
        command: dict[str, Any] = {"do": "map_set", "hexes": [list(at) for at in hexes]}
        if panel.terrain:
            command |= {"terrain": panel.terrain, "cover": panel.cover, "text": panel.text.strip()}
        if panel.seen_by:
            command["seen_by"] = panel.seen_by
        outcome = self.ask(command)
        self._show_details()
        self.announce(str(outcome).splitlines()[0])

    def _lay_field(self) -> None:
        columns = read_number(_WORDS["columns"], self.panel.columns) or 0
        rows = read_number(_WORDS["rows"], self.panel.rows) or 0
        if not (1 <= columns <= MOST and 1 <= rows <= MOST):
            raise NotAllowed(say("A field has 1 to {most} columns and rows.", most=MOST))
        # A field that looks like a rectangle: every other column begins half a hex lower.
        self._lay([(q, r - q // 2) for q in range(columns) for r in range(rows)])

    def _remove_marker(self) -> None:
        self.only_gm()
        _, _, name = self.panel.mover.partition(":")
        self.tell(str(self.ask({"do": "map_remove", "name": name})))

    def _remove_hex(self) -> None:
        self.only_gm()
        if self.selected is None:
            raise NotAllowed(say("Pick a hex first."))
        self.tell(str(self.ask({"do": "map_remove", "hexes": [list(self.selected)]})))

    def _heard(self, _panel: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, Mapping):
            return
        match content.get("do"):
            case "pick":
                at = picked(content)
                if at is not None:
                    self._attempt(lambda: self.pick(at), _DOING[self.panel.tool], None)
            case "lay_field":
                self._attempt(self._lay_field, _DOING["lay"], None)
            case "remove_marker":
                self._attempt(self._remove_marker, say("taking the marker off"), None)
            case "remove_hex":
                self._attempt(self._remove_hex, say("taking the hex off"), None)


def picked(content: Mapping[str, Any]) -> At | None:
    """Returns the hex that a message from the browser picks; None if it picks none."""
    at = content.get("at")
    if not isinstance(at, list) or len(at) != 2 or any(type(part) is not int for part in at):
        return None
    return at[0], at[1]


_DOING: dict[str, Words] = {
    "look": say("picking a hex"),
    "measure": say("measuring"),
    "move": say("the move"),
    "lay": say("laying ground"),
}

_HINTS: dict[str, Words] = {
    "look": say("Click a hex, or go there with the arrow keys and press Enter."),
    "measure": say("Pick one end, then the other."),
    "move": say("Choose who moves, then pick where to."),
    "lay": say("Choose ground and cover, then pick hexes; or lay a whole field."),
}

_WORDS: dict[str, Words] = {
    "map": say("Map of hexes: arrow keys go from hex to hex, Enter picks"),
    "tools": say("What a click does"),
    "look": say("Look"),
    "move": say("Move"),
    "measure": say("Measure"),
    "lay": say("Lay ground"),
    "zoom": say("Size of the map"),
    "smaller": say("smaller"),
    "larger": say("larger"),
    "who": say("Who moves"),
    "thing": say("What it is called"),
    "marker_seen_by": say("Who sees the marker"),
    "remove_marker": say("Take the marker off"),
    "terrain": say("Ground"),
    "cover": say("Cover"),
    "text": say("What lies there"),
    "seen_by": say("Who sees the hex"),
    "columns": say("Columns"),
    "rows": say("Rows"),
    "lay_field": say("Lay a whole field"),
    "remove_hex": say("Take the hex off"),
    "markers": say("On the map"),
    "legend": say("Ground"),
    "empty": say("not on the map"),
}
