"""Random games for tests: characters, fights, checks, attacks, rests; never a command that is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from gmkit.core.command import CommandBook
from gmkit.core.session import Session
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.commands import COMMANDS
from gmkit.systems.alter_ego.engine import objections
from gmkit.systems.alter_ego.rows import CHARACTERISTICS, SKILLS, TRAITS
from gmkit.systems.alter_ego.state import AlterEgoState

_BOOK = CommandBook(COMMANDS)
_NAMES = ("Ivan", "Ева", "Boris", "Гость", "Ann", "Лис")
_PLACES = (None, None, "left_leg", "head_or_neck")


class Numbers(Protocol):
    """What gives whole numbers, such as `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """Returns a number from 0 to stop - 1."""
        ...


def random_play(session: Session, numbers: Numbers) -> dict[str, Any] | None:
    """Returns a command for the GM's session as data, never one that is refused; None when the game is over."""
    if session.over:
        return None
    for _ in range(40):
        command = _guess(session, numbers)
        if command is not None and _is_allowed(session, command):
            return command
    state: AlterEgoState = session.game
    return {"do": "end_circle" if state.current else "end_scene"}


def _is_allowed(session: Session, command: dict[str, Any]) -> bool:
    try:
        return not objections(session, _BOOK.read(command))
    except NotAllowed:
        return False


def _guess(session: Session, numbers: Numbers) -> dict[str, Any] | None:
    state: AlterEgoState = session.game
    persons = [person.public_name for person in state.persons]
    if len(persons) < 3 or (len(persons) < len(_NAMES) and not numbers.randrange(25)):
        return _character(session, numbers)
    who, other = _one(persons, numbers), _one(persons, numbers)
    if state.current is None:
        return _outside(session, numbers, who, other)
    return _inside(numbers, who, other)


def _character(session: Session, numbers: Numbers) -> dict[str, Any]:
    player = _one((None, *session.players), numbers)
    return {
        "do": "character",
        "name": _one(_NAMES, numbers),
        "player": player,
        "characteristics": {item: 1 + numbers.randrange(5) for item in CHARACTERISTICS},
        "skills": {_one(list(SKILLS), numbers): 1 + numbers.randrange(6) for _ in range(3)}
        | {"brawling": 2, "dodge": 2},
        "traits": [{"id": _one(list(TRAITS), numbers), "frequency": 1, "strength": 2, "adaptation": 2}],
        "words": {"race": "human", "secret diary": "the GM's"},
    }


def _outside(session: Session, numbers: Numbers, who: str, other: str) -> dict[str, Any]:
    state: AlterEgoState = session.game
    hurt = [person for person in state.persons if person.wounds]
    match numbers.randrange(16):
        case 0 | 1 | 14:
            return {"do": "fight", "name": f"Fight {numbers.randrange(3)}"}
        case 15:
            return {"do": "hurt", "name": who, "number": 1 + numbers.randrange(8)}
        case 2:
            return {"do": "end_scene"}
        case 3:
            return {"do": "pass_time", "minutes": 15, "resting": [who]}
        case 4:
            return {"do": "introduce", "name": who, "to": _one([*session.players, "all"], numbers)}
        case 5 if hurt:
            healed = _one(hurt, numbers)
            return {
                "do": "heal",
                "name": healed.public_name,
                "wound": healed.wounds[0].n,
                "by": 1 + numbers.randrange(3),
            }
        case 6:
            return {"do": "show", "name": who, "part": _one(("numbers", "wounds", "race", "secret diary"), numbers)}
        case 7:
            return {"do": "advance", "name": who, "points": 1, "skills": {"survival": 1 + numbers.randrange(4)}}
        case 8:
            return {"do": "rename", "name": who, "public_name": f"{who}!"}
        case 9:
            return {"do": "give", "name": who, "player": _one((None, *session.players), numbers)}
        case 10:
            return {
                "do": "contest",
                "name": who,
                "characteristic": "strength",
                "other": other,
                "other_skill": "brawling",
            }
        case _:
            return _check(numbers, who)


def _inside(numbers: Numbers, who: str, other: str) -> dict[str, Any]:
    match numbers.randrange(16):
        case 0:
            return {"do": "initiative"}
        case 14:
            return {"do": "leave", "name": who}
        case 15:
            return {"do": "join", "name": who}
        case 1 | 2 | 3 | 4:
            actions = ("strike", "dodge", "reload", "step", "strike")
            return {"do": "declare", "name": who, "actions": [_one(actions, numbers) for _ in range(3)]}
        case 5 | 6 | 7 | 8:
            place, rounds = _one(_PLACES, numbers), 1 + numbers.randrange(6)
            command = {
                "do": "attack",
                "name": who,
                "target": other,
                "skill": "brawling",
                "place": place,
                "rounds": rounds,
            }
            against = _one(({}, {"difficulty": 1}, {"defence": ["agility", "dodge"]}), numbers)
            return {**command, **against}
        case 9:
            return {"do": "end_circle"}
        case 10:
            return {"do": "willpower", "name": who}
        case 11:
            return {"do": "effect", "name": who, "text": "blinded", "value": -2, "until": other}
        case 12:
            return {"do": "end_fight"} if not numbers.randrange(4) else {"do": "next"}
        case _:
            return _check(numbers, who)


def _check(numbers: Numbers, who: str) -> dict[str, Any]:
    return {
        "do": "check",
        "name": who,
        "characteristic": _one(list(CHARACTERISTICS), numbers),
        "skill": _one([None, *SKILLS], numbers),
        "difficulty": 4 + numbers.randrange(12),
        "task": _one((None, "door", "wall"), numbers),
        "seen_by": _one(("all", "all", "gm"), numbers),
    }


def _one(items: Sequence[Any], numbers: Numbers) -> Any:
    return items[numbers.randrange(len(items))]
