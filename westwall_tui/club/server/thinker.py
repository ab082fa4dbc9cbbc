"""The thinker: one process that plays the computer's seats, defends for who is away, and sees to clocks and mail.

Any number of thinkers, on any machines, may share a database: each claims a game for a while before it thinks.

A player is told that it is his move by mail, or by a program of the keeper's: once a turn, and never through a
shell.
"""

import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from smtplib import SMTP
from threading import Event
from typing import Any

from westwall_tui.ai.thinker import INSTANT, LazyPlayer, answer, temperament_of
from westwall_tui.club.database.clocks import DAY, Clocks
from westwall_tui.club.database.games import Claim, Games
from westwall_tui.club.database.lists import Due, Lists, names
from westwall_tui.club.database.people import Letter, People
from westwall_tui.club.database.ratings import Ratings
from westwall_tui.club.database.store import Store
from westwall_tui.club.server.calls import ANY
from westwall_tui.club.session import ClubSession
from westwall_tui.club.visit import Waking
from westwall_tui.engine import queries
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.players.seats import STEADY
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.words.rows import clean

QUIET = 600.0
"""Seconds after a game came to somebody before he is told: who is there needs no letter."""
PATIENCE = 10
"""Seconds that a server or program has."""


@contextmanager
def logged(what: str) -> Iterator[None]:
    """Guard one of several tasks: if it raises, log that, and go on with the others."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - one player's failure must not stop the games and letters of others
        print(f"{what}: {type(error).__name__}", file=sys.stderr)
        if not isinstance(error, OSError):  # the place without the message, which may quote a player
            traceback.print_tb(error.__traceback__, limit=-3)


class Notifier:
    """Tells players that a game waits for them."""

    def __init__(self, mail: dict[str, Any] | None, program: str = "", quiet: float = QUIET) -> None:
        self._mail, self._program, self._quiet = mail, program, quiet

    def tell(self, games: Games, people: People, now: float) -> None:
        """Notify each player who is to move and does not know it yet, and send codes to new addresses."""
        if self._mail is not None:
            code = people.next_letter()  # one at a time, so that a slow mail server does not delay games
            if code is not None:
                with logged(f"a code for {code.name}"):
                    self._send(code_letter(code, self._mail))
        if self._mail is None and not self._program:
            return
        until = time.monotonic() + PATIENCE
        for due in Lists(games.store).to_tell(now - self._quiet):
            if time.monotonic() >= until:
                return  # the others are told the next time: clocks and the computer's seats wait meanwhile
            with logged(f"telling of game {due.game}"):
                self._tell_of(due, games, people)

    def _tell_of(self, due: Due, games: Games, people: People) -> None:
        if not games.told(due.game, due.since):
            return  # another server has already notified the player
        player = people.by_number(due.player)
        if player is None or player.is_barred:
            return
        if self._program:
            with logged("the program that tells players"):
                subprocess.run([self._program, player.name, str(due.game), due.asks], timeout=PATIENCE, check=False)
        if self._mail is not None and player.mail:
            with logged(f"a letter for {player.name}"):
                self._send(letter(player.name, player.mail, due, self._mail))

    def _send(self, message: EmailMessage) -> None:
        assert self._mail is not None
        with SMTP(self._mail["server"], self._mail["port"], timeout=PATIENCE) as server:
            server.send_message(message)


def code_letter(code: Letter, mail: dict[str, Any]) -> EmailMessage:
    """Return the letter with the code that confirms an address."""
    message = EmailMessage()
    message["From"] = mail["sender"]
    message["To"] = code.address
    message["Subject"] = f"Your code: {code.code}"
    lines = (
        f"{code.name}, a player of a westwall club, wants to receive mail at this address.",
        "",
        f"If that is you, press m in the lobby and type this code: {code.code}",
        "",
        f"  {mail['address']}",
        "",
        "If it isn't you, do nothing: the club will not write to this address again.",
    )
    message.set_content("\n".join(lines))
    return message


def letter(name: str, address: str, due: Due, mail: dict[str, Any]) -> EmailMessage:
    """Return the letter that says that it is a player's move."""
    message = EmailMessage()
    message["From"] = mail["sender"]
    message["To"] = address
    message["Subject"] = clean(f"Your move: {due.title} against {due.opponent}")
    lines = (
        f"{name}, it is your move in game {due.game}.",
        "",
        f"{due.title}, turn {due.turn}, against {due.opponent}.",
        clean(due.asks),
        "",
        f"  {mail['address'].replace('ssh ', 'ssh -t ', 1)} play {due.game}",
        f"  {mail['address']}",
        "",
        "Press m in the lobby to change your address or to stop these letters.",
    )
    message.set_content("\n".join(lines))
    return message


