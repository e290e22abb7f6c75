"""The picture of the cube and its layers as tables: the same for the same board, literal, complete (Z1, W6, W7, W8)."""

import subprocess
import sys
import warnings
from html.parser import HTMLParser
from io import BytesIO
from xml.etree import ElementTree as ET

import boards
import matplotlib as mpl
import pytest
from boards import NAMES, board, cell
from PIL import Image

from gmkit.core.view import Board, BoardCell, Legend
from gmkit.errors import GmkitError
from gmkit.paint.figure import picture_bytes
from gmkit.paint.glyphs import disc_places, drawable, pattern_points, pattern_segments, width, wrapped
from gmkit.paint.palette import LOOKS, PATTERNS
from gmkit.paint.zone_layers import CELL_DEPTH, CELL_WIDTH, flat_layers_html, save_figure, zone_figure
from gmkit.words import Term, speaking

MAKERS = {"gm": boards.gm_truth, "sparse": boards.sparse, "crowd": boards.crowd}


def words(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def svg_text(figure):
    root = ET.fromstring(picture_bytes(figure, ".svg"))
    return ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_equal_boards_give_equal_bytes(name, suffix):
    first, again = (picture_bytes(zone_figure(MAKERS[name](), lang="ru"), suffix) for _ in range(2))
    assert first == again


def test_a_users_own_style_changes_nothing():
    plain = picture_bytes(zone_figure(boards.sparse(), lang="en"), ".png")
    with mpl.rc_context({"font.size": 30, "savefig.dpi": 40, "axes.facecolor": "red", "savefig.bbox": "tight"}):
        before = dict(mpl.rcParams)
        assert picture_bytes(zone_figure(boards.sparse(), lang="en"), ".png") == plain
        assert dict(mpl.rcParams) == before


def test_the_picture_fits_a_forum_and_names_axes_and_layers():
    figure = zone_figure(boards.gm_truth(), lang="en")
    image = Image.open(BytesIO(picture_bytes(figure, ".png")))
    assert 900 <= image.width <= 1200
    # A screen of 1,000 pixels shows it whole, a notebook holds it in base64: four bytes for three.
    assert Image.open(BytesIO(picture_bytes(zone_figure(boards.plain_names(), lang="ru"), ".png"))).height <= 900
    assert len(picture_bytes(figure, ".png")) * 4 / 3 < 150_000
    found = words(figure)
    assert [text for text in found if text.startswith("Z ")] == ["Z 1", "Z 2", "Z 3", "Z 4", "Z 5"]
    assert found.count("X →") == found.count("Y ↗") == 5
    assert "Day 3: the Zone as it is" in found


@pytest.mark.parametrize("dark", [False, True])
def test_the_palette_keeps_every_fill(dark):
    figure = zone_figure(boards.gm_truth(), lang="en", dark=dark)
    image = Image.open(BytesIO(picture_bytes(figure, ".png")))
    assert (image.mode, image.info["Title"]) == ("P", "Day 3: the Zone as it is")
    found = [colour for _, colour in image.convert("RGB").getcolors(1_000_000)]
    for key in ("golden_ball", "mosquito_mange", "witches_jelly", "nut", "jolly_ghost", "fizzy_clay", "etak", "itch"):
        fill = LOOKS[key].paint(dark=dark).fill
        wanted = [int(fill[at : at + 2], 16) for at in (1, 3, 5)]
        assert min(max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) for colour in found) <= 4, key


def test_all_58_elements_are_there_by_sign():
    found = words(zone_figure(boards.gm_truth(), lang="ru"))
    counts = {"КП": 4, "ВС": 6, "Га": 8, "ВП": 8, "ГГ": 8, "Эт": 8, "Зу": 8, "СЛ": 8, "★": 1}
    # One more of each stands in the legend.
    assert {sign: found.count(sign) - 1 for sign in counts} == counts


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("room", [CELL_WIDTH - 4, 61.0])
def test_discs_in_one_cell_do_not_touch_and_stay_inside(count, room):
    radius, places = disc_places(count, room, CELL_DEPTH)
    assert len(places) == count
    assert radius >= 6
    for n, (x, y) in enumerate(places):
        assert abs(x) + radius <= room / 2 + 0.5
        assert abs(y) + radius <= CELL_DEPTH / 2
        for u, v in places[n + 1 :]:
            assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 >= 2 * radius


