"""P5, P6, P12: cost of an entry and of opening, and a long life with undo over reopenings and a second kernel."""

from __future__ import annotations

import importlib.util
import random
import time
from pathlib import Path
from types import ModuleType

import pytest

from gmkit.store import CampaignFile, disk, foreign
from tests.work import steps_of

BENCH = Path(__file__).parents[1] / "bench" / "store_bench.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("store_bench", BENCH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_one_entry_is_the_same_work_at_every_size(bench, tmp_path, monkeypatch):
    """P5, counted: the steps made, and the bytes read and written; the times are in `make bench`."""
    written: list[int] = []
    read: list[int] = []
    write_at, read_at, read_all = disk.write_at, disk.read_at, disk.read_all

    def noted(data: bytes) -> bytes:
        read.append(len(data))
        return data

    monkeypatch.setattr(disk, "write_at", lambda f, data, at: (written.append(len(data)), write_at(f, data, at))[1])
    monkeypatch.setattr(disk, "read_at", lambda *given: noted(read_at(*given)))
    monkeypatch.setattr(disk, "read_all", lambda path: noted(read_all(path)))
    work, sizes = {}, {}
    for size in (100, 20_000):
        add = bench.in_campaign(bench.campaign_of(tmp_path / str(size), size))
        add(0)
        written.clear()
        read.clear()
        work[size] = steps_of(lambda add=add: [add(7) for _ in range(20)])
        sizes[size] = sum(written)
        assert 0 < sum(read) < 20 * 1000
    assert abs(work[20_000] - work[100]) < 0.02 * work[100]
    assert 20 * 250 < sizes[100] < 20 * 450
    assert abs(sizes[20_000] - sizes[100]) <= 20 * 2 * len("20000")  # the number is longer, twice a line


def test_opening_looks_at_each_entry_no_more_than_a_few_times(bench, tmp_path):
    """P6, counted: JSON is read once; the times are in `make bench`."""
    work = {}
    for size in (2_000, 20_000):
        path = bench.campaign_of(tmp_path / str(size), size, behind=1000).path
        work[size] = steps_of(lambda path=path: CampaignFile.open(path))
    assert work[20_000] - work[2_000] < 6 * 18_000


@pytest.mark.bench
def test_all_figures(bench, tmp_path):
    """P5 and P6 at their full sizes."""
    ratios = bench.openings(tmp_path) | bench.commits(tmp_path)
    for name, ratio in ratios.items():
        print(f"{ratio:8.2f}  {name}")
        if "(at most " in name:
            assert ratio <= float(name.split("(at most ")[1].rstrip(")")), name


@pytest.mark.bench
def test_two_thousand_entries_one_by_one_take_less_than_five_seconds(make, entry):
    """C127."""
    campaign = make(1)
    start = time.monotonic()
    for number in range(2000):
        with campaign.writing() as writer:
            writer.add(entry(number))
    assert time.monotonic() - start < 5


def live_total(documents: list[dict]) -> int:
    """A toy of a game: the sum of the live steps, by a fresh replay."""
    dead: set[int] = set()
    for document in documents:
        dead |= {document["undo"]} if "undo" in document else set()
        dead -= {document["redo"]} if "redo" in document else set()
    return sum(document["step"] for document in documents if "step" in document and document["n"] not in dead)


@pytest.mark.parametrize(
    "steps", [pytest.param(400, id="short"), pytest.param(10_000, id="long", marks=pytest.mark.torture)]
)
def test_random_steps_undone_and_redone_over_reopenings_equal_a_fresh_replay(make, monkeypatch, steps):
    monkeypatch.setattr(foreign, "STILL_S", 0.001)
    rng = random.Random(12)
    first = make(1)
    kernels = [first, CampaignFile.open(first.path)]
    live: list[int] = []
    undone: list[int] = []
    worth: dict[int, int] = {}
    for _ in range(steps):
        at = rng.randrange(2)
        kernel = kernels[at]
        with kernel.writing() as writer:
            choice = rng.random()
            if choice < 0.3 and live:
                undone.append(live.pop())
                writer.add({"undo": undone[-1]})
            elif choice < 0.5 and undone:
                live.append(undone.pop())
                writer.add({"redo": live[-1]})
            else:
                step = rng.randrange(1000)
                live.append(writer.add({"step": step}))
                worth[live[-1]] = step
                undone.clear()
        chance = rng.random()
        if chance < 0.05:
            kernel.renew_snapshot({"total": live_total(kernel.documents)})
        elif chance < 0.1:
            kernel.close({"total": live_total(kernel.documents)})
            kernels[at] = CampaignFile.open(first.path)
    for kernel in kernels:
        kernel.catch_up()
        assert live_total(kernel.documents) == sum(worth[n] for n in live)
        assert kernel.notices == []
    again = CampaignFile.open(first.path)
    assert again.documents == kernels[0].documents == kernels[1].documents
    assert again.verify_chain() is None
