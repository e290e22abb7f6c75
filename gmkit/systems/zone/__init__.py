"""The Zone: a race of up to eight Stalkers through a cube of 125 cells, of which nobody but the GM knows the layout.

| to change | open |
|---|---|
| one rule | `rules/`, a file each, named as the book names it |
| which rule comes when | `day.py` (ZR18) |
| what happens, and who is told | `facts/` |
| what a fact changes | `evolve.py` |
| what may be ordered, how it is typed | `rules/orders.py`, `order_text.py` |
| how a game begins | `beginning.py`, `scenario.py` |
| the report, the board | `view.py`, `board_view.py` |
| a ruling, a number | `settings.toml`, `tables/elements.toml` |
"""

from importlib.resources import files

from gmkit.core.kinds import load_kinds
from gmkit.core.system import System
from gmkit.systems.zone.beginning import begin, drop, join
from gmkit.systems.zone.commands import COMMANDS, speaker
from gmkit.systems.zone.editing import edit
from gmkit.systems.zone.engine import decide, stands
from gmkit.systems.zone.evolve import evolve
from gmkit.systems.zone.facts import FACTS
from gmkit.systems.zone.felt import FELT
from gmkit.systems.zone.game import ZoneGame, seen
from gmkit.systems.zone.objections import objections
from gmkit.systems.zone.random_play import random_play
from gmkit.systems.zone.rulings import SETTINGS
from gmkit.systems.zone.state import ZoneState, empty
from gmkit.systems.zone.view import page
from gmkit.words import Term

__all__ = ["SYSTEM"]

SYSTEM = System(
    id="zone",
    title=Term("The Zone", "Зона"),
    turn_name=Term("Day", "День"),
    settings=SETTINGS,
    commands=COMMANDS,
    facts=FACTS,
    state=ZoneState,
    empty=empty,
    begin=begin,
    objections=objections,
    decide=decide,
    evolve=evolve,
    stands=stands,
    speaker=speaker,
    page=page,
    edit=edit,
    seen=seen,
    game=ZoneGame,
    felt=FELT,
    join=join,
    drop=drop,
    places=(1, 8),
    random_play=random_play,
    kinds=load_kinds(files(__package__) / "tables" / "kinds.toml"),
)
