"""P14: backups and migrations: counts, order by number, checked copies, restore that can be undone, golden old file."""

from __future__ import annotations

import json
import os
import shutil
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tinydb import TinyDB

from gmkit.errors import StoreError
from gmkit.store import CampaignFile, Damaged, Disk, ForeignChange, backups, disk, foreign, layout, log, migrations
from gmkit.store.check import check, restore

real = migrations.migrated
GOLDEN = Path(__file__).parent / "golden" / "format_0.json"


@pytest.fixture(autouse=True)
def _short_waiting(monkeypatch):
    monkeypatch.setattr(foreign, "STILL_S", 0)


def play_a_day(campaign: CampaignFile, day: datetime, sessions: int) -> None:
    """Plays on one day: an entry and a closing for each session."""
    for at in range(sessions):
        again = CampaignFile.open(campaign.path)
        with again.writing() as writer:
            writer.add({"day": day.isoformat(), "session": at})
        os.utime(campaign.path, (day.timestamp(), day.timestamp()))
        again.catch_up()
        backups.add(campaign.path, campaign.path.read_bytes(), len(again.documents), "closed")
        again._lock.close()


def test_the_last_ten_and_one_a_day_for_fourteen_days_stay(make):
    campaign = make(1)
    start = datetime(2026, 3, 1, 20, tzinfo=UTC)
    for day in range(20):
        play_a_day(campaign, start + timedelta(days=day), 1)
    kept = campaign.backups()
    assert [backup.day for backup in kept] == [f"2026-03-{day:02d}" for day in range(7, 21)]
    play_a_day(campaign, start + timedelta(days=20), 25)
    kept = campaign.backups()
    assert [backup.entries for backup in kept][-10:] == list(range(37, 47))
    assert sorted({backup.day for backup in kept}) == [f"2026-03-{day:02d}" for day in range(8, 22)]
    assert len(kept) == 13 + 10
    for backup in kept:
        assert len(CampaignFile.open(backup.path).documents) == backup.entries


def test_a_clock_that_jumps_back_drops_no_newer_copy(make):
    campaign = make(1)
    start = datetime(2026, 3, 20, 20, tzinfo=UTC)
    for day in range(20):
        play_a_day(campaign, start - timedelta(days=day), 1)
    assert [backup.number for backup in campaign.backups()] == list(range(8, 22))
    assert [backup.entries for backup in campaign.backups()] == list(range(8, 22))


def test_the_newest_copies_of_the_last_three_turns_stay(make):
    """C100: ten sessions of one turn on one day do not push out what there is of the turns before it."""
    campaign = make(1)
    for turn in range(1, 7):
        for _ in range(2 if turn < 6 else 15):
            again = CampaignFile.open(campaign.path)
            with again.writing() as writer:
                writer.add({"turn": turn})
            again.close()
    turns = [CampaignFile.open(kept.path).documents[-1].get("turn") for kept in campaign.backups()]
    assert turns == [4, 5] + [6] * 10
    assert [kept.entries for kept in campaign.backups()][:2] == [1 + 4 * 2, 1 + 5 * 2]


def test_a_copy_taken_by_hand_is_pushed_out_by_such_alone(make, entry):
    campaign = make(5)
    first = campaign.backup()
    for number in range(6, 31):
        again = CampaignFile.open(campaign.path)
        with again.writing() as writer:
            writer.add(entry(number))
        again.close()
    assert campaign.backups()[0] == first
    for _ in range(10):
        campaign.backup()
    asked = [kept for kept in campaign.backups() if kept.reason == "asked"]
    assert len(asked) == 10
    assert first not in asked
    assert len([kept for kept in campaign.backups() if kept.reason == "closed"]) >= 10


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_copy_may_be_read_by_those_who_may_read_the_campaign(make, entry, mode):
    campaign = make(5)
    campaign.path.chmod(mode)
    asked = campaign.backup()
    with campaign.writing() as writer:
        writer.add(entry(6))
    campaign.close({"day": 6})
    campaign.path.write_bytes(b"")
    restore(campaign.path.parent)
    campaign.path.unlink()
    restore(campaign.path.parent, asked.number)
    assert {kept.reason for kept in campaign.backups()} == {"asked", "closed", "before-restore"}
    wanted = campaign.path.stat().st_mode if os.name == "nt" else stat.S_IFREG | mode
    assert {path.stat().st_mode for path in (campaign.path, *(kept.path for kept in campaign.backups()))} == {wanted}


