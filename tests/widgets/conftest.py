"""What every test of a component has: errors that do not hide, and a small campaign to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import ipywidgets.widgets.widget as ipywidgets_core
import pytest

import gmkit
from gmkit.systems import add_system
from gmkit.widgets import base
from gmkit.words import set_language
from tests.campaign.counting import COUNTING

MakeCampaign = Callable[..., Any]


@pytest.fixture(autouse=True)
def handlers_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has unexpected errors of handlers raised again; `swallowed_errors` fails on those that ipywidgets logs."""
    monkeypatch.setattr(base, "RERAISE", True)
    # A campaign of an earlier test may have left its language.
    set_language("en")


@pytest.fixture
def campaign_with(tmp_path: Path) -> Iterator[MakeCampaign]:
    """Gives `campaign_with(players=…, lang=…)`, a campaign whose dice and times are the same in every run."""
    add_system(COUNTING)
    opened: list[Any] = []

    def make(
        players: list[str] | None = None, lang: str = "en", title: str = "Spring", system: str = "counting"
    ) -> Any:
        times = iter(datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(minutes=n) for n in range(100_000))
        campaign = gmkit.create(
            tmp_path / f"campaign-{len(opened)}",
            system=system,
            title=title,
            players=["Anna", "Борис"] if players is None else players,
            lang=lang,
            key="tests",
            clock=lambda: next(times),
        )
        opened.append(campaign)
        return campaign

    yield make
    for campaign in opened:
        campaign.close()


@pytest.fixture
def live_models() -> Callable[[], int]:
    """Gives the number of widget models that live now."""
    return lambda: len(ipywidgets_core._instances)
