"""P13 at the level of a GM: each fault is one sentence at the call and in the widget, and nothing is lost."""

from __future__ import annotations

import datetime as dt
import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import portalocker
import pytest

import gmkit
from gmkit import GmkitError
from gmkit.campaign.care import backup, backups_text, check, repair, restore
from gmkit.campaign.opened import CampaignNotice
from gmkit.store import disk, lock
from gmkit.widgets import DiceRoller
from gmkit.words import set_language
from tests.campaign.conftest import noon

ACTOR = Path(__file__).parents[1] / "store" / "actor.py"


@pytest.fixture
def c(tmp_path: Path) -> Iterator[Any]:
    campaign = gmkit.create(tmp_path / "c", system="zone", players=["Anna", "Борис"], key="k", clock=noon)
    campaign.ledger.add("before")
    yield campaign
    campaign.close()


def failing(name: str, number: int) -> Any:
    """A fault: this call of the disk fails as long as the block lasts."""

    @contextmanager
    def fault(monkeypatch: pytest.MonkeyPatch, _campaign: Any) -> Iterator[None]:
        def fail(*_: object) -> None:
            raise OSError(number, os.strerror(number))

        with monkeypatch.context() as patch:
            patch.setattr(disk, name, fail)
            yield

    return fault


@contextmanager
def read_only(monkeypatch: pytest.MonkeyPatch, campaign: Any) -> Iterator[None]:
    """The folder was set to reading only, as the system answers then."""

    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(disk, "open_to_write", refuse)
        yield


@contextmanager
def no_locks(monkeypatch: pytest.MonkeyPatch, campaign: Any) -> Iterator[None]:
    def refuse(*_: object) -> None:
        raise portalocker.LockException("no locks available")

    with monkeypatch.context() as patch:
        patch.setattr(portalocker, "lock", refuse)
        yield


