"""Fights: order, circles, declarations, actions that carry over (A19-A21, AR8, AR11, AR13, AR14)."""

from __future__ import annotations

import pytest

import gmkit
from gmkit.errors import GmkitError, NotAllowed
from tests.systems.alter_ego.table import begin, lay, noon, person, texts


def test_initiative_is_dice_and_speed_and_mind_highest_first(two):
    g = two.game
    g.fight("yard")
    lay(two, 2, 2, 1, 6, 6, 1)
    told = g.initiative()
    assert "Ivan, initiative: Speed +5; Mind +2; dice [2, 2] - [1] = 3 = 10 [A19, AR8]" in told
    assert "Eve, initiative: Speed +3; Mind +4; dice [6, 6] - [1] = 11 = 18 [A19, AR8]" in told
    assert g.order == ["Eve", "Ivan"]


def test_tie_goes_to_the_higher_speed_and_both_act(tmp_path):
    """C049: Speed 5, Mind 2, dice 5 against Speed 3, Mind 4, dice 5: both 12; both act, after reopening too."""
    with begin(tmp_path / "c", dice=[4, 4, 3, 4, 4, 3]) as c:
        person(c, "Eve", "Борис", speed=3, mind=4)
        person(c, "Ivan", "Anna", speed=5, mind=2)
        c.game.fight("yard")
        c.game.initiative()
        assert c.game.order == ["Ivan", "Eve"]
        assert [row.initiative for row in c.game.tracker()] == [12, 12]
        c.game.next()
        c.game.next()
        assert texts(c, "public")[-2:] == ["Ivan acts.", "Eve acts."]
    with gmkit.open(tmp_path / "c", clock=noon) as again:
        assert again.game.order == ["Ivan", "Eve"]


def test_tied_in_speed_too_the_whole_is_rolled_again_and_recorded(tmp_path):
    """AR8: all three at 9; then 8, 9, 9 in the order of entry; then the two that are tied still."""
    dice = [3, 2, 3, 3, 2, 3, 3, 2, 3]
    again = [2, 2, 3, 3, 2, 3, 3, 2, 3]
    last = [1, 1, 3, 4, 4, 3]
    with begin(tmp_path / "c", dice=[*dice, *again, *last]) as c:
        for name in ("A", "B", "C"):
            person(c, name, "Anna")
        c.game.fight("yard")
        told = c.game.initiative()
        assert c.game.order == ["C", "B", "A"]
        assert "A, initiative: Speed +5; Mind +2; dice [3, 2] - [3] = 2 = 9 [A19, AR8], tied, rolled again" in told
        assert "rolled again: [3, 2] - [3] = 2; [4, 4] - [3] = 5" in told
        assert c.view("gm").session.script == ()


def test_initiative_is_rolled_once_a_fight_and_late_comers_find_their_place(tmp_path):
    with begin(tmp_path / "c", dice=[3, 3, 3, 1, 1, 6, 2, 2, 3]) as c:
        person(c, "Ivan", "Anna")
        person(c, "Eve", "Борис")
        c.game.fight("yard")
        c.game.initiative()
        with pytest.raises(NotAllowed, match=r"once a fight.*\[AR8, FR9\]"):
            c.game.initiative()
        person(c, "Late", "Anna")
        c.game.join("Late")
        c.game.initiative()
        assert c.game.order == ["Ivan", "Late", "Eve"]


def test_order_is_not_listed_by_the_gm_here(two):
    two.game.fight("yard")
    with pytest.raises(NotAllowed, match="rolled here, not listed"):
        two.game.initiative(["Eve", "Ivan"])


def test_circle_is_3_seconds_a_round_12_and_a_minute_20_circles(two):
    """A20, C051."""
    two.game.fight("yard")
    view = two.view("gm")
    assert (view.circle, view.round, view.clock_s) == (1, 1, 0)
    for _ in range(4):
        two.game.end_circle()
    view = two.view("gm")
    assert (view.circle, view.round, view.clock_s) == (5, 2, 12)
    for _ in range(16):
        two.game.end_circle()
    assert two.view("Anna").clock_s == 60
    assert two.view("gm").state.now_s == 60
    assert "yard: circle 20 is over, after 60 s." in texts(two, "public")


