"""The referee's corrections (api.md, `c.edit`)."""

from __future__ import annotations

import pytest

from gmkit.errors import NotAllowed
from tests.systems.zone.table import Table


def hearers(table: Table, kind: str) -> list[str]:
    return [viewer for viewer in ("public", "s1", "s2") if kind in table.heard(viewer)]


@pytest.mark.parametrize(
    ("changes", "heard"),
    [
        ({"at": [2, 2, 2]}, ["public", "s1", "s2"]),
        ({"paralysed": True}, ["public", "s1", "s2"]),
        ({"alive": False}, ["public", "s1", "s2"]),
        ({"carries": {"nut": 2}}, ["s1"]),
        ({"burnt": True}, ["s1"]),
        ({"blinded": True}, []),
    ],
)
def test_each_field_is_told_to_those_whom_its_mark_names(changes, heard):
    table = Table(layout={})
    table.edit("stalker 1", **changes)
    assert hearers(table, "stalker_set") == heard
    seen = table.stalker(1)
    ((name, value),) = changes.items()
    assert getattr(seen, name) == (tuple(value) if name == "at" else value)


def test_each_changed_field_is_a_fact_and_an_unchanged_one_is_none():
    table = Table(layout={})
    facts = table.edit("stalker Anna", burnt=True, paralysed=False, carries={"nut": 1, "itch": 0}, at="1,1,2")
    assert [fact.field for fact in facts if fact.kind == "stalker_set"] == ["at", "burnt", "carries"]


def test_burnt_by_hand_is_burnt_since_the_day_before():
    table = Table(layout={})
    table.edit("stalker 1", burnt=True)
    with pytest.raises(NotAllowed, match="rests"):
        table.order(1, "X+")
    table.edit("stalker 1", burnt=False)
    table.order(1, "X+")


def test_a_dead_one_comes_back():
    table = Table(layout={"mosquito_mange": [[2, 1, 1]]})
    table.day_of(s1="X+")
    with pytest.raises(NotAllowed, match="Mosquito Mange"):
        table.edit("stalker 1", alive=True)
    table.edit("stalker 1", alive=True, at=[1, 1, 1], carries={"nut": 1})
    assert (table.stalker(1, "s1").carries, table.stalker(1, "s2").carries) == ({"nut": 1}, "unknown")
    table.edit("stalker 1", alive=False)
    assert table.stalker(1).carries == {}


@pytest.mark.parametrize(
    ("what", "changes"),
    [
        ("stalker 9", {"at": [1, 1, 1]}),
        ("wall", {}),
        ("cell 9,9,9", {"nuts": 1}),
        ("cell", {"nuts": 1}),
        ("stalker 1", {"luck": 3}),
        ("stalker 1", {"at": [1, 1, 6]}),
        ("stalker 1", {"at": "there"}),
        ("stalker 1", {"burnt": 1}),
        ("stalker 1", {"paralysed": "no"}),
        ("stalker 1", {"carries": {"nut": -1}}),
        ("stalker 1", {"carries": {"ball": 1}}),
        ("stalker 1", {"carries": ["nut"]}),
        ("stalker 1", {"at": [2, 1, 1]}),
        ("stalker 1", {"alive": False, "burnt": True}),
        ("cell 1,2,1", {"element": "ball"}),
        ("cell 1,2,1", {"element": ["nut", "itch"]}),
        ("cell 1,2,1", {"element": "meat_grinder"}),
        ("cell 3,3,3", {"element": "nut"}),
        ("cell 1,1,1", {"element": "mosquito_mange"}),
        ("cell 1,2,1", {"nuts": -1}),
        ("cell 1,2,1", {"dropped": {"ball": 1}}),
        ("cell 1,2,1", {"dropped": 3}),
        ("cell 1,2,1", {"colour": "red"}),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(what, changes):
    table = Table(layout={"mosquito_mange": [[2, 1, 1]]})
    before = table.viewers["gm"].session
    with pytest.raises(NotAllowed):
        table.edit(what, **changes)
    assert table.viewers["gm"].session == before


def test_a_refusal_lists_what_may_be_edited():
    with pytest.raises(
        NotAllowed, match=r"stalker 1, 2, 3, .* \(alive, at, .*\) and cell x,y,z \(element, nuts, dropped\)"
    ):
        Table(layout={}).edit("weather", sun=1)


def test_a_cells_content_is_told_to_those_who_were_told_of_it():
    table = Table(layout={})
    table.day_of(s1="X+")
    table.edit("cell 2,1,1", element="witches_jelly", nuts=2, dropped={"etak": 1})
    assert [table.element((2, 1, 1), viewer) for viewer in ("gm", "s1", "s2")] == [
        "witches_jelly",
        "witches_jelly",
        "unknown",
    ]
    assert [table.row((2, 1, 1), viewer)["nuts"] for viewer in ("gm", "s1", "s2")] == [2, 2, 0]
    assert [table.row((2, 1, 1), viewer)["dropped"] for viewer in ("gm", "s1", "s2")] == [{"etak": 1}, {"etak": 1}, {}]
    table.edit("cell 5,4,3", element="nut")
    assert hearers(table, "cell_set") == ["s1"]


def test_a_mange_put_where_all_saw_it_safe_is_told_to_all():
    table = Table(layout={}, start={2: {"at": [2, 1, 1]}})
    table.day_of(s2="X+")
    table.edit("cell 2,1,1", element="mosquito_mange")
    assert table.element((2, 1, 1), "s7") == "mosquito_mange"
    table.edit("cell 2,1,1", element="")
    assert table.element((2, 1, 1), "s7") == "unknown"


def test_a_mange_that_a_nut_told_is_corrected_for_its_thrower():
    table = Table(layout={"mosquito_mange": [[2, 1, 1]]}, start={1: {"carries": {"nut": 1}}})
    table.day_of(s1="nut X+")
    table.edit("cell 2,1,1", element="itch")
    assert [table.element((2, 1, 1), viewer) for viewer in ("gm", "s1")] == ["itch", "unknown"]
    assert hearers(table, "mange_told") == ["s1"]


def test_wind_follows_a_corrected_mange():
    table = Table(2, layout={})
    table.edit("cell 1,1,2", element="mosquito_mange")
    assert table.see("s1").wind_risk()[1, 1, 2] == 1, "all had heard no wind there"
    table.edit("stalker 8", at=[1, 1, 4])
    assert table.see("public").state.winds[1, 1, 4] is False


def test_an_edit_stands_in_the_report_of_those_who_were_told():
    table = Table(layout={})
    table.edit("stalker 1", paralysed=True, burnt=True)
    table.end_day()
    assert "Stalker 1 (paralysed): yes." in table.page("public", 1)
    assert "burnt" not in table.page("public", 1)
    assert table.page("s1", 1).count("Stalker 1 (burnt): yes.") == 1
