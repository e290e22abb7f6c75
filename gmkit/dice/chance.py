"""All randomness of gmkit: the keyed dice that anyone can check afterwards (D1-D5), and the system's for free rolls."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from gmkit.dice.keyed import (
    LAYOUT,
    SCHEME,
    Draw,
    KeyedFaces,
    Phrases,
    Stream,
    id_from_text,
    key_from_text,
    key_hash,
    message,
    recompute,
)
from gmkit.dice.notation import Die, Tree, allowed_faces, die_name, faces_of, parse
from gmkit.dice.roll import Roll, hand_roll, read_faces, roll_from, roll_of
from gmkit.errors import NotAllowed, StoreError
from gmkit.words import Sentence, plain, say

__all__ = [
    "LAYOUT",
    "SCHEME",
    "Chance",
    "Chances",
    "Draw",
    "Drawing",
    "KeyedFaces",
    "Phrases",
    "RecordedChance",
    "Stream",
    "SystemFaces",
    "id_from_text",
    "key_from_text",
    "key_hash",
    "message",
    "new_id",
    "new_key",
    "recompute",
]

T = TypeVar("T")


def new_key() -> bytes:
    """Returns a fresh 32-byte key from the system's randomness (D1)."""
    return secrets.token_bytes(32)


def new_id() -> str:
    """Returns a fresh id for a campaign: 32 hex digits from the system's randomness."""
    return secrets.token_hex(16)


class SystemFaces:
    """Gives faces from the system's randomness, for rolls that are recorded nowhere."""

    def face(self, die: Die) -> int:
        """Returns a face of the die."""
        return secrets.choice(faces_of(die))


class Drawing(ABC):
    """One draw in the making: asked for one face after another."""

    @abstractmethod
    def face(self, die: Die) -> int:
        """Returns the next face of this draw."""


class Chances(ABC):
    """What rules ask for dice: a live `Chance`, or a `RecordedChance` that gives the same faces back."""

    @abstractmethod
    def draw(self, stream: Stream) -> Drawing:
        """Returns a new draw of the stream, to be asked face by face; it is recorded with its first face."""

    @abstractmethod
    def faces(self, stream: Stream, dice: Sequence[Die], hand: Sequence[int] | str | None = None) -> tuple[int, ...]:
        """Returns one face for each of the dice, all in one draw.

        Args:
            stream: Whose draw it is.
            dice: The dice, in order.
            hand: What people threw, exactly one face for each die; None: they are drawn.
        """

    @abstractmethod
    def roll(self, stream: Stream, notation: Tree | str, faces: Sequence[int] | str | None = None) -> Roll:
        """Returns the roll of a notation in one draw; *faces* are those thrown by hand."""

    def shuffle(self, stream: Stream, items: Sequence[T]) -> tuple[T, ...]:
        """Returns the items in a drawn order: each place in turn is filled by a die with as many sides as are left."""
        left = list(items)
        drawing = self.draw(stream)
        for place in range(len(left) - 1):
            chosen = place + drawing.face(len(left) - place) - 1
            left[place], left[chosen] = left[chosen], left[place]
        return tuple(left)


@dataclass
class _Segment:
    """Faces of one draw that came from one source."""

    stream: Stream
    source: Literal["key", "hand", "script"]
    number: int | None
    dice: list[Die]
    faces: list[int]


