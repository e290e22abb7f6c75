"""Wounds as events: got, healed, deadly; rest and time. What a wound's number means is the system's to say."""

from __future__ import annotations

from dataclasses import replace

from gmkit.core.persons import facts as f
from gmkit.core.persons.commands import BeginEffect, EndEffect, Heal, Hurt, Kill, PassTime, Revive
from gmkit.core.persons.fights import effects_ended, nobody, time_told
from gmkit.core.persons.rules import PersonRules
from gmkit.core.persons.said import said
from gmkit.core.persons.state import NUMBERS, WOUNDS, Person, PersonsState, Wound
from gmkit.core.persons.telling import both, of_person
from gmkit.core.session import Session
from gmkit.core.visibility import Told, tell, tell_as
from gmkit.dice.chance import Chance
from gmkit.errors import NotAllowed
from gmkit.words import Words, listing, say

MAX_DAYS = 36_500
BodyCommand = Hurt | Heal | Kill | Revive | BeginEffect | EndEffect


def wound_told(
    rules: PersonRules, session: Session, person: Person, wound: tuple[str, int], chance: Chance
) -> list[Told]:
    """Returns a new wound (its place, its number) and what follows from it; each place is kept apart (A24)."""
    place, number = wound
    new = Wound(n=person.wound_count + 1, place=place, number=number)
    fact = f.Wounded(
        who=person.public_name,
        n=new.n,
        place=place,
        number=number,
        name=said(rules.wound_name(session, number)),
        place_name=said(rules.place_name(session, place)) if place else "",
    )
    after = replace(person, wounds=(*person.wounds, new), wound_count=new.n)
    return [of_person(person, fact, WOUNDS), *rules.wounded(session, after, new, chance)]


def wound_changed(
    rules: PersonRules, session: Session, person: Person, wound: Wound, *, number: int, reason: str = ""
) -> list[Told]:
    """Returns a wound that is better or worse now; one that got better stops its clock."""
    state: PersonsState = session.game
    fact = f.WoundChanged(
        who=person.public_name,
        n=wound.n,
        number=max(0, number),
        name=said(rules.wound_name(session, number)) if number > 0 else "",
        place_name=said(rules.place_name(session, wound.place)) if wound.place else "",
        reason=reason,
    )
    told = [of_person(person, fact, WOUNDS)]
    if number < wound.number and any((c.who, c.wound) == (person.public_name, wound.n) for c in state.clocks):
        told.append(tell(f.ClockStopped(who=person.public_name, wound=wound.n)))
    return told


def body_objections(rules: PersonRules, session: Session, person: Person, command: BodyCommand) -> list[Words]:
    """Returns why this cannot happen to a person's body, every reason at once."""
    state: PersonsState = session.game
    who = person.public_name
    match command:
        case Hurt():
            dead = [say("{who} is dead.", who=who)] if person.dead else []
            return [*dead, *_hurt_objections(rules, session, command)]
        case Heal():
            found: list[Words] = []
            if person.wound(command.wound) is None:
                wounds = listing(wound.n for wound in person.wounds) if person.wounds else say("none")
                found.append(
                    say("{who} has no wound {n}; there are: {wounds}.", who=who, n=command.wound, wounds=wounds)
                )
            if command.by < 1:
                found.append(say("A wound is lowered by at least 1, not {n}.", n=command.by))
            return found
        case Kill():
            return [say("{who} is dead.", who=who)] if person.dead else []
        case Revive():
            return [] if person.dead else [say("{who} is not dead.", who=who)]
        case BeginEffect():
            return _effect_objections(state, command)
        case EndEffect():
            if any(effect.text == command.text for effect in person.effects):
                return []
            lasting = listing(effect.text for effect in person.effects) if person.effects else say("nothing")
            return [
                say("{text} does not last on {who}; there is: {lasting}.", text=command.text, who=who, lasting=lasting)
            ]


