"""What a GM types on a campaign of a system of persons: the shared verbs; a subclass adds checks, attacks, sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from gmkit.core.persons import facts as f
from gmkit.core.persons.view import FighterSeen, Rows, WoundSeen


class RecordedCheck(str):
    """A check that stands in the ledger: its line, and what a cell may go on with."""

    __slots__ = ("margin", "n", "outcome", "result", "success", "undone")
    n: int
    """The number of its document."""
    undone: bool
    result: int
    margin: int | None
    success: bool
    outcome: str
    """An id of the system's, such as "success"."""

    @classmethod
    def of(cls, told: Any, fact: f.Checked) -> Self:
        """Returns the check in what a command gave back."""
        made = cls(str(told))
        made.n, made.undone = told.n, told.undone
        made.result, made.margin = fact.total, fact.margin
        made.outcome, made.success = fact.outcome, fact.outcome == "success"
        return made

    @property
    def text(self) -> str:
        """The whole as one text, each term by name."""
        return str(self)

    def __repr__(self) -> str:
        return " · ".join(self.splitlines())


def checked(told: Any) -> Any:
    """Returns a command's answer as a check, if it holds one."""
    for fact in getattr(told, "facts", ()):
        if isinstance(fact, f.Checked):
            return RecordedCheck.of(told, fact)
    return told


