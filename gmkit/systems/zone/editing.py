"""The referee's corrections: each changed field is a fact, told to those who may know that field (`c.edit`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gmkit.core.codec import Cell
from gmkit.core.session import Session
from gmkit.core.visibility import Audience, Told, audience_of, joined, seats, tell_as
from gmkit.errors import NotAllowed
from gmkit.systems.zone import facts as f
from gmkit.systems.zone.commands import find_stalker
from gmkit.systems.zone.day import Unfolding
from gmkit.systems.zone.evolve import evolve
from gmkit.systems.zone.facts.telling import place
from gmkit.systems.zone.rows import ITEMS, MANGE, SCATTERED
from gmkit.systems.zone.rules import wind
from gmkit.systems.zone.rules.board import CENTRE, neighbours
from gmkit.systems.zone.rulings import rulings
from gmkit.systems.zone.scenario import read_cell
from gmkit.systems.zone.state import Hidden, Stalker, ZoneState
from gmkit.words import Words, listing, say, shown

STALKER_FIELDS = ("alive", "at", "burnt", "blinded", "paralysed", "carries")
"""In the order in which they are changed."""
CELL_FIELDS = ("element", "nuts", "dropped")


def edit(session: Session, what: str, changes: Mapping[str, Any]) -> Sequence[Told]:
    """Returns the facts of a correction of "stalker 1" or "cell 3,2,5".

    Raises:
        NotAllowed: If there is no such thing or value; names what may be edited.
    """
    kind, _, name = what.strip().partition(" ")
    editing = Editing(session)
    if kind.casefold() in ("stalker", "сталкер"):
        stalker = find_stalker(session, name)
        if stalker is not None:
            editing.edit_stalker(stalker, changes)
            return editing.told
    elif kind.casefold() in ("cell", "ячейка"):
        cell = read_cell(name)
        if cell is not None:
            editing.edit_cell(cell, changes)
            return editing.told
    raise NotAllowed(
        say(
            "{what} cannot be edited; there are: stalker {numbers} ({stalker_fields}) and cell x,y,z ({cell_fields}).",
            what=shown(what),
            numbers=listing(sorted(editing.state.stalkers)),
            stalker_fields=listing(STALKER_FIELDS),
            cell_fields=listing(CELL_FIELDS),
        )
    )


class Editing(Unfolding):
    """A correction in the making."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.game)
        self.day = session.turn
        self.rulings = rulings(session.settings)

    def correct(self, fact: f.StalkerSet | f.CellFact, audience: Audience) -> None:
        """Tells a correction to its audience and folds it."""
        fact = replace(fact, to_all=audience == "all")
        self.told.append(tell_as(fact, audience))
        self.state = evolve(self.state, fact)

    # --- a Stalker --------------------------------------------------------------------------------------------------

    def edit_stalker(self, stalker: Stalker, changes: Mapping[str, Any]) -> None:
        """Corrects fields of a Stalker."""
        values, reasons = _stalker_values(self.state, stalker, changes)
        if reasons:
            raise NotAllowed(*reasons)
        for field in STALKER_FIELDS:
            if field in values and values[field] != self._present(stalker.number, field):
                self._correct_stalker(stalker.number, field, values[field])

    def _present(self, number: int, field: str) -> Any:
        stalker = self.state.stalkers[number]
        return number in self.state.secrets.blindness if field == "blinded" else getattr(stalker, field)

    def _correct_stalker(self, number: int, field: str, value: Any) -> None:
        stalker = self.state.stalkers[number]
        if field == "blinded":
            audience = audience_of(Hidden(), "blindness")
        else:
            audience = audience_of(stalker, "burnt_on" if field == "burnt" else field)
        if field == "burnt":
            # As a scenario's: burnt since the day before, so the present day is a rest.
            value = self.day - 1 if value else None
        elif field == "at":
            value = list(value)
        self.correct(f.StalkerSet.of(stalker, field=field, value=value), audience)
        if field == "at":
            self._listen(self.state.stalkers[number])

    def _listen(self, stalker: Stalker) -> None:
        in_play = wind.is_in_play(self.rulings.wind, self.state.started_with)
        if stalker.alive:
            self.hear_wind(stalker, in_play=in_play)

    # --- a cell -----------------------------------------------------------------------------------------------------

    def edit_cell(self, cell: Cell, changes: Mapping[str, Any]) -> None:
        """Corrects what a cell holds, and what lies about there."""
        reasons = _cell_refusals(self.state, cell, changes)
        if reasons:
            raise NotAllowed(*reasons)
        if "element" in changes and changes["element"] != self.state.elements.get(cell, ""):
            self._correct_element(cell, changes["element"])
        if "nuts" in changes and changes["nuts"] != sum(nut.at == cell for nut in self.state.nuts):
            self.correct(f.LyingNutsSet(at=cell, nuts=changes["nuts"]), self._told_of_nuts(cell))
        if "dropped" in changes:
            goods = {item: count for item, count in changes["dropped"].items() if count}
            droppers = seats(
                self.state.stalkers[pile.by].seat for pile in self.state.piles if pile.at == cell and pile.by
            )
            self.correct(f.LyingPilesSet(at=cell, goods=goods), joined(self._been_in(cell), droppers))

    def _correct_element(self, cell: Cell, element: str) -> None:
        was, is_now = self.state.elements.get(cell) == MANGE, element == MANGE
        if was != is_now:
            audience = self._told_of_mange(cell)
            if audience != "gm":
                self.correct(f.MangeTold(at=cell, mange=is_now), audience)
        self.correct(f.CellSet(at=cell, holds=element), self._been_in(cell))
        if was != is_now:
            for stalker in self.state.stalkers.values():
                if stalker.at in neighbours(cell) and self._is_news(stalker):
                    self._listen(stalker)

    def _is_news(self, stalker: Stalker) -> bool:
        blows = wind.blows_at(stalker.at, self.state.elements)
        return self.state.winds.get(stalker.at) is not blows

    def _been_in(self, cell: Cell) -> Audience:
        """Returns those who were told what a cell holds: they entered it."""
        return seats(stalker.seat for stalker in self.state.stalkers.values() if cell in stalker.been)

    def _told_of_nuts(self, cell: Cell) -> Audience:
        probers = [stalker.seat for stalker in self.state.stalkers.values() if cell in stalker.probed]
        if probers and self.rulings.nut_result == "public":
            return "all"
        return joined(self._been_in(cell), seats(probers))

    def _told_of_mange(self, cell: Cell) -> Audience:
        """Returns those who were told whether a cell is a Mange: all who saw it trodden or deadly, or heard no wind."""
        state = self.state
        calm = any(state.winds.get(beside) is False for beside in neighbours(cell))
        if calm or cell in state.trodden or cell in state.deadly:
            return "all"
        return self._told_of_nuts(cell)


