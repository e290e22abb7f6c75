"""Attacks: defence, difficulty, aim, bursts, range, actions (A12, A17, A21-A25, AR4, AR9, AR14, AR16, AR20)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems import alter_ego as ae
from tests.systems.alter_ego.table import lay, person, texts


@pytest.fixture
def g(two):
    two.game.fight("yard")
    two.game.declare("Ivan", "strike", "strike")
    return two.game


def test_hit_by_4_over_a_declared_dodge_is_a_medium_wound(g):
    """Worked case 2: 3 + 4 + 2 = 9 against 4 + 2 - 1 = 5."""
    g.declare("Eve", "dodge")
    rolled = g.attack("Ivan", "Eve", skill="brawling", faces=[3, 3, 4, 1, 1, 3, 3, 2])
    assert (rolled.result, rolled.outcome) == (9, "success")
    (wound,) = g.wounds("Eve")
    assert (wound.number, wound.name, wound.place_id) == (4, "medium", "left_leg")
    assert "Ivan against Eve: 9 - 5 = 4 [A12, A23]." in rolled.text


def test_tie_misses(g):
    g.declare("Eve", "dodge")
    rolled = g.attack("Ivan", "Eve", skill="brawling", faces=[3, 3, 4, 3, 2, 2])
    assert (rolled.result, rolled.success) == (9, False)
    assert "Ivan misses Eve." in rolled.text
    assert len(g.wounds("Eve")) == 0


def test_target_that_declared_no_dodge_does_not_roll_and_the_margin_over_the_difficulty_is_the_wound(g):
    """AR14."""
    with pytest.raises(NotAllowed, match=r"set a difficulty \[AR14\]"):
        g.attack("Ivan", "Eve", skill="brawling")
    g.attack("Ivan", "Eve", skill="brawling", difficulty=7, faces=[3, 3, 4, 6, 5])
    assert [(w.number, w.place_id) for w in g.wounds("Eve")] == [(2, "right_chest")]


def test_each_dodge_costs_a_declared_action(g):
    g.declare("Eve", "dodge")
    g.attack("Ivan", "Eve", skill="brawling", faces=[1, 1, 6, 6, 6, 1])
    with pytest.raises(NotAllowed, match="AR14"):
        g.attack("Ivan", "Eve", skill="brawling")
    g.attack("Ivan", "Eve", skill="brawling", difficulty=30)


def test_each_attack_costs_a_declared_action(g):
    for _ in range(2):
        g.attack("Ivan", "Eve", skill="brawling", difficulty=30)
    with pytest.raises(NotAllowed, match="no strike, shot or throw that is left in circle 1"):
        g.attack("Ivan", "Eve", skill="brawling", difficulty=30)
    g.end_circle()
    with pytest.raises(NotAllowed, match="circle 2"):
        g.attack("Ivan", "Eve", skill="brawling", difficulty=30)


def test_dodge_that_does_not_fit_into_the_turn_does_not_help(g):
    """Speed 3: reload takes all of it."""
    g.declare("Eve", "reload", "dodge")
    with pytest.raises(NotAllowed, match="AR14"):
        g.attack("Ivan", "Eve", skill="brawling")


def test_block_is_rolled_with_agility_and_the_shield(two):
    person(two, "Knight", "Anna", skills={"shield": 5})
    g = two.game
    g.fight("yard")
    g.declare("Ivan", "strike")
    g.declare("Knight", "block")
    told = g.attack("Ivan", "Knight", skill="brawling", faces=[1, 1, 1, 1, 1, 1])
    assert "Knight: Agility +4; Shield +5; dice [1, 1] - [1] = 1 = 10" in told.text


def test_outside_a_fight_the_gm_may_let_the_target_roll(two):
    told = two.game.attack(
        "Ivan", "Eve", skill="brawling", defence=["agility", "dodge"], faces=[3, 3, 4, 1, 1, 3, 3, 2]
    )
    assert "9 - 5 = 4" in told.text


@pytest.mark.parametrize(
    ("place", "total"), [("left_leg", 3 + 4 + 3 - 2), ("head_or_neck", 3 + 4 + 3 - 4), ("шея, голова", 3 + 4 + 3 - 4)]
)
def test_aim_brings_its_modifier_and_its_place(g, place, total):
    rolled = g.attack("Ivan", "Eve", skill="brawling", difficulty=3, place=place, faces=[3, 3, 3])
    assert rolled.result == total
    assert g.wounds("Eve")[0].number == total - 3
    assert g.wounds("Eve")[0].place_id in ("left_leg", "head_or_neck")


def test_aim_named_among_the_modifiers_is_not_taken_twice(g):
    aim = {"aim_coin": -6}
    assert (
        g.attack(
            "Ivan", "Eve", skill="brawling", difficulty=1, place="head_or_neck", modifiers=aim, faces=[3, 3, 3]
        ).result
        == 4
    )


def test_short_burst_hits_with_half_a_d6_and_each_bullet_is_a_wound_with_its_own_place(two):
    """A17, AR20: -1; d6 of 5 is 3 bullets; each of the same margin."""
    person(two, "Gunner", "Anna", skills={"firearms": 4})
    rolled = two.game.attack(
        "Gunner", "Eve", skill="firearms", difficulty=8, rounds=3, faces=[3, 3, 3, 5, 1, 1, 3, 4, 6, 6]
    )
    assert rolled.result == 4 + 4 + 3 - 1
    assert [(w.number, w.place_id) for w in two.game.wounds("Eve")] == [
        (2, "left_upper_arm"),
        (2, "hip_or_groin"),
        (2, "head_or_neck"),
    ]


def test_burst_takes_2_off_and_hits_with_a_d6(two):
    person(two, "Gunner", "Anna", skills={"firearms": 4})
    rolled = two.game.attack("Gunner", "Eve", skill="firearms", difficulty=8, rounds=10, faces=[3, 3, 3, 2, 1, 1, 3, 4])
    assert rolled.result == 4 + 4 + 3 - 2
    assert [w.number for w in two.game.wounds("Eve")] == [1, 1]


def test_burst_that_misses_rolls_for_no_bullets(two):
    two.game.attack("Ivan", "Eve", skill="brawling", difficulty=30, rounds=10, faces=[3, 3, 3])
    with pytest.raises(NotAllowed, match="faces are left over"):
        two.game.attack("Ivan", "Eve", skill="brawling", difficulty=30, rounds=10, faces=[3, 3, 3, 4])


def test_range_counts_from_distance_and_standard_range(two):
    person(two, "Gunner", "Anna", skills={"firearms": 4})
    shot = {"skill": "firearms", "difficulty": 40, "faces": [3, 3, 3]}
    far = two.game.attack("Gunner", "Eve", distance=90, standard=30, **shot)
    assert far.result == 4 + 4 + 3 - 3
    near = two.game.attack("Gunner", "Eve", distance=1.5, standard=30, **shot)
    assert near.result == 4 + 4 + 3 + 2


def test_range_counts_from_the_map_by_its_scale(two):
    """A22, AR9: 1 hex = 1 metre, or as it is set."""
    person(two, "Gunner", "Anna", skills={"firearms": 4})
    for command in (
        {"do": "map_place", "name": "Gunner", "q": 0, "r": 0},
        {"do": "map_place", "name": "Eve", "q": 9, "r": 0},
    ):
        two.do(command)
    shot = {"skill": "firearms", "difficulty": 40, "standard": 30, "faces": [3, 3, 3]}
    assert two.game.attack("Gunner", "Eve", **shot).result == 4 + 4 + 3 + 1
    two.set("hex_metres", 10)
    assert two.game.attack("Gunner", "Eve", **shot).result == 4 + 4 + 3 - 3


def test_modifier_for_dodging_is_for_a_target_that_makes_no_roll(g):
    """AR16: never both."""
    g.declare("Eve", "dodge")
    with pytest.raises(NotAllowed, match="AR16"):
        g.attack("Ivan", "Eve", skill="brawling", dodging=True)
    with pytest.raises(NotAllowed, match="AR16"):
        g.attack("Ivan", "Eve", skill="brawling", modifiers={"target_dodging": -3})


def test_dodging_and_running_targets_are_worked_out(two):
    """Eve: Agility 4, dodge 2: -3; Speed 3: -2."""
    hit = {"skill": "brawling", "difficulty": 40, "faces": [3, 3, 3]}
    assert two.game.attack("Ivan", "Eve", dodging=True, **hit).result == 10 - 3
    assert two.game.attack("Ivan", "Eve", running=True, **hit).result == 10 - 2
    two.edit("person Eve", {"skills.dodge": 6}, reason="test")
    assert two.game.attack("Ivan", "Eve", dodging=True, **hit).result == 10 - 5
    two.set("dodge_modifier", "flat")
    assert two.game.attack("Ivan", "Eve", dodging=True, **hit).result == 10 - 3


def test_computed_modifier_of_3_may_be_swapped(two):
    """AR3."""
    hit = {"skill": "brawling", "difficulty": 40, "dodging": True, "swap": ["target_dodging"], "faces": [3, 3, 3, 2]}
    assert two.game.attack("Ivan", "Eve", **hit).result == 10 - 2


def test_wounds_of_the_attacker_count_once(two):
    two.game.hurt("Ivan", 5, "left_leg")
    assert two.game.attack("Ivan", "Eve", skill="brawling", difficulty=40, faces=[3, 3, 3]).result == 10 - 3


def test_wounds_of_the_defender_count_in_its_roll(g):
    g.hurt("Eve", 4, "left_leg")
    g.declare("Eve", "dodge")
    told = g.attack("Ivan", "Eve", skill="brawling", faces=[1, 1, 6, 3, 3, 3])
    assert "Eve: Agility +4; Dodge +2; wounds -2; dice [3, 3] - [3] = 3 = 7" in told.text


def test_odds_of_an_attack_are_exact_and_roll_nothing(g, two):
    assert g.attack_odds("Ivan", "Eve", skill="brawling", difficulty=8) == ae.check_odds(
        characteristic=3, skill=4, difficulty=8
    )
    g.declare("Eve", "dodge")
    sums = [a + b - c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    won = sum(7 + mine > 6 + theirs for mine in sums for theirs in sums)
    assert g.attack_odds("Ivan", "Eve", skill="brawling") == Fraction(won, 216**2)


def test_deadly_burst_kills_once(two):
    person(two, "Gunner", "Anna", skills={"firearms": 4})
    two.game.attack("Gunner", "Eve", skill="firearms", difficulty=1, rounds=3, faces=[6, 6, 1, 6, 1, 1, 1, 1, 1, 1])
    assert texts(two, "public").count("Eve is dead.") == 1
    assert len(two.game.wounds("Eve")) == 3


def test_weapon_of_a_supplement_brings_its_standard_range(two):
    person(two, "Gunner", "Anna", skills={"firearms": 4})
    two.game.supplement("modern_weapons")
    shot = {"skill": "firearms", "difficulty": 40, "weapon": "pistol", "faces": [3, 3, 3]}
    assert two.game.attack("Gunner", "Eve", distance=75, **shot).result == 4 + 4 + 3 - 3
    with pytest.raises(NotAllowed, match="no weapon bazooka"):
        two.game.attack("Gunner", "Eve", skill="firearms", difficulty=4, weapon="bazooka")


def test_refused_attack_names_every_reason_and_spends_nothing(g, two):
    lay(two, 6, 6, 1)
    with pytest.raises(NotAllowed) as refused:
        g.attack("Ivan", "Ivan", skill="brawling", difficulty=5, place="tail", rounds=0, defence=["a", "b", "c"])
    told = str(refused.value)
    assert all(part in told for part in ("itself", "tail", "rounds", "defence"))
    assert two.view("gm").session.script == (6, 6, 1)
    assert not any(action.used for action in g.tracker()[0].declared)


def test_attack_takes_the_turn_and_those_before_have_had_theirs(two):
    g = two.game
    lay(two, 6, 6, 1, 1, 1, 6)
    g.fight("yard")
    g.initiative()
    g.declare("Eve", "strike")
    g.attack("Eve", "Ivan", skill="brawling", difficulty=30)
    assert g.acting == "Eve"
    assert [line for line in texts(two, "public") if line.endswith("acts.")] == ["Ivan acts.", "Eve acts."]


def test_grenade_can_be_thrown_when_its_parts_are_done(two):
    person(two, "Bomber", "Anna", speed=2, skills={"throwing": 3})
    g = two.game
    g.fight("yard", ["Bomber", "Eve"])
    g.declare("Bomber", "throw_grenade x3")
    with pytest.raises(NotAllowed, match="A21"):
        g.attack("Bomber", "Eve", skill="throwing", difficulty=30)
    g.end_circle()
    g.attack("Bomber", "Eve", skill="throwing", difficulty=30)
