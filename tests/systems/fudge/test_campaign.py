"""Fudge on a campaign: checks, ties, attacks, bursts, harm, wearing down, initiative, circles (F7-F15, FR2-FR9)."""

from __future__ import annotations

import pytest

import gmkit
from gmkit.errors import NotAllowed

ZERO, BEST, WORST = [2] * 6, [3] * 6, [1] * 6


def faces(total: int) -> list[int]:
    """Returns six faces that come to *total*, -6 to 6."""
    found = [2] * 6
    for place in range(abs(total)):
        found[place] += 1 if total > 0 else -1
    return found


# --- checks ----------------------------------------------------------------------------------------------------------


def test_a_check_adds_what_stands_on_the_sheet(g):
    check = g.check(
        "Ivan",
        "agility",
        "sword",
        technique="feint",
        difficulty=3,
        modifiers={"rain": -1},
        task="the duel",
        faces=faces(1),
    )
    assert (check.result, check.margin, check.outcome, check.success) == (4, 1, "success", True)
    assert str(check) == (
        "Ivan, the duel: Agility +1; Sword +2; Feint +1; rain -1; dice [3, 2, 2, 2, 2, 2] - 12 = 1 = 4, "
        "against difficulty 3: Excellent, succeeds [F7]"
    )


def test_a_complication_is_a_success(g):
    check = g.check("Ivan", "agility", "Sword", difficulty=3, faces=ZERO)
    assert (check.outcome, check.success) == ("complication", True)


def test_without_the_skill_the_default_is_rolled(g):
    """F5, FR7: the GM's of this check, else of the campaign, else the setting's."""
    assert g.check("Ivan", "agility", "Climbing", difficulty=0, faces=ZERO).result == 0
    assert g.check("Ivan", "agility", difficulty=0, faces=ZERO).result == 0
    locked = {"difficulty": 0, "mandatory": True, "faces": ZERO}
    assert g.check("Ivan", "agility", "Locks", **locked).result == -1
    g.skill_default("locks", -3)
    assert g.check("Ivan", "agility", "Locks", **locked).result == -2
    assert g.check("Ivan", "agility", "Locks", default=0, **locked).result == 1
    g.skill_default("Locks", None)
    assert g.check("Ivan", "agility", "Locks", **locked).result == -1


def test_the_setting_of_the_default_is_turned(new):
    c = new(settings={"skill_default": -4})
    c.game.character("Ivan", skills={"Locks": {"default": -1}})
    assert c.game.check("Ivan", None, "Bombs", difficulty=0, mandatory=True, faces=ZERO).result == -4
    assert c.game.check("Ivan", None, "Locks", difficulty=0, mandatory=True, faces=ZERO).result == -1
    c.set("skill_default", -2)
    assert c.game.check("Ivan", None, "Bombs", difficulty=0, mandatory=True, faces=ZERO).result == -2


@pytest.mark.parametrize(
    ("main_roll", "typed", "total"),
    [("6d3-12", [3, 3, 3, 2, 2, 2], 3), ("6dF", [1, 1, 1, 0, 0, 0], 3), ("3dGF", [2, 1, 0], 3)],
)
def test_each_main_roll_is_played_with(new, main_roll, typed, total):
    c = new(settings={"main_roll": main_roll})
    c.game.character("Ivan")
    assert c.game.check("Ivan", "mind", difficulty=0, faces=typed).result == total - 1
    drawn = c.game.check("Ivan", "mind", difficulty=0)
    assert -7 <= drawn.result <= 5
    with pytest.raises(NotAllowed, match="faces"):
        c.game.check("Ivan", "mind", difficulty=0, faces=[1, 1])


@pytest.mark.parametrize("tie", ["complication", "fail"])
def test_an_equal_sum_ends_as_the_ruling_says(new, tie):
    c = new(settings={"tie": tie})
    c.game.character("Ivan", skills={"Sword": 0})
    assert c.game.check("Ivan", "mind", "Sword", difficulty=0, faces=ZERO).outcome == tie
    assert c.game.questions == ()


