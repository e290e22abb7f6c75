"""The fold of what the systems of persons share: what each fact changes, and nothing more. No rule is run here (S1).

The same function folds all facts into the GM's state and those told to a seat into that seat's; so each change says
what it does where a person or fight is not known, and a fact made for a player's eyes takes nothing from the GM.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeVar

from gmkit.core.fact import Fact
from gmkit.core.persons import facts as f
from gmkit.core.persons.evolve_fights import evolve_fights, renamed_fighter
from gmkit.core.persons.maps import renamed as renamed_markers
from gmkit.core.persons.state import Clock, Effect, Person, PersonsState, Wound

S = TypeVar("S", bound=PersonsState)
T = TypeVar("T")


def evolve_persons(state: S, fact: Fact) -> S:
    """Returns the state after a shared fact; the same state for one of the system's own."""
    changed: S = _fold(fact, state)
    return changed


@singledispatch
def _fold(fact: Fact, state: Any) -> Any:
    """Returns the state after a fact of a fight or the map, or as it is: facts that change nothing here."""
    return evolve_fights(state, fact)


# --- who there is ----------------------------------------------------------------------------------------------------


@_fold.register
def _(fact: f.PersonMet, state: PersonsState) -> PersonsState:
    if state.person(fact.who) is not None:
        return state
    return state.put(Person(public_name=fact.who, dead=fact.dead))


@_fold.register
def _(fact: f.PersonFiled, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, known_to=fact.known_to, shown=fact.shown, stream=fact.stream)


@_fold.register
def _(fact: f.SheetTold, state: PersonsState) -> PersonsState:
    return _change(
        state,
        fact.who,
        name=fact.name,
        seat=fact.seat,
        points=fact.points,
        numbers=fact.numbers,
        at_creation=fact.at_creation,
        features=fact.features,
    )


@_fold.register
def _(fact: f.BodyTold, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, wounds=fact.wounds, wound_count=fact.count, worn=fact.worn)


@_fold.register
def _(fact: f.TriesTold, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, failed=fact.failed, helped=fact.helped)


@_fold.register
def _(fact: f.WordsTold, state: PersonsState) -> PersonsState:
    return _with(state, fact.who, lambda p: replace(p, words=_texts(p.words, fact.words)))


@_fold.register
def _(fact: f.NotesTold, state: PersonsState) -> PersonsState:
    return _with(state, fact.who, lambda p: replace(p, notes=_texts(p.notes, fact.words)))


@_fold.register
def _(fact: f.NumberSet, state: PersonsState) -> PersonsState:
    def changed(person: Person) -> Person:
        numbers = _level_set(person.numbers, fact)
        if fact.at_creation and person.at_creation:
            return replace(person, numbers=numbers, at_creation=_level_set(person.at_creation, fact))
        return replace(person, numbers=numbers)

    return _with(state, fact.who, changed)


@_fold.register
def _(fact: f.FeaturesSet, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, features=fact.features)


@_fold.register
def _(fact: f.PointsSet, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, points=fact.points)


@_fold.register
def _(fact: f.CreationEnded, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, at_creation=fact.at_creation)


@_fold.register
def _(fact: f.PublicNameSet, state: PersonsState) -> PersonsState:
    person = state.person(fact.who)
    if person is None:
        return state
    state = state.put(replace(person, public_name=fact.now), before=fact.who)
    fights = tuple(renamed_fighter(fight, fact.who, fact.now) for fight in state.fights)
    clocks = tuple(replace(clock, who=fact.now) if clock.who == fact.who else clock for clock in state.clocks)
    persons = tuple(
        replace(p, effects=tuple(replace(e, until=fact.now) if e.until == fact.who else e for e in p.effects))
        for p in state.persons
    )
    markers = renamed_markers(state.markers, fact.who, fact.now)
    return replace(state, persons=persons, fights=fights, clocks=clocks, markers=markers)


@_fold.register
def _(fact: f.PersonLeft, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, seat=None)


# --- bodies ----------------------------------------------------------------------------------------------------------


@_fold.register
def _(fact: f.Wounded, state: PersonsState) -> PersonsState:
    wound = Wound(n=fact.n, place=fact.place, number=fact.number)
    return _with(state, fact.who, lambda p: replace(p, wounds=(*p.wounds, wound), wound_count=fact.n))


@_fold.register
def _(fact: f.WoundChanged, state: PersonsState) -> PersonsState:
    def changed(person: Person) -> Person:
        others = (replace(w, number=fact.number) if w.n == fact.n else w for w in person.wounds)
        return replace(person, wounds=tuple(wound for wound in others if wound.number > 0))

    return _with(state, fact.who, changed)


@_fold.register
def _(fact: f.WornDown, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, worn=fact.now)


