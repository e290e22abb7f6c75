"""The verbs of Fudge's own as data; those of persons and fights are the core's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from pydantic import StrictBool, StrictInt, StrictStr

from gmkit.core.command import Command
from gmkit.core.persons.commands import PERSON_COMMANDS, NamedCommand, Names, ToWhom

Modifiers = Mapping[str, StrictInt]
Faces = tuple[StrictInt, ...] | StrictStr | None
Levels = Mapping[str, Any]
"""Name -> level, or name -> {"level", "price"}; of a skill also "default"."""


@dataclass(frozen=True, kw_only=True)
class MakeCharacter(NamedCommand):
    """Makes a character, of a player or the GM's."""

    verb: ClassVar[str] = "character"
    player: StrictStr | None = None
    public_name: StrictStr | None = None
    known_to: ToWhom | None = None
    points: StrictInt | None = 30
    attributes: Levels = field(default_factory=dict)
    skills: Levels = field(default_factory=dict)
    techniques: Levels = field(default_factory=dict)
    qualities: Levels = field(default_factory=dict)
    properties: tuple[Any, ...] = ()
    words: Mapping[str, StrictStr] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ChangeCharacter(NamedCommand):
    """Sets levels, prices, properties or points; a level of nothing takes the entry away."""

    verb: ClassVar[str] = "change"
    points: StrictInt | None = None
    attributes: Levels = field(default_factory=dict)
    skills: Levels = field(default_factory=dict)
    techniques: Levels = field(default_factory=dict)
    qualities: Levels = field(default_factory=dict)
    properties: tuple[Any, ...] | None = None
    reason: StrictStr = ""


@dataclass(frozen=True, kw_only=True)
class SetDefault(Command):
    """Says what is rolled for a demanded skill by those who lack it (F5, FR7); nothing: the setting's."""

    verb: ClassVar[str] = "skill_default"
    skill: StrictStr
    level: StrictInt | None = None


@dataclass(frozen=True, kw_only=True)
class MakeCheck(NamedCommand):
    """Makes a check against a difficulty (F7)."""

    verb: ClassVar[str] = "check"
    attribute: StrictStr | None = None
    skill: StrictStr | None = None
    difficulty: StrictInt
    modifiers: Modifiers = field(default_factory=dict)
    technique: StrictStr | None = None
    mandatory: StrictBool = False
    default: StrictInt | None = None
    parts: Names | None = None
    """The parts of the body that take part; None: every wound counts."""
    task: StrictStr | None = None
    seen_by: ToWhom = "all"
    faces: Faces = None


@dataclass(frozen=True, kw_only=True)
class OpposeCheck(NamedCommand):
    """Makes an opposed check of two persons (F8)."""

    verb: ClassVar[str] = "opposed"
    attribute: StrictStr | None = None
    skill: StrictStr | None = None
    technique: StrictStr | None = None
    modifiers: Modifiers = field(default_factory=dict)
    parts: Names | None = None
    other: StrictStr
    other_attribute: StrictStr | None = None
    other_skill: StrictStr | None = None
    other_technique: StrictStr | None = None
    other_modifiers: Modifiers = field(default_factory=dict)
    other_parts: Names | None = None
    mandatory: StrictBool = False
    """Whether the task demands the skills of both."""
    default: StrictInt | None = None
    task: StrictStr | None = None
    seen_by: ToWhom = "all"
    faces: Faces = None
    """Of the first side, or of both, one after the other."""


@dataclass(frozen=True, kw_only=True)
class SettleTie(Command):
    """Answers a question that an equal sum asked (FR2)."""

    verb: ClassVar[str] = "settle"
    question: StrictInt
    outcome: Literal["complication", "fail"]


@dataclass(frozen=True, kw_only=True)
class MakeAttack(Command):
    """Attacks somebody, and does the damage (F9-F15)."""

    verb: ClassVar[str] = "attack"
    attacker: StrictStr
    target: StrictStr
    skill: StrictStr | None
    attribute: StrictStr | None = "agility"
    technique: StrictStr | None = None
    mandatory: StrictBool = False
    default: StrictInt | None = None
    modifiers: Modifiers = field(default_factory=dict)
    parts: Names | None = None
    difficulty: StrictInt | None = None
    """Given where the target suspects nothing: then there is no defence (F9)."""
    defence_skill: StrictStr | None = None
    defence_attribute: StrictStr | None = "agility"
    defence_technique: StrictStr | None = None
    defence_modifiers: Modifiers = field(default_factory=dict)
    defence_parts: Names | None = None
    rounds: StrictInt = 1
    """More than one: rapid fire (F11)."""
    grouping: StrictInt = 0
    """The weapon's, in rapid fire (F11)."""
    offence: Modifiers = field(default_factory=dict)
    """Factors of damage; Strength and Scale not named here are the attacker's own."""
    defence: Modifiers = field(default_factory=dict)
    """Factors against damage; armour, Vitality and Scale not named here are the target's own."""
    place: StrictStr | None = None
    seen_by: ToWhom = "all"
    faces: Faces = None
    """Of the attack, or of the attack and the defence, one after the other."""


@dataclass(frozen=True, kw_only=True)
class TradeWorn(NamedCommand):
    """Trades points that wear down for damage, 4 for 1 (F13, FR4)."""

    verb: ClassVar[str] = "trade"
    points: StrictInt | None = None
    """Of damage; None: as many as there are."""
    place: StrictStr | None = None


COMMANDS: tuple[type[Command], ...] = (
    *PERSON_COMMANDS,
    MakeCharacter,
    ChangeCharacter,
    SetDefault,
    MakeCheck,
    OpposeCheck,
    SettleTie,
    MakeAttack,
    TradeWorn,
)
