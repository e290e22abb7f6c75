"""The map and the supplements as events (A22, A27, AR9, AR25)."""

from __future__ import annotations

from gmkit.core import hexes
from gmkit.core.persons.facts import PersonMet
from gmkit.core.persons.said import said
from gmkit.core.persons.state import Person
from gmkit.core.persons.telling import audience_named, of_person
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Told, tell, tell_as
from gmkit.errors import GmkitError, NotAllowed
from gmkit.systems.alter_ego import facts as f
from gmkit.systems.alter_ego.book import find_id
from gmkit.systems.alter_ego.commands import LayGround, LaySupplement, Stand
from gmkit.systems.alter_ego.hooks import book
from gmkit.systems.alter_ego.state import AlterEgoState
from gmkit.systems.alter_ego.supplements import read_supplement
from gmkit.words import Words, listing, say

FAR = 10_000
"""Coordinates of the map reach so far from its middle."""


def stand_objections(command: Stand | LayGround) -> list[Words]:
    """Returns why nothing can be at this hex."""
    return [
        say("{place} is {lowest} to {highest}, not {value}.", place=place, lowest=-FAR, highest=FAR, value=value)
        for place, value in (("q", command.q), ("r", command.r))
        if not -FAR <= value <= FAR
    ]


@rule("A22", "AR9")
def stood(session: Session, person: Person, command: Stand) -> list[Told]:
    """Returns where a person stands now, and how many hexes it moved."""
    state: AlterEgoState = session.game
    before = state.stands(person.public_name)
    steps = hexes.distance((before.q, before.r), (command.q, command.r)) if before else None
    return [of_person(person, f.Stood(who=person.public_name, q=command.q, r=command.r, steps=steps))]


def ground_objections(session: Session, command: LayGround) -> list[Words]:
    """Returns why a hex cannot be this."""
    tables = book(session)
    found = stand_objections(command)
    try:
        audience_named(session, command.seen_by)
    except NotAllowed as refused:
        found += refused.reasons
    if command.cover and find_id(tables.modifiers, command.cover) is None:
        found.append(
            say("There is no modifier {item}; there are: {known}.", item=command.cover, known=listing(tables.modifiers))
        )
    return found


def ground_laid(session: Session, command: LayGround) -> list[Told]:
    """Returns what a hex of the map is, to whom the GM tells it."""
    tables = book(session)
    cover = find_id(tables.modifiers, command.cover) or "" if command.cover else ""
    fact = f.GroundLaid(
        q=command.q,
        r=command.r,
        text=command.text,
        cover=cover,
        cover_name=said(tables.modifiers[cover].name) if cover else "",
    )
    return [tell_as(fact, audience_named(session, command.seen_by))]


def with_places(session: Session, told: list[Told]) -> list[Told]:
    """Returns the facts, and of a person that somebody newly learns of where it stands on the map (S1)."""
    state: AlterEgoState = session.game
    places: list[Told] = []
    for item in told:
        standing = state.stands(item.fact.who) if isinstance(item.fact, PersonMet) else None
        if standing is not None:
            places.append(tell_as(f.Stood(who=standing.who, q=standing.q, r=standing.r), item.to))
    return [*told, *places]


# --- supplements -----------------------------------------------------------------------------------------------------


def supplement_objections(session: Session, command: LaySupplement) -> list[Words]:
    """Returns why a supplement cannot be laid or switched; a bad one changes nothing (AR25)."""
    state: AlterEgoState = session.game
    if command.text is not None:
        try:
            read_supplement(command.text, name=command.name, under=state.supplements)
        except GmkitError as refused:
            return [refused.words]
        return []
    laid = state.laid(command.name)
    if laid is None:
        known = listing(s.name for s in state.supplements) if state.supplements else say("none")
        return [say("There is no supplement {name}; there are: {known}.", name=command.name, known=known)]
    if laid.on == command.on:
        words = say("is used already") if laid.on else say("is not used")
        return [say("The supplement {name} {state}.", name=command.name, state=words)]
    return []


@rule("A27", "AR25")
def supplement_laid(session: Session, command: LaySupplement) -> list[Told]:
    """Returns a supplement laid over the tables, its monsters to the GM alone; or one switched on or off."""
    state: AlterEgoState = session.game
    if command.text is None:
        return [tell(f.SupplementSwitched(name=command.name, on=command.on))]
    read = read_supplement(command.text, name=command.name, under=state.supplements)
    told = [
        tell(f.SupplementLaid(name=read.name, title=read.title, tables=read.tables)),
        tell(f.MonstersLaid(name=read.name, monsters=read.monsters)),
    ]
    return told if command.on else [*told, tell(f.SupplementSwitched(name=read.name, on=False))]
