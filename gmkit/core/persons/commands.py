"""The verbs that the systems of persons share, as data. Making and changing a character, checks and attacks differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pydantic import StrictBool, StrictInt, StrictStr

from gmkit.core.command import Command

Names = tuple[StrictStr, ...]
ToWhom = StrictStr | Names
""""all", "gm", a player, or several players."""


@dataclass(frozen=True, kw_only=True)
class NamedCommand(Command):
    """The base of verbs about one person, by its public or true name."""

    name: StrictStr


@dataclass(frozen=True, kw_only=True)
class Introduce(NamedCommand):
    """Lets players know that a person exists."""

    verb: ClassVar[str] = "introduce"
    to: ToWhom = "all"


@dataclass(frozen=True, kw_only=True)
class Show(NamedCommand):
    """Shows a part of a person to players: "numbers", "wounds", or the id of a word or note."""

    verb: ClassVar[str] = "show"
    part: StrictStr
    to: ToWhom = "all"


@dataclass(frozen=True, kw_only=True)
class Write(NamedCommand):
    """Writes parts of a description; what is no part that the system names is a note, hidden until it is shown."""

    verb: ClassVar[str] = "write"
    words: Mapping[str, StrictStr]


@dataclass(frozen=True, kw_only=True)
class Rename(NamedCommand):
    """Calls a person otherwise before those who know it."""

    verb: ClassVar[str] = "rename"
    public_name: StrictStr


@dataclass(frozen=True, kw_only=True)
class Give(NamedCommand):
    """Gives a person to a player, or to the GM."""

    verb: ClassVar[str] = "give"
    player: StrictStr | None = None


@dataclass(frozen=True, kw_only=True)
class Hurt(NamedCommand):
    """Writes a wound down by the GM's word."""

    verb: ClassVar[str] = "hurt"
    number: StrictInt
    place: StrictStr | None = None


@dataclass(frozen=True, kw_only=True)
class Heal(NamedCommand):
    """Lowers a wound."""

    verb: ClassVar[str] = "heal"
    wound: StrictInt
    """The number of the wound within the person. Counted from 1."""
    by: StrictInt = 1
    reason: StrictStr = ""


@dataclass(frozen=True, kw_only=True)
class Kill(NamedCommand):
    """Says that a person is dead."""

    verb: ClassVar[str] = "kill"


@dataclass(frozen=True, kw_only=True)
class Revive(NamedCommand):
    """Says that a person is not dead after all."""

    verb: ClassVar[str] = "revive"


@dataclass(frozen=True, kw_only=True)
class PassTime(Command):
    """Lets game time go by outside a fight."""

    verb: ClassVar[str] = "pass_time"
    minutes: StrictInt = 0
    days: StrictInt = 0
    resting: Names = ()
    """Who rests meanwhile."""


@dataclass(frozen=True, kw_only=True)
class BeginEffect(NamedCommand):
    """Lays something on a person until the start of somebody's next turn, or for the fight."""

    verb: ClassVar[str] = "effect"
    text: StrictStr
    value: StrictInt = 0
    until: StrictStr = ""


@dataclass(frozen=True, kw_only=True)
class EndEffect(NamedCommand):
    """Ends such a thing early."""

    verb: ClassVar[str] = "end_effect"
    text: StrictStr


@dataclass(frozen=True, kw_only=True)
class StartFight(Command):
    """Starts a fight, or resumes one that was left; others are kept (C054)."""

    verb: ClassVar[str] = "fight"
    name: StrictStr
    fighters: Names | None = None
    """None: everybody who lives."""
    seen_by: ToWhom = "all"
    """Who may be told of it, as far as they know anybody in it."""


@dataclass(frozen=True, kw_only=True)
class Join(NamedCommand):
    """Lets a person take part in the current fight."""

    verb: ClassVar[str] = "join"


@dataclass(frozen=True, kw_only=True)
class Leave(NamedCommand):
    """Takes a person out of the current fight."""

    verb: ClassVar[str] = "leave"


@dataclass(frozen=True, kw_only=True)
class EndFight(Command):
    """Ends the current fight; it is kept and can be resumed."""

    verb: ClassVar[str] = "end_fight"


@dataclass(frozen=True, kw_only=True)
class RollInitiative(Command):
    """Finds the order of acting in the current fight, once for each fighter."""

    verb: ClassVar[str] = "initiative"
    order: Names = ()
    """As the GM lists them, where the system lets the GM do so."""


@dataclass(frozen=True, kw_only=True)
class Declare(NamedCommand):
    """Declares what a fighter means to do in this circle; a second declaration takes the place of the first."""

    verb: ClassVar[str] = "declare"
    takes_turn: ClassVar[bool] = True
    actions: Names = ()


@dataclass(frozen=True, kw_only=True)
class NextTurn(Command):
    """Passes the turn to act to the next in the order."""

    verb: ClassVar[str] = "next"


@dataclass(frozen=True, kw_only=True)
class EndCircle(Command):
    """Ends the circle of the current fight, and with it the campaign's turn."""

    verb: ClassVar[str] = "end_circle"
    takes_turn: ClassVar[bool] = True
    closes_turn: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class EndScene(Command):
    """Ends a scene outside a fight, and with it the campaign's turn."""

    verb: ClassVar[str] = "end_scene"
    takes_turn: ClassVar[bool] = True
    closes_turn: ClassVar[bool] = True


Hexes = tuple[tuple[StrictInt, StrictInt], ...]
"""Axial coordinates q, r of each hex."""


@dataclass(frozen=True, kw_only=True)
class MapCommand(Command):
    """The base of verbs about the hex map (A22)."""


@dataclass(frozen=True, kw_only=True)
class MapSet(MapCommand):
    """Says what hexes of the map are, or shows them to players; what is not said stays."""

    verb: ClassVar[str] = "map_set"
    hexes: Hexes
    terrain: StrictStr | None = None
    cover: StrictStr | None = None
    text: StrictStr | None = None
    seen_by: ToWhom | None = None
    """None: those who know the hex; a new one is the GM's."""


@dataclass(frozen=True, kw_only=True)
class MarkerCommand(MapCommand):
    """The base of verbs about where somebody stands."""

    name: StrictStr
    q: StrictInt
    r: StrictInt


@dataclass(frozen=True, kw_only=True)
class MapPlace(MarkerCommand):
    """Puts a person, or a thing, on the map, or changes who sees it there."""

    verb: ClassVar[str] = "map_place"
    thing: StrictBool = False
    """Whether it is no person: a cart, a fire."""
    seen_by: ToWhom | None = None
    """None: those who know the person; a thing is the GM's."""


@dataclass(frozen=True, kw_only=True)
class MapMove(MarkerCommand):
    """Moves somebody or something on the map."""

    verb: ClassVar[str] = "map_move"


@dataclass(frozen=True, kw_only=True)
class MapRemove(MapCommand):
    """Takes a marker or hexes off the map."""

    verb: ClassVar[str] = "map_remove"
    name: StrictStr | None = None
    hexes: Hexes = ()


PERSON_COMMANDS: tuple[type[Command], ...] = (
    Introduce,
    Show,
    Write,
    Rename,
    Give,
    Hurt,
    Heal,
    Kill,
    Revive,
    PassTime,
    BeginEffect,
    EndEffect,
    StartFight,
    Join,
    Leave,
    EndFight,
    RollInitiative,
    Declare,
    NextTurn,
    EndCircle,
    EndScene,
    MapSet,
    MapPlace,
    MapMove,
    MapRemove,
)
"""For `System.commands`, before the system's own."""
