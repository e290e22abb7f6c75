"""Every look of a board once: colours for light and dark, a pattern, and a sign that is read without any colour (W6).

A look says what a cell *means* ("witches_jelly"); pictures, tables and the cube take its colours, pattern and sign from
here. A key that is not listed has the neutral look, with the sign and the words that its board gives.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from gmkit.words import Term

PATTERNS: Final = ("plain", "rising", "falling", "crossed", "level", "upright", "squared", "dotted", "ringed", "framed")
"""How a cell is hatched; `zone_layers.py` and `zone_tables.py` draw each."""


@dataclass(frozen=True)
class Paint:
    """The colours of a look on one theme, as "#rrggbb"."""

    fill: str
    ink: str
    """Of text on `fill`; at least 4.5:1."""
    line: str
    """Of the pattern; weaker than `ink`."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """How one meaning is drawn."""

    key: str
    name: Term
    sign: Term
    """At most two letters; empty only for an empty cell."""
    pattern: str
    light: Paint
    dark: Paint
    opacity: float = 1.0
    """Of its material in the cube, 0..1."""

    def paint(self, *, dark: bool = False) -> Paint:
        """Returns the colours for the dark theme or the light one."""
        return self.dark if dark else self.light

    @property
    def cube(self) -> str:
        """The colour of its material in the cube, for both themes."""
        return self.light.fill


def _look(  # noqa: PLR0917 - a row of the tables below
    key: str, name: tuple[str, str], sign: tuple[str, str], pattern: str, light: str, dark: str, opacity: float = 1.0
) -> Look:
    """Returns a look; *light* and *dark* are written "fill ink line"."""
    return Look(
        key=key,
        name=Term(*name),
        sign=Term(*sign),
        pattern=pattern,
        light=Paint(*light.split()),
        dark=Paint(*dark.split()),
        opacity=opacity,
    )


_CELLS: Final = (
    _look("unknown", ("Unknown", "Неизвестно"), ("?", "?"), "rising",
          "#e9ecef #3b444e #c9cfd6", "#262b31 #c6cdd5 #3e4650", 0.25),
    _look("empty", ("Empty", "Пусто"), ("", ""), "plain",
          "#ffffff #3b444e #d8dde2", "#15181c #c6cdd5 #343b43", 0.08),
    _look("no_mange", ("No Mange there", "Плеши там нет"), ("✓", "✓"), "framed",
          "#e3f4e6 #14532d #a9d6b3", "#14341f #a9e4b9 #2f6b42", 0.3),
    _look("golden_ball", ("Golden Ball", "Золотой шар"), ("★", "★"), "plain",
          "#f7c52d #3a2900 #b98a00", "#f7c52d #3a2900 #b98a00"),
    _look("mosquito_mange", ("Mosquito Mange (KP)", "Комариная плешь"), ("KP", "КП"), "crossed",
          "#8e1b2b #ffffff #c2606c", "#a52a3c #ffffff #d67f8b"),
    _look("meat_grinder", ("Meat Grinder (MR)", "Мясорубка"), ("MR", "МР"), "rising",
          "#4d3d33 #ffffff #84705f", "#6a5546 #ffffff #a38d7b"),
    _look("witches_jelly", ("Witches' Jelly (VS)", "Ведьмин студень"), ("VS", "ВС"), "ringed",
          "#0d5a60 #ffffff #4d9aa0", "#126c73 #ffffff #62b3b9"),
    _look("nut", ("Nut", "Гайка"), ("Nu", "Га"), "level",
          "#cbd5e1 #1c2733 #9aa9ba", "#44566b #f0f5fb #6d8098"),
    _look("jolly_ghost", ("Jolly Ghost", "Весёлый призрак"), ("JG", "ВП"), "dotted",
          "#ebdffb #3d1a75 #b093e0", "#553f80 #f3eaff #8b72bd"),
    _look("fizzy_clay", ("Fizzy Clay", "Газированная глина"), ("FC", "ГГ"), "squared",
          "#f3c6a3 #592400 #d4965f", "#7b4a25 #fff0e2 #ad7748"),
    _look("etak", ("Etak", "Этак"), ("Et", "Эт"), "upright",
          "#a5d8f3 #06364f #63aed8", "#1d5f86 #e6f6ff #4a90ba"),
    _look("itch", ("Itch", "Зуда"), ("It", "Зу"), "falling",
          "#f8bdd6 #640d38 #e082a9", "#8a2d5b #ffe8f2 #be5f8e"),
    _look("death_lamp", ("Death Lamp", "Смерть лампа"), ("DL", "СЛ"), "squared",
          "#36195a #ffffff #7b58a8", "#cdb2f4 #24103d #9472c4"),
)  # fmt: skip

_MARKS: Final = (
    _look("thrown_nut", ("Thrown nut", "Брошенная гайка"), ("⬡", "⬡"), "plain",
          "#ffd166 #2b2000 #2b2000", "#ffd166 #2b2000 #2b2000"),
    _look("dropped", ("Dropped things", "Брошенные вещи"), ("▼", "▼"), "plain",
          "#a7dcc0 #06351f #06351f", "#a7dcc0 #06351f #06351f"),
    _look("wind", ("Wind", "Ветер"), ("≈", "≈"), "plain",
          "#dcecff #0b3a75 #0b3a75", "#dcecff #0b3a75 #0b3a75"),
    _look("dead", ("A Stalker died here", "Здесь погиб Сталкер"), ("†", "†"), "plain",
          "#ffffff #7a0d1b #7a0d1b", "#ffffff #7a0d1b #7a0d1b"),
    _look("stalker", ("Stalker", "Сталкер"), ("●", "●"), "plain",
          "#14202c #ffffff #ffffff", "#f5f7fa #14202c #14202c"),
    _look("selected", ("Chosen", "Выбрано"), ("◎", "◎"), "plain",
          "#ffe08a #2b2000 #0057d9", "#ffe08a #2b2000 #7ab7ff"),
)  # fmt: skip

NEUTRAL: Final = _look(
    "other",
    ("Something else", "Что-то ещё"),
    ("•", "•"),
    "falling",
    "#dcdfe3 #2b333b #b3bac2",
    "#3a4149 #eef1f4 #606973",
)
"""The look of a key that is not listed."""

LOOKS: Final[Mapping[str, Look]] = MappingProxyType({look.key: look for look in _CELLS})
"""What a cell may hold, by key."""
MARKS: Final[Mapping[str, Look]] = MappingProxyType({look.key: look for look in _MARKS})
"""What may lie, blow or stand in a cell besides, by key."""

# A board's own words for the same: "" is Z4's empty cell, and the mark "nut" is a thrown one, not the element.
_LOOKS_TOO: Final = {"": "empty", "safe": "empty", "safe_known": "empty"}
_MARKS_TOO: Final = {"nut": "thrown_nut", "nuts": "thrown_nut", "death": "dead"}


def look(key: str) -> Look:
    """Returns the look of a cell; the neutral one for a key that is not listed."""
    return LOOKS.get(_LOOKS_TOO.get(key, key)) or MARKS.get(key, NEUTRAL)


def mark(key: str) -> Look:
    """Returns the look of a mark in a cell; the mark "nut" is a thrown nut."""
    return MARKS.get(_MARKS_TOO.get(key, key)) or LOOKS.get(key, NEUTRAL)


def css(scope: str, keys: Collection[str] | None = None) -> str:
    """Returns the rules that give `.gm-look-<key>` under *scope* its colours and pattern, light and dark.

    Of *keys* alone if they are given: a player's page must not name what it does not show (C084).
    JupyterLab's theme wins over the system's: it says on the page's body whether it is light.
    """
    every = [item for item in (*_CELLS, *_MARKS, NEUTRAL) if keys is None or item.key in keys]
    light = "".join(_colours(scope, item, item.light) for item in every)
    dark = "".join(_colours(scope, item, item.dark) for item in every)
    themed = {theme: _under(f'[data-jp-theme-light="{theme}"] {scope}', scope, text)
              for theme, text in (("true", light), ("false", dark))}  # fmt: skip
    shapes = "".join(f"{scope} .gm-look-{item.key}{{{_shape(item.pattern)}}}" for item in every)
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}{themed['true']}{themed['false']}{shapes}"


def _colours(scope: str, item: Look, paint: Paint) -> str:
    return f"{scope} .gm-look-{item.key}{{--gm-fill:{paint.fill};--gm-text:{paint.ink};--gm-hatch:{paint.line}}}"


def _under(narrow: str, scope: str, rules: str) -> str:
    return rules.replace(f"{scope} .gm-look-", f"{narrow} .gm-look-")


def _stripes(*lines: tuple[int, int]) -> str:
    return ",".join(
        f"repeating-linear-gradient({angle}deg,transparent 0 {gap}px,var(--gm-hatch) {gap}px {gap + 1}px)"
        for angle, gap in lines
    )


_SHAPES: Final = {
    "plain": "none",
    "rising": _stripes((135, 7)),
    "falling": _stripes((45, 7)),
    "crossed": _stripes((45, 6), (135, 6)),
    "level": _stripes((0, 6)),
    "upright": _stripes((90, 6)),
    "squared": _stripes((0, 8), (90, 8)),
    "dotted": "radial-gradient(circle,var(--gm-hatch) 1.2px,transparent 1.4px);background-size:7px 7px",
    "ringed": "radial-gradient(circle,transparent 2.6px,var(--gm-hatch) 2.8px 3.6px,transparent 3.8px);"
    "background-size:10px 10px",
    "framed": "none;box-shadow:inset 0 0 0 3px var(--gm-hatch)",
}


def _shape(pattern: str) -> str:
    return f"color:var(--gm-text);background-color:var(--gm-fill);background-image:{_SHAPES[pattern]}"
