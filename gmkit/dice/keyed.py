"""Dice that can be checked afterwards: a key, a campaign, a turn and a stream become faces, the same for ever (D1)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from gmkit.dice.notation import Die, faces_of
from gmkit.errors import NotAllowed, StoreError
from gmkit.words import plain, say

SCHEME = "gmkit dice 1"
"""First field of every message. It never changes its meaning: another way of reading faces gets another name."""

LAYOUT = "layout"
"""The stream that lays out a hidden board: a scenario's scripted faces are not for it."""

Phrases = Sequence[tuple[str, str]]
"""(seat, phrase) pairs."""


def key_from_text(text: str) -> bytes:
    """Returns the key that a text stands for, always the same: for teaching and tests, it proves nothing."""
    return _text_digest("key", text)


def id_from_text(text: str) -> str:
    """Returns the campaign id that a text stands for, always the same: 32 hex digits."""
    return _text_digest("id", text).hex()[:32]


def key_hash(key: bytes) -> str:
    """Returns the SHA-256 of a key in hex, as the report of turn 0 publishes it (D1)."""
    return hashlib.sha256(key).hexdigest()


def _text_digest(purpose: str, text: str) -> bytes:
    return hashlib.sha256(_fields(f"gmkit {purpose} from text 1", text)).digest()


@dataclass(frozen=True)
class Stream:
    """Who draws, what for and who sees it: draws of one stream never shift those of another (D1)."""

    who: str
    """Id of a seat, actor or character, a name folded as player names are, or the system's own, such as "layout"."""
    what: str
    """A fixed word: roll, secret, public, strategic …"""
    eyes: str = ""
    """For `roll`: who sees it."""


def message(campaign_id: str, turn: int, stream: Stream, number: int, phrases: Phrases = ()) -> bytes:
    """Returns the message under which a draw is made: every field with its length before it (D1).

    Fields: the scheme, campaign id, turn, who, what, eyes, the draw's number, the count of phrases, then the seat
    and phrase of each.

    Args:
        campaign_id: The campaign's id.
        turn: The turn; creation is turn 0.
        stream: Whose draw it is.
        number: The draw's number among the live derived draws of that stream and turn, from 0.
        phrases: What was sent for this closing of a turn; taken in the order of the seats.
    """
    sent = [part for pair in sorted(phrases) for part in pair]
    head = (SCHEME, campaign_id, str(turn), stream.who, stream.what, stream.eyes, str(number), str(len(phrases)))
    return _fields(*head, *sent)


def _fields(*fields: str) -> bytes:
    coded = [field.encode("utf-8", "surrogatepass") for field in fields]
    return b"".join(len(field).to_bytes(4, "big") + field for field in coded)


class KeyedFaces:
    """Reads faces from one draw: HMAC-SHA256 blocks, byte by byte, without modulo bias (D1)."""

    def __init__(self, key: bytes, drawn_under: bytes) -> None:
        self._mac = hmac.new(key, drawn_under, hashlib.sha256)
        self._block = 0
        self._bytes = b""
        self._at = 0

    def face(self, die: Die) -> int:
        """Returns the next face of a die; a die of one side reads nothing.

        Up to 256 sides one byte is read, more sides take the fewest whole bytes that hold them, highest byte first. A
        value at or over the largest multiple of the sides is thrown away and the next bytes are read.
        """
        if isinstance(die, int):
            return self._index(die) + 1
        faces = faces_of(die)
        return faces[self._index(len(faces))]

    def _index(self, sides: int) -> int:
        if sides == 1:
            return 0
        width, limit = _reading(sides)
        while True:
            if self._at + width > len(self._bytes):
                self._next_block()
            value = int.from_bytes(self._bytes[self._at : self._at + width], "big")
            self._at += width
            if value < limit:
                return value % sides

    def _next_block(self) -> None:
        mac = self._mac.copy()
        mac.update(self._block.to_bytes(4, "big"))
        # Bytes left of the block before belong to a number of several bytes and are read first.
        self._bytes = self._bytes[self._at :] + mac.digest()
        self._block += 1
        self._at = 0


@lru_cache(maxsize=512)
def _reading(sides: int) -> tuple[int, int]:
    """Returns how many bytes a number below *sides* takes, and the first value that is thrown away."""
    if sides < 1:
        raise NotAllowed(say("A die has at least one side, not {n}.", n=sides))
    width = ((sides - 1).bit_length() + 7) // 8
    span = 256**width
    return width, span - span % sides


@dataclass(frozen=True)
class Draw:
    """What one draw showed and where it came from, as the ledger keeps it."""

    stream: Stream
    turn: int
    number: int | None
    """Its number in its stream and turn, from 0; None where it was not derived from the key."""
    dice: tuple[Die, ...]
    """The dice, in order: number of sides, "F" or "GF"."""
    faces: tuple[int, ...]
    source: Literal["key", "hand", "script"] = "key"
    closing: bool = False
    """Whether it was made by the closing of a turn, whose phrases then stand in its message."""

    def to_plain(self) -> dict[str, Any]:
        """Returns the draw as compact plain data for JSON; like dice in a row are counted."""
        record: dict[str, Any] = {"who": self.stream.who, "what": self.stream.what}
        record |= {"eyes": self.stream.eyes} if self.stream.eyes else {}
        record |= {"turn": self.turn, "dice": _counted(self.dice), "faces": list(self.faces)}
        record |= {"number": self.number} if self.number is not None else {"source": self.source}
        return record | {"closing": True} if self.closing else record

    @classmethod
    def from_plain(cls, record: Mapping[str, Any]) -> Draw:
        """Returns the draw that `to_plain` wrote.

        Raises:
            StoreError: If the record is not that of a draw.
        """
        try:
            dice = tuple(die for count, die in record["dice"] for _ in range(count))
            return cls(
                Stream(record["who"], record["what"], record.get("eyes", "")),
                record["turn"],
                record.get("number"),
                dice,
                tuple(record["faces"]),
                record.get("source", "key"),
                bool(record.get("closing", False)),
            )
        except (KeyError, TypeError, ValueError):
            raise StoreError(
                say("This is not the record of a draw: {record}.", record=plain(str(record)[:80]))
            ) from None


def _counted(dice: Sequence[Die]) -> list[list[Die]]:
    runs: list[list[Any]] = []
    for die in dice:
        if runs and runs[-1][1] == die:
            runs[-1][0] += 1
        else:
            runs.append([1, die])
    return runs


def recompute(key: bytes, campaign_id: str, draw: Draw, phrases: Phrases = ()) -> tuple[int, ...]:
    """Returns the faces that the key gives for a recorded draw; an honest record has the same (D4).

    Args:
        key: The campaign's key, as revealed.
        campaign_id: The campaign's id.
        draw: A derived draw: it has a number.
        phrases: What was sent for that closing; left out for a draw that no closing made.
    """
    if draw.number is None:
        raise NotAllowed(say("Dice thrown by hand or given by a script do not come from the key."))
    under = message(campaign_id, draw.turn, draw.stream, draw.number, phrases if draw.closing else ())
    faces = KeyedFaces(key, under)
    return tuple(faces.face(die) for die in draw.dice)
