"""The verbs that every campaign has, from rolls to players; and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gmkit.errors import GmkitError, NotAllowed
from tests.campaign.counting import OpenCorrected

END = {"do": "end_round"}


def count(player: str = "Anna", **more: object) -> dict[str, object]:
    return {"do": "count", "player": player, **more}


def state_of(c: Any) -> tuple[Any, ...]:
    session = c.view("gm").session
    return session, len(c.history()), c._history.used(session.turn), c.ledger.rows()


# --- rolls -----------------------------------------------------------------------------------------------------------


def test_a_roll_is_recorded_and_returns_what_dice_roll_does(c):
    r = c.roll("2d6-d6+4", "Ivan climbs", actor="Ivan")
    line = c.ledger[4]
    assert r.total == sum(r.groups[0]) - sum(r.groups[1]) + 4 == line.result
    assert line.roll == r.text
    assert line.text == f"Ivan climbs: {r.text}"
    assert (line.actor, line.kind, line.seen_by) == ("Ivan", "rolled", "all")


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("Ivan climbs", "Ivan climbs: "),
        ("Does the rope hold?", "Does the rope hold? "),
        ("The last try. ", "The last try. "),
        ("Гром:", "Гром: "),
        ("Wait…", "Wait… "),
    ],
)
def test_a_roll_s_text_is_joined_by_one_mark_bug(c, text, joined):
    r = c.roll("2d6", text)
    assert c.ledger[4].text == f"{joined}{r.text}"


def test_a_roll_by_hand_is_marked_and_takes_no_number(c):
    by_hand = c.roll("4dF", faces=[1, 0, -1, 1])
    assert (by_hand.total, by_hand.by_hand) == (1, True)
    assert "thrown by hand" in c.ledger[4].roll
    assert c._history.used(1) == {}
    assert c.roll("4dF", faces="-1, 0 1;1").total == 1


def test_the_same_stream_reads_the_same_faces_whatever_is_rolled_for_other_eyes(new: Callable[..., Any]):
    one, other = new("one"), new("other")
    other.roll("2d6", actor="Anna", seen_by="gm")
    other.roll("2d6", actor="Ivan")
    assert one.roll("4d6", actor="Anna").faces == other.roll("4d6", actor="Anna").faces


def test_an_actor_is_a_seat_or_any_name_folded(new: Callable[..., Any]):
    one, other = new("one"), new("other")
    assert one.roll("9d6", actor="Anna").faces == other.roll("9d6", actor=" ANNA").faces
    assert one.roll("9d6", actor="Фёдор").faces == other.roll("9d6", actor="федор").faces
    assert other.ledger[4].actor == "Anna"


def test_a_new_player_of_a_seat_has_the_seat_s_dice(new: Callable[..., Any]):
    one, other = new("one"), new("other")
    other.replace_player("Anna", "Вера")
    assert one.roll("9d6", actor="Anna").faces == other.roll("9d6", actor="Вера").faces


@pytest.mark.parametrize(
    ("seen_by", "audience"),
    [
        ("all", "all"),
        ("public", "all"),
        ("ALL", "all"),
        ("gm", "gm"),
        ([], "gm"),
        (["gm"], "gm"),
        ("Anna", "Anna"),
        (["gm", "Anna"], "Anna"),
        (["БОРИС", "anna", "Anna"], "Anna, Борис"),
        (("Anna",), "Anna"),
        (["all", "Anna"], "all"),
    ],
)
def test_seen_by_names_all_the_gm_or_players(c, seen_by, audience):
    c.roll("d6", seen_by=seen_by)
    assert c.ledger[4].seen_by == audience
    c.ledger.add("x", seen_by=seen_by)
    assert c.ledger[5].seen_by == audience


# --- notes, messages, rulings, corrections, phrases ------------------------------------------------------------------


def test_a_note_is_the_gm_s_until_it_is_for_others(c):
    c.ledger.add("for me")
    c.ledger.add("for all", seen_by="all")
    c.ledger.add("for Anna", seen_by="Anna")
    assert list(c.view("public").ledger.to_frame().text)[3:] == ["for all"]
    assert list(c.view("Anna").ledger.to_frame().text)[3:] == ["for all", "for Anna"]


def test_a_note_about_an_earlier_turn_stands_on_the_present_page_and_names_that_turn(c):
    c.do(END)
    c.ledger.add("the die was cocked", turn=1)
    c.ledger.add("now", turn=2)
    rows = c.ledger.to_frame().tail(2)
    assert list(rows.text) == ["About turn 1: the die was cocked", "now"]
    assert list(rows.turn) == [2, 2]
    for wrong in (3, -1, "1", 1.0, True):
        with pytest.raises(NotAllowed):
            c.ledger.add("x", turn=wrong)


def test_tell_tells_one_player(c):
    c.tell("Anna", "You smell smoke.")
    assert "smoke" in c.view("Anna").ledger[4].text
    assert len(c.view("Борис").ledger) == len(c.view("public").ledger) == 3
    c.do(END)
    assert "You smell smoke." in c.report(1, "Anna")
    assert "smoke" not in c.report(1)


def test_edit_corrects_by_hand_with_a_reason(c):
    c.edit("open", {"open": 7}, reason="misread")
    assert c.view("public").open == 7
    assert list(c.ledger.to_frame().text)[3:] == ["The open count is 7.", "Corrected open: misread"]
    assert list(c.view("Anna").ledger.to_frame().text)[3:] == ["The open count is 7."]


def test_set_changes_a_ruling_for_all_to_see(c):
    c.set("limit", 5, reason="we agreed")
    assert c.settings["limit"] == c.view("public").settings["limit"] == 5
    assert c.view("public").ledger[4].text == "Ruling limit: 5 (we agreed). limit: limit."


def test_a_phrase_changes_the_dice_of_the_closing_alone(new: Callable[..., Any]):
    plain, spoken = new("plain"), new("spoken")
    spoken.phrase("Anna", "by the river")
    assert plain.roll("9d6").faces == spoken.roll("9d6").faces
    dice = [str(c.do(END)) for c in (plain, spoken)]
    draws = [c._history.document(c._history.seen)["draws"][0] for c in (plain, spoken)]
    assert draws[0] | {"faces": 0} == draws[1] | {"faces": 0}
    assert "by the river" in dice[1]
    spoken.undo()
    spoken.phrase("Anna", "by the sea")
    assert "by the sea" in spoken.do(END)
    assert "by the river" not in spoken.report(1)


# --- players ---------------------------------------------------------------------------------------------------------


def test_a_player_is_added_replaced_and_dropped(c):
    c.add_player("Вера")
    assert c.players == ("Anna", "Борис", "Вера")
    c.do(count(secret=True))
    c.tell("Anna", "You smell smoke.")
    c.replace_player("Anna", "Глеб")
    assert c.players == ("Глеб", "Борис", "Вера")
    assert "You smell smoke." in list(c.view("Глеб").ledger.to_frame().text), "the seat keeps what it was told"
    assert c.view("Глеб").secret == {"s1": 1}
    c.drop_player("Борис")
    assert c.players == ("Глеб", "Вера")
    with pytest.raises(NotAllowed, match="Nobody of that name counts here: Борис"):
        c.do(count("Борис"))
    assert len(c.view("Борис").ledger) == 6, "who left still knows what was told"


def test_a_later_player_knows_what_was_told_to_all(c):
    c.do(count())
    c.add_player("Вера")
    assert c.view("Вера").open == 1


def test_a_player_is_refused_where_there_is_no_free_place(c):
    c.add_player("Вера")
    c.add_player("Глеб")
    with pytest.raises(NotAllowed, match="no free place"):
        c.add_player("Дима")


BAD_NAMES = [
    "gm",
    "GM",
    "Gm ",
    "gm:Anna",
    "GM: x",
    "all",
    "ALL",
    "public",
    "Public",
    "7",
    "12 3",
    "٣",
    "",
    " ",
    "\t",
    "a\nb",
    "\u200b",
]


@pytest.mark.parametrize("name", [*BAD_NAMES, "ANNA", "anna ", "БОРИС", 5, None, b"x", ["x"]])
def test_a_name_that_no_player_can_bear_is_refused(c, new, name):
    before = state_of(c)
    for call in (
        lambda: c.add_player(name),
        lambda: c.replace_player("Anna", name) if str(name).strip().casefold() != "anna" else c.add_player(name),
        lambda: new("other", players=["Anna", "Борис", name]),
    ):
        with pytest.raises(GmkitError):
            call()
    assert state_of(c) == before
    assert not (c.path.parent / "other").exists()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ёлка", "Елка"),
        ("ёж", "ЕЖ"),
        ("Йод", "И\u0306од"),
        ("Фёдор", "Фе\u0308дор"),
        ("Straße", "STRASSE"),
        ("A  B", "a b"),
    ],
)
def test_names_equal_but_for_case_yo_and_short_i_are_refused(new, one, other):
    with pytest.raises(NotAllowed, match="are the same name"):
        new(players=[one, other])


@pytest.mark.parametrize(
    "name", ["Gmork", "Allan", "Publicola", "7 of 9", "CON", "а/б:в", "Дальше могила...", "<b>x</b>", "s1", "Игорь"]
)
def test_other_names_are_borne_as_they_are_typed(new, name):
    c = new(players=[name])
    assert c.players == (name,)
    assert c.view(name).viewer == name


def test_a_player_may_be_replaced_by_the_same_name_typed_otherwise(c):
    c.replace_player("Anna", "ANNA")
    assert c.players == ("ANNA", "Борис")


def test_the_name_of_somebody_who_left_stays_theirs(c):
    c.drop_player("Борис")
    with pytest.raises(NotAllowed, match="same name"):
        c.add_player("борис")


# --- what is refused -------------------------------------------------------------------------------------------------

REFUSED = [
    (lambda c: c.roll("2d6-d6+"), "2d6-d6+"),
    (lambda c: c.roll(5), "roll: notation is a text, not 5."),
    (lambda c: c.roll("2d6", 5), "roll: text is a text, not 5."),
    (lambda c: c.roll("2d6", actor=None), "roll: actor is a text, not None."),
    (lambda c: c.roll("2d6", seen_by="Nobody"), "There is no player 'Nobody'; there are: Anna, Борис."),
    (lambda c: c.roll("2d6", seen_by=5), "roll: seen_by is a text / a list (a text), not 5."),
    (lambda c: c.roll("2d6", seen_by=["Anna", 5]), "roll: seen_by"),
    (lambda c: c.roll("2d6", faces=[1]), "2 faces and 1 were given"),
    (lambda c: c.roll("2d6", faces=[1, 7]), "Face 2 is 7"),
    (lambda c: c.roll("2d6", faces=5), "roll: faces"),
    (lambda c: c.roll("2d6", faces=[1, True]), "roll: faces"),
    (lambda c: c.roll("2d6", faces=[1, 2.0]), "roll: faces"),
    (lambda c: c.ledger.add(""), "There is no text to write down."),
    (lambda c: c.ledger.add("  \n"), "There is no text to write down."),
    (lambda c: c.ledger.add(5), "note: text is a text, not 5."),
    (lambda c: c.ledger.add("x", seen_by="Nobody"), "There is no player 'Nobody'"),
    (lambda c: c.tell("Nobody", "x"), "There is no player 'Nobody'; there are: Anna, Борис."),
    (lambda c: c.tell("gm", "x"), "There is no player 'gm'"),
    (lambda c: c.tell("Anna", " "), "There is no text"),
    (lambda c: c.tell(1, "x"), "tell: player is a text, not 1."),
    (lambda c: c.edit("open", {"open": 1}, reason=""), "A correction needs a reason."),
    (lambda c: c.edit("open", {}, reason="x"), "A correction changes at least one thing."),
    (lambda c: c.edit("open", 5, reason="x"), "edit: changes is a mapping, not 5."),
    (lambda c: c.edit("open", {"open": {1, "a"}}, reason="x"), "edit: changes"),
    (lambda c: c.edit("open", {"open": float("nan")}, reason="x"), "edit: changes"),
    (lambda c: c.edit("open", {5: 1}, reason="x"), "edit: changes"),
    (lambda c: c.edit("nothing", {"x": 1}, reason="x"), "What may be edited"),
    (lambda c: c.set("nothing", 1), "There is no setting nothing; there are: first, limit."),
    (lambda c: c.set("limit", 4), "The setting limit cannot be 4; it can be 3, 5 [CR1]."),
    (lambda c: c.set("limit", True), "The setting limit cannot be True"),
    (lambda c: c.set("limit", [3]), "The setting limit cannot be [3]"),
    (lambda c: c.set("first", False), "The setting first is fixed when the campaign is created [CR1]."),
    (lambda c: c.set(5, 5), "set: name is a text, not 5."),
    (lambda c: c.set("limit", object), "set: value"),
    (lambda c: c.phrase("Nobody", "x"), "There is no player 'Nobody'"),
    (lambda c: c.phrase("Anna", ""), "There is no text"),
    (lambda c: c.replace_player("Nobody", "x"), "There is no player 'Nobody'"),
    (lambda c: c.drop_player("Nobody"), "There is no player 'Nobody'"),
    (lambda c: c.undo(5), "undo: reason is a text, not 5."),
    (lambda c: c.undo(), "There is nothing to undo"),
    (lambda c: c.redo(), "There is nothing to redo"),
    (lambda c: c.do({"do": "undo", "why": "x"}), "undo has no why; it takes reason."),
    (lambda c: c.do({"do": "redo", "reason": "x"}), "redo has no reason; it takes nothing."),
    (lambda c: c.do({"do": "undo"}, turn=1), "undo has no turn"),
    (lambda c: c.do([{"do": "undo"}]), "undo stands alone"),
    (lambda c: c.do({"do": "fly"}), "There is no verb 'fly' here; there are: add_player, count,"),
    (lambda c: c.do({"do": ["count"]}), "There is no verb ['count'] here"),
    (lambda c: c.do({}), "There is no verb None here"),
    (lambda c: c.do("count"), "Give one command, or a list of at least one, not 'count'."),
    (lambda c: c.do([]), "Give one command, or a list of at least one, not []."),
    (lambda c: c.do(None), "Give one command"),
    (lambda c: c.do(5), "Give one command"),
    (lambda c: c.do(["count"]), "Command 1: A command is a mapping"),
    (lambda c: c.do({"do": "count"}), "count needs player."),
    (
        lambda c: c.do({"do": "count", "player": "Anna", "how": 1, "why": 2}),
        "count has no how; it takes player, secret. count has no why",
    ),
    (lambda c: c.do({"do": "count", "player": "Anna", "secret": "yes"}), "count: secret is true or false, not 'yes'."),
    (lambda c: c.do({"do": "count", "player": "Anna", "secret": 1}), "count: secret is true or false, not 1."),
    (lambda c: c.do({"do": "roll", "notation": "d6", "turn": 1}), "roll has no turn"),
    (lambda c: c.do({"do": "dice", "faces": []}), "There are no faces to lay out."),
    (lambda c: c.do([count(), {"do": "fly"}, {"do": "count"}]), "Command 2: There is no verb 'fly'"),
    (lambda c: c.do([count(), count("Nobody")]), "Command 2: Nobody of that name counts here: Nobody."),
    (lambda c: c.do([count(), {"do": "roll", "notation": "2d"}]), "Command 2: "),
    (lambda c: c.do([count(secret=True)] * 4), "Command 4: Anna has counted to three in secret already."),
    (lambda c: c.sent("report", "gm"), "not sent to players"),
    (lambda c: c.sent("report", "Nobody"), "There is no viewer 'Nobody'"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED)
def test_a_refused_call_says_why_and_changes_nothing(c, call, words):
    c.do(count("Борис"))
    c.undo()
    c._history.redoable.clear()
    before, size = state_of(c), (c.path / "campaign.json").read_bytes()
    with pytest.raises(GmkitError) as refused:
        call(c)
    assert words in str(refused.value)
    assert state_of(c) == before
    assert (c.path / "campaign.json").read_bytes() == size


def test_all_reasons_come_at_once(c):
    with pytest.raises(NotAllowed) as refused:
        c.do([{"do": "count", "how": 1}, {"do": "fly"}])
    assert [str(reason)[:10] for reason in refused.value.reasons] == ["Command 1:", "Command 1:", "Command 2:"]


def test_refusals_speak_the_campaign_s_language_whatever_was_opened_since(new: Callable[..., Any]):
    russian, english = new("ru", lang="ru"), new("en")
    for call in (
        lambda: russian.set("nothing", 1),
        lambda: russian.report(9),
        lambda: russian.view("public").report(9),
        lambda: russian.ledger[99],
        lambda: russian.view("Nobody"),
        lambda: russian.ledger.export("x.pdf"),
    ):
        with pytest.raises(GmkitError) as refused:
            call()
        assert any("а" <= letter <= "я" for letter in str(refused.value)), str(refused.value)
    with pytest.raises(GmkitError, match="There is no setting"):
        english.set("nothing", 1)
    assert russian.roll("2d6", faces=[1, 2]).text.endswith("(брошено рукой)")


def test_a_number_of_numpy_is_a_number(c):
    import numpy as np

    c.edit("open", {"open": np.int64(4)}, reason="from a table")
    assert c.view("gm").open == 4


def test_parameters_left_at_their_default_are_the_same_content(c):
    c.do({"do": "count", "player": "Anna", "secret": False}, id="a")
    c.do({"do": "count", "player": "Anna"}, id="a")
    assert c.view("gm").open == 1


def test_facts_of_the_system_have_their_audience(c):
    assert OpenCorrected.told_to == "all"
    c.do(count("Борис", secret=True))
    assert c.ledger[4].seen_by == "Борис"


# --- handouts --------------------------------------------------------------------------------------------------------


def test_a_part_of_a_handout_is_told_and_taken_back(c):
    """C067: the ledger keeps both, marked; the state is as before."""
    before = c.view("Anna").session
    c.do({"do": "handout_tell", "handout": "Map", "text": "A trail", "seen_by": "Anna"})
    assert c.view("Anna").session.handouts == (("Map", "A trail", "", ""),)
    assert c.view("Борис").session.handouts == c.view("public").session.handouts == ()
    assert len(c.view("Борис").ledger) == 3
    c.do({"do": "handout_take_back", "handout": "Map", "text": "A trail"})
    assert c.view("Anna").session == before
    assert [row.text for row in c.view("Anna").ledger.rows()][3:] == ["Map: A trail", "Map, taken back: A trail"]
    c.undo()
    assert c.view("Anna").session.handouts
    c.undo()
    assert c.view("Anna").session == before
    assert list(c.view("Anna").ledger.to_frame().undone) == [False] * 3 + [True, True, False, False]


def test_who_was_shown_a_handout_is_the_gm_s_to_know_bug(c):
    """The list of seats was once stored as the audience of the fact that holds it, and told to them."""
    c.do({"do": "handout_tell", "handout": "Map", "text": "A trail", "seen_by": ["Anna", "Борис"]})
    assert c.view("Anna").session.shown == c.view("public").session.shown == {}
    assert list(c.view("gm").session.shown.values()) == [("s1", "s2")]
    assert [event["to"] for event in c._history.document(2)["events"]] == [["s1", "s2"], "gm"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"do": "handout_tell", "handout": "Map"}, "is empty: give it a text or a picture."),
        ({"do": "handout_tell", "handout": "Map", "text": "x", "seen_by": "gm"}, "is told to a player or to all"),
        ({"do": "handout_tell", "handout": "Map", "picture": "data:x"}, "needs a line that says what it shows"),
        ({"do": "handout_take_back", "handout": "Map", "text": "x"}, "was not told to anybody"),
    ],
)
def test_a_handout_that_cannot_be_told_is_refused(c, command, words):
    with pytest.raises(NotAllowed, match=words):
        c.do(command)
    assert len(c.history()) == 1
