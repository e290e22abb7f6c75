"""The order of acting: rolled once a fight, ties rolled again, group by group (A19, AR8, FR9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from gmkit.core.persons import facts as f
from gmkit.core.persons.rules import InitiativeRoll, PersonRules
from gmkit.core.persons.said import Dice, dice_sum
from gmkit.core.persons.state import NUMBERS, Fight, Fighter, PersonsState
from gmkit.core.persons.telling import by_knowledge, fighter_audience, known_fighters
from gmkit.core.session import Session
from gmkit.core.visibility import PUBLIC, Audience, Told, tell, tell_as
from gmkit.dice.chance import Chance, Drawing, Stream

MAX_REROLLS = 50
"""A script of equal faces for ever would never end; who is tied after so many re-rolls stays in the order of entry."""


@dataclass
class Roller:
    """One fighter's dice: its total, what breaks a tie, and a new total for each re-roll of the whole."""

    fighter: Fighter
    roll: InitiativeRoll
    draw: Callable[[], Drawing]
    key: list[int] = field(default_factory=list)
    dice: list[Dice] = field(default_factory=list)
    drawing: Drawing | None = None

    @property
    def levels(self) -> int:
        """How many values stand before the first re-roll."""
        return 1 + len(self.roll.ties)

    def throw(self) -> int:
        """Returns the total of one more throw of the whole."""
        # One draw a fight: a re-roll against somebody hidden must not shift any later draw of this person (S2).
        if self.drawing is None:
            self.drawing = self.draw()
        faces = [self.drawing.face(die) for _, die in self.roll.dice]
        signs = [sign for sign, _ in self.roll.dice]
        dice = grouped(signs, faces)
        self.dice.append(dice)
        return dice_sum(dice, self.roll.constant) + sum(value for _, value in self.roll.terms)

    def again(self, level: int) -> int:
        """Returns the total of re-roll *level*, counted from 0, thrown if it was not yet."""
        while len(self.key) <= self.levels + level:
            self.key.append(self.throw())
        return self.key[self.levels + level]


def grouped(signs: Sequence[int], faces: Sequence[int]) -> Dice:
    """Returns faces with like signs in a row put together."""
    pairs = groupby(zip(signs, faces, strict=True), key=lambda pair: pair[0])
    return tuple((sign, tuple(face for _, face in run)) for sign, run in pairs)


def rolled_order(rules: PersonRules, session: Session, fight: Fight, chance: Chance) -> list[Told]:
    """Returns the initiative of all who have none yet, and the order of acting with them in it."""
    rollers = [roller for fighter in fight.fighters if (roller := _roller(rules, session, fighter, chance)) is not None]
    for roller in rollers:
        if not roller.key:
            roller.key = [roller.throw(), *roller.roll.ties]
    before = {roller.fighter.who: len(roller.fighter.key) for roller in rollers}
    ordered = _parted(rollers)
    told: list[Told] = []
    for roller in rollers:
        if len(roller.key) != before[roller.fighter.who]:
            told += _initiative_told(session, fight, roller, rollers)
    names = tuple(roller.fighter.who for roller in ordered)
    rest = tuple(who for who in fight.order if who not in names)
    return [*told, *order_told(session, fight, (*names, *rest))]


def listed_order(session: Session, fight: Fight, order: Sequence[str]) -> list[Told]:
    """Returns the order of acting as the GM lists it; who is not named follows in the order of entry."""
    rest = tuple(who for who in fight.order if who not in order)
    return order_told(session, fight, (*order, *rest))


def order_told(session: Session, fight: Fight, order: tuple[str, ...]) -> list[Told]:
    """Returns the order of acting, told to each viewer as far as it knows the fighters."""
    fighters = [fighter for who in order if (fighter := fight.fighter(who)) is not None]
    now = Fight(name=fight.name, fighters=tuple(fighters), known_to=fight.known_to)
    return by_knowledge(session, now, lambda names: f.OrderSet(fight=fight.name, order=names))


def _roller(rules: PersonRules, session: Session, fighter: Fighter, chance: Chance) -> Roller | None:
    state: PersonsState = session.game
    person = state.person(fighter.who)
    roll = rules.initiative(session, person) if person is not None and not person.dead else None
    if person is None or roll is None:
        return None
    stream = Stream(person.stream, "initiative")
    return Roller(fighter, roll, lambda: chance.draw(stream), list(fighter.key))


def _parted(rollers: Sequence[Roller]) -> list[Roller]:
    """Returns the fighters from the first to act to the last; who is tied throws again, from the top group down."""
    ordered: list[Roller] = []
    for group in _tied(rollers, lambda roller: tuple(roller.key[: roller.levels])):
        ordered += _parted_again(group, 0)
    return ordered


def _parted_again(group: Sequence[Roller], level: int) -> list[Roller]:
    if len(group) == 1 or level >= MAX_REROLLS:
        return list(group)
    # All of the group throw, in the order of entry, before any of them that is still tied throws once more.
    thrown = {id(roller): roller.again(level) for roller in group}
    ordered: list[Roller] = []
    for still in _tied(group, lambda roller: (thrown[id(roller)],)):
        ordered += _parted_again(still, level + 1)
    return ordered


def _tied(rollers: Sequence[Roller], key: Callable[[Roller], tuple[int, ...]]) -> list[list[Roller]]:
    """Returns the fighters in groups of equal keys, the highest first, each in the order of entry."""
    ranked = sorted(rollers, key=key, reverse=True)
    return [list(group) for _, group in groupby(ranked, key=key)]


def _initiative_told(session: Session, fight: Fight, roller: Roller, rollers: Sequence[Roller]) -> list[Told]:
    """Returns a fighter's roll: with the re-rolls that its hearers have a reason for, and to the GM with all."""
    who = roller.fighter.who
    audience = fighter_audience(session, fight, who, NUMBERS)
    known = _known_to_all(session, fight, audience)
    needed = max((_shared(roller, other) for other in rollers if other.fighter.who in known), default=0)
    all_of_them = len(roller.key) - roller.levels
    told: list[Told] = []
    if not roller.fighter.key:
        first, again = roller.dice[0], tuple(roller.dice[1:])
        fact = f.InitiativeRolled(
            fight=fight.name,
            who=who,
            terms=roller.roll.terms,
            dice=first,
            constant=roller.roll.constant,
            again=again[:needed],
            key=tuple(roller.key[: roller.levels + needed]),
            ids=roller.roll.ids,
        )
        told.append(tell_as(fact, audience))
    if roller.fighter.key or all_of_them > needed:
        again = tuple(roller.dice[-all_of_them:]) if all_of_them else ()
        told.append(
            tell(f.KeySet(fight=fight.name, who=who, key=tuple(roller.key), again=again, constant=roller.roll.constant))
        )
    return told


def _known_to_all(session: Session, fight: Fight, audience: Audience) -> tuple[str, ...]:
    """Returns the fighters that every one of these knows; the GM alone knows all."""
    if audience == "gm":
        return fight.order
    viewers = [PUBLIC] if audience == "all" else list(audience)
    known = [set(known_fighters(session, fight, viewer)) for viewer in viewers]
    return tuple(set.intersection(*known))


def _shared(one: Roller, other: Roller) -> int:
    """Returns how many re-rolls it took to part two fighters."""
    if one is other or one.key[: one.levels] != other.key[: other.levels]:
        return 0
    rolls = list(zip(one.key[one.levels :], other.key[other.levels :], strict=False))
    for place, (mine, theirs) in enumerate(rolls, start=1):
        if mine != theirs:
            return place
    return len(rolls)
