"""Who is told what: own numbers, public names, hidden fighters, the GM's own (S1, S2, C060, C069, C070, C081)."""

from __future__ import annotations

import random

import pytest

from gmkit.errors import NotAllowed
from gmkit.systems import alter_ego as ae
from gmkit.systems.alter_ego.random_play import random_play
from tests.systems.alter_ego.table import all_of, begin, lay, noon, person, texts
from tests.systems.play import everything

VIEWERS = ("Anna", "Борис", "public")


def test_numbers_go_to_the_own_player_and_a_public_name_to_all(two):
    assert two.view("Anna").sheet("Ivan").characteristics["strength"] == 3
    for viewer in ("Борис", "public"):
        view = two.view(viewer)
        assert view.persons == ["Ivan", "Eve"]
        assert view.person("Ivan").numbers == {}
        assert view.sheet("Ivan").reasons == ()
    assert two.view("Борис").own == ["Eve"]


def test_person_without_a_player_is_known_to_the_gm_alone(two):
    person(two, "Vampire lord", public_name="Pale guest")
    for viewer in VIEWERS:
        assert "Vampire" not in all_of(two, viewer)
        assert "Pale" not in all_of(two, viewer)
        with pytest.raises(NotAllowed, match="nobody called Pale guest; there are: Ivan, Eve"):
            two.view(viewer).person("Pale guest")


def test_true_name_of_a_masked_person_stands_nowhere(two):
    """C081."""
    person(two, "Vampire lord", public_name="Pale guest")
    two.game.introduce("Vampire lord")
    g = two.game
    g.fight("ball")
    g.initiative()
    g.declare("Vampire lord", "strike", "dodge")
    g.attack("Vampire lord", "Ivan", skill="brawling", difficulty=3, faces=[6, 6, 1, 3, 3])
    g.hurt("Vampire lord", 4, "left_leg")
    g.check("Vampire lord", "strength", difficulty=5)
    g.end_circle()
    for viewer in VIEWERS:
        assert "Vampire" not in all_of(two, viewer)
        assert "Pale guest" in all_of(two, viewer)
        assert two.view(viewer).person("Pale guest").numbers == {}
        assert len(two.view(viewer).wounds("Pale guest")) == 0


def test_npcs_numbers_and_dice_are_the_gms(two):
    person(two, "Guard", known_to="all", strength=9, skills={"brawling": 7, "dodge": 1})
    two.game.check("Guard", "strength", "brawling", difficulty=8, task="gate", faces=[2, 2, 1])
    for viewer in VIEWERS:
        assert texts(two, viewer)[-1] == "Guard, gate: success."
        assert "+9" not in all_of(two, viewer)
        assert "[2, 2]" not in all_of(two, viewer)
    two.game.show("Guard", "numbers", to="Anna")
    two.game.check("Guard", "strength", "brawling", difficulty=8, faces=[2, 2, 1])
    assert any("Strength +9" in line for line in texts(two, "Anna"))
    assert "+9" not in all_of(two, "Борис")


def test_check_that_the_gm_alone_sees(two):
    two.game.check("Ivan", "perception", difficulty=8, seen_by="gm", task="ambush")
    for viewer in VIEWERS:
        assert "ambush" not in all_of(two, viewer)
    two.game.check("Ivan", "perception", difficulty=8, seen_by=["Anna"], task="whisper")
    assert "whisper" in all_of(two, "Anna")
    assert "whisper" not in all_of(two, "Борис")


def test_hidden_tries_tire_hidden_checks_only(two):
    """A hidden try must not be felt in an open one (S2)."""
    for _ in range(3):
        two.game.check("Ivan", "perception", difficulty=30, seen_by="gm", task="ambush", faces=[5, 5, 1])
    assert two.view("gm").check("Ivan", "mind", "brawling", difficulty=5, task="ambush").penalty_dice == 0
    told = two.game.check("Ivan", "mind", "brawling", difficulty=5, task="ambush", faces=[3, 3, 3])
    assert told.result == 2 + 4 + 3
    hidden = two.game.check("Ivan", "mind", difficulty=30, task="lurker", seen_by="gm", faces=[3, 3, 3])
    assert hidden.result == 5


