"""Everything that a person reads exists in English and Russian: sentences in the code, terms, and rows of tables."""

from __future__ import annotations

import ast
import json
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

PACKAGE = Path(__file__).parent.parent / "gmkit"
CATALOGUES = sorted((PACKAGE / "locale" / "ru" / "LC_MESSAGES").glob("*.po"))
SOURCES = sorted(file for file in PACKAGE.rglob("*.py") if file.name != "words.py")  # it defines say and say_n
DATA = sorted(PACKAGE.rglob("*.toml"))
RUSSIAN_FORMS = 3
"""One (1, 21), few (2-4), many."""


@dataclass(frozen=True)
class Said:
    """A sentence as the code says it."""

    place: str
    msgid: str
    plural: str | None
    given: frozenset[str] | None
    """The names of the values handed in; None where a mapping is handed in whole."""


def called(node: ast.AST) -> str:
    """Returns the name by which a call calls: `say` for say(...) and for words.say(...)."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def texts(node: ast.expr) -> list[str] | None:
    """Returns the literal texts that an argument may be (both arms of a conditional); None if it is computed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        one, other = texts(node.body), texts(node.orelse)
        return one + other if one and other else None
    return None


def said_in(source: str, name: str) -> Iterator[Said]:
    """Returns every sentence said in a source; a sentence that is not literal cannot be translated and is refused."""
    for node in ast.walk(ast.parse(source)):
        if called(node) not in ("say", "say_n"):
            continue
        assert isinstance(node, ast.Call)
        place = f"{name}:{node.lineno}"
        names = {keyword.arg for keyword in node.keywords}
        given = None if None in names else frozenset(str(word) for word in names)
        wanted = 2 if called(node) == "say_n" else 1
        assert len(node.args) == wanted, f"{place}: {called(node)} takes {wanted} text(s) by place, the rest by name"
        found = [texts(argument) for argument in node.args]
        assert None not in found, f"{place}: the text is computed; say each sentence as a literal"
        plurals = found[1] if wanted == 2 else [None] * len(found[0] or [])
        assert len(found[0] or []) == len(plurals or []), f"{place}: as many plurals as singulars"
        for msgid, plural in zip(found[0] or [], plurals or [], strict=True):
            yield Said(place, msgid, plural, given)


def all_said() -> list[Said]:
    return [
        said
        for file in SOURCES
        for said in said_in(file.read_text(encoding="utf-8"), file.relative_to(PACKAGE).as_posix())
    ]


@dataclass(frozen=True)
class Translated:
    """A row of a catalogue."""

    place: str
    msgid: str
    plural: str | None
    forms: tuple[str, ...]
    fuzzy: bool


def all_translated() -> list[Translated]:
    rows = []
    for file in CATALOGUES:
        with file.open("rb") as content:
            catalogue = read_po(content, locale="ru", abort_invalid=True)
        assert catalogue.num_plurals == RUSSIAN_FORMS, file.name
        for message in catalogue:
            if not message.id:
                continue
            msgid, plural = message.id if isinstance(message.id, (tuple, list)) else (message.id, None)
            forms = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
            rows.append(Translated(f"{file.name}: {msgid!r}", msgid, plural, tuple(forms), message.fuzzy))
    return rows


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_sentence_has_a_russian_translation():
    known = {(row.msgid, row.plural) for row in all_translated()}
    missing = [f"{said.place}: {said.msgid!r}" for said in all_said() if (said.msgid, said.plural) not in known]
    assert not missing, "\n".join(missing)


def test_every_translation_is_still_said():
    said = {(sentence.msgid, sentence.plural) for sentence in all_said()}
    dead = [row.place for row in all_translated() if (row.msgid, row.plural) not in said]
    assert not dead, "\n".join(dead)


