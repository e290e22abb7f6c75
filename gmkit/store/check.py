"""What is wrong with a campaign folder, in sentences; and the way back to its last good state (P10, P14)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gmkit.store import atomic, backups, disk, foreign, layout
from gmkit.store.advice import way
from gmkit.store.backups import Backup
from gmkit.store.errors import Damaged, StoreError, told, translated
from gmkit.store.layout import Content, Document
from gmkit.store.lock import HeldBack, Lock, lock_beside
from gmkit.store.reading import NAME
from gmkit.store.rebuilding import Repaired, last_good, rebuilt, repaired
from gmkit.words import Sentence, say


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be."""

    kind: str
    """missing, empty, markers, damaged, torn, form, chain, newer-format, migration, older-copy, other-campaign,
    conflict-copy, backup; or last-good, which says what a repair would bring back."""
    words: Sentence
    line: int | None = None
    """Counted from 1."""


@told(NAME, reading=True)
def check(folder: Path) -> list[Finding]:
    """Returns what is wrong with the campaign in *folder*, the last good state last; nothing if all is well.

    Reads everything, writes nothing.
    """
    path = _path_of(folder)
    note = lock_beside(path).last_note()
    findings: list[Finding] = []
    try:
        found = foreign.read(path, note)
    except Damaged as error:
        findings.append(Finding(error.kind, _words(error), error.line))
        findings.append(Finding("last-good", last_good(path)))
    else:
        content = found.content
        findings += _oddities(path, found)
        if not found.is_new and (at := layout.first_break(content.header, content.documents)) is not None:
            words = say("Entry {n} in {file} was changed: the next one names another.", n=at + 1, file=path.name)
            findings += [Finding("chain", words), Finding("last-good", last_good(path))]
        if (older := foreign.older_copy(path, content, note)) is not None:
            findings.append(Finding("older-copy", older))
        if (other := foreign.other_campaign(path, content.header, note)) is not None:
            findings.append(Finding("other-campaign", other))
        copies = foreign.conflict_copies(path, content.header, content.documents)
        findings += [Finding("conflict-copy", words) for words in copies]
    for backup in backups.listed(path):
        if backup.entries is not None and (trouble := _trouble_with(backup)) is not None:
            findings.append(Finding("backup", trouble))
    return findings


@told(NAME)
def repair(folder: Path) -> Repaired:
    """Returns what was done to bring the campaign back to its last good state; the damaged file is kept.

    Whole entries are taken from the file, its backups and conflict copies beside it; the longest chain of them is the
    campaign, and entries of other branches are kept as backups. A whole file is only added to, by what a copy beside it
    holds more.

    Raises:
        StoreError: If there is not one whole entry anywhere, or the disk refuses; nothing is changed then.
    """
    path = _path_of(folder)
    with _alone(path) as lock:
        try:
            found = foreign.read(path, lock.last_note())
        except Damaged:
            return rebuilt(path, lock)
        if layout.first_break(found.content.header, found.content.documents) is not None and not found.is_new:
            return rebuilt(path, lock)
        n = len(found.content.documents)
        try:
            if found.oddity is None or found.is_new:
                return (None if found.is_new else _with_copies(path, found.content, lock)) or Repaired(
                    n, (), say("{file} is whole: there is nothing to repair.", file=path.name)
                )
            words = foreign.put_right(path, found)
        except OSError as error:
            raise translated(error, path.name) from error
        return Repaired(n, (backups.listed(path)[-1].path,), words)


@told(NAME)
def restore(folder: Path, number: int | None = None) -> Backup:
    """Returns the backup that is the campaign now; what was there before is a backup itself, so this can be undone.

    Args:
        folder: The campaign.
        number: Which backup; None: the newest whole one.

    Raises:
        StoreError: If there is no such backup, or it does not open; nothing is changed then.
    """
    path = _path_of(folder)
    chosen = _chosen(path, number)
    found = foreign.read(chosen.path)
    n = len(found.content.documents)
    # What a newer gmkit wrote goes back as it is: only that one knows how to write it.
    data = found.data if found.is_new else layout.rendered(found.content)
    with _alone(path) as lock:
        try:
            if path.exists():
                current = disk.read_all(path)
                backups.add(path, current, _count(path), "before-restore")
            # By this mark a kernel that has the campaign open knows what happened.
            mark = [backups.listed(path)[-1].number, chosen.number]
            atomic.replace(path, [data], None if path.exists() else atomic.mode_of(chosen.path))
        except OSError as error:
            raise translated(error, path.name) from error
        lock.leave_note({"campaign": found.content.header.get("campaign"), "entries": n, "restored": mark})
    return chosen


