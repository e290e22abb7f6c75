"""The printed tables as rows: characteristics, skills, traits, modifiers, actions, wounds, places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import ClassVar, Literal, TypeVar

from pydantic import ConfigDict, StrictBool, StrictInt, StrictStr

from gmkit.core.bands import Band, check_bands
from gmkit.core.tables import load_table
from gmkit.words import Term

_TABLES = files(__package__) / "tables"
_STRICT = ConfigDict(extra="forbid")
MAX_PARTS = 100
"""The most simple actions that one compound action has."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """The base of all rows that have an id and a name."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    id: StrictStr
    en: StrictStr
    ru: StrictStr

    @property
    def name(self) -> Term:
        """Its name in both languages."""
        return Term(self.en, self.ru)


@dataclass(frozen=True, kw_only=True)
class Described(Row):
    """A row with a line of description."""

    about_en: StrictStr = ""
    about_ru: StrictStr = ""

    @property
    def about(self) -> Term:
        """One line that says what it is, in both languages."""
        return Term(self.about_en, self.about_ru)


@dataclass(frozen=True, kw_only=True)
class Characteristic(Described):
    """What everybody has (A6)."""


@dataclass(frozen=True, kw_only=True)
class Skill(Described):
    """What is learnt (A7)."""

    hand_to_hand: StrictBool = False
    """Whether it is used at arm's length (A9, Blind fighting)."""
    act: Literal["strike", "shoot", "throw"] = "strike"
    """The simple action of an attack with it."""
    styles: StrictBool = False
    """Whether named styles of it are skills of their own."""


Kind = Literal["negative", "neutral", "positive"]


@dataclass(frozen=True, kw_only=True)
class Trait(Described):
    """What makes life easier or harder (A8, A9)."""

    kind: Kind
    rule: StrictStr = ""
    """What it does by itself; empty for those that act by frequency, strength and adaptation alone."""


@dataclass(frozen=True, kw_only=True)
class Factor:
    """One value of a part of a trait's price (A8)."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    factor: Literal["frequency", "strength", "positive_adaptation", "negative_adaptation"]
    value: StrictInt
    en: StrictStr
    ru: StrictStr
    bonus: StrictInt = 0
    dice: StrictInt = 0
    difficulty: tuple[StrictInt, StrictInt] | None = None

    @property
    def name(self) -> Term:
        """Its name in both languages."""
        return Term(self.en, self.ru)


@dataclass(frozen=True, kw_only=True)
class Modifier(Row):
    """A circumstance that helps or hinders (A17, A18)."""

    values: tuple[StrictInt, ...] = ()
    """What it may be; several where the source gives a span."""
    computed: Literal["", "dodge", "running", "range", "halved"] = ""
    """Worked out from numbers; empty: `values` says it."""


@dataclass(frozen=True, kw_only=True)
class SimpleAction(Row):
    """What may be declared (A21)."""

    parts: StrictInt = 1
    """Simple actions; 0: the GM says of how many parts."""


@dataclass(frozen=True, kw_only=True)
class WoundRow(Row):
    """A wound by its number (A23)."""

    number: StrictInt
    looks_en: StrictStr
    looks_ru: StrictStr
    penalty: StrictInt | None = None

    @property
    def looks(self) -> Term:
        """What it looks like, in both languages."""
        return Term(self.looks_en, self.looks_ru)


@dataclass(frozen=True, kw_only=True)
class Place(Row):
    """A place of the body (A25)."""

    number: StrictInt
    aim: StrictStr = "aim_trunk_or_limb"
    """The modifier of aiming there."""


@dataclass(frozen=True, kw_only=True)
class Weapon(Row):
    """A weapon of a supplement (A27)."""

    skill: StrictStr
    standard: StrictInt | None = None
    """Its standard range in metres; None: it is used at arm's length."""


@dataclass(frozen=True, kw_only=True)
class WordPart(Row):
    """A part of a description (A1)."""


R = TypeVar("R", bound=Row)


def by_id(rows: tuple[R, ...]) -> dict[str, R]:
    """Returns rows by their ids, in the table's order."""
    return {row.id: row for row in rows}


CHARACTERISTICS: Mapping[str, Characteristic] = by_id(load_table(_TABLES / "characteristics.toml", Characteristic))
SKILLS: Mapping[str, Skill] = by_id(load_table(_TABLES / "skills.toml", Skill))
TRAITS: Mapping[str, Trait] = by_id(load_table(_TABLES / "traits.toml", Trait))
MODIFIERS: Mapping[str, Modifier] = by_id(load_table(_TABLES / "modifiers.toml", Modifier))
ACTIONS: Mapping[str, SimpleAction] = by_id(load_table(_TABLES / "actions.toml", SimpleAction))
WOUNDS: tuple[WoundRow, ...] = load_table(_TABLES / "wounds.toml", WoundRow)
PLACES: Mapping[str, Place] = by_id(load_table(_TABLES / "places.toml", Place))
WORD_PARTS: Mapping[str, WordPart] = by_id(load_table(_TABLES / "words.toml", WordPart))
FACTORS: tuple[Factor, ...] = load_table(_TABLES / "factors.toml", Factor)
LEVELS_OF_PLAY = check_bands(load_table(_TABLES / "levels_of_play.toml", Band), name="levels_of_play.toml")
LEVELS = check_bands(load_table(_TABLES / "levels.toml", Band), name="levels.toml")
DIFFICULTIES = check_bands(load_table(_TABLES / "difficulties.toml", Band), name="difficulties.toml")

WORST = 10
"""The number that a wound of 10 or more counts (AR19)."""


def factor(name: str, value: int) -> Factor | None:
    """Returns a value of a part of a trait's price, None if there is none."""
    return next((row for row in FACTORS if row.factor == name and row.value == value), None)
