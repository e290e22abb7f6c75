"""The bytes of a campaign file and what they say: one document a line, comma first, the ledger last (T1)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any
from zlib import crc32

from gmkit.errors import StoreError
from gmkit.store import plain
from gmkit.store.collecting import without_gc

Document = dict[str, Any]

FORMAT = 1
"""The format that this store writes; the header names it."""

TABLES = ("_gmkit", "snapshot", "ledger")
OWN_FIELDS = frozenset({"campaign", "created", "format", "lang", "sums", "system", "title"})
"""What gmkit itself puts into a header; whatever else stands there another program added, be it as much as it may."""
SUM = "sum"
"""The field of an entry that holds its checksum."""
CLOSING = b"}\n}\n"
SPARE = 16 * 1024
"""So many newlines stand behind the closing braces while the file is written to (T2)."""

FIRST_LEDGER_LINE = 9
"""The line of document 1, counted from 1, where no other program added a table."""

_LEDGER_HEAD = b'\n,"ledger": {\n'


class NotOurs(Exception):
    """Bytes that are not exactly what this store writes; whoever catches it looks closer."""

    def __init__(self, reason: str, index: int | None = None) -> None:
        super().__init__(reason)
        self.index = index
        """The document (from 0) at which it was noticed, if it was noticed at one."""


@dataclass
class Content:
    """What a campaign file says."""

    header: Document
    documents: list[Document]
    snapshot: Document | None = None
    """{"upto": n, "state": plain}, or None."""
    extras: dict[str, Any] = field(default_factory=dict)
    """What other programs put in, mostly tables; it is kept as it is, and never read."""


@dataclass
class Parsed(Content):
    """What a campaign file says, and where its bytes say it."""

    body_start: int = 0
    """Offset of the first ledger line."""
    body_end: int = 0
    """Offset of the closing braces: there the next line is written."""
    crc: int = 0
    """Checksum of all ledger lines."""
    last: bytes = b""
    """The last document as it stands in its line."""
    snapshot_is_damaged: bool = False
    first_line: int = FIRST_LEDGER_LINE
    """The line of document 1, counted from 1."""


def key_of(n: int) -> bytes:
    """Returns what stands before document *n* in its line."""
    return b'"1": ' if n == 1 else b',"%d": ' % n


def hashed(document_line: bytes) -> str:
    """Returns the hash by which the next document names this one."""
    return hashlib.sha256(document_line).hexdigest()


def header_hash(header: Mapping[str, Any]) -> str:
    """Returns what document 1 names: the header without its format, which a migration may change."""
    return hashed(plain.dump({key: value for key, value in header.items() if key != "format"}))


def header_links(header: Mapping[str, Any]) -> set[str]:
    """Returns the hashes by which document 1 may name this header: fields that other programs added do not count."""
    ours = {key: value for key, value in header.items() if key in OWN_FIELDS}
    return {header_hash(header), header_hash(ours)} | {
        header_hash({key: value for key, value in fields.items() if key not in without})
        for fields in (header, ours)
        for size in range(1, 4)
        for without in combinations([name for name in fields if name not in {"format", "campaign"}][:16], size)
    }


def names_header(first: Mapping[str, Any], header: Mapping[str, Any]) -> bool:
    """Returns whether document 1 names this header."""
    return first.get("link") == header_hash(header) or first.get("link") in header_links(header)


def summed(document: Mapping[str, Any]) -> Document:
    """Returns the document with the checksum of all else in it.

    Each entry names the one before it; of the last one this alone says whether a byte was changed (P11).
    """
    bare = {name: value for name, value in document.items() if name != SUM}
    return {**bare, SUM: crc32(plain.dump(bare))}


def holds_sum(document: Mapping[str, Any], header: Mapping[str, Any]) -> bool:
    """Returns whether a document's checksum is right; entries of a header without `sums` have none."""
    return not header.get("sums") or document.get(SUM) == summed(document)[SUM]


def ledger_lines(documents: Sequence[Document]) -> list[bytes]:
    """Returns the lines of all documents, each with its newline."""
    return [key_of(n) + plain.dump(document) + b"\n" for n, document in enumerate(documents, 1)]


def snapshot_line(snapshot: Mapping[str, Any] | None, log_crc: int) -> bytes:
    """Returns the snapshot's document; *log_crc* is the checksum of the ledger lines up to it."""
    state = plain.dump(snapshot["state"] if snapshot else None)
    upto = snapshot["upto"] if snapshot else 0
    return b'{"log":%d,"state":%b,"sum":%d,"upto":%d}' % (log_crc, state, snapshot_sum(state, log_crc, upto), upto)


def snapshot_sum(state: bytes | memoryview, log_crc: int, upto: int) -> int:
    """Returns the checksum of a snapshot's line."""
    return crc32(state, crc32(b"%d,%d," % (log_crc, upto)))


