"""What a GM types on an Alter ego campaign (api.md)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from gmkit.core.command import shown
from gmkit.core.persons.game import PersonsGame, checked, named, rows
from gmkit.core.persons.view import Rows
from gmkit.errors import NotAllowed, TableError, shown_path, why
from gmkit.systems.alter_ego import sheet as sheets
from gmkit.systems.alter_ego.book import Book
from gmkit.systems.alter_ego.chances import attack_chance, check_chance, contest_chances, joint_chance
from gmkit.systems.alter_ego.rules.checks import check_odds
from gmkit.systems.alter_ego.sheet import Sheet
from gmkit.systems.alter_ego.supplements import MODEL, model_text, monsters
from gmkit.words import say

Modifiers = Mapping[str, int]


class AlterEgoGame(PersonsGame):
    """The verbs of the game master on an Alter ego campaign (api.md)."""

    # --- characters -------------------------------------------------------------------------------------------------

    def character(
        self,
        name: str,
        *,
        player: str | None = None,
        public_name: str | None = None,
        points: int = 30,
        characteristics: Mapping[str, Any] | None = None,
        skills: Mapping[str, Any] | None = None,
        traits: Sequence[Any] = (),
        words: Mapping[str, Any] | None = None,
        known_to: str | Sequence[str] | None = None,
        monster: str | None = None,
        id: str | None = None,
    ) -> Any:
        """Makes a character; without a player it is the GM's, and nobody else knows of it.

        Args:
            name: The true name.
            player: Who plays it.
            public_name: What others call it; None: its name.
            points: The GM's points.
            characteristics: Id or name -> level.
            skills: Id or name -> level; "brawling: karate" is a style.
            traits: Names, or mappings: {"id": "phobia", "frequency": 2, "strength": 2, "adaptation": 2}, with `about`,
                `price` where the GM sets one, and `kind` for a trait of the GM's own.
            words: The description by its parts; any other field is a note, the GM's until it is shown.
            known_to: "all", "gm", or players; None: all for a player's character, the GM for any other.
            monster: The id of a monster of a supplement to make it like.
            id: Running the cell again with the same id makes nothing twice.
        """
        return self._do(
            "character",
            id=id,
            name=name,
            player=player,
            public_name=public_name,
            points=points,
            characteristics=named(characteristics),
            skills=named(skills),
            traits=rows(traits),
            words=named(words),
            known_to=rows(known_to),
            monster=monster,
        )

    def change(
        self,
        name: str,
        *,
        points: int | None = None,
        characteristics: Mapping[str, Any] | None = None,
        skills: Mapping[str, Any] | None = None,
        traits: Sequence[Any] | None = None,
        words: Mapping[str, Any] | None = None,
        reason: str = "",
        id: str | None = None,
    ) -> Any:
        """Changes a character while it is made: levels are set (None takes a skill away), traits are replaced whole."""
        return self._do(
            "change",
            id=id,
            name=name,
            points=points,
            characteristics=named(characteristics),
            skills=named(skills),
            traits=rows(traits),
            words=named(words),
            reason=reason,
        )

    def advance(
        self,
        name: str,
        *,
        points: int = 0,
        characteristics: Mapping[str, Any] | None = None,
        skills: Mapping[str, Any] | None = None,
        traits: Sequence[Any] = (),
        reason: str = "",
        id: str | None = None,
    ) -> Any:
        """Gives later points and sets new levels; the rules of creation are not held against them (AR22)."""
        return self._do(
            "advance",
            id=id,
            name=name,
            points=points,
            characteristics=named(characteristics),
            skills=named(skills),
            traits=rows(traits),
            reason=reason,
        )

    def sheet(self, name: str) -> Sheet:
        """Returns a character's sheet: words and numbers, spent, gained, left, every reason of a draft."""
        seen: Sheet = self._view.sheet(name)
        return seen

    def export(self, name: str, path: str | Path | None = None) -> dict[str, Any]:
        """Returns a character as plain data; with *path* it is written there as TOML, an existing file is refused."""
        data = sheets.to_plain(self._view.person(name))
        if path is not None:
            target = _path(path)
            try:
                with target.open("x", encoding="utf-8") as file:
                    file.write(sheets.to_toml(data))
            except (OSError, ValueError) as error:
                raise TableError(
                    say("{file} cannot be written: {reason}.", file=shown_path(target), reason=why(error))
                ) from None
        return data

    def import_character(
        self,
        source: Mapping[str, Any] | str | Path,
        *,
        name: str | None = None,
        player: str | None = None,
        id: str | None = None,
    ) -> Any:
        """Makes a character from plain data, from the text of a TOML file, or from such a file."""
        if isinstance(source, Path) or (isinstance(source, str) and "\n" not in source):
            source = _read(Path(source))
        data = sheets.from_plain(source)
        if name is not None:
            data = {**data, "name": name}
        return self.character(**data, player=player, id=id)

    # --- checks -----------------------------------------------------------------------------------------------------

    def check(
        self,
        name: str,
        characteristic: str,
        skill: str | None = None,
        *,
        difficulty: int | None = None,
        modifiers: Modifiers | None = None,
        penalty_dice: int = 0,
        bonus_dice: int = 0,
        task: str | None = None,
        seen_by: str | Sequence[str] = "all",
        faces: Sequence[int] | None = None,
        swap: Sequence[str] = (),
        traits: Sequence[str] = (),
        unsuitable: bool = False,
        drugs: bool = False,
        id: str | None = None,
    ) -> Any:
        """Rolls a check; wounds, fatigue and earlier tries at *task* count by themselves, once.

        Args:
            name: Who acts.
            characteristic: Id or name.
            skill: Id or name; who lacks it rolls the characteristic alone.
            difficulty: What the result must be above.
            modifiers: Id of a table's row, or the GM's own words -> what it adds.
            penalty_dice: Further dice taken away.
            bonus_dice: Further dice added.
            task: The task or goal: failed tries tire (A14) and help another way (A15).
            seen_by: "all", "gm", or players; a person's numbers go to those who may know them.
            faces: The two added, the subtracted, penalty dice, bonus dice, thrown by hand.
            swap: Modifiers of exactly -3 or -4 that the player replaces by a penalty die each.
            traits: Traits of the person that bear on it.
            unsuitable: Whether the skill does not quite fit and counts half.
            drugs: Whether one with a wound of 7 or more acts by drugs.
            id: Running the cell again with the same id rolls nothing twice.
        """
        return checked(
            self._do(
                "check",
                id=id,
                name=name,
                characteristic=characteristic,
                skill=skill,
                difficulty=difficulty,
                modifiers=named(modifiers),
                penalty_dice=penalty_dice,
                bonus_dice=bonus_dice,
                task=task,
                seen_by=rows(seen_by),
                faces=rows(faces),
                swap=rows(swap),
                traits=rows(traits),
                unsuitable=unsuitable,
                drugs=drugs,
            )
        )

    def odds(
        self, name: str, characteristic: str, skill: str | None = None, *, difficulty: int, **more: Any
    ) -> Fraction:
        """Returns the exact chance of such a check; takes what `check` takes, and rolls nothing."""
        values = {"name": name, "characteristic": characteristic, "skill": skill, "difficulty": difficulty, **more}
        return check_chance(self._view.session, values)

    def contest(
        self,
        name: str,
        characteristic: str,
        skill: str | None = None,
        *,
        other: str,
        other_characteristic: str | None = None,
        other_skill: str | None = None,
        modifiers: Modifiers | None = None,
        other_modifiers: Modifiers | None = None,
        penalty_dice: int = 0,
        bonus_dice: int = 0,
        swap: Sequence[str] = (),
        traits: Sequence[str] = (),
        drugs: bool = False,
        seen_by: str | Sequence[str] = "all",
        faces: Sequence[int] | None = None,
        id: str | None = None,
    ) -> Any:
        """Measures two persons against each other: the higher result wins, a tie changes nothing (A12, AR4)."""
        return self._do(
            "contest",
            id=id,
            name=name,
            characteristic=characteristic,
            skill=skill,
            other=other,
            other_characteristic=other_characteristic,
            other_skill=other_skill,
            modifiers=named(modifiers),
            other_modifiers=named(other_modifiers),
            penalty_dice=penalty_dice,
            bonus_dice=bonus_dice,
            swap=rows(swap),
            traits=rows(traits),
            drugs=drugs,
            seen_by=rows(seen_by),
            faces=rows(faces),
        )

    def joint(
        self,
        name: str,
        helpers: Sequence[str],
        characteristic: str,
        skill: str | None = None,
        *,
        difficulty: int,
        old_colleagues: Sequence[str] = (),
        modifiers: Modifiers | None = None,
        penalty_dice: int = 0,
        bonus_dice: int = 0,
        task: str | None = None,
        swap: Sequence[str] = (),
        traits: Sequence[str] = (),
        drugs: bool = False,
        seen_by: str | Sequence[str] = "all",
        faces: Sequence[int] | None = None,
        id: str | None = None,
    ) -> Any:
        """Lets several act together: results added, less 4 for each helper, 2 for an old colleague (A16, AR24)."""
        return self._do(
            "joint",
            id=id,
            name=name,
            helpers=rows(helpers),
            characteristic=characteristic,
            skill=skill,
            difficulty=difficulty,
            old_colleagues=rows(old_colleagues),
            modifiers=named(modifiers),
            penalty_dice=penalty_dice,
            bonus_dice=bonus_dice,
            task=task,
            swap=rows(swap),
            traits=rows(traits),
            drugs=drugs,
            seen_by=rows(seen_by),
            faces=rows(faces),
        )

    def willpower(
        self,
        name: str,
        *,
        modifiers: Modifiers | None = None,
        penalty_dice: int = 0,
        bonus_dice: int = 0,
        seen_by: str | Sequence[str] = "all",
        faces: Sequence[int] | None = None,
        id: str | None = None,
    ) -> Any:
        """Asks whether a hurt person can act: Willpower alone against 5 + all wounds, once a circle (A26)."""
        return checked(
            self._do(
                "willpower",
                id=id,
                name=name,
                modifiers=named(modifiers),
                penalty_dice=penalty_dice,
                bonus_dice=bonus_dice,
                seen_by=rows(seen_by),
                faces=rows(faces),
            )
        )

    def contest_odds(
        self,
        name: str,
        characteristic: str,
        skill: str | None = None,
        *,
        other: str,
        other_characteristic: str | None = None,
        other_skill: str | None = None,
        modifiers: Modifiers | None = None,
        other_modifiers: Modifiers | None = None,
    ) -> tuple[Fraction, Fraction, Fraction]:
        """Returns the exact chances that the first wins, that nothing changes, and that the other wins."""
        values = {name: value for name, value in locals().items() if name != "self"}
        return contest_chances(self._view.session, values)

    def joint_odds(
        self,
        name: str,
        helpers: Sequence[str],
        characteristic: str,
        skill: str | None = None,
        *,
        difficulty: int,
        old_colleagues: Sequence[str] = (),
        modifiers: Modifiers | None = None,
        task: str | None = None,
    ) -> Fraction:
        """Returns the exact chance that these reach the difficulty together."""
        values = {name: value for name, value in locals().items() if name != "self"}
        return joint_chance(self._view.session, values)

    def willpower_odds(self, name: str) -> Fraction:
        """Returns the exact chance that a hurt person can act (A26)."""
        person = self._view.person(name)
        level = person.level("characteristics", "willpower")
        return check_odds(characteristic=level, difficulty=self._view.willpower_needed(name))

    # --- attacks ----------------------------------------------------------------------------------------------------

    def attack(
        self,
        attacker: str,
        target: str,
        *,
        skill: str | None,
        difficulty: int | None = None,
        modifiers: Modifiers | None = None,
        place: str | None = None,
        rounds: int = 1,
        faces: Sequence[int] | None = None,
        characteristic: str | None = None,
        weapon: str | None = None,
        distance: float | None = None,
        standard: int | None = None,
        dodging: bool = False,
        running: bool = False,
        defence: Sequence[str] = (),
        swap: Sequence[str] = (),
        penalty_dice: int = 0,
        bonus_dice: int = 0,
        traits: Sequence[str] = (),
        unsuitable: bool = False,
        drugs: bool = False,
        seen_by: str | Sequence[str] = "all",
        id: str | None = None,
    ) -> Any:
        """Attacks: against the target's declared dodge or block, or a difficulty; the margin of a hit is the wound.

        Args:
            attacker: Who attacks; in a fight it has declared a strike, a shot or a throw.
            target: Whom.
            skill: Id or name.
            difficulty: For a target that does not roll (AR14).
            modifiers: Id of a table's row, or the GM's own words -> what it adds.
            place: Where it is aimed, with the modifier of aiming there; None: the dice say where it hits.
            rounds: Rounds fired: up to 3 are a short burst, more a burst (A17).
            faces: By hand, in order: the attack's dice, the defence's, the burst's d6, the places'.
            characteristic: None: Strength at arm's length, Agility at a distance.
            weapon: A weapon of a supplement; its standard range counts.
            distance: Metres; None: as both stand on the map.
            standard: The standard range in metres where no weapon says it.
            dodging: The target dodges and makes no roll of its own (AR16).
            running: The target runs or rides fast.
            defence: Characteristic and skill that the GM lets the target roll without a declared action.
            swap: Modifiers of exactly -3 or -4 replaced by a penalty die each.
            penalty_dice: Further dice taken away.
            bonus_dice: Further dice added.
            traits: Traits of the attacker that bear on it.
            unsuitable: Whether the skill does not quite fit and counts half.
            drugs: Whether one with a wound of 7 or more acts by drugs.
            seen_by: "all", "gm", or players.
            id: Running the cell again with the same id attacks nobody twice.
        """
        values = _attack_values(locals())
        return checked(self._do("attack", id=id, **values))

    def attack_odds(self, attacker: str, target: str, *, skill: str | None, **more: Any) -> Fraction:
        """Returns the exact chance that an attack hits; takes what `attack` takes, and rolls nothing."""
        return attack_chance(self._view.session, {"name": attacker, "target": target, "skill": skill, **more})

    # --- supplements ----------------------------------------------------------------------------------------

    def supplement(self, file: str | Path, *, on: bool = True, id: str | None = None) -> Any:
        """Lays a supplement over the tables: a file, or the kit's own "modern_weapons"; a name alone switches one.

        A file is read once: what it becomes later does nothing until it is given again.
        """
        name, path = str(file), _path(file)
        if name == MODEL and on:
            # Always with its text: a cell that is run again says the same, whatever lies there by now (C130).
            return self._do("supplement", id=id, name=MODEL, text=model_text(), on=True)
        if name in [laid.name for laid in self._view.state.supplements] and not _is_file(path):
            return self._do("supplement", id=id, name=name, on=on)
        if not on and not _is_file(path):
            return self._do("supplement", id=id, name=name, on=False)
        return self._do("supplement", id=id, name=path.stem, text=_read(path), on=on)

    @property
    def supplements(self) -> list[str]:
        """The names of the supplements that are on."""
        return list(self._view.supplements)

    @property
    def monsters(self) -> Rows[Any]:
        """The monsters of the supplements that are on."""
        return Rows(monsters(self._view.state).values())

    @property
    def book(self) -> Book:
        """The tables in force."""
        tables: Book = self._view.book
        return tables


def _attack_values(given: dict[str, Any]) -> dict[str, Any]:
    values = {name: value for name, value in given.items() if name not in ("self", "id", "attacker")}
    values["name"] = given["attacker"]
    values["modifiers"] = named(given["modifiers"])
    values["faces"] = rows(given["faces"])
    values["seen_by"] = rows(given["seen_by"])
    for name in ("defence", "swap", "traits"):
        values[name] = rows(given[name])
    return values


def _path(given: object) -> Path:
    if not isinstance(given, (str, os.PathLike)):
        raise NotAllowed(say("A file is named by a text, not {value}.", value=shown(given)))
    return Path(given)


def _is_file(path: Path) -> bool:
    """Returns whether there is such a file; there is none where no file can have the name."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TableError(say("{file} is not UTF-8 text: save it as UTF-8.", file=str(path))) from None
    except (OSError, ValueError) as error:
        raise TableError(say("{file} cannot be read: {reason}.", file=shown_path(path), reason=why(error))) from None
