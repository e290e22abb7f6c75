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


def newer_format(path: Path, header: Mapping[str, Any]) -> Sentence:
    """Returns what is said about a file from a newer gmkit."""
    return say(
        "{file} has the newer format {number}: it is open for reading only; a newer gmkit can write to it.",
        file=path.name,
        number=migrations.format_of(header),
    )


def older_copy(path: Path, content: Content, note: Mapping[str, Any]) -> Sentence | None:
    """Returns what is said if fewer entries are there than were once written here; *note* was left in the lock file."""
    entries, n = note.get("entries"), len(content.documents)
    if note.get("campaign") != content.header.get("campaign") or not isinstance(entries, int) or entries <= n:
        return None
    words = say_n(
        "{file} holds {n} entry, but {known} were written here: an older copy was put in its place.",
        "{file} holds {n} entries, but {known} were written here: an older copy was put in its place.",
        n=n,
        file=path.name,
        known=entries,
    )
    fuller = [backup for backup in backups.listed(path) if (backup.entries or 0) > n]
    if not fuller:
        return words
    fullest = max(fuller, key=lambda backup: (backup.entries or 0, backup.number))
    return say("{what} The fullest backup is {backup}.", what=words, backup=backups.shown(fullest.path))


def conflict_copies(path: Path, header: Mapping[str, Any], documents: Sequence[Document]) -> Iterator[Sentence]:
    """Yields a sentence for every other copy of this campaign that a sync client left in the folder."""
    for other in beside(path, header):
        try:
            content = forms.content_in(other.name, disk.read_all(other))
        except OSError:
            continue
        if content is None or content.header.get("campaign") != header.get("campaign"):
            continue
        theirs = content.documents
        common = sum(1 for _ in _common(documents, theirs))
        yield say_n(
            "Beside {file} lies another copy of this campaign, {other}, with {n} entry that is not here; it was left as"
            " it is.",
            "Beside {file} lies another copy of this campaign, {other}, with {n} entries that are not here; it was left"
            " as it is.",
            n=len(theirs) - common,
            file=path.name,
            other=other.name,
        )


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


def _common(ours: Sequence[Document], theirs: Sequence[Document]) -> Iterator[Document]:
    for mine, other in zip(ours, theirs, strict=False):
        if mine != other:
            return
        yield mine


def _bytes_of(path: Path) -> tuple[bytes, Identity]:
    try:
        identity = identity_of(path.stat())
        return disk.read_all(path), identity
    except FileNotFoundError:
        words = say(
            "There is no campaign file {file}: look at the folder's name, or make a campaign with gmkit.create.",
            file=str(path),
        )
        with suppress(OSError):
            if newest := backups.newest(path):
                words = say(
                    "There is no campaign file {file}; the newest backup is {backup}.",
                    file=str(path),
                    backup=backups.shown(newest.path),
                )
        raise Damaged(words, kind="missing") from None
    except OSError as error:
        words = say("{file} cannot be read: {reason}.", file=str(path), reason=error.strerror or str(error))
        raise StoreError(words) from error


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
        raise Damaged(
            _with_backup(say("{file} is empty ({size} bytes).", file=name, size=len(data)), path), kind="empty"
        )
    if (line := damage.marker_line(data)) is not None:
        words = say(
            "{file} holds the conflict markers of a merge, first in line {line}: nothing was changed.",
            file=name,
            line=line,
        )
        raise Damaged(_with_backup(words, path), line, "markers")
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
        "{file} is damaged in line {line}; the {n} entry before it is whole, and nothing was changed.",
        "{file} is damaged in line {line}; the {n} entries before it are whole, and nothing was changed.",
        n=good_n,
        file=name,
        line=line,
    )
    raise Damaged(_with_backup(words, path), line, "damaged")


def _changed_by_another(path: Path, data: bytes) -> Damaged | None:
    """Returns what is wrong with a file that another program wrote in a form of its own; None if it did not."""
    if not any(name in data for name in _NAMES) and not _FIRST_BYTES.startswith(data[: len(_FIRST_BYTES)]):
        words = say("{file} is no campaign file of gmkit: nothing was changed.", file=path.name)
        return Damaged(_with_backup(words, path), 1)
    for text, _, _ in forms.texts(path.name, data):
        if (tables := forms.tables_in(text)) is None:
            continue
        content = forms.content_of(tables)
        at = layout.first_break(content.header, content.documents)
        n = len(content.documents) if at is None else at
        words = say_n(
            "{file} was changed by another program: entry {bad} is not as gmkit wrote it; the {n} entry before it is"
            " whole, and nothing was changed.",
            "{file} was changed by another program: entry {bad} is not as gmkit wrote it; the {n} entries before it are"
            " whole, and nothing was changed.",
            n=n,
            file=path.name,
            bad=n + 1,
        )
        return Damaged(_with_backup(words, path), kind="chain")
    return None


_NAMES = (b"_gmkit", b'"link"', "_gmkit".encode("utf-16-le"), "_gmkit".encode("utf-16-be"))
_FIRST_BYTES = b'{\n"_gmkit": {\n"1": {'


def _with_backup(words: Sentence, path: Path) -> Sentence:
    try:
        newest = backups.newest(path)
    except OSError:  # what is wrong with the file is the thing to tell
        newest = None
    if newest is None:
        return words
    return say("{what} The newest backup is {backup}.", what=words, backup=backups.shown(newest.path))


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
