"""Who is told what: closed by default, in one place (S1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from gmkit.core.fact import Fact, FactBook
from gmkit.core.session import COMMON_FACTS, Seat, Session, fold_common
from gmkit.core.settings import Setting, SettingBook
from gmkit.core.visibility import audience_of, hears, joined, mark_of, seats, seen_by, tell, tell_as, unmarked
from gmkit.errors import StoreError
from gmkit.words import Term


@dataclass(frozen=True)
class Unmarked(Fact):
    kind: ClassVar[str] = "unmarked"
    n: int


@dataclass(frozen=True)
class Owned(Fact):
    kind: ClassVar[str] = "owned"
    told_to: ClassVar[str] = "owner"


@dataclass(frozen=True, kw_only=True)
class Part:
    owner: str = seen_by("all", default="s2")
    told: tuple[str, ...] = seen_by("gm", default=("s3", "s1"))
    secret: int = seen_by("owner", default=0)
    shared: int = seen_by("told", default=0)
    nobody: int = 0


def test_what_is_not_marked_is_the_gm_s():
    assert tell(Unmarked(1)).to == "gm"
    assert audience_of(Part(), "nobody") == "gm"
    assert unmarked(Part) == ["nobody"]
    assert mark_of(Part, "nobody") is None
    with pytest.raises(KeyError):
        mark_of(Part, "no such")


def test_a_mark_names_all_the_gm_or_the_field_that_holds_the_seats():
    assert audience_of(Part(), "owner") == "all"
    assert audience_of(Part(), "told") == "gm"
    assert audience_of(Part(), "secret") == ("s2",)
    assert audience_of(Part(), "shared") == ("s1", "s3")
    assert audience_of(Part(told=()), "shared") == "gm"


def test_an_owner_s_fact_is_told_to_the_owners():
    assert tell(Owned(), "s2").to == ("s2",)
    assert tell(Owned(), ["s2", "s1", "s2"]).to == ("s1", "s2")
    assert tell(Owned()).to == "gm", "an owner's fact without an owner is the GM's"
    assert tell(Owned(), "s2", public=True).to == "all"
    assert tell_as(Unmarked(1), ("s1",)).to == ("s1",)


@pytest.mark.parametrize(
    ("audience", "gm", "public", "s1", "s2"),
    [("all", 1, 1, 1, 1), ("gm", 1, 0, 0, 0), (("s1",), 1, 0, 1, 0), (["s1", "s2"], 1, 0, 1, 1), ("s1", 1, 0, 0, 0)],
)
def test_who_hears(audience, gm, public, s1, s2):
    assert [hears(audience, viewer) for viewer in ("gm", "public", "s1", "s2")] == [gm, public, s1, s2]


def test_audiences_join():
    assert joined("gm", ("s2",), ("s1", "s2")) == ("s1", "s2")
    assert joined("gm", "all") == "all"
    assert joined("gm") == seats(()) == "gm"


def test_every_common_fact_has_a_mark_a_name_and_words_or_no_line():
    marks = {kind.told_to for kind in COMMON_FACTS}
    assert marks <= {"all", "gm", "owner"}
    assert len({kind.kind for kind in COMMON_FACTS}) == len(COMMON_FACTS)
    for kind in COMMON_FACTS:
        assert kind.has_line == ("line" in kind.__dict__), kind


def test_every_field_of_a_session_is_marked():
    assert unmarked(Session) == unmarked(Seat) == []


def test_facts_come_back_from_plain_data():
    book = FactBook((Unmarked, Owned))
    assert book.from_plain({"is": "unmarked", "to": "gm", "n": 1, "later": 2}) == Unmarked(1)
    with pytest.raises(StoreError, match="does not know what new is"):
        book.from_plain({"is": "new"})
    with pytest.raises(StoreError, match="unmarked has 'x' as n"):
        book.from_plain({"is": "unmarked", "n": "x"})
    with pytest.raises(ValueError, match="taken"):
        FactBook((Unmarked, Unmarked))


def test_a_field_cannot_take_the_audience_s_place_on_disk_bug():
    """HandoutAudience once had a field `to`: it was stored as the audience, and told players what was the GM's."""

    @dataclass(frozen=True)
    class Addressed(Fact):
        kind: ClassVar[str] = "addressed"
        to: tuple[str, ...]

    with pytest.raises(ValueError, match="'to' has the name of what every fact has on disk"):
        FactBook((Addressed,))


def test_a_fact_that_changes_nothing_leaves_the_session_itself():
    session = Session()
    assert fold_common(session, Unmarked(1)) is session


def test_a_choice_is_compared_with_its_type():
    word = Term("x", "x")
    book = SettingBook({"s": Setting("s", "R1", True, (True, False), word, word, {})})
    assert book.refusals({"s": 1}, at_creation=True)
    assert not book.refusals({"s": False}, at_creation=False)
