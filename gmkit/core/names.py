"""Names of players and actors: how they are compared, and which a player may bear."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from gmkit.errors import NotAllowed
from gmkit.words import Sentence, say, shown

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|$))", re.IGNORECASE)
FILE_NAME_BYTES = 200
"""Systems take 255 bytes; some room is left for what stands before and behind while a file is written."""

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
            found.append(say("A player's name is a text, not {name}.", name=shown(name)))
            continue
        key = folded(name)
        if not key:
            found.append(say("A player needs a name: this one is empty."))
        elif not all(character.isprintable() for character in name):
            found.append(say("The player's name {name} holds signs that cannot be printed.", name=shown(name)))
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


def safe_file_name(text: str) -> str:
    """Returns *text* as the name of a file or folder that Windows, macOS and Linux all allow (C142).

    Forbidden signs become "_", dots and blanks at the end go, the names of devices get a "_"; Cyrillic stays. An ending
    such as ".csv" is kept, and a name that is allowed everywhere is not changed.

    Raises:
        NotAllowed: If it is no text.
    """
    if not isinstance(text, str):
        raise NotAllowed(say("The name of a file is made from a text, not from {value}.", value=repr(text)))
    name = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    name = _FORBIDDEN.sub("_", name).strip().rstrip(". ")
    if device := _DEVICES.match(name):
        name = f"{device[0]}_{name[device.end() :]}"
    stem, dot, ending = name.rpartition(".")
    if not dot or len(ending) > 8 or not stem:
        stem, dot, ending = name, "", ""
    room = FILE_NAME_BYTES - len((dot + ending).encode())
    short = stem.encode()[:room].decode("utf-8", "ignore")
    return (short.rstrip(". ") if dot == "" or short != stem else short) + dot + ending or "_"
