"""The helpers of the teaching notebooks: practice campaigns, what a viewer was told, the rulings with their reasons."""

from __future__ import annotations

import json

import pytest

import gmkit

SCENARIO = {"layout": {"etak": [[2, 1, 1]], "nut": [[4, 5, 5]]}}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Gives a folder that is the notebook's."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(name: str = "first day") -> gmkit.campaign.Campaign:
    c = gmkit.practice(name, scenario=SCENARIO)
    c.game.orders("Anna: X+\nБорис: X-", turn=1)
    c.game.end_day(turn=1)
    return c


def test_practice_run_again_is_the_same_campaign_and_adds_nothing(desk):
    first = played()
    count = len(first.ledger)
    first.close()
    again = played()
    assert len(again.ledger) == count
    assert again.path == desk / "practice" / "en" / "first day"


def test_practice_is_the_same_on_every_desk(desk, monkeypatch):
    played().close()
    (desk / "other").mkdir()
    monkeypatch.chdir(desk / "other")
    played().close()
    one, other = (place / "practice" / "en" / "first day" / "campaign.json" for place in (desk, desk / "other"))
    assert one.read_bytes() == other.read_bytes()
    assert json.loads(one.read_text(encoding="utf-8"))


def test_name_that_stands_for_another_practice_is_refused(desk):
    gmkit.practice("wall").close()
    with pytest.raises(gmkit.GmkitError, match="other content"):
        gmkit.practice("wall", scenario=SCENARIO)


@pytest.mark.parametrize("name", ["", " ", "a/b", "..", "../up", ".hidden", 5])
def test_name_that_is_a_path_is_refused(desk, name):
    with pytest.raises(gmkit.GmkitError, match="plain name"):
        gmkit.practice(name)
    assert not (desk / "practice").exists()


def test_language_that_is_none_is_refused(desk):
    with pytest.raises(gmkit.GmkitError, match="en, ru"):
        gmkit.practice("wall", lang="../de")


def test_told_is_what_that_viewer_was_told_on_that_day(desk):
    c = played()
    assert "finds and takes at 2, 1, 1: Etak × 1" in gmkit.told(c, "Anna", 1)
    assert "4, 5, 5: Nut" not in gmkit.told(c, "Anna", 1)
    assert "finds" not in gmkit.told(c, "public", 1)
    assert "4, 5, 5: Nut × 1" in gmkit.told(c)
    assert "moves to" not in gmkit.told(c, "gm", 0)
    assert gmkit.told(c, "Anna", 1)._repr_markdown_().startswith("- ")


def test_told_leaves_out_what_was_undone(desk):
    c = gmkit.practice("undone", scenario=SCENARIO)
    c.game.order("Anna", "Y+", turn=1)
    c.undo("misread")
    c.game.order("Anna", "X+", turn=1)
    c.game.end_day(turn=1)
    assert "Y+" not in gmkit.told(c, "Anna", 1)


def test_rulings_name_what_is_in_force_the_choices_and_the_reason(desk):
    c = gmkit.practice("rulings", settings={"wind": "off"}, scenario=SCENARIO)
    text = gmkit.rulings(c)
    row = next(line for line in text.splitlines() if "ZR9" in line)
    assert '| "off" |' in row
    assert '"auto": with fewer than eight at the start' in row
    assert "The source gives it to an incomplete set" in row
    assert all(name in text.replace("\\", "") for name in c.settings)


def test_rulings_speak_the_campaigns_language(desk):
    c = gmkit.practice("решения", lang="ru", scenario=SCENARIO)
    assert "если сначала было меньше восьми" in gmkit.rulings(c)
    assert "The source" not in gmkit.rulings(c)


def test_sample_is_played_on_in_a_copy(desk, monkeypatch):
    (desk / "notebooks").mkdir()
    (desk / "campaigns").mkdir()
    gmkit.create(desk / "campaigns" / "tiny", system="zone", players=["Anna", "Борис"], key="tiny").close()
    before = (desk / "campaigns" / "tiny" / "campaign.json").read_bytes()
    monkeypatch.chdir(desk / "notebooks")
    c = gmkit.sample("tiny")
    c.game.order("Anna", "X+", turn=1)
    c.close()
    assert gmkit.sample("tiny").game.waiting == [8]
    assert (desk / "campaigns" / "tiny" / "campaign.json").read_bytes() == before


def test_sample_that_is_not_there_is_refused_with_those_that_are(desk, monkeypatch):
    (desk / "notebooks").mkdir()
    gmkit.create(desk / "campaigns" / "tiny", system="zone", players=["Anna", "Борис"], key="tiny").close()
    monkeypatch.chdir(desk / "notebooks")
    with pytest.raises(gmkit.GmkitError, match="no sample campaign huge; there are: tiny"):
        gmkit.sample("huge")
    assert not (desk / "notebooks" / "practice").exists()
