"""Reading whatever lies where the campaign file should be, and saying in one sentence what is odd about it (P10)."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gmkit.store import atomic, backups, damage, disk, forms, layout, migrations, plain
from gmkit.store.advice import way
from gmkit.store.errors import Damaged, StoreError
from gmkit.store.layout import FORMAT, Content, Document, NotOurs
from gmkit.words import Sentence, say, say_n

Identity = tuple[int, int, int, int]
"""Device, file number, size, time of the last change."""

HEAD_BYTES = 256 * 1024
"""So much of a file beside the campaign is read to see whether it is a copy of it."""

STILL_S = 0.05
"""A file that another program may be writing is read again after so long, until two readings agree."""


@dataclass
class Found:
    """What was read, and what was odd about it."""

    path: Path
    data: bytes
    identity: Identity
    content: Content
    body_start: int = 0
    body_end: int = 0
    """Where the next line goes; 0 if the file must be written anew first."""
    crc: int = 0
    last: bytes = b""
    is_torn: bool = False
    """The last line was half written, or the end of the file damaged; all entries are in `content`."""
    oddity: Sentence | None = None
    """The file must be written anew before anything is added; this says why."""
    hides: bool = False
    """Plain TinyDB cannot read the file as it is."""
    is_new: bool = False
    """The format is newer than this gmkit: to be read only."""
    is_old: bool = False

    def tail(self, before: int) -> bytes:
        """Returns the bytes around the closing braces."""
        start = max(0, self.body_end - before)
        return self.data[start : start + before + len(layout.CLOSING) + 1]


def identity_of(stat: os.stat_result) -> Identity:
    """Returns by what a changed file is told from an unchanged one."""
    return (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)


def read(path: Path, known: Mapping[str, Any] | None = None) -> Found:
    """Returns what the file says; nothing is written.

    Args:
        path: The campaign file.
        known: What the last writer left in the lock file: campaign, entries.

    Raises:
        StoreError: If there is no file, or it cannot be read.
        Damaged: If it is not whole, and more than its last line is torn.
    """
    data, identity = _bytes_of(path)
    found = _as_written(path, data, identity)
    if found is None:
        data, identity = _still(path, data)
        found = _as_written(path, data, identity) or _looked_at(path, data, identity, known or {})
    return found


def put_right(path: Path, found: Found) -> Sentence:
    """Returns what was done: the file was written anew in this store's form, and is kept as it was found.

    Raises:
        OSError: If the disk refuses; the file stands as it was found.
    """
    reason = "torn" if found.is_torn else "before-migration" if found.is_old else "found"
    kept = backups.add(path, found.data, None if found.is_torn else len(found.content.documents), reason)
    atomic.replace(path, [layout.rendered(found.content)])
    what = found.oddity or say("{file} was written anew.", file=path.name)
    return say("{what} The file as it was found is kept in {backup}.", what=what, backup=backups.shown(kept))


def holds(backup: backups.Backup, documents: Sequence[Document]) -> bool:
    """Returns whether a backup opens, and its entries are the first ones of *documents*, or those the first of its."""
    try:
        content = read(backup.path).content
    except StoreError:
        return False
    # Each entry names the one before it, so that one which both hold vouches for all before.
    shared = min(len(content.documents), len(documents))
    return shared > 0 and content.documents[shared - 1] == documents[shared - 1]


def newer_format(path: Path, header: Mapping[str, Any]) -> Sentence:
    """Returns what is said about a file from a newer gmkit."""
    return say("{what}.", what=of_newer_format(path, header))


def of_newer_format(path: Path, header: Mapping[str, Any]) -> Sentence:
    """Returns the same without its full stop."""
    return say(
        "{file} has the newer format {number}: it is open for reading only; a newer gmkit can write to it",
        file=path.name,
        number=migrations.format_of(header),
    )


def recommended(path: Path, campaign: str | None = None) -> backups.Backup | None:
    """Returns the backup from which a lost campaign is best brought back: of those that open, the fullest, and newest.

    What was put aside by a restore is on a line that was left; so is another branch: they come last.

    Args:
        path: The campaign file.
        campaign: Only backups of this one; None: whichever.
    """
    whole = [backup for backup in backups.listed(path) if backup.entries and backup.reason != "branch"]
    left = max((backup.number for backup in whole if backup.reason == "before-restore"), default=0)
    order = sorted(whole, key=lambda backup: (backup.number > left, backup.entries, backup.number), reverse=True)
    for backup in order:
        content = opened(backup)
        if content is not None and campaign in {None, content.header.get("campaign")}:
            return backup
    return None


def opened(backup: backups.Backup) -> Content | None:
    """Returns what a backup says, if it opens and all entries that it was taken of are in it."""
    try:
        found = read(backup.path)
    except StoreError:
        return None
    content = found.content
    if found.is_torn or backup.entries not in {None, len(content.documents)}:
        return None
    return content if found.is_new or layout.first_break(content.header, content.documents) is None else None


def older_copy(path: Path, content: Content, note: Mapping[str, Any]) -> Sentence | None:
    """Returns what is said if fewer entries are there than were once written here; *note* was left in the lock file."""
    entries, n = note.get("entries"), len(content.documents)
    if note.get("campaign") != content.header.get("campaign") or not isinstance(entries, int) or entries <= n:
        return None
    words = say_n(
        "{file} holds {n} entry, but {known} were written here: an older copy was put in its place",
        "{file} holds {n} entries, but {known} were written here: an older copy was put in its place",
        n=n,
        file=path.name,
        known=entries,
    )
    best = recommended(path, content.header.get("campaign"))
    if best is None or (best.entries or 0) <= n:
        return say("{what}, and no backup holds more; the next entry goes on from the file as it is.", what=words)
    return say(
        "{what}; {restore} brings back the fullest backup, {backup}, and the next entry goes on from the file as it"
        " is.",
        what=words,
        restore=way("restore", path, best.number),
        backup=backups.shown(best.path),
    )


def other_campaign(path: Path, header: Mapping[str, Any], note: Mapping[str, Any]) -> Sentence | None:
    """Returns what is said if the file is of another campaign than the one that *note* names, left in the lock file."""
    played = note.get("campaign")
    if not played or played == header.get("campaign"):
        return None
    best = recommended(path, played)
    if best is None:
        return say(
            "{file} is of another campaign than was played in this folder, and no backup of that one is here; the next"
            " entry goes on with this one.",
            file=path.name,
        )
    return say(
        "{file} is of another campaign than was played in this folder; {restore} brings that one back from its backup"
        " {backup}, and the next entry goes on with this one.",
        file=path.name,
        restore=way("restore", path, best.number),
        backup=backups.shown(best.path),
    )


def conflict_copies(path: Path, header: Mapping[str, Any], documents: Sequence[Document]) -> Iterator[Sentence]:
    """Yields a sentence for every other copy of this campaign that a sync client left in the folder."""
    for other, theirs in copies_beside(path, header):
        common = shared(documents, theirs)
        n = len(theirs) - common
        if not n:
            yield say(
                "Beside {file} lies another copy of this campaign, {other}, in which nothing can be read that is not"
                " here: it may be deleted.",
                file=path.name,
                other=other.name,
            )
        elif (kept := backup_of(path, theirs)) is not None:
            yield say(
                "Beside {file} lies another copy of this campaign, {other}, and what is in it is kept in {backup}: it"
                " may be deleted.",
                file=path.name,
                other=other.name,
                backup=backups.shown(kept.path),
            )
        elif common == len(documents):
            yield say_n(
                "Beside {file} lies another copy of this campaign, {other}, with {n} entry more: {repair} takes it"
                " over.",
                "Beside {file} lies another copy of this campaign, {other}, with {n} entries more: {repair} takes them"
                " over.",
                n=n,
                file=path.name,
                other=other.name,
                repair=way("repair", path),
            )
        else:
            yield say_n(
                "Beside {file} lies another copy of this campaign, {other}, with {n} entry that is not here: {repair}"
                " keeps it as a backup.",
                "Beside {file} lies another copy of this campaign, {other}, with {n} entries that are not here:"
                " {repair} keeps them as a backup.",
                n=n,
                file=path.name,
                other=other.name,
                repair=way("repair", path),
            )


def copies_beside(path: Path, header: Mapping[str, Any]) -> Iterator[tuple[Path, list[Document]]]:
    """Yields every other copy of this campaign in the folder, with its entries down to where it is damaged."""
    for other in beside(path, header):
        try:
            content = forms.content_in(other.name, disk.read_all(other))
        except OSError:
            continue
        if content is None or content.header.get("campaign") != header.get("campaign"):
            continue
        end = layout.first_break(content.header, content.documents)
        yield other, content.documents[:end]


def backup_of(path: Path, documents: Sequence[Document]) -> backups.Backup | None:
    """Returns a backup that holds all these entries and does not give way to newer ones, if there is one."""
    for backup in backups.listed(path):
        if backup.stays and (backup.entries or 0) >= len(documents) and holds(backup, documents):
            return backup
    return None


def beside(path: Path, header: Mapping[str, Any]) -> list[Path]:
    """Returns the files in the folder that may be copies of this campaign, by whatever name a sync client gave them.

    Each client has its own: a date or a computer's name before `.json`, behind it, or in place of it.
    """
    mark = str(header.get("campaign"))
    marks = [mark.encode(coding) for coding in ("utf-8", "utf-16-le", "utf-16-be")]
    found = []
    for other in sorted(path.parent.iterdir()):
        name = other.name
        if name == path.name or name.startswith(".") or path.stem.casefold() not in name.casefold():
            continue
        with suppress(OSError):
            if other.is_file():
                with other.open("rb") as opened:
                    start = opened.read(HEAD_BYTES)
                if any(one in start for one in marks):
                    found.append(other)
    return found


def shared(ours: Sequence[Document], theirs: Sequence[Document]) -> int:
    """Returns how many entries both begin with."""
    for at, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
        if mine != other:
            return at
    return min(len(ours), len(theirs))


def _bytes_of(path: Path) -> tuple[bytes, Identity]:
    try:
        identity = identity_of(path.stat())
        return disk.read_all(path), identity
    except FileNotFoundError:
        what = say("There is no campaign file {file}", file=str(path))
        raise Damaged(_missing(path, what), kind="missing", what=what) from None
    except OSError as error:
        words = say("{file} cannot be read: {reason}.", file=str(path), reason=error.strerror or str(error))
        raise StoreError(words) from error


def _missing(path: Path, what: Sentence) -> Sentence:
    """Returns what is said where no file is, and what brings it back if there are backups."""
    try:
        best, there = recommended(path), backups.listed(path)
    except OSError:  # what is wrong with the file is the thing to tell
        best, there = None, []
    if best is not None:
        return say(
            "{what}: {restore} brings back the fullest backup, {backup}.",
            what=what,
            restore=way("restore", path, best.number),
            backup=backups.shown(best.path),
        )
    if there:
        return say(
            "{what}, and no backup of it opens: {check} says what they still hold.",
            what=what,
            check=way("check", path),
        )
    return say("{what}: look at the folder's name, or make a campaign with gmkit.create.", what=what)


def _still(path: Path, data: bytes) -> tuple[bytes, Identity]:
    """Returns the file's bytes once they have stopped changing."""
    for _ in range(20):
        time.sleep(STILL_S)
        again, identity = _bytes_of(path)
        if again == data:
            return again, identity
        data = again
    return data, identity


