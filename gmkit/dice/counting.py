"""Counts in how many ways dice make each total, in whole numbers only.

icepool adds dice pair by pair and walks pools by recursion: 1000d6 takes it many seconds, 2d1000kh1 breaks its
stack. Here many counts stand side by side in one long integer, so that one multiplication adds two distributions.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, log2
from typing import NamedTuple

from gmkit.dice.notation import MAX_DEPTH, Dice, Die, Number, Tree, faces_of, signed_terms


class Ways(NamedTuple):
    """In how many ways each total comes up: `ways[i]` for the total `low + i`."""

    low: int
    ways: list[int]


def count_ways(tree: Tree) -> Ways:
    """Returns the ways of every total of a tree; their sum is the number of all rolls, each as likely as another."""
    parts = _Parts.of(tree)
    counted = [_even_sum(sides, count) for sides, count in parts.even.items()]
    counted += [_mirrored(_term(dice)) if sign < 0 else _term(dice) for sign, dice in parts.others]
    whole = Ways(parts.offset, [1])
    for part in sorted(counted, key=lambda ways: len(ways.ways)):
        whole = _added(whole, part)
    return whole


def work(tree: Tree) -> float:
    """Returns about how many nanoseconds `count_ways` and a die of its result take, without counting anything."""
    parts = _Parts.of(tree)
    spans = [(count * (sides - 1) + 1, count * log2(sides)) for sides, count in parts.even.items()]
    total = sum(span * (600 + 0.12 * bits) for span, bits in spans)
    for _, dice in parts.others:
        span, bits, cost = _term_work(dice)
        spans.append((span, bits))
        total += cost
    whole_span, whole_bits = 1, 0.0
    for span, bits in sorted(spans):
        if whole_span > 1:
            total += _product_work(whole_span, span, whole_bits + bits)
        whole_span, whole_bits = whole_span + span - 1, whole_bits + bits
    return total + whole_span * (5_000 + 1.5 * whole_bits)


class _Parts(NamedTuple):
    """A tree taken apart: like dice of one kind are one sum, and taking away a dS is adding one and S + 1 less."""

    offset: int
    even: dict[int, int]
    """Sides -> how many such dice are added; dF is d3-2."""
    others: list[tuple[int, Dice]]

    @classmethod
    def of(cls, tree: Tree) -> _Parts:
        offset, even, others = 0, dict[int, int](), list[tuple[int, Dice]]()
        like: dict[tuple[int, Die, bool], int] = {}
        for sign, term in signed_terms(tree):
            if isinstance(term, Number):
                offset += sign * term.value
            elif term.is_plain and term.die != "GF":
                sides = 3 if term.die == "F" else term.die
                assert isinstance(sides, int)
                even[sides] = even.get(sides, 0) + term.count
                offset -= 2 * term.count if term.die == "F" else (0 if sign > 0 else (sides + 1) * term.count)
            elif term.keep is not None or term.extended:
                others.append((sign, term))
            else:
                kind = (sign, term.die, term.explodes)
                like[kind] = like.get(kind, 0) + term.count
        others += [(sign, Dice(count, die, explodes=explodes)) for (sign, die, explodes), count in like.items()]
        return cls(offset, even, others)


def _even_sum(sides: int, count: int) -> Ways:
    """Returns the ways of the sum of *count* dice with *sides* even sides.

    With Q = ((1 - x^s) / (1 - x))^n, comparing Q' (1 - x)(1 - x^s) with n Q (1 - s x^(s-1) + (s-1) x^s) gives each
    coefficient from three before it; the second half mirrors the first.
    """
    span = count * (sides - 1) + 1
    ways = [1]
    for k in range(1, (span + 1) // 2):
        value = (k - 1 + count) * ways[k - 1]
        if k >= sides:
            value += (k - sides - count * sides) * ways[k - sides]
        if k > sides:
            value += (count * (sides - 1) - (k - sides - 1)) * ways[k - sides - 1]
        ways.append(value // k)
    return Ways(count, ways + ways[: span - len(ways)][::-1])


def _term(dice: Dice) -> Ways:
    if dice.extended:
        return _extended()
    one = _exploding(dice.die) if dice.explodes else _one(dice.die)
    if dice.keep is None or dice.keep == dice.count:
        return _power(one, dice.count)
    if dice.keep_high:
        return _kept_high(one, dice.count, dice.keep)
    return _mirrored(_kept_high(_mirrored(one), dice.count, dice.keep))


def _one(die: Die) -> Ways:
    return _tabled((face, 1) for face in faces_of(die))


def _tabled(rows: Iterable[tuple[int, int]]) -> Ways:
    table: dict[int, int] = {}
    for total, ways in rows:
        table[total] = table.get(total, 0) + ways
    low = min(table)
    return Ways(low, [table.get(total, 0) for total in range(low, max(table) + 1)])


def _mirrored(part: Ways) -> Ways:
    return Ways(-(part.low + len(part.ways) - 1), part.ways[::-1])


def _exploding(die: Die) -> Ways:
    """Returns one die that is rolled again on its highest face and added to itself, at most MAX_DEPTH times."""
    faces = faces_of(die)
    top, sides = faces[-1], len(faces)
    rows = [(again * top + face, sides ** (MAX_DEPTH - again)) for again in range(MAX_DEPTH + 1) for face in faces[:-1]]
    return _tabled([*rows, ((MAX_DEPTH + 1) * top, 1)])


def _extended() -> Ways:
    """Returns [4dF]: on +4 and -4 a second throw counts if it has the same sign (H8)."""
    four = _even_sum(3, 4).ways
    rows = []
    for first, ways in zip(range(-4, 5), four, strict=True):
        for second, more in zip(range(-4, 5), four, strict=True):
            counts = abs(first) == 4 and first * second > 0
            rows.append((first + second if counts else first, ways * more))
    return _tabled(rows)


def _added(left: Ways, right: Ways) -> Ways:
    low = left.low + right.low
    if len(left.ways) == 1 and left.ways[0] == 1:
        return Ways(low, right.ways)
    width = (sum(left.ways) * sum(right.ways)).bit_length() // 8 + 1
    product = _pack(left.ways, width) * _pack(right.ways, width)
    return Ways(low, _unpack(product, width, len(left.ways) + len(right.ways) - 1))


def _power(one: Ways, count: int) -> Ways:
    """Returns the sum of *count* like dice, in whichever of two ways is quicker."""
    if count == 1:
        return one
    span, bits = (len(one.ways) - 1) * count + 1, count * log2(sum(one.ways))
    filled = sum(1 for ways in one.ways if ways)
    if _stepwise_work(span, filled, bits) < _power_work(span, bits):
        return _power_stepwise(one, count)
    width = (sum(one.ways) ** count).bit_length() // 8 + 1
    power = _pack(one.ways, width) ** count
    return Ways(one.low * count, _unpack(power, width, span))


def _power_stepwise(one: Ways, count: int) -> Ways:
    """Returns the same sum coefficient by coefficient: with Q = P^n, P Q' = n P' Q."""
    steps = [(i, ways) for i, ways in enumerate(one.ways) if ways and i]
    first = one.ways[0]
    ways = [first**count]
    for k in range(1, (len(one.ways) - 1) * count + 1):
        value = 0
        for i, here in steps:
            if i > k:
                break
            value += (i * (count + 1) - k) * here * ways[k - i]
        ways.append(value // (k * first))
    return Ways(one.low * count, ways)


def _kept_high(one: Ways, count: int, keep: int) -> Ways:
    """Returns the sum of the *keep* highest of *count* dice.

    For each face taken as the lowest that is kept: *above* dice lie over it, at least keep - above show it, the rest
    lie under it or show it too.
    """
    width = (sum(one.ways) ** count).bit_length() // 8 + 1
    bits = 8 * width
    packed = _pack(one.ways, width)
    result, under = 0, 0
    for place, here in enumerate(one.ways):
        if here:
            over = packed >> bits * (place + 1)
            over_power = 1
            for above in range(keep):
                if above:
                    over_power *= over
                if not over_power:
                    break
                rest = comb(count, above) * _at_least(count - above, keep - above, here, under)
                # Faces over this one count from the next place on.
                shift = (keep - above) * place + above * (place + 1)
                result += over_power * rest << bits * shift
        under += here
    return Ways(one.low * keep, _unpack(result, width, (len(one.ways) - 1) * keep + 1))


def _at_least(count: int, fewest: int, here: int, under: int) -> int:
    """Returns the ways in which of *count* dice, all here or under, at least *fewest* are here."""
    if fewest <= count - fewest:
        fewer: int = sum(comb(count, n) * here**n * under ** (count - n) for n in range(fewest))
        every: int = (here + under) ** count
        return every - fewer
    ways: int = 0
    for n in range(fewest, count + 1):
        ways += comb(count, n) * here**n * under ** (count - n)
    return ways


def _pack(ways: list[int], width: int) -> int:
    return int.from_bytes(b"".join(way.to_bytes(width, "little") for way in ways), "little")


def _unpack(packed: int, width: int, span: int) -> list[int]:
    row = packed.to_bytes(width * span, "little")
    return [int.from_bytes(row[at : at + width], "little") for at in range(0, width * span, width)]


def _term_work(dice: Dice) -> tuple[int, float, float]:
    """Returns the span of a term's totals, the bits of its count of rolls, and the nanoseconds to count it."""
    if dice.extended:
        return 17, 4 * log2(6561), 20_000
    faces = faces_of(dice.die)
    span = faces[-1] - faces[0] + 1
    bits = log2(len(faces))
    if dice.explodes:
        span, bits = span + MAX_DEPTH * max(faces[-1], 0), bits * (MAX_DEPTH + 1)
    cost = span * 500.0
    all_bits = bits * dice.count
    if dice.keep is None or dice.keep == dice.count:
        whole = (span - 1) * dice.count + 1
        quicker = min(_stepwise_work(whole, span, all_bits), _power_work(whole, all_bits))
        return whole, all_bits, cost + (0 if dice.count == 1 else quicker)
    row = span * all_bits / 2
    for above in range(dice.keep):
        # At least one factor is shorter than the packed row; the mean face has half of all faces over it.
        sums = min(dice.keep - above, dice.count - dice.keep + 1) * (1_000 + all_bits**1.3 / 60)
        shifted = (dice.keep * span * all_bits / 30) * 0.5
        scaled = _bits_work((above + 1) * row, all_bits)
        step = _bits_work(above * row, row) if above else 0
        cost += span * (sums + shifted + scaled + step + 2_000)
    return (span - 1) * dice.keep + 1, all_bits, cost


def _stepwise_work(span: float, filled: float, bits: float) -> float:
    return span * filled * (220 + 0.06 * bits)


def _power_work(span: float, bits: float) -> float:
    return 2 * _multiply_work(span / 2, span / 2, bits)


def _product_work(left: float, right: float, bits: float) -> float:
    return _multiply_work(left, right, bits) + (left + right) * (500 + 0.1 * bits)


def _multiply_work(left: float, right: float, bits: float) -> float:
    return _bits_work(left * (bits + 8), right * (bits + 8))


def _bits_work(left_bits: float, right_bits: float) -> float:
    """Returns the nanoseconds of multiplying two integers: digit by digit, and Karatsuba's way from 70 digits on."""
    short, long = sorted((left_bits / 30 + 1, right_bits / 30 + 1))
    return long / short * (short**2 if short < 70 else 4 * short**1.585)
