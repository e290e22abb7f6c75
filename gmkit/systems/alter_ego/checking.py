"""Checks, contests, acting together, and the will to act while hurt, as events (A10-A16, A26, AR4-AR6, AR11, AR24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gmkit.core.persons import facts as p
from gmkit.core.persons.said import said
from gmkit.core.persons.state import Person
from gmkit.core.persons.telling import both, less, numbers_audience
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Audience, Told, hears, seats, tell_as
from gmkit.dice.chance import Chance, Stream
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego import facts as f
from gmkit.systems.alter_ego.commands import ActJointly, MakeCheck, MakeContest, SteelOneself
from gmkit.systems.alter_ego.preparing import (
    Ask,
    ask_objections,
    asked,
    earlier_tries,
    person_check,
    seen,
    unable,
    way_of,
)
from gmkit.systems.alter_ego.rules import dice as rolls
from gmkit.systems.alter_ego.rules.checks import JOINT, OLD_COLLEAGUE, CheckResult, cumulative_bonus, joint_result
from gmkit.systems.alter_ego.rules.wounds import willpower_difficulty
from gmkit.systems.alter_ego.rulings import rulings
from gmkit.systems.alter_ego.state import AlterEgoState
from gmkit.words import Words, say

SUCCESS, FAIL, ROLLED = "success", "fail", "rolled"


class Hand:
    """Faces typed in, given out draw by draw; where none were typed, chance rolls."""

    def __init__(self, chance: Chance, faces: Sequence[int] | None) -> None:
        self._chance = chance
        self._left = None if faces is None else list(faces)
        self.by_hand = faces is not None

    def roll(self, stream: Stream, dice: Sequence[int]) -> tuple[int, ...]:
        """Returns the faces of one draw, typed ones while there are any."""
        if not self._left:
            return self._chance.faces(stream, dice)
        typed, self._left = self._left[: len(dice)], self._left[len(dice) :]
        return self._chance.faces(stream, dice, typed)

    def spent(self) -> None:
        """Raises NotAllowed if typed faces are left over."""
        if self._left:
            raise NotAllowed(say("{n} faces are left over: give exactly those of the dice thrown.", n=len(self._left)))


@dataclass(frozen=True, kw_only=True)
class Shown:
    """Who sees a check, and what its facts say beside the sum."""

    to: Audience
    what: str = "check"
    """The word of its dice (D1)."""
    task: str = ""
    verdict: Words | None = None
    """None: by the difficulty."""
    outcome: str | None = None
    against: bool = True
    """Whether the sum tells what it was held against."""
    in_words: bool = True
    """Whether those who know no numbers are told how it went; of an attack another fact tells them."""


def rolled(session: Session, person: Person, ask: Ask, hand: Hand, show: Shown) -> CheckResult:
    """Returns a person's check with its dice."""
    check = person_check(session, person, ask)
    to = both(show.to, person.audience)
    stream = Stream(person.stream, show.what, to if isinstance(to, str) else ",".join(to))
    return check.result(hand.roll(stream, [6] * check.needed_faces))


def check_told(person: Person, result: CheckResult, show: Shown, *, by_hand: bool) -> list[Told]:
    """Returns a check: whole to those who may know the numbers, in words to the others who see it."""
    to = both(show.to, person.audience)
    whole = numbers_audience(person, to)
    outcome = show.outcome or (ROLLED if result.success is None else SUCCESS if result.success else FAIL)
    verdict = said(result.verdict if show.verdict is None else show.verdict)
    against = result.against if show.against else None
    fact = p.Checked(
        who=person.public_name,
        terms=tuple((said(part.name), part.value) for part in result.check.terms),
        dice=result.fallen,
        constant=rolls.constant(result.check.dice),
        against=(said(against.name), against.value) if against else None,
        outcome=outcome,
        verdict=verdict,
        ids=result.check.ids,
        task=show.task,
        by_hand=by_hand,
    )
    told = [tell_as(fact, whole)]
    others = less(to, whole)
    if show.in_words and others != "gm" and outcome != ROLLED:
        word = say("success") if outcome == SUCCESS else say("failure")
        seen_fact = p.CheckSeen(who=person.public_name, outcome=outcome, verdict=said(word), task=show.task)
        told.append(tell_as(seen_fact, others))
    return told


# --- a check ---------------------------------------------------------------------------------------------------------


def check_objections(session: Session, person: Person, command: MakeCheck) -> list[Words]:
    """Returns why a check cannot be rolled."""
    return _named(session, command.seen_by) or ask_objections(
        session, person, asked(command, session, command.characteristic, command.skill), drugs=command.drugs
    )


