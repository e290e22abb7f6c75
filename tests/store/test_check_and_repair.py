"""Damage is named; a repair brings back the last good state and keeps the damaged file (P10, P11, P14)."""

from __future__ import annotations

import json
import shutil

import pytest

from gmkit.errors import StoreError
from gmkit.store import CampaignFile, foreign, layout
from gmkit.store.check import check, repair


@pytest.fixture(autouse=True)
def _short_waiting(monkeypatch):
    monkeypatch.setattr(foreign, "STILL_S", 0)


def kinds(folder) -> list[str]:
    return [finding.kind for finding in check(folder)]


def said(folder) -> str:
    return " | ".join(str(finding.words) for finding in check(folder))


def test_a_whole_campaign_has_no_findings_and_nothing_to_repair(make, entry):
    campaign = make(20, upto=10)
    with campaign.writing() as writer:
        writer.add(entry(21))
    campaign.close({"day": 21})
    before = campaign.path.read_bytes()
    assert check(campaign.path.parent) == []
    done = repair(campaign.path.parent)
    assert (done.entries, done.kept) == (21, ())
    assert "nothing to repair" in str(done.words)
    assert campaign.path.read_bytes() == before


def damage_in_the_middle(path):
    path.write_bytes(path.read_bytes().replace("раз 12".encode(), "раз 99".encode()))


def damage_to_the_form(path):
    path.write_bytes(path.read_bytes().replace('"text":"Мира лезет на стену, раз 12'.encode(), b'"text":Mira'))


def cut_in_half(path):
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b',"12": ') + 40])


def markers(path):
    lines = path.read_bytes().rstrip(b"\n").split(b"\n")
    at = next(at for at, line in enumerate(lines) if line.startswith(b',"12": '))
    path.write_bytes(b"\n".join([*lines[:at], b"<<<<<<< HEAD", b"=======", b'x"', b">>>>>>> theirs", b"}", b"}", b""]))


