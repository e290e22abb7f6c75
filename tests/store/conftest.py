"""What the store's tests share: campaigns of any size, and the choice between short and long runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gmkit.store import CampaignFile, layout

HERE = Path(__file__).parent
HEADER = {"campaign": "c4f1", "system": "zone", "created": "2026-03-01", "sums": True, "title": "Весна"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the long runs out unless they are asked for: GMKIT_TORTURE=1, or -m torture."""
    if os.environ.get("GMKIT_TORTURE") == "1" or "torture" in config.option.markexpr:
        return
    long = [item for item in items if item.get_closest_marker("torture") and HERE in item.path.parents]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in set(long)]


def an_entry(number: int) -> dict[str, Any]:
    """An entry of about 300 bytes, with Cyrillic in it."""
    return {
        "turn": number // 20 + 1,
        "at": "2026-03-01T19:30:05+00:00",
        "do": [{"do": "roll", "notation": "4dF+2", "text": f"Мира лезет на стену, раз {number}", "actor": "Мира"}],
        "events": [{"is": "rolled", "to": "all", "faces": [1, 0, -1, 1], "total": 3}],
    }


@pytest.fixture
def entry() -> Callable[[int], dict[str, Any]]:
    return an_entry


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., CampaignFile]]:
    """Makes a campaign with so many entries, quickly: written whole, then opened."""
    made: list[CampaignFile] = []

    def build(entries: int = 1, upto: int = 0, name: str = "spring") -> CampaignFile:
        folder = tmp_path / name
        folder.mkdir(parents=True)
        header = {**HEADER, "format": 1}
        documents = layout.linked(header, [{"do": "create"}, *(an_entry(n) for n in range(2, entries + 1))])
        snapshot = {"upto": upto, "state": {"day": upto}} if upto else None
        (folder / "campaign.json").write_bytes(layout.rendered(layout.Content(header, documents, snapshot)))
        made.append(CampaignFile.open(folder))
        return made[-1]

    yield build
    for campaign in made:
        campaign._lock.close()


@pytest.fixture
def run() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts `actor.py` with the given words in a process of its own."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: object) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(HERE / "actor.py"), *map(str, words)],
            stdout=subprocess.PIPE,
            stdin=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()
