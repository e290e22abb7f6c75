"""Why a command is refused: from what its speaker knows, every reason at once (ZR19)."""

from __future__ import annotations

from collections.abc import Sequence

from gmkit.core.command import Command
from gmkit.core.session import Session
from gmkit.errors import NotAllowed
from gmkit.systems.zone.commands import CallStrict, GiveOrder, GiveOrders, WithdrawOrder, find_stalker
from gmkit.systems.zone.order_text import Parts, parse_order, split_block
from gmkit.systems.zone.rules.orders import order_refusals
from gmkit.systems.zone.rulings import rulings
from gmkit.systems.zone.state import Order, Stalker, ZoneState
from gmkit.words import Words, listing, say, shown


def objections(session: Session, command: Command) -> Sequence[Words]:
    """Returns why *command* is not allowed, as its speaker can know; nothing if it is.

    Of a Stalker nothing is looked at that its player was not told, so the GM's own session gives the same answers.
    """
    match command:
        case GiveOrder():
            return [*_is_over(session), *order_objections(session, command.stalker, command.text)]
        case GiveOrders():
            return [*_is_over(session), *_block_objections(session, command.text)]
        case WithdrawOrder():
            return [*_is_over(session), *_withdraw_objections(session, command.stalker)]
        case CallStrict():
            return [*_is_over(session), *_strict_objections(session)]
        case _:
            return _is_over(session)


def order_objections(session: Session, named: int | str, text: str) -> list[Words]:
    """Returns why this order for this Stalker is not allowed."""
    stalker = find_stalker(session, named)
    found: list[Words] = _who_objections(session, stalker, named)
    try:
        parts = parse_order(text)
    except NotAllowed as refused:
        return [*found, *refused.reasons]
    if stalker is None or found:
        return found
    costs = rulings(session.settings).itch_costs_move
    return order_refusals(stalker, to_order(stalker, parts), day=session.turn, itch_costs_move=costs)


def to_order(stalker: Stalker, parts: Parts) -> Order:
    """Returns what was read as the order of a Stalker."""
    return Order(
        number=stalker.number,
        seat=stalker.seat,
        move=parts.move,
        nut=parts.nut,
        clay=parts.clay,
        itch=parts.itch,
        lamp=parts.lamp,
    )


def _is_over(session: Session) -> list[Words]:
    return [say("The game is over.")] if session.over else []


def unknown_stalker(session: Session, named: object) -> Words:
    """Returns the refusal of a Stalker that is not there."""
    state: ZoneState = session.game
    known = listing(
        say("{n} ({name})", n=number, name=session.names.get(one.seat, ""))
        for number, one in sorted(state.stalkers.items())
    )
    return say("There is no Stalker {named}; there are: {known}.", named=shown(named), known=known)


def cannot_order(session: Session, stalker: Stalker) -> list[Words]:
    """Returns why a Stalker is given no orders at all: dead, at the Ball, or left by its player."""
    state: ZoneState = session.game
    seat = session.seat(stalker.seat)
    if not stalker.alive:
        return [say("Stalker {n} is dead [ZR19].", n=stalker.number)]
    if stalker.number in state.reached:
        return [say("Stalker {n} has reached the Golden Ball and gives no orders [ZR11].", n=stalker.number)]
    if seat is not None and seat.dropped:
        return [say("The player of Stalker {n} has left: the seat gives no orders.", n=stalker.number)]
    return []


def _who_objections(session: Session, stalker: Stalker | None, named: int | str) -> list[Words]:
    return [unknown_stalker(session, named)] if stalker is None else cannot_order(session, stalker)


def _block_objections(session: Session, text: str) -> list[Words]:
    lines = split_block(text)
    if not lines:
        return [say("There is no order in the block: write a line for each Stalker, such as 1: X+")]
    found: list[Words] = []
    for number, named, order in lines:
        if named:
            reasons = order_objections(session, named, order)
        else:
            reasons = [say("it does not say whose order it is; write it as 1: X+ or Anna: X+")]
        found += [say("Line {number}: {reason}", number=number, reason=reason) for reason in reasons]
    return found


def _withdraw_objections(session: Session, named: int | str) -> list[Words]:
    stalker = find_stalker(session, named)
    found = _who_objections(session, stalker, named)
    state: ZoneState = session.game
    if stalker is not None and not found and state.order_of(stalker.number) is None:
        found.append(say("Stalker {n} has no order to withdraw.", n=stalker.number))
    return found


def _strict_objections(session: Session) -> list[Words]:
    state: ZoneState = session.game
    if state.strict_from is not None:
        return [say("Strict order has held since day {day} and is never turned off [ZR20].", day=state.strict_from)]
    if state.secrets.strict_called is not None:
        return [say("Strict order was called for already; it starts on day {day} [ZR20].", day=session.turn + 1)]
    return []
