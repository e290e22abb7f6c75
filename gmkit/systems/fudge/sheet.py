"""What a GM types into a character: levels with prices, properties with levels of their own (F3-F6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gmkit.core.command import shown
from gmkit.core.names import folded, same_name
from gmkit.core.persons.sheets import MAX_NAME, NewPerson
from gmkit.core.persons.state import Feature, Person, is_whole
from gmkit.errors import NotAllowed
from gmkit.systems.fudge import state as s
from gmkit.systems.fudge.commands import ChangeCharacter, MakeCharacter
from gmkit.systems.fudge.rows import ATTRIBUTES, PROPERTY_KINDS, QUALITIES
from gmkit.words import Words, listing, say

LEVEL_GROUPS = (s.ATTRIBUTES, s.SKILLS, s.TECHNIQUES, s.QUALITIES)
LISTED: Mapping[str, Mapping[str, Any]] = {s.ATTRIBUTES: ATTRIBUTES, s.QUALITIES: QUALITIES}
"""The groups whose entries the rules name; those of the others are the GM's own words."""
ENTRY_KEYS = ("level", "price", "default")
PROPERTY_KEYS = ("name", "kind", "level", "price", "text")


@dataclass
class Typed:
    """What was read, and every reason why some of it cannot stand."""

    numbers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Group -> id -> level; None takes an entry away. What is no whole number stays as typed, and is marked (C102)."""
    defaults: dict[str, int] = field(default_factory=dict)
    """Skill, as typed -> the GM's default for those who lack it (FR7)."""
    features: tuple[Feature, ...] = ()
    reasons: list[Words] = field(default_factory=list)


def read_sheet(command: MakeCharacter | ChangeCharacter, person: Person | None = None) -> Typed:
    """Returns what was typed; *person* is who is changed, whose own spelling of a skill is kept."""
    typed = Typed()
    for group in LEVEL_GROUPS:
        _read_levels(typed, group, getattr(command, group), person)
    typed.features = _read_properties(typed, command.properties or ())
    return typed


def new_person(command: MakeCharacter, typed: Typed) -> NewPerson:
    """Returns the character that was asked for; attributes not named are Normal (F3)."""
    levels: dict[str, dict[str, Any]] = {s.ATTRIBUTES: dict.fromkeys(ATTRIBUTES, 0)}
    for group, items in typed.numbers.items():
        given = {item: level for item, level in items.items() if level is not None}
        levels[group] = {**levels.get(group, {}), **given}
    return NewPerson(
        name=command.name,
        player=command.player,
        public_name=command.public_name,
        known_to=command.known_to,
        points=command.points,
        numbers={group: items for group, items in levels.items() if items},
        features=typed.features,
        words=command.words,
    )


def read_attribute(text: str) -> str:
    """Returns the id of an attribute, given by id or name in either language, any case.

    Raises:
        NotAllowed: If there is none; names the four.
    """
    return _read_listed(s.ATTRIBUTES, text)


def own_name(person: Person, group: str, text: str) -> str | None:
    """Returns how a person's skill or technique is spelled on its sheet, None if it has none of that name."""
    return next((item for item in person.numbers.get(group, {}) if same_name(item, text)), None)


def field_name(person: Person, name: str) -> str:
    """Returns a field of a correction, "skills.climbing", as the person's sheet spells it.

    Raises:
        NotAllowed: If it is an attribute or quality that nobody has; names those that there are.
    """
    group, dot, item = name.partition(".")
    if not dot or group not in LEVEL_GROUPS:
        return name
    if group in LISTED:
        return f"{group}.{_read_listed(group, item)}"
    item = _read_name(group, item)
    return f"{group}.{own_name(person, group, item) or item}"


def _read_listed(group: str, text: object) -> str:
    rows = LISTED[group]
    if isinstance(text, str):
        for row in rows.values():
            if folded(text) in (folded(row.id), folded(row.en), folded(row.ru)):
                return str(row.id)
    known = listing(rows)
    raise NotAllowed(say("{place} has no {name}; there are: {known}.", place=group, name=shown(text), known=known))


def _read_levels(typed: Typed, group: str, given: Mapping[Any, Any], person: Person | None) -> None:
    seen: set[str] = set()
    for name, value in given.items():
        try:
            item = _read_listed(group, name) if group in LISTED else _read_name(group, name)
            if person is not None:
                item = own_name(person, group, item) or item
            if folded(item) in seen:
                raise NotAllowed(say("{place} has {name} twice.", place=group, name=shown(name)))
            seen.add(folded(item))
            _read_entry(typed, group, item, value)
        except NotAllowed as refused:
            typed.reasons += refused.reasons


