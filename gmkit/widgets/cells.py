"""Which components were made by which notebook cell: running a cell again closes what it made before (W2)."""

from __future__ import annotations

import contextlib
from typing import Any, Protocol


class Closable(Protocol):
    """What a cell can leave behind."""

    def close(self) -> None:
        """Leaves nothing behind."""


class Cells:
    """The components of each cell of one kernel.

    A cell is known by the id that JupyterLab gives it; where there is none (a script that feeds a kernel, an older
    notebook), by its text. Outside a running cell nothing is replaced: two rollers made in a script both stay.
    """

    def __init__(self) -> None:
        self._made: dict[str, list[Closable]] = {}
        self._cell: str | None = None
        self._shell: Any = None

    def add(self, component: Closable) -> None:
        """Notes *component* as made by the running cell; the cell's earlier run is closed when it starts again."""
        self.listen()
        if self._cell is not None:
            self._made.setdefault(self._cell, []).append(component)

    def forget(self, component: Closable) -> None:
        """Drops a component that was closed."""
        for key, made in list(self._made.items()):
            made[:] = [other for other in made if other is not component]
            if not made:
                del self._made[key]

    def listen(self) -> None:
        """Hears of the cells that the kernel runs; outside one there is nothing to hear."""
        shell = _shell()
        if shell is None or shell is self._shell:
            return
        self._shell = shell
        shell.events.register("pre_run_cell", self._begins)
        shell.events.register("post_run_cell", self._ends)
        # This very cell began before anybody listened.
        self._cell = _running_cell(shell)

    def _begins(self, info: Any) -> None:
        text = f"text:{info.raw_cell}"
        self._cell = getattr(info, "cell_id", None) or text
        # A cell with an id may have made its first component before the ids were heard of.
        for component in (*self._made.pop(self._cell, ()), *self._made.pop(text, ())):
            component.close()

    def _ends(self, _result: Any) -> None:
        self._cell = None


def _shell() -> Any:
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return None
    return get_ipython()


def _running_cell(shell: Any) -> str | None:
    """Returns the key of the cell that runs now, for the first component of a kernel."""
    with contextlib.suppress(Exception):
        cell_id = shell.get_parent()["metadata"].get("cellId")
        if cell_id:
            return str(cell_id)
    written = shell.user_ns.get("In") or [""]
    return f"text:{written[-1]}" if written[-1] else None


CELLS = Cells()
CELLS.listen()
