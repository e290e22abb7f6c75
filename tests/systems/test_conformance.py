"""What holds for every system: each folder under gmkit/systems joins unasked, and so does the tests' counting one."""

from __future__ import annotations

import dataclasses
import gc
import json
import random
import re
import tempfile
import tomllib
import typing
import weakref
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import gmkit.systems
from gmkit.core.codec import from_plain, to_plain
from gmkit.core.fact import Fact
from gmkit.core.kinds import COMMON_KINDS
from gmkit.core.persons.kinds import PERSON_KINDS
from gmkit.core.rulebook import homes
from gmkit.core.session import COMMON_FACTS, Session
from gmkit.core.system import System
from gmkit.core.view import UNKNOWN
from gmkit.core.visibility import hears, unmarked
from gmkit.errors import GmkitError
from gmkit.systems import add_system, find_system
from gmkit.words import render
from tests.campaign.counting import COUNTING
from tests.systems.hidden_twins import TWINS
from tests.systems.play import (
    Compared,
    begun,
    everything,
    players_of,
    random_commands,
    speaker_of,
    told_to,
)

ROOT = Path(__file__).parent.parent.parent
NAMES = ["counting", *gmkit.systems.names()]
STEPS = 30
"""Commands of a random session."""


@pytest.fixture(params=NAMES)
def system(request: pytest.FixtureRequest) -> System:
    add_system(COUNTING)
    return find_system(request.param)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where there is one: what these tests ask is not about the disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        yield Path(made)


# --- marks -----------------------------------------------------------------------------------------------------------


def parts_of(kind: Any, found: dict[type, None] | None = None) -> dict[type, None]:
    """Returns every dataclass that a type is made of."""
    found = {} if found is None else found
    for inner in typing.get_args(kind):
        parts_of(inner, found)
    if isinstance(kind, type) and is_dataclass(kind) and kind not in found:
        found[kind] = None
        for hint in typing.get_type_hints(kind).values():
            parts_of(hint, found)
    return found


def test_every_field_of_the_state_says_who_may_see_it(system):
    assert {part.__name__: names for part in parts_of(system.state) if (names := unmarked(part))} == {}


def test_every_mark_names_all_the_gm_or_a_field(system):
    for part in parts_of(system.state):
        names = {item.name for item in fields(part)}
        marks = {item.metadata["seen_by"] for item in fields(part)} | {getattr(part, "exists_for", "all")}
        assert marks <= {"all", "gm", *names}, part


def test_somebody_who_was_told_nothing_has_a_state(system):
    assert isinstance(system.empty(), system.state)
    assert system.empty() == system.empty()


def test_every_fact_says_who_is_told(system):
    for kind in (*COMMON_FACTS, *system.facts):
        assert issubclass(kind, Fact)
        assert kind.told_to in ("all", "gm", "owner"), kind
        assert any("told_to" in base.__dict__ for base in kind.__mro__ if base is not Fact), f"{kind} is not marked"


def test_every_fact_has_a_name_of_its_own_and_a_line_or_says_that_it_has_none(system):
    kinds = [kind.kind for kind in (*COMMON_FACTS, *system.facts)]
    assert len(set(kinds)) == len(kinds)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", kind) for kind in kinds)
    for kind in system.facts:
        assert kind.has_line == (kind.line is not Fact.line), kind


def test_every_fact_with_a_line_is_called_something_in_both_languages(system):
    names = {**COMMON_KINDS, **system.kinds}
    lined = {kind.kind for kind in (*COMMON_FACTS, *system.facts) if kind.has_line}
    assert lined - names.keys() == set()
    # "undo" and "redo" are the ledger's own lines; any other name without a fact is a leftover.
    own = {kind.kind for kind in system.facts}
    shared = own & PERSON_KINDS.keys() and PERSON_KINDS.keys()
    assert system.kinds.keys() - own - (shared or set()) == set()
    assert COMMON_KINDS.keys() - {kind.kind for kind in COMMON_FACTS} == {"undo", "redo"}
    for kind in lined:
        assert re.search("[A-Za-z]", names[kind].en)
        assert re.search("[А-яё]", names[kind].ru)
    # A filter that shows two kinds by one name cannot be used.
    for lang in ("en", "ru"):
        assert len({names[kind].render(lang) for kind in lined}) == len(lined)


