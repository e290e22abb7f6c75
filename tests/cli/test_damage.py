"""Damaged campaigns through the shell: `gmkit check` names the damage and the last good state, `repair` restores it."""

from __future__ import annotations

import json
import re
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.campaign.opened import CampaignNotice
from gmkit.store import foreign
from tests.campaign.conftest import noon
from tests.cli.test_cli import shell  # noqa: F401  (a fixture)

LAYOUT = {"nut": [[2, 1, 1]]}
ENTRIES = 7


@pytest.fixture(autouse=True)
def short_waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(foreign, "STILL_S", 0.001)
    with warnings.catch_warnings():
        # What is noticed is said on stderr, and looked for there.
        warnings.simplefilter("ignore", CampaignNotice)
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A Zone game of seven entries, closed, with one backup of all of them."""
    c = gmkit.create(
        tmp_path / "Весна", system="zone", players=["Анна", "Борис"], key="k", clock=noon, scenario={"layout": LAYOUT}
    )
    c.game.order("Анна", "X+", turn=1)
    c.game.order("Борис", "X-", turn=1)
    c.game.end_day(turn=1)
    c.roll("2d6", "туман")
    c.undo("не тот")
    c.tell("Анна", "Пахнет дымом.")
    c.close()
    return tmp_path / "Весна"


def line_with(data: bytes, text: str) -> int:
    return next(n for n, line in enumerate(data.split(b"\n"), 1) if text.encode() in line)


def flipped(data: bytes) -> bytes:
    place = data.index("Пахнет".encode()) + 1
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def merged(data: bytes) -> bytes:
    lines = data.split(b"\n")
    return b"\n".join([*lines[:-4], b"<<<<<<< HEAD", lines[-4], b"=======", lines[-4], b">>>>>>> other", *lines[-3:]])


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "0 bytes": (lambda data: b"", r"campaign\.json is empty \(0 bytes\)"),
    "zeroes": (lambda data: b"\0" * 512, r"campaign\.json is empty \(512 bytes\)"),
    "cut in half": (lambda data: data[: len(data) // 2], r"campaign\.json is damaged in line \d+"),
    "a flipped byte": (flipped, r"campaign\.json is damaged in line \d+"),
    "merge markers": (merged, r"conflict markers of a merge, first in line \d+"),
}


@pytest.mark.parametrize("kept", ["with a backup", "without"])
@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_named_with_the_last_good_state_and_repaired_with_the_damaged_file_kept(shell, path, name, kept):  # noqa: F811
    harm, words = DAMAGE[name]
    file = path / "campaign.json"
    whole = file.read_bytes()
    if kept == "without":
        shutil.rmtree(path / "backups")
    file.write_bytes(harm(whole))
    damaged = file.read_bytes()
    refused = shell("show", path)
    assert (refused.code, refused.out) == (2, "")
    assert re.search(words, refused.err)
    found = shell("check", path)
    assert found.code == 1
    assert re.search(words, found.out)
    assert file.read_bytes() == damaged, "a check changes nothing"
    last_good = re.search(r"The last good state has (\d+) entr", found.out)
    if last_good is None:
        assert kept == "without", found.out
        assert "holds a whole entry" in found.out
        refused = shell("repair", path)
        assert (refused.code, file.read_bytes()) == (2, damaged)
        return
    entries = int(last_good[1])
    assert entries == ENTRIES if kept == "with a backup" else entries >= 1
    done = shell("repair", path)
    assert done.code == 0
    assert f"it holds {entries} entr" in done.out
    assert damaged in [copy.read_bytes() for copy in (path / "backups").iterdir()], "the damaged file is kept"
    assert shell("check", path).out == "The campaign is whole.\n"
    with gmkit.open(path) as c:
        assert len(c._file.documents) == entries
        assert c._file.verify_chain() is None
        if entries == ENTRIES:
            assert c.game.stalker(1).at == (2, 1, 1)
            assert file.read_bytes().split(b"\n")[8:] == whole.split(b"\n")[8:], (
                "every entry is as it was, byte for byte"
            )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: b"\xef\xbb\xbf" + data, "with a byte-order mark; all entries are there"),
        (lambda data: data.decode().encode("utf-16"), "in another encoding; all entries are there"),
        (lambda data: data.decode().encode("cp1251"), "in another encoding; all entries are there"),
        (lambda data: data.replace(b"\n", b"\r\n"), "in another form; all entries are there"),
        (lambda data: json.dumps(json.loads(data), indent=2).encode(), "in another form; all entries are there"),
    ],
)
def test_another_program_s_form_is_named_and_put_right_with_the_file_as_found_kept(shell, path, change, words):  # noqa: F811
    file = path / "campaign.json"
    whole = file.read_bytes()
    file.write_bytes(change(whole))
    foreign_form = file.read_bytes()
    found = shell("check", path)
    assert (found.code, words in found.out) == (1, True)
    assert file.read_bytes() == foreign_form
    repaired = shell("repair", path)
    assert (repaired.code, words in repaired.out) == (0, True)
    assert foreign_form in [copy.read_bytes() for copy in (path / "backups").iterdir()]
    assert shell("check", path).code == 0
    with gmkit.open(path) as c:
        assert len(c._file.documents) == ENTRIES


def test_a_torn_last_line_is_said_on_stderr_and_the_work_goes_on(shell, path):  # noqa: F811
    file = path / "campaign.json"
    file.write_bytes(file.read_bytes()[:-4] + b',"8": {"half\n\n\n\n')
    shown = shell("show", path)
    assert shown.code == 0
    assert "was only half written when the computer or the kernel stopped" in shown.err
    assert "all 7 entries before it are there" in shown.err
    assert shell("check", path).out == "The campaign is whole.\n"


def test_a_conflict_copy_beside_it_is_named_and_left(shell, path):  # noqa: F811
    copy = path / "campaign (conflicted copy of LAPTOP).json"
    shutil.copy(path / "campaign.json", copy)
    with gmkit.open(path) as c:
        c.ledger.add("here")
    there = copy.read_bytes()
    found = shell("check", path)
    assert found.code == 1
    assert (
        "campaign (conflicted copy of LAPTOP).json, in which nothing can be read that is not here: it may be deleted."
        in found.out
    )
    assert "conflicted copy" in shell("show", path).err
    assert copy.read_bytes() == there


def test_a_newer_format_is_shown_and_not_written_to(shell, path):  # noqa: F811
    file = path / "campaign.json"
    file.write_bytes(file.read_bytes().replace(b'"format":1', b'"format":2'))
    newer = file.read_bytes()
    assert "newer format 2" in shell("check", path).out
    shown = shell("show", path)
    assert (shown.code, "open for reading only" in shown.err) == (0, True)
    refused = shell("undo", path)
    assert (refused.code, "reading only" in refused.err) == (2, True)
    assert "nothing to repair" in shell("repair", path).out
    assert file.read_bytes() == newer


def test_fields_and_tables_that_are_not_known_are_kept_through_acts_and_repairs(shell, path):  # noqa: F811
    """C103: another program's table and its field in the header survive loading, acting, closing and repairing."""
    file = path / "campaign.json"
    tables: dict[str, Any] = json.loads(file.read_bytes())
    tables["_gmkit"]["1"]["colour"] = "зелёный"
    file.write_text(json.dumps({"places": {"1": {"name": "Гараж"}}, **tables}, ensure_ascii=False), "utf-8")
    assert shell("repair", path).code == 0
    with gmkit.open(path) as c:
        c.ledger.add("more")
        c.set("wind", "on")
    with gmkit.open(path) as c:
        c.undo()
    after = json.loads(file.read_bytes())
    assert (after["places"], after["_gmkit"]["1"]["colour"]) == ({"1": {"name": "Гараж"}}, "зелёный")
    assert len(after["ledger"]) == ENTRIES + 3
    assert shell("check", path).code == 0


