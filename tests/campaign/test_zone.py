"""The campaign's promises on real Zone games: orders and days given again, undo, scenarios, what views hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.errors import GmkitError, NotAllowed
from gmkit.store.plain import dump
from gmkit.systems.zone.state import ZoneState
from tests.campaign.conftest import noon
from tests.campaign.test_looking import everything_under

LAYOUT = {"nut": [[2, 1, 1]], "mosquito_mange": [[1, 2, 1]], "death_lamp": [[5, 5, 4]]}


@pytest.fixture
def zone(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    made: list[Any] = []

    def create(name: str = "z", **options: Any) -> Any:
        options = {"players": ["Anna", "Борис"], "key": "k", "clock": noon, "scenario": {"layout": LAYOUT}} | options
        made.append(gmkit.create(tmp_path / name, system="zone", **options))
        return made[-1]

    yield create
    for campaign in made:
        campaign.close()


def test_an_order_given_again_for_its_day_comes_back_also_when_it_was_replaced_since(zone):
    c = zone()
    first = c.game.order("Anna", "X+", turn=1)
    c.game.order("Anna", "Y+", turn=1)
    documents = len(c.history())
    assert c.game.order("Anna", "X+", turn=1) == first
    assert len(c.history()) == documents
    c.game.end_day(turn=1)
    assert c.game.stalker(1).at == (1, 2, 1), "the order that stood was Y+"
    assert c.game.order("Anna", "X+", turn=1) == first
    with pytest.raises(NotAllowed, match="is over"):
        c.game.order("Anna", "Z+", turn=1)


def test_a_day_closed_again_gives_its_report(zone):
    c = zone()
    c.game.order(1, "X+", turn=1)
    report = c.game.end_day(turn=1)
    documents = len(c.history())
    assert c.game.end_day(turn=1) == report == c.report(1)
    assert (c.turn, c.game.day, len(c.history())) == (2, 2, documents)


def test_a_day_undone_is_open_again(zone):
    c = zone()
    c.game.order(1, "X+", turn=1)
    c.game.end_day(turn=1)
    c.undo()
    assert c.game.day == 1
    assert c.game.end_day(turn=1).undone
    c.redo()
    assert c.game.day == 2
    c.undo()
    c.game.order(1, "Z+", turn=1)
    c.game.end_day(turn=1)
    assert c.game.stalker(1).at == (1, 1, 2)
    assert c.game.end_day(turn=1) == c.report(1)


def test_every_verb_of_the_zone_takes_an_id(zone):
    c = zone()
    for _ in range(2):
        c.game.order(1, "X+", id="a")
        c.game.orders("8: Y-", id="b")
        c.game.withdraw(8, id="c")
        c.game.strict(id="d")
        c.game.end_day(id="e")
    assert c.game.day == 2
    assert list(c.history().did) == ["create", "order", "orders", "withdraw", "strict", "end_day"]


def test_an_order_is_refused_for_what_its_player_knows_and_nothing_else(zone):
    c = zone()
    with pytest.raises(GmkitError):
        c.game.order("Anna", "X-")
    c.game.order("Anna", "Y+")
    c.game.end_day()
    assert not c.game.stalker(1).alive, "a hidden Mange is no reason to refuse"


def test_a_player_s_view_holds_no_state_of_the_gm(zone):
    c = zone()
    c.game.orders("1: X+\n8: Z-")
    c.game.end_day()
    c.game.orders("1: nut Y+\n8: X-")
    c.game.end_day()
    key = c._file.documents[0]["events"][1]["key"]
    for viewer in ("public", "Anna", "Борис"):
        view = c.view(viewer)
        view.report(1)
        _ = view.board(), view.drawing(), view.wind_risk()
        reached = list(everything_under(view))
        states = [one for one in reached if isinstance(one, ZoneState)]
        assert states
        assert all(state.hidden == "unknown" for state in states)
        assert all(len(state.elements) < 10 for state in states), "a player knows few cells"
        assert key not in [one for one in reached if isinstance(one, str)]
    gm = [one for one in everything_under(c.view("gm")) if isinstance(one, ZoneState)]
    assert any(len(state.elements) > 100 for state in gm), "the walk finds what is there"


def test_a_found_lamp_is_nowhere_in_its_finder_s_view_until_the_next_day(zone):
    """C066."""
    c = zone()
    c.game.order("Борис", "Z-")
    c.game.end_day()
    texts = [one for one in everything_under(c.view("Борис")) if isinstance(one, str)]
    rows = repr(c.view("Борис").ledger.rows())
    assert "lamp" not in rows.lower()
    assert c.view("Борис").stalker(8).carries == {}
    assert not any("blindness" in text and "{" not in text for text in texts if text.startswith("Stalker"))
    c.game.order("Борис", "X-")
    c.game.end_day()
    assert "lamp" in repr(c.view("Борис").ledger.rows()).lower()


def test_an_undone_find_leaves_the_players_view_and_stays_marked_in_the_ledger(zone):
    c = zone()
    c.game.order(1, "X+")
    before = c.view("Anna").session
    c.game.end_day()
    assert c.view("Anna").stalker(1).carries == {"nut": 1}
    c.undo()
    assert c.view("Anna").session == before
    assert c.view("Anna").ledger.to_frame().undone.any()


def test_a_scenario_is_refused_whole(zone, tmp_path):
    for wrong in ({"layout": {"nut": [[3, 3, 3]]}}, {"layuot": {}}, {"day": 0}, {"start": {"7": {"at": [1, 1, 1]}}}):
        with pytest.raises(GmkitError) as refused:
            zone("refused", scenario=wrong)
        assert str(refused.value).strip()
        assert not (tmp_path / "refused").exists()


def test_a_game_begun_elsewhere_starts_on_its_day(zone):
    c = zone(scenario={"layout": {}, "day": 5})
    assert (c.turn, c.game.day) == (5, 5)
    c.game.end_day(turn=5)
    assert c.view("public").turns == [0, 5]


def test_scripted_dice_are_not_for_the_layout(zone):
    drawn = zone("drawn", scenario={"dice": [6, 5]})
    plain = zone("plain", scenario=None)
    assert drawn.view("gm").state.elements == plain.view("gm").state.elements
    assert drawn.roll("2d6").faces == (6, 5)


def test_reports_are_linear_in_the_turns(zone):
    """C123: a page is made from its own turn."""
    c = zone(scenario={"layout": {}}, settings={"victory": "play_on"})
    for _ in range(60):
        c.game.end_day()
    view = c.view("Anna")
    assert [len(view._events(turn)) for turn in (5, 30, 60)] == [len(view._events(5))] * 3
    assert len({len(view.report(turn)) for turn in (10, 30, 60)}) == 1


# --- the picture in the report (Z6) ----------------------------------------------------------------------------------


def cells_told(html: str) -> dict[str, str]:
    """Returns what the report's last tables say of each cell, by "x, y, z"."""
    drawn = html.rpartition("<h3>")[2]
    assert drawn.endswith("</div>\n</article>\n")
    told = re.findall(r'<td class="gm-look-\w+" title="(\d, \d, \d): ([^"]*)"', drawn)
    return dict(told)


