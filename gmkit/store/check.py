"""What is wrong with a campaign folder, in sentences; and the way back to its last good state (P10, P14)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from gmkit.store import atomic, backups, damage, disk, foreign, layout, plain
from gmkit.store.backups import Backup
from gmkit.store.campaign_file import NAME
from gmkit.store.errors import Damaged, StoreError, translated
from gmkit.store.layout import Content, Document
from gmkit.store.lock import HeldBack, Lock, lock_beside
from gmkit.words import Sentence, say, say_n

_ENTRY = re.compile(rb'^,?"\d+": (\{.*\})\r?$', re.MULTILINE)


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be."""

    kind: str
    """missing, empty, markers, damaged, torn, form, chain, newer-format, migration, older-copy, conflict-copy, backup;
    or last-good, which says what a repair would bring back."""
    words: Sentence
    line: int | None = None
    """Counted from 1."""


@dataclass(frozen=True)
class Repaired:
    """What a repair did."""

    entries: int
    kept: tuple[Path, ...]
    """Where the damaged file is now, and the entries of other branches if there were any."""
    words: Sentence


@dataclass
class _Pool:
    """All whole entries of one campaign, wherever they were found."""

    header: Document
    by_hash: dict[str, Document] = field(default_factory=dict)
    children: dict[str, list[str]] = field(default_factory=dict)
    roots: list[str] = field(default_factory=list)


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
        findings.append(_last_good(path))
    else:
        content = found.content
        findings += _oddities(path, found)
        if not found.is_new and (at := layout.first_break(content.header, content.documents)) is not None:
            words = say("Entry {n} in {file} was changed: the next one names another.", n=at + 1, file=path.name)
            findings += [Finding("chain", words), _last_good(path)]
        if (older := foreign.older_copy(path, content, note)) is not None:
            findings.append(Finding("older-copy", older))
        copies = foreign.conflict_copies(path, content.header, content.documents)
        findings += [Finding("conflict-copy", words) for words in copies]
    for backup in backups.listed(path):
        if backup.entries is not None and (trouble := _trouble_with(backup)) is not None:
            findings.append(Finding("backup", trouble))
    return findings


def repair(folder: Path) -> Repaired:
    """Returns what was done to bring the campaign back to its last good state; the damaged file is kept.

    Whole entries are taken from the file, its backups and conflict copies beside it; the longest chain of them is the
    campaign, and entries of other branches are kept as backups.

    Raises:
        StoreError: If there is not one whole entry anywhere, or the disk refuses; nothing is changed then.
    """
    path = _path_of(folder)
    with _alone(path) as lock:
        try:
            found = foreign.read(path, lock.last_note())
        except Damaged:
            return _rebuilt(path, lock)
        if layout.first_break(found.content.header, found.content.documents) is not None and not found.is_new:
            return _rebuilt(path, lock)
        n = len(found.content.documents)
        if found.oddity is None or found.is_new:
            return Repaired(n, (), say("{file} is whole: there is nothing to repair.", file=path.name))
        try:
            words = foreign.put_right(path, found)
        except OSError as error:
            raise translated(error, path.name) from error
        return Repaired(n, (backups.listed(path)[-1].path,), words)


def restore(folder: Path, number: int | None = None) -> Backup:
    """Returns the backup that is the campaign now; what was there before is a backup itself, so this can be undone.

    Args:
        folder: The campaign.
        number: Which backup; None: the newest whole one.

    Raises:
        StoreError: If there is no such backup, or it does not open; nothing is changed then.
    """
    path = _path_of(folder)
    there = backups.listed(path)
    chosen = backups.newest(path) if number is None else next((b for b in there if b.number == number), None)
    if chosen is None:
        allowed = ", ".join(str(backup.number) for backup in there) or "-"
        raise StoreError(say("There is no backup {number}; there are: {there}.", number=number or "", there=allowed))
    if (trouble := _trouble_with(chosen)) is not None:
        raise StoreError(trouble)
    found = foreign.read(chosen.path)
    n = len(found.content.documents)
    with _alone(path) as lock:
        try:
            if path.exists():
                current = disk.read_all(path)
                backups.add(path, current, _count(path), "before-restore")
            atomic.replace(path, [layout.rendered(found.content)])
        except OSError as error:
            raise translated(error, path.name) from error
        lock.leave_note({"campaign": found.content.header.get("campaign"), "entries": n})
    return chosen


def _path_of(folder: Path) -> Path:
    path = Path(folder)
    return path / NAME if path.is_dir() or path.suffix != ".json" else path


@contextmanager
def _alone(path: Path) -> Iterator[Lock]:
    """Holds the lock for a block; what the last holder noted stays noted."""
    if not path.parent.is_dir():
        raise StoreError(
            say(
                "There is no campaign file {file}: look at the folder's name, or make a campaign with gmkit.create.",
                file=str(path),
            )
        )
    lock = lock_beside(path)
    with HeldBack() as held:
        lock.take(lock.last_note(), lambda: held.presses > 0)
        try:
            yield lock
        finally:
            lock.give_back()
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
    if is_all_there and layout.first_break(content.header, content.documents) is None:
        return None
    return say("The backup {backup} was changed since it was taken.", backup=backups.shown(backup.path))


def _count(path: Path) -> int | None:
    try:
        return len(foreign.read(path).content.documents)
    except StoreError:
        return None


# ---- rebuilding -------------------------------------------------------------------------------------------------


