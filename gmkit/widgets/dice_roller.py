"""A tray for dice: the exact odds before the roll, the roll itself or faces typed in by hand, and the last results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import ipywidgets
from ipywidgets import Widget

from gmkit.errors import GmkitError
from gmkit.widgets import look
from gmkit.widgets.base import GmWidget
from gmkit.words import Words, plain, render, say

USUAL = ("4dF", "[4dF]", "2d6-d6", "2d6", "3d6", "d6", "d20", "d%")
"""The dice with a button of their own."""

MOST_LINES = 26
"""More different results than this are shown in ranges of equal width."""

LAST_ROLLS = 8


class DiceRoller(GmWidget):
    """Rolls dice, shows what they may bring before they are thrown, and keeps the last results in sight.

    On a campaign every roll is recorded in its ledger; alone it is recorded nowhere, and says so.

    Args:
        campaign: The campaign whose ledger takes the rolls, or None.
        viewer: Who looks. Only the GM's tray rolls into a campaign.
        notation: What stands in the field at first.
        ladder: Bands by their lowest value, such as {1: "success", 0: "no result", -8: "failure"}; the odds are then
            shown by band.
    """

    title = say("Dice")
    fits = ("gm",)

    def __init__(
        self,
        campaign: Any = None,
        viewer: str = "gm",
        notation: str = "4dF",
        ladder: Mapping[int, Words] | None = None,
        **options: Any,
    ) -> None:
        self._first = notation
        self.ladder = dict(ladder or {})
        self._free: list[Any] = []
        self._rolled: int | None = None
        self._counted: tuple[str, dict[int, Fraction]] | None = None
        super().__init__(campaign, viewer, **options)

    def build(self) -> tuple[Widget, ...]:
        """Returns the form, the results and the odds, made once."""
        self.notation = look.text_field("short", value=self._first)
        self.notation.add_class("gm-notation")
        self.usual = [look.button("small") for _ in USUAL]
        self.what_for = look.text_field("long")
        self.actor = look.listed_field()
        self.seen_by = look.choice()
        self.by_hand = look.check()
        self.faces = look.text_field("long")
        # Sent as they are typed: a click right after the last key must not overtake them.
        self.faces.continuous_update = True
        self.roll_button = look.button("main")
        self.result = look.page()
        self.last = look.page()
        self.odds = look.page()
        self.chips = look.row(*self.usual, kind="gm-chips")
        self.about = look.row(self.what_for, self.actor, self.seen_by)
        self.hand = look.row(self.by_hand, self.faces)
        for button, text in zip(self.usual, USUAL, strict=True):
            self.on_click(button, partial(self._choose, text), say("choosing {notation}", notation=text))
        self.on_click(self.roll_button, self._roll, say("the roll"))
        self.on_change(self.notation, lambda _new: self._look_at_notation())
        self.on_change(self.by_hand, lambda _new: self._lay_out())
        left = look.stack(
            look.row(self.notation, self.chips), self.about, self.hand, self._roll_row(), self.notice, self.result
        )
        left.add_class("gm-wide")
        right = look.stack(self.odds)
        right.add_class("gm-wide")
        return (look.row(left, right, kind="gm-columns"), self.last)

    def _roll_row(self) -> ipywidgets.HBox:
        self.recorded = look.page()
        row = look.row(self.roll_button, self.recorded)
        row.add_class("gm-middle")
        return row

    @property
    def rolls(self) -> bool:
        """Whether this tray can roll: alone always, on a campaign the GM's."""
        return self.campaign is None or self.viewer == "gm"

    def draw(self, view: Any) -> None:
        """Fills labels, choices, odds and the last results."""
        self.name(self.notation, say("Dice"), say("Such as 2d6-d6+4, [4dF], d%; write it and leave the field"))
        for button, text in zip(self.usual, USUAL, strict=True):
            self.name(button, plain(text), say("Put {notation} into the field", notation=text))
        self.name(self.what_for, say("What for"))
        self.what_for.placeholder = self.t(say("Ivan climbs the wall"))
        self.name(self.actor, say("Who acts"))
        self.name(self.seen_by, say("Who sees it"))
        self.name(self.by_hand, say("I threw the dice by hand"))
        self.name(self.faces, say("What the dice show, in order"))
        self.faces.placeholder = self.t(say("such as 1, 0, -1, 1"))
        self.name(self.roll_button, say("Write the roll down") if self.by_hand.value else say("Roll"))
        if view is not None:
            self.actor.options = (self.t(say("GM")), *view.players)
            named = [(name, name) for name in view.players]
            self.choices(self.seen_by, [(self.t(say("Everybody")), "all"), (self.t(say("The GM alone")), "gm"), *named])
            if not self.actor.value:
                self.actor.value = self.t(say("GM"))
        self._lay_out()
        self.recorded.value = f'<span class="gm-quiet">{self.h(self._where_recorded())}</span>'
        self._draw_odds()
        self._draw_last(view)

    def still(self, view: Any) -> str:
        """Returns the odds and the last results as tables."""
        return f'<div class="gm-title">{self.h(self.title)}</div>{self._odds_table()}{self._last_rolls(view)}'

    # --- what a person does ---------------------------------------------------------------------------------------

    def _choose(self, text: str) -> None:
        with self._quiet():
            self.notation.value = text
        self._rolled = None
        self._draw_odds()
        self.announce(say("{notation} is in the field.", notation=text))

    def _look_at_notation(self) -> None:
        from gmkit.dice.notation import parse

        self._rolled = None
        self._draw_odds()
        parse(self.notation.value)

    def _roll(self) -> None:
        from gmkit.dice.roll import read_faces, roll

        faces = read_faces(self.faces.value) if self.by_hand.value else None
        if self.campaign is None:
            done = roll(self.notation.value, faces)
            self._free = [done, *self._free[: LAST_ROLLS - 1]]
        else:
            command: dict[str, Any] = {
                "do": "roll",
                "notation": self.notation.value,
                "text": self.what_for.value.strip(),
                "actor": "gm" if self.actor.value.strip() in ("", self.t(say("GM"))) else self.actor.value.strip(),
                "seen_by": self.seen_by.value,
            }
            if faces is not None:
                command["faces"] = list(faces)
            done = self.ask(command)
        self._rolled = int(done.total)
        self._show(done)
        with self._quiet():
            self.faces.value = ""
        self._draw_odds()
        self._draw_last(self.view)

    def _show(self, done: Any) -> None:
        band = self._band(int(done.total))
        called = f'<span class="gm-band">{self.h(band)}</span>' if band else ""
        line = render(done.words, self.lang) if hasattr(done, "words") else str(done.text)
        self.result.value = (
            f'<div class="gm-result"><span class="gm-total">{int(done.total)}</span>'
            f'<span class="gm-result-line">{called}<span class="gm-mono">{look.escape(line)}</span></span></div>'
        )
        self.guard.speak(f"{int(done.total)}. {self.t(band)} {line}")

    # --- what is shown --------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Shows what is needed now; what a viewer cannot use takes no room."""
        self.about.layout.display = None if self.campaign is not None and self.rolls else "none"
        self.hand.layout.display = self.roll_button.layout.display = None if self.rolls else "none"
        self.faces.layout.display = None if self.by_hand.value else "none"
        self.roll_button.description = self.t(say("Write the roll down") if self.by_hand.value else say("Roll"))

    def _where_recorded(self) -> Words:
        if self.campaign is None:
            return say("A free roll: it is recorded nowhere.")
        if not self.rolls:
            return say("Only the GM rolls into this ledger.")
        return say("The roll is recorded in the ledger.")

    def _draw_odds(self) -> None:
        self.odds.value = self._odds_table()

    def _draw_last(self, view: Any) -> None:
        self.last.value = self._last_rolls(view)

    def _last_rolls(self, view: Any) -> str:
        if view is not None:
            rows = view.ledger.page(1, size=LAST_ROLLS, kind="rolled").rows
            lines = [(str(row.n), row.actor, row.text, row.undone) for row in rows]
        else:
            count = len(self._free)
            lines = [(str(count - at), "", render(done.words, self.lang), False) for at, done in enumerate(self._free)]
        if not lines:
            return ""
        undone = look.badge(self.h(look.UNDONE))
        body = [
            [
                f'<span class="gm-quiet">{n}</span>',
                look.escape(self.t(say("GM")) if actor == "gm" else actor),
                f'<s class="gm-mono">{look.escape(text)}</s> {undone}'
                if off
                else f'<span class="gm-mono">{look.escape(text)}</span>',
            ]
            for n, actor, text, off in lines
        ]
        columns = [self.h(say("No.")), self.h(say("Who")), self.h(say("Roll, to check on paper"))]
        if view is None:
            body = [[row[0], row[2]] for row in body]
            columns = [columns[0], columns[2]]
        return look.table(columns, body, self.h(say("The last rolls, the newest first")), full=True, kind="gm-last")

    def _odds_table(self) -> str:
        try:
            lines, whole = self._odds_lines()
        except GmkitError as error:
            words = (
                render(error.words, self.lang, look.escape)
                if isinstance(error.words, str)
                else error.words.render(self.lang, look.escape)
            )
            return f'<div class="gm-quiet gm-no-odds">{self.h(say("No odds to show."))} <pre>{words}</pre></div>'
        from gmkit.dice import percent

        most = max(chance for _, chance, _, _ in lines)
        rows, marks = [], []
        for label, chance, at_least, hit in lines:
            width = float(chance / most) * 100
            here = f' <span class="gm-here">◀ {self.h(say("rolled"))}</span>' if hit else ""
            rows.append(
                [
                    f"{label}{here}",
                    percent(chance, self.lang),
                    f'<span class="gm-bar" aria-hidden="true" style="width:{width:.2f}%"></span>',
                    percent(at_least, self.lang),
                ]
            )
            marks.append("gm-hit" if hit else "")
        columns = [
            self.h(say("Result")),
            self.h(say("Chance")),
            f'<span class="gm-spoken">{self.h(say("Bar"))}</span>',
            self.h(say("At least")),
        ]
        caption = self.h(say("What {notation} brings: exact odds", notation=whole))
        return look.table(columns, rows, caption, numbers=(1, 3), full=True, row_classes=marks, kind="gm-odds")

    def _odds_lines(self) -> tuple[list[tuple[str, Fraction, Fraction, bool]], str]:
        """Returns (label as HTML, chance, chance of this or more, whether the last roll fell here), highest first."""
        whole, chances = self._chances()
        lines, at_least = [], Fraction(0)
        for low, high, label in reversed(self._parts(sorted(chances))):
            chance = sum((c for value, c in chances.items() if low <= value <= high), Fraction(0))
            at_least += chance
            hit = self._rolled is not None and low <= self._rolled <= high
            lines.append((label, chance, at_least, hit))
        return lines, whole

    def _chances(self) -> tuple[str, dict[int, Fraction]]:
        """Returns the dice as read, and the exact chance of each total; counted once for each notation."""
        from gmkit.dice import bands, odds
        from gmkit.dice.notation import parse

        whole = str(parse(self.notation.value))
        if self._counted is None or self._counted[0] != whole:
            if self.ladder:
                bands(whole, self.ladder)  # refuses a ladder that is none
            die = odds(whole)
            chances = {
                int(value): Fraction(chance) for value, chance in zip(die.outcomes(), die.probabilities(), strict=True)
            }
            self._counted = (whole, chances)
        return self._counted

    def _parts(self, values: Sequence[int]) -> list[tuple[int, int, str]]:
        """Returns (lowest, highest, label) of each line of odds: bands, single results, or ranges, lowest first."""
        first, last = values[0], values[-1]
        if self.ladder:
            lows = sorted(self.ladder)
            lows = [first, *lows] if first < lows[0] else lows
            highs = [*(low - 1 for low in lows[1:]), max(last, lows[-1])]
            return [
                (low, high, self._band_label(low, _span(max(low, first), min(high, last))))
                for low, high in zip(lows, highs, strict=True)
                if high >= first and low <= last
            ]
        if len(values) <= MOST_LINES:
            return [(value, value, str(value)) for value in values]
        step = -(-(last - first + 1) // (MOST_LINES - 6))
        return [(low, low + step - 1, _span(low, min(low + step - 1, last))) for low in range(first, last + 1, step)]

    def _band_label(self, low: int, span: str) -> str:
        return f'{self.h(self._band(low))} <span class="gm-quiet">{span}</span>'

    def _band(self, total: int) -> Words:
        """Returns the name of the band that a total falls into; empty without a ladder."""
        if not self.ladder:
            return ""
        reached = [start for start in self.ladder if start <= total]
        return self.ladder[max(reached)] if reached else say("lower than {lowest}", lowest=min(self.ladder))


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} … {high}"
