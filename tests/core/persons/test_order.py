"""The order of acting against plain sorting, ties group by group (A19, AR8)."""

from __future__ import annotations

import random

from gmkit.core.persons.order import Roller, _parted, grouped
from gmkit.core.persons.rules import InitiativeRoll
from gmkit.core.persons.state import Fighter


class Typed:
    """Gives faces from a list, and keeps who asked."""

    def __init__(self, faces, asked, who):
        self.faces, self.asked, self.who = faces, asked, who

    def face(self, die):
        self.asked.append(self.who)
        return self.faces.pop(0)


def rollers(names, faces, asked, *, dice=1, ties=(0,)):
    roll = InitiativeRoll(dice=tuple((1, 6) for _ in range(dice)), terms=(), ties=ties)
    made = [Roller(Fighter(who=who), roll, lambda who=who: Typed(faces, asked, who)) for who in names]
    for roller in made:
        roller.key = [roller.throw(), *ties]
    return made


def test_groups_are_rolled_from_the_top_in_the_order_of_entry_and_the_tied_before_the_next_group():
    asked: list[str] = []
    faces = [5, 2, 5, 2, 3, 3, 4, 1, 6, 5]
    made = rollers("ABCD", faces, asked)
    ordered = [roller.fighter.who for roller in _parted(made)]
    assert asked == [*"ABCD", *"AC", *"AC", *"BD"]
    assert (ordered, faces) == ([*"AC", *"BD"], [])


def test_those_still_tied_stay_in_the_order_of_entry_in_the_end():
    made = rollers("AB", [4] * 200, [])
    assert [roller.fighter.who for roller in _parted(made)] == ["A", "B"]


def test_leaving_somebody_out_changes_no_order_among_the_others():
    """A hidden fighter must not part two others differently (S2): each has dice of its own."""
    numbers = random.Random(3)
    for _ in range(300):
        own = {who: [1 + numbers.randrange(3) for _ in range(60)] for who in "ABCDE"}

        def order(names, own=own):
            roll = InitiativeRoll(dice=((1, 3),), terms=(), ties=(0,))
            made = [Roller(Fighter(who=w), roll, lambda w=w: Typed(list(own[w]), [], w)) for w in names]
            for roller in made:
                roller.key = [roller.throw(), 0]
            return [roller.fighter.who for roller in _parted(made)]

        everybody = order("ABCDE")
        assert order("ABDE") == [who for who in everybody if who != "C"]


def test_faces_with_like_signs_stand_together():
    assert grouped((1, 1, -1, -1, 1), (6, 5, 4, 3, 2)) == ((1, (6, 5)), (-1, (4, 3)), (1, (2,)))
