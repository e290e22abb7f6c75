"""The beginning of a campaign: what is asked for, checked whole, and the document that it becomes."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gmkit.core.command import content_of, refuse_too_much, shown
from gmkit.core.names import name_refusals
from gmkit.core.session import CampaignBegun, DiceLaidOut, DiceTaken, KeyDrawn, Seated, SettingChanged, Setup
from gmkit.core.system import System
from gmkit.core.visibility import Told, tell
from gmkit.dice.chance import Chance, id_from_text, key_from_text, key_hash, new_id, new_key
from gmkit.errors import NotAllowed, TableError, where_no_toml, why
from gmkit.systems import find_system
from gmkit.words import LANGUAGES, Sentence, listing, say

SCENARIO_COMMON = ("settings", "commands", "dice")
"""The keys of a scenario that every system has."""


@dataclass(frozen=True, kw_only=True)
class Beginning:
    """What a GM asks for when a campaign is created, checked."""

    system: System
    title: str
    players: tuple[str, ...]
    lang: str
    settings: Mapping[str, Any]
    scenario: Mapping[str, Any]
    commands: Sequence[Mapping[str, Any]]
    dice: tuple[int, ...]
    key: bytes
    campaign_id: str
    teaching: bool
    asked: str
    """A digest of all that was asked for: the same id with other content is refused."""

    @property
    def setup(self) -> Setup:
        """What the system starts from."""
        seats = tuple(f"s{number}" for number in range(1, len(self.players) + 1))
        own = {name: value for name, value in self.scenario.items() if name not in SCENARIO_COMMON}
        return Setup(seats=seats, settings={**self.system.settings.defaults, **self.settings}, scenario=own)

    @property
    def turn(self) -> int:
        """The first turn; a game begun elsewhere may start later than 1."""
        day = self.scenario.get("day", 1)
        return day if isinstance(day, int) and not isinstance(day, bool) else 1


def beginning(
    *,
    system: Any,
    title: Any,
    players: Any,
    lang: Any,
    settings: Any,
    scenario: Any,
    key: Any,
) -> Beginning:
    """Returns what was asked for, checked.

    Raises:
        NotAllowed: With every reason at once.
    """
    if not isinstance(system, str):
        raise NotAllowed(say("A system is named by its id, such as {example}, not {value}.", **_example(system)))
    system = find_system(system)
    scenario = read_scenario(scenario)
    for place, given in (("scenario", scenario), ("settings", settings), ("players", players)):
        refuse_too_much(place, given)
    chosen = {**_mapping(scenario.get("settings"), "settings"), **_mapping(settings, "settings")}
    refusals = [*_players_refusals(system, players), *system.settings.refusals(chosen, at_creation=True)]
    refusals += _scenario_refusals(system, scenario)
    if not isinstance(title, str):
        refusals.append(say("A title is a text, not {value}.", value=shown(title)))
    if not isinstance(lang, str) or lang not in LANGUAGES:
        refusals.append(say("gmkit speaks {known}, not {lang}.", known=listing(LANGUAGES), lang=shown(lang)))
    if key is not None and (not isinstance(key, str) or not key):
        refusals.append(say("The key for teaching is a text, not {key}.", key=shown(key)))
    commands, dice = scenario.get("commands", []), scenario.get("dice", [])
    if not isinstance(commands, Sequence) or isinstance(commands, str):
        refusals.append(say("{place} is a list of commands, not {value}.", place="commands", value=shown(commands)))
    refusals += dice_refusals(dice)
    if refusals:
        raise NotAllowed(*refusals)
    asked_for = {
        "system": system.id,
        "title": title,
        "players": list(players),
        "lang": lang,
        "settings": _plain_keys(settings or {}),
        "scenario": _plain_keys(scenario),
        "key": key,
    }
    refuse_halves(asked_for)
    asked = content_of(asked_for)
    return Beginning(
        system=system,
        title=title or system.title.render(lang),
        players=tuple(players),
        lang=lang,
        settings=chosen,
        scenario=scenario,
        commands=tuple(commands),
        dice=tuple(dice),
        key=key_from_text(key) if key else new_key(),
        campaign_id=id_from_text(key) if key else new_id(),
        teaching=key is not None,
        asked=hashlib.sha256(asked.encode()).hexdigest(),
    )


def first_facts(start: Beginning, chance: Chance) -> list[Told]:
    """Returns the facts of creation: the campaign, its key, players, rulings, and what the system begins with."""
    hashed = key_hash(start.key)
    told = [
        tell(CampaignBegun(start.title, start.turn, hashed, start.teaching)),
        tell(KeyDrawn(start.key.hex())),
        *(tell(Seated(seat, name)) for seat, name in zip(start.setup.seats, start.players, strict=True)),
        *(tell(SettingChanged(name, value)) for name, value in start.settings.items()),
    ]
    told += start.system.begin(start.setup, chance)
    if start.dice:
        told.append(tell(DiceLaidOut(start.dice)))
        if taken := len(start.dice) - len(chance.script_left):
            told.append(tell(DiceTaken(taken)))
    return told


def read_scenario(scenario: Any) -> dict[str, Any]:
    """Returns a scenario given as a mapping or as the path of a TOML file.

    Raises:
        TableError: If the file is not there or is no TOML.
    """
    if scenario is None:
        return {}
    if isinstance(scenario, Mapping):
        return dict(scenario)
    if not isinstance(scenario, (str, Path)):
        raise TableError(say("A scenario is a mapping or a TOML file, not {value}.", value=shown(scenario)))
    return read_toml(Path(scenario))


def read_toml(path: Path) -> dict[str, Any]:
    """Returns the content of a TOML file, with or without a byte-order mark."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise TableError(say("{file} cannot be read: {reason}.", file=str(path), reason=why(error))) from None
    except UnicodeDecodeError:
        raise TableError(say("{file} is not UTF-8 text: save it as UTF-8.", file=str(path))) from None
    except tomllib.TOMLDecodeError as error:
        raise TableError(say("{file} is no TOML: {error}.", file=str(path), error=where_no_toml(error))) from None
    except ValueError:
        # No file can have such a name: it holds a zero byte, or half of a character.
        raise TableError(say("A scenario is a mapping or a TOML file, not {value}.", value=shown(str(path)))) from None


