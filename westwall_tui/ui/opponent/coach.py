"""The coach after your turn: one line on the best and the worst thing that you did in it."""

from collections.abc import Callable, Collection, Mapping
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order, end_of, parse
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.scoring import EACH_TURN
from westwall_tui.engine.state import ELIMINATED, State
from westwall_tui.engine.words import scored_at, signed
from westwall_tui.files.sessions.base import Session

if TYPE_CHECKING:
    from westwall_tui.history.review import Act

WIDTH = 78
"""Maximum columns of the line."""


class Coach:
    """The coach of one game, which remembers where your Player-Turn began and looks back on it at the end."""

    def __init__(self, session: Session, speaks: Callable[[], bool]) -> None:
        """Take a function (`speaks`) that returns True if the player wants a coach now."""
        self._session, self._speaks = session, speaks
        self._began: tuple[State, list[str]] | None = None
        """The first known position of this Player-Turn, and the orders that led to it; None if unknown."""
        self._is_whole = True
        """True if the Player-Turn began with that position; False if the game was resumed later in that turn."""
        self.says = ""
        """The coach's line on your last turn, until your next one."""
        self._last: _LookBack | None = None
        """The review of your last turn, until the coach has repeated it at the beginning of the next one."""
        self._hints: list[Order] = []
        """The orders that hints proposed in this Player-Turn; the coach never calls one of them a mistake."""

    def hinted(self, order: Order | None) -> None:
        """Remember that a hint proposed this order."""
        if order is not None:
            self._hints.append(order)

    def advised(self, order: Order) -> bool:
        """Return True if an order does what a hint of this Player-Turn proposed."""
        from westwall_tui.history.review import follows  # not loaded at the start

        return any(follows(order, hint) for hint in self._hints)

    def sent(self) -> Collection[int]:
        """Return the units that are where a hint of this Player-Turn sent them, or were eliminated there."""
        from westwall_tui.history.review import send  # not loaded at the start

        game, found = self._session.game, set[int]()
        for line in game.log[len(self._began[1]) :] if self._began is not None and self._hints else ():
            send(game, parse(line), found, self.advised)
        return found

    def note(self) -> str:
        """Note the last order. Return the coach's line if the order has ended your turn, else an empty string.

        Do nothing until the orders of a resumed game have been replayed, because its log is empty until then.
        """
        if not self._session.is_verified:
            return ""
        game, began, sent = self._session.game, self._began, self.sent()
        place = _turn_of(game.state)
        if began is not None and _turn_of(began[0]) == place and game.outcome is None:
            return ""
        look_back, whole = None, self._is_whole
        speaks = (
            began is not None
            and self._speaks()
            and self._is_person(began[0].side)
            and began[0].phase is not Phase.SETUP
        )
        advised, self._hints = self.advised if self._hints else None, []
        self._is_whole = began is not None or not game.log
        self._began = game.state.copy(), game.log[:]
        if began is not None and speaks:
            look_back = _look_back(game, began if whole else _turn_began(game, began), advised, sent)
        line = look_back.text(game) if look_back is not None else ""
        self.says = "" if self._is_person(game.state.side) else line
        self._last = look_back or self._last
        return line

    def recall(self) -> str:
        """Return the line on your last turn once more when the next one begins, else an empty string.

        The line takes into account units that were lost meanwhile where a hint had sent them.
        """
        if self._last is None or not self._is_person(self._session.game.state.side):
            return ""
        look_back, self._last = self._last, None
        return look_back.text(self._session.game)

    def _is_person(self, side: int) -> bool:
        return self._session.seats[side].is_person


class _LookBack(NamedTuple):
    """A review of a Player-Turn."""

    best: list[str]
    """The best order in words, the longest version first."""
    worst: list[str]
    """The worst order in words."""
    weight: float
    """Victory Points of the worst order, at most 0."""
    sent: Mapping[int, tuple[int, float]]
    """For each unit that a hint sent somewhere: the hex, and the Victory Points of its loss."""

    def text(self, game: Game) -> str:
        """Return the line as of now: if a unit was lost where a hint sent it, that loss may replace the worst order."""
        worst, at = self.worst, game.state.location
        lost = [(points, unit, h) for unit, (h, points) in self.sent.items() if at[unit] == ELIMINATED]
        if lost and (found := max(lost))[0] >= -self.weight:
            worst = _words_for_loss(game, *found)
        return _longest_that_fits(self.best, worst)


