"""Every notation of api.md and every refusal: C001, C003, C004, C006, C007, C009, C018, C019."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmkit import dice
from gmkit.dice.notation import Dice, Number, Sum, allowed_faces, die_name, faces_of, parse, signed_terms
from gmkit.errors import GmkitError, NotationError
from gmkit.words import speaking

NBSP, NARROW, THIN, FIGURE, IDEOGRAPHIC = "\u00a0", "\u202f", "\u2009", "\u2007", "\u3000"


def refusal(text) -> str:
    with pytest.raises(NotationError) as caught:
        parse(text)
    return str(caught.value)


def caret(text: str) -> int:
    """Returns the place at which the refusal's caret points."""
    sentence, shown, pointer = refusal(text).split("\n")
    assert sentence.endswith(".")
    assert len(shown) == len(text)
    assert pointer.strip() == "^"
    return pointer.index("^")


@pytest.mark.parametrize(
    "text", ["3к6", "3К6", "3д6", "3Д6", "3d6", "3D6", "3k6", "3K6", "3хd6", "3Хд6", "3xD6", "3×к6"]
)
def test_latin_and_cyrillic_letters_of_any_case_are_the_same_roll(text):
    assert parse(text) == Dice(3, 6)


def test_the_seeds_6_ha_d3_is_six_dice():
    assert parse("6хd3-12") == parse("6d3-12")
    assert dice.roll("6хd3-12", faces=[1] * 6).total == -6
    assert dice.roll("6хd3-12", faces=[3] * 6).total == 6


@pytest.mark.parametrize("dash", ["-", "–", "−", "—", "‐", "‑", "‒", "―", "﹣", "－", "⁃"])
def test_every_dash_is_a_minus(dash):
    assert parse(f"2d6{dash}d6") == parse("2d6-d6")
    assert dice.roll(f"3d6 {dash} 7", faces=[1, 1, 1]).total == -4


@pytest.mark.parametrize("blank", [" ", "\t", NBSP, NARROW, THIN, FIGURE, IDEOGRAPHIC, "\u200b", "\n"])
def test_every_blank_is_a_blank_between_signs(blank):
    spaced = blank.join(["", "2d6", "-", "(", "d6", "+", "1", ")", ""])
    assert parse(spaced) == parse("2d6-(d6+1)")
    for split in (f"2d6{blank}3", f"3{blank}2d6", f"1{blank}0d6", f"2d1{blank}0", f"1{blank}0"):
        assert "cannot be read" in refusal(split)


@pytest.mark.parametrize("text", ["4dF", "4df", "4FD", "4fd", "4DF", "4кF", "4dф", "4ФД"])
def test_fudge_dice_are_written_either_way_round(text):
    assert parse(text) == Dice(4, "F")


@pytest.mark.parametrize("text", ["[4dF]", "[4FD]", "[4DF]", "[4df]", "[ 4dF ]", "[4кф]"])
def test_the_extended_roll_is_written_with_square_brackets(text):
    assert parse(text) == Dice(4, "F", extended=True)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("d6", Dice(1, 6)),
        ("d%", Dice(1, 100)),
        ("2D%", Dice(2, 100)),
        ("dF", Dice(1, "F")),
        ("FD", Dice(1, "F")),
        ("1FD", Dice(1, "F")),
        ("3dGF", Dice(3, "GF")),
        ("3дгф", Dice(3, "GF")),
        ("12", Number(12)),
        ("-d6", Sum(((-1, Dice(1, 6)),))),
        ("+d6", Dice(1, 6)),
        ("4d6kh3", Dice(4, 6, keep=3)),
        ("4D6KH3", Dice(4, 6, keep=3)),
        ("4d6 kl1", Dice(4, 6, keep=1, keep_high=False)),
        ("4к6кн3", Dice(4, 6, keep=3)),
        ("4к6кл2", Dice(4, 6, keep=2, keep_high=False)),
        ("4k6kh3", Dice(4, 6, keep=3)),
        ("2d6!", Dice(2, 6, explodes=True)),
        ("4d6!kh3", Dice(4, 6, keep=3, explodes=True)),
        ("4d6kh3!", Dice(4, 6, keep=3, explodes=True)),
        ("4dFkh2", Dice(4, "F", keep=2)),
        ("1000d10000", Dice(1000, 10000)),
        ("02d06", Dice(2, 6)),
        ("2d6-d6+4", Sum(((1, Dice(2, 6)), (-1, Dice(1, 6)), (1, Number(4))))),
        ("2d6 - ( d6 + 1 )", Sum(((1, Dice(2, 6)), (-1, Sum(((1, Dice(1, 6)), (1, Number(1)))))))),
        ("((d6))", Dice(1, 6)),
        ("+ (1d6)", Dice(1, 6)),
        ("2-(-3)", Sum(((1, Number(2)), (-1, Sum(((-1, Number(3)),)))))),
    ],
)
def test_notations_become_their_tree(text, tree):
    assert parse(text) == tree
    assert parse(str(tree)) == tree