@pytest.mark.parametrize("answer", ["complication", "fail"])
def test_a_tie_may_ask_the_gm(new, answer):
    c = new(settings={"tie": "ask"})
    g = c.game
    g.character("Ivan", player="Anna", skills={"Sword": 0})
    check = g.check("Ivan", "mind", "Sword", difficulty=0, task="a leap", seen_by="Anna", faces=ZERO)
    assert (check.outcome, check.success) == ("ask", False)
    assert [(one.n, one.who, one.task) for one in g.questions] == [(1, "Ivan", "a leap")]
    assert c.view("Anna").questions == ()
    for wrong in ({"question": 2, "outcome": answer}, {"question": 1, "outcome": "success"}):
        with pytest.raises(NotAllowed):
            g.settle(**wrong)
    g.settle(1, answer)
    assert g.questions == ()
    words = {"complication": "succeeds with a complication", "fail": "fails"}[answer]
    last = c.view("Anna").ledger.page(1).rows[0].text
    assert last == f"Ivan, a leap, by the GM's word: {words} [FR2]."
    assert "by the GM's word" not in c.view("Борис").ledger.to_frame().text.to_string()
    c.undo()
    assert len(g.questions) == 1


def test_a_question_follows_a_person_that_is_renamed(new):
    c = new(settings={"tie": "ask"})
    g = c.game
    g.character("Ivan", skills={"Sword": 0})
    g.check("Ivan", "mind", "Sword", difficulty=0, faces=ZERO)
    g.rename("Ivan", "The stranger")
    assert g.questions[0].who == "The stranger"
    assert "The stranger" in str(g.settle(1, "fail"))


def test_what_lasts_on_a_person_adds_to_its_checks(g):
    g.fight("the bridge")
    g.effect("Ivan", "dazed", value=-2)
    assert g.check("Ivan", "agility", "Sword", difficulty=0, faces=ZERO).result == 1
    g.end_effect("Ivan", "dazed")
    assert g.check("Ivan", "agility", "Sword", difficulty=0, faces=ZERO).result == 3


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"name": "Nobody"}, "There is nobody called Nobody; there are: Ivan, Troll"),
        ({"attribute": "luck"}, "attributes has no 'luck'"),
        ({"technique": "Parry"}, "Ivan has no technique 'Parry'; there are: Feint"),
        ({"seen_by": "Nobody"}, "There is no player Nobody"),
        ({"difficulty": "hard"}, "difficulty is a whole number, not 'hard'"),
        ({"modifiers": {"rain": "heavy"}}, "modifiers"),
        ({"faces": [4] * 6}, "Face 1 is 4, but d3 shows 1 to 3"),
        ({"faces": [1]}, "6 faces are needed and 1 were given"),
        ({"default": "x"}, "default"),
    ],
)
def test_a_check_that_cannot_be_made_is_refused_and_rolls_nothing(g, c, given, says):
    before = len(c.ledger.to_frame())
    with pytest.raises(NotAllowed, match=says):
        g.check(**{"name": "Ivan", "attribute": "agility", "difficulty": 0, **given})
    assert len(c.ledger.to_frame()) == before
    assert sum(c._history.used(1).values()) == 0


# --- opposed checks --------------------------------------------------------------------------------------------------


def test_an_opposed_check_compares_two_sums(g):
    """F8."""
    found = g.opposed(
        "Ivan",
        "strength",
        "Sword",
        other="Troll",
        other_attribute="strength",
        modifiers={"lever": 1},
        faces=[*faces(1), *faces(-1)],
    )
    assert (found.sums, found.margin, found.outcome) == ((6, 1), 5, "success")


@pytest.mark.parametrize(("setting", "outcome"), [("draw", "draw"), ("complication", "complication")])
def test_each_choice_of_equal_sides(new, setting, outcome):
    """FR8."""
    c = new(settings={"opposed_tie": setting})
    c.game.character("Ivan")
    c.game.character("Troll")
    assert c.game.opposed("Ivan", "mind", other="Troll", other_attribute="mind", faces=ZERO + ZERO).outcome == outcome


def test_nobody_opposes_oneself(g):
    with pytest.raises(NotAllowed, match="Ivan cannot be both sides"):
        g.opposed("Ivan", "mind", other="ivan")


# --- attacks ---------------------------------------------------------------------------------------------------------


def struck(g, **given):
    """Ivan attacks the Troll: 1 + 2 + dice against 0 - 1 + dice."""
    options = {"skill": "Sword", "faces": [*ZERO, *ZERO], **given}
    return g.attack("Ivan", "Troll", **options)


