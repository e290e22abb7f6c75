"""Checks: sums, swaps, fatigue, earlier tries, together, against persons (A10-A16, AR3-AR6, AR24)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems import alter_ego as ae
from tests.systems.alter_ego.table import lay, person, texts


def test_result_is_characteristic_and_skill_and_dice():
    rolled = ae.check(characteristic=2, skill=3, difficulty=8, faces=[6, 3, 4])
    assert (rolled.result, rolled.margin, rolled.success) == (10, 2, True)


def test_equal_to_the_difficulty_is_a_failure():
    """A12: only above it."""
    assert not ae.check(characteristic=5, skill=5, difficulty=15, faces=[5, 3, 3]).success
    assert ae.check(characteristic=5, skill=5, difficulty=15, faces=[5, 3, 2]).success


def test_without_a_fitting_skill_the_characteristic_stands_alone():
    assert ae.check(characteristic=4, skill=None, difficulty=3, faces=[1, 1, 1]).result == 5


def test_text_names_every_term_the_sum_and_the_rules():
    text = ae.check(characteristic=2, skill=3, difficulty=8, modifiers={"stress": -3, "rain": -1}, faces=[6, 3, 4]).text
    for part in (
        "characteristic +2",
        "skill +3",
        "stress or under fire -3",
        "rain -1",
        "[6, 3] - [4] = 5",
        "= 6,",
        "8",
        "A10",
        "A12",
        "A17",
    ):
        assert part in text


@pytest.mark.parametrize("value", [-3, -4])
def test_modifier_of_exactly_3_or_4_may_be_swapped_for_a_penalty_die(value):
    rolled = ae.check(characteristic=5, difficulty=4, modifiers={"dark": value}, swap=["dark"], faces=[4, 4, 2, 1])
    assert rolled.result == 5 + 4 + 4 - 2 - 1
    assert "A11" in rolled.text


@pytest.mark.parametrize(
    ("modifiers", "swap"),
    [({"a": -2}, ["a"]), ({"a": -5}, ["a"]), ({"a": 3}, ["a"]), ({"a": -3}, ["b"]), ({"a": -3}, ["a", "a"])],
)
def test_other_modifiers_are_not_swapped(modifiers, swap):
    """AR3: each single modifier worth exactly -3 or -4, once."""
    with pytest.raises(NotAllowed):
        ae.check(characteristic=5, modifiers=modifiers, swap=swap)


def test_swap_changes_the_odds_to_those_of_the_die():
    plain = ae.check_odds(characteristic=8, difficulty=8)
    swapped = ae.check_odds(characteristic=8, difficulty=8, modifiers={"a": -3}, swap=["a"])
    assert swapped == ae.check_odds(characteristic=8, difficulty=8, penalty_dice=1)
    assert swapped < plain


def test_wounds_are_never_swapped_and_count_once():
    """C036, C037: Agility 4 + dodge 2, a medium wound, dice +1: 5, and 6 with a modifier of +1."""
    assert ae.check(characteristic=4, skill=2, wounds=[4], faces=[3, 2, 4]).result == 5
    assert ae.check(characteristic=4, skill=2, wounds=[4], modifiers={"x": 1}, faces=[3, 2, 4]).result == 6
    with pytest.raises(NotAllowed):
        ae.check(characteristic=4, wounds=[5], swap=["wounds"])


def test_unsuitable_skill_counts_half():
    assert ae.check(characteristic=2, skill=5, unsuitable=True, faces=[1, 1, 1]).result == 2 + 3 + 1


@pytest.mark.parametrize(
    "wrong", [{"modifiers": {"a": 1.5}}, {"modifiers": {"a": "3"}}, {"characteristic": "5"}, {"skill": 2.0}]
)
def test_numbers_are_whole(wrong):
    with pytest.raises(NotAllowed, match="whole number"):
        ae.check(**{"characteristic": 2, "difficulty": 5, **wrong})


@pytest.mark.parametrize(
    ("endurance", "dice"), [(3, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]), (1, [0, 1, 2, 3]), (0, [0, 1, 2, 3]), (-2, [0, 1])]
)
def test_each_full_endurance_of_failed_tries_is_a_penalty_die(endurance, dice):
    """A14, AR5: Endurance 3: tries 4-6 one die, 7-9 two; under 1 counts as 1."""
    assert [ae.fatigue_dice(failed, endurance) for failed in range(len(dice))] == dice


@pytest.mark.parametrize(
    ("results", "bonus"), [([10], 2), ([14], 2), ([4], 0), ([-3], 0), ([10, 9], 3), ([], 0), ([15, 5], 4)]
)
def test_each_full_5_of_a_failed_result_adds_1(results, bonus):
    """A15, AR6, C033."""
    assert ae.cumulative_bonus(results) == bonus


def test_joint_action_adds_results_and_each_helper_takes_4_or_2_away():
    """A16, AR24."""
    assert ae.joint_result([9, 8]) == 13
    assert ae.joint_result([9, 8], [True]) == 15
    assert ae.joint_result([9, 8, 7], [True, False]) == 18
    assert ae.joint_result([9, 8, 7]) == 16
    with pytest.raises(NotAllowed):
        ae.joint_result([9])
    with pytest.raises(NotAllowed):
        ae.joint_result([9, 8], [True, True])


# --- in a campaign ---------------------------------------------------------------------------------------------------


def test_check_gives_back_result_margin_success_and_text(two):
    rolled = two.game.check("Ivan", "strength", "brawling", difficulty=8, faces=[6, 3, 4])
    assert (rolled.result, rolled.margin, rolled.success) == (12, 4, True)
    assert "Strength +3" in rolled.text
    assert "Brawling +4" in rolled.text


def test_names_may_be_typed_in_russian(two):
    assert two.game.check("Ivan", "Сила", "драка", difficulty=8, faces=[6, 3, 4]).result == 12


def test_skill_that_one_lacks_is_none(two):
    assert two.game.check("Ivan", "mind", "medicine", difficulty=8, faces=[6, 3, 4]).result == 2 + 5


def test_fourth_try_of_one_with_endurance_3_bears_a_penalty_die(two):
    """Worked case 3: 13, 12 and 14 against 15 fail; the fourth try has four dice; 15 fails too."""
    g = two.game
    for faces, result in (([4, 3, 3], 13), ([3, 3, 3], 12), ([5, 3, 3], 14)):
        assert g.check("Ivan", "agility", "burglary", difficulty=15, task="door", faces=faces).result == result
    with pytest.raises(NotAllowed, match="4 faces are needed"):
        g.check("Ivan", "agility", "burglary", difficulty=15, task="door", faces=[6, 6, 1])
    fourth = g.check("Ivan", "agility", "burglary", difficulty=15, task="door", faces=[6, 6, 1, 5])
    assert fourth.result == 4 + 5 + 6 + 6 - 1 - 5
    assert "A14" in fourth.text


def test_another_skill_at_the_same_task_is_tired_too_and_rest_of_15_minutes_clears_it(two):
    g = two.game
    for _ in range(3):
        g.check("Ivan", "agility", "burglary", difficulty=30, task="door", faces=[1, 1, 6])
    assert g.check("Ivan", "strength", "brawling", difficulty=30, task="door", faces=[1, 1, 6, 1]).success is False
    assert g.check("Ivan", "strength", "brawling", difficulty=30, task="wall", faces=[1, 1, 6]).success is False
    g.pass_time(14, resting=["Ivan"])
    assert two.view("gm").check("Ivan", "strength", difficulty=5, task="door").penalty_dice == 1
    g.pass_time(15)
    assert two.view("gm").check("Ivan", "strength", difficulty=5, task="door").penalty_dice == 1
    g.pass_time(15, resting=["Ivan"])
    assert two.view("gm").check("Ivan", "strength", difficulty=5, task="door").penalty_dice == 0


def test_door_opens_at_the_second_way(c):
    """The source's example: 10 fails and gives +2; then 15 + 2 = 17."""
    person(c, "Ivan", "Anna", agility=4, strength=6, skills={"burglary": 4, "brawling": 5})
    g = c.game
    first = g.check("Ivan", "agility", "burglary", difficulty=16, task="door", faces=[3, 2, 3])
    assert (first.result, first.success) == (10, False)
    second = g.check("Ivan", "strength", "brawling", difficulty=16, task="door", faces=[4, 3, 3])
    assert (second.result, second.success) == (17, True)
    assert "earlier tries at door +2" in second.text
    # The goal is reached: nothing is left of it.
    assert c.view("gm").check("Ivan", "mind", difficulty=5, task="door").fixed == 2


