"""The thinker: one process that plays the computer's seats, defends for who is away, and sees to clocks and mail.

Any number of thinkers, on any machines, may share a database: each claims a game for a while before it thinks.
"""

import os
import time
from collections.abc import Callable
from threading import Event
from typing import Any

from westwall_tui.ai.thinker import INSTANT, LazyPlayer, answer
from westwall_tui.club.games import Games
from westwall_tui.club.lists import names
from westwall_tui.club.people import People
from westwall_tui.club.ratings import Ratings
from westwall_tui.club.session import ClubSession
from westwall_tui.club.store import Store
from westwall_tui.club.told import Teller
from westwall_tui.club.visit import Waking
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.session import new_seed

CLAIM = 120.0
"""Seconds for which a game is a thinker's; another takes it over if he has died."""
PAUSE = 1.0
"""Seconds between looks, unless somebody calls."""
DEFENDS_AT = 2
"""The level that defends for who is away."""
DEFENSE = ("fpf", "retreat", "displace", "advance", "demolition")
"""The decisions that fall to a side in the other's turn."""
STANDS_IN = 2
"""The level that plays on for who has overstepped his time."""


class Work:
    """What there is to think of, and to see to."""

    def __init__(self, store: Store, tell: Callable[[int], object], teller: Teller | None = None) -> None:
        self.games, self.people = Games(store), People(store)
        self._ratings, self._tell, self._teller = Ratings(store), tell, teller
        self._me = f"{os.uname().nodename}:{os.getpid()}"
        self._players: dict[tuple[int, int, int], LazyPlayer] = {}
        """By game, side and level: each keeps the plan of its phase."""

    def step(self) -> bool:
        """Do one thing that there is to do: think for a side until somebody else decides. False if there is nothing."""
        self.see_to_clocks()
        found = self.games.claim(self._me, time.time(), CLAIM, DEFENSE, DEFENDS_AT)
        if found is None:
            return False
        game, side, level, defends = found
        try:
            self._play(game, side, level, defends=defends)
        finally:
            self.games.release(game, self._me)
        return True

    def _play(self, number: int, side: int, level: int, *, defends: bool) -> None:
        seat = self.games.seats(number)[side]
        who = f"the computer for {seat.name}" if defends else f"the computer, level {level}"
        session = ClubSession(self.games, number, side, 0, who, self._tell)
        players = self._players.setdefault((number, side, level), LazyPlayer(level, new_seed()))
        while session.game.side == side:
            self.see_to_clocks()
            game = session.game
            if defends and (game.prompt.kind not in DEFENSE or game.state.side == side):
                break
            thought = answer(game.fork(seed=0, viewer=side), (players, LazyPlayer(INSTANT, 0)))
            if thought.order is None:
                break
            try:
                session.apply(thought.order)
            except IllegalOrder:
                break  # somebody was quicker: he is back
        if session.game.side < 0 or session.game.state.side != side:
            self._players.pop((number, side, level), None)

    def see_to_clocks(self) -> None:
        """What becomes of who has overstepped his time, who is to be told, and what is to be rated."""
        now = time.time()
        for number, side, late, player in self.games.overdue(now):
            away = self.people.by_number(player) if player else None
            if away is not None and away.away_until > now:
                self.games.put_off(number, away.away_until)
            elif late == "lost":
                sides = names()[self.games.head_of(number).scenario].sides
                self.games.give_up(number, side, f"the {sides[side]} player has overstepped his time")
            else:
                self.games.give_to_computer(number, side, STANDS_IN)
            self._tell(number)
        for number in self._ratings.settle():
            self._tell(number)
        if self._teller is not None:
            self._teller.tell(self.games, self.people, now)


def think(asked: dict[str, Any], waking: Waking) -> int:
    """Think until the door is gone."""
    store = Store(asked["database"])
    called = Event()
    waking.call(lambda _: called.set())
    waking.watch(0)
    work = Work(store, waking.changed, Teller(asked["mail"], asked["program"]))
    while not waking.is_over:
        called.clear()
        if not work.step():
            called.wait(PAUSE)
    store.close()
    return 0
