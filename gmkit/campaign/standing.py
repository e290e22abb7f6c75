"""Where a campaign stands, in words, as one viewer knows it: what a GM looks up before the next session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gmkit.campaign.terminal import GAP, NARROWEST, Column, columns_of, printable, text_table, wrapped
from gmkit.core.view import Grid
from gmkit.core.visibility import GM
from gmkit.words import Words, listing, render, say

if TYPE_CHECKING:
    from gmkit.campaign.view import View

LAST_LINES = 5


def standing_text(view: View, width: int | None = None) -> str:
    """Returns the title and the turn, who is where, whose turn it is, who is awaited, and the last lines.

    Args:
        view: What its viewer knows of the campaign.
        width: Of the terminal, in columns: longer texts go on in the next line. None: each stays one line.
    """
    lang, grid = view.lang, view.position()
    head = f"{view.title} · {render(view.system_title, lang)} · {render(view.turn_name, lang)} {view.turn}"
    blocks = ["\n".join(_fitted(render(words, lang), width) for words in (head, *_players(view)))]
    if grid is not None and grid.rows:
        last_column = len(grid.columns) - 1
        columns = [
            Column(render(name, lang), [render(row[at], lang) for row in grid.rows], may_wrap=at == last_column)
            for at, name in enumerate(grid.columns)
        ]
        blocks.append(text_table(columns, width).rstrip("\n"))
    if now := list(_now(view, grid)):
        blocks.append("\n".join(_fitted(render(words, lang), width) for words in now))
    if last := list(_last_lines(view, width)):
        blocks.append("\n".join(last))
    return "\n\n".join(blocks) + "\n"


def _players(view: View) -> list[Words]:
    found: list[Words] = [say("Players: {players}", players=", ".join(view.players))]
    if view.over:
        found.append(say("The game is over."))
    return found


def _now(view: View, grid: Grid | None) -> list[Words]:
    """Returns whose turn it is and who is awaited, from the names that the systems' views have in common."""
    if view.over:
        return []
    found: list[Words] = []
    fight, order = _name_of(view, "fight"), _name_of(view, "order") or _name_of(view, "schedule")
    if fight:
        found.append(say("{fight}, circle {n}", fight=fight, n=_name_of(view, "circle")))
    if order:
        found.append(say("The order: {order}", order=listing(order)))
    if acting := _name_of(view, "acting"):
        found.append(say("Now acts: {who}", who=_called(acting, grid, view.lang)))
    waiting = _name_of(view, "waiting")
    if waiting:
        found.append(say("Awaited: {who}", who=listing([_called(who, grid, view.lang) for who in waiting])))
    elif waiting is not None and view.viewer == GM and not acting and (fight or fight is None):
        found.append(say("Nobody is awaited."))
    return found


def _name_of(view: View, name: str) -> Any:
    """Returns what a system's view says under this name, None where it has no such name."""
    return getattr(view, name, None)


def _called(who: object, grid: Grid | None, lang: str) -> str:
    """Returns a piece or person with the player beside it, as the table of the position has them."""
    for row in grid.rows if grid is not None else ():
        first, *others = (render(cell, lang) for cell in row)
        if first == str(who) and others and others[0]:
            return f"{who} ({others[0]})"
    return str(who)


def _last_lines(view: View, width: int | None) -> list[str]:
    rows = list(reversed(view.ledger.page(1, size=LAST_LINES).rows))
    wide = max((len(str(row.n)) for row in rows), default=0)
    found = []
    for row in rows:
        text = say("(undone) {text}", text=row.text).render(view.lang) if row.undone else row.text
        found.append(_fitted(text, width, before=f"{row.n:>{wide}}{GAP}"))
    return found


def _fitted(text: str, width: int | None, before: str = "") -> str:
    """Returns a text for a terminal so wide; what does not fit stands in lines of its own under the first."""
    clean = printable(text)
    if width is None:
        return before + clean
    blank = columns_of(before)
    return before + ("\n" + " " * blank).join(wrapped(clean, max(NARROWEST, width - blank)))
