"""The time limits of games: games that are lost on time, and wins on time that a player claims."""

import time

from westwall_tui.club.database.authority import side_of
from westwall_tui.club.database.clocks import LAPSE, UNCLAIMED, Clocks
from westwall_tui.club.database.games import record_end
from westwall_tui.club.database.store import Refused, Store


class TimeLimits:
    """The time limits of a club's games."""

    def __init__(self, store: Store) -> None:
        self._store, self._clocks = store, Clocks(store)

    def overdue(self, now: float) -> list[tuple[int, int]]:
        """Return the games in which the side to decide has no time left, each as number and side.

        A game in which the opponent may claim the win follows once nobody has done so for a long time.
        """
        return [
            (game, side)
            for game, side in self._store.rows(
                "select id, runs from game where due < ? and (late <> 'claim' or due < ?) and runs is not null "
                "and ended is null order by due",
                *(now, now - UNCLAIMED),
            )
        ]

    def time_out(self, game: int, side: int, level: int, outcome: str) -> bool:
        """If a side has no time left, end its game as lost or let the computer play on.

        Return False if it has time left, or if the opponent may still claim the win.

        In either case the ratings count a loss for the side's player, who decides nothing more in the game.
        """
        with self._store.writing(game):
            clock = self._clocks.read(game)
            clock.book(now := time.time())
            unclaimed = clock.pace.late == "claim" and clock.hands[side].rest > -UNCLAIMED
            if clock.runs != side or not clock.is_over or unclaimed:
                self._clocks.write(game, clock)
                return False
            if clock.pace.late == "computer":
                self._overstep(game, side)
                clock.run_for(-1, now)
                self._clocks.write(game, clock)
                self._store.run("update seat set level = ? where game = ? and side = ?", level, game, side)
                self._store.run(
                    "update game set version = version + 1, ask_side = null, draw_side = null, pause_side = null "
                    "where id = ?",
                    game,
                )
            else:
                self._lose_on_time(game, side, outcome)
            self._store.notify(game)
        return True

    def claim_win(self, game: int, player: int, outcome: str) -> bool:
        """End a game as won, because the opponent is to decide and has no time left, and the terms allow the claim.

        Return False if the player has no seat in a game in progress. Raises `Refused` if there is nothing to claim.
        """
        now = time.time()
        with self._store.writing(game):
            side = side_of(self._store, game, player)
            if side < 0:
                return False
            clock = self._clocks.read(game)
            clock.book(now)
            (alive,) = self._store.row("select at from alive")
            if clock.pace.late != "claim":
                raise Refused("the terms of this game do not let you claim a win on time")
            if alive < now - LAPSE:  # the time without a server is not booked correctly yet
                raise Refused("the server was down; try again in a minute")
            if clock.runs != 1 - side or not clock.is_over:
                raise Refused("your opponent has time left, or it isn't their move")
            self._lose_on_time(game, 1 - side, outcome)
            self._store.notify(game)
        return True

    def expire_abandoned(self, before: float) -> list[int]:
        """Count rated games against the computer as lost if their players have given no order since `before`.

        Return the numbers of these games. Their players may still continue them.
        """
        rows = self._store.rows(
            "update game set overstepped = to_decide, counted = orders "
            "where overstepped is null and rated = 1 and since < ? "
            "and started is not null and ended is null and days = 0 and clock = 0 "
            "and exists (select 1 from seat s where s.game = game.id and s.side = game.to_decide and s.level = 0) "
            "and exists (select 1 from seat s where s.game = game.id and s.player is null and s.level > 0) "
            "returning id",
            before,
        )
        return [game for (game,) in rows]

    def _overstep(self, game: int, side: int) -> None:
        """Note that a side has run out of time, for the ratings."""
        self._store.run(
            "update game set overstepped = coalesce(overstepped, ?), counted = coalesce(counted, orders) where id = ?",
            *(side, game),
        )

    def _lose_on_time(self, game: int, side: int, outcome: str) -> None:
        self._overstep(game, side)
        record_end(self._store, game, outcome, 1 - side)
