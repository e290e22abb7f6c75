"""P15: a roll is at most 2 kB in its file, keeps every face, and reads the same whichever way they stand there."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import gmkit
from gmkit.campaign import acting
from gmkit.campaign.packing import FEW, faces_from, text_of, whole
from gmkit.dice.chance import Draw, id_from_text, key_from_text, recompute
from gmkit.errors import GmkitError

ROLLS = [
    "1000d6",
    "1000d6!",
    "1000dF",
    "1000d%",
    "1000d20",
    "1000dGF",
    "1000d6+1000d6",
    f"{FEW + 1}d6",
    "20d6",
]


def begun(folder: Path) -> gmkit.campaign.Campaign:
    clock = gmkit.teaching_clock("2026-03-01 20:00")
    return gmkit.create(folder, system="zone", players=["Anna", "Борис"], key="long", clock=clock, lang="ru")


def lines(folder: Path) -> list[str]:
    return [line for line in (folder / "campaign.json").read_text("utf-8").splitlines() if '"rolled"' in line]


@pytest.mark.parametrize(
    "faces",
    [
        [1] * 100,
        [-1, 0, 1] * 50,
        [random.Random(1).randint(1, 6) for _ in range(3000)],
        [random.Random(2).randint(1, 20) for _ in range(100)],
        [random.Random(3).randint(1, 10_000) for _ in range(1000)],
        [random.Random(4).randint(-1, 6) for _ in range(2000)],
        [7] * 2000,
        [12] * 2000,
        [1, *[10_000] * 999],
    ],
)
def test_faces_come_back_from_their_text(faces):
    assert faces_from(text_of(faces)) == faces


def test_a_roll_of_a_thousand_dice_is_at_most_2_kb(tmp_path):
    with begun(tmp_path) as c:
        rolled = [c.roll(notation, "Иван бросает", actor="Иван") for notation in ROLLS]
        rolled.append(c.roll("1000d6", "с рук", faces=[6, *[1] * 999]))
        rolled.append(c.roll("1000d1000"))
        assert max(len(line.encode()) for line in lines(tmp_path)) <= 2048
        rows = c.ledger.rows()
    with gmkit.open(tmp_path) as again:
        assert again.ledger.rows() == rows
        kept = [again._history.document(roll.n) for roll in rolled]
        facts = [again._decider.facts(document["events"])[0] for document in kept]
        assert [list(fact.faces) for fact in facts] == [list(roll.faces) for roll in rolled]


def test_the_largest_roll_of_one_term_is_as_small_as_its_faces_can_be(tmp_path):
    # A thousand faces of 10,000 sides are 1.66 kB of chance, which no readable text holds under 2 kB with the rest.
    with begun(tmp_path) as c:
        c.roll("1000d10000")
        assert len(lines(tmp_path)[-1].encode()) <= 2600


def test_every_draw_of_a_long_roll_can_be_checked_by_the_key(tmp_path):
    with begun(tmp_path) as c:
        c.do({"do": "dice", "faces": [3] * 30})
        c.roll("100d6+100d20")
        c.do(
            [
                {"do": "roll", "notation": "100d6"},
                {"do": "roll", "notation": "4dF"},
                {"do": "roll", "notation": "100d6"},
            ]
        )
        checked = 0
        for document in c.db.table("ledger").all()[2:]:
            draws = [Draw.from_plain(draw) for draw in whole(document, document["draws"])]
            assert sum(len(draw.faces) for draw in draws) == 200 + 4 * (len(draws) == 3)
            for draw in draws:
                if draw.number is not None:
                    assert recompute(key_from_text("long"), id_from_text("long"), draw) == draw.faces
                    checked += 1
        assert checked == 4


def test_a_long_roll_given_again_is_the_same_roll(tmp_path):
    typed = [6, *[1] * 999]
    with begun(tmp_path) as c:
        first = c.roll("1000d6", "много", id="a"), c.roll("1000d6", faces=typed, id="b")
    with gmkit.open(tmp_path) as c:
        assert (c.roll("1000d6", "много", id="a"), c.roll("1000d6", faces=typed, id="b")) == first
        assert len(c.history()) == 3
        with pytest.raises(GmkitError, match="занят другим"):
            c.roll("1000d6", faces=[*typed[:-1], 2], id="b")
        c.undo()
        assert c.roll("1000d6", faces=typed, id="b").undone
        c.redo()
        assert c.roll("1000d6", faces=typed, id="b") == first[1]


def test_a_file_written_before_opens_and_shows_the_same(tmp_path, monkeypatch):
    """Before, every face stood as a number, in the fact and in the draw."""
    monkeypatch.setattr(acting, "packed", lambda document: document)
    with begun(tmp_path / "old") as old:
        old.roll("1000d6", "много", id="a")
        old.roll("100d6", faces=[1] * 100, id="b")
    monkeypatch.undo()
    with begun(tmp_path / "new") as new:
        new.roll("1000d6", "много", id="a")
        new.roll("100d6", faces=[1] * 100, id="b")
    assert json.loads(lines(tmp_path / "old")[1].partition(": ")[2])["draws"][0]["faces"] == [1] * 100
    with gmkit.open(tmp_path / "old") as old, gmkit.open(tmp_path / "new") as new:
        assert old.ledger.rows() == new.ledger.rows()
        assert old.roll("100d6", faces=[1] * 100, id="b") == new.roll("100d6", faces=[1] * 100, id="b")
        assert old.roll("1000d6") == new.roll("1000d6")


@pytest.mark.parametrize("text", ["1..6 x 3: ~~~~", "35x", "1 2 three", ""])
def test_a_text_that_stands_for_no_faces_is_named_in_one_sentence(tmp_path, text):
    with begun(tmp_path) as c:
        event = {"is": "rolled", "notation": "3d6", "text": "", "by": "gm", "faces": text, "total": 9}
        if text:
            with pytest.raises(GmkitError, match="faces"):
                c._history.folding.book.from_plain(event)
        else:
            assert c._history.folding.book.from_plain(event).faces == ()
