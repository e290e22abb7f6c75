"""How components look: escaped HTML, tables, and the few kinds of fields and buttons that they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape as _escape
from typing import Any

import ipywidgets

from gmkit.widgets.key_guard import front_end
from gmkit.words import Term

UNDONE = Term("undone", "отменено")
"""The mark of an entry that an undo took back."""


def escape(text: object) -> str:
    """Returns text from people as it may stand in HTML, in an attribute too (W7)."""
    return _escape(str(text), quote=True)


def table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    caption: str = "",
    *,
    numbers: Sequence[int] = (),
    full: bool = False,
    row_classes: Sequence[str] = (),
    kind: str = "",
) -> str:
    """Returns an HTML table; everything handed in is HTML already, escaped by the caller.

    Args:
        columns: The headings.
        rows: The cells, a row a line; the first cell of a row is its heading.
        caption: What the table shows, for those who hear it.
        numbers: The columns that hold numbers, counted from 0.
        full: Whether it takes the whole width.
        row_classes: A CSS class for each row, empty for none.
        kind: A CSS class for the table.
    """
    number = set(numbers)

    def cell(tag: str, index: int, content: str, scope: str = "") -> str:
        mark = ' class="gm-number"' if index in number else ""
        return f"<{tag}{mark}{scope}>{content}</{tag}>"

    head = "".join(cell("th", i, name, ' scope="col"') for i, name in enumerate(columns))
    body = []
    for at, row in enumerate(rows):
        cells = "".join(
            cell("td", i, content) if i else cell("th", i, content, ' scope="row"') for i, content in enumerate(row)
        )
        mark = f' class="{row_classes[at]}"' if row_classes and row_classes[at] else ""
        body.append(f"<tr{mark}>{cells}</tr>")
    title = f"<caption>{caption}</caption>" if caption else ""
    classes = " ".join(part for part in ("gm-table", "gm-full" if full else "", kind) if part)
    return (
        f'<div class="gm-scroll" tabindex="0" role="group" aria-label="{_plain(caption or columns[0])}">'
        f'<table class="{classes}">{title}<thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
    )


def _plain(content: str) -> str:
    """Returns HTML without its tags, fit for an attribute."""
    import re

    return re.sub(r"<[^>]*>", "", content).replace('"', "&quot;")


def badge(content: str, kind: str = "") -> str:
    """Returns a small rounded label; *kind* is "", "secret" (the GM's alone) or "open" (everybody knows)."""
    return f'<span class="gm-badge{" gm-" + kind if kind else ""}">{content}</span>'


def still_page(content: str, lang: str) -> str:
    """Returns the picture of a component for readers without a kernel: no script, no request, its own style."""
    return f'<div class="gm-still" lang="{lang}"><style>{front_end("still.css")}</style>{content}</div>'


def row(*children: ipywidgets.Widget, kind: str = "gm-row") -> ipywidgets.HBox:
    """Returns children side by side; they wrap on a narrow screen."""
    return _classed(ipywidgets.HBox(children=children), kind)


def stack(*children: ipywidgets.Widget) -> ipywidgets.VBox:
    """Returns children below each other."""
    return _classed(ipywidgets.VBox(children=children), "gm-stack")


def page(kind: str = "") -> ipywidgets.HTML:
    """Returns an empty piece of HTML to be filled by `draw`; an empty one takes no room."""
    return _classed(ipywidgets.HTML(), "gm-page", kind)


def button(kind: str = "") -> ipywidgets.Button:
    """Returns a button without words; *kind* is "", "main" (what the component is for) or "small"."""
    return _classed(ipywidgets.Button(), "gm-button", f"gm-{kind}" if kind else "")


def text_field(kind: str = "", **traits: Any) -> ipywidgets.Text:
    """Returns a line of text, taken over when the field is left or Enter is pressed; *kind*: "", "short", "long"."""
    return _classed(ipywidgets.Text(continuous_update=False, **traits), "gm-field", f"gm-{kind}" if kind else "")


def text_area(kind: str = "long", **traits: Any) -> ipywidgets.Textarea:
    """Returns several lines of text."""
    return _classed(ipywidgets.Textarea(continuous_update=False, **traits), "gm-field", f"gm-{kind}" if kind else "")


def choice(kind: str = "", **traits: Any) -> ipywidgets.Dropdown:
    """Returns a drop-down list."""
    return _classed(ipywidgets.Dropdown(**traits), "gm-field", f"gm-{kind}" if kind else "")


def listed_field(kind: str = "", **traits: Any) -> ipywidgets.Combobox:
    """Returns a line of text with a list to choose from; other words may be written too."""
    traits = {"continuous_update": False, "ensure_option": False, **traits}
    return _classed(ipywidgets.Combobox(**traits), "gm-field", f"gm-{kind}" if kind else "")


def check(**traits: Any) -> ipywidgets.Checkbox:
    """Returns a box to tick."""
    return _classed(ipywidgets.Checkbox(indent=False, **traits), "gm-check")


def number_field(kind: str = "short", **traits: Any) -> ipywidgets.BoundedIntText:
    """Returns a whole number between `min` and `max`."""
    return _classed(ipywidgets.BoundedIntText(continuous_update=False, **traits), "gm-field", f"gm-{kind}")


def _classed(widget: Any, *kinds: str) -> Any:
    for kind in kinds:
        if kind:
            widget.add_class(kind)
    return widget
