"""What a GM types on a Zone campaign, and what any viewer sees of it; tables and pictures are made here alone."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from gmkit.core.codec import Cell
from gmkit.core.session import Session
from gmkit.core.view import UNKNOWN, Board, Choice
from gmkit.core.visibility import GM, PUBLIC
from gmkit.errors import NotAllowed
from gmkit.systems.zone import board_view
from gmkit.systems.zone.commands import find_stalker
from gmkit.systems.zone.objections import cannot_order, unknown_stalker
from gmkit.systems.zone.rules.board import CELLS
from gmkit.systems.zone.rules.schedule import slots
from gmkit.systems.zone.rules.wind import is_in_play, wind_risk
from gmkit.systems.zone.rulings import rulings
from gmkit.systems.zone.state import NOT_TOLD, Goods, Stalker, Unknown, ZoneState

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class StalkerSeen:
    """A Stalker as its viewer knows it; "unknown" stands for what that viewer was not told."""

    number: int
    player: str
    at: Cell
    alive: bool
    paralysed: bool
    burnt: bool | Unknown
    blinded: bool | Unknown
    carries: Goods | Unknown


class ZoneSeen:
    """The Zone as one viewer knows it. It holds nothing that was not told to that viewer."""

    def __init__(self, session: Session, viewer: str, lang: str) -> None:
        self._session = session
        self._viewer = viewer
        self._lang = lang

    @property
    def state(self) -> ZoneState:
        """All that the viewer knows, as a value."""
        state: ZoneState = self._session.game
        return state

    @property
    def day(self) -> int:
        """The day now being played. Counted from 1."""
        return self._session.turn

    @property
    def schedule(self) -> list[int]:
        """The living in the order of this day's moves; in free order, as far as the viewer knows who ordered."""
        return list(slots(self.state, self.day))

    @property
    def alive(self) -> list[int]:
        """The living Stalkers, by number."""
        return [number for number, stalker in sorted(self.state.stalkers.items()) if stalker.alive]

    @property
    def waiting(self) -> list[int]:
        """The living that can give an order and have given none; a player knows that of the own Stalker only."""
        if self._session.over:
            return []
        return [
            stalker.number
            for stalker in self.state.playing
            if self._viewer in (GM, stalker.seat)
            and self.state.order_of(stalker.number) is None
            and not cannot_order(self._session, stalker)
        ]

    @property
    def winner(self) -> int | str | None:
        """None, the winner's number, or "zone"."""
        return self.state.winner

    @property
    def strict_order(self) -> bool:
        """Whether this day has strict order."""
        return self.state.strict_on(self.day)

    def board(self) -> pd.DataFrame:
        """Returns the 125 cells: x, y, z, element, stalkers, nuts, dropped; what lies about as far as known."""
        import pandas as pd

        known = self.state
        rows = [
            {
                "x": cell[0],
                "y": cell[1],
                "z": cell[2],
                "element": board_view.element_at(known, cell),
                "stalkers": tuple(stalker.number for stalker in known.standing_at(cell)),
                "nuts": board_view.nuts_at(known, cell),
                "dropped": dict(board_view.dropped_at(known, cell)),
            }
            for cell in CELLS
        ]
        return pd.DataFrame(rows)

    def stalker(self, stalker: int | str) -> StalkerSeen:
        """Returns a Stalker, by its number or its player's name.

        Raises:
            NotAllowed: If there is no such Stalker; names those that there are.
        """
        found = find_stalker(self._session, stalker)
        if found is None:
            raise NotAllowed(unknown_stalker(self._session, stalker))
        return StalkerSeen(
            number=found.number,
            player=self._session.names.get(found.seat, ""),
            at=found.at,
            alive=found.alive,
            paralysed=found.paralysed,
            burnt=found.burnt,
            blinded=self._blinded(found),
            carries=NOT_TOLD if found.carries == UNKNOWN else dict(found.goods),
        )

    def _blinded(self, stalker: Stalker) -> bool | Unknown:
        if not stalker.alive:
            return False
        # Blindness that is still to act is never told beforehand, not even to its own player (Z19, ZR17).
        return NOT_TOLD if self.state.hidden == UNKNOWN else stalker.number in self.state.secrets.blindness

    def wind_risk(self) -> dict[Cell, Fraction | Literal["unknown"]]:
        """Returns the risk of each neighbour where the viewer's Stalker hears wind, "if exactly one" is a Mange."""
        known = self.state
        own = [stalker for stalker in known.playing if stalker.seat == self._viewer]
        if not own or not is_in_play(rulings(self._session.settings).wind, known.started_with):
            return {}
        return wind_risk(known, own[0].at)

    def drawing(self) -> Board:
        """Returns the board, ready to be drawn."""
        return board_view.drawing(self._session)

    def choices(self, stalker: int) -> list[Choice]:
        """Returns what may be ordered for a Stalker, as far as known; nothing for one that the viewer does not move."""
        found = find_stalker(self._session, stalker)
        if found is None or self._viewer not in (GM, found.seat):
            return []
        return board_view.choices(self._session, found.number)


