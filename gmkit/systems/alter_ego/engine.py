"""From a command to what happens: the shared verbs first, then those of Alter ego; order, no numbers."""

from __future__ import annotations

from collections.abc import Sequence

from gmkit.core.command import Command
from gmkit.core.persons import engine as persons
from gmkit.core.persons.bodies import wound_changed
from gmkit.core.persons.commands import Heal, Hurt, NamedCommand
from gmkit.core.persons.fights import nobody
from gmkit.core.persons.state import Person
from gmkit.core.session import Session
from gmkit.core.visibility import Told
from gmkit.dice.chance import Chance
from gmkit.systems.alter_ego.attacking import attack_made, attack_objections
from gmkit.systems.alter_ego.characters import (
    change_objections,
    character_advanced,
    character_changed,
    character_made,
    character_objections,
)
from gmkit.systems.alter_ego.checking import (
    check_made,
    check_objections,
    contest_made,
    contest_objections,
    joint_made,
    joint_objections,
    willpower_made,
    willpower_objections,
)
from gmkit.systems.alter_ego.commands import (
    ActJointly,
    Advance,
    ChangeCharacter,
    LaySupplement,
    MakeAttack,
    MakeCharacter,
    MakeCheck,
    MakeContest,
    SteelOneself,
)
from gmkit.systems.alter_ego.hooks import RULES, has_rule
from gmkit.systems.alter_ego.laying import supplement_laid, supplement_objections
from gmkit.systems.alter_ego.rules.wounds import healed_by
from gmkit.systems.alter_ego.rulings import rulings
from gmkit.systems.alter_ego.state import AlterEgoState
from gmkit.words import Words, say


def objections(session: Session, command: Command) -> Sequence[Words]:
    """Returns why *command* is not allowed, as its speaker can know, every reason at once; nothing if it is."""
    shared = persons.objections(RULES, session, command)
    if shared is not None:
        off = isinstance(command, Hurt) and not rulings(session.settings).wounds_on
        return [*shared, say("The rules of wounds are not used here [AR21].")] if off else shared
    state: AlterEgoState = session.game
    match command:
        case MakeCharacter():
            return character_objections(session, command)
        case LaySupplement():
            return supplement_objections(session, command)
        case ActJointly() | MakeContest():
            others = command.helpers if isinstance(command, ActJointly) else (command.other,)
            missing = [nobody(state, name) for name in (command.name, *others) if state.find(name) is None]
            if missing:
                return missing
    assert isinstance(command, NamedCommand)
    person = state.find(command.name)
    return [nobody(state, command.name)] if person is None else _about(session, person, command)


def decide(session: Session, command: Command, chance: Chance) -> Sequence[Told]:
    """Returns what a command brings; it was not objected to."""
    state: AlterEgoState = session.game
    match command:
        case MakeCharacter():
            return character_made(session, command)
        case LaySupplement():
            return supplement_laid(session, command)
        case Heal():
            return _healed(session, command)
    shared = persons.decide(RULES, session, command, chance)
    if shared is not None:
        return shared
    assert isinstance(command, NamedCommand)
    person = state.find(command.name)
    assert person is not None, "objections refuse a person that is not there"
    return _decided(session, person, command, chance)


def _about(session: Session, person: Person, command: NamedCommand) -> Sequence[Words]:
    match command:
        case ChangeCharacter() | Advance():
            return change_objections(session, person, command)
        case MakeCheck():
            return check_objections(session, person, command)
        case MakeContest():
            return contest_objections(session, person, command)
        case ActJointly():
            return joint_objections(session, person, command)
        case MakeAttack():
            return attack_objections(session, person, command)
        case SteelOneself():
            return willpower_objections(session, person, command)
        case _:
            raise TypeError(f"Alter ego has no verb {command.verb!r}")


def _decided(session: Session, person: Person, command: NamedCommand, chance: Chance) -> Sequence[Told]:
    match command:
        case ChangeCharacter():
            return character_changed(session, person, command)
        case Advance():
            return character_advanced(session, person, command)
        case MakeCheck():
            return check_made(session, person, command, chance)
        case MakeContest():
            return contest_made(session, person, command, chance)
        case ActJointly():
            return joint_made(session, person, command, chance)
        case MakeAttack():
            return attack_made(session, person, command, chance)
        case SteelOneself():
            return willpower_made(session, person, command, chance)
        case _:
            raise TypeError(f"Alter ego has no verb {command.verb!r}")


def _healed(session: Session, command: Heal) -> list[Told]:
    """Returns a wound lowered by what the GM says, twice as much for one who heals fast (A9, AR17)."""
    state: AlterEgoState = session.game
    person = state.find(command.name)
    wound = person.wound(command.wound) if person else None
    assert person is not None
    assert wound is not None
    by = healed_by(command.by, fast=has_rule(session, person, "heals_twice"))
    return wound_changed(RULES, session, person, wound, number=wound.number - by, reason=command.reason)