def _read_name(place: str, name: object) -> str:
    text = " ".join(name.split()) if isinstance(name, str) else ""
    if not text or not text.isprintable() or len(text) > MAX_NAME:
        raise NotAllowed(
            say("{place}: a name is a line of 1 to {n} signs, not {value}.", place=place, n=MAX_NAME, value=shown(name))
        )
    return text


def _read_entry(typed: Typed, group: str, item: str, value: object) -> None:
    place = f"{group}[{item!r}]"
    entry: Mapping[Any, Any] = value if isinstance(value, Mapping) else {"level": value}
    allowed = ENTRY_KEYS if group == s.SKILLS else ENTRY_KEYS[:2]
    if unknown := [key for key in entry if key not in allowed]:
        raise NotAllowed(
            say(
                "{place} has no {name}; there are: {known}.",
                place=place,
                name=shown(unknown[0]),
                known=listing(allowed),
            )
        )
    if "level" in entry:
        level = entry["level"]
        if isinstance(level, bool) or not isinstance(level, (int, float, str, type(None))):
            raise NotAllowed(say("{place} is a whole number, not {value}.", place=place, value=shown(level)))
        # Nobody is without an attribute: it is Normal where nothing is said (F3).
        typed.numbers.setdefault(group, {})[item] = 0 if level is None and group == s.ATTRIBUTES else level
        if level is None:
            # With the entry goes what was paid for it.
            typed.numbers.setdefault(s.PRICES, {})[f"{group}.{item}"] = None
    for key in ("price", "default"):
        if key in entry and not is_whole(entry[key]):
            raise NotAllowed(
                say("{place} is a whole number, not {value}.", place=f"{place}.{key}", value=shown(entry[key]))
            )
    if "price" in entry:
        typed.numbers.setdefault(s.PRICES, {})[f"{group}.{item}"] = entry["price"]
    if "default" in entry:
        typed.defaults[item] = entry["default"]


def _read_properties(typed: Typed, given: Sequence[Any]) -> tuple[Feature, ...]:
    features: list[Feature] = []
    for number, item in enumerate(given, start=1):
        try:
            feature = _read_property(f"properties[{number}]", item)
            if any(same_name(feature.id, other.id) for other in features):
                raise NotAllowed(say("{place} has {name} twice.", place="properties", name=shown(feature.id)))
            features.append(feature)
        except NotAllowed as refused:
            typed.reasons += refused.reasons
    return tuple(features)


def _read_property(place: str, item: object) -> Feature:
    """Returns a property: a name alone, or a mapping with its kind, its own level, the GM's price, a text."""
    entry = item if isinstance(item, Mapping) else {"name": item}
    if unknown := [key for key in entry if key not in PROPERTY_KEYS]:
        raise NotAllowed(
            say(
                "{place} has no {name}; there are: {known}.",
                place=place,
                name=shown(unknown[0]),
                known=listing(PROPERTY_KEYS),
            )
        )
    values: dict[str, Any] = {}
    if "kind" in entry:
        values["kind"] = _read_kind(place, entry["kind"])
    if "level" in entry:
        # A level of its own kind: any word or number will do (F6).
        if isinstance(entry["level"], bool) or not isinstance(entry["level"], (int, str)):
            wanted = shown(entry["level"])
            raise NotAllowed(say("{place} is a number or a text, not {value}.", place=f"{place}.level", value=wanted))
        values["level"] = entry["level"]
    if "price" in entry:
        if not is_whole(entry["price"]):
            wanted = shown(entry["price"])
            raise NotAllowed(say("{place} is a whole number, not {value}.", place=f"{place}.price", value=wanted))
        values["price"] = entry["price"]
    if "text" in entry:
        if not isinstance(entry["text"], str):
            wanted = shown(entry["text"])
            raise NotAllowed(say("{place} is a text, not {value}.", place=f"{place}.text", value=wanted))
        values["text"] = entry["text"]
    return Feature(_read_name(place, entry.get("name")), values)


def _read_kind(place: str, kind: object) -> str:
    for row in PROPERTY_KINDS.values():
        if isinstance(kind, str) and folded(kind) in (row.id, folded(row.en), folded(row.ru)):
            return row.id
    raise NotAllowed(
        say(
            "{place} has no kind {name}; there are: {known}.",
            place=place,
            name=shown(kind),
            known=listing(PROPERTY_KINDS),
        )
    )