def holds_snapshot(cached: Any) -> bool:
    """Returns whether a snapshot's document, tags resolved, is what was written."""
    if not isinstance(cached, dict) or not {"log", "state", "sum", "upto"} <= cached.keys():
        return False
    log_crc, upto = cached["log"], cached["upto"]
    if type(log_crc) is not int or type(upto) is not int or upto < 0:
        return False
    try:
        return bool(snapshot_sum(plain.dump(cached["state"]), log_crc, upto) == cached["sum"])
    except StoreError:  # no state of ours
        return False


def log_sum(documents: Sequence[Document]) -> int:
    """Returns the checksum of the lines of *documents*."""
    return crc32(b"".join(ledger_lines(documents)))


def head(header: Mapping[str, Any], snapshot: bytes, extras: Mapping[str, Any]) -> bytes:
    """Returns everything before the first ledger line; *snapshot* is its document as it stands in its line."""
    parts = [b'{\n"_gmkit": {\n"1": ', plain.dump(header), b'\n}\n,"snapshot": {\n"1": ', snapshot, b"\n}"]
    for name, table in extras.items():
        parts += [b"\n,", plain.dump_foreign(name), b": "]
        if not isinstance(table, dict):
            parts.append(plain.dump_foreign(table))
            continue
        parts.append(b"{")
        for at, (key, document) in enumerate(table.items()):
            parts += [b"\n," if at else b"\n", plain.dump_foreign(key), b": ", plain.dump_foreign(document)]
        parts.append(b"\n}")
    return b"".join([*parts, _LEDGER_HEAD])


def rendered(content: Content, spare: int = 0) -> bytes:
    """Returns the whole file."""
    lines = ledger_lines(content.documents)
    upto = content.snapshot["upto"] if content.snapshot else 0
    crc = crc32(b"".join(lines[:upto])) if upto else 0
    return b"".join(
        [head(content.header, snapshot_line(content.snapshot, crc), content.extras), *lines, CLOSING, b"\n" * spare]
    )


def linked(header: Mapping[str, Any], documents: Sequence[Mapping[str, Any]]) -> list[Document]:
    """Returns *documents* numbered and chained anew: for a new campaign, and for migrations."""
    result: list[Document] = []
    link = header_hash(header)
    for n, document in enumerate(documents, 1):
        chained = {**document, "n": n, "link": link}
        if header.get("sums"):
            chained = summed(chained)
        result.append(chained)
        link = hashed(plain.dump(chained))
    return result


def first_break(header: Mapping[str, Any], documents: Sequence[Document]) -> int | None:
    """Returns the first document (from 0) that is not what the next one names; None if the chain holds."""
    if not documents or not names_header(documents[0], header):
        return 0
    at = first_break_behind(documents[0], documents[1:])
    if at is None and not holds_sum(documents[-1], header):
        return len(documents) - 1
    return at


def first_break_behind(first: Document, others: Sequence[Document]) -> int | None:
    """Returns the same for documents that follow a *first* one which is taken to be good."""
    link = _own_hash(first)
    if not link:
        return 0
    for at, document in enumerate(others, 1):
        own = _own_hash(document)
        if not own:
            return at
        if document.get("n") != at + 1:
            return at
        if document.get("link") != link:
            # Which of the two was changed? If the next document names this one, this one is whole.
            is_named = at < len(others) and others[at].get("link") == own
            return at - 1 if is_named else at
        link = own
    return None


def _own_hash(document: Document) -> str:
    """Returns the hash by which a next document would name this one; empty if this store could not have written it."""
    try:
        return hashed(plain.dump(document))
    except StoreError:
        return ""


def parse(data: bytes) -> Parsed:
    """Returns what the file says, if its bytes are exactly what this store writes, and unchanged.

    Raises:
        NotOurs: If they are anything else.
    """
    with without_gc(data.count(b"\n")):
        try:
            found = _parsed(data)
            _check_sums(data, found)
            _restore_tags(data, found)
            last = found.documents[-1]
            if plain.dump(last) != found.last or not holds_sum(last, found.header):  # no later entry vouches for it
                raise NotOurs("last", len(found.documents) - 1)
        except (ValueError, StoreError) as error:
            raise NotOurs("tags") from error
    return found


