"""The pieces that a desk of persons draws: a sheet with its budget, a body with its wounds, forms with odds, the map.

They are made from what a viewer knows; how levels, prices, places and chances read is the system's (`DeskRules`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from gmkit.core.persons.forms import Field, Form, Odds
from gmkit.core.persons.maps import COVERS, TERRAINS
from gmkit.core.persons.state import Feature, Person, PersonsState
from gmkit.core.session import Session
from gmkit.core.view import Choice
from gmkit.core.visibility import GM
from gmkit.words import Term, Words, listing, render, say

if TYPE_CHECKING:
    from gmkit.core.persons.view import PersonsSeen

PICTURE = "picture"
"""The part of a description that holds a portrait, as a data address."""


@dataclass(frozen=True, kw_only=True)
class FeatureLine:
    """What a system says of a trait or property."""

    kind: Words = ""
    price: int | None = None
    how: Words = ""
    """How the price came."""
    about: Words = ""
    data: Any = ""
    """As the verb `change` takes it."""


@dataclass(frozen=True, kw_only=True)
class BudgetLine:
    """One figure of the points."""

    name: Words
    value: int
    is_left: bool = False


@dataclass(frozen=True, kw_only=True)
class PlaceSeen:
    """A place of the body."""

    id: str
    name: Words
    worst: int = 0
    """The number of its worst wound; 0: none."""
    wounds: tuple[int, ...] = ()
    """The numbers within the person of its wounds."""


@dataclass(frozen=True, kw_only=True)
class CellSeen:
    """A row of cells of one state."""

    name: Words
    cells: int
    filled: int
    effect: Words = ""


@dataclass(frozen=True, kw_only=True)
class BodyPieces:
    """What a system says of a body."""

    effects: Mapping[int, Words] = field(default_factory=dict)
    """What each wound takes off, by its number within the person."""
    places: tuple[PlaceSeen, ...] = ()
    cells: tuple[CellSeen, ...] = ()
    penalty: int | None = 0
    """None: it cannot act, or there is no number."""
    why: tuple[Words, ...] = ()
    """How the penalty came, and what else the wounds do."""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DeskRules:
    """The hooks of a system for desks; sessions may be a player's."""

    level_called: Callable[[Session, str, int], Words]
    """(session, group, level) -> what such a level means."""
    addable: Callable[[Session, str], Sequence[tuple[str, Words]]]
    """(session, group) -> the ids and names that may be added to a sheet."""
    whole: tuple[str, ...]
    """The groups of which a sheet shows every entry, a missing one as 0."""
    own_words: tuple[str, ...]
    """The groups whose entries may be the GM's own words."""
    hidden: tuple[str, ...] = ()
    """The groups that are not levels of the person, such as prices."""
    features: str
    """The parameter of `change` that takes traits or properties."""
    features_title: Words
    feature_line: Callable[[Session, Feature], FeatureLine]
    feature_fields: Callable[[Session], tuple[Field, ...]]
    """(session) -> what is asked of a new one; the fields make a mapping that `change` takes."""
    budget: Callable[[Session, Person], Sequence[BudgetLine]]
    standing: Callable[[Session, Person], Words]
    """(session, person) -> the level of play and the like, in words."""
    wound_scale: Callable[[Session], Sequence[tuple[int, Words]]]
    """(session) -> the numbers of wounds with their names."""
    body: Callable[[Session, Person], BodyPieces]
    forms: Callable[[Session, Person, Mapping[str, Any]], tuple[Form, ...]]
    """(session, who acts, what is filled in) -> the verbs of one click."""
    odds: Callable[[Session, Mapping[str, Any]], Odds]
    """(session, plain command) -> its chances."""
    actions: Callable[[Session], Sequence[tuple[str, Words]]] | None = None
    """(session) -> what may be declared; None: own words only."""
    questions: Callable[[Session], Sequence[tuple[Words, tuple[Choice, ...]]]] | None = None
    """(session) -> what waits for the GM's word, with the answers that there are."""
    advances: bool = False
    """Whether levels bought after creation have a verb of their own, `advance`."""
    circles_a_round: int = 0
    metres: Callable[[Session], int] | None = None
    """(session) -> metres from one hex to the next; None: the system has none."""


@dataclass(frozen=True, kw_only=True)
class LevelSeen:
    """A level on a sheet."""

    group: str
    id: str
    name: str
    level: Any
    """What is no whole number stands as it was typed."""
    called: str


@dataclass(frozen=True, kw_only=True)
class GroupSeen:
    """A group of levels."""

    id: str
    name: str
    levels: tuple[LevelSeen, ...]
    addable: tuple[tuple[str, str], ...]
    """Id and name of what may be added."""
    own_words: bool


