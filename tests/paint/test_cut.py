"""A report in parts for a length limit, at paragraph ends; joined they are the report (S10)."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmkit.core.view import Grid, Heading, Lines, Page, Paragraph
from gmkit.errors import GmkitError
from gmkit.paint.cut import cut
from gmkit.paint.pages import FORMATS, render
from gmkit.words import speaking


def long_page(paragraphs=6, rows=12):
    return Page(
        "Day 3",
        (
            Heading("News"),
            *(Paragraph(f"Paragraph {n} tells what happened to one of the Stalkers.") for n in range(paragraphs)),
            Lines(tuple(f"Stalker {n} moves" for n in range(rows))),
            Grid(("Stalker", "Cell"), tuple((f"Name {n}", "3, 2, 5") for n in range(rows)), "Where they stand"),
            Paragraph("The end."),
        ),
    )


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("limit", [3000, 4096, 10_000])
def test_joined_the_parts_are_the_report(kind, limit):
    report = render(long_page(80, 90), kind, "en")
    parts = report.cut(limit)
    assert "".join(parts) == report
    assert len(parts) > 1 or limit == 10_000
    assert all(0 < len(part) <= limit for part in parts)
    assert all(part.strip() for part in parts)


def test_parts_end_at_paragraph_ends():
    report = render(Page("", (Paragraph("a" * 10), Paragraph("b" * 10), Paragraph("c" * 10))), "md", "en")
    assert cut(report, 25) == ["a" * 10 + "\n\n" + "b" * 10 + "\n\n", "c" * 10 + "\n"]
    assert cut(report, 12) == ["a" * 10 + "\n\n", "b" * 10 + "\n\n", "c" * 10 + "\n"]
    assert cut(report, len(report)) == [report]


def test_a_list_that_fits_in_a_part_of_its_own_stays_whole():
    report = render(Page("", (Paragraph("p" * 30), Lines(("one", "two", "three")))), "md", "en")
    assert cut(report, 45) == ["p" * 30 + "\n\n", "- one\n- two\n- three\n"]


def test_a_heading_goes_with_what_follows_it():
    page = Page("", (Paragraph("p" * 20), Heading("News"), Paragraph("q" * 20)))
    assert cut(render(page, "md", "en"), 32) == ["p" * 20 + "\n\n", "## News\n\n" + "q" * 20 + "\n"]
    assert cut(render(page, "bbcode", "en"), 38) == ["p" * 20 + "\n\n", "[b]News[/b]\n\n" + "q" * 20 + "\n"]


def test_a_table_too_long_is_split_between_rows_and_its_head_is_not_repeated():
    report = render(Page("", (Grid(("A", "B"), (("1", "x"), ("2", "y"), ("3", "z"))),)), "md", "en")
    assert cut(report, 45) == ["| A | B |\n| --- | --- |\n| 1 | x |\n| 2 | y |\n", "| 3 | z |\n"]
    assert cut(report, 35) == ["| A | B |\n| --- | --- |\n| 1 | x |\n", "| 2 | y |\n| 3 | z |\n"]


def test_no_part_ends_inside_a_row_or_a_tag():
    for kind in FORMATS:
        for part in render(long_page(), kind, "en").cut(2600 if kind == "html" else 120):
            assert part.endswith("\n")
            for line in part.splitlines():
                assert line.count("<") == line.count(">")
                for tag in ("tr", "td", "th", "p", "li", "h2", "h3", "style"):
                    assert len(re.findall(f"<{tag}[ >]", line)) == line.count(f"</{tag}>")
                for tag in "biu":
                    assert line.count(f"[{tag}]") == line.count(f"[/{tag}]")


def test_a_limit_that_cannot_be_met_is_refused_with_the_smallest_that_can():
    report = render(Page("", (Paragraph("short"), Paragraph("x" * 100))), "md", "en")
    with pytest.raises(GmkitError) as refused:
        cut(report, 60)
    assert str(refused.value) == (
        "This report cannot be cut into parts of 60 characters: its longest paragraph or row needs 101."
    )
    assert cut(report, 101) == ["short\n\n", "x" * 100 + "\n"]


@pytest.mark.parametrize("limit", [0, -5, True, "100", 10.5, None])
def test_what_is_no_limit_is_refused(limit):
    with pytest.raises(GmkitError) as refused, speaking("ru"):
        cut("text", limit)
    refused.value.lang = "ru"
    assert str(refused.value) == f"Предел длины части — целое число знаков от 1, а не {limit}."


def test_nothing_is_cut_into_nothing():
    assert cut("", 10) == []


TEXTS = st.text(st.sampled_from("ab \n#|-[]<>*1."), max_size=30)


@settings(max_examples=150, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=6), st.sampled_from(FORMATS), st.integers(1, 200))
def test_any_page_at_any_limit_is_whole_again_or_refused(texts, kind, limit):
    page = Page(texts[0], (*map(Paragraph, texts), Lines(tuple(texts)), Grid(("A", "B"), tuple((t, t) for t in texts))))
    report = render(page, kind, "en")
    limit += 2300 if kind == "html" else 0
    try:
        parts = cut(report, limit)
    except GmkitError:
        assert max(map(len, report.splitlines(keepends=True))) + 3 > limit
    else:
        assert "".join(parts) == report
        assert all(len(part) <= limit for part in parts)
