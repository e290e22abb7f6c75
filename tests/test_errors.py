"""What a notebook shows of an error that the kit raises on purpose: its sentence, and no traceback."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from IPython.core.interactiveshell import InteractiveShell

import gmkit
from gmkit.errors import NotAllowed
from gmkit.words import say


def shown(source: str) -> str:
    """Returns what a cell shows that raises."""
    shell = InteractiveShell()
    said: list[str] = []
    # What a kernel sends to the page as the traceback.
    shell._showtraceback = lambda _kind, _error, lines: said.extend(lines)
    shell.run_cell(source)
    return "\n".join(said)


def test_notebook_shows_a_refusal_as_its_sentence_alone():
    text = shown("from gmkit import dice\ndice.roll('d0')")
    assert "d0" in text
    assert "Traceback" not in text
    assert "gmkit/" not in text


def test_lines_of_a_sentence_stay_apart():
    error = NotAllowed(say("First {n}.", n=1), say("Second."))
    assert error._render_traceback_() == ["First 1. Second."]
    assert NotAllowed(say("2d6+\n   ^"))._render_traceback_() == ["2d6+", "   ^"]


def test_fault_of_the_kit_still_shows_its_traceback():
    assert "ZeroDivisionError" in shown("1 / 0")
    assert "Traceback" in shown("1 / 0")


def test_teaching_clock_goes_on_by_a_minute():
    clock = gmkit.teaching_clock("2026-03-01 20:00")
    assert [clock(), clock()] == [datetime(2026, 3, 1, 20, 0, tzinfo=UTC), datetime(2026, 3, 1, 20, 1, tzinfo=UTC)]


def test_teaching_clock_keeps_a_zone_that_is_named():
    assert gmkit.teaching_clock("2026-03-01T20:00+03:00")() == datetime(2026, 3, 1, 17, 0, tzinfo=UTC)


@pytest.mark.parametrize("start", ["yesterday", "", 5, None])
def test_teaching_clock_refuses_what_is_no_time(start):
    with pytest.raises(gmkit.GmkitError, match="2026-03-01 20:00"):
        gmkit.teaching_clock(start)
