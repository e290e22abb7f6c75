"""The way back to the last good state: every whole entry that can be found, and the longest chain of them (P10)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from gmkit.store import atomic, backups, damage, disk, foreign, forms, layout, migrations, plain
from gmkit.store.errors import StoreError, translated
from gmkit.store.layout import Content, Document
from gmkit.store.lock import Lock
from gmkit.words import Sentence, say, say_n

_ENTRY = re.compile(r'"\d+": ?(?=\{)')
"""Where an entry may begin, in whatever form the file was written: one a line, all in one line, or indented."""


_HEADER = re.compile(r'"_gmkit": ?\{\s*"1": ?(?=\{)')
_HASH = re.compile(r"[0-9a-f]{64}")
_LINE = re.compile(rb',"(\d{1,9})": ')
MEND_BYTES, ANY_BYTE = 16 * 1024, 6 * 1024
"""In a longer line no changed byte is looked for, or no more than a changed bit: trying would take too long."""

_FIRST_DOCUMENT = re.compile(r'[^\n]*\n[^\n]*\n"1": ')
"""Where the header stands in this store's form, should its table's name be damaged."""


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
    extras: dict[str, Any] | None = None
    """What other programs put in, from the first source that says so; None: none was whole enough."""


def last_good(path: Path) -> Sentence:
    """Returns what a repair would bring back."""
    pool = _pool(path)
    chain = _longest(pool) if pool else []
    if not chain:
        return say("Neither {file} nor a backup holds a whole entry.", file=path.name)
    return say_n(
        "The last good state has {n} entry; a repair brings it back and keeps the damaged file.",
        "The last good state has {n} entries; a repair brings it back and keeps the damaged file.",
        n=len(chain),
    )


def rebuilt(path: Path, lock: Lock) -> Repaired:
    """Returns what was done: the longest chain is the campaign; call it under the lock.

    Raises:
        StoreError: If there is not one whole entry anywhere, or the disk refuses; nothing is changed then.
    """
    pool = _pool(path)
    chain = _longest(pool) if pool else []
    if pool is None or not chain:
        raise StoreError(say("{file} cannot be repaired: neither it nor a backup holds a whole entry.", file=path.name))
    kept = []
    try:
        if path.exists():
            kept.append(backups.add(path, disk.read_all(path), None, "before-repair"))
        for branch in _branches(pool, chain):
            data = layout.rendered(Content(pool.header, branch, None, pool.extras or {}))
            kept.append(backups.add(path, data, len(branch), "branch"))
        documents = [pool.by_hash[own] for own in chain]
        atomic.replace(path, [layout.rendered(Content(pool.header, documents, None, pool.extras or {}))])
    except OSError as error:
        raise translated(error, path.name) from error
    lock.leave_note({"campaign": pool.header.get("campaign"), "entries": len(chain)})
    return Repaired(len(chain), tuple(kept), repaired(path, len(chain), kept))


def repaired(path: Path, entries: int, kept: Sequence[Path]) -> Sentence:
    """Returns what a repair has done, in words."""
    return say_n(
        "{file} was repaired: it holds {n} entry. Kept: {kept}.",
        "{file} was repaired: it holds {n} entries. Kept: {kept}.",
        n=entries,
        file=path.name,
        kept=", ".join(backups.shown(one) for one in kept) or "-",
    )


def _pool(path: Path) -> _Pool | None:
    """Returns every whole entry that can be found, from the file itself first; None if there is no header anywhere."""
    sources = [path, *(backup.path for backup in reversed(backups.listed(path)))]
    if (known := _header_of(sources)) is None:
        return None
    pool = _Pool(known)
    disowned: list[tuple[str, str]] = []
    own_data = b""
    for source in dict.fromkeys([*sources, *foreign.beside(path, known)]):
        data = disk.read_all(source) if source.is_file() else b""
        text = forms.text_of(data)
        header = _header_in(text)
        # The header of the file itself may be what was damaged; the links say whether its entries are of this campaign.
        if source != path and (header is None or header.get("campaign") != known.get("campaign")):
            continue
        disowned += _add_entries(pool, text)
        content = forms.content_in(source.name, data)
        if pool.extras is None and content is not None:
            pool.extras = content.extras
        walked = damage.walk(data)
        if walked is not None and walked.rejected is not None:
            disowned.append((walked.rejected, ""))
        if source == path:
            own_data = data
    # Backups first: what they hold needs no trying.
    _drop_disowned(pool, disowned, _mend(pool, own_data))
    return pool


def _header_of(sources: Sequence[Path]) -> Document | None:
    """Returns the campaign's header: the first that an entry 1 names, or what one changed byte made of it."""
    headers = []
    for source in sources:
        text = forms.text_of(disk.read_all(source)) if source.is_file() else ""
        header = _header_in(text)
        first = next((entry for entry in _entries_in(text) if entry is not None and entry["n"] == 1), None)
        if first is not None:
            if header is not None and layout.names_header(first, header):
                return header
            if (mended := _mended_header(text, str(first["link"]))) is not None:
                return mended
        headers.append(header)
    return next((header for header in headers if header is not None), None)


