"""P10: what other programs put into the file, or did to it, is kept, named, and never read as this store's own."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from tinydb import TinyDB

from gmkit.errors import StoreError
from gmkit.store import CampaignFile, Damaged, ReadOnly, check, layout
from gmkit.store import foreign as foreign_files

DEEP: dict = {}
for _ in range(150):
    DEEP = {"deeper": DEEP}


def tables_of(campaign: CampaignFile) -> dict:
    return json.loads(campaign.path.read_text("utf-8"))


def saved_by_another(campaign: CampaignFile, tables: dict, **form) -> None:
    campaign.path.write_text(json.dumps(tables, ensure_ascii=False, **form), encoding="utf-8")


def add(campaign: CampaignFile, text: str = "Мира") -> None:
    with campaign.writing() as writer:
        writer.add({"text": text})


@pytest.mark.parametrize(
    "table",
    [
        {"1": {"$oid": 1, "$$x": {"$y": 2}}},
        {"1": {"$date": "no day"}, "2": {"$date": "2026-01-02"}, "3": {"$fraction": "1/0"}},
        {"1": {"big": 10**4200, "float": 1e22, "half": "\ud800"}},
        {"1": DEEP},
        {"10": {"a": 1}, "9": [1, {"b": None}], "word": "text"},
        {},
        "a line of its own",
        [1, "два"],
        None,
    ],
    ids=["dollars", "tags", "numbers", "deep", "rows", "empty", "text", "list", "nothing"],
)
def test_what_another_program_put_in_stays_as_it_is_through_everything(make, table):
    campaign = make(8)
    campaign.close()
    tables = {**tables_of(campaign), "$schema": table, "места": table}
    campaign.path.write_text(json.dumps(tables), encoding="utf-8")
    opened = CampaignFile.open(campaign.path)
    add(opened)
    opened.renew_snapshot({"day": 1})
    opened.close({"day": 2})
    now = tables_of(campaign)
    assert (now["$schema"], now["места"]) == (table, table)
    assert check.check(campaign.path) == []
    damaged = campaign.path.read_bytes().replace("раз 5".encode(), "раз 6".encode())
    campaign.path.write_bytes(damaged)
    check.repair(campaign.path)
    now = tables_of(campaign)
    assert (now["$schema"], now["места"], len(now["ledger"])) == (table, table, 9)
    assert check.check(campaign.path) == []


def test_no_number_in_a_foreign_table_keeps_nobody_from_playing(make):
    campaign = make(3)
    saved_by_another(campaign, {**tables_of(campaign), "weather": {"1": {"rain": float("nan")}}})
    add(campaign)
    campaign.close({"day": 1})
    assert str(tables_of(campaign)["weather"]["1"]["rain"]) == "nan"
    assert len(CampaignFile.open(campaign.path).documents) == 4


@pytest.mark.parametrize("fields", [1, 4, 40])
@pytest.mark.parametrize("while_open", [True, False])
def test_any_number_of_unknown_fields_in_the_header_stays(make, fields, while_open):
    campaign = make(3)
    if not while_open:
        campaign.close()
    tables = tables_of(campaign)
    extra = {f"поле {n}": {"значение": n} for n in range(fields)}
    tables["_gmkit"]["1"].update(extra)
    saved_by_another(campaign, tables, indent=2)
    opened = campaign if while_open else CampaignFile.open(campaign.path)
    add(opened)
    opened.renew_snapshot({"day": 1})
    add(opened)
    opened.close({"day": 2})
    header = tables_of(campaign)["_gmkit"]["1"]
    assert extra.items() <= header.items()
    assert check.check(campaign.path) == []


@pytest.mark.parametrize("word", [0, "1", None, True, -1, 1.0, []])
def test_a_header_that_lost_its_format_is_put_right_by_the_entries(make, word):
    campaign = make(4)
    campaign.close()
    tables = tables_of(campaign)
    tables["_gmkit"]["1"]["format"] = word
    saved_by_another(campaign, tables)
    opened = CampaignFile.open(campaign.path)
    add(opened)
    opened.close({"day": 1})
    assert tables_of(campaign)["_gmkit"]["1"]["format"] == 1
    assert check.check(campaign.path) == []


def test_a_file_that_a_newer_gmkit_took_over_while_it_was_open_is_not_written_to(make):
    campaign = make(5)
    newer = campaign.path.read_bytes().replace(b'"format":1', b'"format":2', 1)
    beside = campaign.path.with_name("new")
    beside.write_bytes(newer)
    beside.replace(campaign.path)  # as a newer gmkit does
    for _ in range(2):
        with pytest.raises(ReadOnly):
            add(campaign)
    with pytest.raises(ReadOnly):
        campaign.renew_snapshot({"day": 1})
    assert "newer format 2" in str(campaign.notices[-1])
    campaign.close({"day": 1})
    assert campaign.path.read_bytes() == newer


def test_a_newer_format_whose_entries_differ_is_named_and_ours_are_kept(make):
    campaign = make(5)
    tables = tables_of(campaign)
    tables["_gmkit"]["1"]["format"] = 2
    tables["ledger"] = {"1": {"everything": "anew"}}
    saved_by_another(campaign, tables)
    with pytest.raises(StoreError, match="newer format 2"):
        add(campaign)
    assert [(kept.reason, kept.entries) for kept in campaign.backups()] == [("ours", 5)]


def test_restoring_what_a_newer_gmkit_kept_puts_it_back_byte_for_byte(make):
    campaign = make(5)
    kept = campaign.backup().path
    tables = json.loads(kept.read_bytes())
    tables["_gmkit"]["1"]["format"] = 2
    kept.write_text(json.dumps(tables, indent=1))
    newer = kept.read_bytes()
    campaign.close()
    check.restore(campaign.path)
    assert campaign.path.read_bytes() == newer


# ---- plain TinyDB wrote to it -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [{}, {"indent": 4}, {"separators": (",", ":")}], ids=["spaced", "indented", "tight"])
@pytest.mark.parametrize(
    ("harm", "bad", "left"),
    [
        (lambda ledger: ledger.update({"9": {"text": "inserted"}}), 9, 8),
        (lambda ledger: ledger.pop("4"), 4, 3),
        (lambda ledger: ledger["4"].update({"text": "changed"}), 4, 3),
        (lambda ledger: ledger["4"].update({"n": 40}), 4, 3),
        (lambda ledger: ledger["4"].update({"rain": float("nan")}), 4, 3),
        (lambda ledger: ledger.clear(), 1, 0),
    ],
    ids=["insert", "remove", "update", "renumber", "no number", "truncate"],
)
def test_a_ledger_changed_by_plain_tinydb_names_the_entry_and_comes_back_without_a_backup(make, form, harm, bad, left):
    campaign = make(8)
    tables = tables_of(campaign)
    harm(tables["ledger"])
    saved_by_another(campaign, tables, **form)
    found = campaign.path.read_bytes()
    with pytest.raises(Damaged) as refusal:
        CampaignFile.open(campaign.path)
    assert f"entry {bad} " in str(refusal.value)
    assert campaign.path.read_bytes() == found
    if not left:
        with pytest.raises(StoreError, match="cannot be repaired"):
            check.repair(campaign.path)
        return
    repaired = check.repair(campaign.path)
    assert repaired.entries == left
    assert repaired.kept[0].read_bytes() == found
    assert CampaignFile.open(campaign.path).documents == campaign.documents[:left]


def test_a_closed_campaign_whose_last_entries_another_program_took_away_is_refused(make):
    campaign = make(8, upto=8)
    tables = tables_of(campaign)
    del tables["ledger"]["7"], tables["ledger"]["8"]
    saved_by_another(campaign, tables)
    with pytest.raises(Damaged, match="entry 7 "):
        CampaignFile.open(campaign.path)
    assert check.repair(campaign.path).entries == 6


def test_entries_that_fell_out_of_the_ledger_are_no_tables_of_another_program(make):
    campaign = make(8)
    lines = campaign.path.read_bytes().rstrip(b"\n").split(b"\n")
    end = lines.index(b'"1": ' + lines[8][5:]) + 5
    campaign.path.write_bytes(b"\n".join([*lines[:end], b"}", *lines[end:-2], b"}", b""]))
    assert json.loads(campaign.path.read_bytes())["8"]["n"] == 8
    found = campaign.path.read_bytes()
    with pytest.raises(Damaged):
        CampaignFile.open(campaign.path)
    assert campaign.path.read_bytes() == found
    assert check.repair(campaign.path).entries == 8


def test_a_header_that_no_line_can_hold_is_damage_and_no_more(make):
    campaign = make(4)
    tables = tables_of(campaign)
    tables["_gmkit"]["1"]["half"] = "\ud800"
    campaign.path.write_text(json.dumps(tables))
    with pytest.raises(Damaged):
        CampaignFile.open(campaign.path)
    assert [finding.kind for finding in check.check(campaign.path)] == ["damaged", "last-good"]


@pytest.mark.parametrize("form", [{}, {"indent": 1}])
def test_a_file_of_another_program_that_was_cut_gives_its_entries_back(make, form):
    campaign = make(20)
    saved_by_another(campaign, tables_of(campaign), **form)
    data = campaign.path.read_bytes()
    campaign.path.write_bytes(data[: len(data) * 3 // 4])
    with pytest.raises(Damaged):
        CampaignFile.open(campaign.path)
    n = check.repair(campaign.path).entries
    assert 10 <= n < 20
    assert CampaignFile.open(campaign.path).documents == campaign.documents[:n]


def test_a_plain_tinydb_that_adds_a_table_of_its_own_harms_nothing(make):
    campaign = make(5)
    with TinyDB(campaign.path, encoding="utf-8") as plain:
        plain.insert({"моя": "заметка"})
    add(campaign)
    campaign.close({"day": 1})
    with TinyDB(campaign.path, encoding="utf-8") as plain:
        assert plain.all() == [{"моя": "заметка"}]
        assert len(plain.table("ledger")) == 6


@pytest.mark.parametrize("content", ["[]", "{}", "5", '"x"', "null", '{"_default": {"1": {"a": 1}}}', "Dear diary"])
def test_what_is_somebody_elses_is_called_so(tmp_path, content):
    path = tmp_path / "campaign.json"
    path.write_text(content)
    with pytest.raises(Damaged, match="no campaign file of gmkit"):
        CampaignFile.open(tmp_path)
    assert path.read_text() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["campaign.json"]


def test_an_old_file_without_an_entry_is_refused_and_left(tmp_path):
    path = tmp_path / "campaign.json"
    path.write_text('{"_gmkit": {"1": {"format": 0}}, "log": {}}')
    with pytest.raises(Damaged, match="cannot be brought"):
        CampaignFile.open(tmp_path)
    assert path.read_text() == '{"_gmkit": {"1": {"format": 0}}, "log": {}}'


# ---- a header that was damaged ----------------------------------------------------------------------------------


def test_one_changed_byte_of_the_header_is_put_back_by_a_repair_without_a_backup(make, monkeypatch):
    campaign = make(4)
    campaign.close()
    data = campaign.path.read_bytes()
    start, stop = data.index(b'"campaign"'), data.index(b"}", data.index(b'"campaign"'))
    monkeypatch.setattr(foreign_files, "STILL_S", 0.0005)
    for at in range(start, stop):
        campaign.path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        try:
            CampaignFile.open(campaign.path)
        except Damaged:
            assert check.check(campaign.path)[-1].kind == "last-good"
            assert check.repair(campaign.path).entries == 4
            opened = CampaignFile.open(campaign.path)
            assert opened.documents == campaign.documents, at
            assert {key: opened.header[key] for key in campaign.header} == campaign.header, at
            for kept in campaign.backups():
                kept.path.unlink()


def test_a_lost_header_comes_back_from_a_backup(make):
    campaign = make(4)
    campaign.backup()
    campaign.close()
    data = campaign.path.read_bytes()
    header = data.split(b"\n")[2]
    for harmed in (data.replace(header, b'"1": {"campaign":"other"}'), data.replace(header, b'"1": {}'), data[90:]):
        campaign.path.write_bytes(harmed)
        assert check.repair(campaign.path).entries == 4
        assert CampaignFile.open(campaign.path).header == campaign.header


# ---- copies beside it -------------------------------------------------------------------------------------------

NAMES = [
    "campaign (Anna's conflicted copy 2026-11-30).json",
    "campaign-LAPTOP.json",
    "campaign (1).json",
    "campaign.sync-conflict-20261130-123456-ABCDEFG.json",
    "campaign_conflict-20261130-123456.json",
    "Копия campaign.json",
    "campaign.json (1)",
    "campaign.json.orig",
    "campaign.json~",
    "campaign.JSON.bak",
    "Campaign (Case Conflict).JSON",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_found_by_whatever_name_a_sync_client_gave_it(make, name):
    campaign = make(5)
    theirs = campaign.path.read_bytes()
    add(campaign)
    ours = campaign.path.read_bytes()
    campaign.close()
    campaign.path.write_bytes(theirs)
    (campaign.path.parent / name).write_bytes(ours)
    opened = CampaignFile.open(campaign.path)
    assert any(name in str(notice) and "1 entry" in str(notice) for notice in opened.notices)
    assert "conflict-copy" in [finding.kind for finding in check.check(campaign.path)]
    campaign.path.write_bytes(b"")
    assert check.repair(campaign.path).entries == 6


@pytest.mark.parametrize(
    "saved",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.decode().encode("utf-16"),
        lambda data: json.dumps(json.loads(data), indent=2).encode(),
        lambda data: json.dumps(json.loads(data), ensure_ascii=False).encode(),
    ],
    ids=["mark", "returns", "utf-16", "indented", "one line"],
)
def test_a_copy_is_found_in_whatever_form_it_was_saved(make, saved):
    campaign = make(5)
    add(campaign)
    theirs = campaign.path.read_bytes()
    campaign.path.with_name("campaign (2).json").write_bytes(saved(theirs))
    found = list(foreign_files.conflict_copies(campaign.path, campaign.header, campaign.documents[:4]))
    assert len(found) == 1
    assert "2 entries" in str(found[0])


def test_other_files_that_bear_the_name_are_no_copies(make):
    campaign = make(5)
    for name in ("campaign.ipynb", "campaign.csv", "campaign notes.md", ".campaign.json.swp"):
        campaign.path.with_name(name).write_text('{"cells": []}')
    campaign.path.with_name("campaign pictures").mkdir()
    other = layout.linked({"campaign": "other"}, [{"do": "create"}])
    campaign.path.with_name("campaign 2.json").write_bytes(
        layout.rendered(layout.Content({"campaign": "other", "format": 1}, other))
    )
    assert CampaignFile.open(campaign.path).notices == []
    assert check.check(campaign.path) == []


# ---- locks ------------------------------------------------------------------------------------------------------

ANOTHER = """
import os, sys
from pathlib import Path
from gmkit.store import CampaignFile
with CampaignFile.open(Path(sys.argv[1])).writing() as writer:
    writer.add({"text": "theirs"})
