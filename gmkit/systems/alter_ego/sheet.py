"""A character's sheet as its viewer knows it, with a live budget, and as plain data to take elsewhere (A1-A9)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from gmkit.core.command import plain_value, shown
from gmkit.core.persons.state import Person
from gmkit.core.session import Session
from gmkit.errors import NotAllowed, TableError, where_no_toml
from gmkit.systems.alter_ego.book import BOOK, Book
from gmkit.systems.alter_ego.hooks import RULES, book
from gmkit.systems.alter_ego.rows import LEVELS_OF_PLAY
from gmkit.systems.alter_ego.rules.creation import CHARACTERISTICS, SKILLS, budget, reasons, trait_kind
from gmkit.systems.alter_ego.rules.levels import level_of_play
from gmkit.words import Term, Words, listing, render, say

KEYS = ("name", "public_name", "points", "characteristics", "skills", "traits", "words", "notes")
"""What a character's file holds; any other key is kept among the notes."""


@dataclass(frozen=True, kw_only=True)
class TraitSeen:
    """A trait with its price and how that number came."""

    id: str
    name: str
    kind: str
    price: int
    how: str
    about: str
    """The kit's line on it."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A character in words and numbers; what the viewer was not told is empty."""

    name: str
    public_name: str
    player: str
    points: int
    """All that the GM gave."""
    spent: int
    gained: int
    left: int
    level: str
    """The id of the level of play."""
    level_name: str
    draft: bool
    """Whether it breaks a rule; `reasons` says which."""
    reasons: tuple[str, ...]
    characteristics: Mapping[str, Any]
    skills: Mapping[str, Any]
    traits: tuple[TraitSeen, ...]
    words: Mapping[str, str]
    notes: Mapping[str, str]
    names: Mapping[str, str]
    """What each id on the sheet is called."""
    dead: bool

    @property
    def valid(self) -> bool:
        """Whether the sheet breaks no rule."""
        return not self.draft

    @property
    def text(self) -> str:
        """The sheet as lines of text."""
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(line)}</p>" for line in self._lines())

    def __str__(self) -> str:
        return self.text

    def _lines(self) -> list[str]:
        lines = [self.public_name if not self.player else f"{self.public_name} ({self.player})"]
        budget_line = say(
            "Points {points}, spent {spent}, gained {gained}, left {left}: {level} [A2, A3]",
            points=self.points,
            spent=self.spent,
            gained=self.gained,
            left=self.left,
            level=Term(self.level_name, self.level_name),
        )
        lines.append(render(budget_line))
        lines += [
            "; ".join(f"{self.names.get(item, item)} {level}" for item, level in group.items())
            for group in (self.characteristics, self.skills)
            if group
        ]
        lines += [f"{trait.name}: {trait.price:+d} ({trait.how})" for trait in self.traits]
        lines += [f"{self.names.get(part, part)}: {text}" for part, text in {**self.words, **self.notes}.items()]
        return [*lines, *(f"! {reason}" for reason in self.reasons)]


def sheet_of(session: Session, person: Person, lang: str) -> Sheet:
    """Returns a person's sheet as this session knows it."""
    tables = book(session)
    cost = budget(tables, person)
    level = level_of_play(cost.points)
    told = bool(person.name)
    found = [render(reason, lang) for reason in reasons(tables, person)] if told else []
    return Sheet(
        name=person.name,
        public_name=person.public_name,
        player=session.names.get(person.seat or "", ""),
        points=cost.points,
        spent=cost.spent,
        gained=cost.gained,
        left=cost.left,
        level=level if told else "",
        level_name=next(band.name.render(lang) for band in LEVELS_OF_PLAY if band.id == level) if told else "",
        draft=bool(found),
        reasons=tuple(found),
        characteristics=_in_order(tables.characteristics, person.numbers.get(CHARACTERISTICS, {}), fill=told),
        skills=_in_order(tables.skills, person.numbers.get(SKILLS, {})),
        traits=_traits(tables, person, lang),
        words=_in_order(RULES.word_parts, person.words),
        notes=dict(sorted(person.notes.items())),
        names=_names(tables, person, lang),
        dead=person.dead,
    )


def to_plain(person: Person) -> dict[str, Any]:
    """Returns a character as plain data, to be made again in any campaign; unknown fields come along (C103)."""
    data: dict[str, Any] = {"name": person.name or person.public_name}
    if person.public_name != data["name"]:
        data["public_name"] = person.public_name
    data["points"] = person.points or 0
    data[CHARACTERISTICS] = _in_order(BOOK.characteristics, person.numbers.get(CHARACTERISTICS, {}))
    data[SKILLS] = _in_order(BOOK.skills, person.numbers.get(SKILLS, {}))
    data["traits"] = [{"id": feature.id, **feature.values} for feature in person.features]
    data["words"] = _in_order(RULES.word_parts, person.words)
    data["notes"] = dict(sorted(person.notes.items()))
    return {key: value for key, value in data.items() if value or key in ("name", "points")}