def _last_good(path: Path) -> Finding:
    pool = _pool(path)
    chain = _longest(pool) if pool else []
    if not chain:
        return Finding("last-good", say("Neither {file} nor a backup holds a whole entry.", file=path.name))
    words = say_n(
        "The last good state has {n} entry; a repair brings it back and keeps the damaged file.",
        "The last good state has {n} entries; a repair brings it back and keeps the damaged file.",
        n=len(chain),
    )
    return Finding("last-good", words)


def _rebuilt(path: Path, lock: Lock) -> Repaired:
    pool = _pool(path)
    chain = _longest(pool) if pool else []
    if pool is None or not chain:
        raise StoreError(say("{file} cannot be repaired: neither it nor a backup holds a whole entry.", file=path.name))
    kept = []
    try:
        if path.exists():
            kept.append(backups.add(path, disk.read_all(path), None, "before-repair"))
        for branch in _branches(pool, chain):
            data = layout.rendered(Content(pool.header, branch))
            kept.append(backups.add(path, data, len(branch), "branch"))
        atomic.replace(path, [layout.rendered(Content(pool.header, [pool.by_hash[h] for h in chain]))])
    except OSError as error:
        raise translated(error, path.name) from error
    lock.leave_note({"campaign": pool.header.get("campaign"), "entries": len(chain)})
    listed = ", ".join(backups.shown(one) for one in kept) or "-"
    words = say_n(
        "{file} was repaired: it holds {n} entry. Kept: {kept}.",
        "{file} was repaired: it holds {n} entries. Kept: {kept}.",
        n=len(chain),
        file=path.name,
        kept=listed,
    )
    return Repaired(len(chain), tuple(kept), words)


def _pool(path: Path) -> _Pool | None:
    """Returns every whole entry that can be found, from the file itself first; None if there is no header anywhere."""
    sources = [path, *(backup.path for backup in reversed(backups.listed(path)))]
    sources += sorted(other for other in path.parent.glob(f"*{path.stem}*.json") if not other.name.startswith("."))
    pool: _Pool | None = None
    disowned: list[tuple[str, str]] = []
    for source in dict.fromkeys(sources):
        data = source.read_bytes() if source.is_file() else b""
        header = _header_in(data)
        if pool is None and header is not None:
            pool = _Pool(header)
        if pool is None or (header is not None and header.get("campaign") != pool.header.get("campaign")):
            continue
        disowned += _add_entries(pool, data)
        walked = damage.walk(data)
        if walked is not None and walked.rejected is not None:
            disowned.append((walked.rejected, ""))
    if pool is not None:
        _drop_disowned(pool, disowned)
    return pool


def _header_in(data: bytes) -> Document | None:
    match = re.search(rb'"_gmkit": ?\{\s*"1": (\{[^\n]*\})\r?\n', data)
    try:
        header = plain.loaded(match[1]) if match else None
    except (ValueError, RecursionError):
        return None
    return header if isinstance(header, dict) else None


def _add_entries(pool: _Pool, data: bytes) -> Iterator[tuple[str, str]]:
    """Adds the entries in *data*, and yields pairs: an entry, and the other one that its successor names instead."""
    before: tuple[int, str] | None = None
    for match in _ENTRY.finditer(data):
        try:
            document = plain.loaded(match[1])
        except (ValueError, RecursionError):
            before = None
            continue
        if not isinstance(document, dict) or type(document.get("n")) is not int or "link" not in document:
            continue
        own, link, n = layout.hashed(plain.dump(document)), str(document["link"]), document["n"]
        if before is not None and before[0] == n - 1 and before[1] != link:
            yield before[1], link
        before = (n, own)
        if own not in pool.by_hash:
            pool.by_hash[own] = document
            if n == 1 and layout.names_header(document, pool.header):
                pool.roots.append(own)
            pool.children.setdefault(link, []).append(own)


def _drop_disowned(pool: _Pool, disowned: list[tuple[str, str]]) -> None:
    """Drops entries whose successor names one that is nowhere: their own bytes were changed."""
    for own, named in disowned:
        if named not in pool.by_hash and not any(own == parent for parent in pool.children if pool.children[parent]):
            document = pool.by_hash.pop(own, None)
            if document is not None:
                pool.children[str(document["link"])].remove(own)
                pool.roots = [root for root in pool.roots if root != own]


def _longest(pool: _Pool) -> list[str]:
    """Returns the longest chain of entries; of two equal ones that which stands first."""
    best: list[str] = []
    for chain in _chains(pool):
        if len(chain) > len(best):
            best = chain
    return best


def _chains(pool: _Pool) -> Iterator[list[str]]:
    """Yields each chain from the first entry to one that no other follows."""
    for root in pool.roots:
        stack: list[tuple[str, int]] = [(root, 1)]
        chain: list[str] = []
        while stack:
            own, depth = stack.pop()
            del chain[depth - 1 :]
            chain.append(own)
            following = [h for h in pool.children.get(own, []) if pool.by_hash[h]["n"] == depth + 1]
            stack += [(h, depth + 1) for h in reversed(following)]
            if not following:
                yield list(chain)


def _branches(pool: _Pool, main: list[str]) -> Iterator[list[Document]]:
    """Yields the other chains: their entries were acknowledged too."""
    for chain in _chains(pool):
        if chain != main:
            yield [pool.by_hash[own] for own in chain]
