"""The campaign as a GM holds it: to look at, to act on, with its ledger and its system's verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from gmkit.campaign.acting import Acting
from gmkit.campaign.clock import Clock
from gmkit.campaign.ledger import Ledger
from gmkit.core.visibility import GM
from gmkit.store.campaign_file import CampaignFile


class CampaignLedger(Ledger):
    """The GM's ledger, which can also be written to."""

    campaign: Acting

    def add(
        self, text: str, *, turn: int | None = None, seen_by: str | Sequence[str] = "gm", id: str | None = None
    ) -> Any:
        """Writes a note: "all", "gm" or names may see it; *turn* names an earlier turn that it is about."""
        command: dict[str, Any] = {"do": "note", "text": text, "seen_by": seen_by}
        if turn is not None:
            command["turn"] = turn
        return self.campaign.do(command, id=id)


class Campaign(Acting):
    """One campaign: what a GM types on it is a verb, and every verb is an entry of its ledger."""

    def __init__(self, file: CampaignFile, clock: Clock) -> None:
        super().__init__(file, clock)
        self.game: Any = self._system.game(self)
        """The system's verbs."""

    @property
    def ledger(self) -> CampaignLedger:
        """Everything that happened, as the GM sees it."""
        ledger = CampaignLedger(**self.view(GM).ledger.parts)
        ledger.campaign = self
        return ledger

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
