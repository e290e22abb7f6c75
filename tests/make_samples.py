"""Makes the sample campaigns again from the commands beside them, byte for byte.

python tests/make_samples.py
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import gmkit

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "campaigns" / "zone_spring"
PLAYERS = ["Марина", "Тимур", "Jonas", "Лена", "Oleg", "Вика"]
FIRST_EVENING = datetime(2026, 3, 1, 17, 0, tzinfo=UTC)


class Evenings:
    """A clock that goes on by three minutes at each look, and by a day when an evening is over."""

    def __init__(self) -> None:
        self.evening = FIRST_EVENING
        self.looks = 0

    def __call__(self) -> datetime:
        self.looks += 1
        return self.evening + timedelta(minutes=3 * (self.looks - 1))

    def next_evening(self) -> None:
        """Goes on to the evening of the next day."""
        self.evening, self.looks = self.evening + timedelta(days=1), 0


def make(folder: Path, lang: str = "ru") -> None:
    """Plays the sample game in *folder*."""
    clock = Evenings()
    campaign = gmkit.create(
        folder,
        system="zone",
        title="Весенняя Зона" if lang == "ru" else "Spring Zone",
        players=PLAYERS,
        lang=lang,
        scenario=SAMPLE / "scenario.toml",
        key="весна",
        clock=clock,
    )
    for command in tomllib.loads((SAMPLE / "commands.toml").read_text(encoding="utf-8"))["commands"]:
        campaign.do(command)
        if command["do"] == "end_day":
            clock.next_evening()
    campaign.close()


def main() -> int:
    """Makes campaign.json of the sample anew; returns the exit code."""
    with tempfile.TemporaryDirectory(prefix="gmkit-sample-") as place:
        make(Path(place) / "zone_spring")
        shutil.copyfile(Path(place) / "zone_spring" / "campaign.json", SAMPLE / "campaign.json")
    print(SAMPLE / "campaign.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