def test_every_sentence_is_given_the_values_it_names():
    wrong = []
    for said in all_said():
        named = placeholders(said.msgid) | placeholders(said.plural or "")
        if said.given is not None and not named <= said.given:
            wrong.append(f"{said.place}: {sorted(named - said.given)} not given")
    assert not wrong, "\n".join(wrong)


def test_every_translation_names_the_same_values():
    wrong = []
    for row in all_translated():
        # A form for one may leave the number out, as English does ("one nut").
        wanted = placeholders(row.plural or row.msgid)
        for number, form in enumerate(row.forms):
            may_lack = {"n"} if row.plural is not None and number == 0 else set()
            if not wanted - may_lack <= placeholders(form) <= wanted:
                wrong.append(f"{row.place}: {form!r} names {sorted(placeholders(form))}, not {sorted(wanted)}")
    assert not wrong, "\n".join(wrong)


def test_every_translation_is_whole():
    """All plural forms are there, none is empty or uncertain, and each has Russian letters if the English has any."""
    wrong = []
    for row in all_translated():
        if len(row.forms) != (1 if row.plural is None else RUSSIAN_FORMS):
            wrong.append(f"{row.place}: {len(row.forms)} forms")
        if row.fuzzy or not all(row.forms):
            wrong.append(f"{row.place}: empty or marked fuzzy")
        english = has_letters(row.msgid, "a", "z") and row.forms != ("№",)  # Russian for "No."
        wrong += [f"{row.place}: {form!r}" for form in row.forms if english and not has_letters(form, "а", "я")]
    assert not wrong, "\n".join(wrong)


def has_letters(text: str, first: str, last: str) -> bool:
    """Returns whether *text* has a letter of an alphabet outside its placeholders."""
    return any(first <= letter <= last for part, *_ in string.Formatter().parse(text) for letter in part.lower())


def test_one_sentence_has_one_translation():
    """The catalogues are merged when gmkit runs: two translations of one sentence would shadow each other."""
    first: dict[str, Translated] = {}
    for row in all_translated():
        other = first.setdefault(row.msgid, row)
        assert other.forms == row.forms, f"{other.place} and {row.place} differ"


def test_every_term_in_the_code_has_both_languages():
    wrong = []
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if called(node) == "Term":
                assert isinstance(node, ast.Call)
                words = dict(zip(("en", "ru"), node.args, strict=False))
                words |= {str(keyword.arg): keyword.value for keyword in node.keywords}
                # Term(*pair), Term(**row): from a table, whose rows are checked below.
                if "None" in words or any(isinstance(word, ast.Starred) for word in words.values()):
                    continue
                if set(words) != {"en", "ru"} or any(texts(word) == [""] for word in words.values()):
                    wrong.append(f"{file.relative_to(PACKAGE)}:{node.lineno}")
    assert not wrong, "\n".join(wrong)


def test_every_row_of_a_table_has_both_languages():
    lacking = []
    for file in DATA:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        lacking += one_language_only(table, file.relative_to(PACKAGE).as_posix())
    assert not lacking, "\n".join(lacking)


def one_language_only(value: Any, place: str) -> Iterator[str]:
    """Returns the places with `en` but no `ru`, or the other way round; `name_en` goes with `name_ru`."""
    if isinstance(value, list):
        for number, item in enumerate(value, start=1):
            yield from one_language_only(item, f"{place}, {number}")
    elif isinstance(value, dict):
        for key, item in value.items():
            stem, language = key[:-2], key[-2:]
            if language in ("en", "ru") and (not stem or stem.endswith("_")):
                other = stem + ("ru" if language == "en" else "en")
                if not value.get(other) or not item:
                    yield f"{place}: {key} without {other}"
            yield from one_language_only(item, f"{place}, {key}")


# ---- the finder itself ----------------------------------------------------------------------------------------------


