"""The looks of a board: readable text, told apart without colour and by colour-blind readers (W6)."""

import re
from itertools import combinations

import pytest

from gmkit.paint.palette import LOOKS, MARKS, NEUTRAL, PATTERNS, css, look, mark

EVERY = [*LOOKS.values(), *MARKS.values(), NEUTRAL]
THEMES = [False, True]

# Machado, Oliveira, Fernandes (2009), severity 1, on linear light.
SIMULATIONS = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def linear(colour):
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(colour):
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(light):
    """Returns CIE L*a*b* (D65) of linear light."""
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    xyz = [sum(m * p for m, p in zip(row, light, strict=True)) / w for row, w in zip(rows, white, strict=True)]
    f = [t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def seen(colour, simulation):
    light = linear(colour)
    return [min(max(sum(m * p for m, p in zip(row, light, strict=True)), 0), 1) for row in SIMULATIONS[simulation]]


def distance(one, other, simulation):
    pairs = zip(lab(seen(one, simulation)), lab(seen(other, simulation)), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def test_the_measures_measure():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert distance("#ffffff", "#000000", "normal") == pytest.approx(100, abs=0.1)
    # Red and green of one lightness: far apart for most, near for deutan eyes.
    assert distance("#b06030", "#6b7a30", "normal") > 2.5 * distance("#b06030", "#6b7a30", "deutan")


@pytest.mark.parametrize("item", EVERY, ids=lambda item: item.key)
@pytest.mark.parametrize("dark", THEMES)
def test_text_on_every_look_has_contrast(item, dark):
    paint = item.paint(dark=dark)
    assert contrast(paint.ink, paint.fill) >= 4.5
    for colour in (paint.fill, paint.ink, paint.line):
        assert re.fullmatch("#[0-9a-f]{6}", colour)


@pytest.mark.parametrize("dark", THEMES)
@pytest.mark.parametrize("simulation", SIMULATIONS)
def test_any_two_looks_differ_in_colour_or_pattern_for_every_eye(simulation, dark):
    for one, other in combinations(LOOKS.values(), 2):
        apart = distance(one.paint(dark=dark).fill, other.paint(dark=dark).fill, simulation)
        assert apart >= 15 or (one.pattern != other.pattern and apart >= 2), (one.key, other.key, apart)


@pytest.mark.parametrize("dark", THEMES)
def test_in_grey_any_two_looks_differ_in_lightness_or_pattern(dark):
    for one, other in combinations(LOOKS.values(), 2):
        apart = abs(
            lab([luminance(one.paint(dark=dark).fill)] * 3)[0] - lab([luminance(other.paint(dark=dark).fill)] * 3)[0]
        )
        assert apart >= 8 or one.pattern != other.pattern, (one.key, other.key, apart)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_look_has_a_short_sign_of_its_own(lang):
    signs = [item.sign.render(lang) for item in (*LOOKS.values(), *MARKS.values())]
    assert len(set(signs)) == len(signs)
    assert all(1 <= len(sign) <= 2 for item, sign in zip(LOOKS.values(), signs, strict=False) if item.key != "empty")
    assert look("empty").sign.render(lang) == ""


def test_the_zone_has_all_its_looks():
    assert set(LOOKS) == {
        "unknown", "empty", "no_mange", "golden_ball", "mosquito_mange", "meat_grinder", "witches_jelly", "nut",
        "jolly_ghost", "fizzy_clay", "etak", "itch", "death_lamp",
    }  # fmt: skip
    assert set(MARKS) == {"thrown_nut", "dropped", "wind", "dead", "stalker", "selected"}
    assert {item.pattern for item in EVERY} <= set(PATTERNS)
    assert look("mosquito_mange").sign.ru == "КП"
    assert look("death_lamp").name.ru == "Смерть лампа"


def test_a_boards_own_words_find_their_look():
    assert look("") is look("safe_known") is LOOKS["empty"]
    assert look("nut") is LOOKS["nut"]
    assert mark("nut") is mark("nuts") is MARKS["thrown_nut"]
    assert mark("itch") is LOOKS["itch"]


@pytest.mark.parametrize("key", ["swamp", "Nut", "<b>", "other"])
def test_an_unlisted_key_has_the_neutral_look(key):
    assert look(key) is NEUTRAL
    assert mark(key) is NEUTRAL


def test_cube_materials_have_a_colour_and_an_opacity():
    for item in EVERY:
        assert re.fullmatch("#[0-9a-f]{6}", item.cube)
        assert 0 < item.opacity <= 1
    assert look("unknown").opacity < 0.5 < look("nut").opacity


def test_the_style_names_every_look_in_both_themes_and_nothing_from_elsewhere():
    style = css(".gmkit-x")
    for item in EVERY:
        for theme in ("true", "false"):
            assert f'[data-jp-theme-light="{theme}"] .gmkit-x .gm-look-{item.key}{{--gm-fill:' in style
        assert f"{{--gm-fill:{item.light.fill};" in style
        assert f"{{--gm-fill:{item.dark.fill};" in style
    assert style.count("{") == style.count("}")
    assert "url(" not in style
    assert "<" not in style
