"""A body on the screen: places or cells, each wound apart, what they take off and why, healing (A23-A26, F14)."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from ipywidgets import Widget

from gmkit.core.persons.forms import read_number
from gmkit.core.persons.pieces import BodySeen, PlaceSeen
from gmkit.core.view import Choice
from gmkit.errors import NotAllowed
from gmkit.widgets import look
from gmkit.widgets.person_widget import PersonWidget
from gmkit.words import Words, listing, say

FIGURE: dict[str, tuple[str, float, float]] = {
    "head_or_neck": ("M100 8a25 29 0 0 1 25 29c0 14-6 24-13 29v14H88V66c-7-5-13-15-13-29a25 29 0 0 1 25-29z", 100, 40),
    "right_chest": ("M98 84H76c-9 0-14 5-16 12l-1 44h39z", 79, 115),
    "left_chest": ("M102 84h22c9 0 14 5 16 12l1 44h-39z", 121, 115),
    "upper_belly": ("M60 144h80l-2 28H62z", 100, 159),
    "lower_belly": ("M62 176h76l2 28H60z", 100, 191),
    "hip_or_groin": ("M60 208h80l4 34-30 4-14-10-14 10-30-4z", 100, 226),
    "right_upper_arm": ("M55 98c-9 2-14 8-16 18l-6 50 18 3 8-46z", 44, 135),
    "left_upper_arm": ("M145 98c9 2 14 8 16 18l6 50-18 3-8-46z", 156, 135),
    "right_forearm": ("M32 171l18 3-6 52-4 20c-3 9-16 8-17-1l1-20z", 36, 210),
    "left_forearm": ("M168 171l-18 3 6 52 4 20c3 9 16 8 17-1l-1-20z", 164, 210),
    "right_leg": ("M56 247l29 4 12-8-3 60-4 62-2 16H62l-1-78z", 76, 312),
    "left_leg": ("M144 247l-29 4-12-8 3 60 4 62 2 16h26l1-78z", 124, 312),
}
"""The outline of each place, seen from the front (the body's right is on the left), and where its number stands."""


class WoundTrack(PersonWidget):
    """Shows a body with its wounds; at the GM's desk wounds are written down and healed here.

    Args:
        campaign: A campaign of a system of persons.
        viewer: "gm", "public" or a player's name.
        name: The character to begin with.
    """

    title: ClassVar[Words] = say("Wounds")

    def build(self) -> tuple[Widget, ...]:
        """Returns the figure, the wounds, and what the GM does with them."""
        self.figure, self.wounds = look.page("gm-figure"), look.page()
        right = look.stack(self.wounds, *(self._gm_parts() if self.acts else ()))
        right.add_class("gm-wide")
        body = look.row(self.figure, right, kind="gm-columns")
        return (self.styled(), look.row(self.chooser()), body)

    def _gm_parts(self) -> tuple[Widget, ...]:
        self.wound, self.by, self.why, self.heal = (
            look.choice(),
            look.text_field("short", value="1"),
            look.text_field("long"),
            look.button("main"),
        )
        self.number, self.place, self.hurt = look.choice(), look.listed_field(), look.button()
        self.healing = look.row(self.wound, self.by, self.why, self.heal)
        self.hurting = look.row(self.number, self.place, self.hurt)
        self.more = [look.button(), look.button()]
        self._choices: list[Choice] = []
        self.on_click(self.heal, self._heal, say("healing"))
        self.on_click(self.hurt, self._hurt, say("the wound"))
        for at, button in enumerate(self.more):
            self.on_click(button, partial(self._choose_more, at), say("the roll"))
        return (self.healing, self.hurting, look.row(*self.more), self.notice)

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self, view: Any) -> None:
        """Fills the figure and the list of wounds, each kept apart."""
        who = self.draw_chooser(view)
        self.show(self.who, bool(who))
        body = view.body(who) if who else None
        self.body: BodySeen | None = body
        self.figure.value = self._figure(body)
        self.wounds.value = self._wounds(body)
        if self.acts:
            self._draw_gm(body)

    def _draw_gm(self, body: BodySeen | None) -> None:
        self.name(self.wound, say("Wound to heal"))
        self.name(self.by, say("By how much"))
        self.name(self.why, say("Why"))
        self.name(self.heal, say("Heal"))
        self.name(self.number, say("New wound"))
        self.name(self.place, say("Place"))
        self.name(self.hurt, say("Write the wound down"))
        wounds = body.wounds if body else ()
        named = [
            (
                self.t(say("{n}. {wound} ({place})", n=w.n, wound=w.name, place=w.place))
                if w.place
                else f"{w.n}. {w.name}",
                w.n,
            )
            for w in wounds
        ]
        self.choices(self.wound, named)
        self.show(self.healing, bool(wounds))
        self.choices(self.number, [(f"{number}: {name}", number) for number, name in (body.scale if body else ())])
        self._places = {name: place.id for place, name in (body.places if body else ())}
        self.place.options = tuple(self._places)
        self.place.placeholder = self.t(say("empty: the dice say")) if self._places else ""
        self.show(self.hurting, body is not None and not body.dead)
        self._choices = list(body.choices) if body else []
        for at, button in enumerate(self.more):
            known = at < len(self._choices)
            self.show(button, known)
            self.name(button, self._choices[at].label if known else say("More"))

    # --- what is shown --------------------------------------------------------------------------------------------

    def _figure(self, body: BodySeen | None) -> str:
        if body is None or not body.known:
            return ""
        drawn = [(place, name) for place, name in body.places if place.id in FIGURE]
        if not drawn:
            return self._cells(body)
        hurt = [say("{place}: wound of {n}", place=name, n=place.worst) for place, name in drawn if place.worst]
        spoken = self.t(
            say("The body of {who}, seen from the front. {wounds}", who=body.who, wounds=listing(hurt, "; "))
            if hurt
            else say("The body of {who}, seen from the front: unhurt.", who=body.who)
        )
        parts = "".join(self._part(place, name) for place, name in drawn)
        legend = self.h(say("The numbers are those of the worst wound there."))
        return (
            f'<svg class="gm-body" viewBox="10 0 180 392" role="img" aria-label="{look.escape(spoken)}">{parts}</svg>'
            f'<div class="gm-quiet gm-body-legend">{legend}</div>'
        )

    @staticmethod
    def _part(place: PlaceSeen, name: str) -> str:
        outline, x, y = FIGURE[place.id]
        mark = f'<text x="{x}" y="{y + 5}" text-anchor="middle">{place.worst}</text>' if place.worst else ""
        several = (
            f'<text class="gm-times" x="{x}" y="{y + 20}" text-anchor="middle">×{len(place.wounds)}</text>'
            if len(place.wounds) > 1
            else ""
        )
        return (
            f'<g class="gm-body-part gm-hurt-{_grade(place.worst)}"><title>{look.escape(name)}</title>'
            f'<path d="{outline}"/>{mark}{several}</g>'
        )

    def _cells(self, body: BodySeen) -> str:
        if not body.cells:
            return ""
        rows = []
        for name, cells, filled, effect in body.cells:
            boxes = "".join(
                f'<span class="gm-cell-box{" gm-full-box" if n < filled else ""}">{"✕" if n < filled else ""}</span>'
                for n in range(cells)
            )
            spoken = self.h(say("{filled} of {cells} filled", filled=filled, cells=cells))
            rows.append(
                [
                    look.escape(name),
                    f'<span aria-hidden="true">{boxes}</span><span class="gm-spoken">{spoken}</span>',
                    look.escape(effect),
                ]
            )
        columns = [self.h(say("State")), self.h(say("Cells")), self.h(say("Takes off"))]
        return look.table(columns, rows, self.h(say("Cells of {who}", who=body.who)), kind="gm-cells")

    def _wounds(self, body: BodySeen | None) -> str:
        if body is None:
            return f'<div class="gm-notice">{self.h(say("There is no character yet."))}</div>'
        if not body.known:
            return f'<p class="gm-quiet">{self.h(say("You were told of no wound of {who}.", who=body.who))}</p>'
        dead = f"<p><strong>✝ {self.h(say('{who} is dead.', who=body.who))}</strong></p>" if body.dead else ""
        return f"{dead}{self._penalty(body)}{self._list(body)}"

    def _penalty(self, body: BodySeen) -> str:
        if not body.wounds and not body.why:
            return f'<div class="gm-valid">✓ {self.h(say("Unhurt: nothing is taken off."))}</div>'
        value = "—" if body.penalty is None else f"{body.penalty:+d}" if body.penalty else "0"
        why = "".join(f"<li>{look.escape(line)}</li>" for line in body.why)
        return (
            f'<div class="gm-penalty"><span class="gm-total">{value}</span>'
            f"<div><b>{self.h(say('taken off every check'))}</b><ul>{why}</ul></div></div>"
        )

    def _list(self, body: BodySeen) -> str:
        if not body.wounds:
            return ""
        columns = [say("No."), say("Place"), say("Wound"), say("How bad"), say("Takes off")]
        rows = [
            [str(w.n), look.escape(w.place), look.escape(w.name), str(w.number), look.escape(w.effect)]
            for w in body.wounds
        ]
        if not any(w.place for w in body.wounds):
            columns, rows = [*columns[:1], *columns[2:]], [[row[0], *row[2:]] for row in rows]
        caption = self.h(say("Wounds of {who}, each kept apart", who=body.who))
        return look.table([self.h(words) for words in columns], rows, caption, full=True, kind="gm-last")

    def still(self, view: Any) -> str:
        """Returns the wounds and cells as tables."""
        body = self.body
        cells = self._cells(body) if body is not None and body.known else ""
        return f'<div class="gm-title">{self.h(self.title)}</div>{self._wounds(body)}{cells}'

    # --- what is pressed ------------------------------------------------------------------------------------------

    def _heal(self) -> None:
        who = self._somebody()
        by = read_number(say("By how much"), self.by.value)
        if self.wound.value is None:
            raise NotAllowed(say("{who} has no wound to heal.", who=who))
        command = {"do": "heal", "name": who, "wound": self.wound.value, "by": 1 if by is None else by}
        outcome = self.ask({**command, "reason": self.why.value.strip()})
        with self._quiet():
            self.by.value, self.why.value = "1", ""
        self.tell(str(outcome))

    def _hurt(self) -> None:
        who = self._somebody()
        command: dict[str, Any] = {"do": "hurt", "name": who, "number": self.number.value}
        typed = self.place.value.strip()
        if typed:
            command["place"] = self._places.get(typed, typed)
        outcome = self.ask(command)
        with self._quiet():
            self.place.value = ""
        self.tell(str(outcome))

    def _choose_more(self, at: int) -> None:
        self._somebody()
        if at < len(self._choices):
            self.tell(str(self.ask(self._choices[at].command)))

    def _somebody(self) -> str:
        self.only_gm()
        if not self.chosen:
            raise NotAllowed(say("There is no character yet."))
        return self.chosen


def _grade(number: int) -> int:
    """Returns how strongly a place is tinted: 0 unhurt, then by threes; the number stands there too (W6)."""
    return 0 if not number else min(4, (number + 2) // 3)
