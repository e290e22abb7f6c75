"""From a sheet to a sum: what a person brings to a check, each term by name (F5, F7, F14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gmkit.core.command import shown
from gmkit.core.explain import Part, modifier_parts
from gmkit.core.names import folded
from gmkit.core.persons.state import Person
from gmkit.core.session import Session
from gmkit.core.visibility import Audience
from gmkit.dice.chance import Chance, Stream
from gmkit.dice.roll import Roll, read_faces, roll_from
from gmkit.errors import NotAllowed
from gmkit.systems.fudge import state as s
from gmkit.systems.fudge.rows import ATTRIBUTES, BY_NUMBER
from gmkit.systems.fudge.rules.check import skill_part
from gmkit.systems.fudge.rules.main_roll import main_roll_dice
from gmkit.systems.fudge.rules.wounds import wound_penalty
from gmkit.systems.fudge.rulings import rulings
from gmkit.systems.fudge.sheet import own_name, read_attribute
from gmkit.words import Words, listing, say


@dataclass(frozen=True, kw_only=True)
class Side:
    """What one person brings, as it was asked for."""

    attribute: str | None = None
    skill: str | None = None
    technique: str | None = None
    modifiers: Mapping[str, int]
    parts: Sequence[str] | None = None
    """The parts of the body that take part; None: every wound counts."""
    mandatory: bool = False
    default: int | None = None
    grouping: int = 0


def side_objections(person: Person, side: Side) -> list[Words]:
    """Returns why a person cannot bring this, every reason at once."""
    found: list[Words] = []
    if person.dead:
        found.append(say("{who} is dead.", who=person.public_name))
    if side.attribute is not None:
        try:
            read_attribute(side.attribute)
        except NotAllowed as refused:
            found += refused.reasons
    if side.technique is not None and own_name(person, s.TECHNIQUES, side.technique) is None:
        techniques = person.numbers.get(s.TECHNIQUES, {})
        found.append(
            say(
                "{who} has no technique {name}; there are: {known}.",
                who=person.public_name,
                name=shown(side.technique),
                known=listing(techniques) if techniques else say("none"),
            )
        )
    return found


def side_parts(session: Session, person: Person, side: Side) -> tuple[list[Part], tuple[str, ...]]:
    """Returns every term beside the dice, and the rules that they come from beside F7."""
    state: s.FudgeState = session.game
    parts: list[Part] = []
    if side.attribute is not None:
        attribute = read_attribute(side.attribute)
        parts.append(Part(ATTRIBUTES[attribute].name, person.level(s.ATTRIBUTES, attribute)))
    skill = own_name(person, s.SKILLS, side.skill) if side.skill else None
    has_it = skill is not None and person.has(s.SKILLS, skill)
    default = side.default
    if default is None and side.skill:
        default = state.defaults.get(folded(side.skill))
    stands, ids = skill_part(
        person.level(s.SKILLS, skill) if skill is not None and has_it else None,
        mandatory=side.mandatory,
        default=default,
        skill_default=rulings(session.settings).skill_default,
        name=skill or side.skill,
    )
    parts.append(stands)
    technique = own_name(person, s.TECHNIQUES, side.technique) if side.technique else None
    if technique is not None:
        parts.append(Part(technique, person.level(s.TECHNIQUES, technique)))
    if side.grouping:
        parts.append(Part(say("grouping of the weapon"), side.grouping))
        ids = (*ids, "F11")
    parts += modifier_parts(side.modifiers.items())
    parts += [Part(effect.text, effect.value) for effect in person.effects if effect.value]
    penalty = penalty_of(session, person, side.parts)
    if penalty:
        parts.append(Part(say("wounds"), penalty))
        ids = (*ids, "F14", "FR5")
    return parts, ids


def penalty_of(session: Session, person: Person, parts: Sequence[str] | None = None) -> int | None:
    """Returns the penalty of the wounds on these parts of the body; a wound on no named part always counts (F14).

    None where the only such wounds give no number.
    """
    named = None if parts is None else {"", *map(folded, parts)}
    wounds = [
        (wound.place, BY_NUMBER[wound.number].id)
        for wound in person.wounds
        if named is None or folded(wound.place) in named
    ]
    return wound_penalty(wounds, wound_penalties=rulings(session.settings).wound_penalties)


def stream_of(person: Person, what: str, seen: Audience) -> Stream:
    """Returns the stream of a person's dice: a hidden throw shifts no open one (D1)."""
    return Stream(person.stream, what, seen if isinstance(seen, str) else ",".join(seen))


def thrown(session: Session, chance: Chance, stream: Stream, hand: Sequence[int] | None) -> Roll:
    """Returns a main roll, of chance or of hands."""
    return chance.roll(stream, rulings(session.settings).main_roll, hand)


def hands(session: Session, faces: Sequence[int] | str | None, *, sides: int) -> list[tuple[int, ...] | None]:
    """Returns the faces of each side: typed for the first, or for all of them one after the other.

    Raises:
        NotAllowed: If there are neither so many nor so many.
    """
    if faces is None:
        return [None] * sides
    typed, dice = read_faces(faces), main_roll_dice(rulings(session.settings).main_roll)[0]
    each = len(dice)
    if len(typed) not in (each, each * sides):
        wanted = listing(dict.fromkeys((each, each * sides)), " / ")
        raise NotAllowed(say("{needed} faces are needed and {given} were given.", needed=wanted, given=len(typed)))
    typed_sides: list[tuple[int, ...] | None] = [
        typed[start : start + each] or None for start in range(0, each * sides, each)
    ]
    return typed_sides


def faces_objections(session: Session, faces: Sequence[int] | str | None, *, sides: int = 1) -> list[Words]:
    """Returns why these cannot be the faces of one main roll or of so many."""
    try:
        for typed in hands(session, faces, sides=sides):
            if typed is not None:
                roll_from(rulings(session.settings).main_roll, typed)
    except NotAllowed as refused:
        return list(refused.reasons)
    return []
