"""Texts and pictures in parts, each the GM's until told; a click tells a part or takes it back (C067)."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ipywidgets import Widget

from gmkit.errors import NotAllowed
from gmkit.widgets import look
from gmkit.widgets.base import GmWidget
from gmkit.words import Words, listing, plain, say

PICTURE_KB = 500
"""A told picture stands in the campaign's ledger, so that it goes along when the campaign does: it may not be huge."""

_BEGINNINGS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
}


@dataclass(frozen=True)
class Part:
    """One part of a handout: a text, or a picture with a line that says what it shows."""

    text: str = ""
    picture: str = ""
    """The picture itself, as a `data:` address; never a place on a disk or a net."""
    alt: str = ""
    seen_by: str = "all"
    """To whom a click tells it: "all" or a player."""

    @property
    def content(self) -> dict[str, str]:
        """The part as the fields of a command; empty ones are left out."""
        return {
            name: value for name, value in (("text", self.text), ("picture", self.picture), ("alt", self.alt)) if value
        }

    @property
    def told(self) -> tuple[str, str, str]:
        """What a told part is known by."""
        return (self.text, self.picture, self.alt)


def part_of(given: str | Mapping[str, Any] | Part) -> Part:
    """Returns a part from what a GM writes: a text, or {"text": …} or {"picture": a file, "alt": …}, and "seen_by".

    Raises:
        NotAllowed: If there is neither text nor picture, or the picture cannot be shown.
    """
    if isinstance(given, Part):
        return given
    if isinstance(given, str):
        return Part(text=given.strip())
    unknown = set(given) - {"text", "picture", "alt", "seen_by"}
    if unknown:
        raise NotAllowed(
            say(
                "A part of a handout has text, picture, alt and seen_by, but not {names}.",
                names=listing(plain(str(name)) for name in sorted(unknown)),
            )
        )
    picture = given.get("picture", "")
    return Part(
        text=str(given.get("text", "")).strip(),
        picture=picture_of(picture) if picture else "",
        alt=str(given.get("alt", "")).strip(),
        seen_by=str(given.get("seen_by", "all")),
    )