def body_decided(
    rules: PersonRules, session: Session, person: Person, command: BodyCommand, chance: Chance
) -> list[Told]:
    """Returns what happens to a person's body."""
    state: PersonsState = session.game
    who = person.public_name
    match command:
        case Hurt():
            typed = command.place
            place = rules.placed(session, person, chance) if typed is None else rules.read_place(session, typed)
            return wound_told(rules, session, person, (place, command.number), chance)
        case Heal():
            wound = person.wound(command.wound)
            assert wound is not None
            return wound_changed(rules, session, person, wound, number=wound.number - command.by, reason=command.reason)
        case Kill():
            return [of_person(person, f.Fell(who=who))]
        case Revive():
            return [of_person(person, f.Revived(who=who))]
        case BeginEffect():
            return _effect_begun(state, person, command)
        case EndEffect():
            return effects_ended(
                replace(person, effects=tuple(e for e in person.effects if e.text == command.text)), None
            )


def _effect_begun(state: PersonsState, person: Person, command: BeginEffect) -> list[Told]:
    """Returns that something lasts; until whose turn is told only to those who know that person (S2)."""
    who, to = person.public_name, person.told(NUMBERS)
    until = state.find(command.until) if command.until else None
    fact = f.EffectBegun(who=who, text=command.text, value=command.value, for_fight=until is None)
    if until is None:
        return [tell_as(fact, to)]
    if both(to, until.audience) == to:
        return [tell_as(replace(fact, until=until.public_name), to)]
    return [tell_as(fact, to), tell(f.EffectTimed(who=who, text=command.text, until=until.public_name))]


def time_objections(rules: PersonRules, session: Session, command: PassTime) -> list[Words]:
    """Returns why time cannot go by so."""
    state: PersonsState = session.game
    found: list[Words] = [nobody(state, name) for name in command.resting if state.find(name) is None]
    if command.minutes < 0 or command.days < 0 or not command.minutes + command.days:
        found.append(say("Time goes by in minutes and days, at least 1 of them."))
    if command.days + command.minutes // 1440 > MAX_DAYS:
        found.append(say("At most {n} days can go by at once.", n=MAX_DAYS))
    if state.current is not None and command.days:
        found.append(say("{fight} is going on: days cannot go by.", fight=state.current.name))
    return found


def time_passed(rules: PersonRules, session: Session, command: PassTime) -> list[Told]:
    """Returns that time goes by: who rests long enough is rested, wounds heal where the system says so, clocks run."""
    state: PersonsState = session.game
    minutes = command.minutes + 24 * 60 * command.days
    told = time_told(session, f.TimePassed(seconds=60 * minutes))
    resting = dict.fromkeys(person.public_name for name in command.resting if (person := state.find(name)))
    if rules.rest_minutes and minutes >= rules.rest_minutes:
        for who in resting:
            person = state.person(who)
            if person is not None:
                told.append(of_person(person, f.Rested(who=who), NUMBERS))
    if rules.rested is not None:
        told += rules.rested(session, [person.public_name for person in state.persons], minutes)
    return told


def _hurt_objections(rules: PersonRules, session: Session, command: Hurt) -> list[Words]:
    found: list[Words] = []
    if not 1 <= command.number <= rules.worst_wound:
        found.append(say("A wound's number is 1 to {worst}, not {n}.", worst=rules.worst_wound, n=command.number))
    if command.place is not None:
        try:
            rules.read_place(session, command.place)
        except NotAllowed as refused:
            found += refused.reasons
    return found


def _effect_objections(state: PersonsState, command: BeginEffect) -> list[Words]:
    found: list[Words] = []
    if not command.text.strip():
        found.append(say("There is no text to write down."))
    fight = state.current
    if fight is None:
        found.append(say("No fight is going on."))
    elif command.until:
        until = state.find(command.until)
        if until is None:
            found.append(nobody(state, command.until))
        elif fight.fighter(until.public_name) is None:
            found.append(say("{who} is not in {fight}.", who=until.public_name, fight=fight.name))
    return found
