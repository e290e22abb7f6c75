"""What a campaign file says that another program saved in a form of its own: encodings, layouts, page codes (P10)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from gmkit.store import damage, layout, plain
from gmkit.store.errors import StoreError
from gmkit.store.layout import Content
from gmkit.words import Sentence, say

OWN_TABLES = frozenset({*layout.TABLES, "log"})
"""All tables that any format of this store has had; the others are other programs'."""


def chain_holds(content: Content) -> bool:
    """Returns whether every entry is the one that the next one names, and the last one what the cached state says."""
    first, *rest = content.documents
    if not layout.names_header(first, content.header):
        return False
    try:
        if layout.first_break_behind(first, rest) is not None:
            return False
        # No entry names the last one: its own checksum, and the cached state, vouch for it.
        if not layout.holds_sum(content.documents[-1], content.header):
            return False
        cached = content.snapshot
        return cached is None or layout.log_sum(content.documents[: cached["upto"]]) == cached.pop("log")
    except StoreError:
        return False


def texts(name: str, data: bytes) -> Iterator[tuple[str, Sentence, bool]]:
    """Yields each way in which the bytes may be read, what would have happened then, and whether TinyDB would fail."""
    mark = say("{file} was saved by another program with a byte-order mark; all entries are there.", file=name)
    coded = say("{file} was saved by another program in another encoding; all entries are there.", file=name)
    formed = say("{file} was written by another program in another form; all entries are there.", file=name)
    if data.startswith(b"\xef\xbb\xbf"):
        yield data[3:].decode("utf-8", "replace"), mark, True
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield data.decode("utf-16", "replace"), coded, True
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        for encoding in ("cp1251", "cp1252", "koi8-r", "cp866", "latin-1"):
            yield data.decode(encoding, "replace"), coded, True
        return
    yield text, formed, False
    # UTF-8 that was read as a Windows code page and saved so: the chain tells whether turning it back is right.
    for encoding in ("cp1251", "cp1252", "latin-1"):
        try:
            turned_back = _bytes_in(text, encoding).decode("utf-8")
        except UnicodeError:
            continue
        if turned_back != text:
            yield turned_back, coded, True


def text_of(data: bytes) -> str:
    """Returns damaged bytes as text to look for entries in; what is no UTF-8 becomes what no entry can hold."""
    coding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    return data.decode(coding, "replace" if coding == "utf-16" else "surrogateescape")


def _bytes_in(text: str, encoding: str) -> bytes:
    """Returns *text* in a code page, and bytes that the page leaves open as they are: so Windows reads them."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        table = {char: char.encode(encoding, "ignore") or char.encode("latin-1") for char in set(text)}
        return b"".join(table[char] for char in text)


def tables_in(text: str) -> dict[str, dict[str, Any]] | None:
    """Returns the tables of a TinyDB file in any layout; None if a name stands twice or it is none."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(found := dict(items)) < len(items):
            raise ValueError("twice")
        return found

    try:
        tables = json.loads(text, object_pairs_hook=pairs)
        if not isinstance(tables, dict):
            return None
        for name in OWN_TABLES & tables.keys():
            if not isinstance(tables[name], dict):
                return None
            tables[name] = plain.restored(tables[name])
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return None
    others = (table for name, table in tables.items() if name not in OWN_TABLES)
    if any(isinstance(table, dict) and {"n", "link"} <= table.keys() for table in others):
        return None  # an entry that fell out of the ledger, and no table of another program
    header = tables.get("_gmkit", {}).get("1")
    return tables if isinstance(header, dict) and is_storable(header) else None


def is_storable(value: Any) -> bool:
    """Returns whether this store could have written *value*."""
    try:
        plain.dump(value)
    except StoreError:
        return False
    return True


def known_in(tables: dict[str, dict[str, Any]]) -> int:
    """Returns how many entries the cached state knows of; 0 if there is none that is whole."""
    cached = tables.get("snapshot", {}).get("1") or {}
    return int(cached["upto"]) if layout.holds_snapshot(cached) else 0


def content_of(tables: dict[str, dict[str, Any]]) -> Content:
    """Returns what the tables say; whether the entries are whole is another question."""
    ledger = tables.get("ledger", {})
    cached = tables.get("snapshot", {}).get("1") or {}
    keys = sorted((key for key in ledger if key.isdecimal() and isinstance(ledger[key], dict)), key=int)
    documents = [ledger[key] for key in keys]
    is_whole = 0 < known_in(tables) <= len(documents)
    snapshot = {"upto": cached["upto"], "state": cached["state"], "log": cached["log"]} if is_whole else None
    extras = {name: table for name, table in tables.items() if name not in layout.TABLES}
    return Content(tables["_gmkit"]["1"], documents, snapshot, extras)


def content_in(name: str, data: bytes) -> Content | None:
    """Returns what a copy says down to where it is damaged, in whatever form it was saved; None if it is none."""
    if (walked := damage.walk(data)) is not None:
        return walked.content
    for text, _, _ in texts(name, data):
        if (tables := tables_in(text)) is not None:
            return content_of(tables)
    return None
