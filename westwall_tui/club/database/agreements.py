"""Agreements of the two players of a game: undoing orders, a draw, a pause, and more time."""

import time

from westwall_tui.club.database.authority import side_of
from westwall_tui.club.database.games import Games, Mover, note_return, record_end
from westwall_tui.club.database.store import Refused

MAX_ASKED = 5
"""The maximum number of requests to undo orders at one position."""


class Agreements:
    """The offers, requests and agreements of the players of a club's games.

    Each method checks that its player holds a seat of a game in progress, in the transaction that writes.
    """

    def __init__(self, games: Games) -> None:
        self._games, self._store = games, games.store

    def request_undo(self, game: int, version: int, player: int, what: str, keep: int) -> bool:
        """Ask the opponent to agree to undo the orders after the first `keep`, or withdraw the same request.

        `what` is kept beside it, as `Game.undo` takes it. The request is no longer valid after the next change. Return
        False if the game has changed in the meantime. Raises `Refused` if the opponent is not a player or asks
        something, after too many requests, and if other players of a tournament wait for the game.
        """
        with self._store.writing(game):
            side = side_of(self._store, game, player)
            found = self._store.one(
                "select ask_side, ask_what, case when ask_version = version then ask_count else 0 end from game "
                "where id = ? and version = ? and orders > ?",
                *(game, version, keep),
            )
            if side < 0 or found is None or keep < 0:
                return False
            asks, asked, times = found
            if not self._opponent_of(game, side):
                raise Refused("your opponent is not a player who could agree to that")
            self._check_nobody_waits(game)
            if asks == 1 - side:
                raise Refused("your opponent asks you something; answer first")
            withdraws = (asks, asked) == (side, what)
            if not withdraws and times >= MAX_ASKED:
                raise Refused("you have asked often enough at this position")
            self._store.run(
                "update game set ask_side = ?, ask_what = ?, ask_keep = ?, ask_version = ?, ask_count = ? where id = ?",
                *(None if withdraws else side, what, keep, version, times + (not withdraws), game),
            )
            self._store.notify(game)
        return True

    def refuse_undo(self, game: int, player: int) -> bool:
        """Refuse the other player's request to undo orders. Return False if there is no request."""
        with self._store.writing(game):
            side = side_of(self._store, game, player)
            refused = self._store.run(
                "update game set ask_side = null where id = ? and ask_side = ? and ? >= 0", game, 1 - side, side
            )
            if refused.rowcount == 1:
                self._games.talk.note(game, player, "does not agree to the undo")
            self._store.notify(game)
        return refused.rowcount == 1

    def offer_draw(self, game: int, player: int) -> bool:
        """Offer a draw, or accept the other side's offer. Return True if the game ends."""
        with self._store.writing(game):
            side = side_of(self._store, game, player)
            if side < 0:
                return False
            agreed = bool(self._store.one("select 1 from game where id = ? and draw_side = ?", game, 1 - side))
            if agreed:
                record_end(self._store, game, "a draw by agreement", -1)
            else:
                self._store.run(
                    "update game set draw_side = ? where id = ? and exists (select 1 from seat s where s.game = ? "
                    "and s.side = ? and s.player is not null and s.level = 0)",
                    *(side, game, game, 1 - side),
                )
            self._store.notify(game)
        return agreed

    def withdraw_draw(self, game: int, player: int) -> bool:
        """Withdraw a player's draw offer. Return False if there is no offer."""
        return self._withdraw(game, player, "draw_side")

    def offer_pause(self, game: int, player: int) -> bool:
        """Offer a pause, or agree to the other side's offer. Return True if the game is now paused.

        An offer stands until the next order. Raises `Refused` if the game cannot be paused.
        """
        now = time.time()
        with self._store.writing(game):
            side = side_of(self._store, game, player)
            if side < 0:
                return False
            clock = self._games.clocks.read(game)
            clock.book(now)
            if not clock.pace.at_first or not self._opponent_of(game, side):
                raise Refused("only a game of two players with clocks can be paused")
            self._check_nobody_waits(game)
            if clock.is_paused(now):
                raise Refused("the game is paused already")
            if clock.is_over or (clock.pace.clock and min(hand.rest for hand in clock.hands) <= 0):
                raise Refused("a player's time is up, so the game cannot be paused")
            (offered,) = self._store.row("select pause_side from game where id = ?", game)
            if offered != 1 - side:
                if offered is None:
                    self._games.talk.check_rate(player)
                    self._games.talk.note(game, player, "offers a pause")
                self._store.run("update game set pause_side = ? where id = ?", side, game)
            else:
                clock.pause(now)
                self._games.clocks.write(game, clock)
                self._store.run("update game set pause_side = null where id = ?", game)
                self._games.talk.note(game, player, "agrees to a pause")
            self._store.notify(game)
        return bool(offered == 1 - side)

    def withdraw_pause(self, game: int, player: int) -> bool:
        """Withdraw a player's offer of a pause. Return False if there is no offer."""
        return self._withdraw(game, player, "pause_side")

    def end_pause(self, game: int, player: int) -> bool:
        """End a pause. Return False if the game is not paused, or the player has no seat there.

        The player's own clock runs at once if it is their move. The other clock rests for a while longer.
        """
        now = time.time()
        with self._store.writing(game):
            side, clock = side_of(self._store, game, player), self._games.clocks.read(game)
            if side < 0 or not clock.is_paused(now):
                return False
            note_return(self._games.talk, game, clock, Mover(side, player), now)
            self._games.clocks.write(game, clock)
            self._store.run("update game set since = ? where id = ?", now, game)
            self._store.notify(game)
        return True

    def give_time(self, game: int, player: int) -> bool:
        """Give the opponent, who is to decide, more time. Return False if the player has no seat there.

        Raises `Refused` if the opponent's clock does not run or rests, if they have more time than at the beginning,
        or if they have lost on time without a claim.
        """
        now = time.time()
        with self._store.writing(game):
            side = side_of(self._store, game, player)
            if side < 0:
                return False
            clock = self._games.clocks.booked(game, now)
            name = self._opponent_of(game, side)
            if not name or clock.runs != 1 - side or clock.since > now:
                raise Refused("you can give your opponent time only while their clock runs")
            if clock.hands[1 - side].rest > clock.pace.at_first:
                raise Refused(f"{name} has more time than at the beginning")
            self._check_nobody_waits(game)
            self._games.talk.check_rate(player)
            clock.give(1 - side)
            self._games.clocks.write(game, clock)
            self._games.talk.note(game, player, f"gives {name} {clock.pace.step_in_words}")
            self._store.notify(game)
        return True

    def _withdraw(self, game: int, player: int, column: str) -> bool:
        with self._store.writing(game):
            side = side_of(self._store, game, player)
            done = self._store.run(f"update game set {column} = null where id = ? and {column} = ?", game, side)
            self._store.notify(game)
        return done.rowcount == 1

    def _check_nobody_waits(self, game: int) -> None:
        """Raise `Refused` if the other players of a tournament would have to wait for a game."""
        if self._store.one(
            "select 1 from game g join pairing x on x.game = coalesce(g.pair, g.id) "
            "join tournament t on t.id = x.tournament where g.id = ? and t.ended is null and t.places > 2",
            game,
        ):
            raise Refused("the other players of the tournament would have to wait; only a series allows that")

    def _opponent_of(self, game: int, side: int) -> str:
        """Return the name of the player of the other side; empty if the computer plays it or the seat is free."""
        seat = self._games.seats(game)[1 - side]
        return seat.name if seat.player is not None and not seat.level else ""
