"""Plain values and one JSON line: what goes in comes out equal, or is refused by its path (P9)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timezone
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from gmkit.store.errors import NotStorable
from gmkit.words import Sentence, say

DEEPEST = 100
"""A document is nested at most so deep: far below what Python's JSON can read back."""

MOST_DIGITS = 4000
"""Python itself reads no whole number of more than 4,300 digits."""

TAG = "$"
"""Keys that begin so are the store's own: {"$date": "2026-03-29"}. A person's key gets one more in front."""

TAG_BYTES = b'"$'
"""What a line with a tag in it must hold."""

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
_foreign_encoder = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def dump(value: Any) -> bytes:
    """Returns *value* as one line of JSON without its newline: UTF-8, keys sorted, the same bytes on every system (T1).

    Raises:
        NotStorable: If the value would not come back as it went in; names the path.
    """
    return _encoder.encode(checked(value)).encode("utf-8")


def checked(value: Any, path: str = "document") -> Any:
    """Returns *value* as JSON can hold it: dates, times with zone and fractions as tags, all else as it is.

    Raises:
        NotStorable: If the value would not come back as it went in (P9); *path* says where it stands.
    """
    return _checked(value, path, 0)


def loaded(line: bytes) -> Any:
    """Returns the value that was dumped into *line*.

    Raises:
        ValueError: If it is no JSON, or none that this store writes.
    """
    value = parse(line.decode("utf-8"))
    return restored(value) if TAG_BYTES in line else value


def parse(text: str) -> Any:
    """Returns the JSON of *text*, tags not yet resolved; NaN and infinity are not JSON.

    Raises:
        ValueError: If it is no JSON.
    """
    return _decoder.decode(text)


def parse_any(text: str) -> Any:
    """Returns the JSON of *text* as plain TinyDB reads it: tables of other programs may hold what this store refuses.

    Raises:
        ValueError: If it is no JSON.
    """
    return _lenient.decode(text)


def dump_foreign(value: Any) -> bytes:
    """Returns what another program put into the file, as one line: kept as it is, and not read as this store's own.

    Raises:
        NotStorable: If it is nested so deep that Python could not write it.
    """
    try:
        return _foreign_encoder.encode(value).encode("utf-8")
    except UnicodeEncodeError:  # half of a character, as an escape: it is kept as one
        return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")
    except RecursionError:
        words = say("{path} is nested more than {most} deep.", path="document", most=DEEPEST)
        raise _refused(words, "document") from None


def restored(value: Any) -> Any:
    """Returns *value* with its tags turned back into dates, times and fractions.

    Raises:
        ValueError: If a tag holds what this store never writes.
    """
    if isinstance(value, dict):
        if (tag := next((key for key in _RESTORERS if key in value), None)) is not None:
            try:
                return _RESTORERS[tag](value)
            except (KeyError, TypeError, AttributeError, ArithmeticError) as error:
                raise ValueError(tag) from error
        return {(key[1:] if key.startswith(TAG) else key): restored(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [restored(inner) for inner in value]
    return value


def copied(value: Any) -> Any:
    """Returns a copy of a plain value that shares nothing which could be changed."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [copied(inner) for inner in value]
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)


_decoder = json.JSONDecoder(parse_constant=_refuse_constant)
_lenient = json.JSONDecoder()


def _checked(value: Any, path: str, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _checked_text(value, path)
    if isinstance(value, (int, float)):
        return _checked_number(value, path)
    if isinstance(value, (dict, list)):
        if depth >= DEEPEST:
            raise _refused(say("{path} is nested more than {most} deep.", path=_short(path), most=DEEPEST), path)
        if isinstance(value, list):
            return [_checked(inner, f"{path}[{at}]", depth + 1) for at, inner in enumerate(value)]
        return _checked_mapping(value, path, depth)
    if isinstance(value, datetime):
        return _checked_time(value, path)
    if isinstance(value, date):
        return {"$date": value.isoformat()}
    if isinstance(value, Fraction):
        return {"$fraction": f"{_checked_number(value.numerator, path)}/{_checked_number(value.denominator, path)}"}
    raise _refused(
        say(
            "{path} is of the kind {kind}, which the campaign file does not hold: allowed are text, numbers, true and"
            " false, nothing, lists, dicts, dates, times with a zone, and fractions.",
            path=path,
            kind=type(value).__name__,
        ),
        path,
    )


def _checked_mapping(value: Mapping[Any, Any], path: str, depth: int) -> dict[str, Any]:
    result = {}
    for key, inner in value.items():
        if not isinstance(key, str):
            words = say(
                "The key {key} in {path} is of the kind {kind}: keys are text.",
                key=repr(key),
                path=path,
                kind=type(key).__name__,
            )
            raise _refused(words, path)
        name = _checked_text(key, path)
        result[TAG + name if name.startswith(TAG) else name] = _checked(inner, f"{path}.{key}", depth + 1)
    return result


def _checked_text(value: str, path: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        words = say("The text in {path} holds half of a character (a lone surrogate).", path=ascii(path))
        raise _refused(words, path) from None
    return str(value)


def _checked_number(value: int | float, path: str) -> int | float:  # noqa: PYI041 - the two are told apart
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _refused(
                say("The number in {path} is {value}, which is no number.", path=path, value=str(value)), path
            )
        return float(value)
    # One decimal digit is a little more than 3.3 bits; counting bits needs no conversion.
    if value.bit_length() > MOST_DIGITS * 3.32:
        raise _refused(say("The number in {path} has more than {most} digits.", path=path, most=MOST_DIGITS), path)
    return int(value)


def _checked_time(value: datetime, path: str) -> dict[str, Any]:
    if value.utcoffset() is None:
        raise _refused(say("The time in {path} has no zone: give it one.", path=path), path)
    tagged: dict[str, Any] = {"$time": value.isoformat()}
    if isinstance(value.tzinfo, ZoneInfo) and value.tzinfo.key:
        tagged["zone"] = value.tzinfo.key
    if value.fold:
        tagged["fold"] = value.fold
    if _restored_time(tagged) != value:
        raise _refused(say("The time in {path} is in a zone that the campaign file cannot name.", path=path), path)
    return tagged


def _restored_time(tagged: Mapping[str, Any]) -> datetime:
    value = datetime.fromisoformat(tagged["$time"]).replace(fold=tagged.get("fold", 0))
    offset = value.utcoffset()
    if (name := tagged.get("zone")) is None:
        return value
    try:
        zoned = value.replace(tzinfo=ZoneInfo(name))
    except (KeyError, OSError, ValueError):  # this machine does not know the zone: the instant is kept
        return value
    # A zone's rules may have changed since: the instant that was written wins.
    return zoned if zoned.utcoffset() == offset else value.astimezone(timezone(offset) if offset else UTC)


_RESTORERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "$date": lambda tagged: date.fromisoformat(tagged["$date"]),
    "$time": _restored_time,
    "$fraction": lambda tagged: Fraction(tagged["$fraction"]),
}


def _refused(words: Sentence, path: str) -> NotStorable:
    return NotStorable(words, path)


def _short(path: str) -> str:
    return path if len(path) < 60 else path[:57] + "..."
