"""Random games for tests: legal commands of every kind, never one that is refused."""

from __future__ import annotations

from typing import Any, Protocol

from gmkit.core.persons.state import Person
from gmkit.core.persons.telling import unkept
from gmkit.core.session import Session
from gmkit.core.visibility import hears
from gmkit.systems.fudge.rows import ATTRIBUTES, BY_NUMBER
from gmkit.systems.fudge.rules.damage import POINTS_FOR_ONE
from gmkit.systems.fudge.rulings import rulings
from gmkit.systems.fudge.state import FudgeState, filled_cells

NAMES = ("Ivan", "Olga", "Troll", "Гоблин", "Wolf", "Жук", "Guard", "Ведьма")
SKILLS = ("Climbing", "Sword", "Стрельба", "Dodging")


class Numbers(Protocol):
    """What gives whole numbers, such as `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """Returns a number from 0 to stop - 1."""
        ...


def random_play(session: Session, numbers: Numbers) -> dict[str, Any] | None:
    """Returns a command for the GM's session as data; None when the game is over."""
    state: FudgeState = session.game
    if session.over:
        return None
    living = [person for person in state.persons if not person.dead]
    if state.questions and numbers.randrange(2):
        question = state.questions[numbers.randrange(len(state.questions))]
        return {"do": "settle", "question": question.n, "outcome": ("complication", "fail")[numbers.randrange(2)]}
    if len(living) < 2 or (len(state.persons) < len(NAMES) and not numbers.randrange(8)):
        made = _character(session, numbers)
        return made or {"do": "revive", "name": next(person.public_name for person in state.persons if person.dead)}
    person = living[numbers.randrange(len(living))]
    other = [someone for someone in living if someone is not person][numbers.randrange(len(living) - 1)]
    chance = numbers.randrange(20)
    if chance < 6:
        return _attack(person, other, numbers)
    if chance < 9:
        return _check(person, numbers)
    if chance < 11:
        return _opposed(person, other, numbers)
    if chance < 14:
        return _body(session, person, numbers)
    if chance < 16:
        return _told(session, person, numbers)
    return _fight(session, person, numbers)


def _pick(numbers: Numbers, *choices: Any) -> Any:
    return choices[numbers.randrange(len(choices))]


def _level(numbers: Numbers) -> int:
    return numbers.randrange(7) - 3


def _seen_by(numbers: Numbers, *players: str) -> Any:
    return _pick(numbers, "all", "all", "gm", *players)


def _character(session: Session, numbers: Numbers) -> dict[str, Any] | None:
    state: FudgeState = session.game
    left = [name for name in NAMES if state.find(name) is None]
    if not left:
        return None
    name = left[numbers.randrange(len(left))]
    player = _pick(numbers, None, *session.players)
    return {
        "do": "character",
        "name": name,
        "player": player,
        "public_name": None if numbers.randrange(3) else f"the {len(state.persons) + 1}th",
        "known_to": _pick(numbers, None, "all", "gm"),
        "attributes": {attribute: _level(numbers) for attribute in ATTRIBUTES},
        "skills": {skill: {"level": _level(numbers), "price": numbers.randrange(5)} for skill in SKILLS[:2]},
        "techniques": {"Feint": numbers.randrange(3)},
        "qualities": {"scale": _pick(numbers, 0, 0, 1, -1), "armour": numbers.randrange(3)},
        "properties": [{"name": "Night eyes", "kind": "both", "level": "strong", "price": 2}, "Limp"],
        "words": {"description": "tall", "secret": "a spy"},
    }


def _side(person: Person, numbers: Numbers, prefix: str = "") -> dict[str, Any]:
    techniques = list(person.numbers.get("techniques", {}))
    return {
        f"{prefix}attribute": _pick(numbers, None, *ATTRIBUTES),
        f"{prefix}skill": _pick(numbers, None, *SKILLS),
        f"{prefix}technique": _pick(numbers, None, *techniques),
        f"{prefix}modifiers": _pick(numbers, {}, {"dark": -1}, {"high ground": 1, "rain": -1}),
        f"{prefix}parts": _pick(numbers, None, [], ["arm"], ["leg", "head"]),
    }


