"""C094, P12: whatever was done, undone and done again, all kernels and a replay of the live commands are equal.

Three systems; kernels that open from a snapshot and make folds and rows when first asked; batches over turn borders;
ids given again; players who come, go and are replaced.
"""

from __future__ import annotations

import importlib
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.campaign import opened
from gmkit.campaign.history import commands_of
from gmkit.errors import NotAllowed
from tests.campaign.conftest import noon

PLAYERS = ["Anna", "Борис", "Ёлка"]
CLOSING = {"zone": "end_day", "alter_ego": "end_scene", "fudge": "end_scene"}
SYSTEMS_AND_SEEDS = [
    *((system, 1) for system in CLOSING),
    *(pytest.param(system, seed, marks=pytest.mark.torture) for system in CLOSING for seed in range(2, 12)),
]


class Desk:
    """Several kernels on one campaign, and a GM who does anything on any of them."""

    def __init__(self, folder: Path, system: str, seed: int) -> None:
        self.folder, self.system, self.numbers = folder, system, random.Random(seed)
        self.plays = importlib.import_module(f"gmkit.systems.{system}.random_play").random_play
        self.kernels = [begun(folder / "c", system)]
        self.given: list[tuple[Any, str]] = []

    def step(self, number: int) -> None:
        place = self.numbers.randrange(len(self.kernels))
        c = self.kernels[place]
        c.history()  # the GM has read what the other kernels did
        c._shown = c._history.seen
        choice = self.numbers.randrange(100)
        times = self.numbers.choice([1, 1, 2, 8])
        if choice < 10:
            for _ in range(min(times, len(c._history.live) - 1)):
                c.undo()
        elif choice < 20:
            for _ in range(min(times, len(c._history.redoable))):
                c.redo()
        elif choice < 35:
            commands = [self.command(c) for _ in range(self.numbers.randrange(1, 4))]
            border = [{"do": CLOSING[self.system]}, {"do": "roll", "notation": "80d20"}] * self.numbers.randrange(3)
            self.give(c, [*commands, *border], f"batch {number}")
        elif choice < 45 and self.given:
            self.give_again(c, *self.numbers.choice(self.given))
        elif choice < 50:
            c.close()
            self.kernels[place] = gmkit.open(self.folder / "c", clock=noon)
        elif choice < 55:
            self.kernels.append(gmkit.open(self.folder / "c", clock=noon))
        elif choice < 60 and len(self.kernels) > 1:
            self.kernels.pop().close()
        elif choice < 65:
            view = c.view(self.numbers.choice(["gm", "public", *c.players]))
            c.view(view.viewer, turn=self.numbers.choice(view.turns)).report(0)
        else:
            self.give(c, self.command(c), f"one {number}")

    def give_again(self, c: Any, content: Any, name: str) -> None:
        before = c._history.seen
        c.do(content, id=name)
        # A closing that was undone, with something else done since, closes again; all else adds nothing.
        assert c._history.seen == before or "'end_" in str(content)

    def give(self, c: Any, content: Any, name: str) -> None:
        if self.numbers.randrange(3):
            c.do(content)
        else:
            c.do(content, id=name)
            self.given.append((content, name))

    def command(self, c: Any) -> dict[str, Any]:
        """Returns anything that a GM may ask for; some of it is refused."""
        player, numbers = self.numbers.choice([*c.players]), self.numbers
        settings = c.settings
        setting = numbers.choice(sorted(settings))
        common: list[dict[str, Any]] = [
            {"do": "roll", "notation": numbers.choice(["4dF", "3d6!", "100d6"]), "actor": player, "seen_by": player},
            {"do": "roll", "notation": "2d6", "actor": numbers.choice(["gm", "Волк"])},
            {"do": "roll", "notation": "2d6", "faces": [3, 4]},
            {"do": "note", "text": str(numbers.random()), "seen_by": numbers.choice(["gm", "all"])},
            {"do": "tell", "player": player, "text": "дым"},
            {"do": "phrase", "player": player, "text": "слово"},
            {"do": "handout_tell", "handout": "h", "text": "t", "seen_by": numbers.choice(["all", player])},
            {"do": "handout_take_back", "handout": "h", "text": "t"},
            {"do": "dice", "faces": [1] * numbers.randrange(1, 5)},
            {"do": "set", "name": setting, "value": numbers.choice([settings[setting], "on", "off", True, 2])},
            {"do": "replace_player", "old": player, "new": f"New {numbers.randrange(9999)}"},
            {"do": "add_player", "name": f"Added {numbers.randrange(9999)}"},
            {"do": "drop_player", "name": player} if len(c.players) > 2 else {"do": "note", "text": "stay"},
        ]
        if numbers.randrange(2):
            return numbers.choice(common)
        return self.plays(c.view("gm").session, numbers) or {"do": "note", "text": "over"}


