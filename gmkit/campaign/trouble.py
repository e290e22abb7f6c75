"""Why a file could not be read or written, in words of both languages: the system's own are English."""

from __future__ import annotations

import errno
import json
import re

from gmkit.words import Words, say

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def why(error: OSError) -> Words:
    """Returns why the system refused a file; what is rare stays in the system's own words."""
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return say("there is no such file or folder")
        case errno.EACCES | errno.EPERM:
            return say("it may not be opened by you")
        case errno.EROFS:
            return say("nothing can be written in this place")
        case errno.ENOSPC | errno.EDQUOT:
            return say("the disk is full")
        case errno.EISDIR:
            return say("it is a folder")
        case errno.ENAMETOOLONG:
            return say("its name is too long")
    return error.strerror or str(error)


def where_no_json(error: ValueError | RecursionError) -> Words:
    """Returns where a text stops being JSON."""
    if isinstance(error, json.JSONDecodeError):
        return say("line {line}, column {column} does not fit", line=error.lineno, column=error.colno)
    if isinstance(error, RecursionError):
        return say("it is nested too deeply")
    return say("it is not what JSON allows")


def where_no_toml(error: ValueError) -> Words:
    """Returns where a text stops being TOML."""
    if place := _PLACE.search(str(error)):
        return say("line {line}, column {column} does not fit", line=int(place[1]), column=int(place[2]))
    return say("it breaks off at its end")