def test_what_is_felt_is_a_fact_and_names_its_rules(system):
    kinds = {kind.kind for kind in system.facts} | {kind.kind for kind in COMMON_FACTS}
    assert set(system.felt) <= kinds
    assert all(rules and all(re.fullmatch(r"[A-Z]+\d+", rule) for rule in rules) for rules in system.felt.values())


def test_every_verb_has_a_name_and_its_class_a_docstring(system):
    verbs = [kind.verb for kind in system.commands]
    assert len(set(verbs)) == len(verbs)
    assert all(verbs)
    assert any(kind.closes_turn for kind in system.commands)
    assert all(kind.takes_turn for kind in system.commands if kind.closes_turn)


# --- random sessions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_random_session_keeps_every_promise_of_the_state(system, folder, seed):
    """JSON and back; the old state untouched; a line in both languages; each viewer can look at any time."""
    numbers = random.Random(seed)
    kept: list[tuple[Session, str]] = []
    with begun(system, folder / "c") as c:
        for step, _ in enumerate(random_commands(c, system, numbers, STEPS)):
            sessions = [c._history.now]
            if step % 10 == 0:
                sessions += [c._history.listener(seat.id).now for seat in sessions[0].seats]
                sessions.append(c._history.listener("public").now)
            for session in sessions:
                plain = to_plain(session.game, system.state)
                assert from_plain(system.state, json.loads(json.dumps(plain))) == session.game
                kept.append((session, json.dumps(plain, sort_keys=True)))
        for viewer in ("gm", "public", *c.players):
            everything(c, viewer)
        for session, before in kept:
            assert json.dumps(to_plain(session.game, system.state), sort_keys=True) == before
        for document in c._history.documents:
            for fact in c._decider.facts(document.get("events", ())):
                assert c._history.folding.book.from_plain(c._history.folding.book.to_plain(fact)) == fact
                if fact.has_line:
                    for lang in ("en", "ru"):
                        line = render(fact.line(c._history.now.names), lang)
                        assert line.strip(), fact
                        assert not re.search(r"\{[a-z_]+\}", line), line


def test_undo_to_the_start_and_redo_to_the_end_come_back_to_the_same(system, folder):
    with begun(system, folder / "c") as c:
        list(random_commands(c, system, random.Random(5), STEPS))
        end = {viewer: c.view(viewer).session for viewer in ("gm", "public", *c.players)}
        while c.can_undo:
            c.undo()
        assert c.turn == c.view("gm", turn=0).session.turn
        while c.can_redo:
            c.redo()
        assert {viewer: c.view(viewer).session for viewer in end} == end


def test_the_same_key_and_clock_give_the_same_session_byte_for_byte(system, folder):
    files = []
    for name in ("one", "other"):
        with begun(system, folder / name) as c:
            list(random_commands(c, system, random.Random(6), STEPS))
        files.append((folder / name / "campaign.json").read_bytes())
    assert files[0] == files[1]


def test_a_reopened_campaign_is_what_it_was(system, folder):
    """C105: phase, next actor, status and the dice's position too."""
    with begun(system, folder / "c") as c:
        list(random_commands(c, system, random.Random(7), STEPS))
        before = {viewer: everything(c, viewer) for viewer in ("gm", "public", *c.players)}
        used = [c._history.used(turn) for turn in range(c.turn + 1)]
    with gmkit.open(folder / "c") as again:
        assert {viewer: everything(again, viewer) for viewer in before} == before
        assert [again._history.used(turn) for turn in range(again.turn + 1)] == used
        assert any(used)


def test_what_stands_under_a_cell_is_one_line_of_a_closed_campaign_too(system, folder):
    """W10."""
    with begun(system, folder / "c") as c:
        list(random_commands(c, system, random.Random(9), STEPS))
        shown = [repr(thing) for thing in (c, c.game, c.ledger, c.view("gm"), c.view("public"), c.db)]
        assert [repr(thing) for thing in (c, c.game, c.ledger, c.view("gm"), c.view("public"), c.db)] == shown
        assert not [text for text in shown if "\n" in text or " at 0x" in text]
        game = c.game
    assert [repr(c), repr(game)] == shown[:2]


