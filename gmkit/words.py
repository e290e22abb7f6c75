"""Sentences and words in two languages: English is the message id, Russian is read from the `.po` files at run time."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = ("en", "ru")
"""The languages that gmkit speaks."""

Escape = Callable[[str], str]

_default = "en"
_speaking: ContextVar[str | None] = ContextVar("gmkit_language", default=None)


def current_language() -> str:
    """Returns the language in which sentences are rendered now: "en" or "ru"."""
    return _speaking.get() or _default


def set_language(lang: str) -> None:
    """Makes *lang* the language of whatever has no campaign of its own, such as a free roll."""
    global _default
    _default = lang if lang in LANGUAGES else "en"


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Renders every sentence of the block in *lang*."""
    token = _speaking.set(lang)
    try:
        yield
    finally:
        _speaking.reset(token)


@dataclass(frozen=True)
class Term:
    """A word or name of the rules in both languages."""

    en: str
    ru: str

    def render(self, lang: str | None = None, escape: Escape | None = None) -> str:
        """Returns the word in *lang*; a term is the kit's own text and is never escaped."""
        return self.ru if (lang or current_language()) == "ru" else self.en

    def __str__(self) -> str:
        return self.render()


@dataclass(frozen=True)
class Sentence:
    """A sentence that waits for its language: message id, values, and the plural form where a number rules it."""

    msgid: str
    args: Mapping[str, Any] = field(default_factory=dict)
    plural: str | None = None
    number: int = 0

    def render(self, lang: str | None = None, escape: Escape | None = None) -> str:
        """Returns the sentence in *lang*.

        Args:
            lang: "en" or "ru"; the current language if None.
            escape: Applied to the values that are text from people; terms and sentences are rendered in the same
                language.
        """
        lang = lang or current_language()
        template = _translated(lang, self.msgid, self.plural, self.number)
        values = {name: _value(value, lang, escape) for name, value in self.args.items()}
        return string.Formatter().vformat(template, (), values)

    def __str__(self) -> str:
        return self.render()

    def __hash__(self) -> int:
        return hash((self.msgid, self.plural, self.number))


@dataclass(frozen=True)
class Listing:
    """Several words in a row, joined by a comma or another mark."""

    items: tuple[Any, ...]
    mark: str = ", "

    def render(self, lang: str | None = None, escape: Escape | None = None) -> str:
        """Returns the items in *lang*, joined."""
        return self.mark.join(render(item, lang, escape) for item in self.items)

    def __str__(self) -> str:
        return self.render()


Words = Sentence | Term | Listing | str
"""What a person reads: a sentence, a term of the rules, several of them, or text from people."""


def say(msgid: str, /, **args: Any) -> Sentence:
    """Returns the sentence with this English text; values stand in braces."""
    return Sentence(msgid, args)


def say_n(singular: str, plural: str, /, n: int, **args: Any) -> Sentence:
    """Returns the sentence in the form that the number *n* asks for in the reader's language."""
    return Sentence(singular, {"n": n, **args}, plural, n)


def plain(text: str) -> Sentence:
    """Returns text from people as a sentence of its own; it is escaped like any other value."""
    return Sentence("{text}", {"text": text})


def render(words: Words, lang: str | None = None, escape: Escape | None = None) -> str:
    """Returns *words* in *lang*; plain text is taken for text from people and escaped."""
    if isinstance(words, str):
        return escape(words) if escape else words
    return words.render(lang, escape)


def listing(items: Any, mark: str = ", ") -> Listing:
    """Returns *items* (sentences, terms, text or numbers) as one list for a sentence."""
    return Listing(tuple(i if isinstance(i, (Sentence, Term, Listing, str)) else str(i) for i in items), mark)


def shown(value: object) -> str:
    """Returns *value* as a refusal shows it: one line, shortened."""
    try:
        text = repr(value).replace("\n", " ")
    except (ValueError, RecursionError):  # a number of thousands of digits, or a nest of thousands of lists
        text = f"{value:#x}" if isinstance(value, int) else f"{type(value).__name__} …"
    return text if len(text) <= 80 else text[:79] + "…"


def _value(value: Any, lang: str, escape: Escape | None) -> str:
    if isinstance(value, (Sentence, Term, Listing)):
        return value.render(lang, escape)
    try:
        text = str(value)
    except ValueError:  # Python writes no whole number of more than 4,300 digits
        text = f"{value:#x}"[:79] + "…"
    return escape(text) if escape and isinstance(value, str) else text


def _translated(lang: str, msgid: str, plural: str | None, number: int) -> str:
    if lang == "en":
        return msgid if plural is None or number == 1 else plural
    form = _russian_form(number) if plural is not None else 0
    known = russian_messages().get(msgid)
    if not known or form >= len(known) or not known[form]:
        return msgid if plural is None or number == 1 else plural
    return known[form]


def _russian_form(number: int) -> int:
    """Returns the plural form of *number* in Russian: 0 one (1, 21), 1 few (2-4, 22-24), 2 many."""
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else 2


@cache
def russian_messages() -> dict[str, tuple[str, ...]]:
    """Returns the Russian texts of every message id, one for each plural form, from all `.po` files of the kit."""
    messages: dict[str, tuple[str, ...]] = {}
    folder = files("gmkit") / "locale" / "ru" / "LC_MESSAGES"
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".po"):
            messages |= _messages(_read_catalog(entry.read_bytes()))
    return messages


def _read_catalog(content: bytes) -> Catalog:
    from io import BytesIO

    from babel.messages.pofile import read_po

    return read_po(BytesIO(content), locale="ru")


def _messages(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    found = {}
    for message in catalog:
        if message.id:
            key = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
            texts = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
            found[key] = tuple(str(text) for text in texts)
    return found
