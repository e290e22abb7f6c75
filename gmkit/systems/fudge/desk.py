"""What Fudge puts on a desk: levels on the ladder, the GM's prices, cells, forms of one click with exact odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from gmkit.core.command import CommandBook
from gmkit.core.persons.forms import Field, Form, Odds, choices
from gmkit.core.persons.pieces import BodyPieces, BudgetLine, CellSeen, DeskRules, FeatureLine, summed
from gmkit.core.persons.state import Feature, Person, is_whole
from gmkit.core.session import Session
from gmkit.core.view import Choice
from gmkit.errors import NotAllowed
from gmkit.systems.fudge import state as s
from gmkit.systems.fudge.attacks import attack_side, defence_side
from gmkit.systems.fudge.checks import side_of
from gmkit.systems.fudge.commands import COMMANDS, MakeAttack, MakeCheck
from gmkit.systems.fudge.hooks import spent
from gmkit.systems.fudge.objections import objections
from gmkit.systems.fudge.rows import ATTRIBUTES, BY_NUMBER, OUTCOMES, PROPERTY_KINDS, QUALITIES, WOUNDS
from gmkit.systems.fudge.rules.attack import attack_outcome
from gmkit.systems.fudge.rules.check import outcome_of
from gmkit.systems.fudge.rules.ladder import ladder_name
from gmkit.systems.fudge.rules.main_roll import curve
from gmkit.systems.fudge.rulings import rulings
from gmkit.systems.fudge.state import FudgeState
from gmkit.systems.fudge.sums import penalty_of, side_parts
from gmkit.words import Term, Words, listing, say

_COMMANDS = CommandBook(COMMANDS)
WORN_FOR_ONE = 4
"""Points that wear down for one of damage (F13)."""


# --- the sheet -------------------------------------------------------------------------------------------------------


def level_called(session: Session, group: str, level: int) -> Words:
    """Returns a level's name on the ladder (F1); armour and Scale are plain numbers."""
    return "" if group == s.QUALITIES else ladder_name(level)


def addable(session: Session, group: str) -> Sequence[tuple[str, Words]]:
    """Returns what the rules name of a group."""
    rows: Mapping[str, Any] = {s.ATTRIBUTES: ATTRIBUTES, s.QUALITIES: QUALITIES}.get(group, {})
    return [(item, row.name) for item, row in rows.items()]


def feature_line(session: Session, feature: Feature) -> FeatureLine:
    """Returns a property with the GM's price (F6)."""
    kind, level = feature.values.get("kind", ""), feature.values.get("level", "")
    price = feature.values.get("price")
    how: Words = say("by the GM's word") if is_whole(price) else say("not priced yet")
    text = str(feature.values.get("text", ""))
    about: Words = say("level {level}", level=level) if level != "" else ""
    return FeatureLine(
        kind=PROPERTY_KINDS[kind].name if kind in PROPERTY_KINDS else "",
        price=price if is_whole(price) else None,
        how=how,
        about=listing([part for part in (about, text) if part]) if about or text else "",
        data={"name": feature.id, **feature.values},
    )


def feature_fields(session: Session) -> tuple[Field, ...]:
    """Returns what is asked of a new property (F6)."""
    kinds = choices([(row.name, row.id) for row in PROPERTY_KINDS.values()], say("not said"))
    return (
        Field(name="name", label=say("Property"), kind="text"),
        Field(name="kind", label=say("Kind"), kind="choice", options=kinds),
        Field(name="level", label=say("Level of its own"), kind="text"),
        Field(name="price", label=say("Price"), kind="number"),
        Field(name="text", label=say("What it does"), kind="text"),
    )


def budget_lines(session: Session, person: Person) -> Sequence[BudgetLine]:
    """Returns the GM's points and prices (F4, F6); without points there is no limit."""
    paid = BudgetLine(name=say("spent"), value=spent(person))
    if person.points is None:
        return [paid]
    left = BudgetLine(name=say("left"), value=person.points - spent(person), is_left=True)
    return [BudgetLine(name=say("points"), value=person.points), paid, left]


# --- the body --------------------------------------------------------------------------------------------------------


def wound_scale(session: Session) -> Sequence[tuple[int, Words]]:
    """Returns the states that have cells (F14, F15)."""
    return [(row.number, row.name) for row in WOUNDS]


