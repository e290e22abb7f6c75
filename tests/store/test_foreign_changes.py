"""P10: nothing foreign is overwritten or dropped in silence; noticed before the next read or write, in one sentence."""

from __future__ import annotations

import json
import shutil

import pytest
from tinydb import TinyDB

from gmkit.errors import StoreError
from gmkit.store import CampaignFile, Damaged, ForeignChange, ReadOnly, disk, foreign


@pytest.fixture(autouse=True)
def _short_waiting(monkeypatch):
    monkeypatch.setattr(foreign, "STILL_S", 0.002)


def sentences(campaign: CampaignFile) -> str:
    return " | ".join(map(str, campaign.notices))


@pytest.fixture
def played(make, entry):
    """A campaign of 30 entries, ten of them made by this kernel, and a copy of its file from before those."""
    campaign = make(20, upto=20)
    older = campaign.path.read_bytes()
    for number in range(21, 31):
        with campaign.writing() as writer:
            writer.add(entry(number))
    return campaign, older


def put_older(path, older):
    path.write_bytes(older)


def put_older_by_rename(path, older):
    """As a sync client or git does: another file takes the name."""
    other = path.with_name("incoming")
    other.write_bytes(older)
    other.replace(path)


def put_other_future(path, older):
    """The older copy, in which another machine went on."""
    path.write_bytes(older)
    other = CampaignFile.open(path)
    for number in range(15):
        with other.writing() as writer:
            writer.add({"text": f"elsewhere {number}"})


def put_plain_insert(path, older):
    with TinyDB(path, encoding="utf-8", ensure_ascii=False) as plain:
        plain.table("ledger").remove(doc_ids=[25])


def put_nothing(path, older):
    path.write_bytes(b"")


def put_markers(path, older):
    lines = path.read_bytes().rstrip(b"\n").split(b"\n")
    path.write_bytes(
        b"\n".join([*lines[:-4], b"<<<<<<< HEAD", lines[-4], b"=======", b"x", b">>>>>>> b", *lines[-2:], b""])
    )


def put_doubled_id(path, older):
    lines = path.read_bytes().rstrip(b"\n").split(b"\n")
    path.write_bytes(b"\n".join([*lines[:-2], lines[-3], *lines[-2:], b""]))


def put_half(path, older):
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])


def take_away(path, older):
    path.unlink()


def take_folder_away(path, older):
    shutil.rmtree(path.parent)


LOSSES = [
    put_older,
    put_older_by_rename,
    put_other_future,
    put_plain_insert,
    put_nothing,
    put_markers,
    put_doubled_id,
    put_half,
    take_away,
    take_folder_away,
]


def write_one(campaign: CampaignFile) -> None:
    with campaign.writing() as writer:
        writer.add({"text": "one more"})


ACTS = {"read": CampaignFile.catch_up, "write": write_one, "database": lambda campaign: campaign.db.all()}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("put", LOSSES, ids=lambda put: put.__name__)
def test_a_change_that_loses_entries_is_noticed_and_every_entry_is_in_a_named_backup(played, put, act):
    campaign, older = played
    acknowledged = list(campaign.documents)
    put(campaign.path, older)
    there = campaign.path.read_bytes() if campaign.path.exists() else None
    assert campaign.changed()
    with pytest.raises(ForeignChange) as change:
        ACTS[act](campaign)
    assert f"backups/{change.value.kept.name}" in str(change.value)
    assert "all 30 entries" in str(change.value)
    assert CampaignFile.open(change.value.kept).documents == acknowledged
    assert (campaign.path.read_bytes() if campaign.path.exists() else None) == there
    # It is said again, but kept once.
    with pytest.raises(ForeignChange):
        campaign.catch_up()
    assert len([backup for backup in campaign.backups() if backup.reason == "ours"]) == 1
    campaign.close({"day": 1})
    assert (campaign.path.read_bytes() if campaign.path.exists() else None) == there


def test_when_the_file_comes_back_the_work_goes_on(played, entry):
    campaign, older = played
    newer = campaign.path.read_bytes()
    campaign.path.write_bytes(older)
    with pytest.raises(ForeignChange):
        campaign.catch_up()
    campaign.path.write_bytes(newer)
    assert campaign.catch_up() == 0
    with campaign.writing() as writer:
        assert writer.add(entry(31)) == 31


