"""A small system, the core's second user: players count, secretly and in the open, and a die ends the round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, ClassVar

from gmkit.core.command import Command
from gmkit.core.fact import Fact
from gmkit.core.settings import Setting, SettingBook
from gmkit.core.system import System
from gmkit.core.view import Lines, Page
from gmkit.core.visibility import seen_by, tell
from gmkit.dice.chance import Stream
from gmkit.errors import NotAllowed
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


@dataclass(frozen=True)
class OpenCorrected(Fact):
    kind: ClassVar[str] = "open_corrected"
    told_to: ClassVar[str] = "all"
    open: int

    def line(self, names: Any) -> Any:
        return say("The open count is {n}.", n=self.open)


def decide(session: Any, command: Command, chance: Any) -> list[Any]:
    if isinstance(command, Count):
        seat = session.seat_of(command.player).id
        return [tell(Counted(seat, command.secret), seat, public=not command.secret)]
    return [tell(RoundEnded(*chance.faces(Stream("round", "public"), [6])))]


def evolve(state: Counts, fact: Fact) -> Counts:
    if isinstance(fact, OpenCorrected):
        return replace(state, open=fact.open)
    if not isinstance(fact, Counted):
        return state
    if fact.secret:
        return replace(state, secret={**state.secret, fact.seat: state.secret.get(fact.seat, 0) + 1})
    return replace(state, open=state.open + 1)


def objections(known: Any, command: Command) -> list[Any]:
    if not isinstance(command, Count):
        return []
    seat = known.seat_of(command.player)
    if seat is None:
        return [say("Nobody of that name counts here: {name}.", name=command.player)]
    if known.game.secret.get(seat.id, 0) >= known.settings.get("limit", 3):
        return [say("{name} has counted to three in secret already.", name=command.player)]
    return []


def seat_speaking(session: Any, command: Command) -> str | None:
    seat = session.seat_of(command.player) if isinstance(command, Count) else None
    return seat.id if seat else None


def edit(session: Any, what: str, changes: Any) -> list[Any]:
    if what != "open" or list(changes) != ["open"] or not isinstance(changes["open"], int):
        raise NotAllowed(say("What may be edited: open, with open."))
    return [tell(OpenCorrected(changes["open"]))]


def setting(name: str, default: Any, *choices: Any, fixed: bool = False) -> Setting:
    word = Term(name, name)
    return Setting(name, "CR1", default, choices, word, word, dict.fromkeys(choices, word), fixed)


def random_play(session: Any, numbers: Any) -> dict[str, Any]:
    limit, secret = session.settings.get("limit", 3), session.game.secret
    free = [seat.name for seat in session.seats if not seat.dropped and secret.get(seat.id, 0) < limit]
    if not free or numbers.random() < 0.2:
        return {"do": "end_round"}
    return {"do": "count", "player": numbers.choice(free), "secret": numbers.random() < 0.5}


@dataclass
class Verbs:
    """No verb of its own: everything goes through c.do."""

    campaign: Any


COUNTING = System(
    id="counting",
    title=Term("Counting", "Счёт"),
    turn_name=Term("Round", "Круг"),
    settings=SettingBook(
        {"limit": setting("limit", 3, 3, 5), "first": setting("first", True, True, False, fixed=True)}
    ),
    commands=(Count, EndRound),
    facts=(Counted, RoundEnded, OpenCorrected),
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
    edit=edit,
    seen=lambda session, viewer, lang: SimpleNamespace(open=session.game.open, secret=dict(session.game.secret)),
    game=Verbs,
    join=lambda session, seat: [],
    places=(1, 4),
    scenario_keys=(),
    kinds={
        "counted": Term("count", "счёт"),
        "round_ended": Term("end of a round", "конец круга"),
        "open_corrected": Term("open count corrected", "поправка счёта"),
    },
    random_play=random_play,
    felt={"counted": ("CR2",), "round_ended": ("CR3",), "open_corrected": ("CR4",)},
)