class Chance(Chances):
    """The dice of one batch of commands: scripted faces while they last, then the campaign's key (D1, D3).

    A refused batch throws its Chance away, and with it every number and scripted face that it took.

    Args:
        key: The campaign's key.
        campaign_id: The campaign's id.
        turn: The turn; creation is turn 0.
        counts: (who, what, eyes) -> how many live derived draws that stream has had this turn.
        script: Scripted faces that are left.
        script_used: How many scripted faces were used before; a refusal counts from the first of all.
        phrases: (seat, phrase) pairs sent for this closing.
        closing: Whether a turn is being closed; only then phrases stand in the messages.
    """

    def __init__(
        self,
        key: bytes,
        campaign_id: str,
        turn: int,
        *,
        counts: Mapping[tuple[str, str, str], int] | None = None,
        script: Sequence[int] = (),
        script_used: int = 0,
        phrases: Phrases = (),
        closing: bool = False,
    ) -> None:
        self._key = key
        self._campaign_id = campaign_id
        self._turn = turn
        self._counts = dict(counts or {})
        self._script = tuple(script)
        self._script_at = 0
        self._script_used = script_used
        self._phrases = tuple(phrases) if closing else ()
        self._closing = closing
        self._segments: list[_Segment] = []

    @property
    def draws(self) -> tuple[Draw, ...]:
        """Every draw so far, in the order of their first faces; one that ran out of script is two."""
        return tuple(
            Draw(s.stream, self._turn, s.number, tuple(s.dice), tuple(s.faces), s.source, self._closing)
            for s in self._segments
        )

    @property
    def script_left(self) -> tuple[int, ...]:
        """The scripted faces that were not needed yet."""
        return self._script[self._script_at :]

    @property
    def counts(self) -> dict[tuple[str, str, str], int]:
        """(who, what, eyes) -> how many derived draws the stream has had this turn, these included."""
        return dict(self._counts)

    def draw(self, stream: Stream) -> Drawing:
        """Returns a new draw of the stream; it takes a number only when the key gives one of its faces."""
        return _LiveDrawing(self, stream)

    def faces(self, stream: Stream, dice: Sequence[Die], hand: Sequence[int] | str | None = None) -> tuple[int, ...]:
        """Returns one face for each of the dice, all in one draw."""
        if hand is None:
            drawing = self.draw(stream)
            return tuple(drawing.face(die) for die in dice)
        typed = read_faces(hand)
        if len(typed) != len(dice):
            raise NotAllowed(
                say("{needed} faces are needed and {given} were given.", needed=len(dice), given=len(typed))
            )
        for place, (die, face) in enumerate(zip(dice, typed, strict=True), start=1):
            _check_face(place, face, die)
        self._record_hand(stream, dice, typed)
        return typed

    def roll(self, stream: Stream, notation: Tree | str, faces: Sequence[int] | str | None = None) -> Roll:
        """Returns the roll of a notation in one draw; *faces* are those thrown by hand."""
        tree = parse(notation) if isinstance(notation, str) else notation
        if faces is None:
            return roll_of(tree, self.draw(stream).face)
        rolled = hand_roll(tree, faces)
        dice = [term.dice.die for term in rolled.thrown for _ in term.faces]
        self._record_hand(stream, dice, rolled.faces)
        return rolled

    def _record_hand(self, stream: Stream, dice: Sequence[Die], faces: Sequence[int]) -> None:
        if faces:
            self._segments.append(_Segment(stream, "hand", None, list(dice), list(faces)))

    def next_face(self, drawing: _LiveDrawing, die: Die) -> int:
        """Returns the next face for a draw, from the script if it may and can, else from the key."""
        if self._script_at < len(self._script) and drawing.stream.who != LAYOUT:
            face = self._script[self._script_at]
            _check_scripted(self._script_used + self._script_at + 1, face, die)
            self._script_at += 1
            drawing.segment(self._segments, "script", None)
        else:
            if drawing.keyed is None:
                self._begin_keyed(drawing)
            assert drawing.keyed is not None
            face = drawing.keyed.face(die)
        drawing.note(die, face)
        return face

    def _begin_keyed(self, drawing: _LiveDrawing) -> None:
        stream = drawing.stream
        name = (stream.who, stream.what, stream.eyes)
        number = self._counts.get(name, 0)
        self._counts[name] = number + 1
        under = message(self._campaign_id, self._turn, stream, number, self._phrases)
        drawing.keyed = KeyedFaces(self._key, under)
        drawing.segment(self._segments, "key", number)


