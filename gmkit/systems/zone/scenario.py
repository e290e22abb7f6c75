"""The position that a game starts from, read strictly: refused whole, with every wrong part at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gmkit.core.codec import Cell
from gmkit.systems.zone.rows import BY_ID, ITEMS, SCATTERED
from gmkit.systems.zone.rules.board import CENTRE, SIZE, is_inside, start_corner
from gmkit.systems.zone.state import Goods
from gmkit.words import Words, listing, say, shown

KEYS = ("layout", "start", "nuts", "dropped", "schedule", "fill", "day", "strict_order", "grinder_stopped")
COMMON_KEYS = ("settings", "commands", "dice")
"""What a scenario of every system may have; the campaign reads these."""
START_KEYS = ("at", "carries", "burnt", "blinded", "paralysed", "dead")


@dataclass(frozen=True, kw_only=True)
class Start:
    """Where a Stalker starts, and with what."""

    at: Cell
    carries: Goods = field(default_factory=dict)
    burnt: bool = False
    """Since the day before, so the first day is a rest."""
    blinded: bool = False
    paralysed: bool = False
    dead: bool = False


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A start, checked."""

    layout: Mapping[Cell, str] | None
    """None: it is drawn."""
    fill: bool
    starts: Mapping[int, Start]
    nuts: Mapping[Cell, int]
    dropped: Mapping[Cell, Goods]
    schedule: tuple[int, ...]
    day: int
    strict_order: bool
    grinder_stopped: bool


class Reader:
    """Reads a scenario and collects what is wrong with it."""

    def __init__(self, data: Mapping[str, Any], numbers: Sequence[int]) -> None:
        self.data = data
        self.numbers = tuple(sorted(numbers))
        self.reasons: list[Words] = []

    def read(self) -> Scenario:
        """Returns the scenario; where `reasons` is not empty, what is wrong was left out."""
        self._check_names("", self.data, KEYS)
        starts = self._starts()
        day = self.data.get("day", 1)
        if not _is_count(day) or day < 1:
            self._refuse("day", say("a whole number from 1 on, not {value}", value=shown(day)))
            day = 1
        return Scenario(
            layout=self._layout() if "layout" in self.data else None,
            fill=self._flag("", self.data, "fill"),
            starts=starts,
            nuts=self._nuts(),
            dropped=self._dropped(),
            schedule=self._schedule(starts),
            day=day,
            strict_order=self._flag("", self.data, "strict_order"),
            grinder_stopped=self._flag("", self.data, "grinder_stopped"),
        )

    # --- the parts --------------------------------------------------------------------------------------------------

    def _layout(self) -> dict[Cell, str]:
        layout: dict[Cell, str] = {}
        for element, cells in self._mapping("layout", self.data["layout"]).items():
            place = f"layout.{element}"
            if element not in SCATTERED:
                known = listing(SCATTERED)
                self._refuse(place, say("there is no such element to lay; there are: {known}", known=known))
                continue
            for number, value in enumerate(self._list(place, cells), start=1):
                here = f"{place}[{number}]"
                cell = self._cell(here, value)
                if cell == CENTRE:
                    self._refuse(here, say("nothing lies in the centre but the Golden Ball"))
                elif cell is not None and cell in layout:
                    self._refuse(here, say("there is {element} in that cell already", element=layout[cell]))
                elif cell is not None:
                    layout[cell] = element
        return layout

    def _starts(self) -> dict[int, Start]:
        starts = {number: Start(at=start_corner(number)) for number in self.numbers}
        read: set[int] = set()
        for name, value in self._mapping("start", self.data.get("start", {})).items():
            place = f"start.{name}"
            number = int(name) if isinstance(name, (int, str)) and re.fullmatch(r"[0-9]+", str(name)) else None
            if isinstance(name, bool) or number not in self.numbers:
                self._refuse(place, say("no such Stalker plays; there are: {known}", known=listing(self.numbers)))
            elif number in read:
                self._refuse(place, say("this Stalker is placed twice"))
            elif isinstance(value, Mapping):
                read.add(number)
                starts[number] = self._start(place, number, value)
            else:
                self._refuse(place, say("a table such as {{at = [1, 1, 1]}}, not {value}", value=shown(value)))
        return starts

    def _start(self, place: str, number: int, value: Mapping[str, Any]) -> Start:
        self._check_names(place, value, START_KEYS)
        at = self._cell(f"{place}.at", value["at"]) if "at" in value else None
        dead = self._flag(place, value, "dead")
        carries = self._goods(f"{place}.carries", value.get("carries", {}))
        flags = {name: self._flag(place, value, name) and not dead for name in ("burnt", "blinded", "paralysed")}
        return Start(at=at or start_corner(number), carries={} if dead else carries, dead=dead, **flags)

    def _nuts(self) -> dict[Cell, int]:
        """Reads [[x, y, z], …], a nut each, or tables {at, count}, or a mapping from cell to count."""
        nuts: Counter[Cell] = Counter()
        value = self.data.get("nuts", [])
        if isinstance(value, Mapping):
            rows: Iterable[tuple[str, Any, Any]] = ((f"nuts.{key}", key, count) for key, count in value.items())
        else:
            rows = self._nut_rows(value)
        for place, at, count in rows:
            cell = self._cell(place, at)
            if not _is_count(count):
                self._refuse(place, say("how many nuts is a whole number from 0 on, not {value}", value=shown(count)))
            elif cell is not None:
                nuts[cell] += count
        return dict(+nuts)

    def _nut_rows(self, value: Any) -> Iterable[tuple[str, Any, Any]]:
        for number, row in enumerate(self._list("nuts", value), start=1):
            place = f"nuts[{number}]"
            if isinstance(row, Mapping):
                self._check_names(place, row, ("at", "count"))
                yield place, row.get("at"), row.get("count", 1)
            else:
                yield place, row, 1

    def _dropped(self) -> dict[Cell, Goods]:
        """Reads tables {at, carries}, or a mapping from cell to goods, or from element to cells as in `layout`."""
        piles: dict[Cell, Counter[str]] = {}
        for place, at, goods in self._dropped_rows(self.data.get("dropped", [])):
            cell = self._cell(place, at)
            read = self._goods(place, goods)
            if cell is not None and read:
                piles.setdefault(cell, Counter()).update(read)
        return {cell: dict(goods) for cell, goods in piles.items()}

    def _dropped_rows(self, value: Any) -> Iterable[tuple[str, Any, Any]]:
        if isinstance(value, Mapping):
            for key, content in value.items():
                if key in BY_ID:
                    cells = self._list(f"dropped.{key}", content)
                    yield from ((f"dropped.{key}[{number}]", at, {key: 1}) for number, at in enumerate(cells, start=1))
                else:
                    yield f"dropped.{key}", key, content
            return
        for number, row in enumerate(self._list("dropped", value), start=1):
            place = f"dropped[{number}]"
            if not isinstance(row, Mapping):
                self._refuse(
                    place,
                    say("a table such as {{at = [1, 1, 1], carries = {{nut = 1}}}}, not {value}", value=shown(row)),
                )
                continue
            goods = {name: item for name, item in row.items() if name not in ("at", "carries")}
            yield place, row.get("at"), {**self._mapping(f"{place}.carries", row.get("carries", {})), **goods}

    def _schedule(self, starts: Mapping[int, Start]) -> tuple[int, ...]:
        value = self.data.get("schedule")
        if value is None:
            return ()
        if not isinstance(value, Sequence) or isinstance(value, str):
            self._list("schedule", value)
            return ()
        living = [number for number, start in starts.items() if not start.dead]
        known = all(_is_count(number) and number in self.numbers for number in value)
        if not known or len(set(value)) != len(value) or not set(living) <= set(value):
            self._refuse(
                "schedule",
                say("each living Stalker once ({known}), not {value}", known=listing(living), value=shown(value)),
            )
            return ()
        return tuple(value)

    # --- values -----------------------------------------------------------------------------------------------------

    def _cell(self, place: str, value: Any) -> Cell | None:
        cell = read_cell(value)
        if cell is None:
            self._refuse(
                place, say("a cell is [x, y, z], each 1 to {size}, not {value}", size=SIZE, value=shown(value))
            )
        return cell

    def _goods(self, place: str, value: Any) -> dict[str, int]:
        goods: dict[str, int] = {}
        for item, count in self._mapping(place, value).items():
            if item not in ITEMS:
                self._refuse(f"{place}.{item}", say("nobody carries that; there are: {known}", known=listing(ITEMS)))
            elif not _is_count(count):
                self._refuse(f"{place}.{item}", say("a whole number from 0 on, not {value}", value=shown(count)))
            elif count:
                goods[item] = count
        return goods

    def _flag(self, place: str, data: Mapping[str, Any], name: str) -> bool:
        value = data.get(name, False)
        if not isinstance(value, bool):
            self._refuse(f"{place}.{name}" if place else name, say("true or false, not {value}", value=shown(value)))
            return False
        return value

    def _mapping(self, place: str, value: Any) -> Mapping[Any, Any]:
        if isinstance(value, Mapping):
            return value
        self._refuse(place, say("a table, not {value}", value=shown(value)))
        return {}

    def _list(self, place: str, value: Any) -> Sequence[Any]:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return value
        self._refuse(place, say("a list, not {value}", value=shown(value)))
        return ()

    def _check_names(self, place: str, data: Mapping[Any, Any], known: Sequence[str]) -> None:
        for name in data:
            if name not in known:
                here = f"{place}.{name}" if place else str(name)
                there_are = listing(known if place else (*known, *COMMON_KEYS))
                self._refuse(here, say("there is no such key; there are: {known}", known=there_are))

    def _refuse(self, place: str, wrong: Words) -> None:
        self.reasons.append(say("{place}: {wrong}.", place=place, wrong=wrong))


