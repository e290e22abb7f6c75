"""Why a command is refused, every reason at once; nothing is rolled or spent before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gmkit.core.command import Command
from gmkit.core.persons import engine as shared
from gmkit.core.persons.commands import Heal, ToWhom
from gmkit.core.persons.fights import nobody
from gmkit.core.persons.sheets import creation_objections, missing_objections
from gmkit.core.persons.state import Person
from gmkit.core.persons.telling import audience_named
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.errors import NotAllowed
from gmkit.systems.fudge.attacks import attack_side, defence_side
from gmkit.systems.fudge.checks import other_side_of, side_of
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
from gmkit.systems.fudge.hooks import RULES, read_place
from gmkit.systems.fudge.rows import BY_NUMBER
from gmkit.systems.fudge.rules.damage import DEFENCE, OFFENCE, trade
from gmkit.systems.fudge.rules.given import named_numbers
from gmkit.systems.fudge.rulings import rulings
from gmkit.systems.fudge.sheet import new_person, read_sheet
from gmkit.systems.fudge.state import PRICES, FudgeState, filled_cells
from gmkit.systems.fudge.sums import faces_objections, side_objections
from gmkit.words import Words, listing, say

MAX_ROUNDS = 10_000
"""The most rounds in one burst; a slip of the finger should not fill the ledger."""


def objections(session: Session, command: Command) -> Sequence[Words]:
    """Returns why *command* is not allowed, as its speaker can know; nothing if it is."""
    match command:
        case MakeCharacter():
            typed = read_sheet(command)
            return [*creation_objections(session, new_person(command, typed)), *typed.reasons]
        case ChangeCharacter():
            return _change_objections(session, command)
        case SetDefault():
            return [] if command.skill.strip() else [say("A skill needs a name: this one is empty.")]
        case MakeCheck():
            person = _find(session, command.name)
            found = side_objections(person, side_of(command)) if isinstance(person, Person) else [person]
            return [*found, *_seen_objections(session, command.seen_by), *faces_objections(session, command.faces)]
        case OpposeCheck():
            return _opposed_objections(session, command)
        case SettleTie():
            return _settle_objections(session, command)
        case MakeAttack():
            return _attack_objections(session, command)
        case TradeWorn():
            return _trade_objections(session, command)
        case Heal():
            return [*(shared.objections(RULES, session, command) or ()), *_heal_objections(session, command)]
        case _:
            return shared.objections(RULES, session, command) or ()


def _find(session: Session, name: str) -> Person | Words:
    """Returns the person of that name, or the refusal of a name that nobody bears."""
    state: FudgeState = session.game
    return state.find(name) or nobody(state, name)


def _change_objections(session: Session, command: ChangeCharacter) -> list[Words]:
    person = _find(session, command.name)
    if not isinstance(person, Person):
        return [person]
    typed = read_sheet(command, person)
    levels = (
        (group, item, level)
        for group, items in typed.numbers.items()
        if group != PRICES
        for item, level in items.items()
    )
    found = [*typed.reasons, *missing_objections(person, levels)]
    is_empty = not (typed.numbers or typed.defaults) and command.points is None and command.properties is None
    return found or ([say("There is nothing to change.")] if is_empty else [])


def _opposed_objections(session: Session, command: OpposeCheck) -> list[Words]:
    one, other = _find(session, command.name), _find(session, command.other)
    found: list[Words] = []
    found += side_objections(one, side_of(command)) if isinstance(one, Person) else [one]
    found += side_objections(other, other_side_of(command)) if isinstance(other, Person) else [other]
    if isinstance(one, Person) and isinstance(other, Person) and one.public_name == other.public_name:
        found.append(say("{who} cannot be both sides.", who=one.public_name))
    return [
        *found,
        *_seen_objections(session, command.seen_by),
        *faces_objections(session, command.faces, sides=2),
    ]


def _settle_objections(session: Session, command: SettleTie) -> list[Words]:
    state: FudgeState = session.game
    if state.question(command.question) is not None:
        return []
    waiting = listing(question.n for question in state.questions) if state.questions else say("none")
    return [say("There is no question {n}; there are: {waiting} [FR2].", n=command.question, waiting=waiting)]


@rule("F9")
def _attack_objections(session: Session, command: MakeAttack) -> list[Words]:
    attacker, target = _find(session, command.attacker), _find(session, command.target)
    found: list[Words] = []
    found += side_objections(attacker, attack_side(command)) if isinstance(attacker, Person) else [attacker]
    found += side_objections(target, defence_side(command)) if isinstance(target, Person) else [target]
    if isinstance(attacker, Person) and isinstance(target, Person) and attacker.public_name == target.public_name:
        found.append(say("{who} cannot be both sides.", who=attacker.public_name))
    if not 1 <= command.rounds <= MAX_ROUNDS:
        found.append(say("1 to {most} rounds are fired at once, not {n}.", most=MAX_ROUNDS, n=command.rounds))
    found += _factor_objections(command.offence, "offence", OFFENCE)
    found += _factor_objections(command.defence, "defence", DEFENCE)
    found += _place_objections(session, command.place)
    sides = 2 if command.difficulty is None else 1
    return [
        *found,
        *_seen_objections(session, command.seen_by),
        *faces_objections(session, command.faces, sides=sides),
    ]


@rule("F13", "FR4")
def _trade_objections(session: Session, command: TradeWorn) -> list[Words]:
    person = _find(session, command.name)
    if not isinstance(person, Person):
        return [person]
    found = [say("{who} is dead.", who=person.public_name)] if person.dead else []
    if not rulings(session.settings).wears_down:
        found.append(say("Nothing wears down in this game: the ruling attrition is off [F13]."))
    try:
        trade(person.worn, command.points)
    except NotAllowed as refused:
        return [*found, *refused.reasons, *_place_objections(session, command.place)]
    return [*found, *_place_objections(session, command.place)]


@rule("F15")
def _heal_objections(session: Session, command: Heal) -> list[Words]:
    """Returns that a wound cannot get better into a row that is full: a state has only so many cells."""
    person = _find(session, command.name)
    wound = person.wound(command.wound) if isinstance(person, Person) else None
    if wound is None or not isinstance(person, Person) or command.by < 1 or wound.number <= command.by:
        return []
    better = BY_NUMBER[wound.number - command.by]
    if filled_cells(person)[better.id] < better.cells:
        return []
    return [
        say(
            "All {n} cells of {state} are filled: heal one of them first, or this wound further [F15].",
            n=better.cells,
            state=better.name,
        )
    ]


def _factor_objections(given: Mapping[str, int], place: str, known: Sequence[str]) -> list[Words]:
    try:
        named_numbers(place, given, known)
    except NotAllowed as refused:
        return list(refused.reasons)
    return []


def _place_objections(session: Session, place: str | None) -> list[Words]:
    try:
        if place is not None:
            read_place(session, place)
    except NotAllowed as refused:
        return list(refused.reasons)
    return []


def _seen_objections(session: Session, named: ToWhom) -> list[Words]:
    try:
        audience_named(session, named)
    except NotAllowed as refused:
        return list(refused.reasons)
    return []
