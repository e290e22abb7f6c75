"""How a game begins, and how seats are taken and left later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gmkit.core.session import Session, Setup
from gmkit.core.visibility import Told
from gmkit.errors import NotAllowed
from gmkit.systems.zone import facts as f
from gmkit.systems.zone.day import Unfolding
from gmkit.systems.zone.rows import MANGE
from gmkit.systems.zone.rules import schedule, wind
from gmkit.systems.zone.rules.board import CELLS, CORNERS, SEATING, stalker_numbers, start_corner
from gmkit.systems.zone.rules.layout import scatter, whole
from gmkit.systems.zone.rulings import SETTINGS, Rulings, rulings
from gmkit.systems.zone.scenario import Reader, Scenario, Start, count_refusals
from gmkit.systems.zone.state import Blindness, Pile, ThrownNut, ZoneState, empty
from gmkit.words import Words, say

if TYPE_CHECKING:
    from gmkit.core.codec import Cell
    from gmkit.dice.chance import Chances

PLACES = len(CELLS) - len(CORNERS) - 1
"""The cells over which elements are scattered: not the corners, not the centre (ZR2)."""


def begin(setup: Setup, chance: Chances) -> Sequence[Told]:
    """Returns the facts of the start.

    Raises:
        NotAllowed: If the scenario or the counts are wrong; every reason at once.
    """
    numbers = stalker_numbers(len(setup.seats))
    reader = Reader(setup.scenario, numbers)
    scenario = reader.read()
    reasons = [*reader.reasons, *_count_refusals(setup)]
    if reasons:
        raise NotAllowed(*reasons)
    ruled = rulings(setup.settings)
    layout = _layout(scenario, ruled, chance)
    seats = dict(zip(numbers, setup.seats, strict=True))
    start = Unfolding(empty())
    _open(start, scenario, layout, len(numbers))
    for number in sorted(seats):
        _place(start, number, seats[number], scenario.starts[number], day=scenario.day, layout=layout)
    if scenario.grinder_stopped:
        start.happen(f.GrinderStopped(day=scenario.day, by=0))
    for stalker in start.state.playing:
        start.hear_wind(stalker, in_play=wind.is_in_play(ruled.wind, len(numbers)))
    _first_list(start, scenario, ruled, chance)
    return start.told


def join(session: Session, seat: str) -> Sequence[Told]:
    """Returns what follows when a player takes a further seat: the next Stalker of ZR1 in its corner, with nothing.

    Raises:
        NotAllowed: If all eight Stalkers have a player, or the game is over.
    """
    state: ZoneState = session.game
    free = [number for number in SEATING if number not in state.stalkers]
    if session.over or not free:
        raise NotAllowed(say("There is no free place in the Zone: it is for eight Stalkers [Z3]."))
    ruled = rulings(session.settings)
    joining = Unfolding(state)
    _place(joining, free[0], seat, Start(at=start_corner(free[0])), day=session.turn)
    joining.hear_wind(joining.state.stalkers[free[0]], in_play=wind.is_in_play(ruled.wind, state.started_with))
    if state.strict_on(session.turn):
        joining.happen(f.ListSet(day=session.turn, strict=True, stalkers=(*state.today, free[0])))
    return joining.told


def drop(session: Session, seat: str) -> Sequence[Told]:
    """Returns what follows when a player leaves: an order that stands is withdrawn, the Stalker stays."""
    leaving = Unfolding(session.game)
    for stalker in leaving.state.stalkers.values():
        if stalker.seat == seat and leaving.state.order_of(stalker.number) is not None:
            leaving.happen(f.OrderWithdrawn.of(stalker))
    return leaving.told


def _count_refusals(setup: Setup) -> list[Words]:
    counts = setup.settings.get("counts", {})
    if isinstance(counts, Mapping):
        counts = {**SETTINGS.defaults["counts"], **counts}
    return count_refusals(counts, PLACES)


def _layout(scenario: Scenario, ruled: Rulings, chance: Chances) -> dict[Cell, str]:
    if scenario.layout is not None and not scenario.fill:
        # A given layout is the whole layout: neither counts nor paths are checked.
        return dict(scenario.layout)
    starts = [start.at for start in scenario.starts.values() if not start.dead]
    return scatter(ruled.counts, scenario.layout or {}, starts, chance)


def _open(start: Unfolding, scenario: Scenario, layout: Mapping[Cell, str], stalkers: int) -> None:
    start.happen(f.ZoneOpened(stalkers=stalkers))
    if stalkers % 2:
        start.happen(f.OddNumber(stalkers=stalkers))
    start.happen(
        f.LayoutSet(
            elements=whole(layout),
            nuts=tuple(ThrownNut(at=cell) for cell, count in scenario.nuts.items() for _ in range(count)),
            piles=tuple(Pile(at=cell, goods=goods) for cell, goods in scenario.dropped.items()),
            # As by a lamp used the day before: it is told with the report of the day in which it acts.
            blindness={
                number: Blindness(used_on=scenario.day - 1) for number, one in scenario.starts.items() if one.blinded
            },
            first_list=scenario.schedule,
        )
    )


def _place(
    start: Unfolding, number: int, seat: str, one: Start, *, day: int, layout: Mapping[Cell, str] | None = None
) -> None:
    mange = one.dead and (layout or {}).get(one.at) == MANGE
    start.happen(
        f.StalkerPlaced(stalker=number, seat=seat, at=one.at, alive=not one.dead, paralysed=one.paralysed, mange=mange)
    )
    burnt_on = day - 1 if one.burnt else None
    start.happen(f.GoodsGiven(stalker=number, seat=seat, carries=one.carries, burnt_on=burnt_on))


def _first_list(start: Unfolding, scenario: Scenario, ruled: Rulings, chance: Chances) -> None:
    day = scenario.day
    if not scenario.strict_order:
        start.happen(f.ListSet(day=day, strict=False))
        return
    start.happen(f.StrictStarted(day=day))
    drawn = schedule.first_list(start.state.stalkers, ruled.schedule, scenario.schedule, chance)
    start.happen(f.ListSet(day=day, strict=True, stalkers=schedule.struck(drawn, start.state)))
