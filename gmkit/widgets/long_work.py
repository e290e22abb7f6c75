"""Work that takes a while: shows how far it is, leaves the page alive meanwhile, and can be stopped (W10)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from gmkit.errors import GmkitError
from gmkit.widgets import look
from gmkit.words import Words, say

if TYPE_CHECKING:
    from gmkit.widgets.base import GmWidget

_logger = logging.getLogger(__name__)


class LongWork:
    """A line that says how far the work is, and a button that stops it; hidden while nothing is worked on."""

    def __init__(self, component: GmWidget) -> None:
        self._component = component
        self._stopped = False
        self._task: asyncio.Task[None] | None = None
        self.line = look.page()
        self.stop = look.button()
        self.box = look.row(self.line, self.stop)
        self.box.add_class("gm-middle")
        self.box.layout.display = "none"
        component.on_click(self.stop, self._ask_to_stop, say("stopping"))

    def draw(self) -> None:
        """Names the button, in the language of the moment; called by the component's `draw`."""
        self._component.name(self.stop, say("Stop"), say("Stops the work; nothing is written"))

    @property
    def goes_on(self) -> bool:
        """Whether something is being worked on."""
        return self._task is not None

    def start(self, steps: Iterator[tuple[int, int]], finish: Callable[[], Any], what: Words) -> None:
        """Takes the steps one after another, then calls *finish*.

        Args:
            steps: Yields (done, total) after each step; a step is short, some tens of milliseconds.
            finish: What is left to do at the end, such as writing the file; not called when stopped.
            what: What is worked on, for a refusal.
        """
        self._stopped = False
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            # A script: there is no page to keep alive.
            for _ in steps:
                pass
            finish()
            return
        self.box.layout.display = None
        self._task = loop.create_task(self._go(steps, finish, what))

    def close(self) -> None:
        """Ends the work with the component."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _go(self, steps: Iterator[tuple[int, int]], finish: Callable[[], Any], what: Words) -> None:
        component = self._component
        try:
            for done, total in steps:
                words = say("{done} of {total}", done=done, total=total)
                self.line.value = f'<span class="gm-quiet" role="status">{component.h(words)}</span>'
                # Lets the kernel read what was clicked meanwhile.
                await asyncio.sleep(0.005)
                if self._stopped:
                    component.tell(say("Stopped; nothing was written."))
                    return
            finish()
        except GmkitError as error:
            component.refuse(error, what)
        except Exception as error:
            _logger.exception("%s: long work failed", type(component).__name__)
            component.unexpected(error, what)
        finally:
            self._task = None
            if not component.is_closed:
                self.box.layout.display = "none"
                self.line.value = ""
                component.refresh()

    def _ask_to_stop(self) -> None:
        self._stopped = True