def test_every_stalker_of_a_crowd_is_drawn():
    crowded = board([cell((2, 3, 4), "itch", range(1, 9), ("nut", "dropped", "wind"))])
    found = words(zone_figure(crowded, lang="en"))
    # Five layers carry the numbers 1..5 along X and Y; the legend has each Stalker once.
    assert [found.count(str(n)) for n in range(1, 9)] == [12] * 5 + [2] * 3
    assert found.count("⬡") == found.count("▼") == found.count("≈") == 2


def test_the_legend_has_only_what_occurs_in_the_readers_language():
    some = board([cell((1, 1, 1), "nut"), cell((2, 1, 1), "unknown", (), ("nut",))], pieces={3: "Ёлка"})
    english, russian = words(zone_figure(some, lang="en")), words(zone_figure(some, lang="ru"))
    assert {"Stalkers", "Cells", "Marks", "Nut", "Unknown", "Thrown nut", "Ёлка"} <= set(english)
    assert {"Сталкеры", "Ячейки", "Пометки", "Гайка", "Неизвестно", "Брошенная гайка", "Ёлка"} <= set(russian)
    assert not {"Etak", "Wind", "Golden Ball"} & set(english)
    with speaking("ru"):
        assert words(zone_figure(some)) == russian


def test_an_unlisted_look_is_drawn_by_the_boards_own_words():
    swamp = BoardCell(at=(1, 1, 1), look="swamp", label=Term("Swamp", "Болото"), sign="Sw")
    one = Board(size=(2, 2, 1), cells=(swamp,), legend=(), axes=("A", "B", "C"))
    assert {"Swamp", "Sw", "C 1", "A →"} <= set(words(zone_figure(one, lang="en")))
    told = Board(size=(2, 2, 1), cells=(swamp,), legend=(Legend(look="swamp", words=Term("Bog", "Топь"), sign="Bg"),))
    assert {"Топь", "Bg"} <= set(words(zone_figure(told, lang="ru")))


def test_names_with_markup_are_text_and_no_formula():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = zone_figure(boards.crowd(), lang="ru")
        texts = svg_text(figure)
    assert "$x_1$ & [b]жирный[/b]" in texts
    assert {"<img src=x", "onerror=alert(1)>"} <= set(texts)
    assert "\ufffd\ufffd \ufffd ok" in texts


def test_a_long_name_is_wrapped_and_a_far_too_long_one_ends_in_an_ellipsis():
    lines = wrapped(NAMES[4], 14, 212, lines=3)
    assert lines == ["Святослав Вячеславович", "Преображенский-", "Константинопольский"]
    assert all(width(line, 14) <= 212 for line in lines)
    endless = wrapped("Ж" * 3000, 14, 212, lines=3)
    assert len(endless) == 3
    assert endless[-1].endswith("Ж…")
    assert all(width(line, 14) <= 212 for line in endless)
    assert wrapped("a\nb  c", 14, 212, lines=3) == ["a b c"]
    assert wrapped("", 14, 212, lines=3) == [""]


def test_letters_that_the_font_lacks_get_a_mark():
    assert drawable("Ёж\x00 漢\ud800") == "Ёж\ufffd \ufffd\ufffd"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_stay_inside_their_cell(pattern):
    points = [p for ends in pattern_segments(pattern) for p in ends] + list(pattern_points(pattern))
    assert bool(points) == (pattern != "plain")
    assert all(-1e-9 <= u <= 1 + 1e-9 and -1e-9 <= v <= 1 + 1e-9 for u, v in points)


def test_the_figure_is_saved_by_its_suffix_and_its_folder_is_made(tmp_path):
    figure = zone_figure(boards.sparse(), lang="ru")
    png = save_figure(figure, tmp_path / "Кампания" / "day 3.PNG")
    assert png.read_bytes().startswith(b"\x89PNG")
    svg = save_figure(figure, str(tmp_path / "day3.svg"))
    assert svg.read_text(encoding="utf-8").startswith("<?xml")
    assert png.read_bytes() == figure._repr_png_()
    assert repr(figure) == "<picture: Что знает Анна в день 3>"


@pytest.mark.parametrize("name", ["day.pdf", "day", "day.png.txt", ".png"])
def test_another_suffix_is_refused_and_nothing_is_written(tmp_path, name):
    with pytest.raises(GmkitError) as refused:
        save_figure(zone_figure(boards.sparse(), lang="en"), tmp_path / name)
    assert str(refused.value) == f"A picture is saved as .png, .svg, not as {name!r}."
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(GmkitError) as refused:
        save_figure(zone_figure(boards.sparse(), lang="en"), tmp_path / "file" / "day.png")
    assert str(refused.value).startswith("The picture cannot be written to ")


