"""Supplements: files that add or replace rows of the tables, laid over them in order (A27, AR25).

A bad one is refused whole, with its file, line and reason. It is read once and kept as an event; its monsters are the
GM's, all else are rules that everybody plays by.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, ClassVar

from pydantic import ConfigDict, StrictInt, StrictStr, ValidationError

from gmkit.core.bands import Band
from gmkit.core.codec import from_plain, problems
from gmkit.core.command import shown, wanted
from gmkit.core.persons.said import Said
from gmkit.core.rulebook import rule
from gmkit.errors import TableError, where_no_toml
from gmkit.systems.alter_ego import rows
from gmkit.systems.alter_ego.book import BOOK, Book, skill_id
from gmkit.systems.alter_ego.rows import Row
from gmkit.systems.alter_ego.state import AlterEgoState, Laid
from gmkit.words import Words, listing, say

MODEL = "modern_weapons"
"""The name of the kit's own supplement."""
MAX_SIGNS = 500_000
TRAIT_RULES = {trait.rule for trait in rows.TRAITS.values() if trait.rule}
"""What traits of the tables do by themselves; a supplement's may do the same (A9)."""


@dataclass(frozen=True, kw_only=True)
class DifficultyRow(Row):
    """A standard difficulty of a supplement."""

    lowest: StrictInt
    highest: StrictInt


@dataclass(frozen=True, kw_only=True)
class Monster(Row):
    """A monster: a character of the GM's, ready to be made (A27)."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    points: StrictInt = 0
    characteristics: Mapping[str, StrictInt] = field(default_factory=dict)
    skills: Mapping[str, StrictInt] = field(default_factory=dict)
    traits: tuple[Mapping[str, Any], ...] = ()
    words: Mapping[str, StrictStr] = field(default_factory=dict)


KINDS: Mapping[str, type[Row]] = {
    "characteristic": rows.Characteristic,
    "skill": rows.Skill,
    "trait": rows.Trait,
    "modifier": rows.Modifier,
    "action": rows.SimpleAction,
    "difficulty": DifficultyRow,
    "wound": rows.WoundRow,
    "place": rows.Place,
    "weapon": rows.Weapon,
    "monster": Monster,
}
"""What a supplement may hold: the kind of each of its tables."""


@dataclass(frozen=True, kw_only=True)
class Supplement:
    """A supplement as it was read."""

    name: str
    title: Said
    tables: Mapping[str, tuple[Mapping[str, Any], ...]]
    """All but the monsters."""
    monsters: tuple[Mapping[str, Any], ...]


@rule("A27", "AR25")
def read_supplement(text: str, *, name: str, under: Sequence[Laid] = ()) -> Supplement:
    """Returns a supplement that was given as the text of a TOML file.

    Args:
        text: The file's content.
        name: The file's name, for errors and for switching it on and off.
        under: The supplements that lie under it.

    Raises:
        TableError: With file, line and reason.
    """
    if len(text) > MAX_SIGNS:
        raise _bad(name, 1, say("it has more than {n} signs", n=MAX_SIGNS))
    text = text.removeprefix("\ufeff")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at (?:line (\d+)|end of document)", str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        raise _bad(name, line, say("this is no TOML ({error})", error=where_no_toml(error))) from None
    title = _title(data, text, name)
    tables: dict[str, tuple[Mapping[str, Any], ...]] = {}
    for kind in data:
        if kind in ("title_en", "title_ru"):
            continue
        if kind not in KINDS:
            raise _bad(
                name,
                _line_of(text, kind),
                say("there is no table {kind}; there are: {known}", kind=kind, known=listing(KINDS)),
            )
        tables[kind] = _read_rows(data[kind], kind, text, name)
    supplement = Supplement(
        name=name,
        title=title,
        tables={kind: found for kind, found in tables.items() if kind != "monster"},
        monsters=tables.get("monster", ()),
    )
    _check_whole(supplement, text, under)
    return supplement


def model_text() -> str:
    """Returns the text of the kit's own supplement, a model for a GM's own: modern weapons with standard ranges."""
    return (files(__package__) / "supplements" / f"{MODEL}.toml").read_text(encoding="utf-8")


@rule("A27", "AR25")
def book_of(state: AlterEgoState) -> Book:
    """Returns the tables in force: the source's, and over them those of each supplement that is on, in order."""
    on = [laid.tables for laid in state.supplements if laid.on]
    return _book(json.dumps(on, sort_keys=True, ensure_ascii=False)) if on else BOOK


