"""A session of eight players as text: who is told what by each command (tests/golden/zone_session.txt).

Written with GMKIT_WRITE_GOLDEN=1, read by a person against the text, and changed only with a rule.
"""

from __future__ import annotations

import os
from pathlib import Path

from gmkit.words import render
from tests.systems.zone.table import Table

GOLDEN = Path(__file__).parents[2] / "golden" / "zone_session.txt"
LAYOUT = {
    "mosquito_mange": [[2, 2, 1], [4, 4, 4]],
    "witches_jelly": [[4, 1, 1], [1, 4, 5]],
    "death_lamp": [[1, 4, 1], [5, 5, 4]],
    "itch": [[4, 5, 1]],
    "nut": [[2, 1, 1], [4, 5, 5]],
    "fizzy_clay": [[4, 2, 1]],
    "jolly_ghost": [[1, 1, 4]],
    "etak": [[5, 5, 3]],
}
SESSION: list[str | tuple[str, str]] = [
    # 2 and 7 are burnt, 3 and 8 find lamps, 1 a nut, 4 an Itch: strict order from day 2. 6 thinks better of it.
    ("1", "Z+"), ("1", "X+"), ("3", "Y-"), ("4", "X-"), ("7", "Y-"), ("8", "Z-"), ("2", "X-"), ("5", "Z-"), ("6", "X-"),
    ("6", "withdraw"), "end_day",
    # 3 and 8 are blind; the nut of 1 falls into the Mange; 4's Itch catches 3 (tomorrow's move) and 4 itself.
    ("1", "nut Y+"), ("3", "X+"), ("8", "Z-"), ("4", "itch X--; X-"), ("6", "X-"), ("5", "X+"), "end_day",
    # 2, burnt on day 1, moves on day 3 and finds clay; 3 and 4 lose their moves.
    ("2", "Y+"), ("8", "Z-"), ("3", "Z+"), ("6", "Y+"), ("5", "X+"), ("1", "Z+"), "end_day",
    # 8 finds an Etak.
    ("8", "Z-"), ("1", "X+"), ("5", "Y+"), "end_day",
    # 8 lights its lamp: 1 would leave the cube and stays, 5 goes back up, 2 keeps its clay.
    ("8", "Z-; death lamp"), ("2", "clay"), ("1", "Y+"), ("5", "Z-"), "end_day",
    # 2 heals on its day of rest.
    ("2", "clay"), ("5", "Z-"), ("1", "Y+"), "end_day",
    ("5", "Z-"), ("1", "Z+"), ("2", "X-"), "end_day",
    # 1 falls into the grinder in slot 3; it stands for 5, who keeps both ghosts and wins.
    ("5", "Y+"), ("1", "Y+"), "end_day",
]  # fmt: skip


def told() -> str:
    table = Table(layout=LAYOUT, key="golden", strict_order=False, start={5: {"carries": {"jolly_ghost": 1}}})
    out = ["# The start", *news(table, dict.fromkeys(table.viewers, 0))]
    for step in SESSION:
        counts = {viewer: len(heard.facts) for viewer, heard in table.viewers.items()}
        if step == "end_day":
            out.append(f"\n# End of day {table.day}")
            table.end_day()
        else:
            stalker, text = step
            out.append(f"\n# {stalker}: {text}")
            if text == "withdraw":
                table.withdraw(int(stalker))
            else:
                table.order(int(stalker), text)
        out += news(table, counts)
    return "\n".join(out) + "\n"


def news(table: Table, counts: dict[str, int]) -> list[str]:
    """Returns what is new, each line once with those who were told it."""
    names = table.viewers["gm"].session.names
    lines = []
    for item in table.told[counts["gm"] :]:
        if item.fact.kind not in ("setting_changed", "seated") and item.fact.has_line:
            to = item.to if isinstance(item.to, str) else ", ".join(names[seat] for seat in item.to)
            lines.append(f"{to:>6}: {render(item.fact.line(names), 'en')}")
    return lines


def test_session_is_told_as_it_was_read_against_the_rules():
    if os.environ.get("GMKIT_WRITE_GOLDEN") == "1":
        GOLDEN.write_text(told(), encoding="utf-8")
    assert told() == GOLDEN.read_text(encoding="utf-8")
