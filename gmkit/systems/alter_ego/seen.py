"""Alter ego as one viewer knows it: sheets, wounds, fights, tables, and checks before their dice fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmkit.core.command import CommandBook
from gmkit.core.persons.game import rows
from gmkit.core.persons.view import PersonsSeen
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego import sheet as sheets
from gmkit.systems.alter_ego.book import Book
from gmkit.systems.alter_ego.commands import MakeCheck
from gmkit.systems.alter_ego.desk import DESK
from gmkit.systems.alter_ego.hooks import CIRCLES_A_ROUND, RULES, book
from gmkit.systems.alter_ego.preparing import ask_objections, asked, person_check
from gmkit.systems.alter_ego.rules.checks import Check
from gmkit.systems.alter_ego.rules.wounds import willpower_difficulty, wound_penalty
from gmkit.systems.alter_ego.rulings import rulings
from gmkit.systems.alter_ego.sheet import Sheet
from gmkit.systems.alter_ego.state import AlterEgoState

Modifiers = Mapping[str, int]

_VERBS = CommandBook([MakeCheck])


class AlterEgoSeen(PersonsSeen):
    """The game as one viewer knows it. It holds nothing that was not told to that viewer."""

    rules = RULES
    desk = DESK

    @property
    def state(self) -> AlterEgoState:
        """All that the viewer knows, as a value."""
        state: AlterEgoState = self._session.game
        return state

    @property
    def book(self) -> Book:
        """The tables in force: characteristics, skills, traits, modifiers, actions, wounds, places, weapons."""
        return book(self._session)

    @property
    def round(self) -> int:
        """The round of the fight, counted from 1: four circles each (A20); 0 outside a fight."""
        return (self.circle - 1) // CIRCLES_A_ROUND + 1 if self.circle else 0

    @property
    def supplements(self) -> list[str]:
        """The names of the supplements that are on, in their order."""
        return [laid.name for laid in self.state.supplements if laid.on]

    def sheet(self, name: str) -> Sheet:
        """Returns a character's sheet as the viewer knows it: words, numbers, budget, reasons of a draft."""
        return sheets.sheet_of(self._session, self.person(name), self._lang)

    def penalty(self, name: str) -> int:
        """Returns what the known wounds of a person take off every result (A24)."""
        ruled = rulings(self._session.settings)
        if not ruled.wounds_on:
            return 0
        numbers = (wound.number for wound in self.person(name).wounds)
        return wound_penalty(numbers, penalty_from_7=ruled.penalty_from_7, book=self.book)

    def willpower_needed(self, name: str) -> int:
        """Returns the difficulty of acting while hurt (A26); 0 for one who is not."""
        numbers = [wound.number for wound in self.person(name).wounds]
        return willpower_difficulty(numbers) if numbers else 0

    def check(
        self,
        name: str,
        characteristic: str,
        skill: str | None = None,
        *,
        difficulty: int | None = None,
        modifiers: Modifiers | None = None,
        swap: Sequence[str] = (),
        penalty_dice: int = 0,
        bonus_dice: int = 0,
        traits: Sequence[str] = (),
        unsuitable: bool = False,
        task: str | None = None,
        drugs: bool = False,
    ) -> Check:
        """Returns a check before its dice fall: `terms`, `needed_faces`, `chance()`; nothing is rolled.

        Raises:
            NotAllowed: If it could not be rolled, with every reason.
        """
        person = self.person(name)
        given: dict[str, Any] = {
            "characteristic": characteristic,
            "skill": skill,
            "difficulty": difficulty,
            "modifiers": {} if modifiers is None else modifiers,
            "swap": rows(swap),
            "penalty_dice": penalty_dice,
            "bonus_dice": bonus_dice,
            "traits": rows(traits),
            "unsuitable": unsuitable,
            "task": task,
            "drugs": drugs,
        }
        # Read as the verb itself is, so that a value of another kind is refused in the same words.
        command = _VERBS.read({"do": MakeCheck.verb, "name": person.public_name, **given})
        assert isinstance(command, MakeCheck)
        ask = asked(command, self._session, command.characteristic, command.skill)
        if reasons := ask_objections(self._session, person, ask, drugs=drugs):
            raise NotAllowed(*reasons)
        return person_check(self._session, person, ask)


def seen(session: Any, viewer: str, lang: str) -> AlterEgoSeen:
    """Returns what a viewer sees of an Alter ego game."""
    return AlterEgoSeen(session, viewer, lang)
