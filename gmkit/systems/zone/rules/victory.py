"""The goal and the end of the game (Z2, ZR11)."""

from __future__ import annotations

from gmkit.core.rulebook import rule
from gmkit.systems.zone.state import ZoneState


@rule("ZR11")
def zone_wins(state: ZoneState) -> bool:
    """Returns whether the Zone has won: no Stalker lives, and none reached the Ball."""
    return state.winner is None and not any(stalker.alive for stalker in state.stalkers.values())


@rule("Z2", "ZR11")
def is_over(state: ZoneState, victory: str) -> bool:
    """Returns whether the game ends with this day: somebody won (`first`), or nobody is left in the list."""
    return (victory == "first" and state.winner is not None) or not state.playing
