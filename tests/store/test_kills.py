"""P1, P3, P4, P7: kills, the stop button, two kernels, and plain TinyDB beside them, in processes of their own."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import pytest
from tinydb import TinyDB

from gmkit.store import CampaignFile


def lines_of(process) -> list[str]:
    return [line.strip() for line in process.stdout]


def ready(process) -> None:
    assert process.stdout.readline().strip() in {"ready", "held"}


@pytest.mark.parametrize(
    ("entries", "rounds"),
    [
        pytest.param(20, 20, id="small"),
        pytest.param(3000, 6, id="large"),
        pytest.param(20, 350, id="small-long", marks=pytest.mark.torture),
        pytest.param(20000, 150, id="large-long", marks=pytest.mark.torture),
    ],
)
def test_what_a_call_returned_from_is_on_the_disk_after_a_kill(make, run, entries, rounds):
    """In every path of writing: entry, snapshot, backup, closing and opening again."""
    rng = random.Random(entries)
    campaign = make(entries)
    campaign._lock.close()
    for at in range(rounds):
        before = CampaignFile.open(campaign.path).documents
        process = run("write", campaign.path.parent, f"r{at}", 100_000, 0, rng.choice([0, 3, 10]))
        ready(process)
        time.sleep(rng.random() * 0.12)
        process.send_signal(signal.SIGKILL)
        acknowledged = [int(line.split()[1]) for line in lines_of(process) if line.startswith("ack ")]
        with TinyDB(campaign.path, encoding="utf-8", access_mode="r") as plain:
            assert len(plain.table("ledger")) >= len(before) + len(acknowledged)
        after = CampaignFile.open(campaign.path)
        assert after.documents[: len(before)] == before
        ours = after.documents[len(before) :]
        assert acknowledged == [document["n"] for document in ours][: len(acknowledged)]
        assert len(ours) <= len(acknowledged) + 1
        assert [document["k"] for document in ours] == list(range(len(ours)))
        assert all(document["who"] == f"r{at}" for document in ours)
    final = CampaignFile.open(campaign.path)
    assert final.verify_chain() is None
    assert len(final.documents) > entries + rounds
    assert not [notice for notice in final.notices if "copy" in str(notice)]


@pytest.mark.parametrize(
    ("runs", "entries"),
    [pytest.param(3, 500, id="short"), pytest.param(60, 2000, id="long", marks=pytest.mark.torture)],
)
def test_the_stop_button_harms_nothing(make, run, entry, runs, entries):
    rng = random.Random(3)
    presses = 0
    for at in range(runs):
        campaign = make(5, name=f"c{at}")
        process = run("interrupted", campaign.path.parent, entries)
        ready(process)
        for _ in range(20):
            time.sleep(rng.random() * 0.02)
            process.send_signal(signal.SIGINT)
        done, there, through = lines_of(process)[-1].split()
        assert (done, int(there)) == ("done", 5 + entries)
        presses += int(through)
        again = CampaignFile.open(campaign.path)
        assert [document.get("k") for document in again.documents[5:]] == list(range(entries))
        with again.writing() as writer:  # the lock was not left held
            writer.add(entry(1))
    assert presses > runs * 3


@pytest.mark.parametrize("runs", [pytest.param(1, id="short"), pytest.param(5, id="long", marks=pytest.mark.torture)])
def test_two_kernels_write_two_hundred_entries_each(make, run, runs):
    """C108: 400 entries, one chain, none refused."""
    for at in range(runs):
        campaign = make(1, name=f"c{at}")
        pair = [run("write", campaign.path.parent, name, 200) for name in ("left", "right")]
        for process in pair:
            ready(process)
        out = [lines_of(process) for process in pair]
        assert all(lines[-1].startswith("done") for lines in out)
        assert campaign.catch_up() == 400
        again = CampaignFile.open(campaign.path)
        assert again.documents == campaign.documents
        assert again.verify_chain() is None
        numbers = sorted(int(line.split()[1]) for lines in out for line in lines if line.startswith("ack "))
        assert numbers == list(range(2, 402))
        for name in ("left", "right"):
            assert [d["k"] for d in again.documents if d.get("who") == name] == list(range(200))


def test_each_kernel_sees_the_entry_of_the_other_at_once(make, entry):
    one = make(3)
    other = CampaignFile.open(one.path)
    for number in range(4, 60):
        writing, watching = (one, other) if number % 3 else (other, one)
        assert not watching.changed()
        with writing.writing() as writer:
            assert writer.add(entry(number)) == number
        assert watching.changed()
        assert watching.catch_up() == 1
        assert watching.documents == writing.documents
        if number % 10 == 0:
            writing.renew_snapshot({"day": number})
            assert watching.catch_up() == 0
            assert watching.snapshot == {"upto": number, "state": {"day": number}}
    assert (one.notices, other.notices) == ([], [])


def test_the_block_decides_on_what_the_other_kernel_has_added(make, entry):
    """T3: the lock is taken and the state caught up with before the command is decided."""
    one = make(3)
    other = CampaignFile.open(one.path)
    with other.writing() as writer:
        writer.add({"text": "first"})
    with one.writing() as writer:
        assert one.documents[-1]["text"] == "first"
        assert writer.n == 5
        writer.add({"text": "second"})
    assert other.catch_up() == 1


@pytest.mark.parametrize(
    ("seconds", "pause_s"),
    [
        pytest.param(2.5, 0.01, id="short"),
        pytest.param(60, 0.01, id="long", marks=pytest.mark.torture),
        pytest.param(60, 0.1, id="long-slow", marks=pytest.mark.torture),
    ],
)
def test_plain_tinydb_reads_beside_a_writer(make, run, seconds, pause_s):
    """P7. What cannot be closed (see `Log._overwrite`): a read that is stopped between two pages of memory, while a
    line is written over both, sees two moments. That is less than one read in a hundred, and the next one is whole."""
    campaign = make(300)
    process = run("write", campaign.path.parent, "w", 100_000, pause_s, 25, 6)
    ready(process)
    until = time.monotonic() + seconds
    seen, reads, two_moments = 0, 0, 0
    while time.monotonic() < until:
        try:
            count = entries_for_tinydb(campaign.path)
        except ValueError:
            two_moments += 1
            count = entries_for_tinydb(campaign.path)
        assert count >= seen
        seen, reads = count, reads + 1
    print(f"{reads} reads, of which {two_moments} saw two moments")
    assert seen > 300
    assert reads > 50
    assert two_moments <= reads / 100


def entries_for_tinydb(path: Path) -> int:
    with TinyDB(path, encoding="utf-8", access_mode="r") as plain:
        return len(plain.table("ledger"))