print("acknowledged", flush=True)
os._exit(0)
"""


def test_a_lock_deleted_while_it_is_held_loses_nobodys_entry(make):
    campaign = make(5)

    def both() -> None:
        with campaign.writing() as writer:
            campaign.path.with_name(".lock").unlink()
            command = [sys.executable, "-c", ANOTHER, str(campaign.path)]
            assert "acknowledged" in subprocess.run(command, capture_output=True, text=True, check=True).stdout
            writer.add({"text": "ours"})

    with pytest.raises(StoreError, match="try again"):
        both()
    add(campaign, "ours")
    assert [document["text"] for document in tables_of(campaign)["ledger"].values() if "text" in document] == [
        "theirs",
        "ours",
    ]
    assert check.check(campaign.path) == []


def test_two_links_to_one_file_share_a_lock(make, tmp_path, monkeypatch):
    campaign = make(5)
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "campaign.json").symlink_to(campaign.path)
    linked = CampaignFile.open(tmp_path / "linked")
    with campaign.writing(), pytest.raises(StoreError, match="very cell"), linked.writing():
        raise AssertionError("both write")
    add(linked)
    add(campaign)
    assert len(tables_of(linked)["ledger"]) == 7


def test_the_rights_of_a_shared_file_stay(make):
    campaign = make(5)
    campaign.path.chmod(0o664)
    add(campaign)
    campaign.close({"day": 1})
    assert campaign.path.stat().st_mode & 0o777 == 0o664


def test_a_new_campaign_has_the_rights_that_its_maker_gives_to_new_files(tmp_path):
    before = os.umask(0o002)
    try:
        campaign = CampaignFile.create(tmp_path / "shared", {"campaign": "c4f1", "system": "zone"}, {"do": "create"})
        add(campaign)
        campaign.close({"day": 1})
    finally:
        os.umask(before)
    files = [campaign.path, campaign.path.with_name(".lock"), *(campaign.path.parent / "backups").iterdir()]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o664] * 4
