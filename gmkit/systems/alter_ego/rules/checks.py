"""Checks: characteristic + skill + dice + modifiers against a difficulty or a person (A10-A16, AR3-AR6, AR24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gmkit.core.explain import Part, Reckoning
from gmkit.core.persons.said import DICE, Dice, dice_sum, dice_words
from gmkit.core.rulebook import rule
from gmkit.dice.chance import SystemFaces
from gmkit.dice.notation import faces_of
from gmkit.dice.roll import read_faces
from gmkit.errors import NotAllowed
from gmkit.systems.alter_ego.book import BOOK, Book
from gmkit.systems.alter_ego.rules import dice as rolls
from gmkit.systems.alter_ego.rules.given import listed, named_numbers, truth, whole
from gmkit.systems.alter_ego.rules.levels import difficulty_label
from gmkit.systems.alter_ego.rules.modifiers import unsuitable as halved_skill
from gmkit.systems.alter_ego.rules.wounds import wound_penalty
from gmkit.words import Listing, Words, say

SWAPPED = (-3, -4)
"""A negative modifier worth one of these may be replaced by one penalty die (A11)."""
JOINT, OLD_COLLEAGUE = 4, 2
"""What a helper takes away, and what an old colleague does (A16, AR24)."""
CUMULATIVE_STEP = 5


@dataclass(frozen=True, kw_only=True)
class Check:
    """A check before its dice fall: every other term by name."""

    terms: tuple[Part, ...]
    penalty_dice: int = 0
    bonus_dice: int = 0
    difficulty: int | None = None
    """None: against nothing yet, such as a person's result."""
    dice: str = "2d6-d6"
    ids: tuple[str, ...] = ("A10", "A12")
    label: Words = ""
    """The standard difficulty in words."""

    @property
    def fixed(self) -> int:
        """The sum of all terms but the dice."""
        return sum(part.value for part in self.terms)

    @property
    def needed_faces(self) -> int:
        """How many dice are thrown."""
        return 3 + self.penalty_dice + self.bonus_dice

    def chance(self) -> Fraction:
        """Returns the exact chance of success: that the result is above the difficulty (A12)."""
        if self.difficulty is None:
            raise NotAllowed(say("A chance needs a difficulty."))
        return rolls.chance_above(self.difficulty - self.fixed, self.penalty_dice, self.bonus_dice)

    def fallen(self, faces: Sequence[int]) -> Dice:
        """Returns the dice as they fell."""
        return rolls.as_they_fell(self.dice, faces, self.penalty_dice, self.bonus_dice)

    def result(self, faces: Sequence[int]) -> CheckResult:
        """Returns the check with these faces: the two added, the subtracted, penalty dice, bonus dice."""
        return CheckResult(check=self, faces=tuple(faces))


@dataclass(frozen=True, kw_only=True)
class CheckResult:
    """A check as it fell: `result`, `margin`, `success`, and `text`, each term by name."""

    check: Check
    faces: tuple[int, ...]

    @property
    def fallen(self) -> Dice:
        """The dice with their signs."""
        return self.check.fallen(self.faces)

    @property
    def rolled(self) -> int:
        """What the dice came to."""
        return dice_sum(self.fallen, rolls.constant(self.check.dice))

    @property
    def result(self) -> int:
        """The sum of all terms."""
        return self.check.fixed + self.rolled

    @property
    def margin(self) -> int | None:
        """The result less the difficulty; None against none."""
        return None if self.check.difficulty is None else self.result - self.check.difficulty

    @property
    def success(self) -> bool | None:
        """Whether the result is above the difficulty (A12); None against none."""
        return None if self.margin is None else self.margin > 0

    @property
    def reckoning(self) -> Reckoning:
        """The sum with its explanation."""
        shown_dice = dice_words(self.fallen, rolls.constant(self.check.dice))
        parts = (*self.check.terms, Part(DICE, self.rolled, shown_dice))
        return Reckoning(parts, self.check.ids, self.against, self.verdict)

    @property
    def against(self) -> Part | None:
        """What it was held against."""
        if self.check.difficulty is None:
            return None
        name: Words = say("difficulty")
        if self.check.label:
            name = say("difficulty ({label})", label=self.check.label)
        return Part(name, self.check.difficulty)

    @property
    def verdict(self) -> Words:
        """How it went, in words."""
        if self.margin is None:
            return ""
        if self.margin > 0:
            return say("success by {n}", n=self.margin)
        return say("failure: not above") if self.margin == 0 else say("failure by {n}", n=-self.margin)

    @property
    def words(self) -> Listing:
        """The whole as one line, waiting for its language."""
        return self.reckoning.words

    @property
    def text(self) -> str:
        """The whole as one line in the current language."""
        return self.words.render()

    def __repr__(self) -> str:
        return f"<Check {self.text}>"


