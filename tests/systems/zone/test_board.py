"""The cube (Z1, Z2) and where Stalkers start (Z3, ZR1)."""

from __future__ import annotations

from collections import Counter

import pytest

from gmkit.systems.zone.rules import board
from tests.systems.zone.table import Table


def test_cube_has_125_cells_and_300_neighbour_pairs_c045():
    assert len(set(board.CELLS)) == 125
    counted = Counter(len(board.neighbours(cell)) for cell in board.CELLS)
    assert counted == {3: 8, 4: 36, 5: 54, 6: 27}
    assert sum(len(board.neighbours(cell)) for cell in board.CELLS) == 2 * 300
    assert all(board.is_inside(beside) for cell in board.CELLS for beside in board.neighbours(cell))


@pytest.mark.parametrize(
    ("direction", "cell"),
    [("X+", (4, 3, 3)), ("X-", (2, 3, 3)), ("Y+", (3, 4, 3)), ("Y-", (3, 2, 3)), ("Z+", (3, 3, 4)), ("Z-", (3, 3, 2))],
)
def test_step_leads_through_one_face_and_the_opposite_back(direction, cell):
    assert board.step((3, 3, 3), direction) == cell
    assert board.step(cell, board.opposite(direction)) == (3, 3, 3)


def test_stalkers_start_in_the_corners_of_their_bits():
    corners = [(1, 1, 1), (5, 1, 1), (1, 5, 1), (5, 5, 1), (1, 1, 5), (5, 1, 5), (1, 5, 5), (5, 5, 5)]
    table = Table()
    assert [table.at(number) for number in range(1, 9)] == corners


@pytest.mark.parametrize(
    ("players", "numbers"),
    [(1, [1]), (2, [1, 8]), (3, [1, 8, 2]), (4, [1, 8, 2, 7]), (5, [1, 8, 2, 7, 3]), (6, [1, 8, 2, 7, 3, 6]),
     (7, [1, 8, 2, 7, 3, 6, 4]), (8, [1, 2, 3, 4, 5, 6, 7, 8])],
)  # fmt: skip
def test_fewer_players_sit_symmetric_about_the_centre(players, numbers):
    table = Table(players, layout={})
    assert [table.see().stalker(name).number for name in table.viewers["gm"].session.players] == numbers
    assert ("odd_number" in table.heard("public")) == (players % 2 == 1)