def test_a_campaign_that_nobody_holds_is_freed_at_once(system, folder):
    """Its thousands of entries wait for no collection of garbage."""
    with begun(system, folder / "c") as c:
        list(random_commands(c, system, random.Random(10), STEPS))
    gc.collect()
    gc.disable()
    try:
        c = gmkit.open(folder / "c")
        kept = [weakref.ref(c), weakref.ref(c._file), weakref.ref(c._history)]
        c.ledger.add("a note")
        for viewer in ("gm", "public", *c.players):
            everything(c, viewer)
        assert len(c.db.all()) == len(c.history())
        c.close()
        del c
        assert [ref() for ref in kept] == [None] * 3
    finally:
        gc.enable()


def test_looking_changes_no_byte_of_the_folder(system, folder):
    """P8, S5: opening, every view, report and board of every viewer, and closing."""
    with begun(system, folder / "c") as c:
        list(random_commands(c, system, random.Random(11), STEPS))
    before = {path: path.read_bytes() for path in (folder / "c").rglob("*") if path.is_file()}
    with gmkit.open(folder / "c") as c:
        for viewer in ("gm", "public", *c.players):
            everything(c, viewer)
            c.desk(viewer).close()
        assert len(c.db.all()) == len(c.history())
        assert not c.refresh()
    after = {path: path.read_bytes() for path in (folder / "c").rglob("*") if path.is_file()}
    assert after == before


def nest(depth: int) -> list[Any]:
    nested: list[Any] = []
    for _ in range(depth):
        nested = [nested]
    return nested


RING: dict[str, Any] = {}
RING["ring"] = RING
BOTTOMLESS: list[Any] = [10**5000, -(10**5000), [10**5000], {"x": 10**5000}, nest(60), nest(3000), RING]
"""What Python itself cannot write: numbers of more than 4,300 digits, nests without end."""

JUNK: list[Any] = [*BOTTOMLESS, None, "", "nobody", -1, 0, 10**9, 1.5, True, [], {}, ["x"], {"x": 1}, "\0", "X" * 5000]


def test_a_refused_command_changes_nothing_and_draws_nothing(system, folder):
    with begun(system, folder / "c") as c:
        list(random_commands(c, system, random.Random(8), 10))
        refusals = 0
        for kind in system.commands:
            for junk in JUNK:
                command = {"do": kind.verb} | {item.name: junk for item in fields(kind)}
                before = (c._history.now, c._history.seen, (folder / "c" / "campaign.json").read_bytes())
                refused = ""
                try:
                    c.do(command)
                except GmkitError as error:
                    refused = str(error)
                if refused:
                    refusals += 1
                    assert c._history.now is before[0]
                    assert (c._history.seen, (folder / "c" / "campaign.json").read_bytes()) == before[1:]
        assert refusals >= len(JUNK)


@pytest.mark.parametrize("value", BOTTOMLESS, ids=[str(at) for at in range(len(BOTTOMLESS))])
def test_what_python_cannot_write_is_refused_in_one_sentence_wherever_it_is_given(system, folder, value):
    """P9, C096: also by what every campaign has, and by creation."""
    with begun(system, folder / "c") as c:
        before = (c.path / "campaign.json").read_bytes()
        given = {
            "note": lambda: c.ledger.add(value),
            "seen_by": lambda: c.ledger.add("x", seen_by=value),
            "turn": lambda: c.ledger.add("x", turn=value),
            "id": lambda: c.ledger.add("x", id=value),
            "tell": lambda: c.tell(c.players[0], value),
            "roll": lambda: c.roll("d6", value),
            "notation": lambda: c.roll(value),
            "edit": lambda: c.edit("stalker 1", {"burnt": value}, reason="x"),
            "set": lambda: c.set("wind", value),
            "reason": lambda: c.undo(value),
            "batch": lambda: c.do([{"do": "note", "text": value}]),
            "report": lambda: c.report(0, format=value),
            "view": lambda: c.view("gm", turn=value),
            "line": lambda: c.ledger[value],
            "scenario": lambda: gmkit.create(folder / "n", system=system.id, players=["A", "B"], scenario={"x": value}),
            "settings": lambda: gmkit.create(folder / "n", system=system.id, players=["A", "B"], settings={"x": value}),
            "players": lambda: gmkit.create(folder / "n", system=system.id, players=value),
            "table": lambda: gmkit.write_table([{"a": value}], folder / "t.json"),
        }
        for act in given.values():
            with pytest.raises(GmkitError) as refused:
                act()
            assert len(str(refused.value)) < 600
            assert "\n" not in str(refused.value)
        assert (c.path / "campaign.json").read_bytes() == before
        assert not (folder / "n").exists()


