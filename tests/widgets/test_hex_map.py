"""The map: hexes and markers by viewer, moving, measuring, laying ground, few models (A22, AR9, W9)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gmkit.widgets import HexMap
from gmkit.widgets.key_guard import front_end
from tests.widgets.persons_fakes import people, rectangle


@pytest.fixture
def campaign(campaign_with: Any) -> Any:
    made = campaign_with(system="alter_ego")
    people(made)
    return made


def seen(board: HexMap) -> str:
    """All that the browser receives of the map."""
    state = {name: value for name, value in board.panel.get_state().items() if name not in ("_esm", "_css")}
    return json.dumps(state, default=str, ensure_ascii=False)


def where(campaign: Any, viewer: str = "gm") -> dict[str, tuple[int, int]]:
    return {marker.name: (marker.q, marker.r) for marker in campaign.view(viewer).map.markers}


def test_fog_and_hidden_markers_are_not_in_a_players_state_at_all(campaign: Any) -> None:
    """W1: not hidden by the drawing, but not there."""
    gm, player = HexMap(campaign), HexMap(campaign, "Anna")
    assert len(gm.panel.board["hexes"]) == 31
    assert [one["fog"] for one in gm.panel.board["hexes"]].count(True) == 1
    assert len(player.panel.board["hexes"]) == 30
    assert [marker["spoken"] for marker in player.panel.board["markers"]] == ["Ivan: 1, 1", "Guard: 4, 0"]
    assert [marker["sign"] for marker in player.panel.board["markers"]] == ["1", "2"]
    assert "Wolf" in seen(gm)
    assert "Wolf" not in seen(player)
    assert "Wolf" not in player._repr_mimebundle_()["text/html"]
    gm.close()
    player.close()


def test_a_marker_is_moved_by_picking_and_all_who_know_it_follow(campaign: Any) -> None:
    gm, player = HexMap(campaign), HexMap(campaign, "Anna")
    gm.panel.tool, gm.panel.mover = "move", "p:Ivan"
    gm._heard(gm.panel, {"do": "pick", "at": [2, 1]}, [])
    assert where(campaign, "Anna")["Ivan"] == (2, 1)
    assert "Ivan: 2, 1" in seen(player)
    gm.panel.mover = "p:Wolf"
    gm._heard(gm.panel, {"do": "pick", "at": [2, 2]}, [])
    assert where(campaign)["Wolf"] == (2, 2)
    assert "Wolf" not in seen(player)
    gm.close()
    player.close()


def test_a_person_is_placed_and_a_thing_is_made(campaign: Any) -> None:
    campaign.game.character("Marta", player="Борис")
    board = HexMap(campaign)
    assert ["p:Marta", "Marta (not on the map)"] in board.panel.board["choices"]["movers"]
    board.panel.tool, board.panel.mover = "move", "p:Marta"
    board.pick((0, 0))
    assert where(campaign, "Anna")["Marta"] == (0, 0)
    board.panel.mover, board.panel.thing, board.panel.marker_seen_by = "+", "Fire", "Anna"
    board.pick((0, 1))
    assert where(campaign, "Anna")["Fire"] == (0, 1)
    assert "Fire" not in where(campaign, "Борис")
    assert board.panel.mover == "t:Fire"
    board._heard(board.panel, {"do": "remove_marker"}, [])
    assert "Fire" not in where(campaign)
    board.close()


def test_distance_is_in_hexes_and_metres(campaign: Any) -> None:
    """AR9: 1 hex = 1 metre; the setting says otherwise."""
    board = HexMap(campaign, "Anna")
    board.panel.tool = "measure"
    board.pick((1, 1))
    assert board.panel.details["title"] == "Measuring from here"
    board.pick((4, 0))
    assert board.panel.details["lines"][0] == "3 hexes, 3 m"
    assert len(board.panel.line) == 4
    campaign.set("hex_metres", 5)
    board.pick((1, 1))
    board.pick((1, 2))
    assert board.panel.details["lines"][0] == "1 hex, 5 m"
    board.panel.tool = "look"
    assert board.panel.line == []
    board.close()


def test_distance_and_cover_feed_an_attack(campaign: Any) -> None:
    """A17, AR7: 60 m at a standard range of 30 m: -2; half hidden: -2."""
    campaign.game.character("Marta", characteristics={"agility": 4}, skills={"archery": 6})
    campaign.do({"do": "map_place", "name": "Marta", "q": 0, "r": 0})
    campaign.do({"do": "map_place", "name": "Guard", "q": 60, "r": 0})
    campaign.game.end_fight()
    command = {"do": "attack", "name": "Marta", "target": "Guard", "skill": "archery", "standard": 30, "difficulty": 5}
    assert "at range -2" in campaign.view("gm").odds(command).terms.render("en")


def test_ground_is_laid_shown_and_taken_off(campaign: Any) -> None:
    gm, player = HexMap(campaign), HexMap(campaign, "Anna")
    panel = gm.panel
    panel.tool, panel.terrain, panel.cover, panel.text, panel.seen_by = "lay", "wood", "half", "old oaks", "gm"
    gm.pick((0, 1))
    assert gm.spoken((0, 1)) == "0, 1: wood, covers half, old oaks"
    assert player.spoken((0, 1)) == "0, 1: open ground"
    # What is there is shown without being typed again.
    panel.terrain, panel.seen_by = "", "Anna"
    gm.pick((0, 1))
    assert player.spoken((0, 1)) == "0, 1: wood, covers half, old oaks"
    assert HexMap(campaign, "Борис").spoken((0, 1)) == "0, 1: open ground"
    gm._heard(panel, {"do": "remove_hex"}, [])
    assert player.spoken((0, 1)) == "0, 1: not on the map"
    panel.terrain, panel.cover, panel.text, panel.seen_by, panel.columns, panel.rows = (
        "floor",
        "",
        "",
        "all",
        "20",
        "20",
    )
    gm._heard(panel, {"do": "lay_field"}, [])
    assert len(player.panel.board["hexes"]) == 400
    panel.columns = "2,7"
    gm._heard(panel, {"do": "lay_field"}, [])
    assert "Columns is a whole number, not 2,7." in gm.notice.value
    panel.columns = "61"
    gm._heard(panel, {"do": "lay_field"}, [])
    assert "A field has 1 to 60 columns and rows." in gm.notice.value
    gm.close()
    player.close()


def test_four_hundred_hexes_take_seven_models_and_little_time(campaign: Any, live_models: Any) -> None:
    """W9: at most 10."""
    campaign.do({"do": "map_set", "hexes": rectangle(20, 20), "seen_by": "all"})
    before = live_models()
    board = HexMap(campaign)
    assert len(board.panel.board["hexes"]) == 400
    assert live_models() - before <= 10
    board.close()
    assert live_models() == before


@pytest.mark.parametrize(
    "message",
    [None, "pick", {}, {"do": "pick"}, {"do": "pick", "at": [1]}, {"do": "pick", "at": [1, "2"]}, {"do": "fly"}],
)
def test_what_the_browser_may_not_say_is_not_heard(campaign: Any, message: Any) -> None:
    board = HexMap(campaign)
    before = len(campaign.ledger)
    board._heard(board.panel, message, [])
    assert board.selected is None
    assert len(campaign.ledger) == before
    board.close()


def test_a_player_moves_nothing(campaign: Any) -> None:
    board = HexMap(campaign, "Anna")
    before = where(campaign)
    board.panel.tool, board.panel.mover = "move", "p:Ivan"
    board.pick((0, 0))
    for what in ("lay_field", "remove_marker", "remove_hex"):
        board._heard(board.panel, {"do": what}, [])
        assert "The GM does this" in board.notice.value
    assert where(campaign) == before
    board.close()


def test_who_is_introduced_is_seen_where_it_stands_and_who_is_hidden_is_gone(campaign: Any) -> None:
    """S1: nothing of what was before."""
    board = HexMap(campaign, "Anna")
    campaign.game.introduce("Wolf", "Anna")
    assert where(campaign, "Anna")["Wolf"] == (3, 1)
    assert "Wolf" in seen(board)
    campaign.do({"do": "map_place", "name": "Wolf", "q": 3, "r": 2, "seen_by": "gm"})
    assert "Wolf" not in where(campaign, "Anna")
    campaign.do({"do": "map_move", "name": "Wolf", "q": 3, "r": 1})
    assert "Wolf" not in where(campaign, "Anna")
    campaign.game.rename("Ivan", "Ivan the Tall")
    assert where(campaign, "Борис")["Ivan the Tall"] == (1, 1)
    board.close()


def test_the_still_picture_is_a_table(campaign: Any) -> None:
    """W8."""
    board = HexMap(campaign)
    still = board._repr_mimebundle_()["text/html"]
    assert "<table" in still
    assert "rocks" in still
    assert "<script" not in still
    board.close()


def test_the_front_end_loads_nothing_from_elsewhere() -> None:
    for file in ("hex_map.js", "hex_map.css", "persons.css"):
        text = front_end(file).replace("http://www.w3.org/2000/svg", "")
        assert "http" not in text
        assert "import " not in text


def test_it_serves_fudge_without_metres(campaign_with: Any) -> None:
    campaign = campaign_with(system="fudge")
    campaign.game.character("Ivan", player="Anna")
    campaign.do({"do": "map_set", "hexes": rectangle(4, 4), "seen_by": "all"})
    board = HexMap(campaign)
    assert board.measured((0, 0), (3, 0)).render("en") == "3 hexes"
    board.close()


def test_a_desk_of_persons_has_all_four(campaign: Any, live_models: Any) -> None:
    before = live_models()
    for viewer, dice in (("gm", ["DiceRoller"]), ("Anna", [])):
        desk = campaign.desk(viewer)
        names = [type(component).__name__ for component in desk.components]
        assert names == ["CombatTracker", "CharacterSheet", "WoundTrack", "HexMap", "TurnLedger", *dice, "Handout"]
        desk.close()
    assert live_models() == before