@pytest.mark.parametrize(
    ("harm", "kind", "line"),
    [
        (damage_in_the_middle, "damaged", 20),
        (damage_to_the_form, "damaged", 20),
        (cut_in_half, "damaged", 20),
        (markers, "markers", 20),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_damage_is_named_and_the_entries_before_it_come_back(make, harm, kind, line):
    campaign = make(20, upto=20)
    harm(campaign.path)
    damaged = campaign.path.read_bytes()
    findings = check(campaign.path.parent)
    assert [(finding.kind, finding.line) for finding in findings] == [(kind, line), ("last-good", None)]
    assert "last good state has 11 entries" in str(findings[1].words)
    assert campaign.path.read_bytes() == damaged
    done = repair(campaign.path.parent)
    assert done.entries == 11
    assert done.kept[0].read_bytes() == damaged
    again = CampaignFile.open(campaign.path)
    assert again.documents == campaign.documents[:11]
    assert again.notices == []
    assert check(campaign.path.parent) == []


@pytest.mark.parametrize("number", [1, 2, 12, 19])
@pytest.mark.parametrize("bits", [0x01, 0x20, 0x80, 0xFF])
def test_one_changed_byte_of_an_entry_is_put_back_without_a_backup(make, number, bits, monkeypatch):
    """The next entry names the changed one by its hash: the byte is tried until the hash is right."""
    monkeypatch.setattr(foreign, "STILL_S", 0.0005)
    campaign = make(20, upto=12)
    data = campaign.path.read_bytes()
    start = data.index(b'"1": {"do"' if number == 1 else b',"%d": {' % number)
    stop = data.index(b"\n", start)
    for at in range(start, stop, 17):
        campaign.path.write_bytes(data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :])
        assert repair(campaign.path).entries == 20, at
        again = CampaignFile.open(campaign.path)
        assert again.documents == campaign.documents
        assert [kept.reason for kept in again.backups()] == ["before-repair"]
        again.backups()[0].path.unlink()


@pytest.mark.parametrize("harm", [damage_in_the_middle, damage_to_the_form, cut_in_half, markers])
def test_what_a_backup_still_holds_comes_back_whole(make, entry, harm):
    campaign = make(20, upto=20)
    campaign.backup()
    for number in range(21, 26):
        with campaign.writing() as writer:
            writer.add(entry(number))
    campaign.close({"day": 25})
    harm(campaign.path)
    done = repair(campaign.path.parent)
    # The copy ends at 25, because closing took one; without the file's own rest it would do as well.
    assert done.entries == 25
    assert CampaignFile.open(campaign.path).documents == campaign.documents


def test_an_empty_and_a_missing_file_come_back_from_the_backup(make):
    campaign = make(20)
    campaign.backup()
    campaign.path.write_bytes(b"")
    assert kinds(campaign.path.parent) == ["empty", "last-good"]
    assert "is empty (0 bytes)" in said(campaign.path.parent)
    assert f"gmkit repair {campaign.path.parent} (in a notebook: " in said(campaign.path.parent)
    assert repair(campaign.path.parent).entries == 20
    campaign.path.unlink()
    assert kinds(campaign.path.parent) == ["missing", "last-good"]
    assert repair(campaign.path.parent).entries == 20
    assert CampaignFile.open(campaign.path).documents == campaign.documents


def test_where_nothing_is_left_repair_refuses_and_changes_nothing(tmp_path):
    (tmp_path / "campaign.json").write_bytes(b"\0" * 100)
    assert kinds(tmp_path) == ["empty", "last-good"]
    with pytest.raises(StoreError, match="cannot be repaired"):
        repair(tmp_path)
    assert (tmp_path / "campaign.json").read_bytes() == b"\0" * 100
    with pytest.raises(StoreError):
        repair(tmp_path / "nowhere")


def test_both_sides_of_a_git_merge_are_kept(make, entry, tmp_path):
    """Two machines played on from a common state; git merged them with union or with markers."""
    campaign = make(10, upto=10)
    other = tmp_path / "other"
    shutil.copytree(campaign.path.parent, other)
    for number, folder in ((3, campaign.path.parent), (2, other)):
        side = CampaignFile.open(folder)
        for at in range(number):
            with side.writing() as writer:
                writer.add({**entry(11 + at), "side": folder.name})
        side.close()
    ours = campaign.path.read_bytes().split(b"\n")
    theirs = (other / "campaign.json").read_bytes().split(b"\n")
    for middle in (
        [*ours[18:21], *theirs[18:20]],
        [b"<<<<<<< HEAD", *ours[18:21], b"=======", *theirs[18:20], b">>>>>>> other"],
    ):
        campaign.path.write_bytes(b"\n".join([*ours[:18], *middle, b"}", b"}", b""]))
        for old in campaign.backups():
            old.path.unlink()
        assert kinds(campaign.path.parent)[-1] == "last-good"
        done = repair(campaign.path.parent)
        assert done.entries == 13
        again = CampaignFile.open(campaign.path)
        assert [d.get("side") for d in again.documents[10:]] == ["spring"] * 3
        damaged, branch = done.kept
        assert b"".join(theirs[18:20]) in damaged.read_bytes().replace(b"\n", b"")
        kept = CampaignFile.open(branch)
        assert [d.get("side") for d in kept.documents[10:]] == ["other"] * 2
        assert f"backups/{branch.name}" in str(done.words)


def test_a_torn_line_a_mark_and_a_damaged_cache_are_named_and_put_right(make):
    campaign = make(10, upto=10)
    data = campaign.path.read_bytes()
    states = {
        "torn": data[:-4] + b',"11": {"half\n\n\n\n',
        "form": b"\xef\xbb\xbf" + data,
    }
    for kind, state in states.items():
        campaign.path.write_bytes(state)
        assert kinds(campaign.path.parent) == [kind]
        done = repair(campaign.path.parent)
        assert done.entries == 10
        assert done.kept[0].read_bytes() == state
        assert json.loads(campaign.path.read_bytes())["ledger"].keys() == {str(n) for n in range(1, 11)}
        assert check(campaign.path.parent) == []
    campaign.path.write_bytes(data.replace(b'"day":10', b'"day":11'))
    assert "cached state" in said(campaign.path.parent)
    assert CampaignFile.open(campaign.path).snapshot is None


def test_a_conflict_copy_an_older_copy_and_a_newer_format_are_named(make, entry):
    campaign = make(10, upto=10)
    older = campaign.path.read_bytes()
    with campaign.writing() as writer:
        writer.add(entry(11))
    campaign.close({"day": 11})
    copy = campaign.path.with_name("campaign-LAPTOP.json")
    shutil.copy(campaign.path, copy)
    campaign.path.write_bytes(older)
    assert kinds(campaign.path.parent) == ["older-copy", "conflict-copy"]
    assert "campaign-LAPTOP.json, with 1 entry more: gmkit repair " in said(campaign.path.parent)
    copy.unlink()
    campaign.path.write_bytes(older.replace(b'"format":1', b'"format":2'))
    assert kinds(campaign.path.parent)[0] == "newer-format"


def test_a_backup_that_does_not_open_is_named(make):
    campaign = make(10, upto=5)
    kept = campaign.backup()
    kept.path.write_bytes(kept.path.read_bytes().replace("раз 3".encode(), "раз 4".encode()))
    assert kinds(campaign.path.parent) == ["backup"]
    assert kept.path.name in said(campaign.path.parent)


def test_a_changed_last_entry_is_found_by_the_check_of_a_closed_campaign(make):
    campaign = make(10, upto=10)
    campaign.path.write_bytes(campaign.path.read_bytes().replace("раз 10".encode(), "раз 11".encode()))
    (finding, last_good) = check(campaign.path.parent)
    assert (finding.kind, finding.line) == ("damaged", layout.FIRST_LEDGER_LINE + 9)
    assert "9 entries" in str(last_good.words)
    assert repair(campaign.path.parent).entries == 9