CLAIM = 120.0
"""Seconds for which a game is a thinker's; another takes it over if he has died."""
PAUSE = 1.0
"""Seconds between looks, unless somebody calls, and between looks at clocks and letters."""
SLICE = 5.0
"""Seconds after which a game makes room for the others that wait."""
FORGOTTEN = 600.0
"""Seconds in which what was thought for a player comes to count half."""
MOST_PLANS = 50
"""Games whose plan is kept in memory."""
DEFENDS_AT = 2
"""The level that defends for who is away."""
STANDS_IN = 2
"""The computer's level that plays on for a player who has overstepped the time limit."""
UNPLAYED = 90 * DAY
"""Seconds after which an abandoned game against the computer counts as lost."""


class Work:
    """What there is to think of, and to see to."""

    def __init__(self, store: Store, tell: Callable[[int], object], teller: Notifier | None = None) -> None:
        self.games, self.people = Games(store), People(store)
        self._ratings, self._tell, self._teller = Ratings(store), tell, teller
        self._me = f"{os.uname().nodename}:{os.getpid()}"
        self._players: dict[tuple[int, int, int], LazyPlayer] = {}
        """By game, side and level: each keeps the plan of its phase."""
        self._spent: dict[int, float] = {}
        """Seconds that were lately thought for each player."""
        self._looked = 0.0
        """When clocks were looked at."""
        Clocks(store).resume(time.time())

    def step(self) -> bool:
        """Do one thing that there is to do: think for a side for a while. False if there is nothing."""
        began = time.time()
        if began > self._looked + PAUSE:
            self._share_time(began - self._looked)
            self._looked = began
            self.see_to_clocks()
        claim = self.games.claim(self._me, began, CLAIM, queries.DEFENSE, self._spent)
        if claim is None:
            return False
        with logged(f"game {claim.game}"):  # after a failure another attempt follows when the claim expires
            self._play_claimed(claim, time.monotonic() + SLICE)
            self.games.release(claim.game, self._me)
        self._spent[claim.player] = self._spent.get(claim.player, 0) + time.time() - began
        return True

    def _share_time(self, passed: float) -> None:
        """Let what was thought for the players count less and less, so that each has his share of the time."""
        self._spent = {
            player: left for player, spent in self._spent.items() if (left := spent * 0.5 ** (passed / FORGOTTEN)) > 0.1
        }

    def _play_claimed(self, claim: Claim, until: float) -> None:
        number, side, defends = claim.game, claim.side, not claim.level
        level = claim.level or DEFENDS_AT
        seats = self.games.seats(number)
        seat = seats[side]
        who = f"the computer for {seat.name}" if defends else f"the computer, level {level}"
        session = ClubSession(self.games, number, side, 0, who, self._tell, thinker=self._me)
        # Who only stands in for a player does not give his game away.
        offers = not defends and seat.player is None and not seats[1 - side].level
        tempered = STEADY if defends else temperament_of(number, side)
        fresh = LazyPlayer(level, new_seed(), tempered, offers=offers)
        players = self._players.setdefault((number, side, level), fresh)
        while session.game.side == side:
            game = session.game
            if defends and not queries.is_defense(game):
                break
            thought = answer(game.fork(seed=0, viewer=side), (players, LazyPlayer(INSTANT, 0)))
            if thought.order is None:
                break
            try:
                session.apply(thought.order)
            except IllegalOrder:
                break  # somebody was quicker: he is back
            if time.monotonic() >= until:
                break
        if session.game.side < 0 or session.game.state.side != side:
            self._players.pop((number, side, level), None)
        while len(self._players) > MOST_PLANS:
            del self._players[next(iter(self._players))]

    def see_to_clocks(self) -> None:
        """See to players who have overstepped the time limit, rate games that are decided, and send letters."""
        now = time.time()
        for number, side in self.games.overdue(now):
            with logged(f"the clock of game {number}"):
                sides = names()[self.games.head_of(number).scenario].sides
                self.games.overstep(number, side, STANDS_IN, f"the {sides[side]} player ran out of time")
                self._tell(number)
        with logged("ratings"):
            for number in (*self.games.leave_unplayed(now - UNPLAYED), *self._ratings.settle()):
                self._tell(number)
        if self._teller is not None:
            with logged("letters"):
                self._teller.tell(self.games, self.people, now)


def think(asked: dict[str, Any], waking: Waking) -> int:
    """Think until the door is gone."""
    store = Store(asked["database"], makes=False)
    called = Event()
    waking.call(lambda _: called.set())
    waking.watch(ANY)
    work = Work(store, waking.changed, Notifier(asked["mail"], asked["program"]))
    while not waking.is_over:
        called.clear()
        busy = False
        with logged("the thinker"):
            busy = work.step()
        if not busy:
            called.wait(PAUSE)
    store.close()
    return 0