def test_finder_reads_conditionals_plurals_and_whole_mappings():
    source = 'say("a {x}" if y else "b", x=1)\nwords.say_n("{n} nut", "{n} nuts", n=2)\nsay("c", **values)'
    assert [(said.msgid, said.plural, said.given) for said in said_in(source, "here")] == [
        ("a {x}", None, frozenset({"x"})),
        ("b", None, frozenset({"x"})),
        ("{n} nut", "{n} nuts", frozenset({"n"})),
        ("c", None, None),
    ]


def test_finder_refuses_a_computed_sentence():
    with pytest.raises(AssertionError, match=r"here:1: the text is computed"):
        list(said_in('say(f"a {x}")', "here"))


def test_finder_names_the_row_that_lacks_a_language():
    table = {"row": [{"en": "nut", "ru": "гайка"}, {"name_en": "clay"}]}
    assert list(one_language_only(table, "nuts.toml")) == ["nuts.toml, row, 2: name_en without name_ru"]


# --- one Russian word for one thing (CONTRIBUTING.md) ----------------------------------------------------------------

ROOT = PACKAGE.parent
MEANT_OTHERWISE = {
    ("мастер", "alter_ego/tables/levels.toml"),  # a level of skill
    ("мастер", "alter_ego/tables/difficulties.toml"),
    ("кости", "alter_ego/tables/wounds.toml"),  # of a body
}


def rejected_words() -> dict[str, re.Pattern[str]]:
    """Returns the words that the glossary rejects, each with what finds it; a word that ends in "…" is a stem."""
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("| English | Russian | rejected |")[2]
    rows = [row.split("|")[3] for row in table.partition("\n\n")[0].splitlines() if row.count("|") == 4]
    words = [word.strip() for row in rows for word in row.split(",") if re.search("[а-я]", word)]
    # "сталкер" is rejected for its small letter alone; the others in any case.
    return {
        word: re.compile(
            rf"\b{word.replace('…', r'[а-яё]*').replace(' ', r'[ ]')}\b", 0 if word == "сталкер…" else re.IGNORECASE
        )
        for word in words
    }


@cache
def russian_texts() -> list[tuple[str, str]]:
    """Returns every Russian text that a person reads, with its place."""
    return list(read_russian_texts())


def read_russian_texts() -> Iterator[tuple[str, str]]:
    """Yields every Russian text that a person reads, with its place."""
    for file in CATALOGUES:
        with file.open("rb") as content:
            for message in read_po(content, locale="ru"):
                found = message.string if isinstance(message.string, tuple) else (message.string,)
                yield from ((f"{file.name}: {message.id!r}", text) for text in found)
    for file in DATA:
        yield file.relative_to(ROOT).as_posix(), re.sub(r"(?m)^#.*$", "", file.read_text(encoding="utf-8"))
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Term", "_look"):
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield f"{file.name}:{node.lineno}", part.value
    for file in [*sorted((ROOT / "notebooks").glob("*.ipynb")), ROOT / "README.md"]:
        if file.suffix == ".md":
            yield file.name, file.read_text(encoding="utf-8")
            continue
        for number, cell in enumerate(json.loads(file.read_text(encoding="utf-8"))["cells"]):
            yield f"{file.name}, cell {number}", "".join(cell["source"])


def test_the_glossary_is_read():
    assert {"клетк…", "летопис…", "сталкер…", "кости", "мастер"} <= rejected_words().keys()
    assert rejected_words()["клетк…"].search("В Клетке пусто")
    assert not rejected_words()["сталкер…"].search("Сталкер 1")
    assert not rejected_words()["мастер"].search("мастерство")
    assert len(russian_texts()) > 1000


@pytest.mark.parametrize("word", rejected_words())
def test_no_other_russian_word_stands_for_the_same_thing(word):
    found = [
        f"{place}: {text[max(0, hit.start() - 30) : hit.end() + 30]}"
        for place, text in russian_texts()
        for hit in rejected_words()[word].finditer(text)
        if not any(word == allowed and place.endswith(file) for allowed, file in MEANT_OTHERWISE)
    ]
    assert found == []
