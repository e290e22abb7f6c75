"""Dice: `odds`, `roll`, `chart` and `bands` of a notation. Importing it loads neither icepool nor matplotlib."""

# Three functions are named as their files are. The files are loaded here once, and then the names are the functions'.
from gmkit.dice.chart import bands, chart
from gmkit.dice.odds import odds, percent
from gmkit.dice.roll import Roll, roll, roll_from

__all__ = ["Roll", "bands", "chart", "odds", "percent", "roll", "roll_from"]
