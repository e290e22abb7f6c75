"""The hex map of persons: hexes laid out, markers placed and moved, distances; each told to those who may know (A22).

A hex that a player was not told of is fog to that player, and a marker that a player was not told of is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from gmkit.core.fact import Fact
from gmkit.core.hexes import Hex, distance
from gmkit.core.names import folded
from gmkit.core.persons.commands import MapCommand, MapMove, MapPlace, MapRemove, MapSet, MarkerCommand, ToWhom
from gmkit.core.persons.facts import mapping as f
from gmkit.core.persons.said import said
from gmkit.core.persons.state import Marker, Person, PersonsState, Plot
from gmkit.core.persons.telling import audience_named, both, kept, less, unkept
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Audience, Told, joined, tell, tell_as
from gmkit.errors import NotAllowed
from gmkit.words import Term, Words, listing, say

S = TypeVar("S", bound=PersonsState)

FAR = 500
"""Coordinates reach so far from the middle of the map."""
MOST_HEXES = 2_000
"""The most hexes in one command."""
MAX_NAME, MAX_TEXT = 100, 400

TERRAINS: Mapping[str, Term] = {
    "open": Term("open ground", "открытое место"),
    "road": Term("road", "дорога"),
    "rough": Term("rough ground", "пересечённая местность"),
    "wood": Term("wood", "лес"),
    "water": Term("water", "вода"),
    "swamp": Term("swamp", "болото"),
    "rock": Term("rocks", "камни"),
    "floor": Term("floor", "пол"),
    "wall": Term("wall", "стена"),
    "door": Term("door", "дверь"),
}
"""What a hex can be; anything else is said in its text."""

COVERS: Mapping[str, Term] = {
    "": Term("no cover", "без укрытия"),
    "third": Term("covers a third", "укрывает на треть"),
    "half": Term("covers half", "укрывает наполовину"),
    "two_thirds": Term("covers two thirds", "укрывает на две трети"),
}
"""How much of somebody who stands behind it a hex covers (A17)."""


# --- looking ---------------------------------------------------------------------------------------------------------


@rule("A22", "AR9")
def steps_between(state: PersonsState, one: str, other: str) -> int | None:
    """Returns the hexes between two markers, by public name; None if one of them is on no map."""
    first, second = find_marker(state, one), find_marker(state, other)
    return None if first is None or second is None else distance((first.q, first.r), (second.q, second.r))


def find_marker(state: PersonsState, name: str) -> Marker | None:
    """Returns the marker of a person, by public or true name, or of a thing; None if there is none."""
    person = state.find(name)
    if person is not None:
        return state.marker(person.public_name)
    return next((m for m in state.markers if m.thing and folded(m.who) == folded(name)), None)


def cover_at(state: PersonsState, who: str) -> str:
    """Returns the cover of the hex where somebody stands; empty where it covers nobody or there is none."""
    marker = find_marker(state, who)
    plot = state.plot((marker.q, marker.r)) if marker else None
    return plot.cover if plot else ""


# --- the fold --------------------------------------------------------------------------------------------------------


def evolve_map(state: S, fact: Fact) -> S:
    """Returns the state after a fact of the map; the same state for any other."""
    match fact:
        case f.MapLaid():
            known = {(p.q, p.r): p for p in state.plots}
            here = {at: known.get(at) for at in fact.hexes}
            new = {
                at: Plot(
                    q=at[0],
                    r=at[1],
                    terrain=fact.terrain,
                    cover=fact.cover,
                    text=fact.text,
                    known_to=before.known_to if before else (),
                )
                for at, before in here.items()
            }
            stay = tuple(new.pop((p.q, p.r), p) for p in state.plots)
            return replace(state, plots=(*stay, *new.values()))
        case f.MapFiled():
            named = set(fact.hexes)
            return replace(
                state,
                plots=tuple(replace(p, known_to=fact.known_to) if (p.q, p.r) in named else p for p in state.plots),
            )
        case f.MapCleared():
            gone = set(fact.hexes)
            return replace(state, plots=tuple(p for p in state.plots if (p.q, p.r) not in gone))
        case f.MarkerPlaced():
            before = _own(state, fact)
            now = replace(before or Marker(who=fact.who, thing=fact.thing, q=0, r=0), q=fact.q, r=fact.r)
            if before is None:
                return replace(state, markers=(*state.markers, now))
            return replace(state, markers=tuple(now if m is before else m for m in state.markers))
        case f.MarkerFiled():
            before = _own(state, fact)
            filed = (replace(m, known_to=fact.known_to) if m is before else m for m in state.markers)
            return replace(state, markers=tuple(filed))
        case f.MarkerGone():
            before = _own(state, fact)
            return replace(state, markers=tuple(m for m in state.markers if m is not before))
        case _:
            return state


def renamed(markers: Iterable[Marker], before: str, now: str) -> tuple[Marker, ...]:
    """Returns the markers after a person is called otherwise."""
    return tuple(replace(m, who=now) if m.who == before and not m.thing else m for m in markers)


def _own(state: PersonsState, fact: f.MarkerPlaced | f.MarkerFiled | f.MarkerGone) -> Marker | None:
    return next((m for m in state.markers if (m.who, m.thing) == (fact.who, fact.thing)), None)


# --- what may be done ------------------------------------------------------------------------------------------------


def map_objections(session: Session, command: MapCommand) -> list[Words]:
    """Returns why the map cannot be changed so, every reason at once."""
    match command:
        case MapSet():
            return _set_objections(session, command)
        case MapRemove():
            return _remove_objections(session, command)
        case MapPlace() | MapMove():
            return _marker_objections(session, command)
    return []


def map_decided(session: Session, command: MapCommand) -> list[Told]:
    """Returns what a change of the map brings, each fact to those who may know."""
    match command:
        case MapSet():
            return _laid(session, command)
        case MapRemove():
            return _removed(session, command)
        case MapPlace():
            return _placed(session, command, _named(session, command.seen_by))
        case MapMove():
            return _placed(session, command, None)
    return []


def _set_objections(session: Session, command: MapSet) -> list[Words]:
    found = _hex_objections(command.hexes)
    if not command.hexes or len(command.hexes) > MOST_HEXES:
        found.append(say("Name 1 to {most} hexes at once, not {n}.", most=MOST_HEXES, n=len(command.hexes)))
    for name, value, known in (("terrain", command.terrain, TERRAINS), ("cover", command.cover, COVERS)):
        if value is not None and value not in known:
            ids = listing(item for item in known if item)
            found.append(say("There is no {place} {item}; there are: {known}.", place=name, item=value, known=ids))
    if command.text is not None and len(command.text) > MAX_TEXT:
        found.append(say("{part} is too long: a text has at most {n} signs.", part="text", n=MAX_TEXT))
    return [*found, *_audience_objections(session, command.seen_by)]


def _remove_objections(session: Session, command: MapRemove) -> list[Words]:
    state: PersonsState = session.game
    found: list[Words] = []
    if command.name is None and not command.hexes:
        found.append(say("Name a marker or hexes to take off the map."))
    if command.name is not None and find_marker(state, command.name) is None:
        found.append(_no_marker(state, command.name))
    missing = [at for at in command.hexes if state.plot(at) is None]
    if missing:
        found.append(say("There is no hex {q}, {r} on the map.", q=missing[0][0], r=missing[0][1]))
    return found


def _marker_objections(session: Session, command: MapPlace | MapMove) -> list[Words]:
    state: PersonsState = session.game
    found = _hex_objections([(command.q, command.r)])
    if isinstance(command, MapMove):
        return found if find_marker(state, command.name) else [*found, _no_marker(state, command.name)]
    person = state.find(command.name)
    if command.thing:
        if not folded(command.name) or not command.name.isprintable() or len(command.name) > MAX_NAME:
            found.append(
                say(
                    "A name is one line of at most {n} signs that can be printed, not {name}.",
                    n=MAX_NAME,
                    name=command.name,
                )
            )
        elif person is not None:
            found.append(
                say('There is a person called "{name}" already; give this one another name.', name=command.name)
            )
    elif person is None:
        known = listing(p.public_name for p in state.persons) if state.persons else say("nobody")
        words = say(
            "There is nobody called {name} to stand on the map; there are: {known}. A thing is placed with thing=True.",
            name=command.name,
            known=known,
        )
        found.append(words)
    return [*found, *_audience_objections(session, command.seen_by)]


def _hex_objections(hexes: Sequence[Hex]) -> list[Words]:
    wrong = next((value for at in hexes for value in at if not -FAR <= value <= FAR), None)
    if wrong is None:
        return []
    return [say("{place} is {lowest} to {highest}, not {value}.", place="q, r", lowest=-FAR, highest=FAR, value=wrong)]


def _audience_objections(session: Session, named: ToWhom | None) -> list[Words]:
    try:
        _named(session, named)
    except NotAllowed as refused:
        return list(refused.reasons)
    return []


def _named(session: Session, named: ToWhom | None) -> Audience | None:
    return None if named is None else audience_named(session, named)


def _no_marker(state: PersonsState, name: str) -> Words:
    known = listing(m.who for m in state.markers) if state.markers else say("none")
    return say("There is no marker {name} on the map; there are: {known}.", name=name, known=known)


# --- what happens ----------------------------------------------------------------------------------------------------


@rule("A22")
def _laid(session: Session, command: MapSet) -> list[Told]:
    """Returns what hexes are now: to whom the GM names, else to those who knew them; a new hex is the GM's."""
    state: PersonsState = session.game
    named = _named(session, command.seen_by)
    plots = {(plot.q, plot.r): plot for plot in state.plots}
    groups: dict[tuple[str, str, str, Audience, Audience], list[Hex]] = {}
    for at in dict.fromkeys(command.hexes):
        before = plots.get(at)
        knew: Audience = unkept(before.known_to) if before else "gm"
        terrain, cover, text = (
            (before.terrain if before else "open") if command.terrain is None else command.terrain,
            (before.cover if before else "") if command.cover is None else command.cover,
            (before.text if before else "") if command.text is None else command.text,
        )
        to = knew if named is None else named
        groups.setdefault((terrain, cover, text, to, joined(knew, to)), []).append(at)
    told: list[Told] = []
    for (terrain, cover, text, to, known), hexes in groups.items():
        laid = f.MapLaid(hexes=tuple(hexes), terrain=terrain, cover=cover, text=text, called=said(TERRAINS[terrain]))
        told += [tell_as(laid, to), tell(f.MapFiled(hexes=tuple(hexes), known_to=kept(known)))]
    return told


