"""Rulings as settings: each with its default, its choices and its reason, in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from gmkit.errors import TableError
from gmkit.words import Sentence, Term, listing, say, shown


@dataclass(frozen=True)
class Setting:
    """One ruling that a GM may turn."""

    name: str
    ruling: str
    default: Any
    choices: tuple[Any, ...]
    """The values allowed; empty where the system checks the value itself, or any whole number of a span will do."""
    title: Term
    why: Term
    labels: Mapping[Any, Term]
    fixed: bool = False
    """Whether it can be set at creation only."""
    whole: tuple[int, int] | None = None
    """The least and the greatest whole number allowed beside the choices."""

    def refusal(self, value: Any) -> Sentence | None:
        """Returns why *value* is not allowed, None if it is."""
        # True == 1 in Python: a choice is compared with its type.
        if any(type(value) is type(choice) and value == choice for choice in self.choices):
            return None
        if self.whole is not None:
            return self._span_refusal(value)
        if not self.choices:
            return None
        return say(
            "The setting {name} cannot be {value}; it can be {choices} [{ruling}].",
            name=self.name,
            value=shown(value),
            choices=listing([_shown(choice) for choice in self.choices]),
            ruling=self.ruling,
        )

    def _span_refusal(self, value: Any) -> Sentence | None:
        lowest, highest = self.whole or (0, 0)
        if isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest:
            return None
        span = say("a whole number from {lowest} to {highest}", lowest=lowest, highest=highest)
        return say(
            "The setting {name} cannot be {value}; it can be {choices} [{ruling}].",
            name=self.name,
            value=shown(value),
            choices=listing([*map(_shown, self.choices), span]),
            ruling=self.ruling,
        )


class SettingBook:
    """The settings of a system, read from its `settings.toml`."""

    def __init__(self, settings: Mapping[str, Setting]) -> None:
        self.settings = dict(settings)

    @property
    def defaults(self) -> dict[str, Any]:
        """Every setting at its default."""
        return {name: setting.default for name, setting in self.settings.items()}

    def explained(self, name: str, value: Any) -> Sentence | None:
        """Returns what a ruling set to *value* says, in words; None where it has none for that value."""
        setting = self.settings.get(name)
        if setting is None or not isinstance(value, (str, int, bool)) or value not in setting.labels:
            return None
        return say("{title}: {label}.", title=setting.title, label=setting.labels[value])

    def refusals(self, chosen: Mapping[str, Any], *, at_creation: bool) -> list[Sentence]:
        """Returns what is wrong with *chosen*: unknown names, values that are not choices, fixed ones changed late."""
        found: list[Sentence] = []
        for name, value in chosen.items():
            setting = self.settings.get(name)
            if setting is None:
                known = listing(sorted(self.settings))
                found.append(say("There is no setting {name}; there are: {known}.", name=str(name), known=known))
            elif setting.fixed and not at_creation:
                found.append(
                    say(
                        "The setting {name} is fixed when the campaign is created [{ruling}].",
                        name=name,
                        ruling=setting.ruling,
                    )
                )
            elif refusal := setting.refusal(value):
                found.append(refusal)
        return found


def load_settings(path: Traversable) -> SettingBook:
    """Returns the settings of a `settings.toml`: a table each with ruling, default, choices, title and reason.

    Raises:
        TableError: If a key is missing or a default is not a choice.
    """
    settings = {}
    for name, row in tomllib.loads(path.read_text(encoding="utf-8")).items():
        try:
            labels = {choice: Term(**row["labels"][_shown(choice)]) for choice in row.get("choices", ())}
            setting = Setting(
                name=name,
                ruling=row["ruling"],
                default=row["default"],
                choices=tuple(row.get("choices", ())),
                title=Term(row["en"], row["ru"]),
                why=Term(row["why_en"], row["why_ru"]),
                labels=labels,
                fixed=row.get("fixed", False),
                whole=tuple(row["whole"]) if "whole" in row else None,
            )
        except KeyError as missing:
            place = str(missing.args[0])
            raise TableError(
                say("{file}, {name}: {place} is missing.", file=path.name, name=name, place=place)
            ) from None
        if refusal := setting.refusal(setting.default):
            raise TableError(refusal)
        settings[name] = setting
    return SettingBook(settings)


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
