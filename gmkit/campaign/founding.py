"""Where campaigns come from: created in a folder, or opened from one."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gmkit.campaign import clock as clocks
from gmkit.campaign.campaign import Campaign
from gmkit.campaign.care import folder_of, language_of
from gmkit.campaign.clock import Clock
from gmkit.campaign.creation import Beginning, beginning, first_facts
from gmkit.campaign.deciding import Decider
from gmkit.campaign.history import History
from gmkit.campaign.identity import checked_id
from gmkit.campaign.listener import Document
from gmkit.campaign.speaking import in_language
from gmkit.core.session import Session
from gmkit.errors import StoreError
from gmkit.store.campaign_file import CampaignFile
from gmkit.store.errors import telling_of
from gmkit.store.reading import NAME
from gmkit.words import Words, say

FORMAT = 1
"""The version of the campaign file that this gmkit writes."""


def create(
    path: str | os.PathLike[str],
    *,
    system: str,
    title: str = "",
    players: Sequence[str] = (),
    lang: str = "en",
    settings: Mapping[str, Any] | None = None,
    scenario: Mapping[str, Any] | str | Path | None = None,
    key: str | None = None,
    clock: Clock | None = None,
    id: str | None = None,
) -> Campaign:
    """Returns a new campaign in the folder *path*.

    Args:
        path: A folder; it is made if it is not there.
        system: "zone", or another system's id.
        title: What stands above every report.
        players: Their names.
        lang: "en" or "ru".
        settings: Rulings, by name.
        scenario: A position to start from: a mapping, or the path of a TOML file.
        key: For teaching and tests: dice and id come from this text, and every report says that they prove nothing.
        clock: For teaching and tests: gives the time.
        id: With the id and content of the campaign that is there, that one is opened.

    Raises:
        GmkitError: If something asked for is not possible, or a campaign is there; nothing was written.
    """
    with in_language(lang), telling_of(NAME):
        folder = folder_of(path)
        checked_id(id)
        start = beginning(
            system=system,
            title=title,
            players=players,
            lang=lang,
            settings=settings,
            scenario=scenario,
            key=key,
        )
        if id is not None and (folder / "campaign.json").exists():
            return _opened_again(folder, id, start, clock)
        return _written(folder, start, clocks.now if clock is None else clock, id)


def open(path: str | os.PathLike[str], *, clock: Clock | None = None) -> Campaign:
    """Returns the campaign in the folder *path* (or whose campaign.json it is).

    Raises:
        GmkitError: If there is none, or its file is damaged; says what to do.
    """
    folder = folder_of(path)
    with in_language(language_of(folder)), telling_of(NAME, reading=True):
        file = CampaignFile.open(folder)
    try:
        with in_language(file.header.get("lang")):
            if not all(isinstance(file.header.get(name), str) for name in ("campaign", "system")):
                raise StoreError(
                    say("{file} is no campaign of gmkit: its header names no campaign and system.", file=file.path.name)
                )
            campaign = Campaign(file, clocks.now if clock is None else clock)
            campaign._say_notices()
            return campaign
    except BaseException:
        file.close()
        raise


def _opened_again(folder: Path, id: str, start: Beginning, clock: Clock | None) -> Campaign:
    campaign = open(folder, clock=clock)
    first = campaign._file.documents[0]
    if first.get("id") == id and first.get("asked") == start.asked:
        return campaign
    campaign.close()
    words: Words = say(
        "There is a campaign in {folder} already, with another id: use gmkit.open, or name another folder.",
        folder=str(folder),
    )
    if first.get("id") == id:
        words = say(
            "There is a campaign with the id {id} in {folder} already, made with other content; open it, or name"
            " another folder.",
            id=id,
            folder=str(folder),
        )
    raise StoreError(words)


def _written(folder: Path, start: Beginning, clock: Clock, id: str | None) -> Campaign:
    if folder.exists() and not folder.is_dir():
        raise StoreError(say("{path} is a file: name a folder for the campaign.", path=str(folder)))
    if not (folder / "campaign.json").exists() and any(folder.glob("backups/*.json")):
        # A new campaign's own backups would in time push those of the lost one out (C099).
        raise StoreError(
            say(
                "{folder} holds the backups of a campaign whose campaign.json is gone: bring it back with gmkit"
                " restore, or name another folder for the new one.",
                folder=str(folder),
            )
        )
    at = clocks.stamp(clock)
    history = History(start.system)
    decider = Decider(history.folding, start.key, start.campaign_id)
    chance = decider.chance(replace(Session(), script=start.dice), 0, {})
    told = first_facts(start, chance)
    session = decider.folded(history.folding.blank, told)
    counts = Counter(chance.counts)
    asked = decider.read_all(start.commands)
    # What each seat knows after the start: the commands of a scenario are refused like any others.
    decision = decider.decide(
        session,
        asked,
        knows=lambda seat: decider.folded(history.folding.blank, told, seat),
        used=lambda _: counts,
        numbers=range(1, len(asked) + 1),
        at_turn_zero=True,
    )
    first: Document = {
        "turn": 0,
        "at": at,
        "asked": start.asked,
        "do": [{"do": "create"}],
        "events": decider.plain([*told, *decision.told]),
        "draws": [draw.to_plain() for draw in chance.draws] + decision.draws,
    }
    if id is not None:
        first["id"] = id
    header = {
        "campaign": start.campaign_id,
        "created": at,
        "format": FORMAT,
        "lang": start.lang,
        "system": start.system.id,
    }
    return Campaign(CampaignFile.create(folder, header, first), clock)
