"""Looking after a campaign's file: check, repair, backup, restore; the store does it, this tells it in words."""

from __future__ import annotations

import os
from pathlib import Path

from gmkit.store import backups as kept
from gmkit.store import check as checking
from gmkit.store.campaign_file import CampaignFile
from gmkit.words import Sentence, Words, say


def check(path: str | os.PathLike[str]) -> list[Words]:
    """Returns what is wrong with the campaign's file, the last good state last; nothing if all is well."""
    return [finding.words for finding in checking.check(Path(path))]


def repair(path: str | os.PathLike[str]) -> Sentence:
    """Returns what was done to bring the campaign back to its last good state; the damaged file is kept."""
    return checking.repair(Path(path)).words


def backup(path: str | os.PathLike[str]) -> Sentence:
    """Returns where the campaign, as it is now, was put aside."""
    file = CampaignFile.open(Path(path))
    try:
        made = file.backup()
    finally:
        file.close()
    return say("Backup {number}: {file}.", number=made.number, file=kept.shown(made.path))


def restore(path: str | os.PathLike[str], number: int | None = None) -> Sentence:
    """Returns which backup is the campaign now; what was there before is a backup itself."""
    chosen = checking.restore(Path(path), number)
    return say(
        "Backup {number} is the campaign now, with {entries} entries; what was there before is a backup too.",
        number=chosen.number,
        entries=chosen.entries or 0,
    )
