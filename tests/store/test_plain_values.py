"""P9: what goes in comes out, or is refused by its path before anything is written."""

from __future__ import annotations

import json
import os
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmkit.store import NotStorable, plain

texts = st.text(st.characters(exclude_categories=["Cs"]))
zones = st.sampled_from(
    [UTC, timezone(timedelta(hours=5, minutes=45)), ZoneInfo("Europe/Moscow"), ZoneInfo("Europe/Paris")]
)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**300), max_value=10**300)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
    | st.sampled_from(["\u2028", "\x85", "\x00", "\r\n", "$time", "😀", '"', "\\"])
    | st.dates()
    | st.datetimes(timezones=zones)
    | st.fractions()
)
keys = texts | st.sampled_from(["$", "$date", "$$time", "zone", "1"])
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=20)


def same(one: object, other: object) -> bool:
    """Equal, and of the same kind all the way down: 1 is not 1.0, and no time lost its zone."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, datetime) and isinstance(other, datetime):
        return one == other and one.utcoffset() == other.utcoffset() and one.fold == other.fold
    return one == other


@settings(max_examples=int(os.environ.get("GMKIT_TORTURE") or 0) * 1900 + 100, deadline=None)
@given(values)
def test_what_goes_in_comes_out_equal(value):
    try:
        line = plain.dump(value)
    except NotStorable:
        # A time in a zone's gap does not exist, and is refused; nothing else here may be.
        assert "datetime" in repr(value)
        return
    assert same(plain.loaded(line), value)
    assert b"\n" not in line
    assert json.loads(line) is not Ellipsis


def test_equal_content_gives_equal_bytes_with_keys_sorted_and_cyrillic_readable():
    assert plain.dump({"б": 1, "a": [1.5, None, True]}) == '{"a":[1.5,null,true],"б":1}'.encode()
    assert plain.dump({"name": "Мира\u2028"}) == '{"name":"Мира\u2028"}'.encode()


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"do": [{"faces": float("nan")}]}, "document.do[0].faces"),
        ({"a": [1, float("inf")]}, "document.a[1]"),
        ({"seats": {1: "Anna"}}, "document.seats"),
        ({"a": {None: 1}}, "document.a"),
        ({"a": {1, 2}}, "document.a"),
        ({"a": (1, 2)}, "document.a"),
        ({"a": b"x"}, "document.a"),
        ({"a": Decimal("1.5")}, "document.a"),
        ({"a": datetime(2026, 3, 29, 23, 59)}, "document.a"),  # noqa: DTZ001 - without a zone on purpose
        ({"a": "\ud800"}, "document.a"),
        ({"a": 10**5000}, "document.a"),
        ({"a": object()}, "document.a"),
    ],
)
def test_what_would_not_come_back_is_refused_by_its_path(value, path):
    with pytest.raises(NotStorable) as refusal:
        plain.dump(value)
    assert refusal.value.path == path
    assert path in str(refusal.value)


def test_a_key_with_half_a_character_and_a_bottomless_list_are_refused():
    with pytest.raises(NotStorable):
        plain.dump({"\udfff": 1})
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(NotStorable, match="more than 100 deep"):
        plain.dump(endless)


def test_a_time_with_zone_is_the_same_instant_in_the_same_zone():
    """C145."""
    noon = datetime(2026, 3, 29, 23, 59, tzinfo=ZoneInfo("Europe/Moscow"))
    line = plain.dump({"deadline": noon})
    assert line == b'{"deadline":{"$time":"2026-03-29T23:59:00+03:00","zone":"Europe/Moscow"}}'
    back = plain.loaded(line)["deadline"]
    assert back == noon
    assert back.tzinfo is noon.tzinfo


def test_a_zone_that_this_machine_does_not_know_keeps_the_instant():
    back = plain.loaded(b'{"$time":"2026-03-29T23:59:00+03:00","zone":"Mars/Olympus"}')
    assert back == datetime(2026, 3, 29, 20, 59, tzinfo=UTC)


def test_a_refused_value_leaves_the_file_alone(make):
    """C096."""
    campaign = make(5)
    before = campaign.path.read_bytes()
    for value in ({1, 2}, float("nan"), "\ud800"):
        with pytest.raises(NotStorable), campaign.writing() as writer:
            writer.add({"do": [value]})
    assert campaign.path.read_bytes() == before
    with campaign.writing() as writer:
        writer.add({"on": date(2026, 3, 29), "odds": Fraction(1, 3), "$who": "x"})
    type(campaign).open(campaign.path)
    again = type(campaign).open(campaign.path).documents[-1]
    assert (again["on"], again["odds"], again["$who"]) == (date(2026, 3, 29), Fraction(1, 3), "x")
    assert campaign.documents[-1] == again