def picture_of(given: str | Path | bytes) -> str:
    """Returns a picture (a file's path, or its content) as a `data:` address, which asks no other host for anything."""
    if isinstance(given, str) and given.startswith("data:image/"):
        return given
    if isinstance(given, bytes):
        name, content = str(say("this picture")), given
    else:
        path = Path(given)
        if not path.is_file():
            raise NotAllowed(say("There is no picture {name} here.", name=path.name))
        name, content = path.name, path.read_bytes()
    if len(content) > PICTURE_KB * 1024:
        raise NotAllowed(
            say(
                "The picture {name} has {size} kB; a handout takes pictures up to {limit} kB: make it smaller.",
                name=name,
                size=-(-len(content) // 1024),
                limit=PICTURE_KB,
            )
        )
    kind = next((kind for start, kind in _BEGINNINGS.items() if content.startswith(start)), "")
    if not kind and b"<svg" in content[:1000]:
        # Inside an <img> an SVG runs no script and loads nothing.
        kind = "image/svg+xml"
    if not kind:
        raise NotAllowed(say("{name} is not a picture that can be shown: use PNG, JPEG, GIF, WebP or SVG.", name=name))
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"


class _Row:
    """One part in the GM's list: the part as it will be seen, to whom it goes, and the two buttons."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.content = look.page()
        self.content.add_class("gm-wide")
        self.to = look.choice()
        self.tell, self.back = look.button("main"), look.button()
        self.box = look.row(self.content, look.row(self.to, self.tell, self.back, kind="gm-part-tools"), kind="gm-part")


class Handout(GmWidget):
    """Shows a handout: to the GM all parts and who was told them, to others the told parts alone.

    Args:
        campaign: The campaign in whose ledger it stands who was told what; None for a try.
        viewer: Who looks.
        name: What the handout is called; players read it.
        parts: The parts: texts, or {"text": …, "seen_by": …}, or {"picture": "map.png", "alt": "A map"}.
    """

    title = say("Handout")

    def __init__(
        self,
        campaign: Any = None,
        viewer: str = "gm",
        name: str = "",
        parts: Sequence[str | Mapping[str, Any]] = (),
        **options: Any,
    ) -> None:
        self._name = name
        # What was not told is the GM's: another viewer's component never takes it in (W1).
        self._parts = [part_of(part) for part in parts] if viewer == "gm" else []
        self._tried: dict[Part, str] = {}
        self._rows: list[_Row] = []
        super().__init__(campaign, viewer, **options)

    @property
    def handout(self) -> str:
        """The name under which its parts are told."""
        return self._name or self.t(self.title)

    def heading(self) -> Words:
        """Returns the handout's own name."""
        return self._name or self.title

    def build(self) -> tuple[Widget, ...]:
        """Returns the told parts for a reader; for the GM the list of parts and a form for one more."""
        self.reading = look.page()
        self.list = look.stack()
        self.new, self.add = look.text_area(), look.button()
        self.form = look.row(self.new, self.add)
        self.on_click(self.add, self._add_part, say("the new part"))
        self._make_rows()
        return (self.reading, self.list, self.form, self.notice)

    def _make_rows(self) -> None:
        for part in self._parts[len(self._rows) :]:
            row = _Row(part)
            self.on_click(row.tell, partial(self._tell_part, row), say("telling this part"))
            self.on_click(row.back, partial(self._take_back, row), say("taking this part back"))
            self._rows.append(row)
        self.list.children = tuple(row.box for row in self._rows)

    def draw(self, view: Any) -> None:
        """Fills the reader's page, or the GM's rows."""
        is_gm = self.viewer == "gm"
        self.list.layout.display = self.form.layout.display = None if is_gm else "none"
        self.name(self.new, say("One more part, for your eyes until you tell it"))
        self.name(self.add, say("Add the part"))
        if not is_gm:
            self.reading.value = self._told_page(view)
            return
        self._take_in_told(view)
        self.reading.value = ""
        for row in self._rows:
            self._draw_row(row, view)

    def still(self, view: Any) -> str:
        """Returns the told parts; for the GM all parts, each with who was told it."""
        title = f'<div class="gm-title">{look.escape(self.handout)}</div>'
        if self.viewer != "gm":
            return title + self._told_page(view)
        shown = [f"{_content(row.part)}<p>{self._state(self._audience(row.part, view))}</p>" for row in self._rows]
        return title + "".join(shown)

    def _draw_row(self, row: _Row, view: Any) -> None:
        told = self._audience(row.part, view)
        row.content.value = f'<div class="gm-part-body">{_content(row.part)}<p>{self._state(told)}</p></div>'
        about = _short(row.part)
        self.name(row.to, say("Tell it to"))
        self.name(row.tell, say("Tell"), say("Tells this part: {part}", part=about))
        self.name(row.back, say("Take back"), say("Takes this part back: {part}", part=about))
        everybody = [(self.t(say("Everybody")), "all")]
        first = not row.to.options
        self.choices(row.to, [*everybody, *((name, name) for name in (view.players if view is not None else ()))])
        if first and row.part.seen_by in [value for _, value in row.to.options]:
            row.to.value = row.part.seen_by
        self.may(row.tell, "all" not in told)
        self.may(row.back, bool(told))

    def _state(self, told: Sequence[str]) -> str:
        if not told:
            return look.badge(self.h(say("the GM's alone")), "secret")
        if "all" in told:
            return look.badge(self.h(say("told to everybody")), "open")
        return look.badge(self.h(say("told to {names}", names=listing(told))), "open")

    def _told_page(self, view: Any) -> str:
        """Returns what this viewer was told, with no trace of what was not: no gap, no count."""
        shown = [(text, picture, alt) for _, text, picture, alt in self._told(view)]
        if not shown:
            return f'<p class="gm-quiet">{self.h(say("Nothing was handed out yet."))}</p>'
        return "".join(f'<div class="gm-part-body">{_content(Part(*content))}</div>' for content in shown)

    def _told(self, view: Any) -> list[tuple[str, str, str, str]]:
        """Returns (handout, text, picture, alt) of what the view was told, of this handout if it has a name."""
        if view is None:
            return [(self.handout, *part.told) for part in self._tried if self.viewer == "gm"]
        return [told for told in view.session.handouts if not self._name or told[0] == self._name]

    def _audience(self, part: Part, view: Any) -> list[str]:
        """Returns who was told the part: "all", or players' names; nobody: it is the GM's."""
        if view is None:
            return [self._tried[part]] if part in self._tried else []
        to = view.session.shown_to((self.handout, *part.told))
        return [view.session.names.get(seat, seat) for seat in to]

    def _take_in_told(self, view: Any) -> None:
        """Adds rows for parts told from elsewhere, so that the GM can take those back too."""
        if view is None:
            return
        known = {part.told for part in self._parts}
        new = [Part(*told[1:]) for told in self._told(view) if told[0] == self.handout and told[1:] not in known]
        if new:
            self._parts.extend(new)
            self._make_rows()

    # --- what a person does ---------------------------------------------------------------------------------------

    def _add_part(self) -> None:
        part = part_of(self.new.value)
        if not part.text:
            raise NotAllowed(say("Write the part first; there is no text yet."))
        if any(part.told == other.told for other in self._parts):
            raise NotAllowed(say("This part is in the handout already."))
        self._parts.append(part)
        self._make_rows()
        with self._quiet():
            self.new.value = ""
            self.draw(self.view)
        self.tell(say("The part is added; nobody was told."))

    def _tell_part(self, row: _Row) -> None:
        to = row.to.value
        if self.campaign is None:
            self._tried[row.part] = to
            self._after(say("Told, as a try: there is no campaign to record it."))
            return
        self.ask({"do": "handout_tell", "handout": self.handout, **row.part.content, "seen_by": to})
        who: Words = say("everybody") if to == "all" else plain(to)
        self._after(say("Told to {who}.", who=who))

    def _take_back(self, row: _Row) -> None:
        if self.campaign is None:
            self._tried.pop(row.part, None)
            self._after(say("Taken back."))
            return
        self.ask({"do": "handout_take_back", "handout": self.handout, **row.part.content})
        self._after(say("Taken back. The ledger keeps both."))

    def _after(self, words: Words) -> None:
        if self.campaign is None:
            with self._quiet():
                self.draw(self.view)
        self.tell(words)


def _content(part: Part) -> str:
    """Returns a part as HTML: paragraphs of escaped text, and a picture with its words."""
    paragraphs = "".join(f"<p>{look.escape(block)}</p>" for block in part.text.split("\n\n") if block.strip())
    paragraphs = paragraphs.replace("\n", "<br>")
    if not part.picture.startswith("data:image/"):
        return paragraphs
    return f'{paragraphs}<img class="gm-picture" src="{look.escape(part.picture)}" alt="{look.escape(part.alt)}">'


def _short(part: Part) -> str:
    text = part.text or part.alt
    return text if len(text) <= 40 else text[:39] + "…"