def test_a_report_in_html_ends_with_the_board_that_its_reader_knows_at_the_end_of_that_day(tmp_path: Path) -> None:
    layout = {"etak": [[2, 1, 1]], "witches_jelly": [[3, 1, 1]], "itch": [[5, 5, 1]]}
    c = gmkit.create(
        tmp_path / "z",
        system="zone",
        players=["Anna", "Борис"],
        key="k",
        settings={"wind": "off"},
        scenario={"layout": layout},
    )
    c.game.order(1, "X+", turn=1)
    c.game.end_day(turn=1)
    c.game.order(1, "X+", turn=2)
    c.game.end_day(turn=2)
    public, anna, gm = (c.report(1, player=who, format="html") for who in (None, "Anna", "gm"))
    assert "The Zone after day 1" in anna
    assert "The Zone at the start" in c.report(0, format="html")
    assert [len(cells_told(page)) for page in (public, anna, gm)] == [125] * 3
    assert cells_told(public)["2, 1, 1"] == "no Mosquito Mange there, Stalker 1"
    assert cells_told(anna)["2, 1, 1"] == "nothing there, Stalker 1"
    assert cells_told(anna)["3, 1, 1"] == "not known"
    assert cells_told(gm)["3, 1, 1"] == "Witches&#x27; Jelly (VS)"
    assert cells_told(c.report(2, player="Anna", format="html"))["3, 1, 1"] == "Witches&#x27; Jelly (VS), Stalker 1"
    # What nobody told this reader is not in the page at all, the style included.
    for hidden in ("itch", "Itch", "witches_jelly", "Jelly"):
        assert hidden not in anna
    assert public == c.report(1, format="html")
    assert "gmkit-layers" not in c.report(1) + c.report(1, format="bbcode")
    assert "".join(anna.cut(2000)) == anna
    c.close()


def test_no_entry_grows_with_the_sheet_or_the_board_but_with_what_happened_in_it_alone(tmp_path):
    """P15, C118: a roll, an order or a note is at most 2 kB, however large the sheets and however long the game."""
    players = ["Anna", "Борис", "Vera", "Глеб", "Emil", "Fay", "Greta", "Hugo"]
    c = gmkit.create(tmp_path / "z", system="zone", players=players, key="k", clock=noon)
    for day in range(6):
        for stalker in c.game.alive:
            for way in ("X+", "X-") if day % 2 else ("Z+", "Z-"):
                with suppress(NotAllowed):
                    c.game.order(stalker, way)
                    break
        c.roll("20d6", "лезет на стену", actor="Мира")
        if not c.view("gm").over:
            c.game.end_day()
    empty = gmkit.create(tmp_path / "e", system="zone", players=players, key="k", clock=noon, scenario={"layout": {}})
    empty.game.end_day()
    sheets = gmkit.create(tmp_path / "a", system="alter_ego", players=["Anna"], key="k", clock=noon)
    sheets.game.character("Мира", player="Anna", characteristics={"agility": 5}, words={"appearance": "ё" * 50_000})
    sheets.game.check("Мира", "agility", difficulty=8)
    sheets.roll("2d6", "прыжок", actor="Мира")
    for campaign in (c, sheets):
        sizes = {}
        for document in campaign._file.documents[1:]:
            verb = document["do"][0]["do"]
            sizes[verb] = max(sizes.get(verb, 0), len(dump(document)))
        assert all(size <= 2048 for verb, size in sizes.items() if verb not in ("character", "end_day")), sizes
    quiet = len(dump(empty._file.documents[-1]))
    assert quiet < 700, "a day on which nobody moves tells of no board"
    for campaign in (empty, sheets):
        campaign.close()
    c.close()


def test_a_ruling_that_was_set_is_said_in_words_to_its_readers(zone):
    c = zone(lang="ru")
    c.set("wind", "on", reason="просили")
    c.set("itch_costs_move", True)
    c.game.end_day()
    for text in (c.report(1), c.view("Anna").report(1), "\n".join(row.text for row in c.ledger.rows())):
        assert "Решение wind: on (просили). Ветер возле Комариной плеши: всегда." in text.replace("\\", "")
        assert "Решение itch_costs_move: true. Бросок Зуды вместо хода: да." in text.replace("\\", "")