@pytest.mark.parametrize("first", ["Ivan", "Eve"])
def test_effect_ends_at_the_start_of_the_named_ones_next_turn_also_when_first(tmp_path, first):
    """C051: laid on in circle 1, it ends when the first one's turn comes in circle 2, not a step before or after."""
    dice = [6, 6, 1, 1, 1, 6] if first == "Ivan" else [1, 1, 6, 6, 6, 1]
    with begin(tmp_path / "c", dice=dice) as c:
        person(c, "Ivan", "Anna")
        person(c, "Eve", "Борис")
        g = c.game
        g.fight("yard")
        g.initiative()
        assert g.order[0] == first
        second = next(name for name in g.order if name != first)
        g.next()
        g.effect(second, "off balance", value=-2, until=first)
        assert c.view("gm").check(second, "strength", difficulty=5).fixed == 1
        g.next()
        assert len(c.view("gm").person(second).effects) == 1
        g.end_circle()
        assert len(c.view("gm").person(second).effects) == 1
        g.next()
        assert g.acting == first
        assert c.view("gm").person(second).effects == ()
        assert c.view("gm").check(second, "strength", difficulty=5).fixed == 3


def test_effect_until_somebody_further_on_ends_in_the_same_circle(two):
    g = two.game
    lay(two, 6, 6, 1, 1, 1, 6)
    g.fight("yard")
    g.initiative()
    g.next()
    g.effect("Ivan", "aims", value=1, until="Eve")
    g.next()
    assert two.view("gm").person("Ivan").effects == ()


def test_effect_ends_with_a_turn_that_nobody_took(two):
    g = two.game
    g.fight("yard")
    g.effect("Ivan", "aims", value=1, until="Eve")
    g.end_circle()
    assert two.view("gm").person("Ivan").effects == ()


def test_effect_without_an_end_lasts_for_the_fight(two):
    g = two.game
    g.fight("yard")
    g.effect("Ivan", "on fire", value=-1)
    g.end_circle()
    assert len(two.view("gm").person("Ivan").effects) == 1
    g.end_fight()
    assert two.view("gm").person("Ivan").effects == ()


def test_fight_survives_a_new_kernel_in_the_middle_of_circle_3(tmp_path):
    """C054: same circle, same actor, same wounds; a second fight leaves the first as it was."""
    with begin(tmp_path / "c") as c:
        person(c, "Ivan", "Anna")
        person(c, "Eve", "Борис")
        g = c.game
        g.fight("yard")
        g.initiative()
        g.end_circle()
        g.end_circle()
        g.declare("Ivan", "strike", "reload")
        g.hurt("Eve", 4, "left_leg")
        g.next()
        acting = g.acting
        before = g.tracker()
    with gmkit.open(tmp_path / "c", clock=noon) as c:
        g = c.game
        assert (g.circle, g.acting, g.tracker()) == (3, acting, before)
        assert [w.number for w in g.wounds("Eve")] == [4]
        g.fight("cellar")
        assert (g.circle, g.fights) == (1, ["yard", "cellar"])
        g.fight("Yard")
        assert (g.circle, g.acting, g.tracker()) == (3, acting, before)


def test_fight_that_is_over_can_be_resumed(two):
    g = two.game
    g.fight("yard")
    g.end_circle()
    g.end_fight()
    assert two.view("Anna").fight == ""
    g.fight("yard")
    assert (two.view("Anna").fight, g.circle) == ("yard", 2)


def test_end_scene_closes_the_turn_outside_a_fight_only(two):
    g = two.game
    assert str(g.end_scene()).startswith("# Turn 1")
    assert two.turn == 2
    g.fight("yard")
    with pytest.raises(NotAllowed, match="yard is going on"):
        g.end_scene()
    assert str(g.end_circle()).startswith("# Turn 2")
    assert two.turn == 3
    g.end_fight()
    with pytest.raises(NotAllowed, match="No fight is going on"):
        g.end_circle()


def test_end_circle_for_a_turn_is_done_once(two):
    two.game.fight("yard")
    one = two.game.end_circle(turn=1)
    again = two.game.end_circle(turn=1)
    assert (str(one), two.turn) == (str(again), 2)


# --- declarations ----------------------------------------------------------------------------------------------------


def fought(c, *actions, speed=5):
    person(c, "Ivan", "Anna", speed=speed)
    c.game.fight("yard")
    c.game.declare("Ivan", *actions)
    return c.game.tracker()[0].declared


def test_speed_is_the_number_of_simple_actions_and_reload_is_three(c):
    declared = fought(c, "strike", "reload", "step", "take", speed=5)
    assert [(a.id, a.parts, a.now) for a in declared] == [
        ("strike", 1, True),
        ("reload", 3, True),
        ("step", 1, True),
        ("take", 1, False),
    ]


