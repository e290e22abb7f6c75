"""A person's check before its dice fall: levels, modifiers, traits, wounds, effects, earlier tries, each once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gmkit.core.explain import Part
from gmkit.core.names import folded
from gmkit.core.persons.state import Feature, Person, is_whole
from gmkit.core.persons.telling import audience_named
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Audience
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.book import Book, find_id, skill_id
from gmkit.systems.alter_ego.commands import RollingCommand
from gmkit.systems.alter_ego.hooks import book, has_rule
from gmkit.systems.alter_ego.rules.checks import Check, fatigue_dice, prepared
from gmkit.systems.alter_ego.rules.creation import CHARACTERISTICS, SKILLS, trait_kind, trait_name
from gmkit.systems.alter_ego.rules.dice import MAX_DICE
from gmkit.systems.alter_ego.rules.traits import trait_effect
from gmkit.systems.alter_ego.rules.wounds import UNABLE, wound_penalty
from gmkit.systems.alter_ego.rulings import rulings
from gmkit.words import Words, listing, say

DRUGS = "helpful_drugs"
LIFTED_BY = {
    "wrong_hand": ("lifts_wrong_hand",),
    "hidden_by_dark": ("lifts_dark", "lifts_dark_hand_to_hand"),
    "hidden_by_total_dark": ("lifts_dark_hand_to_hand",),
}
"""Modifiers that a trait of the one who acts lifts (A9)."""


@dataclass(frozen=True, kw_only=True)
class Ask:
    """What is asked of one person's check."""

    characteristic: str
    skill: str | None = None
    difficulty: int | None = None
    modifiers: Mapping[str, int] = field(default_factory=dict)
    swap: Sequence[str] = ()
    penalty_dice: int = 0
    bonus_dice: int = 0
    traits: Sequence[str] = ()
    unsuitable: bool = False
    task: str = ""
    hidden: bool = False
    """Whether the GM alone sees it: only such a check counts tries that nobody else was told of."""
    pain: bool = True
    """Whether wounds take something off; not from Willpower against the wounds themselves (AR18)."""


def asked(command: RollingCommand, session: Session, characteristic: str, skill: str | None) -> Ask:
    """Returns what a command asks of its first person's check."""
    return Ask(
        characteristic=characteristic,
        skill=skill,
        difficulty=getattr(command, "difficulty", None),
        modifiers=command.modifiers,
        swap=command.swap,
        penalty_dice=command.penalty_dice,
        bonus_dice=command.bonus_dice,
        traits=command.traits,
        unsuitable=getattr(command, "unsuitable", False),
        task=getattr(command, "task", None) or "",
        hidden=seen(session, command.seen_by) == "gm",
    )


def seen(session: Session, named: str | tuple[str, ...]) -> Audience:
    """Returns who sees a check, as the GM names them."""
    return audience_named(session, named)


def ask_objections(session: Session, person: Person, ask: Ask, *, drugs: bool = False) -> list[Words]:
    """Returns why such a check cannot be rolled, every reason at once."""
    tables = book(session)
    found: list[Words] = []
    if find_id(tables.characteristics, ask.characteristic) is None:
        known = listing(tables.characteristics)
        found.append(
            say("There is no characteristic {item}; there are: {known} [A6].", item=ask.characteristic, known=known)
        )
    if ask.skill is not None and not _knows(tables, person, ask.skill):
        known = listing(tables.skills)
        found.append(say("There is no skill {item}; there are: {known} [A7].", item=ask.skill, known=known))
    found += [
        say("{place} is {lowest} to {highest}, not {value}.", place=place, lowest=0, highest=MAX_DICE, value=count)
        for place, count in (("penalty_dice", ask.penalty_dice), ("bonus_dice", ask.bonus_dice))
        if not 0 <= count <= MAX_DICE
    ]
    found += [
        say("{who} has no trait {trait}.", who=person.public_name, trait=name)
        for name in ask.traits
        if _trait_of(tables, person, name) is None
    ]
    if not found:
        try:
            person_check(session, person, ask)
        except NotAllowed as refused:
            found += refused.reasons
    return [*found, *unable(session, person, drugs=drugs or DRUGS in _by_id(tables, ask.modifiers))]


