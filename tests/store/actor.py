"""A kernel of its own for the tests: does what its words say, and prints what was acknowledged."""

import signal
import sys
import time
from pathlib import Path

from gmkit.store import CampaignFile
from gmkit.store.lock import Lock


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def write(folder: str, name: str, count: str, *more: str) -> None:
    """Adds entries one by one, now and then renewing the snapshot, taking a backup, and opening again."""
    pause_s, renew_every, most = [*more, *("0", "0", "40")[len(more) :]]
    campaign = CampaignFile.open(Path(folder))
    say("ready")
    for number in range(int(count)):
        with campaign.writing() as writer:
            n = writer.add({"who": name, "k": number, "text": "Мира лезет на стену " * (1 + number % int(most))})
        say("ack", n)
        if int(renew_every) and number % int(renew_every) == int(renew_every) - 1:
            campaign.renew_snapshot({"day": len(campaign.documents)})
            if number % 3 == 0:
                campaign.backup()
            if number % 2 == 0:
                campaign.close({"day": len(campaign.documents)})
                campaign = CampaignFile.open(Path(folder))
        time.sleep(float(pause_s))
    campaign.close({"day": len(campaign.documents)})
    say("done", len(campaign.documents))


def interrupted(folder: str, count: str) -> None:
    """Adds entries while somebody presses the stop button; says how many presses got through."""
    armed = False

    def pressed(_number: int, _frame: object) -> None:
        """Ends an entry once, as Python's own handler does, and not what this script does between two entries."""
        nonlocal armed
        if armed:
            armed = False
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, pressed)
    campaign = CampaignFile.open(Path(folder))
    say("ready")
    start, presses = len(campaign.documents), 0
    while len(campaign.documents) - start < int(count):
        try:
            armed = True
            with campaign.writing() as writer:
                writer.add({"k": len(campaign.documents) - start, "text": "x" * 300})
            armed = False
        except KeyboardInterrupt:
            presses += 1
    say("done", len(campaign.documents), presses)


def hold(folder: str, seconds: str) -> None:
    """Holds the lock."""
    lock = Lock(Path(folder) / ".lock")
    lock.take({"campaign": "c4f1", "entries": 1}, lambda: False)
    say("held")
    time.sleep(float(seconds))
    lock.give_back()


if __name__ == "__main__":
    # A job in the background of a shell is started with the stop button cut off.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    {"write": write, "interrupted": interrupted, "hold": hold}[sys.argv[1]](*sys.argv[2:])
