"""The ways in which something hidden may be felt by others, each with the rules that say so (S2)."""

from __future__ import annotations

from collections.abc import Mapping

FELT: Mapping[str, tuple[str, ...]] = {
    "checked": ("F8", "F9"),  # who is attacked or opposed by somebody hidden rolls, and sees the own roll
    "wounded": ("F12", "F14", "F15"),
    "worn_down": ("F13", "FR4"),
    "person_died": ("F14", "FR6"),
    "effect_ended": ("FR9",),  # what lasts until the turn of somebody hidden ends with it
}
