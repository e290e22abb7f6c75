"""Who is told what: numbers to their own player, the rest in words, hidden persons not at all (S1, S2)."""

from __future__ import annotations

import json

from gmkit.core.codec import to_plain

ZERO = [2] * 6


def lines(c, viewer: str) -> str:
    return "\n".join(row.text for row in c.view(viewer).ledger.rows())


def known(c, viewer: str) -> str:
    view = c.view(viewer)
    return json.dumps(to_plain(view.session), ensure_ascii=False) + lines(c, viewer)


def test_the_numbers_of_an_npc_s_check_are_the_gm_s_and_its_end_is_told(g, c):
    g.check("Troll", "strength", difficulty=2, task="the gate", faces=[3] * 6)
    assert "Troll, the gate: Strength +3" in lines(c, "gm")
    for viewer in ("Anna", "Борис", "public"):
        assert "Troll, the gate: succeeds." in lines(c, viewer)
        assert "Strength" not in known(c, viewer)


def test_shown_numbers_open_later_checks_too(g, c):
    g.show("Troll", "numbers", "Anna")
    g.check("Troll", "strength", difficulty=2, faces=[3] * 6)
    assert "Troll: Strength +3" in lines(c, "Anna")
    assert "Strength +3" not in lines(c, "Борис")


def test_a_check_for_some_eyes_is_told_to_those_alone(g, c):
    g.check("Ivan", "mind", difficulty=0, task="a lie", seen_by="gm", faces=ZERO)
    g.check("Ivan", "mind", difficulty=0, task="a smell", seen_by="Anna", faces=ZERO)
    assert "a lie" not in lines(c, "Anna")
    assert "a smell" in lines(c, "Anna")
    assert "a smell" not in lines(c, "Борис")


def test_an_attack_on_an_npc_tells_how_it_went_and_no_number_of_the_npc_s(g, c):
    g.attack("Ivan", "Troll", skill="Sword", offence={"weapon": 1}, faces=ZERO + ZERO)
    assert "Ivan attacks Troll: hits." in lines(c, "Anna")
    assert "Damage to Troll" not in lines(c, "Anna")
    assert "Vitality" not in known(c, "Anna")
    assert "Ivan: Agility +1; Sword +2" in lines(c, "Anna"), "the own roll is open"
    assert c.view("Anna").sheet("Troll").state == "unknown"
    assert c.view("gm").sheet("Troll").state == "light"


def test_between_two_characters_of_players_all_numbers_are_open(g, c):
    g.character("Olga", player="Борис", attributes={"vitality": 1})
    g.attack("Ivan", "Olga", skill="Sword", faces=ZERO + ZERO)
    assert "Damage to Olga: margin +4; Strength +2; Vitality -1 = 5: Medium" in lines(c, "Anna")
    assert "Olga is wounded" in lines(c, "Борис")
    assert "Olga is wounded" not in lines(c, "Anna"), "wounds are shown by the GM's word"
    g.show("Olga", "wounds", "Anna")
    assert c.view("Anna").sheet("Olga").state == "medium"


def test_a_hidden_attacker_is_felt_by_the_wound_alone(g, c):
    g.character("Vlad", attributes={"agility": 3}, skills={"Knife": 3})
    g.attack("Vlad", "Ivan", skill="Knife", difficulty=0, offence={"weapon": 1}, faces=ZERO)
    assert "Ivan is wounded: Heavy." in lines(c, "Anna")
    for viewer in ("Anna", "Борис", "public"):
        assert "Vlad" not in known(c, viewer)
        assert "Knife" not in known(c, viewer)
    assert "wounded" not in lines(c, "Борис")


def test_an_opposed_check_tells_both_names_only_to_those_who_know_both(g, c):
    g.character("Vlad", public_name="A shadow", known_to="Anna")
    g.opposed("Ivan", "mind", "Lies", other="Vlad", other_attribute="mind", faces=ZERO + ZERO)
    assert "Ivan against A shadow: a draw." in lines(c, "Anna")
    assert "shadow" not in known(c, "Борис")
    assert "Vlad" not in known(c, "Anna")


def test_a_hidden_fight_tells_nobody_of_its_blows(g, c):
    g.fight("the ambush", ["Ivan", "Troll"], seen_by="gm")
    g.attack("Ivan", "Troll", skill="Sword", faces=ZERO + ZERO)
    for viewer in ("Anna", "Борис", "public"):
        assert "attacks" not in lines(c, viewer)
        assert "ambush" not in known(c, viewer)


def test_a_hidden_fighter_leaves_no_gap_in_the_order(g, c):
    """C070."""
    g.character("Vlad")
    g.fight("the bridge")
    g.initiative(["Vlad", "Troll", "Ivan"])
    assert [(row.n, row.name) for row in c.view("Anna").tracker()] == [(1, "Troll"), (2, "Ivan")]
    assert [row.name for row in c.view("gm").tracker()] == ["Vlad", "Troll", "Ivan"]


def test_who_sees_somebody_join_a_fight_that_was_out_of_sight_knows_its_circle(g, c):
    """Found by random sessions: the circles that ended while nobody known was left in it were missing."""
    g.character("Vlad", known_to="Борис")
    g.fight("the bridge", ["Troll", "Vlad"])
    g.leave("Troll")
    for _ in range(3):
        g.end_circle()
    g.join("Ivan")
    for viewer in ("Anna", "public", "Борис", "gm"):
        assert c.view(viewer).circle == g.circle == 4, viewer
    assert [row.name for row in c.view("public").tracker()] == ["Ivan"]
    g.end_fight()
    assert c.view("public").fight == ""


def test_hidden_throws_shift_no_open_ones(new):
    """D1: not even the same person's."""
    open_lines = []
    for name, hidden in (("a", 0), ("b", 3)):
        c = new(name)
        g = c.game
        g.character("Ivan", player="Anna")
        g.character("Troll", known_to="all")
        for _ in range(hidden):
            g.check("Ivan", "mind", difficulty=0, seen_by="gm")
            g.attack("Troll", "Ivan", skill=None, difficulty=99, seen_by="gm")
        g.check("Ivan", "mind", difficulty=0)
        g.attack("Ivan", "Troll", skill=None)
        open_lines.append(lines(c, "Борис"))
    assert open_lines[0] == open_lines[1]


def test_the_gm_s_defaults_of_skills_are_the_gm_s(g, c):
    g.skill_default("Summon the deep one", -5)
    g.change("Ivan", skills={"Locks": {"level": 1, "default": -3}})
    assert "deep one" not in known(c, "Anna").lower()
    assert c.view("gm").state.defaults == {"summon the deep one": -5, "locks": -3}
    assert c.view("Anna").state.defaults == {}


def test_a_report_tells_each_what_each_was_told(g, c):
    g.check("Troll", "strength", difficulty=0, task="the gate", faces=ZERO)
    g.hurt("Ivan", 3, "arm")
    g.end_scene()
    assert "Medium (arm)" in str(c.report(turn=1, player="Anna"))
    assert "Medium" not in str(c.report(turn=1, player="Борис"))
    assert "Medium" not in str(c.report(turn=1))


def test_names_from_people_are_literal_in_a_report(c):
    g = c.game
    g.character("<b>Ivan</b>", player="Anna", skills={"<i>Sword</i>": 1})
    g.check("<b>Ivan</b>", None, "<i>Sword</i>", difficulty=0, modifiers={"<script>": 1}, faces=ZERO)
    g.end_scene()
    page = str(c.report(turn=1, player="Anna", format="html"))
    assert "<b>Ivan" not in page
    assert "<i>Sword" not in page
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
