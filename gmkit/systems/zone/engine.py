"""From a command to what happens: orders are kept, the day's end resolves them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gmkit.core.command import Command
from gmkit.core.session import Session
from gmkit.core.visibility import Told
from gmkit.systems.zone import facts as f
from gmkit.systems.zone.commands import CallStrict, EndDay, GiveOrder, GiveOrders, WithdrawOrder, find_stalker
from gmkit.systems.zone.day import Unfolding, resolve
from gmkit.systems.zone.facts.orders import order_words
from gmkit.systems.zone.objections import to_order
from gmkit.systems.zone.order_text import parse_order, split_block
from gmkit.systems.zone.state import Stalker
from gmkit.words import Words, listing, say

if TYPE_CHECKING:
    from gmkit.dice.chance import Chances


def decide(session: Session, command: Command, chance: Chances) -> Sequence[Told]:
    """Returns what a command brings; it was not objected to."""
    unfolding = Unfolding(session.game)
    match command:
        case GiveOrder():
            _take_order(unfolding, _stalker(session, command.stalker), command.text)
        case GiveOrders():
            # A second line for the same Stalker replaces the first, as a second order does (ZR19).
            for _, named, text in split_block(command.text):
                _take_order(unfolding, _stalker(session, named), text)
        case WithdrawOrder():
            unfolding.happen(f.OrderWithdrawn.of(_stalker(session, command.stalker)))
        case CallStrict():
            unfolding.happen(f.StrictCalled(reason=command.reason))
        case EndDay():
            return resolve(session, chance)
        case _:
            raise TypeError(f"the Zone has no verb {command.verb!r}")
    return unfolding.told


def _stalker(session: Session, named: int | str) -> Stalker:
    stalker = find_stalker(session, named)
    assert stalker is not None, "objections refuse a Stalker that is not there"
    return stalker


def _take_order(unfolding: Unfolding, stalker: Stalker, text: str) -> None:
    parts = parse_order(text)
    replaces = unfolding.state.order_of(stalker.number) is not None
    unfolding.happen(
        f.OrderGiven.of(
            stalker,
            move=parts.move,
            nut=parts.nut,
            clay=parts.clay,
            itch=parts.itch,
            lamp=parts.lamp,
            replaces=replaces,
        )
    )


def stands(session: Session, command: Command) -> Words | None:
    """Returns what stands for the day instead of orders that were given before, None if they stand (ZR19)."""
    match command:
        case GiveOrder():
            given = [(command.stalker, command.text)]
        case GiveOrders():
            given = [(named, text) for _, named, text in split_block(command.text)]
        case _:
            return None
    last = {_stalker(session, named).number: text for named, text in given}
    found: list[Words] = []
    for number, text in last.items():
        stalker = session.game.stalkers[number]
        now = session.game.order_of(number)
        if now is None:
            found.append(say("No order stands for Stalker {n}", n=number))
        elif now != to_order(stalker, parse_order(text)):
            found.append(say("Now stands for Stalker {n}: {order}", n=number, order=order_words(now)))
    return listing(found, "; ") if found else None