def test_case_never_changes_meaning_and_k_before_sides_is_never_keep():
    assert parse("3k6") == parse("3K6") == Dice(3, 6)
    assert parse("3k6").keep is None
    with pytest.raises(NotationError):
        parse("4kh3")


@pytest.mark.parametrize(
    ("text", "place", "named"),
    [
        ("1d6+5 abc", 6, "abc"),
        ("1d6+5 абв", 6, "абв"),
        ("2d6 3", 4, "3"),
        ("3 2d6", 2, "2d6"),
        ("2d6x", 3, "x"),
        ("2d6d8", 3, "d8"),
        ("d6)", 2, ")"),
        ("5!", 1, "!"),
        ("2d6*2", 3, "*2"),
        ("2d6/2", 3, "/2"),
        ("9**9**9", 1, "**9**9"),
        ("(d6)(d6)", 4, "(d6)"),
        ("(d6 d8)", 4, "d8"),
        ("1d6.5", 3, ".5"),
    ],
)
def test_what_is_left_over_is_refused_and_pointed_at(text, place, named):
    assert caret(text) == place
    assert named in refusal(text).split("\n")[0]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("2d6-d6+", 7),
        ("2d6-", 4),
        ("-", 1),
        ("(", 1),
        ("(2d6-)", 5),
        ("2d6--3", 4),
        ("2d6+-3", 4),
        ("*2", 0),
        ("()", 1),
    ],
)
def test_a_dangling_operator_is_refused_with_its_place(text, place):
    assert caret(text) == place


@pytest.mark.parametrize(
    ("text", "name", "place"),
    [
        ("4dZ", "4dZ", 1), ("dd6", "dd6", 0), ("abc", "abc", 0), ("4F", "4F", 1), ("GF", "GF", 0), ("2d", "2d", 1),
        ("4dFF", "4dFF", 1), ("4dF2", "4dF2", 1), ("4q6", "4q6", 1), ("d6+w20", "w20", 3), ("kh2", "kh2", 0),
        ("3dG", "3dG", 1), ("2d6+5кубиков", "5кубиков", 5), ("6d-3", "6d", 1),
    ],
)  # fmt: skip
def test_an_unknown_die_is_named(text, name, place):
    assert f"There is no die {name}:" in refusal(text)
    assert "dGF" in refusal(text)
    assert caret(text) == place


@pytest.mark.parametrize(
    "text", ["0d6", "00d6", "(-3)d6", "(3)d6", "1001d6", "10000d6", "999999999d6", "9" * 190 + "d6"]
)
def test_the_number_of_dice_is_from_1_to_1000(text):
    assert "from 1 to 1000" in refusal(text)
    assert caret(text) == 0


@pytest.mark.parametrize("text", ["d0", "3d0", "d10001", "d" + "9" * 150])
def test_a_die_has_from_1_to_10000_sides(text):
    assert "from 1 to 10000" in refusal(text)


def test_more_than_200_characters_are_refused_and_200_are_read():
    assert parse("1+" * 99 + "d6") is not None
    assert "at most 200" in refusal("1+" * 100 + "d6")
    assert "at most 200" in refusal("d6" + " " * 199)
    assert "at most 200" in refusal("9" * 10**6)


@pytest.mark.parametrize("text", ["", " ", NBSP, "\t\n"])
def test_nothing_is_refused(text):
    assert "nothing to roll" in refusal(text)