def _with_copies(path: Path, content: Content, lock: Lock) -> Repaired | None:
    """Returns what was done with copies of the campaign beside a whole file; None if they hold nothing more."""
    documents = content.documents
    branches: list[list[Document]] = []
    for _, theirs in foreign.copies_beside(path, content.header):
        common = foreign.shared(documents, theirs)
        if common == len(documents) < len(theirs):
            documents = theirs
        elif common < len(theirs) and foreign.backup_of(path, theirs) is None and theirs not in branches:
            branches.append(theirs)
    if documents is content.documents and not branches:
        return None
    kept = []
    if documents is not content.documents:
        kept.append(backups.add(path, disk.read_all(path), len(content.documents), "before-repair"))
    for branch in branches:
        data = layout.rendered(Content(content.header, branch, None, content.extras))
        kept.append(backups.add(path, data, len(branch), "branch"))
    if documents is not content.documents:
        atomic.replace(path, [layout.rendered(Content(content.header, documents, None, content.extras))])
        lock.leave_note({"campaign": content.header.get("campaign"), "entries": len(documents)})
    return Repaired(len(documents), tuple(kept), repaired(path, len(documents), kept))


def backups_of(path: Path) -> list[Backup]:
    """Returns the backups of the campaign file at *path*, oldest first.

    Raises:
        StoreError: If there is none; says how to take one.
    """
    there = backups.listed(path)
    if not there:
        foreign.read(path)  # says what is wrong with the file, should it be so
        raise StoreError(
            say("There is no backup of this campaign yet: {backup} takes one.", backup=way("backup", path))
        )
    return there


def _chosen(path: Path, number: int | None) -> Backup:
    """Returns the backup of that number, or the best one if none is named.

    Raises:
        StoreError: If there is none, or it does not open.
    """
    there = backups_of(path)
    if number is None:
        best = _newest(path, there) if _count(path) else foreign.recommended(path)
        if best is None:
            raise StoreError(
                say("No backup of this campaign opens: {check} says what they still hold.", check=way("check", path))
            )
        return best
    asked = next((backup for backup in there if backup.number == number), None)
    if asked is None:
        raise StoreError(
            say("There is no backup {number}; there are: {there}.", number=number, there=backups.told(path))
        )
    if (trouble := _trouble_with(asked)) is not None:
        raise StoreError(trouble)
    return asked


def _newest(path: Path, there: list[Backup]) -> Backup | None:
    """Returns the backup to go back to from a whole file: the newest that opens and was taken of the file itself."""
    for backup in reversed(there):
        if backup.entries and backup.reason not in {"ours", "branch"} and foreign.opened(backup) is not None:
            return backup
    return foreign.recommended(path)


def _path_of(folder: Path) -> Path:
    path = Path(folder)
    return path / NAME if path.is_dir() or path.suffix != ".json" else path


@contextmanager
def _alone(path: Path) -> Iterator[Lock]:
    """Holds the lock for a block; what the last holder noted stays noted."""
    if not path.parent.is_dir():
        foreign.read(path)  # says that there is no campaign
    lock = lock_beside(path)
    with HeldBack() as held:
        try:
            lock.take(lock.last_note(), lambda: held.presses > 0)
            try:
                yield lock
            finally:
                lock.give_back()
        finally:
            lock.close()


def _words(error: StoreError) -> Sentence:
    return error.words if isinstance(error.words, Sentence) else say("{what}", what=error.words)


def _oddities(path: Path, found: foreign.Found) -> Iterator[Finding]:
    if found.oddity is not None:
        kind = "torn" if found.is_torn else "migration" if found.is_old else "form"
        yield Finding(kind, found.oddity)
    if found.is_new:
        yield Finding("newer-format", foreign.newer_format(path, found.content.header))


def _trouble_with(backup: Backup) -> Sentence | None:
    """Returns why a backup is not what was copied; None if it is."""
    try:
        found = foreign.read(backup.path)
    except StoreError as error:
        return _words(error)
    content = found.content
    is_all_there = not found.is_torn and backup.entries in {None, len(content.documents)}
    if is_all_there and (found.is_new or layout.first_break(content.header, content.documents) is None):
        return None
    return say("The backup {backup} was changed since it was taken.", backup=backups.shown(backup.path))


def _count(path: Path) -> int | None:
    """Returns how many entries the file holds; None if it is not whole: its copy is that of a damaged file then."""
    try:
        found = foreign.read(path)
    except StoreError:
        return None
    content = found.content
    is_whole = found.is_new or layout.first_break(content.header, content.documents) is None
    return len(content.documents) if is_whole and not found.is_torn else None