def test_what_does_not_fit_carries_over_with_the_parts_that_are_done(c):
    """AR13: Speed 2: of strike + reload one part of the reload is done; then two are left."""
    declared = fought(c, "strike", "reload", speed=2)
    assert [(a.id, a.now) for a in declared] == [("strike", True), ("reload", False)]
    c.game.end_circle()
    (carried,) = c.game.tracker()[0].declared
    assert (carried.id, carried.parts, carried.done, carried.now) == ("reload", 3, 1, True)
    c.game.declare("Ivan", "strike")
    assert [(a.id, a.done, a.now) for a in c.game.tracker()[0].declared] == [("reload", 1, True), ("strike", 0, False)]
    c.game.end_circle()
    assert [a.id for a in c.game.tracker()[0].declared] == ["strike"]


def test_long_action_carries_over_several_circles(c):
    fought(c, "взобраться x7", speed=3)
    done = []
    for _ in range(3):
        row = c.game.tracker()[0].declared[0]
        done.append((row.name, row.done, row.now))
        c.game.end_circle()
    assert done == [("взобраться × 7", 0, False), ("взобраться × 7", 3, False), ("взобраться × 7", 6, True)]
    assert c.game.tracker()[0].declared is None


def test_second_declaration_takes_the_place_of_the_first(c):
    fought(c, "strike", "strike")
    c.game.declare("Ivan", "dodge")
    assert [a.id for a in c.game.tracker()[0].declared] == ["dodge"]


def test_actions_may_be_typed_in_russian(c):
    assert [a.id for a in fought(c, "ударить", "Увернуться", "вытащить ключи")] == ["strike", "dodge", "steal_keys"]


@pytest.mark.parametrize("wrong", ["fly", "", "climb x0", "climb x1000", "throw_grenade"])
def test_unknown_action_is_refused_with_those_that_there_are(c, wrong):
    person(c, "Ivan", "Anna")
    c.game.fight("yard")
    with pytest.raises(NotAllowed, match=r"A21"):
        c.game.declare("Ivan", "strike", wrong)
    assert c.game.tracker()[0].declared is None


def test_grenade_is_compound_and_the_gm_says_of_how_many_parts(c):
    assert fought(c, "throw_grenade x3")[0].parts == 3


def test_declarations_come_before_all_actions(two):
    g = two.game
    g.fight("yard")
    g.declare("Ivan", "strike")
    g.attack("Ivan", "Eve", skill="brawling", difficulty=20)
    with pytest.raises(NotAllowed, match="declarations come before all actions"):
        g.declare("Eve", "dodge")
    g.end_circle()
    g.declare("Eve", "dodge")


def test_those_who_have_not_declared_are_named(two):
    g = two.game
    person(two, "Guard")
    g.fight("yard")
    assert g.waiting == ["Ivan", "Eve", "Guard"]
    g.declare("Eve", "dodge")
    assert g.waiting == ["Ivan", "Guard"]
    assert two.view("Anna").waiting == ["Ivan"]
    assert two.view("Борис").waiting == []


def test_the_dead_neither_declare_nor_act(two):
    g = two.game
    lay(two, 6, 6, 1, 1, 1, 6)
    g.fight("yard")
    g.initiative()
    g.kill("Ivan")
    with pytest.raises(NotAllowed, match="Ivan is dead"):
        g.declare("Ivan", "strike")
    assert g.waiting == ["Eve"]
    g.next()
    assert g.acting == "Eve"
    with pytest.raises(NotAllowed, match="Everybody has acted in circle 1"):
        g.next()


def test_refusals_of_fights(two):
    g = two.game
    person(two, "Guard")
    for refused in (
        g.initiative,
        g.next,
        g.end_fight,
        lambda: g.declare("Ivan", "strike"),
        lambda: g.join("Ivan"),
        lambda: g.effect("Ivan", "x"),
        lambda: g.fight(" "),
        lambda: g.fight("yard", ["Nobody"]),
        lambda: g.fight("yard", seen_by="Nobody"),
    ):
        with pytest.raises(GmkitError):
            refused()
    g.fight("yard", ["Ivan", "Eve"])
    for refused in (
        lambda: g.fight("YARD"),
        lambda: g.join("Ivan"),
        lambda: g.leave("Guard"),
        lambda: g.declare("Guard", "strike"),
        lambda: g.effect("Ivan", "x", until="Guard"),
        lambda: g.end_effect("Ivan", "x"),
        lambda: g.pass_time(days=1),
        g.pass_time,
        lambda: g.pass_time(5, resting=["Nobody"]),
    ):
        with pytest.raises(NotAllowed):
            refused()


def test_somebody_who_leaves_in_its_turn_lets_nobody_act_twice(two):
    g = two.game
    lay(two, 6, 6, 1, 1, 1, 6)
    g.fight("yard")
    g.initiative()
    g.next()
    g.next()
    assert g.acting == "Eve"
    g.leave("Eve")
    assert (g.order, g.acting) == (["Ivan"], "")
    with pytest.raises(NotAllowed, match="Everybody has acted"):
        g.next()