def test_an_attack_that_hits_does_margin_and_factors(g):
    """F10, F12: 3 against -1, Strength 2, weapon 2, armour 1, Vitality 3."""
    found = struck(g, offence={"weapon": 2}, defence={"armour": 1})
    assert (found.outcome, found.margin, found.hits, found.damage, found.state) == ("hit", 4, 1, 4, "light")
    assert [(wound.name, wound.number) for wound in g.wounds("Troll")] == [("Light", 2)]
    assert "margin +4; Strength +2; weapon +2; armour -1; Vitality -3 = 4: Light [F12, FR5]" in found.text


def test_a_ranged_weapon_has_its_own_strength(g):
    assert struck(g, offence={"strength": 5}).damage == 4 + 5 - 3


def test_scale_and_armour_stand_on_the_sheet(g):
    g.change("Troll", qualities={"scale": 2, "armour": 1})
    g.change("Ivan", qualities={"scale": 1})
    assert struck(g).damage == 4 + 2 + 1 - 3 - 2 - 1


def test_a_miss_does_nothing(g):
    found = struck(g, faces=[*WORST, *BEST])
    assert (found.outcome, found.hits, found.damage) == ("miss", 0, None)
    assert g.wounds("Troll") == ()


@pytest.mark.parametrize(("graze", "scale", "number"), [(1, 0, 1), (2, 0, 1), (1, 2, 2), (2, 4, 3), (1, -1, None)])
def test_an_equal_attack_grazes_whatever_the_weapon(new, graze, scale, number):
    """F10, FR8."""
    c = new(settings={"graze": graze})
    g = c.game
    g.character("Ivan", qualities={"scale": max(0, scale)}, skills={"Sword": 0})
    g.character("Troll", attributes={"vitality": 9}, qualities={"scale": max(0, -scale), "armour": 9})
    found = g.attack("Ivan", "Troll", skill="Sword", offence={"weapon": 9}, faces=[*ZERO, *faces(1)])
    assert (found.outcome, found.damage) == ("graze", max(0, graze + scale))
    assert [wound.number for wound in g.wounds("Troll")] == ([] if number is None else [number])


def test_who_suspects_nothing_does_not_defend(g):
    """F9, FR8: equal to the difficulty is a graze too."""
    assert (struck(g, difficulty=1, faces=ZERO).margin, struck(g, difficulty=3, faces=ZERO).outcome) == (2, "graze")
    assert struck(g, difficulty=4, faces=ZERO).outcome == "miss"
    with pytest.raises(NotAllowed, match="6 faces are needed and 12 were given"):
        struck(g, difficulty=4, faces=ZERO + ZERO)


def test_the_defence_has_skill_technique_and_modifiers_of_its_own(g):
    g.change("Troll", skills={"Shield": 2}, techniques={"Wall": 1}, attributes={"agility": 1})
    found = struck(g, defence_skill="shield", defence_technique="Wall", defence_modifiers={"tired": -1})
    assert found.margin == 3 - (1 + 2 + 1 - 1)


@pytest.mark.parametrize(("rounds", "hits", "each"), [(10, 4, 2), (25, 10, 2), (3, 3, 2)])
def test_rapid_fire_hits_several_times(g, rounds, hits, each):
    """F11, FR3: margin 4."""
    found = struck(g, rounds=rounds, offence={"strength": 2}, defence={"vitality": 3})
    assert (found.hits, found.damage) == (hits, each + 2 - 3)
    assert len(g.wounds("Troll")) == hits


def test_the_weapon_s_grouping_counts_in_rapid_fire_alone(g):
    weak = {"grouping": 2, "offence": {"strength": -9}}
    assert struck(g, **weak).margin == 4
    assert struck(g, rounds=10, **weak).margin == 6


def test_a_burst_that_comes_out_equal_grazes_once(g):
    found = struck(g, rounds=30, faces=[*WORST, *faces(-2)])
    assert (found.outcome, found.margin, found.hits, found.damage) == ("graze", 0, 1, 1)


def test_a_burst_may_fill_every_cell_and_then_kill(g, c):
    """FR6: Dead comes from spilling over."""
    struck(g, rounds=100, modifiers={"point-blank": 6}, offence={"strength": 20})
    assert g.sheet("Troll").state == "dead"
    assert [wound.number for wound in g.wounds("Troll")] == [6]
    assert "Troll is dead." in c.view("Борис").ledger.to_frame().text.to_string()