@rule("A23")
def unable(session: Session, person: Person, *, drugs: bool) -> list[Words]:
    """Returns why a person cannot act at all: dead, or a wound of 7 or more and no drugs."""
    if person.dead:
        return [say("{who} is dead.", who=person.public_name)]
    worst = max((wound.number for wound in person.wounds), default=0)
    if worst >= UNABLE and not drugs and rulings(session.settings).wounds_on:
        return [
            say(
                "{who} has a wound of {n} and cannot act without drugs [A23]: say drugs=True, or give {modifier}.",
                who=person.public_name,
                n=worst,
                modifier=DRUGS,
            )
        ]
    return []


def person_check(session: Session, person: Person, ask: Ask) -> Check:
    """Returns the check with every term by name, each counted once.

    Raises:
        NotAllowed: If a number or a swap is not allowed.
    """
    tables, ruled = book(session), rulings(session.settings)
    characteristic = find_id(tables.characteristics, ask.characteristic) or ask.characteristic
    modifiers = _by_id(tables, ask.modifiers)
    lifted = lifted_modifiers(session, person, modifiers, ask.skill)
    terms, penalty, bonus = _trait_terms(session, person, ask)
    terms += [Part(effect.text, effect.value) for effect in person.effects if effect.value]
    ids: list[str] = []
    if ask.pain and ruled.wounds_on and (taken := _pain(session, person)):
        terms.append(Part(say("wounds"), taken))
        ids.append("A24")
    if ask.task:
        tired = _fatigue(person, ask)
        penalty += tired
        ids += ["A14"] if tired else []
        if helped := earlier_tries(person, ask.task, _way(tables, ask), hidden=ask.hidden):
            terms.append(Part(say("earlier tries at {goal}", goal=ask.task), helped))
            ids.append("A15")
    check = prepared(
        Part(tables.characteristics[characteristic].name, person.level(CHARACTERISTICS, characteristic)),
        _skill_part(tables, person, ask.skill),
        difficulty=ask.difficulty,
        modifiers={name: value for name, value in modifiers.items() if name not in lifted},
        further=[*(Part(name, 0) for name in lifted.values()), *terms],
        swap=[_modifier_id(tables, name) for name in ask.swap],
        penalty_dice=ask.penalty_dice + penalty,
        bonus_dice=ask.bonus_dice + bonus,
        unsuitable=ask.unsuitable,
        dice=ruled.dice,
        book=tables,
    )
    return check if not ids else _with_ids(check, ids)


@rule("A9")
def lifted_modifiers(
    session: Session, person: Person, modifiers: Mapping[str, int], skill: str | None
) -> dict[str, Words]:
    """Returns the modifiers that a trait lifts, with the words that say so: the wrong hand, the dark."""
    tables = book(session)
    row = tables.skill_row(skill_id(tables, skill)) if skill else None
    found: dict[str, Words] = {}
    for name in modifiers:
        for wanted in LIFTED_BY.get(name, ()):
            if wanted == "lifts_dark_hand_to_hand" and not (row and row.hand_to_hand):
                continue
            if has_rule(session, person, wanted):
                trait = next(t.name for t in tables.traits.values() if t.rule == wanted)
                found[name] = say("{modifier}, lifted: {trait}", modifier=tables.modifier_name(name), trait=trait)
    return found


@rule("A15", "AR6")
def earlier_tries(person: Person, goal: str, way: tuple[str, str], *, hidden: bool) -> int:
    """Returns what earlier tries by another skill and another characteristic add to this one."""
    kept = [person.helped.get(goal, {})]
    if hidden:
        kept.append(person.helped_unseen.get(goal, {}))
    total = 0
    for by_way in kept:
        for written, bonus in by_way.items():
            characteristic, _, skill = written.partition("+")
            if characteristic != way[0] and skill != way[1]:
                total += bonus
    return total


