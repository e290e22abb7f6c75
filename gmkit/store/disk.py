"""Every touch of the disk, in one place: system calls that differ between systems, and that tests make fail."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol

BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""Flags that keep a descriptor out of children and of newline translation."""


NO_FOLDER_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EACCES})
"""A folder that cannot be synced at all, or only by those who may list it: that is no failing disk."""


class Buffer(Protocol):
    """Bytes, or a view of them."""

    def __len__(self) -> int: ...


def open_to_write(path: Path) -> int:
    """Returns a descriptor for reading and writing an existing file."""
    return os.open(path, os.O_RDWR | BINARY)


def read_all(path: Path) -> bytes:
    """Returns the whole file."""
    return path.read_bytes()


def read_at(descriptor: int, size: int, offset: int) -> bytes:
    """Returns at most *size* bytes from *offset*."""
    if hasattr(os, "pread"):
        return os.pread(descriptor, size, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)
    return os.read(descriptor, size)


def write_at(descriptor: int, data: bytes, offset: int) -> None:
    """Writes all of *data* at *offset*; the system may take it in pieces."""
    view = memoryview(data)
    while view:
        if hasattr(os, "pwrite"):
            taken = os.pwrite(descriptor, view, offset)
        else:
            os.lseek(descriptor, offset, os.SEEK_SET)
            taken = os.write(descriptor, view)
        view = view[taken:]
        offset += taken


def close(descriptor: int) -> None:
    """Gives the descriptor back; what was synced before is on the disk, whatever the system says now."""
    with suppress(OSError):
        os.close(descriptor)


def sync(descriptor: int) -> None:
    """Returns when the bytes written are on the disk."""
    # macOS has no fdatasync in Python; Windows has only fsync.
    getattr(os, "fdatasync", os.fsync)(descriptor)


def sync_folder(folder: Path) -> None:
    """Returns when a rename in *folder* is on the disk; Windows does that by itself, and so do some shared folders."""
    if os.name == "nt":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | BINARY)
        try:
            os.fsync(descriptor)
        finally:
            close(descriptor)
    except OSError as error:
        if error.errno not in NO_FOLDER_SYNC:
            raise


def rename(old: Path, new: Path) -> None:
    """Puts *old* in the place of *new* in one step."""
    old.replace(new)


def truncate(descriptor: int, size: int) -> None:
    """Cuts the file to *size* bytes."""
    os.ftruncate(descriptor, size)


def may_write(path: Path) -> bool:
    """Returns whether file and folder let themselves be written."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def write_note(descriptor: int, data: bytes) -> None:
    """Writes a note for other kernels at the start of a file, without waiting for the disk."""
    if hasattr(os, "pwrite"):
        os.pwrite(descriptor, data, 0)
    else:
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, data)
