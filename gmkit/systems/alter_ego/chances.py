"""Exact chances before the dice fall: read and objected to as the verb itself is, and nothing is rolled (A12, A16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from gmkit.core.command import CommandBook
from gmkit.core.persons.fights import nobody
from gmkit.core.persons.game import named, rows
from gmkit.core.persons.state import Person
from gmkit.core.session import Session
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.attacking import attack_ask, attack_objections, defence_of
from gmkit.systems.alter_ego.checking import helping, other_ask
from gmkit.systems.alter_ego.commands import ActJointly, MakeAttack, MakeCheck, MakeContest
from gmkit.systems.alter_ego.engine import objections
from gmkit.systems.alter_ego.preparing import Ask, asked, person_check
from gmkit.systems.alter_ego.rules.checks import Check
from gmkit.systems.alter_ego.rules.odds import joint_odds, opposed_odds
from gmkit.systems.alter_ego.state import AlterEgoState
from gmkit.words import Words

VERBS = CommandBook([MakeCheck, MakeContest, ActJointly, MakeAttack])
MAPPINGS = ("modifiers", "other_modifiers")

RolledCommand = MakeCheck | MakeContest | ActJointly


def check_chance(session: Session, values: Mapping[str, Any]) -> Fraction:
    """Returns the chance that a check succeeds."""
    command = VERBS.read(_plain("check", values))
    assert isinstance(command, MakeCheck)
    _refuse(objections(session, command))
    return _first(session, command).chance()


def contest_chances(session: Session, values: Mapping[str, Any]) -> tuple[Fraction, Fraction, Fraction]:
    """Returns the chances that the first wins, that nothing changes, and that the other wins."""
    command = VERBS.read(_plain("contest", values))
    assert isinstance(command, MakeContest)
    _refuse(objections(session, command))
    other = person_check(session, _person(session, command.other), other_ask(command))
    return opposed_odds(_first(session, command), other)


def joint_chance(session: Session, values: Mapping[str, Any]) -> Fraction:
    """Returns the chance that several reach a difficulty together."""
    command = VERBS.read(_plain("joint", values))
    assert isinstance(command, ActJointly)
    _refuse(objections(session, command))
    helpers = [_person(session, name) for name in command.helpers]
    old = [_person(session, name).public_name for name in command.old_colleagues]
    ask = helping(_ask(session, command))
    checks = [_first(session, command), *(person_check(session, helper, ask) for helper in helpers)]
    return joint_odds(checks, [helper.public_name in old for helper in helpers], command.difficulty)


def attack_chance(session: Session, values: Mapping[str, Any]) -> Fraction:
    """Returns the chance that an attack hits, also of one that is not declared yet."""
    command = VERBS.read(_plain("attack", values))
    assert isinstance(command, MakeAttack)
    state: AlterEgoState = session.game
    person = state.find(command.name)
    if person is None:
        raise NotAllowed(nobody(state, command.name))
    _refuse(attack_objections(session, person, command, on_turn=False))
    target = _person(session, command.target)
    mine = person_check(session, person, attack_ask(session, person, target, command))
    defence = defence_of(session, target, command)
    if defence is None:
        return mine.chance()
    return opposed_odds(mine, person_check(session, target, defence.ask))[0]


def _plain(verb: str, values: Mapping[str, Any]) -> dict[str, Any]:
    given = {name: named(value) if name in MAPPINGS else rows(value) for name, value in values.items()}
    return {"do": verb, **given}


def _refuse(reasons: Sequence[Words]) -> None:
    if reasons:
        raise NotAllowed(*reasons)


def _person(session: Session, name: str) -> Person:
    state: AlterEgoState = session.game
    person = state.find(name)
    assert person is not None, "objections refuse a person that is not there"
    return person


def _ask(session: Session, command: RolledCommand) -> Ask:
    return asked(command, session, command.characteristic, command.skill)


def _first(session: Session, command: RolledCommand) -> Check:
    return person_check(session, _person(session, command.name), _ask(session, command))
