"""The fold: what each fact of Alter ego changes, and nothing more. No rule is run here (S1)."""

from __future__ import annotations

from dataclasses import replace

from gmkit.core.fact import Fact
from gmkit.core.persons.evolve import evolve_persons
from gmkit.core.persons.facts import PublicNameSet
from gmkit.systems.alter_ego import facts as f
from gmkit.systems.alter_ego.state import AlterEgoState, Laid


def evolve(state: AlterEgoState, fact: Fact) -> AlterEgoState:
    """Returns the state after a fact."""
    match fact:
        case PublicNameSet():
            return _renamed(evolve_persons(state, fact), fact)
        case f.Steeled():
            return replace(state, steeled={**state.steeled, fact.who: (fact.fight, fact.circle, fact.held)})
        case f.HealingTimed():
            times = {**state.healed_s.get(fact.who, {}), str(fact.wound): fact.at_s}
            return replace(state, healed_s={**state.healed_s, fact.who: times})
        case f.SupplementLaid():
            before = state.laid(fact.name)
            laid = Laid(
                name=fact.name, title=fact.title, tables=fact.tables, monsters=before.monsters if before else ()
            )
            return _put(state, laid)
        case f.MonstersLaid():
            before = state.laid(fact.name)
            return _put(state, replace(before, monsters=fact.monsters)) if before else state
        case f.SupplementSwitched():
            before = state.laid(fact.name)
            return _put(state, replace(before, on=fact.on)) if before else state
        case _:
            return evolve_persons(state, fact)


def _put(state: AlterEgoState, laid: Laid) -> AlterEgoState:
    if state.laid(laid.name) is None:
        return replace(state, supplements=(*state.supplements, laid))
    return replace(state, supplements=tuple(laid if old.name == laid.name else old for old in state.supplements))


def _renamed(state: AlterEgoState, fact: PublicNameSet) -> AlterEgoState:
    before, now = fact.who, fact.now
    return replace(
        state,
        steeled={now if who == before else who: value for who, value in state.steeled.items()},
        healed_s={now if who == before else who: value for who, value in state.healed_s.items()},
    )
