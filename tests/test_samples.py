"""The sample campaigns are what their commands make, open, and keep their secrets from every viewer."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

import gmkit
from tests.make_samples import PLAYERS, SAMPLE, make

LAST_CLOSED = 7
VIEWERS = ("public", *PLAYERS)


@pytest.fixture(scope="module")
def spring(tmp_path_factory):
    """Gives a copy of the sample, opened; no test acts on it."""
    copy = tmp_path_factory.mktemp("samples") / "zone_spring"
    shutil.copytree(SAMPLE, copy)
    campaign = gmkit.open(copy)
    yield campaign
    campaign.close()


def test_commands_make_the_sample_again_byte_for_byte(tmp_path):
    make(tmp_path / "again")
    made = (tmp_path / "again" / "campaign.json").read_bytes()
    assert made == (SAMPLE / "campaign.json").read_bytes(), "run python tests/make_samples.py, and read the difference"


def test_opening_the_sample_changes_nothing(tmp_path):
    shutil.copytree(SAMPLE, tmp_path / "copy")
    gmkit.open(tmp_path / "copy").close()
    assert (tmp_path / "copy" / "campaign.json").read_bytes() == (SAMPLE / "campaign.json").read_bytes()


def test_sample_is_a_game_some_days_in(spring):
    kinds = Counter(row.kind for row in spring.ledger.rows() if not row.undone)
    text = "".join(spring.report(turn) for turn in range(LAST_CLOSED + 1))
    assert (spring.turn, spring.game.day, spring.players) == (8, 8, tuple(PLAYERS))
    assert spring.game.strict_order
    assert spring.game.alive == [1, 2, 6, 7, 8]
    assert spring.game.waiting == [2, 7, 8]
    for happened in (
        "Сталкер 3 гибнет: в ячейке 2, 4, 2 Комариная плешь.",
        "Сталкер 8 бросает гайку в ячейку 5, 4, 4.",
        "Сталкер 1 бросает гайку в ячейку 2, 4, 2.",
        "В день 5 была включена Смерть лампа.",
        "С дня 4 — строгий порядок ходов.",
    ):
        assert happened in text
    assert text.count("бросает Зуду") == 2
    assert "обжигает" in spring.report(2, player="Вика")
    assert "вылечен" in spring.report(7, player="Вика")
    assert kinds["noted"] == 3
    assert sum(row.undone for row in spring.ledger.rows()) == 1


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_viewer_reads_every_page_and_sees_the_board(spring, viewer):
    view = spring.view(viewer)
    assert view.turns == list(range(LAST_CLOSED + 1))
    pages = [view.report(turn, kind) for turn in view.turns for kind in ("md", "html", "bbcode")]
    assert all(pages)
    assert len(view.board()) == 125
    assert len(view.ledger.to_frame()) == len(view.ledger) > 0
    assert [row.n for row in view.ledger.rows()] == list(range(1, len(view.ledger) + 1))
    assert spring.game.picture(None if viewer == "public" else viewer).get_label()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_viewer_reads_what_is_hidden(spring, viewer):
    own = {name: row.text for row in spring.ledger.rows() for name in PLAYERS if row.seen_by == name}
    assert set(own) == set(PLAYERS)
    hidden = {row.text for row in spring.ledger.rows() if row.seen_by not in ("all", viewer)}
    open_to_all = {row.text for row in spring.ledger.rows() if row.seen_by in ("all", viewer)}
    view = spring.view(viewer)
    read = {row.text for row in view.ledger.rows()}
    assert not read & (hidden - open_to_all)
    pages = "".join(view.report(turn) for turn in view.turns)
    for secret in ("тень у стены", "комплект неполный", "Oleg уехал до завтра"):
        assert secret not in pages
    if viewer != "Вика":
        assert "хлюпает" not in pages


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_viewer_knows_more_of_the_layout_than_is_there(spring, viewer):
    truth = spring.view("gm").board()
    known = spring.view(viewer).board()
    told = known[known.element != "unknown"]
    assert told.element.equals(truth.loc[told.index].element)
    if viewer == "public":
        assert set(told.element) <= {"", "golden_ball", "mosquito_mange"}
        assert list(told[told.element == "mosquito_mange"][["x", "y", "z"]].itertuples(index=False, name=None)) == [
            (2, 4, 2)
        ]


def test_found_lamp_is_told_to_its_finder_on_the_day_when_it_acts(spring):
    assert "ничего не находит" in spring.report(1, player="Лена")
    assert "Смерть ламп" not in spring.report(1, player="Лена")
    assert "нашёл Смерть лампу" in spring.report(2, player="Лена")
