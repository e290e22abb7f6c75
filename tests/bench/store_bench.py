"""What one durable entry and one opening cost, as ratios measured in one run (P5, P6).

Run it by `python tests/bench/store_bench.py`.
Every kind of writing takes its turn in every round, so that whatever else the machine does falls on all alike.
"""

from __future__ import annotations

import gc
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tinydb import TinyDB

sys.path.insert(0, str(Path(__file__).parents[2]))

from gmkit.store import CampaignFile, layout
from tests.work import alone

SIZES = (100, 10_000, 100_000)
HEADER = {"campaign": "bench", "system": "zone", "created": "2026-03-01", "format": 1}


def entry(number: int) -> dict[str, object]:
    """An entry whose line has about 300 bytes, hash link included."""
    return {
        "turn": number // 20 + 1,
        "at": "2026-03-01T19:30:05+00:00",
        "do": [{"do": "roll", "notation": "4dF+2", "actor": "Mira"}],
        "events": [{"is": "rolled", "to": "all", "faces": [1, 0, -1, 1], "total": 3, "k": number}],
    }


def campaign_of(folder: Path, entries: int, behind: int = 0) -> CampaignFile:
    """Returns a campaign with so many entries, *behind* of them after the snapshot."""
    folder.mkdir()
    documents = layout.linked(HEADER, [entry(n) for n in range(entries)])
    snapshot = {"upto": entries - behind, "state": {"day": 1}}
    (folder / "campaign.json").write_bytes(layout.rendered(layout.Content(dict(HEADER), documents, snapshot)))
    return CampaignFile.open(folder)


def appending(folder: Path) -> Callable[[int], None]:
    """Returns the bare minimum: 300 bytes at the end of a file, then fdatasync."""
    descriptor = os.open(folder / "bare", os.O_RDWR | os.O_CREAT)

    def write(number: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_END)
        os.write(descriptor, b"x" * 299 + b"\n")
        getattr(os, "fdatasync", os.fsync)(descriptor)

    return write


def in_sqlite(folder: Path) -> Callable[[int], None]:
    """Returns an insert into sqlite in WAL mode with full sync."""
    database = sqlite3.connect(folder / "sqlite.db", isolation_level=None)
    database.execute("pragma journal_mode=wal")
    database.execute("pragma synchronous=full")
    database.execute("create table ledger (n integer primary key, line text)")

    def write(number: int) -> None:
        line = json.dumps(entry(number), sort_keys=True)
        database.execute("insert into ledger (line) values (?)", (line,))

    return write


def in_campaign(campaign: CampaignFile) -> Callable[[int], None]:
    """Returns an entry into a campaign."""

    def write(number: int) -> None:
        with campaign.writing() as writer:
            writer.add(entry(number))

    return write


def in_tinydb(folder: Path, entries: int) -> Callable[[int], None]:
    """Returns an insert into TinyDB's own storage."""
    path = folder / f"tiny{entries}.json"
    path.write_text(json.dumps({"ledger": {str(n): entry(n) for n in range(1, entries + 1)}}), "utf-8")
    table = TinyDB(path, encoding="utf-8").table("ledger")

    def write(number: int) -> None:
        table.insert(entry(number))

    return write


def medians(writers: dict[str, Callable[[int], None]], rounds: int) -> dict[str, float]:
    """Returns the median seconds of one call of each."""
    spent: dict[str, list[float]] = {name: [] for name in writers}
    for number in range(-5, rounds):
        for name, write in writers.items():
            start = time.perf_counter()
            write(number)
            if number >= 0:
                spent[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in spent.items()}


def commits(folder: Path, rounds: int = 300) -> dict[str, float]:
    """Returns the ratios of P5."""
    writers = {f"campaign {size}": in_campaign(campaign_of(folder / str(size), size)) for size in SIZES}
    writers |= {"append": appending(folder), "sqlite": in_sqlite(folder)}
    gc.collect()
    gc.freeze()
    cost = medians(writers, rounds)
    tiny = medians({"tinydb": in_tinydb(folder, 10_000)}, 10)["tinydb"]
    largest = cost[f"campaign {SIZES[-1]}"]
    return {
        "one entry at 100,000 : at 100 (at most 1.3)": largest / cost["campaign 100"],
        "one entry at 10,000 : at 100": cost["campaign 10000"] / cost["campaign 100"],
        "one entry at 100,000 : bare append + fdatasync (at most 3)": largest / cost["append"],
        "one entry at 100,000 : sqlite WAL (at most 2)": largest / cost["sqlite"],
        "TinyDB's own storage at 10,000 : one entry": tiny / cost["campaign 10000"],
    }


def openings(folder: Path) -> dict[str, float]:
    """Returns the ratios of P6, each opening and each `json.load` in a process of its own."""
    ratios = {}
    for size in (20_000, 100_000):
        name = repr(str(campaign_of(folder / f"open{size}", size, behind=2000).path))
        ours = alone("import pathlib; from gmkit.store import CampaignFile as F", f"F.open(pathlib.Path({name}))")
        theirs = alone("import json, pathlib", f"json.loads(pathlib.Path({name}).read_text('utf-8'))")
        ratios[f"opening {size:,} : json.load of the file (at most 1.5)"] = ours / theirs
    return ratios


def sizes(folder: Path) -> dict[str, float]:
    """Returns how large a file is beside the same entries in TinyDB's own storage and in sqlite."""
    campaign = campaign_of(folder / "sized", 10_000)
    ours = campaign.path.stat().st_size
    tiny = folder / "sized.json"
    entries = {str(n): entry(n) for n in range(1, 10_001)}
    tiny.write_text(json.dumps({"ledger": entries}), "utf-8")
    database = sqlite3.connect(folder / "sized.db")
    database.execute("create table ledger (n integer primary key, line text)")
    database.executemany("insert into ledger (line) values (?)", [(json.dumps(e),) for e in entries.values()])
    database.commit()
    database.close()
    return {
        "file of 10,000 entries, MB": ours / 1e6,
        "file of 10,000 entries : TinyDB's own storage": ours / tiny.stat().st_size,
        "file of 10,000 entries : sqlite": ours / (folder / "sized.db").stat().st_size,
    }


def main() -> None:
    """Prints all ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sys.stdout.write(f"load {os.getloadavg()[0]:.1f}\n")
        for words, ratio in (sizes(folder) | openings(folder) | commits(folder)).items():
            sys.stdout.write(f"{ratio:8.2f}  {words}\n")


if __name__ == "__main__":
    main()
