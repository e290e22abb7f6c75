"""What the shared verbs bring: objections from what the speaker knows, facts from the GM's state, in order."""

from __future__ import annotations

from collections.abc import Sequence

from gmkit.core.command import Command
from gmkit.core.persons import facts as f
from gmkit.core.persons import fights, sheets
from gmkit.core.persons.bodies import (
    body_decided,
    body_objections,
    time_objections,
    time_passed,
)
from gmkit.core.persons.commands import (
    BeginEffect,
    Declare,
    EndCircle,
    EndEffect,
    EndFight,
    EndScene,
    Give,
    Heal,
    Hurt,
    Introduce,
    Join,
    Kill,
    Leave,
    MapCommand,
    NamedCommand,
    NextTurn,
    PassTime,
    Rename,
    Revive,
    RollInitiative,
    Show,
    StartFight,
    Write,
)
from gmkit.core.persons.maps import map_decided, map_objections
from gmkit.core.persons.order import listed_order, rolled_order
from gmkit.core.persons.rules import PersonRules
from gmkit.core.persons.state import Fight, Person, PersonsState
from gmkit.core.persons.telling import fighter_audience
from gmkit.core.session import Session
from gmkit.core.visibility import Told, tell, tell_as
from gmkit.dice.chance import Chance
from gmkit.words import Words, say


def speaker(session: Session, command: Command) -> str | None:
    """Returns the seat whose knowledge a command is checked against; None: the GM's, for all but a declaration."""
    if not isinstance(command, Declare):
        return None
    state: PersonsState = session.game
    person = state.find(command.name)
    return person.seat if person else None


def objections(rules: PersonRules, session: Session, command: Command) -> Sequence[Words] | None:
    """Returns why a shared verb is not allowed, every reason at once; None for a verb of the system's own."""
    state: PersonsState = session.game
    match command:
        case MapCommand():
            return map_objections(session, command)
        case StartFight():
            return fights.start_objections(session, command)
        case PassTime():
            return time_objections(rules, session, command)
        case EndScene():
            if state.current is None:
                return []
            return [say("{fight} is going on: end its circle, or end the fight first.", fight=state.current.name)]
        case RollInitiative():
            return _initiative_objections(rules, session, command)
        case EndFight() | NextTurn() | EndCircle():
            return _circle_objections(session, command)
        case NamedCommand() if _is_shared(command):
            person = state.find(command.name)
            if person is None:
                return [fights.nobody(state, command.name)]
            return _person_objections(rules, session, person, command)
        case _:
            return None


def decide(rules: PersonRules, session: Session, command: Command, chance: Chance) -> list[Told] | None:
    """Returns what a shared verb brings; None for a verb of the system's own."""
    state: PersonsState = session.game
    fight = state.current
    match command:
        case MapCommand():
            return map_decided(session, command)
        case StartFight():
            return fights.fight_started(session, command)
        case PassTime():
            return time_passed(rules, session, command)
        case EndScene():
            return [tell(f.SceneEnded())]
        case RollInitiative() if fight:
            if command.order:
                named = [person.public_name for name in command.order if (person := state.find(name))]
                return listed_order(session, fight, named)
            return rolled_order(rules, session, fight, chance)
        case EndFight() if fight:
            return fights.fight_ended(session, fight)
        case EndCircle() if fight:
            return fights.circle_ended(rules, session, fight)
        case NextTurn():
            coming = fights.next_after(session)
            return fights.turn_taken(session, coming) if coming else []
        case NamedCommand() if _is_shared(command):
            person = state.find(command.name)
            assert person is not None
            return _person_decided(rules, session, person, command, chance)
        case _:
            return None


SHEET_VERBS = (Introduce, Show, Write, Rename, Give)
BODY_VERBS = (Hurt, Heal, Kill, Revive, BeginEffect, EndEffect)
FIGHT_VERBS = (Join, Leave, Declare)


def _is_shared(command: NamedCommand) -> bool:
    return isinstance(command, (*SHEET_VERBS, *BODY_VERBS, *FIGHT_VERBS))


def _person_objections(rules: PersonRules, session: Session, person: Person, command: NamedCommand) -> Sequence[Words]:
    state: PersonsState = session.game
    match command:
        case Introduce() | Show() | Write() | Rename() | Give():
            return sheets.sheet_objections(rules, session, person, command)
        case Hurt() | Heal() | Kill() | Revive() | BeginEffect() | EndEffect():
            return body_objections(rules, session, person, command)
        case Declare():
            return fights.declare_objections(rules, session, person, command)
        case _:
            return _joining_objections(state.current, person, joins=isinstance(command, Join))


def _person_decided(
    rules: PersonRules, session: Session, person: Person, command: NamedCommand, chance: Chance
) -> list[Told]:
    state: PersonsState = session.game
    match command:
        case Introduce() | Show() | Write() | Rename() | Give():
            return sheets.sheet_decided(rules, session, person, command)
        case Hurt() | Heal() | Kill() | Revive() | BeginEffect() | EndEffect():
            return body_decided(rules, session, person, command, chance)
        case Declare():
            return fights.declared(rules, session, person, command)
        case _:
            fight = state.current
            assert fight is not None
            if isinstance(command, Join):
                return fights.joined_told(session, fight, person)
            gone = f.FighterGone(fight=fight.name, who=person.public_name)
            return [tell_as(gone, fighter_audience(session, fight, person.public_name))]


def _joining_objections(fight: Fight | None, person: Person, *, joins: bool) -> list[Words]:
    if fight is None:
        return [say("No fight is going on.")]
    is_in = fight.fighter(person.public_name) is not None
    found: list[Words] = []
    if joins and is_in:
        found.append(say("{who} is in {fight} already.", who=person.public_name, fight=fight.name))
    if joins and person.dead:
        found.append(say("{who} is dead.", who=person.public_name))
    if not joins and not is_in:
        found.append(say("{who} is not in {fight}.", who=person.public_name, fight=fight.name))
    return found


def _initiative_objections(rules: PersonRules, session: Session, command: RollInitiative) -> list[Words]:
    state: PersonsState = session.game
    fight = state.current
    if fight is None:
        return [say("No fight is going on.")]
    persons = [person for who in fight.order if (person := state.person(who)) and not person.dead]
    rolls = any(rules.initiative(session, person) is not None for person in persons)
    if command.order:
        if rolls:
            return [say("The order of acting is rolled here, not listed [A19, FR9].")]
        return [
            say("{who} is not in {fight}.", who=name, fight=fight.name)
            for name in command.order
            if (person := state.find(name)) is None or fight.fighter(person.public_name) is None
        ]
    if rolls and all((fighter := fight.fighter(person.public_name)) and fighter.key for person in persons):
        return [say("Initiative is rolled once a fight: everybody in {fight} has it [AR8, FR9].", fight=fight.name)]
    return []


def _circle_objections(session: Session, command: EndFight | NextTurn | EndCircle) -> list[Words]:
    state: PersonsState = session.game
    fight = state.current
    if fight is None:
        return [say("No fight is going on.")]
    if isinstance(command, NextTurn) and fights.next_after(session) is None:
        return [say("Everybody has acted in circle {n}: end the circle.", n=fight.circle)]
    return []