def monsters(state: AlterEgoState) -> dict[str, Monster]:
    """Returns the monsters of the supplements that are on; a later one replaces an earlier one of its id."""
    found: dict[str, Monster] = {}
    for laid in state.supplements:
        if laid.on:
            found |= {str(row["id"]): from_plain(Monster, row) for row in laid.monsters}
    return found


def laid_over(book: Book, tables: Mapping[str, Iterable[Mapping[str, Any]]]) -> Book:
    """Returns the tables with a supplement's rows over them: an id that is there is replaced, another is added."""
    read: dict[str, list[Any]] = {
        kind: [from_plain(KINDS[kind], row) for row in found] for kind, found in tables.items()
    }
    wounds = {row.number: row for row in (*book.wounds, *read.get("wound", ()))}
    bands = {band.id: band for band in book.difficulties}
    bands |= {row.id: Band(row.id, row.en, row.ru, row.lowest, row.highest) for row in read.get("difficulty", ())}
    return replace(
        book,
        characteristics=_over(book.characteristics, read.get("characteristic", ())),
        skills=_over(book.skills, read.get("skill", ())),
        traits=_over(book.traits, read.get("trait", ())),
        modifiers=_over(book.modifiers, read.get("modifier", ())),
        actions=_over(book.actions, read.get("action", ())),
        places=_over(book.places, read.get("place", ())),
        weapons=_over(book.weapons, read.get("weapon", ())),
        wounds=tuple(wounds[number] for number in sorted(wounds)),
        difficulties=tuple(sorted(bands.values(), key=lambda band: band.lowest or 0)),
    )


@lru_cache(maxsize=64)
def _book(laid: str) -> Book:
    book = BOOK
    for tables in json.loads(laid):
        book = laid_over(book, tables)
    return book


def _over(under: Mapping[str, Any], over: Iterable[Row]) -> dict[str, Any]:
    return {**under, **{row.id: row for row in over}}


def _title(data: Mapping[str, Any], text: str, name: str) -> Said:
    found = []
    for key in ("title_en", "title_ru"):
        value = data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise _bad(name, _line_of(text, key), say("{key} is a text: the title in that language", key=key))
        found.append(value)
    return found[0], found[1]


def _read_rows(value: Any, kind: str, text: str, name: str) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(value, list):
        raise _bad(name, _line_of(text, kind), say("{kind} is written as [[{kind}]], a row each", kind=kind))
    ids: set[str] = set()
    for number, row in enumerate(value):
        line = _row_line(text, kind, number)
        if not isinstance(row, dict):
            raise _bad(name, line, say("{kind} is written as [[{kind}]], a row each", kind=kind))
        try:
            read = from_plain(KINDS[kind], row)
        except ValidationError as error:
            raise _bad_column(name, text, kind, number, problems(error)[0]) from None
        if problem := _row_problem(kind, read):
            raise _bad(name, line, say("{kind} {n}: {problem}", kind=kind, n=number + 1, problem=problem))
        if read.id in ids:
            raise _bad(
                name, line, say("{kind} {n}: the id {id} stands here twice", kind=kind, n=number + 1, id=read.id)
            )
        ids.add(read.id)
    return tuple(value)


def _bad_column(name: str, text: str, kind: str, number: int, problem: tuple[str, str, Any]) -> TableError:
    place, expected, given = problem
    line = _row_line(text, kind, number)
    if expected == "missing":
        return _bad(name, line, say("{kind} {n} has no {place}", kind=kind, n=number + 1, place=place))
    column = place.split("[")[0].split(".")[0]
    takes = wanted(KINDS[kind], column)
    if takes is None:
        known = listing(item.name for item in fields(KINDS[kind]))
        wrong = say(
            "{kind} {n}: there is no {place}; there are: {known}", kind=kind, n=number + 1, place=place, known=known
        )
    else:
        wrong = say(
            "{kind} {n}: {place} is {value}, and it takes: {takes}",
            kind=kind,
            n=number + 1,
            place=place,
            value=shown(given),
            takes=takes,
        )
    return _bad(name, _line_of(text, column, line), wrong)


