"""The computer's service for the screen and for hosts: it asks players in turn until the rules allow an order.

An error in a player does not spread beyond this module. A question includes a fork of the game, so that a thread can
answer it: the thread never sees the game itself, a die roll to come, or the other side's secrets. The player is loaded
when it is first needed.
"""

import re
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.ai import POINTS, points_in
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.files.players.seats import STEADY, TEMPERAMENTS

if TYPE_CHECKING:
    from westwall_tui.ai.player import Player

INSTANT = 1
"""The level that steps in if another has failed."""
TEMPERED = 17
"""A number that separates the draw of a temperament from other draws with the same seed."""


def temperament_of(seed: int, side: int) -> str:
    """Return the temperament of a side's computer player if the user has not chosen one."""
    return Draw.of(seed, side, TEMPERED).pick(TEMPERAMENTS)


class Thought(NamedTuple):
    """The answer to a question."""

    order: Order | None = None
    """The order to give; None if no player had a legal one, or if a hint recommends leaving `stays` where it is."""
    reasons: tuple[str, ...] = ()
    second: Order | None = None
    """The second-best order."""
    faults: tuple[str, ...] = ()
    """Descriptions of errors in the players, for the error report."""
    failed: bool = False
    """True if the first player gave no order and another one had to."""
    stays: str = ""
    """In a hint, the unit that should stay in its hex."""
    number: int = 0
    """The number of the question that this answers."""

    @property
    def points(self) -> float:
        """The sum of the Victory Points that the reasons name."""
        return points_in(self.reasons)

    @property
    def why(self) -> str:
        """The first reason without its points; empty if there is none."""
        return re.sub(POINTS, "", self.reasons[0]) if self.reasons else ""


Ask = Callable[["Player", Game], Order | None]
"""A question to a player about a game. Only a question about a unit may be answered with None."""


class LazyPlayer:
    """A player of a level, created by the thread that first needs it."""

    def __init__(self, level: int, seed: int, temperament: str = STEADY, *, offers: bool = False) -> None:
        """Take what creates the player. With `offers` the player offers to concede, or a draw, as a person would."""
        self._level, self._seed, self._temperament, self._offers = level, seed, temperament, offers
        self._player: Player | None = None

    def player(self) -> "Player":
        """Return the player, which is created at the first call."""
        from westwall_tui.ai.player import Player  # not needed at the start

        if self._player is None:
            self._player = Player(self._level, self._seed, temperament=self._temperament, offers=self._offers)
        return self._player

    def hurry(self) -> None:
        """Tell the player to settle for the best order found so far, if it is thinking."""
        if self._player is not None:
            self._player.hurry()


def choice(player: "Player", game: Game) -> Order | None:
    """Return the order that a player gives."""
    return player.choose(game)


def answer(game: Game, players: Sequence[LazyPlayer], ask: Ask = choice, unit: str = "") -> Thought:
    """Return the first legal order of the players in turn. `unit` is the subject of a hint."""
    faults: list[str] = []
    for asked in players:
        player, failed = asked.player(), asked is not players[0]
        known = len(player.refusals)
        try:
            order = ask(player, game)
        except Exception:  # noqa: BLE001 - the game goes on after any error
            faults.append(f"{_words_for_place(game, player)}\n{traceback.format_exc()}")
            continue
        faults += (f"{_words_for_place(game, player)}: refused: {text}" for text in player.refusals[known:])
        reasons: tuple[str, ...] = ()
        second: Order | None = None
        try:
            reasons, second = player.reasons, player.second
        except Exception:  # noqa: BLE001 - an order without its reasons is still an order
            faults.append(f"{_words_for_place(game, player)}: reasons\n{traceback.format_exc()}")
        if order is None and unit:
            return Thought(None, reasons, second, tuple(faults), failed, unit)
        for proposal in (order, second):
            refusal = game.explain(proposal) if proposal is not None else None
            if proposal is not None and refusal is None:
                other = second if proposal is order else None
                return Thought(proposal, reasons, other, tuple(faults), failed)
            faults.append(f"{_words_for_place(game, player)}: {proposal}: {refusal}")
    return Thought(faults=tuple(faults), failed=True)


def _words_for_place(game: Game, player: "Player") -> str:
    return f"computer, level {player.level}, {game.scenario.key}, turn {game.state.turn}: {game.prompt.text}"


Question = Callable[[], Thought]
"""A function to be called in a thread, which returns the answer."""


class Thinker:
    """The computer players of a game, each with the plan of its phase, and the open question."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._number = 0
        self._players: dict[tuple[int, int, str, bool], LazyPlayer] = {}
        self._advisers: dict[tuple[int, int], LazyPlayer] = {}
        self._asked: LazyPlayer | None = None

    def question(self, game: Game, level: int, temperament: str = "", *, offers: bool = False) -> Question:
        """Return the question of what the side to decide should do, to be called in a thread.

        Only the answer to the latest question counts. If `temperament` is empty, the seed decides. With `offers`, the
        player may offer to concede, or a draw.
        """
        temperament = temperament or temperament_of(self._seed, game.side)
        key = game.side, level, temperament, offers
        asked = self._players.setdefault(key, LazyPlayer(level, self._seed, temperament, offers=offers))
        return self._question_about(game, asked, choice)

    def hint(self, game: Game, level: int, unit: str = "") -> Question:
        """Return the same question, with complete reasons and second-best order, for a unit if one is given.

        A separate player answers it, and keeps the plan of a phase as long as the plan is followed.
        """
        asked = self._advisers.setdefault((game.side, level), LazyPlayer(level, self._seed))
        if unit:
            return self._question_about(game, asked, lambda player, fork: player.advise_unit(fork, unit), unit)
        return self._question_about(game, asked, lambda player, fork: player.advise(fork))

    def _question_about(self, game: Game, asked: LazyPlayer, ask: Ask, unit: str = "") -> Question:
        self._number += 1
        self._asked = asked
        number, fork = self._number, game.fork(seed=0, viewer=game.side)
        instant = LazyPlayer(INSTANT, self._seed)

        def think() -> Thought:
            try:
                return answer(fork, (asked, instant), ask, unit)._replace(number=number)
            except Exception:  # noqa: BLE001 - a caller that gets no answer would wait forever
                return Thought(faults=(traceback.format_exc(),), failed=True, number=number)

        return think

    def counts(self, thought: Thought) -> bool:
        """Return True if a thought answers the latest question, and close that question."""
        if thought.number != self._number:
            return False
        self._number += 1
        return True

    def hurry(self) -> None:
        """Tell the player that is thinking to settle for the best order found so far."""
        if self._asked is not None:
            self._asked.hurry()

    def forget(self) -> None:
        """Drop the open question and all plans."""
        self._number += 1
        self.hurry()
        self._players.clear()
        self._advisers.clear()
