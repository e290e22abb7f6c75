"""What of declared actions fits into a turn, and what is carried over (A21, AR13)."""

from __future__ import annotations

import random

import pytest

from gmkit.core.persons.fights import carried_over, finished_now
from gmkit.core.persons.state import Action

STRIKE, RELOAD = Action(id="strike"), Action(id="reload", parts=3)


@pytest.mark.parametrize(
    ("actions", "speed", "finished", "carried"),
    [
        ((STRIKE,), 1, (0,), ()),
        ((STRIKE, STRIKE), 1, (0,), (("strike", 0),)),
        ((RELOAD,), 2, (), (("reload", 2),)),
        ((STRIKE, RELOAD), 2, (0,), (("reload", 1),)),
        ((RELOAD, STRIKE), 3, (0,), (("strike", 0),)),
        ((STRIKE, RELOAD, STRIKE), 5, (0, 1, 2), ()),
        ((STRIKE,), 0, (), (("strike", 0),)),
        ((STRIKE, RELOAD), None, (0, 1), ()),
        ((), 3, (), ()),
    ],
)
def test_fit_and_carry(actions, speed, finished, carried):
    assert finished_now(actions, speed) == finished
    assert tuple((action.id, action.done) for action in carried_over(actions, speed)) == carried


def test_parts_are_neither_lost_nor_won_over_many_circles():
    numbers = random.Random(1)
    for _ in range(200):
        speed = 1 + numbers.randrange(5)
        left = tuple(Action(id=str(n), parts=1 + numbers.randrange(7)) for n in range(1 + numbers.randrange(6)))
        parts, circles = sum(action.parts for action in left), 0
        while left:
            left, circles = carried_over(left, speed), circles + 1
        assert circles == -(-parts // speed)
