"""Reports and boards: what stands on whose page (Z6, ZR17, ZR22, C147)."""

from __future__ import annotations

import random

import pytest

from gmkit.systems.zone import SYSTEM
from gmkit.systems.zone.facts import FACTS, is_public
from gmkit.words import render
from tests.systems.zone.table import Table
from tests.systems.zone.test_random_games import play

PUBLIC_ONCE = ("moved", "died", "reached_ball", "itch_thrown", "paralysed", "lost_move", "nut_thrown", "lamp_used",
               "game_won", "strict_started", "list_set", "order_shown")  # fmt: skip


def test_turn_0_shows_positions_winds_and_the_list():
    table = Table(2, layout={"mosquito_mange": [[2, 1, 1]]}, strict_order=True, settings={"schedule": "rotate"})
    page = table.page("public", 0)
    for line in ("| 1 | Anna | 1, 1, 1 |", "| 8 | Борис | 5, 5, 5 |", "Wind: Stalker 1 at 1, 1, 1.",
                 "Day 1: the order of moves is 1, 8.", "[Z8]"):  # fmt: skip
        assert page.count(line) == 1


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("seed", range(12))
def test_every_public_action_stands_exactly_once_on_every_page_c147(seed, lang):
    table = play(seed)
    names = table.viewers["gm"].session.names
    for viewer in ("public", "s1", "gm"):
        for turn, (_, _, facts) in table.viewers["public"].closed.items():
            page = table.page(viewer, turn, lang)
            assert page == table.page(viewer, turn, lang)
            lines = [render(fact.line(names), lang) for fact in facts if fact.kind in PUBLIC_ONCE]
            for line in set(lines):
                shown = page.replace("\\", "")
                # A plain number of a day's list can be the end of another line only where both are the same line.
                assert shown.count(line) == lines.count(line), (viewer, turn, line)


@pytest.mark.parametrize("seed", range(8))
def test_a_players_page_holds_no_line_that_was_not_told(seed):
    table = play(seed)
    names = table.viewers["gm"].session.names
    for turn, (_, _, facts) in table.viewers["gm"].closed.items():
        for viewer in ("public", "s1"):
            told = table.viewers[viewer].closed[turn][2]
            page = table.page(viewer, turn).replace("\\", "")
            known = {render(fact.line(names), "en") for fact in told if fact.has_line}
            for fact in facts:
                if isinstance(fact, FACTS) and fact.has_line and not is_public(fact):
                    line = render(fact.line(names), "en")
                    assert line in known or line not in page, (viewer, turn, line)


def test_own_section_tells_goods_burns_and_the_next_move():
    table = Table(layout={"witches_jelly": [[2, 1, 1]]}, start={1: {"carries": {"nut": 2, "etak": 1}}})
    table.day_of(s1="X+")
    page = table.page("s1", 1)
    for text in ("For Anna alone", "Witches' Jelly burns Stalker 1", "carries: Etak × 1, Nut × 2.",
                 "next move is on day 3", "finds Witches' Jelly"):  # fmt: skip
        assert text in page
        assert text not in table.page("public", 1) + table.page("s2", 1)
    assert "| 1 | Anna | 2, 1, 1 | burnt |" in page
    assert "| 1 | Anna | 2, 1, 1 | – |" in table.page("public", 1)


def test_what_was_known_on_a_day_stays_what_its_page_says_s4():
    table = Table(layout={"mosquito_mange": [[3, 1, 1]]})
    table.day_of(s1="X+")
    first = table.page("public", 1)
    table.day_of(s1="X+")
    assert table.page("public", 1) == first


def test_the_gms_page_shows_what_lies_about_and_who_is_blind():
    table = Table(layout={"death_lamp": [[2, 1, 1]], "itch": [[5, 5, 4]]}, nuts=[[1, 5, 3]])
    table.day_of(s1="X+")
    page = table.page("gm", 1)
    for text in (
        "| Itch | 5, 5, 4 |",
        "| Thrown nuts | 1, 5, 3 |",
        "Stalker 1 found a Death Lamp",
        "| 1 | nothing | – | yes |",
    ):
        assert text in page


def test_strict_list_and_standing_grinder_are_told_for_the_next_day():
    start = {4: {"at": [4, 3, 3]}}
    table = Table(layout={}, start=start, strict_order=True)
    table.day_of(s4="X-")
    page = table.page("public", 1)
    assert "Day 2: the order of moves is 2, 3, 5, 6, 7, 8, 1." in page
    assert "On day 2 the Meat Grinder stands for Stalkers 2, 3." in page
    table.end_day()
    assert "The Meat Grinder turns." in table.page("public", 2)


def test_in_free_order_the_report_does_not_tell_the_stoppers_place():
    pages = []
    for orders in ({"s4": "X-", "s1": "X+"}, {"s1": "X+", "s4": "X-"}):
        table = Table(layout={}, start={4: {"at": [4, 3, 3]}})
        table.day_of(**orders)
        pages.append(sorted(table.page("public", 1).splitlines()))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("viewer", ["gm", "s1", "public"])
def test_drawing_says_what_the_board_says(viewer):
    table = play(5)
    board, drawing = table.see(viewer).board(), table.see(viewer).drawing()
    assert len(board) == len(drawing.cells) == 125
    for (_, row), cell in zip(board.iterrows(), drawing.cells, strict=True):
        assert cell.at == (row.x, row.y, row.z)
        assert cell.pieces == row.stalkers
        assert (cell.look in ("unknown", "no_mange")) == (row.element == "unknown")
        assert ("nut" in cell.marks) == (row.nuts > 0)
        for lang in ("en", "ru"):
            assert render(cell.spoken, lang).startswith(", ".join(map(str, cell.at)) + ": ")
    assert {number for cell in drawing.cells for number in cell.pieces} == set(table.see().alive) == set(drawing.pieces)


def test_board_columns_and_values_are_those_of_the_api():
    board = Table(layout={}).see("s1").board()
    assert list(board.columns) == ["x", "y", "z", "element", "stalkers", "nuts", "dropped"]
    first = board.iloc[0].to_dict()
    assert first == {"x": 1, "y": 1, "z": 1, "element": "unknown", "stalkers": (1,), "nuts": 0, "dropped": {}}


def test_random_plays_are_never_refused():
    numbers = random.Random(7)
    table = Table(5)
    for _ in range(150):
        command = SYSTEM.random_play(table.viewers["gm"].session, numbers)
        if command is None:
            break
        table.do(command)
