"""Each verb of persons as data has a method of its name, and each key a parameter (api.md, `c.do`)."""

from __future__ import annotations

import dataclasses
import inspect

import pytest

import gmkit
from gmkit.errors import GmkitError
from gmkit.systems.alter_ego.commands import COMMANDS as ALTER_EGO
from gmkit.systems.alter_ego.game import AlterEgoGame
from gmkit.systems.fudge.commands import COMMANDS as FUDGE
from gmkit.systems.fudge.game import FudgeGame

VERBS = [(game, command) for game, commands in ((AlterEgoGame, ALTER_EGO), (FudgeGame, FUDGE)) for command in commands]
OTHERWISE = {("supplement", "name"): "file", ("supplement", "text"): "file", ("attack", "name"): "attacker"}
"""Where a method names a key otherwise: a file is read for its text, an attacker is no mere name."""


@pytest.mark.parametrize(("game", "command"), VERBS, ids=lambda item: getattr(item, "verb", item.__name__))
def test_verb_is_a_method_and_its_keys_are_parameters(game, command):
    parameters = set(inspect.signature(getattr(game, command.verb)).parameters)
    keys = {OTHERWISE.get((command.verb, field.name), field.name) for field in dataclasses.fields(command)}
    assert keys - parameters == set()


def test_map_is_laid_walked_and_cleared_by_its_methods(tmp_path):
    with gmkit.create(tmp_path / "c", system="alter_ego", players=["Anna"], key="map") as c:
        g = c.game
        g.character("Mira", player="Anna")
        g.map_set([(0, 0), (1, 0), (2, 0)], terrain="road", seen_by="all")
        g.map_set([[2, 0]], cover="half")
        g.map_place("Mira", 0, 0)
        g.map_place("Cart", 1, 0, thing=True)
        g.map_move("Mira", 2, 0)
        assert [(m.name, m.q, m.r) for m in c.view("Anna").map.markers] == [("Mira", 2, 0)]
        assert [(m.name, m.q, m.r) for m in c.view("gm").map.markers] == [("Mira", 2, 0), ("Cart", 1, 0)]
        assert [one.terrain for one in c.view("Anna").map.hexes] == ["road", "road", "road"]
        g.map_place("Cart", 1, 0, thing=True, seen_by="all")
        g.map_remove("Mira")
        g.map_remove(hexes=[(0, 0)])
        assert [m.name for m in c.view("Anna").map.markers] == ["Cart"]
        assert [(one.q, one.r) for one in c.view("gm").map.hexes] == [(1, 0), (2, 0)]


def test_campaign_lays_a_supplement_and_switches_it(tmp_path):
    """api.md: c.supplement(file); c.supplement(name, on=False)."""
    file = tmp_path / "ours.toml"
    file.write_text('title_en = "Ours"\ntitle_ru = "Наше"\n[[skill]]\nid = "alchemy"\nen = "Alchemy"\nru = "Алхимия"\n')
    with gmkit.create(tmp_path / "c", system="alter_ego", players=["Anna"], key="ours") as c:
        c.supplement(file, id="ours")
        assert c.game.supplements == ["ours"]
        c.supplement("ours", on=False)
        assert c.game.supplements == []
        c.supplement("ours")
        assert "alchemy" in c.game.book.skills


def test_system_without_supplements_says_what_it_can(tmp_path):
    with (
        gmkit.create(tmp_path / "c", system="fudge", players=["Anna"], key="none") as c,
        pytest.raises(GmkitError, match="supplement"),
    ):
        c.supplement("ours")


def test_cell_that_lays_the_kits_own_supplement_runs_again_bug(tmp_path):
    """C130: with the same id the second run was refused as something else, since the name was laid by then."""
    with gmkit.create(tmp_path / "c", system="alter_ego", players=["Anna"], key="again") as c:
        first = c.supplement("modern_weapons", id="weapons")
        off = c.supplement("modern_weapons", on=False, id="off")
        assert c.supplement("modern_weapons", id="weapons") == first
        assert c.supplement("modern_weapons", on=False, id="off") == off
        assert c.game.supplements == []


def test_rulings_of_a_span_say_the_span(tmp_path):
    with gmkit.create(tmp_path / "c", system="alter_ego", players=["Anna"], lang="ru", key="span") as c:
        row = next(line for line in gmkit.rulings(c).splitlines() if "recovery" in line)
        assert '"gm": лечит ведущий; целое число от 1 до 365' in row
