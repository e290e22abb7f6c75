"""Matplotlib figures that belong to nobody's global state: made, shown in a notebook, and saved, without pyplot."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from matplotlib import rc_context, style
from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from gmkit.errors import GmkitError, shown_path, why
from gmkit.words import listing, say, shown

SUFFIXES: Final = (".png", ".svg")
"""The kinds of picture, by the file's suffix (api.md, `g.picture`)."""

COLOURS: Final = 256
"""Of a PNG."""

# Text stays text in an SVG, so that it can be searched and heard; the salt makes its ids the same each time.
_SVG: Final[dict[Any, Any]] = {"svg.hashsalt": "gmkit", "svg.fonttype": "none"}


class BoardFigure(Figure):
    """A figure that a notebook shows by itself: without pyplot nothing else would draw it."""

    def _repr_png_(self) -> bytes:
        return picture_bytes(self, ".png")

    def __repr__(self) -> str:
        return f"<picture: {self.get_label()}>"


def picture_bytes(figure: Figure, suffix: str) -> bytes:
    """Returns *figure* as PNG or SVG; equal figures give equal bytes."""
    metadata: dict[str, Any] = {"Title": str(figure.get_label())}
    # These would hold the time, and the version of the library.
    metadata |= {"Date": None, "Creator": None} if suffix == ".svg" else {"Software": None}
    content = BytesIO()
    with style.context("default"), rc_context(_SVG):
        figure.savefig(content, format=suffix[1:], dpi=figure.dpi, metadata=metadata, facecolor=figure.get_facecolor())
    return content.getvalue() if suffix == ".svg" else _small(content, str(figure.get_label()))


def _small(content: BytesIO, title: str) -> bytes:
    """Returns a PNG with a palette of its own: a quarter of the bytes in a notebook, and no colour that eyes miss."""
    with Image.open(content) as image:
        dpi = image.info["dpi"]
        page = image.convert("RGB")
    # Steps of four make room in the palette, so that no fill is mixed with another.
    few = page.point([value & ~3 | value >> 6 for value in range(256)] * 3)
    small, text = BytesIO(), PngInfo()
    text.add_text("Title", title)
    few.quantize(COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True, pnginfo=text, dpi=dpi)
    return small.getvalue()


def save_figure(figure: Figure, path: str | Path) -> Path:
    """Returns the path of the picture that was written: PNG or SVG, by the suffix of *path*.

    The folder is made if it is missing. The same figure gives the same bytes.

    Raises:
        GmkitError: If the suffix is another, or the file cannot be written; then nothing is.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise GmkitError(say("A picture is saved under a path, not under {path}.", path=shown(path)))
    place = Path(path)
    suffix = place.suffix.lower()
    if suffix not in SUFFIXES:
        raise GmkitError(
            say("A picture is saved as {known}, not as {name}.", known=listing(SUFFIXES), name=shown(place.name))
        )
    content = picture_bytes(figure, suffix)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    except (OSError, ValueError) as error:
        raise GmkitError(
            say(
                "The picture cannot be written to {path}: {reason}.",
                path=shown_path(place),
                reason=why(error),
            )
        ) from error
    return place
