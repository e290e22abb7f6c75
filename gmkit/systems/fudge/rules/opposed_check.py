"""Two sides against each other (F8, FR8)."""

from __future__ import annotations

from dataclasses import dataclass

from gmkit.core.explain import Part, Reckoning
from gmkit.core.rulebook import rule
from gmkit.systems.fudge.explained import Explained
from gmkit.systems.fudge.rows import OUTCOMES
from gmkit.systems.fudge.rules.given import whole
from gmkit.systems.fudge.rulings import chosen
from gmkit.words import Words, say


@dataclass(frozen=True, repr=False)
class Opposed(Explained):
    """How two sums came out, seen from the first side."""

    reckoning: Reckoning
    outcome: str
    """"success", "fail", "draw" or "complication"."""

    @property
    def margin(self) -> int:
        """The first sum less the second."""
        return self.reckoning.margin or 0

    @property
    def words(self) -> Words:
        """The whole as one line, waiting for its language."""
        return self.reckoning.words


@rule("F8", "FR8")
def opposed_outcome(margin: int, opposed_tie: str) -> str:
    """Returns how an opposed check ends for the side that began."""
    if margin == 0:
        return opposed_tie
    return "success" if margin > 0 else "fail"


@rule("F8")
def opposed(one: int, other: int, *, opposed_tie: str = "draw") -> Opposed:
    """Returns how two sums come out, for the first side; both were made as a check's is (F7).

    Args:
        one: The sum of the side that began.
        other: The sum of the other side.
        opposed_tie: The ruling FR8.

    Raises:
        NotAllowed: If a sum is no whole number or the ruling is no choice.
    """
    first, second = whole("one", one), whole("other", other)
    return opposed_of(
        say("the first side"), first, say("the second"), second, chosen(opposed_tie=opposed_tie).opposed_tie
    )


def opposed_of(one: Words, first: int, other: Words, second: int, opposed_tie: str) -> Opposed:
    """Returns how the sums of two named sides come out."""
    outcome = opposed_outcome(first - second, opposed_tie)
    ids = ("F8", "FR8") if first == second else ("F8",)
    return Opposed(Reckoning((Part(one, first),), ids, Part(other, second), OUTCOMES[outcome].name), outcome)
