"""Harm as facts: cells fill and spill over, points wear down, who spills over Dying is dead (F13-F15, FR4-FR6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gmkit.core.persons import facts as f
from gmkit.core.persons.bodies import wound_told
from gmkit.core.persons.state import WOUNDS, Person
from gmkit.core.persons.telling import of_person
from gmkit.core.session import Session
from gmkit.core.visibility import Told
from gmkit.dice.chance import Chance
from gmkit.systems.fudge.evolve import evolve
from gmkit.systems.fudge.hooks import RULES
from gmkit.systems.fudge.rows import STATES
from gmkit.systems.fudge.rules.wounds import DEAD, fill_cell
from gmkit.systems.fudge.state import FudgeState, filled_cells


@dataclass
class Unfolding:
    """What happens in one command, and the state that it has made so far."""

    session: Session
    told: list[Told] = field(default_factory=list)

    def happen(self, told: Sequence[Told]) -> None:
        """Takes facts as happened."""
        state: FudgeState = self.session.game
        for item in told:
            state = evolve(state, item.fact)
        self.session = replace(self.session, game=state)
        self.told += told

    def person(self, public_name: str) -> Person:
        """Returns a person as it is by now."""
        state: FudgeState = self.session.game
        person = state.person(public_name)
        assert person is not None, "objections refuse a person that is not there"
        return person


def wound(unfolding: Unfolding, who: str, state: str, place: str, chance: Chance) -> None:
    """Makes a wound of this state fill its cell, or the one that it spills into; spilling over Dying is death."""
    person = unfolding.person(who)
    if person.dead:
        return
    filled = fill_cell(filled_cells(person), state)
    if filled == DEAD:
        unfolding.happen([of_person(person, f.Fell(who=who))])
    elif filled != "unhurt":
        number = STATES[filled].number
        unfolding.happen(wound_told(RULES, unfolding.session, person, (place, number), chance))


def wear(unfolding: Unfolding, who: str, by: int) -> None:
    """Adds points that wear a person down, or takes those away that were traded."""
    person = unfolding.person(who)
    if by and not person.dead:
        worn = f.WornDown(who=who, by=by, now=person.worn + by)
        unfolding.happen([of_person(person, worn, WOUNDS)])
