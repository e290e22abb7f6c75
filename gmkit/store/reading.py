"""The entries of one campaign file in memory, and the looks at the file that keep them true (T3, P10)."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from zlib import crc32

from gmkit.store import backups, disk, foreign, layout, plain
from gmkit.store.advice import NAME, way
from gmkit.store.errors import Busy, Closed, Damaged, ForeignChange, ReadOnly, StoreError, told, translated
from gmkit.store.layout import CLOSING, Document
from gmkit.store.lock import HeldBack, lock_beside
from gmkit.words import Sentence, say, say_n

__all__ = ["LOOK_BYTES", "NAME", "Reading"]

LOOK_BYTES = 48
"""So much of the last line is compared at every look: in a padded file neither size nor time need change."""


class Reading:
    """The entries of one file, in memory and on the disk."""

    def __init__(self, path: Path, found: foreign.Found) -> None:
        self.path = path
        self.header: Document = found.content.header
        self.documents: list[Document] = found.content.documents
        self.snapshot = found.content.snapshot
        self.extras = found.content.extras
        self.read_only = False
        self.notices: list[Sentence] = []
        self.entered = 0
        """Entries that were made through this object."""
        self._lock = lock_beside(path)
        self._restored = self._lock.last_note().get("restored")
        """The last restore by gmkit that this kernel knows of."""
        self._threads = threading.RLock()
        self._is_writing = False
        self._writing_thread = 0
        self._is_closed = False
        self._stale: ForeignChange | None = None
        self._stale_at: foreign.Identity | None = None
        self._is_new = found.is_new
        self._folder_seen = -1
        self._adopt(found)

    # ---- looking at the file ------------------------------------------------------------------------------------

    @told(NAME, reading=True)
    def changed(self) -> bool:
        """Returns whether the file changed since it was last read: a stat and a few bytes."""
        with self._threads:
            self._refuse_if_closed()
            return not self._is_writing and self._wants_a_look()

    @told(NAME, reading=True)
    def catch_up(self) -> int:
        """Returns how many entries other kernels added since the last look; they are in `documents` now.

        Raises:
            ForeignChange: If entries that are known here are missing in the file; they were kept in a backup (P10).
        """
        with self._threads:
            self._refuse_if_closed()
            if self._is_writing or not self._wants_a_look():
                return 0
            # What is taken in must be taken in whole: the stop button waits.
            with HeldBack():
                return self._read_on(locked=False)

    def _wants_a_look(self) -> bool:
        return self._stale is not None or not self._is_as_seen() or self._folder_changed()

    def _is_as_seen(self) -> bool:
        try:
            descriptor = os.open(self.path, os.O_RDONLY | disk.BINARY)
        except OSError:
            return False
        try:
            return foreign.identity_of(os.fstat(descriptor)) == self._seen and self._tail_in(descriptor) == self._tail
        except OSError:
            return False
        finally:
            disk.close(descriptor)

    def _tail_in(self, descriptor: int) -> bytes:
        return disk.read_at(descriptor, LOOK_BYTES + len(CLOSING) + 1, max(0, self._body_end - LOOK_BYTES))

    def _folder_changed(self) -> bool:
        """Returns whether files came or went beside this one: a conflict copy may be among them."""
        try:
            return self.path.parent.stat().st_mtime_ns != self._folder_seen
        except OSError:
            return True

    def _read_on(self, *, locked: bool) -> int:
        before = len(self.documents)
        if self._stale is not None and self._stale_at == _identity_of(self.path):
            raise ForeignChange(self._stale.words, self._stale.kept)
        self._look_for_copies()
        if self._stale is None and (self._is_as_seen() or (not self._is_odd and self._read_new_lines())):
            return len(self.documents) - before
        if locked or self.read_only:
            self._read_whole()
        else:
            with self._exclusive():
                self._read_whole()
        return len(self.documents) - before

    def _read_new_lines(self) -> bool:
        """Returns whether the file is as it was, but for lines that continue the chain; takes those in."""
        start = self._body_end - LOOK_BYTES
        try:
            descriptor = os.open(self.path, os.O_RDONLY | disk.BINARY)
        except OSError:
            return False
        try:
            stat = os.fstat(descriptor)
            if (stat.st_dev, stat.st_ino) != self._seen[:2] or stat.st_size < self._body_end:
                return False
            data = disk.read_at(descriptor, stat.st_size - start, start)
        except OSError:
            return False
        finally:
            disk.close(descriptor)
        if data[:LOOK_BYTES] != self._tail[:LOOK_BYTES]:
            return False
        body = data[LOOK_BYTES:].rstrip(b"\n")
        # No new line, but another time or size: touched, trimmed, or edited in the middle. That wants a whole look.
        if not body.endswith(b"\n}\n}") or len(body) < len(CLOSING):
            return False
        lines = body[:-4].split(b"\n")
        taken = self._chained(lines)
        if taken is None:
            return False
        for line, document in zip(lines, taken, strict=True):
            self._take_in(line, document)
        self._settle(stat)
        return True

    def _chained(self, lines: list[bytes]) -> list[Document] | None:
        """Returns the documents of *lines* if they continue the chain, else None."""
        taken: list[Document] = []
        link = self._last_hash
        for n, line in enumerate(lines, len(self.documents) + 1):
            key = layout.key_of(n)
            if not line.startswith(key):
                return None
            try:
                document = plain.loaded(line[len(key) :])
            except (ValueError, RecursionError):
                return None
            if not isinstance(document, dict) or document.get("n") != n or document.get("link") != link:
                return None
            if not layout.holds_sum(document, self.header):
                return None
            taken.append(document)
            link = layout.hashed(line[len(key) :])
        return taken

    def _read_whole(self) -> None:
        """Reads the file afresh and takes it over, if nothing that is known here is missing in it."""
        _wait_for(self.path)
        try:
            found = foreign.read(self.path, known=self._lock.last_note())
        except Damaged as error:
            raise self._keep_ours(error.what, opens=False) from error
        except StoreError as error:
            trouble = self._keep_ours(say("{file} could not be read", file=self.path.name))
            self._stale_at = None  # what could not be read for a moment is read again at the next step
            raise trouble from error
        ours, theirs = len(self.documents), found.content.documents
        if len(theirs) < ours or layout.hashed(plain.dump(theirs[ours - 1])) != self._last_hash:
            words = say(
                "{file} was replaced from outside: entries that are known here are missing in it",
                file=self.path.name,
            )
            if (restored := self._restored_since()) is not None:
                raise restored
            raise self._keep_ours(foreign.of_newer_format(self.path, found.content.header) if found.is_new else words)
        self._stale = None
        self.documents.extend(theirs[ours:])
        self.header, self.snapshot, self.extras = found.content.header, found.content.snapshot, found.content.extras
        self._adopt(found)
        if found.is_new != self._is_new:
            self._is_new = found.is_new
            self.read_only = found.is_new or not disk.may_write(self.path)
            if found.is_new:
                self.notices.append(foreign.newer_format(self.path, self.header))
        if found.hides and not self.read_only:
            self._put_right()
        elif found.oddity is not None and found.oddity not in self.notices:
            self.notices.append(found.oddity)

    def _restored_since(self) -> ForeignChange | None:
        """Returns the error that says so, if the file was restored by gmkit since it was opened here."""
        mark = self._lock.last_note().get("restored")
        if not isinstance(mark, list) or mark == self._restored:
            return None
        n = len(self.documents)
        for kept in reversed(backups.listed(self.path)):
            if (kept.entries or 0) >= n and foreign.holds(kept, self.documents):
                words = say_n(
                    "The campaign was restored from backup {number}: open it again with gmkit.open; the {n} entry that"
                    " was known here is kept in {backup}.",
                    "The campaign was restored from backup {number}: open it again with gmkit.open; all {n} entries"
                    " that were known here are kept in {backup}.",
                    n=n,
                    number=mark[-1],
                    backup=backups.shown(kept.path),
                )
                self._stale = ForeignChange(words, kept.path)
                self._stale_at = _identity_of(self.path)
                return ForeignChange(words, kept.path)
        return None

    def _keep_ours(self, what: Sentence, *, opens: bool = True) -> ForeignChange:
        """Returns the error that says *what* happened and where the entries known here are kept (P10).

        Args:
            what: What happened, without a full stop.
            opens: The file as it is can be opened.
        """
        if self._stale is None:
            content = layout.Content(self.header, self.documents, self.snapshot, self.extras)
            n = len(self.documents)
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                kept = backups.add(self.path, layout.rendered(content), n, "ours")
            except OSError as error:
                trouble = translated(error, backups.FOLDER).words
                return ForeignChange(say("{what}. {trouble}", what=what, trouble=trouble))
            words = say_n(
                "{what}; the {n} entry is kept in {backup}: {restore} brings it back",
                "{what}; all {n} entries are kept in {backup}: {restore} brings them back",
                n=n,
                what=what,
                backup=backups.shown(kept),
                restore=way("restore", self.path, int(kept.name.split("_")[0])),
            )
            if opens:
                words = say("{what}, and gmkit.open goes on with the file as it is.", what=words)
            else:
                words = say("{what}.", what=words)
            self._stale = ForeignChange(words, kept)
        self._stale_at = _identity_of(self.path)
        return ForeignChange(self._stale.words, self._stale.kept)

    def _look_for_copies(self) -> None:
        try:
            seen = self.path.parent.stat().st_mtime_ns
        except OSError:
            return
        if seen != self._folder_seen:
            self._folder_seen = seen
            with suppress(OSError):  # a folder that cannot be listed is no reason not to read the file
                for notice in foreign.conflict_copies(self.path, self.header, self.documents):
                    if notice not in self.notices:
                        self.notices.append(notice)

    def _adopt(self, found: foreign.Found) -> None:
        """Remembers where the lines are and what the file looks like."""
        self._found = found
        self._is_odd = found.oddity is not None
        self._body_start, self._body_end, self._crc = found.body_start, found.body_end, found.crc
        self._last_hash = layout.hashed(found.last)
        self._seen = found.identity
        self._safe_size = found.identity[2]
        self._tail = found.tail(LOOK_BYTES)

    def _put_right(self) -> None:
        """Writes the file anew in this store's form; the file as it was found is kept (P10)."""
        try:
            self.notices.append(foreign.put_right(self.path, self._found))
        except OSError as error:
            raise translated(error, self.path.name) from error
        found = foreign.read(self.path)
        if found.oddity is not None:
            raise Damaged(say("{file} could not be put right.", file=self.path.name))
        self._adopt(found)

    def _take_in(self, line: bytes, document: Document) -> None:
        """Adds a line that is in the file to what is known of it."""
        self.documents.append(document)
        self._last_hash = layout.hashed(line[len(layout.key_of(len(self.documents))) :])
        self._crc = crc32(b"\n", crc32(line, self._crc))
        self._body_end += len(line) + 1
        self._tail = (self._tail[:LOOK_BYTES] + line + b"\n")[-LOOK_BYTES:]

    def _settle(self, stat: os.stat_result) -> None:
        """Remembers what the file looks like now that the last line was taken in."""
        self._seen = foreign.identity_of(stat)
        spare = stat.st_size > self._body_end + len(CLOSING)
        self._tail = self._tail[:LOOK_BYTES] + CLOSING + (b"\n" if spare else b"")

    # ---- who may ------------------------------------------------------------------------------------------------

    @contextmanager
    def _exclusive(self) -> Iterator[HeldBack]:
        """Holds the stop button back, other threads off, and the lock, for a block."""
        with HeldBack() as held, self._threads:
            if not self._folder_is_there():
                raise self._keep_ours(say("The folder of {file} is gone", file=str(self.path)), opens=False)
            # What was noted about the campaign stays noted until we have caught up: the file may not be ours any more.
            self._lock.take(self._lock.last_note() or self._note(), lambda: held.presses > 0)
            try:
                yield held
            finally:
                self._lock.give_back()

    def _note(self) -> dict[str, Any]:
        """Returns what the lock file is to say of the campaign."""
        return {"campaign": self.header.get("campaign"), "entries": len(self.documents)}

    def _folder_is_there(self) -> bool:
        try:
            return self.path.parent.is_dir()
        except OSError as error:
            raise translated(error, self.path.name) from error

    def _refuse_if_lock_lost(self) -> None:
        """Raises Busy if the lock file was removed while it was held: another kernel may be writing now."""
        try:
            is_lost = self._lock.was_replaced()
        except OSError as error:
            raise translated(error, self.path.name) from error
        if is_lost:
            raise Busy(
                say(
                    "The lock beside {file} was deleted by another program in the middle of an entry: nothing was"
                    " entered; try again.",
                    file=self.path.name,
                )
            )

    def _refuse_if_new(self) -> None:
        if self._is_new:
            raise ReadOnly(
                say(
                    "{file} is open for reading only, because a newer gmkit wrote it: nothing was entered; install that"
                    " gmkit, and open the campaign with it.",
                    file=self.path.name,
                )
            )

    def _refuse_if_closed(self) -> None:
        if self._is_closed:
            raise Closed(say("{file} was closed: open the campaign again.", file=self.path.name))

    def _refuse_if_unwritable(self) -> None:
        self._refuse_if_closed()
        if self._is_writing and self._writing_thread == threading.get_ident():
            raise Busy(say("{file} is being written to by this very cell: finish that first.", file=self.path.name))
        self._refuse_if_new()
        if self.read_only:
            self.read_only = not disk.may_write(self.path)
        if self.read_only:
            raise ReadOnly(
                say(
                    "{file} is open for reading only: nothing was entered; take the write protection off the file and"
                    " its folder, then do it again.",
                    file=self.path.name,
                )
            )


def _identity_of(path: Path) -> foreign.Identity | None:
    try:
        return foreign.identity_of(path.stat())
    except OSError:
        return None


def _wait_for(path: Path) -> None:
    """Returns when the file is there, or after a moment: some programs replace a file by deleting it first."""
    for _ in range(6):
        with suppress(OSError):
            if path.exists():
                return
        time.sleep(foreign.STILL_S)