def way_of(session: Session, ask: Ask) -> tuple[str, str]:
    """Returns the characteristic and skill with which something is tried."""
    return _way(book(session), ask)


def _way(tables: Book, ask: Ask) -> tuple[str, str]:
    characteristic = find_id(tables.characteristics, ask.characteristic) or ask.characteristic
    return characteristic, folded(skill_id(tables, ask.skill)) if ask.skill else ""


def _fatigue(person: Person, ask: Ask) -> int:
    failed = person.failed.get(ask.task, 0) + (person.failed_unseen.get(ask.task, 0) if ask.hidden else 0)
    return fatigue_dice(failed, person.level(CHARACTERISTICS, "endurance"))


def _pain(session: Session, person: Person) -> int:
    from_7 = rulings(session.settings).penalty_from_7
    return wound_penalty((wound.number for wound in person.wounds), penalty_from_7=from_7, book=book(session))


@rule("A8", "A9", "AR17")
def _trait_terms(session: Session, person: Person, ask: Ask) -> tuple[list[Part], int, int]:
    """Returns the terms, penalty dice and bonus dice that the traits named for a check bring."""
    tables, ruled = book(session), rulings(session.settings)
    terms: list[Part] = []
    penalty = bonus = 0
    for typed in ask.traits:
        feature = _trait_of(tables, person, typed)
        if feature is None:
            continue
        name = trait_name(tables, feature)
        if feature.id in tables.traits and tables.traits[feature.id].rule == "instruments":
            terms.append(Part(name, ruled.musical_ear_bonus))
            continue
        strength = feature.values.get("strength")
        kind = trait_kind(tables, feature)
        if is_whole(strength) and 1 <= strength <= 4 and kind in ("negative", "positive"):
            effect = trait_effect(kind, strength)  # type: ignore[arg-type]
            penalty, bonus = penalty + effect.penalty_dice, bonus + effect.bonus_dice
            terms.append(Part(name, effect.bonus))
    if ask.skill and skill_id(tables, ask.skill) == "dodge" and has_rule(session, person, "easier_dodge"):
        terms.append(Part(tables.traits["flexibility"].name, ruled.flexibility_bonus))
    return terms, penalty, bonus


def _skill_part(tables: Book, person: Person, typed: str | None) -> Part | None:
    """Returns the skill as a term; None without a fitting one: the characteristic stands alone (A10)."""
    if typed is None:
        return None
    skill = own_skill(tables, person, typed)
    return Part(tables.skill_name(skill), person.level(SKILLS, skill)) if person.has(SKILLS, skill) else None


def own_skill(tables: Book, person: Person, typed: str) -> str:
    """Returns the id of a skill, as the person bears it: the case of a style or of the GM's own skill means nothing."""
    wanted = skill_id(tables, typed)
    return next((item for item in person.numbers.get(SKILLS, {}) if folded(item) == folded(wanted)), wanted)


def _knows(tables: Book, person: Person, typed: str) -> bool:
    skill = own_skill(tables, person, typed)
    return tables.skill_row(skill) is not None or skill in person.numbers.get(SKILLS, {})


def _trait_of(tables: Book, person: Person, typed: str) -> Feature | None:
    return person.feature(find_id(tables.traits, typed) or typed)


def _modifier_id(tables: Book, typed: str) -> str:
    return find_id(tables.modifiers, typed) or typed


def _by_id(tables: Book, modifiers: Mapping[str, int]) -> dict[str, int]:
    return {_modifier_id(tables, name): value for name, value in modifiers.items()}


def _with_ids(check: Check, ids: Sequence[str]) -> Check:
    return replace(check, ids=(*check.ids, *ids))
