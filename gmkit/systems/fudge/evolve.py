"""What each fact changes; the shared ones are folded by the core of persons. No rule is run here (S1)."""

from __future__ import annotations

from dataclasses import replace

from gmkit.core.fact import Fact
from gmkit.core.names import folded
from gmkit.core.persons.evolve import evolve_persons
from gmkit.core.persons.facts import PublicNameSet
from gmkit.systems.fudge import facts as f
from gmkit.systems.fudge.state import FudgeState, Question


def evolve(state: FudgeState, fact: Fact) -> FudgeState:
    """Returns the state after a fact."""
    match fact:
        case f.DefaultSet():
            defaults = {skill: level for skill, level in state.defaults.items() if skill != folded(fact.skill)}
            if fact.level is not None:
                defaults[folded(fact.skill)] = fact.level
            return replace(state, defaults=defaults)
        case f.TieAsked():
            question = Question(n=fact.n, who=fact.who, task=fact.task, to=fact.seen_by)
            return replace(state, questions=(*state.questions, question), asked=fact.n)
        case f.TieAnswered():
            return replace(state, questions=tuple(q for q in state.questions if q.n != fact.n))
        case PublicNameSet():
            renamed = tuple(replace(q, who=fact.now) if q.who == fact.who else q for q in state.questions)
            return replace(evolve_persons(state, fact), questions=renamed)
        case _:
            return evolve_persons(state, fact)
