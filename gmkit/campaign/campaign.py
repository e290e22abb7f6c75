"""The campaign as a GM uses it: create, open, do, undo, view, report."""

from __future__ import annotations

import functools
import itertools
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from gmkit.campaign.creation import Beginning, beginning, first_facts
from gmkit.campaign.deciding import Asked, Decider
from gmkit.campaign.follow import Followers
from gmkit.campaign.history import Document, History, Record, events_of
from gmkit.campaign.ledger import Ledger, Source
from gmkit.campaign.outcome import Outcome, RecordedRoll
from gmkit.campaign.view import Knowledge, View
from gmkit.core.codec import from_plain, to_plain
from gmkit.core.command import content_of
from gmkit.core.names import folded
from gmkit.core.session import Rolled, Session
from gmkit.core.system import System
from gmkit.core.visibility import GM, PUBLIC
from gmkit.dice.chance import new_id
from gmkit.errors import Conflict, GmkitError, NotAllowed, StoreError
from gmkit.store.campaign_file import CampaignFile
from gmkit.systems import find_system
from gmkit.words import Sentence, listing, render, say, set_language, speaking

if TYPE_CHECKING:
    import pandas as pd
    from tinydb import TinyDB

    from gmkit.paint.pages import Report

P = ParamSpec("P")
T = TypeVar("T")
Clock = Callable[[], datetime]
Commands = Mapping[str, Any] | Sequence[Mapping[str, Any]]

FORMAT = 1
"""The version of the campaign file that this gmkit writes."""

SNAPSHOT_EVERY = 2000
"""Documents after which the cached state in the file is renewed."""


