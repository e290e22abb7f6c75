"""What each kind of fact is called in a ledger: tables, one for each folder that has facts of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from gmkit.core.tables import load_table
from gmkit.words import Term


@dataclass(frozen=True, kw_only=True)
class KindRow:
    """A kind of fact and its name."""

    id: str
    """The kind on disk; "undo" and "redo" are the ledger's own."""
    en: str
    ru: str


def load_kinds(path: Traversable) -> Mapping[str, Term]:
    """Returns the name of each kind in a `kinds.toml`."""
    return {row.id: Term(row.en, row.ru) for row in load_table(path, KindRow)}


COMMON_KINDS = load_kinds(files("gmkit.core") / "kinds.toml")
"""The kinds that every campaign has."""
