"""A check: the sum against the difficulty, without a skill its default, and what an equal sum is (F5, F7, FR2, FR7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gmkit import dice
from gmkit.core.explain import Part, Reckoning, modifier_parts
from gmkit.core.rulebook import rule
from gmkit.systems.fudge.explained import Explained
from gmkit.systems.fudge.rows import OUTCOMES
from gmkit.systems.fudge.rules.given import named_numbers, truth, whole, whole_or_none
from gmkit.systems.fudge.rules.ladder import ladder_name
from gmkit.systems.fudge.rules.main_roll import curve, dice_part
from gmkit.systems.fudge.rulings import chosen
from gmkit.words import Words, listing, say

MEDIOCRE = -1
"""The default of a skill that the task does not demand (F5)."""

SUCCEEDS = ("success", "complication")
"""The outcomes with which the action is done (F7)."""


@dataclass(frozen=True, repr=False)
class Check(Explained):
    """A check that explains itself."""

    reckoning: Reckoning
    outcome: str
    """"fail", "complication", "success" or "ask"."""

    @property
    def result(self) -> int:
        """The sum of all terms."""
        return self.reckoning.total

    @property
    def margin(self) -> int:
        """The sum less the difficulty; negative: the size of failure."""
        return self.reckoning.margin or 0

    @property
    def success(self) -> bool:
        """Whether it succeeds, with or without a complication."""
        return self.outcome in SUCCEEDS

    @property
    def words(self) -> Words:
        """The whole as one line, waiting for its language."""
        return self.reckoning.words


@rule("F5", "FR7")
def skill_part(
    skill: int | None, *, mandatory: bool, default: int | None, skill_default: int, name: Words | None = None
) -> tuple[Part, tuple[str, ...]]:
    """Returns the skill's term of the sum, or the default that stands in for it, and the rules that say so.

    Args:
        skill: Its level; None: the character has none that fits.
        mandatory: Whether the task demands the skill.
        default: The GM's own default of a demanded skill; None: the setting's.
        skill_default: The setting.
        name: What the skill is called.
    """
    if skill is not None:
        return Part(name or say("skill"), skill), ()
    if not mandatory:
        return Part(say("no skill, none demanded: Mediocre"), MEDIOCRE), ("F5",)
    value = skill_default if default is None else default
    named = say("no {skill}, its default", skill=name) if name else say("no skill, its default")
    return Part(named, value), ("F5", "FR7")


@rule("F7", "FR2")
def outcome_of(margin: int, tie: str) -> str:
    """Returns how a check ends: below fails, above succeeds, equal is as the ruling says."""
    if margin == 0:
        return tie
    return "success" if margin > 0 else "fail"


def verdict(total: int, outcome: str) -> Words:
    """Returns a result in words: its name on the ladder, and how it ends."""
    return listing([ladder_name(total), OUTCOMES[outcome].name])


@rule("F7")
def check(  # noqa: PLR0917 - in the order of api.md
    attribute: int | None = 0,
    skill: int | None = None,
    technique: int | None = 0,
    difficulty: int = 0,
    modifiers: Mapping[str, int] = {},
    mandatory: bool = False,
    default: int | None = None,
    faces: Sequence[int] | str | None = None,
    *,
    main_roll: str = "6d3-12",
    tie: str = "complication",
    skill_default: int = -2,
) -> Check:
    """Returns a check: roll + attribute + skill + technique + modifiers, against the difficulty.

    Args:
        attribute: Its level; None: none takes part.
        skill: Its level; None: the character has none that fits (F5).
        technique: Its level; 0 or None: none.
        difficulty: What the sum has to beat.
        modifiers: Of the situation, by name; positive ones help.
        mandatory: Whether the task demands the skill.
        default: The GM's default of a demanded skill that is lacking.
        faces: The dice as they fell; None: they are thrown now and recorded nowhere.
        main_roll: The ruling F2.
        tie: The ruling FR2.
        skill_default: The ruling FR7.

    Raises:
        NotAllowed: If something is no number, a ruling is no choice, or the faces do not fit the dice.
    """
    levels = {"attribute": attribute, "skill": skill, "technique": technique, "default": default}
    parts, ids = _given_parts(levels, modifiers, mandatory, skill_default)
    held = Part(say("difficulty"), whole("difficulty", difficulty))
    ruled = chosen(main_roll=main_roll, tie=tie)
    return checked(dice_part(dice.roll(ruled.main_roll, faces)), parts, held, tie=ruled.tie, ids=ids)


def checked(dice_term: Part, parts: Sequence[Part], against: Part, *, tie: str, ids: Sequence[str] = ()) -> Check:
    """Returns the check whose terms are these."""
    total = dice_term.value + sum(part.value for part in parts)
    outcome = outcome_of(total - against.value, tie)
    rules = ("F7", *(("FR2",) if total == against.value else ()), *ids)
    return Check(Reckoning((*parts, dice_term), rules, against, verdict(total, outcome)), outcome)


@rule("F2", "F7")
def check_odds(  # noqa: PLR0917 - as check
    attribute: int | None = 0,
    skill: int | None = None,
    technique: int | None = 0,
    difficulty: int = 0,
    modifiers: Mapping[str, int] = {},
    mandatory: bool = False,
    default: int | None = None,
    *,
    main_roll: str = "6d3-12",
    tie: str = "complication",
    skill_default: int = -2,
) -> dict[str, Fraction]:
    """Returns the exact chance of each outcome of such a check, those that cannot be too: they have 0."""
    levels = {"attribute": attribute, "skill": skill, "technique": technique, "default": default}
    parts, _ = _given_parts(levels, modifiers, mandatory, skill_default)
    ruled = chosen(main_roll=main_roll, tie=tie)
    added = sum(part.value for part in parts) - whole("difficulty", difficulty)
    chances = {outcome: Fraction(0) for outcome in dict.fromkeys(("success", ruled.tie, "fail"))}
    for result, chance in curve(ruled.main_roll).items():
        chances[outcome_of(result + added, ruled.tie)] += chance
    return chances


def _given_parts(
    levels: Mapping[str, object], modifiers: object, mandatory: object, skill_default: object
) -> tuple[list[Part], tuple[str, ...]]:
    """Returns the terms beside the dice, as a person typed them."""
    given = {name: whole_or_none(name, level) for name, level in levels.items()}
    attribute, technique = given["attribute"], given["technique"]
    parts = [] if attribute is None else [Part(say("attribute"), attribute)]
    stands, ids = skill_part(
        given["skill"],
        mandatory=truth("mandatory", mandatory),
        default=given["default"],
        skill_default=chosen(skill_default=skill_default).skill_default,
    )
    parts.append(stands)
    if technique:
        parts.append(Part(say("technique"), technique))
    return [*parts, *modifier_parts(named_numbers("modifiers", modifiers).items())], ids
