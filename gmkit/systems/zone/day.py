"""One day, from the lamps to the next list: the order of play (ZR18). Conditions and numbers are in `rules/`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gmkit.core.codec import Cell
from gmkit.core.fact import Fact
from gmkit.core.rulebook import rule
from gmkit.core.session import GameEnded, Session
from gmkit.core.visibility import Told, tell
from gmkit.systems.zone import facts as f
from gmkit.systems.zone.evolve import evolve
from gmkit.systems.zone.rows import CLAY, GHOST, GRINDER, ITCH, JELLY, LAMP, MANGE, NUT
from gmkit.systems.zone.rules import (
    dead_inventory,
    death_lamp,
    finds,
    fizzy_clay,
    itch,
    meat_grinder,
    mosquito_mange,
    nut,
    schedule,
    victory,
    wind,
    witches_jelly,
)
from gmkit.systems.zone.rules.board import CENTRE, is_inside, step
from gmkit.systems.zone.rulings import Rulings, rulings
from gmkit.systems.zone.state import Order, Stalker, ZoneState

if TYPE_CHECKING:
    from gmkit.dice.chance import Chances


@rule("Z6", "ZR18")
def resolve(session: Session, chance: Chances) -> Sequence[Told]:
    """Returns all that happens on the day now being played."""
    day = Day(session)
    day.publish_what_was_kept()
    day.settle_lamps()
    for place, number in enumerate(schedule.slots(day.state, day.day), start=1):
        day.play_slot(place, number)
    day.listen_for_wind()
    day.close(chance)
    return day.told


class Unfolding:
    """Facts as they happen, each with its audience and folded at once, so that the next rule sees it."""

    def __init__(self, state: ZoneState) -> None:
        self.state = state
        self.told: list[Told] = []

    def happen(self, fact: Fact) -> None:
        """Tells a fact to those whom its mark names; one about a Stalker has that Stalker's seat for its owner."""
        owners = fact.seat if isinstance(fact, f.StalkerFact) else None
        self.told.append(tell(fact, owners, public=f.is_public(fact)))
        self.state = evolve(self.state, fact)

    @rule("Z13", "ZR22")
    def hear_wind(self, stalker: Stalker, *, in_play: bool) -> None:
        """Tells whether wind is heard where a Stalker stands, if that is news (Z13, ZR22)."""
        if not in_play:
            return
        blows = wind.blows_at(stalker.at, self.state.elements)
        if self.state.winds.get(stalker.at) is not blows or blows:
            self.happen((f.WindHeard if blows else f.WindStill).of(stalker, at=stalker.at))


