"""Running a cell again must not act again: `id=` and `turn=` (api.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

import gmkit
from gmkit import GmkitError
from gmkit.errors import NotAllowed
from tests.campaign.conftest import noon

END = {"do": "end_round"}


def count(player: str = "Anna", **more: object) -> dict[str, object]:
    return {"do": "count", "player": player, **more}


@pytest.mark.parametrize(
    "call",
    [
        lambda c: c.roll("2d6", "x", id="a"),
        lambda c: c.do(count(), id="a"),
        lambda c: c.do([count(), count("Борис")], id="a"),
        lambda c: c.do(count(id="a")),
        lambda c: c.ledger.add("a note", id="a"),
        lambda c: c.tell("Anna", "You smell smoke.", id="a"),
        lambda c: c.edit("open", {"open": 4}, reason="misread", id="a"),
        lambda c: c.set("limit", 5, id="a"),
        lambda c: c.phrase("Anna", "by the river", id="a"),
        lambda c: c.add_player("Вера", id="a"),
        lambda c: c.replace_player("Anna", "Вера", id="a"),
        lambda c: c.drop_player("Anna", id="a"),
        lambda c: c.do(END, id="a"),
    ],
)
def test_same_id_same_content_gives_the_recorded_result_and_adds_nothing(c, call):
    first = call(c)
    size = (c.path / "campaign.json").read_bytes()
    assert call(c) == first
    assert (c.path / "campaign.json").read_bytes() == size


@pytest.mark.parametrize(
    "call", [lambda c: c.undo("misread", id="u"), lambda c: c.do({"do": "undo", "reason": "misread"}, id="u")]
)
def test_undo_with_an_id_undoes_once(c, call):
    c.do(count())
    c.do(count())
    first = call(c)
    assert call(c) == first
    assert c.view("gm").open == 1


def test_redo_with_an_id_redoes_once(c):
    c.do(count())
    c.do(count())
    c.undo()
    c.undo()
    first = c.redo(id="r")
    assert c.redo(id="r") == first
    assert c.view("gm").open == 1


def test_an_undo_s_id_with_another_reason_is_refused(c):
    c.do(count())
    c.undo("misread", id="u")
    with pytest.raises(GmkitError, match="used for something else"):
        c.undo("other", id="u")


def test_same_id_other_content_is_refused_and_adds_nothing(c):
    c.roll("2d6", id="a")
    documents = len(c.history())
    for call in (lambda: c.roll("3d6", id="a"), lambda: c.do(count(), id="a"), lambda: c.do([count()], id="a")):
        with pytest.raises(NotAllowed, match="'a' was used for something else"):
            call()
    assert len(c.history()) == documents


def test_an_id_outlives_the_kernel(c):
    first = c.roll("2d6", id="a")
    c.close()
    again = gmkit.open(c.path)
    assert again.roll("2d6", id="a") == first
    assert len(again.ledger) == 4
    again.close()


@pytest.mark.parametrize("wrong", [5, "", b"a", ["a"], True])
def test_an_id_is_a_text(c, wrong):
    with pytest.raises(NotAllowed, match="An id is a text"):
        c.roll("2d6", id=wrong)


@pytest.mark.parametrize("wrong", ["1", 1.0, True, [1]])
def test_a_turn_is_a_whole_number(c, wrong):
    with pytest.raises(NotAllowed, match="A turn is a whole number"):
        c.do(count(), turn=wrong)
    with pytest.raises(NotAllowed, match="A turn is a whole number"):
        c.do(count(turn=wrong))


def test_with_turn_the_same_content_in_the_same_turn_is_the_same_command(c):
    first = c.do(count(), turn=1)
    assert c.do(count(), turn=1) == first
    assert c.do(count(turn=1)) == first
    assert c.view("gm").open == 1


def test_two_alike_in_one_turn_need_ids(c):
    c.do(count(), turn=1, id="one")
    c.do(count(), turn=1, id="two")
    c.do(count(), turn=1, id="two")
    assert c.view("gm").open == 2


def test_without_either_a_call_acts(c):
    c.do(count())
    c.do(count())
    assert c.view("gm").open == 2


def test_a_closing_of_a_turn_that_is_over_gives_its_recorded_report(c):
    c.do(count(), turn=1)
    report = c.do(END, turn=1)
    documents = len(c.history())
    assert c.do(END, turn=1) == report == c.report(1)
    assert c.do(END, turn=1, id="new") == report
    assert (c.turn, len(c.history())) == (2, documents)


def test_a_closing_in_a_batch_gives_its_report_too(c):
    results = c.do([count(), END, count("Борис"), END])
    assert results[1] == c.report(1)
    assert results[3] == c.report(2)
    assert c.do(END, turn=1) == results[1]
    assert c.do(END, turn=2) == results[3]


def test_an_order_given_for_its_turn_comes_back_when_the_turn_is_over(c):
    first = c.do(count(), turn=1)
    c.do(END, turn=1)
    assert c.do(count(), turn=1) == first
    assert c.view("gm").open == 1


def test_another_order_for_a_turn_that_is_over_is_refused(c):
    c.do(END, turn=1)
    with pytest.raises(NotAllowed, match="Turn 1 is over: now it is turn 2"):
        c.do(count(), turn=1)
    with pytest.raises(NotAllowed, match="Turn 5 has not begun"):
        c.do(count(), turn=5)


def test_after_an_undo_the_same_content_returns_the_record_marked_and_adds_nothing(c):
    c.do(count(), turn=1)
    c.undo()
    documents = len(c.history())
    again = c.do(count(), turn=1)
    assert again.undone
    assert again == "(undone) Anna counts one on."
    assert len(c.history()) == documents
    c.redo()
    assert not c.do(count(), turn=1).undone
    assert c.view("gm").open == 1


def test_after_an_undo_an_undone_roll_comes_back_marked(c):
    first = c.roll("2d6", id="a")
    c.undo()
    again = c.roll("2d6", id="a")
    assert again.undone
    assert again.total == first.total
    assert again.text == f"(undone) {first.text}"


def test_after_an_undo_other_content_acts(c):
    c.roll("2d6", id="a")
    c.undo()
    assert not c.roll("3d6", id="a").undone
    with pytest.raises(NotAllowed, match="used for something else"):
        c.roll("2d6", id="a")


def test_undone_other_content_leaves_both_records(c):
    two = c.roll("2d6", id="a")
    c.undo()
    three = c.roll("3d6", id="a")
    c.undo()
    assert (c.roll("2d6", id="a").total, c.roll("3d6", id="a").total) == (two.total, three.total)


def test_of_two_alike_the_live_one_comes_back(c):
    c.do(count())
    c.do(count())
    c.undo()
    assert not c.do(count(), turn=1).undone


def test_a_turn_whose_closing_was_undone_is_open_again(c):
    c.do(END, turn=1)
    c.undo()
    assert c.turn == 1
    assert c.do(END, turn=1).undone, "the same content, and redo brings it back"
    c.do(count(), turn=1)
    assert not getattr(c.do(END, turn=1), "undone", False), "it cannot be redone any more, so it acts again"
    assert c.turn == 2
    assert c.view("gm").open == 1
    assert c.do(END, turn=1) == c.report(1)
    assert c.turn == 2


def test_commands_of_a_list_with_ids_or_turns_act_once_each(c):
    c.do([count(turn=1), count("Борис", id="b")])
    results = c.do([count(turn=1), count("Борис", id="b"), count("Борис", id="c")])
    assert [str(result) for result in results] == [
        "Anna counts one on.",
        "Борис counts one on.",
        "Борис counts one on.",
    ]
    assert c.view("gm").open == 3
    assert c.do(count("Борис"), id="b") == "Борис counts one on."
    assert c.view("gm").open == 3


def test_a_list_of_several_turns_can_be_run_again(c):
    script = [count(turn=1), {**END, "turn": 1}, count("Борис", turn=2), {**END, "turn": 2}]
    first = c.do(script)
    documents = len(c.history())
    assert c.do(script) == first
    assert (c.turn, len(c.history())) == (3, documents)


def test_a_list_with_an_id_or_turn_is_one_command(c):
    for again in (1, 2):
        c.do([count(), count()], id="a")
        c.do([count("Борис"), count("Борис")], turn=1)
        assert c.view("gm").open == 4, again
    with pytest.raises(NotAllowed, match="used for something else"):
        c.do([count(), count(), count()], id="a")


def test_a_list_of_one_gives_a_list_each_time(c):
    first = c.do([count()], id="a")
    assert isinstance(first, list)
    assert c.do([count()], id="a") == first


def test_alike_commands_for_one_turn_in_one_list_are_one(c):
    results = c.do([count(turn=1), count(turn=1)])
    assert results[0] == results[1]
    assert c.view("gm").open == 1
    with pytest.raises(NotAllowed, match="Command 2: The id 'a' was used for something else"):
        c.do([count(id="a"), count("Борис", id="a")])


def test_a_list_of_which_some_is_done_is_known_again_by_its_id(c):
    c.do(count(), id="one")
    script = [count(id="one"), count("Борис")]
    c.do(script, id="all")
    c.do(script, id="all")
    assert c.view("gm").open == 2


def test_a_command_for_another_turn_stops_the_whole_list(c):
    with pytest.raises(NotAllowed, match="Command 2: Turn 2 has not begun"):
        c.do([count(turn=1), count("Борис", turn=2)])
    assert c.view("gm").open == 0


def test_create_with_the_id_and_arguments_of_the_campaign_that_is_there_opens_it(new):
    first = new(id="spring", settings={"limit": 5}, scenario={"commands": [count()]})
    first.roll("2d6")
    first.close()
    again = new(id="spring", settings={"limit": 5}, scenario={"commands": [count()]})
    assert len(again.ledger) == 6
    assert again.view("gm").open == 1


@pytest.mark.parametrize(
    "other",
    [
        {"title": "Other"},
        {"players": ["Anna"]},
        {"lang": "ru"},
        {"settings": {"limit": 5}},
        {"scenario": {"dice": [1]}},
        {"key": "other"},
    ],
)
def test_create_with_the_id_and_other_arguments_is_refused(new, other):
    new(id="spring").close()
    with pytest.raises(GmkitError):
        new(id="spring", **other)


def test_create_with_another_id_or_none_is_refused(new):
    c = new(id="spring")
    before = (c.path / "campaign.json").read_bytes()
    with pytest.raises(GmkitError, match="already, with another id"):
        new(id="summer")
    with pytest.raises(GmkitError, match="not overwritten"):
        new()
    assert (c.path / "campaign.json").read_bytes() == before


def test_create_with_an_id_where_another_thing_lies_is_refused(tmp_path: Path):
    (tmp_path / "campaign.json").write_text("{}", encoding="utf-8")
    with pytest.raises(GmkitError):
        gmkit.create(tmp_path, system="counting", players=["Anna"], id="spring", clock=noon)
    assert (tmp_path / "campaign.json").read_text(encoding="utf-8") == "{}"


def test_an_id_in_the_call_and_another_in_the_command_is_refused(c):
    with pytest.raises(NotAllowed, match="The call says id 'a' and the command says 'b'"):
        c.do(count(id="b"), id="a")
    with pytest.raises(NotAllowed, match="The call says turn 1 and the command says 2"):
        c.do(count(turn=2), turn=1)


def test_an_id_used_in_one_turn_does_not_stand_for_another(c):
    c.do(count(), id="a", turn=1)
    c.do(END)
    with pytest.raises(NotAllowed, match="used for something else"):
        c.do(count(), id="a", turn=2)
