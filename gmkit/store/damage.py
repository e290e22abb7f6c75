"""What a file that is not whole still says: torn last lines told apart from damage (P2, P11)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from gmkit.errors import StoreError
from gmkit.store import layout, plain
from gmkit.store.layout import CLOSING, Content, Document

HEADER_LINE = 3

SECTOR = 512
"""Disks write sectors whole: a hole in a line begins and ends at such a border."""

_LEDGER_HEAD = b'\n,"ledger": {\n'
_DOCUMENT = re.compile(rb'(?:^|\n),?"\d+": \{')
_MARKERS = (b"<<<<<<< ", b"||||||| ", b">>>>>>> ")


@dataclass
class Walk:
    """The good part of a file, line by line from the top."""

    content: Content
    end: int
    """Offset behind the last good line."""
    first_line: int
    last: bytes
    bad_line: int | None
    """The line that is damaged, counted from 1; None if all lines are good."""
    known: int
    """So many entries the cached state knows of."""
    rejected: str | None = None
    """The hash of a last entry that is not what the cached state vouches for."""


def marker_line(data: bytes) -> int | None:
    """Returns the first line that is a conflict marker of git, counted from 1."""
    if b"<<<<<<<" not in data and b">>>>>>>" not in data:
        return None
    lines = data.split(b"\n")
    return next((at for at, line in enumerate(lines, 1) if line.startswith(_MARKERS)), None)


def broken_line(data: bytes) -> int | None:
    """Returns the line where the file stops being JSON, counted from 1; None if it is JSON."""
    try:
        plain.parse_any(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    except json.JSONDecodeError as error:
        return error.lineno
    except (ValueError, RecursionError):
        return 1
    return None


def odd_frame_line(data: bytes) -> int | None:
    """Returns the first line above the entries that is not what this store writes there, counted from 1, if any."""
    frame = (b"{", b'"_gmkit": {', b'"1": ', b"}", b',"snapshot": {', b'"1": ', b"}", b',"ledger": {')
    for at, (line, expected) in enumerate(zip(data.split(b"\n", len(frame)), frame, strict=False), 1):
        is_document = at in {HEADER_LINE, HEADER_LINE + 3}
        if not line.startswith(expected) or not (_is_json(line[len(expected) :]) if is_document else line == expected):
            return at
    return None


def is_of_this_form(data: bytes, odd_line: int | None) -> bool:
    """Returns whether a damaged file is in lines as this store writes them, so that a line can be blamed."""
    return _LEDGER_HEAD in data or (odd_line or 0) >= HEADER_LINE


def _is_json(line: bytes) -> bool:
    try:
        plain.loaded(line)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return False
    return True


def walk(data: bytes) -> Walk | None:
    """Returns what can be read from the top down to the first line that is not good; None if the head is not ours."""
    body_start = data.find(_LEDGER_HEAD) + len(_LEDGER_HEAD)
    if body_start < len(_LEDGER_HEAD):
        return None
    tables = _head_tables(data[: body_start - len(_LEDGER_HEAD)])
    if tables is None:
        return None
    header, snapshot, extras = tables
    content = Content(header, [], snapshot, extras)
    first_line = data.count(b"\n", 0, body_start) + 1
    known = snapshot["upto"] if snapshot else 0
    found = Walk(content, body_start, first_line, b"", None, known)
    link = layout.header_hash(header)
    while data[found.end : found.end + 2] not in {b"}\n", b"}"}:
        n = len(content.documents) + 1
        stop = data.find(b"\n", found.end)
        line = data[found.end : stop] if stop >= 0 else b""
        document = document_in(line, n, header)
        if document is None or not (document.get("link") == link or (n == 1 and layout.names_header(document, header))):
            found.bad_line = _to_blame(data, found, line, document)
            break
        content.documents.append(document)
        found.last = line[len(layout.key_of(n)) :]
        link = layout.hashed(found.last)
        found.end = stop + 1
    _check_last(found)
    return found


def _check_last(found: Walk) -> None:
    """Leaves the last entry out if it is not what the cached state vouches for: no later entry names it."""
    content, cached = found.content, found.content.snapshot
    content.snapshot = None
    if cached is None or cached["upto"] > len(content.documents):
        return
    is_last = cached["upto"] == len(content.documents) and found.bad_line is None
    if is_last and layout.log_sum(content.documents) != cached["log"]:
        found.bad_line = found.first_line + len(content.documents) - 1
        content.documents.pop()
        found.rejected = layout.hashed(found.last)
        return
    content.snapshot = {"upto": cached["upto"], "state": cached["state"]}


def document_in(line: bytes, n: int, header: Document) -> Document | None:
    """Returns document *n* if *line* is its whole line, without the newline, as this store wrote it."""
    key = layout.key_of(n)
    if not line.startswith(key):
        return None
    try:
        document = plain.loaded(line[len(key) :])
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or document.get("n") != n:
        return None
    try:
        # A brace lost in the line may be made up for by the closing ones: so it must be what we would write.
        is_as_written = plain.dump(document) == line[len(key) :] and layout.holds_sum(document, header)
    except StoreError:
        return None
    return document if is_as_written else None


def mended(data: bytes, found: Walk, known: int) -> tuple[Walk, bool] | None:
    """Returns the good part, and whether a torn line was left out; None if the damage is more than a torn last line.

    Args:
        data: The whole file.
        found: Its good part.
        known: So many entries are known to have been written, from what the last writer left.
    """
    rest = data[found.end :]
    if found.bad_line is not None and rest.startswith(CLOSING[:-1]):
        return None
    if len(_DOCUMENT.findall(rest)) > 1 or _DOCUMENT.search(rest, 1):
        return None
    whole = _salvaged(rest, found)
    if whole is not None:
        return whole, False
    body = rest.rstrip(b"\n\0")
    if len(body) <= len(CLOSING):
        is_torn = False
    elif _was_written_in_part(rest, body, found.end):
        is_torn = True
    else:
        return None
    # Entries that are known to have been there are missing: the file was cut, not torn.
    if len(found.content.documents) < max(found.known, known):
        return None
    return (found, is_torn) if found.content.documents else None


def _was_written_in_part(rest: bytes, body: bytes, offset: int) -> bool:
    """Returns whether a sector of the last line still holds what stood there before, or nothing at all."""
    if not body.endswith(b"\n}\n}"):
        return True
    old = CLOSING + b"\n" * len(rest)
    stop = len(body) - len(CLOSING) + 1
    start = 0
    while start < stop:
        end = min(start + SECTOR - (offset + start) % SECTOR, stop)
        piece = rest[start:end]
        if piece in {old[start:end], b"\0" * len(piece)}:
            return True
        start = end
    return False


def _salvaged(rest: bytes, found: Walk) -> Walk | None:
    """Returns the good part with the last document, if that is whole and only what follows it is not."""
    n = len(found.content.documents) + 1
    key = layout.key_of(n)
    try:
        text = rest[len(key) :].decode("utf-8")
        _, stop = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return None
    last = text[:stop].encode("utf-8")
    after = rest[len(key) + len(last) :]
    document = document_in(key + last, n, found.content.header)
    link = layout.hashed(found.last) if n > 1 else None
    if document is None or document.get("link") != link or len(after.strip(b"}\n\0")) > 1:
        return None
    content = Content(
        found.content.header, [*found.content.documents, document], found.content.snapshot, found.content.extras
    )
    return Walk(content, found.end, found.first_line, last, None, found.known)


def _to_blame(data: bytes, found: Walk, line: bytes, document: Document | None) -> int:
    """Returns the damaged line: if the next document names this one, then this one is whole and the last one is not."""
    n = len(found.content.documents) + 1
    at = found.first_line + n - 1
    if document is None:
        return at
    start = found.end + len(line) + 1
    following = document_in(data[start : data.find(b"\n", start)], n + 1, found.content.header)
    own = layout.hashed(line[len(layout.key_of(n)) :])
    is_named = following is not None and following.get("link") == own
    before = HEADER_LINE if n == 1 else at - 1
    return before if is_named else at


def _head_tables(head: bytes) -> tuple[Document, Document | None, dict[str, Any]] | None:
    """Returns header, snapshot and foreign tables; a damaged snapshot is none, because it is only a cache."""
    for attempt in (head, re.sub(rb'(\n,"snapshot": \{\n)[^\n]*', rb'\1"1": {}', head, count=1)):
        try:
            tables = plain.parse_any(attempt.decode("utf-8") + "}")
            header = plain.restored(tables.pop("_gmkit")["1"])
            cached = plain.restored(tables.pop("snapshot")["1"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue
        if not isinstance(header, dict):
            return None
        try:
            layout.header_hash(header)
        except StoreError:  # no header of ours
            return None
        return header, cached if layout.holds_snapshot(cached) and cached["upto"] else None, tables
    return None