class PersonsGame:
    """The verbs that systems of persons share (api.md, "Alter ego and Fudge")."""

    def __init__(self, campaign: Any) -> None:
        self._campaign = campaign

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._campaign!r})"

    # --- persons ----------------------------------------------------------------------------------------------------

    def introduce(self, name: str, to: str | Sequence[str] = "all", *, id: str | None = None) -> Any:
        """Lets players know that a person exists: "all", a player, or several."""
        return self._do("introduce", id=id, name=name, to=rows(to))

    def show(self, name: str, part: str, to: str | Sequence[str] = "all", *, id: str | None = None) -> Any:
        """Shows a part of a person: "numbers", "wounds", or the id of a word or note; later changes of it too."""
        return self._do("show", id=id, name=name, part=part, to=rows(to))

    def write(self, name: str, words: Mapping[str, str], *, id: str | None = None) -> Any:
        """Writes parts of a description; what the system does not name is a note, the GM's until it is shown."""
        return self._do("write", id=id, name=name, words=named(words))

    def rename(self, name: str, public_name: str, *, id: str | None = None) -> Any:
        """Calls a person otherwise before those who know it."""
        return self._do("rename", id=id, name=name, public_name=public_name)

    def give(self, name: str, player: str | None, *, id: str | None = None) -> Any:
        """Gives a person to a player, who is told its sheet; None: to the GM."""
        return self._do("give", id=id, name=name, player=player)

    @property
    def persons(self) -> list[str]:
        """The public names of all persons."""
        return list(self._view.persons)

    def wounds(self, name: str) -> Rows[WoundSeen]:
        """Returns the wounds of a person: n, place, number, name."""
        wounds: Rows[WoundSeen] = self._view.wounds(name)
        return wounds

    def hurt(self, name: str, number: int, place: str | None = None, *, id: str | None = None) -> Any:
        """Writes a wound down by the GM's word; without a place it is rolled where the system knows places."""
        return self._do("hurt", id=id, name=name, number=number, place=place)

    def heal(self, name: str, wound: int, *, by: int = 1, reason: str = "", id: str | None = None) -> Any:
        """Lowers a wound (its number within the person, counted from 1) by so much."""
        return self._do("heal", id=id, name=name, wound=wound, by=by, reason=reason)

    def kill(self, name: str, *, id: str | None = None) -> Any:
        """Says that a person is dead; all who know it are told."""
        return self._do("kill", id=id, name=name)

    def revive(self, name: str, *, id: str | None = None) -> Any:
        """Says that a person is not dead after all."""
        return self._do("revive", id=id, name=name)

    def pass_time(self, minutes: int = 0, *, days: int = 0, resting: Sequence[str] = (), id: str | None = None) -> Any:
        """Lets game time go by; who is resting meanwhile is named."""
        return self._do("pass_time", id=id, minutes=minutes, days=days, resting=rows(resting))

    def effect(self, name: str, text: str, *, value: int = 0, until: str = "", id: str | None = None) -> Any:
        """Lays something on a person until the next turn of *until*, else for the fight; *value* adds to checks."""
        return self._do("effect", id=id, name=name, text=text, value=value, until=until)

    def end_effect(self, name: str, text: str, *, id: str | None = None) -> Any:
        """Ends such a thing early."""
        return self._do("end_effect", id=id, name=name, text=text)

    # --- fights -----------------------------------------------------------------------------------------------------

    def fight(
        self,
        name: str,
        fighters: Sequence[str] | None = None,
        *,
        seen_by: str | Sequence[str] = "all",
        id: str | None = None,
    ) -> Any:
        """Starts a fight with these (all who live, if none are named), or resumes one; other fights are kept."""
        named = rows(fighters)
        return self._do("fight", id=id, name=name, fighters=named, seen_by=rows(seen_by))

    def join(self, name: str, *, id: str | None = None) -> Any:
        """Lets a person take part in the current fight."""
        return self._do("join", id=id, name=name)

    def leave(self, name: str, *, id: str | None = None) -> Any:
        """Takes a person out of the current fight."""
        return self._do("leave", id=id, name=name)

    def end_fight(self, *, id: str | None = None) -> Any:
        """Ends the current fight; it is kept and `fight` resumes it."""
        return self._do("end_fight", id=id)

    def initiative(self, order: Sequence[str] = (), *, id: str | None = None) -> Any:
        """Finds the order of acting, once for each fighter; *order* is for systems where the GM lists."""
        return self._do("initiative", id=id, order=rows(order))

    def declare(self, name: str, *actions: str, id: str | None = None, turn: int | None = None) -> Any:
        """Declares what a fighter means to do in this circle; a second declaration takes the place of the first."""
        return self._do("declare", id=id, turn=turn, name=name, actions=list(actions))

    def next(self, *, id: str | None = None) -> Any:
        """Passes the turn to act to the next in the order."""
        return self._do("next", id=id)

    def end_circle(self, *, id: str | None = None, turn: int | None = None) -> Any:
        """Ends the circle, and with it the campaign's turn; returns its public report."""
        return self._do("end_circle", id=id, turn=turn)

    def end_scene(self, *, id: str | None = None, turn: int | None = None) -> Any:
        """Ends a scene outside a fight, and with it the campaign's turn; returns its public report."""
        return self._do("end_scene", id=id, turn=turn)

    @property
    def fights(self) -> list[str]:
        """The names of all fights."""
        return list(self._view.fights)

    @property
    def circle(self) -> int:
        """The circle now being played, counted from 1; 0 outside a fight."""
        return int(self._view.circle)

    @property
    def order(self) -> list[str]:
        """The public names in the order of acting."""
        return list(self._view.order)

    @property
    def acting(self) -> str:
        """Whose turn to act it is; empty while declarations are taken."""
        return str(self._view.acting)

    @property
    def waiting(self) -> list[str]:
        """The living fighters that have declared nothing in this circle."""
        return list(self._view.waiting)

    def tracker(self) -> Rows[FighterSeen]:
        """Returns the fighters of the current fight in the order of acting."""
        rows: Rows[FighterSeen] = self._view.tracker()
        return rows

    # --- the map ----------------------------------------------------------------------------------------------------

    def map_set(
        self,
        hexes: Sequence[Sequence[int]],
        *,
        terrain: str | None = None,
        cover: str | None = None,
        text: str | None = None,
        seen_by: str | Sequence[str] | None = None,
        id: str | None = None,
    ) -> Any:
        """Says what hexes of the map are: pairs q, r; a new one is the GM's until *seen_by* shows it (A22)."""
        shown = seen_by if seen_by is None else rows(seen_by)
        at = pairs(hexes)
        return self._do("map_set", id=id, hexes=at, terrain=terrain, cover=cover, text=text, seen_by=shown)

    def map_place(
        self,
        name: str,
        q: int,
        r: int,
        *,
        thing: bool = False,
        seen_by: str | Sequence[str] | None = None,
        id: str | None = None,
    ) -> Any:
        """Puts a person on the map, before those who know it; or a thing, the GM's until *seen_by* shows it (A22)."""
        shown = seen_by if seen_by is None else rows(seen_by)
        return self._do("map_place", id=id, name=name, q=q, r=r, thing=thing, seen_by=shown)

    def map_move(self, name: str, q: int, r: int, *, id: str | None = None) -> Any:
        """Moves somebody or something on the map."""
        return self._do("map_move", id=id, name=name, q=q, r=r)

    def map_remove(self, name: str | None = None, *, hexes: Sequence[Sequence[int]] = (), id: str | None = None) -> Any:
        """Takes a marker or hexes off the map."""
        return self._do("map_remove", id=id, name=name, hexes=pairs(hexes))

    # --- the inside -------------------------------------------------------------------------------------------------

    @property
    def _view(self) -> Any:
        return self._campaign.view("gm")

    def _do(self, verb: str, *, id: str | None, turn: int | None = None, **values: Any) -> Any:
        return self._campaign.do({"do": verb, **values}, id=id, turn=turn)


def rows(given: Any) -> Any:
    """Returns a list of what was handed in one after the other, an array too.

    What is none, such as a text, goes on as it is, and the command refuses it in a sentence.
    """
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        return given
    return list(given)


def pairs(given: Any) -> Any:
    """Returns a list of pairs of numbers such as hexes; what is none goes on as it is."""
    found = rows(given)
    return [rows(pair) for pair in found] if isinstance(found, list) else found


def named(given: Any) -> Any:
    """Returns values by name, nothing where nothing was given; what is no mapping goes on as it is."""
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) or hasattr(given, "keys") else given
