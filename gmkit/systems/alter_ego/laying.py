"""Laying a supplement over the tables, or switching one on or off, as events (A27, AR25)."""

from __future__ import annotations

from gmkit.core.rulebook import rule
from gmkit.core.session import Session
from gmkit.core.visibility import Told, tell
from gmkit.errors import GmkitError
from gmkit.systems.alter_ego import facts as f
from gmkit.systems.alter_ego.commands import LaySupplement
from gmkit.systems.alter_ego.state import AlterEgoState
from gmkit.systems.alter_ego.supplements import read_supplement
from gmkit.words import Words, listing, say


def supplement_objections(session: Session, command: LaySupplement) -> list[Words]:
    """Returns why a supplement cannot be laid or switched; a bad one changes nothing (AR25)."""
    state: AlterEgoState = session.game
    if command.text is not None:
        try:
            read_supplement(command.text, name=command.name, under=state.supplements)
        except GmkitError as refused:
            return [refused.words]
        return []
    laid = state.laid(command.name)
    if laid is None:
        known = listing(s.name for s in state.supplements) if state.supplements else say("none")
        return [say("There is no supplement {name}; there are: {known}.", name=command.name, known=known)]
    if laid.on == command.on:
        words = say("is used already") if laid.on else say("is not used")
        return [say("The supplement {name} {state}.", name=command.name, state=words)]
    return []


@rule("A27", "AR25")
def supplement_laid(session: Session, command: LaySupplement) -> list[Told]:
    """Returns a supplement laid over the tables, its monsters to the GM alone; or one switched on or off."""
    state: AlterEgoState = session.game
    if command.text is None:
        return [tell(f.SupplementSwitched(name=command.name, on=command.on))]
    read = read_supplement(command.text, name=command.name, under=state.supplements)
    told = [
        tell(f.SupplementLaid(name=read.name, title=read.title, tables=read.tables)),
        tell(f.MonstersLaid(name=read.name, monsters=read.monsters)),
    ]
    return told if command.on else [*told, tell(f.SupplementSwitched(name=read.name, on=False))]
