"""How the faces of a roll of very many dice stand in its entry: once, and in few signs (P15).

A roll of up to `FEW` faces is kept as a list of numbers, as is every roll of files written before. Of more faces the
fact keeps them as a text, in the first of these forms that is short enough:

- "3526…" or "+0-…": a sign for each face, where all are 0 to 9, or -1 to 1;
- "12 7 20 …": the numbers with blanks between;
- "1..100 x 1000: <text>": the lowest and highest face, the count, and all faces as one number in base 85, the first
  face its highest digit.

The draw and the command of that entry then say {"event": 3, "from": 0}: the faces stand in that fact, counted from 0.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from gmkit.core.fact import Fact, FactBook

FEW = 60
"""So many faces are kept as a list that anybody reads."""

_ROOM = 1300
"""So many signs of faces leave an entry under 2 kB with all else that stands in it."""

_PACKED = re.compile(r"(-?\d+)\.\.(-?\d+) x (\d+): (\S*)")
_SIGNS = {-1: "-", 0: "0", 1: "+"}


class PackedBook(FactBook):
    """A book of facts that also reads faces kept as a text."""

    def from_plain(self, data: Mapping[str, Any]) -> Fact:
        """Returns the fact of a stored event; a text that stands for no faces is refused like any wrong value."""
        with suppress(ValueError):
            data = unpacked(data)
        return super().from_plain(data)


def unpacked(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns a stored event with its faces as a list."""
    if event["is"] == "rolled" and isinstance(event.get("faces"), str):
        return {**event, "faces": faces_from(event["faces"])}
    return event


def packed(document: dict[str, Any]) -> dict[str, Any]:
    """Returns a document in which the faces of its long rolls stand once, in few signs."""
    events = list(document["events"])
    long = {place: event["faces"] for place, event in enumerate(events) if _is_long(event)}
    if not long:
        return document
    document = dict(document)
    document["do"] = [_pointing(command, long) for command in document["do"]]
    document["draws"] = [_pointing(draw, long) for draw in document.get("draws", ())]
    document["events"] = [
        {**event, "faces": text_of(long[place])} if place in long else event for place, event in enumerate(events)
    ]
    return document


def whole(document: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns commands or draws of a document, each with its own faces."""
    found = []
    for part in parts:
        place = part.get("faces")
        if isinstance(place, Mapping):
            faces = unpacked(document["events"][place["event"]])["faces"]
            start = place["from"]
            found.append({**part, "faces": faces[start : start + place.get("count", len(faces))]})
        else:
            found.append(dict(part))
    return found


def text_of(faces: Sequence[int]) -> str:
    """Returns faces as a text."""
    text = _one_sign_each(faces) or " ".join(map(str, faces))
    if len(text) <= _ROOM:
        return text
    low, high = min(faces), max(faces)
    number = 0
    for face in faces:
        number = number * (high - low + 1) + face - low
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return f"{low}..{high} x {len(faces)}: {base64.b85encode(data).decode()}"


def faces_from(text: str) -> list[int]:
    """Returns the faces that a text stands for.

    Raises:
        ValueError: If it is none that `text_of` gives.
    """
    if found := _PACKED.fullmatch(text):
        low, count = int(found[1]), int(found[3])
        sides = int(found[2]) - low + 1
        number = int.from_bytes(base64.b85decode(found[4]), "big")
        faces = []
        for _ in range(count):
            number, face = divmod(number, sides)
            faces.append(face + low)
        return faces[::-1]
    if " " in text:
        return [int(face) for face in text.split(" ")]
    return [{"-": -1, "+": 1}.get(sign) or int(sign) for sign in text]


def _is_long(event: Mapping[str, Any]) -> bool:
    return event["is"] == "rolled" and len(event["faces"]) > FEW


def _one_sign_each(faces: Sequence[int]) -> str:
    kinds = set(faces)
    if kinds <= set(range(10)):
        return "".join(map(str, faces))
    return "".join(_SIGNS[face] for face in faces) if kinds <= _SIGNS.keys() else ""


def _pointing(part: dict[str, Any], long: Mapping[int, Sequence[int]]) -> dict[str, Any]:
    """Returns a command or draw that names the fact in which its faces stand, where there is one."""
    faces = part.get("faces")
    if not isinstance(faces, (list, tuple)) or not faces:
        return part
    for place, own in long.items():
        for start in {0, len(own) - len(faces)}:
            # Of a roll for which the laid-out dice ran out, one draw is its beginning and one its end.
            if start >= 0 and list(own[start : start + len(faces)]) == list(faces):
                where = {"event": place, "from": start}
                return {**part, "faces": where if start + len(faces) == len(own) else {**where, "count": len(faces)}}
    return part