def test_turn_list_with_a_hidden_fighter_has_no_gap(c):
    """C070: 4 visible fighters and 1 hidden one: 4 rows, numbered 1..4, and no empty step."""
    for name, player in (("Ivan", "Anna"), ("Eve", "Борис"), ("Leo", "Anna"), ("Kim", "Борис")):
        person(c, name, player)
    person(c, "Shadow")
    g = c.game
    g.fight("yard")
    g.initiative()
    assert len(g.order) == 5
    for viewer in VIEWERS:
        rows = c.view(viewer).tracker()
        assert [row.n for row in rows] == [1, 2, 3, 4]
        assert [row.name for row in rows] == [name for name in g.order if name != "Shadow"]
    for _ in range(5):
        acting = g.acting
        g.next()
        for viewer in VIEWERS:
            now = c.view(viewer).acting
            assert now == (g.acting if g.acting != "Shadow" else acting)
    g.end_circle()
    for viewer in VIEWERS:
        assert "Shadow" not in all_of(c, viewer)


def test_hidden_fighter_that_comes_into_the_open_takes_its_place(c):
    person(c, "Ivan", "Anna")
    person(c, "Shadow")
    person(c, "Eve", "Борис")
    g = c.game
    lay(c, 6, 6, 1, 5, 5, 1, 1, 1, 6)
    g.fight("yard")
    g.initiative()
    g.declare("Shadow", "strike")
    g.introduce("Shadow")
    for viewer in VIEWERS:
        assert c.view(viewer).order == ["Ivan", "Shadow", "Eve"]
    assert [row.declared is None for row in c.view("gm").tracker()] == [True, False, True]


def test_whoever_learns_of_a_fighter_learns_of_its_fights_too_of_those_that_are_over(two):
    """A fight that was left and is resumed must be known to a player whose person stands in it."""
    person(two, "Guard")
    g = two.game
    g.fight("cellar", ["Guard", "Ivan"])
    g.end_circle()
    g.end_fight()
    g.give("Guard", "Борис")
    assert two.view("Борис").state.fights[0].over
    g.fight("cellar")
    assert two.view("Борис").order == ["Guard", "Ivan"]
    assert two.view("Борис").circle == 2
    g.declare("Guard", "dodge")


def test_attack_from_the_dark_names_nobody(two):
    person(two, "Sniper", skills={"firearms": 5})
    two.game.attack("Sniper", "Eve", skill="firearms", difficulty=5, faces=[3, 3, 3, 3, 4])
    for viewer in VIEWERS:
        assert "Sniper" not in all_of(two, viewer)
        assert "Somebody hits Eve: hip or groin." in texts(two, viewer)
    assert [w.number for w in two.view("Борис").wounds("Eve")] == [7]
    assert len(two.view("Anna").wounds("Eve")) == 0


def test_wounds_are_told_to_the_own_player_until_the_gm_shows_them(two):
    two.game.hurt("Eve", 4, "left_leg")
    assert len(two.view("public").wounds("Eve")) == 0
    two.game.show("Eve", "wounds")
    assert [w.name for w in two.view("public").wounds("Eve")] == ["medium"]
    two.game.hurt("Eve", 2, "right_leg")
    assert [w.number for w in two.view("Anna").wounds("Eve")] == [4, 2]


def test_words_are_shown_one_by_one_and_extra_fields_are_hidden(two):
    """C060."""
    two.game.write("Eve", {"appearance": "tall", "заметка ведущего": "a spy", "speech": "quick"})
    assert two.view("Борис").person("Eve").words == {"appearance": "tall", "speech": "quick"}
    for viewer in VIEWERS:
        assert "a spy" not in all_of(two, viewer)
    two.game.show("Eve", "appearance")
    assert two.view("Anna").person("Eve").words == {"appearance": "tall"}
    two.game.write("Eve", {"appearance": "taller", "speech": "slow"})
    assert two.view("Anna").person("Eve").words == {"appearance": "taller"}
    two.game.show("Eve", "заметка ведущего", to="Anna")
    assert two.view("Anna").person("Eve").notes == {"заметка ведущего": "a spy"}
    assert "a spy" not in all_of(two, "Борис")


