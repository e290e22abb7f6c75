"""Attacks as events: roll, defence, bullets, places, wounds, and who sees what (A12, A17, A23-A25, AR14-AR20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gmkit.core.persons.bodies import wound_told
from gmkit.core.persons.fights import action_used, nobody, ready, turn_taken
from gmkit.core.persons.maps import steps_between
from gmkit.core.persons.said import Said, said
from gmkit.core.persons.state import Person
from gmkit.core.persons.telling import both, less, numbers_audience, unkept
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Audience, Told, tell, tell_as
from gmkit.dice.chance import Chance, Stream
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego import facts as f
from gmkit.systems.alter_ego.book import Book, find_id, skill_id
from gmkit.systems.alter_ego.checking import FAIL, SUCCESS, Hand, Shown, check_told, has_given_up, rolled
from gmkit.systems.alter_ego.commands import MakeAttack
from gmkit.systems.alter_ego.hooks import RULES, book, has_rule
from gmkit.systems.alter_ego.preparing import Ask, ask_objections, asked, seen
from gmkit.systems.alter_ego.rules.creation import CHARACTERISTICS, SKILLS
from gmkit.systems.alter_ego.rules.modifiers import (
    burst_hits,
    burst_modifier,
    dodge_modifier,
    range_modifier,
    running_modifier,
)
from gmkit.systems.alter_ego.rules.wounds import hit_location, location_dice
from gmkit.systems.alter_ego.rulings import rulings
from gmkit.systems.alter_ego.state import AlterEgoState
from gmkit.words import Words, listing, say

ATTACKS = ("strike", "shoot", "throw")
DODGE, BLOCK = "dodge", "block"
AIMS = ("aim_trunk_or_limb", "aim_head_or_palm", "aim_coin")
MAX_ROUNDS = 100


@dataclass(frozen=True, kw_only=True)
class Defence:
    """What the target rolls."""

    ask: Ask
    place: int | None
    """The place of the declared action that it costs; None: the GM lets it roll."""


@dataclass(frozen=True, kw_only=True)
class Blow:
    """An attack whose dice fell."""

    session: Session
    person: Person
    target: Person
    command: MakeAttack
    to: Audience
    """Who sees it."""
    margin: int


# --- what is asked ---------------------------------------------------------------------------------------------------


def attack_objections(session: Session, person: Person, command: MakeAttack, *, on_turn: bool = True) -> list[Words]:
    """Returns why an attack cannot be made, every reason at once; *on_turn* asks for a declared action too."""
    state: AlterEgoState = session.game
    target = state.find(command.target)
    if target is None:
        return [nobody(state, command.target)]
    found = _plain_objections(session, person, target, command)
    if not found:
        try:
            ask = attack_ask(session, person, target, command)
        except NotAllowed as refused:
            return list(refused.reasons)
        found += ask_objections(session, person, ask, drugs=command.drugs)
        defence = defence_of(session, target, command)
        if defence is not None:
            found += ask_objections(session, target, defence.ask, drugs=True)
        elif command.difficulty is None:
            found.append(
                say(
                    "{target} declared no dodge or block and does not roll: set a difficulty [AR14].",
                    target=target.public_name,
                )
            )
        if defence is not None and (command.dodging or "target_dodging" in ask.modifiers):
            found.append(
                say(
                    "{target} rolls its own defence: the modifier for dodging is for one that makes none [AR16].",
                    target=target.public_name,
                )
            )
    return [*found, *_turn_objections(session, person)] if on_turn else found


def attack_ask(session: Session, person: Person, target: Person, command: MakeAttack) -> Ask:
    """Returns the attacker's check with the modifiers that the attack itself brings.

    Raises:
        NotAllowed: If a range or a place cannot be used.
    """
    tables, ruled = book(session), rulings(session.settings)
    modifiers = {find_id(tables.modifiers, name) or name: value for name, value in command.modifiers.items()}
    brought: dict[str, int] = {}
    if burst := burst_modifier(command.rounds):
        brought[burst] = _only_value(tables, burst)
    if command.place is not None and not any(aim in modifiers for aim in AIMS):
        aim = tables.places[RULES.read_place(session, command.place)].aim
        brought[aim] = _only_value(tables, aim)
    if command.dodging:
        brought["target_dodging"] = dodge_modifier(
            agility=target.level(CHARACTERISTICS, "agility"),
            dodge=target.level(SKILLS, DODGE),
            flexible=has_rule(session, target, "easier_dodge"),
            dodge_modifier=ruled.dodge_modifier,
            flexibility_bonus=ruled.flexibility_bonus,
        )
    if command.running:
        brought["target_running"] = running_modifier(speed=target.level(CHARACTERISTICS, "speed"))
    reach = reach_of(session, person, target, command)
    if reach is not None:
        brought["range"] = range_modifier(distance=reach[0], standard=reach[1])
    characteristic = command.characteristic or _default_characteristic(tables, command.skill)
    return replace(
        asked(command, session, characteristic, command.skill),
        difficulty=None if defence_of(session, target, command) else command.difficulty,
        # What the GM typed stands before what is worked out.
        modifiers={**brought, **modifiers},
    )


@rule("A22", "AR9")
def reach_of(session: Session, person: Person, target: Person, command: MakeAttack) -> tuple[float, float] | None:
    """Returns the metres to the target and the standard range; None where either is not known: no range modifier."""
    tables = book(session)
    standard: float | None = command.standard
    if command.weapon is not None and standard is None:
        weapon = find_id(tables.weapons, command.weapon)
        standard = tables.weapons[weapon].standard if weapon else None
    metres = command.distance if command.distance is not None else map_metres(session, person, target)
    return None if metres is None or standard is None else (metres, standard)


@rule("A22", "AR9")
def map_metres(session: Session, person: Person, target: Person) -> int | None:
    """Returns the metres between two persons on the map; None if one of them stands on none."""
    state: AlterEgoState = session.game
    steps = steps_between(state, person.public_name, target.public_name)
    return None if steps is None else steps * rulings(session.settings).hex_metres


@rule("AR14")
def defence_of(session: Session, target: Person, command: MakeAttack) -> Defence | None:
    """Returns what the target rolls: a declared dodge or block, or what the GM lets it roll; None: it does not roll.

    A difficulty that the GM sets stands in the place of a roll, and then costs the target no action.
    """
    if command.difficulty is not None or target.dead:
        return None
    if command.defence:
        skill = command.defence[1] if len(command.defence) > 1 else None
        return Defence(ask=Ask(characteristic=command.defence[0], skill=skill), place=None)
    place = ready(RULES, session, target.public_name, (DODGE, BLOCK))
    if place is None:
        return None
    state: AlterEgoState = session.game
    fighter = state.current.fighter(target.public_name) if state.current else None
    declared = fighter.actions[place].id if fighter and fighter.actions else DODGE
    skill = DODGE if declared == DODGE else "shield" if target.has(SKILLS, "shield") else command.skill
    return Defence(ask=Ask(characteristic="agility", skill=skill), place=place)


def _plain_objections(session: Session, person: Person, target: Person, command: MakeAttack) -> list[Words]:
    tables = book(session)
    found: list[Words] = []
    try:
        seen(session, command.seen_by)
    except NotAllowed as refused:
        found += refused.reasons
    if target.public_name == person.public_name:
        found.append(say("{who} cannot be measured against itself.", who=person.public_name))
    if target.dead:
        found.append(say("{who} is dead.", who=target.public_name))
    if not 1 <= command.rounds <= MAX_ROUNDS:
        found.append(
            say(
                "{place} is {lowest} to {highest}, not {value}.",
                place="rounds",
                lowest=1,
                highest=MAX_ROUNDS,
                value=command.rounds,
            )
        )
    if command.place is not None:
        try:
            RULES.read_place(session, command.place)
        except NotAllowed as refused:
            found += refused.reasons
    if command.weapon is not None and find_id(tables.weapons, command.weapon) is None:
        known = listing(tables.weapons) if tables.weapons else say("none")
        found.append(say("There is no weapon {weapon}; there are: {known} [A27].", weapon=command.weapon, known=known))
    if command.distance is not None and command.standard is None and command.weapon is None:
        found.append(say("A distance counts by the weapon's standard range: give standard= or weapon= too [A17]."))
    if len(command.defence) > 2:
        found.append(say("A defence is a characteristic and at most a skill, not {n} names.", n=len(command.defence)))
    return found


def _turn_objections(session: Session, person: Person) -> list[Words]:
    """Returns why a fighter cannot attack now: it is not in the fight, declared nothing fit, or its will failed."""
    state: AlterEgoState = session.game
    fight = state.current
    who = person.public_name
    if fight is None:
        return []
    if fight.fighter(who) is None:
        return [say("{who} is not in {fight}.", who=who, fight=fight.name)]
    found: list[Words] = []
    if attack_action(session, who) is None:
        found.append(
            say(
                "{who} has declared no strike, shot or throw that is left in circle {n} [A20, A21].",
                who=who,
                n=fight.circle,
            )
        )
    if has_given_up(session, person):
        found.append(say("{who} wails, hides or flees in circle {n} [A26].", who=who, n=fight.circle))
    return found


def attack_action(session: Session, who: str) -> int | None:
    """Returns the place of the declared attack that comes next; None if there is none."""
    return ready(RULES, session, who, (*ATTACKS, "throw_grenade"))


def _only_value(tables: Book, modifier: str) -> int:
    values = tables.modifiers[modifier].values
    return values[0] if values else 0


def _default_characteristic(tables: Book, skill: str | None) -> str:
    """Returns the characteristic of an attack that names none: Strength at arm's length, as in the source's example."""
    row = tables.skill_row(skill_id(tables, skill)) if skill else None
    return "strength" if row is None or row.hand_to_hand else "agility"


# --- what happens ----------------------------------------------------------------------------------------------------


@rule("A12", "A23", "AR4", "AR14")
def attack_made(session: Session, person: Person, command: MakeAttack, chance: Chance) -> list[Told]:
    """Returns an attack: the margin of a hit is the wound's number; a tie misses."""
    state: AlterEgoState = session.game
    target = state.find(command.target)
    assert target is not None
    who = person.public_name
    ask, defence = attack_ask(session, person, target, command), defence_of(session, target, command)
    hand = Hand(chance, command.faces)
    to = _audience(session, command)
    show = Shown(to=to, what="attack", in_words=False)
    attack = rolled(session, person, ask, hand, show)
    told = turn_taken(session, who)
    used = attack_action(session, who) if state.current else None
    told += action_used(session, who, used) if used is not None else []
    if defence is None:
        assert command.difficulty is not None
        margin = attack.result - command.difficulty
        told += check_told(person, attack, show, by_hand=hand.by_hand)
    else:
        guard = Shown(to=to, what="defence", outcome="rolled", verdict="", against=False, in_words=False)
        defended = rolled(session, target, defence.ask, hand, guard)
        margin = attack.result - defended.result
        verdict = say("hits") if margin > 0 else say("misses")
        outcome = SUCCESS if margin > 0 else FAIL
        told += check_told(person, attack, replace(show, verdict=verdict, outcome=outcome), by_hand=hand.by_hand)
        told += check_told(target, defended, guard, by_hand=hand.by_hand)
        told += action_used(session, target.public_name, defence.place) if defence.place is not None else []
        weighed = f.AttackWeighed(who=who, target=target.public_name, attack=attack.result, against=defended.result)
        told.append(tell(weighed))
    blow = Blow(session=session, person=person, target=target, command=command, to=to, margin=margin)
    hits, places, rolls = _hits(blow, hand)
    hand.spent()
    told += [*rolls, *_seen(blow, hits, places)]
    return [*told, *_wounds(blow, places, chance)] if hits else told


