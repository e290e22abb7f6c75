"""Making, changing and advancing characters: what was typed is kept, and what breaks a rule is marked (A2-A9, AR22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmkit.core.command import shown
from gmkit.core.persons import facts as p
from gmkit.core.persons.sheets import (
    NewPerson,
    creation_objections,
    features_set,
    missing_objections,
    number_set,
    person_made,
    words_told,
)
from gmkit.core.persons.state import NUMBERS, Feature, Person
from gmkit.core.persons.telling import of_person
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Told
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.book import Book, find_id, skill_id, word_parts
from gmkit.systems.alter_ego.commands import Advance, ChangeCharacter, MakeCharacter
from gmkit.systems.alter_ego.hooks import RULES, book
from gmkit.systems.alter_ego.preparing import own_skill
from gmkit.systems.alter_ego.rules.creation import CHARACTERISTICS, SKILLS
from gmkit.systems.alter_ego.state import AlterEgoState
from gmkit.systems.alter_ego.supplements import Monster, monsters
from gmkit.words import Words, listing, say

MAX_POINTS = 100_000
_ID_KEYS = ("id", "trait", "name")
_WORDS = word_parts()


def character_objections(session: Session, command: MakeCharacter) -> list[Words]:
    """Returns why there cannot be such a character, every reason at once."""
    found = [*creation_objections(session, _new(session, command)), *_points_objections(command.points)]
    state: AlterEgoState = session.game
    if command.monster is not None and command.monster not in monsters(state):
        known = listing(monsters(state)) if monsters(state) else say("none")
        found.append(say("There is no monster {monster}; there are: {known}.", monster=command.monster, known=known))
    return [*found, *_trait_objections(command.traits)]


def character_made(session: Session, command: MakeCharacter) -> list[Told]:
    """Returns what tells of a new character."""
    return person_made(RULES, session, _new(session, command))


def change_objections(session: Session, person: Person, command: ChangeCharacter | Advance) -> list[Words]:
    """Returns why a character cannot be changed so."""
    tables = book(session)
    found = _trait_objections(command.traits or ())
    found += missing_objections(person, _levels(tables, person, command))
    if isinstance(command, Advance):
        if command.points < 0:
            found.append(say("Later points are given, not taken: at least 0, not {n}.", n=command.points))
        found += _points_objections((person.points or 0) + command.points)
    else:
        found += _points_objections(command.points or 0)
    nothing = not (command.characteristics or command.skills or command.traits)
    if isinstance(command, Advance):
        nothing = nothing and not command.points
    else:
        nothing = nothing and command.traits is None and command.points is None and not command.words
    return [*found, say("There is nothing to change.")] if nothing else found


def character_changed(session: Session, person: Person, command: ChangeCharacter) -> list[Told]:
    """Returns what is another now of a character that is being made."""
    tables = book(session)
    told: list[Told] = []
    if command.points is not None:
        fact = p.PointsSet(who=person.public_name, points=command.points, reason=command.reason)
        told.append(of_person(person, fact, NUMBERS))
    for group, item, level in _levels(tables, person, command):
        told.append(
            number_set(RULES, session, person, group, item, level=level, at_creation=True, reason=command.reason)
        )
    if command.traits is not None:
        told.append(features_set(RULES, session, person, read_traits(tables, command.traits)))
    return [*told, *words_told(RULES, person, _texts(command.words))]


@rule("AR22")
def character_advanced(session: Session, person: Person, command: Advance) -> list[Told]:
    """Returns what later points bring; what creation left is kept: its rules are not held against them (AR22)."""
    tables = book(session)
    told: list[Told] = []
    if not person.at_creation:
        ended = p.CreationEnded(who=person.public_name, at_creation=person.numbers)
        told.append(of_person(person, ended, NUMBERS))
    if command.points:
        points = (person.points or 0) + command.points
        fact = p.PointsSet(who=person.public_name, points=points, reason=command.reason)
        told.append(of_person(person, fact, NUMBERS))
    for group, item, level in _levels(tables, person, command):
        told.append(number_set(RULES, session, person, group, item, level=level, reason=command.reason))
    if command.traits:
        now = (*person.features, *read_traits(tables, command.traits))
        told.append(features_set(RULES, session, person, now))
    return told


def read_traits(tables: Book, typed: Sequence[Any]) -> tuple[Feature, ...]:
    """Returns traits as they are kept: a name alone, or a mapping with factors, price, kind, what it is about.

    Raises:
        NotAllowed: If one is neither; every reason at once.
    """
    if found := _trait_objections(typed):
        raise NotAllowed(*found)
    features = []
    for item in typed:
        if isinstance(item, str):
            features.append(Feature(find_id(tables.traits, item) or item.strip()))
            continue
        key = next(name for name in _ID_KEYS if name in item)
        values = {name: value for name, value in item.items() if name != key}
        features.append(Feature(find_id(tables.traits, str(item[key])) or str(item[key]).strip(), values))
    return tuple(features)


def _new(session: Session, command: MakeCharacter) -> NewPerson:
    tables = book(session)
    state: AlterEgoState = session.game
    like = monsters(state).get(command.monster or "") or Monster(id="", en="", ru="")
    try:
        traits = read_traits(tables, command.traits or like.traits)
    except NotAllowed:
        traits = ()
    return NewPerson(
        name=command.name,
        player=command.player,
        public_name=command.public_name,
        known_to=command.known_to,
        # A monster brings its own points unless others were asked for.
        points=like.points if like.id and command.points == MakeCharacter.points else command.points,
        numbers={
            CHARACTERISTICS: _read_levels(tables, CHARACTERISTICS, {**like.characteristics, **command.characteristics}),
            SKILLS: _read_levels(tables, SKILLS, {**like.skills, **command.skills}),
        },
        features=traits,
        words=_texts({**like.words, **command.words}),
    )


def _levels(tables: Book, person: Person, command: ChangeCharacter | Advance) -> list[tuple[str, str, Any]]:
    found = [
        (CHARACTERISTICS, item, level)
        for item, level in _read_levels(tables, CHARACTERISTICS, command.characteristics, keep_none=True).items()
    ]
    skills = _read_levels(tables, SKILLS, command.skills, keep_none=True)
    return [*found, *((SKILLS, own_skill(tables, person, item), level) for item, level in skills.items())]


def _item(tables: Book, group: str, name: str) -> str:
    return skill_id(tables, name) if group == SKILLS else find_id(tables.characteristics, name) or name


def _read_levels(tables: Book, group: str, typed: Mapping[str, Any], *, keep_none: bool = False) -> dict[str, Any]:
    """Returns levels by id: names in either language are known, and what is not stays as it was typed."""
    read = {}
    for name, level in typed.items():
        item = _item(tables, group, name)
        if level is not None or keep_none:
            read[item] = level
    return read


def _texts(words: Mapping[str, Any]) -> dict[str, str]:
    """Returns the parts of a description as texts; an age typed as a number is one too."""
    return {find_id(_WORDS, name) or name: text if isinstance(text, str) else str(text) for name, text in words.items()}


def _points_objections(points: int) -> list[Words]:
    if 0 <= points <= MAX_POINTS:
        return []
    return [say("The GM's points are 0 to {most}, not {n}.", most=MAX_POINTS, n=points)]


def _trait_objections(typed: Sequence[Any]) -> list[Words]:
    found: list[Words] = []
    for number, item in enumerate(typed, start=1):
        named = isinstance(item, str) and bool(item.strip())
        if isinstance(item, Mapping):
            named = any(isinstance(item.get(key), str) and item[key].strip() for key in _ID_KEYS)
        if not named:
            found.append(
                say(
                    'Trait {n} is a name, or a mapping such as {{"id": "phobia", "frequency": 2, …}}, not {value}.',
                    n=number,
                    value=shown(item),
                )
            )
    return found
