"""Where Fudge differs from other systems of persons: the hooks of the shared core."""

from __future__ import annotations

from collections.abc import Sequence

from gmkit.core.command import shown
from gmkit.core.names import folded
from gmkit.core.persons.rules import InitiativeRoll, PersonRules
from gmkit.core.persons.said import said
from gmkit.core.persons.state import Action, Feature, Person, Wound, is_whole
from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Told
from gmkit.dice.chance import Chance
from gmkit.errors import NotAllowed
from gmkit.systems.fudge import state as s
from gmkit.systems.fudge.rows import ATTRIBUTES, BY_NUMBER, QUALITIES, WOUNDS
from gmkit.systems.fudge.rules.main_roll import main_roll_dice
from gmkit.systems.fudge.rulings import rulings
from gmkit.words import Term, Words, say

MAX_TEXT = 200
"""The longest name of a part of the body or of something declared."""

GROUPS = {
    s.ATTRIBUTES: Term("Attributes", "Атрибуты"),
    s.SKILLS: Term("Skills", "Навыки"),
    s.TECHNIQUES: Term("Techniques", "Техники"),
    s.QUALITIES: Term("Qualities", "Качества"),
    s.PRICES: Term("The GM's prices", "Цены ведущего"),
}


def number_name(session: Session, group: str, item: str) -> Words:
    """Returns what a level is called: the rules' word, or the GM's own."""
    if group == s.ATTRIBUTES and item in ATTRIBUTES:
        return ATTRIBUTES[item].name
    if group == s.QUALITIES and item in QUALITIES:
        return QUALITIES[item].name
    if group == s.PRICES:
        of, _, name = item.partition(".")
        return say("price of {name}", name=number_name(session, of, name))
    return item


def feature_name(session: Session, feature: Feature) -> Words:
    """Returns what a property is called: the GM's own word."""
    return feature.id


def spent(person: Person) -> int:
    """Returns the sum of the GM's prices of skills, techniques and properties (F4, F6)."""
    prices = [price for price in person.numbers.get(s.PRICES, {}).values() if is_whole(price)]
    features = [feature.values.get("price") for feature in person.features]
    return sum(prices) + sum(price for price in features if is_whole(price))


@rule("F4", "F6")
def draft_reasons(session: Session, person: Person) -> list[Words]:
    """Returns every reason why a sheet is a draft: a level that is no number, more spent than there is."""
    found: list[Words] = []
    for group, items in person.numbers.items():
        for item, level in items.items():
            if not is_whole(level):
                name = number_name(session, group, item)
                found.append(say("{name} is {level}, which is no whole number [F1].", name=name, level=shown(level)))
    if person.points is not None and spent(person) > person.points:
        values = {"spent": spent(person), "points": person.points}
        found.append(say("{spent} of {points} points are spent [F4, F6].", **values))
    return found


def wound_name(session: Session, number: int) -> Words:
    """Returns the state of the cell that a wound fills (F14)."""
    return BY_NUMBER[number].name if number in BY_NUMBER else str(number)


def read_place(session: Session, text: str) -> str:
    """Returns a part of the body in the GM's own words; the source has no list of them."""
    return _one_line(text, say("A part of the body"))


def place_name(session: Session, place: str) -> Words:
    """Returns what a part of the body is called."""
    return place


def _no_place(session: Session, person: Person, chance: Chance) -> str:
    """Returns that a wound without a named part is the whole body's: the source rolls none."""
    return ""


def read_action(session: Session, text: str) -> Action:
    """Returns what is declared in the player's own words; the source has no list of actions."""
    return Action(id=_one_line(text, say("A declared action")))


def _one_line(text: str, what: Words) -> str:
    words = " ".join(text.split())
    if not folded(words) or not words.isprintable() or len(words) > MAX_TEXT:
        raise NotAllowed(
            say("{what} is a line of 1 to {n} signs, not {value}.", what=what, n=MAX_TEXT, value=shown(text))
        )
    return words


def action_name(session: Session, action: Action) -> Words:
    """Returns what a declared action is called."""
    return action.id


def _no_speed(session: Session, person: Person) -> int | None:
    """Returns that a circle holds all that was declared: the source counts no actions."""
    return None


@rule("FR9")
def initiative(session: Session, person: Person) -> InitiativeRoll | None:
    """Returns what a fighter rolls for the order of acting: main roll and Agility; None: the GM lists them."""
    ruled = rulings(session.settings)
    if ruled.initiative == "gm":
        return None
    dice, constant = main_roll_dice(ruled.main_roll)
    agility = (said(ATTRIBUTES["agility"].name), person.level(s.ATTRIBUTES, "agility"))
    return InitiativeRoll(dice=tuple((1, die) for die in dice), terms=(agility,), constant=constant, ids=("FR9",))


def _nothing_follows(session: Session, person: Person, wound: Wound, chance: Chance) -> Sequence[Told]:
    """Returns nothing: what a wound does is its cell's, and spilling is settled before it is written (FR6)."""
    return ()


RULES = PersonRules(
    word_parts={"description": Term("Description", "Описание"), "picture": Term("Picture", "Портрет")},
    groups=GROUPS,
    number_name=number_name,
    feature_name=feature_name,
    reasons=draft_reasons,
    wound_name=wound_name,
    worst_wound=WOUNDS[-1].number,
    read_place=read_place,
    place_name=place_name,
    placed=_no_place,
    wounded=_nothing_follows,
    initiative=initiative,
    speed=_no_speed,
    read_action=read_action,
    action_name=action_name,
)
"""The source has no game time, so a circle takes none; it has no speed, so all that is declared fits."""