def test_one_blow_however_hard_leaves_somebody_dying(g):
    assert struck(g, offence={"weapon": 90}).state == "dying"
    assert (g.sheet("Troll").state, g.sheet("Troll").dead) == ("dying", False)
    struck(g, offence={"weapon": 90})
    assert g.sheet("Troll").dead
    with pytest.raises(NotAllowed, match="Troll is dead"):
        struck(g)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"rounds": 0}, "1 to 10000 rounds are fired at once, not 0"),
        ({"offence": {"luck": 1}}, "offence has no 'luck'; there are: strength, scale, weapon, manoeuvre"),
        ({"defence": {"weapon": 1}}, "defence has no 'weapon'; there are: armour, manoeuvre, vitality, scale"),
        ({"place": " "}, "A part of the body is a line of 1 to 200 signs"),
        ({"defence_attribute": "luck"}, "attributes has no 'luck'"),
        ({"defence_technique": "Wall"}, "Troll has no technique 'Wall'; there are: none"),
        ({"faces": [1, 2, 3]}, "6 / 12 faces are needed and 3 were given"),
    ],
)
def test_an_attack_that_cannot_be_made_is_refused_and_rolls_nothing(g, c, given, says):
    before = c.view("gm").session
    with pytest.raises(NotAllowed, match=says):
        struck(g, **given)
    assert c.view("gm").session == before


def test_nobody_attacks_oneself_or_somebody_who_is_not_there(g):
    with pytest.raises(NotAllowed, match="Ivan cannot be both sides"):
        g.attack("Ivan", "ivan", skill=None)
    with pytest.raises(NotAllowed) as refused:
        g.attack("X", "Y", skill=None, rounds=-1)
    assert len(refused.value.reasons) == 3


# --- harm ------------------------------------------------------------------------------------------------------------


def test_wounds_hinder_where_the_hurt_part_takes_part(g):
    """F14, FR5: of several parts the worst; a wound on no named part always counts."""
    g.hurt("Ivan", 2, "left arm")
    g.hurt("Ivan", 3, "leg")
    check = {"attribute": "agility", "skill": "Sword", "difficulty": 0, "faces": ZERO}
    assert g.check("Ivan", **check).result == 1
    assert g.check("Ivan", parts=["Left arm"], **check).result == 2
    assert g.check("Ivan", parts=["left arm", "leg"], **check).result == 1
    assert g.check("Ivan", parts=["head"], **check).result == 3
    assert g.check("Ivan", parts=[], **check).result == 3
    g.hurt("Ivan", 4)
    assert g.check("Ivan", parts=["head"], **check).result == 0
    assert "wounds -3" in g.check("Ivan", parts=["head"], **check)


@pytest.mark.parametrize(("setting", "penalty"), [("worst", -1), ("sum", -2)])
def test_each_choice_of_several_wounds_on_one_part(new, setting, penalty):
    """C039."""
    c = new(settings={"wound_penalties": setting})
    g = c.game
    g.character("Ivan", skills={"Sword": 0})
    g.hurt("Ivan", 2, "arm")
    g.hurt("Ivan", 2, "Arm")
    assert g.sheet("Ivan").penalty == penalty
    assert g.check("Ivan", "mind", "Sword", difficulty=0, faces=ZERO).result == penalty


def test_a_penalty_is_taken_once_whatever_other_modifiers_there_are(g):
    g.hurt("Ivan", 3)
    assert g.check("Ivan", "agility", "Sword", difficulty=0, faces=faces(1)).result == 2
    assert g.check("Ivan", "agility", "Sword", difficulty=0, modifiers={"high": 1}, faces=faces(1)).result == 3


def test_incapacitated_and_worse_give_no_number(g):
    g.hurt("Ivan", 5)
    assert (g.sheet("Ivan").state, g.sheet("Ivan").penalty) == ("incapacitated", None)
    assert g.check("Ivan", "agility", "Sword", difficulty=0, faces=ZERO).result == 3


def test_the_fifth_scratch_fills_a_light_cell(g):
    """C039, FR5."""
    for _ in range(5):
        g.hurt("Ivan", 1)
    assert [wound.number for wound in g.wounds("Ivan")] == [1, 1, 1, 1, 2]
    assert [(row.state, row.filled, row.cells) for row in g.cells("Ivan")] == [
        ("scratch", 4, 4),
        ("light", 1, 2),
        ("medium", 0, 1),
        ("heavy", 0, 1),
        ("incapacitated", 0, 1),
        ("dying", 0, 1),
    ]