def _as_written(path: Path, data: bytes, identity: Identity) -> Found | None:
    """Returns what the file says if it is exactly what this store writes."""
    try:
        parsed = layout.parse(data)
    except (NotOurs, StoreError):
        return None
    number = migrations.format_of(parsed.header)
    if number < FORMAT:
        return None
    found = Found(
        path,
        data,
        identity,
        parsed,
        parsed.body_start,
        parsed.body_end,
        parsed.crc,
        parsed.last,
        is_new=number > FORMAT,
    )
    if parsed.snapshot_is_damaged:
        found.oddity = say(
            "The cached state in {file} was damaged; it is worked out again from the entries.", file=path.name
        )
    return found


def _looked_at(path: Path, data: bytes, identity: Identity, known: Mapping[str, Any]) -> Found:
    name = path.name
    if not data.strip(b"\0 \r\n\t"):
        raise _damaged(say("{file} is empty ({size} bytes)", file=name, size=len(data)), path, kind="empty")
    if (line := damage.marker_line(data)) is not None:
        words = say(
            "{file} holds the conflict markers of a merge, first in line {line}: nothing was changed",
            file=name,
            line=line,
        )
        before = damage.walk(data)
        raise _damaged(words, path, line, "markers", before=len(before.content.documents) if before else 0)
    walked = damage.walk(data)
    entries = 0
    if walked is not None and known.get("campaign") == walked.content.header.get("campaign"):
        entries = int(known.get("entries", 0))
    is_today = walked is not None and migrations.format_of(walked.content.header) >= FORMAT
    if walked is not None and is_today and (mend := damage.mended(data, walked, entries)) is not None:
        good, was_torn = mend
        n = len(good.content.documents)
        oddity = (
            say_n(
                "The last line of {file} was only half written when the computer or the kernel stopped; it was left"
                " out, and the {n} entry before it is there.",
                "The last line of {file} was only half written when the computer or the kernel stopped; it was left"
                " out, and all {n} entries before it are there.",
                n=n,
                file=name,
            )
            if was_torn
            else say_n(
                "{file} was damaged where it holds no entry; its {n} entry is there.",
                "{file} was damaged where it holds no entry; all {n} entries are there.",
                n=n,
                file=name,
            )
        )
        is_new = migrations.format_of(good.content.header) > FORMAT
        return Found(
            path, data, identity, good.content, last=good.last, is_torn=True, oddity=oddity, hides=True, is_new=is_new
        )
    if (found := _in_another_form(path, data, identity)) is not None:
        return found
    line = walked.bad_line if walked else damage.odd_frame_line(data)
    if not damage.is_of_this_form(data, line) and (trouble := _changed_by_another(path, data)) is not None:
        raise trouble
    line = line or damage.broken_line(data) or damage.HEADER_LINE
    good_n = len(walked.content.documents) if walked else 0
    words = say_n(
        "{file} is damaged in line {line}; the {n} entry before it is whole, and nothing was changed",
        "{file} is damaged in line {line}; the {n} entries before it are whole, and nothing was changed",
        n=good_n,
        file=name,
        line=line,
    )
    raise _damaged(words, path, line, before=good_n)


