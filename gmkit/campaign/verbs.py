"""The verbs that every campaign has, whatever its system: rolls, notes, messages, corrections, settings, players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from gmkit.core.command import Command, shown
from gmkit.core.names import folded, name_refusals
from gmkit.core.session import (
    Corrected,
    DiceLaidOut,
    HandoutAudience,
    HandoutTakenBack,
    HandoutTold,
    Message,
    Noted,
    PhraseSent,
    Rolled,
    SeatDropped,
    Seated,
    Session,
    SettingChanged,
)
from gmkit.core.system import System
from gmkit.core.visibility import Audience, Told, seats, tell, tell_as
from gmkit.dice.chance import Chance, Stream
from gmkit.errors import NotAllowed
from gmkit.words import Words, listing, say

Audiences = str | tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RollDice(Command):
    """Rolls dice and records them."""

    verb: ClassVar[str] = "roll"
    notation: str
    text: str = ""
    actor: str = "gm"
    seen_by: Audiences = "all"
    faces: str | tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Note(Command):
    """Writes a line into the ledger."""

    verb: ClassVar[str] = "note"
    text: str
    turn: int | None = None
    seen_by: Audiences = "gm"


@dataclass(frozen=True, kw_only=True)
class Tell(Command):
    """Tells one player something."""

    verb: ClassVar[str] = "tell"
    player: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Edit(Command):
    """Corrects the state by hand, with a reason."""

    verb: ClassVar[str] = "edit"
    what: str
    changes: Mapping[str, Any]
    reason: str


@dataclass(frozen=True, kw_only=True)
class SetRuling(Command):
    """Sets a ruling."""

    verb: ClassVar[str] = "set"
    name: str
    value: Any
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Phrase(Command):
    """Takes a player's phrase for the dice of this turn's closing (D1)."""

    verb: ClassVar[str] = "phrase"
    player: str
    text: str


@dataclass(frozen=True, kw_only=True)
class AddPlayer(Command):
    """Seats a further player."""

    verb: ClassVar[str] = "add_player"
    name: str


@dataclass(frozen=True, kw_only=True)
class ReplacePlayer(Command):
    """Gives a player's seat, and all that was told to it, to another."""

    verb: ClassVar[str] = "replace_player"
    old: str
    new: str


@dataclass(frozen=True, kw_only=True)
class DropPlayer(Command):
    """Lets a player leave."""

    verb: ClassVar[str] = "drop_player"
    name: str


@dataclass(frozen=True, kw_only=True)
class HandoutTell(Command):
    """Shows a part of a handout."""

    verb: ClassVar[str] = "handout_tell"
    handout: str
    text: str = ""
    picture: str = ""
    alt: str = ""
    seen_by: Audiences = "all"


@dataclass(frozen=True, kw_only=True)
class HandoutTakeBack(Command):
    """Takes a part of a handout back from those who were shown it."""

    verb: ClassVar[str] = "handout_take_back"
    handout: str
    text: str = ""
    picture: str = ""
    alt: str = ""


@dataclass(frozen=True, kw_only=True)
class LayOutDice(Command):
    """Lays out the faces that the next draws show, for teaching and for games begun elsewhere (D3)."""

    verb: ClassVar[str] = "dice"
    faces: tuple[int, ...]


COMMON_COMMANDS: tuple[type[Command], ...] = (
    RollDice,
    Note,
    Tell,
    Edit,
    SetRuling,
    Phrase,
    AddPlayer,
    ReplacePlayer,
    DropPlayer,
    HandoutTell,
    HandoutTakeBack,
    LayOutDice,
)


def decide_common(system: System, session: Session, command: Command, chance: Chance) -> Sequence[Told] | None:
    """Returns what a common command brings, None if it is the system's own.

    Raises:
        NotAllowed: With every reason at once.
    """
    match command:
        case RollDice():
            return [_roll(session, command, chance)]
        case Note():
            return [_note(session, command)]
        case Tell():
            return [tell(Message(_text(command.text)), player_seat(session, command.player))]
        case Edit():
            reason = _text(command.reason, say("A correction needs a reason."))
            if not command.changes:
                raise NotAllowed(say("A correction changes at least one thing."))
            return [*system.edit(session, command.what, command.changes), tell(Corrected(command.what, reason))]
        case SetRuling():
            return [_set(system, command)]
        case Phrase():
            seat = player_seat(session, command.player)
            return [tell(PhraseSent(seat, _text(command.text)), seat)]
        case AddPlayer() | ReplacePlayer() | DropPlayer():
            return _seating(system, session, command)
        case HandoutTell() | HandoutTakeBack():
            return _handout(session, command)
        case LayOutDice():
            if not command.faces:
                raise NotAllowed(say("There are no faces to lay out."))
            return [tell(DiceLaidOut(command.faces))]
        case _:
            return None


