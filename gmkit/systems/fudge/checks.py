"""Checks and opposed checks as facts: whole to those who may know the numbers, in words to the others (F7, F8, FR2)."""

from __future__ import annotations

from gmkit.core.explain import Part, Reckoning
from gmkit.core.persons import facts as shared
from gmkit.core.persons.said import said
from gmkit.core.persons.state import Person
from gmkit.core.persons.telling import audience_named, both, kept, less, numbers_audience, unkept
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Audience, Told, tell, tell_as
from gmkit.dice.chance import Chance
from gmkit.dice.roll import Roll
from gmkit.systems.fudge import facts as f
from gmkit.systems.fudge.commands import MakeCheck, OpposeCheck, SettleTie
from gmkit.systems.fudge.rows import OUTCOMES
from gmkit.systems.fudge.rules.check import checked
from gmkit.systems.fudge.rules.ladder import ladder_name
from gmkit.systems.fudge.rules.main_roll import dice_part, fallen_dice, main_roll_dice
from gmkit.systems.fudge.rules.opposed_check import opposed_of
from gmkit.systems.fudge.rulings import rulings
from gmkit.systems.fudge.state import FudgeState
from gmkit.systems.fudge.sums import Side, hands, side_parts, stream_of, thrown
from gmkit.words import say


def side_of(command: MakeCheck | OpposeCheck) -> Side:
    """Returns what the person that a command names brings."""
    return Side(
        attribute=command.attribute,
        skill=command.skill,
        technique=command.technique,
        modifiers=command.modifiers,
        parts=command.parts,
        mandatory=command.mandatory,
        default=command.default,
    )


def other_side_of(command: OpposeCheck) -> Side:
    """Returns what the other side of an opposed check brings."""
    return Side(
        attribute=command.other_attribute,
        skill=command.other_skill,
        technique=command.other_technique,
        modifiers=command.other_modifiers,
        parts=command.other_parts,
        mandatory=command.mandatory,
        default=command.default,
    )


@rule("F7", "FR2")
def check_told(session: Session, person: Person, command: MakeCheck, chance: Chance) -> list[Told]:
    """Returns a check, and the question to the GM if it came out equal and the ruling is to ask."""
    seen = audience_named(session, command.seen_by)
    parts, ids = side_parts(session, person, side_of(command))
    roll = thrown(session, chance, stream_of(person, "check", seen), hands(session, command.faces, sides=1)[0])
    ruled = rulings(session.settings)
    held = Part(say("difficulty"), command.difficulty)
    result = checked(dice_part(roll), parts, held, tie=ruled.tie, ids=ids)
    task = command.task or ""
    told = sum_told(person, result.reckoning, roll, seen, outcome=result.outcome, task=task)
    to = numbers_audience(person, seen)
    in_words = both(less(seen, to), person.audience)
    if in_words != "gm":
        seen_fact = shared.CheckSeen(
            who=person.public_name, outcome=result.outcome, verdict=said(OUTCOMES[result.outcome].name), task=task
        )
        told.append(tell_as(seen_fact, in_words))
    if result.outcome == "ask":
        state: FudgeState = session.game
        audience = kept(both(seen, person.audience))
        told.append(tell(f.TieAsked(who=person.public_name, n=state.asked + 1, task=task, seen_by=audience)))
    return told


def sum_told(
    person: Person, reckoning: Reckoning, roll: Roll, seen: Audience, *, outcome: str, task: str = ""
) -> list[Told]:
    """Returns a sum with all its terms, the dice last, told to those of *seen* who may know the person's numbers."""
    against = reckoning.against
    fact = shared.Checked(
        who=person.public_name,
        terms=tuple((said(part.name), part.value) for part in reckoning.parts[:-1]),
        dice=fallen_dice(roll),
        constant=main_roll_dice(roll.notation)[1],
        against=(said(against.name), against.value) if against is not None else None,
        outcome=outcome,
        verdict=said(reckoning.verdict),
        ids=reckoning.ids,
        task=task,
        by_hand=roll.by_hand,
    )
    return [tell_as(fact, numbers_audience(person, seen))]


@rule("FR2")
def tie_settled(session: Session, command: SettleTie) -> list[Told]:
    """Returns the GM's word on an equal sum, told to those who saw it."""
    state: FudgeState = session.game
    question = state.question(command.question)
    assert question is not None
    verdict = said(OUTCOMES[command.outcome].name)
    settled = f.TieSettled(who=question.who, task=question.task, outcome=command.outcome, verdict=verdict)
    return [tell_as(settled, unkept(question.to)), tell(f.TieAnswered(who=question.who, n=question.n))]


@rule("F8", "FR8")
def opposed_told(session: Session, one: Person, other: Person, command: OpposeCheck, chance: Chance) -> list[Told]:
    """Returns both sums and how they came out; the margin goes to those who may know the numbers of both."""
    seen = audience_named(session, command.seen_by)
    typed = hands(session, command.faces, sides=2)
    told: list[Told] = []
    sums: list[int] = []
    sides = ((one, side_of(command), typed[0]), (other, other_side_of(command), typed[1]))
    for person, side, hand in sides:
        parts, ids = side_parts(session, person, side)
        roll = thrown(session, chance, stream_of(person, "opposed", seen), hand)
        total = roll.total + sum(part.value for part in parts)
        reckoning = Reckoning((*parts, dice_part(roll)), ("F7", "F8", *ids), None, ladder_name(total))
        told += sum_told(person, reckoning, roll, seen, outcome="opposed", task=command.task or "")
        sums.append(total)
    result = opposed_of(one.public_name, sums[0], other.public_name, sums[1], rulings(session.settings).opposed_tie)
    named = {"who": one.public_name, "other": other.public_name, "outcome": result.outcome, "task": command.task or ""}
    verdict = said(result.reckoning.verdict)
    whole = f.OpposedEnded(**named, sums=(sums[0], sums[1]), verdict=verdict, ids=result.reckoning.ids)
    to, in_words = two_audiences(one, other, seen)
    told.append(tell_as(whole, to))
    if in_words != "gm":
        told.append(tell_as(f.OpposedSeen(**named, verdict=verdict), in_words))
    return told


def two_audiences(one: Person, other: Person, seen: Audience) -> tuple[Audience, Audience]:
    """Returns who of *seen* may know the numbers of both persons, and who else knows both."""
    whole = both(numbers_audience(one, seen), numbers_audience(other, seen))
    return whole, less(both(both(seen, one.audience), other.audience), whole)
