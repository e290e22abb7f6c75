"""The documents of a campaign as a table: who did what and when, what was undone, and what a careful reader should see."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gmkit.campaign.history import Document, History
from gmkit.words import Words, render, say

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("n", "turn", "at", "kernel", "did", "text", "undone", "undone_by", "seen", "remark")


def history_frame(history: History, lines: Callable[[int], str]) -> pd.DataFrame:
    """Returns every document, oldest first; `seen` says whether players had seen what it told."""
    import pandas as pd

    remarks = fresh_streams(history)
    rows = []
    for document in history.documents[: history.seen]:
        number = document["n"]
        rows.append(
            {
                "n": number,
                "turn": document.get("turn"),
                "at": document.get("at", ""),
                "kernel": document.get("kernel", ""),
                "did": _did(document),
                "text": _text(document, lines),
                "undone": number in history.undone_by,
                "undone_by": history.undone_by.get(number),
                "seen": "events" in document and history.was_shown(number),
                "remark": render(remarks.get(number, "")),
            }
        )
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    frame["undone_by"] = frame["undone_by"].astype("Int64")
    return frame


def fresh_streams(history: History) -> dict[int, Words]:
    """Returns the documents that rolled under a new name or for other eyes after a roll was undone in the same turn (D1).

    Such a roll reads other bytes than the one undone: nothing forbids it, but whoever reads the history should see it.
    """
    found: dict[int, Words] = {}
    undone: dict[int, set[tuple[str, str, str]]] = {}
    known: dict[int, set[tuple[str, str, str]]] = {}
    for document in history.documents[: history.seen]:
        if "undo" in document:
            target = history.document(document["undo"])
            for turn, stream in _streams(target):
                undone.setdefault(turn, set()).add(stream)
            continue
        for turn, stream in _streams(document):
            if undone.get(turn) and stream not in known.setdefault(turn, set()):
                found[document["n"]] = say(
                    "Rolled under a new name or for other eyes, after a roll of this turn was undone."
                )
            known.setdefault(turn, set()).add(stream)
    return found


def _streams(document: Document) -> list[tuple[int, tuple[str, str, str]]]:
    return [
        (draw["turn"], (draw["who"], draw["what"], draw.get("eyes", "")))
        for draw in document.get("draws", ())
        if draw["what"] == "roll" and draw.get("number") is not None
    ]


def _did(document: Document) -> str:
    for kind in ("undo", "redo", "sent"):
        if kind in document:
            return kind
    return ", ".join(command["do"] for command in document["do"])


def _text(document: Document, lines: Callable[[int], str]) -> str:
    if "undo" in document:
        told: Any = say("Undone: document {n}.", n=document["undo"])
        reason = document.get("reason")
        return f"{render(told)} {reason}" if reason else render(told)
    if "redo" in document:
        return render(say("Done again: document {n}.", n=document["redo"]))
    if "sent" in document:
        return render(say("Sent to players."))
    return lines(document["n"])
