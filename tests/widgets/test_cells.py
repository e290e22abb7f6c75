"""Running a cell again closes what it made before; other cells keep theirs (W2, C129)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from gmkit.widgets import DiceRoller, base
from gmkit.widgets.cells import Cells


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Iterator[InteractiveShell]:
    shell = InteractiveShell.instance()
    cells = Cells()
    cells.listen()
    monkeypatch.setattr(base, "CELLS", cells)
    shell.run_cell("from gmkit.widgets import DiceRoller, TurnLedger; made = []")
    yield shell
    for component in shell.user_ns["made"]:
        component.close()
    InteractiveShell.clear_instance()


def closed(notebook: InteractiveShell) -> list[bool]:
    return [component._closed for component in notebook.user_ns["made"]]


def test_a_cell_that_runs_again_closes_its_old_component(notebook: InteractiveShell, live_models: Any) -> None:
    notebook.run_cell("made.append(DiceRoller())", cell_id="one")
    after_first = live_models()
    for _ in range(20):
        notebook.run_cell("made.append(DiceRoller())", cell_id="one")
    assert live_models() == after_first
    assert closed(notebook) == [True] * 20 + [False]


def test_two_cells_with_the_same_text_keep_both(notebook: InteractiveShell) -> None:
    notebook.run_cell("made.append(DiceRoller())", cell_id="one")
    notebook.run_cell("made.append(DiceRoller())", cell_id="two")
    assert closed(notebook) == [False, False]


def test_two_components_of_one_cell_live_side_by_side_and_go_together(notebook: InteractiveShell) -> None:
    notebook.run_cell("made += [DiceRoller(), DiceRoller()]", cell_id="one")
    assert closed(notebook) == [False, False]
    notebook.run_cell("made += [DiceRoller(), DiceRoller()]", cell_id="one")
    assert closed(notebook) == [True, True, False, False]


def test_a_cell_that_was_rewritten_closes_what_it_had_made(notebook: InteractiveShell) -> None:
    notebook.run_cell("made.append(DiceRoller())", cell_id="one")
    notebook.run_cell("made.append(TurnLedger())", cell_id="one")
    assert closed(notebook) == [True, False]


def test_without_cell_ids_the_text_of_the_cell_stands_for_it(notebook: InteractiveShell) -> None:
    notebook.run_cell("made.append(DiceRoller())", store_history=True)
    notebook.run_cell("made.append(DiceRoller())  # another", store_history=True)
    notebook.run_cell("made.append(DiceRoller())", store_history=True)
    assert closed(notebook) == [True, False, False]


def test_outside_a_cell_nothing_is_replaced() -> None:
    one, two = DiceRoller(), DiceRoller()
    assert (one._closed, two._closed) == (False, False)
    one.close()
    two.close()


def test_a_roller_cell_run_three_times_rolls_once_a_click(notebook: InteractiveShell, campaign_with: Any) -> None:
    """C129."""
    notebook.user_ns["c"] = campaign = campaign_with()
    before = len(campaign.ledger)
    for _ in range(3):
        notebook.run_cell("made.append(DiceRoller(c))", cell_id="one")
    notebook.user_ns["made"][-1].roll_button.click()
    assert len(campaign.ledger) == before + 1
    # The closed ones are deaf.
    notebook.user_ns["made"][0].roll_button.click()
    assert len(campaign.ledger) == before + 1
