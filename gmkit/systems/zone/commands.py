"""The verbs of the Zone as data, and whom an order speaks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import StrictInt, StrictStr

from gmkit.core.command import Command, whole_number
from gmkit.core.names import folded
from gmkit.core.session import Session
from gmkit.systems.zone.order_text import folded_name
from gmkit.systems.zone.state import Stalker, ZoneState


@dataclass(frozen=True, kw_only=True)
class GiveOrder(Command):
    """Orders what a Stalker does this day (Z9)."""

    verb: ClassVar[str] = "order"
    takes_turn: ClassVar[bool] = True
    stalker: StrictInt | StrictStr
    """Its number, or its player's name."""
    text: StrictStr


@dataclass(frozen=True, kw_only=True)
class GiveOrders(Command):
    """Orders several Stalkers by a pasted block, a line each: "1: X+"."""

    verb: ClassVar[str] = "orders"
    takes_turn: ClassVar[bool] = True
    text: StrictStr


@dataclass(frozen=True, kw_only=True)
class WithdrawOrder(Command):
    """Takes a Stalker's order back."""

    verb: ClassVar[str] = "withdraw"
    takes_turn: ClassVar[bool] = True
    stalker: StrictInt | StrictStr


@dataclass(frozen=True, kw_only=True)
class CallStrict(Command):
    """Calls for strict order from the next day on (Z7 1 and 3)."""

    verb: ClassVar[str] = "strict"
    takes_turn: ClassVar[bool] = True
    reason: StrictStr = ""


@dataclass(frozen=True, kw_only=True)
class EndDay(Command):
    """Resolves the day (ZR18)."""

    verb: ClassVar[str] = "end_day"
    takes_turn: ClassVar[bool] = True
    closes_turn: ClassVar[bool] = True


COMMANDS: tuple[type[Command], ...] = (GiveOrder, GiveOrders, WithdrawOrder, CallStrict, EndDay)


def find_stalker(session: Session, named: object) -> Stalker | None:
    """Returns the Stalker with this number or of this player, None if there is none."""
    state: ZoneState = session.game
    if not isinstance(named, str):
        number = whole_number(named)
        return None if number is None else state.stalkers.get(number)
    seats = [seat for seat in session.seats if folded(seat.name) == folded(named)]
    # A seat that a player left keeps its name; who plays comes first.
    for seat in sorted(seats, key=lambda seat: seat.dropped):
        for stalker in state.stalkers.values():
            if stalker.seat == seat.id:
                return stalker
    name = folded_name(named)
    return state.stalkers.get(int(name)) if name.isdigit() else None


def speaker(session: Session, command: Command) -> str | None:
    """Returns the seat whose knowledge a command is checked against; None: the GM's, for all but a single order."""
    if isinstance(command, (GiveOrder, WithdrawOrder)):
        stalker = find_stalker(session, command.stalker)
        return stalker.seat if stalker else None
    return None
