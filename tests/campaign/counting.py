"""A system of some thirty lines, the core's second user: players count, secretly and in the open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, ClassVar

from gmkit.core.command import Command
from gmkit.core.fact import Fact
from gmkit.core.settings import SettingBook
from gmkit.core.system import System
from gmkit.core.view import Lines, Page
from gmkit.core.visibility import seen_by, tell
from gmkit.dice.chance import Stream
from gmkit.words import Term, say


@dataclass(frozen=True, kw_only=True)
class Counts:
    open: int = seen_by("all", default=0)
    secret: dict[str, int] = seen_by("gm", default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Count(Command):
    verb: ClassVar[str] = "count"
    takes_turn: ClassVar[bool] = True
    player: str
    secret: bool = False


@dataclass(frozen=True, kw_only=True)
class EndRound(Command):
    verb: ClassVar[str] = "end_round"
    closes_turn: ClassVar[bool] = True
    takes_turn: ClassVar[bool] = True


@dataclass(frozen=True)
class Counted(Fact):
    kind: ClassVar[str] = "counted"
    told_to: ClassVar[str] = "owner"
    seat: str
    secret: bool

    def line(self, names: Any) -> Any:
        return say("{name} counts one on.", name=names[self.seat])


@dataclass(frozen=True)
class RoundEnded(Fact):
    kind: ClassVar[str] = "round_ended"
    told_to: ClassVar[str] = "all"
    die: int

    def line(self, names: Any) -> Any:
        return say("The round ends with a {die}.", die=self.die)


def decide(session: Any, command: Command, chance: Any) -> list[Any]:
    if isinstance(command, Count):
        seat = session.seat_of(command.player).id
        return [tell(Counted(seat, command.secret), seat, public=not command.secret)]
    return [tell(RoundEnded(*chance.faces(Stream("round", "public"), [6])))]


def evolve(state: Counts, fact: Fact) -> Counts:
    if not isinstance(fact, Counted):
        return state
    if fact.secret:
        return replace(state, secret={**state.secret, fact.seat: state.secret.get(fact.seat, 0) + 1})
    return replace(state, open=state.open + 1)


def objections(known: Any, command: Command) -> list[Any]:
    if isinstance(command, Count) and known.game.secret.get(known.seat_of(command.player).id, 0) >= 3:
        return [say("{name} has counted to three in secret already.", name=command.player)]
    return []


def seat_speaking(session: Any, command: Command) -> str | None:
    return session.seat_of(command.player).id if isinstance(command, Count) else None


COUNTING = System(
    id="counting",
    title=Term("Counting", "Счёт"),
    turn_name=Term("Round", "Круг"),
    settings=SettingBook({}),
    commands=(Count, EndRound),
    facts=(Counted, RoundEnded),
    state=Counts,
    empty=Counts,
    begin=lambda setup, chance: [],
    objections=objections,
    decide=decide,
    evolve=evolve,
    speaker=seat_speaking,
    page=lambda told: Page(
        say("Round {n}", n=told.turn),
        (Lines(tuple(f.line(told.after.names) for f in told.facts if isinstance(f, (Counted, RoundEnded)))),),
    ),
    edit=lambda session, what, changes: [],
    seen=lambda session, viewer, lang: SimpleNamespace(open=session.game.open, secret=dict(session.game.secret)),
    game=lambda campaign: SimpleNamespace(),
    join=lambda session, seat: [],
    places=(1, 4),
    scenario_keys=(),
)
_ = field
