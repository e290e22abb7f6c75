"""A verb as data: `{"do": "order", "stalker": 1, "text": "X+"}`; read strictly, refused with every reason."""

from __future__ import annotations

import json
import math
import operator
import types
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import ValidationError

from gmkit.core.codec import from_plain, problems, to_plain
from gmkit.errors import NotAllowed
from gmkit.words import Sentence, Words, listing, say
from gmkit.words import shown as shown  # noqa: PLC0414 - all that refuse values know it from here


@dataclass(frozen=True, kw_only=True)
class Command:
    """The base of all commands; a subclass is a frozen dataclass whose fields are the verb's parameters."""

    verb: ClassVar[str] = ""
    closes_turn: ClassVar[bool] = False
    takes_turn: ClassVar[bool] = False
    """Whether the verb takes `turn=` (api.md, "Running a cell again")."""


class CommandBook:
    """The verbs that a campaign understands."""

    def __init__(self, kinds: Iterable[type[Command]]) -> None:
        self.kinds = {kind.verb: kind for kind in kinds}

    def read(self, data: object) -> Command:
        """Returns the command that *data* describes.

        Raises:
            NotAllowed: If the verb or a parameter is unknown, missing or of another type; every reason at once.
        """
        kind = self.kind_of(data)
        assert isinstance(data, Mapping)
        given = {name: value for name, value in data.items() if name != "do"}
        _check_names(kind, given)
        values = _plain_values(kind, given)
        try:
            command = from_plain(kind, values)
        except ValidationError as error:
            raise NotAllowed(*_refusals(kind, error)) from None
        # pydantic would take 1.0 or True for 1: what was typed must be what is kept.
        kept = to_plain(command)
        if changed := [name for name, value in values.items() if not _is_same(value, kept[name])]:
            raise NotAllowed(*(_refusal(kind, name, values[name]) for name in changed))
        return command

    def kind_of(self, data: object) -> type[Command]:
        """Returns the class of the command that *data* describes.

        Raises:
            NotAllowed: If it is no mapping, or there is no such verb; says which there are.
        """
        if not isinstance(data, Mapping):
            raise NotAllowed(
                say('A command is a mapping such as {{"do": "order", …}}, not {value}.', value=shown(data))
            )
        verb = data.get("do")
        kind = self.kinds.get(verb) if isinstance(verb, str) else None
        if kind is None:
            known = listing(sorted(self.kinds))
            raise NotAllowed(say("There is no verb {verb} here; there are: {known}.", verb=shown(verb), known=known))
        return kind


def _check_names(kind: type[Command], given: Mapping[Any, Any]) -> None:
    known = {item.name: item for item in fields(kind)}
    takes = listing(known) if known else say("nothing")
    reasons = [
        say("{verb} has no {name}; it takes {known}.", verb=kind.verb, name=str(name), known=takes)
        for name in given
        if name not in known
    ]
    reasons += [
        say("{verb} needs {name}.", verb=kind.verb, name=name)
        for name, item in known.items()
        if name not in given and item.default is MISSING and item.default_factory is MISSING
    ]
    if reasons:
        raise NotAllowed(*reasons)