def _check(person: Person, numbers: Numbers) -> dict[str, Any]:
    return {
        "do": "check",
        "name": person.public_name,
        **_side(person, numbers),
        "difficulty": _level(numbers),
        "mandatory": bool(numbers.randrange(2)),
        "default": _pick(numbers, None, -3),
        "task": _pick(numbers, None, "a wall"),
        "seen_by": _seen_by(numbers),
    }


def _opposed(person: Person, other: Person, numbers: Numbers) -> dict[str, Any]:
    return {
        "do": "opposed",
        "name": person.public_name,
        **_side(person, numbers),
        "other": other.public_name,
        **_side(other, numbers, "other_"),
        "seen_by": _seen_by(numbers),
    }


def _attack(person: Person, other: Person, numbers: Numbers) -> dict[str, Any]:
    side = {name: value for name, value in _side(other, numbers, "defence_").items() if name != "defence_modifiers"}
    return {
        "do": "attack",
        "attacker": person.public_name,
        "target": other.public_name,
        **_side(person, numbers),
        **side,
        "difficulty": _pick(numbers, None, None, _level(numbers)),
        "rounds": _pick(numbers, 1, 1, 3, 10, 25),
        "grouping": _level(numbers),
        "place": _pick(numbers, None, "arm", "leg"),
        "offence": _pick(numbers, {}, {"weapon": 2}, {"strength": 4, "weapon": 1, "manoeuvre": 1}),
        "defence": _pick(numbers, {}, {"armour": 1}, {"manoeuvre": 2}, {"vitality": 4}),
        "seen_by": _seen_by(numbers),
    }


def _body(session: Session, person: Person, numbers: Numbers) -> dict[str, Any]:
    name = person.public_name
    if person.worn >= POINTS_FOR_ONE and rulings(session.settings).wears_down:
        return {"do": "trade", "name": name, "points": _pick(numbers, None, 1)}
    if person.wounds and numbers.randrange(2):
        wound = person.wounds[numbers.randrange(len(person.wounds))]
        filled, better = filled_cells(person), BY_NUMBER[wound.number - 1]
        by = 1 if not better.cells or filled[better.id] < better.cells else wound.number
        return {"do": "heal", "name": name, "wound": wound.n, "by": by, "reason": "rest"}
    if not numbers.randrange(6):
        return {"do": "kill", "name": name}
    return {"do": "hurt", "name": name, "number": 1 + numbers.randrange(6), "place": _pick(numbers, None, "arm")}


def _told(session: Session, person: Person, numbers: Numbers) -> dict[str, Any]:
    name = person.public_name
    match numbers.randrange(5):
        case 0:
            return {"do": "show", "name": name, "part": _pick(numbers, "numbers", "wounds", "description")}
        case 1:
            return {"do": "change", "name": name, "skills": {SKILLS[2]: _level(numbers)}, "reason": "training"}
        case 2:
            return {"do": "write", "name": name, "words": {"description": "old", "plan": "to flee"}}
        case 3:
            return {"do": "give", "name": name, "player": _pick(numbers, None, *session.players)}
        case _:
            return {"do": "skill_default", "skill": SKILLS[3], "level": _pick(numbers, None, -3)}


def _fight(session: Session, person: Person, numbers: Numbers) -> dict[str, Any]:
    state: FudgeState = session.game
    fight = state.current
    if fight is None:
        if numbers.randrange(2):
            return {"do": "end_scene"}
        name = _pick(numbers, "the bridge", "the gate")
        known = state.fight_named(name)
        seen = {} if known is not None else {"seen_by": _seen_by(numbers)}
        return {"do": "fight", "name": name, **seen}
    chance = numbers.randrange(10)
    if fight.fighter(person.public_name) is None:
        return {"do": "join", "name": person.public_name}
    if chance < 3:
        return {"do": "end_circle"}
    if chance == 3:
        return {"do": "end_fight"}
    if chance == 4:
        return {"do": "leave", "name": person.public_name}
    if chance == 5:
        return {"do": "effect", "name": person.public_name, "text": "stunned", "value": -1, "until": ""}
    if chance == 6 and rulings(session.settings).initiative == "gm":
        return {"do": "initiative", "order": [person.public_name]}
    # A player declares only in a fight that it was told of; the GM does not declare for a player's character.
    if fight.came or (person.seat is not None and not hears(unkept(fight.known_to), person.seat)):
        return {"do": "end_circle"}
    return {"do": "declare", "name": person.public_name, "actions": _pick(numbers, ["strike"], ["run", "hide"])}
