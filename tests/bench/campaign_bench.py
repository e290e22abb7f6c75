"""Figures of the campaign layer for the closing note: python tests/bench/campaign_bench.py [FOLDER].

Prints the cost of one `do` at 20, 20,000 and 100,000 entries, the time to open those beside `json.load` of the file,
the cost of a view, a report and a ledger page there, the size of an entry whatever the sheet (P15), and the import time
of gmkit.
"""

from __future__ import annotations

import datetime as dt
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import gmkit
from gmkit.campaign.campaign import Campaign
from gmkit.store import layout, plain
from tests.work import alone

MANY = (20_000, 100_000)


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
    print(f"load {os.getloadavg()[0]:.1f}")
    few = zone(base / "few", 20)
    for number in MANY:
        many = zone(base / str(number), number)
        for name, (low, high) in costs(few, many).items():
            print(f"{name}: {low:.2f} ms at 20 entries, {high:.2f} ms at {number:,}: x {high / low:.2f}")
        gm, page = median(lambda c=many: c.view("gm"), 20), median(lambda c=many: c.ledger.page(1), 50)
        print(f"at {number:,}: view of the GM {gm:.2f} ms, newest ledger page {page:.2f} ms")
        oldest = median(lambda c=many: c.ledger.page(10**9), 50)
        filtered = median(lambda c=many: c.ledger.page(1, actor="Anna"), 3)
        report = median(lambda c=many: c.report(100, "Anna"), 20)
        print(f"at {number:,}: oldest page {oldest:.2f} ms, of one actor {filtered:.0f} ms, a report {report:.2f} ms")
        many.close()
        whole, load = opening(base / str(number))
        size = (base / str(number) / "campaign.json").stat().st_size / 1e6
        print(f"open {number:,} entries ({size:.1f} MB): {whole:.0f} ms; json.load {load:.0f} ms: x {whole / load:.2f}")
    few.close()
    for name, size in entry_sizes(base).items():
        print(f"{size:6d} bytes  {name}")
    for module in ("gmkit", "gmkit.campaign"):
        runs = [_import_ms(module) for _ in range(5)]
        print(f"import {module}: {statistics.median(runs):.0f} ms")


def costs(few: Campaign, many: Campaign) -> dict[str, tuple[float, float]]:
    """Returns the median milliseconds of one act of each kind on both, by turns: what else runs falls on both alike."""
    acts = {"roll": lambda c: c.roll("4dF", "x"), "note": lambda c: c.ledger.add("x")}
    spent: dict[tuple[str, int], list[float]] = {}
    for _ in range(200):
        for name, act in acts.items():
            for at, c in enumerate((few, many)):
                spent.setdefault((name, at), []).append(median(lambda act=act, c=c: act(c), 1))
    return {name: (statistics.median(spent[name, 0]), statistics.median(spent[name, 1])) for name in acts}


def opening(folder: Path) -> tuple[float, float]:
    """Returns the milliseconds to open a campaign with its cached state, and those of `json.load` of its file."""
    path = folder / "campaign.json"
    ready = "import gmkit.campaign; from gmkit.systems import find_system; find_system('zone')"
    return alone(ready, f"gmkit.campaign.open({str(folder)!r})"), alone(
        "import json, pathlib", f"json.loads(pathlib.Path({str(path)!r}).read_text('utf-8'))"
    )


def entry_sizes(base: Path) -> dict[str, int]:
    """Returns the bytes of the largest roll, order and closing of a full game of eight (P15: at most 2 kB)."""
    players = ["Anna", "Борис", "Vera", "Глеб", "Emil", "Fay", "Greta", "Hugo"]
    c = gmkit.create(base / "sizes", system="zone", players=players, key="bench", clock=clock)
    for day in range(10):
        for stalker in c.game.alive:
            axis = "XYZ"[(day + stalker) % 3]
            for way in (f"{axis}+", f"{axis}-"):
                try:
                    c.game.order(stalker, way)
                    break
                except gmkit.GmkitError:
                    continue
        c.roll("20d6", "Мира лезет на стену " * 5, actor="Мира")
        if not c.view("gm").over:
            c.game.end_day()
    largest: dict[str, int] = {}
    for document in c._file.documents[1:]:
        kind = f"largest {document['do'][0]['do']}"
        largest[kind] = max(largest.get(kind, 0), len(plain.dump(document)))
    c.close()
    return largest


def _import_ms(module: str) -> float:
    code = f"import time; t = time.perf_counter(); import {module}; print((time.perf_counter() - t) * 1000)"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(Path(folder))
