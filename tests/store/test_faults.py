"""P13: disk full, read-only folder, failing disk, no lock to be had: said loudly, nothing lost, goes on when it can."""

from __future__ import annotations

import errno
import json
import os
import signal
import threading
import time

import portalocker
import pytest

from gmkit.store import Busy, CampaignFile, Disk, ReadOnly, disk, lock


class Fault:
    """Lets a call of gmkit.store.disk fail, from the n-th one on, once or for ever; it may write half first."""

    def __init__(self, monkeypatch, name: str, number: int, after: int = 0, half: bool = False) -> None:
        self.real, self.calls, self.number, self.after, self.half = getattr(disk, name), 0, number, after, half
        self.over = False
        monkeypatch.setattr(disk, name, self)

    def __call__(self, *words):
        self.calls += 1
        if self.over or self.calls <= self.after:
            return self.real(*words)
        if self.half:
            descriptor, data, offset = words
            self.real(descriptor, data[: len(data) // 2], offset)
        raise OSError(self.number, os.strerror(self.number))


def check(campaign: CampaignFile, n: int) -> None:
    assert len(json.loads(campaign.path.read_bytes())["ledger"]) == n
    again = CampaignFile.open(campaign.path)
    assert len(again.documents) == n
    assert again.verify_chain() is None


def add(campaign: CampaignFile, number: int) -> None:
    with campaign.writing() as writer:
        writer.add({"k": number, "text": "Мира" * 50})


def refused(campaign: CampaignFile, number: int) -> Disk | None:
    try:
        add(campaign, number)
    except Disk as refusal:
        return refusal
    return None


@pytest.mark.parametrize("after", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("call", "text"),
    [
        (("write_at", errno.ENOSPC, False), "disk is full"),
        (("write_at", errno.ENOSPC, True), "disk is full"),
        (("write_at", errno.EIO, True), "disk failed"),
        (("sync", errno.EIO, False), "disk failed"),
        (("sync", errno.ENOSPC, False), "disk is full"),
        (("open_to_write", errno.EACCES, False), "cannot be written"),
        (("open_to_write", errno.EROFS, False), "cannot be written"),
    ],
)
def test_a_disk_that_refuses_an_entry_loses_nothing(make, monkeypatch, call, text, after):
    campaign = make(30)
    name, number, half = call
    fault = Fault(monkeypatch, name, number, after, half)
    refusal = None
    while refusal is None:
        refusal = refused(campaign, len(campaign.documents))
    assert text in str(refusal)
    assert "nothing was lost" in str(refusal)
    acknowledged = len(campaign.documents)
    for _ in range(3):
        with pytest.raises(Disk, match=text):
            add(campaign, acknowledged)
    fault.over = True
    add(campaign, acknowledged)
    # An entry that was refused is not there, and all others are.
    assert [d["k"] for d in campaign.documents[30:]] == list(range(30, acknowledged + 1))
    check(campaign, acknowledged + 1)


@pytest.mark.parametrize(
    ("name", "number"),
    [("write_at", errno.ENOSPC), ("sync", errno.EIO), ("rename", errno.EACCES), ("sync_folder", errno.EIO)],
)
def test_a_snapshot_that_cannot_be_renewed_leaves_the_file(make, entry, monkeypatch, name, number):
    campaign = make(30, upto=10)
    fault = Fault(monkeypatch, name, number)
    with pytest.raises(Disk):
        campaign.renew_snapshot({"day": 30})
    assert [path.name for path in campaign.path.parent.iterdir() if path.suffix == ".tmp"] == []
    check(campaign, 30)
    fault.over = True
    with campaign.writing() as writer:
        writer.add(entry(31))
    campaign.renew_snapshot({"day": 31})
    campaign.close()
    assert CampaignFile.open(campaign.path).snapshot == {"upto": 31, "state": {"day": 31}}


def test_a_creation_that_fails_leaves_no_campaign(tmp_path, monkeypatch):
    fault = Fault(monkeypatch, "sync", errno.ENOSPC)
    with pytest.raises(Disk, match="disk is full"):
        CampaignFile.create(tmp_path / "spring", {"campaign": "x"}, {"do": "create"})
    assert [path.name for path in (tmp_path / "spring").iterdir()] == [".lock"]
    fault.over = True
    assert len(CampaignFile.create(tmp_path / "spring", {"campaign": "x"}, {"do": "create"}).documents) == 1


def test_closing_on_a_full_disk_says_so_and_loses_nothing(make, entry, monkeypatch):
    campaign = make(5)
    with campaign.writing() as writer:
        writer.add(entry(6))
    Fault(monkeypatch, "write_at", errno.ENOSPC)
    campaign.close({"day": 6})  # nothing failed that was asked for: a person would do it again
    tidied, kept = map(str, campaign.notices)
    assert "could not be tidied up on closing: every entry is in it" in tidied
    assert "No backup of campaign.json could be taken (the disk is full), but every entry is in it" in kept
    check(campaign, 6)


def test_a_folder_that_cannot_be_written_to_opens_for_reading(make, entry, monkeypatch):
    campaign = make(5)
    may = {"write": False}
    monkeypatch.setattr(disk, "may_write", lambda path: may["write"])
    reader = CampaignFile.open(campaign.path)
    assert reader.read_only
    assert "cannot be written to" in str(reader.notices[0])
    with pytest.raises(ReadOnly, match="reading only"), reader.writing():
        pass
    with campaign.writing() as writer:
        writer.add(entry(6))
    assert reader.catch_up() == 1
    may["write"] = True  # it goes on when it can
    with reader.writing() as writer:
        assert writer.add(entry(7)) == 7


def test_a_torn_file_in_a_read_only_folder_is_read_and_left(make, monkeypatch):
    campaign = make(5)
    data = campaign.path.read_bytes()[:-4] + b',"6": {"half\n\n\n\n\n'
    campaign.path.write_bytes(data)
    monkeypatch.setattr(disk, "may_write", lambda path: False)
    reader = CampaignFile.open(campaign.path)
    assert len(reader.documents) == 5
    assert len(reader.notices) == 2
    assert campaign.path.read_bytes() == data


def test_where_there_is_no_lock_to_be_had_nothing_is_entered(make, entry, monkeypatch):
    campaign = make(5)

    def refuse(*_):
        raise portalocker.LockException("no locks available")

    with monkeypatch.context() as patch:
        patch.setattr(portalocker, "lock", refuse)
        with pytest.raises(Busy, match="no lock to be had"), campaign.writing() as writer:
            writer.add(entry(6))
    check(campaign, 5)
    with campaign.writing() as writer:
        writer.add(entry(6))


def test_a_lock_that_is_held_names_its_holder_and_frees_itself_when_the_holder_dies(make, run, entry, monkeypatch):
    campaign = make(5)
    monkeypatch.setattr(lock, "WAIT_S", 0.3)
    holder = run("hold", campaign.path.parent, 60)
    assert holder.stdout.readline().strip() == "held"
    start = time.monotonic()
    with pytest.raises(Busy, match=f"process {holder.pid} on ") as refusal, campaign.writing():
        pass
    assert 0.3 <= time.monotonic() - start < 3
    assert "nothing was entered" in str(refusal.value)
    assert campaign.catch_up() == 0  # reading needs no lock
    holder.kill()
    holder.wait()
    with campaign.writing() as writer:
        writer.add(entry(6))
    check(campaign, 6)


def test_the_holder_is_named_after_ten_seconds():
    assert lock.WAIT_S == 10


def test_waiting_for_the_lock_can_be_interrupted(make, run, entry):
    campaign = make(5)
    holder = run("hold", campaign.path.parent, 60)
    assert holder.stdout.readline().strip() == "held"
    presser = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    presser.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), campaign.writing():
        pass
    assert time.monotonic() - start < 5
    presser.join()
    holder.kill()
    holder.wait()
    with campaign.writing() as writer:
        writer.add(entry(6))


def test_one_press_waits_until_the_entry_is_in(make):
    campaign = make(5)
    with pytest.raises(KeyboardInterrupt), campaign.writing() as writer:
        writer.add({"x": os.kill(os.getpid(), signal.SIGINT)})
    assert len(campaign.documents) == 6
    check(campaign, 6)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_three_presses_stop_rules_that_do_not_end_and_nothing_is_written(make, entry):
    campaign = make(5)
    with pytest.raises(KeyboardInterrupt), campaign.writing() as writer:
        writer.add({"x": [os.kill(os.getpid(), signal.SIGINT) for _ in range(3)]})
    assert len(campaign.documents) == 5
    with campaign.writing() as writer:
        writer.add(entry(6))
    check(campaign, 6)


def test_a_lock_file_that_was_removed_does_not_let_two_write_at_once(make, run, entry):
    campaign = make(5)
    with campaign.writing() as writer:
        writer.add(entry(6))
    campaign.path.with_name(".lock").unlink()
    holder = run("hold", campaign.path.parent, 0.4)
    assert holder.stdout.readline().strip() == "held"
    start = time.monotonic()
    with campaign.writing() as writer:
        writer.add(entry(7))
    assert time.monotonic() - start > 0.2


def test_threads_take_turns(make):
    campaign = make(5)

    def work(name: int) -> None:
        for number in range(20):
            with campaign.writing() as writer:
                writer.add({"who": name, "k": number})

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(campaign, 85)
    for name in range(4):
        assert [d["k"] for d in campaign.documents if d.get("who") == name] == list(range(20))


def test_the_clock_may_jump_back(make, entry):
    """Order is by number, never by time."""
    campaign = make(5)
    for number in range(6, 12):
        with campaign.writing() as writer:
            writer.add(entry(number))
        os.utime(campaign.path, (1_000_000_000 - number, 1_000_000_000 - number))
        assert campaign.catch_up() == 0
        campaign.backup()
    assert [backup.number for backup in campaign.backups()] == list(range(1, 8))
    assert [backup.entries for backup in campaign.backups()] == list(range(5, 12))
    campaign.close({"day": 1})
    check(campaign, 11)


def test_leftovers_of_killed_kernels_are_cleared_away(make):
    campaign = make(5)
    campaign.path.with_name(".campaign.json.4711.tmp").write_bytes(b"half")
    campaign.renew_snapshot({"day": 5})
    campaign.backup()
    campaign.path.with_name("backups").joinpath(".0002_x.json.4711.tmp").write_bytes(b"half")
    campaign.backup()
    assert not list(campaign.path.with_name("backups").glob(".*"))
    assert not campaign.path.with_name(".campaign.json.4711.tmp").exists()
