"""Reports in three formats: text from people stays literal (S10, W7, C135), equal input gives equal bytes (C147)."""

import copy
import pickle
import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gmkit.core.view import Grid, Heading, Lines, Page, Paragraph
from gmkit.errors import GmkitError
from gmkit.paint.literal import JOINER, clean
from gmkit.paint.pages import Report, render
from gmkit.words import Term, listing, say, speaking

NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[b]x[/b]",
    "[url=http://example.org]here[/url]",
    "[/b][/i][img]x[/img]",
    "1. one",
    "12) twelve",
    "- item",
    "+ item",
    "* item",
    "---",
    "===",
    "- - -",
    "# title",
    "####### seven",
    "a | b || c",
    "\\| and \\\\|",
    "ends in a backslash\\",
    "`code` ``more``",
    "_under_ __strong__ snake_case_name",
    "*a* **b** ~~c~~ ~d~",
    "[text](http://example.org)",
    "![text](http://example.org)",
    "[text][ref]",
    "[ref]: http://example.org",
    "[^1]: note",
    "[ ] task",
    "[x] done",
    "http://example.org/a_b?c=d",
    "www.example.org",
    "me@example.org",
    "<http://example.org>",
    "&amp; &lt; &#38; &copy; &",
    "$x_1$ costs $5",
    "\\(x\\) \\[y\\]",
    "> quote",
    "    indented",
    "\ttabbed",
    "~~~\nfence",
    "```\nfence\n```",
    "two\nlines",
    "two\n\nparagraphs",
    "title\n===",
    "head | row\n--- | ---",
    "windows\r\nline",
    "mac\rline",
    "sep\u2028line\u2029end\x85",
    "nul\x00bell\x07esc\x1b[0m",
    "половина \ud83d пары",
    "{braces} {0} %s",
    "{{ jinja }} {% raw %}",
    "<!-- comment -->",
    "<![CDATA[x]]>",
    "]]>",
    "Дальше могила...",
    "«Ёлка» — 2026",
    "quote \" and ' apostrophe",
    "[",
    "[4dF",
    "[4dF]+2",
    "[[b]]",
    f"[{JOINER}b]",
]
PEOPLE = st.text(
    st.one_of(st.sampled_from("[]()<>*_`#|\\&;$~-+=:.!@/ \n1b0d"), st.characters(max_codepoint=0x2FFF)), max_size=40
)


def page_with(text):
    return Page(
        say("Day {n}", n=3),
        (
            Heading(say("News of {name}", name=text)),
            Paragraph(text),
            Paragraph(say("{name} moves.", name=text), weight="strong"),
            Paragraph(text, weight="quiet"),
            Lines((text, say("then {name}", name=text))),
            Grid((text, "B"), ((text, "1"), ("2", text)), caption=text),
        ),
    )


def squeezed(text):
    """Returns the text as a reader sees it: runs of white space are one blank."""
    return " ".join(text.split())


def shown(text):
    return squeezed(clean(text))


class Texts(HTMLParser):
    """Collects the text of each block and the tags that occur."""

    blocks = ("h1", "h2", "h3", "p", "li", "th", "td", "caption")

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found, self.tags, self.open = [], set(), None

    def handle_starttag(self, tag, attrs):
        self.tags.add((tag, *sorted(name for name, _ in attrs)))
        if tag in self.blocks and not (tag == "p" and self.open is not None):
            self.open = []
        elif tag in ("br", "p") and self.open is not None:
            self.open.append(" ")

    def handle_endtag(self, tag):
        if tag in self.blocks and self.open is not None and tag != "p":
            self.found.append((tag, squeezed("".join(self.open))))
            self.open = None
        elif tag == "p" and self.open is not None:
            self.open.append(" ")

    def handle_data(self, data):
        if self.open is not None:
            self.open.append(data)

    def handle_comment(self, data):
        raise AssertionError(f"a comment: {data}")

    def unknown_decl(self, data):
        raise AssertionError(f"a declaration: {data}")


def texts(html):
    # A p inside an li belongs to it; a free one stands alone.
    html = re.sub(r"<li>(.*?)</li>", lambda m: "<li>" + re.sub(r"</?p>", " ", m[1]) + "</li>", html, flags=re.DOTALL)
    html = re.sub(r"<p>", "<h1>", html).replace("</p>", "</h1>")
    reader = Texts()
    reader.feed(html)
    reader.close()
    return reader