def test_a_disk_that_refuses_the_copy_does_not_refuse_the_entry(make, entry, monkeypatch):
    campaign = make(5)
    rename = disk.rename
    with monkeypatch.context() as patch:
        patch.setattr(disk, "rename", lambda old, new: (_ for _ in ()).throw(OSError(28, "full")))
        for number in range(6, 200):
            with campaign.writing() as writer:
                assert writer.add(entry(number)) == number
    (notice,) = campaign.notices
    assert "No backup of campaign.json could be taken (the disk is full), but every entry is in it" in str(notice)
    assert (len(CampaignFile.open(campaign.path).documents), campaign.backups()) == (199, [])
    assert disk.rename is rename
    for number in range(200, 200 + log.KEEP_AGAIN):
        with campaign.writing() as writer:
            writer.add(entry(number))
    assert [kept.reason for kept in campaign.backups()] == ["kept"], "it is tried again before long"


def test_closing_takes_a_copy_and_opening_alone_takes_none(make, entry):
    campaign = make(5)
    CampaignFile.open(campaign.path).close({"day": 5})
    assert campaign.backups() == []
    with campaign.writing() as writer:
        writer.add(entry(6))
    campaign.close({"day": 6})
    before, kept = CampaignFile.open(campaign.path).backups()
    assert (before.number, before.entries, before.reason) == (1, 5, "before-play")
    assert (kept.number, kept.entries, kept.reason) == (2, 6, "closed")
    assert kept.path.read_bytes() == campaign.path.read_bytes()
    assert str(kept.words()) == "taken when the campaign was closed"


def test_a_long_session_is_kept_every_five_hundred_entries(make, entry):
    campaign = make(5)
    for number in range(6, 1200):
        with campaign.writing() as writer:
            writer.add(entry(number))
    assert log.KEEP_EVERY == 500
    assert [(kept.reason, kept.entries) for kept in campaign.backups()] == [
        ("before-play", 5),
        ("kept", 505),
        ("kept", 1005),
    ]
    for kept in campaign.backups():
        assert CampaignFile.open(kept.path).documents == campaign.documents[: kept.entries]


def test_an_entry_that_takes_no_backup_does_not_look_for_one(make, entry, monkeypatch):
    """P5: the folder of backups is listed at the first entry, and when one is due."""
    campaign = make(5)
    looks = []
    listed = backups.listed
    monkeypatch.setattr(backups, "listed", lambda path: (looks.append(path), listed(path))[1])
    for number in range(6, 9):
        with campaign.writing() as writer:
            writer.add(entry(number))
        if number == 6:
            looks.clear()
    assert looks == []


def test_a_session_after_an_older_copy_was_put_back_is_kept_too(make, entry):
    """As many entries, or fewer, than the newest copy holds, but of another line."""
    campaign = make(3)
    backups.add(campaign.path, b"{}", 9000, "branch")
    other = make(3, name="other")
    other.documents[2]["text"] = "elsewhere"
    backups.add(campaign.path, layout.rendered(layout.Content(other.header, other.documents)), 3, "closed")
    with campaign.writing() as writer:
        writer.add(entry(4))
    assert [(kept.reason, kept.entries) for kept in campaign.backups()][2:] == [("before-play", 3)]
    assert campaign.backups()[-1].path.read_bytes() == layout.rendered(
        layout.Content(campaign.header, campaign.documents[:3])
    )


