"""What nobody means to hand in, handed to every public function, game and view: a refusal, never another error."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gmkit
from gmkit.errors import GmkitError

HOSTILE: tuple[Any, ...] = (
    *(None, 5, -1, True, float("nan"), 10**400, b"", "", "\0", "\udcff", "я" * 5000),
    *([], {}, (1, 2), [None], [[]], {"a": None}, {None: 1}, {"target": []}, {"target": {}}, object()),
)
GOOD: dict[str, Any] = {
    "name": "Иван",
    "who": "Иван",
    "attacker": "Иван",
    "target": "Волк",
    "player": "Аня",
    "viewer": "gm",
    "stalker": 1,
    "turn": 0,
    "difficulty": 8,
    "number": 1,
    "wound": 1,
    "notation": "d6",
    "text": "т",
    "characteristic": "strength",
    "attribute": "strength",
    "what": "x",
    "changes": {"a": 1},
    "reason": "так",
}
NOT_CALLED = frozenset({"close", "desk", "db", "watch"})
"""They end the campaign, draw a widget, or take a function."""


def calls(function: Callable[..., Any]) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Yields calls with each value in each place, the others well, and with the value in every place at once."""
    taken = list(inspect.signature(function).parameters.values())
    needed = [p for p in taken if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    for value in HOSTILE:
        for chosen in (*taken, None):
            args: list[Any] = []
            named: dict[str, Any] = {}
            for one in needed:
                given = value if chosen is None or one is chosen else GOOD.get(one.name, "Иван")
                if one.kind is one.KEYWORD_ONLY:
                    named[one.name] = given
                else:
                    args.append(given)
            if chosen is not None and chosen.kind is chosen.VAR_POSITIONAL:
                args.append(value)
            elif chosen is not None and chosen.kind is chosen.VAR_KEYWORD:
                named["modifiers"] = value
            elif chosen is not None and chosen not in needed:
                named[chosen.name] = value
            yield args, named


def failures(label: str, function: Callable[..., Any]) -> list[str]:
    found = []
    for args, named in calls(function):
        try:
            function(*args, **named)
        except GmkitError as refused:
            assert str(refused).strip(), label  # noqa: PT017  (what each of the many says)
        except Exception as error:  # noqa: BLE001  (that there is no other is what is asked)
            found.append(f"{label}{str(args)[:60]}{str(named)[:60]}: {type(error).__name__}: {str(error)[:80]}")
    return found


@pytest.mark.parametrize("name", [name for name in gmkit.__all__ if name != "GmkitError"])
def test_every_function_of_the_kit_refuses_what_it_cannot_take(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert failures(name, getattr(gmkit, name)) == []


@pytest.mark.parametrize("part", ["campaign", "game", "gm", "Аня", "ledger"])
@pytest.mark.parametrize("system", ["zone", "alter_ego", "fudge"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_method_of_games_and_views_refuses_what_it_cannot_take(system, part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with gmkit.create(Path("c"), system=system, players=["Аня", "Боб"], lang="ru", key="k") as c:
        if system != "zone":
            c.game.character("Иван", player="Аня")
            c.game.character("Волк")
        owner = {"campaign": c, "game": c.game, "ledger": c.ledger}.get(part) or c.view(part)
        found: list[str] = []
        asked = 0
        for name in dir(owner):
            if name.startswith("_") or name in NOT_CALLED:
                continue
            method = getattr(owner, name)
            if inspect.ismethod(method):
                asked += 1
                found += failures(f"{system}.{part}.{name}", method)
        assert asked > 3
        assert found == []


def test_the_name_of_a_file_is_made_from_a_text():
    with pytest.raises(GmkitError, match="made from a text, not from 5"):
        gmkit.safe_file_name(5)  # type: ignore[arg-type]
