"""Backups are taken by themselves, whether or not anybody ever closes the campaign (P14, C100)."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys

import pytest

import gmkit
from gmkit.campaign import care
from gmkit.campaign.opened import CampaignNotice
from gmkit.store import backups, disk
from tests.campaign.conftest import noon
from tests.cli.test_cli import shell  # noqa: F401  (a fixture)

DAY = dt.datetime(2026, 3, 1, 20, tzinfo=dt.UTC)


def left_open(c) -> None:
    """The end of a kernel: nothing is called, only what the system holds is given back."""
    c._followers.stop()
    c._file._lock.close()


def play(path, turn: int) -> None:
    """One evening: the next day's kernel opens the campaign, plays a turn, and is never told to close."""
    c = gmkit.open(path, clock=noon)
    c.ledger.add(f"evening {turn}")
    c.game.end_day(turn=turn)
    c.roll("2d6", "fog")
    left_open(c)
    evening = (DAY + dt.timedelta(days=turn)).timestamp()
    os.utime(path / "campaign.json", (evening, evening))


def test_twenty_evenings_in_kernels_that_nobody_closes_are_kept(tmp_path):
    path = tmp_path / "c"
    left_open(gmkit.create(path, system="zone", players=["Анна", "Борис"], key="k", clock=noon))
    for turn in range(1, 21):
        play(path, turn)
    kept = backups.listed(path / "campaign.json")
    assert {one.reason for one in kept} == {"before-play"}
    # The last evening is in the file itself; each one before it is in a copy, fourteen days back.
    assert [one.day for one in kept] == [(DAY + dt.timedelta(days=turn)).date().isoformat() for turn in range(6, 20)]
    turns = [gmkit.open(one.path, clock=noon).view("gm").turn for one in kept]
    assert turns == sorted(set(turns))
    # And from each of them the game goes on.
    care.restore(path, kept[-3].number)
    with gmkit.open(path, clock=noon) as c:
        assert c.view("gm").turn == turns[-3]
        c.game.end_day(turn=18)


def test_a_kernel_of_its_own_that_is_not_closed_leaves_a_copy_of_the_evening_before(tmp_path):
    path = tmp_path / "c"
    words = f"import gmkit; c = gmkit.create({str(path)!r}, system='zone', players=['A', 'B']); c.ledger.add('one')"
    subprocess.run([sys.executable, "-c", words], check=True)
    again = f"import gmkit; c = gmkit.open({str(path)!r}); c.ledger.add('two')"
    subprocess.run([sys.executable, "-c", again], check=True)
    assert [(one.reason, one.entries) for one in backups.listed(path / "campaign.json")] == [
        ("before-play", 1),
        ("before-play", 2),
    ]


def test_looking_takes_no_copy_and_a_session_that_is_closed_takes_one(tmp_path):
    path = tmp_path / "c"
    gmkit.create(path, system="zone", players=["Анна", "Борис"], key="k", clock=noon).close()
    taken = backups.listed(path / "campaign.json")
    for _ in range(3):
        with gmkit.open(path, clock=noon) as c:
            c.history()
            c.view("gm")
            with pytest.raises(gmkit.GmkitError):
                c.game.order("nobody", "X+", turn=1)
    assert backups.listed(path / "campaign.json") == taken
    for number in range(3):
        with gmkit.open(path, clock=noon) as c:
            c.ledger.add(f"{number}")
    assert [one.reason for one in backups.listed(path / "campaign.json")[len(taken) :]][-3:] == ["closed"] * 3


def test_an_evening_of_more_than_five_hundred_entries_is_kept_on_the_way(tmp_path):
    c = gmkit.create(tmp_path / "c", system="zone", players=["Анна", "Борис"], key="k", clock=noon)
    for number in range(1100):
        c.ledger.add(f"{number}")
    left_open(c)
    assert [(one.reason, one.entries) for one in backups.listed(c.path / "campaign.json")] == [
        ("before-play", 1),
        ("kept", 501),
        ("kept", 1001),
    ]


def test_a_copy_that_the_disk_refuses_is_a_notice_and_the_act_is_done(tmp_path, monkeypatch):
    path = tmp_path / "c"
    gmkit.create(path, system="zone", players=["Анна", "Борис"], key="k", clock=noon, lang="ru").close()
    left_open(gmkit.open(path))
    c = gmkit.open(path, clock=noon)
    c.ledger.add("раз")
    monkeypatch.setattr(disk, "rename", lambda old, new: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.warns(CampaignNotice) as said:
        c.close()
    assert [str(one.message) for one in said] == [
        "Прибрать campaign.json при закрытии не удалось: все записи в нём есть, а приберёт его следующее закрытие.",
        (
            "Резервную копию campaign.json снять не удалось (на диске кончилось место), но все записи в нём есть:"
            " освободите место на диске и проверьте, что в папку backups рядом с ним можно писать, или скопируйте папку"
            " кампании на другой диск."
        ),
    ]


def test_a_verb_of_the_shell_whose_closing_is_refused_has_done_what_was_asked(shell, tmp_path, monkeypatch):  # noqa: F811
    path = tmp_path / "c"
    with gmkit.create(path, system="zone", players=["Anna", "Boris"], key="k", clock=noon) as c:
        c.ledger.add("one")
        c.ledger.add("two")
    with monkeypatch.context() as patch:
        patch.setattr(disk, "rename", lambda old, new: (_ for _ in ()).throw(OSError(28, "full")))
        done = shell("undo", path)
    assert (done.code, done.out) == (0, "Undone: two\n")
    assert "nothing was" not in done.err
    assert len([line for line in done.err.splitlines() if "every entry is in it" in line]) == 2
    with gmkit.open(path, clock=noon) as c:
        assert list(c.history().undone) == [False, False, True, False]


def test_a_notebook_is_told_of_a_restore_in_the_shell_and_goes_on_by_opening_again(shell, tmp_path):  # noqa: F811
    path = tmp_path / "c"
    c = gmkit.create(path, system="zone", players=["Anna", "Boris"], key="k", clock=noon, lang="ru")
    c.ledger.add("раз")
    number = c._file.backup().number
    c.ledger.add("два")
    assert shell("restore", path, number).code == 0
    for act in (lambda: c.ledger.add("три"), c.history):
        with pytest.raises(gmkit.GmkitError, match=rf"восстановили из копии {number}: откройте её снова .*gmkit\.open"):
            act()
    c.close()
    assert shell("check", path).out == "Кампания цела.\n"
    with gmkit.open(path, clock=noon) as again:
        assert again.ledger.page(1).rows[0].text == "раз"
        again.ledger.add("иначе")
    shown = shell("show", path)
    assert (shown.code, shown.err) == (0, "")
    assert shell("check", path).code == 0
