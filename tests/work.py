"""Counting what a call does instead of timing it: the same on an idle machine and on a busy one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from typing import Any


def steps_of(act: Callable[[], object]) -> int:
    """Returns how many lines of Python a call goes through, each turn of a loop anew; work inside of C is one."""
    steps = 0

    def note(_frame: object, _event: str, _argument: object) -> Any:
        nonlocal steps
        steps += 1
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        act()
    finally:
        sys.settrace(before)
    return steps


def alone(ready: str, act: str, runs: int = 5) -> float:
    """Returns the median milliseconds of one statement, each run in a fresh process.

    Beside the many objects of a benchmark the collector of garbage makes whatever is measured look slow.
    """
    code = f"{ready}\nimport time\nt = time.perf_counter()\nkept = {act}\nprint(time.perf_counter() - t)"
    taken = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(runs)
    ]
    return median(float(run.stdout) for run in taken) * 1000
