"""Wounds: places drawn and spoken, each wound apart, penalties with their reasons, healing, what a player sees."""

from __future__ import annotations

from typing import Any

import pytest

from gmkit.widgets import WoundTrack
from gmkit.widgets.wound_track import FIGURE
from tests.widgets.persons_fakes import people


@pytest.fixture
def campaign(campaign_with: Any) -> Any:
    made = campaign_with(system="alter_ego")
    people(made)
    made.game.hurt("Ivan", 4, "right_leg")
    made.game.hurt("Ivan", 5, "right_leg")
    return made


def test_penalties_add_up_and_say_why(campaign: Any) -> None:
    """A24, A26, worked case 4: wounds 4, 4, 5: penalty -7, Willpower against 18."""
    track = WoundTrack(campaign, name="Ivan")
    assert '<span class="gm-total">-7</span>' in track.wounds.value
    assert (
        "medium (left hand, forearm or elbow) -2, medium (right leg) -2, serious (right leg) -3" in track.wounds.value
    )
    assert "Willpower against 18 [A26]" in track.wounds.value
    track.close()


def test_the_figure_is_spoken_and_numbered(campaign: Any) -> None:
    """W6: not by colour alone; every place of the table is drawn."""
    track = WoundTrack(campaign, name="Ivan")
    spoken = "seen from the front. left hand, forearm or elbow: wound of 4; right leg: wound of 5"
    assert spoken in track.figure.value
    assert 'role="img"' in track.figure.value
    assert ">5</text>" in track.figure.value
    assert "×2" in track.figure.value
    assert track.figure.value.count("<path") == 12
    assert {place.id for place, _ in track.body.places} == set(FIGURE)  # type: ignore[union-attr]
    track.close()


def test_a_wound_is_healed_by_a_button(campaign: Any) -> None:
    track = WoundTrack(campaign, name="Ivan")
    track.wound.value, track.by.value, track.why.value = 3, "2", "bandage"
    track.heal.click()
    assert [wound.number for wound in campaign.view("gm").person("Ivan").wounds] == [4, 4, 3]
    assert '<span class="gm-total">-4</span>' in track.wounds.value
    assert track.by.value == "1"
    track.by.value = "2,7"
    track.heal.click()
    assert "By how much is a whole number, not 2,7." in track.notice.value
    assert [wound.number for wound in campaign.view("gm").person("Ivan").wounds] == [4, 4, 3]
    track.close()


def test_a_wound_is_written_down_at_a_place_by_its_name(campaign: Any) -> None:
    track = WoundTrack(campaign, name="Guard")
    assert "Unhurt" in track.wounds.value
    track.number.value, track.place.value = 3, "upper belly"
    track.hurt.click()
    (wound,) = campaign.view("gm").person("Guard").wounds
    assert (wound.number, wound.place) == (3, "upper_belly")
    track.place.value = "the tail"
    track.hurt.click()
    assert "There is no place the tail" in track.notice.value
    assert track.place.value == "the tail"
    track.close()


def test_the_time_to_death_is_the_gms_alone(campaign: Any) -> None:
    """AR12, A23."""
    campaign.game.hurt("Ivan", 8, "head_or_neck")
    gm, player = WoundTrack(campaign, name="Ivan"), WoundTrack(campaign, "Anna")
    assert "unless it is cared for [AR12]" in gm.wounds.value
    assert "AR12" not in player.wounds.value
    assert "cannot act without drugs [A23]" in player.wounds.value
    gm.close()
    player.close()


def test_willpower_is_rolled_from_here(campaign: Any) -> None:
    """A26."""
    track = WoundTrack(campaign, name="Ivan")
    assert track.more[0].description == "Roll Willpower to act while hurt"
    track.more[0].click()
    assert "against difficulty" in track.notice.value
    assert "18" in track.notice.value
    track.close()


def test_others_wounds_are_not_known(campaign: Any) -> None:
    track = WoundTrack(campaign, "Anna")
    assert "-7" in track.wounds.value
    track.choose("Guard")
    assert "You were told of no wound of Guard." in track.wounds.value
    assert track.figure.value == ""
    track.close()


def test_fudge_has_cells(campaign_with: Any) -> None:
    """F14, F15, FR5, F13: 4 scratches, 2 light; the worst penalty counts; 4 worn points trade for 1."""
    campaign = campaign_with(system="fudge")
    campaign.game.character("Ivan", player="Anna")
    for number, place in ((1, "arm"), (2, "leg"), (3, "leg")):
        campaign.game.hurt("Ivan", number, place)
    track = WoundTrack(campaign)
    assert track.figure.value.count("gm-full-box") == 3
    assert "1 of 4 filled" in track.figure.value
    assert '<span class="gm-total">-2</span>' in track.wounds.value
    assert "The worst of them counts [FR5]." in track.wounds.value
    assert "2. Light (leg)" in [label for label, _ in track.wound.options]
    track.close()
