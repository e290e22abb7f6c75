"""Whose language is spoken: what a campaign says, its errors included, is said in the campaign's language."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from gmkit.errors import GmkitError
from gmkit.words import LANGUAGES, current_language, speaking

P = ParamSpec("P")
T = TypeVar("T")


class Speaker(Protocol):
    """Something that has a language."""

    @property
    def lang(self) -> str:
        """Its language: "en" or "ru"."""


S = TypeVar("S", bound=Speaker)


@contextmanager
def in_language(lang: object) -> Iterator[None]:
    """Makes a block, and every error that comes out of it, speak *lang*; the current language if gmkit has no such."""
    spoken_here = lang if isinstance(lang, str) and lang in LANGUAGES else current_language()
    with speaking(spoken_here):
        try:
            yield
        except GmkitError as error:
            error.lang = error.lang or spoken_here
            raise


def spoken(method: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Makes a method, and every error that comes out of it, speak its object's language."""

    @functools.wraps(method)
    def speaks(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with in_language(self.lang):
            return method(self, *args, **kwargs)

    return speaks
