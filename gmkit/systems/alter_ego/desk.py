"""What Alter ego puts on a desk: levels in words, the budget, the body by places, one-click forms with exact odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmkit.core.command import CommandBook
from gmkit.core.persons.forms import Field, Form, Odds, choices
from gmkit.core.persons.maps import cover_at
from gmkit.core.persons.pieces import BodyPieces, BudgetLine, DeskRules, FeatureLine, PlaceSeen, summed
from gmkit.core.persons.state import Feature, Person, is_whole
from gmkit.core.session import Session
from gmkit.core.view import Choice
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.attacking import attack_ask, defence_of
from gmkit.systems.alter_ego.book import Book
from gmkit.systems.alter_ego.commands import COMMANDS, MakeAttack, MakeCheck
from gmkit.systems.alter_ego.engine import objections
from gmkit.systems.alter_ego.hooks import CIRCLES_A_ROUND, book
from gmkit.systems.alter_ego.preparing import asked, person_check
from gmkit.systems.alter_ego.rows import FACTORS, LEVELS_OF_PLAY, WORST
from gmkit.systems.alter_ego.rules.checks import Check
from gmkit.systems.alter_ego.rules.creation import CHARACTERISTICS, SKILLS, budget, trait_cost, trait_kind
from gmkit.systems.alter_ego.rules.levels import level_meaning, level_of_play
from gmkit.systems.alter_ego.rules.odds import opposed_odds
from gmkit.systems.alter_ego.rules.wounds import UNABLE, willpower_difficulty
from gmkit.systems.alter_ego.rulings import rulings
from gmkit.systems.alter_ego.state import AlterEgoState
from gmkit.words import Term, Words, listing, say

_COMMANDS = CommandBook(COMMANDS)
_KINDS = {
    "negative": Term("negative", "отрицательная"),
    "neutral": Term("neutral", "нейтральная"),
    "positive": Term("positive", "положительная"),
}
_COVER = {"third": "target_third_hidden", "half": "target_half_hidden", "two_thirds": "target_two_thirds_hidden"}
"""The modifier of a target behind such a cover of the map (A17)."""


# --- the sheet -------------------------------------------------------------------------------------------------------


def level_called(session: Session, group: str, level: int) -> Words:
    """Returns what a level means in life (A4)."""
    return level_meaning(level).name if level > 0 else ""


def addable(session: Session, group: str) -> Sequence[tuple[str, Words]]:
    """Returns the entries of a group's table."""
    tables = book(session)
    rows: Mapping[str, Any] = tables.characteristics if group == CHARACTERISTICS else tables.skills
    return [(item, row.name) for item, row in rows.items()]


def feature_line(session: Session, feature: Feature) -> FeatureLine:
    """Returns a trait with its price and how that number came (A8)."""
    tables = book(session)
    cost = trait_cost(tables, feature)
    about: Words = tables.traits[feature.id].about if feature.id in tables.traits else ""
    kind = trait_kind(tables, feature)
    return FeatureLine(
        kind=_KINDS.get(kind, ""),
        # What a negative trait gives stands as a price below 0.
        price=-cost.price if kind == "negative" else cost.price,
        how=cost.how,
        about=about,
        data={"id": feature.id, **feature.values},
    )


def feature_fields(session: Session) -> tuple[Field, ...]:
    """Returns what is asked of a new trait: which, its three factors or a price, what it is about (A8)."""
    known = sorted(book(session).traits.values(), key=lambda row: row.kind)
    named: list[tuple[Words, Any]] = [
        (say("{trait} ({kind})", trait=row.name, kind=_KINDS[row.kind]), row.id) for row in known
    ]
    return (
        Field(name="id", label=say("Trait"), kind="choice", options=choices(named)),
        Field(name="about", label=say("About what"), kind="text"),
        Field(name="frequency", label=say("How often"), kind="choice", options=_factor("frequency"), start=2),
        Field(name="strength", label=say("How strong"), kind="choice", options=_factor("strength"), start=2),
        Field(name="adaptation", label=say("Adaptation"), kind="choice", options=_adaptation(), start=2),
        Field(name="price", label=say("Your own price"), kind="number"),
    )


