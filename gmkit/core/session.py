"""What every campaign has, whatever its system: seats, settings, turns, open rolls, notes; and the fold of its facts.

A `Session` is a value. The GM's is the fold of all live facts, a player's the same fold over what that player was told
(S1); `session.game` is the system's own state in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, ClassVar

from gmkit.core.fact import Fact, Names
from gmkit.core.names import same_name
from gmkit.core.visibility import seen_by
from gmkit.dice.roll import Roll, roll_from
from gmkit.words import Words, listing, plain, say


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A player's place in the game; it stays when another player takes it over."""

    id: str = seen_by("all")
    """"s1", "s2", …, in the order of joining."""
    name: str = seen_by("all")
    """The player who sits there."""
    dropped: bool = seen_by("all", default=False)
    """Whether the player left; a dropped seat gives no orders."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """A campaign at one moment, as its viewer knows it."""

    title: str = seen_by("all", default="")
    turn: int = seen_by("all", default=1)
    """The turn now being played. Counted from 1."""
    seats: tuple[Seat, ...] = seen_by("all", default=())
    settings: Mapping[str, Any] = seen_by("all", default_factory=dict)
    key_hash: str = seen_by("all", default="")
    """SHA-256 of the dice key (D1)."""
    teaching: bool = seen_by("all", default=False)
    """Whether the key came from a text, so that the dice prove nothing."""
    script: tuple[int, ...] = seen_by("gm", default=())
    """Faces of scenarios and scripts still to be used (D3)."""
    script_used: int = seen_by("gm", default=0)
    """How many such faces were used before."""
    phrases: Mapping[str, str] = seen_by("gm", default_factory=dict)
    """Phrases sent for the closing of this turn, by seat (D1)."""
    handouts: tuple[tuple[str, str, str, str], ...] = seen_by("gm", default=())
    """Parts of handouts that were told: handout, text, picture (a data address or empty), its text for the blind."""
    shown: Mapping[str, tuple[str, ...]] = seen_by("gm", default_factory=dict)
    """Who was shown a part of a handout: its key -> seats, or "all"."""
    over: bool = seen_by("all", default=False)
    game: Any = seen_by("all", default=None)
    """The state of the system; its own fields are marked."""

    @property
    def names(self) -> Names:
        """The player's name of each seat."""
        return {seat.id: seat.name for seat in self.seats}

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who play, in the order of their seats."""
        return tuple(seat.name for seat in self.seats if not seat.dropped)

    def seat(self, seat_id: str) -> Seat | None:
        """Returns the seat with this id, None if there is none."""
        return next((seat for seat in self.seats if seat.id == seat_id), None)

    @staticmethod
    def part_key(part: tuple[str, str, str, str]) -> str:
        """Returns the key in `shown` of a part of a handout: handout, text, picture, its text for the blind."""
        return sha256("\0".join(part).encode()).hexdigest()[:16]

    def shown_to(self, part: tuple[str, str, str, str]) -> tuple[str, ...]:
        """Returns who was shown a part of a handout: seats, or "all"; nobody: it is the GM's."""
        return self.shown.get(self.part_key(part), ())

    def seat_of(self, name: str) -> Seat | None:
        """Returns the seat of the player with this name, None if nobody who plays bears it."""
        return next((seat for seat in self.seats if not seat.dropped and same_name(seat.name, name)), None)


# --- facts -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CampaignBegun(Fact):
    """The campaign was created (D1)."""

    kind: ClassVar[str] = "campaign_begun"
    told_to: ClassVar[str] = "all"
    title: str
    turn: int
    key_hash: str
    teaching: bool

    def line(self, names: Names) -> Words:
        return say("{title}: the game begins.", title=self.title)


@dataclass(frozen=True)
class KeyDrawn(Fact):
    """The key of the dice, the GM's alone until it is revealed (D1)."""

    kind: ClassVar[str] = "key_drawn"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    key: str
    """32 bytes in hexadecimal."""


@dataclass(frozen=True)
class Seated(Fact):
    """A player took a seat, new or left by another."""

    kind: ClassVar[str] = "seated"
    told_to: ClassVar[str] = "all"
    seat: str
    name: str
    before: str = ""
    """Who sat there before; empty for a new seat."""

    def line(self, names: Names) -> Words:
        if self.before:
            return say("{name} takes over from {before}.", name=self.name, before=self.before)
        return say("{name} joins.", name=self.name)


@dataclass(frozen=True)
class SeatDropped(Fact):
    """A player left the game."""

    kind: ClassVar[str] = "seat_dropped"
    told_to: ClassVar[str] = "all"
    seat: str
    name: str

    def line(self, names: Names) -> Words:
        return say("{name} leaves the game.", name=self.name)


