"""Printed tables as TOML files: a title, a source, and rows of one type, read strictly."""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from typing import TypeVar

from pydantic import ValidationError

from gmkit.core.codec import from_plain, problems
from gmkit.errors import TableError, where_no_toml
from gmkit.words import say, shown

R = TypeVar("R")


def load_table(path: Traversable, row_type: type[R]) -> tuple[R, ...]:
    """Returns the rows of a table file, in its order.

    Raises:
        TableError: If the file is no TOML, or a row has a missing, an extra or a mistyped column; names file, row and
            column.
    """
    return read_table(path.read_text(encoding="utf-8"), row_type, name=path.name)


def read_table(text: str, row_type: type[R], *, name: str) -> tuple[R, ...]:
    """Returns the rows of a table given as text; *name* is the file's name for errors."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableError(say("{file} is no TOML: {error}.", file=name, error=where_no_toml(error))) from None
    rows = []
    for number, row in enumerate(data.get("row", ()), start=1):
        try:
            rows.append(from_plain(row_type, row))
        except ValidationError as error:
            place, expected, value = problems(error)[0]
            raise TableError(
                say(
                    "{file}, row {number}, {place}: {value}, expected {expected}.",
                    file=name,
                    number=number,
                    place=place,
                    value=shown(value),
                    expected=expected,
                )
            ) from None
    return tuple(rows)
