"""C094 on real Zone games: random acts, undos and redos over turn borders and reopenings equal a fresh replay."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.campaign.history import History
from gmkit.core.codec import to_plain
from gmkit.errors import NotAllowed
from tests.campaign.conftest import noon

PLAYERS = ["Anna", "Борис", "Vera", "Глеб", "Emil", "Fay", "Greta", "Hugo"]
ORDERS = [f"{axis}{sign}" for axis in "XYZ" for sign in "+-"] + ["nut X+", "clay", "itch Y++; X-", "Z+; death lamp"]


def act(c: Any, numbers: random.Random) -> None:
    """One act of a GM: an order if it is allowed, a roll, a note, a correction, a batch, or the end of the day."""
    choice = numbers.random()
    if choice < 0.4:
        try:
            c.game.order(numbers.choice(c.game.alive), numbers.choice(ORDERS))
        except NotAllowed:
            c.ledger.add("не вышло")
    elif choice < 0.6:
        c.game.end_day()
    elif choice < 0.75:
        c.roll("2d6", "x", actor=numbers.choice(PLAYERS), seen_by=numbers.choice(["all", "gm", "Anna"]))
    elif choice < 0.85:
        c.tell(numbers.choice(PLAYERS), "дым")
    elif choice < 0.95:
        c.do([{"do": "roll", "notation": "d%"}, {"do": "note", "text": "a", "seen_by": "all"}])
    else:
        c.set("wind", numbers.choice(["on", "off"]))


def replayed(c: Any) -> Any:
    """Returns the state that the live entries alone make, without a snapshot: a history of nothing but them."""
    documents = c._file.documents
    dead: set[int] = set()
    for document in documents:
        dead |= {document["undo"]} if "undo" in document else set()
        dead -= {document["redo"]} if "redo" in document else set()
    history = History(c._system)
    live = [d for d in documents if "do" in d and d["n"] not in dead]
    # Renumbered: an undone entry leaves no gap in a game in which it never was.
    history.load([{**document, "n": n} for n, document in enumerate(live, 1)], None)
    return history


@pytest.mark.parametrize(
    ("seed", "steps"),
    [(94, 200), (95, 200), *(pytest.param(seed, 1000, marks=pytest.mark.torture) for seed in range(5))],
)
def test_random_acts_undos_and_redos_across_days_equal_a_fresh_replay(tmp_path: Path, seed: int, steps: int):
    numbers = random.Random(seed)
    c = gmkit.create(tmp_path / "z", system="zone", players=PLAYERS, key="k", clock=noon)
    borders = 0
    for step in range(steps):
        choice, turn = numbers.random(), c.turn
        over = c.view("gm").over
        if (choice < 0.3 or over) and c.can_undo:
            c.undo()
        elif choice < 0.5 and c.can_redo:
            c.redo()
        else:
            act(c, numbers)
        borders += c.turn != turn
        if step % 40 == 39:
            c.close()
            c = gmkit.open(c.path, clock=noon)
    assert borders > steps / 20
    fresh, live = gmkit.open(c.path, clock=noon), replayed(c)
    assert to_plain(c.view("gm").session) == to_plain(live.now)
    for viewer in ("gm", "public", *PLAYERS):
        one, other = c.view(viewer), fresh.view(viewer)
        seat = "gm" if viewer == "gm" else "public" if viewer == "public" else f"s{1 + PLAYERS.index(viewer)}"
        assert one.session == other.session == live.listener(seat).now
        assert one.ledger.rows() == other.ledger.rows()
        assert [one.report(turn) for turn in one.turns] == [other.report(turn) for turn in other.turns]
    assert c._file.verify_chain() is None
    fresh.close()
    c.close()


def test_what_was_undone_before_the_day_was_closed_nobody_has_seen(tmp_path: Path):
    c = gmkit.create(tmp_path / "z", system="zone", players=PLAYERS, key="k", clock=noon)
    c.tell("Anna", "дым")
    c.undo()
    c.tell("Anna", "туман")
    c.game.end_day()
    c.tell("Anna", "утро")
    c.sent("report", "Anna", 1)
    c.undo()
    c.tell("Anna", "вечер")
    history = c.history()
    told = history[history.did == "tell"]
    assert "дым" in told.text.iloc[0]
    assert list(told.seen) == [False, True, True, False]
    with gmkit.open(c.path) as again:
        assert again.history().equals(c.history())
    c.close()


def test_redo_gives_the_same_dice_and_undo_cannot_reroll_a_day(tmp_path: Path):
    """D2: what the closing of a day drew is drawn again when it is done again, and brought back by a redo."""
    c = gmkit.create(tmp_path / "z", system="zone", players=PLAYERS, key="k", clock=noon)
    for stalker in c.game.alive:
        c.game.order(stalker, next(order for order in ORDERS[:6] if allowed(c, stalker, order)))
    first = c.game.end_day()
    draws = [d.get("draws") for d in c._file.documents]
    for _ in range(3):
        c.undo()
        c.redo()
    assert told(c.report(1)) == told(first)
    assert [d.get("draws") for d in c._file.documents][: len(draws)] == draws
    assert not any(d.get("draws") for d in c._file.documents[len(draws) :]), "a redo draws nothing"
    c.undo()
    again = c.game.end_day()
    assert c._file.documents[-1].get("draws") == draws[-1]
    assert told(again) == told(first)
    assert "This page was done again" in again
    c.close()


def told(report: str) -> list[str]:
    """Returns a page's lines without the one that says that it was done again."""
    lines = str(report).splitlines()
    if any(line.startswith("**This page was done again") for line in lines):
        del lines[2:4]
    return lines


def allowed(c: Any, stalker: int, order: str) -> bool:
    try:
        c.game.order(stalker, order)
    except NotAllowed:
        return False
    c.undo()
    return True


def test_what_was_seen_stays_marked_and_the_history_says_who_when_and_what(tmp_path: Path, new: Callable[..., Any]):
    times = iter(range(100))
    c = gmkit.create(
        tmp_path / "z",
        system="zone",
        players=["Anna", "Борис"],
        key="k",
        clock=lambda: noon().replace(minute=next(times)),
    )
    c.tell("Anna", "дым")
    assert c.undo_takes_back_seen() is None
    c.game.end_day()
    assert c.undo_takes_back_seen() is not None
    c.sent("report", "Anna", 1)
    c.undo("wrong day")
    other = gmkit.open(c.path, clock=lambda: noon().replace(hour=20))
    other.ledger.add("from the other notebook")
    history = c.history()
    assert list(history.did) == ["create", "tell", "end_day", "sent", "undo", "note"]
    assert list(history.kernel) == ["", "k1", "k1", "k1", "k1", "k2"]
    assert list(history["at"])[1:] == [*(f"2026-03-01T12:0{n}:00Z" for n in range(1, 5)), "2026-03-01T20:00:00Z"]
    assert list(history.undone) == [False, False, True, False, False, False]
    assert history.undone_by[2] == 5
    assert history.seen[2], "players have seen the day that was undone"
    assert history.text[4].endswith("(wrong day)")
    (row,) = (row for row in c.view("Anna").ledger.rows() if row.kind == "undo")
    assert row.text.startswith("Undone: line")
    assert json.loads((c.path / "campaign.json").read_bytes())["ledger"]["5"]["undo"] == 3
    other.close()
    c.close()
