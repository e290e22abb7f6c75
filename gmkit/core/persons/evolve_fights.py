"""The fold of fights: what each fact of one changes, and nothing more. No rule is run here (S1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatch
from typing import Any

from gmkit.core.fact import Fact
from gmkit.core.persons import facts as f
from gmkit.core.persons.maps import evolve_map
from gmkit.core.persons.state import Fight, Fighter, PersonsState


def evolve_fights(state: Any, fact: Fact) -> Any:
    """Returns the state after a fact of a fight or the map."""
    return _fold(fact, state)


@singledispatch
def _fold(fact: Fact, state: Any) -> Any:
    """Returns the state after a fact of the map, or as it is: facts that change nothing here."""
    return evolve_map(state, fact)


@_fold.register
def _(fact: f.FightBegun, state: PersonsState) -> PersonsState:
    fight = state.fight_named(fact.fight) or Fight(name=fact.fight, circle=0)
    if fight.circle != fact.circle:
        # New to this viewer, or out of its sight for some circles, since everybody whom it knew had left.
        forgotten = tuple(replace(fighter, actions=None) for fighter in fight.fighters)
        fight = replace(fight, circle=fact.circle, at=fact.at, came=fact.came, fighters=forgotten)
    fight = replace(fight, over=fact.over)
    new = tuple(Fighter(who=who) for who in fact.fighters if fight.fighter(who) is None)
    fight = _placed(replace(fight, fighters=(*fight.fighters, *new)), fact.fighters)
    state = state.put_fight(fight)
    if not fact.current:
        return state
    # Who learns of a fight later is told of it once more: that brings it before nobody else again.
    fronted = state.fronted if fight.name in state.fronted else (*state.fronted, fight.name)
    return replace(state, fight=fact.fight, fronted=fronted)


@_fold.register
def _(fact: f.FightFiled, state: PersonsState) -> PersonsState:
    return _with_fight(state, fact.fight, lambda fight: replace(fight, known_to=fact.known_to))


@_fold.register
def _(fact: f.FightResumed, state: PersonsState) -> PersonsState:
    resumed = _with_fight(state, fact.fight, lambda fight: replace(fight, over=False))
    fronted = (*(name for name in state.fronted if name != fact.fight), fact.fight)
    return replace(resumed, fight=fact.fight, fronted=fronted)


@_fold.register
def _(fact: f.FightKept, state: PersonsState) -> PersonsState:
    return replace(state, fight=fact.fight)


@_fold.register
def _(fact: f.FightEnded, state: PersonsState) -> PersonsState:
    ended = _with_fight(state, fact.fight, lambda fight: replace(fight, over=True, at=""))
    return replace(ended, fight="" if state.fight == fact.fight else state.fight)


@_fold.register
def _(fact: f.FighterJoined, state: PersonsState) -> PersonsState:
    def joined(fight: Fight) -> Fight:
        if fight.fighter(fact.who) is not None:
            return fight
        return replace(fight, fighters=(*fight.fighters, Fighter(who=fact.who)))

    return _with_fight(state, fact.fight, joined)


@_fold.register
def _(fact: f.FighterGone, state: PersonsState) -> PersonsState:
    def left(fight: Fight) -> Fight:
        at = "" if fight.at == fact.who else fight.at
        return replace(fight, at=at, fighters=tuple(x for x in fight.fighters if x.who != fact.who))

    return _with_fight(state, fact.fight, left)


@_fold.register
def _(fact: f.InitiativeRolled, state: PersonsState) -> PersonsState:
    return _with_fighter(state, fact, key=fact.key)


@_fold.register
def _(fact: f.KeySet, state: PersonsState) -> PersonsState:
    return _with_fighter(state, fact, key=fact.key)


@_fold.register
def _(fact: f.OrderSet, state: PersonsState) -> PersonsState:
    return _with_fight(state, fact.fight, lambda fight: _placed(fight, fact.order))


@_fold.register
def _(fact: f.Declared, state: PersonsState) -> PersonsState:
    return _with_fighter(state, fact, actions=fact.actions)


@_fold.register
def _(fact: f.TurnCame, state: PersonsState) -> PersonsState:
    return _with_fight(state, fact.fight, lambda fight: replace(fight, at=fact.who, came=(*fight.came, fact.who)))


@_fold.register
def _(fact: f.ActionUsed, state: PersonsState) -> PersonsState:
    fight = state.fight_named(fact.fight)
    fighter = fight.fighter(fact.who) if fight else None
    if fighter is None or fighter.actions is None:
        return state
    used = tuple(replace(a, used=True) if place == fact.place else a for place, a in enumerate(fighter.actions))
    return _with_fighter(state, fact, actions=used)


@_fold.register
def _(fact: f.CircleEnded, state: PersonsState) -> PersonsState:
    def next_circle(fight: Fight) -> Fight:
        fighters = tuple(replace(fighter, actions=None) for fighter in fight.fighters)
        return replace(fight, circle=fact.circle + 1, at="", came=(), fighters=fighters)

    return _with_fight(state, fact.fight, next_circle)


@_fold.register
def _(fact: f.Carried, state: PersonsState) -> PersonsState:
    return _with_fighter(state, fact, actions=fact.actions)


def _with_fight(state: PersonsState, name: str, change: Callable[[Fight], Fight]) -> PersonsState:
    fight = state.fight_named(name)
    return state if fight is None else state.put_fight(change(fight))


def _with_fighter(state: PersonsState, fact: f.FighterFact, **values: Any) -> PersonsState:
    def changed(fight: Fight) -> Fight:
        fighter = fight.fighter(fact.who)
        return fight if fighter is None else fight.put(replace(fighter, **values))

    return _with_fight(state, fact.fight, changed)


def _placed(fight: Fight, order: tuple[str, ...]) -> Fight:
    """Returns the fight with these fighters in this order, in the places that they have; others stay where they are."""
    listed = iter([fighter for who in order if (fighter := fight.fighter(who)) is not None])
    fighters = tuple(next(listed) if fighter.who in order else fighter for fighter in fight.fighters)
    return replace(fight, fighters=fighters)


def renamed_fighter(fight: Fight, before: str, now: str) -> Fight:
    """Returns a fight in which one fighter bears another public name."""
    fighters = tuple(replace(x, who=now) if x.who == before else x for x in fight.fighters)
    came = tuple(now if who == before else who for who in fight.came)
    return replace(fight, fighters=fighters, at=now if fight.at == before else fight.at, came=came)
