"""Random games: nothing is made from nothing, nobody is in two places, the dead stay dead, nobody knows a falsehood.

300 games, or 10,000 with GMKIT_TORTURE=1; the folds are checked after every fact's command (see `table.check_folds`).
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from gmkit.systems.zone import SYSTEM
from tests.systems.zone.table import Table

GAMES = 10_000 if os.environ.get("GMKIT_TORTURE") == "1" else 300
BLOCKS = 20
DAYS = 14
CHOICES = {
    "schedule": ["rotate", "fixed", "shuffled"],
    "dead_inventory": ["lost", "dropped"],
    "nut_result": ["thrower", "public"],
    "nuts_recoverable": ["always", "incomplete_set"],
    "wind": ["auto", "on", "off"],
    "victory": ["first", "play_on"],
    "lamp_acts": ["same_day", "from_slot"],
    "itch_costs_move": [False, True],
    "etak_used": [True, False],
    "orders_public": [False, True],
}
ITEMS = ("nut", "jolly_ghost", "fizzy_clay", "etak", "itch", "death_lamp")


def goods(table: Table) -> Counter[str]:
    """Returns all items there are: in cells, carried, lying about, and lamps that are found and not yet carried."""
    state = table.viewers["gm"].session.game
    found = Counter(element for element in state.elements.values() if element in ITEMS)
    for stalker in state.stalkers.values():
        found.update(stalker.carries)
    found["nut"] += len(state.nuts)
    for pile in state.piles:
        found.update(pile.goods)
    found["death_lamp"] += sum(due.lamps for due in state.hidden.blindness.values())
    return +found


def used_up(facts, before: Counter[str]) -> Counter[str]:
    """Returns what the rules took in these facts: spent, but for thrown nuts that lie there or were caught."""
    gone = Counter(fact.item for fact in facts if fact.kind == "spent")
    # A thrown nut that lies, or that somebody caught, is not gone.
    gone["nut"] -= sum(fact.lies for fact in facts if fact.kind == "nut_landed")
    landed = None
    for fact in facts:
        if fact.kind == "nut_landed":
            landed = fact
        elif fact.kind == "taken" and landed is not None and not landed.lies and fact.items == {"nut": 1}:
            gone["nut"] -= 1
            landed = None
        elif fact.kind in ("nut_thrown", "moved", "died"):
            landed = None
    return gone


def play(seed: int) -> Table:
    numbers = random.Random(seed)
    settings = {name: numbers.choice(values) for name, values in CHOICES.items()}
    players = numbers.choice([1, 2, 3, 5, 7, 8, 8, 8])
    generous = {
        str(n): {"carries": {item: numbers.randrange(3) for item in ITEMS}}
        for n in {1: [1], 2: [1, 8]}.get(players, [1, 2, 8] if players > 2 else [1])
    }
    table = Table(players, settings, key=str(seed), start=generous if numbers.randrange(2) else {})
    while table.day <= DAYS:
        command = SYSTEM.random_play(table.viewers["gm"].session, numbers)
        if command is None:
            break
        check_step(table, command, settings)
    return table


def check_step(table: Table, command, settings) -> None:
    before, dead = goods(table), {s.number for s in stalkers(table) if not s.alive}
    carried = {s.number: Counter(s.carries) for s in stalkers(table)}
    facts = table.do(command)
    lost: Counter[str] = Counter()
    for fact in facts:
        if fact.kind in ("cell_found", "taken"):
            carried[fact.stalker].update(fact.items)
        elif fact.kind == "spent":
            carried[fact.stalker][fact.item] -= 1
        elif fact.kind == "lamp_carried":
            carried[fact.stalker]["death_lamp"] += fact.lamps
        elif fact.kind == "dropped":
            carried[fact.stalker].clear()
        elif fact.kind == "died":
            assert fact.stalker not in dead, "the dead stay dead"
            lost.update(+carried.pop(fact.stalker))
    if settings["dead_inventory"] == "dropped":
        assert not lost
    assert before - lost - +used_up(facts, before) >= goods(table) - Counter(), (command, facts)
    # Lamps found and not yet carried are lost with their finder; all else is counted to the last nut.
    missing = before - lost - +used_up(facts, before) - goods(table)
    assert set(missing) <= {"death_lamp"}, missing
    assert missing["death_lamp"] <= sum(fact.kind == "died" for fact in facts)
    for stalker in stalkers(table):
        assert all(1 <= coordinate <= 5 for coordinate in stalker.at)
        assert stalker.alive or not stalker.carries
        assert min(stalker.carries.values(), default=1) > 0


def stalkers(table: Table):
    return [stalker for _, stalker in sorted(table.viewers["gm"].session.game.stalkers.items())]


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_keep_what_must_hold(block):
    for seed in range(block, GAMES, BLOCKS):
        table = play(seed)
        assert table.over or table.day > DAYS
        places = Counter(number for row in table.see().board().stalkers for number in row)
        assert places == Counter(s.number for s in stalkers(table) if s.alive), "nobody is in two places"


def test_random_games_meet_every_kind_of_fact():
    met: set[str] = set()
    for seed in range(60):
        met |= {item.fact.kind for item in play(seed).told}
    corrections = {"stalker_set", "cell_set", "lying_nuts_set", "lying_piles_set", "mange_told"}
    assert {kind.kind for kind in SYSTEM.facts} - corrections <= met
