"""Names of players and actors: how they are compared, and which a player may bear."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from gmkit.words import Sentence, say

RESERVED = ("gm", "all", "public")
"""Words that mean somebody else everywhere in gmkit."""


def folded(name: str) -> str:
    """Returns *name* as it is compared: without case, ё as е, й as one letter however typed, single blanks."""
    text = unicodedata.normalize("NFC", name).casefold().replace("ё", "е")
    return " ".join(text.split())


def same_name(one: str, other: str) -> bool:
    """Returns whether two names are the same but for case, ё/е, the way й is typed, and blanks."""
    return folded(one) == folded(other)


def name_refusals(names: Sequence[object], taken: Iterable[str] = ()) -> list[Sentence]:
    """Returns why these cannot be the names of players, every reason at once."""
    found: list[Sentence] = []
    known = {folded(name): name for name in taken}
    for name in names:
        if not isinstance(name, str):
            found.append(say("A player's name is a text, not {name}.", name=repr(name)))
            continue
        key = folded(name)
        if not key:
            found.append(say("A player needs a name: this one is empty."))
        elif not all(character.isprintable() for character in name):
            found.append(say("The player's name {name} holds signs that cannot be printed.", name=repr(name)))
        elif key in RESERVED or key.startswith("gm:"):
            found.append(say('No player can be called "{name}": gmkit uses that word itself.', name=name))
        elif key.replace(" ", "").isdigit():
            found.append(say('No player can be called "{name}": a name needs more than digits.', name=name))
        elif key in known:
            found.append(
                say(
                    '"{name}" and "{other}" are the same name to gmkit; give one of them another.',
                    name=name,
                    other=known[key],
                )
            )
        else:
            known[key] = name
    return found
