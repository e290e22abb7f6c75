"""P2: every half-written state opens; P11: only a torn last line is ever cut."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest

from gmkit.store import CampaignFile, Damaged, disk, foreign, layout
from gmkit.store.check import check, repair
from tests.store.conftest import HEADER

SECTOR = 512
short_and_long = pytest.mark.parametrize(
    ("commits", "mixes", "cuts"),
    [pytest.param(6, 15, 12, id="short"), pytest.param(15, 100, 60, id="long", marks=pytest.mark.torture)],
)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    """Nobody else writes here, so a damaged file need not be watched, nor the disk waited for."""
    monkeypatch.setattr(foreign, "STILL_S", 0)
    monkeypatch.setattr(disk, "sync", lambda descriptor: None)
    monkeypatch.setattr(disk, "sync_folder", lambda folder: None)


def states(old: bytes, new: bytes, rng: random.Random, mixes: int, cuts: int) -> Iterator[tuple[str, bytes]]:
    """Yields what a disk may hold when writing *new* over *old* was cut short; at least one byte is not yet new."""
    padded = old.ljust(len(new), b"\n")
    start = next(at for at, (a, b) in enumerate(zip(padded, new, strict=True)) if a != b)
    stop = len(new.rstrip(b"\n")) + 1
    spots = sorted({start, start + 1, stop - 1, stop - 2, *(rng.randrange(start, stop) for _ in range(cuts))})
    for spot in spots:
        yield f"cut at {spot - start}", new[:spot] + padded[spot:]
        yield f"file ends at {spot - start}", new[:spot]
        yield f"size without data from {spot - start}", new[:spot].ljust(len(new), b"\0")
        sector = spot - spot % SECTOR
        if sector >= start:
            yield f"zeroed sectors from {sector - start}", new[:sector].ljust(len(new), b"\0")
    for _ in range(mixes):
        mixed = bytearray(new)
        for sector in range(start - start % SECTOR, stop, SECTOR):
            here = slice(max(sector, start), min(sector + SECTOR, len(new)))
            source = rng.choice([padded, new, bytes(len(new))])
            mixed[here] = source[here]
        yield "mixed sectors", bytes(mixed)


def opened_or_refused(path) -> tuple[CampaignFile | None, Damaged | None]:
    try:
        return CampaignFile.open(path), None
    except Damaged as damage:
        return None, damage


@short_and_long
def test_every_half_written_commit_opens_with_every_acknowledged_entry(make, commits, mixes, cuts):
    rng = random.Random(11)
    campaign = make(8, upto=4)
    seen = 0
    for size in [3, 40, 200, 600, 1500, 9000][:commits] + [rng.randrange(2500) for _ in range(commits - 6)]:
        old, acknowledged = campaign.path.read_bytes(), list(campaign.documents)
        with campaign.writing() as writer:
            writer.add({"text": "яx" * size})
        new = campaign.path.read_bytes()
        for name, state in states(old, new, rng, mixes, cuts):
            seen += 1
            # What earlier states noted of their entries is no knowledge of this one.
            campaign.path.with_name(".lock").unlink()
            campaign.path.write_bytes(state)
            opened = CampaignFile.open(campaign.path)
            assert opened.documents[: len(acknowledged)] == acknowledged, (name, size)
            assert opened.documents in (acknowledged, campaign.documents), (name, size)
            assert len(json.loads(campaign.path.read_bytes())["ledger"]) == len(opened.documents), (name, size)
            opened.close()
            for kept in opened.backups():
                kept.path.unlink()
            campaign.path.with_name(".lock").touch()
        campaign.path.write_bytes(new)
        campaign.catch_up()
    assert seen > (4000 if commits == 15 else 250)


def test_a_torn_line_is_said_in_one_sentence_and_kept_as_it_was_found(make, entry):
    campaign = make(8)
    with campaign.writing() as writer:
        writer.add(entry(9))
    data = campaign.path.read_bytes()
    end = len(data.rstrip(b"\n")) - 60
    torn = data[:end] + b"\n" * (len(data) - end)
    campaign.path.write_bytes(torn)
    opened = CampaignFile.open(campaign.path)
    assert len(opened.documents) == 8
    (notice,) = opened.notices
    assert "only half written" in str(notice)
    assert "all 8 entries" in str(notice)
    before, kept = opened.backups()
    assert (before.reason, before.entries) == ("before-play", 8)
    assert kept.path.read_bytes() == torn
    assert f"backups/{kept.path.name}" in str(notice)
    with opened.writing() as writer:
        assert writer.add(entry(9)) == 9
    assert CampaignFile.open(campaign.path).notices == []


def test_another_kernel_carries_on_when_one_died_in_the_middle_of_its_line(make, entry):
    campaign = make(8)
    with campaign.writing() as writer:
        writer.add(entry(9))
    data = campaign.path.read_bytes()
    with campaign.path.open("r+b") as file:  # another kernel: the first half of a line, then death
        file.seek(len(data.rstrip(b"\n")) - 3)
        file.write(b',"10": {"text":"half')
    assert campaign.catch_up() == 0
    with campaign.writing() as writer:
        assert writer.add(entry(10)) == 10
    assert len(CampaignFile.open(campaign.path).documents) == 10
    assert "half written" in str(campaign.notices[-1])


def test_a_file_cut_in_half_is_refused_and_not_cut_further(make):
    campaign = make(50, upto=50)
    data = campaign.path.read_bytes()
    for half in (data[: len(data) // 2], data[:-300], data[:-1000] + b"\n}\n}\n"):
        campaign.path.write_bytes(half)
        with pytest.raises(Damaged) as refusal:
            CampaignFile.open(campaign.path)
        assert refusal.value.line is not None
        assert campaign.path.read_bytes() == half


@pytest.mark.parametrize(
    ("entries", "places"),
    [
        pytest.param(12, 200, id="small"),
        pytest.param(1500, 10, id="large"),
        pytest.param(12, 2000, id="small-long", marks=pytest.mark.torture),
        pytest.param(3000, 300, id="large-long", marks=pytest.mark.torture),
    ],
)
@pytest.mark.parametrize("covered", [True, False], ids=["closed", "left open"])
def test_one_changed_byte_loses_nothing_in_silence(make, entries, places, covered):
    """Whole, or refused with the line named; an entry that was changed is never taken for whole."""
    campaign = make(entries, upto=entries if covered else entries // 2)
    whole, data = list(campaign.documents), campaign.path.read_bytes()
    rng = random.Random(entries)
    refused = 0
    for _ in range(places):
        at = rng.randrange(len(data))
        byte = rng.choice([data[at] ^ (1 << rng.randrange(8)), rng.randrange(256), 0x0A, 0, 0x7D])
        if byte == data[at]:
            continue
        changed = data[:at] + bytes([byte]) + data[at + 1 :]
        campaign.path.write_bytes(changed)
        for old in campaign.backups():
            old.path.unlink()
        found, damage = opened_or_refused(campaign.path)
        if damage is not None:
            refused += 1
            assert damage.line is not None
            assert campaign.path.read_bytes() == changed
            assert abs(damage.line - (data.count(b"\n", 0, at) + 1)) <= 1
        else:
            assert len(found.documents) == entries, at
            assert found.documents == whole, at
            found.close()
    assert refused > places * 0.7


@pytest.mark.parametrize("step", [pytest.param(23, id="short"), pytest.param(1, id="long", marks=pytest.mark.torture)])
@pytest.mark.parametrize(("upto", "spare"), [(6, 0), (3, 600)], ids=["closed", "left open"])
def test_no_byte_can_be_changed_so_that_an_entry_goes_missing(tmp_path, step, upto, spare):
    """Every place, ten values each; the entries hold tags, and dicts after their number."""
    header = {"campaign": "c4f1", "system": "zone", "format": 1, "sums": True, "title": "Весна"}
    odd = {"on": date(2026, 3, 29), "odds": Fraction(1, 3), "at": datetime(2026, 3, 29, tzinfo=UTC), "$x": {"y": {}}}
    documents = layout.linked(header, [{"text": f"Мира {k}", "turn": {"day": k}, **odd} for k in range(6)])
    snapshot = {"upto": upto, "state": {"day": 1}}
    data = layout.rendered(layout.Content(header, documents, snapshot), spare)
    path = tmp_path / "campaign.json"
    for at in range(0, len(data.rstrip(b"\n")) + 20 * (spare > 0), step):
        for value in (0, 0x0A, 0x7D, 0x20, 0x22, 0x2C, data[at] ^ 1, data[at] ^ 0x80, 0x39, 0x7B):
            if value == data[at]:
                continue
            path.write_bytes(data[:at] + bytes([value]) + data[at + 1 :])
            found, damage = opened_or_refused(path)
            if found is None:
                assert abs(damage.line - (data.count(b"\n", 0, at) + 1)) <= 1, (at, value)
                continue
            assert found.documents == documents, (at, value)
            found._lock.close()
            for kept in found.backups():
                kept.path.unlink()


@pytest.mark.parametrize("form", [lambda data: data, lambda data: json.dumps(json.loads(data)).encode()])
def test_a_last_entry_changed_by_hand_in_a_campaign_left_open_is_refused_and_left_out_by_a_repair(make, entry, form):
    """Well-formed, chained, and not what was written: its own checksum says so, in whatever form it was saved."""
    campaign = make(3)
    for number in (4, 5):
        with campaign.writing() as writer:
            writer.add(entry(number))
    campaign._lock.close()  # as a kernel that is killed
    data = campaign.path.read_bytes()
    head, last = data[: data.rfind(b"\n,")], data[data.rfind(b"\n,") :]
    changed = form(head + last.replace(b'"faces":[1,0,-1,1],"is":"rolled"', b'"faces":[1,1,1,1],"is":"rolled"'))
    assert changed != form(data)
    campaign.path.write_bytes(changed)
    with pytest.raises(Damaged):
        CampaignFile.open(campaign.path)
    assert any("4" in str(finding.words) for finding in check(campaign.path.parent))
    assert campaign.path.read_bytes() == changed
    repair(campaign.path.parent)
    mended = CampaignFile.open(campaign.path)
    assert mended.documents == campaign.documents[:4]
    assert changed in [backup.path.read_bytes() for backup in campaign.backups()]


def test_a_campaign_made_before_entries_had_checksums_opens_and_goes_on_without(make, entry, monkeypatch):
    monkeypatch.delitem(HEADER, "sums")
    campaign = make(3)
    with campaign.writing() as writer:
        writer.add(entry(4))
    campaign.close({"day": 1})
    again = CampaignFile.open(campaign.path)
    assert again.notices == []
    assert [document for document in again.documents if "sum" in document] == []
    assert again.verify_chain() is None
    again.close()


def test_a_brace_lost_in_the_last_line_is_not_made_up_for_by_the_closing_ones_bug(make):
    """`{"a":{"b":1 ,"z":2}` + the closing braces was once read as an entry without its `z`."""
    campaign = make(3)
    with campaign.writing() as writer:
        writer.add({"turn": {"day": 1}, "z": "last"})
    campaign.close()
    data = campaign.path.read_bytes()
    campaign.path.write_bytes(data.replace(b'{"day":1},"z"', b'{"day":1 ,"z"'))
    with pytest.raises(Damaged) as refusal:
        CampaignFile.open(campaign.path)
    assert refusal.value.line == 12
