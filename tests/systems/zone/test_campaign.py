"""The Zone through the public names of api.md: create, order, end the day, look, undo, open again."""

from __future__ import annotations

import datetime as dt
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

import gmkit
from gmkit import GmkitError

EIGHT = ["Anna", "Борис", "Carl", "Dora", "Egor", "Faina", "Gleb", "Hanna"]


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    made: list[Any] = []

    def create(name: str = "c", **options: Any) -> Any:
        noon = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
        given = {"system": "zone", "title": "Spring", "players": EIGHT, "key": "k", "clock": lambda: noon} | options
        made.append(gmkit.create(tmp_path / name, **given))
        return made[-1]

    yield create
    for campaign in made:
        campaign.close()


def test_a_day_through_the_public_names(new):
    campaign = new(scenario={"layout": {"nut": [[2, 1, 1]]}})
    game = campaign.game
    assert (game.day, campaign.turn, game.strict_order, game.winner) == (1, 1, False, None)
    assert game.schedule == game.alive == game.waiting == [1, 2, 3, 4, 5, 6, 7, 8]
    game.order("Anna", "X+", turn=1)
    game.orders("2: X-\nCarl: Y-", turn=1)
    game.withdraw(3, turn=1)
    assert game.waiting == [3, 4, 5, 6, 7, 8]
    report = game.end_day(turn=1)
    assert report == campaign.report(1)
    assert game.end_day(turn=1) == report
    assert (game.day, campaign.turn) == (2, 2)
    seen = game.stalker(1)
    assert (seen.at, seen.carries, seen.alive, seen.burnt, seen.blinded, seen.paralysed) == (
        (2, 1, 1), {"nut": 1}, True, False, False, False)  # fmt: skip
    anna = campaign.view("Anna")
    assert (anna.stalker(2).carries, anna.stalker("Борис").burnt, anna.stalker(1).blinded) == ("unknown",) * 3
    assert anna.state.stalkers[1].carries == {"nut": 1}


def test_a_refused_call_changes_nothing(new, tmp_path):
    campaign = new(scenario={"layout": {}})
    before = (tmp_path / "c" / "campaign.json").read_bytes()
    for call in (
        lambda: campaign.game.order(1, "X-"),
        lambda: campaign.game.order(9, "X+"),
        lambda: campaign.game.order(1, "X++"),
        lambda: campaign.game.orders("1: X+\n2: X+"),
        lambda: campaign.game.withdraw(1),
        lambda: campaign.edit("stalker 1", {"luck": 1}, reason="x"),
        lambda: campaign.set("wind", "storm"),
        lambda: campaign.set("counts", {"nut": 1}),
        lambda: campaign.add_player("Ivan"),
    ):
        with pytest.raises(GmkitError):
            call()
    assert (tmp_path / "c" / "campaign.json").read_bytes() == before


@pytest.mark.parametrize("players", [[], [*EIGHT, "Ivan"]])
def test_none_or_more_than_eight_players_are_refused(new, tmp_path, players):
    with pytest.raises(GmkitError):
        new(players=players)
    assert not (tmp_path / "c").exists()


def test_a_refused_scenario_leaves_no_campaign(new, tmp_path):
    with pytest.raises(GmkitError, match=r"layout\.nut"):
        new(scenario={"layout": {"nut": [[3, 3, 3]]}})
    assert not (tmp_path / "c").exists()


def test_undo_and_redo_of_a_day(new):
    campaign = new(scenario={"layout": {}})
    campaign.game.order(1, "X+")
    campaign.game.end_day()
    public = campaign.report(1)
    campaign.undo()
    assert (campaign.game.day, campaign.game.stalker(1).at) == (1, (1, 1, 1))
    assert campaign.game.waiting == [2, 3, 4, 5, 6, 7, 8]
    campaign.redo()
    assert campaign.game.stalker(1).at == (2, 1, 1)
    again = [line for line in campaign.report(1).splitlines() if line and "done again" not in line]
    assert again == [line for line in public.splitlines() if line]


