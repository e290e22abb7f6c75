"""The ledger on the screen: pages, filters, other viewers' ledgers, notes, undo with a question, files."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import gmkit
from gmkit.widgets import TurnLedger


def numbers(ledger: TurnLedger) -> list[int]:
    """The entry numbers on the page, from top to bottom."""
    return [int(n) for n in re.findall(r'<th class="gm-number" scope="row">(\d+)</th>', ledger.rows.value)]


def test_a_page_holds_fifty_entries_and_paging_shows_each_once(campaign_with: Any) -> None:
    """C117."""
    campaign = campaign_with()
    campaign.do([{"do": "note", "text": f"entry {n}"} for n in range(120)])
    total = len(campaign.ledger)
    ledger = TurnLedger(campaign)
    seen = numbers(ledger)
    assert len(seen) == 50
    assert (ledger.newest.disabled, ledger.newer.disabled, ledger.older.disabled) == (True, True, False)
    while not ledger.older.disabled:
        ledger.older.click()
        seen += numbers(ledger)
    assert seen == list(range(total, 0, -1))
    assert f"page 3 of 3, {total} lines" in ledger.where.value
    ledger.newest.click()
    assert numbers(ledger)[0] == total
    ledger.oldest.click()
    assert numbers(ledger)[-1] == 1
    ledger.close()


def test_twenty_thousand_entries_draw_one_page(campaign_with: Any, live_models: Any) -> None:
    """W9."""
    campaign = campaign_with()
    before = live_models()
    small = TurnLedger(campaign)
    cost = live_models() - before
    small.close()
    campaign.do([{"do": "note", "text": f"entry {n}"} for n in range(20_000)])
    ledger = TurnLedger(campaign)
    assert live_models() - before == cost
    assert len(numbers(ledger)) == 50
    assert len(ledger.rows.value) < 40_000
    ledger.close()


def test_filters_by_turn_actor_kind_and_audience(campaign_with: Any) -> None:
    campaign = campaign_with()
    campaign.ledger.add("for the GM")
    campaign.roll("2d6", "Anna jumps", actor="Anna")
    campaign.do({"do": "end_round"})
    campaign.ledger.add("for Борис", seen_by="Борис")
    ledger = TurnLedger(campaign)
    ledger.kind.value = "rolled"
    assert "Anna jumps" in ledger.rows.value
    assert len(numbers(ledger)) == 1
    ledger.kind.value = ""
    ledger.actor.value = "Anna"
    assert len(numbers(ledger)) == 1
    ledger.actor.value = ""
    ledger.turn.value = 2
    assert "for Борис" in ledger.rows.value
    assert "Anna jumps" not in ledger.rows.value
    ledger.turn.value = ""
    ledger.seen_by.value = "Борис"
    assert len(numbers(ledger)) == 1
    assert not ledger.all_again.disabled
    ledger.all_again.click()
    assert len(numbers(ledger)) == len(campaign.ledger)
    assert ledger.all_again.disabled
    ledger.close()


@pytest.mark.parametrize(("lang", "order", "roll"), [("en", "order", "roll"), ("ru", "приказ", "бросок")])
def test_the_filter_calls_each_kind_by_its_name(tmp_path: Path, lang: str, order: str, roll: str) -> None:
    campaign = gmkit.create(tmp_path / "zone", system="zone", players=["Anna"], lang=lang, key="kinds")
    campaign.game.order(1, "X+")
    campaign.roll("2d6")
    campaign.undo()
    ledger = TurnLedger(campaign)
    shown = {value: name for name, value in ledger.kind.options}
    assert (shown["order_given"], shown["rolled"]) == (order, roll)
    assert not [name for name in shown.values() if "_" in name]
    assert list(shown.values())[1:] == sorted(list(shown.values())[1:])
    ledger.close()
    campaign.close()


def test_a_filter_stays_when_something_happens(campaign_with: Any) -> None:
    campaign = campaign_with()
    campaign.roll("2d6", "first")
    ledger = TurnLedger(campaign)
    ledger.kind.value = "rolled"
    campaign.ledger.add("a note")
    campaign.roll("2d6", "second", actor="somebody new")
    assert len(numbers(ledger)) == 2
    assert ledger.kind.value == "rolled"
    assert "somebody new" in [value for _, value in ledger.actor.options]
    ledger.close()


def test_viewed_as_a_player_it_is_that_players_ledger(campaign_with: Any) -> None:
    campaign = campaign_with()
    campaign.ledger.add("a secret")
    campaign.tell("Anna", "You smell smoke.")
    ledger = TurnLedger(campaign)
    ledger.view_as.value = "Anna"
    assert "You smell smoke." in ledger.rows.value
    assert "a secret" not in ledger.rows.value
    assert numbers(ledger) == list(range(len(campaign.view("Anna").ledger), 0, -1))
    assert "Told to" not in ledger.rows.value
    ledger.view_as.value = "public"
    assert "smoke" not in ledger.rows.value
    ledger.view_as.value = "gm"
    assert "a secret" in ledger.rows.value
    ledger.close()


def test_a_players_ledger_has_no_tools_and_no_secret(campaign_with: Any) -> None:
    campaign = campaign_with()
    campaign.ledger.add("a secret")
    ledger = TurnLedger(campaign, "Anna")
    assert (ledger.tools.layout.display, ledger.view_as.layout.display) == ("none", "none")
    assert ledger.view_as.options == ()
    assert "a secret" not in ledger.rows.value + ledger.still(ledger.view)
    ledger.close()


def test_a_note_is_added_once_and_the_field_is_empty_again(campaign_with: Any) -> None:
    campaign = campaign_with()
    ledger = TurnLedger(campaign)
    ledger.note.value = "The rain stopped."
    ledger.note_for.value = "Anna"
    before = len(campaign.ledger)
    ledger.add.click()
    assert len(campaign.ledger) == before + 1
    assert (campaign.ledger[before + 1].text, campaign.ledger[before + 1].seen_by) == ("The rain stopped.", "Anna")
    assert ledger.note.value == ""
    assert 'role="status"' in ledger.notice.value
    ledger.add.click()
    assert "no text yet" in ledger.notice.value
    assert len(campaign.ledger) == before + 1
    ledger.close()


def test_undo_and_redo_are_offered_when_there_is_something(campaign_with: Any) -> None:
    """C090: both entries stand there, the undone one marked by a word and not by colour alone."""
    campaign = campaign_with()
    ledger = TurnLedger(campaign)
    assert (ledger.undo.disabled, ledger.redo.disabled) == (True, True)
    campaign.ledger.add("a slip")
    assert (ledger.undo.disabled, ledger.redo.disabled) == (False, True)
    ledger.undo.click()
    assert (ledger.undo.disabled, ledger.redo.disabled) == (True, False)
    assert "<s>a slip</s>" in ledger.rows.value
    assert ">undone<" in ledger.rows.value
    assert "Undone: line" in ledger.rows.value
    ledger.redo.click()
    assert "<s>a slip</s>" not in ledger.rows.value
    assert (ledger.undo.disabled, ledger.redo.disabled) == (False, True)
    ledger.close()


def test_undoing_what_players_have_seen_asks_first(campaign_with: Any) -> None:
    """C091, C093."""
    campaign = campaign_with()
    campaign.do({"do": "count", "player": "Anna"})
    campaign.do({"do": "end_round"})
    ledger = TurnLedger(campaign)
    before = len(campaign.ledger)
    ledger.undo.click()
    assert 'role="alert"' in ledger.question.value
    assert "Players have seen this" in ledger.question.value
    assert ledger.sure.layout.display is None
    assert len(campaign.ledger) == before
    ledger.no.click()
    assert ledger.sure.layout.display == "none"
    assert (len(campaign.ledger), campaign.turn) == (before, 2)
    ledger.undo.click()
    ledger.yes.click()
    assert (len(campaign.ledger), campaign.turn) == (before + 1, 1)
    assert ledger.sure.layout.display == "none"
    ledger.close()


@pytest.mark.parametrize("suffix", ["csv", "xlsx", "json"])
def test_files_are_written_into_the_campaigns_folder(campaign_with: Any, suffix: str) -> None:
    campaign = campaign_with()
    campaign.ledger.add("=1+1")
    ledger = TurnLedger(campaign)
    ledger.form.value = suffix
    ledger.export.click()
    path = campaign.path / f"ledger.{suffix}"
    assert f"ledger.{suffix}" in ledger.notice.value
    if suffix == "json":
        assert json.loads(path.read_text(encoding="utf-8"))[-1]["text"] == "=1+1"
    elif suffix == "csv":
        assert ",'=1+1," in path.read_text(encoding="utf-8-sig")
    else:
        cells = [cell for row in openpyxl.load_workbook(path).active.iter_rows() for cell in row]
        assert [cell.data_type for cell in cells if cell.value == "'=1+1"] == ["s"]
    ledger.export.click()
    assert f"ledger-2.{suffix}" in ledger.notice.value
    ledger.view_as.value = "Борис"
    ledger.export.click()
    assert (campaign.path / f"ledger-player-2.{suffix}").exists()
    ledger.close()


def test_a_long_export_shows_how_far_it_is_and_can_be_stopped(campaign_with: Any) -> None:
    """W10."""
    campaign = campaign_with()
    campaign.do([{"do": "note", "text": f"entry {n}"} for n in range(3000)])
    total = len(campaign.ledger)

    async def play() -> None:
        ledger = TurnLedger(campaign)
        ledger.form.value = "csv"
        seen: list[str] = []
        ledger.work.line.observe(lambda change: seen.append(change["new"]), names="value")
        ledger.export.click()
        assert (ledger.export.disabled, ledger.work.box.layout.display) == (True, None)
        ledger.work.stop.click()
        while ledger.work.goes_on:
            await asyncio.sleep(0.01)
        assert "Stopped; nothing was written." in ledger.notice.value
        assert not list(campaign.path.glob("ledger*.csv"))
        assert (ledger.export.disabled, ledger.work.box.layout.display) == (False, "none")
        seen.clear()
        ledger.export.click()
        while ledger.work.goes_on:
            await asyncio.sleep(0.01)
        assert f"500 of {total}" in seen[0]
        assert f"{total} of {total}" in seen[-2]
        assert "ledger.csv" in ledger.notice.value
        assert len((campaign.path / "ledger.csv").read_text(encoding="utf-8-sig").splitlines()) == total + 1
        # Closed in the middle, it ends quietly.
        ledger.export.click()
        ledger.close()
        await asyncio.sleep(0.05)
        assert not (campaign.path / "ledger-2.csv").exists()

    asyncio.run(play())


def test_another_kernel_that_acted_meanwhile_is_named(campaign_with: Any) -> None:
    import gmkit

    campaign = campaign_with()
    campaign.ledger.add("mine")
    ledger = TurnLedger(campaign)
    with gmkit.open(campaign.path) as other:
        other.ledger.add("from another notebook")
    ledger.undo.click()
    assert 'role="alert"' in ledger.notice.value
    assert "from another notebook" in ledger.notice.value
    assert "from another notebook" in ledger.rows.value
    ledger.close()


def test_alone_it_says_that_there_is_nothing_to_show() -> None:
    ledger = TurnLedger()
    assert "There is no campaign to show." in ledger.where.value
    ledger.close()
