"""The dice tray: odds before the roll, rolls into the ledger, faces by hand, refusals in place."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gmkit.widgets import DiceRoller


def odds_rows(roller: DiceRoller) -> list[list[str]]:
    body = roller.odds.value.split("<tbody>")[1]
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in body.split("</tr>")[:-1]
    ]


def test_odds_stand_there_before_the_roll() -> None:
    """C021: 4dF 0 is 19/81, ±1 16/81, ±2 10/81, ±3 4/81, ±4 1/81."""
    roller = DiceRoller(notation="4dF")
    rows = [(label, chance.replace("\xa0", " ")) for label, chance, _, _ in odds_rows(roller)]
    assert rows == [
        ("4", "1.23 %"),
        ("3", "4.94 %"),
        ("2", "12.35 %"),
        ("1", "19.75 %"),
        ("0", "23.46 %"),
        ("-1", "19.75 %"),
        ("-2", "12.35 %"),
        ("-3", "4.94 %"),
        ("-4", "1.23 %"),
    ]
    roller.close()


def test_odds_by_band_add_up_and_say_at_least() -> None:
    roller = DiceRoller(notation="4dF", ladder={1: "success", 0: "no result", -4: "failure"})
    rows = [[cell.replace("\xa0", " ") for cell in row] for row in odds_rows(roller)]
    assert rows == [
        ["success 1 … 4", "38.27 %", "", "38.27 %"],
        ["no result 0", "23.46 %", "", "61.73 %"],
        ["failure -4 … -1", "38.27 %", "", "100 %"],
    ]
    roller.close()


def test_bars_are_as_long_as_the_chances() -> None:
    """2d6-d6: 3 and 4 are likeliest (27/216), -4 has 1/216."""
    roller = DiceRoller(notation="2d6-d6")
    widths = [float(width) for width in re.findall(r"width:([\d.]+)%", roller.odds.value)]
    assert widths[0] == pytest.approx(100 / 27, abs=0.01)
    assert max(widths) == 100
    roller.close()


def test_many_results_are_shown_in_ranges() -> None:
    roller = DiceRoller(notation="d%")
    rows = odds_rows(roller)
    assert [rows[0][0], rows[-1][0], len(rows)] == ["96 … 100", "1 … 5", 20]
    assert rows[0][1].replace("\xa0", " ") == "5.00 %"
    roller.close()


def test_a_free_roll_says_that_it_is_recorded_nowhere() -> None:
    roller = DiceRoller(notation="2d6")
    assert "recorded nowhere" in roller.recorded.value
    roller.by_hand.value = True
    roller.faces.value = "6, 3"
    roller.roll_button.click()
    assert ">9<" in roller.result.value
    assert "2d6: [6, 3] = 9" in roller.last.value
    roller.close()


def test_a_roll_is_recorded_with_all_that_was_entered(campaign_with: Any) -> None:
    campaign = campaign_with()
    roller = DiceRoller(campaign, notation="2d6-d6+4")
    roller.what_for.value = "Ivan climbs"
    roller.actor.value = "Anna"
    roller.seen_by.value = "Anna"
    before = len(campaign.ledger)
    roller.roll_button.click()
    assert len(campaign.ledger) == before + 1
    row = campaign.ledger[before + 1]
    assert (row.actor, row.kind, row.seen_by) == ("Anna", "rolled", "Anna")
    assert row.text.startswith("Ivan climbs: 2d6-d6+4: [")
    assert f'<span class="gm-total">{row.result}</span>' in roller.result.value
    assert row.text in roller.last.value
    roller.close()


def test_faces_by_hand_are_recorded_as_such(campaign_with: Any) -> None:
    """C010: -1, 0, 1, 1 on 4dF is +1."""
    campaign = campaign_with()
    roller = DiceRoller(campaign, notation="4dF")
    roller.by_hand.value = True
    assert roller.roll_button.description == "Write the roll down"
    roller.faces.value = "-1, 0, 1, 1"
    roller.roll_button.click()
    assert campaign.ledger[len(campaign.ledger)].result == 1
    assert "by hand" in campaign.ledger[len(campaign.ledger)].text
    assert roller.faces.value == ""
    roller.close()


@pytest.mark.parametrize(
    ("notation", "faces", "named"),
    [("4dF", "-1, 0, 1, 3", "-1, 0 or 1"), ("3dGF", "2, 3, 0", "-2, -1, 0, 1 or 2"), ("2d6", "6, 7", "1 to 6")],
)
def test_a_face_that_the_die_lacks_is_refused_in_place(
    campaign_with: Any, notation: str, faces: str, named: str
) -> None:
    """C010: the allowed faces are named; what was entered stays; nothing is recorded."""
    campaign = campaign_with()
    roller = DiceRoller(campaign, notation=notation)
    roller.by_hand.value = True
    roller.faces.value = faces
    before = len(campaign.ledger)
    roller.roll_button.click()
    assert 'role="alert"' in roller.notice.value
    assert named in roller.notice.value
    assert "Not done: the roll." in roller.notice.value
    assert "Nothing was changed" in roller.notice.value
    assert (len(campaign.ledger), roller.faces.value) == (before, faces)
    assert not roller.roll_button.disabled
    roller.close()


def test_a_notation_that_cannot_be_read_shows_where() -> None:
    roller = DiceRoller(notation="4dF")
    roller.notation.value = "2d6+4dZ"
    assert 'role="alert"' in roller.notice.value
    assert "2d6+4dZ\n     ^" in roller.notice.value
    assert "<table" not in roller.odds.value
    roller.notation.value = "2d6"
    assert roller.notice.value == ""
    assert "<table" in roller.odds.value
    roller.close()


def test_dice_too_heavy_for_odds_can_still_be_rolled() -> None:
    roller = DiceRoller(notation="1000d10000")
    assert "can still be rolled" in roller.odds.value
    roller.roll_button.click()
    assert 'class="gm-total"' in roller.result.value
    roller.close()


def test_the_usual_dice_are_a_click_away() -> None:
    roller = DiceRoller()
    roller.usual[2].click()
    assert roller.notation.value == "2d6-d6"
    assert len(odds_rows(roller)) == 16
    roller.close()


def test_a_band_is_called_by_its_name_after_the_roll() -> None:
    roller = DiceRoller(notation="4dF", ladder={1: "success <b>", 0: "no result"})
    roller.by_hand.value = True
    roller.faces.value = "1 1 0 0"
    roller.roll_button.click()
    assert "success &lt;b&gt;" in roller.result.value
    assert "<b>" not in roller.result.value + roller.odds.value
    assert odds_rows(roller)[0][0].startswith("success &lt;b&gt;")
    assert "rolled" in odds_rows(roller)[0][0]
    assert [row[0] for row in odds_rows(roller)][-1].startswith("lower than 0")
    roller.close()


def test_another_viewer_does_not_roll_into_the_gms_ledger(campaign_with: Any) -> None:
    campaign = campaign_with()
    campaign.roll("2d6", "secret", seen_by="gm")
    campaign.roll("2d6", "in the open")
    roller = DiceRoller(campaign, "Anna")
    assert roller.roll_button.layout.display == "none"
    assert "in the open" in roller.last.value
    assert "secret" not in roller.last.value + roller.still(roller.view)
    roller.close()


def test_an_undone_roll_is_marked_by_a_word(campaign_with: Any) -> None:
    campaign = campaign_with()
    roller = DiceRoller(campaign)
    roller.roll_button.click()
    campaign.undo()
    assert "<s " in roller.last.value
    assert "undone" in roller.last.value
    roller.close()


def test_labels_follow_the_campaigns_language(campaign_with: Any) -> None:
    roller = DiceRoller(campaign_with(lang="ru"))
    assert (roller.roll_button.description, roller.seen_by.options[0]) == ("Бросить", ("Все", "all"))
    assert roller.guard.lang == "ru"
    roller.close()


def test_a_ladder_that_is_none_is_refused_in_words() -> None:
    roller = DiceRoller(ladder={"high": "success"})
    assert "A band begins at a whole number" in roller.odds.value
    roller.close()
