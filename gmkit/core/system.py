"""What a system is: the names that each folder under `gmkit/systems/` gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gmkit.core.command import Command
from gmkit.core.fact import Fact
from gmkit.core.session import Session, Setup
from gmkit.core.settings import SettingBook
from gmkit.core.visibility import Told
from gmkit.words import Term, Words

if TYPE_CHECKING:
    from gmkit.core.view import Page
    from gmkit.dice.chance import Chance


@dataclass(frozen=True, kw_only=True)
class System:
    """A rule system as pure functions over frozen values."""

    id: str
    title: Term
    turn_name: Term
    """What a turn is called ("Day", "День")."""
    settings: SettingBook
    commands: tuple[type[Command], ...]
    facts: tuple[type[Fact], ...]
    state: type
    """The frozen dataclass of the system's state; `session.game` holds one."""
    empty: Callable[[], Any]
    """Returns the state of a viewer who was told nothing."""
    begin: Callable[[Setup, Chance], Sequence[Told]]
    """Returns the facts of the start; raises NotAllowed with every reason if the set-up is not possible."""
    objections: Callable[[Session, Command], Sequence[Words]]
    """Returns every reason why the command is not allowed, from what the speaker knows; empty: it is."""
    decide: Callable[[Session, Command, Chance], Sequence[Told]]
    """Returns what happens; the session is the GM's."""
    evolve: Callable[[Any, Fact], Any]
    """Returns the state after a fact; runs no rule."""
    speaker: Callable[[Session, Command], str | None]
    """Returns the seat for which a command speaks (its objections come from what that seat knows), None: the GM."""
    page: Callable[[PageRequest], Page]
    """Returns the report of one turn for one viewer, from what that viewer was told."""
    edit: Callable[[Session, str, Mapping[str, Any]], Sequence[Told]]
    """Returns the facts of a referee's correction; raises NotAllowed with what may be edited."""
    seen: Callable[[Session, str, str], Any]
    """Returns what a viewer sees: (session as told, viewer, language) -> an object with the system's own names."""
    game: Callable[[Any], Any]
    """Returns the GM's verbs for a campaign."""
    kinds: Mapping[str, Term] = field(default_factory=dict)
    """What its own kinds of facts are called in a ledger, those without a line left out."""
    felt: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The kinds of facts through which what is hidden may be felt by others, with the rules that say so (S2)."""
    join: Callable[[Session, str], Sequence[Told]] | None = None
    """Returns what follows when a player takes a new seat later; raises NotAllowed where there is no free place."""
    drop: Callable[[Session, str], Sequence[Told]] | None = None
    """Returns what follows when a seat is dropped."""
    places: tuple[int, int] = (1, 1000)
    """The fewest and the most players."""
    scenario_keys: tuple[str, ...] | None = None
    """The system's own keys of a scenario, so that others are refused; None: `begin` looks at them itself."""
    stands: Callable[[Session, Command], Words | None] | None = None
    """Returns what stands instead of a command that was given before in the turn being played; None: it stands."""
    random_play: Callable[..., Any] | None = None
    """Returns a random legal command for tests: (session, numbers) -> plain command."""
    hidden_twin: Callable[[Sequence[Session], Any], Mapping[str, Any] | None] | None = None
    """Returns, for tests, the scenario of a game like this one but for hidden things that nobody entered, hit or felt:
    (the GM's sessions of the game so far, numbers) -> scenario; None where there is nothing left to vary (S2)."""


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """All that a report is made from; nothing in it was not told to the viewer."""

    turn: int
    """0 is the start."""
    viewer: str
    """"gm", "public" or a seat."""
    before: Session
    after: Session
    """The viewer's session at the beginning and at the end of the turn."""
    facts: Sequence[Fact]
    """What the viewer was told in this turn, in order."""
