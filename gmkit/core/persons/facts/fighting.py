"""Fights: who takes part, in which order, what each declares; each viewer is told of those that it knows (C070)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gmkit.core.fact import Fact, Names
from gmkit.core.persons.facts.sheet import PersonFact
from gmkit.core.persons.said import Dice, Said, Terms, dice_words, reckoned, words_of
from gmkit.core.persons.state import Action
from gmkit.words import Words, listing, plain, say


@dataclass(frozen=True, kw_only=True)
class FightFact(Fact):
    """The base of facts about a fight as a whole."""

    fight: str


@dataclass(frozen=True, kw_only=True)
class FightBegun(FightFact):
    """A fight is there, with those of its fighters whom the hearer knows; told anew where somebody learns of it."""

    kind: ClassVar[str] = "fight_begun"
    told_to: ClassVar[str] = "owner"
    fighters: tuple[str, ...]
    circle: int = 1
    at: str = ""
    came: tuple[str, ...] = ()
    """Whose turn has come in this circle, as far as the hearer knows them."""
    current: bool = True
    over: bool = False

    def line(self, names: Names) -> Words:
        return say("{fight}: {fighters}.", fight=self.fight, fighters=listing(self.fighters))


@dataclass(frozen=True, kw_only=True)
class FightFiled(FightFact):
    """Whom the GM lets know of a fight."""

    kind: ClassVar[str] = "fight_filed"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    known_to: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class FightKept(FightFact):
    """Which fight stays the current one, empty for none, after others were told how theirs stands."""

    kind: ClassVar[str] = "fight_kept"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class FightResumed(FightFact):
    """A fight goes on where it was left (C054)."""

    kind: ClassVar[str] = "fight_resumed"
    told_to: ClassVar[str] = "owner"
    circle: int

    def line(self, names: Names) -> Words:
        return say("{fight} goes on: circle {n}.", fight=self.fight, n=self.circle)


@dataclass(frozen=True, kw_only=True)
class FightEnded(FightFact):
    """A fight is over."""

    kind: ClassVar[str] = "fight_ended"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("{fight} is over.", fight=self.fight)


@dataclass(frozen=True, kw_only=True)
class FighterFact(PersonFact):
    """The base of facts about one fighter."""

    fight: str


@dataclass(frozen=True, kw_only=True)
class FighterJoined(FighterFact):
    """Somebody takes part from now on."""

    kind: ClassVar[str] = "fighter_joined"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("{who} joins {fight}.", who=self.who, fight=self.fight)


@dataclass(frozen=True, kw_only=True)
class FighterGone(FighterFact):
    """Somebody takes part no more."""

    kind: ClassVar[str] = "fighter_gone"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("{who} leaves {fight}.", who=self.who, fight=self.fight)


@dataclass(frozen=True, kw_only=True)
class InitiativeRolled(FighterFact):
    """What a fighter rolled for the order of acting, with the re-rolls that parted it from those the hearer knows."""

    kind: ClassVar[str] = "initiative_rolled"
    told_to: ClassVar[str] = "owner"
    terms: Terms
    dice: Dice
    constant: int = 0
    again: tuple[Dice, ...] = ()
    """The dice of each re-roll for a tie."""
    key: tuple[int, ...]
    """What orders it, highest first: the total, what breaks a tie, the total of each re-roll."""
    ids: tuple[str, ...]

    def line(self, names: Names) -> Words:
        total = reckoned(self.terms, self.dice, self.constant, ids=self.ids).words
        if self.again:
            rolls = listing((plain(dice_words(dice, self.constant)) for dice in self.again), "; ")
            return say("{who}, initiative: {sum}, tied, rolled again: {rolls}", who=self.who, sum=total, rolls=rolls)
        return say("{who}, initiative: {sum}", who=self.who, sum=total)

    def roll(self) -> Words:
        return plain(dice_words(self.dice, self.constant))

    def result(self) -> int | None:
        return self.key[0]


@dataclass(frozen=True, kw_only=True)
class KeySet(FighterFact):
    """What orders a fighter in truth, re-rolls against hidden ones included."""

    kind: ClassVar[str] = "initiative_kept"
    told_to: ClassVar[str] = "gm"
    key: tuple[int, ...]
    again: tuple[Dice, ...] = ()
    constant: int = 0

    def line(self, names: Names) -> Words:
        rolls = listing((plain(dice_words(dice, self.constant)) for dice in self.again), "; ")
        return say("{who}: re-rolls in all: {rolls}", who=self.who, rolls=rolls)


@dataclass(frozen=True, kw_only=True)
class OrderSet(FightFact):
    """The order of acting among those whom the hearer knows."""

    kind: ClassVar[str] = "order_set"
    told_to: ClassVar[str] = "owner"
    order: tuple[str, ...]

    def line(self, names: Names) -> Words:
        return say("{fight}, the order: {order}.", fight=self.fight, order=listing(self.order))


@dataclass(frozen=True, kw_only=True)
class Declared(FighterFact):
    """What a fighter means to do in this circle, what was carried over first."""

    kind: ClassVar[str] = "declared"
    told_to: ClassVar[str] = "owner"
    actions: tuple[Action, ...]
    shown: tuple[Said, ...]
    """The name of each action."""
    speed: int | None = None
    """Simple actions in one turn; None: the system counts none."""

    def line(self, names: Names) -> Words:
        actions = listing(map(words_of, self.shown)) if self.shown else say("nothing")
        return say("{who} declares: {actions}.", who=self.who, actions=actions)


@dataclass(frozen=True, kw_only=True)
class TurnCame(FighterFact):
    """It is a fighter's turn to act."""

    kind: ClassVar[str] = "turn_came"
    told_to: ClassVar[str] = "owner"

    def line(self, names: Names) -> Words:
        return say("{who} acts.", who=self.who)


@dataclass(frozen=True, kw_only=True)
class ActionUsed(FighterFact):
    """A declared action was done."""

    kind: ClassVar[str] = "action_used"
    told_to: ClassVar[str] = "owner"
    has_line: ClassVar[bool] = False
    place: int
    """Its place among the declared ones. Counted from 0."""


@dataclass(frozen=True, kw_only=True)
class CircleEnded(FightFact):
    """A circle is over; what did not fit is carried over (A20, AR13)."""

    kind: ClassVar[str] = "circle_ended"
    told_to: ClassVar[str] = "owner"
    circle: int
    seconds: int = 0
    """Game time that a circle takes; 0 where the system says none."""

    def line(self, names: Names) -> Words:
        if not self.seconds:
            return say("{fight}: circle {n} is over.", fight=self.fight, n=self.circle)
        after = self.circle * self.seconds
        return say("{fight}: circle {n} is over, after {seconds} s.", fight=self.fight, n=self.circle, seconds=after)


@dataclass(frozen=True, kw_only=True)
class Carried(FighterFact):
    """What a fighter carries over into the next circle."""

    kind: ClassVar[str] = "carried"
    told_to: ClassVar[str] = "owner"
    has_line: ClassVar[bool] = False
    actions: tuple[Action, ...]


@dataclass(frozen=True, kw_only=True)
class SceneEnded(Fact):
    """A scene outside a fight is over."""

    kind: ClassVar[str] = "scene_ended"
    told_to: ClassVar[str] = "all"

    def line(self, names: Names) -> Words:
        return say("The scene is over.")
