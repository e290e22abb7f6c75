"""Exact odds against plain counting, icepool's own and the texts' numbers: C015, C021, C022, C024, C025, H9, F2."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmkit import dice
from gmkit.dice.counting import count_ways, work
from gmkit.dice.notation import MAX_DEPTH, Dice, faces_of, parse, signed_terms
from gmkit.dice.odds import WORK_LIMIT, percent
from gmkit.dice.roll import total_of
from gmkit.errors import GmkitError, NotAllowed


def plain(text: str) -> dict[int, Fraction]:
    die = dice.odds(text)
    return dict(zip(die.outcomes(), die.probabilities(), strict=True))


def of(whole: int, low: int, ways: list[int]) -> dict[int, Fraction]:
    return {low + place: Fraction(way, whole) for place, way in enumerate(ways)}


def mirrored(ways: list[int]) -> list[int]:
    """Returns the ways of all results from those up to the middle one."""
    return ways + ways[-2::-1]


PINNED = {
    "4dF": of(81, -4, [1, 4, 10, 16, 19, 16, 10, 4, 1]),
    "[4dF]": of(6561, -8, mirrored([1, 4, 10, 16, 50, 324, 810, 1296, 1539])),
    "6dF": of(729, -6, mirrored([1, 6, 21, 50, 90, 126, 141])),
    "6d3-12": of(729, -6, mirrored([1, 6, 21, 50, 90, 126, 141])),
    "3dGF": of(216, -6, mirrored([1, 3, 9, 16, 27, 33, 38])),
    "dF": of(3, -1, [1, 1, 1]),
    "dGF": of(6, -2, [1, 1, 2, 1, 1]),
    "d6": of(6, 1, [1] * 6),
    "d%": of(100, 1, [1] * 100),
    "2d6-d6": of(216, -4, [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]),
    "3d6-7": of(216, -4, [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]),
    "2d6": of(36, 2, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]),
    "17": {17: Fraction(1)},
}


@pytest.mark.parametrize("text", PINNED)
def test_pinned_odds_hold(text):
    assert plain(text) == PINNED[text]


def test_the_extended_roll_reaches_eight_once_in_6561():
    assert dice.odds("[4dF]").probability(8) == Fraction(1, 6561)
    assert (dice.odds("[4FD]").min_outcome(), dice.odds("[4FD]").max_outcome()) == (-8, 8)
    assert dice.odds("[4dF]").probability(4) == Fraction(50, 6561)


def test_two_dice_less_one_are_three_less_seven():
    assert bool(dice.odds("2d6-d6") == dice.odds("3d6-7"))
    assert not bool(dice.odds("2d6-d6") == dice.odds("3d6-6"))
    assert dice.odds("2d6-2d6").probability(0) == Fraction(146, 1296)
    assert dice.odds("2d6-d6").probability(3) == Fraction(27, 216)


@pytest.mark.parametrize(
    ("penalty", "chance"),
    [(k, Fraction(c)) for k, c in enumerate(["7/12", "35/216", "35/1296", "7/2592", "7/46656", "1/279936"])],
)
def test_penalty_dice_lower_the_mean_by_three_and_a_half_each(penalty, chance):
    die = dice.odds(f"2d6-{penalty}d6" if penalty else "2d6")
    assert die.mean() == Fraction(14 - 7 * penalty, 2)
    assert die.probability(">=", 7) == chance


def test_an_opposed_roll_is_two_rolls():
    margin = dice.odds("4dF+3-(4dF+1)")
    assert margin.probability(">", 0) == Fraction(4850, 6561)
    assert margin.probability(0) == Fraction(784, 6561)
    assert margin.probability("<", 0) == Fraction(103, 729)


def test_the_margin_of_two_extended_rolls_falls_on_nine_bands_exactly():
    margin = dice.odds("([4dF]+3)-([4dF]+1)")
    edges = [(None, -6), (-5, -4), (-3, -2), (-1, -1), (0, 0), (1, 1), (2, 3), (4, 5), (6, None)]
    found = [
        sum(margin.probability(n) for n in range(-14 if low is None else low, (19 if high is None else high + 1)))
        for low, high in edges
    ]
    assert found == [Fraction(text) for text in (
        "827/531441", "1520/177147", "2446948/43046721", "120712/1594323", "5105120/43046721", "6647896/43046721",
        "13903547/43046721", "8364344/43046721", "2883295/43046721",
    )]  # fmt: skip


def test_the_lock_opens_only_over_fifteen():
    assert dice.odds("2d6-d6+10").probability(">", 15) == Fraction(7, 27)


def test_100d6_in_the_middle():
    assert abs(float(dice.odds("100d6").probability(350)) - 0.02332260601534536) < 1e-16


def counted(text: str) -> Counter[int]:
    """Counts every roll, one after another: the stupid way. Without explosions."""
    tree = parse(text)
    rows: list[list[int]] = []
    for _, term in signed_terms(tree):
        if isinstance(term, Dice):
            rows += [list(faces_of(term.die))] * term.count * (2 if term.extended else 1)
    found: Counter[int] = Counter()
    for faces in product(*rows):
        left = list(faces)
        found[_total_eating(tree, left)] += 1
    return found


def _total_eating(tree, faces: list[int]) -> int:
    total = 0
    for sign, term in signed_terms(tree):
        if not isinstance(term, Dice):
            total += sign * term.value
            continue
        thrown, faces[:] = faces[: term.count], faces[term.count :]
        value = sum(thrown)
        if term.keep is not None:
            value = sum(sorted(thrown, reverse=term.keep_high)[: term.keep])
        if term.extended:
            again, faces[:] = sum(faces[:4]), faces[4:]
            if (value == 4 and again > 0) or (value == -4 and again < 0):
                value += again
        total += sign * value
    return total


GRID = [f"{n}d{s}{keep}" for n in (1, 2, 3, 4) for s in (1, 2, 3, 6) for keep in ("", "kh1", "kl1")]
GRID += [f"4d{s}k{side}{k}" for s in ("3", "6", "F", "GF") for side in "hl" for k in (1, 2, 3, 4)]
GRID += [
    "d4-d6",
    "2d3-2d3",
    "dF-dGF+3",
    "3dF-(d4-(d6-2))",
    "[4dF]",
    "-[4dF]+d2",
    "2d4kh1-2d6kl1",
    "-(2d6kh1)",
    "d4+d6+d8",
    "2dGF-2dGF",
]


@pytest.mark.parametrize("text", GRID)
def test_odds_equal_plain_counting(text):
    found = counted(text)
    whole = sum(found.values())
    assert plain(text) == {total: Fraction(ways, whole) for total, ways in found.items()}
    ways = count_ways(parse(text))
    assert Fraction(sum(ways.ways)) > 0


def exploding(sides: int, depth: int = MAX_DEPTH) -> dict[int, Fraction]:
    """Returns the odds of one exploding die by walking every branch."""
    odds: Counter[int] = Counter()
    for face in range(1, sides + 1):
        if face < sides or depth == 0:
            odds[face] += Fraction(1, sides)
        else:
            for more, chance in exploding(sides, depth - 1).items():
                odds[face + more] += chance / sides
    return dict(odds)


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 10])
def test_an_exploding_die_goes_ten_deep_and_no_deeper(sides):
    assert plain(f"d{sides}!") == exploding(sides)
    assert dice.odds(f"d{sides}!").max_outcome() == 11 * sides


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("10d6!kh3", lambda: icepool.Pool([icepool.d(6).explode(depth=10)] * 10).highest(3).sum()),
        ("7d6!", lambda: 7 @ icepool.d(6).explode(depth=10)),
        ("5d8!kl2", lambda: icepool.Pool([icepool.d(8).explode(depth=10)] * 5).lowest(2).sum()),
        ("100d6", lambda: 100 @ icepool.d(6)),
        ("20dGF", lambda: 20 @ icepool.Die([-2, -1, 0, 0, 1, 2])),
        ("12d10kh5", lambda: icepool.Pool([icepool.d(10)] * 12).highest(5).sum()),
        ("30d6kl17", lambda: icepool.Pool([icepool.d(6)] * 30).lowest(17).sum()),
        ("3d6!-2d6!", lambda: 3 @ icepool.d(6).explode(depth=10) - 2 @ icepool.d(6).explode(depth=10)),
        ("3dF!", lambda: 3 @ icepool.Die([-1, 0, 1]).explode(depth=10)),
        ("2dGF!-4", lambda: 2 @ icepool.Die([-2, -1, 0, 0, 1, 2]).explode(depth=10) - 4),
        ("4d20-3d12+2d%-5", lambda: 4 @ icepool.d(20) - 3 @ icepool.d(12) + 2 @ icepool.d(100) - 5),
    ],
)  # fmt: skip
def test_odds_equal_icepools_own(text, other):
    assert dice.odds(text).items() == other().simplify().items()


def test_best_three_of_ten_dice_that_explode_twice_has_icepools_mean():
    # The notation explodes ten deep; cut at two, icepool's own pool has the pinned mean, and the notation's is higher.
    twice = icepool.Pool([icepool.d(6).explode(depth=2)] * 10).highest(3).sum()
    assert abs(float(twice.mean()) - 22.72787857894) < 1e-10
    assert twice.probability(18) == Fraction(7446995, 136048896)
    assert dice.odds("10d6!kh3").mean() > twice.mean()


def test_1000d6_is_exact():
    die = dice.odds("1000d6")
    assert die.mean() == 3500
    assert die.probability(1000) == Fraction(1, 6**1000)
    ways = sum((-1) ** j * comb(1000, j) * comb(3500 - 6 * j - 1, 999) for j in range(417))
    assert die.probability(3500) == Fraction(ways, 6**1000)


def test_odds_are_an_icepool_die_in_lowest_terms():
    die = dice.odds("4dFkh1-[4dF]")
    assert isinstance(die, icepool.Die)
    assert die.items() == die.simplify().items()
    assert dice.odds("d4-d4kh1+2").denominator() == 16
    assert dice.odds("2").denominator() == 1


LIGHT = [
    "100d6", "1000d6", "1000dF", "1000dGF", "1000d20", "100d6kh50", "1000d6kh1", "10d6!", "100d6!", "d1000!",
    "2d10000kh1", "5d10000", "20d%kh10", "4d1000kh3", "1000d6-1000d6", "300d6+300d8", "1000d1!", "200d6!", "50d20kh25",
    "+".join(f"d{n}" for n in range(2, 52)), "+".join(["[4dF]"] * 33), "+".join(["9d6kh3"] * 28),
    "(" * 98 + "d6" + ")" * 98,
]  # fmt: skip
HEAVY = [
    "1000d10000", "1000d6!+1000d6!", "1000d6!", "1000d10000kh1", "1000d10000kh500", "1000d100kh500", "1000d6kh500",
    "1000d10000!", "3d10000kh2", "1000d6+1000d4", "100d10000!kh50", "+".join(f"9d{n}" for n in range(10, 45)),
    "+".join(["1000d10000!"] * 15), "+".join(f"d{n}" for n in range(9966, 9999)),
]  # fmt: skip


@pytest.mark.parametrize("text", LIGHT)
def test_light_forms_have_exact_odds(text):
    assert sum(dice.odds(text).probabilities()) == 1


@pytest.mark.bench
@pytest.mark.parametrize("text", LIGHT)
def test_what_passes_takes_under_two_seconds(text):
    start = time.perf_counter()
    dice.odds(text)
    took = time.perf_counter() - start
    print(f"{text[:40]:40} work {work(parse(text)) / 1e9:6.3f} took {took:6.3f} s")
    assert took < 2


@pytest.mark.parametrize("text", HEAVY)
def test_what_is_too_heavy_is_refused_and_can_be_rolled(text):
    with pytest.raises(NotAllowed, match="too heavy for exact odds"):
        dice.odds(text)
    assert isinstance(dice.roll(text).total, int)


def test_the_bound_is_counted_and_not_timed():
    assert work(parse("1000d6")) == work(parse("1000d6")) < WORK_LIMIT
    # Near the bound from below: the heaviest forms that pass.
    sides = max(s for s in range(20, 100) if work(parse(f"1000d{s}")) <= WORK_LIMIT)
    assert dice.odds(f"1000d{sides}").mean() == 500 * (sides + 1)
    with pytest.raises(NotAllowed):
        dice.odds(f"1000d{sides + 1}")


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("+-"),
            st.integers(1, 3),
            st.sampled_from(["2", "3", "4", "F", "GF"]),
            st.sampled_from(["", "kh1", "kl1"]),
        ),
        min_size=1,
        max_size=2,
    )
)
def test_random_sums_equal_plain_counting(terms):
    text = "".join(f"{sign}{count}d{die}{keep}" for sign, count, die, keep in terms)
    found = counted(text)
    whole = sum(found.values())
    assert plain(text) == {total: Fraction(ways, whole) for total, ways in found.items()}


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet="0123456789dкF%!khl+-()[]", max_size=14))
def test_any_text_has_odds_that_a_roll_agrees_with_or_is_refused(text):
    try:
        die = dice.odds(text)
    except GmkitError:
        return
    assert sum(die.probabilities()) == 1
    assert die.quantity(dice.roll(text).total) > 0
    assert die.quantity(total_of(parse(text), lambda d: faces_of(d)[0])) > 0


def test_importing_the_dice_loads_no_heavy_library():
    code = (
        "import sys, gmkit.dice; print([m for m in ('icepool', 'matplotlib', 'numpy', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ}, check=True)
    assert done.stdout.strip() == "[]"
    assert callable(dice.odds)
    assert callable(dice.roll)
    assert callable(dice.chart)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        ("19/81", "23.46"), ("16/81", "19.75"), ("10/81", "12.35"), ("4/81", "4.94"), ("1/81", "1.23"),
        ("50/6561", "0.762"), ("16/6561", "0.244"), ("10/6561", "0.152"), ("4/6561", "0.0610"), ("1/6561", "0.0152"),
        ("7/27", "25.93"), ("27/216", "12.50"), ("146/1296", "11.27"), ("1/2", "50.00"), ("0", "0"), ("1", "100"),
        ("1/3200", "0.0313"), ("999999/1000000", "99.999900"),
        ("6560/6561", "99.9848"), ("1/1000000000000000000", "< 0.000000000001"),
        ("999999999999999999/1000000000000000000", "> 99.999999999999"),
    ],
)  # fmt: skip
def test_percentages_are_rounded_half_away_from_zero(chance, text):
    assert percent(Fraction(chance)) == f"{text}\u00a0%"
    assert percent(Fraction(chance), "ru") == f"{text.replace('.', ',')}\u00a0%"
