"""An opened campaign file with what its documents make: the ground on which looking and acting stand."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import ValidationError

from gmkit.campaign.clock import Clock, stamp
from gmkit.campaign.deciding import Decider
from gmkit.campaign.follow import Followers
from gmkit.campaign.history import History
from gmkit.campaign.listener import Document
from gmkit.campaign.speaking import spoken
from gmkit.core.codec import from_plain, to_plain
from gmkit.core.session import Session
from gmkit.core.system import System
from gmkit.errors import StoreError
from gmkit.store.campaign_file import CampaignFile
from gmkit.store.lock import HeldBack
from gmkit.systems import find_system
from gmkit.words import Sentence, render, say, set_language

SNAPSHOT_EVERY = 2000
"""Documents after which the cached state in the file is renewed."""

QUIET_LOOKS = 120
"""After so many looks without news, a minute of them, the table is taken to rest."""

WORTH_IT = 100
"""Documents behind the cached state for which a rest is used to renew it (T2)."""


class CampaignNotice(UserWarning):
    """What was noticed about a campaign's file, in one sentence: such as a line that a power cut tore (P10)."""


_plainly = warnings.formatwarning


def _format_notice(message: Any, category: type[Warning], filename: str, lineno: int, line: str | None = None) -> str:
    """Returns how a warning is printed: a notice as the folder and its sentence, all others as Python does it."""
    if issubclass(category, CampaignNotice):
        return f"{Path(filename).name}: {message}\n"
    return _plainly(message, category, filename, lineno, line)


# A GM reads notices under the cell: a Python class and a line number would say nothing there.
warnings.formatwarning = _format_notice


