"""People for the components of persons: a player's character, a guard that all know, and one that only the GM knows."""

from __future__ import annotations

from typing import Any

USUAL = {
    "endurance": 3,
    "strength": 3,
    "agility": 4,
    "speed": 3,
    "perception": 3,
    "charisma": 2,
    "build": 3,
    "mind": 3,
    "willpower": 3,
}


def people(campaign: Any, name: str = "Ivan", *, secret: str = "Wolf") -> None:
    """Makes a fight of three on a map; *name* is a character of the first player, *secret* is known to the GM alone."""
    game = campaign.game
    player = campaign.players[0]
    skills = {"fencing": 4, "dodge": 2}
    game.character(name, player=player, points=40, characteristics=USUAL, skills=skills, words={"history": name})
    game.character("Guard", characteristics=USUAL, skills={"fencing": 3}, known_to="all")
    game.character(secret, characteristics=USUAL, skills={"brawling": 4})
    campaign.do({"do": "map_set", "hexes": rectangle(6, 5), "seen_by": "all"})
    campaign.do({"do": "map_set", "hexes": [[9, 0]], "terrain": "rock", "text": secret})
    for who, q, r in ((name, 1, 1), ("Guard", 4, 0), (secret, 3, 1)):
        campaign.do({"do": "map_place", "name": who, "q": q, "r": r})
    campaign.do({"do": "map_place", "name": f"Cart of {secret}", "q": 2, "r": 2, "thing": True})
    game.fight("Barn")
    game.initiative()
    game.hurt(name, 4, "left_forearm")
    game.hurt(secret, 5, "right_leg")
    game.declare(name, "strike", "dodge")


def rectangle(columns: int, rows: int) -> list[list[int]]:
    """Returns hexes that look like a rectangle."""
    return [[q, r - q // 2] for q in range(columns) for r in range(rows)]
