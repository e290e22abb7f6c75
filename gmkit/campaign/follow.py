"""Tells widgets that a campaign changed: at once after an act of this kernel, within a second after another's."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Callable
from inspect import ismethod

from gmkit.errors import GmkitError

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.5
"""Seconds between two looks at the file while somebody watches."""


class Followers:
    """Those who want to be told when a campaign changes."""

    def __init__(self, look: Callable[[], object]) -> None:
        self._look = weakref.WeakMethod(look) if ismethod(look) else lambda: look
        """Gives the look, None when the campaign is gone: those who follow hold it, not this."""
        self._callbacks: list[Callable[[], None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._trouble = ""
        """What the last look was refused with; said once, and again when it is over."""

    def add(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls *callback* after every change from now on; returns the function that ends it."""
        self._callbacks.append(callback)
        self._wait()

        def stop() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)
            if not self._callbacks:
                self.stop()

        return stop

    def tell(self) -> None:
        """Calls everybody; one that fails stops no other, and its error is in the log."""
        for callback in tuple(self._callbacks):
            try:
                callback()
            except Exception:
                log.exception("A widget could not follow the campaign.")

    def stop(self) -> None:
        """Stops looking at the file."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        if self._timer is not None or not self._callbacks:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            # No event loop, so no live page to follow it: a script looks when it calls.
            return
        self._timer = loop.call_later(LOOK_EVERY_S, self._tick)

    def _tick(self) -> None:
        self._timer = None
        look = self._look()
        if look is None:
            return
        try:
            look()
            self._say_trouble("")
        except GmkitError as refused:
            self._say_trouble(str(refused))
        except Exception:
            log.exception("The campaign file could not be looked at.")
        self._wait()

    def _say_trouble(self, trouble: str) -> None:
        """Has everybody look again where the file cannot be read, and once more when it can: they show why in place."""
        if trouble != self._trouble:
            self._trouble = trouble
            self.tell()
