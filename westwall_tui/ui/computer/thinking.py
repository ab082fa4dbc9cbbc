"""Thinking: a question to the computer player, made on the screen's thread and answered in another.

The question takes a fork of the game with it, so the thread never sees the game itself, nor a die to come, nor what the
other side keeps secret.
"""

from collections.abc import Callable

from westwall_tui.ai.asking import INSTANT, Ask, Head, Thought, answer, choice
from westwall_tui.engine.game import Game

__all__ = ["Question", "Thinker", "Thought"]

Question = Callable[[], Thought]
"""To be called in a thread; gives what came of it."""


class Thinker:
    """The computer players of a game, each with the plan of its phase, and the question that is open."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._number = 0
        self._heads: dict[tuple[int, int], Head] = {}
        self._advisers: dict[tuple[int, int], Head] = {}
        self._asked: Head | None = None

    def question(self, game: Game, level: int) -> Question:
        """What should the side to decide do? To be run in a thread; only the answer to the latest question counts."""
        head = self._heads.setdefault((game.side, level), Head(level, self._seed))
        return self._about(game, head, choice)

    def hint(self, game: Game, level: int, unit: str = "") -> Question:
        """The same with reasons and the second best worked out in full, for a unit if one is given.

        It is asked of a player of its own, who keeps the plan of a phase as long as it is followed.
        """
        head = self._advisers.setdefault((game.side, level), Head(level, self._seed))
        if unit:
            return self._about(game, head, lambda player, fork: player.advise_unit(fork, unit), unit)
        return self._about(game, head, lambda player, fork: player.advise(fork))

    def _about(self, game: Game, head: Head, ask: Ask, unit: str = "") -> Question:
        self._number += 1
        self._asked = head
        number, fork = self._number, game.fork(seed=0, viewer=game.side)
        instant = Head(INSTANT, self._seed)
        return lambda: answer(fork, (head, instant), ask, unit)._replace(number=number)

    def counts(self, thought: Thought) -> bool:
        """Whether a thought answers the latest question, which then is no longer open."""
        if thought.number != self._number:
            return False
        self._number += 1
        return True

    def hurry(self) -> None:
        """Whoever thinks is to be content with the best that he has found so far."""
        if self._asked is not None:
            self._asked.hurry()

    def forget(self) -> None:
        """Nobody waits for the answer any more, and plans that were made are void."""
        self._number += 1
        self.hurry()
        self._heads.clear()
        self._advisers.clear()
