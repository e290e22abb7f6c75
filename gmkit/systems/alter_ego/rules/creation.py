"""What a sheet costs, and what of it breaks the rules of creation (A2, A3, A5, A8, AR2, AR22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gmkit.core.command import shown
from gmkit.core.persons.state import Feature, Person, is_whole
from gmkit.core.rulebook import rule
from gmkit.systems.alter_ego.book import Book
from gmkit.systems.alter_ego.rules.traits import trait_price
from gmkit.words import Words, listing, say

CHARACTERISTICS, SKILLS = "characteristics", "skills"
FACTORS = ("frequency", "strength", "adaptation")
ABOVE_LOWEST = 5
"""How far a characteristic or skill may stand above the lowest characteristic at creation (A5)."""
LEAST = 1
"""The least level of a characteristic at creation (AR2)."""


@dataclass(frozen=True, kw_only=True)
class TraitCost:
    """A trait with its price and how that number came."""

    id: str
    name: Words
    kind: str
    price: int
    """Points that it costs, or gives if it is negative; 0 for a neutral one."""
    how: Words


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What the GM's points were spent on."""

    points: int
    spent: int
    """Levels of characteristics and skills, and positive traits."""
    gained: int
    """What negative traits give."""
    traits: tuple[TraitCost, ...]

    @property
    def left(self) -> int:
        """Points still to be spent; below 0 the sheet is over its points."""
        return self.points + self.gained - self.spent


@rule("A2", "A3", "A8")
def budget(book: Book, person: Person) -> Budget:
    """Returns what a sheet costs: 1 point a level, positive traits their price; negative ones give theirs."""
    costs = tuple(trait_cost(book, feature) for feature in person.features)
    levels = sum(
        level
        for group in (CHARACTERISTICS, SKILLS)
        for level in person.numbers.get(group, {}).values()
        if is_whole(level)
    )
    return Budget(
        points=person.points or 0,
        spent=levels + sum(cost.price for cost in costs if cost.kind == "positive"),
        gained=sum(cost.price for cost in costs if cost.kind == "negative"),
        traits=costs,
    )


@rule("A8")
def trait_cost(book: Book, feature: Feature) -> TraitCost:
    """Returns the price of a trait: free if neutral, the GM's if one is set, else that of its three factors."""
    kind = trait_kind(book, feature)
    name = trait_name(book, feature)
    values = [feature.values.get(part) for part in FACTORS]
    override = feature.values.get("price")
    if kind == "neutral":
        return TraitCost(id=feature.id, name=name, kind=kind, price=0, how=say("neutral: free"))
    if is_whole(override):
        return TraitCost(id=feature.id, name=name, kind=kind, price=override, how=say("by the GM's word"))
    factors = [value for value in values if is_whole(value) and 1 <= value <= 4]
    if len(factors) < len(FACTORS):
        return TraitCost(id=feature.id, name=name, kind=kind, price=0, how=say("not priced yet"))
    frequency, strength, adaptation = factors
    price = trait_price(frequency=frequency, strength=strength, adaptation=adaptation)
    how = say("({f} + {s}) / {a} = {price}", f=frequency, s=strength, a=adaptation, price=price)
    return TraitCost(id=feature.id, name=name, kind=kind, price=price, how=how)


def trait_kind(book: Book, feature: Feature) -> str:
    """Returns whether a trait is negative, neutral or positive; the GM's own says so itself, else it is empty."""
    if feature.id in book.traits:
        return book.traits[feature.id].kind
    kind = feature.values.get("kind", "")
    return kind if kind in ("negative", "neutral", "positive") else ""


def trait_name(book: Book, feature: Feature) -> Words:
    """Returns what a trait is called, with what it is about: "Phobia (spiders)"."""
    name: Words = book.traits[feature.id].name if feature.id in book.traits else feature.id
    about = feature.values.get("about")
    return say("{name} ({about})", name=name, about=str(about)) if about else name


@rule("A3", "A5", "AR2")
def reasons(book: Book, person: Person) -> list[Words]:
    """Returns every reason why a sheet is a draft: over its points, in breach of A5 or AR2, or not to be read."""
    left = budget(book, person).left
    found: list[Words] = []
    if left < 0:
        found.append(say("{n} points more are spent than there are [A3].", n=-left))
    found += _unread(book, person)
    # Later points buy at the same price, and creation's rules are not held against them (AR22).
    created = person.at_creation or person.numbers
    return [*found, *creation_breaches(book, created)]


@rule("A5", "A6", "AR2")
def creation_breaches(book: Book, numbers: Mapping[str, Mapping[str, Any]]) -> Iterator[Words]:
    """Returns what a created sheet may not have: a characteristic under 1, a level more than 5 over the lowest."""
    have = numbers.get(CHARACTERISTICS, {})
    levels = {item: have[item] if is_whole(have.get(item)) else 0 for item in book.characteristics}
    low = [book.characteristics[item].name for item, level in levels.items() if level < LEAST]
    if low:
        yield say(
            "Each characteristic is at least {n} at creation; lower are: {names} [AR2].", n=LEAST, names=listing(low)
        )
    most = min(levels.values()) + ABOVE_LOWEST
    high: list[Words] = [book.characteristics[item].name for item, level in levels.items() if level > most]
    skills = numbers.get(SKILLS, {})
    high += [book.skill_name(item) for item, level in sorted(skills.items()) if is_whole(level) and level > most]
    if high:
        yield say(
            "At creation nothing exceeds the lowest characteristic by more than {n}: {most} is the most, higher are "
            "{names} [A5].",
            n=ABOVE_LOWEST,
            most=most,
            names=listing(high),
        )


def _unread(book: Book, person: Person) -> Iterator[Words]:
    """Returns what of a sheet cannot be read; each is kept as it was typed (C102)."""
    for item, level in sorted(person.numbers.get(CHARACTERISTICS, {}).items()):
        if item not in book.characteristics:
            yield say("There is no characteristic {item} in the tables in force [A6].", item=item)
        yield from _bad_level(item, level)
    for item, level in sorted(person.numbers.get(SKILLS, {}).items()):
        if book.skill_row(item) is None:
            yield say("There is no skill {item} in the tables in force [A7].", item=item)
        yield from _bad_level(item, level)
    for feature in person.features:
        yield from _bad_trait(book, feature)


def _bad_level(item: str, level: Any) -> Iterator[Words]:
    if not is_whole(level):
        yield say("The level of {item} is a whole number, not {value}; it counts as 0.", item=item, value=shown(level))
    elif level < 0:
        yield say("The level of {item} is at least 0, not {value}.", item=item, value=level)


def _bad_trait(book: Book, feature: Feature) -> Iterator[Words]:
    name = trait_name(book, feature)
    kind = trait_kind(book, feature)
    if not kind:
        yield say(
            "There is no trait {item} in the tables in force: say whether it is negative, neutral or positive [A8].",
            item=feature.id,
        )
        return
    if kind == "neutral" or is_whole(feature.values.get("price")):
        return
    wrong = [part for part in FACTORS if not (is_whole(value := feature.values.get(part)) and 1 <= value <= 4)]
    if wrong:
        yield say(
            "{trait} has no price: {factors}, each 1 to 4, or a price by the GM [A8].",
            trait=name,
            factors=listing(wrong),
        )