@contextmanager
def held_by_another(monkeypatch: pytest.MonkeyPatch, campaign: Any) -> Iterator[None]:
    """A living kernel holds the lock; the wait of ten seconds is shortened."""
    holder = subprocess.Popen([sys.executable, str(ACTOR), "hold", str(campaign.path), "60"], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    try:
        with monkeypatch.context() as patch:
            patch.setattr(lock, "WAIT_S", 0.2)
            yield
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()


FAULTS = {
    "disk full": (failing("write_at", errno.ENOSPC), "The disk is full: nothing was entered"),
    "quota": (failing("write_at", errno.EDQUOT), "The disk is full: nothing was entered"),
    "fsync fails": (failing("sync", errno.EIO), "The disk failed while campaign.json was being written"),
    "read only": (read_only, "campaign.json cannot be written to: nothing was entered"),
    "no locks": (no_locks, "There is no lock to be had"),
    "lock held": (held_by_another, "is being written to by process"),
}


def texts(campaign: Any) -> list[str]:
    return [row.text for row in campaign.ledger.rows() if row.kind == "noted"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_sentence_at_the_call_and_nothing_is_lost(c, monkeypatch, fault):
    broken, words = FAULTS[fault]
    with broken(monkeypatch, c):
        for act in (lambda: c.ledger.add("during"), lambda: c.do([{"do": "note", "text": x} for x in "ab"]), c.undo):
            with pytest.raises(GmkitError) as refused:
                act()
            assert words in str(refused.value)
            assert str(refused.value).count("\n") == 0
            assert str(refused.value).endswith(".")
        assert texts(c) == ["before"]
    c.ledger.add("after")
    again = gmkit.open(c.path, clock=noon)
    assert texts(again) == texts(c) == ["before", "after"]
    assert again._file.verify_chain() is None
    again.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_said_in_the_widget_and_the_same_click_works_when_it_is_over(c, monkeypatch, fault):
    broken, words = FAULTS[fault]
    roller = DiceRoller(c)
    with broken(monkeypatch, c):
        lines = len(c.ledger)
        roller.roll_button.click()
        assert words in roller.notice.value
        assert 'role="alert"' in roller.notice.value
        assert len(c.ledger) == lines
    roller.roll_button.click()
    assert "gm-refusal" not in roller.notice.value
    assert len(c.ledger) == lines + 1
    roller.close()


def test_a_rename_that_fails_is_said_where_it_happens_and_loses_nothing(c, monkeypatch):
    """The snapshot is renewed by a rename; the entry before it is on the disk already."""
    with failing("rename", errno.EACCES)(monkeypatch, c):
        with pytest.warns(CampaignNotice) as said:
            c.close()
        assert [str(notice.message).split(" (")[0].split(":")[0] for notice in said] == [
            "campaign.json could not be tidied up on closing",
            "No backup of campaign.json could be taken",
        ]
        assert all("every entry is in it" in str(notice.message) for notice in said)
        with pytest.raises(GmkitError, match=r"campaign.json cannot be written to: nothing was entered"):
            gmkit.create(c.path.parent / "other", system="zone", players=["A", "B"])
    again = gmkit.open(c.path, clock=noon)
    assert texts(again) == ["before"]
    again.close()
    gmkit.create(c.path.parent / "other", system="zone", players=["A", "B"]).close()


def test_a_snapshot_that_cannot_be_renewed_does_not_take_back_the_act_that_called_for_it(c, monkeypatch):
    monkeypatch.setattr("gmkit.campaign.opened.SNAPSHOT_EVERY", 1)
    said = pytest.warns(CampaignNotice, match=r"could not be renewed.*every entry is there\.")
    with failing("rename", errno.ENOSPC)(monkeypatch, c), said:
        c.ledger.add("during")
    assert texts(c) == ["before", "during"]
    c.ledger.add("after")
    assert c._file.snapshot["upto"] == len(c._file.documents), "it is tried again with the next act"


def test_a_folder_that_cannot_be_written_to_opens_for_reading_and_says_so(c, monkeypatch):
    monkeypatch.setattr(disk, "may_write", lambda path: False)
    with pytest.warns(CampaignNotice, match=r"campaign.json cannot be written to: it is open for reading only"):
        reader = gmkit.open(c.path)
    roller = DiceRoller(reader)
    roller.roll_button.click()
    assert "open for reading only: nothing was entered" in roller.notice.value
    with pytest.raises(GmkitError, match="open for reading only"):
        reader.ledger.add("x")
    assert texts(reader) == ["before"]
    roller.close()
    reader.close()


def test_a_lock_left_by_a_dead_process_frees_itself(c, monkeypatch):
    with held_by_another(monkeypatch, c):
        pass
    c.ledger.add("after")
    assert texts(c) == ["before", "after"]


def test_the_holder_is_named_in_the_campaign_s_language(tmp_path, monkeypatch):
    c = gmkit.create(tmp_path / "c", system="zone", players=["Anna", "Борис"], lang="ru")
    with held_by_another(monkeypatch, c), pytest.raises(GmkitError, match=r"процесс \d+"):
        c.ledger.add("x")
    c.close()


def test_a_clock_that_jumps_back_changes_no_order(tmp_path):
    """Order is by number, never by time: ledger, reports, history, undo, reopening."""
    times = iter(dt.datetime(2026, 3, 9, tzinfo=dt.UTC) - dt.timedelta(days=n) for n in range(100))
    c = gmkit.create(tmp_path / "c", system="zone", players=["Anna", "Борис"], key="k", clock=lambda: next(times))
    for number in range(4):
        c.ledger.add(f"note {number}")
    c.game.end_day()
    c.ledger.add("last")
    assert c.undo() == "Undone: last"
    c.redo()
    c.close()
    with gmkit.open(tmp_path / "c") as again:
        assert texts(again) == ["note 0", "note 1", "note 2", "note 3", "last"]
        at = list(again.history()["at"])
        assert at == sorted(at, reverse=True)
        assert list(again.history().n) == list(range(1, len(at) + 1))
        assert again.turn == 2
        again.undo("back before the clock")
        assert texts(again) == ["note 0", "note 1", "note 2", "note 3", "last"]
        assert again.history().undone.sum() == 1


def test_a_file_that_another_program_spoils_is_said_in_the_widget_and_gone_when_it_is_whole_again(c):
    roller = DiceRoller(c)
    whole = (c.path / "campaign.json").read_bytes()
    (c.path / "campaign.json").write_bytes(b"")
    roller.refresh()
    assert 'role="alert"' in roller.head.value
    assert "campaign.json is empty" in roller.head.value
    assert "kept in backups/" in roller.head.value
    (c.path / "campaign.json").write_bytes(whole)
    roller.refresh()
    assert 'role="alert"' not in roller.head.value
    c.ledger.add("after")
    assert texts(c) == ["before", "after"]
    roller.close()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_folder_that_may_not_be_looked_into_is_said_in_one_sentence(tmp_path, monkeypatch, lang):
    """As Python has it for who is not root: every look at what is inside raises."""
    locked = tmp_path / "locked"
    gmkit.create(locked / "c", system="zone", players=["Anna", "Борис"], lang=lang).close()
    stat, opened = os.stat, open

    def refused(path: Any) -> None:
        if not isinstance(path, int) and str(locked) in os.fspath(path):
            raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))

    monkeypatch.setattr(os, "stat", lambda path, *a, **k: refused(path) or stat(path, *a, **k))
    monkeypatch.setattr("builtins.open", lambda path, *a, **k: refused(path) or opened(path, *a, **k))
    monkeypatch.setattr("io.open", lambda path, *a, **k: refused(path) or opened(path, *a, **k))
    set_language(lang)
    for act in (
        lambda: gmkit.open(locked / "c"),
        lambda: gmkit.create(locked / "c", system="zone", players=["Anna", "Борис"], lang=lang),
        lambda: gmkit.create(locked / "d", system="zone", players=["Anna", "Борис"], lang=lang, id="x"),
        lambda: check(locked / "c"),
        lambda: backup(locked / "c"),
        lambda: restore(locked / "c"),
        lambda: backups_text(locked / "c"),
        lambda: repair(locked / "c"),
    ):
        with pytest.raises(GmkitError) as said:
            act()
        assert "\n" not in str(said.value)
        assert "Errno" not in str(said.value)
