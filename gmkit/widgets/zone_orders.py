"""The day's orders of the Zone: a row for each living Stalker, a block to paste, the end of the day (Z6, Z9, ZR19)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from ipywidgets import Widget

from gmkit.errors import GmkitError, NotAllowed
from gmkit.paint import palette
from gmkit.widgets import look
from gmkit.widgets.base import GmWidget
from gmkit.widgets.flat_layers import coordinates
from gmkit.widgets.key_guard import front_end
from gmkit.widgets.zone_cube import only_the_zone
from gmkit.words import Words, listing, say, say_n

MOST_STALKERS = 8
"""Z3."""


class OrderRow:
    """The controls of one Stalker, made once."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.who = look.page("gm-order-who")
        self.text = look.text_field()
        self.quick = look.choice()
        self.give = look.button()
        self.withdraw = look.button()
        self.refusal = look.page("gm-order-refusal")
        self.refused_at: tuple[int, str] = (0, "")
        """The day of the refusal, and the order that stood then: it goes when either is another."""
        self.give.add_class(f"gm-give-{number}").add_class("gm-enter")
        self.withdraw.add_class(f"gm-withdraw-{number}")
        self.box = look.row(self.who, self.text, self.quick, self.give, self.withdraw, self.refusal, kind="gm-order")


