"""Text made literal: whatever a person typed is shown as typed in HTML, Markdown and BBCode (S10, W7).

Whole sentences are escaped, the kit's own words too: no sentence of the kit carries markup, and so a name cannot
complete a mark that the words around it begin.
"""

from __future__ import annotations

import html
import re
from typing import Final

JOINER: Final = "\u2060"
"""WORD JOINER: without width, not a place to break a line; it parts a bracket from what a board would read as a tag."""

_LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS: dict[int, int] = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)}
# DEL, the C1 controls and halves of a surrogate pair have no picture of their own and could not be saved.
_CONTROLS |= {0x7F: 0x2421} | dict.fromkeys([*range(0x80, 0xA0), *range(0xD800, 0xE000)], 0xFFFD)

_MD_ALWAYS = re.compile(r"[\\`*_~<>|#$@]|&(?=#?\w+;)|:(?=//)|(?<=\b[wW]{3})\.")
# A bracket may open a link, a definition, a footnote or a task; "[4dF]" and the like cannot and stay as they are.
_MD_BRACKET = re.compile(r"\[(?![^\[\]^][^\[\]]*\](?![(\[:]))")
_MD_TASK = re.compile(r"\[(?=[ xX]\])")
_MD_START = re.compile(r"[-+](?=[ \t]|$)|[-=:](?=[-=: \t]*$)")
_MD_NUMBER = re.compile(r"(\d{1,9})([.)])(?=[ \t]|$)")

# "[4dF]" is no tag on any board, since no tag begins with a digit; it stays readable and searchable.
_BB_BRACKET = re.compile(r"\[(?!\d[^\[\]]*\])")


def clean(text: str) -> str:
    """Returns *text* with one kind of line end, and control characters as their visible pictures."""
    return _LINE_ENDS.sub("\n", text).translate(_CONTROLS)


def html_text(text: str) -> str:
    """Returns *text* for use between tags or in a quoted attribute."""
    return html.escape(clean(text))


def html_lines(text: str) -> str:
    """Returns *text* for use between tags, its line ends as breaks, without a raw line end."""
    return "<br>".join(html.escape(line) for line in clean(text).split("\n"))


def markdown_line(text: str) -> str:
    """Returns one line of text that begins a line of Markdown."""
    line = _MD_BRACKET.sub(r"\\[", _MD_ALWAYS.sub(r"\\\g<0>", text.strip()))
    line = _MD_NUMBER.sub(r"\1\\\2", line, count=1) if _MD_NUMBER.match(line) else line
    return "\\" + line if _MD_START.match(line) or _MD_TASK.match(line) else line


def markdown_lines(text: str) -> list[str]:
    """Returns *text* as lines of Markdown; empty ones stand between the paragraphs of a longer text."""
    return [markdown_line(line) for line in clean(text).strip().split("\n")]


def markdown_cell(text: str) -> str:
    """Returns *text* for a cell of a table, its line ends as breaks."""
    return "<br>".join(line for line in markdown_lines(text) if line)


def bbcode_text(text: str) -> str:
    """Returns *text* with every bracket that could open a tag parted from its name by a `JOINER`.

    A board then finds no tag and shows the brackets as typed; without the joiners the text is what it was.
    """
    return _BB_BRACKET.sub("[" + JOINER, clean(text))


def bbcode_line(text: str) -> str:
    """Returns *text* as BBCode on one line."""
    return " ".join(bbcode_text(text).split("\n"))
