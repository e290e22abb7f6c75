"""Why a file was refused: in words of the reader's language, never in the system's own English."""

from __future__ import annotations

import errno
import os
import tomllib
from pathlib import Path

import matplotlib.figure
import pytest

import gmkit
from gmkit.core.tables import read_table
from gmkit.errors import GmkitError, TableError, shown_path, where_no_toml, why
from gmkit.paint.figure import save_figure
from gmkit.words import render, speaking

COMMON = ("ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS", "ENOSPC", "EISDIR", "ENAMETOOLONG", "EEXIST", "EIO", "EBUSY")


@pytest.mark.parametrize("name", COMMON)
def test_what_the_system_refuses_is_said_in_russian_too(name):
    number = getattr(errno, name)
    words = render(why(OSError(number, os.strerror(number))), "ru")
    assert words.isprintable()
    assert not any(sign.isascii() and sign.isalpha() for sign in words)


def test_a_path_that_no_file_can_have_is_shown_by_its_codes():
    assert render(why(ValueError("embedded null byte")), "ru") == "такого имени у файла быть не может"
    assert shown_path(Path("a\x00b")) == "'a\\x00b'"
    assert shown_path("\udcff") == "'\\udcff'"
    assert shown_path("Весна.csv") == "Весна.csv"


@pytest.mark.parametrize("text", ["x = ", "x = 1\ny == 2", '[a]\nb = "', "x = [1", "a = 1\na = 2", ""])
def test_where_a_toml_stops_being_one_has_no_english_in_russian(text):
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        words = render(where_no_toml(error), "ru")
        assert not any(sign.isascii() and sign.isalpha() for sign in words), words
    else:
        assert text == ""


def russian(refused: pytest.ExceptionInfo[GmkitError]) -> str:
    return refused.value.words.render("ru")


def test_a_table_s_toml_error_is_russian():
    with pytest.raises(TableError) as refused:
        read_table("x == 1", dict, name="t.toml")
    assert "строка 1, знак 4" in russian(refused)
    assert "Expected" not in russian(refused)


def test_a_picture_s_path_is_refused_in_russian(tmp_path):
    (tmp_path / "file").write_text("x")
    figure = matplotlib.figure.Figure()
    for place in (tmp_path / "file" / "a.png", tmp_path / "a\x00.png", tmp_path / ("я" * 300 + ".png")):
        with pytest.raises(GmkitError) as refused:
            save_figure(figure, place)
        assert not [word for word in ("Not a directory", "exists", "null", "too long") if word in russian(refused)]


def test_alter_ego_s_files_are_refused_in_russian(tmp_path):
    with gmkit.create(tmp_path / "c", system="alter_ego", players=["Аня"], lang="ru", key="k") as c:
        c.game.character("Ратмир", player="Аня")
        calls = [
            lambda: c.game.import_character(tmp_path / "no.toml"),
            lambda: c.game.import_character("a\x00b"),
            lambda: c.game.import_character("x == 1\n"),
            lambda: c.game.export("Ратмир", tmp_path),
            lambda: c.game.export("Ратмир", tmp_path / "no" / "a.toml"),
            lambda: c.game.export("Ратмир", "a\x00b"),
            lambda: c.game.supplement(tmp_path / "no.toml"),
        ]
        (tmp_path / "s.toml").write_text("x == 1", "utf-8")
        calls.append(lambda: c.game.supplement(tmp_path / "s.toml"))
        for call in calls:
            with pytest.raises(GmkitError) as refused, speaking("ru"):
                call()
            said = russian(refused)
            assert not [w for w in ("No such", "exists", "null", "Expected", "Invalid", "directory") if w in said], said
