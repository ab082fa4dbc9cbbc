"""The coach after your turn: one sentence on the best thing you did in it and on the worst."""

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order, parse
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State
from westwall_tui.engine.words import signed
from westwall_tui.files.sessions.base import Session

if TYPE_CHECKING:
    from westwall_tui.history.review import Act

WIDTH = 78
"""Columns of the sentence."""


class Coach:
    """Remembers where your Player-Turn began, and looks back on it when it is over."""

    def __init__(self, session: Session, speaks: Callable[[], bool]) -> None:
        """`speaks`: whether he is wanted."""
        self._session, self._speaks = session, speaks
        self._began: tuple[State, list[str]] | None = None
        """The position when the present Player-Turn began, and the orders that had led to it; None if not known."""
        self.says = ""
        """What he says of the turn that is over, until the next one of yours."""
        self._kept = ""
        """The same, until it has been repeated when your next turn begins."""
        self._hints: list[Order] = []
        """What hints proposed in the present Player-Turn: he calls none of it a mistake."""

    def hinted(self, order: Order | None) -> None:
        """A hint proposed this order."""
        if order is not None:
            self._hints.append(order)

    def advised(self, order: Order) -> bool:
        """True if an order does what a hint of this Player-Turn proposed."""
        from westwall_tui.history.review import follows  # not loaded at the start

        return any(follows(order, hint) for hint in self._hints)

    def sent(self) -> set[int]:
        """The units that stand where a hint of this Player-Turn sent them."""
        from westwall_tui.history.review import send  # not loaded at the start

        game, found = self._session.game, set[int]()
        for line in game.log[len(self._began[1]) :] if self._began is not None and self._hints else ():
            send(game, parse(line), found, self.advised)
        return found

    def note(self) -> str:
        """An order was carried out; what the coach says if your turn is over with it, else nothing."""
        game, began = self._session.game, self._began
        place = _turn_of(game.state)
        if began is not None and _turn_of(began[0]) == place and game.outcome is None:
            return ""
        said = ""
        if (
            began is not None
            and self._speaks()
            and self._is_person(began[0].side)
            and began[0].phase is not Phase.SETUP
        ):
            said = self._look_back(*began)
        self._began, self._hints = (game.state.copy(), game.log[:]), []
        self.says = "" if self._is_person(game.state.side) else said
        self._kept = said or self._kept
        return said

    def recall(self) -> str:
        """What he said of your last turn, once more when the next one begins; nothing at other times."""
        if not self._kept or not self._is_person(self._session.game.state.side):
            return ""
        said, self._kept = self._kept, ""
        return said

    def _is_person(self, side: int) -> bool:
        return self._session.seats[side].is_person

    def _look_back(self, state: State, before_it: list[str]) -> str:
        """The best and the worst order since the position these orders led to."""
        from westwall_tui.history.review import review  # not loaded at the start

        game = self._session.game
        orders = len(before_it)
        if game.log[:orders] != before_it:
            return ""  # orders of an earlier turn were taken back
        before = game.copy()
        before.state = state.copy()
        del before.log[orders:]
        found = review(before, game.log[orders:], self.advised)
        best, worst = (_words_for(game, act) if act is not None else [] for act in found)
        return _longest_that_fits(best, worst)


def _turn_of(state: State) -> tuple[int, int, bool]:
    return state.turn, state.side, state.phase is Phase.SETUP


def _longest_that_fits(best: list[str], worst: list[str]) -> str:
    """A sentence of both that fits its line, in as many words as it can be; empty without either."""
    if not best and not worst:
        return ""
    pairs = sorted(product(enumerate(best or [""]), enumerate(worst or [""])), key=lambda pair: pair[0][0] + pair[1][0])
    told = [
        " ".join(filter(None, ("Coach.", first and f"Best: {first}.", last and f"Worst: {last}.")))
        for (_, first), (_, last) in pairs
    ]
    return next((text for text in told if len(text) <= WIDTH), told[-1])


def _words_for(game: Game, act: "Act") -> list[str]:
    """What was done, in ever fewer words."""
    from westwall_tui.ui.words.warnings import named_few

    state = game.state
    if act.fight is not None:
        combat, good = act.fight.combat, act.value >= 0
        whose = "he loses one" if good else "you lose one"
        odds = f"at {signed(act.fight.differential)}"
        chance = f"{odds}, {whose} on {act.dice} of 6 rolls" if act.dice else odds
        who, whom = (named_few(game, units) for units in (combat.attackers or combat.barrage, combat.defenders))
        first = state.units[combat.defenders[0]].name
        return [f"{who} on {whom} ({chance})", f"the attack on {whom} ({chance})", f"the attack on {first} ({odds})"]
    if act.place:
        if act.value > 0:
            told = f"you won {act.place}" if act.holder >= 0 else f"the enemy lost {act.place}"
        else:
            told = f"the enemy won {act.place}" if act.holder >= 0 else f"you lost {act.place}"
        return [f"{told} ({_tell_points(act.value)})", told]
    unit, number = state.units[act.unit].name, state.number(act.hexes[0])
    if act.value > 0:
        return [f"{unit} exited at {number} ({_tell_points(act.value)})", f"{unit} exited ({_tell_points(act.value)})"]
    if act.dice:
        return [f"{unit} at {number}, where it can be surrounded", f"{unit} exposed at {number}"]
    return [f"{unit} exited at {number} ({_tell_points(act.value)})"]


def _tell_points(value: float) -> str:
    whole = int(abs(value) + 0.5)
    return f"{whole} point{'' if whole == 1 else 's'}"