def _plain_values(kind: type[Command], given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the parameters as plain JSON values, whatever numbers and rows they were given as."""
    values, reasons = {}, []
    for name, value in given.items():
        try:
            values[name] = plain_value(value)
        except TooMuch:
            reasons.append(
                say("{verb}: {place} is nested too deeply, or holds a number too long.", verb=kind.verb, place=name)
            )
        except (TypeError, ValueError):
            reasons.append(_refusal(kind, name, value))
    if reasons:
        raise NotAllowed(*reasons)
    return values


class TooMuch(ValueError):
    """A value that no campaign file could give back: see `DEEPEST` and `MOST_DIGITS`."""


DEEPEST = 50
"""Lists and mappings are nested at most so deep; one that holds itself would have no end."""

MOST_DIGITS = 4000
"""Python itself reads no whole number of more than 4,300 digits."""


def plain_value(value: Any, depth: int = 0) -> Any:
    """Returns *value* as JSON holds it: lists for rows, Python's own numbers for those of numpy.

    Raises:
        TypeError: If it is no plain value, such as a fraction or a date.
        ValueError: If it is a number that JSON does not have.
        TooMuch: If it is nested too deeply, or a number has too many digits.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        if _is_too_much(value, depth):
            raise TooMuch
        return value
    if depth >= DEEPEST:
        raise TooMuch
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(value)
        return value
    if isinstance(value, Mapping):
        return {_plain_key(name): plain_value(item, depth + 1) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_value(item, depth + 1) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(plain_value(item, depth + 1) for item in value)
    return plain_value(operator.index(value))


def refuse_too_much(place: str, value: Any) -> None:
    """Raises NotAllowed if *value* is nested too deeply, or holds a number of thousands of digits."""
    if _is_too_much(value, 0):
        raise NotAllowed(say("{place} is nested too deeply, or holds a number too long.", place=place))


def _is_too_much(value: Any, depth: int) -> bool:
    if isinstance(value, int):
        # One decimal digit is a little more than 3.3 bits; counting bits needs no conversion.
        return value.bit_length() > MOST_DIGITS * 3.32
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple, set, frozenset)):
        return depth >= DEEPEST or any(_is_too_much(item, depth + 1) for item in value)
    return False


def whole_number(value: object) -> int | None:
    """Returns *value* as Python's own whole number, also where it is numpy's; None if it is none (True is none)."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return operator.index(value)
    except TypeError:
        # numpy's arrays say that they can be an index, and then most cannot.
        return None


def _plain_key(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(name)
    return name


def _is_same(given: Any, kept: Any) -> bool:
    if isinstance(given, Mapping) and isinstance(kept, Mapping):
        return given.keys() == kept.keys() and all(_is_same(given[name], kept[name]) for name in given)
    if isinstance(given, list) and isinstance(kept, list):
        return len(given) == len(kept) and all(map(_is_same, given, kept))
    return type(given) is type(kept) and bool(given == kept)


def _refusals(kind: type[Command], error: ValidationError) -> list[Sentence]:
    """Returns one sentence for each parameter that cannot be read."""
    names = dict.fromkeys(str(item["loc"][0]) for item in error.errors(include_url=False) if item["loc"])
    inputs = {place.split("[")[0].split(".")[0]: value for place, _, value in reversed(problems(error))}
    return [_refusal(kind, name, inputs[name]) for name in names]


def _refusal(kind: type[Command], name: str, value: object) -> Sentence:
    hints: Any = kind
    wanted = _wanted(_hints(hints)[name])
    return say(
        "{verb}: {place} is {wanted}, not {value}.", verb=kind.verb, place=name, wanted=wanted, value=shown(value)
    )


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


_KINDS: dict[Any, Sentence] = {
    str: say("a text"),
    int: say("a whole number"),
    bool: say("true or false"),
    float: say("a number"),
    tuple: say("a list"),
    list: say("a list"),
    type(None): say("nothing"),
    Mapping: say("a mapping"),
    dict: say("a mapping"),
}


def wanted(kind: Any, name: str) -> Words | None:
    """Returns in words what a field of a dataclass takes, None if it has no such field."""
    hint = _hints(kind).get(name)
    return None if hint is None else _wanted(hint)


def _wanted(hint: Any) -> Words:
    """Returns in words what a parameter of this type takes."""
    origin = get_origin(hint) or hint
    if origin in (Union, types.UnionType):
        return listing([_wanted(part) for part in get_args(hint)], " / ")
    if origin is Literal:
        return listing([shown(choice) for choice in get_args(hint)])
    if origin in (tuple, list) and get_args(hint):
        return say("a list ({items})", items=_wanted(get_args(hint)[0]))
    found = next((words for known, words in _KINDS.items() if origin is known), None)
    return found or say("a plain value")


def to_data(command: Command) -> dict[str, Any]:
    """Returns the command as plain data, without the parameters left at their default."""
    kind = type(command)
    values = to_plain(command)
    data: dict[str, Any] = {"do": kind.verb}
    for item in fields(kind):
        default = item.default_factory() if item.default_factory is not MISSING else item.default
        if getattr(command, item.name) != default:
            data[item.name] = values[item.name]
    return data


def content_of(data: Mapping[str, Any]) -> str:
    """Returns a text that is equal for commands with the same content."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