def test_backup_and_restore_never_overwrite_without_a_copy(shell, path):  # noqa: F811
    file = path / "campaign.json"
    made = shell("backup", path)
    number = int(re.match(r"Backup (\d+): backups/", made.out)[1])
    with gmkit.open(path) as c:
        c.ledger.add("after the backup")
    later = file.read_bytes()
    restored = shell("restore", path, number)
    assert restored.code == 0
    assert restored.out == (
        f"Backup {number} is the campaign now, with 7 entries; what was there before is a backup too.\n"
    )
    copies = sorted((path / "backups").glob("*_before-restore.json"))
    assert [copy.read_bytes() for copy in copies] == [later]
    assert shell("restore", path, int(copies[0].name.split("_")[0])).code == 0
    with gmkit.open(path) as c:
        assert c.ledger[len(c.ledger)].text == "after the backup"


def test_a_file_that_is_gone_comes_back_from_its_backup(shell, path):  # noqa: F811
    (path / "campaign.json").unlink()
    refused = shell("show", path)
    assert refused.code == 2
    (number,) = re.findall(r": gmkit restore .* (\d+) \(in a notebook", refused.err)
    assert shell("restore", path, number).code == 0
    assert "туман" in shell("ledger", path).out


def test_an_old_format_opens_and_the_old_file_is_kept(shell, tmp_path):  # noqa: F811
    golden = Path(__file__).parents[1] / "campaign" / "golden" / "format_0_zone.json"
    shutil.copy(golden, tmp_path / "campaign.json")
    assert "в старом формате 0; он переводится в формат 1." in shell("check", tmp_path).out
    assert (tmp_path / "campaign.json").read_bytes() == golden.read_bytes()
    shown = shell("show", tmp_path)
    assert shown.code == 0
    assert shown.out.startswith("Старая зона · Зона · День 2\n")
    (kept,) = (tmp_path / "backups").glob("*_before-migration.json")
    assert kept.read_bytes() == golden.read_bytes()
    with gmkit.open(tmp_path) as c:
        assert list(c.history().did) == ["create", "order", "order", "end_day", "roll", "undo", "redo", "tell", "sent"]
        assert c.roll("2d6", "туман", actor="Anna", id="fog").n == 5, "the recorded roll comes back"
        assert c.game.stalker(1).at == (2, 1, 1)
        assert c._file.verify_chain() is None
        assert c.undo_takes_back_seen() is not None
    assert shell("check", tmp_path).code == 0
