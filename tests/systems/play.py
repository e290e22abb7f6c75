"""Random sessions of any system, and all that a viewer can get of one; shared by the conformance tests."""

from __future__ import annotations

import datetime as dt
import inspect
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gmkit
from gmkit.core.codec import to_plain
from gmkit.core.system import System
from gmkit.errors import GmkitError
from gmkit.words import render

PLAYERS = ("Anna", "Борис", "Вера", "Глеб", "Дима", "Ева", "Жанна", "Зоя")
Commands = Sequence[Mapping[str, Any]]


def noon() -> dt.datetime:
    return dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


def players_of(system: System, count: int = 4) -> list[str]:
    fewest, most = system.places
    return list(PLAYERS[: max(fewest, min(most, count))])


@contextmanager
def begun(system: System, folder: Path, **options: Any) -> Iterator[Any]:
    """Gives a campaign of the system with a fixed key and clock."""
    given = {"players": players_of(system), "key": "k", "clock": noon, "title": "T"} | options
    campaign = gmkit.create(folder, system=system.id, **given)
    try:
        yield campaign
    finally:
        campaign.close()


def random_commands(c: Any, system: System, numbers: random.Random, steps: int) -> Iterator[dict[str, Any]]:
    """Does random commands of the system and gives each; ends with the game."""
    assert system.random_play is not None
    refused = 0
    while steps > 0 and refused < 50:
        command = system.random_play(c._history.now, numbers)
        if command is None:
            return
        try:
            c.do(command)
        except GmkitError:
            refused += 1
            continue
        steps -= 1
        yield command


def speaker_of(c: Any, command: Mapping[str, Any]) -> str | None:
    """Returns the seat for which a command speaks."""
    asked = c._decider.read(command)
    seat: str | None = c._system.speaker(c._history.now, asked.command) if command["do"] in own_verbs(c) else None
    return seat


def own_verbs(c: Any) -> set[str]:
    return {kind.verb for kind in c._system.commands}


# --- all that a viewer can get ---------------------------------------------------------------------------------------


def everything(c: Any, viewer: str, probes: Commands = ()) -> list[str]:
    """Returns all that a viewer can get, as texts: state, ledger, reports, drawings, choices, refusals."""
    view = c.view(viewer)
    found = [json.dumps(to_plain(view.session), ensure_ascii=False, sort_keys=True), repr(view), repr(view.ledger)]
    found.append(json.dumps(to_plain(view.state, c._system.state), ensure_ascii=False, sort_keys=True))
    found += [repr(row) for row in view.ledger.rows()]
    found.append(view.ledger.to_frame().to_csv())
    found += [repr(view.ledger.turns()), repr(view.ledger.kinds()), repr(view.ledger.actors()), repr(view.turns)]
    for turn in view.turns:
        for form in ("md", "html", "bbcode"):
            found += [str(view.report(turn, form, lang)) for lang in ("en", "ru")]
        found.append(repr(c.view(viewer, turn=turn).ledger.rows()))
    found += [f"{name}: {text}" for name in sorted(dir(view._seen)) for text in _named(view, name)]
    if viewer not in ("gm", "public"):
        seat = c._history.now.seat_of(viewer)
        for probe in probes:
            if seat is not None and speaker_of(c, probe) == seat.id:
                command = c._decider.read(probe).command
                found += [render(reason, "en") for reason in c._system.objections(view.session, command)]
    return found


def _named(view: Any, name: str) -> Iterator[str]:
    """Gives what one public name of a system's view holds; a call is made with every number that it may take."""
    if name.startswith("_") or name in ("picture", "state"):
        return
    try:
        value = getattr(view, name)
    except GmkitError as refused:
        yield str(refused)
        return
    if not callable(value):
        yield repr(value)
        return
    taken = inspect.signature(value).parameters.values()
    needed = [one for one in taken if one.default is one.empty and one.kind != one.VAR_KEYWORD]
    if len(needed) > 1:
        return
    for arguments in [()] if not needed else [(number,) for number in range(1, 9)]:
        try:
            got = value(*arguments)
        except GmkitError as refused:
            yield str(refused)
        else:
            yield got.to_csv() if hasattr(got, "to_csv") else repr(got)


def told_to(c: Any, seat: str) -> list[tuple[Any, ...]]:
    """Returns every fact told to a seat or the public, in order: (undo or not, audience is its own, kind, content)."""
    from gmkit.core.visibility import hears

    found: list[tuple[Any, ...]] = []
    for document in c._history.documents:
        events = document.get("events")
        if events is None:
            continue
        for event in events:
            if hears(event["to"], seat):
                content = {name: value for name, value in event.items() if name != "to"}
                found.append((isinstance(event["to"], list), event["is"], json.dumps(content, sort_keys=True)))
    return found


@dataclass
class Compared:
    """Two runs of one game, and how often they could be compared."""

    held: int = 0
    differences: list[str] = field(default_factory=list)

    def compare(self, one: Any, other: Any, viewers: Sequence[str], probes: Commands = ()) -> None:
        """Notes what viewers can get that differs between the runs."""
        for viewer in viewers:
            self.held += 1
            here, there = everything(one, viewer, probes), everything(other, viewer, probes)
            pairs = zip(here, there, strict=False)
            self.differences += [f"{viewer}: {_first_difference(*pair)}" for pair in pairs if pair[0] != pair[1]]
            if len(here) != len(there):
                self.differences.append(f"{viewer}: another number of things")


def _first_difference(left: str, right: str) -> str:
    at = next(
        (place for place, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
    )
    return f"…{left[max(0, at - 60) : at + 60]!r} / …{right[max(0, at - 60) : at + 60]!r}"
