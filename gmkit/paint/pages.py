"""A page of pieces as Markdown, HTML or BBCode; equal pages give equal bytes (S10, C147)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Self

from gmkit.core.view import Board, Drawing, Grid, Heading, Lines, Page, Paragraph, Piece
from gmkit.errors import GmkitError, checked_language
from gmkit.paint.cut import cut
from gmkit.paint.literal import bbcode_line, bbcode_text, clean, html_lines, html_text, markdown_cell, markdown_lines
from gmkit.paint.zone_tables import flat_layers_html
from gmkit.words import Words, listing, say, shown
from gmkit.words import render as in_words

if TYPE_CHECKING:
    from jinja2 import Template

FORMATS: Final = ("md", "html", "bbcode")
"""The formats of a report (api.md, `c.report`)."""


class Report(str):
    """A report as text that a notebook shows as what it is; in all else a str, equal to the same text."""

    __slots__ = ("kind", "lang")
    kind: str
    """"md", "html" or "bbcode"."""
    lang: str
    """"en" or "ru"."""

    def __new__(cls, text: str, kind: str, lang: str) -> Self:
        """Returns *text* as a report of that format."""
        report = super().__new__(cls, text)
        report.kind, report.lang = kind, lang
        return report

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]  # str's own has one argument only
        return str(self), self.kind, self.lang

    def cut(self, limit: int) -> list[str]:
        """Returns the report in parts of at most *limit* characters, as `gmkit.paint.cut.cut` does (S10)."""
        return cut(self, limit)

    def _repr_markdown_(self) -> str | None:
        if self.kind != "md":
            return None
        # MathJax reads the rendered page, where an escaped dollar or backslash is a bare one again; inside a tag of its
        # own it can begin no formula.
        return re.sub(r"\\(.)", lambda found: _MATH.get(found[1], found[0]), self)

    def _repr_html_(self) -> str | None:
        if self.kind == "md":
            return None
        return str(self) if self.kind == "html" else f'<pre class="mathjax_ignore">{html_text(self)}</pre>'


_MATH: Final = {"$": "<span>&#36;</span>", "\\": "<span>&#92;</span>"}


def render(page: Page, format: str = "md", lang: str | None = None) -> Report:  # noqa: A002 - the word of api.md
    """Returns *page* written in *format* ("md", "html" or "bbcode") and *lang* ("en" or "ru"; None: the current one).

    Raises:
        GmkitError: If there is no such format or language; names those that there are.
    """
    lang = checked_language(lang)
    if not isinstance(format, str) or format not in FORMATS:
        raise GmkitError(
            say("There is no report format {format}: {known}.", format=shown(format), known=listing(FORMATS))
        )
    return Report(_WRITERS[format](page, lang), format, lang)


def _text(words: Words, lang: str) -> str:
    """Returns *words* as plain text, not escaped yet: the writers escape whole sentences (see `literal.py`)."""
    return clean(in_words(words, lang)).strip()


# --- Markdown --------------------------------------------------------------------------------------------------------


def _markdown(page: Page, lang: str) -> str:
    title = Heading(page.title, level=1)
    blocks = [block for piece in (title, *page.pieces) if (block := _markdown_piece(piece, lang))]
    return "\n\n".join(blocks) + "\n"


def _markdown_piece(piece: Piece, lang: str) -> str:
    match piece:
        case Heading():
            text = " ".join(line for line in markdown_lines(_text(piece.words, lang)) if line)
            return f"{'#' * _level(piece)} {text}" if text else ""
        case Paragraph():
            mark = {"strong": "**", "quiet": "_"}.get(piece.weight, "")
            return _hard_broken(markdown_lines(_text(piece.words, lang)), mark)
        case Lines():
            items = (_hard_broken(markdown_lines(_text(item, lang)), "", indent="  ") for item in piece.items)
            return "\n".join(f"- {item}" for item in items if item)
        case Grid():
            return _markdown_table(piece, lang)
        case Drawing():
            return ""


def _hard_broken(lines: list[str], mark: str, indent: str = "") -> str:
    """Returns the lines of one text, each break kept: two blanks at a line's end, an empty line as a new paragraph."""
    text = ""
    for line in lines:
        if not line:
            text = text.rstrip() + "\n\n" if text else ""
            continue
        if text and not text.endswith("\n\n"):
            text += "  \n"
        text += f"{indent if text else ''}{mark}{line}{mark}"
    return re.sub(r"\n{3,}", "\n\n", text)


