"""The ledger of one campaign file: kept in memory, added to line by line, caught up with other kernels (T2, T3)."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

from gmkit.store import atomic, backups, disk, foreign, layout, plain
from gmkit.store.errors import Busy, Closed, ForeignChange, NotStorable, ReadOnly, StoreError, translated
from gmkit.store.layout import CLOSING, SPARE, Document
from gmkit.store.lock import HeldBack, Lock
from gmkit.words import Sentence, say

_LOOK_BYTES = 48
"""So much of the last line is compared at every look: in a padded file neither size nor time need change."""


class Writer:
    """Takes the one entry of a `writing()` block."""

    def __init__(self, n: int, link: str) -> None:
        self.n = n
        """The number that the entry will have."""
        self._link = link
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
        line = plain.dump(whole)
        self.document = plain.loaded(line)
        if self.document != whole:
            raise NotStorable(say("The entry would not come back from the file as it went in."), "document")
        self.line = line
        return self.n


class Log:
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
        self._lock = Lock(path.with_name(".lock"))
        self._threads = threading.RLock()
        self._is_writing = False
        self._is_closed = False
        self._stale: ForeignChange | None = None
        self._folder_seen = -1
        self._adopt(found)

    # ---- looking at the file ------------------------------------------------------------------------------------

    def changed(self) -> bool:
        """Returns whether the file changed since it was last read: a stat and a few bytes."""
        with self._threads:
            self._refuse_if_closed()
            if self._is_writing:
                return False
            return self._stale is not None or not self._is_as_seen() or self._folder_changed()

    def catch_up(self) -> int:
        """Returns how many entries other kernels added since the last look; they are in `documents` now.

        Raises:
            ForeignChange: If entries that are known here are missing in the file; they were kept in a backup (P10).
        """
        with self._threads:
            self._refuse_if_closed()
            if self._is_writing or (self._stale is None and self._is_as_seen() and not self._folder_changed()):
                return 0
            return self._read_on(locked=False)

    def _is_as_seen(self) -> bool:
        try:
            descriptor = os.open(self.path, os.O_RDONLY | disk.BINARY)
        except OSError:
            return False
        try:
            tail = disk.read_at(descriptor, _LOOK_BYTES + len(CLOSING) + 1, max(0, self._body_end - _LOOK_BYTES))
            return foreign.identity_of(os.fstat(descriptor)) == self._seen and tail == self._tail
        finally:
            os.close(descriptor)

    def _folder_changed(self) -> bool:
        """Returns whether files came or went beside this one: a conflict copy may be among them."""
        try:
            return self.path.parent.stat().st_mtime_ns != self._folder_seen
        except OSError:
            return True

    def _read_on(self, *, locked: bool) -> int:
        before = len(self.documents)
        self._look_for_copies()
        if self._stale is None and (self._is_as_seen() or (not self._odd and self._read_new_lines())):
            return len(self.documents) - before
        if locked or self.read_only:
            self._read_whole()
        else:
            with self._exclusive():
                self._read_whole()
        return len(self.documents) - before

    def _read_new_lines(self) -> bool:
        """Returns whether the file is as it was, but for lines that continue the chain; takes those in."""
        start = self._body_end - _LOOK_BYTES
        try:
            descriptor = os.open(self.path, os.O_RDONLY | disk.BINARY)
        except OSError:
            return False
        try:
            stat = os.fstat(descriptor)
            if (stat.st_dev, stat.st_ino) != self._seen[:2] or stat.st_size < self._body_end:
                return False
            data = disk.read_at(descriptor, stat.st_size - start, start)
        finally:
            os.close(descriptor)
        if data[:_LOOK_BYTES] != self._tail[:_LOOK_BYTES]:
            return False
        body = data[_LOOK_BYTES:].rstrip(b"\n")
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
            taken.append(document)
            link = layout.hashed(line[len(key) :])
        return taken

    def _read_whole(self) -> None:
        """Reads the file afresh and takes it over, if nothing that is known here is missing in it."""
        try:
            found = foreign.read(self.path, known=self._lock.last_note())
        except StoreError as error:
            raise self._keep_ours(error.words) from error
        ours, theirs = len(self.documents), found.content.documents
        if len(theirs) < ours or layout.hashed(plain.dump(theirs[ours - 1])) != self._last_hash:
            raise self._keep_ours(
                say(
                    "{file} was replaced from outside: entries that were made here are missing in it.",
                    file=self.path.name,
                )
            )
        self._stale = None
        self.documents.extend(theirs[ours:])
        self.snapshot, self.extras = found.content.snapshot, found.content.extras
        self._adopt(found)
        if found.hides and not self.read_only:
            self._put_right()
        elif found.oddity is not None and found.oddity not in self.notices:
            self.notices.append(found.oddity)

    def _keep_ours(self, what: Sentence | Any) -> ForeignChange:
        """Returns the error that says *what* happened and where the entries known here are kept (P10)."""
        if self._stale is None:
            content = layout.Content(self.header, self.documents, self.snapshot, self.extras)
            try:
                kept = backups.add(self.path, layout.rendered(content), len(self.documents), "ours")
            except OSError as error:
                return ForeignChange(say("{what} {trouble}", what=what, trouble=translated(error, "backups").words))
            self._stale = ForeignChange(
                say(
                    "{what} All {n} entries are kept in {backup}: restore that backup, or open the campaign again to go"
                    " on with the file as it is.",
                    what=what,
                    n=len(self.documents),
                    backup=backups.shown(kept),
                ),
                kept,
            )
        return ForeignChange(self._stale.words, self._stale.kept)

    def _look_for_copies(self) -> None:
        try:
            seen = self.path.parent.stat().st_mtime_ns
        except OSError:
            return
        if seen != self._folder_seen:
            self._folder_seen = seen
            for notice in foreign.conflict_copies(self.path, self.header, self.documents):
                if notice not in self.notices:
                    self.notices.append(notice)

    def _adopt(self, found: foreign.Found) -> None:
        """Remembers where the lines are and what the file looks like."""
        self._found = found
        self._odd = found.oddity is not None
        self._body_start, self._body_end, self._crc = found.body_start, found.body_end, found.crc
        self._last_hash = layout.hashed(found.last)
        self._seen = found.identity
        self._tail = found.tail(_LOOK_BYTES)

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
        with self._threads:
            self._refuse_if_unwritable()
            with self._exclusive() as held:
                self._catch_up_locked()
                writer = Writer(len(self.documents) + 1, self._last_hash)
                self._is_writing = True
                try:
                    held.deciding = True
                    yield writer
                    held.deciding = False
                    if writer.line is not None and writer.document is not None:
                        self._commit(writer.line, writer.document)
                finally:
                    held.deciding = False
                    self._is_writing = False

    def _catch_up_locked(self) -> None:
        if self._stale is not None or not self._is_as_seen() or self._folder_changed():
            self._read_on(locked=True)
        if self._odd:
            self._put_right()

    def _put_right(self) -> None:
        """Writes the file anew in this store's form; the file as it was found is kept (P10)."""
        try:
            self.notices.append(foreign.put_right(self.path, self._found))
        except OSError as error:
            raise translated(error, self.path.name) from error
        self._adopt(foreign.read(self.path))

    def _commit(self, line: bytes, document: Document) -> None:
        n = len(self.documents) + 1
        whole = layout.key_of(n) + line
        new = whole + b"\n" + CLOSING
        try:
            descriptor = disk.open_to_write(self.path)
        except OSError as error:
            raise translated(error, self.path.name) from error
        try:
            size = os.fstat(descriptor).st_size
            if self._body_end + len(new) > size:
                # The room is on the disk before the braces move: a cut in between leaves a whole file (T2).
                disk.write_at(descriptor, b"\n" * (len(new) + SPARE), size)
                disk.sync(descriptor)
            self._overwrite(descriptor, new)
            stat = os.fstat(descriptor)
        except OSError as error:
            self._seen = (0, 0, 0, 0)  # look again before the next step, whatever is there now
            raise translated(error, self.path.name) from error
        finally:
            os.close(descriptor)
        self._take_in(whole, document)
        self.entered += 1
        self._settle(stat)

    def _overwrite(self, descriptor: int, new: bytes) -> None:
        """Puts *new* over the closing braces; if the disk refuses, the braces are put back."""
        try:
            disk.write_at(descriptor, new, self._body_end)
            disk.sync(descriptor)
        except OSError:
            try:
                disk.write_at(descriptor, CLOSING + b"\n" * (len(new) - len(CLOSING)), self._body_end)
                disk.sync(descriptor)
            except OSError:
                pass  # what stands there is found out at the next look; the first refusal is the one to tell
            raise

    def _take_in(self, line: bytes, document: Document) -> None:
        """Adds a line that is in the file to what is known of it."""
        self.documents.append(document)
        self._last_hash = layout.hashed(line[len(layout.key_of(len(self.documents))) :])
        self._crc = crc32(b"\n", crc32(line, self._crc))
        self._body_end += len(line) + 1
        self._tail = (self._tail[:_LOOK_BYTES] + line + b"\n")[-_LOOK_BYTES:]

    def _settle(self, stat: os.stat_result) -> None:
        """Remembers what the file looks like now that the last line was taken in."""
        self._seen = foreign.identity_of(stat)
        spare = stat.st_size > self._body_end + len(CLOSING)
        self._tail = self._tail[:_LOOK_BYTES] + CLOSING + (b"\n" if spare else b"")

    # ---- the cached state, and the end --------------------------------------------------------------------------

    def renew_snapshot(self, state: Any, upto: int | None = None) -> None:
        """Writes *state* as the cached state after entry *upto*; the ledger's bytes are carried over unchanged (T2).

        Args:
            state: Plain values.
            upto: The entry after which the state holds; None: the last one that is known here.

        Raises:
            NotStorable: If the state would not come back as it is; nothing is written.
        """
        with self._threads:
            self._refuse_if_unwritable()
            upto = len(self.documents) if upto is None else upto
            if not 0 < upto <= len(self.documents):
                raise StoreError(
                    say("There is no entry {n}: the last one is {last}.", n=upto, last=len(self.documents))
                )
            cached: Document = {"upto": upto, "state": plain.loaded(plain.dump(state))}
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
            top = layout.head(self.header, layout.snapshot_line(cached, log_crc), self.extras)
            atomic.clear_leftovers(self.path)
            atomic.replace(self.path, [top, body, CLOSING])
            stat = self.path.stat()
        except OSError as error:
            self._seen = (0, 0, 0, 0)
            raise translated(error, self.path.name) from error
        self.snapshot = cached
        self._body_start, self._body_end = len(top), len(top) + len(body)
        self._tail = (top[-_LOOK_BYTES:] + body[-_LOOK_BYTES:])[-_LOOK_BYTES:]
        self._settle(stat)
        self._look_for_copies()

    def close(self, state: Any | None = None, upto: int | None = None) -> None:
        """Ends the work: renews the snapshot if entries lie after it, and takes the spare newlines away (P8)."""
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
        if state is not None and (len(self.documents) if upto is None else upto) > covered:
            self.renew_snapshot(state, upto)
        with self._exclusive():
            self._catch_up_locked()
            try:
                self._trim()
                backups.add(self.path, disk.read_all(self.path), len(self.documents), "closed")
            except OSError as error:
                raise translated(error, self.path.name) from error

    def _trim(self) -> None:
        descriptor = disk.open_to_write(self.path)
        try:
            if os.fstat(descriptor).st_size > self._body_end + len(CLOSING):
                disk.truncate(descriptor, self._body_end + len(CLOSING))
                disk.sync(descriptor)
            self._settle(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    # ---- who may ------------------------------------------------------------------------------------------------

    @contextmanager
    def _exclusive(self) -> Iterator[HeldBack]:
        """Holds the lock, and the stop button, for a block."""
        with HeldBack() as held:
            note = {"campaign": self.header.get("campaign"), "entries": len(self.documents)}
            self._lock.take(note, lambda: held.presses > 0)
            try:
                yield held
            finally:
                self._lock.give_back()

    def _refuse_if_closed(self) -> None:
        if self._is_closed:
            raise Closed(say("{file} was closed: open the campaign again.", file=self.path.name))

    def _refuse_if_unwritable(self) -> None:
        self._refuse_if_closed()
        if self._is_writing:
            raise Busy(say("{file} is being written to by this very cell: finish that first.", file=self.path.name))
        if self.read_only:
            raise ReadOnly(say("{file} is open for reading only: nothing was entered.", file=self.path.name))


def _end_of(body: bytes, lines: int) -> int:
    """Returns the offset behind so many lines."""
    count = body.count(b"\n")
    if lines >= count:
        return len(body)
    end = len(body)
    for _ in range(count - lines + 1):
        end = body.rfind(b"\n", 0, end)
    return end + 1
