"""Acting on a campaign: every verb is a command, every command an entry of the ledger; all or none (T3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmkit.campaign.deciding import Asked, numbered, refuse_other_turn
from gmkit.campaign.history import Record, events_of, undo_command
from gmkit.campaign.identity import by_id, checked_id, checked_turn, lone_record, whole_record
from gmkit.campaign.listener import Document
from gmkit.campaign.looking import Looking
from gmkit.campaign.opened import Writing
from gmkit.campaign.outcome import Outcome, RecordedRoll
from gmkit.campaign.packing import packed
from gmkit.campaign.speaking import spoken
from gmkit.core.command import content_of, shown
from gmkit.core.session import Rolled
from gmkit.core.visibility import GM, PUBLIC
from gmkit.errors import Conflict, NotAllowed
from gmkit.words import listing, render, say

Commands = Mapping[str, Any] | Sequence[Mapping[str, Any]]


class Acting(Looking):
    """A campaign to act on."""

    @spoken
    def do(self, commands: Commands, *, id: str | None = None, turn: int | None = None) -> Any:
        """Does one command, or a list of them as one: all or none. Returns what happened; of a list, a list.

        Args:
            commands: `{"do": "order", "stalker": 1, "text": "X+"}`: the verb and its parameters.
            id: The same id with the same content gives the recorded result and does nothing.
            turn: The turn for which it is meant; the same content in the same turn is the same command.

        Raises:
            NotAllowed: If it is not allowed, with every reason; nothing was spent.
            Conflict: The same, where another kernel acted meanwhile; it says what happened.
        """
        checked_id(id)
        turn = checked_turn(turn)
        if isinstance(commands, Mapping):
            if _goes_back(commands):
                return self._do_back(commands, id, turn)
            return self._do_one(self._decider.read(commands), id, turn)
        given: Any = commands
        if isinstance(given, (str, bytes)) or not isinstance(given, Sequence) or not given:
            raise NotAllowed(say("Give one command, or a list of at least one, not {value}.", value=shown(given)))
        for command in given:
            if isinstance(command, Mapping) and _goes_back(command):
                raise NotAllowed(say("{verb} stands alone, not in a list of commands.", verb=str(command["do"])))
        return self._do_all(self._decider.read_all(given), id, turn)

    @spoken
    def undo(self, reason: str = "", *, id: str | None = None) -> Outcome:
        """Undoes the last live act, a batch whole; it stays in the ledger, marked.

        The notice of what it returns says where players had seen the act.

        Raises:
            NotAllowed: If there is nothing left to undo.
            Conflict: If another kernel acted since this one last acted; it says what happened.
        """
        if not isinstance(reason, str):
            raise NotAllowed(say("{verb}: {place} is {wanted}, not {value}.", **_wrong_reason(reason)))
        checked_id(id)
        was_seen = False
        with Writing(self) as writer:
            record = self._back_record(undo_command(reason), id)
            if record is None:
                self._refuse_if_overtaken()
                target = self._history.undoable()
                if target is None:
                    raise NotAllowed(say("There is nothing to undo: only the campaign's creation is left."))
                was_seen = self._history.was_shown(target)
                turn = self._history.document(target)["turn"]
                entry = {**self._stamp(), "undo": target, "turn": turn, "reason": reason}
                number = writer.add(entry if id is None else {**entry, "id": id})
        # The call itself is the GM's word: it is done, and said.
        notice = say("Players had seen this: it stays in their ledgers, marked as undone.") if was_seen else ""
        return self._back(record, number if record is None else 0, render(notice))

    @spoken
    def redo(self, *, id: str | None = None) -> Outcome:
        """Brings the last undone act back, with the dice that it had.

        Raises:
            NotAllowed: If nothing was undone, or something else was done since.
        """
        checked_id(id)
        with Writing(self) as writer:
            record = self._back_record({"do": "redo"}, id)
            if record is None:
                self._refuse_if_overtaken()
                if not self._history.redoable:
                    raise NotAllowed(say("There is nothing to redo: nothing was undone since the last act."))
                target = self._history.redoable[-1]
                turn = self._history.document(target)["turn"]
                entry = {**self._stamp(), "redo": target, "turn": turn}
                number = writer.add(entry if id is None else {**entry, "id": id})
        return self._back(record, number if record is None else 0)

    @spoken
    def sent(self, what: str, viewer: str, turn: int | None = None) -> int:
        """Notes that something made for a viewer has left the GM's hands; returns the entry's number.

        Players count as having seen all that was told before it; it is never undone.

        Args:
            what: "report" or "pack".
            viewer: "public" or a player's name; what the GM exports for the GM is sent to nobody.
            turn: The turn of a report.
        """
        seat, _ = self._viewer(viewer)
        if seat == GM:
            raise NotAllowed(say("What is made for the GM is not sent to players."))
        sent: dict[str, Any] = {"what": what, "to": seat}
        if turn is not None:
            sent["turn"] = turn
        with Writing(self) as writer:
            number: int = writer.add({**self._stamp(), "turn": self._history.now.turn, "sent": sent})
        self._after_writing()
        return number

    # --- the verbs that every campaign has --------------------------------------------------------------------------

    def roll(
        self,
        notation: str,
        text: str = "",
        *,
        actor: str = "gm",
        seen_by: str | Sequence[str] = "all",
        faces: Sequence[int] | str | None = None,
        id: str | None = None,
    ) -> RecordedRoll:
        """Rolls dice, records them in the ledger, and returns the roll: .total, .groups, .text.

        Args:
            notation: Such as "4dF+2".
            text: What the roll is for.
            actor: Who acts: a player, or any other name; the roll's dice hang on it (D1).
            seen_by: "all", "gm", or names of players.
            faces: What the dice on the table show; None: the campaign's key gives them.
            id: The same id with the same content gives the recorded roll.
        """
        command: dict[str, Any] = {"do": "roll", "notation": notation, "text": text, "actor": actor}
        command["seen_by"] = seen_by
        if faces is not None:
            command["faces"] = faces
        roll: RecordedRoll = self.do(command, id=id)
        return roll

    def tell(self, player: str, text: str, *, id: str | None = None) -> Any:
        """Tells one player something; it stands in that player's ledger and next report."""
        return self.do({"do": "tell", "player": player, "text": text}, id=id)

    def edit(self, what: str, changes: Mapping[str, Any], *, reason: str, id: str | None = None) -> Any:
        """Corrects the state by hand, with a reason; each changed field is told to those who may know it."""
        return self.do({"do": "edit", "what": what, "changes": changes, "reason": reason}, id=id)

    def set(self, name: str, value: Any, *, reason: str = "", id: str | None = None) -> Any:
        """Sets a ruling from now on."""
        return self.do({"do": "set", "name": name, "value": value, "reason": reason}, id=id)

    def phrase(self, player: str, text: str, *, id: str | None = None) -> Any:
        """Takes a player's phrase for the dice of this turn's closing (D1)."""
        return self.do({"do": "phrase", "player": player, "text": text}, id=id)

    def add_player(self, name: str, *, id: str | None = None) -> Any:
        """Seats a further player; refused where the system has no free place."""
        return self.do({"do": "add_player", "name": name}, id=id)

    def replace_player(self, old: str, new: str, *, id: str | None = None) -> Any:
        """Gives a player's seat, and all that was told to it, to another."""
        return self.do({"do": "replace_player", "old": old, "new": new}, id=id)

    def drop_player(self, name: str, *, id: str | None = None) -> Any:
        """Lets a player leave; the seat gives no orders."""
        return self.do({"do": "drop_player", "name": name}, id=id)

    # --- the inside -------------------------------------------------------------------------------------------------

    def _do_one(self, asked: Asked, id: str | None, turn: int | None) -> Any:
        id = _one_of("id", id, checked_id(asked.id))
        turn = _one_of("turn", turn, checked_turn(asked.turn))
        with Writing(self) as writer:
            record = self._met(lambda: lone_record(self._history, asked, id, turn))
            if record is None:
                self._met(lambda: refuse_other_turn(turn, self._history.now.turn) if turn is not None else None)
                document = self._decided([asked], [None])
                number = writer.add(document if id is None else {**document, "id": id})
        if record is not None:
            return self._result(record.document, record.index, again=asked)
        self._after_writing()
        return self._result(number, -1)

    def _do_all(self, asked: Sequence[Asked], id: str | None, turn: int | None) -> list[Any]:
        twins = _twins(asked)
        with Writing(self) as writer:
            whole = self._met(lambda: whole_record(self._history, asked, id, turn))
            if whole is None:
                records = self._met(lambda: self._records(asked))
                left = [place for place in range(len(asked)) if records[place] is None and place not in twins]
                number = self._add_all(writer, asked, left, id) if left else 0
        if whole is not None:
            return [self._result(whole.document, index) for index in self._indices(whole.document)]
        if left:
            self._after_writing()
        fresh = dict(zip(left, self._indices(number), strict=True)) if left else {}
        results: list[Any] = []
        for place, record in enumerate(records):
            if place in twins:
                results.append(results[twins[place]])
            elif record is None:
                results.append(self._result(number, fresh[place]))
            else:
                results.append(self._result(record.document, record.index, again=asked[place]))
        return results

    def _records(self, asked: Sequence[Asked]) -> list[Record | None]:
        """Returns the record of each command that was given before under an id or for a turn of its own."""
        records = []
        for number, item in enumerate(asked, start=1):
            with numbered(number):
                records.append(lone_record(self._history, item, checked_id(item.id), checked_turn(item.turn)))
        return records

    def _add_all(self, writer: Any, asked: Sequence[Asked], left: Sequence[int], id: str | None) -> int:
        """Adds those of several commands that are not in the ledger yet, as one entry."""
        doing = [asked[place] for place in left]
        document = self._decided(doing, [place + 1 for place in left])
        if id is not None:
            document["id"] = id
        if any(item.id is not None for item in doing):
            document["ids"] = [item.id for item in doing]
        if len(left) < len(asked):
            # Asked for again, the whole list is known by all of its commands.
            document["asked_all"] = [item.data for item in asked]
        number: int = writer.add(document)
        return number

    def _indices(self, number: int) -> Sequence[int]:
        count = len(self._history.document(number)["do"])
        return range(count) if count > 1 else [-1]

    def _do_back(self, command: Mapping[str, Any], id: str | None, turn: int | None) -> Outcome:
        """Does an undo or redo that was given as data."""
        given = {name: value for name, value in command.items() if name not in ("do", "id")}
        verb, takes = str(command["do"]), ("reason",) if command["do"] == "undo" else ()
        for name in [*given, *(["turn"] if turn is not None else [])]:
            if name not in takes:
                known = listing(takes) if takes else say("nothing")
                raise NotAllowed(say("{verb} has no {name}; it takes {known}.", verb=verb, name=str(name), known=known))
        own_id = _one_of("id", id, checked_id(command.get("id")))
        return self.undo(**given, id=own_id) if verb == "undo" else self.redo(id=own_id)

    def _back_record(self, command: dict[str, Any], id: str | None) -> Record | None:
        return None if id is None else by_id(self._history, id, content_of({"all": [command]}))

    def _back(self, record: Record | None, number: int, notice: str = "") -> Outcome:
        """Returns what an undo or redo gives back, and lets others know if it was done just now."""
        if record is None:
            self._after_writing()
        n = number if record is None else record.document
        return Outcome(self._did(self._history.document(n)), n=n, notice=notice)

    def _met(self, check: Any) -> Any:
        """Returns what *check* gives; a refusal says what another kernel did meanwhile."""
        try:
            return check()
        except NotAllowed as refused:
            meanwhile = self._meanwhile()
            if meanwhile is None:
                raise
            self._shown = self._history.seen
            raise Conflict(*refused.reasons, meanwhile) from None

    def _refuse_if_overtaken(self) -> None:
        meanwhile = self._meanwhile()
        if meanwhile is not None:
            self._shown = self._history.seen
            raise Conflict(say("Nothing was undone or redone."), meanwhile)

    def _decided(self, asked: Sequence[Asked], numbers: Sequence[int | None]) -> Document:
        """Returns the document that these commands become."""
        history = self._history
        decision = self._met(
            lambda: self._decider.decide(
                history.now,
                asked,
                knows=lambda seat: history.listener(seat).now,
                used=history.used,
                numbers=numbers,
            )
        )
        document: Document = {
            **self._stamp(),
            "turn": history.now.turn,
            "do": decision.commands,
            "events": self._decider.plain(decision.told),
        }
        if len(decision.commands) > 1:
            document["per"] = decision.per
        if decision.draws:
            document["draws"] = decision.draws
        return packed(document)

    def _result(self, number: int, index: int, *, again: Asked | None = None) -> Any:
        """Returns what a recorded command gave: a roll, a report, or its lines.

        One that is asked for *again* says beside it what stands now, if that is something else.
        """
        document = self._history.document(number)
        undone = number in self._history.undone_by
        events = events_of(document, index)
        closed = [event["turn"] for event in events if event["is"] == "turn_closed"]
        if closed and not undone:
            return self.view(PUBLIC).report(closed[-1])
        facts = self._decider.facts(events)
        for fact in facts:
            if isinstance(fact, Rolled):
                return RecordedRoll.of(fact.rolled, n=number, undone=undone, lang=self.lang)
        names = self._history.now.names
        lines = [render(fact.line(names)) for fact in facts if fact.has_line]
        notice = self._notice(number, again, undone=undone) if again is not None else ""
        return Outcome("\n".join(lines), n=number, undone=undone, facts=facts, notice=notice)

    def _notice(self, number: int, asked: Asked, *, undone: bool) -> str:
        """Returns why a record that comes back is not what stands now, and what to do; empty where it stands."""
        if undone and number in self._history.redoable:
            return say("It was undone: c.redo() brings it back.").render()
        now = self._history.now
        if self._system.stands is None or self._history.document(number)["turn"] != now.turn:
            return ""
        instead = self._system.stands(now, asked.command)
        if instead is None:
            return ""
        return say(
            "It was given before and not again. {instead}. To give it anew, give it an id=.", instead=instead
        ).render()


