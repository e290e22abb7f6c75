"""Elements and how they are scattered (Z4, ZR2)."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from gmkit.core.session import Setup
from gmkit.dice.chance import Chance
from gmkit.errors import NotAllowed
from gmkit.systems.zone import SYSTEM, rows
from gmkit.systems.zone.rules.layout import has_path, scatter
from tests.systems.zone.table import Table

COUNTS = {"mosquito_mange": 4, "witches_jelly": 6, "nut": 8, "jolly_ghost": 8, "fizzy_clay": 8, "etak": 8, "itch": 8,
          "death_lamp": 8}  # fmt: skip
CORNERS = {(x, y, z) for x in (1, 5) for y in (1, 5) for z in (1, 5)}
SEEDS = 10_000 if os.environ.get("GMKIT_TORTURE") == "1" else 400


def drawn(key: str, players: int = 8, **scenario) -> dict:
    seats = tuple(f"s{n}" for n in range(1, players + 1))
    told = SYSTEM.begin(
        Setup(seats=seats, settings=SYSTEM.settings.defaults, scenario=scenario), Chance(key.encode(), "c", 0)
    )
    (layout,) = [item.fact.elements for item in told if item.fact.kind == "layout_set"]
    return layout


def test_table_of_elements_is_the_source_s():
    assert rows.COUNTS == COUNTS
    assert [(e.id, e.ru, e.kind) for e in rows.ELEMENTS] == [
        ("mosquito_mange", "Комариная плешь", "trap"),
        ("meat_grinder", "Мясорубка", "trap"),
        ("witches_jelly", "Ведьмин студень", "trap"),
        ("nut", "Гайка", "useful"),
        ("jolly_ghost", "Весёлый призрак", "useful"),
        ("fizzy_clay", "Газированная глина", "useful"),
        ("etak", "Этак", "useful"),
        ("itch", "Зуда", "useful_and_harmful"),
        ("death_lamp", "Смерть лампа", "useful_and_harmful"),
    ]


def test_drawn_layouts_hold_58_elements_inside_and_leave_paths_c045():
    seen: Counter = Counter()
    for seed in range(SEEDS):
        layout = drawn(str(seed))
        held = {cell: element for cell, element in layout.items() if element}
        assert Counter(held.values()) == COUNTS
        assert len(held) == 58
        assert not CORNERS & set(held)
        assert (3, 3, 3) not in layout
        assert all(1 <= part <= 5 for cell in held for part in cell)
        assert all(has_path(corner, layout) for corner in CORNERS)
        seen.update(held.keys())
    assert len(seen) == 116, "every free cell is used by some layout"


def test_same_key_draws_the_same_layout():
    assert drawn("a") == drawn("a") != drawn("b")


def test_fill_completes_what_was_placed_by_hand_c046():
    layout = drawn("fill", layout={"mosquito_mange": [[2, 2, 2]]}, fill=True)
    assert layout[2, 2, 2] == "mosquito_mange"
    assert Counter(element for element in layout.values() if element) == COUNTS
    assert not CORNERS & {cell for cell, element in layout.items() if element}


def test_fill_keeps_more_than_the_counts_and_spares_start_cells():
    given = [[2, 1, z] for z in (1, 2, 3, 4, 5)]
    layout = drawn(
        "more", players=2, layout={"nut": given, "etak": [[1, 1, 1]]}, fill=True, start={1: {"at": [4, 4, 4]}}
    )
    counted = Counter(element for element in layout.values() if element)
    assert (counted["nut"], counted["etak"]) == (8, 8)
    assert layout[4, 4, 4] == ""


def test_a_given_layout_is_whole_also_an_empty_one():
    assert set(drawn("x", layout={}).values()) == {""}
    only = drawn("x", layout={"itch": [[1, 2, 3]]})
    assert {cell for cell, element in only.items() if element} == {(1, 2, 3)}


def test_path_avoids_every_mange_and_ends_beside_the_centre():
    walls = dict.fromkeys([(2, 1, 1), (1, 2, 1), (1, 1, 2)], "mosquito_mange")
    assert has_path((1, 1, 1), {})
    assert not has_path((1, 1, 1), walls)
    assert has_path((5, 5, 5), walls)
    assert has_path((1, 1, 1), {**walls, (1, 1, 2): "witches_jelly"})


@pytest.mark.parametrize(
    ("counts", "told"),
    [({"nut": 67}, "117"), ({"mosquito_mange": 117}, "116"), ({"nut": -1}, "counts.nut"), ({"nut": 1.5}, "counts.nut"),
     ({"nut": True}, "counts.nut"), ({"meat_grinder": 1}, "counts.meat_grinder"), ({"ball": 1}, "counts.ball"),
     ({**dict.fromkeys(COUNTS, 0), "mosquito_mange": 112}, "112 Mosquito Manges leave no path")],
)  # fmt: skip
def test_an_impossible_set_is_refused_with_its_numbers(counts, told):
    with pytest.raises(NotAllowed, match=told):
        Table(settings={"counts": counts})


def test_other_counts_are_drawn():
    table = Table(settings={"counts": {"mosquito_mange": 0, "nut": 58, "itch": 0}})
    held = Counter(table.see().board().element)
    assert (held["mosquito_mange"], held["nut"], held["itch"], held["etak"]) == (0, 58, 0, 8)


def test_a_layout_without_a_path_is_drawn_again():
    # Seven Manges given round the way out of a corner but for one cell: most fillings of 20 more would close it.
    given = {(2, 1, 1): "mosquito_mange", (1, 2, 1): "mosquito_mange"}
    for seed in range(30):
        chance = Chance(str(seed).encode(), "c", 0)
        layout = scatter({"mosquito_mange": 30}, given, [(1, 1, 1)], chance)
        assert has_path((1, 1, 1), layout)
        assert Counter(layout.values())["mosquito_mange"] == 30


@pytest.mark.parametrize("viewer", ["public", "s1"])
def test_only_the_gm_knows_the_layout(viewer):
    table = Table()
    known = table.see(viewer).board().set_index(["x", "y", "z"]).element
    assert known[3, 3, 3] == "golden_ball"
    assert set(known.drop((3, 3, 3))) == {"unknown"}
    truth = Counter(table.see().board().element)
    assert truth["golden_ball"] == 1
    assert truth[""] == 125 - 58 - 1
