"""What a GM types on a Fudge campaign: characters, checks, attacks, ties, wearing down; the rest is the core's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from gmkit.core.persons.game import PersonsGame, RecordedCheck, checked, rows
from gmkit.core.persons.view import Rows
from gmkit.systems.fudge import facts as f
from gmkit.systems.fudge.rules.check import SUCCEEDS
from gmkit.systems.fudge.view import CellRow, QuestionSeen, Sheet

Levels = Mapping[str, Any]
Numbers = Mapping[str, int]


class RecordedAttack(str):
    """An attack that stands in the ledger: its lines, and what a cell may go on with."""

    __slots__ = ("attrition", "damage", "hits", "margin", "n", "outcome", "state", "undone")
    n: int
    """The number of its document."""
    undone: bool
    outcome: str
    """"miss", "graze" or "hit"."""
    margin: int
    hits: int
    damage: int | None
    """Of each hit, signed; None: nothing hit."""
    attrition: int
    """Points of each hit that wear down."""
    state: str
    """The state that the damage of one hit leads to; "unhurt" of a miss."""

    @classmethod
    def of(cls, told: Any, fact: f.Attacked) -> Self:
        """Returns the attack in what a command gave back."""
        made = cls(str(told))
        hurt = next((other for other in told.facts if isinstance(other, f.Damaged)), None)
        made.n, made.undone = told.n, told.undone
        made.outcome, made.margin, made.hits = fact.outcome, fact.margin, fact.hits
        made.damage, made.attrition = (hurt.damage, hurt.attrition) if hurt else (None, 0)
        made.state = hurt.state if hurt else "unhurt"
        return made

    @property
    def text(self) -> str:
        """The whole as one text, each term by name."""
        return str(self)

    def __repr__(self) -> str:
        return " · ".join(self.splitlines())


class RecordedOpposed(str):
    """An opposed check that stands in the ledger."""

    __slots__ = ("margin", "n", "outcome", "sums", "undone")
    n: int
    undone: bool
    outcome: str
    """Of the side that began: "success", "fail", "draw" or "complication"."""
    margin: int
    sums: tuple[int, int]

    @classmethod
    def of(cls, told: Any, fact: f.OpposedEnded) -> Self:
        """Returns the opposed check in what a command gave back."""
        made = cls(str(told))
        made.n, made.undone = told.n, told.undone
        made.outcome, made.margin, made.sums = fact.outcome, fact.margin, fact.sums
        return made

    @property
    def text(self) -> str:
        """The whole as one text, each term by name."""
        return str(self)

    def __repr__(self) -> str:
        return " · ".join(self.splitlines())


class FudgeGame(PersonsGame):
    """The verbs of the game master on a Fudge campaign (api.md)."""

    # --- characters -------------------------------------------------------------------------------------------------

    def character(
        self,
        name: str,
        *,
        player: str | None = None,
        public_name: str | None = None,
        known_to: str | Sequence[str] | None = None,
        points: int | None = 30,
        attributes: Levels = {},  # noqa: B006
        skills: Levels = {},  # noqa: B006
        techniques: Levels = {},  # noqa: B006
        qualities: Levels = {},  # noqa: B006
        properties: Sequence[Any] = (),
        words: Mapping[str, str] = {},
        id: str | None = None,
    ) -> Any:
        """Makes a character, of a player or the GM's.

        Args:
            name: The true name, known to its player and the GM.
            player: Who plays it; None: the GM, and nobody is told of it.
            public_name: How it is called before the others; the name, if none is given.
            known_to: Who knows that it exists: "all", players, or "gm"; by default all for a player's.
            points: What the GM gives to spend; None: no limit.
            attributes: strength, vitality, mind, agility -> level; Normal (0) by default.
            skills: Name -> level, or name -> {"level": 2, "price": 4, "default": -3}.
            techniques: Name -> level, or name -> {"level": 1, "price": 2}.
            qualities: scale and armour -> level.
            properties: Names, or {"name": …, "kind": "advantage" | "drawback" | "both", "level": …, "price": …}.
            words: Parts of the description; further ones are notes, the GM's until they are shown.
            id: The same id with the same content is the same command.
        """
        return self._do(
            "character",
            id=id,
            name=name,
            player=player,
            public_name=public_name,
            known_to=rows(known_to),
            points=points,
            attributes=attributes,
            skills=skills,
            techniques=techniques,
            qualities=qualities,
            properties=properties,
            words=words,
        )

    def change(
        self,
        name: str,
        *,
        points: int | None = None,
        attributes: Levels = {},  # noqa: B006
        skills: Levels = {},  # noqa: B006
        techniques: Levels = {},  # noqa: B006
        qualities: Levels = {},  # noqa: B006
        properties: Sequence[Any] | None = None,
        reason: str = "",
        id: str | None = None,
    ) -> Any:
        """Sets levels, prices, all properties, or points; a level of None takes the entry away."""
        return self._do(
            "change",
            id=id,
            name=name,
            points=points,
            attributes=attributes,
            skills=skills,
            techniques=techniques,
            qualities=qualities,
            properties=properties,
            reason=reason,
        )

    def skill_default(self, skill: str, level: int | None, *, id: str | None = None) -> Any:
        """Says what is rolled for a demanded skill by those who lack it; None: the setting's again."""
        return self._do("skill_default", id=id, skill=skill, level=level)

    def sheet(self, name: str) -> Sheet:
        """Returns a character, by public or true name."""
        sheet: Sheet = self._view.sheet(name)
        return sheet

    def cells(self, name: str) -> Rows[CellRow]:
        """Returns the wound cells of a person: state, name, cells, filled, penalty."""
        cells: Rows[CellRow] = self._view.cells(name)
        return cells

    # --- checks -----------------------------------------------------------------------------------------------------

    def check(
        self,
        name: str,
        attribute: str | None = None,
        skill: str | None = None,
        *,
        difficulty: int,
        modifiers: Numbers = {},  # noqa: B006
        technique: str | None = None,
        mandatory: bool = False,
        default: int | None = None,
        parts: Sequence[str] | None = None,
        task: str | None = None,
        seen_by: str | Sequence[str] = "all",
        faces: Sequence[int] | str | None = None,
        id: str | None = None,
    ) -> Any:
        """Makes a check: roll + attribute + skill + technique + modifiers + wounds, against the difficulty.

        Args:
            name: Whose check it is.
            attribute: strength, vitality, mind or agility; None: none takes part.
            skill: By its name on the sheet; who has none rolls its default (F5).
            difficulty: What the sum has to beat.
            modifiers: Of the situation, by name; positive ones help.
            technique: By its name on the sheet.
            mandatory: Whether the task demands the skill.
            default: The GM's default of a demanded skill that is lacking.
            parts: The parts of the body that take part; None: every wound counts.
            task: What it is about.
            seen_by: Who is told: "all", "gm", a player, or several.
            faces: The dice as they fell; None: they are drawn.
            id: The same id with the same content is the same command.
        """
        told = self._do(
            "check",
            id=id,
            name=name,
            attribute=attribute,
            skill=skill,
            difficulty=difficulty,
            modifiers=modifiers,
            technique=technique,
            mandatory=mandatory,
            default=default,
            parts=_listed(parts),
            task=task,
            seen_by=rows(seen_by),
            faces=rows(faces),
        )
        found = checked(told)
        if isinstance(found, RecordedCheck):
            # With a complication it succeeds all the same (F7).
            found.success = found.outcome in SUCCEEDS
        return found

    def opposed(
        self,
        name: str,
        attribute: str | None = None,
        skill: str | None = None,
        *,
        other: str,
        other_attribute: str | None = None,
        other_skill: str | None = None,
        technique: str | None = None,
        other_technique: str | None = None,
        modifiers: Numbers = {},  # noqa: B006
        other_modifiers: Numbers = {},  # noqa: B006
        parts: Sequence[str] | None = None,
        other_parts: Sequence[str] | None = None,
        mandatory: bool = False,
        default: int | None = None,
        task: str | None = None,
        seen_by: str | Sequence[str] = "all",
        faces: Sequence[int] | str | None = None,
        id: str | None = None,
    ) -> Any:
        """Makes an opposed check of two persons; *faces* are those of the first side, or of both in a row."""
        told = self._do(
            "opposed",
            id=id,
            name=name,
            attribute=attribute,
            skill=skill,
            technique=technique,
            modifiers=modifiers,
            parts=_listed(parts),
            other=other,
            other_attribute=other_attribute,
            other_skill=other_skill,
            other_technique=other_technique,
            other_modifiers=other_modifiers,
            other_parts=_listed(other_parts),
            mandatory=mandatory,
            default=default,
            task=task,
            seen_by=rows(seen_by),
            faces=rows(faces),
        )
        found = next((fact for fact in getattr(told, "facts", ()) if isinstance(fact, f.OpposedEnded)), None)
        return told if found is None else RecordedOpposed.of(told, found)

    @property
    def questions(self) -> Rows[QuestionSeen]:
        """The checks that came out equal and wait for the GM's word: n, who, task."""
        questions: Rows[QuestionSeen] = self._view.questions
        return questions

    def settle(self, question: int, outcome: str, *, id: str | None = None) -> Any:
        """Answers such a question: "complication" or "fail"."""
        return self._do("settle", id=id, question=question, outcome=outcome)

    # --- attacks ----------------------------------------------------------------------------------------------------

    def attack(
        self,
        attacker: str,
        target: str,
        *,
        skill: str | None,
        difficulty: int | None = None,
        modifiers: Numbers = {},  # noqa: B006
        place: str | None = None,
        rounds: int = 1,
        faces: Sequence[int] | str | None = None,
        attribute: str | None = "agility",
        technique: str | None = None,
        mandatory: bool = False,
        default: int | None = None,
        parts: Sequence[str] | None = None,
        grouping: int = 0,
        defence_skill: str | None = None,
        defence_attribute: str | None = "agility",
        defence_technique: str | None = None,
        defence_modifiers: Numbers = {},  # noqa: B006
        defence_parts: Sequence[str] | None = None,
        offence: Numbers = {},  # noqa: B006
        defence: Numbers = {},  # noqa: B006
        seen_by: str | Sequence[str] = "all",
        id: str | None = None,
    ) -> Any:
        """Attacks somebody, and does the damage.

        Args:
            attacker: Who attacks.
            target: Who is attacked.
            skill: The attacker's, by its name on the sheet.
            difficulty: Given where the target suspects nothing; None: the target defends.
            modifiers: Of the situation, for the attacker.
            place: The part of the body that is hit, in the GM's own words.
            rounds: Rounds fired; more than one is rapid fire.
            faces: Of the attack, or of the attack and the defence in a row; None: they are drawn.
            attribute: The attacker's; None: none takes part.
            technique: The attacker's, by its name on the sheet.
            mandatory: Whether the attack demands the skill.
            default: The GM's default of a demanded skill that is lacking.
            parts: The parts of the attacker's body that take part; None: every wound counts.
            grouping: The weapon's modifier in rapid fire.
            defence_skill: The target's; None: the attribute at -1.
            defence_attribute: The target's; None: none takes part.
            defence_technique: The target's, by its name on the sheet.
            defence_modifiers: Of the situation, for the target.
            defence_parts: The parts of the target's body that take part.
            offence: strength, scale, weapon, manoeuvre; Strength and Scale not named are the attacker's own.
            defence: armour, vitality, scale, manoeuvre; armour, Vitality and Scale not named are the target's own.
            seen_by: Who is told: "all", "gm", a player, or several.
            id: The same id with the same content is the same command.
        """
        told = self._do(
            "attack",
            id=id,
            attacker=attacker,
            target=target,
            skill=skill,
            difficulty=difficulty,
            modifiers=modifiers,
            place=place,
            rounds=rounds,
            faces=rows(faces),
            attribute=attribute,
            technique=technique,
            mandatory=mandatory,
            default=default,
            parts=_listed(parts),
            grouping=grouping,
            defence_skill=defence_skill,
            defence_attribute=defence_attribute,
            defence_technique=defence_technique,
            defence_modifiers=defence_modifiers,
            defence_parts=_listed(defence_parts),
            offence=offence,
            defence=defence,
            seen_by=rows(seen_by),
        )
        found = next((fact for fact in getattr(told, "facts", ()) if isinstance(fact, f.Attacked)), None)
        return told if found is None else RecordedAttack.of(told, found)

    def trade(self, name: str, points: int | None = None, *, place: str | None = None, id: str | None = None) -> Any:
        """Trades points that wear down for so many of damage, 4 for 1; None: as many as there are."""
        return self._do("trade", id=id, name=name, points=points, place=place)

    @property
    def fight_name(self) -> str:
        """The name of the current fight; empty outside one."""
        return str(self._view.fight)


def _listed(names: Sequence[str] | None) -> Any:
    return [names] if isinstance(names, str) else rows(names)