def test_a_file_that_goes_on_where_ours_ended_is_taken_over(played, entry):
    """git pull, or a sync client that brings what was played on the other machine."""
    campaign, _ = played
    other_folder = campaign.path.parent.parent / "other"
    shutil.copytree(campaign.path.parent, other_folder)
    other = CampaignFile.open(other_folder)
    for number in (31, 32):
        with other.writing() as writer:
            writer.add(entry(number))
    other.close({"day": 32})
    put_older_by_rename(campaign.path, other.path.read_bytes())
    assert campaign.catch_up() == 2
    assert campaign.notices == []
    with campaign.writing() as writer:
        assert writer.add(entry(33)) == 33


def test_an_older_copy_put_back_while_nobody_had_it_open_is_said(played):
    campaign, older = played
    campaign.close({"day": 30})
    campaign.path.write_bytes(older)
    again = CampaignFile.open(campaign.path)
    assert len(again.documents) == 20
    assert "holds 20 entries, but 30 were written here" in sentences(again)
    kept = max(again.backups(), key=lambda backup: backup.entries or 0)
    assert f"backups/{kept.path.name}" in sentences(again)
    assert len(CampaignFile.open(kept.path).documents) == 30


def test_a_conflict_copy_beside_it_is_said(played):
    campaign, older = played
    assert campaign.catch_up() == 0
    names = ["campaign (Anna's conflicted copy 2026-03-29).json", "campaign.sync-conflict-20260329-1.json"]
    for at, name in enumerate(names, 1):
        put_other_future(campaign.path.with_name(name), older)
        assert campaign.changed()
        assert campaign.catch_up() == 0
        assert len(campaign.notices) == at
        assert name in str(campaign.notices[-1])
        assert "with 15 entries that are not here" in str(campaign.notices[-1])
    assert name in sentences(CampaignFile.open(campaign.path))
    # Another campaign, or any other file, is nobody's conflict copy.
    campaign.path.with_name("campaign-notes.json").write_text("{}", "utf-8")
    assert len(CampaignFile.open(campaign.path).notices) == 2


SAVED = {
    "mark": lambda data: b"\xef\xbb\xbf" + data,
    "utf-16": lambda data: data.decode().encode("utf-16"),
    "cp1251": lambda data: data.decode().encode("cp1251"),
    "read as latin-1": lambda data: data.decode("latin-1").encode(),
    # Windows reads the one byte that cp1251 leaves open as it stands.
    "read as cp1251": lambda data: "".join(chr(b) if b == 0x98 else bytes([b]).decode("cp1251") for b in data).encode(),
}
FORMED = {
    "returns": lambda data: data.replace(b"\n", b"\r\n"),
    "one line": lambda data: json.dumps(json.loads(data), ensure_ascii=False).encode(),
    "indented with escapes": lambda data: json.dumps(json.loads(data), indent=4).encode(),
    "no last newline": lambda data: data.rstrip(b"\n"),
}


@pytest.mark.parametrize("while_open", [True, False], ids=["open", "closed"])
@pytest.mark.parametrize("how", [*SAVED, *FORMED])
def test_another_encoding_or_form_is_put_right_and_the_file_as_found_is_kept(make, entry, how, while_open):
    campaign = make(6)
    n = len(campaign.documents)
    data = (SAVED | FORMED)[how](campaign.path.read_bytes())
    campaign.path.write_bytes(data)
    if while_open:
        assert campaign.catch_up() == 0
    else:
        whole = campaign.documents
        campaign = CampaignFile.open(campaign.path)
        assert campaign.documents == whole
    if how == "no last newline":
        assert campaign.notices == []
    else:
        assert "by another program" in sentences(campaign)
    # What plain TinyDB can read is left alone until there is something to enter.
    if how in FORMED:
        assert campaign.path.read_bytes() == data
    else:
        assert len(json.loads(campaign.path.read_text("utf-8"))["ledger"]) == n
    with campaign.writing() as writer:
        assert writer.add(entry(n + 1)) == n + 1
    again = CampaignFile.open(campaign.path)
    assert again.documents == campaign.documents
    assert again.notices == []
    if how != "no last newline":
        (kept,) = again.backups()
        assert kept.path.read_bytes() == data


def test_a_mark_is_noticed_even_where_a_letter_was_changed_with_it(make):
    campaign = make(6)
    campaign.path.write_bytes(b"\xef\xbb\xbf" + campaign.path.read_bytes().replace("Мира".encode(), "Дира".encode(), 1))
    with pytest.raises(Damaged):
        CampaignFile.open(campaign.path)