@rule("A17", "A25", "AR20")
def _hits(blow: Blow, hand: Hand) -> tuple[int, list[str], list[Told]]:
    """Returns how many hit, the place of each, and the dice for that; a bullet is a wound of its own."""
    if blow.margin <= 0:
        return 0, [], []
    session, person, command = blow.session, blow.person, blow.command
    tables, ruled = book(session), rulings(session.settings)
    told: list[Told] = []
    hits = 1
    whole = numbers_audience(person, both(blow.to, person.audience))
    if command.rounds > 1:
        (face,) = hand.roll(Stream(person.stream, "burst"), [6])
        hits = burst_hits(command.rounds, face)
        told.append(_die(person, say("bullets that hit"), (face,), hits, whole))
    if command.place is not None:
        return hits, [RULES.read_place(session, command.place)] * hits, told
    if not ruled.wounds_on:
        return hits, [], told
    places = []
    for _ in range(hits):
        faces = hand.roll(Stream(person.stream, "place"), location_dice(ruled.hit_location))
        places.append(hit_location(sum(faces), tables.places))
        told.append(_die(person, say("place of the hit"), faces, sum(faces), whole))
    return hits, places, told


def _die(person: Person, text: Words, faces: Sequence[int], came_to: int, to: Audience) -> Told:
    fact = f.DieRolled(who=person.public_name, text=said(text), faces=tuple(faces), came_to=came_to)
    return tell_as(fact, to)


