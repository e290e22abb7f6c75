"""The fight: order, clock, declarations, attacks with odds before the roll, undo, what each viewer sees."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gmkit.widgets import CombatTracker
from tests.widgets.persons_fakes import USUAL, people


@pytest.fixture
def campaign(campaign_with: Any) -> Any:
    made = campaign_with(system="alter_ego")
    people(made)
    return made


def numbers(tracker: CombatTracker) -> list[str]:
    return re.findall(r'<th scope="row">(\d+)</th>', tracker.order.value)


def test_order_clock_and_declarations_are_shown(campaign: Any) -> None:
    """A19-A21."""
    tracker = CombatTracker(campaign)
    assert "Barn" in tracker.clock.value
    assert "1, circle 1 of it" in tracker.clock.value
    assert "0:00" in tracker.clock.value
    names = [row.name for row in campaign.view("gm").tracker()]
    places = [tracker.order.value.index(f"<b>{name}</b>") for name in names]
    assert places == sorted(places)
    assert "strike, dodge" in tracker.order.value
    assert "medium (left hand, forearm or elbow)" in tracker.order.value
    assert tracker.order.value.count("not yet") == 2
    tracker.close()


def test_a_circle_takes_three_seconds_and_four_are_a_round(campaign: Any) -> None:
    """C051: 60 seconds are 20 circles."""
    tracker = CombatTracker(campaign)
    for _ in range(4):
        tracker.end.click()
    assert "0:12" in tracker.clock.value
    assert "2, circle 1 of it" in tracker.clock.value
    for _ in range(16):
        tracker.end.click()
    assert "1:00" in tracker.clock.value
    assert tracker.end.description == "End circle 21"
    tracker.close()


def test_odds_stand_before_the_roll_and_an_attack_is_one_click(campaign: Any) -> None:
    campaign.game.declare("Guard", "block")
    tracker = CombatTracker(campaign)
    tracker.actor.value = "Ivan"
    tracker.forms["attack"].controls["target"].value = "Guard"
    # Strength 3 + fencing 4 - 2 for the wound against agility 4 + fencing 3.
    assert "Strength +3, Fencing +4, wounds -2; Guard: Agility +4, Fencing +3" in tracker.odds.value
    command = {"do": "attack", "name": "Ivan", "target": "Guard", "skill": "fencing", "rounds": 1}
    from gmkit.dice import percent

    chance = campaign.view("gm").odds(command).lines[0][1]
    assert percent(chance, "en") in tracker.odds.value
    before = len(campaign.history())
    tracker.act.click()
    assert len(campaign.history()) == before + 1
    assert "Ivan" in tracker.result.value
    assert [action.used for row in campaign.view("gm").tracker() if row.name == "Ivan" for action in row.declared] == [
        True,
        False,
    ]
    tracker.close()


def test_what_cannot_be_rolled_says_why_before_the_click(campaign: Any) -> None:
    tracker = CombatTracker(campaign)
    tracker.actor.value = "Guard"
    tracker.what.value = "attack"
    assert "Guard has declared no strike, shot or throw" in tracker.odds.value
    before = len(campaign.ledger)
    tracker.act.click()
    assert 'role="alert"' in tracker.notice.value
    assert len(campaign.ledger) == before
    tracker.close()


def test_a_check_with_dice_thrown_by_hand(campaign: Any) -> None:
    """A10, worked case 1: dice 6, 3 and 4: 5; Strength 3 + fencing 4 - 2 for the wound -> 10, above 8."""
    tracker = CombatTracker(campaign)
    tracker.actor.value, tracker.what.value = "Ivan", "check"
    controls = tracker.forms["check"].controls
    controls["characteristic"].value, controls["skill"].value = "strength", "fencing"
    controls["difficulty"].value = "2,7"
    assert "Difficulty is a whole number, not 2,7." in tracker.odds.value
    controls["difficulty"].value = "8"
    tracker.faces.value = "6, 3, 4"
    tracker.act.click()
    assert "= 10, against difficulty (an ordinary person can) 8: success by 2" in tracker.result.value
    assert tracker.faces.value == ""
    tracker.close()


def test_modifiers_come_from_the_table_and_from_the_map(campaign: Any) -> None:
    """A17, A22: a target behind a wall is harder to hit."""
    campaign.do({"do": "map_set", "hexes": [[4, 0]], "terrain": "wall", "cover": "half"})
    tracker = CombatTracker(campaign)
    tracker.actor.value = "Ivan"
    controls = tracker.forms["attack"].controls
    controls["target"].value = "Guard"
    assert controls["cover"].value == "target_half_hidden:-2"
    controls["modifier_1"].value = "stress:-3"
    controls["modifiers"].value = "1"
    controls["difficulty"].value = "5"
    assert "heavy stress or under fire -3" in tracker.odds.value
    assert "target half hidden or crouching -2" in tracker.odds.value
    assert "other +1" in tracker.odds.value
    tracker.close()


def test_declaring_is_typed_or_chosen_and_a_wrong_one_is_refused_in_place(campaign: Any) -> None:
    tracker = CombatTracker(campaign)
    assert [value for _, value in tracker.declarer.options][:2] != ["Ivan", "Guard"]
    tracker.declarer.value = "Guard"
    tracker.quick.value = "strike"
    tracker.quick.value = "dodge"
    assert tracker.actions.value == "strike, dodge"
    tracker.declare.click()
    row = next(row for row in campaign.view("gm").tracker() if row.name == "Guard")
    assert [action.id for action in row.declared] == ["strike", "dodge"]
    tracker.actions.value = "fly away"
    tracker.declare.click()
    assert "There is no action fly away" in tracker.notice.value
    assert tracker.actions.value == "fly away"
    tracker.close()


def test_the_turn_passes_and_both_of_a_tie_act(campaign_with: Any) -> None:
    """C049: A speed 5, mind 2, dice 5; B speed 3, mind 4, dice 5: both 12, A first, both act."""
    campaign = campaign_with(system="alter_ego")
    campaign.game.character("A", characteristics={**USUAL, "speed": 5, "mind": 2})
    campaign.game.character("B", characteristics={**USUAL, "speed": 3, "mind": 4})
    campaign.game.fight("Tie")
    campaign.game.initiative()
    tracker = CombatTracker(campaign)
    acted = []
    for _ in range(2):
        tracker.next.click()
        acted.append(campaign.view("gm").acting)
        assert tracker.actor.value == acted[-1]
    assert sorted(acted) == ["A", "B"]
    assert acted == campaign.view("gm").order
    tracker.next.click()
    assert "Everybody has acted in circle 1: end the circle." in tracker.notice.value
    tracker.close()


def test_a_hidden_fighter_leaves_no_gap(campaign: Any) -> None:
    """C070."""
    gm, player = CombatTracker(campaign), CombatTracker(campaign, "Anna")
    assert numbers(gm) == ["1", "2", "3"]
    assert "hidden" in gm.order.value
    assert numbers(player) == ["1", "2"]
    assert "Wolf" not in player.order.value + player.clock.value
    assert "hidden" not in player.order.value
    # Its turn is no empty step on the player's screen.
    for _ in range(3):
        gm.next.click()
        assert "Wolf" not in player.order.value + player.clock.value
    gm.close()
    player.close()


def test_undo_asks_first_where_players_have_seen_it(campaign: Any) -> None:
    tracker = CombatTracker(campaign)
    tracker.end.click()
    tracker.undo.click()
    assert "Players have seen this" in tracker.question.value
    tracker.no.click()
    assert campaign.view("gm").circle == 2
    tracker.undo.click()
    tracker.yes.click()
    assert campaign.view("gm").circle == 1
    assert "Undone" in tracker.notice.value
    tracker.close()


def test_a_second_fight_is_started_and_the_first_one_kept(campaign: Any) -> None:
    """C054."""
    tracker = CombatTracker(campaign)
    tracker.fight.value = "Mill"
    tracker.start.click()
    assert "Mill" in tracker.clock.value
    assert "Barn" in tracker.fight.options
    tracker.fight.value = "Barn"
    tracker.start.click()
    assert "strike, dodge" in tracker.order.value
    tracker.joining.value = "Wolf"
    tracker.leave.click()
    assert numbers(tracker) == ["1", "2"]
    tracker.join.click()
    assert numbers(tracker) == ["1", "2", "3"]
    tracker.over.click()
    assert "No fight is going on." in tracker.clock.value
    tracker.close()


def test_forty_rows_refreshed_five_hundred_times_leave_no_model(campaign_with: Any, live_models: Any) -> None:
    """W9."""
    campaign = campaign_with(system="alter_ego")
    for n in range(40):
        campaign.game.character(f"Guard {n}", characteristics=USUAL, known_to="all")
    campaign.game.fight("Battle")
    tracker = CombatTracker(campaign)
    assert len(numbers(tracker)) == 40
    before = live_models()
    view = tracker.view
    for _ in range(500):
        # The drawing alone: reading the campaign 500 times is what `test_base` does.
        with tracker._quiet():
            tracker.draw(view)
    assert live_models() == before
    tracker.close()


def test_it_serves_fudge_too(campaign_with: Any) -> None:
    """FR9, FR2, F10: the GM lists the order; a tie asks; hit, graze and miss have their chances."""
    campaign = campaign_with(system="fudge")
    campaign.set("tie", "ask")
    game = campaign.game
    game.character("Ivan", player="Anna", attributes={"agility": 2}, skills={"Fencing": 3})
    game.character("Giant", attributes={"strength": 4}, skills={"Club": 2}, known_to="all")
    game.fight("Bridge")
    tracker = CombatTracker(campaign)
    tracker.listed.value = "Giant, Ivan"
    tracker.roll_order.click()
    assert campaign.view("gm").order == ["Giant", "Ivan"]
    tracker.actor.value = "Ivan"
    tracker.what.value = "attack"
    for name in ("hit", "graze", "miss"):
        assert f'<th scope="row">{name}' in tracker.odds.value
    tracker.what.value = "check"
    controls = tracker.forms["check"].controls
    controls["attribute"].value, controls["difficulty"].value = "agility", "1"
    # Agility 2, no skill demanded: -1, and six dice that come to 0 on either roll.
    tracker.faces.value = "2, 2, 2, 2, 2, 2"
    tracker.act.click()
    assert "A complication, or a failure?" in tracker.asked.value
    tracker.answers[0].click()
    assert tracker.asked.value == ""
    assert not campaign.view("gm").questions
    tracker.close()


def test_a_player_gives_no_command(campaign: Any) -> None:
    tracker = CombatTracker(campaign, "Anna")
    assert not hasattr(tracker, "act")
    assert "Barn" in tracker._repr_mimebundle_()["text/html"]
    tracker.close()
