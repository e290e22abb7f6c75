"""A verb as data: `{"do": "order", "stalker": 1, "text": "X+"}`; read strictly, refused with every reason."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar

from pydantic import ValidationError

from gmkit.core.codec import from_plain, problems, to_plain
from gmkit.errors import NotAllowed
from gmkit.words import listing, say


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

    def read(self, data: Mapping[str, Any]) -> Command:
        """Returns the command that *data* describes.

        Raises:
            NotAllowed: If the verb or a parameter is unknown, missing or of another type; every reason at once.
        """
        if not isinstance(data, Mapping):
            raise NotAllowed(say('A command is a mapping such as {{"do": "order", …}}, not {value}.', value=repr(data)))
        verb = data.get("do")
        kind = self.kinds.get(verb) if isinstance(verb, str) else None
        if kind is None:
            known = listing(sorted(self.kinds))
            raise NotAllowed(say("There is no verb {verb} here; there are: {known}.", verb=repr(verb), known=known))
        given = {name: value for name, value in data.items() if name != "do"}
        self._check_names(kind, given)
        try:
            return from_plain(kind, given)
        except ValidationError as error:
            raise NotAllowed(
                *(
                    say("{verb}: {place} cannot be {value}.", verb=kind.verb, place=place or "?", value=repr(value))
                    for place, _, value in problems(error)
                )
            ) from None

    @staticmethod
    def _check_names(kind: type[Command], given: Mapping[str, Any]) -> None:
        known = {item.name: item for item in fields(kind)}
        reasons = [
            say("{verb} has no {name}; it takes {known}.", verb=kind.verb, name=str(name), known=listing(known))
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


def to_data(command: Command) -> dict[str, Any]:
    """Returns the command as plain data, without the parameters left at their default."""
    kind = type(command)
    plain = to_plain(command)
    data: dict[str, Any] = {"do": kind.verb}
    for item in fields(kind):
        default = item.default_factory() if item.default_factory is not MISSING else item.default
        if getattr(command, item.name) != default:
            data[item.name] = plain[item.name]
    return data


def content_of(data: Mapping[str, Any]) -> str:
    """Returns a text that is equal for commands with the same content."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
