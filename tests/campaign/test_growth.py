"""P5, P6, C117 at the level of a GM: opening, acting and looking on a campaign of 20,000 entries."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import gmkit
from gmkit.campaign.listener import Folding
from gmkit.store import layout
from tests.work import steps_of

BENCH = Path(__file__).parents[1] / "bench" / "campaign_bench.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("campaign_bench", BENCH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def least(call: Callable[[], Any], times: int) -> float:
    """Returns the least processor time of a call: other jobs on the machine do not count."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.mark.bench
def test_a_large_campaign_opens_acts_and_shows_its_ledger_like_a_small_one(bench, tmp_path):
    few, many = bench.zone(tmp_path / "few", 200), bench.zone(tmp_path / "many", 20_000)
    for name, act in {
        "roll": lambda c: c.roll("4dF", "x"),
        "page": lambda c: c.ledger.page(1),
        "last page": lambda c: c.ledger.page(10**6),
        "view": lambda c: c.view("gm"),
    }.items():
        small, large = (least(lambda c=c, act=act: [act(c) for _ in range(20)], 5) for c in (few, many))
        assert large < 2 * small + 0.005, name
    many.close()
    few.close()


@pytest.mark.bench
@pytest.mark.parametrize("entries", [20_000, 100_000])
def test_opening_costs_at_most_half_more_than_reading_the_json(bench, tmp_path, entries):
    c = bench.zone(tmp_path / "many", entries)
    c.ledger.add("the last one")
    c.close()  # with a cached state, from which on there is nothing to fold
    whole, load = bench.opening(tmp_path / "many")
    print(f"opening {entries:,} : json.load of the file = {whole / load:.2f}")
    assert whole <= 1.5 * load


def test_acting_and_looking_are_the_same_work_at_every_size(bench, tmp_path):
    """P5 and C117, counted in steps: an act, the newest page and the oldest, a report and a view."""
    work: dict[str, list[int]] = {}
    for entries in (200, 10_000):
        with bench.zone(tmp_path / str(entries), entries) as c:
            for name, act in {
                "roll": lambda c: c.roll("4dF", "x"),
                "note": lambda c: c.ledger.add("a note"),
                "undo": lambda c: (c.undo(), c.redo()),
                "page": lambda c: c.ledger.page(1),
                "last page": lambda c: c.ledger.page(10**6),
                "report": lambda c: c.report(1, "Anna"),
                "view": lambda c: c.view("gm"),
            }.items():
                act(c)
                work.setdefault(name, []).append(steps_of(lambda c=c, act=act: [act(c) for _ in range(3)]))
    assert {name: few for name, (few, many) in work.items() if many > 1.3 * few + 300} == {}


def test_opening_folds_only_what_lies_behind_the_cached_state(bench, tmp_path, monkeypatch):
    """P6, counted: a campaign that was closed folds nothing, whatever its size, and its rows wait."""
    folded: list[str] = []
    fold = Folding.__call__
    monkeypatch.setattr(Folding, "__call__", lambda *given: (folded.append(given[2]["is"]), fold(*given))[1])
    work = {}
    for entries in (2_000, 10_000):
        c = bench.zone(tmp_path / str(entries), entries)
        c.ledger.add("the last one")
        c.close()
        folded.clear()
        work[entries] = steps_of(lambda c=c: gmkit.open(c.path).close())
        assert folded == []
    assert work[10_000] - work[2_000] < 32 * 8_000
    again = gmkit.open(c.path)
    assert again.ledger[len(again.ledger)].text == "the last one"
    assert len(folded) > 0
    again.close()


def test_paging_to_the_top_of_ten_thousand_shows_every_line_once(bench, tmp_path):
    """C117."""
    c = bench.zone(tmp_path / "many", 10_000)
    pages = c.ledger.page(1).pages
    seen = [row.n for number in range(pages, 0, -1) for row in reversed(c.ledger.page(number).rows)]
    assert seen == list(range(1, len(c.ledger) + 1))
    assert layout.first_break(c._file.header, c._file.documents) is None
    c.close()