def test_person_given_to_a_player_brings_its_sheet_but_not_the_gms_notes(two):
    """C069."""
    person(two, "Guard", words={"race": "orc", "plan": "betray them"})
    two.game.hurt("Guard", 3, "left_leg")
    two.game.give("Guard", "Anna")
    view = two.view("Anna")
    assert (view.sheet("Guard").characteristics["strength"], view.person("Guard").words) == (3, {"race": "orc"})
    assert [w.number for w in view.wounds("Guard")] == [3]
    assert "betray" not in all_of(two, "Anna")
    assert "Guard" not in all_of(two, "Борис")
    assert two.view("gm").person("Guard").known_to == ("s1",)
    two.game.give("Guard", None)
    assert two.view("gm").person("Guard").known_to == ("s1",)
    two.game.hurt("Guard", 2, "right_leg")
    assert len(two.view("Anna").wounds("Guard")) == 1


def test_renamed_person_is_called_so_from_now_on_everywhere(two):
    g = two.game
    g.fight("yard")
    g.effect("Ivan", "watched", until="Eve")
    g.rename("Eve", "The lady")
    for viewer in ("gm", *VIEWERS):
        assert two.view(viewer).order == ["Ivan", "The lady"]
    assert two.view("gm").person("Ivan").effects[0].until == "The lady"
    assert two.view("gm").person("Eve").public_name == "The lady"
    with pytest.raises(NotAllowed, match="already"):
        g.rename("Ivan", "the LADY")


def test_names_are_taken_once_in_truth_and_in_public(two):
    for name, public in (("Ivan", None), ("x", "ivan"), ("", None), ("a\nb", None), ("y" * 101, None)):
        with pytest.raises(NotAllowed):
            two.game.character(name, public_name=public)
    with pytest.raises(NotAllowed, match="no player Nobody"):
        two.game.character("Leo", player="Nobody", known_to="Nobody")


def test_hidden_fight_is_not_told(two):
    person(two, "Guard")
    two.game.fight("cellar", ["Guard"])
    two.game.initiative()
    for viewer in VIEWERS:
        assert "cellar" not in all_of(two, viewer)
        assert two.view(viewer).fight == ""


def test_fight_that_only_some_may_know_of(two):
    two.game.fight("duel", seen_by=["Anna"])
    two.game.initiative()
    assert two.view("Anna").fight == "duel"
    assert "duel" not in all_of(two, "public")
    assert "duel" not in all_of(two, "Борис")


def test_tie_with_somebody_hidden_is_not_felt(tmp_path):
    """AR8 and S2: Ivan is rolled again because of Shadow, and Anna is told nothing of it."""
    with begin(tmp_path / "c", dice=[3, 3, 3, 3, 3, 3, 6, 6, 1, 1, 1, 6]) as c:
        person(c, "Ivan", "Anna")
        person(c, "Shadow")
        c.game.fight("yard")
        c.game.initiative()
        assert c.game.order == ["Ivan", "Shadow"]
        line = next(line for line in texts(c, "Anna") if "initiative" in line)
        assert line == "Ivan, initiative: Speed +5; Mind +2; dice [3, 3] - [3] = 3 = 10 [A19, AR8]"
        assert c.view("Anna").tracker()[0].initiative == 10
        assert any("re-rolls in all" in line for line in texts(c, "gm"))


def test_declaration_is_refused_for_what_its_player_knows(two):
    """A hidden fighter acted first: Anna is not told so by a refusal (ZR19's kind)."""
    person(two, "Shadow")
    g = two.game
    g.fight("yard")
    g.declare("Shadow", "strike")
    g.attack("Shadow", "Eve", skill="brawling", difficulty=40, seen_by="gm")
    g.declare("Ivan", "dodge")
    assert "Shadow" not in all_of(two, "Anna")


