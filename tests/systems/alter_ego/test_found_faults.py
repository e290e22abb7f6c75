"""Faults that a tester found by reading the text alone: each test is named for the sentence that holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gmkit.errors import GmkitError, NotAllowed
from gmkit.systems import alter_ego as ae
from tests.systems.alter_ego.table import begin, person

LISTS = (4, None, "45", {4: 1})


def test_a_whole_number_of_another_library_is_a_whole_number():
    assert ae.trait_price(frequency=np.int64(2), strength=2, adaptation=np.int8(2)) == 2
    assert ae.wound(np.int64(4)).id == "medium"
    assert ae.wound_penalty(np.array([4, 4, 5])) == -7
    assert ae.willpower_difficulty(np.array([4, 4, 5])) == 18
    assert ae.cumulative_bonus(np.array([10, 9])) == 3
    checked = ae.check(characteristic=np.int64(2), skill=np.int64(3), difficulty=np.int64(8), faces=np.array([6, 3, 4]))
    assert (checked.result, checked.margin) == (10, 2)
    assert type(checked.result) is int


@pytest.mark.parametrize("wrong", LISTS, ids=repr)
@pytest.mark.parametrize("function", [ae.wound_penalty, ae.willpower_difficulty, ae.cumulative_bonus, ae.joint_result])
def test_what_is_no_list_of_numbers_is_refused_in_a_sentence(function: Any, wrong: Any):
    with pytest.raises(NotAllowed, match=r" is a list, not "):
        function(wrong)


@pytest.mark.parametrize("wrong", [["stress"], 3, "stress", {1: 3}, {"stress": 1.5}], ids=repr)
def test_modifiers_that_are_no_mapping_from_name_to_whole_number_are_refused_in_a_sentence(wrong: Any):
    for function in (ae.check, ae.check_odds):
        with pytest.raises(NotAllowed, match=r"^(modifiers is a mapping from name to value|stress is a whole number)"):
            function(characteristic=2, difficulty=5, modifiers=wrong)


@pytest.mark.parametrize("wrong", ["yes", None, 1], ids=repr)
def test_true_or_false_is_nothing_else(wrong: Any):
    with pytest.raises(NotAllowed, match=r"^flexible is true or false, not "):
        ae.dodge_modifier(agility=4, dodge=3, flexible=wrong)
    with pytest.raises(NotAllowed, match=r"^unsuitable is true or false, not "):
        ae.check(characteristic=2, skill=3, unsuitable=wrong)


@pytest.mark.parametrize("wrong", [2.5, True, "4"], ids=repr)
def test_a_flat_dodge_refuses_wrong_levels_too(wrong: Any):
    with pytest.raises(NotAllowed, match="is a whole number, not"):
        ae.dodge_modifier(agility=wrong, dodge=3, dodge_modifier="flat")


@pytest.mark.parametrize(
    ("verb", "values"),
    [
        ("character", {"name": "Orc", "characteristics": [3]}),
        ("character", {"name": "Orc", "skills": "fencing"}),
        ("character", {"name": "Orc", "words": "tall"}),
        ("character", {"name": "Orc", "traits": None}),
        ("character", {"name": "Orc", "known_to": 3}),
        ("write", {"name": "Ivan", "words": ["tall"]}),
        ("change", {"name": "Ivan", "characteristics": 3}),
        ("check", {"name": "Ivan", "characteristic": "agility", "difficulty": 5, "modifiers": ["stress"]}),
        ("check", {"name": "Ivan", "characteristic": "agility", "difficulty": 5, "faces": 3}),
        ("check", {"name": "Ivan", "characteristic": "agility", "difficulty": 5, "swap": "stress"}),
        ("check", {"name": "Ivan", "characteristic": "agility", "difficulty": 5, "seen_by": None}),
        ("joint", {"name": "Ivan", "helpers": "Olga", "characteristic": "strength", "difficulty": 5}),
        ("pass_time", {"minutes": 15, "resting": "Ivan"}),
        ("fight", {"name": "Yard", "fighters": 3}),
        ("map_set", {"hexes": [1], "terrain": "wall"}),
        ("map_set", {"hexes": None, "terrain": "wall"}),
    ],
    ids=lambda given: repr(given)[:60],
)
def test_a_verb_refuses_a_wrong_kind_of_value_in_a_sentence_and_changes_nothing(
    verb: str, values: dict[str, Any], c: Any
):
    c.game.character("Ivan", player="Anna")
    c.game.character("Olga", player="Anna")
    before = len(c.ledger.to_frame())
    with pytest.raises(GmkitError):
        getattr(c.game, verb)(**values)
    assert len(c.ledger.to_frame()) == before


def numbers(c: Any, name: str) -> list[int]:
    return [wound.number for wound in c.game.wounds(name)]


def test_a_wound_heals_by_itself_however_the_days_go_by(tmp_path: Any):
    with begin(tmp_path / "c", recovery=1) as c:
        person(c, "Ivan", "Anna")
        c.game.hurt("Ivan", 6, "left_leg")
        c.game.pass_time(12 * 60)
        assert numbers(c, "Ivan") == [6]
        c.game.pass_time(12 * 60)
        assert numbers(c, "Ivan") == [5]


def test_days_under_the_gms_healing_do_not_count_when_a_number_of_days_is_set_later(two: Any):
    two.game.hurt("Ivan", 6, "left_leg")
    two.game.pass_time(days=10)
    two.set("recovery", 2)
    two.game.pass_time(days=1)
    assert numbers(two, "Ivan") == [6]
    two.game.pass_time(days=1)
    assert numbers(two, "Ivan") == [5]


def test_a_distance_without_a_standard_range_is_refused_and_not_passed_over(two: Any):
    two.game.fight("Yard")
    two.game.initiative()
    with pytest.raises(GmkitError, match="A distance counts by the weapon's standard range"):
        two.game.attack_odds("Ivan", "Eve", skill="brawling", difficulty=5, distance=30)


def test_the_dead_are_not_wounded_again(two: Any):
    two.game.kill("Eve")
    with pytest.raises(GmkitError, match=r"^Eve is dead\.$"):
        two.game.hurt("Eve", 3, "left_leg")


WRONG_ODDS = [
    ("odds", ("Ivan", "agility"), {"difficulty": 5, "modifiers": [1]}),
    ("odds", ("Ivan", "agility"), {"difficulty": 5, "nonsense": 1}),
    ("odds", ("Ivan", "agility"), {"difficulty": 5, "task": 3}),
    ("odds", ("Ivan", "agility"), {"difficulty": 5, "drugs": "x"}),
    ("attack_odds", ("Ivan", "Eve"), {"skill": "magic", "difficulty": 5}),
    ("attack_odds", ("Ivan", "Ivan"), {"skill": "brawling", "difficulty": 5}),
    ("attack_odds", ("Zed", "Eve"), {"skill": "brawling", "difficulty": 5}),
    ("attack_odds", ("Ivan", "Eve"), {"skill": "brawling", "difficulty": 5, "weapon": "ray"}),
    ("attack_odds", ("Ivan", "Eve"), {"skill": "brawling", "difficulty": 5, "modifiers": 3}),
    ("attack_odds", ("Ivan", "Eve"), {"skill": "brawling", "difficulty": 5, "nonsense": 1}),
    ("contest_odds", ("Ivan", "agility"), {"other": "Ivan"}),
    ("contest_odds", ("Ivan", "agility"), {"other": "Eve", "other_skill": 3}),
    ("contest_odds", ("Ivan", "agility"), {"other": "Eve", "modifiers": [1]}),
    ("joint_odds", ("Ivan", ["Ivan"], "agility"), {"difficulty": 5}),
    ("joint_odds", ("Ivan", None, "agility"), {"difficulty": 5}),
    ("joint_odds", ("Ivan", ["Eve"], "agility"), {"difficulty": 5, "old_colleagues": ["Ivan"]}),
]


@pytest.mark.parametrize(("verb", "names", "values"), WRONG_ODDS, ids=lambda given: repr(given)[:60])
def test_a_chance_is_refused_where_the_try_itself_would_be(verb: str, names: Any, values: dict[str, Any], two: Any):
    with pytest.raises(GmkitError):
        getattr(two.game, verb)(*names, **values)


def test_the_chance_of_a_check_takes_what_the_check_takes(two: Any):
    two.game.check("Ivan", "agility", "burglary", difficulty=30, task="lock", seen_by="gm", faces=[1, 1, 1])
    given = {"skill": "brawling", "difficulty": 9, "task": "lock", "faces": [1, 2, 3]}
    # Strength 3 and Brawling 4 need more than 2 of the dice; a try that the GM alone saw adds 2 (4 + 5 + 1 = 10).
    assert two.game.odds("Ivan", "strength", seen_by="gm", **given) == ae.check_odds(characteristic=9, difficulty=9)
    assert two.game.odds("Ivan", "strength", **given) == ae.check_odds(characteristic=7, difficulty=9)


TITLE = 'title_en = "W"\ntitle_ru = "В"\n'
NAMES = 'en = "X"\nru = "Х"\n'
BAD_SUPPLEMENTS = [
    (f'[[skill]]\nid = "a"\n{NAMES}[[skill]]\nid = "a"\n{NAMES}', "line 7: skill 2: the id a stands here twice"),
    (f'[[action]]\nid = "roll"\n{NAMES}parts = -1\n', "line 3: action 1: an action has 1 to 100 parts, or 0"),
    (f'[[trait]]\nid = "x"\n{NAMES}kind = "odd"\n', "line 7: trait 1: kind is 'odd', and it takes: 'negative'"),
    (f'[[trait]]\nid = "x"\n{NAMES}kind = "positive"\nrule = "flies"\n', "line 3: trait 1: there is no rule flies"),
    (f'[[modifier]]\nid = "x"\n{NAMES}values = ["a"]\n', "line 7: modifier 1: values[0] is 'a', and it takes: a list"),
    (f'[[skill]]\nid = "x"\n{NAMES}colour = "red"\n', "line 7: skill 1: there is no colour; there are: id, en, ru"),
    (
        f'[[wound]]\nid = "x"\n{NAMES}number = 4\nlooks_en = "a"\nlooks_ru = "b"\npenalty = 2\n',
        "line 3: wound 1: a wound's penalty is 0 or less",
    ),
]


@pytest.mark.parametrize(("text", "reason"), BAD_SUPPLEMENTS, ids=lambda given: given[:50])
def test_a_bad_supplement_is_refused_with_line_and_reason_in_words(text: str, reason: str, two: Any, tmp_path: Any):
    file = tmp_path / "bad.toml"
    file.write_text(TITLE + text, encoding="utf-8")
    with pytest.raises(GmkitError) as refused:
        two.game.supplement(file)
    assert str(refused.value).startswith(f"bad, {reason}")
    assert two.game.supplements == []


@pytest.mark.parametrize("wrong", [None, 3, ["Ivan"]], ids=repr)
def test_what_is_no_character_is_not_taken_in(wrong: Any, two: Any):
    with pytest.raises(GmkitError, match="A character is plain data, the text of a file or a file, not "):
        two.game.import_character(wrong)


@pytest.mark.parametrize("typed", ["brawling (karate)", "Драка (КАРАТЭ)", "Brawling: Karate"])
def test_case_means_nothing_in_the_name_of_a_style(typed: str, c: Any):
    style = "Каратэ" if "КАР" in typed else "Karate"
    person(c, "Olga", "Anna", skills={f"Brawling ({style})": 3})
    assert c.game.check("Olga", "strength", typed, difficulty=3, faces=[1, 1, 1]).result == 3 + 3 + 1
    c.game.advance("Olga", points=1, skills={typed: 4})
    assert list(c.game.sheet("Olga").skills.values()) == [4]


def test_what_is_not_there_is_not_taken_away(two: Any):
    with pytest.raises(GmkitError, match=r"^Ivan has no fencing that could be taken away\.$"):
        two.game.change("Ivan", skills={"Fencing": None})
    two.game.change("Ivan", skills={"brawling": None})
    assert "brawling" not in two.game.sheet("Ivan").skills