def expected(text):
    t = shown(text)
    bare = [t, shown(f"{text} moves."), t, t, shown(f"then {text}"), t, t, "B", t, "1", "2", t]
    return squeezed(" ".join(["Day 3", shown(f"News of {text}"), *bare]))


@pytest.mark.parametrize("text", NASTY)
def test_html_shows_each_text_as_typed(text):
    reader = texts(render(page_with(text), "html", "en"))
    assert ("script",) not in reader.tags
    # The caption of a table comes before its cells, as on the page.
    order = squeezed(" ".join(t for _, t in reader.found))
    assert order == expected(text)


@settings(max_examples=150, deadline=None)
@given(PEOPLE)
def test_html_reads_back_as_typed(text):
    html = render(page_with(text), "html", "en")
    reader = texts(html)
    assert squeezed(" ".join(t for _, t in reader.found)) == expected(text)
    allowed = {"article", "style", "h1", "h2", "h3", "p", "strong", "small", "br", "ul", "li", "table", "caption"}
    assert {tag for tag, *_ in reader.tags} <= allowed | {"thead", "tbody", "tr", "th", "td"}
    assert {name for _, *names in reader.tags for name in names} <= {"class", "lang", "scope"}


READERS = {
    "commonmark": MarkdownIt("commonmark").enable(["table", "strikethrough"]),
    "with links": MarkdownIt("js-default", {"html": True, "typographer": False}),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", NASTY)
def test_markdown_shows_each_text_as_typed(text, reader):
    assert_markdown_is_literal(text, reader)


@settings(max_examples=300, deadline=None)
@example("a\n\n\n\n    b")
@example("1. a\n2. b")
@given(PEOPLE)
def test_markdown_reads_back_as_typed(text):
    assert_markdown_is_literal(text, "commonmark")


def assert_markdown_is_literal(text, reader):
    markdown = render(page_with(text), "md", "en")
    html = READERS[reader].render(markdown)
    found = texts(html)
    assert squeezed(" ".join(t for _, t in found.found)) == expected(text), markdown
    tags = {tag for tag, *_ in found.tags}
    assert tags <= {"h1", "h2", "p", "strong", "em", "br", "ul", "li", "table", "thead", "tbody", "tr", "th", "td"}


def test_markdown_in_a_notebook_makes_no_formula_of_dollars():
    report = render(Page("", (Paragraph("$x$ and \\(y\\)"),)), "md", "en")
    assert report == "\\$x\\$ and \\\\(y\\\\)\n"
    shown_in_notebook = report._repr_markdown_()
    assert shown_in_notebook == ("<span>&#36;</span>x<span>&#36;</span> and <span>&#92;</span>(y<span>&#92;</span>)\n")


TAG = re.compile(r"\[(/?)([^\W\d_][\w*]*|\*)(?:=[^\[\]]*)?\]")


def read_bbcode(text):
    """Returns the text that a board shows, and the tags it obeys; any name in brackets is a tag of some board."""
    seen = [(found[1], found[2]) for found in TAG.finditer(text)]
    return TAG.sub("", text).replace("[" + JOINER, "["), seen


@pytest.mark.parametrize("text", NASTY)
def test_bbcode_shows_each_text_as_typed(text):
    assert_bbcode_is_literal(text)


@settings(max_examples=200, deadline=None)
@given(PEOPLE)
def test_bbcode_reads_back_as_typed(text):
    assert_bbcode_is_literal(text)


def assert_bbcode_is_literal(text):
    page = Page(
        say("Day {n}", n=3),
        (Paragraph(text), Paragraph(text, weight="strong"), Lines((text, "z")), Grid((text,), ((text,),))),
    )
    read, tags = read_bbcode(render(page, "bbcode", "en"))
    t = shown(text)
    line, cell = (f"• {t}", f"{t}: {t}") if t else ("", "—")
    assert squeezed(read) == squeezed(f"Day 3 {t} {t} {line} • z {cell}")
    assert set(tags) <= {("", "b"), ("/", "b"), ("", "u"), ("/", "u")}


def test_bbcode_parts_a_bracket_from_its_tag_and_leaves_dice_alone():
    report = render(Page("", (Paragraph(say("{who}: [4dF]+2", who="[b]x[/b]")),)), "bbcode", "en")
    assert report == "[\u2060b]x[\u2060/b]: [4dF]+2\n"
    assert report.replace("\u2060", "") == "[b]x[/b]: [4dF]+2\n"


def test_bbcode_tables_name_each_value_by_its_column():
    grid = Grid((Term("Stalker", "Сталкер"), Term("Cell", "Ячейка")), (("Анна", "3, 2, 5"), ("", "unknown")), "Moves")
    assert render(Page("", (grid,)), "bbcode", "ru") == (
        "[b]Moves[/b]\nСталкер: [b]Анна[/b] · Ячейка: 3, 2, 5\nСталкер: [b]—[/b] · Ячейка: unknown\n"
    )


def test_a_page_in_markdown_as_a_whole():
    page = Page(
        "Day 3",
        (
            Heading("Moves"),
            Paragraph("The Zone stirs.", weight="strong"),
            Lines(("1 to 3, 2, 5", "2 stays")),
            Grid(("Stalker", "Cell"), (("1", "3, 2, 5"),), "Where they stand"),
            Heading("Small", level=3),
            Paragraph("Nobody won.", weight="quiet"),
            Paragraph(""),
            Lines(()),
        ),
    )
    assert render(page, "md", "en") == (
        "# Day 3\n\n## Moves\n\n**The Zone stirs.**\n\n- 1 to 3, 2, 5\n- 2 stays\n\n**Where they stand**\n\n"
        "| Stalker | Cell |\n| --- | --- |\n| 1 | 3, 2, 5 |\n\n### Small\n\n_Nobody won._\n"
    )


def test_html_has_headings_scopes_language_and_nothing_from_elsewhere():
    page = Page("День 3", (Heading("Ходы"), Grid(("№", "Ячейка"), (("1", "3, 2, 5"),), "Где стоят")))
    html = render(page, "html", "ru")
    assert '<article class="gmkit-page mathjax_ignore tex2jax_ignore" lang="ru">' in html
    assert "<h2>День 3</h2>" in html
    assert "<h3>Ходы</h3>" in html
    assert '<th scope="col">Ячейка</th>' in html
    assert '<th scope="row">1</th><td>3, 2, 5</td>' in html
    assert "prefers-color-scheme: dark" in html
    assert "--jp-content-font-color0" in html
    for outside in ("<script", "http:", "https:", "url(", "@import", "src="):
        assert outside not in html


def test_the_language_asked_for_is_spoken_also_inside_sentences():
    page = Page(Term("Day", "День"), (Paragraph(listing((Term("Nut", "Гайка"), "Anna"))),))
    assert render(page, "md", "ru") == "# День\n\nГайка, Anna\n"
    with speaking("ru"):
        assert render(page, "md") == "# День\n\nГайка, Anna\n"
        assert render(page, "md", "en") == "# Day\n\nNut, Anna\n"


@pytest.mark.parametrize("wrong", ["pdf", "", "MD", None, 3, ["md"]])
def test_another_format_is_refused_with_those_there_are(wrong):
    with pytest.raises(GmkitError) as refused:
        render(Page("x", ()), wrong, "en")
    assert str(refused.value) == f"There is no report format {wrong!r}: md, html, bbcode."


def test_another_language_is_refused_with_those_there_are():
    with pytest.raises(GmkitError) as refused, speaking("ru"):
        render(Page("x", ()), "md", "de")
    refused.value.lang = "ru"
    assert str(refused.value) == "Языка 'de' нет: есть en, ru."


@pytest.mark.parametrize("kind", ["md", "html", "bbcode"])
def test_equal_pages_give_equal_bytes(kind):
    first, again = (render(page_with("Ёж [b]\n$"), kind, "ru") for _ in range(2))
    assert first.encode() == again.encode()


@pytest.mark.parametrize("kind", ["md", "html", "bbcode"])
def test_a_report_is_a_str_that_pickles_and_copies(kind):
    report = render(page_with("x"), kind, "en")
    for other in (pickle.loads(pickle.dumps(report)), copy.copy(report), copy.deepcopy(report)):
        assert type(other) is Report
        assert (other, other.kind, other.lang) == (report, kind, "en")
    assert report == str(report)
    assert hash(report) == hash(str(report))
    assert type(str(report)) is str
    assert type(report + "") is str


def test_a_notebook_shows_each_format_as_what_it_is():
    page = Page("<T>", ())
    assert render(page, "md", "en")._repr_html_() is None
    assert render(page, "html", "en")._repr_markdown_() is None
    assert render(page, "html", "en")._repr_html_() == render(page, "html", "en")
    assert render(page, "bbcode", "en")._repr_markdown_() is None
    assert render(page, "bbcode", "en")._repr_html_() == '<pre class="mathjax_ignore">[b][u]&lt;T&gt;[/u][/b]\n</pre>'
