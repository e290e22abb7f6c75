"""Names are compared without case, ё/е, and the way й is typed."""

from __future__ import annotations

import pytest

from gmkit.core.names import folded, name_refusals, same_name


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "ANNA"), ("Ёж", "еж"), ("Йод", "и\u0306од"), ("Ё", "Е\u0308"), (" A  b ", "a b"), ("A\u00a0b", "a b")],
)
def test_names_are_the_same(one, other):
    assert same_name(one, other)
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Аnna"), ("и", "й"), ("Ann", "Anna"), ("ab", "a b")])
def test_names_are_not_the_same(one, other):
    assert not same_name(one, other)


def test_every_reason_comes_at_once():
    assert len(name_refusals(["gm", "5", "", "Anna", "anna", None, "a\nb"])) == 6
    assert name_refusals(["Anna", "Борис"]) == []
    assert len(name_refusals(["Борис"], taken=["борис"])) == 1
