"""The ladder on which levels and results are rated (F1, FR1)."""

from __future__ import annotations

from gmkit.core.rulebook import rule
from gmkit.systems.fudge.rows import LADDER, Rung
from gmkit.systems.fudge.rules.given import whole
from gmkit.words import Words, say

HIGHEST, LOWEST = max(LADDER), min(LADDER)


@rule("F1", "FR1")
def rung(value: int) -> Rung:
    """Returns the rung of a value; beyond the ends it is the end's."""
    return LADDER[max(LOWEST, min(HIGHEST, whole("value", value)))]


@rule("F1", "FR1")
def ladder_name(value: int) -> Words:
    """Returns what a level or result is called; beyond the ends the end's name with the number."""
    name = rung(value).name
    return name if LOWEST <= value <= HIGHEST else say("{name} ({value})", name=name, value=f"{value:+d}")
