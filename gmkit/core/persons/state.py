"""Persons and fights at one moment, as their viewer knows them; each field is marked with who is told of it.

Persons are kept by public name. What a player was not told of a person is absent: no numbers, no wounds, no words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeGuard

from gmkit.core.names import same_name
from gmkit.core.visibility import Audience, hears, joined, seats, seen_by

Numbers = Mapping[str, Mapping[str, Any]]
"""Group ("skills") -> id -> level. What is no whole number stays as it was typed and is marked."""

NUMBERS, WOUNDS = "numbers", "wounds"
"""Parts of a person that the GM may show to others, besides each word."""


@dataclass(frozen=True)
class Feature:
    """A trait or a property: its id or own name, and whatever its system says of one."""

    id: str = seen_by("gm")
    values: Mapping[str, Any] = seen_by("gm", default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Wound:
    """One wound; each place of the body is kept apart (A24)."""

    exists_for: ClassVar[str] = "gm"
    n: int = seen_by("gm")
    """Counted from 1 within the person; the number of one that healed is not given again."""
    place: str = seen_by("gm")
    """The id of a place, or the GM's own words; empty where the system knows none."""
    number: int = seen_by("gm")
    """How bad it is; each system has its own scale, 1 is the least."""


@dataclass(frozen=True, kw_only=True)
class Effect:
    """Something that lasts until the start of somebody's next turn (C051)."""

    text: str = seen_by("gm")
    value: int = seen_by("gm", default=0)
    """What it adds to every check of the person while it lasts."""
    until: str = seen_by("gm", default="")
    """At the start of whose next turn it ends; empty: with the fight."""


@dataclass(frozen=True, kw_only=True)
class Person:
    """A character, of a player or the GM's."""

    exists_for: ClassVar[str] = "known_to"
    public_name: str = seen_by("known_to")
    name: str = seen_by("seat", default="")
    """The true name; empty where it was not told."""
    seat: str | None = seen_by("seat", default=None)
    """The seat whose player plays it; None: the GM, or not told."""
    known_to: tuple[str, ...] = seen_by("gm", default=())
    """Who knows that it exists besides its own player: "all", or seats; empty: the GM alone."""
    shown: Mapping[str, tuple[str, ...]] = seen_by("gm", default_factory=dict)
    """Who was shown a part besides its player: "numbers", "wounds", or a word's id -> "all", or seats."""
    stream: str = seen_by("gm", default="")
    """Under which name its dice are drawn (D1); it never changes."""
    points: int | None = seen_by("seat", default=None)
    """The GM's points, all that were ever given; None where the system has none or it was not told."""
    numbers: Numbers = seen_by("seat", default_factory=dict)
    at_creation: Numbers = seen_by("seat", default_factory=dict)
    """The numbers as creation left them; empty while it goes on."""
    features: tuple[Feature, ...] = seen_by("seat", default=())
    words: Mapping[str, str] = seen_by("seat", default_factory=dict)
    """The description, by the id of each part of it."""
    notes: Mapping[str, str] = seen_by("gm", default_factory=dict)
    """Every further field that the GM added: hidden until it is shown (C060)."""
    wounds: tuple[Wound, ...] = seen_by("seat", default=())
    wound_count: int = seen_by("seat", default=0)
    """How many wounds it ever had: the number of one that healed is not given again."""
    worn: int = seen_by("seat", default=0)
    """Points that wore it down without a wound, where the system counts them."""
    failed: Mapping[str, int] = seen_by("seat", default_factory=dict)
    """Failed tries by task since the last rest."""
    failed_unseen: Mapping[str, int] = seen_by("gm", default_factory=dict)
    """The same of checks that its player was not told; only such checks count them."""
    helped: Mapping[str, Mapping[str, int]] = seen_by("seat", default_factory=dict)
    """What earlier tries add to the next at the same goal: goal -> the way that was tried -> how much."""
    helped_unseen: Mapping[str, Mapping[str, int]] = seen_by("gm", default_factory=dict)
    effects: tuple[Effect, ...] = seen_by("seat", default=())
    dead: bool = seen_by("known_to", default=False)

    @property
    def audience(self) -> Audience:
        """Who knows that it exists."""
        return joined("all" if "all" in self.known_to else seats(self.known_to), seats(self.seat))

    def told(self, part: str) -> Audience:
        """Returns who knows a part: "numbers", "wounds", or a word's id; its own player knows all but notes."""
        shown = self.shown.get(part, ())
        others: Audience = "all" if "all" in shown else seats(shown)
        return others if part in self.notes else joined(others, seats(self.seat))

    def level(self, group: str, item: str) -> int:
        """Returns a level; what is missing or no whole number counts as 0."""
        value = self.numbers.get(group, {}).get(item, 0)
        return value if is_whole(value) else 0

    def has(self, group: str, item: str) -> bool:
        """Returns whether it has this skill or the like at all."""
        return is_whole(self.numbers.get(group, {}).get(item))

    def feature(self, item: str) -> Feature | None:
        """Returns its trait or property with this id, None if it has none."""
        return next((feature for feature in self.features if feature.id == item), None)

    def wound(self, n: int) -> Wound | None:
        """Returns its wound with this number, None if it has none."""
        return next((wound for wound in self.wounds if wound.n == n), None)


