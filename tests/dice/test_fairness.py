"""Every catalogue roll, thrown 100,000 times from keyed faces, against its own odds by chi-square."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from gmkit import dice
from gmkit.dice.chance import KeyedFaces, Stream, message
from gmkit.dice.notation import parse
from gmkit.dice.roll import total_of

THROWS = 100_000
# The rolls of the four systems and one of each notation.
CATALOGUE = [
    "dF", "4dF", "[4dF]", "6dF", "3dGF", "6d3-12", "2d6-d6", "3d6-7", "2d6-3d6", "2d6", "d12", "d%", "d6", "d20+d4+5",
    "4d6kh3", "2d6!", "2d20kl1",
]  # fmt: skip


def chi_square_limit(freedom: int) -> float:
    """Returns what chi-square exceeds once in about 100,000 times (Wilson and Hilferty's cube)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 4.265 * spread**0.5) ** 3


@pytest.mark.parametrize("text", CATALOGUE)
def test_thrown_often_a_roll_falls_as_its_odds_say(text):
    tree, die = parse(text), dice.odds(text)
    keyed = KeyedFaces(bytes(32), message("fairness", 1, Stream(text, "roll"), 0))
    face = keyed.face
    start = time.perf_counter()
    seen = Counter(total_of(tree, face) for _ in range(THROWS))
    print(f"{text:10} {time.perf_counter() - start:5.2f} s for {THROWS} throws")
    assert set(seen) <= set(die.outcomes())
    # Rare results share one cell: chi-square wants five or more expected in each.
    cells: list[tuple[float, int]] = []
    rare = [0.0, 0]
    for total, chance in zip(die.outcomes(), die.probabilities(), strict=True):
        expected = float(chance) * THROWS
        if expected < 5:
            rare = [rare[0] + expected, rare[1] + seen[total]]
        else:
            cells.append((expected, seen[total]))
    if rare[0] >= 1:
        cells.append((rare[0], rare[1]))
    chi_square = sum((found - expected) ** 2 / expected for expected, found in cells)
    assert chi_square < chi_square_limit(len(cells) - 1)


def test_the_check_notices_a_biased_die():
    # A byte modulo a hundred without rejection: 1 to 56 come up half as often again as the rest.
    keyed = KeyedFaces(bytes(32), message("fairness", 1, Stream("biased", "roll"), 0))
    seen = Counter((keyed.face(256) - 1) % 100 + 1 for _ in range(THROWS))
    expected = THROWS / 100
    chi_square = sum((found - expected) ** 2 / expected for found in seen.values())
    assert chi_square > chi_square_limit(99)
