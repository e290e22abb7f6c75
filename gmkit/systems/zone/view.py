"""The report of a day for one viewer: pieces of a page, from what that viewer was told (Z6, ZR17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gmkit.core.fact import Fact
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.system import PageRequest
from gmkit.core.view import UNKNOWN, Drawing, Grid, Heading, Lines, Page, Paragraph, Piece
from gmkit.core.visibility import GM, PUBLIC
from gmkit.systems.zone import facts as f
from gmkit.systems.zone.board_view import drawing, element_at
from gmkit.systems.zone.facts.telling import numbers, place, sign
from gmkit.systems.zone.rows import BY_ID, SCATTERED
from gmkit.systems.zone.rules.board import CELLS
from gmkit.systems.zone.rules.wind import is_in_play, wind_risk
from gmkit.systems.zone.rules.witches_jelly import next_move_day
from gmkit.systems.zone.rulings import rulings
from gmkit.systems.zone.state import Stalker, ZoneState
from gmkit.words import Words, listing, say, say_n

# Each of these has a place of its own on the page, so that nothing stands there twice.
_ELSEWHERE = (f.WindHeard, f.StalkerPlaced, f.StrictStarted, f.ListSet, f.GameWon)


@rule("Z6", "Z8", "ZR17", "ZR22")
def page(request: PageRequest) -> Page:
    """Returns the report of a turn; turn 0 is the start."""
    told = [fact for fact in request.facts if isinstance(fact, f.FACTS)]
    title = say("Day {day}", day=request.turn) if request.turn else say("The start")
    pieces: list[Piece] = [
        *_winner(told),
        *_happened(request, told),
        Heading(say("Stalkers")),
        _positions(request.after),
        *_air(request.after),
        *_grinder(request),
        *_next_day(request, told),
    ]
    if request.viewer == GM:
        pieces += _gm_section(request, told)
    elif request.viewer != PUBLIC:
        pieces += _own_section(request, told)
    if request.turn == 0:
        pieces.append(Paragraph(say("Players may not agree on anything beforehand [Z8]."), "quiet"))
    return Page(title, (*pieces, _picture(request)))


@rule("Z6")
def _picture(request: PageRequest) -> Drawing:
    """Returns the Zone as this viewer knows it at the end of the turn."""
    where = say("The Zone after day {day}", day=request.turn) if request.turn else say("The Zone at the start")
    return Drawing(where, replace(drawing(request.after), title=""))


# --- for everybody ---------------------------------------------------------------------------------------------------


def _winner(told: Sequence[Fact]) -> list[Piece]:
    return [Paragraph(fact.line({}), "strong") for fact in told if isinstance(fact, f.GameWon)]


def _happened(request: PageRequest, told: Iterable[Fact]) -> list[Piece]:
    names = request.after.names
    lines = [
        fact.line(names) for fact in told if fact.has_line and f.is_public(fact) and not isinstance(fact, _ELSEWHERE)
    ]
    if lines:
        return [Heading(say("What happened")), Lines(tuple(lines))]
    return [Paragraph(say("Nothing happened that all can see."))] if request.turn else []


def _positions(session: Session) -> Grid:
    state: ZoneState = session.game
    rows: list[tuple[Words, ...]] = [
        (
            sign(str(number)),
            session.names.get(stalker.seat, ""),
            place(stalker.at),
            listing(_condition(state, stalker)) if _condition(state, stalker) else sign("–"),
        )
        for number, stalker in sorted(state.stalkers.items())
    ]
    return Grid((say("Number"), say("Player"), say("Cell"), say("State")), tuple(rows))


def _condition(state: ZoneState, stalker: Stalker) -> list[Words]:
    """Returns what the viewer knows of a Stalker's state, in words."""
    if not stalker.alive:
        return [say("dead")]
    found: list[Words] = []
    if stalker.number in state.reached:
        found.append(say("at the Golden Ball"))
    if stalker.paralysed:
        found.append(say("paralysed"))
    if stalker.burnt is True:
        found.append(say("burnt"))
    if stalker.number in state.secrets.blindness:
        found.append(say("blinded"))
    return found


def _air(session: Session) -> list[Piece]:
    """Returns the winds that stand: in every report while a Stalker stands there (ZR22)."""
    state: ZoneState = session.game
    if not is_in_play(rulings(session.settings).wind, state.started_with):
        return []
    lines = [
        say("Wind: Stalker {n} at {cell}.", n=number, cell=place(stalker.at))
        for number, stalker in sorted(state.stalkers.items())
        if stalker.alive and state.winds.get(stalker.at) is True
    ]
    return [Heading(say("Wind")), Lines(tuple(lines)) if lines else Paragraph(say("No wind is heard."))]


