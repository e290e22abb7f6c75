"""Rapid fire: how many rounds of a burst hit, and with what margin each (F11, FR3)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gmkit.core.explain import with_ids
from gmkit.core.rounding import halved, rounded
from gmkit.core.rulebook import rule
from gmkit.systems.fudge.explained import Explained
from gmkit.systems.fudge.rules.given import whole
from gmkit.words import Words, say


@dataclass(frozen=True, repr=False)
class Burst(Explained):
    """What a burst does."""

    rounds: int
    margin: int
    hits: int
    margin_each: int
    """The margin that counts in the damage of each round that hits; 0: the one that hits grazes."""

    @property
    def words(self) -> Words:
        """The whole as one line, waiting for its language."""
        found = say(
            "{rounds} rounds, margin {margin}: {hits} hit, margin {each} each",
            rounds=self.rounds,
            margin=self.margin,
            hits=self.hits,
            each=self.margin_each,
        )
        return with_ids(found, "F11", "FR3")


@rule("F11", "FR3")
def burst(rounds: int, margin: int) -> Burst:
    """Returns how many rounds hit and the margin of each; margin 0 is one graze, below 0 nothing hits.

    Args:
        rounds: The rounds fired, at least 1.
        margin: The attack less the defence; the weapon's grouping is a term of the attack.

    Raises:
        NotAllowed: If one is no whole number, or no round is fired.
    """
    fired, by = whole("rounds", rounds, least=1), whole("margin", margin)
    if by < 0:
        return Burst(fired, by, 0, 0)
    if by == 0:
        return Burst(fired, by, 1, 0)
    # Ten per cent of the rounds for each point, at least one for each point: the product is rounded, once.
    hits = rounded(by * max(Fraction(1), Fraction(fired, 10)))
    return Burst(fired, by, min(fired, hits), max(1, halved(by)))
