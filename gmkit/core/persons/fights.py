"""Fights: start or resume, join and leave, declare before acting, act in order, end the circle (A20, A21, AR13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gmkit.core.names import folded
from gmkit.core.persons import facts as f
from gmkit.core.persons.commands import Declare, StartFight
from gmkit.core.persons.rules import PersonRules
from gmkit.core.persons.said import said
from gmkit.core.persons.state import Action, Fight, Fighter, Person, PersonsState
from gmkit.core.persons.telling import (
    audience_named,
    both,
    by_knowledge,
    fight_audience,
    fighter_audience,
    kept,
    of_person,
    resumed_audience,
)
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Told, tell, tell_as
from gmkit.errors import NotAllowed
from gmkit.words import Words, listing, say

MAX_ACTIONS = 50
"""The most actions in one declaration."""


@rule("A21", "AR13")
def carried_over(actions: Sequence[Action], speed: int | None) -> tuple[Action, ...]:
    """Returns what does not fit into one turn of *speed* simple actions, with the parts done of each."""
    if speed is None:
        return ()
    left, over = max(0, speed), []
    for action in actions:
        now = min(left, action.left)
        left -= now
        if now < action.left:
            over.append(replace(action, done=action.done + now))
    return tuple(over)


@rule("A21", "AR13")
def finished_now(actions: Sequence[Action], speed: int | None) -> tuple[int, ...]:
    """Returns the places of the declared actions that are complete within this turn. Counted from 0."""
    left, places = speed, []
    for place, action in enumerate(actions):
        if left is not None:
            left -= action.left
        if left is None or left >= 0:
            places.append(place)
    return tuple(places)


def ready(rules: PersonRules, session: Session, who: str, kinds: Sequence[str]) -> int | None:
    """Returns the place of a declared action of these kinds that is complete in this turn and not used; None: none."""
    state: PersonsState = session.game
    fight, person = state.current, state.person(who)
    fighter = fight.fighter(who) if fight else None
    if fighter is None or person is None or fighter.actions is None:
        return None
    for place in finished_now(fighter.actions, rules.speed(session, person)):
        action = fighter.actions[place]
        if action.id in kinds and not action.used:
            return place
    return None


def action_used(session: Session, who: str, place: int) -> list[Told]:
    """Returns that a declared action is done."""
    state: PersonsState = session.game
    fight = state.current
    if fight is None:
        return []
    to = fighter_audience(session, fight, who, "numbers")
    return [tell_as(f.ActionUsed(fight=fight.name, who=who, place=place), to)]


# --- start, join, leave, end -----------------------------------------------------------------------------------------


def start_objections(session: Session, command: StartFight) -> list[Words]:
    """Returns why a fight cannot be started or resumed."""
    state: PersonsState = session.game
    found: list[Words] = []
    if not folded(command.name):
        found.append(say("A fight needs a name: this one is empty."))
    try:
        audience_named(session, command.seen_by)
    except NotAllowed as refused:
        found += refused.reasons
    fight = state.fight_named(command.name)
    if fight is not None:
        if fight.name == state.fight:
            found.append(say("{fight} is going on already.", fight=fight.name))
        if command.fighters is not None:
            found.append(say("{fight} is resumed with those who were in it: let others join.", fight=fight.name))
        return found
    for name in command.fighters or ():
        person = state.find(name)
        if person is None:
            found.append(nobody(state, name))
        elif person.dead:
            found.append(say("{who} is dead.", who=person.public_name))
    if not (command.fighters or [person for person in state.persons if not person.dead]):
        found.append(say("Nobody is there to fight: make a character first."))
    return found


def fight_started(session: Session, command: StartFight) -> list[Told]:
    """Returns that a fight begins with these, or goes on where it was left."""
    state: PersonsState = session.game
    fight = state.fight_named(command.name)
    if fight is not None:
        resumed = f.FightResumed(fight=fight.name, circle=fight.circle)
        return [tell_as(resumed, resumed_audience(session, fight))]
    named = command.fighters
    persons = [state.find(name) for name in named] if named else [p for p in state.persons if not p.dead]
    names = tuple(dict.fromkeys(person.public_name for person in persons if person))
    new = Fight(
        name=command.name.strip(),
        fighters=tuple(Fighter(who=who) for who in names),
        known_to=kept(audience_named(session, command.seen_by)),
    )
    return [
        *by_knowledge(session, new, lambda known: f.FightBegun(fight=new.name, fighters=known)),
        tell(f.FightFiled(fight=new.name, known_to=new.known_to)),
    ]


def joined_told(session: Session, fight: Fight, person: Person) -> list[Told]:
    """Returns that a person takes part from now on; who did not know of the fight learns of it."""
    who = person.public_name
    after = replace(fight, fighters=(*fight.fighters, Fighter(who=who)))
    joins = tell_as(f.FighterJoined(fight=fight.name, who=who), fighter_audience(session, fight, who))
    begun = by_knowledge(
        session,
        after,
        lambda known: f.FightBegun(fight=fight.name, fighters=known, circle=fight.circle),
    )
    strangers = [
        item
        for item in begun
        if item.to != "gm" and isinstance(item.fact, f.FightBegun) and item.fact.fighters == (who,)
    ]
    return [*strangers, joins]


def fight_ended(session: Session, fight: Fight) -> list[Told]:
    """Returns that a fight is over, and with it what lasted for it."""
    state: PersonsState = session.game
    persons = [person for who in fight.order if (person := state.person(who))]
    return [
        *(told for person in persons for told in effects_ended(person, None)),
        tell_as(f.FightEnded(fight=fight.name), fight_audience(session, fight)),
    ]


# --- declare and act -------------------------------------------------------------------------------------------------


def declare_objections(rules: PersonRules, session: Session, person: Person, command: Declare) -> list[Words]:
    """Returns why a fighter cannot declare this, by what its speaker knows, every reason at once."""
    state: PersonsState = session.game
    fight = state.current
    if fight is None:
        return [say("No fight is going on.")]
    found: list[Words] = []
    if fight.fighter(person.public_name) is None:
        found.append(say("{who} is not in {fight}.", who=person.public_name, fight=fight.name))
    if person.dead:
        found.append(say("{who} is dead.", who=person.public_name))
    if fight.came:
        found.append(say("Circle {n} is being acted: declarations come before all actions [A20, FR9].", n=fight.circle))
    if len(command.actions) > MAX_ACTIONS:
        found.append(say("At most {n} actions can be declared at once.", n=MAX_ACTIONS))
        return found
    for text in command.actions:
        try:
            rules.read_action(session, text)
        except NotAllowed as refused:
            found += refused.reasons
    return found


def declared(rules: PersonRules, session: Session, person: Person, command: Declare) -> list[Told]:
    """Returns what a fighter declares: what was carried over comes first, what was declared before is replaced."""
    state: PersonsState = session.game
    fight = state.current
    fighter = fight.fighter(person.public_name) if fight else None
    assert fight is not None
    carried = tuple(a for a in (fighter.actions if fighter else None) or () if a.done)
    actions = (*carried, *(rules.read_action(session, text) for text in command.actions))
    fact = f.Declared(
        fight=fight.name,
        who=person.public_name,
        actions=actions,
        shown=tuple(said(rules.action_name(session, action)) for action in actions),
        speed=rules.speed(session, person),
    )
    return [tell_as(fact, fighter_audience(session, fight, person.public_name, "numbers"))]


def turn_taken(session: Session, who: str) -> list[Told]:
    """Returns that a fighter's turn came, and the turns of those before it that had not come (C051).

    Somebody hidden who acts passes nobody over whom others see: they would feel it (S2).
    """
    state: PersonsState = session.game
    fight = state.current
    if fight is None or who not in fight.order or who in fight.came:
        return []
    seen = fighter_audience(session, fight, who)
    told: list[Told] = []
    for passed in fight.order[: fight.order.index(who) + 1]:
        person = state.person(passed)
        if person is None or person.dead or passed in fight.came:
            continue
        to = fighter_audience(session, fight, passed)
        if both(to, seen) == to:
            told += turn_ended_effects(session, passed)
            told.append(tell_as(f.TurnCame(fight=fight.name, who=passed), to))
    return told


def next_after(session: Session) -> str | None:
    """Returns who acts next in the current fight, None if all have."""
    state: PersonsState = session.game
    fight = state.current
    if fight is None:
        return None
    waiting = (who for who in fight.order if who not in fight.came)
    return next((who for who in waiting if (person := state.person(who)) and not person.dead), None)


def turn_ended_effects(session: Session, who: str) -> list[Told]:
    """Returns what ends at the start of this fighter's turn."""
    state: PersonsState = session.game
    return [told for person in state.persons for told in effects_ended(person, who)]


