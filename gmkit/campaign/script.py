"""A script: a list of commands as TOML or JSON, with faces for their dice if it brings any (api.md, `gmkit do`)."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from gmkit.campaign.creation import dice_refusals
from gmkit.core.command import shown
from gmkit.errors import NotAllowed, TableError, where_no_json, where_no_toml
from gmkit.words import listing, say

KEYS = ("commands", "dice")
MARK = "\ufeff"
_JSON = re.compile(r'\s*(\{|\[\s*[{"\]])')


def parse_script(data: bytes, name: str) -> list[Any]:
    """Returns the commands of a script; its `dice` are laid out by a command of their own before the others.

    Args:
        data: TOML with [[commands]] and maybe dice, or JSON: a list of commands, or an object with these two keys.
        name: The file's name, for refusals.

    Raises:
        GmkitError: If it is neither, or holds anything else.
    """
    try:
        # A mark may stand in the middle too, where two files were joined (C136).
        text = data.decode("utf-8").replace(MARK, "")
    except UnicodeDecodeError:
        raise TableError(say("{file} is not UTF-8 text: save it as UTF-8.", file=name)) from None
    content = _read(text, name)
    if isinstance(content, list):
        return content
    if not isinstance(content, dict):
        raise TableError(say("{file} holds no commands: write [[commands]], or a JSON list.", file=name))
    if unknown := [key for key in content if key not in KEYS]:
        raise NotAllowed(
            *(
                say("{file} has no {name}; it takes {known}.", file=name, name=shown(key), known=listing(KEYS))
                for key in unknown
            )
        )
    commands, dice = content.get("commands", []), content.get("dice", [])
    if not isinstance(commands, list):
        raise NotAllowed(say("{place} is a list of commands, not {value}.", place="commands", value=shown(commands)))
    if refusals := dice_refusals(dice):
        raise NotAllowed(*refusals)
    if not commands:
        raise TableError(say("{file} holds no commands: write [[commands]], or a JSON list.", file=name))
    return [{"do": "dice", "faces": dice}, *commands] if dice else commands


def _read(text: str, name: str) -> Any:
    """Returns the content as JSON if it is that, else as TOML."""
    try:
        return json.loads(text)
    except ValueError as error:
        not_json = error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if name.endswith(".json") or _JSON.match(text):
            raise TableError(say("{file} is no JSON: {error}.", file=name, error=where_no_json(not_json))) from None
        raise TableError(say("{file} is no TOML: {error}.", file=name, error=where_no_toml(error))) from None
