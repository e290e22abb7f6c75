"""What the components of persons and fights share: a character to choose, fields from forms, and a look."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import ipywidgets
from ipywidgets import Widget

from gmkit.core.persons.forms import Field
from gmkit.widgets import look
from gmkit.widgets.base import GmWidget
from gmkit.widgets.key_guard import front_end
from gmkit.words import Words, render, say


class PersonWidget(GmWidget):
    """The base of components of a campaign with characters.

    Args:
        campaign: A campaign of a system of persons.
        viewer: "gm" acts here; "public" and a player's name see what that viewer knows.
        name: The character to begin with; None: the viewer's first.
    """

    needs_campaign = True
    chooses: ClassVar[bool] = True
    """Whether one character at a time is shown."""

    def __init__(self, campaign: Any = None, viewer: str = "gm", name: str | None = None, **options: Any) -> None:
        self._wanted = name
        super().__init__(campaign, viewer, **options)

    def _has_what_it_needs(self) -> bool:
        return super()._has_what_it_needs() and hasattr(self.view, "sheet_pieces")

    def _nothing_to_show(self) -> str:
        if self.campaign is None:
            return super()._nothing_to_show()
        return f'<div class="gm-notice">{self.h(say("This campaign has no characters: its system knows none."))}</div>'

    # --- the chosen character -------------------------------------------------------------------------------------

    def chooser(self) -> ipywidgets.Dropdown:
        """Returns the list of characters, made once."""
        self.who = look.choice()
        self.on_change(self.who, lambda _name: self._chosen_another())
        return self.who

    def _chosen_another(self) -> None:
        self._wanted = self.who.value
        self._draw_all()

    def choose(self, name: str) -> None:
        """Shows another character, by public or true name.

        Raises:
            NotAllowed: If the viewer knows nobody of that name.
        """
        self._wanted = self.view.person(name).public_name
        self._draw_all()

    @property
    def chosen(self) -> str:
        """The public name of the character that is shown; empty if there is none."""
        return self.who.value or "" if self._has_what_it_needs() else ""

    def draw_chooser(self, view: Any) -> str:
        """Fills the list, the viewer's own characters first, and returns the chosen one; empty if there is none."""
        self.name(self.who, say("Character"))
        own = list(view.own)
        names = [*own, *(name for name in view.persons if name not in own)] if not self.acts else list(view.persons)
        pairs = [(self._label(view, name, name in own), name) for name in names]
        self.choices(self.who, pairs)
        if self._wanted is not None:
            person = view.state.find(self._wanted)
            if person is not None and person.public_name != self.who.value:
                self.who.value = person.public_name
        return self.who.value or ""

    def _label(self, view: Any, name: str, own: bool) -> str:
        person = view.person(name)
        player = view.session.names.get(person.seat or "", "")
        if self.acts and not player:
            return self.t(say("{who} (the GM's)", who=name))
        return self.t(say("{who} ({player})", who=name, player=player)) if player else name

    # --- what all of them use -------------------------------------------------------------------------------------

    @staticmethod
    def styled() -> Widget:
        """Returns the style sheet of these components, once a component."""
        style = look.page()
        style.value = f"<style>{front_end('persons.css')}</style>"
        return style

    @staticmethod
    def show(widget: Any, shown: bool) -> None:
        """Lets a control take room, or not."""
        widget.layout.display = None if shown else "none"


class FormFields:
    """The controls of a form's fields, made once; what may be chosen changes with who acts.

    Args:
        component: The component that they belong to.
        fields: The fields; their names and kinds stay, their labels and options may change.
        changed: Called when a person fills one in.
    """

    def __init__(self, component: GmWidget, fields: Sequence[Field], changed: Callable[[], Any] | None = None) -> None:
        self._component = component
        self.controls: dict[str, Any] = {}
        self._options: dict[str, tuple[tuple[str, Any], ...]] = {}
        self._starts: dict[str, Any] = {}
        for field in fields:
            self.controls[field.name] = control = _control(field)
            if changed is not None:
                component.on_change(control, lambda _new: changed())
        self.box = look.row(*self.controls.values(), kind="gm-form")

    def draw(self, fields: Sequence[Field], whose: str = "") -> None:
        """Names the controls and fills their options; what was filled in stays while it can be chosen."""
        component = self._component
        for field in fields:
            control = self.controls[field.name]
            component.name(control, field.label)
            if isinstance(control, ipywidgets.Dropdown):
                self._draw_choice(field, control, whose)
            elif self._starts.get(field.name, _UNSET) != (field.start, ""):
                self._starts[field.name] = (field.start, "")
                if not control.value:
                    control.value = bool(field.start) if field.kind == "tick" else _text(field.start)

    def _draw_choice(self, field: Field, control: Any, whose: str) -> None:
        pairs = tuple((render(label, self._component.lang), _key(value)) for label, value in field.options)
        values = {_key(value): value for _, value in field.options}
        self._options[field.name] = tuple(values.items())
        self._component.choices(control, pairs)
        # What a form begins with is offered anew when another acts, or when it changes, such as the cover of a target.
        start = (_key(field.start), whose)
        if self._starts.get(field.name) != start:
            self._starts[field.name] = start
            if start[0] in values:
                control.value = start[0]

    def fold(self, fields: Sequence[Field], *, folded: bool) -> None:
        """Keeps what is seldom needed out of the way; one that was filled in stays in sight."""
        for field in fields:
            control = self.controls[field.name]
            at_start = control.value in (_key(field.start), _text(field.start), bool(field.start))
            control.layout.display = "none" if folded and field.rare and at_start else None

    @property
    def values(self) -> dict[str, Any]:
        """What is filled in, by the name of each field."""
        found: dict[str, Any] = {}
        for name, control in self.controls.items():
            if isinstance(control, ipywidgets.Dropdown):
                found[name] = dict(self._options.get(name, ())).get(control.value)
            else:
                found[name] = control.value.strip() if isinstance(control.value, str) else control.value
        return found

    def clear(self, *names: str) -> None:
        """Empties fields of text and numbers after they were used."""
        for name in names or self.controls:
            if isinstance(self.controls.get(name), ipywidgets.Text):
                self.controls[name].value = ""


_UNSET = object()


def _control(field: Field) -> Any:
    match field.kind:
        case "choice" | "modifier":
            return look.choice()
        case "tick":
            return look.check()
        case "number":
            # Text, so that 2,7 arrives as it was typed and is refused aloud (C133).
            return look.text_field("short", value=_text(field.start))
        case _:
            return look.text_field()


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _key(value: Any) -> str:
    """Returns a value as a drop-down list may hold it: lists are no values there."""
    return "" if value is None else ":".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def said(component: GmWidget, pairs: Mapping[str, Words]) -> dict[str, str]:
    """Returns words in a component's language."""
    return {name: component.t(words) for name, words in pairs.items()}
