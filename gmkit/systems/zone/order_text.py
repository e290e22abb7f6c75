"""Orders as people type them, in two languages (ZR5)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from gmkit.core.names import folded
from gmkit.core.rulebook import rule
from gmkit.errors import NotAllowed
from gmkit.systems.zone.facts.telling import sign
from gmkit.words import Words, plain, say

ITCH_WORDS = frozenset({"itch", "zuda", "зуда", "зуду"})
NUT_WORDS = frozenset({"nut", "гайка", "гайку"})
CLAY_WORDS = frozenset({"clay", "fizzy clay", "глина", "глину", "газированная глина", "газированную глину"})
LAMP_WORDS = frozenset(
    {"death lamp", "deathlamp", "lamp", "switch on the death lamp", "i switch on the death lamp"}
    | {
        "смерть лампа",
        "смерть лампу",
        "смертьлампа",
        "смертьлампу",
        "включаю смерть лампу",
        "включить смерть лампу",
        "лампа",
        "лампу",
    }
)
"""Written without hyphens, folded: any dash between the words is read as a blank."""

# Cyrillic Х and У stand for the Latin letters that they look like; З is no Z.
_AXES = str.maketrans("ху", "xy")
_DIRECTED = re.compile(r"(?P<word>[^\W\d_]*) *(?P<axis>[xyzху]) *(?P<signs>[+-](?: *[+-])?)")


@dataclass(frozen=True, kw_only=True)
class Parts:
    """An order taken from its text; nothing is checked against the board."""

    move: str = ""
    nut: str = ""
    clay: bool = False
    itch: str = ""
    lamp: bool = False


@dataclass
class _Reading:
    text: str
    moves: list[tuple[str, str | bool]] = field(default_factory=list)
    itches: list[str] = field(default_factory=list)
    lamps: int = 0
    reasons: list[Words] = field(default_factory=list)


@rule("ZR5", "ZR19")
def parse_order(text: str) -> Parts:
    """Returns the order that *text* says: parts separated by ";", in any order of typing.

    Raises:
        NotAllowed: If it is not understood, or says more than one order may (ZR19); every reason at once.
    """
    reading = _Reading(text)
    parts = [part for part in map(_plain_text, _clean(text).split(";")) if part]
    if not parts:
        reading.reasons.append(say("The order is empty. {help}", help=_help()))
    for part in parts:
        _read_part(reading, part)
    if len(reading.moves) > 1:
        reading.reasons.append(say("An order has at most one of move, nut and clay [ZR19]."))
    if len(reading.itches) > 1:
        reading.reasons.append(say("An order has at most one Itch [ZR19]."))
    if reading.lamps > 1:
        reading.reasons.append(say("An order has at most one Death Lamp [ZR19]."))
    if reading.reasons:
        raise NotAllowed(*reading.reasons)
    chosen: Mapping[str, str | bool] = dict(reading.moves)
    return Parts(
        move=str(chosen.get("move", "")),
        nut=str(chosen.get("nut", "")),
        clay="clay" in chosen,
        itch=reading.itches[0] if reading.itches else "",
        lamp=bool(reading.lamps),
    )


def split_block(block: str) -> list[tuple[int, str, str]]:
    """Returns the lines of a pasted block that are not blank: number (from 1), who, and the order's text.

    A player's name may itself hold a colon, an order never does: the last colon of a line counts.
    """
    lines = _clean(block).splitlines()
    return [(number, *_halves(line)) for number, line in enumerate(lines, start=1) if line.strip()]


def _halves(line: str) -> tuple[str, str]:
    before, colon, after = line.rpartition(":")
    return (before.strip(), after.strip()) if colon else ("", line.strip())


def folded_name(name: str) -> str:
    """Returns the name of a Stalker or a player as it is compared; "Stalker 3" and "Сталкер 3" are "3"."""
    text = folded(_clean(name))
    match = re.fullmatch(r"(?:stalker|сталкер)? *(?:№|no\.?|#)? *(\d+)", text)
    return match[1] if match else text


def _read_part(reading: _Reading, part: str) -> None:
    if part in CLAY_WORDS:
        reading.moves.append(("clay", True))
    elif part in LAMP_WORDS:
        reading.lamps += 1
    elif match := _DIRECTED.fullmatch(part):
        axis = match["axis"].translate(_AXES).upper()
        _read_directed(reading, part, match["word"], axis, match["signs"].replace(" ", ""))
    else:
        reading.reasons.append(_not_understood(part))


def _read_directed(reading: _Reading, part: str, word: str, axis: str, signs: str) -> None:
    once, twice = len(signs) == 1, signs in ("++", "--")
    if not word and once:
        reading.moves.append(("move", axis + signs))
    elif not word and twice:
        reading.reasons.append(
            say(
                "{part} alone is no order: to throw an Itch write itch {part}, to move write {move}.",
                part=sign(axis + signs),
                move=sign(axis + signs[0]),
            )
        )
    elif word in NUT_WORDS and once:
        reading.moves.append(("nut", axis + signs))
    elif word in ITCH_WORDS and twice:
        reading.itches.append(axis + signs)
    elif word in ITCH_WORDS and once:
        reading.reasons.append(
            say("An Itch flies two cells: write itch {direction}.", direction=sign(axis + signs + signs))
        )
    else:
        reading.reasons.append(_not_understood(part))


def _not_understood(part: str) -> Words:
    return say("“{part}” is not understood. {help}", part=plain(part), help=_help())


def _help() -> Words:
    return say(
        "Understood are X+, Y- and the like, itch X++, nut Z-, clay and death lamp, in parts separated by ; "
        "such as itch X++; Y+"
    )


def _clean(text: str) -> str:
    """Returns the text with full-width signs as plain ones, every dash as "-", and without marks that nobody sees."""
    text = unicodedata.normalize("NFKC", text)
    kept = (character for character in text if unicodedata.category(character) != "Cf")
    return "".join("-" if _is_dash(character) else character for character in kept)


def _is_dash(character: str) -> bool:
    # U+2212 minus, U+02D7 modifier minus and U+2796 heavy minus are no dashes to Unicode.
    return unicodedata.category(character) == "Pd" or character in "\u2212\u02d7\u2796\u2043"


def _plain_text(part: str) -> str:
    text = " ".join(part.casefold().replace("ё", "е").split()).rstrip(". ")
    # "смерть-лампа": a dash between two words is a blank.
    text = re.sub(r"(?<=[^\W\d_]{2}) *- *(?=[^\W\d_]{2})", " ", text)
    return " ".join(text.split())
