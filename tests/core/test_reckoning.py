"""One rounding, sums that explain themselves, and named spans: what every system's checks are made of."""

from fractions import Fraction

import pytest

from gmkit.core.bands import Band, band_of, check_bands
from gmkit.core.explain import Part, Reckoning, signed
from gmkit.core.rounding import halved, rounded
from gmkit.errors import TableError
from gmkit.words import say


@pytest.mark.parametrize(
    ("value", "nearest"),
    [
        (Fraction(1, 2), 1),
        (Fraction(5, 2), 3),
        (Fraction(-5, 2), -3),
        (Fraction(-7, 2), -4),
        (Fraction(3, 10), 0),
        (Fraction(15, 2), 8),
        (Fraction(7, 3), 2),
        (0, 0),
        (-4, -4),
    ],
)
def test_halves_go_away_from_zero(value: Fraction, nearest: int) -> None:
    assert rounded(value) == nearest


def test_school_rounding_of_trait_prices_c028() -> None:
    """(frequency + strength) / adaptation: the five inputs where Python's own round differs."""
    prices = {(1, 1, 4): 1, (1, 4, 2): 3, (2, 3, 2): 3, (3, 2, 2): 3, (4, 1, 2): 3}
    assert {key: rounded(Fraction(key[0] + key[1], key[2])) for key in prices} == prices


@pytest.mark.parametrize(("value", "half"), [(5, 3), (7, 4), (1, 1), (3, 2), (0, 0), (-5, -3)])
def test_every_halving_is_the_same_c034(value: int, half: int) -> None:
    assert halved(value) == half


def test_a_reckoning_shows_each_term_the_sum_and_the_rule() -> None:
    reckoning = Reckoning(
        parts=(Part("Strength", 2), Part("Brawling", 3), Part("dice", 5, shown="[6, 3] - [4] = 5"), Part("stress", -3)),
        ids=("A10", "A12"),
        against=Part("difficulty", 8),
        verdict=say("fails"),
    )
    assert reckoning.total == 7
    assert reckoning.margin == -1
    expected = "Strength +2; Brawling +3; dice [6, 3] - [4] = 5; stress -3 = 7, against difficulty 8: fails [A10, A12]"
    assert reckoning.words.render("en") == expected


def test_signs_stand_before_every_number_but_nought() -> None:
    assert [signed(value) for value in (2, 0, -3)] == ["+2", "0", "-3"]


BANDS = (
    Band("low", "low", "низко", None, 0),
    Band("middle", "middle", "средне", 1, 4),
    Band("high", "high", "высоко", 5),
)


@pytest.mark.parametrize(("value", "name"), [(-100, "low"), (0, "low"), (1, "middle"), (4, "middle"), (5, "high")])
def test_each_number_has_one_band(value: int, name: str) -> None:
    band = band_of(BANDS, value)
    assert band is not None
    assert band.id == name


def test_a_number_outside_all_bands_has_none() -> None:
    assert band_of((Band("one", "one", "один", 1, 1),), 2) is None


@pytest.mark.parametrize("lowest", [0, 2])
def test_spans_that_leave_a_gap_or_overlap_are_refused(lowest: int) -> None:
    with pytest.raises(TableError, match="low and middle"):
        check_bands((BANDS[0], Band("middle", "middle", "средне", lowest, 4)), name="test.toml")
