"""P5, P6, P12: cost of an entry and of opening, and a long life with undo over reopenings and a second kernel."""

from __future__ import annotations

import importlib.util
import random
import time
from pathlib import Path
from types import ModuleType

import pytest

from gmkit.store import CampaignFile, foreign

BENCH = Path(__file__).parents[1] / "bench" / "store_bench.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("store_bench", BENCH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def best_of(tries: int, measure, limit: float) -> float:
    """Another job on the machine may spoil a measurement; none can make one better than it is."""
    found = []
    for _ in range(tries):
        found.append(measure())
        if found[-1] <= limit:
            break
    return min(found)


@pytest.mark.bench
def test_one_entry_costs_the_same_at_every_size_and_little_more_than_the_disk_itself(bench, tmp_path):
    campaigns = {size: bench.campaign_of(tmp_path / str(size), size) for size in (100, 20_000)}
    writers = {str(size): bench.in_campaign(campaign) for size, campaign in campaigns.items()}
    writers |= {"append": bench.appending(tmp_path), "sqlite": bench.in_sqlite(tmp_path)}
    costs = []

    def growth() -> float:
        costs.append(bench.medians(writers, 60))
        return costs[-1]["20000"] / costs[-1]["100"]

    assert best_of(4, growth, 1.3) <= 1.3
    assert min(cost["20000"] / cost["append"] for cost in costs) <= 3
    assert min(cost["20000"] / cost["sqlite"] for cost in costs) <= 2


@pytest.mark.bench
def test_opening_costs_at_most_half_more_than_reading_the_json(bench, tmp_path):
    path = bench.campaign_of(tmp_path / "large", 20_000, behind=2000).path

    def ratio() -> float:
        times = []
        for read in (lambda: bench.json.loads(path.read_text("utf-8")), lambda: CampaignFile.open(path)):
            start = time.perf_counter()
            read()
            times.append(time.perf_counter() - start)
        return times[1] / times[0]

    assert best_of(8, ratio, 1.5) <= 1.5


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
