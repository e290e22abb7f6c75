"""The one clock of gmkit: whatever needs the time takes a clock as an argument, and is given this one if no other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

from gmkit.core.command import shown
from gmkit.errors import NotAllowed
from gmkit.words import say

Clock = Callable[[], datetime]


def now() -> datetime:
    """Returns the time, in UTC."""
    return datetime.now(UTC)


def stamp(clock: Clock) -> str:
    """Returns the clock's time as it is stored: UTC, whole seconds ("2026-03-29T20:59:00Z").

    Raises:
        NotAllowed: If the clock gives something else than a time.
    """
    at: object = clock() if callable(clock) else clock
    if not isinstance(at, datetime):
        raise NotAllowed(say("A clock is a function that gives a datetime, not {value}.", value=shown(at)))
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def teaching_clock(start: str) -> Clock:
    """Returns a clock for notebooks and samples: it begins at *start* (UTC) and goes on by a minute at each look.

    Usage: `gmkit.create(…, clock=gmkit.teaching_clock("2026-03-01 20:00"))`.

    Raises:
        NotAllowed: If *start* is no date and time.
    """
    try:
        first = datetime.fromisoformat(start)
    except (TypeError, ValueError):
        raise NotAllowed(say('A time is written "2026-03-01 20:00", not {value}.', value=shown(start))) from None
    first = first if first.tzinfo else first.replace(tzinfo=UTC)
    # Not the time of day: two runs must write the same, and two entries never bear the same time.
    minutes = count()
    return lambda: first + timedelta(minutes=next(minutes))
