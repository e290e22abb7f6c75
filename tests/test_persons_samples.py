"""The sample campaigns of persons are what their commands make, open, and keep their secrets from every viewer."""

from __future__ import annotations

import re
import shutil

import pytest

import gmkit
from tests.make_persons_samples import CAMPAIGNS, SAMPLES, make, script

SECRETS = {
    "alter_ego_mill": (
        "Прохор",
        "Задержать гостей",
        "Знает дочь мельника",
        "Пёс",
        "За стеной",
        "По 34 очка",
        "Осип откроет",
    ),
    "fudge_pass": ("Горм", "Левое колено", "Гоблин", "Навыки по 2 очка"),
}
"""What only the game master knows, or one player: the key is whose word or note it is."""
TOLD_TO_ONE = {
    "alter_ego_mill": ("Лена", "этот голос вам знаком"),
    "fudge_pass": ("Oleg", "кто-то шевельнулся"),
}
VIEWERS = [(name, viewer) for name in SAMPLES for viewer in ("public", *script(name)["campaign"]["players"])]


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """Gives copies of the samples, opened; no test acts on them."""
    copies = {}
    for name in SAMPLES:
        copy = tmp_path_factory.mktemp("samples") / name
        shutil.copytree(CAMPAIGNS / name, copy)
        copies[name] = gmkit.open(copy)
    yield copies
    for campaign in copies.values():
        campaign.close()


@pytest.mark.parametrize("name", SAMPLES)
def test_commands_make_the_sample_again_byte_for_byte(tmp_path, name):
    make(name, tmp_path / "again")
    made = (tmp_path / "again" / "campaign.json").read_bytes()
    stored = (CAMPAIGNS / name / "campaign.json").read_bytes()
    assert made == stored, "run python tests/make_persons_samples.py, and read the difference"


@pytest.mark.parametrize("name", SAMPLES)
def test_opening_the_sample_changes_nothing(tmp_path, name):
    shutil.copytree(CAMPAIGNS / name, tmp_path / "copy")
    gmkit.open(tmp_path / "copy").close()
    opened_bytes = (tmp_path / "copy" / "campaign.json").read_bytes()
    assert opened_bytes == (CAMPAIGNS / name / "campaign.json").read_bytes()


def test_alter_ego_sample_is_four_characters_and_a_fight_in_circle_3(opened):
    c = opened["alter_ego_mill"]
    g = c.game
    played = [name for name in g.persons if g.sheet(name).player]
    assert played == ["Ярина", "Тихон", "Соня", "Осип"]
    assert [g.sheet(name).reasons for name in g.persons] == [()] * 6
    assert (c.turn, g.circle, c.view("gm").round, c.view("gm").clock_s) == (4, 3, 1, 6)
    assert set(g.waiting) == {"мельник", "Пёс", "Соня"}
    # The chest takes eight actions: four words and two parts, three, and the last three now (A21, AR13).
    chest = next(row for row in g.tracker() if row.name == "Осип").declared
    assert [(action.parts, action.done, action.now) for action in chest] == [(8, 5, True)]
    assert [(wound.number, wound.place_id) for wound in g.wounds("мельник")] == [
        (3, "right_forearm"),
        (4, "right_upper_arm"),
    ]
    assert c.view("Марина").penalty("Ярина") == 0
    assert c.view("Jonas").willpower_needed("Тихон") == 5 + 5
    assert len({row.text for row in c.ledger.rows() if row.undone}) == 6


def test_fudge_sample_is_a_skirmish_that_runs(opened):
    c = opened["fudge_pass"]
    g = c.game
    assert (c.turn, g.circle, g.fight_name, g.acting) == (3, 2, "У ворот перевала", "Ратмир")
    assert [g.sheet(name).reasons for name in g.persons] == [()] * 5
    assert {row.state: row.filled for row in g.cells("великан") if row.filled} == {"light": 2}
    assert (g.sheet("великан").worn, g.sheet("Ратмир").state, g.sheet("Ратмир").penalty) == (4, "medium", -2)
    assert "4 пули из 10" in gmkit.told(c, "gm", 2)


@pytest.mark.parametrize(("name", "viewer"), VIEWERS)
def test_no_viewer_reads_what_is_hidden(opened, name, viewer):
    c = opened[name]
    view = c.view(viewer)
    read = "".join(view.report(turn, kind) for turn in view.turns for kind in ("md", "html", "bbcode"))
    read += "".join(row.text for row in view.ledger.rows())
    read += "".join(view.sheet(person).text for person in view.persons) + str(view.tracker()) + str(view.map)
    own = "Лена" if name == "alter_ego_mill" else None
    for secret in SECRETS[name]:
        if not (viewer == own and secret == "Знает дочь мельника"):
            assert secret not in read, secret
    player, text = TOLD_TO_ONE[name]
    assert (text in "".join(row.text for row in view.ledger.rows())) == (viewer == player)


@pytest.mark.parametrize(("name", "viewer"), VIEWERS)
def test_no_viewer_knows_more_than_is_there(opened, name, viewer):
    truth, known = opened[name].view("gm"), opened[name].view(viewer)
    assert set(known.persons) <= set(truth.persons)
    assert known.order == [who for who in truth.order if who in known.order]
    assert [row.n for row in known.tracker()] == list(range(1, len(known.tracker()) + 1))
    markers = {(m.name, m.q, m.r) for m in truth.map.markers}
    assert {(m.name, m.q, m.r) for m in known.map.markers} <= markers


def test_sample_opens_in_a_notebook_by_its_name(tmp_path, monkeypatch):
    shutil.copytree(CAMPAIGNS, tmp_path / "campaigns")
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    for name in SAMPLES:
        with gmkit.sample(name) as c:
            assert c.title == script(name)["campaign"]["title"]


@pytest.mark.parametrize(
    ("notebook", "ids"),
    [
        ("46_alter_ego_rules.ipynb", [*(f"A{n}" for n in range(1, 28)), *(f"AR{n}" for n in range(1, 26))]),
        ("47_pravila_alter_ego.ipynb", [*(f"A{n}" for n in range(1, 28)), *(f"AR{n}" for n in range(1, 26))]),
        ("56_fudge_rules.ipynb", [*(f"F{n}" for n in range(1, 16)), *(f"FR{n}" for n in range(1, 10))]),
        ("57_pravila_fudge.ipynb", [*(f"F{n}" for n in range(1, 16)), *(f"FR{n}" for n in range(1, 10))]),
    ],
)
def test_each_rule_and_ruling_has_its_place_in_the_notebook(notebook, ids):
    text = (CAMPAIGNS.parent / "notebooks" / notebook).read_text(encoding="utf-8")
    assert [rule for rule in ids if not re.search(rf"\b{rule}\b", text)] == []