def test_dark_and_light_differ_only_in_colour():
    light, dark = (zone_figure(boards.gm_truth(), lang="en", dark=dark) for dark in (False, True))
    assert words(light) == words(dark)
    assert picture_bytes(light, ".png") != picture_bytes(dark, ".png")


def test_importing_paint_loads_no_matplotlib_and_a_picture_no_pyplot():
    code = (
        "import sys, gmkit.paint, gmkit.paint.pages, gmkit.paint.palette, gmkit.paint.zone_layers as z\n"
        "assert not {'matplotlib', 'jinja2', 'numpy', 'markupsafe'} & set(sys.modules), sys.modules\n"
        "from gmkit.core.view import Board\n"
        "z.zone_figure(Board(size=(1, 1, 1), cells=(), legend=()), lang='en')._repr_png_()\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- tables ---


class Tables(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.told, self.captions, self.open, self.text = [], [], [], "", []

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.tags.append(tag)
        self.open = tag
        if tag == "td" and named:
            assert set(named) == {"class", "title", "aria-label"}
            assert named["title"] == named["aria-label"]
            self.told.append((named["class"], named["title"]))
        else:
            assert set(named) <= {"class", "lang", "scope"}

    def handle_data(self, data):
        if self.open == "caption" and data.strip():
            self.captions.append(data.strip())
            self.open = ""
        self.text.append(data)


def read(html):
    reader = Tables()
    reader.feed(html)
    return reader


def test_tables_tell_every_cell():
    reader = read(flat_layers_html(boards.gm_truth(), "en"))
    assert reader.captions == ["Z 5", "Z 4", "Z 3", "Z 2", "Z 1"]
    assert len(reader.told) == 125
    assert reader.tags.count("th") == 5 * 10
    assert ("gm-look-golden_ball", "3, 3, 3: Golden Ball") in reader.told
    assert sum(name == "gm-look-mosquito_mange" for name, _ in reader.told) == 4
    # The first cell of the first table is at the far left of the top layer.
    assert reader.told[0][1].startswith("1, 5, 5: ")


def test_tables_speak_the_boards_own_sentence_and_the_readers_language():
    spoken = BoardCell(at=(1, 1, 1), look="etak", label="x", spoken=Term("One: etak", "Раз: этак"), pieces=(4,))
    one = Board(size=(1, 1, 1), cells=(spoken,), legend=(), title="Зона", pieces={4: "Ёж"})
    html = flat_layers_html(one, "ru")
    assert read(html).told == [("gm-look-etak", "Раз: этак")]
    assert '<b>Эт</b> <span class="gm-look-stalker">4</span>' in html
    assert '<div class="gmkit-layers mathjax_ignore tex2jax_ignore" lang="ru">' in html


def test_cells_that_a_board_leaves_out_are_unknown():
    told = read(flat_layers_html(Board(size=(1, 2, 1), cells=(), legend=()), "ru")).told
    assert told == [("gm-look-unknown", "1, 2, 1: Неизвестно"), ("gm-look-unknown", "1, 1, 1: Неизвестно")]


def test_names_and_labels_with_markup_are_literal_in_tables():
    nasty = '"><script>alert(1)</script>'
    evil = BoardCell(at=(1, 1, 1), look=nasty, label=nasty, sign="<i>", pieces=(1,), marks=(nasty,))
    reader = read(
        flat_layers_html(Board(size=(1, 1, 1), cells=(evil,), legend=(), title=nasty, pieces={1: nasty}), "en")
    )
    assert "script" not in reader.tags
    assert reader.told == [("gm-look-other", f"1, 1, 1: {nasty}")]
    assert "".join(reader.text).count(nasty) >= 3


def test_tables_ask_nothing_of_the_network_and_come_out_the_same():
    html = flat_layers_html(boards.crowd(), "ru")
    assert html == flat_layers_html(boards.crowd(), "ru")
    for outside in ("<script", "http:", "https:", "url(", "@import", "src=x onerror=alert(1)>\n", "href"):
        assert outside not in html
    assert html.count("onerror") == html.count("&lt;img src=x onerror=alert(1)&gt;") == 1
