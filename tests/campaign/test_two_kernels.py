"""Two kernels and the shell on one campaign: one chain, none refused, all see all, widgets follow (P4, C108, C109)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.campaign import opened
from gmkit.campaign.follow import LOOK_EVERY_S
from gmkit.errors import Conflict
from gmkit.widgets import TurnLedger
from tests.campaign.conftest import noon

ROOT = Path(__file__).parents[2]

KERNEL = """
    import sys, gmkit
    c = gmkit.open(sys.argv[1])
    print("ready", flush=True); sys.stdin.readline()
    for number in range(int(sys.argv[3])):
        c.roll("2d6", f"{sys.argv[2]} {number}", actor=sys.argv[2])
    c.refresh()
    print(len(c.ledger), flush=True)
    c.close()
"""
SHELL = """
    import io, json, sys
    from types import SimpleNamespace
    from gmkit.cli import main
    print("ready", flush=True); sys.stdin.readline()
    for number in range(int(sys.argv[3])):
        roll = {"do": "roll", "notation": "2d6", "text": f"{sys.argv[2]} {number}", "actor": sys.argv[2]}
        script = json.dumps([roll])
        sys.stdin = SimpleNamespace(buffer=io.BytesIO(script.encode()))
        assert main(["do", sys.argv[1], "-"]) == 0
"""


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a process that waits for a line before it begins."""
    started: list[subprocess.Popen[str]] = []

    def begin(script: str, *words: object) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(script), *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        started.append(process)
        assert process.stdout.readline() == "ready\n"
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


@pytest.fixture
def zone(tmp_path: Path) -> Iterator[Any]:
    c = gmkit.create(tmp_path / "c", system="zone", players=["Anna", "Борис"], key="k", clock=noon)
    yield c
    c.close()