def _row_problem(kind: str, row: Any) -> Words | None:
    """Returns what is wrong with a row that has all its columns, None if nothing is."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", row.id):
        return say("an id is small Latin letters, digits and underscores, not {id}", id=row.id)
    if not row.en.strip() or not row.ru.strip():
        return say("a name is given in both languages, en and ru")
    if kind == "modifier" and not row.values and not row.computed:
        return say("a modifier has at least one value")
    if kind == "wound" and not 1 <= row.number <= rows.WORST:
        return say("a wound's number is 1 to {worst}", worst=rows.WORST)
    if kind == "wound" and (row.penalty or 0) > 0:
        return say("a wound's penalty is 0 or less")
    if kind == "action" and not 0 <= row.parts <= rows.MAX_PARTS:
        return say("an action has 1 to {most} parts, or 0 where the GM says of how many", most=rows.MAX_PARTS)
    if kind == "trait" and row.rule and row.rule not in TRAIT_RULES:
        return say("there is no rule {item}; there are: {known}", item=row.rule, known=listing(sorted(TRAIT_RULES)))
    if kind == "place" and not 1 <= row.number <= 12:
        return say("a place's number is 1 to 12")
    if kind == "difficulty" and row.lowest > row.highest:
        return say("lowest is above highest")
    if kind == "weapon" and row.standard is not None and row.standard < 1:
        return say("a standard range is at least 1 metre")
    return None


def _check_whole(supplement: Supplement, text: str, under: Sequence[Laid]) -> None:
    """Raises TableError where rows name others that there are not, or leave a table that cannot be used."""
    book = BOOK
    for laid in under:
        if laid.on and laid.name != supplement.name:
            book = laid_over(book, laid.tables)
    book = laid_over(book, supplement.tables)
    for kind, number, problem in _unknown_names(supplement, book):
        raise _bad(
            supplement.name,
            _row_line(text, kind, number),
            say("{kind} {n}: {problem}", kind=kind, n=number + 1, problem=problem),
        )
    for low, high in zip(book.difficulties, book.difficulties[1:], strict=False):
        if low.highest is not None and high.lowest is not None and high.lowest <= low.highest:
            raise _bad(
                supplement.name,
                _line_of(text, "difficulty"),
                say("the difficulties {low} and {high} overlap", low=low.id, high=high.id),
            )
    places = [place.number for place in book.places.values()]
    if sorted(places) != list(range(1, 13)):
        raise _bad(supplement.name, _line_of(text, "place"), say("the places bear the numbers 1 to 12, each once"))


def _unknown_names(supplement: Supplement, book: Book) -> Iterator[tuple[str, int, Words]]:
    for number, row in enumerate(supplement.tables.get("weapon", ())):
        if row["skill"] not in book.skills:
            yield "weapon", number, say("there is no skill {item}", item=row["skill"])
    for number, row in enumerate(supplement.tables.get("place", ())):
        if row.get("aim", "aim_trunk_or_limb") not in book.modifiers:
            yield "place", number, say("there is no modifier {item}", item=row["aim"])
    for number, row in enumerate(supplement.monsters):
        for item in row.get("characteristics", {}):
            if item not in book.characteristics:
                yield "monster", number, say("there is no characteristic {item}", item=item)
        for item in row.get("skills", {}):
            if book.skill_row(skill_id(book, item)) is None:
                yield "monster", number, say("there is no skill {item}", item=item)


def _row_line(text: str, kind: str, number: int) -> int:
    """Returns the line on which a row of a table begins. Counted from 1."""
    heads = [
        match.start() for match in re.finditer(rf"^[ \t]*\[\[[ \t]*{re.escape(kind)}[ \t]*\]\]", text, re.MULTILINE)
    ]
    if number < len(heads):
        return text.count("\n", 0, heads[number]) + 1
    return _line_of(text, kind)


def _line_of(text: str, key: str, after: int = 1) -> int:
    """Returns the first line, from line *after* on, that sets a key or begins a table; *after* if none does."""
    lines = text.split("\n")
    wanted = re.compile(rf"^[ \t]*(\[\[?[ \t]*)?[\"']?{re.escape(key)}[\"']?[ \t]*(=|\.|\])")
    for number in range(after, len(lines) + 1):
        if number > after and lines[number - 1].lstrip().startswith("[[") and after > 1:
            break
        if key and wanted.match(lines[number - 1]):
            return number
    return after


def _bad(name: str, line: int, reason: Words) -> TableError:
    return TableError(say("{file}, line {line}: {reason}.", file=name, line=line, reason=reason))