def test_a_wound_heals_into_a_better_row_if_a_cell_is_free(g):
    g.hurt("Ivan", 2)
    g.heal("Ivan", 1)
    assert g.sheet("Ivan").state == "scratch"
    for _ in range(4):
        g.hurt("Ivan", 1)
    assert g.wounds("Ivan")[-1].number == 2
    with pytest.raises(NotAllowed, match="All 4 cells of Scratch are filled"):
        g.heal("Ivan", 5)
    g.heal("Ivan", 5, by=2, reason="a healer")
    assert [wound.number for wound in g.wounds("Ivan")] == [1, 1, 1, 1]
    with pytest.raises(NotAllowed, match="Ivan has no wound 5"):
        g.heal("Ivan", 5)


def test_only_the_gm_or_spilling_makes_somebody_dead(g):
    with pytest.raises(NotAllowed, match="A wound's number is 1 to 6, not 7"):
        g.hurt("Ivan", 7)
    g.kill("Ivan")
    assert g.sheet("Ivan").state == "dead"
    g.revive("Ivan")
    assert g.sheet("Ivan").state == "unhurt"


def test_blows_that_vitality_stopped_wear_down_and_four_are_traded(g):
    """F13, FR4: margin 4 + Strength 2 = 6 before Vitality 9."""
    g.change("Troll", attributes={"vitality": 9})
    found = struck(g)
    assert (found.damage, found.attrition) == (-3, 6)
    assert (g.sheet("Troll").worn, g.sheet("Troll").state) == (6, "unhurt")
    with pytest.raises(NotAllowed, match="at most 1 of damage"):
        g.trade("Troll", 2)
    g.trade("Troll", place="knee")
    assert (g.sheet("Troll").worn, g.wounds("Troll")[0].place, g.wounds("Troll")[0].number) == (2, "knee", 1)
    with pytest.raises(NotAllowed, match="2 points that wear down are traded for at most 0"):
        g.trade("Troll")


def test_each_round_that_hits_wears_down(g):
    g.change("Troll", attributes={"vitality": 9})
    found = struck(g, rounds=10)
    assert (found.hits, found.attrition, g.sheet("Troll").worn) == (4, 4, 16)
    g.trade("Troll", 3)
    assert (g.sheet("Troll").worn, g.sheet("Troll").state) == (4, "light")


def test_with_attrition_off_nothing_wears_down_and_nothing_is_traded(new):
    c = new(settings={"attrition": "off"})
    g = c.game
    g.character("Ivan", skills={"Sword": 3})
    g.character("Troll", attributes={"vitality": 9})
    assert struck(g).attrition == 0
    assert g.sheet("Troll").worn == 0
    with pytest.raises(NotAllowed, match="attrition is off"):
        g.trade("Troll")


# --- fights ----------------------------------------------------------------------------------------------------------


def test_the_gm_lists_the_fighters_by_default(g):
    """FR9."""
    g.fight("the bridge")
    g.initiative(["Troll", "Ivan"])
    assert g.order == ["Troll", "Ivan"]
    g.initiative(["Ivan"])
    assert g.order == ["Ivan", "Troll"]


def test_or_main_roll_and_agility_order_them_and_ties_are_rolled_again(new):
    """FR9: 1 + 0 and 0 + 1 are equal; then 2 and 3; then the Troll's is higher, all of the sum thrown again."""
    tied = [*faces(0), *faces(1), *faces(-1), *faces(0), *faces(-2), *faces(3)]
    c = new(settings={"initiative": "agility"}, scenario={"dice": tied})
    g = c.game
    g.character("Ivan", player="Anna", attributes={"agility": 1})
    g.character("Troll", known_to="all")
    g.fight("the bridge")
    with pytest.raises(NotAllowed, match="rolled here, not listed"):
        g.initiative(["Ivan"])
    g.initiative()
    assert g.order == ["Troll", "Ivan"]
    with pytest.raises(NotAllowed, match="once a fight"):
        g.initiative()
    assert c._history.now.script == ()