@_fold.register
def _(fact: f.Fell, state: PersonsState) -> PersonsState:
    clocks = tuple(clock for clock in state.clocks if clock.who != fact.who)
    return replace(_change(state, fact.who, dead=True), clocks=clocks)


@_fold.register
def _(fact: f.Revived, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, dead=False)


@_fold.register
def _(fact: f.ClockStarted, state: PersonsState) -> PersonsState:
    return replace(state, clocks=(*state.clocks, Clock(who=fact.who, wound=fact.wound, at=fact.at)))


@_fold.register
def _(fact: f.ClockStopped, state: PersonsState) -> PersonsState:
    left = tuple(clock for clock in state.clocks if (clock.who, clock.wound) != (fact.who, fact.wound))
    return replace(state, clocks=left)


@_fold.register
def _(fact: f.ClockRang, state: PersonsState) -> PersonsState:
    rung = tuple(
        replace(clock, rung=True) if (clock.who, clock.wound) == (fact.who, fact.wound) else clock
        for clock in state.clocks
    )
    return replace(state, clocks=rung)


@_fold.register
def _(fact: f.Rested, state: PersonsState) -> PersonsState:
    return _change(state, fact.who, failed={}, failed_unseen={})


@_fold.register
def _(fact: f.GameTime, state: PersonsState) -> PersonsState:
    return replace(state, now_s=state.now_s + fact.seconds)


@_fold.register
def _(fact: f.EffectBegun, state: PersonsState) -> PersonsState:
    effect = Effect(text=fact.text, value=fact.value, until=fact.until)
    return _with(state, fact.who, lambda p: replace(p, effects=(*p.effects, effect)))


@_fold.register
def _(fact: f.EffectTimed, state: PersonsState) -> PersonsState:
    def timed(person: Person) -> Person:
        effects = (replace(e, until=fact.until) if e.text == fact.text else e for e in person.effects)
        return replace(person, effects=tuple(effects))

    return _with(state, fact.who, timed)


@_fold.register
def _(fact: f.EffectEnded, state: PersonsState) -> PersonsState:
    return _with(state, fact.who, lambda p: replace(p, effects=tuple(e for e in p.effects if e.text != fact.text)))


# --- checks ----------------------------------------------------------------------------------------------------------


@_fold.register
def _(fact: f.TryFailed, state: PersonsState) -> PersonsState:
    if fact.unseen:
        return _with(state, fact.who, lambda p: replace(p, failed_unseen=_counted(p.failed_unseen, fact.task, 1)))
    return _with(state, fact.who, lambda p: replace(p, failed=_counted(p.failed, fact.task, 1)))


@_fold.register
def _(fact: f.GoalHelped, state: PersonsState) -> PersonsState:
    def changed(person: Person) -> Person:
        if fact.reached:
            # A goal reached in secret leaves what the player was told of it.
            now = replace(
                person,
                helped_unseen=_without(person.helped_unseen, fact.goal),
                failed_unseen=_without(person.failed_unseen, fact.goal),
            )
            if fact.unseen:
                return now
            return replace(now, helped=_without(now.helped, fact.goal), failed=_without(now.failed, fact.goal))
        if fact.unseen:
            return replace(person, helped_unseen=_helped(person.helped_unseen, fact))
        return replace(person, helped=_helped(person.helped, fact))

    return _with(state, fact.who, changed)


# --- parts of a change -----------------------------------------------------------------------------------------------


def _with(state: PersonsState, who: str, change: Callable[[Person], Person]) -> PersonsState:
    person = state.person(who)
    return state if person is None else state.put(change(person))


def _change(state: PersonsState, who: str, **values: Any) -> PersonsState:
    return _with(state, who, lambda person: replace(person, **values))


def _level_set(numbers: Mapping[str, Mapping[str, Any]], fact: f.NumberSet) -> dict[str, Mapping[str, Any]]:
    group = {item: level for item, level in numbers.get(fact.group, {}).items() if item != fact.id}
    if fact.level is not None:
        group[fact.id] = fact.level
    return {**numbers, fact.group: group}


def _texts(words: Mapping[str, str], told: tuple[tuple[str, Any, str], ...]) -> dict[str, str]:
    now = {**words, **{part: text for part, _, text in told}}
    return {part: text for part, text in now.items() if text}


def _counted(counts: Mapping[str, int], name: str, more: int) -> dict[str, int]:
    return {**counts, name: counts.get(name, 0) + more}


def _helped(helped: Mapping[str, Mapping[str, int]], fact: f.GoalHelped) -> dict[str, Mapping[str, int]]:
    return {**helped, fact.goal: _counted(helped.get(fact.goal, {}), fact.way, fact.by)}


def _without(by_goal: Mapping[str, T], goal: str) -> dict[str, T]:
    return {other: value for other, value in by_goal.items() if other != goal}