def test_a_refusal_in_the_middle_of_a_list_undoes_the_beginning(system, folder):
    with begun(system, folder / "c") as c:
        commands = list(random_commands(c, system, random.Random(9), 12))
        while c.can_undo:
            c.undo()
        before = c._history.now
        with pytest.raises(GmkitError, match=f"Command {len(commands) + 1}: "):
            c.do([*commands, {"do": "tell", "player": "Nobody", "text": "x"}])
        assert c._history.now is before
        assert c.do(commands)
        assert c.can_undo


def choices_of(system: System) -> list[tuple[str, Any]]:
    return [(name, choice) for name, setting in system.settings.settings.items() for choice in setting.choices]


def test_each_choice_of_each_ruling_survives_a_random_session(system, folder):
    for number, (name, choice) in enumerate(choices_of(system)):
        with begun(system, folder / f"{number}", settings={name: choice}, players=players_of(system, 3)) as c:
            assert c.settings[name] == choice
            list(random_commands(c, system, random.Random(number), 25))
            c.view(c.players[0]).report(0)


def test_each_choice_of_each_ruling_can_be_set_in_the_middle(system, folder):
    with begun(system, folder / "c") as c:
        for number, (name, choice) in enumerate(choices_of(system)):
            if not system.settings.settings[name].fixed:
                c.set(name, choice)
                assert c.settings[name] == c.view("public").settings[name] == choice
                list(random_commands(c, system, random.Random(number), 5))


def test_every_ruling_has_its_words_in_both_languages(system):
    for setting in system.settings.settings.values():
        for words in (setting.title, setting.why, *setting.labels.values()):
            assert words.en.strip()
            assert words.ru.strip()
        assert setting.refusal(setting.default) is None


# --- folders ---------------------------------------------------------------------------------------------------------


@pytest.fixture(params=gmkit.systems.names())
def home(request: pytest.FixtureRequest) -> Path:
    """The folder of each system of the kit."""
    return ROOT / "gmkit" / "systems" / request.param


def test_every_table_has_its_words_in_both_languages(home):
    for file in sorted(home.rglob("*.toml")):
        for row in tomllib.loads(file.read_text("utf-8")).get("row", ()):
            for name in row:
                if name == "en" or name.endswith("_en"):
                    assert row.get(name[:-2] + "ru"), f"{file.name}: {row}"


def test_every_rule_file_has_its_test_file(home):
    tests = {file.name for file in (ROOT / "tests" / "systems" / home.name).glob("test_*.py")}
    rules = {file.stem for file in (home / "rules").glob("*.py")} - {"__init__"}
    assert {rule for rule in rules if f"test_{rule}.py" not in tests} == set()


def test_every_rule_cited_by_a_rule_s_home_is_named_in_a_test(home):
    find_system(home.name)
    texts = "\n".join(file.read_text("utf-8") for file in (ROOT / "tests" / "systems" / home.name).glob("*.py"))
    cited = {rule for one in homes() if f".systems.{home.name}." in one.name for rule in one.ids}
    assert cited
    assert {rule for rule in cited if not re.search(rf"\b{rule}\b", texts)} == set()


# --- what is told is true --------------------------------------------------------------------------------------------


MISSING: Any = object()


def untruths(before: Any, after: Any, truth: Any, path: str = "") -> list[str]:
    """Returns where what a viewer just learned is not what is true."""
    if after is before or after == UNKNOWN or (before is not MISSING and after == before):
        return []
    if is_dataclass(after) and is_dataclass(truth):
        return [
            wrong
            for item in fields(after)
            if not is_absent(item, before, after)
            for wrong in untruths(
                getattr(before, item.name, MISSING),
                getattr(after, item.name),
                getattr(truth, item.name),
                f"{path}.{item.name}",
            )
        ]
    if isinstance(after, Mapping):
        old = before if isinstance(before, Mapping) else {}
        true = truth if isinstance(truth, Mapping) else {}
        return [
            wrong
            for name, value in after.items()
            for wrong in untruths(old.get(name, MISSING), value, true.get(name, MISSING), f"{path}[{name!r}]")
        ]
    if isinstance(after, (tuple, list, frozenset)) and isinstance(truth, (tuple, list, frozenset)):
        old = list(before) if isinstance(before, (tuple, list, frozenset)) else []
        learned = [one for one in after if one not in old]
        return [f"{path}: {one!r}" for one in learned if not is_true_of_one(one, old, truth)]
    return [] if after == truth else [f"{path}: told {after!r}, true is {truth!r}"]


