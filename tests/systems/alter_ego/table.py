"""A table for tests of Alter ego: four players, given dice, characters by a few numbers."""

from __future__ import annotations

import datetime as dt
from typing import Any

import gmkit

CHARACTERISTICS = {
    "endurance": 3,
    "strength": 3,
    "agility": 4,
    "speed": 5,
    "perception": 3,
    "charisma": 2,
    "build": 3,
    "mind": 2,
    "willpower": 3,
}
"""28 points."""
SKILLS = {"brawling": 4, "dodge": 2, "burglary": 5}


def noon() -> dt.datetime:
    return dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


def begin(folder: Any, *, dice: list[int] | None = None, lang: str = "en", **settings: Any) -> Any:
    """Returns a campaign of Anna and Борис."""
    scenario = {} if dice is None else {"dice": dice}
    return gmkit.create(
        folder,
        system="alter_ego",
        title="T",
        players=["Anna", "Борис"],
        lang=lang,
        key="k",
        clock=noon,
        settings=settings,
        scenario=scenario,
    )


def person(c: Any, name: str, player: str | None = None, **values: Any) -> Any:
    """Makes a character of 28 points in characteristics, with single levels named instead."""
    levels = {**CHARACTERISTICS, **{key: values.pop(key) for key in list(values) if key in CHARACTERISTICS}}
    given = {"points": 60, "skills": SKILLS} | values
    return c.game.character(name, player=player, characteristics=levels, **given)


def lay(c: Any, *faces: int) -> None:
    """Lays out the faces that the next dice show."""
    c.do({"do": "dice", "faces": list(faces)})


def texts(c: Any, viewer: str) -> list[str]:
    """Returns the lines of a viewer's ledger."""
    return list(c.view(viewer).ledger.to_frame()["text"])


def all_of(c: Any, viewer: str) -> str:
    """Returns all that a viewer can read, as one text."""
    view = c.view(viewer)
    pages = [str(view.report(turn, form)) for turn in view.turns for form in ("md", "html", "bbcode")]
    return "\n".join([repr(view.state), view.ledger.to_frame().to_csv(), *pages])
