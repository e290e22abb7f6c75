"""All components that fit a campaign, in tabs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import ipywidgets
from ipywidgets import Widget

from gmkit.widgets.base import GmWidget
from gmkit.words import Words, listing, say

OF_PERSONS = (
    ("combat_tracker", "CombatTracker"),
    ("character_sheet", "CharacterSheet"),
    ("wound_track", "WoundTrack"),
    ("hex_map", "HexMap"),
)

OF_SYSTEM: dict[str, tuple[tuple[str, str], ...]] = {
    "zone": (("zone_orders", "ZoneOrders"), ("zone_cube", "ZoneCube")),
    "alter_ego": OF_PERSONS,
    "fudge": OF_PERSONS,
}
"""The components of each system, by module and class, in the order of the tabs."""

OF_ALL = (("turn_ledger", "TurnLedger"), ("dice_roller", "DiceRoller"), ("handout", "Handout"))
"""The components that every campaign has."""


class Desk(GmWidget):
    """Shows everything that fits the campaign, in tabs; a viewer's desk leaves out what that viewer cannot use.

    Args:
        campaign: The campaign.
        viewer: "gm", "public" or a player's name.
    """

    title = say("Desk")

    def heading(self) -> Words:
        """Returns which campaign lies on the desk: several may be open on one page."""
        return self.title if self.campaign is None else listing((self.title, self.campaign.title), ": ")

    def build(self) -> tuple[Widget, ...]:
        """Returns the tabs, each with one component."""
        self.components = tuple(kind(self.campaign, self.viewer) for kind in self._kinds())
        for component in self.components:
            component.is_part = True
        self.tabs = ipywidgets.Tab(children=self.components)
        return (self.tabs,)

    def draw(self, view: Any) -> None:
        """Names the tabs; each component draws itself."""
        self.tabs.titles = tuple(self.t(component.title) for component in self.components)

    def still(self, view: Any) -> str:
        """Returns the components' pictures, one below the other."""
        return "".join(component.still(component.view) for component in self.components)

    def _kinds(self) -> list[type[GmWidget]]:
        system = getattr(self.campaign, "system", "")
        who = self.viewer if self.viewer in ("gm", "public") else "player"
        kinds = [
            getattr(import_module(f"gmkit.widgets.{module}"), name)
            for module, name in (*OF_SYSTEM.get(system, ()), *OF_ALL)
        ]
        return [kind for kind in kinds if who in kind.fits]
