"""What is hidden makes no difference (S2): two games that tell a viewer the same facts look the same to it.

Each pair differs in something hidden; everything that the viewer can get is compared: facts, state, board, choices,
reasons, pages.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from gmkit.core.view import Board
from gmkit.errors import NotAllowed
from gmkit.systems.zone import SYSTEM
from gmkit.systems.zone.rules.board import start_corner
from gmkit.words import render
from tests.systems.zone.table import Table


def everything(table: Table, viewer: str) -> Any:
    """Returns all that a viewer can get."""
    seen = table.see(viewer)
    own = [s.number for s in seen.state.stalkers.values() if s.seat == viewer]
    reasons = []
    for number in own:
        for text in ("X+", "X-", "clay", "nut Z+", "itch Y++", "death lamp", "Z+; itch X++"):
            session = table.viewers[viewer].session
            command = table.book.read({"do": "order", "stalker": number, "text": text})
            reasons.append([render(reason, "en") for reason in SYSTEM.objections(session, command)])
    pages = [table.page(viewer, turn, lang) for turn in table.viewers[viewer].closed for lang in ("en", "ru")]
    drawing: Board = seen.drawing()
    return (
        table.viewers[viewer].facts,
        table.viewers[viewer].session,
        seen.board().to_dict(),
        [seen.stalker(n) for n in seen.state.stalkers],
        [choice.command for n in seen.state.stalkers for choice in seen.choices(n)],
        (seen.schedule, seen.waiting, seen.alive, seen.winner, seen.strict_order, seen.wind_risk()),
        [(cell.at, cell.look, cell.marks, render(cell.spoken, "en")) for cell in drawing.cells],
        reasons,
        pages,
    )


def same(one: Table, other: Table, *viewers: str) -> None:
    for viewer in viewers:
        for mine, theirs in zip(everything(one, viewer), everything(other, viewer), strict=True):
            assert mine == theirs, viewer


def script(table: Table, *days: dict[str, str]) -> Table:
    for day in days:
        table.day_of(**day)
    return table


@pytest.mark.parametrize("seed", range(20))
def test_cells_that_nobody_entered_or_hit_may_hold_anything(seed):
    numbers = random.Random(seed)
    start = {n: {"carries": {"nut": 1}} for n in range(1, 9)}
    path = script(Table(layout={}, start=start, key=str(seed)))
    orders = []
    for _ in range(4):
        day = {}
        for number in range(1, 9):
            choices = [c.command["text"] for c in path.see().choices(number) if c.group in ("move", "nut")]
            day[f"s{number}"] = numbers.choice([text for text in choices if "nut" not in text] or choices)
        orders.append(day)
        path.day_of(**day)
    touched = {
        cell for s in path.see().state.stalkers.values() for cell in (*s.been, *s.probed, start_corner(s.number))
    } | {(3, 3, 3)}
    free = [list(cell) for cell in path.see().state.elements if cell not in touched]
    elements = ["mosquito_mange", "witches_jelly", "nut", "etak", "itch", "death_lamp", "jolly_ghost", "fizzy_clay"]
    layout: dict[str, list] = {}
    for cell in numbers.sample(free, 40):
        layout.setdefault(numbers.choice(elements), []).append(cell)
    other = script(Table(layout=layout, start=start, key=str(seed)), *orders)
    same(path, other, "public", *(f"s{n}" for n in range(1, 9)))


def test_what_another_carries_and_finds_makes_no_difference():
    one = script(Table(layout={"nut": [[4, 1, 1]]}), {"s2": "X-"})
    other = script(Table(layout={"jolly_ghost": [[4, 1, 1]]}, start={2: {"carries": {"etak": 3}}}), {"s2": "X-"})
    same(one, other, "public", "s1", "s3")


def test_anothers_burn_and_clay_make_no_difference():
    burnt = {2: {"burnt": True, "carries": {"fizzy_clay": 1}}}
    one = script(Table(layout={}), {"s1": "X+"}, {"s2": "X-", "s1": "X+"})
    other = script(Table(layout={}, start=burnt), {"s2": "clay", "s1": "X+"}, {"s2": "X-", "s1": "X+"})
    same(one, other, "public", "s1")


def test_a_found_lamp_makes_no_difference_before_it_acts():
    one, other = (script(Table(layout=layout), {"s1": "X+"}) for layout in ({}, {"death_lamp": [[2, 1, 1]]}))
    same(one, other, "public", *(f"s{n}" for n in range(1, 9)))


def test_anothers_orders_given_replaced_or_withdrawn_make_no_difference_c075():
    one, other = Table(layout={}), Table(layout={})
    other.order(2, "X-")
    other.order(2, "Y+")
    other.withdraw(2)
    other.order(5, "X+")
    other.strict("soon")
    same(one, other, "public", "s1", "s3")
    script(one, {"s1": "X+"})
    other.withdraw(5)
    one_strict = Table(layout={})
    one_strict.strict("soon")
    script(one_strict, {"s1": "X+"})
    script(other, {"s1": "X+"})
    same(one_strict, other, "public", "s1", "s3")


def test_a_nuts_result_makes_no_difference_to_others():
    start = {1: {"carries": {"nut": 1}}}
    one, other = (
        script(Table(layout=layout, start=start), {"s1": "nut X+"}) for layout in ({}, {"mosquito_mange": [[2, 1, 1]]})
    )
    same(one, other, "public", *(f"s{n}" for n in range(2, 9)))


def test_who_used_the_lamp_makes_no_difference_to_a_third():
    armed = {"carries": {"death_lamp": 1, "etak": 1}}
    tables = []
    for user in (2, 3):
        start = {2: {**armed, "at": [5, 1, 1]}, 3: {**armed, "at": [1, 5, 1]}, 1: {"at": [3, 3, 1]}}
        tables.append(script(Table(layout={}, start=start), {f"s{user}": "death lamp", "s1": "X+"}))
    same(*tables, "public", "s1", "s4")


def test_the_place_of_a_hidden_order_in_free_order_makes_no_difference():
    burnt = {2: {"burnt": True, "carries": {"fizzy_clay": 1}}}
    one = script(Table(layout={}, start=burnt), {"s2": "clay", "s1": "X+", "s3": "Y-"})
    other = script(Table(layout={}, start=burnt), {"s1": "X+", "s3": "Y-", "s2": "clay"})
    same(one, other, "public", "s1", "s3")


def test_what_the_gm_corrects_in_secret_makes_no_difference():
    one, other = Table(layout={}), Table(layout={})
    other.edit("cell 4,4,4", element="itch", nuts=2, dropped={"nut": 1})
    other.edit("stalker 2", blinded=True, carries={"nut": 1})
    same(one, other, "public", "s1", "s3")


def test_only_listed_kinds_let_something_hidden_be_felt():
    """Whatever differs between what others are told in two games that differ in hidden things is on the list."""
    start = {n: {"carries": {"nut": 1, "itch": 1, "etak": 1, "death_lamp": 1, "jolly_ghost": 1}} for n in range(1, 9)}
    for seed in range(40):
        numbers = random.Random(seed)
        tables = [
            Table(5, {"wind": "on"}, key=f"{seed}{n}", start={n: start[n] for n in (1, 8, 2, 7, 3)}) for n in (1, 2)
        ]
        for _ in range(5):
            for stalker in (1, 8, 2, 7, 3):
                text = numbers.choice(
                    ["X+", "X-", "Y+", "Y-", "Z+", "Z-", "death lamp", "itch X++", "itch Y--", "nut Z+"]
                )
                for table in tables:
                    try:
                        table.order(stalker, text)
                    except NotAllowed:
                        continue
            for table in tables:
                if not table.over:
                    table.end_day()
        told = [[f for f in table.viewers["public"].facts if f.kind in SYSTEM_KINDS] for table in tables]
        differing = {fact.kind for one, other in (told, told[::-1]) for fact in one if fact not in other}
        assert differing <= set(SYSTEM.felt), differing


SYSTEM_KINDS = {kind.kind for kind in SYSTEM.facts}
