"""Wound cells with their spill-over, and the penalties of wounds by part of the body (F14, F15, FR5, FR6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gmkit.core.command import shown
from gmkit.core.names import folded
from gmkit.core.rulebook import rule
from gmkit.errors import NotAllowed
from gmkit.systems.fudge.rows import STATES, WOUNDS
from gmkit.systems.fudge.rules.given import listed, named_numbers
from gmkit.systems.fudge.rulings import chosen
from gmkit.words import Sentence, listing, say

DEAD = "dead"


@rule("F15")
def cells() -> dict[str, int]:
    """Returns how many cells each state has, the least first."""
    return {row.id: row.cells for row in WOUNDS}


@rule("F15", "FR5", "FR6")
def fill_cell(filled: Mapping[str, int], state: str) -> str:
    """Returns the state whose cell a wound fills: a full row spills into the next worse one, Dying into Dead.

    Args:
        filled: How many cells of each state are filled; a state that is not named has none.
        state: The state that the damage leads to; "unhurt" fills none.

    Raises:
        NotAllowed: If there is no such state, or more cells are filled than there are.
    """
    known = [row for row in STATES.values() if row.id != DEAD]
    if state not in [row.id for row in known]:
        raise NotAllowed(_no_state(state, [row.id for row in known]))
    taken = named_numbers("filled", filled, cells())
    if wrong := [row for row in WOUNDS if not 0 <= taken.get(row.id, 0) <= row.cells]:
        raise NotAllowed(
            *(
                say(
                    "{state} has {n} cells, so {filled} cannot be filled [F15].",
                    state=row.name,
                    n=row.cells,
                    filled=taken[row.id],
                )
                for row in wrong
            )
        )
    number = STATES[state].number
    if not number:
        return state
    return next((row.id for row in WOUNDS if row.number >= number and taken.get(row.id, 0) < row.cells), DEAD)


@rule("F14", "FR5")
def wound_penalty(wounds: Sequence[str | tuple[str, str]], *, wound_penalties: str = "worst") -> int | None:
    """Returns the penalty of wounds: on one part the worst or the sum, of several parts the worst.

    Args:
        wounds: The states of the filled cells, each alone or as (part of the body, state).
        wound_penalties: The ruling FR5.

    Returns:
        0 or less; None where the only wounds that would count give no number: Incapacitated and worse.

    Raises:
        NotAllowed: If there is no such state.
    """
    ruled = chosen(wound_penalties=wound_penalties)
    by_part: dict[str, list[int]] = {}
    no_number = False
    for wound in listed("wounds", wounds):
        part, state = ("", wound) if isinstance(wound, str) else _pair(wound)
        if state not in STATES:
            raise NotAllowed(_no_state(state, list(STATES)))
        penalty = STATES[state].penalty
        no_number = no_number or penalty is None
        if penalty:
            by_part.setdefault(folded(part), []).append(penalty)
    if not by_part:
        return None if no_number else 0
    return min(sum(found) if ruled.wound_penalties == "sum" else min(found) for found in by_part.values())


def _pair(wound: object) -> tuple[str, str]:
    match wound:
        case (str() as part, str() as state):
            return part, state
    raise NotAllowed(say("A wound is a state, or a part of the body with a state, not {value}.", value=shown(wound)))


def _no_state(state: object, known: Sequence[str]) -> Sentence:
    return say("There is no state {state}; there are: {known}.", state=shown(state), known=listing(known))