def effects_ended(person: Person, until: str | None) -> list[Told]:
    """Returns the end of a person's effects that last until the turn of *until*; None: of all."""
    ending = [effect for effect in person.effects if until is None or effect.until == until]
    return [of_person(person, f.EffectEnded(who=person.public_name, text=effect.text), "numbers") for effect in ending]


@rule("A20", "AR13")
def circle_ended(rules: PersonRules, session: Session, fight: Fight) -> list[Told]:
    """Returns that a circle is over: turns not taken are gone, and what did not fit is carried over."""
    state: PersonsState = session.game
    told: list[Told] = []
    for who in fight.order:
        if who not in fight.came:
            told += turn_ended_effects(session, who)
    ended = f.CircleEnded(fight=fight.name, circle=fight.circle, seconds=rules.circle_seconds)
    told.append(tell_as(ended, fight_audience(session, fight)))
    for fighter in fight.fighters:
        person = state.person(fighter.who)
        if person is None or person.dead or not fighter.actions:
            continue
        over = carried_over(fighter.actions, rules.speed(session, person))
        if over:
            fact = f.Carried(fight=fight.name, who=fighter.who, actions=over)
            told.append(tell_as(fact, fighter_audience(session, fight, fighter.who, "numbers")))
    if not rules.circle_seconds:
        return told
    return [*told, *time_told(session, f.CircleTime(seconds=rules.circle_seconds))]


def time_told(session: Session, passed: f.GameTime) -> list[Told]:
    """Returns that game time goes by, and whose time is up; the GM's alone (AR12)."""
    state: PersonsState = session.game
    now = state.now_s + passed.seconds
    up = [clock for clock in state.clocks if not clock.rung and clock.at <= now]
    return [
        tell(passed),
        *(tell(f.ClockRang(who=clock.who, wound=clock.wound)) for clock in up),
    ]


def nobody(state: PersonsState, name: str) -> Words:
    """Returns the refusal of a name that nobody bears, as its speaker knows it."""
    known = listing(person.public_name for person in state.persons)
    if not state.persons:
        return say("There is nobody called {name}: no character was made yet.", name=name)
    return say("There is nobody called {name}; there are: {known}.", name=name, known=known)
