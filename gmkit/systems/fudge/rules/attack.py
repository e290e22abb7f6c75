"""An attack against a defence or a difficulty: miss, graze or hit (F9, F10, FR8)."""

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
class Attack(Explained):
    """How an attack went."""

    reckoning: Reckoning
    outcome: str
    """"miss", "graze" or "hit"."""
    graze_damage: int
    """What the graze does; 0 unless it is one."""

    @property
    def margin(self) -> int:
        """The attack less the defence."""
        return self.reckoning.margin or 0

    @property
    def words(self) -> Words:
        """The whole as one line, waiting for its language."""
        return self.reckoning.words


@rule("F10")
def attack_outcome(margin: int) -> str:
    """Returns how an attack ends: below a miss, equal a graze, above a hit."""
    if margin == 0:
        return "graze"
    return "hit" if margin > 0 else "miss"


@rule("F10", "FR8")
def graze_damage(scale: int, graze: int) -> int:
    """Returns what a graze does: not lessened by armour or Vitality, and never under 0."""
    return max(0, graze + scale)


@rule("F9", "F10")
def attack(attack: int, defence: int, scale: int = 0, *, graze: int = 1) -> Attack:
    """Returns how an attack goes.

    Args:
        attack: The sum of the attack.
        defence: The sum of the defence; the difficulty, if the target suspects nothing (F9).
        scale: The attacker's Scale less the defender's.
        graze: The ruling FR8.

    Raises:
        NotAllowed: If something is no whole number or the ruling is no choice.
    """
    ruled = chosen(graze=graze)
    numbers = whole("attack", attack), whole("defence", defence), whole("scale", scale)
    return attack_of(Part(say("attack"), numbers[0]), Part(say("defence"), numbers[1]), numbers[2], ruled.graze)


def attack_of(made: Part, against: Part, scale: int, graze: int) -> Attack:
    """Returns how an attack of named sums goes."""
    outcome = attack_outcome(made.value - against.value)
    damage = graze_damage(scale, graze) if outcome == "graze" else 0
    words: Words = OUTCOMES[outcome].name
    ids: tuple[str, ...] = ("F9", "F10")
    if outcome == "graze":
        words = say("{outcome}, {n} damage", outcome=words, n=damage)
        ids = (*ids, "FR8")
    return Attack(Reckoning((made,), ids, against, words), outcome, damage)