def audience(session: Session, seen_by: Audiences) -> Audience:
    """Returns the audience that a GM names: "all", "gm", a player, or several players.

    Raises:
        NotAllowed: If a name is nobody's; says whose there are.
    """
    named = (seen_by,) if isinstance(seen_by, str) else seen_by
    words = {folded(name) for name in named}
    if words & {"all", "public"}:
        return "all"
    if words <= {"gm"}:
        return "gm"
    return seats(player_seat(session, name) for name in named if folded(name) != "gm")


def player_seat(session: Session, name: str) -> str:
    """Returns the seat of a player.

    Raises:
        NotAllowed: If nobody of that name plays; says who does.
    """
    seat = session.seat_of(name)
    if seat is None:
        raise NotAllowed(
            say("There is no player {name}; there are: {players}.", name=shown(name), players=listing(session.players))
        )
    return seat.id


def roll_stream(session: Session, actor: str, to: Audience) -> Stream:
    """Returns the stream of an open roll: who acts, and who sees it (D1)."""
    seat = session.seat_of(actor)
    return Stream(seat.id if seat else folded(actor), "roll", to if isinstance(to, str) else ",".join(to))


def _text(text: str, refusal: Words | None = None) -> str:
    if not text.strip():
        raise NotAllowed(refusal or say("There is no text to write down."))
    return text


def _roll(session: Session, command: RollDice, chance: Chance) -> Told:
    to = audience(session, command.seen_by)
    actor = command.actor.strip() or "gm"
    roll = chance.roll(roll_stream(session, actor, to), command.notation, faces=command.faces)
    seat = session.seat_of(actor)
    fact = Rolled(
        notation=roll.notation,
        text=command.text,
        by=seat.name if seat else actor,
        faces=tuple(roll.faces),
        total=roll.total,
        by_hand=command.faces is not None,
    )
    return tell_as(fact, to)


def _note(session: Session, command: Note) -> Told:
    about = command.turn
    if about is not None and not 0 <= about <= session.turn:
        raise NotAllowed(
            say("A note cannot be about turn {turn}: the turns so far are 0 to {now}.", turn=about, now=session.turn)
        )
    earlier = None if about == session.turn else about
    return tell_as(Noted(_text(command.text), earlier), audience(session, command.seen_by))


def _set(system: System, command: SetRuling) -> Told:
    refusals = system.settings.refusals({command.name: command.value}, at_creation=False)
    if refusals:
        raise NotAllowed(*refusals)
    return tell(SettingChanged(command.name, command.value, command.reason))


def _seating(system: System, session: Session, command: AddPlayer | ReplacePlayer | DropPlayer) -> list[Told]:
    match command:
        case AddPlayer():
            refuse_names(session, command.name)
            seat = f"s{len(session.seats) + 1}"
            if system.join is None or len(session.seats) >= system.places[1]:
                raise NotAllowed(say("There is no free place in this game."))
            return [tell(Seated(seat, command.name)), *system.join(session, seat)]
        case ReplacePlayer():
            taken = player_seat(session, command.old)
            refuse_names(session, command.new, leaving=command.old)
            return [tell(Seated(taken, command.new, before=session.names[taken]))]
        case DropPlayer():
            left = player_seat(session, command.name)
            further = system.drop(session, left) if system.drop else ()
            return [tell(SeatDropped(left, session.names[left])), *further]


def refuse_names(session: Session, name: str, leaving: str = "") -> None:
    """Raises NotAllowed if no player may bear this name here; who is *leaving* does not stand in its way."""
    # A name of somebody who left stays theirs: reports and ledgers still say it.
    taken = [seat.name for seat in session.seats if folded(seat.name) != folded(leaving)]
    if refusals := name_refusals([name], taken):
        raise NotAllowed(*refusals)


def _handout(session: Session, command: HandoutTell | HandoutTakeBack) -> list[Told]:
    part = (command.handout, command.text, command.picture, command.alt)
    key, shown = session.part_key(part), session.shown_to(part)
    if isinstance(command, HandoutTakeBack):
        if not shown:
            raise NotAllowed(say("This part of {handout} was not told to anybody.", handout=command.handout))
        to: Audience = "all" if "all" in shown else seats(shown)
        return [tell_as(HandoutTakenBack(*part), to), tell(HandoutAudience(key, ()))]
    if not command.text.strip() and not command.picture:
        raise NotAllowed(say("This part of {handout} is empty: give it a text or a picture.", handout=command.handout))
    if command.picture and not command.alt.strip():
        raise NotAllowed(say("The picture in {handout} needs a line that says what it shows.", handout=command.handout))
    to = audience(session, command.seen_by)
    if to == "gm":
        raise NotAllowed(say("A part of {handout} is told to a player or to all.", handout=command.handout))
    now = {*shown, *((to,) if isinstance(to, str) else to)}
    return [tell_as(HandoutTold(*part), to), tell(HandoutAudience(key, tuple(sorted(now))))]
