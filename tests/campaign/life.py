"""A kernel of its own for the kill test: plays a Zone campaign in every way that writes, and prints what returned."""

from __future__ import annotations

import hashlib
import signal
import sys
from pathlib import Path

import gmkit
import gmkit.widgets
from gmkit.campaign import opened
from gmkit.campaign.care import backup


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def entry(c, number: int) -> None:
    c.ledger.add(f"заметка {number}")


def batch(c, number: int) -> None:
    c.do([{"do": "roll", "notation": "2d6", "text": f"a{number}"}, *({"do": "note", "text": x} for x in "bc")])


def undo(c, number: int) -> None:
    """Undoes and brings back in turn; each is an entry."""
    if c.can_redo:
        c.redo()
    elif c.can_undo:
        c.undo(f"word {number}")
    else:
        entry(c, number)


def day(c, number: int) -> None:
    c.game.end_day()


def snapshot(c, number: int) -> None:
    """Every entry is followed by a renewed snapshot."""
    opened.SNAPSHOT_EVERY = 1
    entry(c, number)
    opened.SNAPSHOT_EVERY = 10_000


def copy(c, number: int) -> None:
    entry(c, number)
    backup(c.path)


ACTS = {act.__name__: act for act in (entry, batch, undo, day, snapshot, copy)}


def play(folder: str, names: str, seed: str) -> None:
    """Acts until it is killed; "ack N" is said when the call that made the campaign's entry N has returned."""
    acts = [ACTS[name] for name in names.split(",")]
    c = gmkit.open(Path(folder))
    say("ready")
    for number in range(100_000):
        acts[(number + int(seed)) % len(acts)](c, number)
        say("ack", len(c._file.documents))
        if len(acts) > 1 and number % 7 == 6:
            c.close()
            c = gmkit.open(Path(folder))


class StopButton:
    """Ends an act once, as Python's own handler does, and not what this script does between two acts."""

    def __init__(self) -> None:
        self.armed = False
        signal.signal(signal.SIGINT, self._pressed)

    def _pressed(self, _number: int, _frame: object) -> None:
        if self.armed:
            self.armed = False
            raise KeyboardInterrupt


def interrupted(folder: str, names: str, count: str) -> None:
    """Acts and looks while somebody presses the stop button; says how many presses got through, and what is known."""
    acts = [ACTS[name] for name in names.split(",")]
    c = gmkit.open(Path(folder))
    ledger = gmkit.widgets.TurnLedger(c)
    button = StopButton()
    say("ready")
    presses = 0
    for number in range(int(count)):
        try:
            button.armed = True
            acts[number % len(acts)](c, number)
            c.view("gm").report(0)
            c.view("Anna").ledger.page(1)
            button.armed = False
        except KeyboardInterrupt:
            presses += 1
    c.refresh()
    ledger.refresh()
    known = hashlib.sha256(repr(c.view("gm").session).encode()).hexdigest()
    say("done", presses, len(c._file.documents), c._history.seen, len(ledger.view.ledger), known)


def create(folder: str) -> None:
    """Creates campaigns, one after another."""
    for number in range(100_000):
        if number == 0:
            say("ready")
        gmkit.create(Path(folder) / str(number), system="zone", players=["Anna", "Борис"], key="k").close()
        say("ack", number)


def migrate(folder: str) -> None:
    """Opens the old file, which brings it to today's format."""
    say("ready")
    gmkit.open(Path(folder)).close()
    say("ack", 0)


if __name__ == "__main__":
    {"play": play, "interrupted": interrupted, "create": create, "migrate": migrate}[sys.argv[1]](*sys.argv[2:])
