"""Every error that gmkit raises on purpose: one sentence that says what was wrong, where, and what is allowed."""

from __future__ import annotations

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