def _header_in(text: str) -> Document | None:
    match = _HEADER.search(text)
    header = _document_at(text, match.end())[0] if match else None
    if header is not None and not forms.is_storable(header):
        return None
    if header is not None and migrations.format_of(header) < layout.FORMAT:
        return {**header, "format": layout.FORMAT}  # entries are found by their links, which today's format has
    return header


def _mended_header(text: str, link: str) -> Document | None:
    """Returns the header that is named by *link*, if one byte of it was changed."""
    match = _HEADER.search(text) or _FIRST_DOCUMENT.match(text)
    if match is None or not _HASH.fullmatch(link):
        return None
    line = text[match.end() : text.find("\n", match.end())].rstrip("\r").encode("utf-8", "surrogateescape")
    # Entry 1 names the header without its format; the changed byte may stand in either.
    formats = (line[:at] + line[at + len(b'"format":1,') :] for at in range(min(len(line), MEND_BYTES)))
    bare = re.sub(rb'"format":\d+,', b"", line, count=1)
    tried = next((one for one in (*formats, _mended(bare, link)) if one and layout.hashed(one) == link), None)
    header = plain.loaded(tried) if tried else None
    return {**header, "format": layout.FORMAT} if isinstance(header, dict) else None


def _mended(line: bytes, link: str) -> bytes | None:
    """Returns the line that has the hash *link*, if one byte of it was changed; of a long one only one bit."""
    if len(line) > MEND_BYTES:
        return None
    wanted, before = bytes.fromhex(link), hashlib.sha256()
    for at, byte in enumerate(line):
        rest = line[at + 1 :]
        others = range(256) if len(line) <= ANY_BYTE else (byte, *(byte ^ (1 << bit) for bit in range(8)))
        for other in others:
            tried = before.copy()
            tried.update(b"%c%b" % (other, rest))
            if tried.digest() == wanted:
                return b"%b%c%b" % (line[:at], other, rest)
        before.update(line[at : at + 1])
    return None


def _mend(pool: _Pool, data: bytes) -> set[str]:
    """Adds the entries of which one byte was changed; returns their hashes, by which the next entries name them."""
    missing = {link for link, named in pool.children.items() if named and _HASH.fullmatch(link)} - pool.by_hash.keys()
    mended: set[str] = set()
    for before, line in pairwise(data.split(b"\n")) if missing else ():
        if (match := _LINE.match(line)) is None:
            continue
        document = damage.document_in(line.rstrip(b"\r"), int(match[1]), pool.header)
        n = int(match[1]) - 1
        if document is None or document.get("link") not in missing or n < 1:
            continue
        found = _mended(before.rstrip(b"\r")[len(layout.key_of(n)) :], document["link"])
        if found is not None and (entry := damage.document_in(layout.key_of(n) + found, n, pool.header)) is not None:
            _add(pool, entry, document["link"])
            mended.add(document["link"])
    return mended


def _document_at(text: str, start: int) -> tuple[Document | None, int]:
    """Returns the document that begins at *start*, tags resolved, and where it ends; None if none does."""
    try:
        value, stop = _decoder.raw_decode(text, start)
        document = plain.restored(value)
    except (ValueError, RecursionError):
        return None, start
    return (document, stop) if isinstance(document, dict) else (None, start)


_decoder = json.JSONDecoder()


def _entries_in(text: str) -> Iterator[Document | None]:
    """Yields every whole entry in *text*, and None where one may be that is not whole."""
    at = 0
    while match := _ENTRY.search(text, at):
        document, at = _document_at(text, match.end())
        if document is None:
            at = match.end()
            yield None
        elif type(document.get("n")) is int and "link" in document:
            yield document
        else:
            at = match.end()  # a table whose name is a number, or a document in another one


def _add_entries(pool: _Pool, text: str) -> Iterator[tuple[str, str]]:
    """Adds the entries in *text*, and yields pairs: an entry, and the other one that its successor names instead."""
    before: tuple[int, str] | None = None
    for document in _entries_in(text):
        if document is None:
            before = None
            continue
        try:
            own = layout.hashed(plain.dump(document))
            is_whole = layout.holds_sum(document, pool.header)
        except StoreError:  # no line of ours: half of a character, or no number
            is_whole = False
        if not is_whole:
            before = None
            continue
        link, n = str(document["link"]), document["n"]
        if before is not None and before[0] == n - 1 and before[1] != link:
            yield before[1], link
        before = (n, own)
        _add(pool, document, own)


def _add(pool: _Pool, document: Document, own: str) -> None:
    if own not in pool.by_hash:
        pool.by_hash[own] = document
        if document["n"] == 1 and layout.names_header(document, pool.header):
            pool.roots.append(own)
        pool.children.setdefault(str(document["link"]), []).append(own)


def _drop_disowned(pool: _Pool, disowned: list[tuple[str, str]], mended: set[str]) -> None:
    """Drops entries whose successor names one that is nowhere, or was mended: their own bytes were changed."""
    for own, named in disowned:
        if (named not in pool.by_hash or named in mended) and not any(
            own == parent for parent in pool.children if pool.children[parent]
        ):
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
