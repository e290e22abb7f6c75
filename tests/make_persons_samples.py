"""Makes the sample campaigns of Alter ego and Fudge again from the commands beside them, byte for byte.

python tests/make_persons_samples.py
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import gmkit

ROOT = Path(__file__).parent.parent
CAMPAIGNS = ROOT / "campaigns"
SAMPLES = ("alter_ego_mill", "fudge_pass")


class Evenings:
    """A clock that goes on by three minutes at each look, and by a week when an evening is over."""

    def __init__(self, first: datetime) -> None:
        self.evening = first
        self.looks = 0

    def __call__(self) -> datetime:
        self.looks += 1
        return self.evening + timedelta(minutes=3 * (self.looks - 1))

    def next_evening(self) -> None:
        """Goes on to the evening of the next week."""
        self.evening, self.looks = self.evening + timedelta(weeks=1), 0


def script(name: str) -> dict[str, Any]:
    """Returns what a sample is made from: how its campaign begins, and what was done on each evening."""
    return tomllib.loads((CAMPAIGNS / name / "commands.toml").read_text(encoding="utf-8"))


def make(name: str, folder: Path) -> None:
    """Plays a sample in *folder*."""
    read = script(name)
    begin = read["campaign"]
    first = datetime.fromisoformat(begin.pop("first_evening")).replace(tzinfo=UTC)
    clock = Evenings(first)
    campaign = gmkit.create(folder, clock=clock, **begin)
    for evening in read["evening"]:
        for command in evening["commands"]:
            campaign.do(command)
        clock.next_evening()
    campaign.close()


def main() -> int:
    """Makes campaign.json of each sample anew; returns the exit code."""
    for name in SAMPLES:
        with tempfile.TemporaryDirectory(prefix="gmkit-sample-") as place:
            make(name, Path(place) / name)
            shutil.copyfile(Path(place) / name / "campaign.json", CAMPAIGNS / name / "campaign.json")
        print(CAMPAIGNS / name / "campaign.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