def _twins(asked: Sequence[Asked]) -> dict[int, int]:
    """Returns which commands of a list are the same as an earlier one of it: one id, or alike in one turn."""
    first: dict[tuple[str, Any], int] = {}
    twins: dict[int, int] = {}
    for place, item in enumerate(asked):
        content = content_of(item.data)
        if item.id is None and item.turn is None:
            continue
        key = ("id", shown(item.id)) if item.id is not None else (f"turn {item.turn}", content)
        earlier = first.setdefault(key, place)
        if earlier == place:
            continue
        if asked[earlier].data != item.data:
            reason = say("The id {id} was used for something else; give another.", id=shown(item.id))
            raise NotAllowed(say("Command {number}: {reason}", number=place + 1, reason=reason))
        twins[place] = earlier
    return twins


def _one_of(name: str, outer: Any, own: Any) -> Any:
    """Returns the id or turn that stands in the call or in the command itself."""
    if outer is not None and own is not None and outer != own:
        raise NotAllowed(
            say(
                "The call says {name} {outer} and the command says {own}.",
                name=name,
                outer=shown(outer),
                own=shown(own),
            )
        )
    return own if outer is None else outer


def _wrong_reason(reason: object) -> dict[str, Any]:
    return {"verb": "undo", "place": "reason", "wanted": say("a text"), "value": shown(reason)}


def _goes_back(command: Mapping[str, Any]) -> bool:
    verb = command.get("do")
    return isinstance(verb, str) and verb in ("undo", "redo")
