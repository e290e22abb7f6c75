"""Figures of the campaign layer for the closing note: python tests/bench/campaign_bench.py [FOLDER].

Prints the cost of one `do` at 20 and at 20,000 entries, the time to open 20,000 entries beside `json.load` of the
file, the cost of a view, a report and a ledger page there, and the import time of gmkit.
"""

from __future__ import annotations

import datetime as dt
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gmkit
from gmkit.campaign.campaign import Campaign
from gmkit.store import layout

MANY = 20_000


def clock() -> dt.datetime:
    return dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


def median(call: Callable[[], object], times: int) -> float:
    """Returns the median time of a call in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def zone(folder: Path, entries: int) -> Campaign:
    """Returns a Zone of so many entries: days of orders, rolls and notes; the file is laid in one go."""
    c = gmkit.create(
        folder, system="zone", players=["Anna", "Борис"], key="bench", clock=clock, scenario={"layout": {}}
    )
    for _ in range(10):
        c.roll("4dF+2", "climb", actor="Anna")
        c.ledger.add("a note")
    if entries > len(c._file.documents):
        body = [dict(document) for document in c._file.documents]
        one = {name: value for name, value in body[-2].items() if name not in ("n", "link")}
        other = {name: value for name, value in body[-1].items() if name not in ("n", "link")}
        plain = [{name: value for name, value in document.items() if name not in ("n", "link")} for document in body]
        for number in range(len(plain), entries):
            if number % 100 == 0:
                turn = 1 + number // 100
                plain.append(_closing(turn, one))
                continue
            plain.append({**(one if number % 2 else other), "turn": 1 + number // 100})
        header = c._file.header
        c.close()
        documents = layout.linked(header, plain)
        (folder / "campaign.json").write_bytes(layout.rendered(layout.Content(header, documents)))
        c = gmkit.open(folder, clock=clock)
    return c


def _closing(turn: int, like: dict[str, Any]) -> dict[str, Any]:
    events = [{"is": "turn_closed", "to": "all", "turn": turn - 1}]
    return {"at": like["at"], "kernel": "k1", "turn": turn - 1, "do": [{"do": "end_day"}], "events": events}


def main(base: Path) -> None:
    few, many = zone(base / "few", 20), zone(base / "many", MANY)
    names = {"roll": lambda c: c.roll("4dF", "x"), "note": lambda c: c.ledger.add("x")}
    for name, act in names.items():
        low, high = median(lambda act=act: act(few), 200), median(lambda act=act: act(many), 200)
        print(f"{name}: {low:.2f} ms at 20 entries, {high:.2f} ms at {MANY:,}: x {high / low:.2f}")
    gm, page = median(lambda: many.view("gm"), 20), median(lambda: many.ledger.page(1), 50)
    print(f"at {MANY:,}: view of the GM {gm:.2f} ms, ledger page {page:.2f} ms")
    filtered = median(lambda: many.ledger.page(1, actor="Anna"), 5)
    report = median(lambda: many.report(100, "Anna"), 20)
    print(f"at {MANY:,}: ledger page of one actor {filtered:.0f} ms, a report {report:.2f} ms")
    few.close()
    many.close()
    path = base / "many" / "campaign.json"
    load = median(lambda: json.loads(path.read_text("utf-8")), 5)
    snapshot = median(lambda: gmkit.open(base / "many").close(), 5)
    print(f"open {MANY:,} entries: {snapshot:.0f} ms; json.load {load:.0f} ms: x {snapshot / load:.2f}")
    for module in ("gmkit", "gmkit.campaign"):
        runs = [_import_ms(module) for _ in range(5)]
        print(f"import {module}: {statistics.median(runs):.0f} ms")


def _import_ms(module: str) -> float:
    code = f"import time; t = time.perf_counter(); import {module}; print((time.perf_counter() - t) * 1000)"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(Path(folder))