# --- what is hidden makes no difference ------------------------------------------------------------------------------

OPEN = [
    {"do": "fight", "name": "yard"},
    {"do": "initiative"},
    {"do": "declare", "name": "Ivan", "actions": ["strike", "strike", "reload"]},
    {"do": "declare", "name": "Eve", "actions": ["dodge"]},
    {"do": "check", "name": "Ivan", "characteristic": "mind", "difficulty": 9, "task": "door"},
    {"do": "attack", "name": "Ivan", "target": "Eve", "skill": "brawling"},
    {"do": "end_circle"},
    {"do": "check", "name": "Ivan", "characteristic": "mind", "difficulty": 9, "task": "door"},
    {"do": "declare", "name": "Eve", "actions": ["strike"]},
    {"do": "attack", "name": "Eve", "target": "Ivan", "skill": "brawling", "difficulty": 5, "rounds": 3},
    {"do": "end_circle"},
    {"do": "end_fight"},
    {"do": "contest", "name": "Ivan", "characteristic": "mind", "other": "Eve"},
    {"do": "end_scene"},
]


def hidden(n: int) -> list[dict]:
    """Returns commands about persons whom the GM alone knows, before the n-th open one."""
    ghosts = [f"Ghost {k}" for k in range(n)]
    sheet = {"characteristics": dict.fromkeys(ae.CHARACTERISTICS, 4), "skills": {"brawling": 3, "secret art": 2}}
    commands: list[dict] = [{"do": "character", "name": f"Ghost {n}", **sheet}]
    if n in (3, 4, 7):
        commands.append(
            {"do": "join", "name": ghosts[-1]} if n != 4 else {"do": "declare", "name": ghosts[0], "actions": ["dodge"]}
        )
    if n > 1:
        commands.append(
            {"do": "check", "name": ghosts[1], "characteristic": "mind", "difficulty": 6, "task": "door", "drugs": True}
        )
        commands.append({"do": "hurt", "name": ghosts[1], "number": 1 + n % 8})
        commands.append(
            {"do": "check", "name": "Ivan", "characteristic": "mind", "difficulty": 30, "task": "door", "seen_by": "gm"}
        )
        commands.append({"do": "write", "name": "Ivan", "words": {"secret": f"cursed {n}"}})
    return commands


def test_what_is_hidden_makes_no_difference(tmp_path):
    """S2: hidden persons join, declare, are rolled and hurt between open commands; nobody can tell."""
    with begin(tmp_path / "a") as one, begin(tmp_path / "b") as other:
        for c in (one, other):
            person(c, "Ivan", "Anna")
            person(c, "Eve", "Борис")
        for n, command in enumerate(OPEN):
            for secret in hidden(n):
                other.do(secret)
            one.do(command)
            other.do(command)
            for viewer in VIEWERS:
                assert everything(one, viewer, OPEN) == everything(other, viewer, OPEN), (n, viewer)
        assert len(other.view("gm").persons) == 2 + len(OPEN)


SHOWING = ("introduce", "show", "give", "rename")


@pytest.mark.parametrize("seed", range(6))
def test_random_sessions_keep_the_gms_alone_hidden(tmp_path, seed):
    """The name of a person whom nobody was told of stands in no view, whatever it does and others do to it."""
    numbers = random.Random(seed)
    with begin(tmp_path / "c") as c:
        person(c, "Zmey")
        for _ in range(60):
            command = random_play(c._history.now, numbers)
            # A name that others are not to hear is not put into words for them by the GM either.
            if command and not (command["do"] in SHOWING and command["name"] == "Zmey"):
                c.do(command)
        for viewer in VIEWERS:
            assert "Zmey" not in all_of(c, viewer)


def test_view_never_writes(two):
    before = len(two.history())
    for viewer in ("gm", *VIEWERS):
        all_of(two, viewer)
        two.view(viewer).tracker()
    assert len(two.history()) == before
    assert noon().year == 2026