def _parsed(data: bytes) -> Parsed:
    end = data.rfind(b"}") + 1
    body_end = end - 3
    body_start = data.find(_LEDGER_HEAD) + len(_LEDGER_HEAD)
    if body_start < len(_LEDGER_HEAD) or body_end < body_start or data[body_end - 1 : end] != b"\n}\n}":
        raise NotOurs("frame")
    if data[end:].strip(b"\n"):
        raise NotOurs("end")
    if b"\r" in data:
        raise NotOurs("returns")
    try:
        tables = plain.parse_any(str(data, "utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotOurs("json") from error
    if not isinstance(tables, dict) or not all(isinstance(tables.get(name), dict) for name in TABLES):
        raise NotOurs("tables")
    first, second, *others, last = [*tables] if len(tables) >= len(TABLES) else ["", "", ""]
    if (first, second, last) != TABLES:
        raise NotOurs("tables")
    ledger: dict[str, Any] = tables["ledger"]
    documents = list(ledger.values())
    # Of a key that stands twice JSON keeps the last one and says nothing: so the lines are counted.
    if data.count(b"\n", body_start, body_end) != len(documents) or not documents:
        raise NotOurs("lines")
    if list(ledger) != [str(n) for n in range(1, len(documents) + 1)]:
        raise NotOurs("order")
    header, snapshot = tables["_gmkit"].get("1"), tables["snapshot"].get("1")
    if not isinstance(header, dict) or not isinstance(snapshot, dict) or not all(type(d) is dict for d in documents):
        raise NotOurs("documents")
    if [d.get("n") for d in documents] != list(range(1, len(documents) + 1)):
        raise NotOurs("numbers")
    extras = {name: tables[name] for name in others}
    start = _snapshot_start(data)
    as_written = head(plain.restored(header), data[start + 5 : data.find(b"\n", start)], extras)
    if data[:body_start] != as_written:
        raise NotOurs("head")
    return Parsed(header, documents, snapshot, extras, body_start, body_end, first_line=as_written.count(b"\n") + 1)


def _snapshot_start(data: bytes) -> int:
    """Returns where the snapshot's line begins."""
    return data.find(b"\n", data.find(b'\n,"snapshot": {\n') + 1) + 1


def _check_sums(data: bytes, found: Parsed) -> None:
    """Checks the snapshot, every line that it covers by one checksum, and every later line by its link (P11)."""
    snapshot = found.snapshot or {}
    upto = snapshot.get("upto")
    state_is_whole = _snapshot_holds(data, snapshot)
    if not isinstance(upto, int) or not 0 <= upto <= len(found.documents) or not state_is_whole:
        found.snapshot_is_damaged = True
        upto = 0
    lines = _lines_after(data, found, upto)
    covered_end = found.body_end - sum(map(len, lines)) - len(lines)
    crc = crc32(memoryview(data)[found.body_start : covered_end])
    if upto and snapshot.get("log") != crc:
        raise NotOurs("log")
    found.crc = crc32(memoryview(data)[covered_end : found.body_end], crc)
    found.snapshot = None if found.snapshot_is_damaged or not upto else {"upto": upto, "state": snapshot["state"]}
    if upto:
        line_start = data.rfind(b"\n", 0, covered_end - 1) + 1
        link = hashed(data[line_start + len(key_of(upto)) : covered_end - 1])
    else:
        link = found.documents[0].get("link", "")
    if not names_header(found.documents[0], plain.restored(found.header)):
        raise NotOurs("header", 0)
    for at, line in enumerate(lines, upto):
        if found.documents[at].get("link") != link or not line.startswith(key_of(at + 1)):
            raise NotOurs("link", at)
        found.last = line[len(key_of(at + 1)) :]
        link = hashed(found.last)
    if not lines:
        line_start = data.rfind(b"\n", 0, found.body_end - 1) + 1
        found.last = data[line_start + len(key_of(upto)) : found.body_end - 1]


def _snapshot_holds(data: bytes, snapshot: Mapping[str, Any]) -> bool:
    """Returns whether the cached state is what was written: its checksum is of the bytes that stand in the line."""
    start = _snapshot_start(data)
    line = memoryview(data)[start : data.find(b"\n", start)]
    try:
        log_crc, upto = snapshot["log"], snapshot["upto"]
        before = b'"1": {"log":%d,"state":' % log_crc
        after = b',"sum":%d,"upto":%d}' % (snapshot["sum"], upto)
    except (KeyError, TypeError):
        return False
    if line[: len(before)] != before or line[-len(after) :] != after:
        return False
    return snapshot_sum(line[len(before) : -len(after)], log_crc, upto) == int(snapshot["sum"])


def _lines_after(data: bytes, found: Parsed, upto: int) -> list[bytes]:
    """Returns the ledger lines behind document *upto*, without their newlines."""
    count = len(found.documents) - upto
    if not count:
        return []
    if count > len(found.documents) // 2:
        return data[found.body_start : found.body_end - 1].split(b"\n")[upto:]
    return data[found.body_start : found.body_end - 1].rsplit(b"\n", count)[1:]


def _restore_tags(data: bytes, found: Parsed) -> None:
    """Turns tags into dates, times and fractions, in those documents alone that have any."""
    # One sign is found much faster than two.
    if plain.TAG.encode() not in data or plain.TAG_BYTES not in data:
        return
    found.header = plain.restored(found.header)
    found.snapshot = plain.restored(found.snapshot)
    for at, line in enumerate(data[found.body_start : found.body_end - 1].split(b"\n")):
        if plain.TAG_BYTES in line:
            found.documents[at] = plain.restored(found.documents[at])