@dataclass(frozen=True, kw_only=True)
class Action:
    """Something declared: a simple action is one part, a compound one as many as it has (A21)."""

    id: str = seen_by("gm")
    """The id of an action, or the GM's own words."""
    parts: int = seen_by("gm", default=1)
    done: int = seen_by("gm", default=0)
    """Parts done in circles before this one (AR13)."""
    used: bool = seen_by("gm", default=False)
    """Whether it was rolled already."""

    @property
    def left(self) -> int:
        """Parts still to do."""
        return self.parts - self.done


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """A person in a fight; hidden ones leave no gap: each viewer has a list of those it knows (C070)."""

    who: str = seen_by("all")
    """The public name."""
    key: tuple[int, ...] = seen_by("gm", default=())
    """What it is ordered by, highest first; empty while it was not rolled."""
    actions: tuple[Action, ...] | None = seen_by("gm", default=None)
    """What it declared for this circle, what was carried over first; None: nothing yet."""


@dataclass(frozen=True, kw_only=True)
class Fight:
    """One fight; several may be kept, one is current."""

    name: str = seen_by("all")
    circle: int = seen_by("all", default=1)
    """The circle now being played. Counted from 1."""
    fighters: tuple[Fighter, ...] = seen_by("all", default=())
    """In the order of entry until initiative is rolled, then in the order of acting."""
    at: str = seen_by("all", default="")
    """Whose turn to act it is; empty while declarations are taken."""
    came: tuple[str, ...] = seen_by("all", default=())
    """Whose turn to act has come in this circle; none while declarations are taken."""
    over: bool = seen_by("all", default=False)
    known_to: tuple[str, ...] = seen_by("gm", default=())
    """To whom it may be told besides those who know nobody in it: "all", seats, or nobody."""

    def fighter(self, who: str) -> Fighter | None:
        """Returns the fighter with this public name, None if there is none."""
        return next((fighter for fighter in self.fighters if fighter.who == who), None)

    @property
    def order(self) -> tuple[str, ...]:
        """The public names in the order of acting."""
        return tuple(fighter.who for fighter in self.fighters)

    def put(self, fighter: Fighter) -> Self:
        """Returns the fight with this fighter as it is now."""
        return replace(self, fighters=tuple(fighter if f.who == fighter.who else f for f in self.fighters))


@dataclass(frozen=True, kw_only=True)
class Clock:
    """When somebody dies of a wound (AR12)."""

    who: str = seen_by("gm")
    wound: int = seen_by("gm")
    at: int = seen_by("gm")
    """Seconds of game time since the start of the campaign."""
    rung: bool = seen_by("gm", default=False)
    """Whether its time was up and the GM was told."""


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A hex of the map (A22); one that the viewer was not told of is not there."""

    exists_for: ClassVar[str] = "known_to"
    q: int = seen_by("known_to")
    r: int = seen_by("known_to")
    terrain: str = seen_by("known_to", default="open")
    cover: str = seen_by("known_to", default="")
    text: str = seen_by("known_to", default="")
    """What lies there, in the GM's words."""
    known_to: tuple[str, ...] = seen_by("gm", default=())
    """Who was told of it: "all", or seats; empty: the GM alone."""


