"""Undo, redo and the history: marked, never erased (api.md; C090, C094; D2)."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable
from typing import Any

import pytest

import gmkit
from gmkit.core.codec import to_plain
from gmkit.errors import Conflict, NotAllowed
from tests.campaign.conftest import noon

END = {"do": "end_round"}


def count(player: str = "Anna", **more: object) -> dict[str, object]:
    return {"do": "count", "player": player, **more}


def test_undo_takes_back_the_last_live_command(c):
    c.do(count())
    c.do(count("Борис"))
    assert c.undo("misread") == "Undone: Борис counts one on."
    assert c.view("gm").open == 1
    assert c.undo() == "Undone: Anna counts one on."
    assert c.view("gm").open == 0


def test_a_batch_is_undone_whole(c):
    c.do([count(), count("Борис"), count(secret=True)])
    c.undo()
    assert (c.view("gm").open, c.view("gm").secret) == (0, {})
    c.redo()
    assert (c.view("gm").open, c.view("gm").secret) == (2, {"s1": 1})


def test_an_act_without_a_line_is_undone_in_words_and_only_before_the_gm(c):
    """Faces laid out are told to nobody: no number of a line can name them, and no player hears of their undo."""
    c.do({"do": "dice", "faces": [1, 2]})
    lines = {viewer: len(c.view(viewer).ledger) for viewer in ("Anna", "public")}
    assert c.undo() == "Undone: dice"
    assert c.ledger.rows()[-1].text == "Undone: an act without a line"
    c.redo()
    assert c.ledger.rows()[-1].text == "Redone: an act without a line"
    assert {viewer: len(c.view(viewer).ledger) for viewer in lines} == lines
    assert list(c.history().text.tail(3)) == ["dice", "Undone: dice", "Done again: dice"]


def test_creation_is_never_undone(c):
    with pytest.raises(NotAllowed, match="only the campaign's creation is left"):
        c.undo()
    assert not c.can_undo


def test_what_a_scenario_s_commands_did_is_not_undone(new):
    c = new(scenario={"commands": [count()]})
    with pytest.raises(NotAllowed, match="nothing to undo"):
        c.undo()


def test_sent_is_never_undone_and_stands_in_no_way_of_a_redo(c):
    c.do(count())
    c.undo()
    c.sent("report", "Anna", 0)
    assert c.redo() == "Done again: Anna counts one on."
    c.sent("report", "public", 0)
    assert c.undo() == "Undone: Anna counts one on."
    assert list(c.history().did) == ["create", "count", "undo", "sent", "redo", "sent", "undo"]


def test_undone_is_marked_and_never_erased(c):
    c.do(count())
    c.undo("misread")
    frame = c.ledger.to_frame()
    assert list(frame.kind) == ["campaign_begun", "seated", "seated", "counted", "undo"]
    assert list(frame.undone) == [False, False, False, True, False]
    assert frame.text.iloc[-1] == "Undone: line 4: misread"
    history = c.history()
    assert list(history.undone) == [False, True, False]
    assert history.undone_by.iloc[1] == 3
    assert history.text.iloc[2] == "Undone: Anna counts one on. (misread)"


def test_redo_brings_back_in_the_order_undone_until_something_else_is_done(c):
    for player in ("Anna", "Борис"):
        c.do(count(player))
    c.undo()
    c.undo()
    assert c.redo() == "Done again: Anna counts one on."
    c.do(count("Борис"))
    with pytest.raises(NotAllowed, match="nothing to redo"):
        c.redo()


def test_redo_brings_the_recorded_faces_back(c):
    before = c.roll("4d6", "x")
    c.undo()
    c.redo()
    assert c.ledger[4].text == f"x: {before.text}"
    assert c.ledger[4].undone is False


def test_undo_gives_the_number_of_a_draw_back(c):
    first = c.roll("4d6", "climb")
    c.undo()
    assert c.roll("4d6", "another word").faces == first.faces, "D2: undo cannot re-roll, nor can other words"
    second = c.roll("4d6")
    assert second.faces != first.faces


def test_undo_of_a_closing_opens_the_turn_again_and_its_page_goes(c):
    c.do(count())
    c.do(END)
    assert c.turn == 2
    c.undo()
    assert c.turn == 1
    with pytest.raises(NotAllowed, match="Turn 1 has no report"):
        c.report(1)
    c.redo()
    assert c.turn == 2
    c.undo()
    c.do(count())
    c.do(END)
    assert "This page was done again" in c.report(1)


def test_a_page_that_was_not_done_again_does_not_say_so(c):
    c.do(END)
    assert "done again" not in c.report(1)


def test_undo_tells_those_who_were_told_and_nobody_else(c):
    c.do(count(secret=True))
    c.undo("the GM's own reason")
    assert list(c.view("Anna").ledger.to_frame().kind)[3:] == ["counted", "undo"]
    assert "reason" not in c.view("Anna").ledger.to_frame().text.iloc[-1]
    assert len(c.view("Борис").ledger) == 3
    c.redo()
    frame = c.view("Anna").ledger.to_frame()
    assert list(frame.kind)[3:] == ["counted", "undo", "redo"]
    assert not frame.undone.any()


def test_the_gm_is_asked_before_an_undo_of_what_players_have_seen(c):
    c.do(count())
    assert c.undo_takes_back_seen() is None
    c.do(END)
    assert "Players have seen this: The round ends with" in str(c.undo_takes_back_seen())
    c.ledger.add("for me")
    assert c.undo_takes_back_seen() is None, "nobody has seen a GM's note"
    c.undo()
    c.tell("Anna", "smoke")
    assert c.undo_takes_back_seen() is None
    c.sent("report", "Anna", 1)
    assert "Players have seen this: smoke" in str(c.undo_takes_back_seen())


def test_the_question_before_an_undo_is_short_and_says_only_what_players_were_told(tmp_path):
    lamp = {"layout": {"death_lamp": [[2, 1, 1]]}}
    with gmkit.create(
        tmp_path / "z", system="zone", players=["Аня", "Борис"], lang="ru", scenario=lamp, clock=noon()
    ) as c:
        c.game.orders("Аня: X+\nБорис: X-", turn=1)
        c.game.end_day(turn=1)
        assert "Смерть лампу" in c.history().text.iloc[-1]
        question = c.undo_takes_back_seen().render("ru")
        assert "Сталкер 1 переходит в ячейку 2, 1, 1" in question
        assert "ламп" not in question, "only the GM was told of the lamp"
        assert "… и ещё строк: 2. Всё равно отменить?" in question


def test_an_undo_in_a_cell_says_where_players_had_seen_the_act(c):
    words = "Players had seen this: it stays in their ledgers, marked as undone."
    c.do(END)
    undone = c.undo("misread", id="back")
    assert undone.startswith("Undone: The round ends with")
    assert undone.notice == words
    assert repr(undone).endswith(f" · {words}")
    assert c.undo("misread", id="back").notice == "", "nothing was done"
    assert c.redo().notice == ""
    c.ledger.add("a thought")
    assert c.undo().notice == "", "nobody has seen a GM's note"
    c.tell("Anna", "smoke")
    assert c.undo().notice == "", "it was not sent yet"
    assert c.do({"do": "undo"}).notice == words


def test_history_shows_what_was_seen_when_it_was_undone(c):
    c.do(count())
    c.do(END)
    c.undo()
    c.undo()
    assert list(c.history().seen) == [True, True, True, False, False]


def test_history_marks_a_roll_under_a_new_name_or_for_other_eyes_after_an_undone_one(c):
    c.roll("4dF", actor="Ivan")
    c.undo()
    c.roll("4dF", "reworded", actor="Ivan")
    c.roll("4dF", actor="Пётр")
    c.roll("4dF", actor="Ivan", seen_by="gm")
    assert [bool(remark) for remark in c.history().remark] == [False, False, False, False, True, True]


def test_history_marks_nothing_once_the_undone_roll_is_redone(c):
    c.roll("4dF", actor="Ivan")
    c.undo()
    c.redo()
    c.roll("4dF", actor="Пётр")
    assert not any(c.history().remark)


def test_history_marks_nothing_in_another_turn(c):
    c.roll("4dF", actor="Ivan")
    c.undo()
    c.do(END)
    c.roll("4dF", actor="Пётр")
    assert not any(c.history().remark)


def test_200_random_acts_undos_and_redos_across_turn_borders_equal_a_fresh_replay(c):
    numbers = random.Random(94)
    for _ in range(200):
        act = numbers.random()
        if act < 0.3 and c.can_undo:
            c.undo()
        elif act < 0.5 and c.can_redo:
            c.redo()
        elif act < 0.65:
            c.do(END)
        elif act < 0.8:
            c.roll("2d6", actor=numbers.choice(("Anna", "Ivan")), seen_by=numbers.choice(("all", "gm", "Борис")))
        elif c.view("gm").secret.get("s1", 0) < 3:
            c.do(count(secret=True))
    fresh = gmkit.open(c.path, clock=noon)
    for viewer in ("gm", "public", "Anna", "Борис"):
        one, other = c.view(viewer), fresh.view(viewer)
        assert one.session == other.session
        assert one.ledger.rows() == other.ledger.rows()
        assert [one.report(turn) for turn in one.turns] == [other.report(turn) for turn in other.turns]
    assert c.history().drop(columns="kernel").equals(fresh.history().drop(columns="kernel"))
    fresh.close()


def test_live_entries_alone_make_the_state(c):
    """C090: the sum over live entries equals the state."""
    for player in ("Anna", "Борис", "Anna"):
        c.do(count(player))
    c.undo()
    c.undo()
    c.redo()
    frame = c.ledger.to_frame()
    assert ((frame.kind == "counted") & ~frame.undone).sum() == c.view("gm").open == 2


def test_a_snapshot_is_no_truth_and_undo_reaches_behind_it(c):
    for _ in range(3):
        c.do(count())
        c.do(END)
    state = to_plain(c.view("gm").session)
    c.close()
    again = gmkit.open(c.path, clock=noon)
    assert to_plain(again._history.now) == state
    for _ in range(5):
        again.undo()
    assert (again.turn, again.view("gm").open) == (1, 1)
    for _ in range(5):
        again.redo()
    assert to_plain(again.view("gm").session) == state
    assert again.view("gm").turns == [0, 1, 2, 3]
    again.close()


# --- two kernels -----------------------------------------------------------------------------------------------------


@pytest.fixture
def both(c: Any) -> Any:
    other = gmkit.open(c.path, clock=noon)
    yield c, other
    other.close()


def test_two_campaigns_of_one_process_see_each_other_s_acts(both):
    one, other = both
    one.do(count())
    assert other.view("gm").open == 1
    other.do(END)
    assert one.turn == 2
    assert one.report(1) == other.report(1)


def test_undo_is_refused_with_what_happened_if_another_kernel_acted_since(both):
    one, other = both
    one.do(count())
    other.do(count("Борис"))
    assert other.turn == one.turn == 1
    with pytest.raises(Conflict, match=r"Meanwhile another notebook or the shell did this: Борис counts one on\."):
        one.undo()
    assert one.view("gm").open == 2
    assert one.undo() == "Undone: Борис counts one on.", "it has been told now"


def test_redo_is_refused_in_the_same_way(both):
    one, other = both
    one.do(count())
    one.undo()
    other.do(count("Борис"))
    with pytest.raises(Conflict, match="Борис counts one on"):
        one.redo()


def test_an_undo_by_another_kernel_is_told_in_words(both):
    one, other = both
    one.do(count())
    with pytest.raises(Conflict, match="Anna counts one on"):
        other.undo()
    assert other.undo() == "Undone: Anna counts one on."
    with pytest.raises(
        Conflict, match=r"Meanwhile another notebook or the shell did this: Undone: Anna counts one on\."
    ):
        one.undo()


def test_one_s_own_undo_after_looking_at_nothing_foreign_is_fine(both):
    one, other = both
    other.do(count("Борис"))
    one.do(count())
    assert one.undo() == "Undone: Anna counts one on."


def test_a_command_that_no_longer_holds_is_refused_with_what_happened(both):
    one, other = both
    for _ in range(3):
        other.do(count(secret=True))
    with pytest.raises(Conflict, match=r"counted to three in secret already.*Meanwhile another notebook"):
        one.do(count(secret=True))
    other.do(END)
    with pytest.raises(Conflict, match=r"Turn 1 is over.*The round ends with"):
        one.do(count("Борис"), turn=1)
    assert one.do(count("Борис"), turn=2)


def test_a_refusal_says_nothing_of_others_where_nothing_happened(c):
    for _ in range(3):
        c.do(count(secret=True))
    with pytest.raises(NotAllowed) as refused:
        c.do(count(secret=True))
    assert not isinstance(refused.value, Conflict)


def test_an_id_holds_for_all_kernels(both):
    one, other = both
    first = one.roll("2d6", id="a")
    assert other.roll("2d6", id="a") == first
    assert len(one.ledger) == 4


def test_a_report_sent_by_another_kernel_is_told_before_an_undo(both):
    one, other = both
    one.do(count())
    other.sent("report", "Anna", 0)
    with pytest.raises(Conflict, match="The report of turn 0 was sent to Anna"):
        one.undo()


def test_each_kernel_has_a_name_of_its_own_in_the_order_of_writing(both):
    one, other = both
    other.do(count())
    one.do(count())
    other.do(count())
    assert list(one.history().kernel) == ["", "k1", "k2", "k1"]


def test_whoever_watches_hears_of_other_kernels_also_by_a_refused_command(both):
    one, other = both
    heard: list[int] = []
    one.watch(lambda: heard.append(one.view("gm").open))
    other.do(count())
    with pytest.raises(NotAllowed):
        one.do(count("Nobody"))
    assert heard == [1]
    one.do(count())
    assert heard == [1, 2]


def test_two_processes_write_and_none_is_lost(c, tmp_path):
    script = textwrap.dedent(
        """
        import sys, gmkit
        from gmkit.systems import add_system
        from tests.campaign.counting import COUNTING
        add_system(COUNTING)
        c = gmkit.open(sys.argv[1])
        for _ in range(30):
            c.do({"do": "count", "player": sys.argv[2]})
        c.close()
        """
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", script, str(c.path), name], stderr=subprocess.PIPE, text=True)
        for name in ("Anna", "Борис")
    ]
    for run in runs:
        assert run.wait(60) == 0, run.stderr.read()
        run.stderr.close()
    assert c.view("gm").open == 60
    assert sorted(set(c.history().kernel)) == ["", "k1", "k2"]


def test_the_same_calls_with_one_key_and_clock_write_the_same_bytes(new: Callable[..., Any]):
    def session(name: str) -> bytes:
        c = new(name)
        c.do(count())
        c.roll("2d6", "x", actor="Ivan")
        c.undo("oops")
        c.do(END)
        c.close()
        return (c.path / "campaign.json").read_bytes()

    assert session("one") == session("two")


def test_a_closed_campaign_says_so_and_still_has_a_name(c):
    c.close()
    assert repr(c) == "Campaign('T', counting, turn 1)"
    for call in (lambda: c.turn, lambda: c.do(count()), lambda: c.view("gm"), c.undo, c.history):
        with pytest.raises(gmkit.GmkitError, match="closed"):
            call()


def test_an_entry_that_the_disk_refused_took_no_name_for_its_kernel(both, monkeypatch):
    one, other = both
    with monkeypatch.context() as broken:

        def refuse(*_: object) -> None:
            raise OSError(28, "No space left on device")

        broken.setattr("gmkit.store.disk.sync", refuse)
        with pytest.raises(gmkit.GmkitError, match="disk is full"):
            one.do(count())
    other.do(count("Борис"))
    with pytest.raises(Conflict, match="Борис counts one on"):
        one.undo()
    one.do(count())
    assert list(one.history().kernel) == ["", "k1", "k2"]


def test_whoever_watches_hears_within_a_second_of_another_kernel(both):
    one, other = both
    heard: list[int] = []

    async def follow() -> None:
        stop = one.watch(lambda: heard.append(one.view("public").open))
        other.do(count())
        for _ in range(40):
            await asyncio.sleep(0.05)
            if heard:
                break
        stop()
        other.do(count())
        await asyncio.sleep(0.7)

    asyncio.run(follow())
    assert heard == [1], "and no more after it was stopped"


def test_one_that_fails_to_follow_stops_no_other(c, swallowed_errors):
    heard: list[int] = []

    def fails() -> None:
        raise RuntimeError("a broken widget")

    c.watch(fails)
    c.watch(lambda: heard.append(1))
    c.do(count())
    assert heard == [1]
    assert [record.getMessage() for record in swallowed_errors] == ["A widget could not follow the campaign."]
    swallowed_errors.clear()
