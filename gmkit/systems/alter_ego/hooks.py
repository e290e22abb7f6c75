"""Where Alter ego differs from other systems of persons: its hooks for the shared engine and verbs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gmkit.core.persons import facts as p
from gmkit.core.persons.bodies import wound_changed
from gmkit.core.persons.rules import InitiativeRoll, PersonRules
from gmkit.core.persons.said import said
from gmkit.core.persons.state import Action, Feature, Person, Wound
from gmkit.core.persons.telling import of_person
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Told, tell
from gmkit.dice.chance import Chance, Stream
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego import facts as f
from gmkit.systems.alter_ego.book import Book, find_id, group_name, word_parts
from gmkit.systems.alter_ego.rows import MAX_PARTS, WORST
from gmkit.systems.alter_ego.rules import dice as rolls
from gmkit.systems.alter_ego.rules.creation import CHARACTERISTICS, SKILLS, reasons, trait_name
from gmkit.systems.alter_ego.rules.wounds import (
    DEATH_DIE,
    FATAL,
    LETHAL,
    hit_location,
    location_dice,
    minutes_to_death,
    numbers_healed,
)
from gmkit.systems.alter_ego.rulings import rulings
from gmkit.systems.alter_ego.state import AlterEgoState
from gmkit.systems.alter_ego.supplements import book_of
from gmkit.words import Words, listing, say

CIRCLE_S = 3
"""Seconds of game time in a circle (A20)."""
CIRCLES_A_ROUND = 4
REST_MIN = 15
"""Minutes of rest after which failed tries count no more (A14)."""


def book(session: Session) -> Book:
    """Returns the tables in force as this session knows them."""
    state: AlterEgoState = session.game
    return book_of(state)


@rule("A19", "AR8")
def initiative(session: Session, person: Person) -> InitiativeRoll:
    """Returns what a fighter rolls: the three dice + Speed + Mind; ties go by Speed, then the whole is rolled again."""
    ruled, tables = rulings(session.settings), book(session)
    speed, mind = person.level(CHARACTERISTICS, "speed"), person.level(CHARACTERISTICS, "mind")
    return InitiativeRoll(
        dice=tuple((sign, 6) for sign in rolls.signs(ruled.dice)),
        constant=rolls.constant(ruled.dice),
        terms=(
            (said(tables.characteristics["speed"].name), speed),
            (said(tables.characteristics["mind"].name), mind),
        ),
        ties=(speed,),
        ids=("A19", "AR8"),
    )


@rule("A21")
def speed(session: Session, person: Person) -> int:
    """Returns the simple actions of one turn: Speed."""
    return max(0, person.level(CHARACTERISTICS, "speed"))


@rule("A21")
def read_action(session: Session, text: str) -> Action:
    """Returns an action as it was typed: an id or name, or the GM's own words with the number of parts ("climb x3").

    Raises:
        NotAllowed: If it is none of these; names the actions that there are.
    """
    actions = book(session).actions
    wanted, parts = text.strip(), 0
    found = re.fullmatch(r"(.+?)\s*[x×х*]\s*(\d{1,3})", wanted)
    if found:
        wanted, parts = found[1].strip(), int(found[2])
    known = find_id(actions, wanted)
    if known is not None:
        whole = parts or actions[known].parts
        if not whole:
            raise NotAllowed(
                say(
                    "{action} is compound: say of how many parts, such as {example} [A21].",
                    action=actions[known].name,
                    example=f"{known} x3",
                )
            )
        wanted, parts = known, whole
    if not wanted or not 1 <= parts <= MAX_PARTS:
        raise NotAllowed(
            say(
                "There is no action {action}; there are: {known}; or your own words with the number of parts, "
                "1 to {most}, such as climb x3 [A21].",
                action=text,
                known=listing(actions),
                most=MAX_PARTS,
            )
        )
    return Action(id=wanted, parts=parts)


def action_name(session: Session, action: Action) -> Words:
    """Returns what an action is called, a compound one with its number of parts."""
    actions = book(session).actions
    name: Words = actions[action.id].name if action.id in actions else action.id
    return name if action.parts == 1 else say("{action} × {n}", action=name, n=action.parts)


def number_name(session: Session, group: str, item: str) -> Words:
    """Returns what a characteristic or skill is called."""
    tables = book(session)
    if group == SKILLS:
        return tables.skill_name(item)
    return tables.characteristics[item].name if item in tables.characteristics else item


def feature_name(session: Session, feature: Feature) -> Words:
    """Returns what a trait is called."""
    return trait_name(book(session), feature)


def wound_name(session: Session, number: int) -> Words:
    """Returns what a wound of this number is called."""
    return book(session).wound(number).name


def place_name(session: Session, place: str) -> Words:
    """Returns what a place of the body is called."""
    places = book(session).places
    return places[place].name if place in places else place


def read_place(session: Session, text: str) -> str:
    """Returns the id of a place, by id, name or number.

    Raises:
        NotAllowed: If there is no such place; names those that there are.
    """
    places = book(session).places
    found = find_id(places, text.strip())
    if found is None:
        found = next((place.id for place in places.values() if str(place.number) == text.strip()), None)
    if found is None:
        raise NotAllowed(say("There is no place {place}; there are: {known} [A25].", place=text, known=listing(places)))
    return found


def placed(session: Session, person: Person, chance: Chance) -> str:
    """Returns the place of a wound that nobody aimed, rolled by the ruling AR10."""
    faces = chance.faces(Stream(person.stream, "place"), location_dice(rulings(session.settings).hit_location))
    return hit_location(sum(faces), book(session).places)


@rule("A23", "AR12")
def wounded(session: Session, person: Person, wound: Wound, chance: Chance) -> Sequence[Told]:
    """Returns what follows from a wound: a fatal one has its time, a worse one kills at once."""
    state: AlterEgoState = session.game
    who = person.public_name
    told = [tell(f.HealingTimed(who=who, wound=wound.n, at_s=state.now_s))]
    if wound.number >= LETHAL:
        return [*told, of_person(person, p.Fell(who=who))]
    if wound.number == FATAL:
        (face,) = chance.faces(Stream(person.stream, "death"), [DEATH_DIE])
        minutes = minutes_to_death(face)
        clock = p.ClockStarted(who=who, wound=wound.n, minutes=minutes, at=state.now_s + 60 * minutes)
        told.append(tell(clock))
    return told


@rule("AR17")
def rested(session: Session, persons: Sequence[str], minutes: int) -> Sequence[Told]:
    """Returns by how much wounds go down by themselves while time goes by; where the GM heals, they do not."""
    state: AlterEgoState = session.game
    days_a_number = rulings(session.settings).recovery
    now_s = state.now_s + minutes * 60
    told: list[Told] = []
    for person in (person for who in persons if (person := state.person(who)) and not person.dead):
        who, fast = person.public_name, has_rule(session, person, "heals_twice")
        for wound in person.wounds:
            if not isinstance(days_a_number, int):
                # Time under the GM's own healing is spent: a number of days set later does not count it.
                told.append(tell(f.HealingTimed(who=who, wound=wound.n, at_s=now_s)))
                continue
            since = state.healed_s.get(who, {}).get(str(wound.n), 0)
            steps = numbers_healed(since, now_s, days_a_number=days_a_number, fast=fast)
            if steps and wound.number < LETHAL:
                told += wound_changed(RULES, session, person, wound, number=wound.number - steps)
                gone_s = steps * days_a_number * 24 * 60 * 60 // (2 if fast else 1)
                told.append(tell(f.HealingTimed(who=who, wound=wound.n, at_s=since + gone_s)))
    return told


def has_rule(session: Session, person: Person, wanted: str) -> bool:
    """Returns whether a person has a trait that does this by itself (A9)."""
    traits = book(session).traits
    return any(feature.id in traits and traits[feature.id].rule == wanted for feature in person.features)


def sheet_reasons(session: Session, person: Person) -> Sequence[Words]:
    """Returns every reason why a sheet is a draft."""
    return reasons(book(session), person)


RULES = PersonRules(
    word_parts={item: part.name for item, part in word_parts().items()},
    groups={group: group_name(group) for group in (CHARACTERISTICS, SKILLS)},
    number_name=number_name,
    feature_name=feature_name,
    reasons=sheet_reasons,
    wound_name=wound_name,
    worst_wound=WORST,
    read_place=read_place,
    place_name=place_name,
    placed=placed,
    wounded=wounded,
    initiative=initiative,
    speed=speed,
    read_action=read_action,
    action_name=action_name,
    circle_seconds=CIRCLE_S,
    rest_minutes=REST_MIN,
    rested=rested,
)
