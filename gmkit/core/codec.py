"""Dataclasses to plain JSON data and back, by pydantic; commands, facts and states all go through here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BeforeValidator, ConfigDict, PlainSerializer, TypeAdapter

if TYPE_CHECKING:
    from pydantic import ValidationError

T = TypeVar("T")

Cell = tuple[int, int, int]
"""Coordinates X, Y, Z, each counted from 1 (Z1)."""


def _from_pairs(value: Any) -> Any:
    if isinstance(value, list):
        return {tuple(key) if isinstance(key, list) else key: item for key, item in value}
    return value


def _to_pairs(value: Mapping[Any, Any]) -> list[list[Any]]:
    return [[key, item] for key, item in sorted(value.items(), key=lambda pair: pair[0])]


# JSON has text keys only: a mapping by cell or number is kept as sorted pairs.
KEYED = (BeforeValidator(_from_pairs), PlainSerializer(_to_pairs, return_type=list))
"""Use as `Annotated[Mapping[Cell, str], *KEYED]` for mappings whose keys are not text."""

ByCell = Annotated[Mapping[Cell, T], *KEYED]
ByNumber = Annotated[Mapping[int, T], *KEYED]


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def adapter(kind: type[T]) -> TypeAdapter[T]:
    """Returns the codec of a dataclass; made once, since making it is dear."""
    hashed: Any = kind
    made: TypeAdapter[T] = _adapter(hashed)
    return made


def to_plain(value: Any, kind: type | None = None) -> Any:
    """Returns *value*, a dataclass, as JSON data."""
    return adapter(kind or type(value)).dump_python(value, mode="json")


def from_plain(kind: type[T], data: Any) -> T:
    """Returns the dataclass that *data* describes.

    Raises:
        pydantic.ValidationError: If it does not fit; see `problems`.
    """
    return adapter(kind).validate_python(data)


def problems(error: ValidationError) -> list[tuple[str, str, Any]]:
    """Returns what did not fit: place ("modifiers[1]"), what was expected, and the value that stood there."""
    found = []
    for item in error.errors(include_url=False, include_context=False):
        place = ""
        for part in item["loc"]:
            place += f"[{part}]" if isinstance(part, int) else (f".{part}" if place else str(part))
        found.append((place, str(item["type"]), item.get("input")))
    return found


STRICT = ConfigDict(strict=True, extra="forbid")
"""For dataclasses read from files or cells: no silent conversions, no unknown fields."""
