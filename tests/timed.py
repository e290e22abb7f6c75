"""Runs one part of `make test`, keeps the time it took, and prints all times at the end."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

TIMES = Path(__file__).parent.parent / ".venv" / "times.json"


def main(words: list[str]) -> int:
    """Runs `NAME COMMAND...`, or starts (`--start`) or reports (`--report`) the list; returns the exit code."""
    if words == ["--start"]:
        TIMES.write_text("{}", encoding="utf-8")
        return 0
    times: dict[str, float] = json.loads(TIMES.read_text(encoding="utf-8"))
    if words == ["--report"]:
        parts = ", ".join(f"{name} {seconds:.0f} s" for name, seconds in times.items())
        print(f"make test: all green in {sum(times.values()):.0f} s ({parts})")
        return 0
    name, *command = words
    print(f"== {name} ==", flush=True)
    start = time.perf_counter()
    code = subprocess.run(command, check=False).returncode
    times[name] = time.perf_counter() - start
    TIMES.write_text(json.dumps(times), encoding="utf-8")
    outcome = "done" if code == 0 else f"FAILED (exit {code})"
    print(f"== {name}: {outcome} in {times[name]:.1f} s ==", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