@dataclass(frozen=True)
class SettingChanged(Fact):
    """A ruling was set. Rulings are everybody's: they are the rules that all play by."""

    kind: ClassVar[str] = "setting_changed"
    told_to: ClassVar[str] = "all"
    name: str
    value: Any
    reason: str = ""

    def line(self, names: Names) -> Words:
        value = str(self.value).lower() if isinstance(self.value, bool) else str(self.value)
        if self.reason:
            return say("Ruling {name}: {value} ({reason}).", name=self.name, value=value, reason=self.reason)
        return say("Ruling {name}: {value}.", name=self.name, value=value)


@dataclass(frozen=True)
class Rolled(Fact):
    """Dice were rolled in the open, or for those who may see them."""

    kind: ClassVar[str] = "rolled"
    told_to: ClassVar[str] = "gm"
    notation: str
    text: str
    by: str
    faces: tuple[int, ...]
    total: int
    by_hand: bool = False

    @property
    def rolled(self) -> Roll:
        """The roll with its dice."""
        return roll_from(self.notation, self.faces, by_hand=self.by_hand)

    def line(self, names: Names) -> Words:
        if not self.text:
            return self.rolled.words
        # What ends in a mark of its own, such as "Does it hold?", takes no colon.
        if self.text.rstrip().endswith((".", ":", "?", "!", "…", ";", ",")):
            return say("{text} {roll}", text=self.text.rstrip(), roll=self.rolled.words)
        return say("{text}: {roll}", text=self.text, roll=self.rolled.words)

    def actor(self, names: Names) -> Words:
        return self.by

    def roll(self) -> Words:
        return self.rolled.words

    def result(self) -> int | None:
        return self.total


@dataclass(frozen=True)
class Noted(Fact):
    """A line that the GM wrote into the ledger."""

    kind: ClassVar[str] = "noted"
    told_to: ClassVar[str] = "gm"
    text: str
    about: int | None = None
    """The earlier turn that it is about; it stands on the present page."""

    def line(self, names: Names) -> Words:
        if self.about is not None:
            return say("About turn {turn}: {text}", turn=self.about, text=self.text)
        return plain(self.text)

    def actor(self, names: Names) -> Words:
        return "gm"


@dataclass(frozen=True)
class Message(Fact):
    """A word from the GM to one player."""

    kind: ClassVar[str] = "message"
    told_to: ClassVar[str] = "owner"
    text: str

    def line(self, names: Names) -> Words:
        return plain(self.text)

    def actor(self, names: Names) -> Words:
        return "gm"


@dataclass(frozen=True)
class Corrected(Fact):
    """Why the GM corrected something by hand; what changed is told by facts of the system."""

    kind: ClassVar[str] = "corrected"
    told_to: ClassVar[str] = "gm"
    what: str
    reason: str

    def line(self, names: Names) -> Words:
        return say("Corrected {what}: {reason}", what=self.what, reason=self.reason)

    def actor(self, names: Names) -> Words:
        return "gm"


@dataclass(frozen=True)
class PhraseSent(Fact):
    """A player's phrase for the dice of this turn's closing (D1)."""

    kind: ClassVar[str] = "phrase_sent"
    told_to: ClassVar[str] = "owner"
    seat: str
    text: str

    def line(self, names: Names) -> Words:
        return say("Phrase for the dice of this turn: {text}", text=self.text)

    def actor(self, names: Names) -> Words:
        return names.get(self.seat, self.seat)


@dataclass(frozen=True)
class PhrasesUsed(Fact):
    """The phrases that went into the dice of a turn's closing (D1)."""

    kind: ClassVar[str] = "phrases_used"
    told_to: ClassVar[str] = "all"
    phrases: tuple[tuple[str, str], ...]
    """Seat and phrase, by seat."""

    def line(self, names: Names) -> Words:
        said = [say("{name}: {text}", name=names.get(seat, seat), text=text) for seat, text in self.phrases]
        return say("Phrases in the dice of this turn: {phrases}", phrases=listing(said, "; "))


@dataclass(frozen=True)
class HandoutTold(Fact):
    """A part of a handout was shown; the GM names to whom."""

    kind: ClassVar[str] = "handout_told"
    told_to: ClassVar[str] = "gm"
    handout: str
    text: str = ""
    picture: str = ""
    alt: str = ""

    def line(self, names: Names) -> Words:
        return say("{handout}: {text}", handout=self.handout, text=self.text or self.alt)

    def actor(self, names: Names) -> Words:
        return "gm"


