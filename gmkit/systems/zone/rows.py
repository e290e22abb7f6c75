"""The printed table of elements (Z4), as rows."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import ClassVar, Literal

from pydantic import ConfigDict, StrictInt

from gmkit.core.tables import load_table
from gmkit.words import Term


@dataclass(frozen=True, kw_only=True)
class Element:
    """What may lie in a cell."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    id: str
    en: str
    ru: str
    kind: Literal["trap", "useful", "useful_and_harmful"]
    count: StrictInt | None = None
    """How many are scattered; None: it is not scattered and is no key of a layout."""

    @property
    def name(self) -> Term:
        """Its name in both languages."""
        return Term(self.en, self.ru)


ELEMENTS: tuple[Element, ...] = load_table(files(__package__) / "tables" / "elements.toml", Element)
BY_ID = {element.id: element for element in ELEMENTS}
SCATTERED = tuple(element.id for element in ELEMENTS if element.count is not None)
"""The ids that a layout may hold, in the order of the table."""
ITEMS = tuple(element.id for element in ELEMENTS if element.kind != "trap")
"""The ids of what a Stalker can carry (Z5)."""
COUNTS = {element.id: element.count for element in ELEMENTS if element.count is not None}

MANGE, JELLY, GRINDER = "mosquito_mange", "witches_jelly", "meat_grinder"
NUT, GHOST, CLAY, ETAK, ITCH, LAMP = "nut", "jolly_ghost", "fizzy_clay", "etak", "itch", "death_lamp"
GOLDEN_BALL = "golden_ball"


def element_name(element: str) -> Term:
    """Returns the name of an element, of the Ball, or of an empty cell."""
    if element == GOLDEN_BALL:
        return Term("Golden Ball", "Золотой шар")
    return BY_ID[element].name if element else Term("nothing", "ничего")
