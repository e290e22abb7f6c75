"""The printed tables as rows: ladder, attributes, states with their cells, factors of damage, kinds of properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import ClassVar, Literal, TypeVar

from pydantic import ConfigDict, StrictInt, StrictStr

from gmkit.core.bands import Band, check_bands
from gmkit.core.tables import load_table
from gmkit.words import Term

_TABLES = files(__package__) / "tables"


@dataclass(frozen=True, kw_only=True)
class Row:
    """The base of all rows: an id and a name."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    id: StrictStr
    en: StrictStr
    ru: StrictStr

    @property
    def name(self) -> Term:
        """Its name in both languages."""
        return Term(self.en, self.ru)


@dataclass(frozen=True, kw_only=True)
class Rung(Row):
    """A rung of the ladder (F1)."""

    value: StrictInt


@dataclass(frozen=True, kw_only=True)
class Attribute(Row):
    """What everybody has (F3)."""

    about_en: StrictStr
    about_ru: StrictStr

    @property
    def about(self) -> Term:
        """One line that says what it is for, in both languages."""
        return Term(self.about_en, self.about_ru)


@dataclass(frozen=True, kw_only=True)
class State(Row):
    """How badly somebody is hurt (F14)."""

    number: StrictInt
    """0 unhurt to 7 dead; the number of a wound is that of the state whose cell it fills."""
    cells: StrictInt
    penalty: StrictInt | None = None
    """None: the state gives no number."""
    lowest: StrictInt | None = None
    """The least damage that leads to it; None where `highest` stands: none is too little."""
    highest: StrictInt | None = None


@dataclass(frozen=True, kw_only=True)
class Outcome(Row):
    """How a check, an opposed check or an attack may end."""


@dataclass(frozen=True, kw_only=True)
class Factor(Row):
    """Something that adds to damage or takes from it (F12)."""

    side: Literal["offence", "defence"]


@dataclass(frozen=True, kw_only=True)
class PropertyKind(Row):
    """Whether a property helps, hinders, or does both (F6)."""


@dataclass(frozen=True, kw_only=True)
class Quality(Row):
    """A number of a body that is no attribute."""


R = TypeVar("R", bound=Row)


def by_id(rows: tuple[R, ...]) -> dict[str, R]:
    """Returns rows by their ids, in the table's order."""
    return {row.id: row for row in rows}


LADDER: Mapping[int, Rung] = {row.value: row for row in load_table(_TABLES / "ladder.toml", Rung)}
"""By value, the best first."""
ATTRIBUTES: Mapping[str, Attribute] = by_id(load_table(_TABLES / "attributes.toml", Attribute))
STATES: Mapping[str, State] = by_id(load_table(_TABLES / "states.toml", State))
"""By id, the least first."""
OUTCOMES: Mapping[str, Outcome] = by_id(load_table(_TABLES / "outcomes.toml", Outcome))
FACTORS: tuple[Factor, ...] = load_table(_TABLES / "factors.toml", Factor)
PROPERTY_KINDS: Mapping[str, PropertyKind] = by_id(load_table(_TABLES / "property_kinds.toml", PropertyKind))
QUALITIES: Mapping[str, Quality] = by_id(load_table(_TABLES / "qualities.toml", Quality))

STEPS = check_bands(
    [
        Band(row.id, row.en, row.ru, row.lowest, row.highest)
        for row in STATES.values()
        if row.lowest is not None or row.highest is not None
    ],
    name="states.toml",
)
"""The state that damage leads to, as spans of damage (FR5)."""

BY_NUMBER = {row.number: row for row in STATES.values()}
WOUNDS = tuple(row for row in STATES.values() if row.cells)
"""The states that have cells, the least first (F15)."""
