"""Characters: made, written, shown, introduced, given away. What their levels mean is the systems' to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gmkit.core.names import folded
from gmkit.core.persons import facts as f
from gmkit.core.persons.commands import Give, Introduce, Rename, Show, Write
from gmkit.core.persons.maps import marker_told
from gmkit.core.persons.rules import PersonRules
from gmkit.core.persons.said import Said, said
from gmkit.core.persons.state import NUMBERS, WOUNDS, Feature, Numbers, Person, PersonsState
from gmkit.core.persons.telling import audience_named, fight_told, kept, less, of_person, unkept
from gmkit.core.session import Session
from gmkit.core.visibility import Audience, Told, joined, seats, tell, tell_as
from gmkit.errors import NotAllowed
from gmkit.words import Sentence, Words, listing, say

MAX_NAME, MAX_TEXT = 100, 100_000
"""The longest name of a person, and the longest part of a description (a picture stands there as a data address)."""


@dataclass(frozen=True, kw_only=True)
class NewPerson:
    """A character as the GM asks for it."""

    name: str
    player: str | None = None
    public_name: str | None = None
    known_to: str | tuple[str, ...] | None = None
    """None: everybody for a player's character, the GM alone for any other."""
    points: int | None = None
    numbers: Numbers = field(default_factory=dict)
    features: tuple[Feature, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)


def name_objections(state: PersonsState, names: Iterable[str], besides: Person | None = None) -> list[Words]:
    """Returns why these cannot be names of a person, in truth or in public; *besides* is the one that bears them."""
    found: list[Words] = []
    for name in dict.fromkeys(names):
        other = state.find(name)
        if not folded(name):
            found.append(say("A person needs a name: this one is empty."))
        elif not name.isprintable() or len(name) > MAX_NAME:
            found.append(
                say("A name is one line of at most {n} signs that can be printed, not {name}.", n=MAX_NAME, name=name)
            )
        elif other is not None and (besides is None or other.public_name != besides.public_name):
            found.append(say('There is a person called "{name}" already; give this one another name.', name=name))
    return found


def creation_objections(session: Session, new: NewPerson) -> list[Words]:
    """Returns why there cannot be such a person; a draft that breaks the rules of its sheet is none of the reasons."""
    found = name_objections(session.game, [new.name, new.public_name or new.name])
    if new.player is not None and session.seat_of(new.player) is None and folded(new.player) != "gm":
        found.append(_no_player(session, new.player))
    if new.known_to is not None:
        found += _audience_objections(session, new.known_to)
    return [*found, *_text_objections(new.words)]


def person_made(rules: PersonRules, session: Session, new: NewPerson) -> list[Told]:
    """Returns what tells of a new person: that it is there to those who may know, its sheet to its player."""
    seat = session.seat_of(new.player) if new.player is not None else None
    default: Audience = "all" if seat else "gm"
    known: Audience = default if new.known_to is None else audience_named(session, new.known_to)
    person = Person(
        public_name=(new.public_name or new.name).strip(),
        name=new.name.strip(),
        seat=seat.id if seat else None,
        known_to=kept(known),
        stream=folded(new.name),
        points=new.points,
        numbers=new.numbers,
        features=new.features,
    )
    filed = f.PersonFiled(who=person.public_name, known_to=person.known_to, shown={}, stream=person.stream)
    return [
        of_person(person, f.PersonMet(who=person.public_name)),
        tell(filed),
        *sheet_told(person, person.told(NUMBERS)),
        *words_told(rules, person, new.words),
    ]


def sheet_told(person: Person, to: Audience) -> list[Told]:
    """Returns the whole sheet as it is now, told to these."""
    sheet = f.SheetTold(
        who=person.public_name,
        name=person.name,
        seat=person.seat,
        points=person.points,
        numbers=person.numbers,
        at_creation=person.at_creation,
        features=person.features,
    )
    return [tell_as(sheet, to)]


