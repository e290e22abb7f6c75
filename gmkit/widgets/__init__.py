"""The components that a GM works with; each is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "CharacterSheet": "character_sheet",
    "CombatTracker": "combat_tracker",
    "Desk": "desk",
    "DiceRoller": "dice_roller",
    "GmWidget": "base",
    "Handout": "handout",
    "HexMap": "hex_map",
    "TurnLedger": "turn_ledger",
    "WoundTrack": "wound_track",
    "ZoneCube": "zone_cube",
    "ZoneOrders": "zone_orders",
}
"""The module of each component: pythreejs is loaded for the cube alone."""

__all__ = [
    "CharacterSheet",
    "CombatTracker",
    "Desk",
    "DiceRoller",
    "GmWidget",
    "Handout",
    "HexMap",
    "TurnLedger",
    "WoundTrack",
    "ZoneCube",
    "ZoneOrders",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"gmkit.widgets.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
