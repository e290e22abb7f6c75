"""A fight on the screen: order and clock, declarations, one-click checks and attacks with odds, undo (A19-A21)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from ipywidgets import Widget

from gmkit.core.persons.forms import Form, Odds, filled
from gmkit.core.persons.view import ActionSeen, FighterSeen
from gmkit.core.view import Choice
from gmkit.errors import NotAllowed
from gmkit.widgets import look
from gmkit.widgets.person_widget import FormFields, PersonWidget
from gmkit.words import Words, listing, plain, render, say

ANSWERS = 2
"""Buttons for what waits for the GM's word."""


class CombatTracker(PersonWidget):
    """Shows the fight as its viewer knows it; at the GM's desk it is run from here.

    Args:
        campaign: A campaign of a system of persons.
        viewer: "gm", "public" or a player's name. Whoever a player does not know leaves no gap (C070).
    """

    title: ClassVar[Words] = say("Fight")

    # --- building -------------------------------------------------------------------------------------------------

    def build(self) -> tuple[Widget, ...]:
        """Returns the clock, the order, and what the GM does with them."""
        self.clock, self.order = look.page(), look.page("gm-order-page")
        return (self.styled(), self.clock, self.order, *(self._gm_parts() if self.acts else ()))

    def _gm_parts(self) -> tuple[Widget, ...]:
        parts = (*self._turn_row(), self._declare_row(), self._act_part(), self._start_row())
        return (*parts[:2], self.notice, *parts[2:])

    def _start_row(self) -> Widget:
        self.fight, self.start = look.listed_field(), look.button()
        self.joining, self.join, self.leave, self.over = look.choice(), look.button(), look.button(), look.button()
        self.on_click(self.start, self._start, say("the fight"))
        self.on_click(self.join, partial(self._about, "join"), say("joining"))
        self.on_click(self.leave, partial(self._about, "leave"), say("leaving"))
        self.on_click(self.over, partial(self._plainly, "end_fight"), say("the end of the fight"))
        return look.row(self.fight, self.start, self.joining, self.join, self.leave, self.over)

    def _turn_row(self) -> tuple[Widget, ...]:
        self.next, self.end, self.undo = look.button(), look.button(), look.button()
        self.listed, self.roll_order = look.text_field("long"), look.button()
        self.question, self.yes, self.no = look.page(), look.button(), look.button("main")
        self.sure = look.row(self.question, self.yes, self.no)
        self.asked = look.page()
        self.answers = [look.button() for _ in range(ANSWERS)]
        self.asking = look.row(self.asked, *self.answers)
        self.asking.add_class("gm-question")
        self._choices: list[Choice] = []
        self.on_click(self.next, partial(self._plainly, "next"), say("the next turn"))
        self.on_click(self.end, self._end_circle, say("the end of the circle"))
        self.on_click(self.undo, self._ask_undo, say("the undo"))
        self.on_click(self.yes, self._undo, say("the undo"))
        self.on_click(self.no, self._keep)
        self.on_click(self.roll_order, self._initiative, say("the order of acting"))
        for place, button in enumerate(self.answers):
            self.on_click(button, partial(self._answer, place), say("the answer"))
        self.sure.layout.display = "none"
        turn = look.row(self.listed, self.roll_order, self.next, self.end, self.undo)
        return (look.stack(turn, self.sure, self.asking),)

    def _declare_row(self) -> Widget:
        self.declarer, self.quick = look.choice(), look.choice()
        self.actions, self.declare = look.text_field("long"), look.button()
        self.on_change(self.quick, self._append)
        self.on_click(self.declare, self._declare, say("the declaration"))
        self.declaring = look.row(self.declarer, self.quick, self.actions, self.declare)
        return self.declaring

    def _act_part(self) -> Widget:
        self.actor, self.what = look.choice(), look.choice()
        self.forms = {form.verb: FormFields(self, form.fields, self._fill) for form in self.view.forms("")}
        self.seen_by, self.faces, self.rare = look.choice(), look.text_field(), look.check()
        self.act = look.button("main")
        self.odds, self.result = look.page(), look.page()
        self.on_change(self.actor, lambda _new: self._fill())
        self.on_change(self.what, lambda _new: self._fill())
        self.on_click(self.act, self._act, say("the roll"))
        self.on_change(self.rare, lambda _new: self._fill())
        head = look.row(self.actor, self.what, kind="gm-form")
        self.seldom = look.row(self.seen_by, self.faces, kind="gm-form")
        left = look.stack(head, *(fields.box for fields in self.forms.values()), self.rare, self.seldom)
        left.add_class("gm-wide")
        right = look.stack(self.odds, look.row(self.act), self.result)
        right.add_class("gm-wide")
        self.acting = look.row(left, right, kind="gm-columns")
        return self.acting

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self, view: Any) -> None:
        """Fills clock and order, one piece of HTML each however many fight (W9), and the GM's fields."""
        rows = view.tracker()
        self.clock.value = self._clock(view)
        self.order.value = self._order(view, rows)
        if self.acts:
            self._name_all(view)
            self._draw_gm(view, rows)

    def _draw_gm(self, view: Any, rows: Any) -> None:
        fighting = bool(view.fight)
        for widget in (self.next, self.end, self.over, self.join, self.leave, self.declaring):
            self.show(widget, fighting)
        names = [row.name for row in rows]
        unrolled = fighting and all(row.initiative is None for row in rows)
        self._lists = fighting and not self._rolls(view)
        self.show(self.roll_order, fighting and (unrolled or self._lists))
        self.show(self.listed, self._lists)
        if self._lists and not self.listed.value:
            self.listed.placeholder = ", ".join(names)
        self.may(self.undo, bool(self.campaign.can_undo))
        living = [row.name for row in rows if not row.dead]
        waiting = list(view.waiting)
        marked = [(self.t(say("{who} (has not declared)", who=n)) if n in waiting else n, n) for n in living]
        self.choices(self.declarer, sorted(marked, key=lambda pair: pair[1] not in waiting))
        known = [(name, name) for name in view.actions]
        self.choices(self.quick, [(self.t(say("choose …")), ""), *known])
        self.show(self.quick, bool(known))
        self.fight.options = tuple(name for name in view.fights if name != view.fight)
        self.choices(self.joining, [(name, name) for name in view.persons])
        self._draw_actor(view, living)
        self._draw_asked(view)
        self._fill()

    @staticmethod
    def _rolls(view: Any) -> bool:
        """Returns whether this system rolls for the order of acting, by the ruling in force."""
        fight = view.state.current
        persons = [view.state.person(who) for who in fight.order] if fight else []
        return any(view.rules.initiative(view.session, person) is not None for person in persons if person)

    def _draw_actor(self, view: Any, living: list[str]) -> None:
        names = living or [name for name in view.persons if not view.person(name).dead]
        self.choices(self.actor, [(name, name) for name in names])
        # Whose turn comes is offered; whom the GM chose stays until then.
        if view.acting and view.acting != self._acted and view.acting in names:
            self.actor.value = view.acting
        self._acted = view.acting
        self.show(self.acting, bool(names))

    _acted = ""

    def _draw_asked(self, view: Any) -> None:
        waiting = view.asked()
        self.show(self.asking, bool(waiting))
        words, self._choices = (waiting[0][0], list(waiting[0][1])) if waiting else ("", [])
        self.asked.value = f'<div role="alert">{self.h(words)}</div>' if waiting else ""
        for place, button in enumerate(self.answers):
            label = self._choices[place].label if place < len(self._choices) else say("Answer")
            self.name(button, label)

    def _fill(self) -> None:
        """Fills the form of the chosen verb and shows its odds before the roll."""
        with self._quiet():
            form = self._form()
            if form is None:
                self.odds.value = ""
                return
            for verb, fields in self.forms.items():
                self.show(fields.box, verb == form.verb)
            self.forms[form.verb].fold(form.fields, folded=not self.rare.value)
            self.show(self.seldom, self.rare.value)
            self.name(self.act, form.button)
        self.odds.value = self._odds(form)

    def _form(self) -> Form | None:
        """Returns the chosen verb's form for the one who acts, drawn."""
        who = self.actor.value
        if not who:
            return None
        chosen: Form | None = None
        forms = self.view.forms(who, self.forms[self.what.value].values if self.what.value in self.forms else {})
        self.choices(self.what, [(self.t(form.title), form.verb) for form in forms])
        for form in forms:
            self.forms[form.verb].draw(form.fields, who)
            if form.verb == self.what.value:
                chosen = form
        return chosen

    def _name_all(self, view: Any) -> None:
        self.name(self.fight, say("Fight"), say("The name of a new fight, or of one to go on with"))
        self.name(self.start, say("Start or resume"), say("Everybody who lives takes part; others are kept"))
        self.name(self.joining, say("Fighter"))
        self.name(self.join, say("Joins"))
        self.name(self.leave, say("Leaves"))
        self.name(self.over, say("End the fight"))
        self.name(self.listed, say("The order of acting, by name"))
        self.name(self.roll_order, say("Set the order") if self._listing(view) else say("Roll initiative"))
        self.name(self.next, say("Next turn"))
        self.name(self.end, say("End circle {n}", n=view.circle))
        self.name(self.undo, say("Undo the last act"))
        self.name(self.yes, say("Undo all the same"))
        self.name(self.no, say("Leave it"))
        self.name(self.declarer, say("Who declares"))
        self.name(self.quick, say("Actions"))
        self.name(self.actions, say("What is declared, in order"))
        self.actions.placeholder = self.t(say("strike, dodge, climb x3"))
        self.name(self.declare, say("Declare"))
        self.name(self.actor, say("Who acts"))
        self.name(self.what, say("What"))
        self.name(self.seen_by, say("Who sees it"))
        self.name(self.rare, say("Show what is seldom needed"))
        self.name(self.faces, say("Dice thrown by hand (empty: the kit rolls)"))
        everybody = [(self.t(say("Everybody")), "all"), (self.t(say("The GM alone")), "gm")]
        self.choices(self.seen_by, [*everybody, *((name, name) for name in view.players)])

    def _listing(self, view: Any) -> bool:
        return bool(view.fight) and not self._rolls(view)

    # --- what is shown --------------------------------------------------------------------------------------------

    def _clock(self, view: Any) -> str:
        if not view.fight:
            words = say("No fight is going on.")
            return f'<div class="gm-quiet" role="status">{self.h(words)}</div>'
        figures: list[tuple[Words, str]] = [(say("fight"), look.escape(view.fight)), (say("circle"), str(view.circle))]
        place, number = view.circle_in_round
        if number:
            figures.append((say("round"), self.h(say("{n}, circle {place} of it", n=number, place=place))))
        if view.rules.circle_seconds:
            figures.append((say("clock"), f"{view.clock_s // 60}:{view.clock_s % 60:02d}"))
        now = look.escape(view.acting) if view.acting else self.h(say("all declare"))
        figures.append((say("acts now"), now))
        body = "".join(f"<div><dt>{self.h(name)}</dt><dd>{value}</dd></div>" for name, value in figures)
        return f'<div role="status"><dl class="gm-figures">{body}</dl></div>'

    def _order(self, view: Any, rows: Any) -> str:
        if not rows:
            return ""
        rolled = any(row.initiative is not None for row in rows)
        columns = [say("No."), say("Name"), say("Player"), *((say("Initiative"),) if rolled else ())]
        columns += [say("Declared"), say("Condition")]
        body = [self._row(view, row, rolled=rolled) for row in rows]
        marks = ["gm-hit" if row.acts else "gm-dead" if row.dead else "" for row in rows]
        return look.table(
            [self.h(words) for words in columns],
            body,
            self.h(say("The order of acting")),
            numbers=(3,) if rolled else (),
            full=True,
            row_classes=marks,
            kind="gm-fighters",
        )

    def _row(self, view: Any, row: FighterSeen, *, rolled: bool) -> list[str]:
        acts = f' <span class="gm-here">◀ {self.h(say("acts"))}</span>' if row.acts else ""
        hidden = look.badge(self.h(say("hidden")), "secret") if self._is_hidden(view, row.name) else ""
        cells = [str(row.n), f"<b>{look.escape(row.name)}</b>{acts} {hidden}", look.escape(row.player)]
        if rolled:
            cells.append("" if row.initiative is None else str(row.initiative))
        return [*cells, self._declared(view, row), self._condition(view, row)]

    def _is_hidden(self, view: Any, name: str) -> bool:
        return self.acts and view.person(name).audience != "all"

    def _declared(self, view: Any, row: FighterSeen) -> str:
        if row.declared is None:
            waits = row.name in view.waiting
            return f'<span class="gm-quiet">{self.h(say("not yet"))}</span>' if waits else ""
        return ", ".join(self._action(action) for action in row.declared) or self.h(say("nothing"))

    def _action(self, action: ActionSeen) -> str:
        name = look.escape(action.name)
        if action.used:
            return f'<s>{name}</s> <span class="gm-quiet">{self.h(say("done"))}</span>'
        if not action.now:
            return f'{name} <span class="gm-quiet">{self.h(say("carried over"))}</span>'
        if action.done:
            parts = say("{done} of {parts} done", done=action.done, parts=action.parts)
            return f'{name} <span class="gm-quiet">{self.h(parts)}</span>'
        return name

    def _condition(self, view: Any, row: FighterSeen) -> str:
        if row.dead:
            return f"✝ {self.h(say('dead'))}"
        wounds = [
            say("{wound} ({place})", wound=wound.name, place=wound.place) if wound.place else plain(wound.name)
            for wound in view.wounds(row.name)
        ]
        effects = [plain(effect.text) for effect in view.person(row.name).effects]
        return self.h(listing([*wounds, *effects])) if wounds or effects else ""

    def _odds(self, form: Form) -> str:
        try:
            odds: Odds = self.view.odds(self._command(form))
        except NotAllowed as refused:
            odds = Odds(reasons=tuple(refused.reasons))
        if odds.reasons:
            why = "".join(f"<li>{render(reason, self.lang, look.escape)}</li>" for reason in odds.reasons)
            return f'<div class="gm-quiet gm-no-odds">{self.h(say("This cannot be rolled now:"))}<ul>{why}</ul></div>'
        from gmkit.dice import percent

        rows = [
            [
                self.h(name),
                percent(chance, self.lang),
                f'<span class="gm-bar" aria-hidden="true" style="width:{float(chance) * 100:.2f}%"></span>',
            ]
            for name, chance in odds.lines
        ]
        terms = f'<p class="gm-quiet">{self.h(say("Beside the dice: {terms}", terms=odds.terms))}</p>'
        if not rows:
            return terms
        bar = f'<span class="gm-spoken">{self.h(say("Bar"))}</span>'
        columns = [self.h(say("Result")), self.h(say("Chance")), bar]
        caption = self.h(say("Exact odds before the roll"))
        return look.table(columns, rows, caption, numbers=(1,), full=True, kind="gm-odds") + terms

    def still(self, view: Any) -> str:
        """Returns clock and order as a table."""
        title = f'<div class="gm-title">{self.h(self.title)}</div>'
        return f"{title}{self._clock(view)}{self._order(view, view.tracker())}"

    # --- what is pressed ------------------------------------------------------------------------------------------

    def _command(self, form: Form) -> dict[str, Any]:
        command = filled(form, self.actor.value, self.forms[form.verb].values)
        if self.seen_by.value not in (None, "all"):
            command["seen_by"] = self.seen_by.value
        if self.faces.value.strip():
            from gmkit.dice.roll import read_faces

            command["faces"] = list(read_faces(self.faces.value))
        return command

    def _act(self) -> None:
        self.only_gm()
        form = self._form()
        if form is None:
            raise NotAllowed(say("There is nobody to act."))
        done = self.ask(self._command(form))
        lines = [look.escape(line) for line in str(done).splitlines() if line]
        self.result.value = f'<div class="gm-result gm-lines"><div>{"<br>".join(lines)}</div></div>'
        with self._quiet():
            self.faces.value = ""
        self.announce(str(done))
        self._fill()

    def _plainly(self, verb: str) -> None:
        self.only_gm()
        self.tell(str(self.ask({"do": verb})) or say("Done."))

    def _about(self, verb: str) -> None:
        self.only_gm()
        self.tell(str(self.ask({"do": verb, "name": self.joining.value or ""})))

    def _start(self) -> None:
        self.only_gm()
        outcome = self.ask({"do": "fight", "name": self.fight.value.strip()})
        with self._quiet():
            self.fight.value = ""
        self.tell(str(outcome))

    def _initiative(self) -> None:
        self.only_gm()
        command: dict[str, Any] = {"do": "initiative"}
        if self._listing(self.view):
            names = self.listed.value or self.listed.placeholder
            command["order"] = [name.strip() for name in names.split(",") if name.strip()]
        outcome = self.ask(command)
        with self._quiet():
            self.listed.value = ""
        self.tell(str(outcome))

    def _append(self, action: str) -> None:
        if action:
            typed = self.actions.value.strip().rstrip(",")
            self.actions.value = f"{typed}, {action}" if typed else action
            with self._quiet():
                self.quick.value = ""

    def _declare(self) -> None:
        self.only_gm()
        actions = [part.strip() for part in self.actions.value.split(",") if part.strip()]
        command = {"do": "declare", "name": self.declarer.value or "", "actions": actions, "turn": self.view.turn}
        self.tell(str(self.ask(command)))
        with self._quiet():
            self.actions.value = ""

    def _end_circle(self) -> None:
        self.only_gm()
        circle = self.view.circle
        self.ask({"do": "end_circle", "turn": self.view.turn})
        self.result.value = ""
        self.tell(say("Circle {n} is over.", n=circle))

    def _answer(self, place: int) -> None:
        self.only_gm()
        if place < len(self._choices):
            command: Mapping[str, Any] = self._choices[place].command
            self.tell(str(self.ask(command)))

    def _ask_undo(self) -> None:
        self.only_gm()
        seen = self.campaign.undo_takes_back_seen()
        if seen is None:
            self._undo()
            return
        # Players have seen it: the GM is asked first (C091).
        self.question.value = f'<div class="gm-notice" role="alert"><strong>{self.h(seen)}</strong></div>'
        self.show(self.sure, True)

    def _undo(self) -> None:
        self.only_gm()
        self._close_question()
        self.campaign.undo()
        self.result.value = ""
        self.tell(say("Undone. The ledger keeps both, marked."))

    def _keep(self) -> None:
        self._close_question()
        self.tell(say("Nothing was undone."))

    def _close_question(self) -> None:
        self.show(self.sure, False)
        self.question.value = ""
