"""Where the elements lie (Z4, ZR2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from gmkit.core.codec import Cell
from gmkit.core.rulebook import rule
from gmkit.dice.chance import LAYOUT, Stream
from gmkit.errors import NotAllowed
from gmkit.systems.zone.rows import MANGE, SCATTERED
from gmkit.systems.zone.rules.board import CELLS, CENTRE, CORNERS, neighbours
from gmkit.words import say

if TYPE_CHECKING:
    from gmkit.dice.chance import Chances

DRAWS = 1000
"""Layouts drawn before a set is taken to leave no paths."""


@rule("Z4", "ZR2")
def scatter(
    counts: Mapping[str, int],
    given: Mapping[Cell, str],
    starts: Collection[Cell],
    chance: Chances,
) -> dict[Cell, str]:
    """Returns the layout: what is given, and what the counts still lack at random over the free cells.

    No start corner and not the centre gets an element, nor does a cell in which somebody starts; every start has a
    face path to the Ball that avoids the Manges, else the layout is drawn again.

    Raises:
        NotAllowed: If the set does not fit, or leaves no path.
    """
    held = list(given.values())
    lacking = [element for element in SCATTERED for _ in range(counts.get(element, 0) - held.count(element))]
    taken = {CENTRE, *CORNERS, *given, *starts}
    free = [cell for cell in CELLS if cell not in taken]
    if len(lacking) > len(free):
        raise NotAllowed(say("{n} elements do not fit into {free} free cells [ZR2].", n=len(lacking), free=len(free)))
    for _ in range(DRAWS if lacking else 1):
        cells = chance.shuffle(Stream(LAYOUT, LAYOUT), free)
        layout = {**given, **dict(zip(cells, lacking, strict=False))}
        if all(has_path(start, layout) for start in starts):
            return layout
    manges = sum(element == MANGE for element in (*held, *lacking))
    raise NotAllowed(
        say(
            "{manges} Mosquito Manges leave no path for every Stalker: none was found in {draws} layouts [ZR2].",
            manges=manges,
            draws=DRAWS,
        )
    )


@rule("ZR2")
def has_path(start: Cell, layout: Mapping[Cell, str]) -> bool:
    """Returns whether a face path leads from *start* to a neighbour of the centre and avoids every Mosquito Mange."""
    goals = set(neighbours(CENTRE))
    seen, waiting = {start, CENTRE}, deque([start])
    while waiting:
        cell = waiting.popleft()
        if cell in goals:
            return True
        for beside in neighbours(cell):
            if beside not in seen and layout.get(beside) != MANGE:
                seen.add(beside)
                waiting.append(beside)
    return False


def whole(layout: Mapping[Cell, str]) -> dict[Cell, str]:
    """Returns the layout with every cell of the cube but the centre: "" where nothing lies."""
    return {cell: layout.get(cell, "") for cell in CELLS if cell != CENTRE}