@dataclass(frozen=True, kw_only=True)
class FeatureSeen:
    """A trait or property on a sheet."""

    name: str
    kind: str
    price: int | None
    how: str
    about: str
    data: Any


@dataclass(frozen=True, kw_only=True)
class SheetSeen:
    """A character as its viewer knows it, ready to be drawn."""

    who: str
    """The public name."""
    name: str
    """The true name; empty where it is the same or was not told."""
    player: str
    dead: bool
    known: bool
    """Whether the viewer was told its numbers."""
    words: tuple[tuple[str, str, str], ...]
    """Id, name and text of each part of the description that there is."""
    parts: tuple[tuple[str, str], ...]
    """Id and name of each part that the system names, and of each note."""
    picture: str
    groups: tuple[GroupSeen, ...] = ()
    features_title: str = ""
    features: tuple[FeatureSeen, ...] = ()
    budget: tuple[tuple[str, int, bool], ...] = ()
    """Name, value, and whether it is what is left."""
    points: int | None = None
    standing: str = ""
    reasons: tuple[str, ...] = ()
    """Why the sheet is a draft, every reason; empty: it is none."""
    verb: str = "change"
    """The verb that changes a level now: "advance" once creation is over, where the system tells them apart."""


def sheet_pieces(seen: PersonsSeen, name: str) -> SheetSeen:
    """Returns a character with every number named and priced, as far as the viewer knows it."""
    person, lang = seen.person(name), seen.lang
    rules, desk, session = seen.rules, seen.desk, seen.session
    texts = {**person.words, **person.notes}
    named = {part: render(words, lang) for part, words in rules.word_parts.items()}
    named |= {part: part for part in person.notes}
    known = knows_numbers(seen, person)
    plain = SheetSeen(
        who=person.public_name,
        name=person.name if person.name != person.public_name else "",
        player=session.names.get(person.seat or "", ""),
        dead=person.dead,
        known=known,
        words=tuple((part, named[part], text) for part in named if (text := texts.get(part)) and part != PICTURE),
        parts=tuple((part, called) for part, called in named.items() if part != PICTURE),
        picture=texts.get(PICTURE, ""),
    )
    if not known or desk is None:
        return plain

    def said(words: Words) -> str:
        return render(words, lang)

    lines = [(feature, desk.feature_line(session, feature)) for feature in person.features]
    return replace(
        plain,
        groups=tuple(_group(seen, desk, person, group) for group in rules.groups if group not in desk.hidden),
        features_title=said(desk.features_title),
        features=tuple(
            FeatureSeen(
                name=said(rules.feature_name(session, feature)),
                kind=said(line.kind),
                price=line.price,
                how=said(line.how),
                about=said(line.about),
                data=line.data,
            )
            for feature, line in lines
        ),
        budget=tuple((said(line.name), line.value, line.is_left) for line in desk.budget(session, person)),
        points=person.points,
        standing=said(desk.standing(session, person)),
        reasons=tuple(said(reason) for reason in rules.reasons(session, person)),
        verb="advance" if desk.advances and person.at_creation else "change",
    )


def _group(seen: PersonsSeen, desk: DeskRules, person: Person, group: str) -> GroupSeen:
    rules, session, lang = seen.rules, seen.session, seen.lang
    addable = {item: render(name, lang) for item, name in desk.addable(session, group)}
    have = {**(dict.fromkeys(addable, 0) if group in desk.whole else {}), **person.numbers.get(group, {})}
    # In the order of the table, then what the GM added.
    order = [*(item for item in addable if item in have), *(item for item in have if item not in addable)]
    return GroupSeen(
        id=group,
        name=render(rules.groups[group], lang),
        levels=tuple(
            LevelSeen(
                group=group,
                id=item,
                name=render(rules.number_name(session, group, item), lang),
                level=have[item],
                called=render(desk.level_called(session, group, have[item]), lang)
                if isinstance(have[item], int) and not isinstance(have[item], bool)
                else "",
            )
            for item in order
        ),
        addable=tuple((item, name) for item, name in addable.items() if item not in have),
        own_words=group in desk.own_words,
    )


# --- the body --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class WoundLine:
    """A wound with what it does."""

    n: int
    place: str
    place_id: str
    number: int
    name: str
    effect: str


@dataclass(frozen=True, kw_only=True)
class BodySeen:
    """A body as its viewer knows it, ready to be drawn."""

    who: str
    known: bool
    """Whether the viewer is told of its wounds."""
    dead: bool
    wounds: tuple[WoundLine, ...] = ()
    places: tuple[tuple[PlaceSeen, str], ...] = ()
    """Each place with its name."""
    cells: tuple[tuple[str, int, int, str], ...] = ()
    """Name of the state, cells, filled, effect."""
    penalty: int | None = 0
    why: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    scale: tuple[tuple[int, str], ...] = ()
    """The numbers of wounds with their names."""