@dataclass(frozen=True, kw_only=True)
class Marker:
    """Where somebody or something stands on the map (A22)."""

    exists_for: ClassVar[str] = "known_to"
    who: str = seen_by("known_to")
    """The public name of a person, or what a thing is called."""
    thing: bool = seen_by("known_to", default=False)
    q: int = seen_by("known_to")
    r: int = seen_by("known_to")
    known_to: tuple[str, ...] = seen_by("gm", default=())
    """Who may see it, as far as they know the person: "all", or seats; empty: the GM alone."""


@dataclass(frozen=True, kw_only=True)
class PersonsState:
    """The base of the state of a system of persons; a system's own fields follow in a subclass."""

    persons: tuple[Person, ...] = seen_by("all", default=())
    """In the order of creation; a person that the viewer does not know is not there."""
    fights: tuple[Fight, ...] = seen_by("all", default=())
    """In the order in which they began."""
    fight: str = seen_by("all", default="")
    """The name of the current fight; empty outside one."""
    fronted: tuple[str, ...] = seen_by("gm", default=())
    """The fights in the order in which each last became the current one."""
    now_s: int = seen_by("gm", default=0)
    """Game time in seconds; only the GM's is counted, for a hidden fight takes time too."""
    clocks: tuple[Clock, ...] = seen_by("gm", default=())
    plots: tuple[Plot, ...] = seen_by("all", default=())
    """The hexes of the map; what is not there is fog."""
    markers: tuple[Marker, ...] = seen_by("all", default=())
    """Who and what stands on it, in the order of placing."""

    def person(self, public_name: str) -> Person | None:
        """Returns the person with exactly this public name, None if none is known."""
        return next((person for person in self.persons if person.public_name == public_name), None)

    def find(self, name: str) -> Person | None:
        """Returns the person with this public or true name, None if there is none; a public name comes first."""
        for person in self.persons:
            if same_name(person.public_name, name):
                return person
        return next((person for person in self.persons if person.name and same_name(person.name, name)), None)

    def plot(self, at: tuple[int, int]) -> Plot | None:
        """Returns the hex at these axial coordinates, None if none is known."""
        return next((plot for plot in self.plots if (plot.q, plot.r) == tuple(at)), None)

    def marker(self, who: str) -> Marker | None:
        """Returns the marker of the person with exactly this public name, None if it is on no map."""
        return next((marker for marker in self.markers if marker.who == who and not marker.thing), None)

    @property
    def current(self) -> Fight | None:
        """The current fight, None outside one."""
        return next((fight for fight in self.fights if fight.name == self.fight), None)

    def fight_named(self, name: str) -> Fight | None:
        """Returns the fight with this name, None if there is none."""
        return next((fight for fight in self.fights if same_name(fight.name, name)), None)

    def put(self, person: Person, *, before: str = "") -> Self:
        """Returns the state with this person as it is now; *before* is the public name that it bore."""
        old = before or person.public_name
        if self.person(old) is None:
            return replace(self, persons=(*self.persons, person))
        return replace(self, persons=tuple(person if p.public_name == old else p for p in self.persons))

    def put_fight(self, fight: Fight) -> Self:
        """Returns the state with this fight as it is now."""
        if self.fight_named(fight.name) is None:
            return replace(self, fights=(*self.fights, fight))
        return replace(self, fights=tuple(fight if f.name == fight.name else f for f in self.fights))


def is_whole(value: Any) -> TypeGuard[int]:
    """Returns whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def known_names(state: PersonsState, viewer: str) -> tuple[str, ...]:
    """Returns the public names that a viewer ("gm", "public" or a seat) knows, in the order of creation."""
    return tuple(person.public_name for person in state.persons if hears(person.audience, viewer))
