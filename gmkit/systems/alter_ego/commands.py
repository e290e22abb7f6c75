"""The verbs of Alter ego as data, beside those that systems of persons share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import StrictBool, StrictFloat, StrictInt, StrictStr

from gmkit.core.command import Command
from gmkit.core.persons.commands import PERSON_COMMANDS, NamedCommand, ToWhom

Faces = tuple[StrictInt, ...]
Levels = Mapping[str, Any]
"""Id or name -> level; what is no whole number is kept and marked."""
Modifiers = Mapping[str, StrictInt]


@dataclass(frozen=True, kw_only=True)
class MakeCharacter(NamedCommand):
    """Makes a character; one that breaks the rules of creation is kept as a draft and marked (A3)."""

    verb: ClassVar[str] = "character"
    player: StrictStr | None = None
    public_name: StrictStr | None = None
    points: StrictInt = 30
    characteristics: Levels = field(default_factory=dict)
    skills: Levels = field(default_factory=dict)
    traits: tuple[Any, ...] = ()
    words: Mapping[str, Any] = field(default_factory=dict)
    known_to: ToWhom | None = None
    """None: everybody for a player's character, the GM alone for any other."""
    monster: StrictStr | None = None
    """The id of a monster of a supplement to make it like."""


@dataclass(frozen=True, kw_only=True)
class ChangeCharacter(NamedCommand):
    """Changes a character that is still being made; a level of None takes a skill away."""

    verb: ClassVar[str] = "change"
    points: StrictInt | None = None
    characteristics: Levels = field(default_factory=dict)
    skills: Levels = field(default_factory=dict)
    traits: tuple[Any, ...] | None = None
    words: Mapping[str, Any] = field(default_factory=dict)
    reason: StrictStr = ""


@dataclass(frozen=True, kw_only=True)
class Advance(NamedCommand):
    """Gives later points and spends them; creation is over with the first (AR22)."""

    verb: ClassVar[str] = "advance"
    points: StrictInt = 0
    """Points that are given now."""
    characteristics: Levels = field(default_factory=dict)
    skills: Levels = field(default_factory=dict)
    traits: tuple[Any, ...] = ()
    """Traits that are added."""
    reason: StrictStr = ""


@dataclass(frozen=True, kw_only=True)
class RollingCommand(NamedCommand):
    """The base of verbs that roll a check."""

    modifiers: Modifiers = field(default_factory=dict)
    swap: tuple[StrictStr, ...] = ()
    """Modifiers of exactly -3 or -4 that the player replaces by a penalty die each (A11)."""
    penalty_dice: StrictInt = 0
    bonus_dice: StrictInt = 0
    traits: tuple[StrictStr, ...] = ()
    """Traits of the person that bear on this check."""
    drugs: StrictBool = False
    """Whether one who could not act at all acts by drugs (A23)."""
    seen_by: ToWhom = "all"
    faces: Faces | None = None


@dataclass(frozen=True, kw_only=True)
class MakeCheck(RollingCommand):
    """Rolls a check against a difficulty (A10, A12)."""

    verb: ClassVar[str] = "check"
    characteristic: StrictStr
    skill: StrictStr | None = None
    difficulty: StrictInt | None = None
    unsuitable: StrictBool = False
    """Whether the skill does not quite fit and counts half (A17)."""
    task: StrictStr | None = None
    """The task or goal, for fatigue and for what earlier tries add (A14, A15)."""


@dataclass(frozen=True, kw_only=True)
class MakeContest(RollingCommand):
    """Measures two persons against each other (A12, AR4); modifiers and dice are the first one's."""

    verb: ClassVar[str] = "contest"
    characteristic: StrictStr
    skill: StrictStr | None = None
    other: StrictStr
    other_characteristic: StrictStr | None = None
    """None: the same as the first one's."""
    other_skill: StrictStr | None = None
    other_modifiers: Modifiers = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ActJointly(RollingCommand):
    """Lets several act together: results added, each helper takes 4 away, an old colleague 2 (A16, AR24)."""

    verb: ClassVar[str] = "joint"
    helpers: tuple[StrictStr, ...]
    characteristic: StrictStr
    skill: StrictStr | None = None
    difficulty: StrictInt
    old_colleagues: tuple[StrictStr, ...] = ()
    task: StrictStr | None = None


@dataclass(frozen=True, kw_only=True)
class MakeAttack(RollingCommand):
    """Attacks: against a declared dodge or block, or a difficulty (A12, A23, AR14)."""

    verb: ClassVar[str] = "attack"
    target: StrictStr
    skill: StrictStr | None
    characteristic: StrictStr | None = None
    """None: Strength at arm's length, Agility at a distance."""
    difficulty: StrictInt | None = None
    place: StrictStr | None = None
    """Where it is aimed; None: nowhere, the dice say."""
    rounds: StrictInt = 1
    weapon: StrictStr | None = None
    """The id of a weapon of a supplement; its standard range counts."""
    distance: StrictInt | StrictFloat | None = None
    """Metres to the target; None: as it stands on the map, if both do and the weapon has a range."""
    standard: StrictInt | None = None
    """The standard range in metres, where no weapon says it."""
    dodging: StrictBool = False
    """Whether the target dodges and makes no roll of its own (AR16)."""
    running: StrictBool = False
    """Whether the target runs or rides fast."""
    defence: tuple[StrictStr, ...] = ()
    """Characteristic, and skill, of a defence that the GM lets it roll without a declared action."""
    unsuitable: StrictBool = False


@dataclass(frozen=True, kw_only=True)
class SteelOneself(NamedCommand):
    """Rolls Willpower for acting while hurt (A26)."""

    verb: ClassVar[str] = "willpower"
    modifiers: Modifiers = field(default_factory=dict)
    penalty_dice: StrictInt = 0
    bonus_dice: StrictInt = 0
    seen_by: ToWhom = "all"
    faces: Faces | None = None


@dataclass(frozen=True, kw_only=True)
class LaySupplement(Command):
    """Lays a supplement over the tables, or switches one on or off (A27, AR25)."""

    verb: ClassVar[str] = "supplement"
    name: StrictStr
    text: StrictStr | None = None
    """The content of the file; None: only `on` is meant."""
    on: StrictBool = True


OWN_COMMANDS: tuple[type[Command], ...] = (
    MakeCharacter,
    ChangeCharacter,
    Advance,
    MakeCheck,
    MakeContest,
    ActJointly,
    MakeAttack,
    SteelOneself,
    LaySupplement,
)
COMMANDS: tuple[type[Command], ...] = (*PERSON_COMMANDS, *OWN_COMMANDS)
