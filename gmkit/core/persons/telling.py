"""Who hears what of persons and fights: by what each viewer knows, so that a hidden fighter leaves no gap (S2, C070).

The ways in which something hidden may be felt are the systems' to list (`System.felt`); there is none here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gmkit.core.fact import Fact
from gmkit.core.names import folded
from gmkit.core.persons import facts as f
from gmkit.core.persons.state import NUMBERS, Fight, Person, PersonsState
from gmkit.core.session import Session
from gmkit.core.visibility import PUBLIC, Audience, Told, hears, seats, tell, tell_as
from gmkit.errors import NotAllowed
from gmkit.words import listing, say


def audience_named(session: Session, named: str | Iterable[str]) -> Audience:
    """Returns the audience that a GM names: "all", "gm", a player, or several.

    Raises:
        NotAllowed: If a name is nobody's; says whose there are.
    """
    given = (named,) if isinstance(named, str) else tuple(named)
    words = {folded(name) for name in given}
    if words in ({"all"}, {"public"}):
        return "all"
    if not words or words == {"gm"}:
        return "gm"
    found = []
    for name in given:
        seat = session.seat_of(name)
        if seat is not None:
            found.append(seat.id)
        elif folded(name) != "gm":
            raise NotAllowed(
                say("There is no player {name}; there are: {players}.", name=name, players=listing(session.players))
            )
    return seats(found)


def kept(audience: Audience) -> tuple[str, ...]:
    """Returns an audience as a state keeps it: "all", seats, or nobody for the GM alone."""
    return (audience,) if audience == "all" else () if isinstance(audience, str) else audience


def unkept(stored: tuple[str, ...]) -> Audience:
    """Returns the audience that a state keeps."""
    return "all" if "all" in stored else seats(stored)


def both(one: Audience, other: Audience) -> Audience:
    """Returns who is in both audiences."""
    if one == "all":
        return other
    if other == "all":
        return one
    return seats(set(one) & set(other)) if not isinstance(one, str) and not isinstance(other, str) else "gm"


def less(audience: Audience, told: Audience) -> Audience:
    """Returns who is in *audience* and was not told; "all" stays "all" where not everybody was."""
    if told == "all":
        return "gm"
    if isinstance(audience, str):
        return audience
    return seats(seat for seat in audience if not hears(told, seat))


def of_person(person: Person, fact: Fact, part: str = "") -> Told:
    """Returns a fact told to those who know the person, or that part of it."""
    return tell_as(fact, person.told(part) if part else person.audience)


def fight_audience(session: Session, fight: Fight) -> Audience:
    """Returns who is told of a fight: those who know anybody in it, as far as the GM lets them."""
    state: PersonsState = session.game
    persons = [person for fighter in fight.fighters if (person := state.person(fighter.who))]
    known: set[str] = set()
    for person in persons:
        if person.audience == "all":
            return unkept(fight.known_to)
        known.update(kept(person.audience))
    return both(seats(known), unkept(fight.known_to))


def fighter_audience(session: Session, fight: Fight, who: str, part: str = "") -> Audience:
    """Returns who is told what a fighter does, or a part of it such as its numbers."""
    state: PersonsState = session.game
    person = state.person(who)
    if person is None:
        return "gm"
    return both(person.told(part) if part else person.audience, unkept(fight.known_to))


def known_fighters(session: Session, fight: Fight, viewer: str) -> tuple[str, ...]:
    """Returns the fighters that a viewer is told of, in their order."""
    if not hears(unkept(fight.known_to), viewer):
        return ()
    state: PersonsState = session.game
    persons = (state.person(who) for who in fight.order)
    return tuple(person.public_name for person in persons if person and hears(person.audience, viewer))


def by_knowledge(session: Session, fight: Fight, fact: Callable[[tuple[str, ...]], Fact]) -> list[Told]:
    """Returns a fact about all fighters, made for each viewer of those that it knows; the GM's, with all, is last."""
    public = known_fighters(session, fight, PUBLIC)
    told = [tell_as(fact(public), "all")] if public else []
    others: dict[tuple[str, ...], list[str]] = {}
    for seat in session.seats:
        mine = known_fighters(session, fight, seat.id)
        if mine and mine != public:
            others.setdefault(mine, []).append(seat.id)
    told += [tell_as(fact(mine), seats(who)) for mine, who in others.items() if mine != fight.order]
    if public == fight.order:
        return told
    return [*told, tell_as(fact(fight.order), seats(others.get(fight.order, ())))]


def goes_on(session: Session, fight: Fight, viewer: str) -> bool:
    """Returns whether a viewer takes this fight for the current one: a fight it was not told of came in between."""
    state: PersonsState = session.game
    fronted = (state.fight_named(name) for name in reversed(state.fronted))
    last = next((other for other in fronted if other and hears(fight_audience(session, other), viewer)), None)
    return last is not None and last.name == fight.name and not last.over


def resumed_audience(session: Session, fight: Fight) -> Audience:
    """Returns who is told that a fight goes on: those before whom another took its place, or who saw its end."""
    audience = fight_audience(session, fight)
    if audience == "all" and not goes_on(session, fight, PUBLIC):
        return "all"
    viewers = (seat.id for seat in session.seats if hears(audience, seat.id))
    return seats(viewer for viewer in viewers if not goes_on(session, fight, viewer))


def fight_told(session: Session, fight: Fight, to: Audience) -> list[Told]:
    """Returns what tells those who newly learn of a fighter how its fight stands now; seats may be among "all"."""
    state: PersonsState = session.game
    viewers = [PUBLIC, *(seat.id for seat in session.seats)] if to == "all" else kept(to)
    told: list[Told] = []
    for viewer in viewers:
        mine = known_fighters(session, fight, viewer)
        if mine:
            fact = f.FightBegun(
                fight=fight.name,
                fighters=mine,
                circle=fight.circle,
                at=fight.at if fight.at in mine else "",
                came=tuple(who for who in fight.came if who in mine),
                current=goes_on(session, fight, viewer),
                over=fight.over,
            )
            item = tell_as(fact, "all" if viewer == PUBLIC else seats(viewer))
            if not any(other.fact == fact and other.to == "all" for other in told):
                told.append(item)
    if any(isinstance(item.fact, f.FightBegun) and item.fact.current for item in told) and state.fight != fight.name:
        told.append(tell(f.FightKept(fight=state.fight)))
    return told


def numbers_audience(person: Person, seen_by: Audience) -> Audience:
    """Returns who of those that see a check is told its numbers: a player's are open to whom the GM names."""
    if person.seat is not None:
        return both(seen_by, person.audience)
    return both(seen_by, person.told(NUMBERS))
