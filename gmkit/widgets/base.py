"""What every component is: a box that draws its viewer's view and asks the campaign for commands (W1-W10).

A component has three methods. `build` makes the children once, `draw` fills them on every change, `still` returns HTML
for readers without a kernel. A click calls `ask`, which hands a command to the campaign.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, ClassVar

import ipywidgets
from ipywidgets import Widget

from gmkit.errors import GmkitError, NotAllowed
from gmkit.widgets import look
from gmkit.widgets.cells import CELLS
from gmkit.widgets.key_guard import KeyGuard
from gmkit.words import Words, current_language, render, say, speaking

RERAISE = False
"""Tests set it: an unexpected error in a handler is raised again after it was shown and logged."""

_logger = logging.getLogger(__name__)


_LOCK = threading.RLock()
"""Held while a component acts or draws; a campaign that has a lock of its own brings it, so that there is only one."""


class GmWidget(ipywidgets.VBox):
    """A component: its viewer's view on the screen, and commands for the campaign.

    Args:
        campaign: The campaign to follow; None where the component works alone.
        viewer: "gm", "public" or a player's name: whose knowledge is drawn. The view never holds more than that.
        options: The component's own options, see its class.
    """

    title: ClassVar[Words] = ""
    """What the component is called, on the page and for screen readers."""
    needs_campaign: ClassVar[bool] = False
    """Whether there is nothing to draw without a campaign; it then says so."""
    fits: ClassVar[tuple[str, ...]] = ("gm", "player", "public")
    """Whose desk it belongs on."""

    def __init__(self, campaign: Any = None, viewer: str = "gm", **options: Any) -> None:
        super().__init__()
        self.campaign = campaign
        self.viewer = viewer
        self.options = options
        self.view: Any = None
        # JupyterLab hands clicks to a thread of their own (a kernel subshell) while cells run in another.
        self._lock = getattr(campaign, "lock", _LOCK)
        self._busy = False
        self._drawing = False
        self._closed = False
        self._headed = ""
        self.is_part = False
        """Whether it lies on a desk, which says for all of its parts that the campaign cannot be read."""
        self._asked = count(1)
        self._wishes: dict[Widget, bool] = {}
        self._extra: list[Widget] = []
        self._stop_watching: Callable[[], None] | None = None
        try:
            self._make()
        except BaseException:
            self.close()
            raise
        CELLS.add(self)

    def _make(self) -> None:
        self.view = self._look()
        self.guard = KeyGuard()
        self.head = look.page("gm-head-page")
        self.notice = look.page("gm-notice-page")
        self.add_class("gm-component")
        body = self.build() if self._has_what_it_needs() else ()
        # A component may place its notice near the button that it is about; else it stands at the end.
        placed: dict[int, Widget] = {}
        _walk(body, placed)
        self.children = (self.guard, self.head, *body, *(() if id(self.notice) in placed else (self.notice,)))
        self._draw_all()
        if self.campaign is not None:
            self._stop_watching = self.campaign.watch(self.refresh)

    # --- what a component writes ----------------------------------------------------------------------------------

    def build(self) -> tuple[Widget, ...]:
        """Returns the children, made once and empty."""
        raise TypeError(f"{type(self).__name__} does not say this of itself")

    def draw(self, view: Any) -> None:
        """Fills the children from *view* (None where there is no campaign); called on every change."""
        raise TypeError(f"{type(self).__name__} does not say this of itself")

    def still(self, view: Any) -> str:
        """Returns the view as HTML for readers without a kernel, with nothing that the view lacks."""
        raise TypeError(f"{type(self).__name__} does not say this of itself")

    @property
    def acts(self) -> bool:
        """Whether something can be done here: at the GM's desk alone."""
        return self.viewer == "gm"

    def heading(self) -> Words:
        """Returns what stands above the component; its title, unless it says more."""
        return self.title

    # --- what a component uses ------------------------------------------------------------------------------------

    @property
    def lang(self) -> str:
        """The language of every label: the campaign's, or the current one."""
        return str(self.campaign.lang) if self.campaign is not None else current_language()

    def t(self, words: Words) -> str:
        """Returns *words* in the component's language, for traits that show plain text (labels, options)."""
        return render(words, self.lang)

    def h(self, words: Words) -> str:
        """Returns *words* in the component's language as HTML: what people wrote is escaped (W7)."""
        return render(words, self.lang, look.escape)

    def name(self, widget: Widget, words: Words, tip: Words = "") -> None:
        """Gives a control its name (every control has one, W6) and its tip."""
        widget.description = self.t(words)
        if widget.has_trait("tooltip"):
            widget.tooltip = self.t(tip or words)

    def choices(self, widget: Widget, pairs: Sequence[tuple[str, Any]]) -> None:
        """Fills a drop-down list with (label, value); the chosen value stays if it is still there."""
        options = tuple(pairs)
        if tuple(widget.options) == options:
            return
        kept = widget.value
        values = [value for _, value in options]
        with self._quiet():
            widget.options = options
            widget.value = kept if kept in values else (values[0] if values else None)

    def may(self, button: Widget, allowed: bool) -> None:
        """Switches a button on or off; one that is being answered stays off until the answer (W4)."""
        self._wishes[button] = allowed
        if not self._busy or button is not self._pressed:
            button.disabled = not allowed

    def on_click(self, button: Widget, action: Callable[[], Any], what: Words = "") -> None:
        """Has a button do *action*: one click, one time, off until the answer, errors in place (W3, W4)."""
        button.add_class("gm-once")
        button.on_click(lambda _button: self._attempt(action, what, button))

    def on_change(self, widget: Widget, action: Callable[[Any], Any], name: str = "value") -> None:
        """Has a control call `action(new value)` when a person changes it; not when `draw` does."""

        def changed(change: Any) -> None:
            if not self._drawing:
                self._attempt(lambda: action(change["new"]), "", None)

        widget.observe(changed, names=name)

    def own(self, widget: Widget) -> Widget:
        """Returns *widget*, noted to be closed with the component although it is not always among its children."""
        self._extra.append(widget)
        return widget

    def new_id(self) -> str:
        """Returns a fresh id for a command: the campaign adds nothing twice under one id (W4)."""
        return f"w-{self.guard.model_id[:16]}-{next(self._asked)}"

    def ask(self, command: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Any:
        """Returns what the campaign answers to *command*, or to several, all or none; refusals are raised (W1).

        Called in what `on_click` or `on_change` was given, so that they are shown in place.
        """
        if self.campaign is None:
            raise GmkitError(say("This needs a campaign: give one to the component."))
        self.only_gm()
        return self.campaign.do(command, id=self.new_id())

    def only_gm(self) -> None:
        """Raises NotAllowed where somebody else than the GM looks: a hidden button is no lock (C091)."""
        if not self.acts:
            raise NotAllowed(say("The GM does this; here is only what {name} sees.", name=self.viewer))

    def tell(self, words: Words) -> None:
        """Says in place, and aloud, what was done."""
        self._set_notice("gm-done", "status", f"<span>{self.h(words)}</span>")

    def announce(self, words: Words) -> None:
        """Has a screen reader say *words*, without a line on the page."""
        self.guard.speak(self.t(words))

    def hush(self) -> None:
        """Takes the last answer or refusal off the page."""
        self.notice.value = ""

    def refuse(self, error: GmkitError, what: Words = "") -> None:
        """Shows a refusal in place: what was refused, why, and what was kept (W3)."""
        refused = self.h(say("Not done: {what}.", what=what)) if what else self.h(say("Not done."))
        kept = self.h(say("Nothing was changed; what you entered is still here."))
        why = self._why(error)
        self._set_notice("gm-refusal", "alert", f'<strong>{refused}</strong> {why}<span class="gm-quiet">{kept}</span>')

    def _why(self, error: GmkitError) -> str:
        """Returns the reasons of a refusal as HTML; what people wrote in them is escaped (W7)."""
        reasons = error.reasons if isinstance(error, NotAllowed) else [error.words]
        with speaking(self.lang):
            texts = [
                reason.render(self.lang, look.escape) if not isinstance(reason, str) else look.escape(reason)
                for reason in reasons
            ]
        caret = " gm-caret" if any("^" in text and "\n" in text for text in texts) else ""
        if len(texts) == 1:
            return f'<span class="gm-why{caret}">{texts[0]}</span>'
        return "<ul>" + "".join(f'<li class="gm-why">{text}</li>' for text in texts) + "</ul>"

    # --- following the campaign -----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draws the campaign as it stands; called by itself after every change, also by another kernel."""
        with self._lock:
            self._refresh_alone()

    def _refresh_alone(self) -> None:
        if self._closed:
            return
        try:
            self.view = self._look()
            self._draw_all()
        except GmkitError as error:
            self._show_blind(error)
        except Exception as error:
            _logger.exception("%s could not be drawn", type(self).__name__)
            self.unexpected(error, say("showing the campaign as it stands"))

    def _show_blind(self, error: GmkitError) -> None:
        """Says at the top, where it is seen whatever is open below, that the campaign cannot be read, and why."""
        if not self.is_part:
            old = self.h(say("What stands below may be out of date: the campaign cannot be read now."))
            alert = f'<div class="gm-notice gm-refusal" role="alert"><strong>{old}</strong> {self._why(error)}</div>'
            self.head.value = f"{self._headed}{alert}"

    def _look(self) -> Any:
        return None if self.campaign is None else self.campaign.view(self.viewer)

    def _draw_all(self) -> None:
        with speaking(self.lang), self._quiet():
            name = self.t(self.heading()) or type(self).__name__
            whose = self.t(self._whose())
            self.guard.label = f"{name}: {whose}" if whose else name
            self.guard.lang = self.lang
            badge = look.badge(self.h(self._whose()), "secret" if self.viewer == "gm" else "open") if whose else ""
            self._headed = self.head.value = (
                f'<div class="gm-head"><div class="gm-title" role="heading" aria-level="3">{look.escape(name)}</div>'
                f"{badge}</div>"
            )
            if self._has_what_it_needs():
                self.draw(self.view)
            else:
                self.notice.value = self._nothing_to_show()

    def _has_what_it_needs(self) -> bool:
        return self.campaign is not None or not self.needs_campaign

    def _nothing_to_show(self) -> str:
        example = f"{type(self).__name__}(c)"
        words = say("There is no campaign to show here: give one, as in {example}.", example=example)
        return f'<div class="gm-notice">{self.h(words)}</div>'

    def _whose(self) -> Words:
        """Returns whose knowledge is drawn, for the label in the corner."""
        if self.campaign is None:
            return ""
        if self.viewer == "gm":
            return say("The GM sees everything here")
        if self.viewer == "public":
            return say("What everybody knows")
        return say("What {name} knows", name=self.viewer)

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Lets the component set values without taking them for a person's."""
        before, self._drawing = self._drawing, True
        try:
            yield
        finally:
            self._drawing = before

    # --- handlers -------------------------------------------------------------------------------------------------

    _pressed: Any = None
    _closed = True
    """Nothing to close yet: options may be refused before the widget is made."""

    def _attempt(self, action: Callable[[], Any], what: Words, button: Any) -> None:
        with self._lock:
            self._attempt_alone(action, what, button)

    def _attempt_alone(self, action: Callable[[], Any], what: Words, button: Any) -> None:
        if self._busy or self._closed:
            return
        self._busy, self._pressed = True, button
        if button is not None:
            self._wishes.setdefault(button, not button.disabled)
            button.disabled = True
        try:
            self.hush()
            with speaking(self.lang):
                action()
        except GmkitError as error:
            # A refusal may come from what another kernel did meanwhile: draw that too.
            if self.campaign is not None:
                self.refresh()
            self.refuse(error, what)
        except Exception as error:
            _logger.exception("%s: a handler failed", type(self).__name__)
            self.unexpected(error, what)
        finally:
            self._busy, self._pressed = False, None
            if not self._closed:
                if button is not None:
                    button.disabled = not self._wishes[button]
                self.guard.answers += 1

    def unexpected(self, error: Exception, what: Words) -> None:
        """Shows an error that nobody meant, in place; the caller has logged its traceback (W3)."""
        name = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        failed = self.h(say("This went wrong: {what}.", what=what)) if what else self.h(say("Something went wrong."))
        why = self.h(say("It is a fault of the kit, not yours ({error}); the details are in the log.", error=name))
        kept = self.h(say("The campaign keeps everything that was recorded; look at the ledger before you try again."))
        self._set_notice(
            "gm-refusal",
            "alert",
            f'<strong>{failed}</strong> <span class="gm-why">{why}</span><span class="gm-quiet">{kept}</span>',
        )
        if RERAISE:
            raise error

    def _set_notice(self, kind: str, role: str, content: str) -> None:
        self.notice.value = f'<div class="gm-notice {kind}" role="{role}">{content}</div>'

    @property
    def is_closed(self) -> bool:
        """Whether the component was closed; it draws nothing any more."""
        return self._closed

    # --- for notebooks --------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        about = [repr(str(self.campaign.title))] if self.campaign is not None else []
        return f"{type(self).__name__}({', '.join([*about, f'viewer={self.viewer!r}'])})"

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, Any]:
        with speaking(self.lang):
            content = self.still(self.view) if self._has_what_it_needs() else self._nothing_to_show()
            still = look.still_page(content, self.lang)
        bundle: dict[str, Any] = {"text/plain": repr(self), "text/html": still}
        if not self._closed:
            bundle["application/vnd.jupyter.widget-view+json"] = {
                "version_major": 2,
                "version_minor": 0,
                "model_id": self.model_id,
            }
        return bundle

    def close(self) -> None:
        """Leaves no widget behind: children, their layouts and styles, and what `own` noted (W2)."""
        if self._closed:
            return
        self._closed = True
        if self._stop_watching is not None:
            self._stop_watching()
            self._stop_watching = None
        CELLS.forget(self)
        found: dict[int, Widget] = {}
        for widget in (self, *self._extra):
            _walk(widget, found)
        for widget in found.values():
            if widget is self:
                continue
            widget.unobserve_all()
            widget.close()
        super().close()
        # ipywidgets hides this method of a closed widget; the still picture may be shown all the same.
        self.__dict__.pop("_repr_mimebundle_", None)


def _walk(value: Any, found: dict[int, Widget]) -> None:
    """Collects every widget reachable through traits, tuples and mappings."""
    if isinstance(value, Widget):
        if id(value) in found:
            return
        found[id(value)] = value
        for inner in list(value._trait_values.values()):
            _walk(inner, found)
    elif isinstance(value, Mapping):
        for inner in value.values():
            _walk(inner, found)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            _walk(inner, found)