def body_told(rules: PersonRules, session: Session, person: Person, to: Audience) -> list[Told]:
    """Returns the wounds as they are now, told to these."""
    names = tuple(_wound_said(rules, session, wound.number, wound.place) for wound in person.wounds)
    body = f.BodyTold(
        who=person.public_name, wounds=person.wounds, count=person.wound_count, worn=person.worn, called=names
    )
    return [tell_as(body, to)]


def words_told(rules: PersonRules, person: Person, words: Mapping[str, str]) -> list[Told]:
    """Returns parts of a description, each told to those who know it; what the system does not name is a note."""
    told: list[Told] = []
    by_audience: dict[tuple[bool, Audience], list[tuple[str, Said, str]]] = {}
    for part, text in words.items():
        is_note = part not in rules.word_parts
        to = person.told(part) if not is_note or part in person.notes else "gm"
        by_audience.setdefault((is_note, to), []).append((part, part_name(rules, part), text))
    for (is_note, to), parts in by_audience.items():
        kind = f.NotesTold if is_note else f.WordsTold
        told.append(tell_as(kind(who=person.public_name, words=tuple(parts)), to))
    return told


def part_name(rules: PersonRules, part: str) -> Said:
    """Returns what a part of a description is called; a note by its own name."""
    known = rules.word_parts.get(part)
    return said(known) if known else part


def number_set(rules: PersonRules, session: Session, person: Person, group: str, item: str, **values: Any) -> Told:
    """Returns a level that is another now, told to those who know the numbers; see `NumberSet` for the values."""
    name = said(rules.number_name(session, group, item))
    fact = f.NumberSet(who=person.public_name, group=group, id=item, name=name, **values)
    return of_person(person, fact, NUMBERS)


def missing_objections(person: Person, levels: Iterable[tuple[str, str, Any]]) -> list[Words]:
    """Returns which of these (group, id, level) are to be taken away, None, and are not there."""
    return [
        say("{who} has no {name} that could be taken away.", who=person.public_name, name=item)
        for group, item, level in levels
        if level is None and item not in person.numbers.get(group, {})
    ]


def features_set(rules: PersonRules, session: Session, person: Person, features: tuple[Feature, ...]) -> Told:
    """Returns the traits or properties that a person has now."""
    names = tuple(said(rules.feature_name(session, feature)) for feature in features)
    return of_person(person, f.FeaturesSet(who=person.public_name, features=features, called=names), NUMBERS)


# --- introduce, show, write, rename, give ----------------------------------------------------------------------------


def sheet_objections(
    rules: PersonRules, session: Session, person: Person, command: Introduce | Show | Write | Rename | Give
) -> list[Words]:
    """Returns why this cannot be done with a person, every reason at once."""
    match command:
        case Introduce():
            return _audience_objections(session, command.to) or _told_already(session, person, command)
        case Show():
            return [*_audience_objections(session, command.to), *_part_objections(rules, person, command.part)]
        case Write():
            empty: list[Words] = [] if command.words else [say("There is no text to write down.")]
            return [*empty, *_text_objections(command.words)]
        case Rename():
            return name_objections(session.game, [command.public_name], besides=person)
        case Give():
            if command.player is not None and session.seat_of(command.player) is None:
                return [_no_player(session, command.player)]
            return []


def sheet_decided(
    rules: PersonRules, session: Session, person: Person, command: Introduce | Show | Write | Rename | Give
) -> list[Told]:
    """Returns what follows from one of these verbs."""
    match command:
        case Introduce():
            return introduced(session, person, audience_named(session, command.to))
        case Show():
            return _shown(rules, session, person, command.part, audience_named(session, command.to))
        case Write():
            return words_told(rules, person, command.words)
        case Rename():
            return [of_person(person, f.PublicNameSet(who=person.public_name, now=command.public_name.strip()))]
        case Give():
            return _given(rules, session, person, command)


