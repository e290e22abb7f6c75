"""P1 at the level of a GM: gmkit.create, open and do are killed at random moments in every way that writes."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tinydb import TinyDB

import gmkit
from gmkit.campaign.care import check
from gmkit.campaign.opened import CampaignNotice
from gmkit.store import layout
from tests.campaign.conftest import noon

HERE = Path(__file__).parent
GOLDEN = HERE / "golden" / "format_0_zone.json"
ACTS = "entry,batch,undo,day,snapshot,copy"
LARGE = 3000


@pytest.fixture
def run() -> Iterator[Callable[..., Any]]:
    """Starts `life.py` with the given words in a process of its own, and waits until it has begun."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: object) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
        process = subprocess.Popen(
            [sys.executable, str(HERE / "life.py"), *map(str, words)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        started.append(process)
        assert process.stdout.readline() == "ready\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


def killed(process: Any, after_s: float) -> list[int]:
    """Kills the process and returns what it said had returned."""
    time.sleep(after_s)
    process.send_signal(signal.SIGKILL)
    return [int(line.split()[1]) for line in process.stdout if line.startswith("ack ") and line.endswith("\n")]


def opened(path: Path) -> Any:
    """Opens what a kill left; that a torn line was cut is said, and is no fault."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CampaignNotice)
        return gmkit.open(path, clock=noon)


def zone(folder: Path, entries: int) -> Path:
    """Returns a Zone campaign of so many entries; the notes are laid in one go."""
    c = gmkit.create(folder, system="zone", players=["Anna", "Борис"], key="k", clock=noon, scenario={"layout": {}})
    c.ledger.add("заметка")
    first, note = ({k: v for k, v in d.items() if k not in ("n", "link")} for d in c._file.documents)
    header = c._file.header
    c.close()
    documents = layout.linked(header, [first, *[note] * (entries - 1)])
    (folder / "campaign.json").write_bytes(layout.rendered(layout.Content(header, documents)))
    return folder


@pytest.mark.parametrize(
    ("entries", "acts", "rounds"),
    [
        pytest.param(2, ACTS, 8, id="small"),
        pytest.param(LARGE, ACTS, 2, id="large"),
        *(pytest.param(2, act, 40, id=f"{act}-long", marks=pytest.mark.torture) for act in ACTS.split(",")),
        pytest.param(2, ACTS, 110, id="small-long", marks=pytest.mark.torture),
        pytest.param(LARGE, ACTS, 50, id="large-long", marks=pytest.mark.torture),
    ],
)
def test_a_kill_in_the_middle_of_play_loses_no_act_and_shows_no_half_one(tmp_path, run, entries, acts, rounds):
    rng = random.Random(entries)
    folder = zone(tmp_path / "spring", entries)
    acknowledged = 0
    for at in range(rounds):
        before = opened(folder)
        there = before._file.documents[:]
        before.close()
        said = killed(run("play", folder, acts, at), rng.random() * (0.15 if entries < LARGE else 0.5))
        acknowledged += len(said)
        with TinyDB(folder / "campaign.json", encoding="utf-8", access_mode="r") as plain:
            assert len(plain.table("ledger")) >= (said[-1] if said else len(there))
        after = opened(folder)
        documents = after._file.documents
        assert documents[: len(there)] == there
        # One act may have been on the disk when the kill came before its call returned.
        assert (said[-1] if said else len(there)) <= len(documents) <= (said[-1] if said else len(there)) + 1
        assert {len(d["do"]) for d in documents[len(there) :] if "do" in d} <= {1, 3}, "a batch is there whole or not"
        assert after._file.verify_chain() is None
        after.ledger.page(1)
        after.close()
        assert [str(words) for words in check(folder)] == []
    assert acknowledged > rounds
    final, fresh = opened(folder), opened(folder)
    assert final.view("gm").session == fresh.view("gm").session
    final.close()
    fresh.close()


@pytest.mark.parametrize("rounds", [3, pytest.param(60, id="long", marks=pytest.mark.torture)])
def test_the_stop_button_harms_no_campaign_in_whatever_it_is_pressed(tmp_path, run, rounds):
    """P3 at the level of a GM: the same kernel plays on, and knows what the file says."""
    rng = random.Random(4)
    presses = 0
    for at in range(rounds):
        folder = zone(tmp_path / str(at), 5)
        process = run("interrupted", folder, ACTS, 60)
        for _ in range(20):
            time.sleep(rng.random() * 0.05)
            process.send_signal(signal.SIGINT)
        said = process.stdout.read().split()
        assert said[0] == "done"
        through, documents, taken, lines = map(int, said[1:5])
        presses += through
        assert documents == taken
        c = opened(folder)
        assert (len(c._file.documents), len(c.ledger)) == (documents, lines)
        assert hashlib.sha256(repr(c.view("gm").session).encode()).hexdigest() == said[5]
        assert set(c.history().kernel[5:]) == {"k2"}, "one kernel has one name"
        assert c._file.verify_chain() is None
        c.ledger.add("the lock was not left held")
        c.close()
        assert check(folder) == []
    assert presses > rounds


@pytest.mark.parametrize("rounds", [3, pytest.param(60, id="long", marks=pytest.mark.torture)])
def test_a_kill_while_campaigns_are_created_leaves_whole_ones_or_none(tmp_path, run, rounds):
    rng = random.Random(1)
    for at in range(rounds):
        place = tmp_path / str(at)
        said = killed(run("create", place), rng.random() * 0.3)
        made = {int(file.parent.name) for file in place.glob("*/campaign.json")}
        assert set(said) <= made
        assert made <= set(range(len(said) + 1))
        for number in made:
            c = opened(place / str(number))
            assert (c.turn, c.players) == (1, ("Anna", "Борис"))
            c.close()
        # Where creation was cut off, it can be done again.
        gmkit.create(place / str(len(said) + 1), system="zone", players=["Anna", "Борис"]).close()


@pytest.mark.parametrize("rounds", [6, pytest.param(60, id="long", marks=pytest.mark.torture)])
def test_a_kill_while_an_old_format_is_brought_up_to_date_keeps_the_old_file_or_the_new_one(tmp_path, run, rounds):
    rng = random.Random(2)
    for at in range(rounds):
        folder = tmp_path / str(at)
        folder.mkdir()
        shutil.copy(GOLDEN, folder / "campaign.json")
        # Short, so that most kills fall into the writing; one round is left to end.
        killed(run("migrate", folder), rng.random() * (0.03 if at else 3))
        c = opened(folder)
        assert (len(c._file.documents), c.turn, c.title) == (9, 2, "Старая зона")
        assert c._file.verify_chain() is None
        c.close()
        assert [b.path.read_bytes() for b in c._file.backups() if b.reason == "before-migration"][
            -1
        ] == GOLDEN.read_bytes()
