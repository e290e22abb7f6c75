"""Numbers as people hand them to the pure functions, read strictly; a refusal names the place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gmkit.core.command import shown, whole_number
from gmkit.errors import NotAllowed
from gmkit.words import say


def whole(value: object, place: str, lowest: int | None = None, highest: int | None = None) -> int:
    """Returns a whole number that was handed in, numpy's as Python's own.

    Raises:
        NotAllowed: If it is none, or outside its span; names the place.
    """
    number = whole_number(value)
    if number is None:
        raise NotAllowed(say("{place} is a whole number, not {value}.", place=place, value=shown(value)))
    if lowest is not None and highest is not None and not lowest <= number <= highest:
        raise NotAllowed(
            say(
                "{place} is {lowest} to {highest}, not {value}.",
                place=place,
                lowest=lowest,
                highest=highest,
                value=number,
            )
        )
    if lowest is not None and number < lowest:
        raise NotAllowed(say("{place} is at least {lowest}, not {value}.", place=place, lowest=lowest, value=number))
    return number


def listed(values: object, place: str) -> tuple[object, ...]:
    """Returns the members of a list, a tuple, an array or what else gives one after the other.

    Raises:
        NotAllowed: If it is a text, a mapping, or one value alone.
    """
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise NotAllowed(say("{place} is a list, not {value}.", place=place, value=shown(values)))
    return tuple(values)


def named_numbers(values: object, place: str) -> dict[str, int]:
    """Returns whole numbers by name; nothing given is none.

    Raises:
        NotAllowed: If it is no mapping from texts to whole numbers.
    """
    if values is None:
        return {}
    if not isinstance(values, Mapping) or not all(isinstance(name, str) for name in values):
        raise NotAllowed(say("{place} is a mapping from name to value, not {value}.", place=place, value=shown(values)))
    return {name: whole(value, name) for name, value in values.items()}


def truth(value: object, place: str) -> bool:
    """Returns true or false, and takes nothing else for it."""
    if not isinstance(value, bool):
        raise NotAllowed(say("{place} is true or false, not {value}.", place=place, value=shown(value)))
    return value