def introduced(session: Session, person: Person, to: Audience) -> list[Told]:
    """Returns what tells players that a person exists, and how the fights that it is in stand (S1)."""
    new = less(to, person.audience)
    if new == "gm":
        return []
    now = replace(person, known_to=kept(joined(unkept(person.known_to), to)))
    state: PersonsState = session.game
    after = replace(session, game=state.put(now))
    told = [tell_as(f.PersonMet(who=person.public_name, dead=person.dead), new), _filed(now)]
    for fight in state.fights:
        if fight.fighter(person.public_name):
            told += fight_told(after, fight, new)
    return [*told, *marker_told(state, person, new)]


def _shown(rules: PersonRules, session: Session, person: Person, part: str, to: Audience) -> list[Told]:
    told = introduced(session, person, to)
    before = unkept(person.shown.get(part, ()))
    new = less(to, person.told(part))
    known = joined(unkept(person.known_to), to)
    now = replace(person, known_to=kept(known), shown={**person.shown, part: kept(joined(before, to))})
    told.append(_filed(now))
    if new == "gm":
        return told
    if part == NUMBERS:
        return [*told, *sheet_told(person, new)]
    if part == WOUNDS:
        return [*told, *body_told(rules, session, person, new)]
    if part in person.notes:
        note = ((part, part_name(rules, part), person.notes[part]),)
        return [*told, tell_as(f.NotesTold(who=person.public_name, words=note), new)]
    word = ((part, part_name(rules, part), person.words.get(part, "")),)
    return [*told, tell_as(f.WordsTold(who=person.public_name, words=word), new)]


def _given(rules: PersonRules, session: Session, person: Person, command: Give) -> list[Told]:
    seat = session.seat_of(command.player) if command.player is not None else None
    to: Audience = seats(seat.id) if seat else "gm"
    told: list[Told] = []
    if person.seat is not None:
        told.append(tell_as(f.PersonLeft(who=person.public_name), seats(person.seat)))
    # Who played it goes on knowing that it exists.
    known = kept(joined(unkept(person.known_to), seats(person.seat)))
    left = replace(person, seat=None, known_to=known)
    told += [_filed(left), *(introduced(session, left, to) if seat else ())]
    now = replace(left, seat=seat.id if seat else None)
    told += sheet_told(now, to)
    if seat:
        told += body_told(rules, session, person, to)
        tries = f.TriesTold(who=person.public_name, failed=person.failed, helped=person.helped)
        told.append(tell_as(tries, to))
        # What only the GM wrote down stays the GM's (C069).
        words = tuple((part, part_name(rules, part), text) for part, text in person.words.items())
        told += [tell_as(f.WordsTold(who=person.public_name, words=words), to)] if words else []
    return told


def _filed(person: Person) -> Told:
    who = person.public_name
    return tell(f.PersonFiled(who=who, known_to=person.known_to, shown=person.shown, stream=person.stream))


def _told_already(session: Session, person: Person, command: Introduce) -> list[Words]:
    if less(audience_named(session, command.to), person.audience) != "gm":
        return []
    return [say("All of these know of {who} already.", who=person.public_name)]


def _audience_objections(session: Session, named: str | tuple[str, ...]) -> list[Words]:
    try:
        audience_named(session, named)
    except NotAllowed as refused:
        return list(refused.reasons)
    return []


def _part_objections(rules: PersonRules, person: Person, part: str) -> list[Words]:
    known = (NUMBERS, WOUNDS, *rules.word_parts, *person.notes)
    if part in known:
        return []
    return [
        say(
            "{who} has no part {part} to show; there are: {known}.",
            who=person.public_name,
            part=part,
            known=listing(known),
        )
    ]


def _text_objections(words: Mapping[str, str]) -> list[Words]:
    return [
        say("{part} is too long: a text has at most {n} signs.", part=part, n=MAX_TEXT)
        for part, text in words.items()
        if len(text) > MAX_TEXT
    ]


def _no_player(session: Session, name: str) -> Sentence:
    return say("There is no player {name}; there are: {players}.", name=name, players=listing(session.players))


def _wound_said(rules: PersonRules, session: Session, number: int, place: str) -> Said:
    name = rules.wound_name(session, number)
    if not place:
        return said(name)
    whole = say("{name} ({place})", name=name, place=rules.place_name(session, place))
    return (whole.render("en"), whole.render("ru"))