class Opened:
    """A campaign's file, its history, and those who follow it."""

    def __init__(self, file: CampaignFile, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        header = file.header
        self.lang: str = "ru" if header.get("lang") == "ru" else "en"
        set_language(self.lang)
        self._system: System = find_system(header["system"])
        self._kernel = ""
        """Its name in the file, "k1", "k2" …; its own from the first entry on that it has written."""
        self._is_named = False
        self._followers = Followers(self._look_on)
        self._quiet_looks = 0
        self._closed = False
        self._noticed = 0
        """So many of the file's notices were said."""
        self._history = History(self._system)
        self._history.load(file.documents, self._snapshot())
        self._decider = Decider(self._history.folding, self._key(), header["campaign"])
        self._shown = self._history.seen
        """The last document of which this kernel's user has heard: later ones are news to an undo."""
        self._marked = self._history.seen

    # --- following --------------------------------------------------------------------------------------------------

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls *callback* after every change, by this kernel or another; returns the function that ends it."""
        return self._followers.add(callback)

    @spoken
    def refresh(self) -> bool:
        """Looks whether another kernel has written; returns whether there was anything new."""
        self._refuse_if_closed()
        if self._file.changed():
            self._file.catch_up()
        elif self._history.seen == len(self._file.documents):
            return False
        # Not only what this look found: a reading of c.db, or a backup, may have caught the file up before.
        new = self._history.catch_up()
        self._say_notices()
        if new:
            self._followers.tell()
        return bool(new)

    def close(self) -> None:
        """Closes the campaign; the file is left as quiet as it was found if nothing was entered."""
        if self._closed:
            return
        self._followers.stop()
        self._file.close(self._state() if self._history.seen > self._marked else None, upto=self._history.seen)
        self._closed = True
        self._say_notices()

    # --- the inside -------------------------------------------------------------------------------------------------

    def _say_notices(self) -> None:
        """Warns of what is new to say about the file: a notebook shows it under the cell, a shell on stderr."""
        for notice in self._file.notices[self._noticed :]:
            self._noticed += 1
            # No registry: the same sentence about a campaign opened again is said again.
            warnings.warn_explicit(render(notice, self.lang), CampaignNotice, str(self._file.path.parent), 0)

    def _look_on(self) -> None:
        """Looks for news, and uses a rest to renew the cached state, so that the next opening folds little (T2)."""
        self._quiet_looks = 0 if self.refresh() else self._quiet_looks + 1
        is_worth_it = self._is_named and self._history.seen - self._marked >= WORTH_IT
        if self._quiet_looks == QUIET_LOOKS and is_worth_it:
            self._renew_snapshot()

    def _session(self) -> Session:
        self.refresh()
        return self._history.now

    def _key(self) -> bytes:
        for event in self._file.documents[0].get("events", ()):
            if event["is"] == "key_drawn":
                return bytes.fromhex(event["key"])
        raise StoreError(say("{file} has no key for its dice.", file=self._file.path.name))

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreError(say("This campaign was closed; open it again with gmkit.open."))

    def _lines(self, number: int) -> str:
        """Returns what an act says, as one line; the verbs of one that says nothing."""
        document = self._history.document(number)
        return " ".join(self._said(document["events"])) or ", ".join(command["do"] for command in document["do"])

    def _said(self, events: Sequence[Mapping[str, Any]]) -> list[str]:
        """Returns what events say, a line each; some say nothing."""
        names = self._history.now.names
        return [render(fact.line(names), self.lang) for fact in self._decider.facts(events) if fact.has_line]

    def _did(self, document: Document) -> str:
        """Returns what any document says, as one line: an act, an undo, a redo, or something sent."""
        if "undo" in document:
            return say("Undone: {text}", text=self._lines(document["undo"])).render(self.lang)
        if "redo" in document:
            return say("Done again: {text}", text=self._lines(document["redo"])).render(self.lang)
        if "sent" in document:
            return sent_words(document, self._history.now.names).render(self.lang)
        return self._lines(document["n"])

    def _meanwhile(self) -> Sentence | None:
        """Returns what other kernels did since this one last acted or was told, None if nothing."""
        since: Sequence[Document] = self._history.documents[self._shown : self._history.seen]
        mine = self._kernel if self._is_named else None
        foreign = [document for document in since if document.get("kernel") != mine]
        if not foreign:
            return None
        told = "; ".join(self._did(document) for document in foreign[-5:])
        return say("Meanwhile another notebook or the shell did this: {told}", told=told)

    def _stamp(self) -> Document:
        """Returns the time and this kernel's name; asked for under the lock, so that no two bear the same."""
        if not self._is_named:
            # Asked for anew until an entry is on the disk: one that the disk refused took no name.
            self._kernel = f"k{self._history.kernels + 1}"
        return {"at": stamp(self._clock), "kernel": self._kernel}

    def _after_writing(self) -> None:
        self._quiet_looks = 0
        with HeldBack():
            self._history.catch_up()
            self._shown = self._history.seen
            if self._history.seen - self._marked >= SNAPSHOT_EVERY:
                self._renew_snapshot()
        self._say_notices()
        self._followers.tell()

    def _renew_snapshot(self) -> None:
        """Renews the cached state; that it cannot be done is noticed, because the act before it is on the disk."""
        try:
            self._file.renew_snapshot(self._state(), upto=self._history.seen)
        except StoreError:
            words = say(
                "The cached state in {file} could not be renewed: opening is slower until then; every entry is there.",
                file=self._file.path.name,
            )
            if words not in self._file.notices:
                self._file.notices.append(words)
        else:
            self._marked = self._history.seen

    def _state(self) -> Document:
        session = self._history.now
        with HeldBack():  # the codec makes another error of a pressed stop button
            return {
                "gmkit": _version(),
                "session": to_plain(replace(session, game=None)),
                "game": to_plain(session.game, self._system.state),
            }

    def _snapshot(self) -> tuple[int, Session] | None:
        """Returns the cached state of the file if this version wrote it; it is never the truth (T1)."""
        snapshot = self._file.snapshot
        if not snapshot:
            return None
        try:
            if snapshot["state"]["gmkit"] != _version():
                return None
            session = from_plain(Session, snapshot["state"]["session"])
            game: Any = from_plain(self._system.state, snapshot["state"]["game"])
            return snapshot["upto"], replace(session, game=game)
        except (KeyError, TypeError, ValidationError):
            return None


class Writing:
    """The block in which a command is decided and added: locked, and on the state that other kernels left."""

    def __init__(self, campaign: Opened) -> None:
        self._campaign = campaign
        campaign._refuse_if_closed()
        self._block = campaign._file.writing()
        self._entered = campaign._file.entered
        self._new = False

    def __enter__(self) -> Any:
        """Returns the writer that takes the entry."""
        writer = self._block.__enter__()
        try:
            self._new = bool(self._campaign._history.catch_up())
        except BaseException as error:
            self._block.__exit__(type(error), error, error.__traceback__)
            raise
        return writer

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        """Adds the entry; whoever follows is told of what other kernels did, also where nothing was added."""
        try:
            return self._block.__exit__(kind, error, trace)
        finally:
            if self._campaign._file.entered > self._entered:
                # Noted here: the stop button, held back until now, may end the call before it says so itself.
                self._campaign._is_named = True
            if self._new:
                self._campaign._followers.tell()


def sent_words(document: Document, names: Any) -> Sentence:
    """Returns what was sent to whom."""
    sent = document["sent"]
    to, turn = sent.get("to", "public"), sent.get("turn")
    if turn is None:
        return say("Sent to {who}.", who=names.get(to, to))
    if to == "public":
        return say("The public report of turn {turn} was sent.", turn=turn)
    return say("The report of turn {turn} was sent to {who}.", turn=turn, who=names.get(to, to))


@functools.cache
def _version() -> str:
    from gmkit import __version__

    return __version__