def _changed_by_another(path: Path, data: bytes) -> Damaged | None:
    """Returns what is wrong with a file that another program wrote in a form of its own; None if it did not."""
    if not any(name in data for name in _NAMES) and not _FIRST_BYTES.startswith(data[: len(_FIRST_BYTES)]):
        words = say("{file} is no campaign file of gmkit: nothing was changed", file=path.name)
        return _damaged(words, path, 1)
    for text, _, _ in forms.texts(path.name, data):
        if (tables := forms.tables_in(text)) is None:
            continue
        content = forms.content_of(tables)
        at = layout.first_break(content.header, content.documents)
        n = len(content.documents) if at is None else at
        words = say_n(
            "{file} was changed by another program: entry {bad} is not as gmkit wrote it; the {n} entry before it is"
            " whole, and nothing was changed",
            "{file} was changed by another program: entry {bad} is not as gmkit wrote it; the {n} entries before it are"
            " whole, and nothing was changed",
            n=n,
            file=path.name,
            bad=n + 1,
        )
        return _damaged(words, path, kind="chain", before=n)
    return None


_NAMES = (b"_gmkit", b'"link"', "_gmkit".encode("utf-16-le"), "_gmkit".encode("utf-16-be"))
_FIRST_BYTES = b'{\n"_gmkit": {\n"1": {'


