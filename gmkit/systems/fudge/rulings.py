"""The rulings of Fudge, read from `settings.toml`, and the values in force."""

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

    main_roll: str
    tie: str
    opposed_tie: str
    graze: int
    skill_default: int
    attrition: str
    wound_penalties: str
    initiative: str

    @property
    def wears_down(self) -> bool:
        """Whether stopped blows count as wearing down (F13)."""
        return self.attrition == "on"


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
