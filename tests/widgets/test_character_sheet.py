"""The character sheet: live budget, drafts with every reason, number boxes, traits, words, what a player sees."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from gmkit.widgets import CharacterSheet
from tests.widgets.persons_fakes import USUAL, people

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452")


@pytest.fixture
def campaign(campaign_with: Any) -> Any:
    return campaign_with(system="alter_ego")


def box(sheet: CharacterSheet, item: str) -> Any:
    """Returns the number box of a level."""
    for boxes in sheet.groups.values():
        for slot in boxes.slots:
            if slot.level is not None and slot.level.id == item:
                return slot.field
    raise KeyError(item)


def figures(sheet: CharacterSheet) -> dict[str, int]:
    assert sheet.sheet is not None
    return {name: value for name, value, _ in sheet.sheet.budget}


def stored(campaign: Any, name: str, group: str, item: str) -> Any:
    return campaign.view("gm").person(name).numbers[group].get(item)


def test_it_shows_words_numbers_and_what_they_mean(campaign: Any) -> None:
    people(campaign)
    sheet = CharacterSheet(campaign, name="Ivan")
    assert box(sheet, "agility").value == "4"
    assert box(sheet, "agility").description == "Agility · professional"
    assert box(sheet, "fencing").description == "Fencing · professional"
    assert "Ivan" in sheet.top.value
    assert "Anna" in sheet.top.value
    assert "Ivan" in sheet.described.value
    sheet.close()


def test_a_level_that_is_typed_is_one_recorded_command_and_the_budget_follows(campaign: Any) -> None:
    people(campaign)
    sheet = CharacterSheet(campaign, name="Ivan")
    # 27 + 4 + 2 levels of 40 points.
    assert figures(sheet) == {"points": 40, "gained": 0, "spent": 33, "left": 7}
    before = len(campaign.ledger)
    box(sheet, "strength").value = "5"
    assert len(campaign.ledger) == before + 1
    assert stored(campaign, "Ivan", "characteristics", "strength") == 5
    assert figures(sheet) == {"points": 40, "gained": 0, "spent": 35, "left": 5}
    assert box(sheet, "strength").description == "Strength · professional"
    sheet.close()


@pytest.mark.parametrize("typed", ["2,7", "2.7", "two", "1e3", "²"])
def test_what_is_no_whole_number_is_refused_aloud_and_the_box_shows_what_is_stored(campaign: Any, typed: str) -> None:
    """C133."""
    people(campaign)
    sheet = CharacterSheet(campaign, name="Ivan")
    before = len(campaign.ledger)
    box(sheet, "strength").value = typed
    assert 'role="alert"' in sheet.notice.value
    assert f"Strength is a whole number, not {typed}." in sheet.notice.value
    assert "Strength stays 3" in sheet.notice.value
    assert box(sheet, "strength").value == "3"
    assert stored(campaign, "Ivan", "characteristics", "strength") == 3
    assert len(campaign.ledger) == before
    sheet.close()


def test_a_trait_taken_away_after_its_points_were_spent_leaves_a_marked_draft(campaign: Any) -> None:
    """C042: budget 30, flaw +2, spent 32 -> 0 left; without the flaw -2, invalid, with the reason."""
    flaw = {"id": "phobia", "frequency": 2, "strength": 2, "adaptation": 2}
    campaign.game.character("Ivan", points=30, characteristics=USUAL, skills={"fencing": 5}, traits=[flaw])
    sheet = CharacterSheet(campaign)
    assert figures(sheet) == {"points": 30, "gained": 2, "spent": 32, "left": 0}
    assert "keeps all rules" in sheet.top.value
    assert "(2 + 2) / 2 = 2" in sheet.features.value
    sheet.gone.value = 1
    sheet.remove.click()
    assert figures(sheet)["left"] == -2
    assert "A draft" in sheet.top.value
    assert "2 points more are spent than there are [A3]." in sheet.top.value
    assert campaign.view("gm").person("Ivan").features == ()
    sheet.close()


def test_every_reason_of_a_draft_is_there_at_once(campaign: Any) -> None:
    """A3, A5, AR2, C043: lowest characteristic 2 allows 7 and not 8."""
    levels = {**USUAL, "charisma": 2}
    campaign.game.character("Ivan", points=60, characteristics=levels, skills={"fencing": 7})
    sheet = CharacterSheet(campaign)
    assert "keeps all rules" in sheet.top.value
    box(sheet, "fencing").value = "8"
    assert "7 is the most, higher are Fencing [A5]" in sheet.top.value
    box(sheet, "charisma").value = "0"
    assert sheet.top.value.count("<li>") == 2
    assert "lower are: Charisma [AR2]" in sheet.top.value
    sheet.close()


def test_a_text_in_a_number_is_kept_and_marked(campaign: Any) -> None:
    """C102: one bad field hides nobody."""
    campaign.game.character("Ivan", points=60, characteristics={**USUAL, "mind": "неизвестно"})
    sheet = CharacterSheet(campaign)
    assert box(sheet, "mind").value == "неизвестно"
    assert "неизвестно" in sheet.top.value
    assert box(sheet, "strength").value == "3"
    sheet.close()


def test_a_hundred_redraws_change_no_number(campaign: Any) -> None:
    """C043."""
    people(campaign)
    sheet = CharacterSheet(campaign, name="Ivan")
    before, entries = figures(sheet), len(campaign.ledger)
    levels = [slot.field.value for boxes in sheet.groups.values() for slot in boxes.slots]
    for _ in range(100):
        sheet.refresh()
    assert figures(sheet) == before
    assert [slot.field.value for boxes in sheet.groups.values() for slot in boxes.slots] == levels
    assert len(campaign.ledger) == entries
    sheet.close()


@pytest.mark.bench
def test_a_hundred_traits_and_items_open_in_a_moment(campaign: Any) -> None:
    """C126: under 0.3 s."""
    traits = [
        {"id": f"trait {n}", "kind": "positive", "frequency": 2, "strength": 2, "adaptation": 2} for n in range(60)
    ]
    skills = {f"brawling: style {n}": 1 for n in range(40)}
    campaign.game.character("Ivan", points=500, characteristics=USUAL, skills=skills, traits=traits)
    taken = []
    for _ in range(3):
        begun = time.perf_counter()
        sheet = CharacterSheet(campaign)
        taken.append(time.perf_counter() - begun)
        assert len(sheet.sheet.features) == 60  # type: ignore[union-attr]
        sheet.close()
    assert min(taken) < 0.3


def test_a_skill_is_added_and_taken_away(campaign: Any) -> None:
    people(campaign)
    sheet = CharacterSheet(campaign, name="Ivan")
    assert "Archery" in sheet.add_name.options
    assert "Fencing" not in sheet.add_name.options
    sheet.add_name.value, sheet.add_level.value = "Archery", "2"
    sheet.add.click()
    assert stored(campaign, "Ivan", "skills", "archery") == 2
    assert sheet.add_name.value == ""
    box(sheet, "archery").value = ""
    assert stored(campaign, "Ivan", "skills", "archery") is None
    sheet.add.click()
    assert "Say what is to be added." in sheet.notice.value
    sheet.close()


def test_a_trait_is_added_with_its_three_factors(campaign: Any) -> None:
    """A8: (4 + 4) / 1 = 8."""
    people(campaign)
    sheet = CharacterSheet(campaign, name="Ivan")
    controls = sheet.feature.controls
    controls["id"].value, controls["about"].value = "phobia", "spiders"
    controls["frequency"].value, controls["strength"].value, controls["adaptation"].value = "4", "4", "1"
    sheet.add_feature.click()
    assert figures(sheet)["gained"] == 8
    assert "Phobia (spiders)" in sheet.features.value
    assert "(4 + 4) / 1 = 8" in sheet.features.value
    controls["price"].value = "2,7"
    sheet.add_feature.click()
    assert "Your own price is a whole number, not 2,7." in sheet.notice.value
    sheet.close()


def test_later_points_buy_by_a_verb_of_their_own(campaign: Any) -> None:
    """AR22: what is bought later is not held against the rules of creation."""
    campaign.game.character("Ivan", points=60, characteristics=USUAL, skills={"fencing": 7})
    campaign.game.advance("Ivan", points=5)
    sheet = CharacterSheet(campaign)
    assert sheet.points.description == "Points to give"
    box(sheet, "fencing").value = "9"
    assert stored(campaign, "Ivan", "skills", "fencing") == 9
    assert "keeps all rules" in sheet.top.value
    sheet.points.value = "3"
    sheet.give.click()
    assert figures(sheet)["points"] == 68
    sheet.close()


def test_the_description_and_the_portrait_are_written(campaign: Any, tmp_path: Path) -> None:
    people(campaign)
    sheet = CharacterSheet(campaign, name="Ivan")
    sheet.part.value = "Appearance"
    sheet.text.value = "Tall <b>"
    sheet.write.click()
    assert "Tall &lt;b&gt;" in sheet.described.value
    picture = tmp_path / "ivan.png"
    picture.write_bytes(PNG)
    sheet.picture.value = str(picture)
    sheet.set_picture.click()
    assert 'src="data:image/png;base64,' in sheet.top.value
    assert 'alt="Portrait of Ivan: Tall &lt;b&gt;"' in sheet.top.value
    sheet.picture.value = str(tmp_path / "none.png")
    sheet.set_picture.click()
    assert "There is no picture none.png here." in sheet.notice.value
    sheet.close()


def test_a_character_is_made_here(campaign: Any) -> None:
    sheet = CharacterSheet(campaign)
    assert "There is no character yet" in sheet.top.value
    sheet.new_name.value, sheet.new_player.value, sheet.new_points.value = "Ivan", "Anna", "45"
    sheet.make.click()
    assert sheet.chosen == "Ivan"
    assert figures(sheet)["points"] == 45
    assert campaign.view("Anna").own == ["Ivan"]
    sheet.close()


def test_a_player_sees_the_own_sheet_and_changes_nothing(campaign: Any) -> None:
    """S1: of others only the name, unless the GM shows more."""
    people(campaign)
    sheet = CharacterSheet(campaign, "Anna")
    assert sheet.chosen == "Ivan"
    assert "Fencing" in sheet.numbers.value
    assert not sheet.groups
    sheet.choose("Guard")
    assert "You were not told the numbers." in sheet.top.value
    assert sheet.numbers.value == ""
    assert [value for _, value in sheet.who.options] == ["Ivan", "Guard"]
    sheet.close()


def test_it_serves_fudge_too(campaign_with: Any) -> None:
    """F1-F6: levels on the ladder, the GM's prices, properties of their own kind."""
    campaign = campaign_with(system="fudge")
    campaign.game.character(
        "Ivan",
        player="Anna",
        points=10,
        attributes={"agility": 2},
        skills={"Fencing": {"level": 3, "price": 4}},
        properties=[{"name": "Debtor", "kind": "drawback", "price": -2}],
    )
    sheet = CharacterSheet(campaign, name="Ivan")
    assert box(sheet, "agility").description == "Agility · Good"
    assert box(sheet, "Fencing").description == "Fencing · Very good"
    assert figures(sheet) == {"points": 10, "spent": 2, "left": 8}
    box(sheet, "agility").value = "-1"
    assert stored(campaign, "Ivan", "attributes", "agility") == -1
    sheet.add_group.value = "techniques"
    sheet.add_name.value, sheet.add_level.value = "Feint", "1"
    sheet.add.click()
    assert stored(campaign, "Ivan", "techniques", "Feint") == 1
    sheet.feature.controls["name"].value = "Night eyes"
    sheet.feature.controls["kind"].value = "advantage"
    sheet.add_feature.click()
    assert [feature.id for feature in campaign.view("gm").person("Ivan").features] == ["Debtor", "Night eyes"]
    sheet.close()