class ZoneGame:
    """The verbs of the game master on a Zone campaign (api.md)."""

    def __init__(self, campaign: Any) -> None:
        self._campaign = campaign

    # --- verbs ------------------------------------------------------------------------------------------------------

    def order(self, stalker: int | str, text: str, *, id: str | None = None, turn: int | None = None) -> Any:
        """Orders what a Stalker does this day: "X+", "itch X++; Y+", "nut Z-", "clay", "Y-; death lamp"."""
        return self._campaign.do({"do": "order", "stalker": stalker, "text": text}, id=id, turn=turn)

    def orders(self, text: str, *, id: str | None = None, turn: int | None = None) -> Any:
        """Orders several Stalkers by a pasted block, a line each: "1: X+" or "Anna: nut Y-"; all or none."""
        return self._campaign.do({"do": "orders", "text": text}, id=id, turn=turn)

    def withdraw(self, stalker: int | str, *, id: str | None = None, turn: int | None = None) -> Any:
        """Takes a Stalker's order back."""
        return self._campaign.do({"do": "withdraw", "stalker": stalker}, id=id, turn=turn)

    def strict(self, reason: str = "", *, id: str | None = None, turn: int | None = None) -> Any:
        """Calls for strict order from the next day on; the reason is told with this day's report."""
        return self._campaign.do({"do": "strict", "reason": reason}, id=id, turn=turn)

    def end_day(self, *, id: str | None = None, turn: int | None = None) -> Any:
        """Resolves the day and returns its public report."""
        return self._campaign.do({"do": "end_day"}, id=id, turn=turn)

    # --- looking ----------------------------------------------------------------------------------------------------

    @property
    def day(self) -> int:
        """The day now being played. Counted from 1."""
        return int(self._view.day)

    @property
    def schedule(self) -> list[int]:
        """The living in the order of this day's moves."""
        return list(self._view.schedule)

    @property
    def alive(self) -> list[int]:
        """The living."""
        return list(self._view.alive)

    @property
    def waiting(self) -> list[int]:
        """The living without an order."""
        return list(self._view.waiting)

    @property
    def winner(self) -> int | str | None:
        """None, the winner's number, or "zone"."""
        winner: int | str | None = self._view.winner
        return winner

    @property
    def strict_order(self) -> bool:
        """Whether this day has strict order."""
        return bool(self._view.strict_order)

    def board(self) -> pd.DataFrame:
        """Returns the 125 cells: x, y, z, element, stalkers, nuts, dropped."""
        board: pd.DataFrame = self._view.board()
        return board

    def stalker(self, stalker: int | str) -> StalkerSeen:
        """Returns a Stalker, by its number or its player's name."""
        seen: StalkerSeen = self._view.stalker(stalker)
        return seen

    def picture(self, viewer: str | None = None, path: str | Path | None = None, *, lang: str | None = None) -> Figure:
        """Returns the layers pulled apart, as a viewer knows them.

        Args:
            viewer: A player's name, "gm" for the truth, None for what everybody knows.
            path: Where to save it too, as PNG or SVG.
            lang: "en" or "ru"; the campaign's if None.
        """
        from gmkit.paint.zone_layers import save_figure, zone_figure

        board = self._campaign.view(PUBLIC if viewer is None else viewer).drawing()
        figure = zone_figure(board, lang=self._campaign.lang if lang is None else lang)
        if path is not None:
            save_figure(figure, path)
        return figure

    @property
    def _view(self) -> Any:
        return self._campaign.view(GM)

    def __repr__(self) -> str:
        return f"ZoneGame({self._campaign!r})"


def seen(session: Session, viewer: str, lang: str) -> ZoneSeen:
    """Returns what a viewer sees."""
    return ZoneSeen(session, viewer, lang)
