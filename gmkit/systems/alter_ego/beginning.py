"""How a game begins and a player joins later: with nothing; characters are made when they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gmkit.core.session import Session, Setup
from gmkit.core.visibility import Told

if TYPE_CHECKING:
    from gmkit.dice.chance import Chance


def begin(setup: Setup, chance: Chance) -> Sequence[Told]:
    """Returns the facts of the start: none."""
    return ()


def join(session: Session, seat: str) -> Sequence[Told]:
    """Returns what a new seat is told: what all were told it knows already."""
    return ()
