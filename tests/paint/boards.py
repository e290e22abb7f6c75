"""Example boards, as the Zone makes them: the GM's whole layout, a player's sparse one, a crowd, names with markup."""

from dataclasses import replace

from gmkit.core.view import Board, BoardCell, Legend
from gmkit.paint.palette import LOOKS
from gmkit.words import Term, say

COUNTS = {"mosquito_mange": 4, "witches_jelly": 6, "nut": 8, "jolly_ghost": 8, "fizzy_clay": 8, "etak": 8, "itch": 8,
          "death_lamp": 8}  # fmt: skip
CORNERS = [(1 + 4 * (n & 1), 1 + 4 * (n >> 1 & 1), 1 + 4 * (n >> 2)) for n in range(8)]
NAMES = ["Anna", "Борис", "Ёлка", "Дальше могила...", "Святослав Вячеславович Преображенский-Константинопольский",
         "<img src=x onerror=alert(1)>", "$x_1$ & [b]жирный[/b]", "漢字 🙂 ok"]  # fmt: skip
LEGEND = tuple(Legend(look=key, words=item.name) for key, item in LOOKS.items())
EVERY = [(x, y, z) for z in range(1, 6) for y in range(1, 6) for x in range(1, 6)]


def board(cells, *, title="", pieces=None):
    names = dict(enumerate(NAMES, 1)) if pieces is None else pieces
    return Board(size=(5, 5, 5), cells=cells, legend=LEGEND, title=title, pieces=names)


def cell(at, look, pieces=(), marks=()):
    label = LOOKS[look].name if look in LOOKS else Term(look, look)
    return BoardCell(at=at, look=look, label=label, pieces=tuple(pieces), marks=tuple(marks))


def gm_truth():
    """Returns a board with all 58 elements, the Ball, the eight Stalkers in their corners and some marks."""
    free = [at for at in EVERY if at not in CORNERS and at != (3, 3, 3)]
    looks = dict.fromkeys(EVERY, "empty") | {(3, 3, 3): "golden_ball"}
    turn = 0
    for element, count in COUNTS.items():
        for _ in range(count):
            # 37 and 116 have no factor in common: the elements are scattered without chance.
            looks[free[turn * 37 % len(free)]] = element
            turn += 1
    marks = {
        (2, 1, 1): ("nut",),
        (4, 3, 2): ("dropped", "wind"),
        (2, 2, 3): ("nut", "dropped", "wind"),
        (1, 4, 5): ("dead",),
    }
    stand = {at: (n + 1,) for n, at in enumerate(CORNERS)}
    return board([cell(at, looks[at], stand.get(at, ()), marks.get(at, ())) for at in EVERY],
                 title=say("Day {n}: the Zone as it is", n=3))  # fmt: skip


def plain_names():
    """Returns the same board with names as most players have them."""
    return replace(gm_truth(), pieces={n: f"Stalker {n} ({name})" for n, name in enumerate(NAMES[:3] * 3, 1) if n < 9})


def sparse():
    """Returns what a player knows after three days: little."""
    known = {(1, 1, 1): "empty", (2, 1, 1): "nut", (2, 2, 1): "empty", (2, 3, 1): "witches_jelly", (3, 3, 1): "empty",
             (3, 3, 3): "golden_ball", (3, 4, 1): "no_mange", (4, 5, 5): "mosquito_mange", (5, 5, 5): "empty",
             (5, 1, 3): "no_mange", (4, 1, 3): "no_mange"}  # fmt: skip
    stand = {(3, 3, 1): (1,), (5, 1, 3): (2, 7), (4, 1, 3): (3,), (5, 5, 5): (8,), (1, 5, 5): (4, 5, 6)}
    marks = {(3, 4, 1): ("nut",), (5, 5, 5): ("wind",), (4, 5, 5): ("dead",), (3, 3, 1): ("selected",)}
    return board([cell(at, known.get(at, "unknown"), stand.get(at, ()), marks.get(at, ())) for at in EVERY],
                 title="Что знает Анна в день 3")  # fmt: skip


def crowd():
    """Returns cells with one to eight Stalkers, with and without a sign and marks."""
    looks = {(1, 1, 3): "death_lamp", (2, 1, 3): "itch", (3, 1, 3): "etak", (4, 1, 3): "fizzy_clay", (5, 1, 3): "nut"}
    cells = []
    for at in EVERY:
        x, y, z = at
        count = {5: x, 4: min(x + 3, 8), 3: 8}.get(z, 0) if y in (1, 3) else 0
        marks = ("nut", "dropped", "wind") if z == 3 and (y == 3 or x % 2) else ()
        cells.append(cell(at, looks.get(at, "empty"), range(1, count + 1), marks))
    return board(cells, title="Eight in one cell")
