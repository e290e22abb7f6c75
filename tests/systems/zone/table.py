"""A table to play the Zone at, without a campaign or a store: facts are folded for the GM and for each seat.

`Table(...)` reads like the public game: order, orders, withdraw, strict, end_day, and looks at stalkers and boards.
After every command it checks what S1 promises: nothing that a viewer knows differs from the truth when it is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from gmkit.core.codec import from_plain, to_plain
from gmkit.core.command import CommandBook
from gmkit.core.fact import Fact, FactBook
from gmkit.core.session import (
    COMMON_FACTS,
    Corrected,
    SeatDropped,
    Seated,
    Session,
    SettingChanged,
    Setup,
    TurnClosed,
    fold_common,
)
from gmkit.core.system import PageRequest
from gmkit.core.visibility import GM, PUBLIC, Told, hears, tell
from gmkit.dice.chance import Chance
from gmkit.errors import NotAllowed
from gmkit.paint import pages
from gmkit.systems.zone import SYSTEM
from gmkit.words import render

NAMES = ("Anna", "Борис", "Carl", "Dora", "Egor", "Faina", "Gleb", "Hanna")
BOOK = FactBook((*COMMON_FACTS, *SYSTEM.facts))


@dataclass
class Viewer:
    """What one viewer was told, and the folds of it."""

    session: Session
    facts: list[Fact]
    closed: dict[int, tuple[Session, Session, list[Fact]]]
    """By turn: the session before it and after it, and what was told in it."""


class Table:
    """A game in memory."""

    def __init__(
        self,
        players: int = 8,
        settings: Mapping[str, Any] | None = None,
        *,
        key: str = "table",
        checked: bool = True,
        **scenario: Any,
    ) -> None:
        seats = tuple(f"s{number}" for number in range(1, players + 1))
        self.key = key.encode()
        self.checked = checked
        self.book = CommandBook(SYSTEM.commands)
        blank = Session(game=SYSTEM.empty())
        self.viewers = {viewer: Viewer(blank, [], {}) for viewer in (GM, PUBLIC, *seats)}
        self.told: list[Told] = []
        ruled = {**SYSTEM.settings.defaults, **(settings or {})}
        begun = SYSTEM.begin(Setup(seats=seats, settings=ruled, scenario=scenario), self.chance(0))
        first = scenario.get("day", 1)
        self._begin(first)
        self.publish([tell(Seated(seat, name)) for seat, name in zip(seats, NAMES, strict=False)])
        self.publish([tell(SettingChanged(name, value)) for name, value in ruled.items()])
        self.publish(begun)
        self._close(0)

    def chance(self, turn: int) -> Chance:
        return Chance(self.key, "table", turn)

    # --- playing ----------------------------------------------------------------------------------------------------

    def do(self, command: Mapping[str, Any]) -> list[Fact]:
        """Does one command, as a campaign would; returns the facts that the GM hears."""
        read = self.book.read(command)
        session = self.viewers[GM].session
        seat = SYSTEM.speaker(session, read)
        reasons = SYSTEM.objections(self.viewers[seat or GM].session, read)
        if self.checked:
            # What a player is refused for, the GM's session gives as well: nothing hidden is in it.
            assert list(map(render, reasons)) == list(map(render, SYSTEM.objections(session, read)))
        if reasons:
            raise NotAllowed(*reasons)
        turn = session.turn
        told = list(SYSTEM.decide(session, read, self.chance(turn)))
        if read.closes_turn:
            told.append(tell(TurnClosed(turn)))
        self.publish(told)
        if read.closes_turn:
            self._close(turn)
        return [item.fact for item in told]

    def order(self, stalker: int | str, text: str) -> list[Fact]:
        return self.do({"do": "order", "stalker": stalker, "text": text})

    def orders(self, text: str) -> list[Fact]:
        return self.do({"do": "orders", "text": text})

    def withdraw(self, stalker: int | str) -> list[Fact]:
        return self.do({"do": "withdraw", "stalker": stalker})

    def strict(self, reason: str = "") -> list[Fact]:
        return self.do({"do": "strict", "reason": reason})

    def end_day(self) -> list[Fact]:
        return self.do({"do": "end_day"})

    def day_of(self, **orders: str) -> list[Fact]:
        """Gives orders in this order and ends the day: `day_of(s1="X+", s4="clay")`."""
        for stalker, text in orders.items():
            self.order(int(stalker.removeprefix("s")), text)
        return self.end_day()

    def edit(self, what: str, **changes: Any) -> list[Fact]:
        told = [*SYSTEM.edit(self.viewers[GM].session, what, changes), tell(Corrected(what, "misread"))]
        self.publish(told)
        return [item.fact for item in told]

    def set(self, name: str, value: Any) -> None:
        self.publish([tell(SettingChanged(name, value))])

    def drop(self, seat: str) -> None:
        session = self.viewers[GM].session
        self.publish([tell(SeatDropped(seat, session.names[seat])), *SYSTEM.drop(session, seat)])

    # --- looking ----------------------------------------------------------------------------------------------------

    def see(self, viewer: str = GM) -> Any:
        """Returns what a viewer sees: "gm", "public" or a seat."""
        return SYSTEM.seen(self.viewers[viewer].session, viewer, "en")

    def stalker(self, number: int, viewer: str = GM) -> Any:
        return self.see(viewer).stalker(number)

    def at(self, number: int) -> tuple[int, int, int]:
        return self.stalker(number).at

    def seat(self, number: int) -> str:
        return self.viewers[GM].session.game.stalkers[number].seat

    def element(self, cell: tuple[int, int, int], viewer: str = GM) -> str:
        return self.row(cell, viewer)["element"]

    def row(self, cell: tuple[int, int, int], viewer: str = GM) -> dict[str, Any]:
        board = self.see(viewer).board()
        found = board[(board.x == cell[0]) & (board.y == cell[1]) & (board.z == cell[2])]
        return found.iloc[0].to_dict()

    def heard(self, viewer: str, turn: int | None = None) -> list[str]:
        """Returns the kinds of what a viewer was told in a closed turn, or in all of the game."""
        facts = self.viewers[viewer].facts if turn is None else self.viewers[viewer].closed[turn][2]
        return [fact.kind for fact in facts]

    def page(self, viewer: str, turn: int, lang: str = "en") -> str:
        before, after, facts = self.viewers[viewer].closed[turn]
        request = PageRequest(turn=turn, viewer=viewer, before=before, after=after, facts=facts)
        return str(pages.render(SYSTEM.page(request), "md", lang))

    @property
    def day(self) -> int:
        return self.viewers[GM].session.turn

    @property
    def over(self) -> bool:
        return self.viewers[GM].session.over

    @property
    def winner(self) -> int | str | None:
        return self.see().winner

    # --- folding ----------------------------------------------------------------------------------------------------

    def publish(self, told: Any) -> None:
        for item in told:
            self.told.append(item)
            # A fact is what stands on disk: it goes there and back before it is folded.
            fact = BOOK.from_plain(BOOK.to_plain(item.fact))
            assert fact == item.fact, fact
            for name, viewer in self.viewers.items():
                if hears(item.to, name):
                    viewer.facts.append(fact)
                    viewer.session = fold(viewer.session, fact)
        if self.checked:
            check_folds(self)

    def _begin(self, day: int) -> None:
        for viewer in self.viewers.values():
            viewer.session = replace(viewer.session, turn=day)

    def _close(self, turn: int) -> None:
        truth = self.viewers[GM].session.game
        assert from_plain(SYSTEM.state, to_plain(truth)) == truth, "a state survives JSON"
        for viewer in self.viewers.values():
            earlier = list(viewer.closed.values())
            known = sum(len(facts) for _, _, facts in earlier)
            before = earlier[-1][1] if earlier else Session(game=SYSTEM.empty())
            viewer.closed[turn] = (before, viewer.session, viewer.facts[known:])


def fold(session: Session, fact: Fact) -> Session:
    session = fold_common(session, fact)
    return replace(session, game=SYSTEM.evolve(session.game, fact))


def check_folds(table: Table) -> None:
    """Checks that what every viewer knows is the truth,"""
    truth = table.viewers[GM].session.game
    for name, viewer in table.viewers.items():
        if name != GM:
            check_known(viewer.session.game, truth, name)


def check_known(known: Any, truth: Any, viewer: str) -> None:
    """Checks every field of a player's state: unknown, or as in the GM's."""
    for same in ("started_with", "strict_from", "today", "reached", "winner", "winds", "trodden", "deadly"):
        assert getattr(known, same) == getattr(truth, same), (viewer, same)
    assert known.hidden == "unknown"
    assert set(known.stalkers) == set(truth.stalkers)
    for number, stalker in known.stalkers.items():
        true = truth.stalkers[number]
        for field in ("seat", "at", "alive", "paralysed", "been", "probed"):
            assert getattr(stalker, field) == getattr(true, field), (viewer, number, field)
        for field in ("carries", "burnt_on"):
            expected = getattr(true, field) if viewer == true.seat else "unknown"
            assert getattr(stalker, field) == expected, (viewer, number, field)
    for order in known.orders:
        assert order.seat == viewer
        assert order in truth.orders
    for cell, element in known.elements.items():
        assert truth.elements[cell] == element, (viewer, cell)
    for cell in (*known.no_mange, *known.trodden):
        assert truth.elements.get(cell) != "mosquito_mange", (viewer, cell)
    assert not Counter(known.nuts) - Counter(truth.nuts), viewer
    for pile in known.piles:
        assert pile in truth.piles, viewer
    for field in ("stopped_on", "by", "before"):
        assert getattr(known.grinder, field) == getattr(truth.grinder, field)
    assert known.grinder.place == "unknown"
