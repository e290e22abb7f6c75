"""The board and the choices of a viewer, from what that viewer was told and nothing else."""

from __future__ import annotations

from collections import Counter

from gmkit.core.codec import Cell
from gmkit.core.session import Session
from gmkit.core.view import UNKNOWN, Board, BoardCell, Choice, Legend
from gmkit.systems.zone.facts.orders import order_words
from gmkit.systems.zone.facts.telling import place
from gmkit.systems.zone.objections import order_objections
from gmkit.systems.zone.rows import ELEMENTS, GOLDEN_BALL, element_name
from gmkit.systems.zone.rules.board import CELLS, CENTRE, DIRECTIONS, SIZE
from gmkit.systems.zone.rules.wind import is_in_play, known_safe
from gmkit.systems.zone.rulings import rulings
from gmkit.systems.zone.state import Goods, Order, ZoneState
from gmkit.words import Words, listing, say, say_n

EMPTY, NO_MANGE = "empty", "no_mange"
_ITCH_SIGNS = tuple(direction + direction[1] for direction in DIRECTIONS)


def element_at(known: ZoneState, cell: Cell) -> str:
    """Returns what a cell holds: an id of Z4, "golden_ball", "" for nothing, or "unknown"."""
    return GOLDEN_BALL if cell == CENTRE else known.elements.get(cell, UNKNOWN)


def nuts_at(known: ZoneState, cell: Cell) -> int:
    """Returns how many thrown nuts are known to lie in a cell."""
    return sum(nut.at == cell for nut in known.nuts)


def dropped_at(known: ZoneState, cell: Cell) -> Goods:
    """Returns what is known to lie in a cell that the dead dropped."""
    goods: Counter[str] = Counter()
    for pile in known.piles:
        if pile.at == cell:
            goods.update(pile.goods)
    return dict(goods)


def drawing(session: Session) -> Board:
    """Returns the board as its viewer knows it, ready to be drawn."""
    known: ZoneState = session.game
    names = session.names
    return Board(
        size=(SIZE, SIZE, SIZE),
        cells=tuple(_board_cell(session, cell) for cell in CELLS),
        legend=(
            Legend(look="unknown", words=say("not known")),
            Legend(look=EMPTY, words=say("nothing there")),
            Legend(look=NO_MANGE, words=say("no Mosquito Mange there")),
            Legend(look=GOLDEN_BALL, words=element_name(GOLDEN_BALL)),
            *(Legend(look=element.id, words=element.name) for element in ELEMENTS if element.count is not None),
        ),
        title=say("{title}: day {day}", title=session.title, day=session.turn),
        pieces={
            number: say("Stalker {n} ({name})", n=number, name=names.get(stalker.seat, ""))
            for number, stalker in sorted(known.stalkers.items())
            if stalker.alive
        },
    )


def _board_cell(session: Session, cell: Cell) -> BoardCell:
    known: ZoneState = session.game
    element = element_at(known, cell)
    standing = tuple(stalker.number for stalker in known.standing_at(cell))
    nuts, goods = nuts_at(known, cell), dropped_at(known, cell)
    windy = bool(standing) and known.winds.get(cell) is True and _wind_in_play(session)
    died = any(not stalker.alive and stalker.at == cell for stalker in known.stalkers.values())
    marks = {"nut": nuts > 0, "dropped": bool(goods), "wind": windy, "dead": died}
    look, label = _look(known, cell, element)
    told: list[Words] = [label]
    if standing:
        told.append(say_n("Stalker {numbers}", "Stalkers {numbers}", n=len(standing), numbers=listing(standing)))
    if nuts:
        told.append(say_n("{n} thrown nut", "{n} thrown nuts", n=nuts))
    if goods:
        items = [say("{item} × {n}", item=element_name(item), n=count) for item, count in sorted(goods.items())]
        told.append(say("dropped: {goods}", goods=listing(items)))
    if windy:
        told.append(say("wind"))
    return BoardCell(
        at=cell,
        look=look,
        label=label,
        pieces=standing,
        marks=tuple(mark for mark, there in marks.items() if there),
        spoken=say("{cell}: {told}", cell=place(cell), told=listing(told)),
    )


def _look(known: ZoneState, cell: Cell, element: str) -> tuple[str, Words]:
    if element == UNKNOWN:
        return (NO_MANGE, say("no Mosquito Mange there")) if known_safe(known, cell) else (UNKNOWN, say("not known"))
    return (element, element_name(element)) if element else (EMPTY, say("nothing there"))


def _wind_in_play(session: Session) -> bool:
    return is_in_play(rulings(session.settings).wind, session.game.started_with)


def choices(session: Session, number: int) -> list[Choice]:
    """Returns the orders of one part that a Stalker may be given, as far as its player knows, and a withdrawal."""
    known: ZoneState = session.game
    parts: list[tuple[str, str, Order]] = [
        *(("move", direction, _order(move=direction)) for direction in DIRECTIONS),
        *(("nut", f"nut {direction}", _order(nut=direction)) for direction in DIRECTIONS),
        ("clay", "clay", _order(clay=True)),
        *(("itch", f"itch {signs}", _order(itch=signs)) for signs in _ITCH_SIGNS),
        ("lamp", "death lamp", _order(lamp=True)),
    ]
    found = [
        Choice(label=order_words(order), command={"do": "order", "stalker": number, "text": text}, group=group)
        for group, text, order in parts
        if not session.over and not order_objections(session, number, text)
    ]
    if found and known.order_of(number) is not None:
        withdraw = {"do": "withdraw", "stalker": number}
        found.append(Choice(label=say("withdraw the order"), command=withdraw, group="withdraw"))
    return found


def _order(*, move: str = "", nut: str = "", clay: bool = False, itch: str = "", lamp: bool = False) -> Order:
    return Order(number=0, seat="", move=move, nut=nut, clay=clay, itch=itch, lamp=lamp)
