"""P13: whichever single call of the system fails, in whatever path: one sentence, nothing lost, goes on when it can."""

from __future__ import annotations

import errno
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmkit.errors import StoreError
from gmkit.store import CampaignFile, check, foreign

NAMES = ("open", "pread", "pwrite", "fdatasync", "fsync", "ftruncate", "fstat", "stat", "replace", "unlink", "mkdir")
NAMES += ("scandir", "listdir", "close", "fchmod")


class Calls:
    """Counts every call to the system and lets one of them fail, or all from that one on."""

    def __init__(self, patch: pytest.MonkeyPatch, fails: int | None, number: int, lasting: bool) -> None:
        self.count, self.fails, self.number, self.lasting = 0, fails, number, lasting
        for name in NAMES:
            patch.setattr(os, name, self.wrapped(name, getattr(os, name)))
        patch.setattr(io, "open", self.wrapped("io.open", io.open))

    def wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **words: Any) -> Any:
            at, self.count = self.count, self.count + 1
            if self.fails is not None and (at == self.fails or (self.lasting and at > self.fails)):
                if name == "close":  # Linux gives the descriptor back whatever it says
                    real(*args, **words)
                raise OSError(self.number, os.strerror(self.number))
            return real(*args, **words)

        return call


def add(campaign: CampaignFile) -> None:
    with campaign.writing() as writer:
        writer.add({"text": "Мира лезет на стену"})


def close(campaign: CampaignFile) -> None:
    add(campaign)
    campaign.close({"day": 2})


PATHS: dict[str, tuple[Callable[[CampaignFile], object], int]] = {
    "entry": (add, 1),
    "snapshot": (lambda campaign: campaign.renew_snapshot({"day": 1}), 0),
    "close": (close, 1),
    "backup": (lambda campaign: campaign.backup(), 0),
    "restore": (lambda campaign: check.restore(campaign.path), 0),
    "repair": (lambda campaign: check.repair(campaign.path), 0),
    "check": (lambda campaign: check.check(campaign.path), 0),
    "put right": (lambda campaign: CampaignFile.open(campaign.path), 0),
    "look": (lambda campaign: campaign.catch_up(), 0),
}


def ready(make: Callable[..., CampaignFile], path: str, name: str) -> CampaignFile:
    campaign = make(6, name=name)
    campaign.backup()
    data = campaign.path.read_bytes()
    if path == "repair":
        campaign.path.write_bytes(data.replace("раз 4".encode(), "раз 5".encode()))
    if path == "put right":
        campaign.path.write_bytes(b"\xef\xbb\xbf" + data)
    return campaign


def entries_in(path: Path) -> int:
    return len(json.loads(path.read_text("utf-8-sig"))["ledger"])


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "for ever"])
@pytest.mark.parametrize("path", PATHS)
def test_whichever_call_fails_nothing_is_lost_and_work_goes_on(make, path, lasting, monkeypatch):
    monkeypatch.setattr(foreign, "STILL_S", 0.0005)  # nobody else is writing here
    act, adds = PATHS[path]
    campaign = ready(make, path, "counted")
    with pytest.MonkeyPatch.context() as patch:
        calls = Calls(patch, None, 0, lasting)
        act(campaign)
    assert calls.count > 3
    for at in range(calls.count):
        campaign = ready(make, path, f"{at}")
        refusal = None
        with pytest.MonkeyPatch.context() as patch:
            Calls(patch, at, errno.ENOSPC if lasting else errno.EIO, lasting)
            try:
                act(campaign)
            except StoreError as error:
                refusal = error
        if path == "check" and refusal is not None:
            assert "cannot be read" in str(refusal), (at, refusal)  # nothing was to be entered
        if path in {"repair", "put right"}:
            act(campaign)
        n = entries_in(campaign.path)
        is_honest = n == 6 + adds if refusal is None else n == 6 or "look into the ledger" in str(refusal)
        assert is_honest or path == "close", (at, refusal)
        assert n in {6, 6 + adds}
        again = CampaignFile.open(campaign.path)
        add(again)  # neither the lock was left held nor the file harmed
        assert len(again.documents) == n + 1
        assert again.verify_chain() is None
        again.close({"day": 3})
        if path in {"entry", "snapshot", "backup", "look"}:
            add(campaign)
            assert len(campaign.documents) == n + 2


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EROFS])
def test_a_creation_that_was_refused_can_be_asked_for_again(tmp_path, number):
    header = {"campaign": "c4f1", "system": "zone", "created": "2026-03-01"}
    with pytest.MonkeyPatch.context() as patch:
        calls = Calls(patch, None, number, lasting=False)
        CampaignFile.create(tmp_path / "counted", header, {"do": "create"})
    for at in range(calls.count):
        folder = tmp_path / f"{at}"
        refused = False
        with pytest.MonkeyPatch.context() as patch:
            Calls(patch, at, number, lasting=False)
            try:
                campaign = CampaignFile.create(folder, header, {"do": "create"})
            except StoreError:
                refused = True
        assert (folder / "campaign.json").exists() is not refused, at
        if refused:
            campaign = CampaignFile.create(folder, header, {"do": "create"})
        add(campaign)
        assert entries_in(campaign.path) == 2
