"""A report in parts for the length limit of a forum or chat, at paragraph ends; joined they are the report (S10)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from gmkit.errors import GmkitError
from gmkit.words import say

# Every line that pages.py writes holds whole tags only, so a part may end after any line; these are the better places.
_TEXT_BLOCK: Final = re.compile(r"(?:[^\n]+(?:\n|\Z))+\n*|\n+")
_HTML_BLOCK: Final = re.compile(
    r"(?:<table\b.*?</table>\n?|<ul>.*?</ul>\n?|[^\n]*\n|[^\n]+\Z)(?:</article>\n?)?", re.DOTALL
)
_HEADING: Final = re.compile(r"#{1,6} |<h\d>|<article\b|\[b\][^\n]*\[/b\]\n")
_RULER: Final = re.compile(r"\|(?: --- \|)+\n*")


def cut(report: str, limit: int) -> list[str]:
    """Returns *report* in parts of at most *limit* characters; `"".join` of them is the report, exactly.

    A part ends where a paragraph, list or table ends. Only what is by itself too long is split, between its lines or
    rows, and a heading goes with what follows it, if both fit.

    Raises:
        GmkitError: If *limit* is no whole number above 0, or one line or row is longer; names the smallest that works.
    """
    if type(limit) is not int or limit < 1:
        raise GmkitError(
            say("The length limit of a part is a whole number of characters from 1 up, not {limit}.", limit=str(limit))
        )
    blocks = (_HTML_BLOCK if report.startswith("<article") else _TEXT_BLOCK).findall(report)
    pieces = list(_pieces(blocks, limit))
    needed = max(map(len, pieces), default=0)
    if needed > limit:
        raise GmkitError(
            say(
                "This report cannot be cut into parts of {limit} characters: "
                "its longest paragraph or row needs {needed}.",
                limit=limit,
                needed=needed,
            )
        )
    return _packed(_with_headings(pieces, limit), limit)


def _pieces(blocks: Iterable[str], limit: int) -> Iterator[str]:
    """Returns the blocks, those longer than *limit* as their lines."""
    for block in blocks:
        if len(block) <= limit:
            yield block
        else:
            # Blank lines stay with the line before: a part of blanks alone could not be posted.
            yield from re.findall(r"[^\n]*\n+|[^\n]+\Z", block)


def _with_headings(pieces: Iterable[str], limit: int) -> list[str]:
    """Returns the pieces, each heading (and a table's heading row) in one with what follows where both fit."""
    joined: list[str] = []
    open_end = False
    for piece in pieces:
        if joined and (open_end or _RULER.fullmatch(piece)) and len(joined[-1]) + len(piece) <= limit:
            joined[-1] += piece
        else:
            joined.append(piece)
        open_end = bool(_HEADING.match(piece) or _RULER.fullmatch(piece))
    return joined


def _packed(pieces: Iterable[str], limit: int) -> list[str]:
    parts: list[str] = []
    for piece in pieces:
        if parts and len(parts[-1]) + len(piece) <= limit:
            parts[-1] += piece
        else:
            parts.append(piece)
    return parts
