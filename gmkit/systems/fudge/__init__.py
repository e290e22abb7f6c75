"""Fudge at the scale of persons: characters, checks, attacks and wounds on one ladder.

| to change | open |
|---|---|
| one rule | `rules/`, a file each, named as the book names it |
| what a person brings to a sum | `sums.py` |
| what happens, and who is told | `checks.py`, `attacks.py`, `harm.py`; the kinds in `facts.py` |
| what a fact changes | `evolve.py` |
| how a sheet is typed | `sheet.py` |
| where Fudge differs from other systems of persons | `hooks.py` |
| sheets, cells, the report | `view.py` |
| what a desk offers | `desk.py` |
| a ruling, a number, a word | `settings.toml`, `tables/` |

Who there is, order, fights, healing and telling are shared: `gmkit/core/persons/`.
"""

from importlib.resources import files

from gmkit.core.kinds import load_kinds
from gmkit.core.persons.kinds import PERSON_KINDS
from gmkit.core.system import System
from gmkit.systems.fudge.commands import COMMANDS
from gmkit.systems.fudge.engine import begin, decide, edit, join, speaker
from gmkit.systems.fudge.evolve import evolve
from gmkit.systems.fudge.facts import FACTS
from gmkit.systems.fudge.felt import FELT
from gmkit.systems.fudge.game import FudgeGame
from gmkit.systems.fudge.objections import objections
from gmkit.systems.fudge.random_play import random_play
from gmkit.systems.fudge.rows import ATTRIBUTES, LADDER, STATES
from gmkit.systems.fudge.rules.attack import attack
from gmkit.systems.fudge.rules.check import check, check_odds
from gmkit.systems.fudge.rules.damage import damage, state_of, trade
from gmkit.systems.fudge.rules.ladder import ladder_name
from gmkit.systems.fudge.rules.main_roll import MAIN_ROLLS, curve, curves, variance
from gmkit.systems.fudge.rules.main_roll import main_roll_of as main_roll
from gmkit.systems.fudge.rules.opposed_check import opposed
from gmkit.systems.fudge.rules.rapid_fire import burst
from gmkit.systems.fudge.rules.wounds import cells, fill_cell, wound_penalty
from gmkit.systems.fudge.rulings import SETTINGS
from gmkit.systems.fudge.state import FudgeState, empty
from gmkit.systems.fudge.view import page, seen
from gmkit.words import Term

__all__ = [
    "ATTRIBUTES",
    "LADDER",
    "MAIN_ROLLS",
    "STATES",
    "SYSTEM",
    "attack",
    "burst",
    "cells",
    "check",
    "check_odds",
    "curve",
    "curves",
    "damage",
    "fill_cell",
    "ladder_name",
    "main_roll",
    "opposed",
    "state_of",
    "trade",
    "variance",
    "wound_penalty",
]

SYSTEM = System(
    id="fudge",
    title=Term("Fudge", "Fudge"),
    turn_name=Term("Turn", "Ход"),
    settings=SETTINGS,
    commands=COMMANDS,
    facts=FACTS,
    state=FudgeState,
    empty=empty,
    begin=begin,
    objections=objections,
    decide=decide,
    evolve=evolve,
    speaker=speaker,
    page=page,
    edit=edit,
    seen=seen,
    game=FudgeGame,
    felt=FELT,
    join=join,
    scenario_keys=(),
    random_play=random_play,
    kinds={**PERSON_KINDS, **load_kinds(files(__package__) / "tables" / "kinds.toml")},
)
