"""The rulings of the Zone, read from `settings.toml`, and the values in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from gmkit.core.settings import load_settings

SETTINGS = load_settings(files(__package__) / "settings.toml")


@dataclass(frozen=True, kw_only=True)
class Rulings:
    """The rulings that a game goes by."""

    schedule: str
    dead_inventory: str
    nut_result: str
    nuts_recoverable: str
    wind: str
    victory: str
    lamp_acts: str
    itch_costs_move: bool
    etak_used: bool
    orders_public: bool
    counts: Mapping[str, int]


def rulings(settings: Mapping[str, Any]) -> Rulings:
    """Returns the rulings in force: those set, else the defaults; counts not named keep theirs."""
    chosen = {**SETTINGS.defaults, **{name: value for name, value in settings.items() if name in SETTINGS.settings}}
    chosen["counts"] = {**SETTINGS.defaults["counts"], **chosen["counts"]}
    return Rulings(**chosen)
