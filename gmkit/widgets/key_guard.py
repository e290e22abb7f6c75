"""The small front-end part in the root of every component: keys, role and name, speech, one command a click (W4-W6)."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import anywidget
import traitlets


def front_end(name: str) -> str:
    """Returns the text of a script or style sheet beside this file; plain text, so nothing watches it for changes."""
    return (files("gmkit.widgets") / name).read_text(encoding="utf-8")


class KeyGuard(anywidget.AnyWidget):
    """Keeps the keys pressed in a component from the notebook, and tells screen readers what the component is.

    It is drawn as an empty line; once on the page it finds the component around it (`.gm-component`).
    """

    _esm = front_end("key_guard.js")
    _css = front_end("look.css")

    label = traitlets.Unicode("").tag(sync=True)
    """The component's name for screen readers."""
    lang = traitlets.Unicode("en").tag(sync=True)
    spoken = traitlets.Unicode("").tag(sync=True)
    """What is read out next."""
    spoken_count = traitlets.Int(0).tag(sync=True)
    """Rises with each announcement, so that the same words can be said twice."""
    answers = traitlets.Int(0).tag(sync=True)
    """Rises when a click was answered: the buttons listen again."""
    attributes = traitlets.Dict().tag(sync=True)
    """Attributes for elements inside the component: {CSS selector: {attribute: value, or None to remove it}}."""

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.add_class("gm-guard")

    def speak(self, text: str) -> None:
        """Has a screen reader say *text* when it is next idle."""
        with self.hold_sync():
            self.spoken = text
            self.spoken_count += 1
