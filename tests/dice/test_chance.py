"""Keyed dice: D1 to D4, each field of the message, reading without bias, scripts, hands, replay and frozen vectors."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmkit.dice.chance import (
    Chance,
    Draw,
    KeyedFaces,
    RecordedChance,
    Stream,
    SystemFaces,
    id_from_text,
    key_from_text,
    key_hash,
    message,
    new_id,
    new_key,
    recompute,
)
from gmkit.dice.notation import faces_of
from gmkit.errors import NotAllowed, StoreError
from gmkit.words import speaking

KEY = bytes(range(32))
ANNA = Stream("s1", "roll", "all")
SECRET = Stream("s1", "roll", "gm")


def chance(**settings) -> Chance:
    return Chance(KEY, "camp", 3, **settings)


# The scheme written down a second time, from the words of sharing.md, in the simplest way.
def plain_message(*fields) -> bytes:
    coded = [str(field).encode() for field in fields]
    return b"".join(bytes([0, 0, len(field) // 256, len(field) % 256]) + field for field in coded)


def plain_stream(key: bytes, under: bytes):
    block = 0
    while True:
        yield from hmac.digest(key, under + bytes([0, 0, block // 256, block % 256]), "sha256")
        block += 1


def plain_faces(key: bytes, under: bytes, dice) -> list[int]:
    row = plain_stream(key, under)
    faces = []
    for die in dice:
        sides = {"F": 3, "GF": 6}.get(die, die)
        width = next(n for n in range(9) if 256**n >= sides)
        while True:
            value = 0
            for byte in islice(row, width):
                value = value * 256 + byte
            if value < 256**width // sides * sides:
                break
        face = value % sides + 1
        faces.append({"F": [-1, 0, 1], "GF": [-2, -1, 0, 0, 1, 2]}[die][face - 1] if isinstance(die, str) else face)
    return faces


MIXED = [6, 6, "F", "GF", 100, 1, 256, 257, 1000, 10000, 65536, 65537, 2, 3, "F"] * 6


@pytest.mark.parametrize(
    ("stream", "turn", "number", "phrases"),
    [
        (ANNA, 0, 0, []),
        (SECRET, 12, 7, []),
        (Stream("layout", "layout"), 0, 0, []),
        (Stream("Ивановна", "roll", "s1,s2"), 3, 1, [("s1", "соль"), ("s2", "")]),
    ],
)
def test_faces_equal_a_second_writing_of_the_scheme(stream, turn, number, phrases):
    sent = [part for pair in phrases for part in pair]
    written = plain_message(
        "gmkit dice 1", "camp", turn, stream.who, stream.what, stream.eyes, number, len(phrases), *sent
    )
    assert message("camp", turn, stream, number, phrases) == written
    keyed = KeyedFaces(KEY, written)
    assert [keyed.face(die) for die in MIXED] == plain_faces(KEY, written, MIXED)


def test_frozen_message():
    frozen = (
        "0000000c676d6b69742064696365203100000002633100000001370000000273310000000"
        "4726f6c6c00000003616c6c00000001320000000131000000027331000000046d6f6f6e"
    )
    assert message("c1", 7, ANNA, 2, [("s1", "moon")]).hex() == frozen


# Made once by the second writing above, not by the kit.
FROZEN_BLOCK = "ef9449e022399c6104e473e2f245310e3ac9c5ded0167aa17e207ed31f1bf658"
FROZEN_FACES = {
    6: [6, 5, 2, 3, 5, 4, 1, 2, 5, 1, 2, 5, 3, 4, 2, 3, 5, 4, 6, 1],
    "F": [1, 0, 0, 1, 0, -1, -1, 0, 0, -1, 0, 0, 1, -1, 0, 1, 0, -1, 1, -1],
    "GF": [2, 1, -1, 0, 1, 0, -2, -1, 1, -2, -1, 1, 0, 0, -1, 0, 1, 0, 2, -2],
    100: [49, 74, 35, 58, 57, 98, 5, 16, 70, 50, 15, 59, 98, 23, 23, 62, 27, 33, 27, 32],
    256: [240, 149, 74, 225, 35, 58, 157, 98, 5, 229, 116, 227, 243, 70, 50, 15, 59, 202, 198, 223],
    257: [167, 152, 24, 199, 225, 112, 85, 223, 144, 26, 72, 40, 164, 86, 254, 100, 38, 157, 73, 203],
    10000: [
        8913,
        8762,
        34,
        1253,
        9667,
        2559,
        5050,
        655,
        3271,
        1394,
        2289,
        2468,
        7964,
        4173,
        7376,
        5071,
        8776,
        3181,
        2433,
        8220,
    ],
}
FROZEN_SHUFFLE = [11, 7, 17, 14, 6, 10, 16, 9, 23, 15, 19, 22, 20, 13, 4, 24, 5, 18, 1, 3, 12, 2, 21, 8, 0]
FROZEN_KEY = "432ed0c0b6409151af3d316da03828b29bd93ca5af00a4489661989c82dc048d"
FROZEN_ID = "5a34b9f7b5d7aecc1c1c4a90243ec5e9"


def test_frozen_vectors_never_change():
    under = message("c1", 7, ANNA, 2, [("s1", "moon")])
    assert hmac.digest(KEY, under + bytes(4), "sha256").hex() == FROZEN_BLOCK
    for die, frozen in FROZEN_FACES.items():
        keyed = KeyedFaces(KEY, under)
        assert [keyed.face(die) for _ in frozen] == frozen, die


def test_frozen_layout_shuffle_and_keys_never_change():
    laid = Chance(KEY, "c1", 0).shuffle(Stream("layout", "layout"), range(25))
    assert list(laid) == FROZEN_SHUFFLE
    assert key_from_text("spring").hex() == FROZEN_KEY
    assert id_from_text("spring") == FROZEN_ID
    assert key_hash(KEY) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_keys_and_ids_from_text_are_the_same_always_and_new_ones_never():
    assert key_from_text("a") == key_from_text("a") != key_from_text("b")
    assert id_from_text("a") == id_from_text("a") != id_from_text("b")
    assert key_from_text("a") != hashlib.sha256(b"a").digest()
    assert len(new_key()) == 32
    assert new_key() != new_key()
    assert new_id() != new_id()
    assert len(new_id()) == len(id_from_text("a")) == 32


def test_no_two_messages_are_alike():
    variants = {
        message("camp", 1, Stream("1", "23"), 0),
        message("camp", 1, Stream("12", "3"), 0),
        message("camp", 11, Stream("1", "23"), 0),
        message("camp1", 1, Stream("1", "23"), 0),
        message("camp", 1, Stream("1", "2", "3"), 0),
        message("camp", 1, Stream("1", "23"), 1),
        message("camp", 1, Stream("1", "23"), 0, [("s1", "x")]),
        message("camp", 1, Stream("1", "23"), 0, [("s1", ""), ("x", "")]),
    }
    assert len(variants) == 8


def test_phrases_stand_in_the_order_of_seats():
    sent = [("s2", "b"), ("s1", "a")]
    assert message("camp", 1, ANNA, 0, sent) == message("camp", 1, ANNA, 0, sent[::-1])


def test_a_die_of_one_side_reads_nothing():
    one, other = KeyedFaces(KEY, b"m"), KeyedFaces(KEY, b"m")
    assert [one.face(1) for _ in range(5)] == [1] * 5
    assert one.face(6) == other.face(6)


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 100, 200, 255, 256, 257, 1000])
def test_every_face_comes_up_and_none_beyond(sides):
    keyed = KeyedFaces(KEY, b"faces")
    seen = Counter(keyed.face(sides) for _ in range(sides * 40))
    assert set(seen) == set(range(1, sides + 1))


def test_the_systems_faces_are_those_of_the_die():
    faces = SystemFaces()
    assert {faces.face("F") for _ in range(200)} == {-1, 0, 1}
    assert {faces.face(4) for _ in range(300)} == {1, 2, 3, 4}


def test_a_hidden_draw_shifts_no_open_one():
    alone, with_hidden = chance(), chance()
    with_hidden.faces(SECRET, [6] * 3)
    with_hidden.faces(Stream("layout", "layout"), [6])
    assert with_hidden.faces(ANNA, [6] * 9) == alone.faces(ANNA, [6] * 9)


def test_draws_of_one_stream_are_numbered_and_an_undo_gives_the_number_back():
    first = chance()
    one, two = first.faces(ANNA, [100] * 5), first.faces(ANNA, [100] * 5)
    assert one != two
    assert [draw.number for draw in first.draws] == [0, 1]
    assert first.counts == {("s1", "roll", "all"): 2}
    again = chance(counts={("s1", "roll", "all"): 1})
    assert again.faces(ANNA, [100] * 5) == two
    # Another notation in the same place reads the same bytes: a reworded command cannot re-roll (D2).
    assert chance().faces(ANNA, [100] * 4) == one[:4]


def test_turn_campaign_and_key_change_the_faces():
    dice = [100] * 8
    assert len({
        Chance(KEY, "camp", 3).faces(ANNA, dice),
        Chance(KEY, "camp", 4).faces(ANNA, dice),
        Chance(KEY, "kamp", 3).faces(ANNA, dice),
        Chance(KEY[::-1], "camp", 3).faces(ANNA, dice),
    }) == 4  # fmt: skip


def test_phrases_count_only_for_the_closing_of_a_turn():
    dice, sent = [100] * 8, (("s1", "moon"), ("s2", "salt"))
    assert chance(phrases=sent).faces(ANNA, dice) == chance().faces(ANNA, dice)
    closing = chance(phrases=sent, closing=True)
    assert closing.faces(ANNA, dice) != chance(closing=True).faces(ANNA, dice) == chance().faces(ANNA, dice)
    (draw,) = closing.draws
    assert draw.closing
    assert recompute(KEY, "camp", draw, sent[::-1]) == draw.faces
    assert recompute(KEY, "camp", draw, ()) != draw.faces


def test_a_recorded_draw_is_recomputed_from_the_key_and_a_changed_one_is_found():
    live = chance()
    live.faces(ANNA, MIXED)
    (draw,) = live.draws
    assert recompute(KEY, "camp", draw, [("s1", "ignored")]) == draw.faces
    assert recompute(KEY[::-1], "camp", draw) != draw.faces
    forged = Draw(draw.stream, draw.turn, draw.number, draw.dice, (7 - draw.faces[0], *draw.faces[1:]))
    assert recompute(KEY, "camp", forged) != forged.faces


def test_a_draw_goes_through_json_and_back_compactly():
    live = chance(script=[6], closing=True)
    live.faces(ANNA, [6, 6, 6, "F", "GF"])
    live.faces(Stream("s2", "secret"), ["F"] * 4, hand=[0, 1, 1, -1])
    for draw in live.draws:
        assert Draw.from_plain(json.loads(json.dumps(draw.to_plain()))) == draw
    plain = Draw(ANNA, 3, 0, ("F",) * 4, (1, 0, 0, -1)).to_plain()
    assert plain == {
        "who": "s1", "what": "roll", "eyes": "all", "turn": 3, "dice": [[4, "F"]], "faces": [1, 0, 0, -1], "number": 0,
    }  # fmt: skip
    for broken in ({}, {"who": "s1"}, {**plain, "dice": [3]}, {**plain, "faces": None}):
        with pytest.raises(StoreError, match="not the record of a draw"):
            Draw.from_plain(broken)


def test_faces_thrown_by_hand_are_marked_and_take_no_number():
    live = chance(script=[1, 1])
    assert live.faces(ANNA, [6, "F"], hand=[6, -1]) == (6, -1)
    rolled = live.roll(ANNA, "[4dF]", faces="1 1 1 1 0 0 0 1")
    assert (rolled.total, rolled.by_hand) == (5, True)
    assert [(draw.source, draw.number, len(draw.faces)) for draw in live.draws] == [
        ("hand", None, 2),
        ("hand", None, 8),
    ]
    assert live.script_left == (1, 1)
    assert live.counts == {}
    for dice, hand in (([6, 6], [1]), ([6], [7]), (["F"], [2]), ([6], [True]), ([6], [1, 2])):
        with pytest.raises(NotAllowed):
            live.faces(ANNA, dice, hand=hand)
    with pytest.raises(NotAllowed, match="Face 2 is 7, but d6 shows 1 to 6"):
        live.faces(ANNA, [6, 6], hand=[1, 7])
    assert len(live.draws) == 2
    with pytest.raises(NotAllowed, match="do not come from the key"):
        recompute(KEY, "camp", live.draws[0])


def test_scripted_faces_come_first_in_one_queue_and_take_no_number():
    live = chance(script=[6, -1, 3])
    assert live.faces(ANNA, [6]) == (6,)
    assert live.faces(Stream("s2", "secret"), ["F"]) == (-1,)
    assert live.script_left == (3,)
    assert live.counts == {}
    assert [(draw.source, draw.number) for draw in live.draws] == [("script", None)] * 2


def test_a_draw_that_runs_out_of_script_goes_on_with_the_key_and_says_so():
    live = chance(script=[5, 5])
    rolled = live.roll(ANNA, "4d6")
    script, keyed = live.draws
    assert (script.source, script.number, script.faces) == ("script", None, (5, 5))
    assert (keyed.source, keyed.number, keyed.dice) == ("key", 0, (6, 6))
    assert rolled.faces == (5, 5, *keyed.faces)
    assert keyed.faces == chance().faces(ANNA, [6, 6]) == recompute(KEY, "camp", keyed)
    assert live.script_left == ()


def test_the_layout_takes_no_scripted_face():
    live = chance(script=[1, 1, 1])
    layout = Stream("layout", "layout")
    assert live.shuffle(layout, "abcdef") == chance().shuffle(layout, "abcdef")
    assert live.script_left == (1, 1, 1)


@pytest.mark.parametrize(
    ("face", "die", "said"),
    [
        (7, 6, "Scripted face 1 is 7, but the next die is d6, which shows 1 to 6."),
        (2, "F", "Scripted face 1 is 2, but the next die is dF, which shows -1, 0 or 1."),
        (3, "GF", "Scripted face 1 is 3, but the next die is dGF, which shows -2, -1, 0, 1 or 2."),
        (0, 100, "Scripted face 1 is 0, but the next die is d%, which shows 1 to 100."),
        (True, 6, "Scripted face 1 is True"),
        ("6", 6, "Scripted face 1 is 6"),
        (2.0, 6, "Scripted face 1 is 2.0"),
    ],
)
def test_a_scripted_face_that_is_not_on_its_die_is_refused(face, die, said):
    live = chance(script=[face])
    with pytest.raises(NotAllowed) as caught:
        live.faces(ANNA, [die])
    assert said in str(caught.value)
    assert live.draws == ()
    assert live.script_left == (face,)


def test_a_refusal_counts_scripted_faces_from_the_first_of_all():
    live = chance(script=[6, 9], script_used=10)
    with pytest.raises(NotAllowed, match="Scripted face 12 is 9"):
        live.faces(ANNA, [6, 6])
    with speaking("ru"), pytest.raises(NotAllowed, match="Заданная грань 12 — 9, а следующий кубик — d6"):
        live.faces(ANNA, [6])


def test_a_shuffle_fills_place_by_place_with_dice_of_the_sides_left():
    # Dice d4, d3, d2 showing 3, 1, 2: c first, then b (a has moved to c's place), then d, then a.
    live = chance(script=[3, 1, 2])
    assert live.shuffle(Stream("deck", "order"), "abcd") == ("c", "b", "d", "a")
    (draw,) = live.draws
    assert draw.dice == (4, 3, 2)
    assert live.shuffle(Stream("deck", "order"), []) == ()
    assert live.shuffle(Stream("deck", "order"), ["x"]) == ("x",)
    assert len(live.draws) == 1


def test_all_orders_are_equally_likely():
    seen = Counter()
    for number in range(2400):
        seen[Chance(KEY, "camp", number).shuffle(ANNA, "abcd")] += 1
    assert len(seen) == 24
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 60


def test_a_roll_with_no_dice_and_a_handle_never_asked_draw_nothing():
    live = chance(script=[1])
    assert live.roll(ANNA, "17").total == 17
    assert live.roll(ANNA, "17", faces=[]).total == 17
    live.draw(ANNA)
    assert live.draws == ()
    assert live.counts == {}


def test_a_draw_is_asked_face_by_face():
    live = chance()
    drawing = live.draw(ANNA)
    faces = [drawing.face(6), drawing.face("F"), drawing.face(100)]
    (draw,) = live.draws
    assert list(draw.faces) == faces == list(chance().faces(ANNA, [6, "F", 100]))
    assert draw.dice == (6, "F", 100)


def session(source):
    """Uses dice in every way: mixed draws, draws side by side, shuffles, hands."""
    one = source.draw(ANNA)
    got = [one.face(6)]
    two = source.draw(SECRET)
    got += [two.face("F"), one.face(6), two.face(100)]
    got += source.shuffle(Stream("layout", "layout"), range(6))
    got += [source.roll(ANNA, "[4dF]+2d6!"), source.roll(ANNA, "2d6", faces=[3, 4]), source.roll(ANNA, "5")]
    got += source.faces(SECRET, ["GF", "GF"], hand=[2, 2])
    return got


@pytest.mark.parametrize("script", [(), (1,), (1, 1, 6), (6, 0, 6, 99, 1, 1, 1, 1)])
def test_a_record_gives_every_face_back_and_derives_nothing(script):
    live = chance(script=script)
    played = session(live)
    recorded = RecordedChance([Draw.from_plain(draw.to_plain()) for draw in live.draws])
    assert session(recorded) == played
    assert recorded.left == 0


def test_a_record_that_does_not_fit_is_refused():
    live = chance()
    live.faces(ANNA, [6, 6])
    with pytest.raises(StoreError, match="not of s2"):
        RecordedChance(live.draws).faces(Stream("s2", "roll", "all"), [6])
    with pytest.raises(StoreError, match="has d6 here, but dF"):
        RecordedChance(live.draws).faces(ANNA, ["F"])
    with pytest.raises(StoreError, match="no more dice"):
        RecordedChance(live.draws).faces(ANNA, [6, 6, 6])
    half = RecordedChance(live.draws)
    half.faces(ANNA, [6])
    assert half.left == 1


@settings(deadline=None, max_examples=100)
@given(st.binary(min_size=32, max_size=32), st.text(), st.text(), st.lists(st.integers(1, 10**5), max_size=20))
def test_any_stream_gives_faces_of_its_dice_that_can_be_recomputed(key, who, phrase, sides):
    live = Chance(key, "camp", 1, phrases=[("s1", phrase)], closing=True)
    faces = live.faces(Stream(who, "roll"), sides) if who != "layout" else ()
    for face, die in zip(faces, sides[: len(faces)], strict=True):
        assert face in faces_of(die)
    for draw in live.draws:
        assert recompute(key, "camp", draw, [("s1", phrase)]) == draw.faces
