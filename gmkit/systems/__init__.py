"""The rule systems: every folder below is one, found by itself."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from gmkit.core.rulebook import RuleHome, find_rules
from gmkit.errors import NotAllowed
from gmkit.words import listing, say, shown

if TYPE_CHECKING:
    from gmkit.core.system import System


def names() -> list[str]:
    """Returns the ids of the systems, sorted: the names of the folders here."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def find_system(name: str) -> System:
    """Returns the system with this id.

    Raises:
        NotAllowed: If there is none; names those that there are.
    """
    if name in _added:
        return _added[name]
    if name not in names():
        known = listing(sorted({*names(), *_added}))
        raise NotAllowed(say("There is no system {name}; there are: {known}.", name=shown(name), known=known))
    system: System = import_module(f"{__name__}.{name}").SYSTEM
    return system


_added: dict[str, System] = {}


def add_system(system: System) -> None:
    """Makes a system known that lives elsewhere, such as one of a test."""
    _added[system.id] = system
    find_system.cache_clear()


def load_all() -> list[System]:
    """Returns all systems, loaded."""
    return [find_system(name) for name in names()]


def where(text: str) -> list[RuleHome]:
    """Returns the homes of all systems' rules whose id, name or first line holds *text*, any case; sorted by id."""
    if not isinstance(text, str):
        raise NotAllowed(say("A rule is looked for by a text, such as its number, not by {value}.", value=repr(text)))
    load_all()
    return find_rules(text)
