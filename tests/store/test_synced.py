"""P1: what a call returned from is on the disk: every write is synced in time, seen from the calls to the system.

A kill loses nothing that was not synced, because the system has it; only a power cut does. So the calls are watched.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.store import CampaignFile, check, foreign
from tests.campaign.conftest import noon

GOLDEN = Path(__file__).parent / "golden" / "format_0.json"


class PowerCut:
    """A disk that could be cut off at any moment: what of each file is on it, and what is wrong with that."""

    def __init__(self, patch: pytest.MonkeyPatch, below: Path) -> None:
        self.sizes: dict[int, int] = {}
        """So many bytes of each file are on the disk for certain, by its number."""
        self.unsynced: set[int] = set()
        """Files of which something that counts is not."""
        self.folders: set[int] = set()
        """Folders in which a name changed that is not."""
        self.notes = {lock.stat().st_ino for lock in below.glob("**/.*lock")}
        """The note in a lock is a courtesy: it need not be on the disk."""
        self.wrong: list[str] = []
        self.seen: list[str] = []
        for name in ("open", "pwrite", "ftruncate", "fdatasync", "fsync", "replace", "mkdir"):
            if hasattr(os, name):
                patch.setattr(os, name, getattr(self, f"on_{name}")(getattr(os, name)))

    def on_open(self, real: Callable[..., int]) -> Callable[..., int]:
        def call(path: Any, flags: int, *more: Any, **words: Any) -> int:
            descriptor = real(path, flags, *more, **words)
            number = os.fstat(descriptor).st_ino
            if flags & os.O_TRUNC:
                self.sizes[number] = 0
                self.notes.discard(number)
                self.unsynced.discard(number)  # the number of a file that was deleted may come back
            if str(path).endswith(".lock"):
                self.notes.add(number)
            return descriptor

        return call

    def on_pwrite(self, real: Callable[..., int]) -> Callable[..., int]:
        def call(descriptor: int, data: Any, offset: int) -> int:
            found = os.fstat(descriptor)
            number = found.st_ino
            if number not in self.notes:
                self.seen.append("write")
                safe = self.sizes.setdefault(number, found.st_size)
                if offset < safe < offset + len(data):
                    self.wrong.append("a line reaches over what is on the disk")
                if offset < safe or bytes(data).strip(b"\n"):
                    self.unsynced.add(number)
            return real(descriptor, data, offset)

        return call

    def on_ftruncate(self, real: Callable[..., None]) -> Callable[..., None]:
        def call(descriptor: int, size: int) -> None:
            self.seen.append("truncate")
            self.unsynced.add(os.fstat(descriptor).st_ino)
            real(descriptor, size)

        return call

    def on_fdatasync(self, real: Callable[..., None]) -> Callable[..., None]:
        def call(descriptor: int) -> None:
            real(descriptor)
            found = os.fstat(descriptor)
            self.seen.append("sync")
            if stat.S_ISDIR(found.st_mode):
                self.folders.discard(found.st_ino)
            self.sizes[found.st_ino] = found.st_size
            self.unsynced.discard(found.st_ino)

        return call

    on_fsync = on_fdatasync

    def on_replace(self, real: Callable[..., None]) -> Callable[..., None]:
        def call(old: Any, new: Any, **words: Any) -> None:
            if Path(old).stat().st_ino in self.unsynced:
                self.wrong.append(f"{Path(new).name} is renamed before its bytes are on the disk")
            self.seen.append("rename")
            real(old, new, **words)
            self.renamed_in(Path(new).parent)

        return call

    def on_mkdir(self, real: Callable[..., None]) -> Callable[..., None]:
        def call(path: Any, *more: Any, **words: Any) -> None:
            real(path, *more, **words)
            self.renamed_in(Path(path).parent)

        return call

    def renamed_in(self, folder: Path) -> None:
        if os.name != "nt":  # there a name is on the disk by itself
            self.folders.add(folder.stat().st_ino)


def add(campaign: CampaignFile, text: str = "Мира лезет на стену") -> None:
    with campaign.writing() as writer:
        writer.add({"do": [{"do": "note", "text": text}] * 3})


def entry(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    add(campaign)
    return lambda: add(campaign)


def first_entry(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    return lambda: add(campaign)


def entries_that_make_room(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    add(campaign)
    return lambda: [add(campaign, "длинно " * size) for size in (100, 4000, 1, 2000, 300, 300, 3000)]


def batch(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    c = gmkit.create(folder / "batch", system="zone", players=["Анна", "Борис"], key="k", clock=noon)
    return lambda: c.do([{"do": "note", "text": "один"}, {"do": "note", "text": "два"}])


def snapshot(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    return lambda: campaign.renew_snapshot({"day": 1})


def closing(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    add(campaign)
    return lambda: campaign.close({"day": 1})


def creation(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    return lambda: CampaignFile.create(folder / "new" / "within", {"campaign": "x"}, {"do": "create"})


def backup(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    return campaign.backup


def restore(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    campaign.backup()
    add(campaign)
    return lambda: check.restore(campaign.path, 1)


def repair(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    campaign.path.write_bytes(campaign.path.read_bytes().replace("раз 4".encode(), "раз 5".encode()))
    return lambda: check.repair(campaign.path)


def repair_from_a_copy(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    older = campaign.path.read_bytes()
    add(campaign)
    campaign.path.replace(campaign.path.with_name("campaign (1).json"))
    campaign.path.write_bytes(older)
    return lambda: check.repair(campaign.path)


def migration(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    shutil.copy(GOLDEN, folder / "campaign.json")
    return lambda: CampaignFile.open(folder)


def put_right(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    campaign.path.write_bytes(b"\xef\xbb\xbf" + campaign.path.read_bytes())
    return lambda: CampaignFile.open(campaign.path)


def keeping_ours(folder: Path, campaign: CampaignFile) -> Callable[[], object]:
    add(campaign)
    campaign.path.write_bytes(b"")

    def act() -> None:
        with pytest.raises(gmkit.GmkitError):
            campaign.catch_up()

    return act


PATHS = [
    entry,
    first_entry,
    entries_that_make_room,
    batch,
    snapshot,
    closing,
    creation,
    backup,
    restore,
    repair,
    repair_from_a_copy,
    migration,
    put_right,
    keeping_ours,
]


@pytest.mark.parametrize("ready", PATHS, ids=lambda ready: ready.__name__)
def test_all_that_was_written_is_synced_in_order_before_the_call_returns(make, tmp_path, monkeypatch, ready):
    monkeypatch.setattr(foreign, "STILL_S", 0)
    act = ready(tmp_path, make(6))
    with pytest.MonkeyPatch.context() as patch:
        disk = PowerCut(patch, tmp_path)
        act()
    assert "sync" in disk.seen
    assert disk.wrong == []
    assert (disk.unsynced, disk.folders) == (set(), set()), "not on the disk when the call returned"


def test_one_entry_is_one_write_and_one_sync(make):
    campaign = make(6)
    add(campaign)
    with pytest.MonkeyPatch.context() as patch:
        disk = PowerCut(patch, campaign.path.parent)
        add(campaign)
    assert disk.seen == ["write", "sync"]