def body(session: Session, person: Person) -> BodyPieces:
    """Returns the cells, what each takes off, and the worst of it (F14, F15, FR5)."""
    filled = s.filled_cells(person)
    effects = {
        wound.n: _effect(BY_NUMBER[wound.number].penalty) for wound in person.wounds if wound.number in BY_NUMBER
    }
    why: list[Words] = []
    terms: list[tuple[Words, int]] = []
    for wound in person.wounds:
        row = BY_NUMBER.get(wound.number)
        if row is not None and row.penalty:
            name: Words = say("{wound} ({place})", wound=row.name, place=wound.place) if wound.place else row.name
            terms.append((name, row.penalty))
    if terms:
        why.append(summed(terms))
        ruled = rulings(session.settings).wound_penalties
        why.append(
            say("On one part of the body they add up; of several parts the worst counts [FR5].")
            if ruled == "sum"
            else say("The worst of them counts [FR5].")
        )
    if person.worn:
        why.append(
            say(
                "Worn down by {n} points; {each} of them are 1 point of damage [F13].", n=person.worn, each=WORN_FOR_ONE
            )
        )
    return BodyPieces(
        effects=effects,
        cells=tuple(
            CellSeen(name=row.name, cells=row.cells, filled=filled[row.id], effect=_effect(row.penalty))
            for row in WOUNDS
        ),
        penalty=penalty_of(session, person),
        why=tuple(why),
        choices=_body_choices(person),
    )


def _effect(penalty: int | None) -> Words:
    if penalty is None:
        return say("cannot act")
    return f"{penalty:+d}" if penalty else say("nothing")


