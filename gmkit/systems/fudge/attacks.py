"""An attack as facts: the sums, how it went, rounds that hit, damage, and what it does to the body (F9-F15)."""

from __future__ import annotations

from collections.abc import Mapping

from gmkit.core.explain import Part, Reckoning
from gmkit.core.persons.fights import turn_taken
from gmkit.core.persons.said import said
from gmkit.core.persons.state import Person
from gmkit.core.persons.telling import audience_named, both, unkept
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Audience, Told, tell_as
from gmkit.dice.chance import Chance
from gmkit.systems.fudge import facts as f
from gmkit.systems.fudge.checks import sum_told, two_audiences
from gmkit.systems.fudge.commands import MakeAttack, TradeWorn
from gmkit.systems.fudge.harm import Unfolding, wear, wound
from gmkit.systems.fudge.hooks import read_place
from gmkit.systems.fudge.rows import OUTCOMES, STATES
from gmkit.systems.fudge.rules.attack import Attack, attack_of, graze_damage
from gmkit.systems.fudge.rules.damage import damage, state_of, trade
from gmkit.systems.fudge.rules.ladder import ladder_name
from gmkit.systems.fudge.rules.main_roll import dice_part
from gmkit.systems.fudge.rules.rapid_fire import burst
from gmkit.systems.fudge.rulings import rulings
from gmkit.systems.fudge.state import ATTRIBUTES, QUALITIES, FudgeState
from gmkit.systems.fudge.sums import Side, hands, side_parts, stream_of, thrown
from gmkit.words import listing, say


def attack_side(command: MakeAttack) -> Side:
    """Returns what the attacker brings; the weapon's grouping counts in rapid fire alone (F11)."""
    return Side(
        attribute=command.attribute,
        skill=command.skill,
        technique=command.technique,
        modifiers=command.modifiers,
        parts=command.parts,
        mandatory=command.mandatory,
        default=command.default,
        grouping=command.grouping if command.rounds > 1 else 0,
    )


def defence_side(command: MakeAttack) -> Side:
    """Returns what the defender brings; without a skill the attribute at -1 stands in: no skill is demanded (F5)."""
    return Side(
        attribute=command.defence_attribute,
        skill=command.defence_skill,
        technique=command.defence_technique,
        modifiers=command.defence_modifiers,
        parts=command.defence_parts,
    )


@rule("F9", "F10", "F11")
def attack_made(session: Session, attacker: Person, target: Person, command: MakeAttack, chance: Chance) -> list[Told]:
    """Returns all that an attack brings, in order: sums, how it went, damage, cells."""
    unfolding = Unfolding(session)
    seen = _seen(session, attacker, command)
    state: FudgeState = session.game
    if state.current is not None and state.current.fighter(attacker.public_name) is not None:
        unfolding.happen(turn_taken(session, attacker.public_name))
    made, against = _sums(unfolding, (attacker, target), command, chance, seen=seen)
    scale = factor(attacker, command.offence, "scale") - factor(target, command.defence, "scale")
    result = attack_of(Part(say("attack"), made), against, scale, rulings(session.settings).graze)
    hits, margin_each = _hits(result, command.rounds)
    to, in_words = two_audiences(attacker, target, seen)
    named = {"who": attacker.public_name, "target": target.public_name, "outcome": result.outcome}
    whole = f.Attacked(
        **named,
        attack=made,
        against=(said(against.name), against.value),
        verdict=said(result.reckoning.verdict),
        ids=result.reckoning.ids,
        rounds=command.rounds,
        hits=hits,
        margin_each=margin_each,
    )
    unfolding.happen([tell_as(whole, to)])
    if in_words != "gm":
        unfolding.happen([tell_as(f.AttackSeen(**named, verdict=said(OUTCOMES[result.outcome].name)), in_words)])
    place = read_place(session, command.place) if command.place is not None else ""
    if result.outcome == "graze":
        _grazed(unfolding, target, scale, chance, place=place, to=to)
    elif hits:
        _struck(unfolding, (attacker, target), command, (hits, margin_each), chance, place=place, to=to)
    return unfolding.told


def factor(person: Person, named: Mapping[str, int], name: str) -> int:
    """Returns a factor of damage: the one that the command names, else the person's own."""
    if name in named:
        return named[name]
    group = ATTRIBUTES if name in ("strength", "vitality") else QUALITIES
    return person.level(group, name)


def _seen(session: Session, attacker: Person, command: MakeAttack) -> Audience:
    """Returns who is told of an attack: as the GM says, and nobody who is not told of the fight."""
    state: FudgeState = session.game
    seen = audience_named(session, command.seen_by)
    fight = state.current
    if fight is not None and fight.fighter(attacker.public_name) is not None:
        return both(seen, unkept(fight.known_to))
    return seen


