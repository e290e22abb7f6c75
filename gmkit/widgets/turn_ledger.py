"""The ledger on the screen: one page at a time, with filters, notes, undo and redo, and files to take away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import ipywidgets
from ipywidgets import Widget

from gmkit.errors import NotAllowed
from gmkit.widgets import look
from gmkit.widgets.base import GmWidget
from gmkit.widgets.long_work import LongWork
from gmkit.words import render, say, say_n

if TYPE_CHECKING:
    from gmkit.campaign.ledger import Ledger

PAGE = 50
"""Entries on one page (W9)."""

AT_ONCE = 500
"""Entries read for a file before the page may answer again (W10)."""

EVERY = ""
"""What a filter holds that lets everything through; a drop-down list shows nothing for None."""


class TurnLedger(GmWidget):
    """Shows what happened, newest first, fifty entries a page; the GM adds notes, undoes and redoes here.

    Args:
        campaign: The campaign.
        viewer: Whose ledger it is. The GM may look at it as anybody else.
    """

    title = say("Ledger")

    def __init__(self, campaign: Any = None, viewer: str = "gm", **options: Any) -> None:
        self._page = 1
        self._seen_as = viewer
        self._actors: tuple[str, str, int, set[str]] = ("", "", 0, set())
        super().__init__(campaign, viewer, **options)

    # --- made once ------------------------------------------------------------------------------------------------

    def build(self) -> tuple[Widget, ...]:
        """Returns filters, page, and the GM's tools, made once."""
        self.view_as, self.turn, self.actor = look.choice(), look.choice("short"), look.choice()
        self.kind, self.seen_by = look.choice(), look.choice()
        self.all_again = look.button()
        self.rows = look.page()
        self.newest, self.newer, self.older, self.oldest = (look.button("small") for _ in range(4))
        self.where = look.page()
        for field in self._filters():
            self.on_change(field, lambda _new: self._turn_to(1))
        self.on_change(self.view_as, lambda _new: self._look_as())
        self.on_click(self.all_again, self._forget_filters)
        self.on_click(self.newest, lambda: self._turn_to(1))
        self.on_click(self.newer, lambda: self._turn_to(self._page - 1))
        self.on_click(self.older, lambda: self._turn_to(self._page + 1))
        self.on_click(self.oldest, lambda: self._turn_to(10**9))
        filters = look.row(self.view_as, self.turn, self.actor, self.kind, self.seen_by, self.all_again)
        filters.add_class("gm-filters")
        pager = look.row(self.newest, self.newer, self.where, self.older, self.oldest, kind="gm-pager")
        self.rows.add_class("gm-ledger-page")
        return (filters, pager, self.rows, self._build_tools(), self.notice)

    def _build_tools(self) -> ipywidgets.VBox:
        self.note, self.note_for = look.text_field("long"), look.choice()
        self.add = look.button("main").add_class("gm-enter")
        self.undo, self.redo, self.yes, self.no = look.button(), look.button(), look.button(), look.button("main")
        self.question = look.page()
        self.form, self.export = look.choice("short", options=("xlsx", "csv", "json")), look.button()
        self.sure = look.stack(self.question, look.row(self.yes, self.no))
        self.sure.layout.display = "none"
        self.on_click(self.add, self._add_note, say("the note"))
        self.on_click(self.undo, self._ask_undo, say("the undo"))
        self.on_click(self.yes, self._undo, say("the undo"))
        self.on_click(self.no, self._keep, say("keeping it"))
        self.on_click(self.redo, self._redo, say("the redo"))
        self.on_click(self.export, self._export, say("the export"))
        self.work = LongWork(self)
        files = look.row(self.form, self.export)
        back = look.row(self.undo, self.redo)
        self.tools = look.stack(
            look.row(self.note, self.note_for, self.add),
            self.sure,
            look.row(back, files, kind="gm-ends"),
            self.work.box,
        )
        return self.tools

    # --- filled on every change -----------------------------------------------------------------------------------

    def draw(self, view: Any) -> None:
        """Fills filters, the page and the state of the buttons."""
        self._name_all()
        is_gm = self.viewer == "gm" and view is not None
        self.tools.layout.display = None if is_gm else "none"
        self.view_as.layout.display = None if is_gm else "none"
        self.seen_by.layout.display = None if is_gm and self._seen_as == "gm" else "none"
        if view is None:
            self.rows.value = self._table(())
            self.where.value = f'<span class="gm-quiet">{self.h(say("There is no campaign to show."))}</span>'
            for button in (self.newest, self.newer, self.older, self.oldest):
                self.may(button, False)
            return
        if is_gm:
            everybody = [(self.t(say("The GM")), "gm"), (self.t(say("Everybody (public)")), "public")]
            self.choices(self.view_as, [*everybody, *((name, name) for name in view.players)])
            self._seen_as = self.view_as.value
            told = [(self.t(say("The GM alone")), "gm"), (self.t(say("Everybody")), "all")]
            self.choices(self.note_for, [*told, *((name, name) for name in view.players)])
            self.may(self.undo, bool(self.campaign.can_undo))
            self.may(self.redo, bool(self.campaign.can_redo))
            self.may(self.export, not self.work.goes_on)
        self._draw_page()

    def still(self, view: Any) -> str:
        """Returns the newest page as a table."""
        rows = view.ledger.page(1, size=PAGE).rows if view is not None else ()
        return f'<div class="gm-title">{self.h(self.title)}</div>{self._table(rows)}'

    def _name_all(self) -> None:
        self.work.draw()
        self.name(self.view_as, say("View as"))
        self.name(self.turn, say("Turn"))
        self.name(self.actor, say("Who"))
        self.name(self.kind, say("Kind"))
        self.name(self.seen_by, say("Told to"))
        self.name(self.all_again, say("Show all"), say("Takes every filter off"))
        self.name(self.newest, say("« Newest"))
        self.name(self.newer, say("‹ Newer"))
        self.name(self.older, say("Older ›"))
        self.name(self.oldest, say("Oldest »"))
        self.name(self.note, say("Add a note"))
        self.note.placeholder = self.t(say("The rain stopped before midnight"))
        self.name(self.note_for, say("Who may read it"))
        self.name(self.add, say("Add"), say("Adds the note to the ledger"))
        self.name(self.undo, say("Undo the last act"))
        self.name(self.redo, say("Redo"), say("Brings back what was undone last"))
        self.name(self.yes, say("Undo it all the same"))
        self.name(self.no, say("Keep it"))
        self.name(self.form, say("File"))
        self.name(self.export, say("Save as a file"), say("Writes this ledger into the campaign's folder"))

    # --- the page -------------------------------------------------------------------------------------------------

    def _ledger(self) -> Any:
        view = self.view if self._seen_as == self.viewer else self.campaign.view(self._seen_as)
        return view.ledger

    def _draw_page(self) -> None:
        ledger = self._ledger()
        self._fill_filters(ledger)
        found = ledger.page(
            self._page,
            size=PAGE,
            turn=_chosen(self.turn),
            actor=_chosen(self.actor),
            kind=_chosen(self.kind),
            seen_by=_chosen(self.seen_by) if self._seen_as == "gm" else None,
        )
        self._page = found.number
        self.rows.value = self._table(found.rows)
        words = say_n(
            "page {page} of {pages}, {n} line",
            "page {page} of {pages}, {n} lines",
            n=found.total,
            page=found.number,
            pages=found.pages,
        )
        self.where.value = f'<span class="gm-quiet">{self.h(words)}</span>'
        for button in (self.newest, self.newer):
            self.may(button, found.number > 1)
        for button in (self.older, self.oldest):
            self.may(button, found.number < found.pages)
        self.may(self.all_again, any(_chosen(field) is not None for field in self._filters()))

    def _fill_filters(self, ledger: Any) -> None:
        every = (self.t(say("all")), EVERY)
        self.choices(self.turn, [every, *((str(turn), turn) for turn in ledger.turns())])
        self.choices(self.kind, [every, *sorted((self._kind(ledger, kind), kind) for kind in ledger.kinds())])
        self.choices(self.actor, [every, *((self._who(actor), actor) for actor in self._known_actors(ledger))])
        if self._seen_as == "gm":
            self.choices(self.seen_by, [every, *((self._audience(to), to) for to in ledger.audiences())])

    def _known_actors(self, ledger: Any) -> list[str]:
        """Returns who acted; only entries added since the last look are read."""
        seen_as, lang, count, actors = self._actors
        if (seen_as, lang) != (self._seen_as, self.lang) or count > len(ledger):
            actors = set(ledger.actors())
        else:
            actors = actors | {ledger[n].actor for n in range(count + 1, len(ledger) + 1)}
        self._actors = (self._seen_as, self.lang, len(ledger), actors)
        return sorted(actors - {""})

    def _table(self, rows: Sequence[Any]) -> str:
        if not rows:
            return f'<p class="gm-quiet">{self.h(say("There is no entry here."))}</p>'
        told = any(row.seen_by for row in rows)
        columns = [say("No."), say("Turn"), say("Time (UTC)"), say("Who"), say("What happened"), say("Result")]
        body = [self._cells(row) for row in rows]
        if told:
            columns.append(say("Told to"))
            for cells, row in zip(body, rows, strict=True):
                cells.append(look.badge(look.escape(self._audience(row.seen_by)), _openness(row.seen_by)))
        marks = ["gm-undone" if row.undone else "" for row in rows]
        return look.table(
            [self.h(column) for column in columns],
            body,
            self.h(say("Entries, the newest first")),
            numbers=(0, 1, 5),
            full=True,
            row_classes=marks,
            kind="gm-ledger",
        )

    def _cells(self, row: Any) -> list[str]:
        text = look.escape(row.text)
        if row.undone:
            # Struck through and said in a word: never by colour alone (W6).
            text = f"<s>{text}</s> {look.badge(self.h(look.UNDONE))}"
        time = look.escape(row.at[:16].replace("T", " "))
        return [
            str(row.n),
            str(row.turn),
            f'<span class="gm-nowrap">{time}</span>',
            look.escape(self._who(row.actor)),
            text,
            "" if row.result is None else str(row.result),
        ]

    def _kind(self, ledger: Any, kind: str) -> str:
        return render(ledger.kind_name(kind), self.lang)

    def _who(self, actor: str) -> str:
        return self.t(say("GM")) if actor == "gm" else actor

    def _audience(self, seen_by: str) -> str:
        return {"gm": self.t(say("the GM alone")), "all": self.t(say("everybody"))}.get(seen_by, seen_by)

    # --- what a person does ---------------------------------------------------------------------------------------

    def _turn_to(self, page: int) -> None:
        self._page = max(1, page)
        with self._quiet():
            self._draw_page()
        self.announce(say("Page {page}", page=self._page))

    def _look_as(self) -> None:
        self._page, self._seen_as = 1, self.view_as.value
        with self._quiet():
            self._clear_filters()
            self.draw(self.view)

    def _forget_filters(self) -> None:
        with self._quiet():
            self._clear_filters()
        self._turn_to(1)

    def _filters(self) -> tuple[ipywidgets.Dropdown, ...]:
        return (self.turn, self.actor, self.kind, self.seen_by)

    def _clear_filters(self) -> None:
        for field in self._filters():
            if field.options:
                field.value = EVERY

    def _add_note(self) -> None:
        text = self.note.value.strip()
        if not text:
            raise NotAllowed(say("Write the note first; there is no text yet."))
        self.ask({"do": "note", "text": text, "seen_by": self.note_for.value})
        with self._quiet():
            self.note.value = ""
        self.tell(say("The note is in the ledger."))

    def _ask_undo(self) -> None:
        self.only_gm()
        seen = self.campaign.undo_takes_back_seen()
        if seen is None:
            self._undo()
            return
        # Players have seen it: the GM is asked first (C091).
        self.question.value = f'<div class="gm-notice" role="alert"><strong>{self.h(seen)}</strong></div>'
        self.sure.layout.display = None

    def _undo(self) -> None:
        self.only_gm()
        self._close_question()
        self.campaign.undo()
        self.tell(say("Undone. The ledger keeps both, marked."))

    def _keep(self) -> None:
        self._close_question()
        self.tell(say("Nothing was undone."))

    def _close_question(self) -> None:
        self.sure.layout.display = "none"
        self.question.value = ""

    def _redo(self) -> None:
        self.only_gm()
        self._close_question()
        self.campaign.redo()
        self.tell(say("Done again, as it was recorded."))

    def _export(self) -> None:
        from gmkit.campaign.export import write_ledger

        folder = Path(self.campaign.path)
        name = "ledger" if self._seen_as == "gm" else f"ledger-{_file_part(self._seen_as, self.view.players)}"
        path = _free(folder, name, str(self.form.value))
        ledger = self._ledger()
        rows: list[Any] = []

        def read() -> Iterator[tuple[int, int]]:
            for start in range(0, len(ledger), AT_ONCE):
                end = min(start + AT_ONCE, len(ledger))
                rows.extend(ledger[n] for n in range(start + 1, end + 1))
                yield end, len(ledger)

        def write() -> None:
            write_ledger(cast("Ledger", _Read(rows, ledger.columns)), path)
            self.tell(say("The ledger is in the campaign's folder, as {file}.", file=path.name))

        self.may(self.export, False)
        self.work.start(read(), write, say("the export"))
        self.may(self.export, not self.work.goes_on)

    def close(self) -> None:
        """Ends an export that goes on, and leaves no widget behind."""
        if not self.is_closed:
            self.work.close()
        super().close()


@dataclass(frozen=True)
class _Read:
    """A ledger that was read bit by bit, as its file is written from it."""

    lines: list[Any]
    columns: list[str]

    def rows(self) -> list[Any]:
        """Returns all lines, oldest first."""
        return self.lines


def _chosen(field: ipywidgets.Dropdown) -> Any:
    """Returns what a filter asks for, None if it lets everything through."""
    return None if field.value == EVERY else field.value


def _openness(seen_by: str) -> str:
    return {"gm": "secret", "all": "open"}.get(seen_by, "")


def _file_part(viewer: str, players: Sequence[str]) -> str:
    """Returns a part of a file name that every system takes, whatever a player is called (C142)."""
    return viewer if viewer == "public" else f"player-{list(players).index(viewer) + 1}"


def _free(folder: Path, name: str, suffix: str) -> Path:
    """Returns a path that is not taken: an export never writes over another."""
    path, count = folder / f"{name}.{suffix}", 2
    while path.exists():
        path, count = folder / f"{name}-{count}.{suffix}", count + 1
    return path
