"""Alter ego: a points-built system of persons on 2d6 - d6, with traits, circles of three seconds, and wounds.

The pure functions for notebooks stand here: `trait_price`, `check`, `check_odds`, `wound`, `hit_location` and others.

| to change | open |
|---|---|
| one rule | `rules/`, a file each |
| a skill, a trait, a modifier, a wound | `tables/` |
| a ruling | `settings.toml` |
| what systems of persons share | `gmkit/core/persons/`, and the hooks in `hooks.py` |
| a check of a person, term by term | `preparing.py` |
| what a check or an attack brings, and who is told | `checking.py`, `attacking.py` |
| a sheet, a character as a file | `sheet.py` |
| supplements | `supplements.py`, a model in `supplements/` |
"""

from importlib.resources import files

from gmkit.core.kinds import load_kinds
from gmkit.core.persons import engine as _persons
from gmkit.core.persons.editing import edit_person as _edit_person
from gmkit.core.persons.kinds import PERSON_KINDS
from gmkit.core.persons.view import page as _page
from gmkit.core.system import System
from gmkit.systems.alter_ego.beginning import begin, join
from gmkit.systems.alter_ego.commands import COMMANDS
from gmkit.systems.alter_ego.engine import decide, objections
from gmkit.systems.alter_ego.evolve import evolve
from gmkit.systems.alter_ego.facts import FACTS, OWN_FACTS
from gmkit.systems.alter_ego.game import AlterEgoGame
from gmkit.systems.alter_ego.hooks import RULES
from gmkit.systems.alter_ego.random_play import random_play
from gmkit.systems.alter_ego.rows import (
    ACTIONS,
    CHARACTERISTICS,
    DIFFICULTIES,
    LEVELS,
    LEVELS_OF_PLAY,
    MODIFIERS,
    PLACES,
    SKILLS,
    TRAITS,
    WOUNDS,
)
from gmkit.systems.alter_ego.rules.checks import check, check_odds, cumulative_bonus, fatigue_dice, joint_result
from gmkit.systems.alter_ego.rules.levels import difficulty_label, level_meaning, level_of_play
from gmkit.systems.alter_ego.rules.modifiers import (
    burst_hits,
    burst_modifier,
    dodge_modifier,
    range_modifier,
    running_modifier,
    unsuitable,
)
from gmkit.systems.alter_ego.rules.traits import adaptation_difficulty, trait_effect, trait_price
from gmkit.systems.alter_ego.rules.wounds import hit_location, willpower_difficulty, wound, wound_penalty
from gmkit.systems.alter_ego.rulings import SETTINGS
from gmkit.systems.alter_ego.seen import seen
from gmkit.systems.alter_ego.state import AlterEgoState, empty
from gmkit.systems.alter_ego.supplements import model_text, read_supplement
from gmkit.words import Term

__all__ = [
    "ACTIONS",
    "CHARACTERISTICS",
    "DIFFICULTIES",
    "LEVELS",
    "LEVELS_OF_PLAY",
    "MODIFIERS",
    "PLACES",
    "SKILLS",
    "SYSTEM",
    "TRAITS",
    "WOUNDS",
    "adaptation_difficulty",
    "burst_hits",
    "burst_modifier",
    "check",
    "check_odds",
    "cumulative_bonus",
    "difficulty_label",
    "dodge_modifier",
    "fatigue_dice",
    "hit_location",
    "joint_result",
    "level_meaning",
    "level_of_play",
    "model_text",
    "range_modifier",
    "read_supplement",
    "running_modifier",
    "trait_effect",
    "trait_price",
    "unsuitable",
    "willpower_difficulty",
    "wound",
    "wound_penalty",
]

SYSTEM = System(
    id="alter_ego",
    title=Term("Alter ego", "Alter ego"),
    turn_name=Term("Turn", "Ход игры"),
    settings=SETTINGS,
    commands=COMMANDS,
    facts=FACTS,
    state=AlterEgoState,
    empty=empty,
    begin=begin,
    objections=objections,
    decide=decide,
    evolve=evolve,
    speaker=_persons.speaker,
    page=lambda request: _page(RULES, request, OWN_FACTS),
    edit=lambda session, what, changes: _edit_person(RULES, session, what, changes),
    seen=seen,
    game=AlterEgoGame,
    felt={},
    join=join,
    places=(0, 1000),
    scenario_keys=(),
    random_play=random_play,
    kinds={**PERSON_KINDS, **load_kinds(files(__package__) / "tables" / "kinds.toml")},
)
