"""Named spans of whole numbers: difficulties, ladders, levels, results; one reader for all printed tables of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from gmkit.errors import TableError
from gmkit.words import Term, say


@dataclass(frozen=True)
class Band:
    """A named span of whole numbers, both ends in it; None is open."""

    id: str
    en: str
    ru: str
    lowest: int | None = None
    highest: int | None = None

    @property
    def name(self) -> Term:
        """The name in both languages."""
        return Term(self.en, self.ru)

    def holds(self, value: int) -> bool:
        """Returns whether *value* lies in the span."""
        above = self.lowest is None or value >= self.lowest
        return above and (self.highest is None or value <= self.highest)


def band_of(bands: Sequence[Band], value: int) -> Band | None:
    """Returns the band in which *value* lies, None where there is none."""
    return next((band for band in bands if band.holds(value)), None)


def check_bands(bands: Sequence[Band], *, name: str) -> Sequence[Band]:
    """Returns the bands, in rising order without gap or overlap.

    Raises:
        TableError: If two leave a gap or overlap; names both.
    """
    for low, high in pairwise(bands):
        if low.highest is None or high.lowest is None or high.lowest != low.highest + 1:
            raise TableError(
                say("{file}: {low} and {high} leave a gap or overlap.", file=name, low=low.id, high=high.id)
            )
    return bands
