"""Faults of what systems of persons share, found by reading the text alone; each test is named for what holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import gmkit
from gmkit.words import set_language
from tests.systems.alter_ego.table import noon


@pytest.fixture(params=["alter_ego", "fudge"])
def c(request: Any, tmp_path: Any) -> Iterator[Any]:
    set_language("en")
    made = gmkit.create(
        tmp_path / "c", system=request.param, title="T", players=["Anna", "Борис"], lang="en", key="k", clock=noon
    )
    with made as campaign:
        campaign.game.character("Ivan", player="Anna")
        campaign.game.character("Spy", public_name="Masked")
        yield campaign


def told(c: Any, viewer: str) -> list[str]:
    return [str(text) for text in c.view(viewer).ledger.to_frame()["text"]]


def test_a_secret_fight_in_between_leaves_no_trace_when_the_seen_one_goes_on(c):
    c.game.fight("Yard", ["Ivan"])
    before = {viewer: told(c, viewer) for viewer in ("Anna", "Борис", "public")}
    c.game.fight("Ambush", ["Spy"], seen_by="gm")
    assert c.view("Anna").fight == "Yard"
    c.game.fight("Yard")
    assert {viewer: told(c, viewer) for viewer in before} == before
    assert told(c, "gm")[-1] == "Yard goes on: circle 1."
    assert c.view("gm").fight == c.view("Anna").fight == "Yard"


def test_a_secret_fight_that_ended_in_between_leaves_no_trace_either(c):
    c.game.fight("Yard", ["Ivan"])
    before = told(c, "public")
    c.game.fight("Ambush", ["Spy"], seen_by="gm")
    c.game.end_fight()
    c.game.fight("Yard")
    assert told(c, "public") == before


def test_who_saw_another_fight_in_between_is_told_that_the_first_goes_on(c):
    c.game.fight("Yard", ["Ivan"])
    c.game.fight("Cellar", ["Ivan"], seen_by="Anna")
    c.game.fight("Yard")
    assert told(c, "Anna")[-1] == "Yard goes on: circle 1."
    assert "Yard goes on: circle 1." not in told(c, "Борис") + told(c, "public")
    c.game.end_fight()
    c.game.fight("Yard")
    assert told(c, "public")[-2:] == ["Yard is over.", "Yard goes on: circle 1."]
    assert c.view("public").fight == "Yard"


def test_who_learns_of_a_fight_during_a_secret_one_takes_it_for_the_current_one(c):
    c.game.fight("Alley", ["Spy"])
    c.game.fight("Ambush", ["Spy"], seen_by="gm")
    c.game.introduce("Spy")
    assert c.view("Anna").fight == c.view("public").fight == "Alley"
    assert c.view("gm").fight == "Ambush"
    before = told(c, "Anna")
    c.game.fight("Alley")
    assert told(c, "Anna") == before
    assert c.view("gm").fight == "Alley"