def dice_refusals(dice: Any) -> list[Sentence]:
    """Returns what is wrong with a list of scripted faces."""
    is_row = isinstance(dice, Sequence) and not isinstance(dice, (str, bytes, bytearray))
    if is_row and all(isinstance(face, int) and not isinstance(face, bool) for face in dice):
        return []
    return [
        say(
            "dice is a list of whole numbers, the faces in the order in which they are needed, not {value}.",
            value=shown(dice),
        )
    ]


def refuse_halves(given: Mapping[str, Any]) -> None:
    """Raises NotAllowed if a text holds half of a character, which no file can keep; names the part."""
    for part, value in given.items():
        try:
            content_of({part: value}).encode()
        except UnicodeEncodeError:
            raise NotAllowed(
                say("The text in {path} holds half of a character (a lone surrogate).", path=part)
            ) from None


def _players_refusals(system: System, players: Any) -> list[Sentence]:
    if isinstance(players, str) or not isinstance(players, Sequence):
        return [say('players is a list of names such as ["Anna", "Борис"], not {value}.', value=shown(players))]
    fewest, most = system.places
    if not fewest <= len(players) <= most:
        return [
            say(
                "{system} is for {fewest} to {most} players, not {count}.",
                system=system.title,
                fewest=fewest,
                most=most,
                count=len(players),
            )
        ]
    return name_refusals(players)


def _scenario_refusals(system: System, scenario: Mapping[str, Any]) -> list[Sentence]:
    """Returns which keys of a scenario nobody reads; a system that names none checks its own."""
    if system.scenario_keys is None:
        return []
    known = (*SCENARIO_COMMON, *system.scenario_keys)
    return [
        say("A scenario has no {name}; it has {known}.", name=shown(name), known=listing(sorted(known)))
        for name in scenario
        if name not in known
    ]


def _example(value: object) -> dict[str, str]:
    return {"example": '"zone"', "value": shown(value)}


def _mapping(value: Any, place: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise NotAllowed(say("{place} is a mapping from name to value, not {value}.", place=place, value=shown(value)))
    return value


def _plain_keys(value: Any) -> Any:
    """Returns *value* with text keys and lists only, so that {1: …} and {"1": …} are the same scenario."""
    if isinstance(value, Mapping):
        return {str(name): _plain_keys(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain_keys(item) for item in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else repr(value)