class _LiveDrawing(Drawing):
    def __init__(self, chance: Chance, stream: Stream) -> None:
        self.stream = stream
        self.keyed: KeyedFaces | None = None
        self._chance = chance
        self._segment: _Segment | None = None

    def face(self, die: Die) -> int:
        return self._chance.next_face(self, die)

    def segment(self, segments: list[_Segment], source: Literal["key", "script"], number: int | None) -> None:
        """Opens a record of its own for faces of another source."""
        if self._segment is None or self._segment.source != source:
            self._segment = _Segment(self.stream, source, number, [], [])
            segments.append(self._segment)

    def note(self, die: Die, face: int) -> None:
        assert self._segment is not None
        self._segment.dice.append(die)
        self._segment.faces.append(face)


class RecordedChance(Chances):
    """Gives recorded draws back in their order and derives nothing: what a redo or a replay asks (D2)."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        self.draws = tuple(draws)
        self._claimed = 0
        self._given = 0

    @property
    def left(self) -> int:
        """How many recorded faces were not asked for; after a faithful replay 0."""
        return sum(len(draw.faces) for draw in self.draws) - self._given

    def draw(self, stream: Stream) -> Drawing:
        """Returns the next recorded draw, which must be one of this stream."""
        return _RecordedDrawing(self, stream)

    def faces(self, stream: Stream, dice: Sequence[Die], hand: Sequence[int] | str | None = None) -> tuple[int, ...]:
        """Returns the recorded faces; those typed by hand are in the record too."""
        drawing = self.draw(stream)
        return tuple(drawing.face(die) for die in dice)

    def roll(self, stream: Stream, notation: Tree | str, faces: Sequence[int] | str | None = None) -> Roll:
        """Returns the recorded roll of the notation."""
        drawing = _RecordedDrawing(self, stream)
        rolled = roll_of(parse(notation) if isinstance(notation, str) else notation, drawing.face)
        by_hand = drawing.record is not None and drawing.record.source == "hand"
        return roll_from(rolled.notation, rolled.faces, by_hand=by_hand)

    def claim(self, stream: Stream) -> Draw:
        """Returns the next record that no draw has taken yet."""
        if self._claimed >= len(self.draws):
            raise StoreError(say("The record has no more dice, but {who} asks for one.", who=plain(stream.who)))
        record = self.draws[self._claimed]
        if record.stream != stream:
            raise StoreError(
                say(
                    "The record has dice of {there} next, not of {who}.",
                    there=_named(record.stream),
                    who=_named(stream),
                )
            )
        self._claimed += 1
        return record

    def count(self) -> None:
        """Notes that one more face was given back."""
        self._given += 1


def _named(stream: Stream) -> Sentence:
    return plain(" / ".join(part for part in (stream.who, stream.what, stream.eyes) if part))


class _RecordedDrawing(Drawing):
    def __init__(self, chance: RecordedChance, stream: Stream) -> None:
        self.record: Draw | None = None
        self._chance = chance
        self._stream = stream
        self._at = 0

    def face(self, die: Die) -> int:
        # A draw that ran out of script goes on in a record of its own, as it was written.
        if self.record is None or self._at >= len(self.record.faces):
            self.record = self._chance.claim(self._stream)
            self._at = 0
        recorded, face = self.record.dice[self._at], self.record.faces[self._at]
        if recorded != die:
            raise StoreError(
                say(
                    "The record has {recorded} here, but {die} is asked for.",
                    recorded=plain(die_name(recorded)),
                    die=plain(die_name(die)),
                )
            )
        self._at += 1
        self._chance.count()
        return face


def _check_face(place: int, face: int, die: Die) -> None:
    if face not in faces_of(die):
        raise NotAllowed(
            say(
                "Face {place} is {face}, but {die} shows {allowed}.",
                place=place,
                face=face,
                die=plain(die_name(die)),
                allowed=allowed_faces(die),
            )
        )


def _check_scripted(place: int, face: object, die: Die) -> None:
    if isinstance(face, bool) or not isinstance(face, int) or face not in faces_of(die):
        raise NotAllowed(
            say(
                "Scripted face {place} is {face}, but the next die is {die}, which shows {allowed}.",
                place=place,
                face=plain(str(face)),
                die=plain(die_name(die)),
                allowed=allowed_faces(die),
            )
        )