def from_plain(source: Mapping[str, Any] | str) -> dict[str, Any]:
    """Returns the parameters of `character` from plain data or the text of a TOML file.

    What is not known is kept among the notes, and what cannot be read as a number is kept and marked (C102, C103).

    Raises:
        TableError: If the text is no TOML.
        NotAllowed: If it names nobody.
    """
    data: Mapping[str, Any]
    if isinstance(source, str):
        try:
            data = tomllib.loads(source.removeprefix("\ufeff"))
        except tomllib.TOMLDecodeError as error:
            raise TableError(say("The character's file is no TOML: {error}.", error=where_no_toml(error))) from None
    elif isinstance(source, Mapping):
        data = source
    else:
        raise NotAllowed(
            say("A character is plain data, the text of a file or a file, not {value}.", value=shown(source))
        )
    name = data.get("name")
    if not isinstance(name, str) or not name.strip():
        raise NotAllowed(say("A character's file has a name, not {value}.", value=shown(name)))
    read: dict[str, Any] = {"name": name}
    if isinstance(data.get("public_name"), str):
        read["public_name"] = data["public_name"]
    points = data.get("points", 0)
    read["points"] = points if isinstance(points, int) and not isinstance(points, bool) else 0
    for group in (CHARACTERISTICS, SKILLS):
        read[group] = dict(data[group]) if isinstance(data.get(group), Mapping) else {}
    read["traits"] = list(data.get("traits", ())) if isinstance(data.get("traits", ()), (list, tuple)) else []
    words: dict[str, Any] = {}
    for part in ("words", "notes"):
        words |= data[part] if isinstance(data.get(part), Mapping) else {}
    words |= {key: _as_text(value) for key, value in data.items() if key not in KEYS}
    if read["points"] != points:
        words["points"] = _as_text(points)
    return {**read, "words": words}


def to_toml(data: Mapping[str, Any]) -> str:
    """Returns plain data as the text of a TOML file."""
    lines: list[str] = []
    tables: list[tuple[str, Mapping[str, Any]]] = []
    for key, value in data.items():
        if isinstance(value, Mapping):
            tables.append((key, value))
        elif isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
            lines.append(f"{_key(key)} = [\n" + "".join(f"  {_value(item)},\n" for item in value) + "]")
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    for key, table in tables:
        lines += ["", f"[{_key(key)}]", *(f"{_key(name)} = {_value(value)}" for name, value in table.items())]
    return "\n".join(lines) + "\n"


def _traits(tables: Book, person: Person, lang: str) -> tuple[TraitSeen, ...]:
    seen = []
    for cost, feature in zip(budget(tables, person).traits, person.features, strict=True):
        about: Words = tables.traits[feature.id].about if feature.id in tables.traits else ""
        seen.append(
            TraitSeen(
                id=cost.id,
                name=render(cost.name, lang),
                kind=trait_kind(tables, feature),
                price=cost.price,
                how=render(cost.how, lang),
                about=render(about, lang),
            )
        )
    return tuple(seen)


def _in_order(known: Mapping[str, Any], have: Mapping[str, Any], *, fill: bool = False) -> dict[str, Any]:
    """Returns what there is in the table's order, what the table does not know last; *fill*: a missing level is 0."""
    found = {item: have.get(item, 0) for item in known if fill or item in have}
    return found | {item: value for item, value in sorted(have.items()) if item not in found}


def _names(tables: Book, person: Person, lang: str) -> dict[str, str]:
    names: dict[str, Words] = {item: row.name for item, row in tables.characteristics.items()}
    names |= {item: tables.skill_name(item) for item in person.numbers.get(SKILLS, {})}
    names |= {part: RULES.word_parts[part] for part in person.words if part in RULES.word_parts}
    return {item: render(name, lang) for item, name in names.items()}


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else render(listing(value)) if isinstance(value, list) else str(value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: Any) -> str:
    plain = plain_value(value)
    if isinstance(plain, bool):
        return "true" if plain else "false"
    if isinstance(plain, (int, float)):
        return repr(plain)
    if isinstance(plain, Mapping):
        return "{ " + ", ".join(f"{_key(str(name))} = {_value(item)}" for name, item in plain.items()) + " }"
    if isinstance(plain, list):
        return "[" + ", ".join(map(_value, plain)) + "]"
    text = str("" if plain is None else plain)
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(sign, written)
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", text) + '"'
