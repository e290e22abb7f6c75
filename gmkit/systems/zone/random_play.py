"""Random games for tests: mostly legal orders of every kind, and days that end."""

from __future__ import annotations

from typing import Any, Protocol

from gmkit.core.session import Session
from gmkit.systems.zone.objections import cannot_order, order_objections
from gmkit.systems.zone.rules.board import DIRECTIONS
from gmkit.systems.zone.state import Stalker, ZoneState


class Numbers(Protocol):
    """What gives whole numbers, such as `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """Returns a number from 0 to stop - 1."""
        ...


def random_play(session: Session, numbers: Numbers) -> dict[str, Any] | None:
    """Returns a command for the GM's session as data, never one that is refused; None when the game is over."""
    state: ZoneState = session.game
    if session.over:
        return None
    chance = numbers.randrange(60)
    if chance == 0 and state.strict_from is None and state.secrets.strict_called is None:
        return {"do": "strict", "reason": "storm"}
    if chance == 1 and state.orders:
        return {"do": "withdraw", "stalker": state.orders[numbers.randrange(len(state.orders))].number}
    waiting = [
        stalker
        for stalker in state.playing
        if state.order_of(stalker.number) is None and not cannot_order(session, stalker)
    ]
    if waiting and numbers.randrange(12):
        stalker = waiting[numbers.randrange(len(waiting))]
        text = _text(session, stalker, numbers)
        if text:
            return {"do": "order", "stalker": stalker.number, "text": text}
    return {"do": "end_day"}


def _text(session: Session, stalker: Stalker, numbers: Numbers) -> str:
    """Returns an order that is not refused; empty on a rest day without clay, when there is none."""
    for _ in range(30):
        text = _guess(stalker, numbers)
        if not order_objections(session, stalker.number, text):
            return text
    return next((text for text in ("clay", *DIRECTIONS) if not order_objections(session, stalker.number, text)), "")


def _guess(stalker: Stalker, numbers: Numbers) -> str:
    direction = DIRECTIONS[numbers.randrange(len(DIRECTIONS))]
    main = direction
    if stalker.has("nut") and numbers.randrange(3) == 0:
        main = f"nut {direction}"
    if stalker.burnt is True and stalker.has("fizzy_clay") and numbers.randrange(2) == 0:
        main = "clay"
    parts = [main] if numbers.randrange(10) else []
    if stalker.has("itch") and numbers.randrange(3) == 0:
        way = DIRECTIONS[numbers.randrange(len(DIRECTIONS))]
        parts.append(f"itch {way}{way[1]}")
    if stalker.has("death_lamp") and numbers.randrange(2) == 0:
        parts.append("death lamp")
    return "; ".join(parts) or main
