"""Orders as people type them (ZR5, ZR19)."""

from __future__ import annotations

import pytest

from gmkit.core.names import folded
from gmkit.errors import NotAllowed
from gmkit.systems.zone.order_text import Parts, folded_name, parse_order, split_block
from gmkit.words import speaking


@pytest.mark.parametrize("dash", ["-", "‐", "‑", "‒", "–", "—", "―", "−", "﹣", "－", "˗", "➖", "⁻"])
def test_any_dash_is_a_minus(dash):
    assert parse_order(f"X{dash}") == Parts(move="X-")
    assert parse_order(f"itch Z{dash}{dash}; nut y {dash}") == Parts(itch="Z--", nut="Y-")


@pytest.mark.parametrize(
    "text", ["X+", "x+", " X + ", "X\u00a0+", "Х+", "х+", "Ｘ＋", "X+.", "\ufeffX+", "X+;", "; X+ ;", "X\u200b+"]
)
def test_case_blanks_look_alikes_and_marks_are_free(text):
    assert parse_order(text) == Parts(move="X+")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Y-", Parts(move="Y-")),
        ("У-", Parts(move="Y-")),
        ("у —", Parts(move="Y-")),
        ("z+", Parts(move="Z+")),
        ("itch X++; Y+", Parts(itch="X++", move="Y+")),
        ("Y+; itch X++", Parts(itch="X++", move="Y+")),
        ("зуда X++; Y+", Parts(itch="X++", move="Y+")),
        ("ЗУДА Х + +;У+", Parts(itch="X++", move="Y+")),
        ("зуду у−−", Parts(itch="Y--")),
        ("nut Z-", Parts(nut="Z-")),
        ("гайка Z-", Parts(nut="Z-")),
        ("гайка  Х+ .", Parts(nut="X+")),
        ("гайка\u0306 Z-".replace("й\u0306", "й"), None),
        ("га\u0438\u0306ка Z-", Parts(nut="Z-")),
        ("clay", Parts(clay=True)),
        ("Fizzy Clay", Parts(clay=True)),
        ("глина", Parts(clay=True)),
        ("Газированная  глина.", Parts(clay=True)),
        ("Y-; death lamp", Parts(move="Y-", lamp=True)),
        ("Y-; death-lamp", Parts(move="Y-", lamp=True)),
        ("switch on the death lamp; Y-", Parts(move="Y-", lamp=True)),
        ("Y-; включаю смерть-лампу", Parts(move="Y-", lamp=True)),
        ("Y-; Включаю Смерть лампу", Parts(move="Y-", lamp=True)),
        ("смерть — лампа", Parts(lamp=True)),
        ("death lamp; itch X--; nut Y+", Parts(lamp=True, itch="X--", nut="Y+")),
        ("clay; death lamp; itch z++", Parts(clay=True, lamp=True, itch="Z++")),
    ],
)
def test_orders_are_read_in_two_languages(text, parts):
    if parts is None:
        with pytest.raises(NotAllowed):
            parse_order(text)
    else:
        assert parse_order(text) == parts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        (" ; ", "empty"),
        ("X++", "write itch X\\+\\+"),
        ("Х--", "write itch X--"),
        ("itch X+", "write itch X\\+\\+"),
        ("itch", "not understood"),
        ("nut", "not understood"),
        ("nut X++", "not understood"),
        ("W+", "not understood"),
        ("З+", "not understood"),
        ("X", "not understood"),
        ("X+-", "not understood"),
        ("X+ Y+", "not understood"),
        ("X+, itch Y++", "not understood"),
        ("itch X++ Y+", "not understood"),
        ("clay X+", "not understood"),
        ("lamp of death", "not understood"),
        ("X+; Y+", "at most one of move"),
        ("X+; X+", "at most one of move"),
        ("X+; nut Y+", "at most one of move"),
        ("clay; nut Y+", "at most one of move"),
        ("itch X++; itch Y++", "at most one Itch"),
        ("death lamp; death lamp", "at most one Death Lamp"),
    ],
)
def test_what_is_not_understood_is_refused_with_what_is(text, told):
    with pytest.raises(NotAllowed, match=told):
        parse_order(text)


def test_every_wrong_part_is_named_at_once():
    with pytest.raises(NotAllowed) as refused:
        parse_order("foo; X++; Y+; Z-")
    assert len(refused.value.reasons) == 3
    with speaking("ru"):
        assert "непонятно" in str(refused.value)


def test_block_is_split_by_lines_and_the_last_colon():
    block = "\ufeff1: X+\n\n  Anna: nut Y-\r\na:b: Z+\nX+"
    assert split_block(block) == [(1, "1", "X+"), (3, "Anna", "nut Y-"), (4, "a:b", "Z+"), (5, "", "X+")]
    assert split_block("1: X+\n\ufeff2: Y-")[1] == (2, "2", "Y-"), "two mails joined (C136)"


@pytest.mark.parametrize(
    ("name", "same"), [("3", "3"), (" 3 ", "3"), ("Stalker 3", "3"), ("сталкер №3", "3"), ("АЛЁНА", folded("алена"))]
)
def test_a_stalker_is_named_by_number_or_player(name, same):
    assert folded_name(name) == same
