"""A character on the screen: words and numbers, portrait, the budget as it stands, why it is a draft (A1-A8, F3-F6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import ipywidgets
from ipywidgets import Widget
from ipywidgets.widgets.widget_string import TextStyle

from gmkit.core.persons.forms import read_number
from gmkit.core.persons.pieces import PICTURE, GroupSeen, LevelSeen, SheetSeen
from gmkit.errors import GmkitError, NotAllowed
from gmkit.widgets import look
from gmkit.widgets.handout import picture_of
from gmkit.widgets.person_widget import FormFields, PersonWidget
from gmkit.words import Words, plain, say


@dataclass
class Slot:
    """A number box, made once and lent to one level after the other."""

    field: Any
    level: LevelSeen | None = None


class GroupBoxes:
    """The boxes of a group of levels; more are made when a character has more, none is ever rebuilt."""

    def __init__(self, sheet: CharacterSheet, group: str) -> None:
        self._sheet = sheet
        self.group = group
        self.head = look.page()
        self.slots: list[Slot] = []
        self.box = look.row(kind="gm-levels")
        self.whole = look.stack(self.head, self.box)

    def draw(self, group: GroupSeen) -> None:
        """Fills the boxes with the stored levels: what a box shows is what is stored (C043, C133)."""
        sheet = self._sheet
        sheet.show(self.whole, bool(group.levels))
        self.head.value = f'<div class="gm-sub" role="heading" aria-level="4">{look.escape(group.name)}</div>'
        while len(self.slots) < len(group.levels):
            self.slots.append(self._new_slot())
        if len(self.box.children) < len(self.slots):
            self.box.children = tuple(slot.field for slot in self.slots)
        for place, slot in enumerate(self.slots):
            slot.level = group.levels[place] if place < len(group.levels) else None
            field = slot.field
            layout = sheet.seen_layout if slot.level else sheet.unseen_layout
            if field.layout is not layout:
                field.layout = layout
            if slot.level is None:
                continue
            called = slot.level.called
            label: Words = (
                say("{name} · {called}", name=slot.level.name, called=called) if called else plain(slot.level.name)
            )
            sheet.name(field, label)
            if field.value != str(slot.level.level):
                field.value = str(slot.level.level)

    def _new_slot(self) -> Slot:
        sheet = self._sheet
        # One layout and one style for all boxes: a hundred of them open in a moment (C126).
        field = look.text_field("level", layout=sheet.seen_layout, style=sheet.field_style)
        slot = Slot(field)
        sheet.on_change(field, partial(sheet.level_typed, slot))
        return slot


class CharacterSheet(PersonWidget):
    """Shows a character, and at the GM's desk changes it: what is typed into a number box is a recorded command.

    Args:
        campaign: A campaign of a system of persons.
        viewer: "gm", "public" or a player's name.
        name: The character to begin with.
    """

    title: ClassVar[Words] = say("Character sheet")

    # --- building -------------------------------------------------------------------------------------------------

    def build(self) -> tuple[Widget, ...]:
        """Returns the head, and tabs for numbers, traits, the description and new characters."""
        self.seen_layout = self.own(ipywidgets.Layout())
        self.unseen_layout = self.own(ipywidgets.Layout(display="none"))
        self.field_style = self.own(TextStyle())
        self.top = look.page("gm-sheet-top")
        # What only the GM does is not made for others at all.
        self.groups = {group: GroupBoxes(self, group) for group in self.view.rules.groups if self.acts}
        tabs = [self._numbers_tab(), self._features_tab(), self._words_tab()]
        if self.acts:
            tabs.append(self._new_tab())
        self.tabs = ipywidgets.Tab(children=tabs)
        return (self.styled(), look.row(self.chooser()), self.top, self.notice, self.tabs)

    def _numbers_tab(self) -> Widget:
        self.numbers = look.page()
        if not self.acts:
            return look.stack(self.numbers)
        self.add_group, self.add_name = look.choice(), look.listed_field()
        self.add_level, self.add = look.text_field("short"), look.button()
        self.points, self.reason, self.give = look.text_field("short"), look.text_field("long"), look.button()
        self.adding = look.row(self.add_group, self.add_name, self.add_level, self.add)
        self.giving = look.row(self.points, self.reason, self.give)
        self.on_change(self.add_group, lambda _new: self._draw_all())
        self.on_click(self.add, self._add_level, say("the new level"))
        self.on_click(self.give, self._give_points, say("the points"))
        return look.stack(*(boxes.whole for boxes in self.groups.values()), self.adding, self.giving, self.numbers)

    def _features_tab(self) -> Widget:
        self.features = look.page()
        if not self.acts:
            return look.stack(self.features)
        self.feature = FormFields(self, self.view.feature_fields())
        self.add_feature = look.button()
        self.gone, self.remove = look.choice(), look.button()
        self.featuring = look.stack(self.feature.box, look.row(self.add_feature), look.row(self.gone, self.remove))
        self.on_click(self.add_feature, self._add_feature, say("the new entry"))
        self.on_click(self.remove, self._remove_feature, say("taking it away"))
        return look.stack(self.features, self.featuring)

    def _words_tab(self) -> Widget:
        self.described = look.page()
        if not self.acts:
            return look.stack(self.described)
        self.part, self.text, self.write = look.listed_field(), look.text_area(rows=3), look.button()
        self.picture, self.set_picture = look.text_field("long"), look.button()
        self.writing = look.stack(look.row(self.part, self.text, self.write), look.row(self.picture, self.set_picture))
        self.on_change(self.part, lambda _new: self._fill_text())
        self.on_click(self.write, self._write, say("the text"))
        self.on_click(self.set_picture, self._set_picture, say("the portrait"))
        return look.stack(self.described, self.writing)

    def _new_tab(self) -> Widget:
        self.new_name, self.new_public = look.text_field(), look.text_field()
        self.new_player, self.new_points = look.choice(), look.text_field("short", value="30")
        self.make = look.button("main")
        self.on_click(self.make, self._make_character, say("the new character"))
        return look.stack(
            look.row(self.new_name, self.new_player, self.new_points, self.new_public), look.row(self.make)
        )

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self, view: Any) -> None:
        """Fills everything from the stored character; drawing it again changes no number (C043)."""
        who = self.draw_chooser(view)
        self.show(self.who, bool(who))
        sheet = view.sheet_pieces(who) if who else None
        self.sheet: SheetSeen | None = sheet
        titles = [say("Numbers"), plain(sheet.features_title) if sheet and sheet.known else say("Traits")]
        titles += [say("Description"), *((say("New character"),) if self.acts else ())]
        self.tabs.titles = tuple(self.t(title) for title in titles)
        self.top.value = self._head(sheet)
        self.numbers.value = "" if self.acts and sheet else self._numbers(sheet)
        self.features.value = self._features(sheet)
        self.described.value = self._described(sheet)
        if self.acts:
            self._name_all(sheet)
            for box in (self.adding, self.giving, self.featuring, self.writing):
                self.show(box, sheet is not None)
            if sheet is not None:
                self._draw_boxes(sheet)

    def _draw_boxes(self, sheet: SheetSeen) -> None:
        for group in sheet.groups:
            self.groups[group.id].draw(group)
        open_groups = [group for group in sheet.groups if group.addable or group.own_words]
        self.choices(self.add_group, [(group.name, group.id) for group in open_groups])
        chosen = next((group for group in open_groups if group.id == self.add_group.value), None)
        self._addable = {name: item for item, name in chosen.addable} if chosen else {}
        self.add_name.options = tuple(self._addable)
        self.show(self.adding, bool(open_groups))
        self.feature.draw(self.view.feature_fields())
        self.choices(self.gone, [(f"{n}. {line.name}", n) for n, line in enumerate(sheet.features, start=1)])
        self.may(self.remove, bool(sheet.features))
        self.show(self.gone, bool(sheet.features))
        self.show(self.remove, bool(sheet.features))
        self.part.options = tuple(name for _, name in sheet.parts)

    def _name_all(self, sheet: SheetSeen | None) -> None:
        later = sheet is not None and sheet.verb == "advance"
        if not sheet:
            for boxes in self.groups.values():
                self.show(boxes.whole, False)
        self.name(self.add_group, say("Add to"))
        self.name(self.add_name, say("What"), say("Choose from the list, or write your own where the rules allow it"))
        self.name(self.add_level, say("Level"))
        self.name(self.add, say("Add"))
        self.name(self.points, say("Points to give") if later else say("Points in all"))
        self.name(self.reason, say("Why"))
        self.name(self.give, say("Give the points") if later else say("Set the points"))
        self.feature.draw(self.view.feature_fields())
        self.name(self.add_feature, say("Add this one"))
        self.name(self.gone, say("Take away"))
        self.name(self.remove, say("Take it away"))
        self.name(self.part, say("Part of the description"), say("One of the list, or a note of your own"))
        self.name(self.text, say("Text"))
        self.name(self.write, say("Write it down"))
        self.name(self.picture, say("Portrait: the path of a picture file"), say("Leave it empty to take it away"))
        self.name(self.set_picture, say("Set the portrait"))
        self.name(self.new_name, say("Name"))
        self.name(self.new_public, say("Name before strangers (empty: the same)"))
        self.name(self.new_player, say("Player"))
        self.name(self.new_points, say("Points"))
        self.name(self.make, say("Make the character"))
        self.choices(
            self.new_player, [(self.t(say("the GM: nobody is told")), ""), *((p, p) for p in self.view.players)]
        )

    # --- what is shown --------------------------------------------------------------------------------------------

    def _head(self, sheet: SheetSeen | None) -> str:
        if sheet is None:
            words = (
                say("There is no character yet: make one in the last tab.") if self.acts else say("You know nobody.")
            )
            return f'<div class="gm-notice">{self.h(words)}</div>'
        badges = [look.badge(look.escape(sheet.player))] if sheet.player else []
        if sheet.dead:
            badges.append(look.badge(f"✝ {self.h(say('dead'))}"))
        if sheet.known and self.acts and not sheet.player:
            badges.append(look.badge(self.h(say("the GM's")), "secret"))
        true_name = (
            f'<span class="gm-quiet">{self.h(say("in truth {name}", name=sheet.name))}</span>' if sheet.name else ""
        )
        name = f'<div class="gm-sheet-name"><b>{look.escape(sheet.who)}</b> {" ".join(badges)} {true_name}</div>'
        return (
            f'<div class="gm-sheet-head">{self._portrait(sheet)}<div class="gm-sheet-side">{name}'
            f"{self._budget(sheet)}{self._draft(sheet)}</div></div>"
        )

    def _portrait(self, sheet: SheetSeen) -> str:
        if not sheet.picture.startswith("data:image/"):
            return ""
        looks = next((text for part, _, text in sheet.words if part in ("appearance", "description")), "")
        alt = self.t(say("Portrait of {who}", who=sheet.who)) + (f": {looks}" if looks else "")
        return f'<img class="gm-portrait" src="{look.escape(sheet.picture)}" alt="{look.escape(alt)}">'

    def _budget(self, sheet: SheetSeen) -> str:
        if not sheet.known:
            return f'<p class="gm-quiet">{self.h(say("You were not told the numbers."))}</p>'
        figures = "".join(
            f'<div class="{"gm-left" if is_left else ""}{" gm-over" if is_left and value < 0 else ""}">'
            f"<dt>{look.escape(name)}</dt><dd>{value}</dd></div>"
            for name, value, is_left in sheet.budget
        )
        standing = f"<div><dt>{self.h(say('level of play'))}</dt><dd>{look.escape(sheet.standing)}</dd></div>"
        return f'<dl class="gm-figures">{figures}{standing if sheet.standing else ""}</dl>'

    def _draft(self, sheet: SheetSeen) -> str:
        if not sheet.known:
            return ""
        if not sheet.reasons:
            return f'<div class="gm-valid">✓ {self.h(say("The sheet keeps all rules."))}</div>'
        reasons = "".join(f"<li>{look.escape(reason)}</li>" for reason in sheet.reasons)
        words = self.h(say("A draft: it is kept, and these things are not right yet."))
        return f'<div class="gm-notice gm-draft"><strong>! {words}</strong><ul>{reasons}</ul></div>'

    def _numbers(self, sheet: SheetSeen | None) -> str:
        if sheet is None or not sheet.known:
            return ""
        columns = [self.h(say("Name")), self.h(say("Level")), self.h(say("In words"))]
        tables = [
            look.table(
                columns,
                [[look.escape(v.name), look.escape(v.level), look.escape(v.called)] for v in group.levels],
                look.escape(group.name),
                numbers=(1,),
            )
            for group in sheet.groups
            if group.levels
        ]
        return f'<div class="gm-tables">{"".join(tables)}</div>'

    def _features(self, sheet: SheetSeen | None) -> str:
        if sheet is None or not sheet.known:
            return ""
        if not sheet.features:
            return f'<p class="gm-quiet">{self.h(say("None."))}</p>'
        columns = [say("Name"), say("Kind"), say("Price"), say("How it came"), say("What it is")]
        rows = [
            [
                look.escape(line.name),
                look.escape(line.kind),
                "" if line.price is None else f"{line.price:+d}" if line.price else "0",
                look.escape(line.how),
                look.escape(line.about),
            ]
            for line in sheet.features
        ]
        return look.table(
            [self.h(words) for words in columns], rows, look.escape(sheet.features_title), numbers=(2,), full=True
        )

    def _described(self, sheet: SheetSeen | None) -> str:
        if sheet is None or not sheet.words:
            return f'<p class="gm-quiet">{self.h(say("Nothing is written down."))}</p>' if sheet else ""
        lines = "".join(
            f"<div><dt>{look.escape(name)}</dt><dd>{_paragraphs(text)}</dd></div>" for _, name, text in sheet.words
        )
        return f'<dl class="gm-described">{lines}</dl>'

    def still(self, view: Any) -> str:
        """Returns the chosen character as tables."""
        sheet = self.sheet
        parts = (self._head(sheet), self._numbers(sheet), self._features(sheet), self._described(sheet))
        return f'<div class="gm-title">{self.h(self.title)}</div>{"".join(parts)}'

    # --- what is typed --------------------------------------------------------------------------------------------

    def level_typed(self, slot: Slot, text: str) -> None:
        """Records a level as it was typed; one that is no whole number is refused, and the box shows what is stored."""
        level = slot.level
        sheet = self.sheet
        if level is None or sheet is None or text.strip() == str(level.level):
            return
        try:
            self.only_gm()
            value = read_number(level.name, text)
            self.ask({"do": sheet.verb, "name": sheet.who, level.group: {level.id: value}})
        except GmkitError as error:
            self.refresh()
            self._refused(error, say("{name} stays {level}", name=level.name, level=str(level.level)))
            return
        now = say("none") if value is None else str(value)
        self.announce(say("{name}: {level}. {budget}", name=level.name, level=now, budget=self._left()))

    def _refused(self, error: GmkitError, kept: Words) -> None:
        reasons = error.told(self.lang) if isinstance(error, NotAllowed) else [error.words.render(self.lang)]
        why = "".join(f'<span class="gm-why">{look.escape(reason)}</span> ' for reason in reasons)
        self.notice.value = (
            f'<div class="gm-notice gm-refusal" role="alert"><strong>{self.h(say("Not taken: {what}.", what=kept))}'
            f"</strong> {why}</div>"
        )

    def _left(self) -> str:
        lines = self.sheet.budget if self.sheet else ()
        return ", ".join(f"{name} {value}" for name, value, is_left in lines if is_left)

    def _add_level(self) -> None:
        sheet = self._sheet_of_gm()
        typed = self.add_name.value.strip()
        item = self._addable.get(typed, typed)
        if not item:
            raise NotAllowed(say("Say what is to be added."))
        value = read_number(say("Level"), self.add_level.value)
        group = self.add_group.value
        self.ask({"do": sheet.verb, "name": sheet.who, group: {item: 1 if value is None else value}})
        with self._quiet():
            self.add_name.value = self.add_level.value = ""
        self.tell(say("{what} is on the sheet.", what=typed))

    def _give_points(self) -> None:
        sheet = self._sheet_of_gm()
        value = read_number(say("Points"), self.points.value)
        if value is None:
            raise NotAllowed(say("Say how many points."))
        self.ask({"do": sheet.verb, "name": sheet.who, "points": value, "reason": self.reason.value.strip()})
        with self._quiet():
            self.points.value = self.reason.value = ""
        self.tell(say("The points are written down. {budget}", budget=self._left()))

    def _add_feature(self) -> None:
        sheet = self._sheet_of_gm()
        values: dict[str, Any] = {}
        for field in self.view.feature_fields():
            value = self.feature.values[field.name]
            if field.kind == "number":
                value = read_number(field.label, value)
            if value not in (None, ""):
                values[field.name] = value
        old = [] if sheet.verb == "advance" else [line.data for line in sheet.features]
        self.ask({"do": sheet.verb, "name": sheet.who, self.view.desk.features: [*old, values]})
        with self._quiet():
            self.feature.clear()
        self.tell(say("It is on the sheet. {budget}", budget=self._left()))

    def _remove_feature(self) -> None:
        sheet = self._sheet_of_gm()
        kept = [line.data for n, line in enumerate(sheet.features, start=1) if n != self.gone.value]
        self.ask({"do": "change", "name": sheet.who, self.view.desk.features: kept})
        self.tell(say("It is off the sheet. {budget}", budget=self._left()))

    def _fill_text(self) -> None:
        sheet = self.sheet
        named = {name: text for _, name, text in sheet.words} if sheet else {}
        self.text.value = named.get(self.part.value, "")

    def _write(self) -> None:
        sheet = self._sheet_of_gm()
        typed = self.part.value.strip()
        if not typed:
            raise NotAllowed(say("Say which part of the description."))
        part = next((item for item, name in sheet.parts if name == typed), typed)
        self.ask({"do": "write", "name": sheet.who, "words": {part: self.text.value}})
        with self._quiet():
            self.part.value = self.text.value = ""
        self.tell(say("It is written down."))

    def _set_picture(self) -> None:
        sheet = self._sheet_of_gm()
        path = self.picture.value.strip()
        self.ask({"do": "write", "name": sheet.who, "words": {PICTURE: picture_of(path) if path else ""}})
        with self._quiet():
            self.picture.value = ""
        self.tell(say("The portrait is set."))

    def _make_character(self) -> None:
        self.only_gm()
        command: dict[str, Any] = {"do": "character", "name": self.new_name.value}
        points = read_number(say("Points"), self.new_points.value)
        if points is not None:
            command["points"] = points
        if self.new_player.value:
            command["player"] = self.new_player.value
        if self.new_public.value.strip():
            command["public_name"] = self.new_public.value
        self.ask(command)
        self._wanted = self.new_public.value.strip() or self.new_name.value.strip()
        with self._quiet():
            self.new_name.value = self.new_public.value = ""
        self.refresh()
        self.tabs.selected_index = 0
        self.tell(say("{who} is there.", who=self.chosen))

    def _sheet_of_gm(self) -> SheetSeen:
        self.only_gm()
        if self.sheet is None:
            raise NotAllowed(say("There is no character to change."))
        return self.sheet


def _paragraphs(text: str) -> str:
    lines: Sequence[str] = text.split("\n")
    return "<br>".join(look.escape(line) for line in lines)