def _factor(name: str) -> tuple[tuple[Words, Any], ...]:
    rows = [row for row in FACTORS if row.factor == name]
    return tuple((say("{n}: {what}", n=row.value, what=row.name), row.value) for row in rows)


def _adaptation() -> tuple[tuple[Words, Any], ...]:
    """Returns the values of adaptation, with what each means of a positive and of a negative trait."""
    good = {row.value: row.name for row in FACTORS if row.factor == "positive_adaptation"}
    bad = {row.value: row.name for row in FACTORS if row.factor == "negative_adaptation"}
    return tuple(
        (say("{n}: {good}; if negative: {bad}", n=value, good=name, bad=bad[value]), value)
        for value, name in good.items()
    )


def budget_lines(session: Session, person: Person) -> Sequence[BudgetLine]:
    """Returns points, spent, gained, left (A3)."""
    cost = budget(book(session), person)
    return [
        BudgetLine(name=say("points"), value=cost.points),
        BudgetLine(name=say("gained"), value=cost.gained),
        BudgetLine(name=say("spent"), value=cost.spent),
        BudgetLine(name=say("left"), value=cost.left, is_left=True),
    ]


def standing(session: Session, person: Person) -> Words:
    """Returns the level of play that the GM's points make (A3, AR1)."""
    level = level_of_play(person.points or 0)
    return next((band.name for band in LEVELS_OF_PLAY if band.id == level), "")


# --- the body --------------------------------------------------------------------------------------------------------


def wound_scale(session: Session) -> Sequence[tuple[int, Words]]:
    """Returns the wounds by number (A23)."""
    tables = book(session)
    return [(number, tables.wound(number).name) for number in range(1, WORST + 1)]


def body(session: Session, person: Person) -> BodyPieces:
    """Returns every place with its wounds, each penalty once, and what else they do (A23-A26)."""
    tables, ruled = book(session), rulings(session.settings)
    state: AlterEgoState = session.game
    effects: dict[int, Words] = {}
    terms: list[tuple[Words, int]] = []
    for wound in person.wounds:
        row = tables.wound(wound.number)
        taken = ruled.penalty_from_7 if row.penalty is None else row.penalty
        place: Words = tables.places[wound.place].name if wound.place in tables.places else wound.place
        if taken and ruled.wounds_on:
            terms.append((say("{wound} ({place})", wound=row.name, place=place), taken))
        effects[wound.n] = f"{taken:+d}" if taken and ruled.wounds_on else say("nothing")
    why: list[Words] = [summed(terms)] if terms else []
    worst = max((wound.number for wound in person.wounds), default=0)
    if worst >= UNABLE and ruled.wounds_on:
        why.append(say("A wound of {n}: cannot act without drugs [A23].", n=worst))
    if person.wounds and ruled.wounds_on:
        difficulty = willpower_difficulty(wound.number for wound in person.wounds)
        why.append(say("To act while hurt: Willpower against {n} [A26].", n=difficulty))
    for clock in state.clocks:
        if clock.who == person.public_name and not person.dead:
            left = max(0, clock.at - state.now_s)
            why.append(
                say(
                    "Wound {wound} kills in {minutes} min {seconds} s unless it is cared for [AR12].",
                    wound=clock.wound,
                    minutes=left // 60,
                    seconds=left % 60,
                )
            )
    return BodyPieces(
        effects=effects,
        places=tuple(_place(person, item, row.name) for item, row in tables.places.items()),
        penalty=sum(value for _, value in terms),
        why=tuple(why),
        choices=_body_choices(person),
    )


