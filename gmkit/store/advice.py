"""What a person can do about a campaign's file, as calls that can be copied out of a sentence."""

from __future__ import annotations

import os
import re
import shlex
from contextlib import suppress
from pathlib import Path

from gmkit.words import Sentence, say

NAME = "campaign.json"

_BARE = re.compile(r"[\w./:-]+")
"""Paths that a shell takes as they are."""


def way(verb: str, path: Path, number: int | None = None) -> Sentence:
    """Returns how the campaign file at *path* is checked, repaired, backed up or restored: in a shell, in a notebook.

    Args:
        verb: "check", "repair", "backup" or "restore".
        path: The campaign file.
        number: Of the backup to restore.
    """
    folder = str(_seen_from_here(path.parent if path.name == NAME else path))
    shell = f"gmkit {verb} {_quoted(folder)}" + ("" if number is None else f" {number}")
    words = repr(folder) + ("" if number is None else f", {number}")
    notebook = f"from gmkit.campaign.care import {verb}; {verb}({words})"
    if verb == "check":
        notebook = f"from gmkit.campaign.care import check; print(*check({words}))"
    return say("{shell} (in a notebook: {notebook})", shell=shell, notebook=notebook)


def _seen_from_here(path: Path) -> Path:
    with suppress(OSError, ValueError):
        return path.absolute().relative_to(Path.cwd())
    return path


def _quoted(text: str) -> str:
    """Returns a path as the shells of all systems take it, should there be blanks in it."""
    text = f"./{text}" if text.startswith("-") else text  # it is no option
    if _BARE.fullmatch(text):
        return text
    return f'"{text}"' if os.name == "nt" or not set(text) & set('"$`\\!') else shlex.quote(text)
