"""What can be wrong with a campaign file: each error says what happened, where, and what was kept."""

from __future__ import annotations

import errno
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

from gmkit.errors import StoreError, why
from gmkit.words import Sentence, Words, say

__all__ = [
    "Busy",
    "Closed",
    "Damaged",
    "Disk",
    "ForeignChange",
    "NotStorable",
    "ReadOnly",
    "StoreError",
    "reason_of",
    "told",
    "translated",
]


class NotStorable(StoreError):
    """A value that would not come back from the file as it went in; `path` says where it stands (P9)."""

    def __init__(self, words: Words, path: str) -> None:
        super().__init__(words)
        self.path = path


class Damaged(StoreError):
    """A file that is not whole and whose damage is no torn last line: nothing was cut (P11)."""

    def __init__(
        self, words: Words, line: int | None = None, kind: str = "damaged", what: Sentence | None = None
    ) -> None:
        super().__init__(words)
        self.what = what or say("{what}", what=words)
        """What is wrong alone, without its full stop: whoever has the entries elsewhere advises something else."""
        self.line = line
        """Counted from 1; None where the damage has no line."""
        self.kind = kind


class ForeignChange(StoreError):
    """Another program changed the file so that entries made here are missing in it; they are kept (P10)."""

    def __init__(self, words: Words, kept: Path | None = None) -> None:
        super().__init__(words)
        self.kept = kept


class Busy(StoreError):
    """The lock is held by another kernel, or there is no lock to be had; nothing was written (T3, P13)."""


class ReadOnly(StoreError):
    """The campaign was opened for reading: its folder cannot be written to, or its format is newer."""


class Closed(StoreError):
    """The campaign was closed; open it again."""


class Disk(StoreError):
    """The disk refused: full, taken away, failing; nothing was entered, and nothing was lost (P13)."""


P = ParamSpec("P")
R = TypeVar("R")


def told(name: str, *, reading: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Lets whatever the disk refuses in a function come out as one sentence.

    Args:
        name: The file that it is about.
        reading: The function only reads: what may not have been entered is no matter then.
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def telling(*args: P.args, **words: P.kwargs) -> R:
            with telling_of(name, reading=reading):
                return function(*args, **words)

        return telling

    return decorated


@contextmanager
def telling_of(name: str, *, reading: bool = False) -> Iterator[None]:
    """Lets whatever the disk refuses in a block come out as one sentence; see `told`."""
    try:
        yield
    except OSError as error:
        if reading:
            reason = error.strerror or str(error)
            raise StoreError(say("{file} cannot be read: {reason}.", file=name, reason=reason)) from error
        raise translated(error, name) from error


FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
FORBIDDEN = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


def reason_of(error: OSError) -> Words:
    """Returns why the disk refused, for the middle of a sentence."""
    return say("nothing can be written in this place") if error.errno in FORBIDDEN else why(error)


def translated(error: OSError, name: str) -> Disk:
    """Returns what the disk refused as one sentence; *name* is the file that was being written."""
    if error.errno in FULL:
        words: Sentence = say(
            "The disk is full: nothing was entered into {file}, and nothing was lost; make room on the disk, then do it"
            " again.",
            file=name,
        )
    elif error.errno in FORBIDDEN:
        words = say(
            "{file} cannot be written to: nothing was entered, and nothing was lost; take the write protection off the"
            " file and its folder, then do it again.",
            file=name,
        )
    else:
        words = say(
            "The disk failed while {file} was being written ({reason}): nothing was entered, and nothing was lost;"
            " do it again, and if it fails again copy the campaign's folder to another disk.",
            file=name,
            reason=error.strerror or str(error),
        )
    return Disk(words)
