"""What a sentence tells a person to do works: its call is copied out of it, in a shell and in a notebook, and given."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gmkit.errors import StoreError
from gmkit.store import CampaignFile, backups, foreign, layout
from gmkit.store.advice import way
from gmkit.store.check import check, repair

CALL = re.compile(r"gmkit (\w+) (.*?) \(in a notebook: (.*?)\)(?= brings| takes| keeps| says)")


@pytest.fixture(autouse=True)
def _short_waiting(monkeypatch):
    monkeypatch.setattr(foreign, "STILL_S", 0)


def in_a_shell(words: str) -> str:
    match = CALL.search(words)
    command = [sys.executable, "-m", "gmkit", match[1], *shlex.split(match[2])]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == (1 if match[1] == "check" else 0), done.stderr
    return done.stdout


def in_a_notebook(words: str) -> str:
    exec(CALL.search(words)[3], {})
    return ""


@pytest.fixture(params=[in_a_shell, in_a_notebook])
def follow(request) -> Callable[[str], str]:
    return request.param


@pytest.fixture
def played(make, entry) -> tuple[CampaignFile, bytes]:
    """A campaign of nine entries in a folder with a blank in its name, and its file from before the last four."""
    campaign = make(5, name="зона весной")
    older = campaign.path.read_bytes()
    for number in range(6, 10):
        with campaign.writing() as writer:
            writer.add(entry(number))
    return campaign, older


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as refused:
        act()
    return str(refused.value)


def is_whole(campaign: CampaignFile, entries: int) -> bool:
    again = CampaignFile.open(campaign.path)
    return again.documents == campaign.documents[:entries] and again.notices == [] and check(campaign.path) == []


LOST = {
    "gone": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:2000]),
    "markers": lambda path: path.write_bytes(path.read_bytes().replace(b',"7": ', b'<<<<<<< HEAD\n,"7": ')),
    "changed": lambda path: path.write_bytes(path.read_bytes().replace("раз 4".encode(), "раз 5".encode())),
    "no campaign": lambda path: path.write_bytes(b"my notes"),
}


@pytest.mark.parametrize("harm", LOST)
def test_a_lost_file_comes_back_by_what_its_opening_says(played, follow, harm):
    campaign, _ = played
    campaign.close({"day": 9})
    LOST[harm](campaign.path)
    follow(refusal(lambda: CampaignFile.open(campaign.path)))
    assert is_whole(campaign, 9)


@pytest.mark.parametrize("harm", [*LOST, "older"])
def test_a_file_lost_while_open_comes_back_by_what_the_next_act_says(played, follow, harm):
    campaign, older = played
    if harm == "older":
        campaign.path.write_bytes(older)
    else:
        LOST[harm](campaign.path)
    words = refusal(campaign.catch_up)
    assert "all 9 entries are kept in backups/" in words
    # To open it as it is, is offered only where that works.
    assert ("gmkit.open" in words) == (harm == "older")
    if harm == "older":
        assert len(CampaignFile.open(campaign.path).documents) == 5
    follow(words)
    assert is_whole(campaign, 9)
    assert campaign.catch_up() == 0, "the notebook that said it goes on"


def test_a_folder_lost_while_open_comes_back_by_what_the_next_act_says(played, follow):
    campaign, _ = played
    shutil.rmtree(campaign.path.parent)
    follow(refusal(campaign.catch_up))
    assert is_whole(campaign, 9)


def test_a_file_without_a_backup_is_repaired_or_looked_into(played, follow):
    campaign, _ = played
    campaign.close()
    shutil.rmtree(campaign.path.parent / backups.FOLDER)
    LOST["markers"](campaign.path)
    follow(refusal(lambda: CampaignFile.open(campaign.path)))
    assert is_whole(campaign, 9) or len(CampaignFile.open(campaign.path).documents) == 6
    shutil.rmtree(campaign.path.parent / backups.FOLDER)
    campaign.path.write_bytes(b"my notes")
    follow(refusal(lambda: CampaignFile.open(campaign.path)))
    assert campaign.path.read_bytes() == b"my notes"


def test_backups_of_which_none_opens_are_looked_into(played, follow):
    campaign, _ = played
    campaign.close()
    campaign.path.unlink()
    for kept in campaign.backups():
        kept.path.write_bytes(kept.path.read_bytes()[:400])
    words = refusal(lambda: CampaignFile.open(campaign.path))
    assert "no backup of it opens" in words
    follow(words)


@pytest.mark.parametrize("goes_on", [False, True])
def test_an_older_copy_is_said_with_what_to_do_until_it_was_done(played, follow, entry, goes_on):
    campaign, older = played
    campaign.close({"day": 9})
    campaign.path.write_bytes(older)
    (notice,) = CampaignFile.open(campaign.path).notices
    (finding,) = check(campaign.path)
    assert str(finding.words) == str(notice)
    if goes_on:
        again = CampaignFile.open(campaign.path)
        with again.writing() as writer:
            writer.add({"text": "another way"})
        assert (CampaignFile.open(campaign.path).notices, check(campaign.path)) == ([], [])
        return
    follow(str(notice))
    assert is_whole(campaign, 9)


@pytest.mark.parametrize("goes_on", [False, True])
def test_another_campaign_in_its_place_is_said_and_nothing_is_overwritten(played, follow, make, goes_on):
    campaign, _ = played
    campaign.close({"day": 9})
    other = {"campaign": "ffff", "format": 1, "sums": True}
    theirs = layout.rendered(layout.Content(other, layout.linked(other, [{"do": "create"}])))
    campaign.path.write_bytes(theirs)
    again = CampaignFile.open(campaign.path)
    (notice,) = again.notices
    assert "of another campaign than was played in this folder" in str(notice)
    assert [finding.kind for finding in check(campaign.path)] == ["other-campaign"]
    assert campaign.path.read_bytes() == theirs
    if goes_on:
        with again.writing() as writer:
            writer.add({"text": "here"})
        assert theirs in [kept.path.read_bytes() for kept in again.backups()]
        assert (CampaignFile.open(campaign.path).notices, check(campaign.path)) == ([], [])
        return
    follow(str(notice))
    assert is_whole(campaign, 9)


def test_another_campaign_without_a_backup_of_the_first_is_said(make):
    campaign = make(3)
    campaign.renew_snapshot({"day": 1})
    other = {"campaign": "ffff", "format": 1, "sums": True}
    campaign.path.write_bytes(layout.rendered(layout.Content(other, layout.linked(other, [{"do": "create"}]))))
    (notice,) = CampaignFile.open(campaign.path).notices
    assert "no backup of that one is here" in str(notice)


def test_a_copy_beside_it_that_goes_on_is_taken_over_by_what_the_notice_says(played, follow):
    campaign, older = played
    beside = campaign.path.with_name("campaign (1).json")
    shutil.copy(campaign.path, beside)
    campaign.path.write_bytes(older)
    for kept in campaign.backups():
        kept.path.unlink()
    campaign._lock.path.unlink()
    (notice,) = CampaignFile.open(campaign.path).notices
    assert "campaign (1).json, with 4 entries more: gmkit repair" in str(notice)
    follow(str(notice))
    again = CampaignFile.open(campaign.path)
    assert again.documents == campaign.documents
    assert [(kept.reason, kept.entries) for kept in again.backups()] == [("before-repair", 5)]
    (notice,) = again.notices
    assert "nothing can be read that is not here: it may be deleted" in str(notice)
    beside.unlink()
    assert is_whole(campaign, 9)


def test_a_copy_beside_it_of_another_line_is_kept_by_what_the_notice_says(played, follow):
    campaign, older = played
    beside = campaign.path.with_name("campaign (1).json")
    beside.write_bytes(older)
    elsewhere = CampaignFile.open(beside)
    with elsewhere.writing() as writer:
        writer.add({"text": "elsewhere"})
    campaign.catch_up()
    (notice,) = campaign.notices
    assert "with 1 entry that is not here: gmkit repair" in str(notice)
    ours = campaign.path.read_bytes()
    follow(str(notice))
    assert campaign.path.read_bytes() == ours
    (kept,) = [kept for kept in campaign.backups() if kept.reason == "branch"]
    assert CampaignFile.open(kept.path).documents == elsewhere.documents
    (notice,) = CampaignFile.open(campaign.path).notices
    assert f"what is in it is kept in backups/{kept.path.name}: it may be deleted" in str(notice)
    assert "nothing to repair" in str(repair(campaign.path).words)
    beside.unlink()
    assert is_whole(campaign, 9)


def test_a_campaign_without_backups_says_how_to_take_one(make, follow):
    campaign = make(5)
    from gmkit.store.check import restore

    follow(refusal(lambda: restore(campaign.path)))
    assert [kept.reason for kept in campaign.backups()] == ["asked"]
    follow(f"{way('restore', campaign.path)} brings")


@pytest.mark.parametrize("name", ["зона", "зона весной", "a'b", 'a"b', "$HOME `x`", "-v", "a\\b"])
def test_a_folder_of_any_name_can_be_copied_out_of_a_sentence(tmp_path, monkeypatch, name):
    (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    words = str(way("restore", tmp_path / name / "campaign.json", 3))
    match = CALL.match(f"{words} brings")
    printed = f"printf '%s|' {match[2]}"
    if os.name != "nt":
        said = subprocess.run(["sh", "-c", printed], capture_output=True, text=True, check=True).stdout
        folder, number, _ = said.split("|")
        assert ((tmp_path / folder).samefile(tmp_path / name), number) == (True, "3")
        assert not folder.startswith("-")
    assert match[3] == f"from gmkit.campaign.care import restore; restore({name!r}, 3)"