def _place(person: Person, item: str, name: Words) -> PlaceSeen:
    wounds = [wound for wound in person.wounds if wound.place == item]
    return PlaceSeen(
        id=item,
        name=name,
        worst=max((wound.number for wound in wounds), default=0),
        wounds=tuple(wound.n for wound in wounds),
    )


def _body_choices(person: Person) -> tuple[Choice, ...]:
    if not person.wounds or person.dead:
        return ()
    return (
        Choice(label=say("Roll Willpower to act while hurt"), command={"do": "willpower", "name": person.public_name}),
    )


# --- forms and odds --------------------------------------------------------------------------------------------------


def forms(session: Session, person: Person, values: Mapping[str, Any]) -> tuple[Form, ...]:
    """Returns a check and an attack with what this person may choose."""
    tables = book(session)
    state: AlterEgoState = session.game
    who = person.public_name
    common = (
        *_modifier_fields(tables),
        Field(name="penalty_dice", label=say("Penalty dice"), kind="number", start=0, rare=True),
        Field(name="bonus_dice", label=say("Bonus dice"), kind="number", start=0, rare=True),
    )
    characteristics = tuple(
        (_with_level(row.name, person.level(CHARACTERISTICS, item)), item)
        for item, row in tables.characteristics.items()
    )
    skills = choices(_skills(tables, person), say("no skill"))
    check = Form(
        verb="check",
        title=say("Check"),
        button=say("Roll the check"),
        who="name",
        fields=(
            Field(name="characteristic", label=say("Characteristic"), kind="choice", options=characteristics),
            Field(name="skill", label=say("Skill"), kind="choice", options=skills, says_none=True),
            Field(name="difficulty", label=say("Difficulty"), kind="number", start=8),
            Field(name="task", label=say("Task"), kind="text"),
            *common,
        ),
    )
    fight = state.current
    rivals = fight.order if fight else tuple(p.public_name for p in state.persons)
    targets = tuple((name, name) for name in rivals if name != who and (p := state.person(name)) and not p.dead)
    target = values.get("target") or (targets[0][1] if targets else None)
    cover = _COVER.get(cover_at(state, target) if target else "")
    first = skills[1][1] if len(skills) > 1 else None
    attack = Form(
        verb="attack",
        title=say("Attack"),
        button=say("Attack"),
        who="name",
        fields=(
            Field(name="target", label=say("Target"), kind="choice", options=targets),
            Field(name="skill", label=say("Skill"), kind="choice", options=skills, start=first, says_none=True),
            Field(name="difficulty", label=say("Difficulty (empty: the target defends)"), kind="number"),
            Field(name="place", label=say("Aimed at"), kind="choice", options=_places(tables)),
            Field(name="rounds", label=say("Rounds fired"), kind="number", start=1, rare=True),
            *_range_fields(tables),
            Field(
                name="cover",
                label=say("Cover of the target"),
                kind="modifier",
                options=_cover_options(tables),
                start=[cover, tables.modifiers[cover].values[0]] if cover else None,
            ),
            *common,
        ),
    )
    return (attack, check) if fight else (check, attack)


def _with_level(name: Words, level: int) -> Words:
    return say("{name} {level}", name=name, level=level)


def _skills(tables: Book, person: Person) -> list[tuple[Words, Any]]:
    """Returns the skills that a person has, the best first."""
    levels = {item: level for item, level in person.numbers.get(SKILLS, {}).items() if is_whole(level)}
    best = sorted(levels, key=lambda item: -levels[item])
    return [(_with_level(tables.skill_name(item), levels[item]), item) for item in best]


def _places(tables: Book) -> tuple[tuple[Words, Any], ...]:
    return choices([(row.name, item) for item, row in tables.places.items()], say("nowhere: the dice say"))