def test_opened_again_it_is_the_same(new, tmp_path):
    campaign = new(settings={"schedule": "shuffled"}, scenario={"strict_order": True})
    for _ in range(3):
        campaign.game.end_day()
    first, board, pages = campaign.game.schedule, campaign.game.board(), [campaign.report(turn) for turn in range(4)]
    campaign.close()
    again = gmkit.open(tmp_path / "c")
    assert again.game.schedule == first
    assert again.game.board().equals(board)
    assert [again.report(turn) for turn in range(4)] == pages
    again.close()


def test_a_scenarios_dice_make_the_shuffled_list_and_not_the_layout(new):
    campaign = new(
        settings={"schedule": "shuffled"}, scenario={"strict_order": True, "dice": [8, 7, 6, 5, 4, 3, 2] + [1] * 7}
    )
    assert sorted(campaign.game.schedule) == [1, 2, 3, 4, 5, 6, 7, 8]
    # Each place is filled by a die of as many sides as are left: the highest face takes the last of them.
    assert sum(campaign.game.board().element != "") == 59


def test_a_players_view_does_not_change_between_reports(new):
    campaign = new(scenario={"layout": {}})
    before = campaign.view("Anna")
    campaign.game.order(2, "X-")
    campaign.game.strict("storm")
    after = campaign.view("Anna")
    assert before.state == after.state
    assert before.ledger.to_frame().equals(after.ledger.to_frame())
    assert (before.schedule, before.waiting) == (after.schedule, after.waiting)


@pytest.mark.parametrize("written", ["md", "html", "bbcode"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_reports_in_all_formats_and_languages(new, written, lang):
    campaign = new(players=["Anna", "<b>x</b>"], scenario={"layout": {"mosquito_mange": [[1, 2, 1]]}})
    campaign.game.end_day()
    for turn in (0, 1):
        for player in (None, "Anna", "<b>x</b>", "gm"):
            report = campaign.report(turn, player, written, lang)
            assert report == campaign.report(turn, player, written, lang)
            assert ("ветер" in report.lower()) == (lang == "ru")
            assert "<b>x" not in report or written != "html"


def test_pictures_are_of_what_the_viewer_knows(new, tmp_path):
    campaign = new(players=["Anna", "Борис"], scenario={"layout": {"itch": [[2, 1, 1]]}})
    for viewer in (None, "gm", "Anna"):
        figure = campaign.game.picture(viewer, tmp_path / f"{viewer}.png")
        assert (tmp_path / f"{viewer}.png").stat().st_size > 1000
        assert isinstance(figure, Figure)


def test_a_further_player_and_one_who_leaves(new):
    campaign = new(players=["Anna", "Борис"], scenario={"layout": {}})
    campaign.add_player("Carl")
    assert (campaign.game.alive, campaign.view("Carl").stalker("Carl").at) == ([1, 2, 8], (5, 1, 1))
    assert campaign.view("Carl").stalker(2).carries == {}
    campaign.drop_player("Anna")
    assert campaign.game.waiting == [2, 8]
    campaign.replace_player("Борис", "Egor")
    campaign.game.order("Egor", "X-")
    campaign.game.end_day()
    assert campaign.game.stalker("Egor").at == (4, 5, 5)


def test_every_verb_has_the_parameters_of_the_api(new):
    game = new(scenario={"layout": {}}).game
    expected = {
        "order": ["stalker", "text"],
        "orders": ["text"],
        "withdraw": ["stalker"],
        "strict": ["reason"],
        "end_day": [],
    }
    for verb, names in expected.items():
        assert list(inspect.signature(getattr(game, verb)).parameters) == [*names, "id", "turn"]


def test_the_odd_number_warns_on_the_first_page(new):
    campaign = new(players=EIGHT[:3], scenario={"layout": {}})
    assert "odd number" in campaign.report(0)
    assert "нечётное" in campaign.report(0, lang="ru")


def test_reports_tell_the_winner_and_the_end(new):
    start = {1: {"at": [4, 3, 3], "carries": {"jolly_ghost": 1}}}
    campaign = new(scenario={"layout": {}, "start": start})
    campaign.game.order(1, "X-")
    assert "Stalker 1 wins" in campaign.game.end_day()
    assert campaign.game.winner == 1
    with pytest.raises(GmkitError, match="over"):
        campaign.game.order(2, "X-")
