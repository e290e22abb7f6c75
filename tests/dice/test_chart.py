"""Charts of odds: bars, percentages, bands; wide dice; no trace outside the figure."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from io import BytesIO

import pytest
from matplotlib.container import BarContainer
from matplotlib.figure import Figure

from gmkit import dice
from gmkit.errors import GmkitError, TableError
from gmkit.words import Term, say, speaking

BANDS = {-100: "catastrophe", -5: "very bad", -3: "serious", -1: "failure", 0: "nothing", 1: "success", 2: "very good",
         4: "extraordinary", 6: "legendary"}  # fmt: skip


def labels(figure: Figure) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def legend(figure: Figure) -> list[str]:
    return [text.get_text().replace("\u00a0", " ") for legend in figure.legends for text in legend.get_texts()]


def png(figure: Figure) -> bytes:
    target = BytesIO()
    figure.savefig(target, format="png", metadata={"Software": None})
    return target.getvalue()


def test_each_result_has_a_bar_with_its_exact_percentage():
    figure = dice.chart("4dF")
    assert isinstance(figure, Figure)
    assert labels(figure) == ["1.23", "4.94", "12.35", "19.75", "23.46", "19.75", "12.35", "4.94", "1.23"]
    (axes,) = figure.axes
    bars = [bar for box in axes.containers if isinstance(box, BarContainer) and len(box) == 9 for bar in box]
    assert [round(bar.get_height(), 6) for bar in bars] == [
        round(100 * n / 81, 6) for n in (1, 4, 10, 16, 19, 16, 10, 4, 1)
    ]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["−4", "−3", "−2", "−1", "0", "1", "2", "3", "4"]
    assert legend(figure) == []


def test_the_extended_roll_shows_the_exact_edges():
    assert labels(dice.chart("[4dF]"))[-5:] == ["0.762", "0.244", "0.152", "0.0610", "0.0152"]


def test_bars_are_coloured_and_hatched_by_band_and_the_legend_has_their_totals():
    figure = dice.chart("[4dF]+2", ladder=BANDS)
    (axes,) = figure.axes
    bars = next(box for box in axes.containers if isinstance(box, BarContainer) and len(box) == 17)
    looks = [(bar.get_facecolor(), bar.get_hatch()) for bar in bars]
    starts = sorted(BANDS)
    bands = [max(start for start in starts if start <= result) for result in range(-6, 11)]
    assert len(set(looks)) == len(BANDS) == 9
    for look, band in zip(looks, bands, strict=True):
        assert look == looks[bands.index(band)]
    assert legend(figure)[0] == "legendary: 1.23 %"
    assert legend(figure)[-1] == "catastrophe: 0.0152 %"
    assert len(legend(figure)) == 9


def test_bands_add_up_exactly():
    chances = dice.bands("[4dF]", {-100: "bad", 1: "good"})
    assert chances == {
        "bad": Fraction(1, 2) + Fraction(1539, 6561) / 2,
        "good": Fraction(1, 2) - Fraction(1539, 6561) / 2,
    }
    assert dice.bands("2d6-d6+10", {-99: "locked", 16: "open"}) == {"locked": Fraction(20, 27), "open": Fraction(7, 27)}
    assert list(dice.bands("d6", {5: "high", 1: "low", 3: "middle"})) == ["low", "middle", "high"]


def test_results_under_the_lowest_band_are_a_band_of_their_own():
    assert dice.bands("d6", {4: "good"}) == {"under 4": Fraction(1, 2), "good": Fraction(1, 2)}
    assert dice.bands("d6", {4: "good"}, lang="ru") == {"меньше 4": Fraction(1, 2), "good": Fraction(1, 2)}
    assert legend(dice.chart("d6", ladder={4: "good"})) == ["good: 50.00 %", "under 4: 50.00 %"]


def test_bands_of_one_name_are_added_and_a_band_out_of_reach_is_nought():
    assert dice.bands("d6", {1: "x", 3: "y", 5: "x", 9: "z"}) == {
        "x": Fraction(2, 3),
        "y": Fraction(1, 3),
        "z": Fraction(0),
    }


def test_names_may_be_words_of_both_languages():
    ladder = {1: Term("failure", "провал"), 4: say("result")}
    assert list(dice.bands("d6", ladder)) == ["failure", "result"]
    assert list(dice.bands("d6", ladder, lang="ru")) == ["провал", "результат"]
    figure = dice.chart("d6", ladder=ladder, lang="ru")
    assert legend(figure) == ["результат: 50,00 %", "провал: 50,00 %"]
    assert labels(figure)[0] == "16,67"
    assert figure.axes[0].get_xlabel() == "результат"
    with speaking("ru"):
        assert labels(dice.chart("d6"))[0] == "16,67"


@pytest.mark.parametrize(
    "ladder", [{}, [], {"one": "x"}, {1.5: "x"}, {True: "x"}, {1: ""}, {1: None}, {1: " "}, "abc", 5]
)
def test_a_ladder_that_is_none_is_refused(ladder):
    for call in (dice.chart, dice.bands):
        with pytest.raises(TableError):
            call("d6", ladder)


def test_what_has_no_odds_has_no_chart():
    for text in ("", "d0", "1000d10000"):
        with pytest.raises(GmkitError):
            dice.chart(text)


@pytest.mark.parametrize(
    "text", ["100d6", "d%", "1000d6", "d10000", "1000d20", "d6!", "10d6", "d1", "5", "1000d1", "d6+" + "9" * 190]
)
def test_wide_and_narrow_dice_are_drawn_with_few_labels(text):
    figure = dice.chart(text, ladder={0: "low", 340: "high"})
    assert len(labels(figure)) <= 61
    assert len(figure.axes[0].get_xticks()) <= 61
    assert png(figure).startswith(b"\x89PNG")


def test_a_chart_of_100d6_says_what_lies_beyond_its_edges():
    figure = dice.chart("100d6")
    assert labels(figure) == ["350: 2.33\u00a0%"]
    low, high = figure.axes[0].get_xlim()
    assert high - low < 150
    assert "beyond the edges" in figure.get_supxlabel()


def test_names_from_people_are_drawn_as_they_are():
    figure = dice.chart("d6", ladder={1: r"$\frac{1}{0}$ $", 4: "{n} <b>"})
    assert legend(figure) == ["{n} <b>: 50.00 %", r"\$\frac{1}{0}\$ \$: 50.00 %"]
    png(figure)


def test_a_chart_says_in_words_what_it_shows():
    figure = dice.chart("2d6-d6", ladder={-4: "no", 6: "yes"})
    said = figure.alt_text.replace("\u00a0", " ")
    assert said == "Odds of 2d6-d6: results from -4 to 11, likeliest 3 with 12.50 %. no: 74.07 %; yes: 25.93 %."
    data, more = figure._repr_mimebundle_()
    assert data["text/plain"] == figure.alt_text == more["image/png"]["alt"]
    assert json.dumps(data)
    assert "Шансы d6" in dice.chart("d6", lang="ru").alt_text
    assert repr(figure) == f"<chart: {figure.alt_text}>"


def test_the_same_chart_twice_is_the_same_bytes():
    first, second = (png(dice.chart("[4dF]", ladder=BANDS)) for _ in range(2))
    assert first == second


def test_a_chart_leaves_pyplot_alone():
    code = (
        "import sys; from gmkit import dice; import io; dice.chart('2d6', {2: 'a', 7: 'b'}).savefig(io.BytesIO());"
        "print('matplotlib.pyplot' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
