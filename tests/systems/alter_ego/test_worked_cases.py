"""The six worked cases of the text, and its example of the door."""

from __future__ import annotations

from gmkit.systems import alter_ego as ae


def test_case_1_dice_6_3_and_4_come_to_5_and_strength_2_with_brawling_3_to_10():
    rolled = ae.check(characteristic=2, skill=3, faces=[6, 3, 4])
    assert (rolled.rolled, rolled.result) == (5, 10)


def test_case_2_a_hit_by_4_is_a_medium_wound():
    attack = ae.check(characteristic=3, skill=4, faces=[3, 3, 4]).result
    dodge = ae.check(characteristic=4, skill=2, faces=[1, 1, 3]).result
    wound = ae.wound(attack - dodge)
    assert (attack, dodge, wound.id, wound.penalty) == (9, 5, "medium", -2)


def test_case_3_the_lock_holds_and_the_fourth_try_bears_a_penalty_die():
    for faces, result in (([4, 3, 4], 13), ([3, 3, 4], 12), ([5, 3, 4], 14), ([6, 3, 4], 15)):
        rolled = ae.check(characteristic=5, skill=5, difficulty=15, faces=faces)
        assert (rolled.result, rolled.success) == (result, False)
    assert [ae.fatigue_dice(failed, 3) for failed in (0, 1, 2, 3)] == [0, 0, 0, 1]


def test_case_4_wounds_4_4_5_take_off_7_and_need_willpower_above_18():
    assert ae.wound_penalty([4, 4, 5]) == -7
    assert ae.willpower_difficulty([4, 4, 5]) == 18


def test_case_5_with_a_lowest_characteristic_of_1_a_skill_of_7_is_marked(c):
    ones = dict.fromkeys(ae.CHARACTERISTICS, 1)
    c.game.character("Six", characteristics=ones, skills={"trade": 6})
    c.game.character("Seven", characteristics=ones, skills={"trade": 7})
    assert c.game.sheet("Six").valid
    assert "A5" in c.game.sheet("Seven").reasons[0]


def test_case_6_dodging_and_ranges():
    assert ae.dodge_modifier(agility=4, dodge=3) == -4
    assert ae.range_modifier(distance=90, standard=30) == -3
    assert ae.range_modifier(distance=15, standard=30) == 1
    assert ae.range_modifier(distance=1.5, standard=30) == 2


def test_door_is_left_by_10_and_opens_at_17():
    assert ae.cumulative_bonus([10]) == 2
    assert 15 + ae.cumulative_bonus([10]) == 17
