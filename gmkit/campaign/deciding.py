"""From commands to facts: each is read, checked against what its speaker knows, and decided on the true state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from gmkit.campaign.history import StreamKey
from gmkit.campaign.listener import Folding
from gmkit.campaign.verbs import COMMON_COMMANDS, decide_common
from gmkit.core.command import Command, CommandBook, to_data
from gmkit.core.fact import Fact
from gmkit.core.session import DiceTaken, PhrasesUsed, Session, TurnClosed
from gmkit.core.visibility import Audience, Told, hears, tell
from gmkit.dice.chance import Chance
from gmkit.errors import GmkitError, NotAllowed
from gmkit.words import Words, say


@dataclass(frozen=True)
class Asked:
    """One command as it was asked for, with what tells whether it was asked for before."""

    command: Command
    data: dict[str, Any]
    """Without `id` and `turn`."""
    turn: Any
    id: Any


@dataclass
class Decision:
    """What a batch of commands brings, before it is written."""

    session: Session
    commands: list[dict[str, Any]] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    per: list[int] = field(default_factory=list)
    draws: list[dict[str, Any]] = field(default_factory=list)
    known: dict[str, Session] = field(default_factory=dict)
    """What each seat knows by now, of those that were asked for."""


@contextmanager
def numbered(number: int | None) -> Iterator[None]:
    """Makes a refusal from the block say which command of several it is about; None: there is only one."""
    try:
        yield
    except NotAllowed as refused:
        if number is None:
            raise
        raise type(refused)(*(_about(number, reason) for reason in refused.reasons)) from None
    except GmkitError as refused:
        if number is not None:
            # What else the error carries, such as the place in a file, is kept.
            refused.words = _about(number, refused.words)
        raise


def _about(number: int, reason: Words) -> Any:
    return say("Command {number}: {reason}", number=number, reason=reason)


class Decider:
    """Reads and decides the commands of one campaign."""

    def __init__(self, folding: Folding, key: bytes, campaign_id: str) -> None:
        self._folding = folding
        self._system = folding.system
        self._book = CommandBook((*COMMON_COMMANDS, *folding.system.commands))
        self._key = key
        self._campaign_id = campaign_id

    def read(self, data: object) -> Asked:
        """Returns a command given as data, with its own `id` and `turn` taken out.

        Raises:
            NotAllowed: If it cannot be read; every reason at once.
        """
        kind = self._book.kind_of(data)
        assert isinstance(data, Mapping)
        given = dict(data)
        own_id = given.pop("id", None)
        turn = given.pop("turn", None) if kind.takes_turn else None
        command = self._book.read(given)
        return Asked(command, to_data(command), turn, own_id)

    def read_all(self, commands: Sequence[object]) -> list[Asked]:
        """Returns several commands.

        Raises:
            NotAllowed: If any cannot be read; every reason of each, with its number.
        """
        asked: list[Asked] = []
        reasons: list[Words] = []
        for number, command in enumerate(commands, start=1):
            try:
                with numbered(number):
                    asked.append(self.read(command))
            except NotAllowed as refused:
                reasons += refused.reasons
        if reasons:
            raise NotAllowed(*reasons)
        return asked

    def decide(
        self,
        start: Session,
        commands: Sequence[Asked],
        *,
        knows: Callable[[str], Session],
        used: Callable[[int], Counter[StreamKey]],
        numbers: Sequence[int | None],
        at_turn_zero: bool = False,
    ) -> Decision:
        """Returns what the commands bring, each decided on what those before it made.

        Args:
            start: The GM's session.
            commands: All of them happen or none.
            knows: The session as a seat knows it before the first command.
            used: How many live derived draws each stream of a turn has.
            numbers: How a refusal names each command; None where it stands alone.
            at_turn_zero: Whether they belong to creation, whose draws are those of turn 0.

        Raises:
            NotAllowed: If one is not allowed; nothing was spent.
        """
        decision = Decision(start)
        counts: dict[int, Counter[StreamKey]] = {}
        for number, asked in zip(numbers, commands, strict=True):
            with numbered(number):
                session = decision.session
                turn = 0 if at_turn_zero else session.turn
                if asked.turn is not None and not at_turn_zero:
                    refuse_other_turn(asked.turn, turn)
                chance = self.chance(session, turn, counts.get(turn) or used(turn), closing=asked.command.closes_turn)
                told = self._decide_one(decision, asked.command, chance, knows)
            if taken := len(session.script) - len(chance.script_left):
                told.insert(0, tell(DiceTaken(taken)))
            counts[turn] = Counter(chance.counts)
            decision.session = self.folded(session, told)
            for seat, known in decision.known.items():
                decision.known[seat] = self.folded(known, told, seat)
            decision.commands.append(asked.data)
            decision.told += told
            decision.per.append(len(told))
            decision.draws += [draw.to_plain() for draw in chance.draws]
        return decision

    def chance(self, session: Session, turn: int, counts: Mapping[StreamKey, int], *, closing: bool = False) -> Chance:
        """Returns the dice for one command."""
        phrases = tuple(sorted(session.phrases.items()))
        return Chance(
            self._key,
            self._campaign_id,
            turn,
            counts=counts,
            script=session.script,
            script_used=session.script_used,
            phrases=phrases,
            closing=closing,
        )

    def folded(self, session: Session, told: Sequence[Told], viewer: str = "gm") -> Session:
        """Returns the session after what the viewer was told of these."""
        for item in told:
            if hears(item.to, viewer):
                session = self._folding.fold(session, item.fact)
        return session

    def plain(self, told: Sequence[Told]) -> list[dict[str, Any]]:
        """Returns the facts as they stand on disk, each with its audience."""
        return [{"to": _plain_audience(item.to), **self._folding.book.to_plain(item.fact)} for item in told]

    def facts(self, events: Sequence[Mapping[str, Any]]) -> list[Fact]:
        """Returns stored events as facts."""
        return [self._folding.book.from_plain(event) for event in events]

    def _decide_one(
        self, decision: Decision, command: Command, chance: Chance, knows: Callable[[str], Session]
    ) -> list[Told]:
        session = decision.session
        common = decide_common(self._system, session, command, chance)
        if common is not None:
            return list(common)
        seat = self._system.speaker(session, command)
        known = session
        if seat is not None:
            # A player's order is refused only for what that player knows (S1, ZR19).
            if seat not in decision.known:
                decision.known[seat] = self.folded(knows(seat), decision.told, seat)
            known = decision.known[seat]
        if reasons := self._system.objections(known, command):
            raise NotAllowed(*reasons)
        told = list(self._system.decide(session, command, chance))
        if command.closes_turn:
            if session.phrases:
                told.insert(0, tell(PhrasesUsed(tuple(sorted(session.phrases.items())))))
            told.append(tell(TurnClosed(session.turn)))
        return told


def refuse_other_turn(turn: int, now: int) -> None:
    """Raises NotAllowed if a command is meant for another turn than the present one."""
    if turn < now:
        raise NotAllowed(say("Turn {turn} is over: now it is turn {now}.", turn=turn, now=now))
    if turn > now:
        raise NotAllowed(say("Turn {turn} has not begun: now it is turn {now}.", turn=turn, now=now))


def _plain_audience(to: Audience) -> str | list[str]:
    return to if isinstance(to, str) else list(to)
