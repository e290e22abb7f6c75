"""Where the systems of persons differ: one object of hooks that each hands to the shared engine and verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gmkit.core.persons.said import Terms
from gmkit.core.persons.state import Action, Feature, Person, Wound
from gmkit.core.session import Session
from gmkit.core.visibility import Told
from gmkit.words import Term, Words

if TYPE_CHECKING:
    from gmkit.dice.chance import Chance


@dataclass(frozen=True, kw_only=True)
class InitiativeRoll:
    """What a fighter rolls for the order of acting, before the dice fall."""

    dice: tuple[tuple[int, Any], ...]
    """Sign and die of each, in the order thrown."""
    terms: Terms
    """What is added to the dice, by name."""
    constant: int = 0
    """What stands beside the dice in their notation."""
    ties: tuple[int, ...] = ()
    """What breaks a tie before the whole is rolled again, highest first."""
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PersonRules:
    """The hooks. Sessions handed in may be a player's: a hook looks only at what stands in them."""

    word_parts: Mapping[str, Term]
    """The parts of a description that the system names, id -> name; any other is a note, the GM's until shown."""
    groups: Mapping[str, Term]
    """The groups of levels, such as "skills" -> its name, in the order of the sheet."""
    number_name: Callable[[Session, str, str], Words]
    """(session, group, id) -> what a level is called."""
    feature_name: Callable[[Session, Feature], Words]
    """(session, trait or property) -> what it is called."""
    reasons: Callable[[Session, Person], Sequence[Words]]
    """(session, person) -> every reason why its sheet is a draft; empty: it is not (A3)."""
    wound_name: Callable[[Session, int], Words]
    """(session, number) -> what such a wound is called."""
    worst_wound: int
    """The highest number of a wound."""
    read_place: Callable[[Session, str], str]
    """(session, what was typed) -> the id of a place; raises NotAllowed with the places that there are."""
    place_name: Callable[[Session, str], Words]
    """(session, id) -> what a place is called."""
    placed: Callable[[Session, Person, Chance], str]
    """(session, person, chance) -> the place of a wound where none was named."""
    wounded: Callable[[Session, Person, Wound, Chance], Sequence[Told]]
    """(session, person, wound, chance) -> what follows from a wound, a death clock or a death."""
    initiative: Callable[[Session, Person], InitiativeRoll | None]
    """(session, person) -> what it rolls; None: the GM lists the fighters (FR9)."""
    speed: Callable[[Session, Person], int | None]
    """(session, person) -> simple actions in a turn; None: the system counts none."""
    read_action: Callable[[Session, str], Action]
    """(session, what was typed) -> an action; raises NotAllowed with the actions that there are."""
    action_name: Callable[[Session, Action], Words]
    """(session, action) -> what it is called."""
    circle_seconds: int = 0
    """Game time of a circle; 0: the system says none."""
    rest_minutes: int = 0
    """Rest after which failed tries count no more; 0: the system knows no such thing."""
    rested: Callable[[Session, Sequence[str], int], Sequence[Told]] | None = None
    """(session, public names of all, minutes) -> what heals in so many; None: the GM heals."""
