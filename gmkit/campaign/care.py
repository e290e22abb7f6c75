"""Looking after a campaign's file: check, repair, backup, restore; the store does it, this tells it in words."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from gmkit.campaign.terminal import Column, text_table
from gmkit.core.command import shown
from gmkit.errors import StoreError
from gmkit.store import backups as kept
from gmkit.store import check as checking
from gmkit.store.campaign_file import CampaignFile
from gmkit.store.errors import told
from gmkit.store.reading import NAME
from gmkit.words import LANGUAGES, Sentence, Words, render, say, say_n

_LANG = re.compile(rb'"_gmkit".{0,400}?"lang": ?"(\w+)"', re.DOTALL)
_HEADER_BYTES = 4096


def folder_of(path: Any) -> Path:
    """Returns the folder that a path names.

    Raises:
        StoreError: If no folder can have that name.
    """
    if not isinstance(path, (str, os.PathLike)) or not str(path).strip() or "\0" in str(path):
        raise StoreError(say("A campaign is in a folder: give its path as a text, not {value}.", value=shown(path)))
    folder = Path(path)
    try:
        folder.stat()
    except UnicodeEncodeError:
        raise StoreError(
            say("The text in {path} holds half of a character (a lone surrogate).", path=ascii(str(folder)))
        ) from None
    except OSError as error:
        # A folder that is not there yet, or may not be looked at, is another matter.
        if error.errno == errno.ENAMETOOLONG:
            raise StoreError(say("{file} is too long a name for a folder.", file=shown(str(folder)))) from None
    return folder


def language_of(path: str | os.PathLike[str]) -> str:
    """Returns the language of the campaign in a folder, also where its file is damaged; "" if it cannot be found."""
    folder = folder_of(path)
    copies: list[Path] = []
    with suppress(OSError):  # a folder that may not be looked into: what opens it says so
        copies = sorted(folder.glob("backups/*.json"), reverse=True)
    for candidate in (folder / "campaign.json", folder, *copies):
        try:
            with candidate.open("rb") as opened:
                found = _LANG.search(opened.read(_HEADER_BYTES))
        except OSError:
            continue
        if found and found[1].decode() in LANGUAGES:
            return found[1].decode()
    return ""


@told(NAME, reading=True)
def check(path: str | os.PathLike[str]) -> list[Words]:
    """Returns what is wrong with the campaign's file, the last good state last; nothing if all is well."""
    return [finding.words for finding in checking.check(folder_of(path))]


@told(NAME)
def repair(path: str | os.PathLike[str]) -> Sentence:
    """Returns what was done to bring the campaign back to its last good state; the damaged file is kept."""
    return checking.repair(folder_of(path)).words


@told(NAME)
def backup(path: str | os.PathLike[str]) -> Sentence:
    """Returns where the campaign, as it is now, was put aside."""
    file = CampaignFile.open(folder_of(path))
    try:
        made = file.backup()
    finally:
        file.close()
    return say("Backup {number}: {file}.", number=made.number, file=kept.shown(made.path))


@told(NAME, reading=True)
def backups_text(path: str | os.PathLike[str], width: int | None = None) -> str:
    """Returns the backups as a table for a terminal, oldest first: number, day, entries, why each was taken.

    Raises:
        StoreError: If there are none.
    """
    there = checking.backups_of(_home_with_backups(path) / NAME)
    columns = [
        Column(render(say("No.")), [str(backup.number) for backup in there], may_wrap=False),
        Column(render(say("Day (UTC)")), [backup.day for backup in there], may_wrap=False),
        Column(render(say("Entries")), [_entries_of(backup) for backup in there], may_wrap=False),
        Column(render(say("Why")), [render(backup.words()) for backup in there], may_wrap=True),
    ]
    return text_table(columns, width)


def _entries_of(backup: kept.Backup) -> str:
    return render(say("damaged")) if backup.entries is None else str(backup.entries)


def _home_with_backups(path: str | os.PathLike[str]) -> Path:
    folder = folder_of(path)
    home = folder.parent if folder.name == "campaign.json" else folder
    if not (home / NAME).exists() and not any(home.glob("backups/*.json")):
        raise StoreError(say("There are no backups in {folder}: look at the folder's name.", folder=str(home)))
    return home


@told(NAME)
def restore(path: str | os.PathLike[str], number: int | None = None) -> Sentence:
    """Returns which backup is the campaign now; what was there before is a backup itself."""
    _home_with_backups(path)
    chosen = checking.restore(folder_of(path), number)
    return say_n(
        "Backup {number} is the campaign now, with {n} entry; what was there before is a backup too.",
        "Backup {number} is the campaign now, with {n} entries; what was there before is a backup too.",
        n=chosen.entries or 0,
        number=chosen.number,
    )
