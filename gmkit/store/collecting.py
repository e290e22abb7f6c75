"""Python's collector of garbage, kept off while very many objects are made that are going to stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY = 2000
"""Below so many items the collector costs next to nothing, and is left alone."""


@contextmanager
def without_gc(items: int) -> Iterator[None]:
    """Keeps the collector off for a block that makes so many items: it would look at all of them, again and again."""
    if items < MANY or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            # Frozen and thawed at once they count as old: the next small collection need not look at them. What is
            # garbage by then waits for a full one, so a campaign must not need it: nothing in it points back at it.
            gc.freeze()
            gc.unfreeze()
        gc.enable()
