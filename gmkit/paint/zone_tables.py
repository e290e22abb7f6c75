"""The layers of a cube as tables: what a reader without a kernel, WebGL or a picture gets (W8), by ear too (W6)."""

from __future__ import annotations

from typing import Final

from gmkit.core.view import Board, BoardCell
from gmkit.paint.legend import meanings, sign_of
from gmkit.paint.literal import html_text
from gmkit.paint.palette import css, look, mark
from gmkit.words import current_language, say
from gmkit.words import render as in_words

_STYLE: Final = """
.gmkit-layers{--gm-ink:#1b1f24;--gm-line:#8b949e;--gm-paper:#fff}
@media (prefers-color-scheme:dark){.gmkit-layers{--gm-ink:#e8eaed;--gm-line:#69727c;--gm-paper:#17191c}}
[data-jp-theme-light="true"] .gmkit-layers{--gm-ink:#1b1f24;--gm-line:#8b949e;--gm-paper:#fff}
[data-jp-theme-light="false"] .gmkit-layers{--gm-ink:#e8eaed;--gm-line:#69727c;--gm-paper:#17191c}
.gmkit-layers{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;align-items:flex-start;padding:.5rem;
color:var(--jp-content-font-color0,var(--gm-ink));background:var(--jp-layout-color0,var(--gm-paper));
font-family:var(--jp-content-font-family,system-ui,sans-serif);font-size:.875rem;line-height:1.25}
.gmkit-layers p{flex-basis:100%;margin:0;font-weight:600;overflow-wrap:anywhere}
.gmkit-layers table{border-collapse:collapse;margin:0}
.gmkit-layers caption{text-align:left;font-weight:600;padding:.15rem 0;white-space:nowrap}
.gmkit-layers th{padding:.1rem .35rem;font-weight:400;text-align:center}
.gmkit-layers td[class]{box-sizing:border-box;border:1px solid var(--gm-line);width:3rem;height:2.6rem;padding:.1rem;
text-align:center;vertical-align:middle}
.gmkit-layers :is(b,i,span){display:inline-block;padding:0 .15rem;border-radius:.2rem;font-style:normal}
.gmkit-layers td b{background:var(--gm-fill);color:var(--gm-text)}
.gmkit-layers td span{border-radius:.7rem;min-width:.85rem;font-weight:700;font-size:.75rem;
background:var(--gm-fill);color:var(--gm-text);outline:1px solid var(--gm-paper)}
.gmkit-layers td i{background:var(--gm-fill);color:var(--gm-text);outline:1px solid currentcolor;font-size:.75rem}
.gmkit-layers ul{list-style:none;margin:1.5rem 0 0;padding:0;max-width:22rem;overflow-wrap:anywhere}
.gmkit-layers li{margin:.15rem 0;display:flex;align-items:baseline}
.gmkit-layers li>:first-child{min-width:1.6rem;text-align:center;
border:1px solid var(--gm-line);margin-right:.4rem;font-weight:700}
"""


_STYLE_PART: Final = 600


def flat_layers_html(board: Board, lang: str | None = None) -> str:
    """Returns the layers of *board* as HTML tables with a legend: one fragment, no script, nothing from elsewhere.

    Every cell says its whole sentence to a screen reader; without the style its sign and numbers are still there.
    """
    lang = lang or current_language()
    _, _, layers = board.size
    known = {cell.at: cell for cell in board.cells}
    title = html_text(in_words(board.title, lang))
    tables = "\n".join(_layer(board, known, z, lang) for z in range(layers, 0, -1))
    head = f"<p>{title}</p>\n" if title else ""
    shown = [look("unknown").key, "stalker", *(item.look.key for group in meanings(board, lang) for item in group)]
    style = _in_parts((_STYLE + css(".gmkit-layers", shown)).replace("\n", " ").strip())
    return (
        f'<div class="gmkit-layers mathjax_ignore tex2jax_ignore" lang="{lang}">{style}\n'
        f"{head}{tables}\n{_legend(board, lang)}</div>\n"
    )


def _in_parts(style: str) -> str:
    """Returns the style in pieces of whole rules, a line each: a report may be cut after any line (`cut.py`)."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(style):
        depth += (letter == "{") - (letter == "}")
        if letter == "}" and not depth and at - start > _STYLE_PART:
            parts.append(style[start : at + 1])
            start = at + 1
    parts.append(style[start:])
    return "\n".join(f"<style>{part.strip()}</style>" for part in parts if part.strip())


def _layer(board: Board, known: dict[tuple[int, ...], BoardCell], z: int, lang: str) -> str:
    """Returns layer *z* as a table; Y grows upwards, as in the picture."""
    wide, deep, _ = board.size
    x_name, y_name, z_name = board.axes
    head = "".join(f'<th scope="col">{x_name} {x}</th>' for x in range(1, wide + 1))
    rows = []
    for y in range(deep, 0, -1):
        cells = "".join(_cell(known.get((x, y, z)), (x, y, z), lang) for x in range(1, wide + 1))
        rows.append(f'<tr><th scope="row">{y_name} {y}</th>{cells}</tr>')
    body = "\n".join(rows)
    return (
        f"<table><caption>{z_name} {z}</caption><thead><tr><td></td>{head}</tr></thead>\n<tbody>{body}</tbody></table>"
    )


def _cell(cell: BoardCell | None, at: tuple[int, ...], lang: str) -> str:
    if cell is None:
        cell = BoardCell(at=at, look="unknown", label=look("unknown").name)
    sign = html_text(sign_of(cell, lang))
    parts = [f"<b>{sign}</b>"] if sign else []
    parts += [f'<span class="gm-look-stalker">{number}</span>' for number in cell.pieces]
    for key in cell.marks:
        item = mark(key)
        parts.append(f'<i class="gm-look-{item.key}">{item.sign.render(lang)}</i>')
    told = html_text(spoken(cell, lang))
    return f'<td class="gm-look-{look(cell.look).key}" title="{told}" aria-label="{told}">{" ".join(parts)}</td>'


def spoken(cell: BoardCell, lang: str) -> str:
    """Returns the whole cell as a sentence: the board's own, or its place and what lies there."""
    told = in_words(cell.spoken, lang)
    if told:
        return told
    place = ", ".join(map(str, cell.at))
    return say("{place}: {what}", place=place, what=cell.label).render(lang)


def _legend(board: Board, lang: str) -> str:
    """Returns who is who and what the signs mean that occur on this board."""
    rows = [
        f'<li><span class="gm-look-stalker">{number}</span> {html_text(in_words(name, lang))}</li>'
        for number, name in sorted(board.pieces.items())
    ]
    places, marks = meanings(board, lang)
    for meaning in (*places, *marks):
        sign = html_text(meaning.sign) or "&nbsp;"
        rows.append(f'<li><span class="gm-look-{meaning.look.key}">{sign}</span> {html_text(meaning.words)}</li>')
    return "<ul>\n" + "\n".join(rows) + "\n</ul>\n" if rows else ""
