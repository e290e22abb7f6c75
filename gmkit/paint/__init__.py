"""Pieces become pages and pictures: a `Page` as Markdown, HTML or BBCode, a `Board` as pulled-apart layers.

| to change | open |
|---|---|
| a colour, a pattern, a sign of a board | `palette.py` |
| how a report is written | `pages.py`, `templates/page.html.j2` |
| how text from people stays literal | `literal.py` |
| where a report may be cut for a forum or chat | `cut.py` |
| the picture of a cube | `zone_layers.py`, its glyphs in `glyphs.py` |
| the same layers as tables for readers without a kernel | `zone_tables.py` |

Nothing here knows a rule or a secret: what is not in the pieces cannot be painted (S2). Matplotlib and Jinja2 are
loaded by the functions that need them, so this package costs nothing to import.
"""