def test_a_newer_format_opens_for_reading_only(make):
    campaign = make(6, upto=6)
    data = campaign.path.read_bytes().replace(b'"format":1', b'"format":9')
    extra = json.loads(data)
    extra["pictures"] = {"1": {"new": True}}
    for content in (data, json.dumps(extra).encode()):
        campaign.path.write_bytes(content)
        again = CampaignFile.open(campaign.path)
        assert again.read_only
        assert len(again.documents) == 6
        assert "newer format 9" in sentences(again)
        with pytest.raises(ReadOnly), again.writing():
            pass
        with pytest.raises(ReadOnly):
            again.renew_snapshot({})
        again.close({"day": 1})
        assert campaign.path.read_bytes() == content


def test_fields_and_tables_that_this_gmkit_does_not_know_are_kept(make, entry):
    """C103."""
    campaign = make(6, upto=6)
    tables = json.loads(campaign.path.read_bytes())
    tables["_gmkit"]["1"]["colour"] = "green"
    tables["notes"] = {"1": {"by": "Анна"}, "7": {"by": "Борис"}}
    campaign.path.write_text(json.dumps(tables, ensure_ascii=False), "utf-8")
    again = CampaignFile.open(campaign.path)
    with again.writing() as writer:
        writer.add(entry(7))
    again.renew_snapshot({"day": 7})
    with again.writing() as writer:
        writer.add(entry(8))
    again.close({"day": 8})
    last = CampaignFile.open(campaign.path)
    assert last.header["colour"] == "green"
    assert (len(last.documents), last.notices) == (8, [])
    with TinyDB(campaign.path, encoding="utf-8", access_mode="r") as plain:
        assert {document.doc_id: document["by"] for document in plain.table("notes")} == {1: "Анна", 7: "Борис"}
    assert last.db.table("notes").get(doc_id=7) == {"by": "Борис"}


@pytest.mark.parametrize("content", [b"", b"\0" * 500, b"\n\n", b"{}", b"[]", b"not JSON", b'{"_default": {}}'])
def test_what_is_no_campaign_is_refused_untouched(tmp_path, content):
    path = tmp_path / "campaign.json"
    path.write_bytes(content)
    with pytest.raises(StoreError) as refusal:
        CampaignFile.open(tmp_path)
    assert str(refusal.value).count(".") >= 1
    assert path.read_bytes() == content


def test_a_folder_without_a_campaign_is_refused_and_stays_as_it_is(tmp_path):
    with pytest.raises(StoreError, match=r"no campaign file .* gmkit\.create"):
        CampaignFile.open(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_an_edit_in_the_middle_of_the_file_is_noticed_while_open(played):
    campaign, _ = played
    campaign.path.write_bytes(campaign.path.read_bytes().replace("раз 7".encode(), "раз 9".encode(), 1))
    with pytest.raises(ForeignChange):
        campaign.catch_up()


def test_a_touched_file_is_no_change(played, entry):
    campaign, _ = played
    campaign.path.touch()
    assert campaign.catch_up() == 0
    assert not campaign.changed()
    with campaign.writing() as writer:
        writer.add(entry(31))
    assert campaign.notices == []


def test_a_reader_that_saw_two_moments_of_the_file_looks_again(make, monkeypatch):
    """P7: a system may hand out one page of memory from before a commit and the next from after it.

    Plain TinyDB then finds no JSON, and whoever reads with it reads again. gmkit's own reading does that by itself.
    """
    campaign = make(20)
    with campaign.writing() as writer:
        writer.add({"text": "first"})
    before = campaign.path.read_bytes()
    with campaign.writing() as writer:
        writer.add({"text": "long " * 2000})
    after = campaign.path.read_bytes()
    start = before.rindex(b"}\n}\n")
    page = (start // 4096 + 1) * 4096
    mixed = before[:page] + after[page:]
    with pytest.raises(ValueError, match="Extra data"):
        json.loads(mixed)
    real, given = disk.read_all, iter([mixed])
    monkeypatch.setattr(disk, "read_all", lambda path: next(given, None) or real(path))
    again = CampaignFile.open(campaign.path)
    assert (len(again.documents), again.notices) == (22, [])
    assert campaign.path.read_bytes() == after