def _range_fields(tables: Book) -> tuple[Field, ...]:
    weapons = [(row.name, item) for item, row in tables.weapons.items()]
    weapon = Field(
        name="weapon", label=say("Weapon"), kind="choice", options=choices(weapons, say("none named")), rare=not weapons
    )
    return (
        weapon,
        Field(name="distance", label=say("Metres (empty: as on the map)"), kind="number", rare=True),
        Field(name="standard", label=say("Standard range of the weapon"), kind="number", rare=True),
    )


def _modifier_fields(tables: Book) -> tuple[Field, ...]:
    options: list[tuple[Words, Any]] = [
        (_with_level(row.name, value), [item, value])
        for item, row in tables.modifiers.items()
        for value in (() if item in _COVER.values() else row.values)
    ]
    named = choices(options, say("none"))
    return (
        Field(name="modifier_1", label=say("Circumstance"), kind="modifier", options=named),
        Field(name="modifier_2", label=say("Another circumstance"), kind="modifier", options=named, rare=True),
        Field(name="modifiers", label=say("Other modifier"), kind="number", start=0),
    )


def _cover_options(tables: Book) -> tuple[tuple[Words, Any], ...]:
    rows = [(tables.modifiers[item].name, item, tables.modifiers[item].values[0]) for item in _COVER.values()]
    return choices([(_with_level(name, value), [item, value]) for name, item, value in rows], say("none"))


def odds(session: Session, data: Mapping[str, Any]) -> Odds:
    """Returns the exact chances of a check or an attack before its dice fall (A12, AR4)."""
    try:
        command = _COMMANDS.read(data)
        reasons = tuple(objections(session, command))
    except NotAllowed as refused:
        return Odds(reasons=tuple(refused.reasons))
    if reasons or not isinstance(command, (MakeCheck, MakeAttack)):
        return Odds(reasons=reasons)
    state: AlterEgoState = session.game
    person = state.find(command.name)
    assert person is not None, "objections refuse a person that is not there"
    if isinstance(command, MakeCheck):
        check = person_check(session, person, asked(command, session, command.characteristic, command.skill))
        return _against_a_number(check, say("success"), say("failure"))
    target = state.find(command.target)
    assert target is not None
    mine = person_check(session, person, attack_ask(session, person, target, command))
    defence = defence_of(session, target, command)
    if defence is None:
        return _against_a_number(mine, say("hits"), say("misses"))
    theirs = person_check(session, target, defence.ask)
    won, tied, lost = opposed_odds(mine, theirs)
    terms = say("{mine}; {target}: {theirs}", mine=_terms(mine), target=target.public_name, theirs=_terms(theirs))
    return Odds(lines=((say("hits"), won), (say("misses"), tied + lost)), terms=terms)


def _against_a_number(check: Check, good: Words, bad: Words) -> Odds:
    if check.difficulty is None:
        return Odds(terms=_terms(check))
    chance = check.chance()
    return Odds(lines=((good, chance), (bad, 1 - chance)), terms=_terms(check))


def _terms(check: Check) -> Words:
    """Returns what counts beside the three dice."""
    dice: list[Words] = []
    if check.penalty_dice:
        dice.append(say("penalty dice: {n}", n=check.penalty_dice))
    if check.bonus_dice:
        dice.append(say("bonus dice: {n}", n=check.bonus_dice))
    return listing([summed([(part.name, part.value) for part in check.terms]), *dice])


DESK = DeskRules(
    level_called=level_called,
    addable=addable,
    whole=(CHARACTERISTICS,),
    own_words=(SKILLS,),
    features="traits",
    features_title=Term("Traits", "Особенности"),
    feature_line=feature_line,
    feature_fields=feature_fields,
    budget=budget_lines,
    standing=standing,
    wound_scale=wound_scale,
    body=body,
    forms=forms,
    odds=odds,
    actions=lambda session: [(item, row.name) for item, row in book(session).actions.items()],
    advances=True,
    circles_a_round=CIRCLES_A_ROUND,
    metres=lambda session: int(rulings(session.settings).hex_metres),
)