def _markdown_table(grid: Grid, lang: str) -> str:
    def row(cells: tuple[Words, ...]) -> str:
        return "| " + " | ".join(markdown_cell(_text(cell, lang)) for cell in cells) + " |"

    caption = _hard_broken(markdown_lines(_text(grid.caption, lang)), "**")
    ruler = "|" + " --- |" * len(grid.columns)
    table = "\n".join((row(grid.columns), ruler, *map(row, grid.rows)))
    return f"{caption}\n\n{table}" if caption else table


def _level(heading: Heading) -> int:
    return min(max(heading.level, 1), 6)


# --- HTML ------------------------------------------------------------------------------------------------------------


def _html(page: Page, lang: str) -> str:
    from markupsafe import Markup

    def told(words: Words) -> Markup:
        return Markup(html_lines(_text(words, lang)))  # escaped by html_lines

    def layers(board: Board) -> Markup:
        return Markup(flat_layers_html(board, lang))  # escaped there

    return _template().render(
        page=page, lang=lang, told=told, layers=layers, level=_html_level, kind=_kind, style=Markup(_style())
    )


def _html_level(heading: Heading) -> int:
    """Returns the level in HTML: the page's title is h2, since a notebook or a pack's index has the h1."""
    return min(_level(heading) + 1, 6)


def _kind(piece: Piece) -> str:
    return f"{piece.weight} paragraph" if isinstance(piece, Paragraph) else type(piece).__name__.lower()


@cache
def _style() -> str:
    """Returns the style of a page on one line, since a part of a report may end after any line."""
    sheet = (files("gmkit.paint") / "templates" / "page.css").read_text(encoding="utf-8")
    return re.sub(r"\s*\n\s*", " ", sheet).strip()


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    source = (files("gmkit.paint") / "templates" / "page.html.j2").read_text(encoding="utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True).from_string(source)


# --- BBCode ----------------------------------------------------------------------------------------------------------


def _bbcode(page: Page, lang: str) -> str:
    title = bbcode_line(_text(page.title, lang))
    blocks = [f"[b][u]{title}[/u][/b]"] if title else []
    blocks += [block for piece in page.pieces if (block := _bbcode_piece(piece, lang))]
    return "\n\n".join(blocks) + "\n"


def _bbcode_piece(piece: Piece, lang: str) -> str:
    match piece:
        case Heading():
            text = bbcode_line(_text(piece.words, lang))
            return f"[b]{text}[/b]" if text else ""
        case Paragraph():
            before, after = {"strong": ("[b]", "[/b]"), "quiet": ("[i]", "[/i]")}.get(piece.weight, ("", ""))
            lines = bbcode_text(_text(piece.words, lang)).split("\n")
            return "\n".join(f"{before}{line}{after}" if line.strip() else "" for line in lines)
        case Lines():
            return "\n".join(f"• {text}" for item in piece.items if (text := bbcode_line(_text(item, lang))))
        case Grid():
            return _bbcode_table(piece, lang)
        case Drawing():
            return ""


def _bbcode_table(grid: Grid, lang: str) -> str:
    """Returns a line a row, each value under its column's name: many boards have no tables, and a phone no room."""

    def row(cells: tuple[Words, ...]) -> Iterator[str]:
        for number, (column, cell) in enumerate(zip(grid.columns, cells, strict=True)):
            name, value = bbcode_line(_text(column, lang)), bbcode_line(_text(cell, lang)) or "—"
            value = f"[b]{value}[/b]" if number == 0 else value
            yield f"{name}: {value}" if name else value

    caption = bbcode_line(_text(grid.caption, lang))
    lines = [f"[b]{caption}[/b]"] if caption else []
    return "\n".join([*lines, *(" · ".join(row(cells)) for cells in grid.rows)])


_WRITERS: Final[dict[str, Callable[[Page, str], str]]] = {"md": _markdown, "html": _html, "bbcode": _bbcode}