def go(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()


def rolls(c: Any, actor: str) -> list[str]:
    return [row.text.split(":")[0] for row in c.ledger.rows() if row.kind == "rolled" and row.actor == actor]


@pytest.mark.parametrize(
    ("each", "by_shell"),
    [pytest.param(60, 10, id="short"), pytest.param(200, 200, id="long", marks=pytest.mark.torture)],
)
def test_entries_of_two_kernels_and_the_shell_at_once_are_one_chain(zone, start, each, by_shell):
    before = len(zone.ledger)
    one, other = (start(KERNEL, zone.path, name, each) for name in ("one", "other"))
    shell = start(SHELL, zone.path, "shell", by_shell)
    go(one, other, shell)
    seen = [int(process.stdout.read()) for process in (one, other)]
    shell.stdout.read()
    assert [process.wait(60) for process in (one, other, shell)] == [0, 0, 0]
    for c in (zone, gmkit.open(zone.path)):
        assert len(c.ledger) == before + 2 * each + by_shell
        assert c._file.verify_chain() is None
        for name, count in (("one", each), ("other", each), ("shell", by_shell)):
            assert rolls(c, name) == [f"{name} {number}" for number in range(count)]
        # Each stream has numbers of its own, whichever kernel drew: no draw came twice.
        draws = [d["draws"][0] for d in c._file.documents if d.get("draws") and d["turn"] == 1 and "do" in d]
        keys = [(draw["who"], draw["number"]) for draw in draws if draw["what"] == "roll"]
        assert len(keys) == len(set(keys)) == 2 * each + by_shell
    c.close()
    # The one that ended last has seen all; each has seen its own and what came before.
    assert max(seen) >= before + 2 * each
    assert min(seen) >= before + each


def test_two_hundred_entries_each_from_two_kernels_in_turns(zone):
    """Two open campaigns of one process act by turns: each act is decided on what the other left."""
    other = gmkit.open(zone.path, clock=noon)
    before = len(zone.ledger)
    for number in range(200):
        zone.roll("d6", f"left {number}")
        other.roll("d6", f"right {number}")
    for c in (zone, other):
        assert len(c.ledger) == before + 400
        assert [row.text.split(":")[0] for row in c.ledger.rows()[before:]] == [
            f"{side} {number}" for number in range(200) for side in ("left", "right")
        ]
        assert c._file.verify_chain() is None
    other.close()


def test_a_widget_follows_another_process_within_a_second_without_a_click(zone, start):
    writer = start(KERNEL, zone.path, "other", 1)
    other = gmkit.open(zone.path, clock=noon)

    async def follow() -> tuple[float, list[bool]]:
        ledgers = [TurnLedger(zone), TurnLedger(other)]
        await asyncio.sleep(0.1)
        go(writer)
        line = await asyncio.to_thread(writer.stdout.readline)
        began = time.monotonic()
        assert int(line) > 0
        while time.monotonic() - began < 20 and not all("other 0" in everything(one) for one in ledgers):
            await asyncio.sleep(0.02)
        taken, shown = time.monotonic() - began, ["other 0" in everything(one) for one in ledgers]
        for one in ledgers:
            one.close()
        return taken, shown

    taken, shown = asyncio.run(follow())
    assert shown == [True, True]
    # The look itself is the promise; how long a busy machine takes for it is a figure, not a test.
    assert LOOK_EVERY_S < 1
    print(f"another kernel's act was shown after {taken:.2f} s")
    other.close()


def everything(widget: Any) -> str:
    """All text that a page would show of a widget."""
    texts = [str(widget.value)] if hasattr(widget, "value") else []
    return "\n".join([*texts, *(everything(child) for child in getattr(widget, "children", ()))])


def test_a_widget_says_that_the_file_was_spoiled_and_shows_the_campaign_when_it_is_whole_again(zone):
    """Nobody clicks, nobody runs a cell: the look at the file itself finds it (P10)."""
    file = zone.path / "campaign.json"
    zone.ledger.add("before")
    whole = file.read_bytes()

    async def follow() -> list[str]:
        ledger = TurnLedger(zone)
        said = []
        for content in (b"<<<<<<< HEAD\n" + whole, whole):
            file.write_bytes(content)
            before = ledger.head.value
            for _ in range(60):
                await asyncio.sleep(0.05)
                if ledger.head.value != before:
                    break
            said.append(ledger.head.value)
        ledger.close()
        return said

    spoiled, mended = asyncio.run(follow())
    assert "conflict markers of a merge, first in line 1" in spoiled
    assert 'role="alert"' in spoiled
    assert 'role="alert"' not in mended


@pytest.mark.parametrize(
    "read",
    [
        lambda c: c.db.all(),
        lambda c: len(c.db),
        lambda c: c.db.table("ledger").get(doc_id=1),
        lambda c: c._file.verify_chain(),
        lambda c: c._file.backup(),
        lambda c: c._file.renew_snapshot({}, upto=1),
    ],
)
def test_what_reads_the_file_keeps_no_news_from_the_rest_of_the_campaign(zone, read):
    """C109: whoever catches the file up first, the turn, the views and those who watch follow."""
    told = []
    zone.watch(lambda: told.append(zone.turn))
    with gmkit.open(zone.path) as other:
        other.game.end_day()
    read(zone)
    assert zone.refresh()
    assert told == [2]
    assert (zone.turn, zone.view("public").turns) == (2, [0, 1])
    assert not zone.refresh()


def test_a_rest_renews_the_cached_state_once_and_only_for_the_kernel_that_wrote(zone, monkeypatch):
    """T2: when idle; a kernel that only looks writes nothing (S5)."""
    monkeypatch.setattr(opened, "QUIET_LOOKS", 3)
    monkeypatch.setattr(opened, "WORTH_IT", 10)
    file = zone.path / "campaign.json"
    renewed: list[int] = []
    renew = zone._file.renew_snapshot
    monkeypatch.setattr(zone._file, "renew_snapshot", lambda *a, **k: (renewed.append(k["upto"]), renew(*a, **k)))
    with gmkit.open(zone.path) as onlooker:
        for number in range(12):
            zone.ledger.add(f"note {number}")
            zone._look_on()
            onlooker._look_on()
        assert renewed == []
        before = file.read_bytes()
        for _ in range(5):
            onlooker._look_on()
        assert file.read_bytes() == before
        for _ in range(9):
            zone._look_on()
        assert renewed == [13]
        zone.ledger.add("awake")
        for _ in range(9):
            zone._look_on()
        assert renewed == [13]
        assert onlooker.ledger.rows() == zone.ledger.rows()
    with gmkit.open(zone.path) as again:
        assert again._file.snapshot["upto"] == 13
        assert again.view("gm").session == zone.view("gm").session


def test_a_conflicting_command_is_refused_with_what_happened_meanwhile(zone):
    other = gmkit.open(zone.path, clock=noon)
    zone.game.order("Anna", "Z+" if zone.game.stalker(1).at[2] == 1 else "Z-", turn=1)
    other.game.end_day(turn=1)
    with pytest.raises(Conflict) as refused:
        zone.game.order("Борис", "X-", turn=1)
    assert "Turn 1 is over" in str(refused.value)
    assert "Meanwhile another notebook or the shell did this:" in str(refused.value)
    before = len(zone.ledger)
    other.ledger.add("mine")
    with pytest.raises(Conflict, match=r"Meanwhile another notebook or the shell did this: .*mine"):
        zone.undo()
    assert len(zone.ledger) == before + 1
    other.close()