@rule("A10", "A11", "A12", "A17", "A18", "AR3")
def prepared(
    characteristic: Part,
    skill: Part | None = None,
    *,
    difficulty: int | None = None,
    modifiers: Mapping[str, int] | None = None,
    further: Sequence[Part] = (),
    swap: Sequence[str] = (),
    penalty_dice: int = 0,
    bonus_dice: int = 0,
    unsuitable: bool = False,
    dice: str = "2d6-d6",
    book: Book = BOOK,
) -> Check:
    """Returns a check with every term by name.

    Args:
        characteristic: Its name and level.
        skill: Its name and level; None: there is no fitting one, and the characteristic stands alone.
        difficulty: What the result must be above.
        modifiers: By the id of a table's row or in the GM's own words; each may be swapped if it is -3 or -4.
        further: Terms that are never swapped, such as penalties of wounds.
        swap: Which modifiers the player replaces by a penalty die each.
        penalty_dice: Further dice taken away.
        bonus_dice: Further dice added.
        unsuitable: Whether the skill does not quite fit and counts half.
        dice: The ruling AR23.
        book: The tables in force.

    Raises:
        NotAllowed: If a number is none, or a swap is not to be had; says why.
    """
    given = named_numbers(modifiers, "modifiers")
    refuse_swaps(given, swap, book)
    terms = [characteristic]
    if skill is not None:
        terms.append(_halved(skill) if truth(unsuitable, "unsuitable") else skill)
    terms += [
        Part(say("{name}: a penalty die for it", name=book.modifier_name(name)), 0)
        if name in swap
        else Part(book.modifier_name(name), value)
        for name, value in given.items()
    ]
    rolls.signs(dice, penalty_dice, bonus_dice)
    ids = ("A10", "A12", *(("A11",) if swap or penalty_dice or bonus_dice else ()), *(("A17",) if given else ()))
    against = None if difficulty is None else whole(difficulty, "difficulty")
    label = None if against is None else difficulty_label(against, book.difficulties)
    return Check(
        terms=(*terms, *further),
        penalty_dice=whole(penalty_dice, "penalty_dice") + len(swap),
        bonus_dice=whole(bonus_dice, "bonus_dice"),
        difficulty=against,
        dice=dice,
        ids=ids,
        label=label.name if label else "",
    )


@rule("A11", "AR3")
def refuse_swaps(modifiers: Mapping[str, int], swap: Sequence[str], book: Book = BOOK) -> None:
    """Raises NotAllowed, with every reason, where a modifier to be replaced by a penalty die is not worth -3 or -4."""
    found: list[Words] = []
    for name in swap:
        if name not in modifiers:
            found.append(say("There is no modifier {name} here to swap for a penalty die [A11].", name=name))
        elif modifiers[name] not in SWAPPED:
            found.append(
                say(
                    "{name} is {value}: only a modifier of exactly -3 or -4 can be swapped for a penalty die [A11].",
                    name=book.modifier_name(name),
                    value=modifiers[name],
                )
            )
    if len(set(swap)) < len(swap):
        found.append(say("Each modifier can be swapped once [AR3]."))
    if found:
        raise NotAllowed(*found)


@rule("A10", "A12")
def check(
    *,
    characteristic: int,
    skill: int | None = None,
    difficulty: int | None = None,
    modifiers: Mapping[str, int] | None = None,
    penalty_dice: int = 0,
    bonus_dice: int = 0,
    swap: Sequence[str] = (),
    unsuitable: bool = False,
    wounds: Sequence[int] = (),
    penalty_from_7: int = -4,
    dice: str = "2d6-d6",
    faces: Sequence[int] | str | None = None,
) -> CheckResult:
    """Returns a check with its explanation; without faces the system's randomness throws.

    Args:
        characteristic: Its level.
        skill: Its level; None: there is no fitting one.
        difficulty: What the result must be above.
        modifiers: Name or id -> what it adds.
        penalty_dice: Further dice taken away.
        bonus_dice: Further dice added.
        swap: Modifiers of exactly -3 or -4, each replaced by one penalty die.
        unsuitable: Whether the skill counts half.
        wounds: The numbers of the wounds; their penalties count once.
        penalty_from_7: The ruling AR19.
        dice: The ruling AR23.
        faces: The two added, the subtracted, penalty dice, bonus dice.
    """
    ready = _plain(characteristic, skill, wounds, penalty_from_7).of(
        difficulty=difficulty,
        modifiers=modifiers,
        swap=swap,
        penalty_dice=penalty_dice,
        bonus_dice=bonus_dice,
        unsuitable=unsuitable,
        dice=dice,
    )
    if faces is None:
        source = SystemFaces()
        return ready.result([source.face(6) for _ in range(ready.needed_faces)])
    return ready.result(checked_faces(faces, ready.needed_faces))


