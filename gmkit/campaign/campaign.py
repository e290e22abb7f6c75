"""The campaign as a GM holds it: to look at, to act on, with its ledger and its system's verbs."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from gmkit.campaign.acting import Acting
from gmkit.campaign.clock import Clock
from gmkit.campaign.ledger import Ledger
from gmkit.core.visibility import GM
from gmkit.errors import NoSuchName
from gmkit.store.campaign_file import CampaignFile
from gmkit.words import listing, say


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
        self._game: Callable[[], Any] = _nothing

    @property
    def game(self) -> Any:
        """The system's verbs."""
        # They hold the campaign and not the other way round: a campaign that nobody holds is freed at once, with its
        # thousands of entries.
        game = self._game()
        if game is None:
            game = self._system.game(self)
            self._game = weakref.ref(game)
        return game

    @property
    def ledger(self) -> CampaignLedger:
        """Everything that happened, as the GM sees it."""
        ledger = CampaignLedger(**self.view(GM).ledger.parts)
        ledger.campaign = self
        return ledger

    def supplement(self, file: str | Path, *, on: bool = True, id: str | None = None) -> Any:
        """Lays a supplement over the system's tables: a file, read once; or switches one on or off by its name (A27).

        Raises:
            GmkitError: If the file is bad, with its line and reason, or the system takes no supplements.
        """
        lay = getattr(self.game, "supplement", None)
        # A system without supplements has no such verb: the reading of commands says which there are.
        return self.do({"do": "supplement", "name": str(file)}, id=id) if lay is None else lay(file, on=on, id=id)

    def __getattr__(self, name: str) -> Any:
        # A slip that every GM makes once: the system's verbs are those of c.game. Private names are nobody's slip.
        if name.startswith("_") or name == "game":
            raise AttributeError(name)
        if getattr(type(self.game), name, None) is not None:
            error = NoSuchName(say("There is no c.{name}: you may mean c.game.{name}.", name=name))
        else:
            known = listing(sorted(word for word in dir(type(self)) if not word.startswith("_")))
            error = NoSuchName(say("There is no c.{name}; there are: {known}.", name=name, known=known))
        error.lang = self.lang
        raise error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _nothing() -> None:
    return None