def _damaged(what: Sentence, path: Path, line: int | None = None, kind: str = "damaged", before: int = 0) -> Damaged:
    """Returns the error that says *what* is wrong, and what helps; *before* it so many entries are whole."""
    try:
        is_lost = not before and recommended(path) is None
    except OSError:  # what is wrong with the file is the thing to tell
        is_lost = not before
    if is_lost:
        words = say("{what}; {check} says what can be brought back.", what=what, check=way("check", path))
    else:
        words = say(
            "{what}; {repair} brings back what the file and its backups hold, and keeps the damaged file.",
            what=what,
            repair=way("repair", path),
        )
    return Damaged(words, line, kind, what)


# ---- other forms ------------------------------------------------------------------------------------------------


def _in_another_form(path: Path, data: bytes, identity: Identity) -> Found | None:
    """Returns what the file says if another program only wrote it in another way: the chain of entries proves it."""
    for text, oddity, hides in forms.texts(path.name, data):
        tables = forms.tables_in(text)
        if tables is None:
            continue
        number = migrations.format_of(tables["_gmkit"]["1"])
        if number < FORMAT and "ledger" not in tables:
            content = migrations.migrated(tables)
            words = say(
                "{file} is of the old format {old}; it is brought to format {new}.",
                file=path.name,
                old=number,
                new=FORMAT,
            )
            return _found(path, data, identity, content, words, hides=True, is_old=True)
        content = forms.content_of(tables)
        if number > FORMAT:
            content.snapshot = None  # what a newer gmkit caches is not for this one
            return _found(path, data, identity, content, None, is_new=True)
        # Fewer entries than the cached state knows of: the file was cut, and not only written in another way.
        if len(content.documents) < forms.known_in(tables):
            continue
        if content.documents and forms.chain_holds(content):
            # The entries are of today's form, whatever became of the header's word for it, which no link vouches for.
            content.header = {**content.header, "format": FORMAT}
            return _found(path, data, identity, content, oddity, hides=hides)
    return None


def _found(
    path: Path,
    data: bytes,
    identity: Identity,
    content: Content,
    oddity: Sentence | None,
    *,
    hides: bool = False,
    is_old: bool = False,
    is_new: bool = False,
) -> Found:
    last = plain.dump(content.documents[-1]) if content.documents else b""
    return Found(path, data, identity, content, last=last, oddity=oddity, hides=hides, is_old=is_old, is_new=is_new)