class ZoneOrders(GmWidget):
    """Takes the day's orders, one line a Stalker, and ends the day.

    Args:
        campaign: A campaign of the Zone.
        viewer: "gm" gives orders; "public" and a player's name see what that viewer knows, and give none.
    """

    title: ClassVar[Words] = say("Orders of the day")
    needs_campaign = True
    fits = ("gm", "player")

    _awaited_in: tuple[Any, list[int]] = (None, [])
    """A view, and who is awaited in it: asked for once a drawing."""
    _reported: int | None = None
    """The day whose report stands below, None: none was ended here."""

    # --- building -------------------------------------------------------------------------------------------------

    def build(self) -> tuple[Widget, ...]:
        """Returns the rows, the block, strict order, and the end of the day."""
        style = look.page()
        style.value = f"<style>{front_end('zone_orders.css')}</style>"
        self.state = look.page()
        self.rows = {number: OrderRow(number) for number in range(1, MOST_STALKERS + 1)}
        for row in self.rows.values():
            self._connect(row)
        parts: tuple[Widget, ...] = (style, self.state, look.stack(*(row.box for row in self.rows.values())))
        return (*parts, *self._desk())

    def _connect(self, row: OrderRow) -> None:
        self.on_click(row.give, lambda: self._in_row(row, lambda: self._give(row)))
        self.on_click(row.withdraw, lambda: self._in_row(row, lambda: self._withdraw(row)))
        self.on_change(row.quick, lambda text: self._fill(row, text))

    def _desk(self) -> tuple[Widget, ...]:
        """Returns what the GM alone has."""
        self.block = look.text_area(rows=4)
        self.block_give = look.button()
        self.block_box = look.row(self.block, self.block_give)
        self.reason = look.text_field("long")
        self.strict = look.button()
        self.strict_box = look.row(self.reason, self.strict)
        self.end = look.button("main")
        self.question = look.page()
        self.end_anyway = look.button("main")
        self.end_later = look.button()
        self.question_box = look.stack(self.question, look.row(self.end_anyway, self.end_later))
        self.question_box.add_class("gm-question")
        self.report = look.page("gm-report-page")
        self.on_click(self.block_give, self._give_block, say("the pasted orders"))
        self.on_click(self.strict, self._announce_strict, say("strict order"))
        self.on_click(self.end, self._end_or_ask, say("the end of the day"))
        self.on_click(self.end_anyway, self._end_day, say("the end of the day"))
        self.on_click(self.end_later, self._wait)
        self._asking = False
        return (self.block_box, self.strict_box, look.row(self.end), self.question_box, self.notice, self.report)

    def _look(self) -> Any:
        only_the_zone(self.campaign)
        return super()._look()

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self, view: Any) -> None:
        """Fills the rows; what somebody typed and has not given stays."""
        self._name_all()
        shown = self._shown(view)
        for number, row in self.rows.items():
            row.box.layout.display = None if number in shown else "none"
            if number in shown:
                self._draw_row(view, row)
        self.state.value = self._state(view)
        self._draw_desk(view)

    def _shown(self, view: Any) -> list[int]:
        """Returns the Stalkers with a row: the living, and in a player's view that player's own."""
        if view.over:
            return []
        alive = [number for number in view.alive if number in self.rows]
        return alive if self.viewer == "gm" else [n for n in alive if self._player(view, n) == self.viewer]

    def _draw_row(self, view: Any, row: OrderRow) -> None:
        number = row.number
        stalker = view.stalker(number)
        given = self._given(view, number)
        player = self._player(view, number)
        if row.refusal.value and row.refused_at != (view.turn, self.t(given)):
            row.refusal.value = ""
        about = [self.h(say("at {cell}", cell=coordinates(stalker.at))), *map(self.h, self._condition(stalker))]
        if not given and self.acts and number not in self._awaited(view):
            status = f'<span class="gm-order-status gm-waits">{self.h(say("gives no order today"))}</span>'
        elif given:
            status = f'<span class="gm-order-status gm-given">✓ {self.h(say("given: {order}", order=given))}</span>'
        else:
            status = f'<span class="gm-order-status gm-waits">{self.h(say("waiting for an order"))}</span>'
        row.who.value = (
            f'<div class="gm-who"><span class="gm-disc" aria-hidden="true">{number}</span><div>'
            f"<b>{self.h(say('Stalker {n}', n=number))}</b>{', ' + look.escape(player) if player else ''}"
            f'<span class="gm-quiet">{" · ".join(about)}</span>{status}</div></div>'
        )
        options = [(self.t(choice.label), str(choice.command["text"])) for choice in self._texts(view, number)]
        self.choices(row.quick, [(self.t(say("choose …")), ""), *options])
        self.may(row.give, self.acts)
        self.may(row.withdraw, self.acts and bool(given))

    def _awaited(self, view: Any) -> list[int]:
        """Returns the waiting that can still order something; a burnt one without clay can do nothing on its rest."""
        known, awaited = self._awaited_in
        if known is not view:
            awaited = [number for number in view.waiting if self._texts(view, number)]
            self._awaited_in = (view, awaited)
        return awaited

    @staticmethod
    def _texts(view: Any, number: int) -> list[Any]:
        return [choice for choice in view.choices(number) if choice.command.get("do") == "order"]

    def _condition(self, stalker: Any) -> list[Words]:
        """Returns what is known of a Stalker's state and goods, in words."""
        states = [
            (stalker.burnt, say("burnt")),
            (stalker.blinded, say("blinded")),
            (stalker.paralysed, say("paralysed")),
        ]
        found: list[Words] = [words for is_so, words in states if is_so is True]
        if isinstance(stalker.carries, Mapping) and stalker.carries:
            goods = [
                say("{item} ×{count}", item=palette.look(item).name, count=count)
                if count > 1
                else palette.look(item).name
                for item, count in stalker.carries.items()
            ]
            found.append(say("carries {goods}", goods=listing(goods)))
        return found

    def _state(self, view: Any) -> str:
        if view.over:
            return f"<p>{self.h(_winner(view.winner))}</p>"
        order = (
            say("Strict order: {list}.", list=listing(view.schedule))
            if view.strict_order
            else say("Free order: orders happen in the order in which they are given.")
        )
        lines = [f"<b>{self.h(say('Day {day}', day=view.day))}</b> {self.h(order)}"]
        if self.acts:
            lines.append(self.h(self._still_waiting(view)))
        else:
            lines.append(self.h(say("Orders are given at the GM's desk; what you type here is a draft.")))
        return f'<div role="status">{"<br>".join(lines)}</div>'

    def _still_waiting(self, view: Any) -> Words:
        awaited = self._awaited(view)
        if not awaited:
            return say("Every order is in.")
        return say_n(
            "{n} order is still missing: Stalker {names}.",
            "{n} orders are still missing: Stalkers {names}.",
            n=len(awaited),
            names=listing(self._named(view, awaited)),
        )

    def _named(self, view: Any, numbers: Sequence[int]) -> list[str]:
        pairs = [(number, self._player(view, number)) for number in numbers]
        return [f"{number} ({player})" if player else str(number) for number, player in pairs]

    def _draw_desk(self, view: Any) -> None:
        playing = self.acts and not view.over
        self._show(self.block_box, playing)
        self._show(self.strict_box, playing and not view.strict_order)
        self._show(self.end, playing)
        for button in (self.block_give, self.strict, self.end, self.end_anyway):
            self.may(button, playing)
        self._asking = self._asking and playing and bool(self._awaited(view))
        self._show(self.question_box, self._asking)
        self.end.description = self.t(say("End day {day}", day=view.day))
        if self._asking:
            self.question.value = f'<div role="alert">{self.h(self._still_waiting(view))} {self.h(_STAY_PUT)}</div>'
        else:
            self.question.value = ""
        if self._reported is not None and self._reported not in view.turns:
            # The day was taken back: its report no longer holds.
            self._reported = None
        self.report.value = self._report()

    def _report(self) -> str:
        if self._reported is None or not self.acts:
            return ""
        name = look.escape(self.t(say("Public report of day {day}", day=self._reported)))
        text = self.campaign.view("public").report(self._reported, format="html", lang=self.lang)
        over = self.h(self._over(self._reported))
        return (
            f"<p><strong>{over}</strong></p>"
            f'<div class="gm-report" tabindex="0" role="region" aria-label="{name}">{text}</div>'
        )

    @staticmethod
    def _over(day: int) -> Words:
        return say("Day {day} is over; here is its public report, ready to be posted.", day=day)

    @staticmethod
    def _show(widget: Any, shown: bool) -> None:
        widget.layout.display = None if shown else "none"

    def still(self, view: Any) -> str:
        """Returns the rows as a table: Stalker, player, place, and whether the order is in."""
        columns = [self.h(words) for words in (say("Stalker"), say("Player"), say("Place"), say("Order"))]
        rows = []
        for number in self._shown(view):
            given = self._given(view, number)
            order = say("given: {order}", order=given) if given else say("waiting for an order")
            place = coordinates(view.stalker(number).at)
            rows.append([str(number), look.escape(self._player(view, number)), place, self.h(order)])
        return f"{self._state(view)}{look.table(columns, rows, self.h(self.title))}"

    # --- names ----------------------------------------------------------------------------------------------------

    def _name_all(self) -> None:
        attributes: dict[str, dict[str, str]] = {}
        for number, row in self.rows.items():
            self.name(row.text, say("Order for Stalker {n}", n=number))
            row.text.placeholder = self.t(say("X+ · nut Z- · clay · itch X++; Y+"))
            self.name(row.quick, say("Choices for Stalker {n}", n=number))
            give, withdraw = say("Give the order for Stalker {n}", n=number), say("Withdraw the order of {n}", n=number)
            self.name(row.give, say("Give"), give)
            self.name(row.withdraw, say("Withdraw"), withdraw)
            attributes[f".gm-give-{number}"] = {"aria-label": self.t(give)}
            attributes[f".gm-withdraw-{number}"] = {"aria-label": self.t(withdraw)}
        self.guard.attributes = attributes
        self.name(self.block, say("Several orders, one a line, as they were posted"))
        self.block.placeholder = self.t(say("1: X+\n2: nut Y-\n3: itch Z++; X-"))
        self.name(self.block_give, say("Give all of them"))
        self.name(self.reason, say("Why strict order starts (everybody reads it)"))
        self.name(self.strict, say("Announce strict order"), say("From the next day on the order of moves is strict"))
        self.name(self.end, say("End the day"), say("All orders happen, and the day's report is written"))
        self.name(self.end_anyway, say("End the day all the same"))
        self.name(self.end_later, say("Wait for them"))

    @staticmethod
    def _player(view: Any, number: int) -> str:
        return str(view.stalker(number).player)

    @staticmethod
    def _given(view: Any, number: int) -> Words:
        """Returns the order that is in, word for word what will happen; empty if the viewer knows of none."""
        from gmkit.systems.zone.facts.orders import order_words

        order = view.state.order_of(number)
        return "" if order is None else order_words(order)

    # --- what is pressed ------------------------------------------------------------------------------------------

    def _in_row(self, row: OrderRow, action: Callable[[], None]) -> None:
        """Does *action*; a refusal stands in the row that it is about, and what was typed stays (W3)."""
        row.refusal.value = ""
        try:
            action()
        except GmkitError as error:
            reasons = error.told(self.lang) if isinstance(error, NotAllowed) else [error.words.render(self.lang)]
            why = "".join(f'<span class="gm-why">{look.escape(reason)}</span> ' for reason in reasons)
            refused = self.h(say("Not taken:"))
            row.refusal.value = f'<div class="gm-notice gm-refusal" role="alert"><strong>{refused}</strong> {why}</div>'
            row.refused_at = (self.view.turn, self.t(self._given(self.view, row.number)))

    def _give(self, row: OrderRow) -> None:
        self.only_gm()
        outcome = self.ask({"do": "order", "stalker": row.number, "text": row.text.value, "turn": self.view.turn})
        with self._quiet():
            row.text.value = ""
            row.quick.value = ""
        self.announce(str(outcome))

    def _withdraw(self, row: OrderRow) -> None:
        self.only_gm()
        self.announce(str(self.ask({"do": "withdraw", "stalker": row.number, "turn": self.view.turn})))

    @staticmethod
    def _fill(row: OrderRow, text: str) -> None:
        if text:
            row.text.value = text

    def _give_block(self) -> None:
        self.only_gm()
        outcome = self.ask({"do": "orders", "text": self.block.value, "turn": self.view.turn})
        self.block.value = ""
        self.tell(str(outcome))

    def _announce_strict(self) -> None:
        self.only_gm()
        outcome = self.ask({"do": "strict", "reason": self.reason.value, "turn": self.view.turn})
        self.reason.value = ""
        self.tell(str(outcome))

    def _end_or_ask(self) -> None:
        self.only_gm()
        if self._awaited(self.view):
            self._asking = True
            self._draw_all()
            return
        self._end_day()

    def _end_day(self) -> None:
        self.only_gm()
        day = self.view.turn
        self._asking = False
        self.ask({"do": "end_day", "turn": day})
        self._reported = day
        for row in self.rows.values():
            row.refusal.value = ""
        self.refresh()
        self.announce(self._over(day))

    def _wait(self) -> None:
        self._asking = False
        self._draw_all()


def _winner(winner: Any) -> Words:
    if winner is None:
        return say("The game is over.")
    if winner == "zone":
        return say("The game is over: the Zone wins.")
    return say("The game is over: Stalker {n} reached the Golden Ball first.", n=winner)


_STAY_PUT = say("Who gives no order stays put.")
