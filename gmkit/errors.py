"""Every error that gmkit raises on purpose: one sentence that says what was wrong, where, and what is allowed."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Sequence

from gmkit.words import LANGUAGES, Listing, Sentence, Term, Words, current_language, listing, plain, render, say, shown


class GmkitError(Exception):
    """Anything that a GM can mend: str() is one sentence, in the language of the campaign it comes from."""

    def __init__(self, words: Words | Listing) -> None:
        super().__init__(words)
        self.words: Sentence | Term | Listing = plain(words) if isinstance(words, str) else words
        self.lang: str | None = None
        """The language in which to say it; None: the current one."""

    def __str__(self) -> str:
        return self.words.render(self.lang)

    def _render_traceback_(self) -> list[str]:
        """Returns what a notebook shows in place of a traceback: the sentence, with its lines kept."""
        return str(self).splitlines()


def checked_language(lang: object) -> str:
    """Returns *lang*, the current language if it is None; refuses one that gmkit does not speak."""
    if lang is None:
        return current_language()
    if not isinstance(lang, str) or lang not in LANGUAGES:
        raise GmkitError(say("There is no language {lang}: {known}.", lang=shown(lang), known=listing(LANGUAGES)))
    return lang


_PLACE_IN_TOML = re.compile(r"\(at line (\d+), column (\d+)\)")


def why(error: OSError | ValueError) -> Words:
    """Returns why the system refused a file: its own words are English; what is rare stays in them."""
    if not isinstance(error, OSError):
        # A path with a zero byte or half of a character.
        return say("no file can have such a name")
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return say("there is no such file or folder")
        case errno.EACCES | errno.EPERM:
            return say("it may not be opened by you")
        case errno.EROFS:
            return say("nothing can be written in this place")
        case errno.ENOSPC | errno.EDQUOT:
            return say("the disk is full")
        case errno.EISDIR:
            return say("it is a folder")
        case errno.ENAMETOOLONG:
            return say("its name is too long")
        case errno.EEXIST:
            return say("there is such a file or folder already")
        case errno.EBUSY:
            return say("another program is using it")
        case errno.EIO:
            return say("the disk does not answer")
    return error.strerror or str(error)


def shown_path(path: object) -> str:
    """Returns a path for a sentence: as it is, or with codes for signs that cannot be printed."""
    text = str(path)
    return text if text.isprintable() else ascii(text)


def where_no_json(error: ValueError | RecursionError) -> Words:
    """Returns where a text stops being JSON."""
    if isinstance(error, json.JSONDecodeError):
        return say("line {line}, column {column} does not fit", line=error.lineno, column=error.colno)
    if isinstance(error, RecursionError):
        return say("it is nested too deeply")
    return say("it is not what JSON allows")


def where_no_toml(error: ValueError) -> Words:
    """Returns where a text stops being TOML."""
    if place := _PLACE_IN_TOML.search(str(error)):
        return say("line {line}, column {column} does not fit", line=int(place[1]), column=int(place[2]))
    return say("it breaks off at its end")


class NotationError(GmkitError):
    """A dice notation, an order or another text that cannot be read; it points at the place."""


class NotAllowed(GmkitError):
    """What the rules or the present state do not allow; `reasons` holds every reason at once."""

    def __init__(self, *reasons: Words) -> None:
        super().__init__(Listing(tuple(reasons), mark=" "))
        self.reasons: Sequence[Words] = reasons

    def told(self, lang: str | None = None) -> list[str]:
        """Returns each reason as text."""
        return [render(reason, lang) for reason in self.reasons]


class Conflict(NotAllowed):
    """A command that no longer holds, because another kernel acted meanwhile; it says what happened."""


class TableError(GmkitError):
    """A table, setting, scenario or supplement that is not right: names file, place, and what was expected."""


class StoreError(GmkitError):
    """A campaign file that cannot be read or written; it says what is wrong and what was kept."""


class NoSuchName(GmkitError, AttributeError):
    """A name that a campaign does not have; it says which one may be meant."""


class LeakError(GmkitError):
    """An export that would have told a player what that player may not know; nothing was written."""