@rule("A12")
def check_odds(
    *,
    characteristic: int,
    skill: int | None = None,
    difficulty: int,
    modifiers: Mapping[str, int] | None = None,
    penalty_dice: int = 0,
    bonus_dice: int = 0,
    swap: Sequence[str] = (),
    unsuitable: bool = False,
    wounds: Sequence[int] = (),
    penalty_from_7: int = -4,
    dice: str = "2d6-d6",
) -> Fraction:
    """Returns the exact chance of success of such a check."""
    whole(difficulty, "difficulty")
    ready = _plain(characteristic, skill, wounds, penalty_from_7).of(
        difficulty=difficulty,
        modifiers=modifiers,
        swap=swap,
        penalty_dice=penalty_dice,
        bonus_dice=bonus_dice,
        unsuitable=unsuitable,
        dice=dice,
    )
    return ready.chance()


@rule("A14", "AR5")
def fatigue_dice(failed: int, endurance: int) -> int:
    """Returns the penalty dice of the next try after so many failed ones: one for each full Endurance, at least 1."""
    return max(0, failed) // max(1, endurance)


@rule("A15", "AR6")
def cumulative_bonus(results: Sequence[int]) -> int:
    """Returns what failed tries add to the next one: +1 for each full 5 of each result; under 5 nothing."""
    return sum(max(0, whole(result, "result")) // CUMULATIVE_STEP for result in listed(results, "results"))


@rule("A16", "AR24")
def joint_result(results: Sequence[int], old_colleagues: Sequence[bool] = ()) -> int:
    """Returns the result of acting together: all added, and each helper after the first takes away 4, or 2.

    Args:
        results: The leader's first, then each helper's.
        old_colleagues: Of each helper, whether he is an old colleague; what is not said is not.
    """
    values = [whole(result, "result") for result in listed(results, "results")]
    if len(values) < 2:
        raise NotAllowed(say("Acting together takes two or more [A16]."))
    known = [*old_colleagues, *(False for _ in range(len(values) - 1 - len(old_colleagues)))]
    if len(known) != len(values) - 1:
        raise NotAllowed(
            say(
                "There are {n} helpers, and of {given} it is said whether they are old colleagues [A16].",
                n=len(values) - 1,
                given=len(known),
            )
        )
    return sum(values) - sum(OLD_COLLEAGUE if old else JOINT for old in known)


def checked_faces(faces: Sequence[int] | str, needed: int) -> tuple[int, ...]:
    """Returns typed faces: exactly as many as dice are thrown, each on its die.

    Raises:
        NotAllowed: If there are too few or too many, or one is not on a d6.
    """
    typed = read_faces(faces)
    if len(typed) != needed:
        raise NotAllowed(say("{needed} faces are needed and {given} were given.", needed=needed, given=len(typed)))
    for place, face in enumerate(typed, start=1):
        if face not in faces_of(6):
            raise NotAllowed(
                say(
                    "Face {place} is {face}, but {die} shows {allowed}.",
                    place=place,
                    face=face,
                    die="d6",
                    allowed="1..6",
                )
            )
    return typed


@dataclass(frozen=True, kw_only=True)
class _Levels:
    characteristic: Part
    skill: Part | None
    further: tuple[Part, ...]

    def of(
        self,
        *,
        difficulty: int | None,
        modifiers: Mapping[str, int] | None,
        swap: Sequence[str],
        penalty_dice: int,
        bonus_dice: int,
        unsuitable: bool,
        dice: str,
    ) -> Check:
        return prepared(
            self.characteristic,
            self.skill,
            difficulty=difficulty,
            modifiers=modifiers,
            further=self.further,
            swap=swap,
            penalty_dice=penalty_dice,
            bonus_dice=bonus_dice,
            unsuitable=unsuitable,
            dice=dice,
        )


def _plain(characteristic: int, skill: int | None, wounds: Sequence[int], penalty_from_7: int) -> _Levels:
    """Returns levels that were handed in as plain numbers, with the wounds' penalty as one term."""
    taken = wound_penalty(wounds, penalty_from_7=penalty_from_7)
    return _Levels(
        characteristic=Part(say("characteristic"), whole(characteristic, "characteristic")),
        skill=None if skill is None else Part(say("skill"), whole(skill, "skill")),
        further=(Part(say("wounds"), taken),) if taken else (),
    )


def _halved(skill: Part) -> Part:
    value = halved_skill(skill.value)
    return Part(say("{skill} {level}, half of it", skill=skill.name, level=skill.value), value)
