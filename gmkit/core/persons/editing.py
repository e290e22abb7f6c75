"""The referee's corrections of persons (`c.edit`): each changed field is a fact told to those whom its mark names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmkit.core.persons import facts as f
from gmkit.core.persons.rules import PersonRules
from gmkit.core.persons.sheets import name_objections, number_set, words_told
from gmkit.core.persons.state import NUMBERS, Person, PersonsState
from gmkit.core.persons.telling import of_person
from gmkit.core.session import Session
from gmkit.core.visibility import Told
from gmkit.errors import NotAllowed
from gmkit.words import Words, listing, say, shown

KINDS = ("person", "character", "персонаж")
FIELDS = ("public_name", "points", "dead")


def edit_person(rules: PersonRules, session: Session, what: str, changes: Mapping[str, Any]) -> Sequence[Told]:
    """Returns the facts of a correction of "person Ivan": a level by its id, a word, `points`, `dead`, `public_name`.

    Raises:
        NotAllowed: If there is no such person or field; names what may be edited.
    """
    state: PersonsState = session.game
    kind, _, name = what.strip().partition(" ")
    person = state.find(name) if kind.casefold() in KINDS else None
    if person is None:
        raise NotAllowed(
            say(
                "{what} cannot be edited; there are: person {names} ({fields}).",
                what=shown(what),
                names=listing((p.public_name for p in state.persons), " / ") if state.persons else "…",
                fields=listing(editable(rules)),
            )
        )
    told: list[Told] = []
    reasons: list[Words] = []
    for name_of_field, value in changes.items():
        try:
            told += _corrected(rules, session, person, name_of_field, value)
        except NotAllowed as refused:
            reasons += refused.reasons
    if reasons or not changes:
        raise NotAllowed(*(reasons or [say("There is nothing to correct.")]))
    # The public name last: the facts before it name the person as it was called.
    return sorted(told, key=lambda item: isinstance(item.fact, f.PublicNameSet))


def editable(rules: PersonRules) -> tuple[str, ...]:
    """Returns the fields of a person that may be corrected."""
    return (*FIELDS, *(f"{group}.<id>" for group in rules.groups), *rules.word_parts)


def _corrected(rules: PersonRules, session: Session, person: Person, name: str, value: Any) -> list[Told]:
    group, _, item = name.partition(".")
    if group in rules.groups and item:
        return [number_set(rules, session, person, group, item, level=value, at_creation=True)]
    if name in rules.word_parts or name in person.notes:
        if isinstance(value, str):
            return words_told(rules, person, {name: value})
        raise NotAllowed(say("{place} is a text, not {value}.", place=name, value=shown(value)))
    match name, value:
        case "public_name", str():
            if refusals := name_objections(session.game, [value], besides=person):
                raise NotAllowed(*refusals)
            return [of_person(person, f.PublicNameSet(who=person.public_name, now=value.strip()))]
        case "points", int() if not isinstance(value, bool):
            return [of_person(person, f.PointsSet(who=person.public_name, points=value), NUMBERS)]
        case "dead", bool():
            fact = f.Fell(who=person.public_name) if value else f.Revived(who=person.public_name)
            return [of_person(person, fact)] if value != person.dead else []
    raise NotAllowed(
        say(
            "{who} has no {field} that can be {value}; there are: {fields}.",
            who=person.public_name,
            field=name,
            value=shown(value),
            fields=listing(editable(rules)),
        )
    )
