"""What a call that acts gives back: text that a cell shows as it is, and the record that it stands for."""

from __future__ import annotations

from typing import Self

from gmkit.dice.roll import Roll
from gmkit.words import say


class Outcome(str):
    """What happened, line by line; `n` is the number of its document in the ledger."""

    n: int
    undone: bool
    """Whether what it tells was undone since; it is the record, nothing was done again."""

    def __new__(cls, text: str, *, n: int, undone: bool = False) -> Self:
        """Makes the text of a record; an undone one says so."""
        shown = f"({say('undone')}) {text}" if undone else text
        outcome = super().__new__(cls, shown)
        outcome.n, outcome.undone = n, undone
        return outcome

    def __repr__(self) -> str:
        return str(self)


class RecordedRoll(Roll):
    """A roll that stands in a ledger."""

    n: int
    """The number of its document."""
    undone: bool

    @classmethod
    def of(cls, roll: Roll, *, n: int, undone: bool) -> RecordedRoll:
        """Returns the roll with its place in the ledger."""
        recorded = cls(roll.notation, roll.faces, roll.by_hand)
        # A Roll is frozen; its record is part of what it is from the start.
        object.__setattr__(recorded, "n", n)
        object.__setattr__(recorded, "undone", undone)
        return recorded

    def __repr__(self) -> str:
        return f"<Roll {self.text}>" if not self.undone else f"<Roll ({say('undone')}) {self.text}>"
