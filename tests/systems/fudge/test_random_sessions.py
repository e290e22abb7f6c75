"""Random sessions: cells are never over-full, the dead stay dead, nobody is told what is not so.

40 sessions, or 600 with GMKIT_TORTURE=1.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import fields

import pytest

from gmkit.core.command import CommandBook
from gmkit.core.fact import FactBook
from gmkit.core.persons.state import Fight, Person
from gmkit.core.session import (
    COMMON_FACTS,
    Seated,
    Session,
    SettingChanged,
    TurnClosed,
    fold_common,
)
from gmkit.core.visibility import hears, tell
from gmkit.dice.chance import Chance
from gmkit.systems.fudge import SYSTEM
from gmkit.words import render

SESSIONS = 600 if os.environ.get("GMKIT_TORTURE") == "1" else 40
BLOCKS = 8
STEPS = 60
CELLS = {1: 4, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1}
CHOICES = {
    "main_roll": ["6d3-12", "6dF", "3dGF"],
    "tie": ["complication", "fail", "ask"],
    "opposed_tie": ["draw", "complication"],
    "graze": [1, 2],
    "skill_default": [-2, -4, 0],
    "attrition": ["on", "off"],
    "wound_penalties": ["worst", "sum"],
    "initiative": ["gm", "agility"],
}
SEATS = ("s1", "s2", "s3")
BOOK = FactBook((*COMMON_FACTS, *SYSTEM.facts))
VERBS = CommandBook(SYSTEM.commands)


class Game:
    """A game in memory: the same facts folded for the GM, the public and each seat."""

    def __init__(self, seed: int) -> None:
        self.numbers = random.Random(seed)
        self.sessions = {viewer: Session(game=SYSTEM.empty()) for viewer in ("gm", "public", *SEATS)}
        self.kinds: Counter[str] = Counter()
        names = ("Anna", "Борис", "Вера")
        settings = {name: self.numbers.choice(values) for name, values in CHOICES.items()}
        self.publish([tell(Seated(seat, name)) for seat, name in zip(SEATS, names, strict=True)])
        self.publish([tell(SettingChanged(name, value)) for name, value in settings.items()])

    def publish(self, told) -> None:
        before = dict(self.sessions)
        for item in told:
            fact = BOOK.from_plain(BOOK.to_plain(item.fact))
            assert fact == item.fact
            self.kinds[fact.kind] += 1
            if fact.has_line:
                assert all(render(fact.line(self.sessions["gm"].names), lang).strip() for lang in ("en", "ru"))
            for viewer, session in self.sessions.items():
                if hears(item.to, viewer):
                    self.sessions[viewer] = self.folded(session, fact)
        # One command is one document: what it tells a viewer, taken together, is the truth of that moment.
        for viewer, session in self.sessions.items():
            check_told(before[viewer].game, session.game, self.sessions["gm"].game)

    def folded(self, session, fact):
        after = fold_common(session, fact)
        return Session(**{**vars_of(after), "game": SYSTEM.evolve(after.game, fact)})

    def step(self) -> None:
        session = self.sessions["gm"]
        data = SYSTEM.random_play(session, self.numbers)
        command = VERBS.read(data)
        seat = SYSTEM.speaker(session, command)
        assert not [render(one) for one in SYSTEM.objections(self.sessions[seat or "gm"], command)], data
        told = list(SYSTEM.decide(session, command, Chance(b"k", "random", session.turn)))
        if command.closes_turn:
            told.append(tell(TurnClosed(session.turn)))
        self.publish(told)


def vars_of(session):
    return {item.name: getattr(session, item.name) for item in fields(session)}


def check_told(before, after, truth) -> None:
    """Whatever changed in what a viewer knows is as it is in truth, or as if nothing were known."""
    blank = Person(public_name="")
    for person in after.persons:
        if person in before.persons:
            continue
        true, old = truth.person(person.public_name), before.person(person.public_name) or blank
        for item in fields(Person):
            value = getattr(person, item.name)
            if value != getattr(old, item.name) and value != getattr(blank, item.name):
                assert value == getattr(true, item.name), (person.public_name, item.name)
    for fight in after.fights:
        if fight not in before.fights:
            true = truth.fight_named(fight.name)
            assert [who for who in true.order if who in fight.order] == list(fight.order)
            assert (fight.circle, fight.over) == (true.circle, true.over)
            assert fight.known_to in (Fight(name="").known_to, true.known_to)


def check_truth(state) -> None:
    for person in state.persons:
        filled = Counter(wound.number for wound in person.wounds)
        assert all(filled[number] <= CELLS[number] for number in filled), person
        assert len({wound.n for wound in person.wounds}) == len(person.wounds)
        assert person.worn >= 0
    assert len({person.public_name for person in state.persons}) == len(state.persons)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_sessions_keep_what_must_hold(block):
    for seed in range(block, SESSIONS, BLOCKS):
        game = Game(seed)
        for _ in range(STEPS):
            before = game.sessions["gm"].game
            dead = {person.public_name for person in before.persons if person.dead}
            revived = game.kinds["person_revived"]
            game.step()
            state = game.sessions["gm"].game
            check_truth(state)
            if game.kinds["person_revived"] == revived:
                assert dead <= {person.public_name for person in state.persons if person.dead}, "the dead stay dead"


def test_random_sessions_meet_the_kinds_of_facts_of_fudge():
    met: set[str] = set()
    for seed in range(12):
        game = Game(seed)
        for _ in range(2 * STEPS):
            game.step()
        met |= set(game.kinds)
    assert {"default_set", "tie_asked", "tie_answered", "tie_settled", "opposed", "opposed_seen"} <= met
    assert {"attacked", "attack_seen", "damaged", "worn_down", "wounded", "person_died", "check_seen"} <= met