def _sums(
    unfolding: Unfolding, persons: tuple[Person, Person], command: MakeAttack, chance: Chance, *, seen: Audience
) -> tuple[int, Part]:
    """Returns the sum of the attack and what it is against; each roll is told to those who may know its numbers."""
    session = unfolding.session
    attacker, target = persons
    rolls = hands(session, command.faces, sides=2 if command.difficulty is None else 1)
    sides: list[tuple[Person, Side, str]] = [(attacker, attack_side(command), "attack")]
    if command.difficulty is None:
        sides.append((target, defence_side(command), "defence"))
    sums: list[int] = []
    for (person, side, what), hand in zip(sides, rolls, strict=True):
        parts, ids = side_parts(session, person, side)
        roll = thrown(session, chance, stream_of(person, what, seen), hand)
        terms = (*parts, dice_part(roll))
        total = sum(part.value for part in terms)
        named = say("attack") if what == "attack" else say("defence")
        reckoning = Reckoning(terms, ("F7", "F9", *ids), None, listing([named, ladder_name(total)]))
        unfolding.happen(sum_told(person, reckoning, roll, seen, outcome=what))
        sums.append(total)
    if command.difficulty is not None:
        return sums[0], Part(say("difficulty"), command.difficulty)
    return sums[0], Part(say("defence"), sums[1])


def _hits(result: Attack, rounds: int) -> tuple[int, int]:
    """Returns how many times the target is hit and the margin of each."""
    if result.margin < 0:
        return 0, 0
    if rounds == 1:
        return 1, result.margin
    found = burst(rounds, result.margin)
    return found.hits, found.margin_each


@rule("F10", "FR8")
def _grazed(unfolding: Unfolding, target: Person, scale: int, chance: Chance, *, place: str, to: Audience) -> None:
    """Makes a graze do its damage: nothing lessens it."""
    graze = rulings(unfolding.session.settings).graze
    amount = graze_damage(scale, graze)
    terms = [(said(say("graze")), graze)]
    if scale:
        terms.append((said(say("difference of Scale")), scale))
    if amount != graze + scale:
        terms.append((said(say("never under 0")), amount - graze - scale))
    state = state_of(amount)
    name = said(STATES[state].name)
    fact = f.Damaged(who=target.public_name, terms=tuple(terms), state=state, verdict=name, ids=("F10", "FR8", "FR5"))
    unfolding.happen([tell_as(fact, to)])
    wound(unfolding, target.public_name, state, place, chance)


@rule("F11", "F12", "F13")
def _struck(
    unfolding: Unfolding,
    persons: tuple[Person, Person],
    command: MakeAttack,
    blow: tuple[int, int],
    chance: Chance,
    *,
    place: str,
    to: Audience,
) -> None:
    """Makes each hit do its damage, or wear the target down."""
    attacker, target = persons
    hits, margin = blow
    given, taken = dict(command.offence), dict(command.defence)
    offence = {**given, "strength": factor(attacker, given, "strength"), "scale": factor(attacker, given, "scale")}
    own = {name: factor(target, taken, name) for name in ("armour", "vitality", "scale")}
    # What both have at 0 is no term, unless the GM named it.
    offence = {name: value for name, value in offence.items() if value or name in given}
    defence = {name: value for name, value in {**taken, **own}.items() if value or name in taken}
    result = damage(margin, offence, defence, attrition=rulings(unfolding.session.settings).attrition)
    fact = f.Damaged(
        who=target.public_name,
        terms=tuple((said(part.name), part.value) for part in result.reckoning.parts),
        hits=hits,
        attrition=result.attrition,
        state=result.state,
        verdict=said(result.reckoning.verdict),
        ids=result.reckoning.ids,
    )
    unfolding.happen([tell_as(fact, to)])
    wear(unfolding, target.public_name, hits * result.attrition)
    if result.state == "unhurt":
        return
    for _ in range(hits):
        wound(unfolding, target.public_name, result.state, place, chance)


@rule("F13", "FR4")
def worn_traded(session: Session, person: Person, command: TradeWorn, chance: Chance) -> list[Told]:
    """Returns points that wear down turned into damage, 4 for 1."""
    unfolding = Unfolding(session)
    found = trade(person.worn, command.points)
    wear(unfolding, person.public_name, found.left - person.worn)
    place = read_place(session, command.place) if command.place is not None else ""
    wound(unfolding, person.public_name, state_of(found.damage), place, chance)
    return unfolding.told
