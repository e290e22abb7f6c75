"""Copies of the campaign file: the last ten, one a day for fourteen days, three turns, and before risky acts (P14)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from gmkit.store import atomic, disk, layout
from gmkit.store.layout import Document
from gmkit.words import Listing, Sentence, say, say_n

FOLDER = "backups"
LAST = 10
DAYS = 14
TURNS = 3
AUTOMATIC = frozenset({"closed", "kept", "before-play"})
"""These give way to newer ones of their kind; what was taken before a risky act stays until a person deletes it."""
ASKED = "asked"
"""Taken by hand: only newer ones that were taken by hand push them out."""

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

    @property
    def stays(self) -> bool:
        """True if no newer copy pushes this one out."""
        return self.reason not in {*AUTOMATIC, ASKED, "torn"}

    def words(self) -> Sentence:
        """Returns why the copy was taken, for people."""
        return REASONS.get(self.reason, say("a copy"))

    def told(self) -> Sentence:
        """Returns what a person needs to choose it: number, day, entries, and why it was taken."""
        if self.entries is None:
            return say("{number} ({day}, damaged, {why})", number=self.number, day=self.day, why=self.words())
        return say_n(
            "{number} ({day}, {n} entry, {why})",
            "{number} ({day}, {n} entries, {why})",
            n=self.entries,
            number=self.number,
            day=self.day,
            why=self.words(),
        )


REASONS = {
    "closed": say("taken when the campaign was closed"),
    "kept": say("taken while it was played"),
    "before-play": say("taken before it was played on"),
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


def told(path: Path) -> Listing:
    """Returns all backups in a row, for a person who is to choose one."""
    return Listing(tuple(backup.told() for backup in listed(path)), "; ")


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
    atomic.replace(target, [data], _mode_for(path, there))
    # A copy is checked by opening it before an older one is dropped (C100).
    if reason in AUTOMATIC and (documents := _opened(target, entries)) is not None:
        _drop(_superfluous([backup for backup in listed(path) if backup.reason in AUTOMATIC], documents))
    elif reason == ASKED and _opened(target, entries) is not None:
        _drop(_but_the_last(path, ASKED))
    elif reason == "torn" and disk.read_all(target) == data:
        # A torn file differs from the repaired one by half a line: the last ones are enough.
        _drop(_but_the_last(path, "torn"))
    return target


def _opened(target: Path, entries: int | None) -> list[Document] | None:
    """Returns the entries of the copy on the disk, if it is a whole campaign with so many of them."""
    try:
        documents = layout.parse(disk.read_all(target)).documents
    except (layout.NotOurs, OSError):
        return None
    return documents if len(documents) == entries else None


def _drop(backups: list[Backup]) -> None:
    for backup in backups:
        backup.path.unlink(missing_ok=True)


def _but_the_last(path: Path, reason: str) -> list[Backup]:
    return [backup for backup in listed(path) if backup.reason == reason][:-LAST]


def _superfluous(rotating: list[Backup], documents: list[Document]) -> list[Backup]:
    """Returns those that need not stay: not among the last, nor the newest of one of the last days or turns.

    The turn of a copy is that of the last entry in it, which the newest copy holds too: entries are only added (C100).
    """
    newest_of_day = {backup.day: backup for backup in rotating}
    days = sorted(newest_of_day.values(), key=lambda backup: backup.number)[-DAYS:]
    turns: dict[str, Backup] = {}
    for backup in reversed(rotating):
        n = backup.entries or 0
        last = documents[n - 1] if 0 < n <= len(documents) else {}
        if len(turns) < TURNS and "turn" in last:
            turns.setdefault(str(last["turn"]), backup)
    wanted = {backup.number for backup in [*rotating[-LAST:], *days, *turns.values()]}
    return [backup for backup in rotating if backup.number not in wanted]


def _mode_for(path: Path, there: list[Backup]) -> int | None:
    """Returns who may read a copy: those who may read the campaign, which holds secrets."""
    return atomic.mode_of(path if path.exists() or not there else there[-1].path)


def _day_of(path: Path) -> str:
    """Returns the day on which the file was last written; a backup needs no clock of its own."""
    try:
        written = path.stat().st_mtime
    except OSError:
        written = path.parent.stat().st_mtime
    return datetime.fromtimestamp(written, tz=UTC).date().isoformat()