def _look_back(
    game: Game, began: tuple[State, list[str]], advised: Callable[[Order], bool] | None, sent: Collection[int]
) -> _LookBack | None:
    """Return the review since a position; None if the orders that led to the position were undone."""
    from westwall_tui.engine.planning import Outlook  # not loaded at the start
    from westwall_tui.history.review import review

    state, before_it = began
    orders = len(before_it)
    if game.log[:orders] != before_it:
        return None
    before = game.copy()
    before.state = state.copy()
    del before.log[orders:]
    outlook = Outlook(before.copy())
    where = {unit: _sent_to(game, unit, orders) for unit in sent}
    stakes = {unit: (h, float(outlook.at_stake(unit))) for unit, h in where.items() if h >= 0}
    found = review(before, game.log[orders:], advised)
    best, worst = (_words_for(game, act) if act is not None else [] for act in found)
    return _LookBack(best, worst, found.worst.value if found.worst is not None else 0.0, stakes)


def _sent_to(game: Game, unit: int, orders: int) -> int:
    """Return the hex to which the last order about a unit sent it, ignoring the first `orders` of the log; else -1."""
    for line in reversed(game.log[orders:]):
        order = parse(line)
        if str(getattr(order, "unit", "")).lower() == game.state.units[unit].id.lower() and (number := end_of(order)):
            return game.scenario.board.hex(number)
    return -1


def _turn_began(game: Game, resumed: tuple[State, list[str]]) -> tuple[State, list[str]]:
    """Return the beginning of the Player-Turn in which a game was resumed, by replaying the orders up to there."""
    before = game.root().rolled_by_hand()
    place = _turn_of(resumed[0])
    for orders in range(len(resumed[1]) + 1):
        if _turn_of(before.state) == place:
            return before.state.copy(), game.log[:orders]
        before.replay(game.log[orders : orders + 1])
    return resumed


def _turn_of(state: State) -> tuple[int, int, bool]:
    return state.turn, state.side, state.phase is Phase.SETUP


def _longest_that_fits(best: list[str], worst: list[str]) -> str:
    """Return the longest line that names the best and the worst order and fits; empty if there is neither."""
    if not best and not worst:
        return ""
    pairs = sorted(product(enumerate(best or [""]), enumerate(worst or [""])), key=lambda pair: pair[0][0] + pair[1][0])
    lines = [
        " ".join(filter(None, ("Coach.", first and f"Best: {first}.", last and f"Worst: {last}.")))
        for (_, first), (_, last) in pairs
    ]
    return next((line for line in lines if len(line) <= WIDTH), lines[-1])


def _words_for(game: Game, act: "Act") -> list[str]:
    """Return phrases for what was done, the longest first."""
    from westwall_tui.words.warnings import named_few, rolls_that_eliminate  # not loaded at the start

    state = game.state
    points = _price(act.value)
    if act.fight is not None:
        combat, at = act.fight.combat, f"at {signed(act.fight.differential)}"
        who, whom = (named_few(game, units) for units in (combat.attackers or combat.barrage, combat.defenders))
        loser = "a unit" if act.value >= 0 else "one of yours"
        dice = f"; {rolls_that_eliminate(act.dice, loser)}" if act.dice else ""
        first = state.units[combat.defenders[0]].name
        return [
            f"{who} attacked {whom} {at}{dice}",
            f"your attack on {whom} {at}{dice}",
            f"your attack on {first} {at}",
        ]
    if act.place:
        event = _words_for_place(game, act)
        return [f"{event}{points}", event]
    unit, number = state.units[act.unit].name, state.number(act.hexes[0])
    if act.value <= 0 and act.dice:
        return [f"{unit} can be surrounded at {number}"]
    return [f"{unit} exited at {number}{points}", f"{unit} exited{points}"]


def _words_for_place(game: Game, act: "Act") -> str:
    """Return who took or lost a place, or where units now score or no longer do."""
    scored = act.holder >= 0
    you = (act.value > 0) == scored
    if any(place.area for place in queries.objectives(game) if place.name == act.place):
        where = scored_at(act.place)
        if you:
            return f"you {'now' if scored else 'no longer'} score {where}"
        return f"the enemy {'now' if scored else 'no longer'} scores {where}"
    return f"{'you' if you else 'the enemy'} {'took' if scored else 'lost'} {act.place.removesuffix(EACH_TURN)}"


def _words_for_loss(game: Game, points: float, unit: int, h: int) -> list[str]:
    """Return phrases for a unit that was lost where a hint sent it, the longest first."""
    name, number = game.state.units[unit].name, game.state.number(h)
    price = _price(points)
    return [
        f"{name} was lost at {number}, where a hint had sent it{price}",
        f"{name} was lost at {number} after a hint{price}",
        f"{name} was lost{price}",
    ]


def _price(value: float) -> str:
    """Return points in brackets after a blank, or an empty string."""
    from westwall_tui.words.warnings import points_in_words  # not loaded at the start

    points = points_in_words(abs(value))
    return f" ({points})" if points else ""
