"""The documents of a campaign as a table: who did what and when, what was undone, what a careful reader should see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from gmkit.campaign.history import History
from gmkit.campaign.listener import Document
from gmkit.words import Words, render, say

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("n", "turn", "at", "kernel", "did", "text", "undone", "undone_by", "seen", "remark")


def history_frame(history: History, told: Callable[[Document], str]) -> pd.DataFrame:
    """Returns every document, oldest first; `seen` says whether players had seen what it told."""
    import pandas as pd

    remarks = fresh_streams(history)
    rows = []
    for document in history.documents[: history.seen]:
        number = document["n"]
        rows.append(
            {
                "n": number,
                "turn": document["turn"],
                "at": document.get("at", ""),
                "kernel": document.get("kernel", ""),
                "did": _did(document),
                "text": _text(document, told),
                "undone": number in history.undone_by,
                "undone_by": history.undone_by.get(number),
                "seen": "events" in document and history.was_shown(number),
                "remark": render(remarks.get(number, "")),
            }
        )
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    return frame.astype({"n": "int64", "turn": "int64", "undone": bool, "undone_by": "Int64", "seen": bool})


def fresh_streams(history: History) -> dict[int, Words]:
    """Returns the documents that rolled under a new name or for other eyes after an undone roll of the same turn (D1).

    Such a roll reads other bytes than the one undone: nothing forbids it, but whoever reads the history should see it.
    """
    found: dict[int, Words] = {}
    undone: dict[int, Counter[tuple[str, str, str]]] = {}
    known: dict[int, set[tuple[str, str, str]]] = {}
    for document in history.documents[: history.seen]:
        if "undo" in document or "redo" in document:
            step = 1 if "undo" in document else -1
            for turn, stream in _streams(history.document(document.get("undo") or document["redo"])):
                undone.setdefault(turn, Counter())[stream] += step
            continue
        for turn, stream in _streams(document):
            if undone.get(turn, Counter()).total() > 0 and stream not in known.setdefault(turn, set()):
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


def _text(document: Document, told: Callable[[Document], str]) -> str:
    reason = document.get("reason") if "undo" in document else None
    return f"{told(document)} ({reason})" if reason else told(document)
