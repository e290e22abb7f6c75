"""The one line that is added to a campaign file by a commit, and the cached state that is renewed (T2, T3)."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any
from zlib import crc32

from gmkit.store import atomic, backups, disk, foreign, layout, plain
from gmkit.store.errors import (
    Damaged,
    Disk,
    ForeignChange,
    NotStorable,
    StoreError,
    reason_of,
    told,
    translated,
)
from gmkit.store.layout import CLOSING, SPARE, Document
from gmkit.store.reading import LOOK_BYTES, NAME, Reading
from gmkit.words import Sentence, say

LITTLE = 4 * 1024
"""When so few newlines are left, more are put behind them, before a line needs them."""

KEEP_EVERY = 500
"""While a long session is played, a backup is taken every so many entries."""

KEEP_AGAIN = 50
"""A backup that the disk refused is tried again after so many entries."""


class Writer:
    """Takes the one entry of a `writing()` block."""

    def __init__(self, n: int, link: str, *, sums: bool) -> None:
        self.n = n
        """The number that the entry will have."""
        self._link = link
        self._sums = sums
        self.line: bytes | None = None
        self.document: Document | None = None

    def add(self, document: Mapping[str, Any]) -> int:
        """Returns the number of the entry; it is in the file when the block has ended.

        Raises:
            NotStorable: If a value would not come back as it went in; nothing is written (P9).
            StoreError: If the block has its entry already.
        """
        if self.line is not None:
            raise StoreError(say("One writing takes one entry: put what belongs together into one."))
        whole = {**document, "n": self.n, "link": self._link}
        if self._sums:
            whole = layout.summed(whole)
        line = plain.dump(whole)
        self.document = plain.loaded(line)
        if self.document != whole:
            raise NotStorable(say("The entry would not come back from the file as it went in."), "document")
        self.line = line
        return self.n


class Log(Reading):
    """The entries of one file, and the way to add one."""

    _next_copy = 0
    """From so many entries on a backup is due; 0: none was thought of since the file was opened."""

    # ---- adding to it -------------------------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Yields the taker of one entry, on the state that all kernels agree on; the entry is on the disk at the end.

        Raises:
            Busy: If another kernel holds the lock for 10 s.
            ReadOnly: If the campaign was opened for reading.
            ForeignChange: If the file was changed from outside so that entries are missing.
            Disk: If the disk refuses; nothing was entered.
        """
        self._refuse_if_unwritable()
        with self._exclusive() as held:
            self._catch_up_locked()
            writer = Writer(len(self.documents) + 1, self._last_hash, sums=bool(self.header.get("sums")))
            self._is_writing, self._writing_thread = True, threading.get_ident()
            try:
                held.deciding = True
                yield writer
                held.deciding = False
                if writer.line is not None and writer.document is not None:
                    if not self._next_copy:
                        self._keep_what_was_there()
                    self._commit(writer.line, writer.document)
                    if len(self.documents) >= self._next_copy:
                        self._keep("kept")
            finally:
                held.deciding = False
                self._is_writing = False

    def _catch_up_locked(self) -> None:
        if self._wants_a_look():
            self._read_on(locked=True)
        self._refuse_if_new()
        if self._is_odd:
            self._put_right()
        self._lock.leave_note({**self._lock.last_note(), **self._note()})

    def _commit(self, line: bytes, document: Document) -> None:
        whole = layout.key_of(len(self.documents) + 1) + line
        new = whole + b"\n" + CLOSING
        self._refuse_if_lock_lost()
        stat: os.stat_result | None = None
        try:
            descriptor = disk.open_to_write(self.path)
            try:
                size = os.fstat(descriptor).st_size
                if self._tail_in(descriptor)[: LOOK_BYTES + len(CLOSING)] != self._tail[: LOOK_BYTES + len(CLOSING)]:
                    raise StoreError(say("{file} is being changed by another program: try again.", file=self.path.name))
                if self._body_end + len(new) > min(size, self._safe_size):
                    # The room is on the disk before the braces move: a cut in between leaves a whole file (T2).
                    size = self._make_room(descriptor, size, len(new))
                    disk.sync(descriptor)
                self._overwrite(descriptor, new)
                self._safe_size = size
                if size - self._body_end - len(new) < LITTLE:
                    # Made early, so that no line reaches over the end that a reader has just seen; it needs no sync of
                    # its own, because no line is written there before the next commit's sync.
                    with suppress(OSError):
                        self._make_room(descriptor, size, 0)
                with suppress(OSError):  # the entry is on the disk: that is what counts
                    stat = os.fstat(descriptor)
            finally:
                disk.close(descriptor)
        except OSError as error:
            self._seen = (0, 0, 0, 0)  # look again before the next step, whatever is there now
            raise translated(error, self.path.name) from error
        self._take_in(whole, document)
        self.entered += 1
        if stat is None:
            self._seen = (0, 0, 0, 0)
        else:
            self._settle(stat)

    def _make_room(self, descriptor: int, size: int, needed: int) -> int:
        """Returns the file's size after spare newlines were put behind its end."""
        disk.write_at(descriptor, b"\n" * (needed + SPARE), size)
        return size + needed + SPARE

    def _overwrite(self, descriptor: int, new: bytes) -> None:
        """Puts *new* over the closing braces; if the disk refuses, the braces are put back.

        A line that crosses a page of memory cannot change in one step, in whatever order its pages are written: JSON
        lets nothing but blanks stand behind the closing braces. A plain reader that is stopped between two pages can so
        see both moments, and reads again; to write the whole file anew instead would cost P5.
        """
        try:
            disk.write_at(descriptor, new, self._body_end)
            disk.sync(descriptor)
        except OSError as error:
            try:
                disk.write_at(descriptor, CLOSING + b"\n" * (len(new) - len(CLOSING)), self._body_end)
            except OSError:
                self._seen = (0, 0, 0, 0)  # what stands there now is looked at before the next step
                with suppress(OSError):
                    if disk.read_at(descriptor, len(new), self._body_end) != new:
                        raise Disk(translated(error, self.path.name).words) from error
                words = say(
                    "The disk failed while {file} was being written ({reason}), and would not take the entry back:"
                    " look into the ledger before you enter it again; nothing else was lost.",
                    file=self.path.name,
                    reason=error.strerror or str(error),
                )
                raise Disk(words) from error
            with suppress(OSError):
                disk.sync(descriptor)
            raise

    # ---- the cached state, and the end --------------------------------------------------------------------------

    @told(NAME)
    def renew_snapshot(self, state: Any, upto: int | None = None) -> None:
        """Writes *state* as the cached state after entry *upto*; the ledger's bytes are carried over unchanged (T2).

        Args:
            state: Plain values.
            upto: The entry after which the state holds; None: the last one that is known here.

        Raises:
            NotStorable: If the state would not come back as it is; nothing is written.
        """
        self._refuse_if_unwritable()
        upto = len(self.documents) if upto is None else upto
        if not 0 < upto <= len(self.documents):
            raise StoreError(say("There is no entry {n}: the last one is {last}.", n=upto, last=len(self.documents)))
        cached: Document = {"upto": upto, "state": plain.loaded(plain.dump(state))}
        if cached == self.snapshot:
            return
        with self._exclusive():
            self._catch_up_locked()
            self._replace_snapshot(cached)

    def _replace_snapshot(self, cached: Document) -> None:
        try:
            data = disk.read_all(self.path)
            body = data[self._body_start : self._body_end]
            if crc32(body) != self._crc:
                self._read_whole()  # somebody wrote between the look and now
                raise StoreError(say("{file} is being changed by another program: try again.", file=self.path.name))
            log_crc = crc32(body[: _end_of(body, cached["upto"])])
            self._refuse_if_lock_lost()
            top = layout.head(self.header, layout.snapshot_line(cached, log_crc), self.extras)
            atomic.clear_leftovers(self.path)
            # With spare newlines at once: a reader between two reads must not see a line grow over the file's end.
            atomic.replace(self.path, [top, body, CLOSING, b"\n" * SPARE])
            stat = self.path.stat()
        except OSError as error:
            self._seen = (0, 0, 0, 0)
            raise translated(error, self.path.name) from error
        self.snapshot = cached
        self._body_start, self._body_end = len(top), len(top) + len(body)
        self._tail = (top[-LOOK_BYTES:] + body[-LOOK_BYTES:])[-LOOK_BYTES:]
        self._safe_size = stat.st_size
        self._settle(stat)
        self._look_for_copies()

    # ---- backups that are taken by themselves ---------------------------------------------------------------------

    def _keep_what_was_there(self) -> None:
        """Takes a backup before the first entry since the file was opened, if none holds what is there.

        Nobody closes a campaign: a kernel is started anew, or the lid shut. So the next session takes the copy.
        """
        n = len(self.documents)
        self._next_copy = n + KEEP_EVERY
        try:
            is_kept = any(
                backup.entries == n and foreign.holds(backup, self.documents)
                for backup in reversed(backups.listed(self.path))
            )
        except OSError:
            is_kept = False
        if not is_kept:
            self._keep("before-play")

    def _keep(self, reason: str) -> None:
        """Takes a backup of the file as it is; that it cannot be taken is noticed, and no reason to refuse an entry."""
        n = len(self.documents)
        try:
            backups.add(self.path, self._bytes(), n, reason)
        except OSError as error:
            self._next_copy = n + KEEP_AGAIN
            self._notice(
                say(
                    "No backup of {file} could be taken ({reason}), but every entry is in it: make room on the disk and"
                    " see that the folder {folder} beside it can be written to, or copy the campaign's folder to"
                    " another disk.",
                    file=self.path.name,
                    reason=reason_of(error),
                    folder=backups.FOLDER,
                )
            )
        else:
            self._next_copy = n + KEEP_EVERY

    def _bytes(self) -> bytes:
        """Returns the file without its spare newlines; what is known here if something else stands there."""
        data = disk.read_all(self.path)[: self._body_end + len(CLOSING)]
        if crc32(data[self._body_start : self._body_end]) == self._crc and data.endswith(CLOSING):
            return data
        return layout.rendered(layout.Content(self.header, self.documents, self.snapshot, self.extras))

    def _notice(self, words: Sentence) -> None:
        if words not in self.notices:
            self.notices.append(words)

    # ---- the end --------------------------------------------------------------------------------------------------

    @told(NAME)
    def close(self, state: Any | None = None, upto: int | None = None) -> None:
        """Ends the work: renews the snapshot if entries lie after it, and takes the spare newlines away (P8).

        What the disk refuses of that is noticed: the entries are on it, and a person who reads that something failed
        would enter them again.

        Raises:
            ForeignChange: If the file was changed from outside so that entries are missing.
        """
        with self._threads:
            if self._is_closed:
                return
            try:
                if self.entered and not self.read_only and self._stale is None:
                    self._finish(state, upto)
            finally:
                self._is_closed = True
                self._lock.close()

    def _finish(self, state: Any | None, upto: int | None) -> None:
        covered = self.snapshot["upto"] if self.snapshot else 0
        with self._tidying():
            if state is not None and (len(self.documents) if upto is None else upto) > covered:
                self.renew_snapshot(state, upto)
        with self._tidying(), self._exclusive():
            self._catch_up_locked()
            self._refuse_if_lock_lost()
            with self._tidying():
                self._trim()
            self._keep("closed")

    @contextmanager
    def _tidying(self) -> Iterator[None]:
        """Lets what cannot be tidied up be noticed, once."""
        try:
            yield
        except (ForeignChange, Damaged, NotStorable):
            raise
        except (StoreError, OSError):
            self._notice(
                say(
                    "{file} could not be tidied up on closing: every entry is in it, and the next closing does it.",
                    file=self.path.name,
                )
            )

    def _trim(self) -> None:
        descriptor = disk.open_to_write(self.path)
        try:
            if os.fstat(descriptor).st_size > self._body_end + len(CLOSING):
                disk.truncate(descriptor, self._body_end + len(CLOSING))
                disk.sync(descriptor)
            self._safe_size = self._body_end + len(CLOSING)
            self._settle(os.fstat(descriptor))
        finally:
            disk.close(descriptor)


def _end_of(body: bytes, lines: int) -> int:
    """Returns the offset behind so many lines."""
    count = body.count(b"\n")
    if lines >= count:
        return len(body)
    end = len(body)
    for _ in range(count - lines + 1):
        end = body.rfind(b"\n", 0, end)
    return end + 1
