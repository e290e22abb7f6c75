"""Numbers and names as people type them into the pure functions, read strictly; a refusal names the place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gmkit.core.command import shown, whole_number
from gmkit.errors import NotAllowed
from gmkit.words import listing, say


def whole(place: str, value: object, *, least: int | None = None) -> int:
    """Returns a whole number; true, 1.0 and "1" are none.

    Raises:
        NotAllowed: If it is no whole number, or under *least*; names the place.
    """
    number = whole_number(value)
    if number is None:
        raise NotAllowed(say("{place} is a whole number, not {value}.", place=place, value=shown(value)))
    if least is not None and number < least:
        raise NotAllowed(say("{place} is at least {least}, not {value}.", place=place, least=least, value=number))
    return number


def whole_or_none(place: str, value: object) -> int | None:
    """Returns a whole number, or None where nothing was given."""
    return None if value is None else whole(place, value)


def listed(place: str, value: object) -> tuple[object, ...]:
    """Returns the members of what gives one after the other; a text or one value alone is refused."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise NotAllowed(say("{place} is a list, not {value}.", place=place, value=shown(value)))
    return tuple(value)


def truth(place: str, value: object) -> bool:
    """Returns true or false."""
    if not isinstance(value, bool):
        raise NotAllowed(say("{place} is true or false, not {value}.", place=place, value=shown(value)))
    return value


def named_numbers(place: str, value: object, known: Iterable[str] | None = None) -> dict[str, int]:
    """Returns numbers by name, in the order given.

    Args:
        place: What they are, for a refusal.
        value: A mapping from name to whole number.
        known: The names allowed; None: any.

    Raises:
        NotAllowed: With every reason at once.
    """
    if not isinstance(value, Mapping):
        raise NotAllowed(say("{place} is a mapping from name to value, not {value}.", place=place, value=shown(value)))
    allowed = None if known is None else tuple(known)
    reasons, numbers = [], {}
    for name, number in value.items():
        if not isinstance(name, str) or (allowed is not None and name not in allowed):
            there = listing(allowed) if allowed is not None else say("a text")
            reasons.append(
                say("{place} has no {name}; there are: {known}.", place=place, name=shown(name), known=there)
            )
            continue
        try:
            numbers[name] = whole(f"{place}[{name!r}]", number)
        except NotAllowed as refused:
            reasons += list(refused.reasons)  # type: ignore[arg-type]
    if reasons:
        raise NotAllowed(*reasons)
    return numbers
