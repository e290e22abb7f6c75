"""gmkit: a Jupyter-native kit for Game Masters.

import gmkit
c = gmkit.create("campaigns/spring", system="zone", players=["Anna", "Борис"])
c.game.order("Anna", "X+")
c.game.end_day()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gmkit.errors import GmkitError

if TYPE_CHECKING:
    from gmkit.campaign import create, open
    from gmkit.campaign.clock import teaching_clock
    from gmkit.campaign.sheets import read_table, write_table
    from gmkit.campaign.teaching import practice, rulings, sample, told
    from gmkit.core.names import safe_file_name
    from gmkit.systems import where

__version__ = "0.1.0"

__all__ = [
    "GmkitError",
    "create",
    "open",
    "practice",
    "read_table",
    "rulings",
    "safe_file_name",
    "sample",
    "teaching_clock",
    "told",
    "where",
    "write_table",
]


def __getattr__(name: str) -> Any:
    # Late: `import gmkit` costs a GM nothing until a campaign is opened.
    if name in ("create", "open"):
        from gmkit import campaign

        return getattr(campaign, name)
    if name == "teaching_clock":
        from gmkit.campaign.clock import teaching_clock

        return teaching_clock
    if name in ("practice", "rulings", "sample", "told"):
        from gmkit.campaign import teaching

        return getattr(teaching, name)
    if name in ("read_table", "write_table"):
        from gmkit.campaign import sheets

        return getattr(sheets, name)
    if name == "safe_file_name":
        from gmkit.core.names import safe_file_name

        return safe_file_name
    if name == "where":
        from gmkit.systems import where

        return where
    raise AttributeError(f"module 'gmkit' has no attribute {name!r}")