def is_true_of_one(one: Any, old: Any, truth: Any) -> bool:
    """Returns whether a part in a row is true, as it is told, of one of the real ones."""
    return any(not untruths(earlier, one, real) for real in truth for earlier in (MISSING, *old))


def is_absent(item: Any, before: Any, after: Any) -> bool:
    """Returns whether a new part says nothing here: a field not everybody's, at the value of who knows nothing."""
    if before is not MISSING or item.metadata.get("seen_by") == "all":
        return False
    default = item.default_factory() if item.default_factory is not dataclasses.MISSING else item.default
    return bool(getattr(after, item.name) == default)


def false_tellings(c: Any) -> list[str]:
    """Folds a campaign fact by fact and returns where a viewer was told what was not so at that moment."""
    folding = c._history.folding
    viewers = ["public", *(seat.id for seat in c._history.now.seats)]
    sessions = dict.fromkeys(["gm", *viewers], folding.blank)
    found = []
    for document in c._history.documents:
        for event in document.get("events", ()):
            fact = folding.book.from_plain(event)
            sessions["gm"] = folding.fold(sessions["gm"], fact)
            for viewer in viewers:
                if not hears(event["to"], viewer):
                    continue
                old = sessions[viewer]
                new = sessions[viewer] = folding.fold(old, fact)
                found += [f"{viewer}, {fact.kind}{wrong}" for wrong in untruths(old, new, sessions["gm"])]
    return found


@pytest.mark.parametrize("seed", range(3))
def test_nothing_that_a_viewer_is_told_differs_from_the_truth_of_that_moment(system, folder, seed):
    with begun(system, folder / "c") as c:
        list(random_commands(c, system, random.Random(seed), STEPS))
        assert false_tellings(c) == []


def test_a_false_telling_would_be_found(folder, monkeypatch):
    add_system(COUNTING)
    with begun(COUNTING, folder / "c") as c:
        c.do({"do": "count", "player": "Anna"})
        c.do({"do": "count", "player": "Anna", "secret": True})
        assert false_tellings(c) == []
        evolve = COUNTING.evolve
        told = iter(range(100))

        def lying(state: Any, fact: Fact) -> Any:
            now = evolve(state, fact)
            return replace(now, open=now.open + next(told)) if fact.kind == "counted" else now

        monkeypatch.setattr(c._history.folding, "system", replace(COUNTING, evolve=lying))
        assert false_tellings(c)


# --- what is hidden makes no difference (S2) -------------------------------------------------------------------------


def hide(c: Any, numbers: random.Random, confidant: str) -> None:
    """Does something that only the GM, and at most one player, may ever know of."""
    actor = numbers.choice([*c.players, "gm", "Ivan"])
    match numbers.randrange(8):
        case 0:
            c.ledger.add("a note of the GM")
        case 1:
            c.roll("3d6", "hidden", actor=actor, seen_by="gm")
        case 2:
            c.roll("4dF", actor=actor, seen_by=confidant)
        case 3:
            c.tell(confidant, "psst")
        case 4:
            c.ledger.add("for one", seen_by=[confidant, "gm"])
        case 5:
            c.do({"do": "handout_tell", "handout": "Map", "text": "A trail", "seen_by": confidant})
        case 6:
            c.roll("d20", actor=actor, seen_by="gm")
            c.undo("misread")
        case 7:
            c.do([{"do": "note", "text": "one"}, {"do": "tell", "player": confidant, "text": "two"}])


def played_twice(system: System, folder: Path, seed: int) -> Compared:
    """Plays a random session, and the same one with hidden things between, and compares what the others can get."""
    compared = Compared()
    numbers = random.Random(seed)
    with begun(system, folder / f"a{seed}") as one, begun(system, folder / f"b{seed}") as other:
        confidant = one.players[-1]
        script = []
        for command in random_commands(one, system, random.Random(seed), STEPS):
            if numbers.random() < 0.4:
                hide(other, numbers, confidant)
            other.do(command)
            script.append(command)
            if numbers.random() < 0.2:
                for c in (one, other):
                    c.roll("2d6", "open", actor=one.players[0])
        compared.compare(one, other, ["public", *one.players[:-1]], script)
    return compared


