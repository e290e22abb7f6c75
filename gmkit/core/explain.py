"""A result that explains itself: each term by name, the sum, what it was against, and the rules' ids.

A player can check it on paper. Every check of every system is a `Reckoning`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gmkit.words import Listing, Sentence, Words, listing, say


@dataclass(frozen=True)
class Part:
    """One term of a sum: what it is and what it adds."""

    name: Words
    value: int
    shown: Words = ""
    """How it reads where it is not one number, such as dice as they fell."""

    @property
    def words(self) -> Words:
        """The term as it stands in the line: "Strength +2", "2d6-d6: [6, 3] - [4] = 5"."""
        if self.shown:
            return say("{name} {shown}", name=self.name, shown=self.shown)
        return say("{name} {value}", name=self.name, value=signed(self.value))


@dataclass(frozen=True)
class Reckoning:
    """A sum with its terms, what it was held against, and its verdict in words."""

    parts: tuple[Part, ...]
    ids: tuple[str, ...]
    """The rules that it comes from."""
    against: Part | None = None
    verdict: Words = ""

    @property
    def total(self) -> int:
        """The sum of the terms."""
        return sum(part.value for part in self.parts)

    @property
    def margin(self) -> int | None:
        """The sum less what it was against; None where it was against nothing."""
        return None if self.against is None else self.total - self.against.value

    @property
    def words(self) -> Listing:
        """The whole as one line, waiting for its language."""
        pieces: list[Words] = [listing((part.words for part in self.parts), "; "), say(" = {total}", total=self.total)]
        if self.against is not None:
            pieces.append(say(", against {name} {value}", name=self.against.name, value=self.against.value))
        if self.verdict:
            pieces.append(say(": {verdict}", verdict=self.verdict))
        pieces.append(say(" [{ids}]", ids=", ".join(self.ids)))
        return listing(pieces, "")

    @property
    def text(self) -> str:
        """The whole as one line in the current language."""
        return self.words.render()


def signed(value: int) -> str:
    """Returns the number with its sign: +2, 0, -3."""
    return f"{value:+d}" if value else "0"


def modifier_parts(modifiers: Iterable[tuple[Words, int]]) -> tuple[Part, ...]:
    """Returns named modifiers as terms, in the order given."""
    return tuple(Part(name, value) for name, value in modifiers)


def with_ids(sentence: Words, *ids: str) -> Sentence:
    """Returns a sentence followed by the rules that it comes from."""
    return say("{text} [{ids}]", text=sentence, ids=", ".join(ids))
