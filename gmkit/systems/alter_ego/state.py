"""Alter ego at one moment, as its viewer knows it: persons and fights, supplements; every field is marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gmkit.core.persons.state import PersonsState
from gmkit.core.visibility import seen_by

Tables = Mapping[str, tuple[Mapping[str, Any], ...]]
"""Kind ("skill", "weapon") -> its rows, as they stand in a supplement's file."""


@dataclass(frozen=True, kw_only=True)
class Laid:
    """A supplement laid over the tables (A27, AR25)."""

    name: str = seen_by("all")
    title: Any = seen_by("all", default="")
    on: bool = seen_by("all", default=True)
    tables: Tables = seen_by("all", default_factory=dict)
    """All but its monsters: the rules that all play by."""
    monsters: tuple[Mapping[str, Any], ...] = seen_by("gm", default=())


@dataclass(frozen=True, kw_only=True)
class AlterEgoState(PersonsState):
    """All of it."""

    supplements: tuple[Laid, ...] = seen_by("all", default=())
    """In the order in which they lie over the tables."""
    steeled: Mapping[str, tuple[str, int, bool]] = seen_by("gm", default_factory=dict)
    """Who was asked to act while hurt (A26): public name -> fight, circle, and whether the will held."""
    healed_s: Mapping[str, Mapping[str, int]] = seen_by("gm", default_factory=dict)
    """Public name -> number of a wound -> game time in seconds when it was got or last went down by itself (AR17)."""

    def laid(self, name: str) -> Laid | None:
        """Returns the supplement with this name, None if it was never given."""
        return next((laid for laid in self.supplements if laid.name == name), None)


def empty() -> AlterEgoState:
    """Returns the game of somebody who was told nothing."""
    return AlterEgoState()