def test_a_circle_is_declared_acted_and_ended(g, c):
    g.fight("the bridge")
    g.initiative(["Troll", "Ivan"])
    g.declare("Ivan", "strike", "step back")
    assert g.waiting == ["Troll"]
    g.declare("Troll", "roar")
    assert g.waiting == []
    g.attack("Troll", "Ivan", skill=None, faces=[*ZERO, *BEST])
    assert g.acting == "Troll"
    with pytest.raises(NotAllowed, match="declarations come before all actions"):
        g.declare("Ivan", "run")
    struck(g)
    assert g.acting == "Ivan"
    report = g.end_circle()
    assert "the bridge: circle 1 is over." in str(report)
    assert (g.circle, g.acting, c.turn, g.waiting) == (2, "", 2, ["Troll", "Ivan"])
    with pytest.raises(NotAllowed, match="the bridge is going on"):
        g.end_scene()
    g.end_fight()
    g.end_scene()
    assert c.turn == 3


def test_a_fight_that_was_left_is_resumed(g):
    """C054."""
    g.fight("the bridge")
    g.end_circle()
    g.fight("the gate", ["Ivan"])
    assert g.order == ["Ivan"]
    g.fight("the bridge")
    assert (g.circle, g.order) == (2, ["Ivan", "Troll"])


# --- again, back, from a shell ---------------------------------------------------------------------------------------


def test_a_cell_run_again_acts_once(g, c):
    first = g.check("Ivan", "agility", difficulty=0, id="climb")
    again = g.check("Ivan", "agility", difficulty=0, id="climb")
    assert (first.result, first.n) == (again.result, again.n)
    blow = g.attack("Ivan", "Troll", skill="Sword", id="blow")
    wounds = g.wounds("Troll")
    again = g.attack("Ivan", "Troll", skill="Sword", id="blow")
    assert (blow.margin, blow.n, blow.outcome) == (again.margin, again.n, again.outcome)
    assert g.wounds("Troll") == wounds
    with pytest.raises(NotAllowed):
        g.attack("Ivan", "Troll", skill=None, id="blow")


def test_undo_takes_an_attack_back_and_redo_brings_the_same_faces(g, c):
    struck_once = g.attack("Ivan", "Troll", skill="Sword")
    sheet = g.sheet("Troll")
    c.undo()
    assert g.sheet("Troll").state == "unhurt"
    c.redo()
    assert g.sheet("Troll") == sheet
    c.undo()
    assert g.attack("Ivan", "Troll", skill="Sword").margin == struck_once.margin


def test_every_verb_is_data_too(g, c):
    c.do(
        [
            {"do": "check", "name": "Ivan", "attribute": "agility", "difficulty": 0},
            {"do": "attack", "attacker": "Ivan", "target": "Troll", "skill": "Sword", "place": "arm"},
            {"do": "hurt", "name": "Troll", "number": 1},
            {"do": "end_scene"},
        ]
    )
    assert c.turn == 2
    with pytest.raises(NotAllowed, match="attack needs skill"):
        c.do({"do": "attack", "attacker": "Ivan", "target": "Troll"})


def test_a_scenario_brings_persons_and_dice(new):
    c = new(
        scenario={
            "settings": {"graze": 2},
            "commands": [{"do": "character", "name": "Ivan", "player": "Anna", "skills": {"Sword": 1}}],
            "dice": [3, 3, 3, 3, 3, 3],
        }
    )
    assert c.settings["graze"] == 2
    assert c.game.check("Ivan", None, "Sword", difficulty=0).result == 7
    with pytest.raises(gmkit.GmkitError, match="A scenario has no 'hero'"):
        new("d", scenario={"hero": "Ivan"})


def test_everything_reads_in_russian(new):
    c = new(lang="ru")
    g = c.game
    g.character("Иван", player="Anna", attributes={"Сила": 2}, skills={"Меч": 2})
    g.character("Тролль", known_to="all", attributes={"vitality": 1})
    line = str(g.check("Иван", "Сила", "меч", difficulty=2, faces=ZERO))
    assert line.startswith("Иван: Сила +2; Меч +2; кубики [2, 2, 2, 2, 2, 2] - 12 = 0 = 4")
    assert line.endswith("сложность 2: Отлично, удалось [F7]")
    text = g.attack("Иван", "Тролль", skill="Меч", faces=ZERO + ZERO).text
    assert "Иван атакует: Тролль" in text
    assert "Лёгкое повреждение" in text
    assert g.sheet("Тролль").state_name == "Лёгкое повреждение"
    with pytest.raises(gmkit.GmkitError, match="нет"):
        g.check("Иван", "удача", difficulty=0)