def check_made(session: Session, person: Person, command: MakeCheck, chance: Chance) -> list[Told]:
    """Returns a check and what it leaves behind: fatigue, and help for the next try by another way."""
    ask = asked(command, session, command.characteristic, command.skill)
    hand = Hand(chance, command.faces)
    show = Shown(to=seen(session, command.seen_by), task=command.task or "")
    result = rolled(session, person, ask, hand, show)
    hand.spent()
    told = check_told(person, result, show, by_hand=hand.by_hand)
    return [*told, *after_try(session, person, ask, result, show.to)] if command.task else told


@rule("A14", "A15", "AR5", "AR6")
def after_try(session: Session, person: Person, ask: Ask, result: CheckResult, to: Audience) -> list[Told]:
    """Returns what a try at a task leaves behind, told to its player only where the try itself was."""
    who = person.public_name
    owner: Audience = seats(person.seat)
    unseen = to == "gm" if person.seat is None else not hears(to, person.seat)
    audience: Audience = "gm" if unseen else owner
    if result.success:
        if ask.task not in {*person.helped, *person.failed, *person.helped_unseen, *person.failed_unseen}:
            return []
        return [tell_as(p.GoalHelped(who=who, goal=ask.task, reached=True, unseen=unseen), audience)]
    if result.success is None:
        return []
    told = [tell_as(p.TryFailed(who=who, task=ask.task, unseen=unseen), audience)]
    # Earlier cumulative bonuses are not counted again (AR6).
    helped = earlier_tries(person, ask.task, way_of(session, ask), hidden=ask.hidden)
    bonus = cumulative_bonus([result.result - helped])
    if bonus:
        way = "+".join(way_of(session, ask))
        told.append(tell_as(p.GoalHelped(who=who, goal=ask.task, way=way, by=bonus, unseen=unseen), audience))
    return told


# --- against a person ------------------------------------------------------------------------------------------------


def contest_objections(session: Session, person: Person, command: MakeContest) -> list[Words]:
    """Returns why two persons cannot be measured against each other."""
    state: AlterEgoState = session.game
    other = state.find(command.other)
    assert other is not None
    found = _named(session, command.seen_by) or ask_objections(
        session, person, asked(command, session, command.characteristic, command.skill), drugs=command.drugs
    )
    if other.public_name == person.public_name:
        return [*found, say("{who} cannot be measured against itself.", who=person.public_name)]
    return [*found, *ask_objections(session, other, other_ask(command))]


@rule("A12", "AR4")
def contest_made(session: Session, person: Person, command: MakeContest, chance: Chance) -> list[Told]:
    """Returns two checks and who won: the higher result; a tie changes nothing."""
    state: AlterEgoState = session.game
    other = state.find(command.other)
    assert other is not None
    hand = Hand(chance, command.faces)
    show = Shown(to=seen(session, command.seen_by), what="contest", outcome=ROLLED, verdict="", against=False)
    mine = rolled(session, person, asked(command, session, command.characteristic, command.skill), hand, show)
    theirs = rolled(session, other, other_ask(command), hand, show)
    hand.spent()
    winner = ""
    if mine.result != theirs.result:
        winner = (person if mine.result > theirs.result else other).public_name
    contested = f.Contested(who=person.public_name, other=other.public_name, winner=winner)
    return [
        *check_told(person, mine, show, by_hand=hand.by_hand),
        *check_told(other, theirs, show, by_hand=hand.by_hand),
        tell_as(contested, both(show.to, both(person.audience, other.audience))),
    ]


def other_ask(command: MakeContest) -> Ask:
    """Returns what a contest asks of the other side."""
    return Ask(
        characteristic=command.other_characteristic or command.characteristic,
        skill=command.other_skill,
        modifiers=command.other_modifiers,
    )


# --- together --------------------------------------------------------------------------------------------------------


def joint_objections(session: Session, person: Person, command: ActJointly) -> list[Words]:
    """Returns why these cannot act together."""
    state: AlterEgoState = session.game
    found = _named(session, command.seen_by)
    ask = asked(command, session, command.characteristic, command.skill)
    persons = [person, *(helper for name in command.helpers if (helper := state.find(name)))]
    names = [each.public_name for each in persons]
    if not command.helpers:
        found.append(say("Acting together takes two or more [A16]."))
    if len(set(names)) < len(names):
        found.append(say("Each acts once in a joint action [A16]."))
    known = {state_person.public_name for name in command.old_colleagues if (state_person := state.find(name))}
    if not known <= set(names[1:]) or len(known) < len(set(command.old_colleagues)):
        found.append(say("An old colleague is one of the helpers [A16]."))
    for each in persons:
        found += ask_objections(session, each, ask if each is person else helping(ask), drugs=command.drugs)
    return found