def read_cell(value: Any) -> Cell | None:
    """Returns the cell that [x, y, z] or the text "x,y,z" names, None if it names none of the cube."""
    if isinstance(value, str):
        value = [int(part) for part in re.findall(r"-?\d+", value)] if re.fullmatch(r"[\s\d,;()\[\]-]+", value) else ()
    if not isinstance(value, Sequence) or len(value) != 3:
        return None
    if not all(isinstance(part, int) and not isinstance(part, bool) for part in value):
        return None
    cell = (value[0], value[1], value[2])
    return cell if is_inside(cell) else None


def count_refusals(counts: Any, places: int) -> list[Words]:
    """Returns what is wrong with the setting `counts`: unknown elements, no numbers, more than the cells hold (ZR2)."""
    if not isinstance(counts, Mapping):
        return [say("counts is a table such as {{nut = 8}}, not {value} [ZR2].", value=shown(counts))]
    found: list[Words] = []
    for element, count in counts.items():
        if element not in SCATTERED:
            known = listing(SCATTERED)
            found.append(
                say(
                    "counts.{name}: there is no such element; there are: {known} [ZR2].", name=str(element), known=known
                )
            )
        elif not _is_count(count):
            found.append(
                say("counts.{name}: a whole number from 0 on, not {value} [ZR2].", name=element, value=shown(count))
            )
    total = sum(counts.values()) if not found else 0
    if total > places:
        found.append(say("{n} elements do not fit into {free} free cells [ZR2].", n=total, free=places))
    return found


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
