"""From a command to what happens: which verb brings what, in order; no numbers stand here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gmkit.core.command import Command
from gmkit.core.persons import engine as shared
from gmkit.core.persons import facts as shared_facts
from gmkit.core.persons.commands import Hurt
from gmkit.core.persons.editing import edit_person
from gmkit.core.persons.sheets import features_set, number_set, person_made
from gmkit.core.persons.state import NUMBERS, Person
from gmkit.core.persons.telling import of_person
from gmkit.core.session import Session, Setup
from gmkit.core.visibility import Told, tell
from gmkit.systems.fudge import facts as f
from gmkit.systems.fudge.attacks import attack_made, worn_traded
from gmkit.systems.fudge.checks import check_told, opposed_told, tie_settled
from gmkit.systems.fudge.commands import (
    ChangeCharacter,
    MakeAttack,
    MakeCharacter,
    MakeCheck,
    OpposeCheck,
    SetDefault,
    SettleTie,
    TradeWorn,
)
from gmkit.systems.fudge.harm import Unfolding, wound
from gmkit.systems.fudge.hooks import RULES, read_place
from gmkit.systems.fudge.rows import BY_NUMBER
from gmkit.systems.fudge.sheet import Typed, field_name, new_person, read_sheet
from gmkit.systems.fudge.state import FudgeState

if TYPE_CHECKING:
    from gmkit.dice.chance import Chance


def begin(setup: Setup, chance: Chance) -> Sequence[Told]:
    """Returns nothing: a game begins with no persons, they are made by commands."""
    return []


def join(session: Session, seat: str) -> Sequence[Told]:
    """Returns nothing: a further player is told what is made or given to the new seat."""
    return []


def speaker(session: Session, command: Command) -> str | None:
    """Returns the seat whose knowledge a command is checked against; None: the GM's, for all but a declaration."""
    return shared.speaker(session, command)


def edit(session: Session, what: str, changes: Mapping[str, Any]) -> Sequence[Told]:
    """Returns the facts of a referee's correction of a person.

    Raises:
        NotAllowed: If there is no such person, field or attribute; names those that there are.
    """
    state: FudgeState = session.game
    person = state.find(what.strip().partition(" ")[2])
    if person is not None:
        changes = {field_name(person, name): value for name, value in changes.items()}
    return edit_person(RULES, session, what, changes)


def decide(session: Session, command: Command, chance: Chance) -> Sequence[Told]:
    """Returns what a command brings; it was not objected to."""
    match command:
        case MakeCharacter():
            typed = read_sheet(command)
            return [*person_made(RULES, session, new_person(command, typed)), *_defaults_set(typed)]
        case ChangeCharacter():
            return _changed(session, _person(session, command.name), command)
        case SetDefault():
            return [tell(f.DefaultSet(skill=" ".join(command.skill.split()), level=command.level))]
        case MakeCheck():
            return check_told(session, _person(session, command.name), command, chance)
        case OpposeCheck():
            one, other = _person(session, command.name), _person(session, command.other)
            return opposed_told(session, one, other, command, chance)
        case SettleTie():
            return tie_settled(session, command)
        case MakeAttack():
            attacker, target = _person(session, command.attacker), _person(session, command.target)
            return attack_made(session, attacker, target, command, chance)
        case TradeWorn():
            return worn_traded(session, _person(session, command.name), command, chance)
        case Hurt():
            return _hurt(session, command, chance)
        case _:
            told = shared.decide(RULES, session, command, chance)
            if told is None:
                raise TypeError(f"Fudge has no verb {command.verb!r}")
            return told


def _person(session: Session, name: str) -> Person:
    state: FudgeState = session.game
    person = state.find(name)
    assert person is not None, "objections refuse a person that is not there"
    return person


def _hurt(session: Session, command: Hurt, chance: Chance) -> list[Told]:
    """Returns a wound by the GM's word; it fills a cell and spills over like any other (FR5)."""
    unfolding = Unfolding(session)
    person = _person(session, command.name)
    place = read_place(session, command.place) if command.place is not None else ""
    wound(unfolding, person.public_name, BY_NUMBER[command.number].id, place, chance)
    return unfolding.told


def _changed(session: Session, person: Person, command: ChangeCharacter) -> list[Told]:
    """Returns the levels, prices, properties and points that a person has now."""
    typed = read_sheet(command, person)
    told: list[Told] = []
    for group, items in typed.numbers.items():
        for item, level in items.items():
            if level is not None or item in person.numbers.get(group, {}):
                told.append(number_set(RULES, session, person, group, item, level=level, reason=command.reason))
    if command.properties is not None:
        told.append(features_set(RULES, session, person, typed.features))
    if command.points is not None:
        points = shared_facts.PointsSet(who=person.public_name, points=command.points, reason=command.reason)
        told.append(of_person(person, points, NUMBERS))
    return [*told, *_defaults_set(typed)]


def _defaults_set(typed: Typed) -> list[Told]:
    return [tell(f.DefaultSet(skill=skill, level=level)) for skill, level in typed.defaults.items()]