@rule("A16", "AR24")
def joint_made(session: Session, person: Person, command: ActJointly, chance: Chance) -> list[Told]:
    """Returns each one's check and what they come to together."""
    state: AlterEgoState = session.game
    helpers = [helper for name in command.helpers if (helper := state.find(name))]
    old = {found.public_name for name in command.old_colleagues if (found := state.find(name))}
    hand = Hand(chance, command.faces)
    show = Shown(to=seen(session, command.seen_by), task=command.task or "", outcome=ROLLED, verdict="", against=False)
    ask = replace(asked(command, session, command.characteristic, command.skill), difficulty=None)
    results = [rolled(session, person, ask, hand, show)]
    results += [rolled(session, helper, helping(ask), hand, show) for helper in helpers]
    hand.spent()
    told: list[Told] = []
    to = show.to
    for each, result in zip([person, *helpers], results, strict=True):
        told += check_told(each, result, show, by_hand=hand.by_hand)
        to = numbers_audience(each, both(to, each.audience))
    colleagues = [helper.public_name in old for helper in helpers]
    sums = tuple(result.result for result in results)
    fact = f.ActedJointly(
        who=person.public_name,
        helpers=tuple(helper.public_name for helper in helpers),
        results=sums,
        taken=tuple(OLD_COLLEAGUE if known else JOINT for known in colleagues),
        difficulty=command.difficulty,
        total=joint_result(sums, colleagues),
        task=command.task or "",
    )
    return [*told, tell_as(fact, to)]


def helping(ask: Ask) -> Ask:
    """Returns a helper's check: modifiers, dice and traits that were named are the first one's."""
    return Ask(characteristic=ask.characteristic, skill=ask.skill, task=ask.task, hidden=ask.hidden)


# --- while hurt ------------------------------------------------------------------------------------------------------


@rule("A26", "AR11")
def willpower_objections(session: Session, person: Person, command: SteelOneself) -> list[Words]:
    """Returns why Willpower is not rolled: no wound, or asked already in this circle."""
    state: AlterEgoState = session.game
    found = _named(session, command.seen_by)
    if not rulings(session.settings).wounds_on:
        found.append(say("The rules of wounds are not used here [AR21]."))
    if not person.wounds:
        found.append(say("{who} is not hurt: Willpower is asked of the wounded [A26].", who=person.public_name))
    fight = state.current
    before = state.steeled.get(person.public_name)
    if fight and before and before[:2] == (fight.name, fight.circle):
        found.append(say("{who} was asked already in circle {n} [AR11].", who=person.public_name, n=fight.circle))
    return [*found, *unable(session, person, drugs=True)]


@rule("A26", "AR18")
def willpower_made(session: Session, person: Person, command: SteelOneself, chance: Chance) -> list[Told]:
    """Returns the roll of Willpower alone against 5 + the sum of all wounds' numbers; their penalties do not count."""
    state: AlterEgoState = session.game
    ask = Ask(
        characteristic="willpower",
        difficulty=willpower_difficulty(wound.number for wound in person.wounds),
        modifiers=command.modifiers,
        penalty_dice=command.penalty_dice,
        bonus_dice=command.bonus_dice,
        pain=False,
    )
    hand = Hand(chance, command.faces)
    show = Shown(to=seen(session, command.seen_by), what="willpower", task="")
    result = rolled(session, person, ask, hand, show)
    hand.spent()
    fight = state.current
    fact = f.Steeled(
        who=person.public_name,
        fight=fight.name if fight else "",
        circle=fight.circle if fight else 0,
        held=bool(result.success),
    )
    to = both(show.to, person.audience)
    return [*check_told(person, result, show, by_hand=hand.by_hand), tell_as(fact, to)]


def has_given_up(session: Session, person: Person) -> bool:
    """Returns whether the will of a hurt person failed in this circle: it wails, hides or flees instead (A26)."""
    state: AlterEgoState = session.game
    fight = state.current
    asked_for = state.steeled.get(person.public_name)
    return bool(fight and asked_for and asked_for[:2] == (fight.name, fight.circle) and not asked_for[2])


def _named(session: Session, seen_by: str | tuple[str, ...]) -> list[Words]:
    try:
        seen(session, seen_by)
    except NotAllowed as refused:
        return list(refused.reasons)
    return []