def _seen(blow: Blow, hits: int, places: Sequence[str]) -> list[Told]:
    """Returns the attack as others see it: whole to those who know both, without the attacker to the others."""
    session, person, target = blow.session, blow.person, blow.target
    names: tuple[Said, ...] = tuple(said(RULES.place_name(session, place)) for place in places)
    know_target = both(blow.to, target.audience)
    know_both = both(know_target, person.audience)
    fact = f.AttackSeen(who=person.public_name, target=target.public_name, hits=hits, places=names)
    told = [tell_as(fact, know_both)]
    others = less(know_target, know_both)
    return told if others == "gm" else [*told, tell_as(replace(fact, who=""), others)]


@rule("A23", "AR20", "AR21")
def _wounds(blow: Blow, places: Sequence[str], chance: Chance) -> list[Told]:
    """Returns a wound of the margin for each that hit, each with its own place; none where wounds are not used."""
    session, target = blow.session, blow.target
    if not rulings(session.settings).wounds_on:
        return []
    told: list[Told] = []
    now = target
    for place in places:
        number = min(blow.margin, RULES.worst_wound)
        new = wound_told(RULES, session, now, (place, number), chance)
        now = replace(now, wound_count=now.wound_count + 1)
        told += new
    return _once_dead(told)


def _once_dead(told: list[Told]) -> list[Told]:
    """Returns the facts with one death at most: a second deadly bullet kills nobody again."""
    kept: list[Told] = []
    for item in told:
        if item.fact.kind == "person_died" and any(other.fact.kind == "person_died" for other in kept):
            continue
        kept.append(item)
    return kept


def _audience(session: Session, command: MakeAttack) -> Audience:
    """Returns who sees an attack: whom the GM names, within a fight as far as they are told of it."""
    state: AlterEgoState = session.game
    to = seen(session, command.seen_by)
    return both(to, unkept(state.current.known_to)) if state.current else to
