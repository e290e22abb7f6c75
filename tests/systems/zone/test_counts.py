"""Counts (perft): how many sequences of days there are, by the engine, by plain counting, and under every rotation.

`perft.txt` holds: start, days, sequences of moves of one Stalker in an empty Zone, and those that it survives where a
Mosquito Mange lies beside the start. The same whatever way the cube is turned (24 rotations).
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

from gmkit.core.command import CommandBook
from gmkit.core.session import Session, Setup, TurnClosed, fold_common
from gmkit.dice.chance import Chance
from gmkit.systems.zone import SYSTEM
from gmkit.systems.zone.rules.board import DIRECTIONS
from tests.systems.zone.table import fold

ROWS = [line.split() for line in (Path(__file__).parent / "perft.txt").read_text().splitlines() if line[:1].isdigit()]
PERFT = [(tuple(map(int, at.split(","))), int(days), int(free), int(alive)) for at, days, free, alive in ROWS]
Cell = tuple[int, int, int]


def rotations() -> list:
    """Returns the 24 rotations of the cube about its centre, each a function from cell to cell."""
    found = []
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        swaps = sum(axes[a] > axes[b] for a in range(3) for b in range(a + 1, 3))
        if (-1) ** swaps * signs[0] * signs[1] * signs[2] == 1:
            found.append(
                lambda cell, axes=axes, signs=signs: tuple(
                    3 + s * (cell[a] - 3) for a, s in zip(axes, signs, strict=True)
                )
            )
    return found


@cache
def plain_count(at: Cell, days: int, mange: Cell | None) -> int:
    """Counts by hand: steps inside 1..5 that end neither in the Mange nor, the grinder turning, in the centre."""
    if not days:
        return 1
    total = 0
    for axis, step in product(range(3), (1, -1)):
        to = (*at[:axis], at[axis] + step, *at[axis + 1 :])
        if 1 <= to[axis] <= 5:
            total += 0 if to in (mange, (3, 3, 3)) else plain_count(to, days - 1, mange)
    return total


def begin(at: Cell, mange: Cell | None) -> Session:
    layout = {"mosquito_mange": [list(mange)]} if mange else {}
    scenario = {"layout": layout, "start": {"1": {"at": list(at)}}}
    setup = Setup(seats=("s1",), settings=SYSTEM.settings.defaults, scenario=scenario)
    session = Session(game=SYSTEM.empty(), settings=SYSTEM.settings.defaults)
    for item in SYSTEM.begin(setup, Chance(b"k", "c", 0)):
        session = fold(session, item.fact)
    return session


def engine_count(session: Session, days: int) -> int:
    """Counts by the engine: every move that is not refused, each day resolved, as long as the Stalker lives."""
    if not days:
        return 1
    book, total = CommandBook(SYSTEM.commands), 0
    for direction in DIRECTIONS:
        order = book.read({"do": "order", "stalker": 1, "text": direction})
        if SYSTEM.objections(session, order):
            continue
        after = session
        for command in (order, book.read({"do": "end_day"})):
            for item in SYSTEM.decide(after, command, Chance(b"k", "c", after.turn)):
                after = fold(after, item.fact)
        if after.game.stalkers[1].alive:
            total += engine_count(fold_common(after, TurnClosed(after.turn)), days - 1)
    return total


def beside(at: Cell) -> Cell:
    """Returns the neighbour in which the Mange of a row lies: one step along X towards the middle, else X+."""
    return (at[0] + (1 if at[0] <= 3 else -1), at[1], at[2])


def test_there_are_24_rotations_of_125_cells():
    cells = set(product(range(1, 6), repeat=3))
    images = {tuple(turn(cell) for cell in sorted(cells)) for turn in rotations()}
    assert len(rotations()) == len(images) == 24
    assert all({turn(cell) for cell in cells} == cells for turn in rotations())


@pytest.mark.parametrize(("at", "days", "free", "alive"), PERFT)
def test_counts_are_those_of_plain_counting(at, days, free, alive):
    assert (plain_count(at, days, None), plain_count(at, days, beside(at))) == (free, alive)


@pytest.mark.parametrize(("at", "days", "free", "alive"), [row for row in PERFT if row[1] <= 3])
def test_the_engine_counts_the_same(at, days, free, alive):
    assert engine_count(begin(at, None), days) == free
    assert engine_count(begin(at, beside(at)), days) == alive


@pytest.mark.parametrize("turn", range(24))
def test_counts_are_the_same_whatever_way_the_cube_is_turned(turn):
    rotate = rotations()[turn]
    for at, days, free, alive in PERFT:
        if days == 2:
            assert engine_count(begin(rotate(at), None), days) == free
            assert engine_count(begin(rotate(at), rotate(beside(at))), days) == alive