def _stalker_values(
    state: ZoneState, stalker: Stalker, changes: Mapping[str, Any]
) -> tuple[dict[str, Any], list[Words]]:
    """Returns the new values of a Stalker's fields, and what is wrong with them."""
    values, reasons = dict(changes), _unknown_names(changes, STALKER_FIELDS)
    for field in ("alive", "burnt", "blinded", "paralysed"):
        if field in changes and not isinstance(changes[field], bool):
            reasons.append(say("{field} is true or false, not {value}.", field=field, value=shown(changes[field])))
    if "at" in changes:
        values["at"] = read_cell(changes["at"])
        if values["at"] is None:
            reasons.append(say("A cell is x,y,z, each 1 to 5, not {value}.", value=shown(changes["at"])))
    if "carries" in changes:
        reasons += _goods_refusals("carries", changes["carries"])
        if not reasons:
            values["carries"] = {item: count for item, count in changes["carries"].items() if count}
    if not reasons:
        reasons += _contradictions(state, stalker, values)
    return values, reasons


def _contradictions(state: ZoneState, stalker: Stalker, values: Mapping[str, Any]) -> list[Words]:
    alive, at = values.get("alive", stalker.alive), values.get("at", stalker.at)
    if alive and state.elements.get(at) == MANGE:
        return [say("{cell} is a Mosquito Mange: no living Stalker can stand there [Z10].", cell=place(at))]
    suffering = [field for field in ("burnt", "blinded", "paralysed", "carries") if values.get(field)]
    if not alive and suffering:
        return [say("Stalker {n} is dead: {fields} cannot be set.", n=stalker.number, fields=listing(suffering))]
    return []


def _cell_refusals(state: ZoneState, cell: Cell, changes: Mapping[str, Any]) -> list[Words]:
    reasons = _unknown_names(changes, CELL_FIELDS)
    if "element" in changes:
        element = changes["element"]
        if not isinstance(element, str) or element not in ("", *SCATTERED):
            known = listing(SCATTERED)
            reasons.append(
                say('A cell holds "" or one of {known}, not {value} [ZR2].', known=known, value=shown(element))
            )
        elif cell == CENTRE:
            reasons.append(say("Nothing lies in the centre but the Golden Ball [ZR2]."))
        elif element == MANGE and state.standing_at(cell):
            reasons.append(say("{cell} is no Mosquito Mange: a Stalker stands there [Z10].", cell=place(cell)))
    if "nuts" in changes and not _is_count(changes["nuts"]):
        reasons.append(say("nuts is a whole number from 0 on, not {value}.", value=shown(changes["nuts"])))
    if "dropped" in changes:
        reasons += _goods_refusals("dropped", changes["dropped"])
    return reasons


def _unknown_names(changes: Mapping[str, Any], known: Sequence[str]) -> list[Words]:
    return [
        say("{name} cannot be edited; there are: {known}.", name=shown(name), known=listing(known))
        for name in changes
        if name not in known
    ]


def _goods_refusals(field: str, goods: Any) -> list[Words]:
    if not isinstance(goods, Mapping):
        return [say("{field} is a table such as {{nut: 1}}, not {value}.", field=field, value=shown(goods))]
    return [
        say(
            "{field}.{item}: a whole number from 0 on of one of {known}.",
            field=field,
            item=str(item),
            known=listing(ITEMS),
        )
        for item, count in goods.items()
        if item not in ITEMS or not _is_count(count)
    ]


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
