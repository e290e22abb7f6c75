"""The tables in force: the source's, with the supplements that are on laid over them in their order (A27, AR25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gmkit.core.bands import Band
from gmkit.core.names import folded
from gmkit.core.rulebook import rule
from gmkit.systems.alter_ego import rows
from gmkit.systems.alter_ego.rows import (
    Characteristic,
    Modifier,
    Place,
    SimpleAction,
    Skill,
    Trait,
    Weapon,
    WordPart,
    WoundRow,
)
from gmkit.words import Term, Words, say


@dataclass(frozen=True, kw_only=True)
class Book:
    """All tables of a game."""

    characteristics: Mapping[str, Characteristic] = field(default_factory=lambda: rows.CHARACTERISTICS)
    skills: Mapping[str, Skill] = field(default_factory=lambda: rows.SKILLS)
    traits: Mapping[str, Trait] = field(default_factory=lambda: rows.TRAITS)
    modifiers: Mapping[str, Modifier] = field(default_factory=lambda: rows.MODIFIERS)
    actions: Mapping[str, SimpleAction] = field(default_factory=lambda: rows.ACTIONS)
    places: Mapping[str, Place] = field(default_factory=lambda: rows.PLACES)
    wounds: tuple[WoundRow, ...] = rows.WOUNDS
    difficulties: tuple[Band, ...] = tuple(rows.DIFFICULTIES)
    weapons: Mapping[str, Weapon] = field(default_factory=dict)

    def wound(self, number: int) -> WoundRow:
        """Returns the row of a wound's number; 10 and more are one (A23)."""
        return self.wounds[min(number, rows.WORST) - 1]

    def skill_name(self, skill: str) -> Words:
        """Returns what a skill is called; a named style with the skill that it is a style of (A7)."""
        if skill in self.skills:
            return self.skills[skill].name
        base, style = split_style(skill)
        if base in self.skills and style:
            return say("{skill} ({style})", skill=self.skills[base].name, style=style)
        return skill

    def skill_row(self, skill: str) -> Skill | None:
        """Returns the row of a skill, or of the skill that a named style belongs to; None if there is none."""
        base, style = split_style(skill)
        row = self.skills.get(skill) or self.skills.get(base)
        return row if row and (not style or row.styles or skill in self.skills) else None

    def modifier_name(self, modifier: str) -> Words:
        """Returns what a modifier is called; the GM's own by the GM's words."""
        return self.modifiers[modifier].name if modifier in self.modifiers else modifier


BOOK = Book()
"""The source's own tables."""


def split_style(skill: str) -> tuple[str, str]:
    """Returns the skill and the named style of it in "brawling: karate"; no style is empty."""
    base, _, style = skill.partition(":")
    return base.strip(), style.strip()


def find_id(known: Mapping[str, rows.Row], typed: str) -> str | None:
    """Returns the id of a row by its id or its name in either language, however typed; None if there is none."""
    if typed in known:
        return typed
    wanted = folded(typed.replace("_", " "))
    for item, row in known.items():
        if wanted in (folded(item.replace("_", " ")), folded(row.en), folded(row.ru)):
            return item
    return None


@rule("A7", "AR15")
def skill_id(book: Book, typed: str) -> str:
    """Returns the id of a skill or named style by id or name; what is not known stays as it was typed."""
    found = find_id(book.skills, typed)
    if found is not None:
        return found
    base, style = split_style(typed)
    if not style and typed.endswith(")") and "(" in typed:
        base, _, style = typed[:-1].partition("(")
        base, style = base.strip(), style.strip()
    known = find_id(book.skills, base) if style else None
    return f"{known}: {style}" if known and book.skills[known].styles else typed


def group_name(group: str) -> Term:
    """Returns what a group of levels is called."""
    return {
        "characteristics": Term("Characteristics", "Характеристики"),
        "skills": Term("Skills", "Навыки"),
    }[group]


@rule("A1")
def word_parts() -> Mapping[str, WordPart]:
    """Returns the parts of a description (A1)."""
    return rows.WORD_PARTS
