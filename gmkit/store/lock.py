"""One writer at a time, whichever kernel it sits in, and a stop button that waits for the writer (T3, P3)."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Self

import portalocker
from portalocker.constants import LockFlags

from gmkit.store import disk
from gmkit.store.errors import Busy
from gmkit.words import say

WAIT_S = 10.0
"""After so long the holder is named."""

PRESSES = 3
"""The stop button pressed so often gets through to rules that do not end; nothing is written then."""

_NOTE_BYTES = 256
_HOST = socket.gethostname()

# A second handle in the same thread would wait for itself for ever.
_held_by_threads: dict[str, int] = {}


class HeldBack:
    """Holds the stop button back in the main thread; what was pressed takes effect when the block has ended."""

    def __init__(self) -> None:
        self.presses = 0
        self.deciding = False
        """True while the caller's own code runs, which may be stopped without harm by pressing again and again."""
        self._old: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            # None: a handler that was not set from Python, and so could not be put back.
            old = signal.getsignal(signal.SIGINT)
            if old is not None:
                try:
                    signal.signal(signal.SIGINT, self._note)
                except ValueError:  # not the main interpreter
                    return self
                self._old = old
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._old is not None:
            old, self._old = self._old, None
            signal.signal(signal.SIGINT, old)
            if self.presses and not isinstance(error, KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.presses += 1
        if self.deciding and self.presses >= PRESSES and not _is_ours(frame):
            raise KeyboardInterrupt


def _is_ours(frame: FrameType | None) -> bool:
    """Returns whether the store itself is at work in *frame*; there an interrupt could leave the lock held."""
    module = frame.f_globals.get("__name__", "") if frame else ""
    return module.startswith("gmkit.store") or module in {"contextlib", "threading"}


def lock_beside(path: Path) -> Lock:
    """Returns the lock of the campaign file at *path*: `.lock` beside it."""
    # Two links to one file must share a lock, in whatever folders they lie.
    path = Path(os.path.realpath(path)) if os.path.islink(path) else path  # noqa: PTH114 - says no where stat fails
    return Lock(path.with_name(".lock" if path.name == "campaign.json" else f".{path.name}.lock"))


class Lock:
    """The lock of one campaign folder: a kept descriptor on a file that is never deleted.

    A lock left by a dead process frees itself, because the system gives it back.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._key = os.path.realpath(path)
        self._descriptor: int | None = None
        self._process = 0

    def take(self, note: Mapping[str, Any], stopped: Callable[[], bool], wait_s: float | None = None) -> None:
        """Returns when this kernel alone may write.

        Args:
            note: What others may read about the holder: campaign, entries.
            stopped: Asked while waiting; True ends the wait with KeyboardInterrupt.
            wait_s: After so many seconds the wait is given up.

        Raises:
            Busy: If another kernel holds the lock for so long; names it.
            KeyboardInterrupt: If the stop button was pressed while waiting.
        """
        key = self._key
        if _held_by_threads.get(key) == threading.get_ident():
            raise Busy(
                say("{file} is being written to by this very cell: finish that first.", file=self.path.parent.name)
            )
        until = time.monotonic() + (WAIT_S if wait_s is None else wait_s)
        pause = 0.001
        while not self._attempt():
            if stopped():
                raise KeyboardInterrupt
            if time.monotonic() >= until:
                raise Busy(self._who_holds_it())
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
        _held_by_threads[key] = threading.get_ident()
        self.leave_note(note)

    def give_back(self) -> None:
        """Lets the next kernel write."""
        _held_by_threads.pop(self._key, None)
        if self._descriptor is not None:
            try:
                portalocker.unlock(self._descriptor)
            except (portalocker.LockException, OSError):
                self._drop()  # closing a descriptor gives its lock back too

    def close(self) -> None:
        """Closes the descriptor; the file stays."""
        self._drop()

    def last_note(self) -> dict[str, Any]:
        """Returns what the last holder left: pid, host, campaign, entries; empty if there is nothing to read."""
        try:
            note = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return note if isinstance(note, dict) else {}

    def _attempt(self) -> bool:
        if self._process != os.getpid():  # a forked child shares the parent's lock: it needs its own
            self._drop()
        try:
            if self._descriptor is None:
                self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | disk.BINARY, 0o666)
                self._process = os.getpid()
            portalocker.lock(self._descriptor, LockFlags.EXCLUSIVE | LockFlags.NON_BLOCKING)
            if self.was_replaced():
                self._drop()
                return False
        except portalocker.AlreadyLocked:
            return False
        except (portalocker.LockException, OSError) as error:
            self._drop()  # or it would stay locked, and nobody would know
            words = say(
                "There is no lock to be had on {file}: nothing was entered, and nothing was lost ({reason}).",
                file=str(self.path),
                reason=str(error),
            )
            raise Busy(words) from error
        return True

    def was_replaced(self) -> bool:
        """Returns whether somebody removed the lock file: two kernels would then hold two locks."""
        if os.name == "nt" or self._descriptor is None:
            return False
        try:
            return not os.path.samestat(os.fstat(self._descriptor), self.path.stat())
        except FileNotFoundError:
            return True

    def leave_note(self, note: Mapping[str, Any]) -> None:
        """Writes who holds the lock, and what of the campaign is known here, for others to read."""
        if self._descriptor is None or os.name == "nt":  # Windows keeps others from reading what is locked
            return
        text = json.dumps({**note, "pid": os.getpid(), "host": _HOST})
        try:
            disk.write_note(self._descriptor, text.encode("ascii").ljust(_NOTE_BYTES) + b"\n")
        except OSError:
            return  # the note is a courtesy: a full disk must not keep anyone from reading

    def _who_holds_it(self) -> Any:
        note = self.last_note()
        if "pid" not in note:
            return say(
                "{file} is being written to by another kernel: nothing was entered; try again when it is done.",
                file=self.path.parent.name,
            )
        return say(
            "{file} is being written to by process {pid} on {host}: nothing was entered; wait until it is done, or"
            " close that notebook.",
            file=self.path.parent.name,
            pid=str(note["pid"]),
            host=str(note.get("host", "?")),
        )

    def _drop(self) -> None:
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            disk.close(descriptor)
