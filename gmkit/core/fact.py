"""A fact: what happened, as plain values that stand alone; state is nothing but the fold of facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import ValidationError

from gmkit.core.codec import from_plain, problems, to_plain
from gmkit.core.settings import SettingBook
from gmkit.errors import StoreError
from gmkit.words import Term, Words, listing, plain, say, shown

Names = Mapping[str, str]
"""The player's name of each seat."""


@dataclass(frozen=True)
class Fact:
    """The base of all facts; a subclass is a frozen dataclass with JSON-plain fields (int, str, bool, None, tuples)."""

    kind: ClassVar[str] = ""
    """Its name on disk; never changed once a campaign holds one."""
    told_to: ClassVar[str] = "gm"
    """"all", "gm", or "owner" (the seats that the engine names). Not marked: the GM's."""
    has_line: ClassVar[bool] = True
    """Whether it is a line of the ledger and of the report."""

    def line(self, names: Names) -> Words:
        """Returns the fact as a sentence for whoever was told it."""
        raise TypeError(f"{type(self).__name__} has no line")

    def actor(self, names: Names) -> Words:
        """Returns who acted, by public name; empty where nobody did."""
        return ""

    def roll(self) -> Words:
        """Returns the dice that this fact tells, as one line; empty where it tells none."""
        return ""

    def result(self) -> int | None:
        """Returns what the dice came to; None where there were none."""
        return None


class FactBook:
    """The kinds of facts of one campaign, what they are called, and their codec."""

    def __init__(
        self,
        kinds: Iterable[type[Fact]],
        called: Mapping[str, Term] | None = None,
        settings: SettingBook | None = None,
    ) -> None:
        self._called = dict(called or {})
        self._settings = settings
        self.kinds: dict[str, type[Fact]] = {}
        for kind in kinds:
            if not kind.kind or kind.kind in self.kinds:
                raise ValueError(f"{kind.__name__}: its kind {kind.kind!r} is empty or taken")
            # On disk the audience stands under "to": a field of that name would take its place.
            if taken := kind.__dataclass_fields__.keys() & {"is", "to"}:
                raise ValueError(
                    f"{kind.__name__}: the field {min(taken)!r} has the name of what every fact has on disk"
                )
            self.kinds[kind.kind] = kind

    def to_plain(self, fact: Fact) -> dict[str, Any]:
        """Returns the fact as it stands on disk."""
        return {"is": fact.kind, **to_plain(fact)}

    def from_plain(self, data: Mapping[str, Any]) -> Fact:
        """Returns the fact of a stored event; fields that this version does not know stay on disk only."""
        kind = self.kinds.get(data["is"])
        if kind is None:
            raise StoreError(
                say(
                    "This gmkit does not know what {kind} is in the campaign's file: a newer one will.", kind=data["is"]
                )
            )
        known = kind.__dataclass_fields__
        try:
            return from_plain(kind, {name: value for name, value in data.items() if name in known})
        except ValidationError as error:
            place, _, value = problems(error)[0]
            raise StoreError(
                say(
                    "In the campaign's file {kind} has {value} as {place}.",
                    kind=data["is"],
                    value=shown(value),
                    place=place,
                )
            ) from None

    def line(self, fact: Fact, names: Names) -> Words:
        """Returns a fact as a sentence, as its readers need it: a ruling that was set is said in words too."""
        words = fact.line(names)
        if fact.kind != "setting_changed" or self._settings is None:
            return words
        explained = self._settings.explained(getattr(fact, "name", ""), getattr(fact, "value", None))
        return listing((words, explained), " ") if explained else words

    def name(self, kind: str) -> Words:
        """Returns what facts of this kind are called; one that has no name is called as it stands on disk."""
        return self._called.get(kind) or plain(kind.replace("_", " "))

    def has_line(self, kind: str) -> bool:
        """Returns whether facts of this kind are lines of the ledger."""
        known = self.kinds.get(kind)
        return known is None or known.has_line