def begun(folder: Path, system: str) -> Any:
    return gmkit.create(folder, system=system, players=PLAYERS, key="k", lang="ru", clock=noon)


def shown(c: Any) -> Iterator[tuple[str, Any]]:
    """Yields all that anybody can see of a campaign, each with what it is."""
    c.refresh()
    for viewer in ("gm", "public", *(seat.name for seat in c.view("gm").session.seats)):
        view = c.view(viewer)
        yield f"{viewer}: state", view.session
        yield f"{viewer}: rows", view.ledger.rows()
        for turn in view.turns:
            past = c.view(viewer, turn=turn)
            yield f"{viewer}: page {turn}", view.report(turn)
            yield f"{viewer}: turn {turn}", (past.session, past.ledger.rows(), past.turns)
    yield "history", c.history().to_csv()
    yield "undo", (c.can_undo, c.can_redo, str(c.undo_takes_back_seen()))
    yield "draws", [+c._history.used(turn) for turn in range(c.turn + 1)]


def assert_equal(one: Any, other: Any) -> None:
    for (what, mine), (same, theirs) in zip(shown(one), shown(other), strict=True):
        assert what == same
        assert mine == theirs, what


def without_snapshot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Returns the campaign opened from a copy, every entry folded from the first on."""
    shutil.rmtree(folder / "copy", ignore_errors=True)
    (folder / "copy").mkdir()
    shutil.copy(folder / "c" / "campaign.json", folder / "copy")
    with monkeypatch.context() as patch:
        patch.setattr(opened.Opened, "_snapshot", lambda self: None)
        return gmkit.open(folder / "copy", clock=noon)


def assert_replayed(c: Any, folder: Path, system: str) -> None:
    """Does the live commands anew under the same key: the same facts, dice and state must come of them."""
    dead = set(c.history().query("undone").n)
    live = [c._history.document(n) for n in range(2, c._history.seen + 1)]
    with begun(folder / "anew", system) as anew:
        for document in live:
            if "do" in document and document["n"] not in dead:
                commands = commands_of(document)
                anew.do(commands if len(commands) > 1 else commands[0])
                made = anew._history.document(anew._history.seen)
                for part in ("do", "turn", "events", "draws", "per"):
                    assert made.get(part) == document.get(part), (document["n"], part)
        for viewer in ("gm", "public", *c.players):
            assert c.view(viewer).session == anew.view(viewer).session
            assert c.view(viewer).turns == anew.view(viewer).turns
        assert [+c._history.used(n) for n in range(c.turn + 1)] == [+anew._history.used(n) for n in range(c.turn + 1)]


@pytest.mark.parametrize(("system", "seed"), SYSTEMS_AND_SEEDS)
def test_kernels_snapshots_and_replay_agree_whatever_was_undone(tmp_path, monkeypatch, system, seed):
    monkeypatch.setattr(opened, "SNAPSHOT_EVERY", 9)
    desk = Desk(tmp_path, system, seed)
    refused = 0
    for number in range(80):
        before = (tmp_path / "c" / "campaign.json").read_bytes()
        try:
            desk.step(number)
        except NotAllowed:
            refused += 1
            assert (tmp_path / "c" / "campaign.json").read_bytes() == before
        if number % 20 == 19:
            whole = without_snapshot(tmp_path, monkeypatch)
            for kernel in desk.kernels:
                assert_equal(kernel, whole)
            whole.close()
    c = desk.kernels[0]
    assert refused < 40
    assert c.history().undone.any()
    assert c._file.verify_chain() is None
    assert_replayed(c, tmp_path, system)
    for kernel in desk.kernels:
        kernel.close()
