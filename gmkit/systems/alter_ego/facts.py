"""The facts of Alter ego beside those that systems of persons share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from gmkit.core.fact import Fact, Names
from gmkit.core.persons.facts import PERSON_FACTS, PersonFact
from gmkit.core.persons.said import Said, words_of
from gmkit.words import Words, listing, plain, say


@dataclass(frozen=True, kw_only=True)
class AttackSeen(PersonFact):
    """How an attack went, as all see who know both; who knows only the target sees no attacker."""

    kind: ClassVar[str] = "attack_seen"
    told_to: ClassVar[str] = "owner"
    who: str = ""
    target: str
    hits: int
    """Bullets or blows that hit; 0: a miss."""
    places: tuple[Said, ...] = ()

    def line(self, names: Names) -> Words:
        who = self.who or say("Somebody")
        if not self.hits:
            return say("{who} misses {target}.", who=who, target=self.target)
        places = listing(map(words_of, self.places))
        if not self.places:
            return say("{who} hits {target}.", who=who, target=self.target)
        return say("{who} hits {target}: {places}.", who=who, target=self.target, places=places)


@dataclass(frozen=True, kw_only=True)
class AttackWeighed(PersonFact):
    """By how much an attack hit or missed, the GM's (A12, A23)."""

    kind: ClassVar[str] = "attack_weighed"
    told_to: ClassVar[str] = "gm"
    target: str
    attack: int
    against: int

    def line(self, names: Names) -> Words:
        return say(
            "{who} against {target}: {attack} - {against} = {margin} [A12, A23].",
            who=self.who,
            target=self.target,
            attack=self.attack,
            against=self.against,
            margin=self.attack - self.against,
        )

    def result(self) -> int | None:
        return self.attack - self.against


@dataclass(frozen=True, kw_only=True)
class DieRolled(PersonFact):
    """A die that is no check: the bullets of a burst that hit, or the place of a hit."""

    kind: ClassVar[str] = "die_rolled"
    told_to: ClassVar[str] = "owner"
    text: Said
    faces: tuple[int, ...]
    came_to: int

    def line(self, names: Names) -> Words:
        return say("{who}, {text}: {n}", who=self.who, text=words_of(self.text), n=self.came_to)

    def roll(self) -> Words:
        return plain(f"[{', '.join(map(str, self.faces))}]")

    def result(self) -> int | None:
        return self.came_to


@dataclass(frozen=True, kw_only=True)
class Contested(PersonFact):
    """Two persons measured themselves against each other; the words are for all who know both (A12, AR4)."""

    kind: ClassVar[str] = "contested"
    told_to: ClassVar[str] = "owner"
    other: str
    winner: str
    """A public name; empty: a tie, nothing changes."""

    def line(self, names: Names) -> Words:
        if not self.winner:
            return say("{who} against {other}: a tie, nothing changes [AR4].", who=self.who, other=self.other)
        return say("{who} against {other}: {winner} wins.", who=self.who, other=self.other, winner=self.winner)


@dataclass(frozen=True, kw_only=True)
class ActedJointly(PersonFact):
    """Several acted together: the results added, less what the helpers take away (A16, AR24)."""

    kind: ClassVar[str] = "acted_jointly"
    told_to: ClassVar[str] = "owner"
    helpers: tuple[str, ...]
    results: tuple[int, ...]
    taken: tuple[int, ...]
    """What each helper takes away."""
    difficulty: int
    total: int
    task: str = ""

    def line(self, names: Names) -> Words:
        verdict = say("success") if self.total > self.difficulty else say("failure")
        return say(
            "{who} with {helpers}: {results} - {taken} = {total}, against {difficulty}: {verdict} [A16, AR24]",
            who=self.who,
            helpers=listing(self.helpers),
            results=" + ".join(map(str, self.results)),
            taken=" - ".join(map(str, self.taken)),
            total=self.total,
            difficulty=self.difficulty,
            verdict=verdict,
        )

    def result(self) -> int | None:
        return self.total


@dataclass(frozen=True, kw_only=True)
class Steeled(PersonFact):
    """Whether somebody hurt can act in this circle (A26, AR11)."""

    kind: ClassVar[str] = "steeled"
    told_to: ClassVar[str] = "owner"
    fight: str
    circle: int
    held: bool

    def line(self, names: Names) -> Words:
        if self.held:
            return say("{who} acts in spite of the wounds.", who=self.who)
        return say("{who} wails, hides or flees instead of acting [A26].", who=self.who)


@dataclass(frozen=True, kw_only=True)
class HealingTimed(PersonFact):
    """Since when a wound heals by itself (AR17)."""

    kind: ClassVar[str] = "healing_timed"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    wound: int
    at_s: int


@dataclass(frozen=True, kw_only=True)
class SupplementLaid(Fact):
    """A supplement lies over the tables: the rules that all play by (A27, AR25)."""

    kind: ClassVar[str] = "supplement_laid"
    told_to: ClassVar[str] = "all"
    name: str
    title: Said
    tables: Mapping[str, tuple[Mapping[str, Any], ...]]

    def line(self, names: Names) -> Words:
        return say("Supplement {name}: {title}.", name=self.name, title=words_of(self.title))


@dataclass(frozen=True, kw_only=True)
class MonstersLaid(Fact):
    """The monsters of a supplement, the GM's alone."""

    kind: ClassVar[str] = "monsters_laid"
    told_to: ClassVar[str] = "gm"
    name: str
    monsters: tuple[Mapping[str, Any], ...]

    def line(self, names: Names) -> Words:
        found = listing(str(monster["id"]) for monster in self.monsters) if self.monsters else say("none")
        return say("Monsters of the supplement {name}: {monsters}.", name=self.name, monsters=found)


@dataclass(frozen=True, kw_only=True)
class SupplementSwitched(Fact):
    """A supplement is used, or used no more; what came from it stays on the sheets, marked."""

    kind: ClassVar[str] = "supplement_switched"
    told_to: ClassVar[str] = "all"
    name: str
    on: bool

    def line(self, names: Names) -> Words:
        if self.on:
            return say("The supplement {name} is used.", name=self.name)
        return say("The supplement {name} is used no more.", name=self.name)


OWN_FACTS: tuple[type[Fact], ...] = (
    AttackSeen,
    AttackWeighed,
    DieRolled,
    Contested,
    ActedJointly,
    Steeled,
    HealingTimed,
    SupplementLaid,
    MonstersLaid,
    SupplementSwitched,
)

FACTS: tuple[type[Fact], ...] = (*PERSON_FACTS, *OWN_FACTS)
