"""A file replaced whole or not at all: written beside, synced, renamed, folder synced (T2)."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from gmkit.store import disk

RENAME_TRIES = 12
"""Scanners and sync clients hold files for a moment on Windows: about 2.5 s in all."""


def replace(path: Path, parts: Iterable[bytes], mode: int | None = None) -> None:
    """Returns when the file at *path* holds *parts*, on the disk.

    Args:
        path: The file; a link stays one.
        parts: What it is to hold.
        mode: Who may read and write it; None: those who may now.

    Raises:
        OSError: If the disk refuses; the half-written file beside it is removed, and the old file stands untouched.
            Only where the folder cannot be synced the new file is there already, and may be gone after a power cut.
    """
    path = Path(os.path.realpath(path))  # a linked campaign stays a link
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        _write(beside, parts, mode_of(path) if mode is None else mode)
        _rename(beside, path)
    except BaseException:
        with suppress(OSError):  # the first refusal is the one to tell
            beside.unlink(missing_ok=True)
        raise
    disk.sync_folder(path.parent)


def clear_leftovers(path: Path) -> None:
    """Removes what killed kernels left half-written beside *path*; call it under the lock."""
    for leftover in path.parent.glob(f".{path.name}.*.tmp"):
        leftover.unlink(missing_ok=True)


def _write(beside: Path, parts: Iterable[bytes], mode: int | None) -> None:
    descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC | disk.BINARY, 0o666 if mode is None else mode)
    try:
        if mode is not None and hasattr(os, "fchmod"):
            with suppress(OSError):  # the mode asked for above loses what the umask takes: others may share the file
                os.fchmod(descriptor, mode)
        offset = 0
        for part in parts:
            disk.write_at(descriptor, part, offset)
            offset += len(part)
        disk.sync(descriptor)
    finally:
        disk.close(descriptor)


def _rename(beside: Path, path: Path) -> None:
    for attempt in range(RENAME_TRIES):
        try:
            disk.rename(beside, path)
        except PermissionError:
            if os.name != "nt" or attempt == RENAME_TRIES - 1:
                raise
            time.sleep(0.03 * (attempt + 1))
        else:
            return


def mode_of(path: Path) -> int | None:
    """Returns who may read and write the file at *path*; None if it is not there."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return None