@pytest.mark.parametrize("seed", range(3))
def test_what_is_hidden_makes_no_difference(system, folder, seed):
    compared = played_twice(system, folder, seed)
    assert compared.differences == []
    assert compared.held


def test_a_leak_of_hidden_things_would_be_found(system, folder, monkeypatch):
    monkeypatch.setattr("gmkit.campaign.listener.hears", lambda to, viewer: True)
    assert played_twice(system, folder, 0).differences


def essence(c: Any, system: System, seat: str) -> list[tuple[Any, ...]]:
    """Returns what the rules themselves tell a viewer: facts through which hidden things are felt, and its own."""
    return [told for told in told_to(c, seat) if told[0] or told[1] in system.felt]


def think(c: Any, system: System, seat: str, numbers: random.Random) -> None:
    """Gives an order for a seat that it will replace or add to."""
    for _ in range(8):
        thought = system.random_play(c._history.now, numbers)
        if thought is not None and speaker_of(c, thought) == seat:
            with suppress(GmkitError):
                c.do(thought)
            return


def second_thoughts(system: System, folder: Path, seed: int) -> Compared:
    """Plays a random session, and one in which a player first gave other orders; compares where nothing was felt."""
    compared = Compared()
    numbers = random.Random(seed)
    assert system.random_play is not None
    with begun(system, folder / f"a{seed}") as one, begun(system, folder / f"b{seed}") as other:
        thinker = one.players[-1]
        seat = one._history.now.seat_of(thinker).id
        chosen = random.Random(seed)
        for step in range(STEPS // 2):
            command = system.random_play(one._history.now, chosen)
            if command is None:
                break
            if speaker_of(other, command) == seat and step % 3 == 0:
                think(other, system, seat, numbers)
            try:
                other.do(command)
            except GmkitError:
                # Only the player who thought twice can have spent what the command needs.
                assert speaker_of(other, command) == seat
                continue
            one.do(command)
        for viewer, place in (
            ("public", "public"),
            *((name, one._history.now.seat_of(name).id) for name in one.players[:-1]),
        ):
            if essence(one, system, place) == essence(other, system, place):
                compared.compare(one, other, [viewer])
    return compared


def test_orders_of_others_make_no_difference_but_by_what_is_felt(system, folder):
    runs = [second_thoughts(system, folder, seed) for seed in range(6)]
    assert [difference for run in runs for difference in run.differences] == []
    assert sum(run.held for run in runs) > 0, "some runs can be compared"


def twins(system: System, folder: Path, seed: int) -> Compared:
    """Plays a random session on two boards that differ where nobody entered, hit or felt anything."""
    compared = Compared()
    twin = system.hidden_twin or TWINS[system.id]
    with begun(system, folder / f"draft{seed}") as draft:
        sessions = [draft._history.now]
        script = []
        for command in random_commands(draft, system, random.Random(seed), STEPS):
            script.append(command)
            sessions.append(draft._history.now)
    scenarios = twin(sessions, random.Random(seed))
    if scenarios is None:
        return compared
    a, b = scenarios
    with (
        begun(system, folder / f"a{seed}", scenario=a) as one,
        begun(system, folder / f"b{seed}", scenario=b) as other,
    ):
        assert everything(one, "gm") != everything(other, "gm"), "the boards do differ"
        for command in script:
            one.do(command)
            other.do(command)
        compared.compare(one, other, ["public", *one.players], script)
    return compared


WITH_TWINS = [name for name in NAMES if name in TWINS]


@pytest.mark.parametrize("name", WITH_TWINS)
@pytest.mark.parametrize("seed", range(3))
def test_what_nobody_entered_hit_or_felt_makes_no_difference(name, folder, seed):
    compared = twins(find_system(name), folder, seed)
    assert compared.differences == []
    assert compared.held


@pytest.mark.parametrize("name", WITH_TWINS)
def test_a_mark_broken_on_purpose_would_be_found(name, folder, monkeypatch):
    system = find_system(name)
    hidden = next(kind for kind in system.facts if kind.kind == "layout_set")
    monkeypatch.setattr(hidden, "told_to", "all")
    assert twins(system, folder, 0).differences
