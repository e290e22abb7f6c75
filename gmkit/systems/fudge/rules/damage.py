"""Damage: margin and factors, the state that it leads to, and what only wears down (F12, F13, FR4-FR6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gmkit.core.bands import band_of
from gmkit.core.explain import Part, Reckoning, with_ids
from gmkit.core.rulebook import rule
from gmkit.errors import NotAllowed
from gmkit.systems.fudge.explained import Explained
from gmkit.systems.fudge.rows import FACTORS, STATES, STEPS
from gmkit.systems.fudge.rules.given import named_numbers, whole
from gmkit.systems.fudge.rulings import chosen
from gmkit.words import Words, listing, say, say_n

OFFENCE = tuple(row.id for row in FACTORS if row.side == "offence")
DEFENCE = tuple(row.id for row in FACTORS if row.side == "defence")
STOPS_ALL = ("vitality", "scale")
"""The defender's factors whose stopping wears down; armour's and the manoeuvre's do not (F13)."""


@dataclass(frozen=True, repr=False)
class Damage(Explained):
    """What a blow does."""

    reckoning: Reckoning
    attrition: int
    """Points that wear the defender down (FR4)."""
    state: str
    """The state that so much damage leads to, before cells are looked at."""

    @property
    def damage(self) -> int:
        """The sum; 0 and less is no wound."""
        return self.reckoning.total

    @property
    def words(self) -> Words:
        """The whole as one line, waiting for its language."""
        return self.reckoning.words


@rule("FR5", "FR6")
def state_of(damage: int) -> str:
    """Returns the id of the state that so much damage leads to; Dying is the worst that one blow does."""
    step = band_of(STEPS, whole("damage", damage))
    assert step is not None, "the steps have no gap and are open at both ends"
    return step.id


@rule("F13", "FR4")
def worn_by(margin: int, offence: Mapping[str, int], defence: Mapping[str, int]) -> int:
    """Returns the points that wear down: what armour let through, if Vitality and Scale stopped all of it."""
    stopped = sum(defence.get(name, 0) for name in STOPS_ALL)
    before = margin + sum(offence.values()) - sum(value for name, value in defence.items() if name not in STOPS_ALL)
    return before if before > 0 >= before - stopped else 0


@rule("F12")
def damage(
    margin: int,
    offence: Mapping[str, int] = {},
    defence: Mapping[str, int] = {},
    *,
    attrition: str = "on",
) -> Damage:
    """Returns the damage of a blow that hit: margin + offensive factors - defensive ones.

    Args:
        margin: Of the attack; of each round, in a burst.
        offence: strength (the attacker's, or the weapon's own), scale, weapon, manoeuvre.
        defence: armour, vitality, scale, manoeuvre.
        attrition: The ruling F13.

    Raises:
        NotAllowed: If a factor is unknown or no whole number; every reason at once.
    """
    by = whole("margin", margin)
    helps, hinders = named_numbers("offence", offence, OFFENCE), named_numbers("defence", defence, DEFENCE)
    parts = [Part(say("margin"), by)]
    for row in FACTORS:
        given = helps if row.side == "offence" else hinders
        if row.id in given:
            parts.append(Part(row.name, given[row.id] if row.side == "offence" else -given[row.id]))
    total = sum(part.value for part in parts)
    worn = worn_by(by, helps, hinders) if chosen(attrition=attrition).wears_down else 0
    state = state_of(total)
    words: Words = STATES[state].name
    if worn:
        words = listing([words, say_n("{n} point wears down", "{n} points wear down", n=worn)])
    ids = ("F12", "FR5", *(("F13", "FR4") if worn else ()))
    return Damage(Reckoning(tuple(parts), ids, None, words), worn, state)


@dataclass(frozen=True, repr=False)
class Trade(Explained):
    """What wearing down is traded for."""

    damage: int
    """Ordinary points of damage."""
    left: int
    """Points that stay."""

    @property
    def words(self) -> Words:
        """The whole as one line, waiting for its language."""
        found = say("points of damage: {n}; points that wear down left: {left}", n=self.damage, left=self.left)
        return with_ids(found, "F13", "FR4")


POINTS_FOR_ONE = 4
"""Points that wear down for one of damage (F13)."""


@rule("F13", "FR4")
def trade(worn: int, points: int | None = None) -> Trade:
    """Returns what points that wear down are traded for, 4 for 1; what is under 4 stays.

    Args:
        worn: The points gathered.
        points: How many of damage; None: as many as there are.

    Raises:
        NotAllowed: If there are not so many.
    """
    gathered = whole("worn", worn, least=0)
    most = gathered // POINTS_FOR_ONE
    wanted = most if points is None else whole("points", points, least=1)
    if wanted > most or not most:
        raise NotAllowed(
            say(
                "{worn} points that wear down are traded for at most {most} of damage, 4 for 1 [F13, FR4].",
                worn=gathered,
                most=most,
            )
        )
    return Trade(wanted, gathered - POINTS_FOR_ONE * wanted)
