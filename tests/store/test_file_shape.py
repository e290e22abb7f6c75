"""T1, T2, P8, P15: the shape of the file, that it is quiet, and that it stays small."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tinydb import TinyDB, where

from gmkit.errors import StoreError
from gmkit.store import CampaignFile, Closed, NotStorable


def create(folder: Path) -> CampaignFile:
    header = {"campaign": "c4f1", "system": "zone", "created": "2026-03-01"}
    return CampaignFile.create(folder, header, {"do": "create", "title": "Весна"})


def test_a_new_campaign_is_one_document_a_line_comma_first(tmp_path):
    campaign = create(tmp_path / "spring")
    with campaign.writing() as writer:
        assert writer.add({"text": "Мира"}) == 2
    campaign.close({"day": 1})
    lines = campaign.path.read_text("utf-8").split("\n")
    assert lines[:5] == [
        "{",
        '"_gmkit": {',
        '"1": {"campaign":"c4f1","created":"2026-03-01","format":1,"sums":true,"system":"zone"}',
        "}",
        ',"snapshot": {',
    ]
    assert lines[6:8] == ["}", ',"ledger": {']
    assert lines[8].startswith('"1": {"do":"create","link":"')
    assert lines[9].startswith(',"2": {"link":"')
    assert re.fullmatch(r',"2": \{"link":"[0-9a-f]{64}","n":2,"sum":\d+,"text":"Мира"\}', lines[9])
    assert lines[10:] == ["}", "}", ""]
    assert json.loads(lines[5][5:])["state"] == {"day": 1}


def test_an_existing_campaign_is_never_overwritten(tmp_path):
    """C099."""
    create(tmp_path / "spring").close()
    before = (tmp_path / "spring" / "campaign.json").read_bytes()
    with pytest.raises(StoreError, match="already"):
        create(tmp_path / "spring")
    assert (tmp_path / "spring" / "campaign.json").read_bytes() == before


def test_a_creation_that_is_refused_leaves_nothing(tmp_path):
    with pytest.raises(NotStorable):
        CampaignFile.create(tmp_path / "spring", {"campaign": "x"}, {"do": {1}})
    assert not (tmp_path / "spring").exists()


def test_opening_takes_the_folder_or_the_file(tmp_path):
    """C141 too: the folder has a name that only some systems like."""
    folder = tmp_path / "Кампании" / "Ёлка — 2026"
    create(folder).close()
    assert CampaignFile.open(folder).documents == CampaignFile.open(folder / "campaign.json").documents
    assert CampaignFile.open(folder).header["campaign"] == "c4f1"


def test_opening_and_closing_changes_no_byte(tmp_path):
    campaign = create(tmp_path / "spring")
    for number in range(5):
        with campaign.writing() as writer:
            writer.add({"k": number})
    campaign.close({"day": 1})
    before, stat = campaign.path.read_bytes(), campaign.path.stat()
    for _ in range(3):
        again = CampaignFile.open(campaign.path)
        assert again.snapshot == {"upto": 6, "state": {"day": 1}}
        assert len(again.db.all()) == 6
        again.close({"day": 2})
    assert campaign.path.read_bytes() == before
    assert campaign.path.stat().st_mtime_ns == stat.st_mtime_ns
    assert before.endswith(b"}\n}\n}\n")


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_an_entry_is_one_added_line_in_git(make, entry):
    campaign = make(50, upto=50)

    def git(*words: str) -> str:
        words = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", *words)
        done = subprocess.run(["git", *words], cwd=campaign.path.parent, check=True, capture_output=True, text=True)
        return done.stdout

    git("init", "-q")
    git("add", "campaign.json")
    git("commit", "-q", "-m", "before")
    with campaign.writing() as writer:
        writer.add(entry(51))
    campaign.close()
    assert git("diff", "--numstat").split()[:2] == ["1", "0"]
    git("commit", "-qam", "one")
    again = CampaignFile.open(campaign.path)
    for number in (52, 53, 54):
        with again.writing() as writer:
            writer.add(entry(number))
    again.close({"day": 54})
    # Three entries, and the one line of the renewed snapshot.
    assert git("diff", "--numstat").split()[:2] == ["4", "1"]


def test_spare_newlines_are_there_while_open_and_gone_after(make, entry):
    campaign = make(3)
    with campaign.writing() as writer:
        writer.add(entry(4))
    data = campaign.path.read_bytes()
    assert len(data) - len(data.rstrip(b"\n")) > 15_000
    campaign.close()
    assert campaign.path.read_bytes() == data.rstrip(b"\n") + b"\n"


def test_a_line_longer_than_the_spare_room_fits(make):
    campaign = make(3)
    for size in (10, 40_000, 10, 200_000):
        with campaign.writing() as writer:
            writer.add({"text": "я" * size})
        assert len(CampaignFile.open(campaign.path).documents) == len(campaign.documents)
        assert len(json.loads(campaign.path.read_bytes())["ledger"]) == len(campaign.documents)


def test_a_line_holds_its_own_entry_and_no_more(make, entry):
    """P15: whatever the sheets in the cached state weigh, an entry weighs what it says."""
    campaign = make(200, upto=100)
    campaign.renew_snapshot({"sheets": ["x" * 1000] * 200})
    before = len(campaign.path.read_bytes().rstrip(b"\n"))
    with campaign.writing() as writer:
        writer.add(entry(201))
    grown = len(campaign.path.read_bytes().rstrip(b"\n")) - before
    assert grown < 500
    assert "Мира лезет" in campaign.path.read_text("utf-8")


def test_an_exception_in_the_block_writes_nothing(make):
    campaign = make(3)
    before = campaign.path.read_bytes()
    with pytest.raises(ZeroDivisionError), campaign.writing() as writer:
        writer.add({"x": 1 // (writer.add({"x": 1}) - 4)})
    with campaign.writing():
        pass
    assert campaign.path.read_bytes() == before
    assert len(campaign.documents) == 3


def test_one_writing_takes_one_entry(make):
    campaign = make(3)
    with pytest.raises(StoreError, match="one entry"), campaign.writing() as writer:
        [writer.add({"x": number}) for number in (1, 2)]
    assert len(campaign.documents) == 3


def test_writing_inside_writing_is_refused_at_once(make):
    campaign = make(3)
    other = CampaignFile.open(campaign.path)
    with campaign.writing() as writer:
        for handle in (campaign, other):
            with pytest.raises(StoreError, match="this very cell"), handle.writing():
                pass
        writer.add({"x": 1})
    assert other.catch_up() == 1


def test_the_snapshot_may_lag_behind_and_is_checked(make, entry):
    campaign = make(10)
    campaign.renew_snapshot({"day": 7}, upto=7)
    campaign.renew_snapshot({"day": 8}, upto=8)
    again = CampaignFile.open(campaign.path)
    assert again.snapshot == {"upto": 8, "state": {"day": 8}}
    assert again.documents == campaign.documents
    with pytest.raises(StoreError, match="no entry 11"):
        campaign.renew_snapshot({}, upto=11)
    with campaign.writing() as writer:
        writer.add(entry(11))
    assert CampaignFile.open(campaign.path).verify_chain() is None


def test_plain_tinydb_shows_it_whole(make):
    campaign = make(20, upto=20)
    with TinyDB(campaign.path, encoding="utf-8", access_mode="r") as plain:
        assert plain.tables() == {"_gmkit", "snapshot", "ledger"}
        assert [dict(document) for document in plain.table("ledger").all()] == campaign.documents
        assert plain.table("snapshot").get(doc_id=1)["state"] == {"day": 20}


def test_the_database_is_for_reading_and_hands_out_copies(make):
    """T4, C115."""
    campaign = make(20, upto=20)
    db = campaign.db
    assert isinstance(db, TinyDB)
    assert len(db) == len(db.table("ledger")) == 20
    found = db.search(where("turn") == 1)
    assert [document.doc_id for document in found] == list(range(2, 20))
    found[0]["do"][0]["text"] = "changed"
    assert campaign.documents[1]["do"][0]["text"] == "Мира лезет на стену, раз 2"
    assert db.search(where("turn") == 1)[0]["do"][0]["text"] == "Мира лезет на стену, раз 2"
    assert db.table("ledger").get(doc_id=20) == campaign.documents[19]
    assert db.table("ledger").get(doc_id=21) is None
    assert db.table("_gmkit").get(doc_id=1)["campaign"] == "c4f1"
    assert "20" not in repr(db)


@pytest.mark.parametrize(
    "act",
    [
        lambda db: db.insert({"x": 1}),
        lambda db: db.table("ledger").update({"x": 1}),
        lambda db: db.table("ledger").remove(doc_ids=[1]),
        lambda db: db.truncate(),
        lambda db: db.drop_tables(),
        lambda db: db.drop_table("ledger"),
        lambda db: db.table("new").insert_multiple([{"x": 1}]),
    ],
)
def test_writing_through_the_database_is_refused(make, act):
    campaign = make(3)
    before = campaign.path.read_bytes()
    with pytest.raises(StoreError, match="give commands"):
        act(campaign.db)
    assert campaign.path.read_bytes() == before
    assert len(campaign.db.all()) == 3


def test_the_database_sees_what_the_other_kernel_wrote(make, entry):
    """C109."""
    campaign = make(3)
    db = campaign.db
    assert len(db) == 3
    other = CampaignFile.open(campaign.path)
    with other.writing() as writer:
        writer.add({**entry(4), "text": "new"})
    assert db.search(where("text") == "new")[0].doc_id == 4
    assert len(db) == 4


def test_after_closing_every_call_says_so(make):
    campaign = make(3)
    campaign.close()
    campaign.close()
    for call in (campaign.catch_up, campaign.changed, campaign.db.all, campaign.verify_chain):
        with pytest.raises(Closed):
            call()
    with pytest.raises(Closed), campaign.writing():
        pass


def test_a_linked_campaign_stays_a_link(make, tmp_path, entry):
    campaign = make(3)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "campaign.json").symlink_to(campaign.path)
    linked = CampaignFile.open(elsewhere)
    with linked.writing() as writer:
        writer.add(entry(4))
    linked.renew_snapshot({"day": 1})
    assert (elsewhere / "campaign.json").is_symlink()
    assert len(CampaignFile.open(campaign.path).documents) == 4
