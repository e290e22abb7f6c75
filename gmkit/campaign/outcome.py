"""What a call that acts gives back: text that a cell shows as it is, and the record that it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from gmkit.core.fact import Fact
from gmkit.dice.roll import Roll
from gmkit.words import say


class Outcome(str):
    """What happened, line by line; `n` is the number of its document in the ledger."""

    __slots__ = ("facts", "n", "notice", "undone")
    n: int
    undone: bool
    """Whether what it tells was undone since; it is the record, nothing was done again."""
    facts: Sequence[Fact]
    """What happened, for a system's verbs that give back more than text."""

    notice: str
    """What a cell shows beside it: why the record that came back is not what stands now, and what to do; that players
    had seen what was undone."""

    def __new__(cls, text: str, *, n: int, undone: bool = False, facts: Sequence[Fact] = (), notice: str = "") -> Self:
        """Makes the text of a record; an undone one says so."""
        shown = say("(undone) {text}", text=text).render() if undone else text
        outcome = super().__new__(cls, shown)
        outcome.n, outcome.undone, outcome.facts, outcome.notice = n, undone, facts, notice
        return outcome

    def __repr__(self) -> str:
        # One line, whatever it tells (W10).
        return " · ".join([*self.splitlines(), *filter(None, [self.notice])])


class RecordedRoll(Roll):
    """A roll that stands in a ledger."""

    n: int
    """The number of its document."""
    undone: bool
    lang: str
    """The campaign's language, in which its line is written."""

    @classmethod
    def of(cls, roll: Roll, *, n: int, undone: bool, lang: str) -> RecordedRoll:
        """Returns the roll with its place in the ledger."""
        recorded = cls(roll.notation, roll.faces, roll.by_hand)
        # A Roll is frozen; its record is part of what it is from the start.
        object.__setattr__(recorded, "n", n)
        object.__setattr__(recorded, "undone", undone)
        object.__setattr__(recorded, "lang", lang)
        return recorded

    @property
    def text(self) -> str:
        """One line to check on paper: the dice as they fell, the sum, the total; of an undone roll it says so."""
        line = self.words.render(self.lang)
        return say("(undone) {text}", text=line).render(self.lang) if self.undone else line