def _body_choices(person: Person) -> tuple[Choice, ...]:
    if person.worn < WORN_FOR_ONE or person.dead:
        return ()
    words = say("Trade worn points for damage ({n})", n=person.worn // WORN_FOR_ONE)
    return (Choice(label=words, command={"do": "trade", "name": person.public_name}),)


# --- forms and odds --------------------------------------------------------------------------------------------------


def forms(session: Session, person: Person, values: Mapping[str, Any]) -> tuple[Form, ...]:
    """Returns a check and an attack with what this person may choose."""
    state: FudgeState = session.game
    who, fight = person.public_name, state.current
    rivals = fight.order if fight else tuple(p.public_name for p in state.persons)
    targets = tuple((name, name) for name in rivals if name != who and (p := state.person(name)) and not p.dead)
    target = state.person(values.get("target") or (targets[0][1] if targets else ""))
    attributes, skills = _levels(person, s.ATTRIBUTES, say("none")), _levels(person, s.SKILLS, say("no skill"))
    technique = Field(
        name="technique",
        label=say("Technique"),
        kind="choice",
        options=_levels(person, s.TECHNIQUES, say("none")),
        rare=not person.numbers.get(s.TECHNIQUES),
    )
    best = skills[1][1] if len(skills) > 1 else None

    def side(attribute: str, skill: str | None) -> tuple[Field, ...]:
        return (
            Field(
                name="attribute",
                label=say("Attribute"),
                kind="choice",
                options=attributes,
                start=attribute,
                says_none=True,
            ),
            Field(name="skill", label=say("Skill"), kind="choice", options=skills, start=skill, says_none=True),
            technique,
        )

    other = Field(name="modifiers", label=say("Modifier of the situation"), kind="number", start=0)
    check = Form(
        verb="check",
        title=say("Check"),
        button=say("Roll the check"),
        who="name",
        fields=(
            *side("strength", None),
            Field(name="difficulty", label=say("Difficulty"), kind="choice", options=_ladder(), start=0),
            Field(name="task", label=say("Task"), kind="text"),
            Field(name="mandatory", label=say("The task demands the skill"), kind="tick", start=False, rare=True),
            other,
        ),
    )
    defence = _levels(target, s.SKILLS, say("no skill")) if target else ((say("no skill"), None),)
    attack = Form(
        verb="attack",
        title=say("Attack"),
        button=say("Attack"),
        who="attacker",
        fields=(
            Field(name="target", label=say("Target"), kind="choice", options=targets),
            *side("agility", best),
            Field(
                name="defence_skill", label=say("Skill of the defence"), kind="choice", options=defence, says_none=True
            ),
            Field(
                name="difficulty",
                label=say("Target suspects nothing: difficulty"),
                kind="choice",
                options=choices(_ladder(), say("it defends")),
            ),
            Field(name="rounds", label=say("Rounds fired"), kind="number", start=1, rare=True),
            Field(name="place", label=say("Part of the body"), kind="text"),
            other,
        ),
    )
    return (attack, check) if fight else (check, attack)


def _levels(person: Person, group: str, none: Words) -> tuple[tuple[Words, Any], ...]:
    """Returns what a person has of a group, the best first; attributes in the order of the table."""
    named: list[tuple[Words, Any]] = []
    have = {item: level for item, level in person.numbers.get(group, {}).items() if is_whole(level)}
    order = list(ATTRIBUTES) if group == s.ATTRIBUTES else sorted(have, key=lambda item: -have[item])
    for item in order:
        if item in have:
            level = have[item]
            name: Words = ATTRIBUTES[item].name if group == s.ATTRIBUTES and item in ATTRIBUTES else item
            named.append((say("{name} {level}", name=name, level=f"{level:+d}" if level else "0"), item))
    return choices(named, none)


def _ladder() -> tuple[tuple[Words, Any], ...]:
    return tuple(
        (say("{level} {name}", level=f"{value:+d}" if value else "0", name=ladder_name(value)), value)
        for value in range(8, -9, -1)
    )


def odds(session: Session, data: Mapping[str, Any]) -> Odds:
    """Returns the exact chances of a check or an attack before its dice fall (F7, F10)."""
    try:
        command = _COMMANDS.read(data)
        reasons = tuple(objections(session, command))
    except NotAllowed as refused:
        return Odds(reasons=tuple(refused.reasons))
    if reasons or not isinstance(command, (MakeCheck, MakeAttack)):
        return Odds(reasons=reasons)
    state: FudgeState = session.game
    ruled = rulings(session.settings)
    rolls = curve(ruled.main_roll)
    found: dict[str, Fraction] = {}
    if isinstance(command, MakeCheck):
        person = state.find(command.name)
        assert person is not None, "objections refuse a person that is not there"
        parts, _ = side_parts(session, person, side_of(command))
        added = sum(part.value for part in parts) - command.difficulty
        for result, chance in rolls.items():
            outcome = outcome_of(result + added, ruled.tie)
            found[outcome] = found.get(outcome, Fraction(0)) + chance
        return _in_words(found, ("success", "complication", "ask", "fail"), summed([(p.name, p.value) for p in parts]))
    attacker, target = state.find(command.attacker), state.find(command.target)
    assert attacker is not None
    assert target is not None
    mine, _ = side_parts(session, attacker, attack_side(command))
    lead = sum(part.value for part in mine)
    terms = summed([(part.name, part.value) for part in mine])
    against: Mapping[int, Fraction] = {0: Fraction(1)}
    if command.difficulty is None:
        theirs, _ = side_parts(session, target, defence_side(command))
        lead -= sum(part.value for part in theirs)
        defence = summed([(part.name, part.value) for part in theirs])
        terms = say("{mine}; {target}: {theirs}", mine=terms, target=target.public_name, theirs=defence)
        against = rolls
    else:
        lead -= command.difficulty
    for result, chance in rolls.items():
        for other, less in against.items():
            outcome = attack_outcome(result - other + lead)
            found[outcome] = found.get(outcome, Fraction(0)) + chance * less
    return _in_words(found, ("hit", "graze", "miss"), terms)


def _in_words(found: Mapping[str, Fraction], order: Sequence[str], terms: Words) -> Odds:
    return Odds(lines=tuple((OUTCOMES[item].name, found[item]) for item in order if item in found), terms=terms)


def questions(session: Session) -> Sequence[tuple[Words, tuple[Choice, ...]]]:
    """Returns the checks that came out equal, with the two answers that the GM may give (FR2)."""
    state: FudgeState = session.game
    return [
        (
            say("{who}, {task}: equal. A complication, or a failure?", who=question.who, task=question.task)
            if question.task
            else say("{who}: equal. A complication, or a failure?", who=question.who),
            tuple(
                Choice(label=OUTCOMES[item].name, command={"do": "settle", "question": question.n, "outcome": item})
                for item in ("complication", "fail")
            ),
        )
        for question in state.questions
    ]


DESK = DeskRules(
    level_called=level_called,
    addable=addable,
    whole=(s.ATTRIBUTES,),
    own_words=(s.SKILLS, s.TECHNIQUES),
    hidden=(s.PRICES,),
    features="properties",
    features_title=Term("Properties", "Свойства"),
    feature_line=feature_line,
    feature_fields=feature_fields,
    budget=budget_lines,
    standing=lambda _session, _person: "",
    wound_scale=wound_scale,
    body=body,
    forms=forms,
    odds=odds,
    questions=questions,
)