def spoken(method: Callable[Concatenate[Campaign, P], T]) -> Callable[Concatenate[Campaign, P], T]:
    """Makes a method, and every error that comes out of it, speak the campaign's language."""

    @functools.wraps(method)
    def speaks(self: Campaign, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with speaking(self.lang):
            try:
                return method(self, *args, **kwargs)
            except GmkitError as error:
                error.lang = error.lang or self.lang
                raise

    return speaks


def _now() -> datetime:
    return datetime.now(UTC)


def create(
    path: str | os.PathLike[str],
    *,
    system: str,
    title: str = "",
    players: Sequence[str] = (),
    lang: str = "en",
    settings: Mapping[str, Any] | None = None,
    scenario: Mapping[str, Any] | str | Path | None = None,
    key: str | None = None,
    clock: Clock | None = None,
    id: str | None = None,
) -> Campaign:
    """Returns a new campaign in the folder *path*.

    Args:
        path: A folder; it is made if it is not there.
        system: "zone", or another system's id.
        title: What stands above every report.
        players: Their names.
        lang: "en" or "ru".
        settings: Rulings, by name.
        scenario: A position to start from: a mapping, or the path of a TOML file.
        key: For teaching and tests: dice and id come from this text, and every report says that they prove nothing.
        clock: For teaching and tests: gives the time.
        id: With the id and content of the campaign that is there, that one is opened.

    Raises:
        GmkitError: If something asked for is not possible, or a campaign is there; nothing was written.
    """
    with speaking(lang if lang == "ru" else "en"):
        try:
            start = beginning(
                system=find_system(system),
                title=title,
                players=players,
                lang=lang,
                settings=settings,
                scenario=scenario,
                key=key,
            )
            folder = Path(path)
            if id is not None and (folder / "campaign.json").exists():
                return _opened_again(folder, id, start, clock)
            return _written(folder, start, clock or _now, id)
        except GmkitError as error:
            error.lang = error.lang or (lang if lang == "ru" else "en")
            raise


def open(path: str | os.PathLike[str], *, clock: Clock | None = None) -> Campaign:
    """Returns the campaign in the folder *path* (or whose campaign.json it is).

    Raises:
        GmkitError: If there is none, or its file is damaged; says what to do.
    """
    file = CampaignFile.open(Path(path))
    try:
        return Campaign(file, clock or _now)
    except BaseException:
        file.close()
        raise


def _opened_again(folder: Path, id: str, start: Beginning, clock: Clock | None) -> Campaign:
    campaign = open(folder, clock=clock)
    first = campaign._file.documents[0]
    if first.get("id") == id and first.get("asked") == start.asked:
        return campaign
    campaign.close()
    if first.get("id") != id:
        raise StoreError(
            say(
                "There is a campaign in {folder} already, with another id; open it, or name another folder.",
                folder=str(folder),
            )
        )
    raise StoreError(
        say(
            "There is a campaign with the id {id} in {folder} already, made with other content; open it, or name another folder.",
            id=id,
            folder=str(folder),
        )
    )


def _written(folder: Path, start: Beginning, clock: Clock, id: str | None) -> Campaign:
    history = History(start.system)
    decider = Decider(history.folding, start.key, start.campaign_id)
    chance = decider.chance(Session(), 0, {})
    told = first_facts(start, chance)
    session = decider.folded(history.folding.blank, told)
    counts = Counter(chance.counts)
    # What each seat knows after the start: the commands of a scenario are refused like any others.
    decision = decider.decide(
        session,
        [decider.read(command) for command in start.commands],
        knows=lambda seat: decider.folded(history.folding.blank, told, seat),
        used=lambda _: counts,
        at_turn_zero=True,
    )
    at = _stamp(clock)
    first: Document = {
        "turn": 0,
        "at": at,
        "asked": start.asked,
        "do": [{"do": "create"}],
        "events": decider.plain([*told, *decision.told]),
        "draws": [draw.to_plain() for draw in chance.draws] + decision.draws,
    }
    if id is not None:
        first["id"] = id
    header = {
        "campaign": start.campaign_id,
        "created": at,
        "format": FORMAT,
        "lang": start.lang,
        "system": start.system.id,
    }
    return Campaign(CampaignFile.create(folder, header, first), clock)


class CampaignLedger(Ledger):
    """The GM's ledger, which can also be written to."""

    campaign: Campaign

    def add(
        self, text: str, *, turn: int | None = None, seen_by: str | Sequence[str] = "gm", id: str | None = None
    ) -> Any:
        """Writes a note: "all", "gm" or names may see it; *turn* names an earlier turn that it is about."""
        command: dict[str, Any] = {"do": "note", "text": text, "seen_by": _names(seen_by)}
        if turn is not None:
            command["turn"] = turn
        return self.campaign.do(command, id=id)


class Campaign:
    """One campaign: what a GM types on it is a verb, and every verb is an entry of its ledger."""

    def __init__(self, file: CampaignFile, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        header = file.header
        self.lang: str = header.get("lang", "en")
        set_language(self.lang)
        self._system: System = find_system(header["system"])
        self._kernel = f"{os.getpid():x}-{new_id()[:4]}"
        self._views: dict[tuple[str, int | None], tuple[int, View]] = {}
        self._followers = Followers(self.refresh)
        self._closed = False
        self._history = History(self._system)
        self._history.load(file.documents, self._snapshot())
        self._decider = Decider(self._history.folding, self._key(), header["campaign"])
        self._shown = self._history.seen
        self._marked = self._history.seen
        self._numbers = itertools.count(1)
        self.game: Any = self._system.game(self)
        """The system's verbs."""

    # --- what it is -------------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The campaign's folder."""
        return self._file.path.parent

    @property
    def system(self) -> str:
        """The id of its system."""
        return self._system.id

    @property
    def title(self) -> str:
        """What stands above its reports."""
        return self._session().title

    @property
    def turn(self) -> int:
        """The turn now being played. Counted from 1."""
        return self._session().turn

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in the order of their seats."""
        return self._session().players

    @property
    def settings(self) -> Mapping[str, Any]:
        """The rulings in force, by name."""
        return {**self._system.settings.defaults, **self._session().settings}

    @property
    def db(self) -> TinyDB:
        """The campaign file as a TinyDB, to read from; what writes is a command."""
        return self._file.db

    @property
    def notices(self) -> list[str]:
        """What was noticed about the file, such as a line that a power cut tore."""
        return [render(notice, self.lang) for notice in self._file.notices]

    @property
    def ledger(self) -> CampaignLedger:
        """Everything that happened, as the GM sees it."""
        seen = self.view(GM).ledger
        ledger = CampaignLedger(seen._rows, seen._lines, seen._undone, seen._source)
        ledger.campaign = self
        return ledger

    def __repr__(self) -> str:
        return f"Campaign({self.title!r}, {self.system}, turn {self.turn})"

    # --- acting -----------------------------------------------------------------------------------------------------

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
        if isinstance(commands, Mapping) and commands.get("do") in ("undo", "redo"):
            verb = self.undo if commands["do"] == "undo" else self.redo
            return verb(**{name: value for name, value in commands.items() if name != "do"})
        alone = isinstance(commands, Mapping)
        asked = self._read(commands)
        id, turn = self._identity(asked, id, turn)
        with self._writing() as writer:
            record = self._recorded(asked, id, turn, alone=alone)
            if record is not None:
                return self._result(record)
            decision = self._decided(asked)
            document = self._document(decision.commands, decision.told, decision.per, decision.draws)
            if id is not None:
                document["id"] = id
            number = writer.add(document)
        self._after_writing()
        results = [self._result(Record(number, index if not alone else -1, "")) for index in range(len(asked))]
        return results[0] if alone else results

    @spoken
    def undo(self, reason: str = "") -> Outcome:
        """Undoes the last live act, a batch whole; it stays in the ledger, marked.

        Raises:
            NotAllowed: If there is nothing left to undo.
            Conflict: If another kernel acted since this one last looked; it says what happened.
        """
        with self._writing() as writer:
            self._refuse_if_overtaken()
            target = self._history.undoable()
            if target is None:
                raise NotAllowed(say("There is nothing to undo: only the campaign's creation is left."))
            text = self._lines(target)
            number = writer.add({**self._stamp(), "undo": target, "turn": self._turn_before(target), "reason": reason})
        self._after_writing()
        return Outcome(say("Undone: {text}", text=text).render(), n=number)

    @spoken
    def redo(self) -> Outcome:
        """Brings the last undone act back, with the dice that it had.

        Raises:
            NotAllowed: If nothing was undone, or something else was done since.
        """
        with self._writing() as writer:
            self._refuse_if_overtaken()
            if not self._history.redoable:
                raise NotAllowed(say("There is nothing to redo: nothing was undone since the last act."))
            target = self._history.redoable[-1]
            turn = self._history.document(target)["turn"]
            number = writer.add({**self._stamp(), "redo": target, "turn": turn})
        self._after_writing()
        return Outcome(say("Done again: {text}", text=self._lines(target)).render(), n=number)

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to undo."""
        return self._history.undoable() is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is an act to bring back."""
        return bool(self._history.redoable)

    def undo_takes_back_seen(self) -> Sentence | None:
        """Returns the question to ask the GM where the next undo takes back what players have seen, else None."""
        target = self._history.undoable()
        if target is None or not self._history.was_shown(target):
            return None
        return say("Players have seen this: {text} Undo it all the same? It stays marked.", text=self._lines(target))

    def roll(
        self,
        notation: str,
        text: str = "",
        *,
        actor: str = "gm",
        seen_by: str | Sequence[str] = "all",
        faces: Sequence[int] | None = None,
        id: str | None = None,
    ) -> RecordedRoll:
        """Rolls dice, records them in the ledger, and returns the roll: .total, .groups, .text."""
        command: dict[str, Any] = {"do": "roll", "notation": notation, "text": text, "actor": actor}
        command["seen_by"] = _names(seen_by)
        if faces is not None:
            command["faces"] = list(faces)
        roll: RecordedRoll = self.do(command, id=id)
        return roll

    def tell(self, player: str, text: str, *, id: str | None = None) -> Any:
        """Tells one player something; it stands in that player's ledger and next report."""
        return self.do({"do": "tell", "player": player, "text": text}, id=id)

    def edit(self, what: str, changes: Mapping[str, Any], *, reason: str, id: str | None = None) -> Any:
        """Corrects the state by hand, with a reason; each changed field is told to those who may know it."""
        return self.do({"do": "edit", "what": what, "changes": dict(changes), "reason": reason}, id=id)

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

    # --- looking ----------------------------------------------------------------------------------------------------

    @spoken
    def view(self, viewer: str, *, turn: int | None = None) -> View:
        """Returns what a viewer may know: "gm", "public" or a player's name; with *turn*, as it stood when that closed."""
        self.refresh()
        seat, name = self._viewer(viewer)
        cached = self._views.get((seat, turn))
        if cached and cached[0] == self._history.seen and cached[1].viewer == name:
            return cached[1]
        view = self._view(seat, name, turn)
        self._views[(seat, turn)] = (self._history.seen, view)
        return view

    @spoken
    def report(self, turn: int, player: str | None = None, format: str = "md", lang: str | None = None) -> Report:
        """Returns the report of a closed turn: the public one, or a player's; 0 is the start.

        Args:
            turn: A turn that was closed, or 0.
            player: A player's name, "gm", or None for the public report.
            format: "md", "html" or "bbcode".
            lang: "en" or "ru"; the campaign's if None.
        """
        return self.view(PUBLIC if player is None else player).report(turn, format, lang)

    @spoken
    def history(self) -> pd.DataFrame:
        """Returns every document: n, turn, at, kernel, did, text, undone, undone_by, seen, remark."""
        from gmkit.campaign.record import history_frame

        self.refresh()
        return history_frame(self._history, self._lines)

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls *callback* after every change, by this kernel or another; returns the function that ends it."""
        return self._followers.add(callback)

    @spoken
    def refresh(self) -> bool:
        """Looks whether another kernel has written; returns whether there was anything new."""
        self._refuse_if_closed()
        if not self._file.changed():
            return False
        self._file.catch_up()
        new = self._history.catch_up()
        if new:
            self._followers.tell()
        return bool(new)

    def desk(self, viewer: str = GM) -> Any:
        """Returns the widget with all that fits this campaign, in tabs."""
        # By name: a campaign knows no widget.
        return import_module("gmkit.widgets.desk").Desk(self, viewer)

    def close(self) -> None:
        """Closes the campaign; the file is left as quiet as it was found if nothing was entered."""
        if self._closed:
            return
        self._followers.stop()
        self._file.close(self._state() if self._history.seen > self._marked else None)
        self._closed = True

    def __enter__(self) -> Campaign:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- the inside -------------------------------------------------------------------------------------------------

    def _session(self) -> Session:
        self.refresh()
        return self._history.gm.now

    def _key(self) -> bytes:
        for event in self._file.documents[0]["events"]:
            if event["is"] == "key_drawn":
                return bytes.fromhex(event["key"])
        raise StoreError(say("{file} has no key for its dice.", file=str(self._file.path)))

    def _viewer(self, viewer: str) -> tuple[str, str]:
        if not isinstance(viewer, str):
            raise NotAllowed(say('A viewer is "gm", "public" or a player\'s name, not {viewer}.', viewer=repr(viewer)))
        if folded(viewer) in (GM, PUBLIC):
            return folded(viewer), folded(viewer)
        session = self._history.gm.now
        seat = session.seat_of(viewer)
        if seat is None:
            raise NotAllowed(
                say(
                    'There is no viewer {viewer}; there are "gm", "public" and {players}.',
                    viewer=repr(viewer),
                    players=listing(session.players),
                )
            )
        return seat.id, seat.name

    def _view(self, seat: str, name: str, turn: int | None) -> View:
        history = self._history
        listener = history.listener(seat)
        if seat == GM and len(listener.closed) <= len(history.closed_at) - 1:
            history.fold_fully()
            listener = history.listener(seat)
        if turn is not None and turn not in listener.closed:
            raise NotAllowed(say("Turn {turn} is not closed.", turn=repr(turn)))
        rows, lines, closed = listener.rows, listener.lines, dict(listener.closed)
        if turn is not None:
            closed = {page: session for page, session in closed.items() if page <= turn}
            lines = [place for place in lines if rows[place].page <= turn]
        knowledge = Knowledge(
            session=listener.now if turn is None else closed[turn],
            closed=closed,
            blank=history.folding.blank,
            done_again=frozenset(listener.done_again),
            rows=tuple(rows),
            lines=tuple(lines),
            undone=frozenset(listener.undone),
        )
        documents = history.documents
        source = Source(
            book=history.folding.book,
            names=knowledge.session.names,
            lang=self.lang,
            viewer=seat,
            times=dict(history.closed_at),
            entered=(lambda number: documents[number - 1]["at"]) if seat == GM else _no_time,
        )
        return View(system=self._system, viewer=seat, name=name, knowledge=knowledge, source=source)

    def _read(self, commands: Commands) -> list[Asked]:
        if isinstance(commands, Mapping):
            return [self._decider.read(commands)]
        if isinstance(commands, str) or not isinstance(commands, Sequence) or not commands:
            raise NotAllowed(say("Give one command, or a list of at least one, not {value}.", value=repr(commands)))
        asked, reasons = [], []
        for number, command in enumerate(commands, start=1):
            try:
                asked.append(self._decider.read(command))
            except NotAllowed as refused:
                reasons += [
                    say("Command {number}: {reason}", number=number, reason=reason) for reason in refused.reasons
                ]
        if reasons:
            raise NotAllowed(*reasons)
        return asked

    def _identity(self, asked: Sequence[Asked], id: str | None, turn: int | None) -> tuple[str | None, int | None]:
        if id is None:
            own = [item.id for item in asked if item.id is not None]
            id = "+".join(own) if own else None
        if id is not None and (not isinstance(id, str) or not id):
            raise NotAllowed(say("An id is a text, not {id}.", id=repr(id)))
        if turn is None:
            turn = asked[0].turn
        if turn is not None and (isinstance(turn, bool) or not isinstance(turn, int)):
            raise NotAllowed(say("A turn is a whole number from 1, not {turn}.", turn=repr(turn)))
        return id, turn

    def _recorded(self, asked: Sequence[Asked], id: str | None, turn: int | None, *, alone: bool) -> Record | None:
        """Returns the record of these commands if they were done before; raises if they can no longer be done."""
        history = self._history
        whole = content_of({"all": [item.data for item in asked]})
        if id is not None:
            record = history.by_id.get(id)
            if record is not None:
                if record.content == whole and not self._may_act_again(record, asked):
                    return record
                if record.content != whole and record.document not in history.undone_by:
                    raise NotAllowed(say("The id {id} was used for something else; give another.", id=repr(id)))
        now = history.gm.now.turn
        if turn is not None:
            content = content_of(asked[0].data) if alone else whole
            record = history.by_turn.get((turn, content)) if id is None else None
            if record is not None and not self._may_act_again(record, asked):
                return record
            if turn < now and alone and asked[0].command.closes_turn and turn in history.gm.closed:
                return Record(self._closing_of(turn), -1, content)
            if turn != now:
                raise NotAllowed(_wrong_turn(turn, now))
        return None

    def _may_act_again(self, record: Record, asked: Sequence[Asked]) -> bool:
        """Returns whether a recorded command acts all the same: a closing that was undone and cannot be redone."""
        closing = any(item.command.closes_turn for item in asked)
        return closing and record.document in self._history.undone_by and record.document not in self._history.redoable

    def _closing_of(self, turn: int) -> int:
        for number in reversed(self._history.live):
            if any(
                event["is"] == "turn_closed" and event["turn"] == turn
                for event in self._history.document(number)["events"]
            ):
                return number
        raise NotAllowed(say("Turn {turn} is not closed.", turn=turn))

    def _decided(self, asked: Sequence[Asked]) -> Any:
        history = self._history
        before = self._shown
        try:
            return self._decider.decide(
                history.gm.now, asked, knows=lambda seat: history.listener(seat).now, used=history.used
            )
        except NotAllowed as refused:
            meanwhile = self._meanwhile(before)
            if meanwhile is None:
                raise
            raise Conflict(*refused.reasons, meanwhile) from None

    def _document(
        self, commands: list[dict[str, Any]], told: Any, per: list[int], draws: list[dict[str, Any]]
    ) -> Document:
        document: Document = {
            **self._stamp(),
            "turn": self._history.gm.now.turn,
            "do": commands,
            "events": self._decider.plain(told),
        }
        if len(commands) > 1:
            document["per"] = per
        if draws:
            document["draws"] = draws
        return document

    def _stamp(self) -> Document:
        return {"at": _stamp(self._clock), "kernel": self._kernel}

    def _result(self, record: Record) -> Any:
        """Returns what a recorded command gave: a roll, a report, or its lines."""
        document = self._history.document(record.document)
        undone = record.document in self._history.undone_by
        if record.index < 0 and len(document.get("do", ())) > 1:
            return [self._result(Record(record.document, index, "")) for index in range(len(document["do"]))]
        events = events_of(document, record.index)
        closed = [event["turn"] for event in events if event["is"] == "turn_closed"]
        if closed and not undone:
            return self.report(closed[-1])
        facts = self._decider.facts(events)
        for fact in facts:
            if isinstance(fact, Rolled):
                return RecordedRoll.of(fact.rolled, n=record.document, undone=undone)
        names = self._history.gm.now.names
        lines = [render(fact.line(names)) for fact in facts if fact.has_line]
        return Outcome("\n".join(lines), n=record.document, undone=undone)

    def _lines(self, number: int) -> str:
        """Returns what a document says, as one line."""
        names = self._history.gm.now.names
        facts = self._decider.facts(self._history.document(number)["events"])
        return " ".join(render(fact.line(names), self.lang) for fact in facts if fact.has_line)

    def _turn_before(self, target: int) -> int:
        turn: int = self._history.document(target)["turn"]
        return turn

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreError(say("This campaign was closed; open it again with gmkit.open."))

    def _refuse_if_overtaken(self) -> None:
        meanwhile = self._meanwhile(self._shown)
        if meanwhile is not None:
            self._shown = self._history.seen
            raise Conflict(say("Nothing was undone or redone."), meanwhile)

    def _meanwhile(self, since: int) -> Sentence | None:
        """Returns what other kernels did since document *since*, None if nothing."""
        foreign = [
            document
            for document in self._history.documents[since : self._history.seen]
            if document.get("kernel") != self._kernel
        ]
        if not foreign:
            return None
        told = [
            self._lines(document["n"]) if "events" in document else str(say("an undo or redo"))
            for document in foreign[-5:]
        ]
        return say("Meanwhile another notebook did this: {told}", told="; ".join(told))

    def _writing(self) -> Any:
        self._refuse_if_closed()
        return _Writing(self)

    def _after_writing(self) -> None:
        self._history.catch_up()
        self._shown = self._history.seen
        if self._history.seen - self._marked >= SNAPSHOT_EVERY:
            self._file.renew_snapshot(self._state())
            self._marked = self._history.seen
        self._followers.tell()

    def _state(self) -> Document:
        session = self._history.gm.now
        return {
            "gmkit": _version(),
            "session": to_plain(replace(session, game=None)),
            "game": to_plain(session.game, self._system.state),
        }

    def _snapshot(self) -> tuple[int, Session] | None:
        """Returns the cached state of the file if this version wrote it; it is never the truth (T1)."""
        snapshot = self._file.snapshot
        if not snapshot or snapshot["state"].get("gmkit") != _version():
            return None
        session = from_plain(Session, snapshot["state"]["session"])
        game = from_plain(self._system.state, snapshot["state"]["game"])
        return snapshot["upto"], replace(session, game=game)


class _Writing:
    """The block in which a command is decided and added: locked, and on the state that other kernels left."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._block = campaign._file.writing()

    def __enter__(self) -> Any:
        writer = self._block.__enter__()
        self._campaign._history.catch_up()
        return writer

    def __exit__(self, *error: Any) -> bool | None:
        return self._block.__exit__(*error)


def _wrong_turn(turn: int, now: int) -> Sentence:
    if turn < now:
        return say("Turn {turn} is over: now it is turn {now}.", turn=turn, now=now)
    return say("Turn {turn} has not begun: now it is turn {now}.", turn=turn, now=now)


def _names(seen_by: str | Sequence[str]) -> str | list[str]:
    return seen_by if isinstance(seen_by, str) else list(seen_by)


def _no_time(document: int) -> str:
    return ""


def _stamp(clock: Clock) -> str:
    at = clock()
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


@functools.cache
def _version() -> str:
    from gmkit import __version__

    return __version__
