"""Random sessions: nothing proposed is refused, everything comes back from disk, and all kinds of facts are met."""

from __future__ import annotations

import random

import gmkit
from gmkit.core.codec import from_plain, to_plain
from gmkit.systems.alter_ego import SYSTEM
from gmkit.systems.alter_ego.random_play import random_play
from gmkit.systems.alter_ego.state import AlterEgoState
from tests.systems.alter_ego.table import begin, noon

STEPS = 120
RARE = {
    "acted_jointly",
    "clock_rang",
    "clock_stopped",
    "effect_timed",
    "features_set",
    "fight_kept",
    "initiative_kept",
    "monsters_laid",
    "notes_told",
    "person_revived",
    "rested",
    "supplement_laid",
    "supplement_switched",
    "worn_down",
}
"""What random play does not do, or seldom; each has tests of its own."""


def test_random_sessions_are_never_refused_and_come_back_from_disk(tmp_path):
    met: set[str] = set()
    for seed in range(10):
        numbers = random.Random(seed)
        with begin(tmp_path / str(seed)) as c:
            for _ in range(STEPS):
                command = random_play(c._history.now, numbers)
                assert command is not None
                c.do(command)
            met |= {event["is"] for document in c._history.documents for event in document.get("events", ())}
            state = c.view("gm").state
            assert from_plain(AlterEgoState, to_plain(state)) == state
            seen = {viewer: repr(c.view(viewer).state) for viewer in ("gm", "Anna", "public")}
        with gmkit.open(tmp_path / str(seed), clock=noon) as again:
            assert {viewer: repr(again.view(viewer).state) for viewer in seen} == seen
    own = {kind.kind for kind in SYSTEM.facts if not kind.kind.startswith(("map_", "marker_"))}
    assert own - met <= RARE


def test_refusals_leave_everything_as_it_was(tmp_path):
    """Commands for another state are thrown at a campaign: what is refused changes nothing."""
    with begin(tmp_path / "a") as one, begin(tmp_path / "b") as other:
        numbers = random.Random(7)
        for _ in range(STEPS):
            one.do(random_play(one._history.now, numbers))
        refused = 0
        for document in one._history.documents[1:]:
            for command in document.get("do", ()):
                if numbers.randrange(2):
                    continue
                before = repr(other.view("gm").state)
                try:
                    other.do(command)
                except gmkit.GmkitError:
                    refused += 1
                    assert repr(other.view("gm").state) == before
        assert refused > 5
