"""What every test gets: English to begin with, and an error that a callback swallowed fails the test it happened in."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from gmkit.words import set_language


class _Tracebacks(logging.Handler):
    """Keeps every record that carries a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[0] is not None:
            self.records.append(record)


@pytest.fixture(autouse=True)
def swallowed_errors() -> Iterator[list[logging.LogRecord]]:
    """Gives the records with a traceback so far; any that is left at the end fails the test.

    ipywidgets only logs what a click handler raises, so `button.click()` passes over an error. A test that means to
    raise one looks at the list and clears it.
    """
    handler = _Tracebacks()
    logging.getLogger().addHandler(handler)
    yield handler.records
    logging.getLogger().removeHandler(handler)
    formatter = logging.Formatter()
    told = [f"{record.getMessage()}\n{formatter.formatException(record.exc_info)}" for record in handler.records]
    assert not told, "\n".join(told)


@pytest.fixture(autouse=True)
def english() -> None:
    """Sets the language of what has no campaign back: a Russian campaign that was opened before leaves its own."""
    set_language("en")
