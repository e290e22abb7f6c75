"""What may be ordered (Z9, ZR19)."""

from __future__ import annotations

from gmkit.core.rulebook import rule
from gmkit.systems.zone.facts.telling import place, sign
from gmkit.systems.zone.rows import CLAY, ETAK, ITCH, LAMP, NUT, element_name
from gmkit.systems.zone.rules.board import is_inside, step
from gmkit.systems.zone.rules.itch import landing
from gmkit.systems.zone.rules.witches_jelly import rests_on
from gmkit.systems.zone.state import Order, Stalker
from gmkit.words import Words, say


@rule("Z9", "ZR19", "ZR14")
def order_refusals(stalker: Stalker, order: Order, *, day: int, itch_costs_move: bool) -> list[Words]:
    """Returns why an order is impossible by what its player knows, every reason at once.

    Nothing is refused for what the player does not know: blindness, what lies ahead. A paralysed Stalker may order.
    """
    found = [*_out_of_the_cube(stalker, order), *_not_carried(stalker, order)]
    if order.clay and stalker.burnt is not True:
        found.append(say("Stalker {n} is not burnt: clay heals burns only [ZR19].", n=stalker.number))
    if rests_on(stalker, day) and (order.move or order.nut or order.itch or order.lamp):
        found.append(
            say(
                "Stalker {n} is burnt and rests on day {day}: only clay can be used [ZR12, ZR19].",
                n=stalker.number,
                day=day,
            )
        )
    if itch_costs_move and order.itch and (order.move or order.nut or order.clay):
        found.append(say("An Itch takes the place of move, nut and clay here: order one of them [ZR14]."))
    return found


def _out_of_the_cube(stalker: Stalker, order: Order) -> list[Words]:
    found: list[Words] = [
        say("{direction} leads out of the cube from {cell} [Z1].", **_where(stalker, direction))
        for direction in filter(None, (order.move, order.nut))
        if not is_inside(step(stalker.at, direction))
    ]
    if order.itch and landing(stalker.at, order.itch) is None:
        found.append(
            say("An Itch cannot be thrown {direction} from the wall, {cell} [ZR14].", **_where(stalker, order.itch))
        )
    return found


def _where(stalker: Stalker, direction: str) -> dict[str, Words]:
    return {"direction": sign(direction), "cell": place(stalker.at)}


def _not_carried(stalker: Stalker, order: Order) -> list[Words]:
    needed = [
        *([ITCH] if order.itch else ()),
        *([NUT] if order.nut else ()),
        *([CLAY] if order.clay else ()),
        *([LAMP, ETAK] if order.lamp else ()),
    ]
    return [
        say("Stalker {n} has none of these: {item} [ZR19].", n=stalker.number, item=element_name(item))
        for item in needed
        if not stalker.has(item)
    ]
