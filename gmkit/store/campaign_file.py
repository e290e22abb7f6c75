"""The campaign file, as the rest of gmkit sees it; the only file of gmkit that speaks to TinyDB (T4)."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn, cast

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Document as TinyDocument
from tinydb.table import Table

from gmkit.store import atomic, backups, disk, foreign, layout, plain
from gmkit.store.backups import Backup
from gmkit.store.errors import ReadOnly, StoreError, told, translated
from gmkit.store.layout import FORMAT, Content, Document
from gmkit.store.lock import HeldBack, lock_beside
from gmkit.store.log import Log, Writer
from gmkit.store.reading import NAME
from gmkit.words import say

__all__ = ["CampaignFile", "Writer"]


class CampaignFile(Log):
    """The entries of one campaign, kept in a file that plain TinyDB can read at any time.

    Make one by `create` or `open`. `documents` grows when this or another kernel adds an entry; callers do not
    change what is in it.
    """

    def __init__(self, path: Path, found: foreign.Found) -> None:
        super().__init__(path, found)
        self._db: Callable[[], _Reader | None] = lambda: None
        """A weak reference: the reader holds this file, so that nothing goes round in a ring."""

    @classmethod
    @told(NAME)
    def create(cls, folder: Path, header: Mapping[str, Any], first: Mapping[str, Any]) -> CampaignFile:
        """Returns a new campaign with its first entry, written in one step.

        Args:
            folder: Made if it is not there.
            header: "campaign" (an id), "system", "created" and what else never changes; the format is added.
            first: The entry that created it; its number is 1.

        Raises:
            StoreError: If a campaign is there already (C099), or the disk refuses; nothing is changed then.
            NotStorable: If a value would not come back as it went in.
        """
        path = Path(folder) / NAME
        whole = {**header, "format": FORMAT, "sums": True}
        documents = layout.linked(whole, [first])
        data = layout.rendered(Content(whole, documents))
        if plain.loaded(plain.dump(documents[0])) != documents[0] or plain.loaded(plain.dump(whole)) != whole:
            raise StoreError(say("The entry would not come back from the file as it went in."))
        _refuse_if_there(path)
        try:
            made = [above for above in path.parents if not above.exists()]
            path.parent.mkdir(parents=True, exist_ok=True)
            with _alone(path, {"campaign": header.get("campaign"), "entries": 1}):
                _refuse_if_there(path)
                try:
                    atomic.replace(path, [data])
                    for above in made:  # else the campaign could be gone with one of them after a power cut
                        disk.sync_folder(above.parent)
                    campaign = cls(path.absolute(), foreign.read(path))
                except BaseException:
                    with suppress(OSError):  # a creation that was refused leaves no campaign
                        path.unlink(missing_ok=True)
                    raise
        except OSError as error:
            raise translated(error, NAME) from error
        return campaign

    @classmethod
    @told(NAME, reading=True)
    def open(cls, folder: Path) -> CampaignFile:
        """Returns the campaign in *folder*, or in the file that is named itself.

        Only a torn last line is ever cut; `notices` says so. A newer format, and a folder that cannot be written to,
        are opened for reading (P10, P13).

        Raises:
            Damaged: If the file is missing, empty, or damaged in more than its last line; nothing is changed (P11).
        """
        path = Path(folder)
        path = path / NAME if path.is_dir() or path.suffix != ".json" else path
        note = lock_beside(path).last_note()
        found = foreign.read(path, note)
        # The kernel may go to another folder later (%cd); the campaign stays where it is.
        campaign = cls(path.absolute(), found)
        campaign._settle_in(found, note)
        return campaign

    def _settle_in(self, found: foreign.Found, note: Mapping[str, Any]) -> None:
        """Says what is odd, and puts right what plain TinyDB could not read."""
        name = self.path.name
        if found.is_new:
            self.read_only = True
            self.notices.append(foreign.newer_format(self.path, self.header))
        elif not disk.may_write(self.path):
            self.read_only = True
            self.notices.append(
                say(
                    "{file} cannot be written to: it is open for reading only, until the write protection is taken off"
                    " the file and its folder.",
                    file=name,
                )
            )
        if self.read_only:
            if found.oddity is not None:
                self.notices.append(found.oddity)
        elif found.hides:
            with self._exclusive():
                # A living kernel may just have been in the middle of its line: under the lock it cannot be.
                self._adopt_afresh(note)
        elif found.oddity is not None:
            self.notices.append(found.oddity)
        if (older := foreign.older_copy(self.path, Content(self.header, self.documents), note)) is not None:
            self.notices.append(older)
        if (other := foreign.other_campaign(self.path, self.header, note)) is not None:
            self.notices.append(other)
        self._look_for_copies()

    def _adopt_afresh(self, note: Mapping[str, Any]) -> None:
        found = foreign.read(self.path, note)
        self.documents, self.snapshot = found.content.documents, found.content.snapshot
        self._adopt(found)
        if found.hides:
            self._put_right()

    def verify_chain(self) -> int | None:
        """Returns the number of the first entry that is not what the next one names; None if the chain holds."""
        self.catch_up()
        at = layout.first_break(self.header, self.documents)
        return None if at is None else at + 1

    # ---- backups ------------------------------------------------------------------------------------------------

    @told(NAME)
    def backup(self, reason: str = "asked") -> Backup:
        """Returns a new backup of the file as it is on the disk now (P14)."""
        self._refuse_if_unwritable()
        with self._exclusive():
            self._catch_up_locked()
            content = Content(self.header, self.documents, self.snapshot, self.extras)
            try:
                backups.add(self.path, layout.rendered(content), len(self.documents), reason)
            except OSError as error:
                raise translated(error, backups.FOLDER) from error
        return self.backups()[-1]

    @told(NAME, reading=True)
    def backups(self) -> list[Backup]:
        """Returns all backups, oldest first; the numbers alone say the order."""
        return backups.listed(self.path)

    # ---- TinyDB -------------------------------------------------------------------------------------------------

    @property
    def db(self) -> TinyDB:
        """A TinyDB over the entries, for reading: what comes out are copies, and writing goes through commands (T4)."""
        reader = self._db()
        if reader is None:
            reader = _Reader(self, storage=_Whole)
            self._db = weakref.ref(reader)
        return reader

    def tables(self) -> dict[str, Mapping[str, Mapping[str, Any]]]:
        """Returns the tables as TinyDB knows them, after a look at the file."""
        self.catch_up()
        cached = {"1": self.snapshot} if self.snapshot else {}
        return {"_gmkit": {"1": self.header}, "snapshot": cached, **self.extras, "ledger": _Numbered(self.documents)}

    def __repr__(self) -> str:
        return f"<CampaignFile {self.path.name}: {len(self.documents)} entries>"


def _refuse_if_there(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise StoreError(
            say(
                "There is a campaign in {folder} already: it is not overwritten; use gmkit.open or another folder.",
                folder=str(path.parent),
            )
        )


@contextmanager
def _alone(path: Path, note: dict[str, Any]) -> Iterator[None]:
    """Holds the lock of a folder in which there is no campaign yet."""
    lock = lock_beside(path)
    with HeldBack() as held:
        try:
            lock.take(note, lambda: held.presses > 0)
            try:
                yield
            finally:
                lock.give_back()
        finally:
            lock.close()


def _refuse_writing() -> NoReturn:
    raise ReadOnly(
        say(
            "The campaign's database is for reading: give commands to change the campaign, such as c.do, c.edit or"
            " c.ledger.add."
        )
    )


class _Numbered(Mapping[str, Mapping[str, Any]]):
    """The entries by their numbers, as TinyDB asks for them; nothing is built for it."""

    def __init__(self, documents: list[Document]) -> None:
        self._documents = documents

    def __getitem__(self, key: str) -> Document:
        if key.isdecimal() and 0 < int(key) <= len(self._documents):
            return self._documents[int(key) - 1]
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return map(str, range(1, len(self._documents) + 1))

    def __len__(self) -> int:
        return len(self._documents)


class _Copy(TinyDocument):
    """A document that shares nothing with the campaign (C115)."""

    def __init__(self, value: Mapping[str, Any], doc_id: int) -> None:
        super().__init__(plain.copied(dict(value)), doc_id)


class _Entries(Table):
    """A table that asks the campaign, and does not write."""

    document_class = _Copy
    default_query_cache_capacity = 0

    def __init__(self, storage: Storage, name: str, cache_size: int = 0, persist_empty: bool = False) -> None:
        super().__init__(storage, name, cache_size=0)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def _read_table(self) -> dict[str, Mapping[str, Any]]:
        return (self.storage.read() or {}).get(self.name, {})

    def _update_table(self, updater: Callable[[dict[int, Mapping[str, Any]]], None]) -> NoReturn:
        _refuse_writing()


class _Whole(Storage):
    """Hands TinyDB the tables that the campaign holds in memory."""

    def __init__(self, campaign: CampaignFile) -> None:
        self._campaign = campaign

    def read(self) -> dict[str, dict[str, Any]] | None:
        return cast("dict[str, dict[str, Any]]", self._campaign.tables())

    def write(self, data: dict[str, dict[str, Any]]) -> NoReturn:
        _refuse_writing()

    def close(self) -> None:
        """Does nothing: the campaign is closed by itself."""


class _Reader(TinyDB):
    """TinyDB whose own table is the ledger."""

    table_class = _Entries
    default_table_name = "ledger"

    def __repr__(self) -> str:
        return "<the campaign's database, for reading>"
