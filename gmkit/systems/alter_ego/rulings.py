"""The rulings of Alter ego, read from `settings.toml`, and the values in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from gmkit.core.settings import load_settings
from gmkit.errors import NotAllowed

SETTINGS = load_settings(files(__package__) / "settings.toml")


@dataclass(frozen=True, kw_only=True)
class Rulings:
    """The rulings that a game goes by."""

    dice: str
    dodge_modifier: str
    hit_location: str
    penalty_from_7: int
    flexibility_bonus: int
    musical_ear_bonus: int
    recovery: str | int
    """ "gm", or the days in which a wound goes down by one."""
    wounds: str
    hex_metres: int

    @property
    def wounds_on(self) -> bool:
        """Whether the rules of wounds are used (AR21)."""
        return self.wounds == "on"


def rulings(settings: Mapping[str, Any]) -> Rulings:
    """Returns the rulings in force: those set, else the defaults."""
    chosen = {**SETTINGS.defaults, **{name: value for name, value in settings.items() if name in SETTINGS.settings}}
    return Rulings(**chosen)


def chosen(**settings: Any) -> Rulings:
    """Returns the rulings that a pure function was handed by name, each checked.

    Raises:
        NotAllowed: If a value is no choice; names the choices.
    """
    if refusals := SETTINGS.refusals(settings, at_creation=True):
        raise NotAllowed(*refusals)
    return rulings(settings)