def test_a_copy_that_cannot_be_written_drops_no_older_one(make, monkeypatch):
    campaign = make(5)
    for _ in range(10):
        campaign.backup()
    monkeypatch.setattr(disk, "rename", lambda old, new: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(Disk, match="disk is full"):
        campaign.backup()
    assert [backup.number for backup in campaign.backups()] == list(range(1, 11))


def test_a_copy_that_does_not_open_drops_no_older_one(make, monkeypatch):
    """C100: the new copy is opened before an older one goes; here the disk gives back something else."""
    campaign = make(5)
    for _ in range(10):
        campaign.backup()
    whole = disk.read_all

    def spoiled(path: Path) -> bytes:
        return whole(path)[:-40] if path.parent.name == "backups" else whole(path)

    with monkeypatch.context() as patch:
        patch.setattr(disk, "read_all", spoiled)
        campaign.backup()
    assert [backup.number for backup in campaign.backups()] == list(range(1, 12))
    campaign.backup()
    assert [backup.number for backup in campaign.backups()] == list(range(3, 13))


def test_restore_brings_back_a_copy_and_can_be_undone(make, entry):
    campaign = make(5)
    first = campaign.backup()
    for number in range(6, 10):
        with campaign.writing() as writer:
            writer.add(entry(number))
    campaign.close({"day": 9})
    later = campaign.path.read_bytes()
    assert restore(campaign.path.parent, first.number).entries == 5
    again = CampaignFile.open(campaign.path)
    assert (len(again.documents), again.notices) == (5, [])
    before = again.backups()[-1]
    assert (before.reason, before.entries) == ("before-restore", 9)
    assert before.path.read_bytes() == later
    restore(campaign.path.parent, before.number)
    assert CampaignFile.open(campaign.path).documents == campaign.documents


def test_restore_without_a_number_takes_the_newest_whole_copy(make):
    campaign = make(5)
    campaign.backup()
    newest = campaign.backup()
    campaign.path.write_bytes(b"")
    assert restore(campaign.path.parent) == newest
    assert len(CampaignFile.open(campaign.path).documents) == 5
    # The empty file is kept as well.
    assert campaign.backups()[-1].reason == "before-restore"
    campaign.path.unlink()
    restore(campaign.path.parent)
    assert len(CampaignFile.open(campaign.path).documents) == 5


def test_restore_refuses_a_copy_that_is_not_there_or_damaged(make):
    campaign = make(5)
    with pytest.raises(StoreError, match="no backup"):
        restore(campaign.path.parent)
    campaign.backup()
    kept = campaign.backup()
    with pytest.raises(StoreError, match=r"There is no backup 7; there are: 1 \(.*, 5 entries, taken by hand\); 2 "):
        restore(campaign.path.parent, 7)
    kept.path.write_bytes(kept.path.read_bytes()[:-200])
    before = campaign.path.read_bytes()
    with pytest.raises(StoreError):
        restore(campaign.path.parent, kept.number)
    assert campaign.path.read_bytes() == before


def test_an_open_kernel_notices_a_restore(make, entry):
    campaign = make(5)
    first = campaign.backup()
    with campaign.writing() as writer:
        writer.add(entry(6))
    played = list(campaign.documents)
    restore(campaign.path.parent, first.number)
    note = campaign._lock.last_note()
    for act in (campaign.catch_up, campaign.backup, campaign.writing().__enter__):
        with pytest.raises(
            ForeignChange, match=r"restored from backup 1: open it again with gmkit\.open; all 6 entries"
        ) as told:
            act()
    assert told.value.kept == campaign.backups()[-1].path
    assert CampaignFile.open(told.value.kept).documents == played
    assert [kept.reason for kept in campaign.backups()] == ["asked", "before-restore"]
    assert {name: campaign._lock.last_note()[name] for name in ("campaign", "entries", "restored")} == {
        name: note[name] for name in ("campaign", "entries", "restored")
    }
    campaign.close({"day": 6})
    # What the sentence says to do works, and neither opening nor a check complains afterwards.
    again = CampaignFile.open(campaign.path)
    assert (len(again.documents), again.notices, check(campaign.path)) == (5, [], [])
    with again.writing() as writer:
        writer.add({"text": "another way"})
    again.close({"day": 6})
    assert CampaignFile.open(campaign.path).notices == []
    assert check(campaign.path) == []


def test_a_file_that_another_program_replaced_after_a_restore_is_no_restore(make, entry):
    campaign = make(5)
    older = campaign.path.read_bytes()
    first = campaign.backup()
    with campaign.writing() as writer:
        writer.add(entry(6))
    restore(campaign.path.parent, first.number)
    again = CampaignFile.open(campaign.path)
    for number in (6, 7):
        with again.writing() as writer:
            writer.add(entry(number))
    campaign.path.write_bytes(older)
    with pytest.raises(ForeignChange, match="replaced from outside"):
        again.catch_up()


def test_a_plain_restore_goes_back_from_a_whole_file_and_brings_back_all_of_a_lost_one(make, entry):
    campaign = make(5)
    campaign.backup()
    older = campaign.path.read_bytes()
    for number in (6, 7):
        with campaign.writing() as writer:
            writer.add(entry(number))
    campaign.path.write_bytes(older)
    with pytest.raises(ForeignChange):
        campaign.catch_up()
    assert campaign.backups()[-1].reason == "ours"
    assert restore(campaign.path.parent).reason == "asked"
    campaign.path.unlink()
    assert restore(campaign.path.parent).reason == "ours"
    assert CampaignFile.open(campaign.path).documents == campaign.documents


@pytest.mark.parametrize("cut", [10, 150, 700, 1500])
def test_the_copy_of_a_damaged_file_has_no_count_and_is_never_advised(make, entry, cut):
    campaign = make(5)
    for number in range(6, 10):
        with campaign.writing() as writer:
            writer.add(entry(number))
    campaign.close({"day": 9})
    campaign.path.write_bytes(campaign.path.read_bytes()[:-cut])
    restore(campaign.path.parent)
    damaged = campaign.backups()[-1]
    assert (damaged.reason, damaged.entries) == ("before-restore", None)
    assert check(campaign.path) == []
    assert len(CampaignFile.open(campaign.path).documents) == 9
    campaign.path.unlink()
    # Neither is a copy that was damaged later.
    fullest = campaign.backups()[1]
    fullest.path.write_bytes(fullest.path.read_bytes()[:-40])
    with pytest.raises(Damaged, match=r"gmkit restore .* 1 \(in a notebook"):
        CampaignFile.open(campaign.path)


def test_a_line_that_was_left_by_a_restore_is_not_advised(make, entry):
    campaign = make(5)
    first = campaign.backup()
    for number in range(6, 20):
        with campaign.writing() as writer:
            writer.add(entry(number))
    restore(campaign.path.parent, first.number)
    again = CampaignFile.open(campaign.path)
    with again.writing() as writer:
        writer.add({"text": "another way"})
    again.close({"day": 6})
    campaign.path.unlink()
    assert restore(campaign.path.parent).reason == "closed"
    assert CampaignFile.open(campaign.path).documents == again.documents


# ---- migrations -------------------------------------------------------------------------------------------------


def test_the_golden_file_of_format_0_opens_and_is_kept(tmp_path):
    """A format that never was released: made up to prove the path."""
    shutil.copy(GOLDEN, tmp_path / "campaign.json")
    campaign = CampaignFile.open(tmp_path)
    assert campaign.header == {
        "campaign": "0ld",
        "created": "2025-12-24",
        "format": 1,
        "sums": True,
        "system": "zone",
    }
    assert [document["text"] for document in campaign.documents] == ["Кампания началась", "Мира идёт", "The wind turns"]
    assert [document["n"] for document in campaign.documents] == [1, 2, 3]
    assert campaign.verify_chain() is None
    assert "old format 0" in str(campaign.notices[0])
    (kept,) = campaign.backups()
    assert (kept.reason, kept.entries) == ("before-migration", 3)
    assert kept.path.read_bytes() == GOLDEN.read_bytes()
    with campaign.writing() as writer:
        assert writer.add({"text": "new"}) == 4
    with TinyDB(campaign.path, encoding="utf-8", access_mode="r") as plain:
        assert plain.tables() == {"_gmkit", "snapshot", "places", "ledger"}
        assert len(plain.table("ledger")) == 4
        assert plain.table("places").get(doc_id=1)["name"] == "Гараж"
    assert CampaignFile.open(tmp_path).notices == []


def test_a_step_does_not_change_what_it_was_given():
    tables = json.loads(GOLDEN.read_bytes())
    before = json.dumps(tables)
    migrations.migrated(tables)
    assert json.dumps(tables) == before


@pytest.mark.parametrize("trouble", [KeyError("log"), ValueError("bad"), TypeError("x")])
def test_a_failing_step_leaves_the_file_byte_for_byte(tmp_path, monkeypatch, trouble):
    shutil.copy(GOLDEN, tmp_path / "campaign.json")

    def step(tables):
        tables.get("log", {}).clear()
        raise trouble

    monkeypatch.setattr(foreign.migrations, "migrated", lambda tables: real(tables, (step,)))
    with pytest.raises(Damaged, match="old format 0"):
        CampaignFile.open(tmp_path)
    assert (tmp_path / "campaign.json").read_bytes() == GOLDEN.read_bytes()
    assert not (tmp_path / "backups").exists()


@pytest.mark.parametrize("name", ["write_at", "sync", "rename"])
def test_a_migration_that_cannot_be_written_leaves_the_file(tmp_path, monkeypatch, name):
    shutil.copy(GOLDEN, tmp_path / "campaign.json")
    with monkeypatch.context() as patch:
        patch.setattr(disk, name, lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
        with pytest.raises(Disk, match="disk is full"):
            CampaignFile.open(tmp_path)
    assert (tmp_path / "campaign.json").read_bytes() == GOLDEN.read_bytes()
    assert len(CampaignFile.open(tmp_path).documents) == 3


def test_an_old_file_in_a_read_only_folder_is_read_and_left(tmp_path, monkeypatch):
    shutil.copy(GOLDEN, tmp_path / "campaign.json")
    monkeypatch.setattr(disk, "may_write", lambda path: False)
    campaign = CampaignFile.open(tmp_path)
    assert (len(campaign.documents), campaign.read_only) == (3, True)
    assert (tmp_path / "campaign.json").read_bytes() == GOLDEN.read_bytes()