def _grinder(request: PageRequest) -> list[Piece]:
    """Returns whether the grinder still stands when the next day begins, as far as everybody knows (ZR10)."""
    state: ZoneState = request.after.game
    grinder, day = state.grinder, request.after.turn
    if request.after.over:
        return []
    if not grinder.stopped_on or day not in (grinder.stopped_on, grinder.stopped_on + 1):
        return [Paragraph(say("The Meat Grinder turns."))]
    if not grinder.by:
        # The scenario's stop is a line of the start itself; from its next day on it turns.
        return [] if day == grinder.stopped_on else [Paragraph(say("The Meat Grinder turns."))]
    if not state.strict_on(day):
        # In free order nobody but the GM knows who comes before the stopper's place.
        words = say("On day {day} the Meat Grinder stands for all before the stopper's place [ZR10].", day=day)
        return [Paragraph(words)]
    before = tuple(number for number in grinder.before if number in state.today)
    if not before:
        return [Paragraph(say("The Meat Grinder turns."))]
    words = say_n(
        "On day {day} the Meat Grinder stands for Stalker {list}.",
        "On day {day} the Meat Grinder stands for Stalkers {list}.",
        n=len(before),
        day=day,
        list=numbers(before),
    )
    return [Paragraph(words)]


def _next_day(request: PageRequest, told: Sequence[Fact]) -> list[Piece]:
    if request.after.over:
        return [Paragraph(say("The game is over."), "strong")]
    lines = [fact.line(request.after.names) for fact in told if isinstance(fact, (f.StrictStarted, f.ListSet))]
    return [Heading(say("The next day") if request.turn else say("The first day")), *map(Paragraph, lines)]


# --- for one player --------------------------------------------------------------------------------------------------


def _own_section(request: PageRequest, told: Iterable[Fact]) -> list[Piece]:
    session = request.after
    state: ZoneState = session.game
    own = next((stalker for stalker in state.stalkers.values() if stalker.seat == request.viewer), None)
    if own is None:
        return []
    lines = [fact.line(session.names) for fact in told if fact.has_line and not f.is_public(fact)]
    pieces: list[Piece] = [Heading(say("For {name} alone", name=session.names.get(own.seat, "")))]
    if lines:
        pieces.append(Lines(tuple(lines)))
    if own.alive:
        pieces += [*_own_goods(own, session.turn), *_risks(session, own)]
    return pieces


def _own_goods(own: Stalker, day: int) -> list[Piece]:
    goods = f.goods_words(own.goods) if own.goods else say("nothing")
    pieces: list[Piece] = [Paragraph(say("Your Stalker {n} carries: {goods}.", n=own.number, goods=goods))]
    if own.burnt is True:
        words = say("It is burnt; its next move is on day {day}.", day=next_move_day(own, day))
        pieces.append(Paragraph(words))
    return pieces


def _risks(session: Session, own: Stalker) -> list[Piece]:
    state: ZoneState = session.game
    if not is_in_play(rulings(session.settings).wind, state.started_with):
        return []
    risks = wind_risk(state, own.at)
    rows = tuple(
        (place(cell), say("unknown") if risk == UNKNOWN else sign(str(risk))) for cell, risk in sorted(risks.items())
    )
    return (
        [
            Grid(
                (say("Cell"), say("Risk")),
                rows,
                caption=say("Risk of a Mosquito Mange, if exactly one is beside Stalker {n}", n=own.number),
            )
        ]
        if rows
        else []
    )


# --- for the GM ------------------------------------------------------------------------------------------------------


def _gm_section(request: PageRequest, told: Iterable[Fact]) -> list[Piece]:
    session = request.after
    hidden = [fact.line(session.names) for fact in told if fact.has_line and not f.is_public(fact)]
    pieces: list[Piece] = [Heading(say("For the GM alone"))]
    if hidden:
        pieces.append(Lines(tuple(hidden)))
    return [*pieces, _all_goods(session), _layout(session)]


def _all_goods(session: Session) -> Grid:
    state: ZoneState = session.game
    rows: list[tuple[Words, ...]] = []
    for number, stalker in sorted(state.stalkers.items()):
        goods = f.goods_words(stalker.goods) if stalker.goods else say("nothing")
        burnt = sign(str(stalker.burnt_on)) if isinstance(stalker.burnt_on, int) else sign("–")
        blind = say("yes") if number in state.secrets.blindness else sign("–")
        rows.append((sign(str(number)), say("{goods}", goods=goods), burnt, blind))
    return Grid((say("Number"), say("Carries"), say("Burnt on day"), say("Blind next")), tuple(rows))


def _layout(session: Session) -> Grid:
    state: ZoneState = session.game
    rows: list[tuple[Words, ...]] = []
    for element in SCATTERED:
        cells = [place(cell) for cell in CELLS if element_at(state, cell) == element]
        if cells:
            rows.append((BY_ID[element].name, say("{cells}", cells=listing(cells, "; "))))
    nuts = [place(nut.at) for nut in state.nuts]
    if nuts:
        rows.append((say("Thrown nuts"), say("{cells}", cells=listing(nuts, "; "))))
    rows += [
        (say("Dropped at {cell}", cell=place(pile.at)), say("{goods}", goods=f.goods_words(pile.goods)))
        for pile in state.piles
    ]
    return Grid((say("What lies about"), say("Where")), tuple(rows))