def test_earlier_tries_help_only_another_skill_with_another_characteristic(c):
    person(c, "Ivan", "Anna", agility=4, strength=6, skills={"burglary": 4, "brawling": 5})
    c.game.check("Ivan", "agility", "burglary", difficulty=16, task="door", faces=[3, 2, 3])
    view = c.view("gm")
    assert view.check("Ivan", "agility", "burglary", difficulty=16, task="door").fixed == 8
    assert view.check("Ivan", "strength", "burglary", difficulty=16, task="door").fixed == 10
    assert view.check("Ivan", "agility", "brawling", difficulty=16, task="door").fixed == 9
    assert view.check("Ivan", "strength", "brawling", difficulty=16, task="door").fixed == 11 + 2


def test_bonuses_of_several_tries_add_up_and_are_not_counted_on_themselves(c):
    person(
        c,
        "Ivan",
        "Anna",
        agility=4,
        strength=4,
        mind=4,
        endurance=9,
        skills={"burglary": 4, "brawling": 4, "mechanics": 4},
    )
    g = c.game
    assert g.check("Ivan", "agility", "burglary", difficulty=40, task="door", faces=[3, 2, 3]).result == 10
    # 13 + 2 is 15, but 13 alone counts: +2 (AR6).
    assert g.check("Ivan", "strength", "brawling", difficulty=40, task="door", faces=[4, 4, 3]).result == 15
    assert c.view("gm").check("Ivan", "mind", "mechanics", difficulty=40, task="door").fixed == 8 + 4