@dataclass(frozen=True)
class HandoutTakenBack(Fact):
    """A part of a handout was taken back from those who had been shown it."""

    kind: ClassVar[str] = "handout_taken_back"
    told_to: ClassVar[str] = "gm"
    handout: str
    text: str = ""
    picture: str = ""
    alt: str = ""

    def line(self, names: Names) -> Words:
        return say("{handout}, taken back: {text}", handout=self.handout, text=self.text or self.alt)

    def actor(self, names: Names) -> Words:
        return "gm"


@dataclass(frozen=True)
class HandoutAudience(Fact):
    """Who has now been shown a part of a handout, so that it can be taken back from them; nobody: it was."""

    kind: ClassVar[str] = "handout_audience"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    part: str
    shown_to: tuple[str, ...]


@dataclass(frozen=True)
class DiceLaidOut(Fact):
    """The faces of a scenario's or script's `dice`, laid behind those that lie there still (D3)."""

    kind: ClassVar[str] = "dice_laid_out"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    faces: tuple[int, ...]


@dataclass(frozen=True)
class DiceTaken(Fact):
    """So many of the faces laid out were needed; an undo lays them out again (D3)."""

    kind: ClassVar[str] = "dice_taken"
    told_to: ClassVar[str] = "gm"
    has_line: ClassVar[bool] = False
    count: int


@dataclass(frozen=True)
class TurnClosed(Fact):
    """A turn ended; its report is out."""

    kind: ClassVar[str] = "turn_closed"
    told_to: ClassVar[str] = "all"
    has_line: ClassVar[bool] = False
    turn: int


@dataclass(frozen=True)
class GameEnded(Fact):
    """The game is over; nothing more is ordered."""

    kind: ClassVar[str] = "game_ended"
    told_to: ClassVar[str] = "all"
    has_line: ClassVar[bool] = False


COMMON_FACTS: tuple[type[Fact], ...] = (
    CampaignBegun,
    KeyDrawn,
    Seated,
    SeatDropped,
    SettingChanged,
    Rolled,
    Noted,
    Message,
    Corrected,
    PhraseSent,
    PhrasesUsed,
    HandoutTold,
    HandoutTakenBack,
    HandoutAudience,
    DiceLaidOut,
    DiceTaken,
    TurnClosed,
    GameEnded,
)

UNFOLDED = frozenset({"rolled", "noted", "message", "corrected", "key_drawn"})
"""Kinds that change no state: reading them back can wait until somebody looks."""


def fold_common(session: Session, fact: Fact) -> Session:
    """Returns the session after a fact that every system shares; unchanged for those that change no state."""
    match fact:
        case CampaignBegun():
            return replace(session, title=fact.title, turn=fact.turn, key_hash=fact.key_hash, teaching=fact.teaching)
        case Seated():
            kept = tuple(seat for seat in session.seats if seat.id != fact.seat)
            taken = sorted((*kept, Seat(id=fact.seat, name=fact.name)), key=lambda seat: (len(seat.id), seat.id))
            return replace(session, seats=tuple(taken))
        case SeatDropped():
            left = tuple(replace(seat, dropped=True) if seat.id == fact.seat else seat for seat in session.seats)
            return replace(session, seats=left)
        case SettingChanged():
            return replace(session, settings={**session.settings, fact.name: fact.value})
        case PhraseSent():
            return replace(session, phrases={**session.phrases, fact.seat: fact.text})
        case TurnClosed():
            return replace(session, turn=fact.turn + 1, phrases={})
        case GameEnded():
            return replace(session, over=True)
        case DiceLaidOut():
            return replace(session, script=(*session.script, *fact.faces))
        case DiceTaken():
            faces_left, used = session.script[fact.count :], session.script_used + fact.count
            return replace(session, script=faces_left, script_used=used)
        case _:
            return _fold_handout(session, fact)


def _fold_handout(session: Session, fact: Fact) -> Session:
    match fact:
        case HandoutTold():
            part = (fact.handout, fact.text, fact.picture, fact.alt)
            return replace(session, handouts=(*(told for told in session.handouts if told != part), part))
        case HandoutTakenBack():
            part = (fact.handout, fact.text, fact.picture, fact.alt)
            return replace(session, handouts=tuple(told for told in session.handouts if told != part))
        case HandoutAudience():
            others = {part: seen for part, seen in session.shown.items() if part != fact.part}
            return replace(session, shown={**others, fact.part: fact.shown_to} if fact.shown_to else others)
        case _:
            return session


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What a system starts a game from."""

    seats: tuple[str, ...]
    """The seats in the order of joining."""
    settings: Mapping[str, Any]
    scenario: Mapping[str, Any] = field(default_factory=dict)
    """The system's own keys of the scenario; the common ones are taken out."""
