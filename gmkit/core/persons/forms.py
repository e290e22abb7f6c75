"""Forms: what a verb takes, as fields that a face draws, and the command that filled-in fields make; no rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from gmkit.core.names import folded
from gmkit.errors import NotAllowed
from gmkit.words import Words, say

Kind = Literal["choice", "number", "tick", "text", "modifier"]


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing that a verb takes."""

    name: str
    """The verb's parameter; several fields of the kind "modifier" go into `modifiers` together."""
    label: Words
    kind: Kind
    options: tuple[tuple[Words, Any], ...] = ()
    """Of a choice: what is read, and the value."""
    start: Any = None
    """What stands there at first."""
    says_none: bool = False
    """Whether the verb is told where nothing is chosen, because it takes something else by itself."""
    rare: bool = False
    """Whether it is seldom needed, so that a face may keep it out of the way."""


@dataclass(frozen=True, kw_only=True)
class Form:
    """A verb with its fields."""

    verb: str
    title: Words
    button: Words
    who: str
    """The parameter that takes the one who acts."""
    fields: tuple[Field, ...]


@dataclass(frozen=True, kw_only=True)
class Odds:
    """The exact chances before a roll, or why it cannot be rolled."""

    lines: tuple[tuple[Words, Fraction], ...] = ()
    terms: Words = ""
    """What counts beside the dice."""
    reasons: tuple[Words, ...] = ()


def filled(form: Form, who: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the command that a form asks for; what was left empty is left out.

    Raises:
        NotAllowed: If a number is none; every reason at once.
    """
    command: dict[str, Any] = {"do": form.verb, form.who: who}
    modifiers: dict[str, int] = {}
    reasons: list[Words] = []
    for field in form.fields:
        value = values.get(field.name, field.start)
        if field.kind == "number":
            try:
                value = read_number(field.label, value)
            except NotAllowed as refused:
                reasons += refused.reasons
                continue
        if field.kind == "modifier":
            if value:
                name, number = value
                modifiers[name] = modifiers.get(name, 0) + int(number)
        elif field.name == "modifiers":
            if value:
                modifiers["other"] = int(value)
        elif value not in (None, "", False):
            command[field.name] = value
        elif field.says_none:
            command[field.name] = None
    if reasons:
        raise NotAllowed(*reasons)
    return {**command, "modifiers": modifiers} if modifiers else command


def read_number(label: Words, value: Any) -> int | None:
    """Returns a whole number as it was typed; None where nothing was.

    Raises:
        NotAllowed: If it is no whole number, such as 2,7: it is never rounded in silence (C133).
    """
    text = str(value if value is not None else "").strip().replace("\N{MINUS SIGN}", "-")
    if not folded(text):
        return None
    if text.lstrip("+-").isdecimal() and len(text) <= 9:
        return int(text)
    raise NotAllowed(say("{field} is a whole number, not {value}.", field=label, value=text))


def choices(pairs: Sequence[tuple[Words, Any]], none: Words = "") -> tuple[tuple[Words, Any], ...]:
    """Returns the options of a choice; *none* stands first where nothing may be chosen."""
    return ((none, None), *pairs) if none else tuple(pairs)
