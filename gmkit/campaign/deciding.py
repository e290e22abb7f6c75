"""From commands to facts: each is read, checked against what its speaker knows, and decided on the true state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gmkit.campaign.history import Folding, StreamKey
from gmkit.campaign.verbs import COMMON_COMMANDS, decide_common
from gmkit.core.command import Command, CommandBook, to_data
from gmkit.core.fact import Fact
from gmkit.core.session import DiceLaidOut, PhrasesUsed, Session, TurnClosed
from gmkit.core.visibility import Audience, Told, hears, tell
from gmkit.dice.chance import Chance
from gmkit.errors import NotAllowed


@dataclass(frozen=True)
class Asked:
    """One command as it was asked for, with what tells whether it was asked for before."""

    command: Command
    data: dict[str, Any]
    """Without `id` and `turn`."""
    turn: int | None
    id: str | None


@dataclass
class Decision:
    """What a batch of commands brings, before it is written."""

    session: Session
    commands: list[dict[str, Any]] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    per: list[int] = field(default_factory=list)
    draws: list[dict[str, Any]] = field(default_factory=list)


class Decider:
    """Reads and decides the commands of one campaign."""

    def __init__(self, folding: Folding, key: bytes, campaign_id: str) -> None:
        self._folding = folding
        self._system = folding.system
        self._book = CommandBook((*COMMON_COMMANDS, *folding.system.commands))
        self._key = key
        self._campaign_id = campaign_id

    def read(self, data: Mapping[str, Any]) -> Asked:
        """Returns a command given as data, with its own `id` and `turn` taken out.

        Raises:
            NotAllowed: If it cannot be read; every reason at once.
        """
        if not isinstance(data, Mapping):
            self._book.read(data)
        given = dict(data)
        own_id = given.pop("id", None)
        kind = self._book.kinds.get(given.get("do", ""))
        turn = given.pop("turn", None) if kind is not None and kind.takes_turn else None
        command = self._book.read(given)
        return Asked(command, to_data(command), turn, own_id)

    def decide(
        self,
        start: Session,
        commands: Sequence[Asked],
        *,
        knows: Callable[[str], Session],
        used: Callable[[int], Counter[StreamKey]],
        at_turn_zero: bool = False,
    ) -> Decision:
        """Returns what the commands bring, each decided on what those before it made.

        Args:
            start: The GM's session.
            commands: All of them happen or none.
            knows: The session as a seat knows it before the first command.
            used: How many live derived draws each stream of a turn has.
            at_turn_zero: Whether they belong to creation, whose draws are those of turn 0.

        Raises:
            NotAllowed: If one is not allowed; nothing was spent.
        """
        decision = Decision(start)
        counts: dict[int, Counter[StreamKey]] = {}
        for asked in commands:
            session = decision.session
            turn = 0 if at_turn_zero else session.turn
            chance = self.chance(session, turn, counts.get(turn) or used(turn), closing=asked.command.closes_turn)
            told = self._decide_one(session, asked.command, chance, decision.told, knows)
            if chance.script_left != session.script:
                told.append(tell(DiceLaidOut(chance.script_left)))
            counts[turn] = Counter(chance.counts)
            decision.session = self.folded(session, told)
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
        self,
        session: Session,
        command: Command,
        chance: Chance,
        before: Sequence[Told],
        knows: Callable[[str], Session],
    ) -> list[Told]:
        common = decide_common(self._system, session, command, chance)
        if common is not None:
            return list(common)
        seat = self._system.speaker(session, command)
        # A player's order is refused only for what that player knows (S1, ZR19).
        known = session if seat is None else self.folded(knows(seat), before, seat)
        if reasons := self._system.objections(known, command):
            raise NotAllowed(*reasons)
        told = list(self._system.decide(session, command, chance))
        if command.closes_turn:
            if session.phrases:
                told.insert(0, tell(PhrasesUsed(tuple(sorted(session.phrases.items())))))
            told.append(tell(TurnClosed(session.turn)))
        return told


def _plain_audience(to: Audience) -> str | list[str]:
    return to if isinstance(to, str) else list(to)