def body_pieces(seen: PersonsSeen, name: str) -> BodySeen:
    """Returns a body with its wounds, what they take off and why, as far as the viewer knows them."""
    person, lang, desk = seen.person(name), seen.lang, seen.desk
    known = knows_body(seen, person)
    if not known or desk is None:
        return BodySeen(who=person.public_name, known=known, dead=person.dead)
    pieces = desk.body(seen.session, person)
    return BodySeen(
        who=person.public_name,
        known=True,
        dead=person.dead,
        wounds=tuple(
            WoundLine(
                n=wound.n,
                place=wound.place,
                place_id=wound.place_id,
                number=wound.number,
                name=wound.name,
                effect=render(pieces.effects.get(wound.n, ""), lang),
            )
            for wound in seen.wounds(name)
        ),
        places=tuple((place, render(place.name, lang)) for place in pieces.places),
        cells=tuple((render(row.name, lang), row.cells, row.filled, render(row.effect, lang)) for row in pieces.cells),
        penalty=pieces.penalty,
        why=tuple(render(words, lang) for words in pieces.why),
        choices=pieces.choices if seen.viewer == GM else (),
        scale=tuple((number, render(words, lang)) for number, words in desk.wound_scale(seen.session)),
    )


def knows_numbers(seen: PersonsSeen, person: Person) -> bool:
    """Returns whether the viewer was told a person's numbers: a sheet is told with the true name."""
    return seen.viewer == GM or bool(person.name)


def knows_body(seen: PersonsSeen, person: Person) -> bool:
    """Returns whether the viewer is told of a person's wounds: somebody else's, from the first that was told."""
    return seen.viewer in (GM, person.seat) or bool(person.wound_count)


# --- the map ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class HexSeen:
    """A hex that the viewer was told of."""

    q: int
    r: int
    terrain: str
    terrain_name: str
    cover: str
    cover_name: str
    """Empty where it covers nobody."""
    text: str
    fog: bool
    """Whether some player was not told of it; only the GM knows."""


@dataclass(frozen=True, kw_only=True)
class MarkerSeen:
    """Somebody or something that the viewer sees on the map."""

    n: int
    """Counted from 1 in the viewer's own list."""
    name: str
    thing: bool
    q: int
    r: int
    mine: bool
    """Whether the viewer plays it."""
    played: bool
    """Whether a player plays it, as far as the viewer knows."""
    dead: bool
    hidden: bool
    """Whether not everybody may see it; only the GM knows."""


@dataclass(frozen=True, kw_only=True)
class MapSeen:
    """The map as its viewer knows it."""

    hexes: tuple[HexSeen, ...]
    markers: tuple[MarkerSeen, ...]
    metres: int
    """From one hex to the next; 0: the system has no scale."""
    terrains: tuple[tuple[str, str], ...]
    covers: tuple[tuple[str, str], ...]


def map_pieces(seen: PersonsSeen) -> MapSeen:
    """Returns the hexes and markers that the viewer was told of; what is hidden leaves no gap in the numbering."""
    state: PersonsState = seen.session.game
    lang, gm = seen.lang, seen.viewer == GM

    def name_in(table: Mapping[str, Term], item: str) -> str:
        return render(table[item], lang) if item in table else item

    markers = []
    for n, marker in enumerate(state.markers, start=1):
        person = None if marker.thing else state.person(marker.who)
        open_to_all = "all" in marker.known_to and (person is None or person.audience == "all")
        markers.append(
            MarkerSeen(
                n=n,
                name=marker.who,
                thing=marker.thing,
                q=marker.q,
                r=marker.r,
                mine=person is not None and person.seat is not None and person.seat == seen.viewer,
                played=person is not None and person.seat is not None,
                dead=person is not None and person.dead,
                hidden=gm and not open_to_all,
            )
        )
    desk = seen.desk
    return MapSeen(
        hexes=tuple(
            HexSeen(
                q=plot.q,
                r=plot.r,
                terrain=plot.terrain,
                terrain_name=name_in(TERRAINS, plot.terrain),
                cover=plot.cover,
                cover_name=name_in(COVERS, plot.cover) if plot.cover else "",
                text=plot.text,
                fog=gm and "all" not in plot.known_to,
            )
            for plot in state.plots
        ),
        markers=tuple(markers),
        metres=desk.metres(seen.session) if desk is not None and desk.metres is not None else 0,
        terrains=tuple((item, render(name, lang)) for item, name in TERRAINS.items()),
        covers=tuple((item, render(name, lang)) for item, name in COVERS.items()),
    )


def summed(parts: Sequence[tuple[Words, int]]) -> Words:
    """Returns terms of a sum in words: "Strength +2, stress -3"."""
    return listing([say("{name} {value}", name=name, value=f"{value:+d}" if value else "0") for name, value in parts])
