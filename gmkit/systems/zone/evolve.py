"""The fold: what each fact changes, and nothing more. No rule is run here (S1).

The same function folds all facts into the GM's state and those told to a seat into that seat's; so each change says
what it does where the value before is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeVar

from gmkit.core.codec import Cell
from gmkit.core.fact import Fact
from gmkit.core.view import UNKNOWN
from gmkit.systems.zone import facts as f
from gmkit.systems.zone.rows import LAMP, MANGE
from gmkit.systems.zone.state import NOT_TOLD, Blindness, Goods, Hidden, Pile, Stalker, ThrownNut, Unknown, ZoneState

T = TypeVar("T")


def evolve(state: ZoneState, fact: Fact) -> ZoneState:
    """Returns the state after a fact."""
    return _fold(fact, state)


@singledispatch
def _fold(_: Fact, state: ZoneState) -> ZoneState:
    """Returns the state as it is: facts that change nothing here."""
    return state


# --- the start and each day's beginning ------------------------------------------------------------------------------


@_fold.register
def _(fact: f.ZoneOpened, state: ZoneState) -> ZoneState:
    return replace(state, started_with=fact.stalkers)


@_fold.register
def _(fact: f.LayoutSet, state: ZoneState) -> ZoneState:
    hidden = Hidden(blindness=fact.blindness, first_list=fact.first_list)
    return replace(state, elements=fact.elements, nuts=fact.nuts, piles=fact.piles, hidden=hidden)


@_fold.register
def _(fact: f.StalkerPlaced, state: ZoneState) -> ZoneState:
    stalker = Stalker(number=fact.stalker, seat=fact.seat, at=fact.at, alive=fact.alive, paralysed=fact.paralysed)
    # A start cell is safe: somebody stands there and lives (ZR23).
    state = state.put(stalker)
    if fact.mange:
        return _deadly(state, fact.at)
    return _trodden(state, fact.at) if fact.alive else state


@_fold.register
def _(fact: f.GoodsGiven, state: ZoneState) -> ZoneState:
    return _change(state, fact.stalker, carries=fact.carries, burnt_on=fact.burnt_on)


@_fold.register
def _(fact: f.StrictStarted, state: ZoneState) -> ZoneState:
    return replace(state, strict_from=fact.day)


@_fold.register
def _(fact: f.ListSet, state: ZoneState) -> ZoneState:
    return replace(state, today=fact.stalkers)


@_fold.register
def _(fact: f.GrinderStands, state: ZoneState) -> ZoneState:
    return replace(state, grinder=replace(state.grinder, before=fact.before))


@_fold.register
def _(fact: f.DayEnded, state: ZoneState) -> ZoneState:
    return _hide(replace(state, orders=()), strict_called=None)


# --- orders ----------------------------------------------------------------------------------------------------------


@_fold.register
def _(fact: f.OrderGiven, state: ZoneState) -> ZoneState:
    # In free order a replaced order goes to the end (ZR4).
    return replace(state, orders=(*_without(state, fact.stalker), fact.order))


@_fold.register
def _(fact: f.OrderWithdrawn, state: ZoneState) -> ZoneState:
    return replace(state, orders=_without(state, fact.stalker))


@_fold.register
def _(fact: f.StrictCalled, state: ZoneState) -> ZoneState:
    return _hide(state, strict_called=fact.reason)


# --- the day ---------------------------------------------------------------------------------------------------------


@_fold.register
def _(fact: f.LostMove, state: ZoneState) -> ZoneState:
    return _change(state, fact.stalker, paralysed=False)


@_fold.register
def _(fact: f.Paralysed, state: ZoneState) -> ZoneState:
    return _change(state, fact.stalker, paralysed=True)


@_fold.register
def _(fact: f.Moved, state: ZoneState) -> ZoneState:
    stalker = state.stalkers[fact.stalker]
    been = stalker.been if fact.at in stalker.been else (*stalker.been, fact.at)
    return _trodden(_lifted(state.put(replace(stalker, at=fact.at, been=been)), fact.at), fact.at)


@_fold.register
def _(fact: f.NutThrown, state: ZoneState) -> ZoneState:
    probed = state.stalkers[fact.stalker].probed
    return state if fact.at in probed else _change(state, fact.stalker, probed=(*probed, fact.at))


@_fold.register
def _(fact: f.Died, state: ZoneState) -> ZoneState:
    stalker = state.stalkers[fact.stalker]
    state = _buried(state, stalker, fact.at)
    return _deadly(state, fact.at) if fact.cause == MANGE else state


@_fold.register
def _(fact: f.GrinderStopped, state: ZoneState) -> ZoneState:
    # The place is kept where it is known at all: in the GM's fold the next fact says it.
    return replace(state, grinder=replace(state.grinder, stopped_on=fact.day, by=fact.by, before=()))


@_fold.register
def _(fact: f.GrinderPlaced, state: ZoneState) -> ZoneState:
    return replace(state, grinder=replace(state.grinder, place=fact.place))


@_fold.register
def _(fact: f.ReachedBall, state: ZoneState) -> ZoneState:
    return replace(state, reached=(*state.reached, fact.stalker))


@_fold.register
def _(fact: f.WindHeard, state: ZoneState) -> ZoneState:
    return replace(state, winds={**state.winds, fact.at: True})


@_fold.register
def _(fact: f.WindStill, state: ZoneState) -> ZoneState:
    return replace(state, winds={**state.winds, fact.at: False})


@_fold.register
def _(fact: f.GameWon, state: ZoneState) -> ZoneState:
    return replace(state, winner=fact.winner)


# --- finds -----------------------------------------------------------------------------------------------------------


@_fold.register
def _(fact: f.CellFound, state: ZoneState) -> ZoneState:
    state = _gain(state, fact.stalker, fact.items)
    return _held(state, fact.at, fact.holds)


@_fold.register
def _(fact: f.Taken, state: ZoneState) -> ZoneState:
    return _gain(state, fact.stalker, fact.items)


@_fold.register
def _(fact: f.Spent, state: ZoneState) -> ZoneState:
    return _gain(state, fact.stalker, {fact.item: -1})


@_fold.register
def _(fact: f.NutLanded, state: ZoneState) -> ZoneState:
    if fact.lies:
        state = replace(state, nuts=(*state.nuts, ThrownNut(at=fact.at, by=fact.stalker)))
    if fact.to_all:
        return _deadly(state, fact.at) if fact.fell == "mange" else _trodden(state, fact.at)
    if fact.fell == "mange":
        return _held(state, fact.at, MANGE)
    return _safe(state, fact.at)


@_fold.register
def _(fact: f.Burnt, state: ZoneState) -> ZoneState:
    return _change(state, fact.stalker, burnt_on=fact.day)


@_fold.register
def _(fact: f.Healed, state: ZoneState) -> ZoneState:
    return _change(state, fact.stalker, burnt_on=None)


@_fold.register
def _(fact: f.LampCarried, state: ZoneState) -> ZoneState:
    return _gain(state, fact.stalker, {LAMP: fact.lamps})


@_fold.register
def _(fact: f.Dropped, state: ZoneState) -> ZoneState:
    state = _change(state, fact.stalker, carries={})
    if not fact.lies:
        return state
    return replace(state, piles=(*state.piles, Pile(at=fact.at, goods=fact.items, by=fact.stalker)))


# --- what only the GM knows ------------------------------------------------------------------------------------------


@_fold.register
def _(fact: f.BlindnessDue, state: ZoneState) -> ZoneState:
    due = state.secrets.blindness
    before = due.get(fact.stalker, Blindness())
    used_on = fact.used_on if before.used_on is None else before.used_on
    now = Blindness(lamps=before.lamps + fact.lamps, used_on=used_on)
    return _hide(state, blindness={**due, fact.stalker: now})


@_fold.register
def _(fact: f.BlindnessActed, state: ZoneState) -> ZoneState:
    untold, unmoved = state.secrets.blind_untold, state.secrets.blind_unmoved
    if fact.told_later:
        untold = (*untold, (fact.stalker, fact.day))
        unmoved = unmoved if fact.had_move else (*unmoved, (fact.stalker, fact.day))
    seeing = _but(state.secrets.blindness, fact.stalker)
    return _hide(state, blindness=seeing, blind_untold=untold, blind_unmoved=unmoved)


@_fold.register
def _(fact: f.LampLit, state: ZoneState) -> ZoneState:
    return _hide(state, lamps_lit=(*state.secrets.lamps_lit, fact.day)) if fact.published_later else state


@_fold.register
def _(_fact: f.BlindnessTold, state: ZoneState) -> ZoneState:
    return _hide(state, lamps_lit=(), blind_untold=(), blind_unmoved=())


# --- corrections -----------------------------------------------------------------------------------------------------


@_fold.register
def _(fact: f.StalkerSet, state: ZoneState) -> ZoneState:
    stalker, value = state.stalkers[fact.stalker], fact.value
    match fact.field:
        case "at":
            x, y, z = value
            state = state.put(replace(stalker, at=(x, y, z)))
            return _trodden(state, (x, y, z)) if stalker.alive else state
        case "alive" if not value:
            return _buried(state, stalker, stalker.at)
        case "alive":
            # It may be taken out of a Mange by the next fact: no word of the cell.
            return state.put(replace(stalker, alive=True))
        case "blinded":
            due = state.secrets.blindness
            now = {**due, stalker.number: Blindness()} if value else _but(due, stalker.number)
            return _hide(state, blindness=now)
        case "burnt":
            return _change(state, fact.stalker, burnt_on=value)
        case _:
            return _change(state, fact.stalker, **{fact.field: value})


@_fold.register
def _(fact: f.CellSet, state: ZoneState) -> ZoneState:
    state = _held(state, fact.at, fact.holds)
    return _unsafe(state, fact.at) if fact.holds == MANGE else state


@_fold.register
def _(fact: f.MangeTold, state: ZoneState) -> ZoneState:
    if fact.mange:
        state = _unsafe(state, fact.at)
        return _deadly(state, fact.at) if fact.to_all else _held(state, fact.at, MANGE)
    state = replace(_forgotten(state, fact.at), deadly=_without_cell(state.deadly, fact.at))
    return _trodden(state, fact.at) if fact.to_all else _safe(state, fact.at)


@_fold.register
def _(fact: f.LyingNutsSet, state: ZoneState) -> ZoneState:
    elsewhere = tuple(nut for nut in state.nuts if nut.at != fact.at)
    return replace(state, nuts=(*elsewhere, *(ThrownNut(at=fact.at) for _ in range(fact.nuts))))


@_fold.register
def _(fact: f.LyingPilesSet, state: ZoneState) -> ZoneState:
    elsewhere = tuple(pile for pile in state.piles if pile.at != fact.at)
    here = (Pile(at=fact.at, goods=fact.goods),) if fact.goods else ()
    return replace(state, piles=(*elsewhere, *here))


# --- parts of a change -----------------------------------------------------------------------------------------------


def _change(state: ZoneState, number: int, **values: Any) -> ZoneState:
    return state.put(replace(state.stalkers[number], **values))


def _gain(state: ZoneState, number: int, items: Goods) -> ZoneState:
    carries = dict(state.stalkers[number].goods)
    for item, count in items.items():
        carries[item] = carries.get(item, 0) + count
    return _change(state, number, carries={item: count for item, count in carries.items() if count > 0})


def _buried(state: ZoneState, stalker: Stalker, at: Cell) -> ZoneState:
    """Returns the state with a dead Stalker: what it had is lost, what it suffered is over, where that was known."""
    carries: Goods | Unknown = NOT_TOLD if stalker.carries == UNKNOWN else {}
    burnt_on = NOT_TOLD if stalker.burnt_on == UNKNOWN else None
    dead = replace(stalker, at=at, alive=False, paralysed=False, carries=carries, burnt_on=burnt_on)
    return _hide(state.put(dead), blindness=_but(state.secrets.blindness, stalker.number))


def _trodden(state: ZoneState, cell: Cell) -> ZoneState:
    return state if state.trodden.get(cell) else replace(state, trodden={**state.trodden, cell: True})


def _deadly(state: ZoneState, cell: Cell) -> ZoneState:
    return replace(_held(state, cell, MANGE), deadly={**state.deadly, cell: True})


def _held(state: ZoneState, cell: Cell, element: str) -> ZoneState:
    return replace(state, elements={**state.elements, cell: element})


def _safe(state: ZoneState, cell: Cell) -> ZoneState:
    return state if state.no_mange.get(cell) else replace(state, no_mange={**state.no_mange, cell: True})


def _unsafe(state: ZoneState, cell: Cell) -> ZoneState:
    return replace(state, no_mange=_without_cell(state.no_mange, cell), trodden=_without_cell(state.trodden, cell))


def _forgotten(state: ZoneState, cell: Cell) -> ZoneState:
    return replace(state, elements=_without_cell(state.elements, cell))


def _without_cell(cells: Mapping[Cell, T], cell: Cell) -> dict[Cell, T]:
    return {at: value for at, value in cells.items() if at != cell}


def _lifted(state: ZoneState, cell: Cell) -> ZoneState:
    """Returns the state without what lay about in a cell; in the centre too (ZR8, ZR24)."""
    nuts = tuple(nut for nut in state.nuts if nut.at != cell)
    piles = tuple(pile for pile in state.piles if pile.at != cell)
    return replace(state, nuts=nuts, piles=piles)


def _without(state: ZoneState, number: int) -> tuple[Any, ...]:
    return tuple(order for order in state.orders if order.number != number)


def _but(due: Mapping[int, Blindness], number: int) -> Mapping[int, Blindness]:
    return {stalker: blindness for stalker, blindness in due.items() if stalker != number}


def _hide(state: ZoneState, **values: Any) -> ZoneState:
    """Returns the state with other secrets; a viewer who has none gets none."""
    return state if state.hidden == UNKNOWN else replace(state, hidden=replace(state.secrets, **values))
