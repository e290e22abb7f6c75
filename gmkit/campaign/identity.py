"""Running a cell again must not act again: which commands are in the ledger already (api.md, `id=` and `turn=`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gmkit.campaign.deciding import Asked, refuse_other_turn
from gmkit.campaign.history import History, Record
from gmkit.core.command import content_of, shown, whole_number
from gmkit.errors import NotAllowed
from gmkit.words import say


def checked_id(given: Any) -> str | None:
    """Returns an id, or None where there is none.

    Raises:
        NotAllowed: If it is no text.
    """
    if given is not None and (not isinstance(given, str) or not given):
        raise NotAllowed(say("An id is a text, not {id}.", id=shown(given)))
    return given


def checked_turn(given: Any) -> int | None:
    """Returns a turn, or None where there is none.

    Raises:
        NotAllowed: If it is no whole number.
    """
    turn = whole_number(given)
    if given is not None and turn is None:
        raise NotAllowed(say("A turn is a whole number, not {turn}.", turn=shown(given)))
    return turn


def whole_record(history: History, asked: Sequence[Asked], id: str | None, turn: int | None) -> Record | None:
    """Returns the record of several commands that were given as one before, None if they are to be done.

    Raises:
        NotAllowed: If the id stands for something else, or the turn is another one now.
    """
    whole = content_of({"all": [item.data for item in asked]})
    closes = any(item.command.closes_turn for item in asked)
    if id is not None:
        return by_id(history, id, whole, turn, closes=closes)
    if turn is None:
        return None
    record = history.best(history.by_turn.get((turn, whole), ()))
    if record is not None and not _may_act_again(history, record, closes=closes):
        return record
    refuse_other_turn(turn, history.now.turn)
    return None


def lone_record(history: History, item: Asked, id: str | None, turn: int | None) -> Record | None:
    """Returns the record of one command that was given before, None if it is to be done.

    Raises:
        NotAllowed: If the id stands for something else, or the turn is over.
    """
    closes = item.command.closes_turn
    if id is not None:
        record = by_id(history, id, content_of({"all": [item.data]}), turn, closes=closes)
        if record is not None:
            return record
    if turn is None:
        return None
    # Two alike in one turn need ids: a command with an id of its own is not the one without.
    given = history.by_turn.get((turn, content_of(item.data)), ()) if id is None else ()
    record = history.best(given)
    if record is not None and not _may_act_again(history, record, closes=closes):
        return record
    if closes and turn < history.now.turn and turn in history.closings:
        return history.closings[turn]
    return None


def by_id(history: History, id: str, content: str, turn: int | None = None, *, closes: bool = False) -> Record | None:
    """Returns the record with this id, None if there is none or it may be done again.

    Raises:
        NotAllowed: If the id stands for something else.
    """
    records = history.by_id.get(id, [])
    same = [record for record in records if record.content == content and turn in (None, record.page)]
    record = history.best(same)
    if any(other.document not in history.undone_by for other in records if other not in same):
        raise NotAllowed(say("The id {id} was used for something else; give another.", id=shown(id)))
    # After an undo, other content acts; the same comes back, marked.
    return None if record is None or _may_act_again(history, record, closes=closes) else record


def _may_act_again(history: History, record: Record, *, closes: bool) -> bool:
    """Returns whether a recorded command acts all the same: a closing that was undone and cannot be redone."""
    return closes and record.document in history.undone_by and record.document not in history.redoable
