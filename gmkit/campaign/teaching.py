"""For those who learn or try a rule: practice and sample campaigns, what a viewer was told, and the rulings."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gmkit.campaign.campaign import Campaign
from gmkit.campaign.clock import teaching_clock
from gmkit.campaign.founding import create, open
from gmkit.core.command import shown
from gmkit.core.view import Grid, Page
from gmkit.core.visibility import GM
from gmkit.errors import NotAllowed
from gmkit.systems import find_system
from gmkit.words import LANGUAGES, Words, listing, say

if TYPE_CHECKING:
    from gmkit.paint.pages import Report

PRACTICE = Path("practice")
"""The folder of the practice campaigns, beside the notebook; each language has its own."""
SAMPLES = Path("..") / "campaigns"
"""Where the sample campaigns lie, seen from a notebook."""

_LINES = 10_000


def practice(
    name: str,
    *,
    system: str = "zone",
    players: Sequence[str] = ("Anna", "Борис"),
    lang: str = "en",
    settings: Mapping[str, Any] | None = None,
    scenario: Mapping[str, Any] | None = None,
) -> Campaign:
    """Returns the practice campaign of that name in the folder `practice`; made when it is first asked for.

    Its name gives the dice, and its clock is a teaching clock: it plays the same on every desk.

    Raises:
        GmkitError: If something asked for is not possible, or the name stands for another practice already.
    """
    if not isinstance(lang, str) or lang not in LANGUAGES:
        raise NotAllowed(say("gmkit speaks {known}, not {lang}.", known=listing(LANGUAGES), lang=shown(lang)))
    return create(
        PRACTICE / lang / _plain_name(name),
        system=system,
        title=name,
        players=players,
        lang=lang,
        settings=settings,
        scenario=scenario,
        key=name,
        clock=teaching_clock("2026-03-01 20:00"),
        id=name,
    )


def sample(name: str) -> Campaign:
    """Returns a copy of a sample campaign, opened: the copy lies in the folder `practice`, and is yours to play on.

    The sample itself, in the folder `campaigns` beside the notebooks, stays as it is.

    Raises:
        GmkitError: If there is no such sample.
    """
    copy = PRACTICE / "samples" / _plain_name(name)
    if not _is_file(copy / "campaign.json"):
        source = SAMPLES / name / "campaign.json"
        if not _is_file(source):
            known = sorted(path.parent.name for path in SAMPLES.glob("*/campaign.json"))
            raise NotAllowed(
                say("There is no sample campaign {name}; there are: {known}.", name=name, known=listing(known))
            )
        copy.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy / "campaign.json")
    return open(copy)


def told(campaign: Campaign, viewer: str = GM, turn: int | None = None) -> Report:
    """Returns what a viewer was told on the page of a turn, a line each; what was undone since is left out.

    Args:
        campaign: The campaign.
        viewer: "gm", "public" or a player's name.
        turn: A closed turn, 0 is the start; None: the last closed one.
    """
    from gmkit.paint.literal import markdown_lines
    from gmkit.paint.pages import Report

    view = _campaign(campaign).view(viewer)
    page = view.ledger.page(size=_LINES, turn=view.turns[-1] if turn is None else turn)
    lines = [" ".join(markdown_lines(row.text)) for row in reversed(page.rows) if not row.undone]
    return Report("".join(f"- {line}\n" for line in lines), "md", campaign.lang)


def rulings(campaign: Campaign) -> Report:
    """Returns the rulings that can be turned: what is in force, what else could be, and why the kit rules so."""
    from gmkit.paint.pages import render

    in_force = _campaign(campaign).settings
    rows: list[tuple[Words, ...]] = []
    for setting in find_system(campaign.system).settings.settings.values():
        choices = [say("{value}: {words}", value=_written(one), words=setting.labels[one]) for one in setting.choices]
        if setting.whole is not None:
            lowest, highest = setting.whole
            choices.append(say("a whole number from {lowest} to {highest}", lowest=lowest, highest=highest))
        if setting.fixed:
            choices.append(say("fixed at creation"))
        force = in_force[setting.name]
        value = listing(f"{name} = {item}" for name, item in force.items()) if isinstance(force, Mapping) else None
        rows.append(
            (
                setting.ruling,
                say("{title} ({name})", title=setting.title, name=setting.name),
                value or _written(force),
                listing(choices, "; "),
                setting.why,
            )
        )
    columns: tuple[Words, ...] = (say("Ruling"), say("Question"), say("In force"), say("Choices"), say("Why"))
    return render(Page(say("The rulings of this game"), (Grid(columns, tuple(rows)),)), "md", campaign.lang)


def _written(value: Any) -> str:
    """Returns a value as it is typed into `c.set`."""
    return str(value) if isinstance(value, (bool, int)) else f'"{value}"'


def _is_file(path: Path) -> bool:
    """Returns whether there is such a file; there is none where no file can have the name."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _campaign(given: object) -> Campaign:
    if not isinstance(given, Campaign):
        raise NotAllowed(say("Give a campaign, as gmkit.open returns it, not {value}.", value=shown(given)))
    return given


def _plain_name(name: object) -> str:
    """Returns *name* if it can be the name of one folder."""
    if not isinstance(name, str) or not name.strip() or name.startswith(".") or Path(name).name != name:
        raise NotAllowed(
            say(
                "A practice campaign has a plain name such as {example}, not {value}.",
                example='"wind"',
                value=shown(name),
            )
        )
    return name
