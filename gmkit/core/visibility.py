"""Who is told what: the one place where marks become audiences (S1). Closed by default: what is not marked is the GM's.

An audience is fixed when a fact happens and is stored with it. It holds seats ("s1"), never names, and never leaves
the GM: a player's state is the fold of the facts that were told to that player's seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Literal

from gmkit.core.fact import Fact

Audience = Literal["all", "gm"] | tuple[str, ...]
"""Everybody, the GM alone, or these seats (sorted) and the GM."""

GM = "gm"
PUBLIC = "public"


@dataclass(frozen=True)
class Told:
    """A fact and who was told it when it happened."""

    fact: Fact
    to: Audience


def seen_by(mark: str, **options: Any) -> Any:
    """Returns a dataclass field marked with who may see it: "all", "gm", or the field of the same part that names them.

    A field that names them holds a seat, several seats, or None for nobody.
    """
    return field(metadata={"seen_by": mark}, **options)


def mark_of(part: type, name: str) -> str | None:
    """Returns the mark of a field of a state class, None if it has none."""
    for item in fields(part):
        if item.name == name:
            return item.metadata.get("seen_by")
    raise KeyError(name)


def unmarked(part: type) -> list[str]:
    """Returns the names of the fields without a mark; the conformance tests refuse any."""
    return [item.name for item in fields(part) if "seen_by" not in item.metadata]


def audience_of(part: Any, name: str) -> Audience:
    """Returns who may know the value of the field *name* of this part of a state."""
    mark = mark_of(type(part), name)
    if mark is None or mark == "gm":
        return "gm"
    return "all" if mark == "all" else seats(getattr(part, mark))


def seats(named: str | Iterable[str] | None) -> Audience:
    """Returns the audience of these seats; of nobody, it is the GM alone."""
    chosen = (named,) if isinstance(named, str) else tuple(sorted(set(named or ())))
    return chosen or "gm"


def tell(fact: Fact, owners: str | Iterable[str] | None = None, *, public: bool = False) -> Told:
    """Returns the fact with its audience, by the mark of its class.

    Args:
        fact: What happened.
        owners: The seats that a class marked "owner" is told to.
        public: True where a setting opens the fact to all.
    """
    if public or fact.told_to == "all":
        return Told(fact, "all")
    if fact.told_to == "owner":
        return Told(fact, seats(owners))
    return Told(fact, "gm")


def tell_as(fact: Fact, audience: Audience) -> Told:
    """Returns the fact for an audience that a state field's mark or the GM's own word gives."""
    return Told(fact, audience)


def joined(*audiences: Audience) -> Audience:
    """Returns the audience of all that are in any of these."""
    if "all" in audiences:
        return "all"
    return seats(seat for audience in audiences if audience != "gm" for seat in audience)


def hears(audience: Audience | list[str] | str, viewer: str) -> bool:
    """Returns whether *viewer* ("gm", "public" or a seat) is in the audience."""
    if viewer == GM or audience == "all":
        return True
    return viewer != PUBLIC and not isinstance(audience, str) and viewer in audience


def has_default(item: Field[Any]) -> bool:
    """Returns whether a viewer who was told nothing has a value for this field."""
    return item.default is not MISSING or item.default_factory is not MISSING