def _removed(session: Session, command: MapRemove) -> list[Told]:
    state: PersonsState = session.game
    groups: dict[tuple[str, ...], list[Hex]] = {}
    for at in dict.fromkeys(command.hexes):
        plot = state.plot(at)
        if plot is not None:
            groups.setdefault(plot.known_to, []).append(at)
    told = [tell_as(f.MapCleared(hexes=tuple(hexes)), unkept(known)) for known, hexes in groups.items()]
    marker = find_marker(state, command.name) if command.name is not None else None
    if marker is not None:
        told.append(tell_as(f.MarkerGone(who=marker.who, thing=marker.thing), seen_by_whom(state, marker)))
    return told


@rule("A22", "AR9")
def _placed(session: Session, command: MarkerCommand, named: Audience | None) -> list[Told]:
    """Returns where a marker stands now; who is not to see it any more is told that it is gone."""
    state: PersonsState = session.game
    before = find_marker(state, command.name)
    person = state.find(command.name)
    thing = person is None
    who = person.public_name if person else before.who if before else command.name.strip()
    # A person's marker is seen by those who know the person, a thing's by whom the GM names.
    default: Audience = "gm" if thing else "all"
    keeps: Audience = unkept(before.known_to) if before else default
    known = keeps if named is None else named
    saw: Audience = seen_by_whom(state, before) if before else "gm"
    to = known if person is None else both(person.audience, known)
    told: list[Told] = []
    if before is not None and less(saw, to) != "gm":
        told.append(tell_as(f.MarkerGone(who=who, thing=thing), less(saw, to)))
    steps = distance((before.q, before.r), (command.q, command.r)) if before and saw == to else None
    told.append(tell_as(f.MarkerPlaced(who=who, thing=thing, q=command.q, r=command.r, steps=steps), to))
    return [*told, tell(f.MarkerFiled(who=who, thing=thing, known_to=kept(known)))]


def seen_by_whom(state: PersonsState, marker: Marker) -> Audience:
    """Returns who sees a marker: whom the GM lets, and of a person's only those who know the person."""
    known = unkept(marker.known_to)
    person = None if marker.thing else state.person(marker.who)
    return both(person.audience, known) if person else known


def marker_told(state: PersonsState, person: Person, new: Audience) -> list[Told]:
    """Returns where a person stands, told to those who newly learn of it and may see its marker (S1)."""
    marker = state.marker(person.public_name)
    if marker is None:
        return []
    to = both(new, unkept(marker.known_to))
    return [tell_as(f.MarkerPlaced(who=marker.who, q=marker.q, r=marker.r), to)] if to != "gm" else []