@pytest.mark.parametrize("text", ["4d6kh0", "4d6kh5", "4d6kl9999", "d6kh2"])
def test_only_as_many_dice_can_be_kept_as_there_are(text):
    assert "can be kept" in refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "4d6kh", "4d6khd6", "4d6kh1kl1", "4d6kh3kh2", "d6!!", "4d6!kh2!", "[5dF]", "[3dF]", "[dF]", "[d6]", "[]",
        "[4dF", "[4dF]!", "[4dF]kh2", "[4dF!]", "[4dF+1]", "2[4dF]", "[4d6]", "[4dGF]", "[[4dF]]", "(d6", "((d6)",
        "6x3", "6x", "xd6", "d-6", "1d6]", "٣d6", "²d6", "d٦", "1e3", "0x10", "1_0d6", "__import__('os')",
    ],
)  # fmt: skip
def test_other_malformed_texts_are_refused_with_a_caret(text):
    assert caret(text) >= 0


def test_what_is_no_text_is_refused():
    for value in (None, 5, b"d6", ["d6"]):
        assert "is text" in refusal(value)


def test_brackets_nest_as_deep_as_the_text_is_long():
    assert parse("(" * 98 + "d6" + ")" * 98) == Dice(1, 6)
    deep = "(-" * 65 + "d6" + ")" * 65
    assert [(sign, str(term)) for sign, term in signed_terms(parse(deep))] == [(-1, "d6")]
    assert parse(str(parse(deep))) == parse(deep)
    assert caret("(" * 200) == 200
    assert caret("[" * 200) == 1


def test_refusals_are_said_in_russian_too():
    with pytest.raises(NotationError) as caught:
        parse("4dZ")
    with speaking("ru"):
        assert str(caught.value) == "Кубика 4dZ нет: есть d6 и подобные, d%, dF и dGF.\n4dZ\n ^"


def test_dice_know_their_faces():
    assert list(faces_of(6)) == [1, 2, 3, 4, 5, 6]
    assert sorted(faces_of("F")) == [-1, 0, 1]
    assert sorted(faces_of("GF")) == [-2, -1, 0, 0, 1, 2]
    assert [die_name(die) for die in (6, 100, "F", "GF")] == ["d6", "d%", "dF", "dGF"]
    assert [str(allowed_faces(die)) for die in (6, 1, "F", "GF")] == ["1 to 6", "1", "-1, 0 or 1", "-2, -1, 0, 1 or 2"]


blanks = st.sampled_from(["", "", " ", NBSP, NARROW])
letters = st.sampled_from(["d", "D", "д", "К", "k", "хd"])
counts = st.one_of(st.just(""), st.integers(1, 1000).map(str))


@st.composite
def terms(draw):
    count = draw(counts)
    kind = draw(st.sampled_from(["sides", "sides", "percent", "fudge", "twisted", "grand", "extended", "number"]))
    letter = draw(letters) if count else "d"
    if kind == "extended":
        return draw(st.sampled_from(["[4dF]", "[4FD]", "[ 4df ]"]))
    if kind == "number":
        return str(draw(st.integers(0, 10**12)))
    if kind == "twisted":
        return count + "FD"
    text = count + letter + {"percent": "%", "fudge": "F", "grand": "gF"}.get(kind, str(draw(st.integers(1, 10000))))
    if draw(st.booleans()):
        text += draw(
            st.sampled_from(
                ["!", f"kh{draw(st.integers(1, int(count or 1)))}", f" KL{draw(st.integers(1, int(count or 1)))}"]
            )
        )
    return text


@st.composite
def notations(draw, depth=2):
    parts = [draw(st.sampled_from(["", "", "-", "+", "− "]))]
    for place in range(draw(st.integers(1, 3))):
        if place:
            parts += [draw(blanks), draw(st.sampled_from(["+", "-", "–", "—"])), draw(blanks)]
        nested = depth and draw(st.integers(0, 4)) == 0
        parts.append("(" + draw(notations(depth=depth - 1)) + ")" if nested else draw(terms()))
    return "".join(parts)


@settings(deadline=None, max_examples=300)
@given(notations())
def test_every_notation_of_the_grammar_is_read_and_its_canonical_text_is_the_same_tree(text):
    if len(text) > 200:
        with pytest.raises(NotationError):
            parse(text)
        return
    tree = parse(text)
    assert parse(str(tree)) == tree
    assert str(parse(str(tree))) == str(tree)
    assert len(str(tree)) <= len(text)
    assert parse(text.swapcase()) == tree


@settings(deadline=None, max_examples=500)
@given(st.one_of(st.text(max_size=210), st.text(alphabet="0123456789dкkхxFfGg%!hl+-–()[] \u00a0", max_size=30)))
def test_any_text_is_read_or_refused_by_our_own_error(text):
    try:
        tree = parse(text)
    except GmkitError:
        return
    assert parse(str(tree)) == tree
