"""The ways in which something hidden may be felt by others, each with the rules that say so (S2)."""

from __future__ import annotations

from collections.abc import Mapping

FELT: Mapping[str, tuple[str, ...]] = {
    "moved": ("Z19", "Z20", "Z23", "ZR17"),  # a reversed move, a rest, a lost day are seen from where a Stalker stands
    "died": ("Z10", "Z15", "ZR17"),
    "grinder_stopped": ("Z15", "ZR10", "ZR17"),
    "grinder_stands": ("ZR4", "ZR10"),
    "reached_ball": ("Z2", "ZR11"),
    "game_won": ("ZR11",),
    "game_ended": ("ZR11",),
    "wind_heard": ("Z13", "ZR22"),
    "wind_still": ("Z13", "ZR23"),
    "itch_thrown": ("Z18", "Z22", "ZR17"),
    "paralysed": ("Z18", "ZR14", "ZR17"),
    "lost_move": ("Z18", "ZR14"),
    "nut_thrown": ("Z11", "ZR8", "ZR16"),
    "nut_landed": ("Z11", "ZR8"),  # with `nut_result` public; else it comes to who was hit, as `taken`
    "taken": ("ZR7", "ZR8"),
    "blinded": ("Z20", "ZR15"),
    "lamp_used": ("Z20", "ZR15", "ZR17"),
    "order_shown": ("ZR17",),
    "strict_started": ("Z7", "ZR20"),
    "list_set": ("Z6", "ZR4"),
    "mange_told": ("ZR17",),
}