def test_contest_is_won_by_the_higher_and_a_tie_changes_nothing(two):
    g = two.game
    duel = {"other": "Eve", "other_characteristic": "agility", "other_skill": "dodge"}
    told = g.contest("Ivan", "strength", "brawling", **duel, faces=[4, 4, 6, 1, 1, 3])
    assert "Ivan against Eve: Ivan wins." in told
    told = g.contest("Ivan", "strength", "brawling", **duel, faces=[3, 2, 4, 3, 3, 4])
    assert "a tie, nothing changes [AR4]" in told


def test_together_in_a_campaign(two):
    told = two.game.joint("Ivan", ["Eve"], "strength", difficulty=8, faces=[4, 4, 2, 3, 3, 1])
    assert "9 + 8 - 4 = 13, against 8: success [A16, AR24]" in told
    told = two.game.joint("Ivan", ["Eve"], "strength", difficulty=14, old_colleagues=["Eve"], faces=[3, 3, 1, 3, 3, 1])
    assert "8 + 8 - 2 = 14, against 14: failure" in told


def test_odds_in_a_campaign_are_those_of_the_check_and_roll_nothing(two):
    before = len(two.history())
    assert two.game.odds("Ivan", "agility", "burglary", difficulty=14) == ae.check_odds(
        characteristic=4, skill=5, difficulty=14
    )
    assert len(two.history()) == before


def test_refused_check_names_every_reason_and_rolls_nothing(two):
    lay(two, 6, 6, 1)
    before = texts(two, "gm")
    with pytest.raises(NotAllowed) as refused:
        two.game.check("Ivan", "luck", "alchemy", difficulty=8, penalty_dice=-1, traits=["beauty"])
    told = str(refused.value)
    assert all(part in told for part in ("luck", "alchemy", "penalty_dice", "beauty"))
    assert texts(two, "gm") == before
    assert two.game.check("Ivan", "strength", difficulty=8).result == 3 + 11


def test_check_of_nobody_names_those_that_there_are(two):
    with pytest.raises(NotAllowed, match="nobody called Boris; there are: Ivan, Eve"):
        two.game.check("Boris", "strength", difficulty=5)


def test_same_id_rolls_nothing_twice(two):
    one = two.game.check("Ivan", "strength", difficulty=8, id="climb")
    again = two.game.check("Ivan", "strength", difficulty=8, id="climb")
    assert (one.result, one.n) == (again.result, again.n)


def test_ruling_on_the_dice_holds_in_a_campaign(two):
    two.set("dice", "3d6-7")
    rolled = two.game.check("Ivan", "strength", difficulty=8, faces=[6, 5, 4])
    assert rolled.result == 3 + 15 - 7
    assert "[6, 5, 4] - 7 = 8" in rolled.text
