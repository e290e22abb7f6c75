"""A Zone without rules: a board that a test changes cell by cell, and a record of what the cube asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gmkit.core.view import Board, BoardCell, Choice, Legend
from gmkit.paint import palette
from gmkit.words import Term, say

CORNERS = {
    1: (1, 1, 1), 2: (5, 1, 1), 3: (1, 5, 1), 4: (5, 5, 1), 5: (1, 1, 5), 6: (5, 1, 5), 7: (1, 5, 5), 8: (5, 5, 5),
}  # fmt: skip
"""Where the eight Stalkers start (ZR1)."""

LAYOUT = {
    (2, 2, 2): "mosquito_mange", (4, 2, 5): "mosquito_mange", (3, 2, 5): "witches_jelly", (2, 4, 3): "witches_jelly",
    (2, 1, 1): "nut", (4, 4, 4): "jolly_ghost", (1, 3, 2): "fizzy_clay", (5, 3, 2): "etak", (3, 5, 2): "itch",
    (3, 1, 2): "death_lamp", (3, 3, 3): "golden_ball",
}  # fmt: skip

NAMES = ("Anna", "Борис", "<img src=x onerror=alert(1)>", "Dora", "Emil", "Fay", "Greta", "Hugo")

STEPS = ("X+", "X-", "Y+", "Y-", "Z+", "Z-")


@dataclass
class FakeZone:
    """The campaign: `asked` holds every command that came, with its id."""

    lang: str = "en"
    system: str = "zone"
    title: str = "Spring"
    turn: int = 1
    at: dict[int, tuple[int, int, int]] = field(default_factory=lambda: dict(CORNERS))
    layout: dict[tuple[int, int, int], str] = field(default_factory=lambda: dict(LAYOUT))
    dead: set[int] = field(default_factory=set)
    known: dict[str, set[tuple[int, int, int]]] = field(default_factory=dict)
    asked: list[tuple[Any, str | None]] = field(default_factory=list)
    past: dict[int, dict[int, tuple[int, int, int]]] = field(default_factory=lambda: {0: dict(CORNERS)})
    watchers: list[Callable[[], None]] = field(default_factory=list)

    def view(self, viewer: str = "gm", *, turn: int | None = None) -> FakeView:
        """Returns what *viewer* knows, now or at the end of a day."""
        return FakeView(self, viewer, turn)

    def do(self, command: Mapping[str, Any], **options: Any) -> str:
        """Notes a command with its id."""
        self.asked.append((command, options.get("id")))
        self.tell_all()
        return f"{command['do']} done"

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Follows the campaign."""
        self.watchers.append(callback)
        return lambda: self.watchers.remove(callback)

    def tell_all(self) -> None:
        """Says that something changed."""
        for callback in list(self.watchers):
            callback()


class FakeView:
    """What one viewer knows."""

    def __init__(self, zone: FakeZone, viewer: str, turn: int | None) -> None:
        self.viewer, self.lang = viewer, zone.lang
        self.turn = zone.turn if turn is None else turn
        self.turns = sorted(zone.past)
        self.over = False
        self.at = dict(zone.at if turn is None else zone.past[turn])
        self.alive = [n for n in self.at if n not in zone.dead]
        seen = zone.known.get(viewer, set())
        self._looks = zone.layout if viewer == "gm" else {at: zone.layout.get(at, "empty") for at in seen}
        self._nothing = "empty" if viewer == "gm" else "unknown"

    def drawing(self) -> Board:
        """Returns the board."""
        places = [(x, y, z) for z in range(1, 6) for y in range(1, 6) for x in range(1, 6)]
        cells = [self._cell(at) for at in places]
        looks = sorted({cell.look for cell in cells})
        return Board(
            size=(5, 5, 5),
            cells=cells,
            legend=tuple(Legend(look=key, words=palette.look(key).name) for key in looks),
            pieces={n: say("Stalker {n}: {name}", n=n, name=NAMES[n - 1]) for n in self.alive},
        )

    def _cell(self, at: tuple[int, int, int]) -> BoardCell:
        key = self._looks.get(at, self._nothing)
        name = palette.look(key).name
        sign = "" if key in ("empty", "unknown") else palette.look(key).sign.render(self.lang)
        x, y, z = at
        return BoardCell(
            at=at,
            look=key,
            label=name,
            sign=sign,
            pieces=tuple(n for n in self.alive if self.at[n] == at),
            spoken=say("{x}, {y}, {z}: {what}", x=x, y=y, z=z, what=name),
        )

    def choices(self, number: int) -> tuple[Choice, ...]:
        """Returns the six moves and a throw, walls included."""
        texts = (*STEPS, "nut Z+")
        return tuple(
            Choice(label=Term(text, text), command={"do": "order", "stalker": number, "text": text}) for text in texts
        )

    def wind_risk(self) -> Mapping[tuple[int, int, int], Any]:
        """Returns no risk."""
        return {}