class Day(Unfolding):
    """A day being resolved."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.game)
        self.day = session.turn
        self.rulings: Rulings = rulings(session.settings)
        self.strict = self.state.strict_on(self.day)
        self.lamp_of: int | None = None
        """Whose lamp acts on all others this whole day (`same_day`)."""
        self.armed = self._is_anyone_armed()
        """Whether a Stalker owned an Itch, or a lamp and an Etak, at any moment of the day (ZR20)."""

    def _is_anyone_armed(self) -> bool:
        return any(schedule.is_armed(stalker) for stalker in self.state.stalkers.values())

    def publish_what_was_kept(self) -> None:
        """Tells of lamps used the day before, and whom they blinded then (ZR15, `from_slot`)."""
        kept = self.state.secrets
        for day in kept.lamps_lit:
            self.happen(f.LampUsed(day=day))
        for number, day in kept.blind_untold:
            had_move = (number, day) not in kept.blind_unmoved
            self.happen(f.Blinded.of(self.state.stalkers[number], day=day, had_move=had_move))
        if kept.lamps_lit or kept.blind_untold:
            self.happen(f.BlindnessTold())

    def settle_lamps(self) -> None:
        """Lets one lamp act on the whole day, before the first slot (ZR15, `same_day`)."""
        if self.rulings.lamp_acts != "same_day":
            return
        user = death_lamp.working_lamp(self.state, schedule.slots(self.state, self.day), self.day)
        if user is not None:
            self.lamp_of = user.number
            self.happen(f.LampUsed(day=self.day))
            self.happen(f.LampLit.of(user, day=self.day))
            self._spend(user, *death_lamp.spent_by_use(etak_used=self.rulings.etak_used))

    # --- one slot ---------------------------------------------------------------------------------------------------

    def play_slot(self, place: int, number: int) -> None:
        """Resolves the slot of a Stalker at a place of the day, counted from 1 (ZR18 a to g)."""
        stalker = self.state.stalkers[number]
        order = self.state.order_of(number) or Order(number=number, seat=stalker.seat)
        self._show(stalker, order)
        by_lamp = self.lamp_of not in (None, number)
        if stalker.paralysed:
            self.happen(f.LostMove.of(stalker))
        elif witches_jelly.rests_on(stalker, self.day):
            # A lamp used this day stops clay on a rest day too; blindness that is due waits for a move day.
            if order.clay and not by_lamp:
                self._heal(stalker)
        elif by_lamp or number in self.state.secrets.blindness:
            self._play_blinded(place, stalker, order)
            return
        else:
            self._play_seeing(place, stalker, order)
        if by_lamp:
            self.happen(f.Blinded.of(stalker, day=self.day, had_move=False))

    def _show(self, stalker: Stalker, order: Order) -> None:
        if self.rulings.orders_public and (order.move or order.nut or order.clay or order.itch):
            shown = f.OrderShown.of(stalker, move=order.move, nut=order.nut, clay=order.clay, itch=order.itch)
            self.happen(shown)

    @rule("Z22", "ZR16")
    def _play_blinded(self, place: int, stalker: Stalker, order: Order) -> None:
        """Reverses the move; nothing else of the order happens, and all that it needs is kept (Z22, ZR16)."""
        number, due = stalker.number, self.state.secrets.blindness.get(stalker.number)
        later = self.lamp_of is None and death_lamp.is_told_later(due, self.day)
        had_move = bool(order.move)
        if due is not None:
            # Before the move: a lamp that lies where it leads blinds anew.
            self.happen(f.BlindnessActed.of(stalker, day=self.day, told_later=later, had_move=had_move))
        if not later:
            self.happen(f.Blinded.of(stalker, day=self.day, had_move=had_move))
        if order.move:
            target = death_lamp.reversed_step(stalker.at, order.move)
            if target is not None:
                self._enter(place, stalker, target, blinded=True)
        if due is not None and due.lamps and self.state.stalkers[number].alive:
            self.happen(f.LampCarried.of(stalker, lamps=due.lamps))
        self._note_arms()

    def _play_seeing(self, place: int, stalker: Stalker, order: Order) -> None:
        number = stalker.number
        if order.lamp and self.rulings.lamp_acts == "from_slot" and death_lamp.can_use(stalker):
            self._light(stalker)
        reach = self._throw_itch(stalker, order.itch) if order.itch and stalker.has(ITCH) else None
        stalker = self.state.stalkers[number]
        if reach is None or not self.rulings.itch_costs_move:
            if order.move and is_inside(step(stalker.at, order.move)):
                self._enter(place, stalker, step(stalker.at, order.move), blinded=False)
            elif order.nut and stalker.has(NUT) and is_inside(step(stalker.at, order.nut)):
                self._throw_nut(place, stalker, step(stalker.at, order.nut))
            elif order.clay:
                self._heal(stalker)
        stalker = self.state.stalkers[number]
        if reach is not None and stalker in self.state.playing and itch.is_within(stalker.at, *reach):
            self.happen(f.Paralysed.of(stalker))
        self._note_arms()

    def _note_arms(self) -> None:
        self.armed = self.armed or self._is_anyone_armed()

    def _spend(self, stalker: Stalker, *items: str) -> None:
        for item in items:
            self.happen(f.Spent.of(stalker, item=item))

    # --- what a Stalker does ----------------------------------------------------------------------------------------

    def _light(self, user: Stalker) -> None:
        """Blinds all others from this slot on; it is published with the next day's report (ZR15, `from_slot`)."""
        self.happen(f.LampLit.of(user, day=self.day, published_later=True))
        self._spend(user, *death_lamp.spent_by_use(etak_used=self.rulings.etak_used))
        for other in self.state.playing:
            if other.number != user.number:
                self.happen(f.BlindnessDue.of(other, used_on=self.day))

    def _throw_itch(self, thrower: Stalker, direction: str) -> tuple[Cell, Cell] | None:
        lands = itch.landing(thrower.at, direction)
        if lands is None:
            return None
        low, high = itch.reach(lands)
        self._spend(thrower, ITCH)
        self.happen(f.ItchThrown.of(thrower, direction=direction, lands=lands, low=low, high=high))
        for other in itch.caught(self.state, low, high, thrower=thrower.number):
            self.happen(f.Paralysed.of(other))
        return low, high

    def _throw_nut(self, place: int, thrower: Stalker, target: Cell) -> None:
        fell = nut.fall(target, self.state.elements, grinder_stands=self._grinder_stands(place, thrower))
        kept = nut.is_kept(fell, recoverable=self.rulings.nuts_recoverable, started_with=self.state.started_with)
        receiver = dead_inventory.receiver(self.state, target) if kept else None
        self._spend(thrower, NUT)
        self.happen(f.NutThrown.of(thrower, at=target))
        to_all = self.rulings.nut_result == "public"
        self.happen(f.NutLanded.of(thrower, at=target, fell=fell, lies=kept and receiver is None, to_all=to_all))
        if receiver is not None:
            self.happen(f.Taken.of(receiver, items={NUT: 1}))

    def _heal(self, stalker: Stalker) -> None:
        if fizzy_clay.can_heal(stalker):
            self._spend(stalker, CLAY)
            self.happen(f.Healed.of(stalker))

    # --- entering a cell --------------------------------------------------------------------------------------------

    def _enter(self, place: int, stalker: Stalker, target: Cell, *, blinded: bool) -> None:
        """Mange and turning grinder kill before anything is picked up (ZR18 f)."""
        if mosquito_mange.kills(target, self.state.elements):
            self._die(stalker, target, MANGE)
        elif target == CENTRE:
            self._enter_centre(place, stalker, blinded=blinded)
        else:
            self._enter_cell(stalker, target)
        alive = self.state.stalkers[stalker.number]
        if alive.alive:
            self.hear_wind(alive, in_play=self._wind_in_play)

    def _enter_cell(self, stalker: Stalker, target: Cell) -> None:
        element = self.state.elements.get(target, "")
        items = dict(finds.lying(self.state, target))
        for item, count in finds.element_taken(element).items():
            items[item] = items.get(item, 0) + count
        self.happen(f.Moved.of(stalker, at=target))
        jelly = element == JELLY
        self.happen(f.CellFound.of(stalker, at=target, holds=element if jelly else "", items=items))
        if witches_jelly.burns(stalker, element):
            self.happen(f.Burnt.of(stalker, day=self.day))
        if element == LAMP:
            self.happen(f.BlindnessDue.of(stalker, lamps=1))

    def _enter_centre(self, place: int, stalker: Stalker, *, blinded: bool) -> None:
        stands = self._grinder_stands(place, stalker)
        feeds = not stands and meat_grinder.can_feed(stalker, blinded=blinded)
        if not stands and not feeds:
            self._die(stalker, CENTRE, GRINDER)
            self._stop_grinder(place, stalker)
            return
        items = finds.lying(self.state, CENTRE)
        self.happen(f.Moved.of(stalker, at=CENTRE))
        if feeds:
            self._spend(stalker, GHOST)
            self._stop_grinder(place, stalker)
        if items:
            self.happen(f.Taken.of(stalker, items=items))
        self.happen(f.ReachedBall.of(stalker))
        if self.state.winner is None:
            self.happen(f.GameWon(winner=stalker.number))

    def _grinder_stands(self, place: int, stalker: Stalker) -> bool:
        return meat_grinder.stands(
            self.state.grinder, day=self.day, strict=self.strict, place=place, number=stalker.number
        )

    def _stop_grinder(self, place: int, stalker: Stalker) -> None:
        self.happen(f.GrinderStopped(day=self.day, by=stalker.number))
        self.happen(f.GrinderPlaced.of(stalker, place=place))

    def _die(self, stalker: Stalker, target: Cell, cause: str) -> None:
        left = dead_inventory.dropped(stalker, self.rulings.dead_inventory)
        receiver = dead_inventory.receiver(self.state, stalker.at, but=stalker.number) if left else None
        if left:
            self.happen(f.Dropped.of(stalker, at=stalker.at, items=left, lies=receiver is None))
        self.happen(f.Died.of(stalker, at=target, cause=cause))
        if receiver is not None:
            self.happen(f.Taken.of(receiver, items=left))

    # --- the end of the day -----------------------------------------------------------------------------------------

    @property
    def _wind_in_play(self) -> bool:
        return wind.is_in_play(self.rulings.wind, self.state.started_with)

    def listen_for_wind(self) -> None:
        """Tells of the air round those who stayed, where it is not known yet: the ruling or a cell may have changed."""
        for stalker in self.state.stalkers.values():
            known = self.state.winds.get(stalker.at)
            blows = wind.blows_at(stalker.at, self.state.elements)
            if stalker.alive and known is not blows:
                self.hear_wind(stalker, in_play=self._wind_in_play)

    def close(self, chance: Chances) -> None:
        """Ends the day: the winner, the end of the game, or the next day's list."""
        if victory.zone_wins(self.state):
            self.happen(f.GameWon(winner="zone"))
        if victory.is_over(self.state, self.rulings.victory):
            # No later report will tell it.
            self.publish_what_was_kept()
            self.happen(f.DayEnded(day=self.day))
            self.happen(GameEnded())
            return
        self._start_strict_order()
        self.happen(f.DayEnded(day=self.day))
        self._set_list(chance)

    def _start_strict_order(self) -> None:
        called = self.state.secrets.strict_called
        if self.state.strict_from is None and (called is not None or self.armed):
            started = f.StrictStarted(day=self.day + 1, called=called is not None, reason=called or "")
            self.happen(started)

    def _set_list(self, chance: Chances) -> None:
        tomorrow = self.day + 1
        if not self.state.strict_on(tomorrow):
            self.happen(f.ListSet(day=tomorrow, strict=False))
            return
        how = self.rulings.schedule
        if self.strict:
            drawn = schedule.next_list(self.state.today, how, chance)
        else:
            drawn = schedule.first_list(self.state.stalkers, how, self.state.secrets.first_list, chance)
        self.happen(f.ListSet(day=tomorrow, strict=True, stalkers=schedule.struck(drawn, self.state)))
        grinder = self.state.grinder
        if grinder.stopped_on == self.day and grinder.by:
            # The would-be place of a dead stopper is read before the striking (ZR4, ZR10).
            before = meat_grinder.stands_before(grinder.by, drawn)
            self.happen(f.GrinderStands(day=tomorrow, before=before))
