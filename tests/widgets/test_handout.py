"""A handout in parts: the GM's until told; a click tells a part or takes it back (C067)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gmkit.errors import NotAllowed
from gmkit.widgets import Handout

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489")
PARTS = ["The seal is broken.", "Come to the mill at midnight.", "The miller is a count."]


def test_the_second_part_is_told_and_taken_back(campaign_with: Any) -> None:
    """C067: Anna sees the second part only; taken back, her state is as before; the ledger keeps both."""
    campaign = campaign_with()
    gm, anna = Handout(campaign, name="A letter", parts=PARTS), Handout(campaign, "Anna", name="A letter")
    empty = anna.reading.value
    state = campaign.view("Anna").session
    gm._rows[1].tell.click()
    assert PARTS[1] in anna.reading.value
    assert PARTS[0] not in anna.reading.value
    assert PARTS[2] not in anna.reading.value
    assert "told to everybody" in gm._rows[1].content.value
    assert (gm._rows[1].tell.disabled, gm._rows[1].back.disabled) == (True, False)
    before = len(campaign.ledger)
    gm._rows[1].back.click()
    assert anna.reading.value == empty
    assert campaign.view("Anna").session == state
    assert len(campaign.ledger) == before + 1
    assert [row.kind for row in campaign.view("Anna").ledger.page(1, size=2).rows] == [
        "handout_taken_back",
        "handout_told",
    ]
    assert "GM" in gm._rows[1].content.value
    assert (gm._rows[1].tell.disabled, gm._rows[1].back.disabled) == (False, True)
    gm.close()
    anna.close()


def test_undo_of_a_tell_gives_the_part_back_to_the_gm(campaign_with: Any) -> None:
    campaign = campaign_with()
    gm, anna = Handout(campaign, name="A letter", parts=PARTS), Handout(campaign, "Anna", name="A letter")
    gm._rows[0].tell.click()
    campaign.undo()
    assert PARTS[0] not in anna.reading.value
    assert gm._rows[0].back.disabled
    assert campaign.view("gm").ledger.page(1, size=2).rows[1].undone
    gm.close()
    anna.close()


def test_a_part_goes_to_one_player_alone(campaign_with: Any) -> None:
    campaign = campaign_with()
    gm = Handout(campaign, name="A letter", parts=[{"text": PARTS[0], "seen_by": "Борис"}, PARTS[1]])
    anna, boris = Handout(campaign, "Anna", name="A letter"), Handout(campaign, "Борис", name="A letter")
    public = Handout(campaign, "public", name="A letter")
    assert (gm._rows[0].to.value, gm._rows[1].to.value) == ("Борис", "all")
    gm._rows[0].tell.click()
    assert PARTS[0] in boris.reading.value
    assert anna.reading.value == public.reading.value
    assert "handed out yet" in anna.reading.value
    assert "told to Борис" in gm._rows[0].content.value
    # The others may still be told.
    assert not gm._rows[0].tell.disabled
    for handout in (gm, anna, boris, public):
        handout.close()


def test_a_reader_never_holds_what_was_not_told(campaign_with: Any) -> None:
    campaign = campaign_with()
    reader = Handout(campaign, "Anna", name="A letter", parts=PARTS)
    assert reader._rows == []
    assert not any(part in reader.still(reader.view) for part in PARTS)
    reader.close()


def test_a_handout_shows_its_own_parts_and_no_other_handouts(campaign_with: Any) -> None:
    campaign = campaign_with()
    letter, map_ = Handout(campaign, name="A letter", parts=PARTS), Handout(campaign, name="A map", parts=["Here."])
    letter._rows[0].tell.click()
    map_._rows[0].tell.click()
    anna, anything = Handout(campaign, "Anna", name="A map"), Handout(campaign, "Anna")
    assert "Here." in anna.reading.value
    assert PARTS[0] not in anna.reading.value
    assert "Here." in anything.reading.value
    assert PARTS[0] in anything.reading.value
    for handout in (letter, map_, anna, anything):
        handout.close()


def test_parts_told_before_come_back_with_their_rows(campaign_with: Any) -> None:
    campaign = campaign_with()
    first = Handout(campaign, name="A letter", parts=PARTS)
    first._rows[2].tell.click()
    first.close()
    again = Handout(campaign, name="A letter")
    assert PARTS[2] in again._rows[0].content.value
    assert not again._rows[0].back.disabled
    again.close()


def test_a_picture_is_told_with_its_words(campaign_with: Any, tmp_path: Path) -> None:
    picture = tmp_path / "map.png"
    picture.write_bytes(PNG)
    campaign = campaign_with()
    gm = Handout(campaign, name="A map", parts=[{"picture": picture, "alt": 'A "map" of the <mill>'}])
    anna = Handout(campaign, "Anna", name="A map")
    gm._rows[0].tell.click()
    assert '<img class="gm-picture" src="data:image/png;base64,iVBORw0KGgo' in anna.reading.value
    assert 'alt="A &quot;map&quot; of the &lt;mill&gt;"' in anna.reading.value
    gm.close()
    anna.close()


def test_a_picture_without_words_is_refused_in_place(campaign_with: Any) -> None:
    gm = Handout(campaign_with(), name="A map", parts=[{"picture": PNG}])
    gm._rows[0].tell.click()
    assert "needs a line that says what it shows" in gm.notice.value
    gm.close()


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ({"picture": "nowhere.png", "alt": "x"}, "There is no picture nowhere.png here."),
        ({"picture": b"no picture at all", "alt": "x"}, "is not a picture that can be shown"),
        ({"picture": PNG + bytes(600 * 1024), "alt": "x"}, "has 601 kB; a handout takes pictures up to 500 kB"),
        ({"txt": "x"}, "text, picture, alt and seen_by, but not txt"),
    ],
)
def test_a_part_that_cannot_be_shown_is_refused(part: dict[str, Any], reason: str) -> None:
    with pytest.raises(NotAllowed, match=reason):
        Handout(parts=[part])


def test_the_gm_adds_a_part_in_play(campaign_with: Any) -> None:
    campaign = campaign_with()
    gm = Handout(campaign, name="A letter", parts=PARTS[:1])
    gm.new.value = "A new line\nand one more"
    before = len(campaign.ledger)
    gm.add.click()
    assert len(gm.list.children) == 2
    assert "A new line<br>and one more" in gm._rows[1].content.value
    assert (gm.new.value, len(campaign.ledger)) == ("", before)
    gm.new.value = PARTS[0]
    gm.add.click()
    assert "in the handout already" in gm.notice.value
    assert len(gm.list.children) == 2
    gm.close()


def test_alone_a_tell_is_a_try_and_says_so() -> None:
    handout = Handout(name="A letter", parts=PARTS)
    handout._rows[0].tell.click()
    assert "as a try" in handout.notice.value
    assert "told to everybody" in handout._rows[0].content.value
    handout._rows[0].back.click()
    assert handout._rows[0].back.disabled
    handout.close()


def test_texts_are_shown_literally(campaign_with: Any) -> None:
    """C135."""
    campaign = campaign_with()
    gm = Handout(campaign, name="<img src=x onerror=alert(1)>", parts=["<script>alert(1)</script>"])
    gm._rows[0].tell.click()
    anna = Handout(campaign, "Anna")
    for html in (gm._rows[0].content.value, gm.head.value, gm.still(gm.view), anna.reading.value):
        assert "<script" not in html
        assert "<img" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in anna.reading.value
    gm.close()
    anna.close()
