"""Copies of the campaign file: the last ten, one a day for fourteen days, and one before every risky act (P14)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from gmkit.store import atomic, disk, layout
from gmkit.words import Sentence, say

FOLDER = "backups"
LAST = 10
DAYS = 14
ROTATING = frozenset({"closed", "kept", "asked"})
"""Only these give way to newer ones; what was taken before a risky act stays until a person deletes it."""

_NAME = re.compile(r"(\d+)_(\d{4}-\d\d-\d\d)_(\d+|unknown)_([a-z-]+)\.json")


@dataclass(frozen=True)
class Backup:
    """One copy. Its number alone says which is newer: clocks jump (P14)."""

    number: int
    day: str
    """The day on which the copied file was last written, in UTC."""
    entries: int | None
    """None: the copy is of a damaged file."""
    reason: str
    path: Path

    def words(self) -> Sentence:
        """Returns why the copy was taken, for people."""
        return REASONS.get(self.reason, say("a copy"))


REASONS = {
    "closed": say("taken when the campaign was closed"),
    "kept": say("taken while it was played"),
    "asked": say("taken by hand"),
    "before-migration": say("taken before the format was brought up to date"),
    "before-restore": say("what was there before a restore"),
    "before-repair": say("what was there before a repair"),
    "found": say("the file as another program left it"),
    "torn": say("the file with its half-written line"),
    "ours": say("what this kernel knew when the file was replaced from outside"),
    "branch": say("entries of another line of the campaign"),
}


def listed(path: Path) -> list[Backup]:
    """Returns the backups of the campaign file at *path*, oldest first."""
    found = []
    folder = path.parent / FOLDER
    for entry in folder.iterdir() if folder.is_dir() else ():
        if match := _NAME.fullmatch(entry.name):
            number, day, entries, reason = match.groups()
            found.append(Backup(int(number), day, None if entries == "unknown" else int(entries), reason, entry))
    return sorted(found, key=lambda backup: backup.number)


def newest(path: Path) -> Backup | None:
    """Returns the newest backup of a whole file."""
    whole = [backup for backup in listed(path) if backup.entries is not None]
    return whole[-1] if whole else None


def shown(kept: Path) -> str:
    """Returns a backup's name as people are told it: with its folder, and with a slash on every system."""
    return f"{FOLDER}/{kept.name}"


def add(path: Path, data: bytes, entries: int | None, reason: str) -> Path:
    """Returns where *data* is kept now, durably; older rotating backups give way once the new one is checked.

    Raises:
        OSError: If the disk refuses; no older backup is touched then.
    """
    folder = path.parent / FOLDER
    if not folder.is_dir():
        folder.mkdir(exist_ok=True)
        disk.sync_folder(folder.parent)  # else the copies in it could be gone after a power cut
    for leftover in folder.glob(".*.tmp"):  # of a kernel that was killed while it held the lock that we hold now
        leftover.unlink(missing_ok=True)
    there = listed(path)
    number = there[-1].number + 1 if there else 1
    count = "unknown" if entries is None else str(entries)
    target = folder / f"{number:04d}_{_day_of(path)}_{count}_{reason}.json"
    atomic.replace(target, [data])
    # A copy is checked by opening it before an older one is dropped (C100).
    if _opens(target, entries) if reason in ROTATING else reason == "torn" and disk.read_all(target) == data:
        for old in _superfluous(listed(path)):
            old.path.unlink(missing_ok=True)
    return target


def _opens(target: Path, entries: int | None) -> bool:
    """Returns whether the copy on the disk is a whole campaign with so many entries."""
    try:
        return len(layout.parse(disk.read_all(target)).documents) == entries
    except (layout.NotOurs, OSError):
        return False


def _superfluous(there: list[Backup]) -> list[Backup]:
    # A torn file differs from the repaired one by half a line: the last ones are enough.
    torn = [backup for backup in there if backup.reason == "torn"]
    rotating = [backup for backup in there if backup.reason in ROTATING]
    newest_of_day = {backup.day: backup for backup in rotating}
    days = sorted(newest_of_day.values(), key=lambda backup: backup.number)[-DAYS:]
    wanted = {backup.number for backup in [*rotating[-LAST:], *days]}
    return [backup for backup in rotating if backup.number not in wanted] + torn[:-LAST]


def _day_of(path: Path) -> str:
    """Returns the day on which the file was last written; a backup needs no clock of its own."""
    try:
        written = path.stat().st_mtime
    except OSError:
        written = path.parent.stat().st_mtime
    return datetime.fromtimestamp(written, tz=UTC).date().isoformat()
