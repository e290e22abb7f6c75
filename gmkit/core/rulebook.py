"""Where each rule lives: `@rule("Z15")` on its function, `where("grinder")` to find it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True)
class RuleHome:
    """The function that is the home of some rules."""

    ids: tuple[str, ...]
    name: str
    file: str
    line: int
    says: str
    """The first line of its docstring."""

    def __str__(self) -> str:
        return f"{', '.join(self.ids)}: {self.name} ({self.file}:{self.line})"


_homes: dict[str, RuleHome] = {}


def rule(*ids: str) -> Callable[[F], F]:
    """Returns a decorator that registers a function as the home of the rules *ids*."""

    def register(function: F) -> F:
        code = inspect.unwrap(function).__code__
        path = Path(code.co_filename)
        short = "/".join(path.parts[-4:])
        says = (inspect.getdoc(function) or "").partition("\n")[0]
        name = f"{function.__module__}.{function.__qualname__}"
        _homes[name] = RuleHome(ids, name, short, code.co_firstlineno, says)
        return function

    return register


def find_rules(text: str) -> list[RuleHome]:
    """Returns the homes of the rules loaded so far whose id, name or docstring holds *text*, any case; sorted by id."""
    wanted = text.casefold()

    def matches(home: RuleHome) -> bool:
        if any(rule_id.casefold() == wanted for rule_id in home.ids):
            return True
        return wanted in home.name.casefold() or wanted in home.says.casefold()

    return sorted(filter(matches, _homes.values()), key=lambda home: (home.ids, home.name))


def homes() -> list[RuleHome]:
    """Returns the homes of all rules of the systems loaded so far, sorted by id."""
    return sorted(_homes.values(), key=lambda home: (home.ids, home.name))
