"""The thinker: a process that plays the computer's seats, defends for absent players, checks clocks and sends mail.

It is also the only process that reads a player's conditions for anyone but that player.

Several thinkers, on several machines, may share a database: each reserves a game before it thinks. The thinker notifies
a player once per turn, by mail or through a program of the administrator, never through a shell.
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
from textwrap import wrap
from threading import Event
from typing import Any

from westwall_tui.ai.thinker import INSTANT, LazyPlayer, answer, temperament_of
from westwall_tui.club.challenges import out_of_time
from westwall_tui.club.context import ChangeFeed
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import DAY, Clocks
from westwall_tui.club.database.games import Games, Mover, Reserved, conditions_of
from westwall_tui.club.database.lists import Lists, Notification, names
from westwall_tui.club.database.people import PendingCode, People
from westwall_tui.club.database.ratings import Ratings
from westwall_tui.club.database.store import Store
from westwall_tui.club.database.time_limits import TimeLimits
from westwall_tui.club.database.tournaments import Tournaments
from westwall_tui.club.month import moments
from westwall_tui.club.server.subscriptions import ANY
from westwall_tui.club.session import ClubSession, begin, match_result, position_summary, replayed, what_happened
from westwall_tui.conditions import decide
from westwall_tui.engine import queries
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.players.seats import STEADY
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.mail.letter_text import WIDTH
from westwall_tui.words.rows import clean

NOTIFY_DELAY = 600.0
"""Seconds from the beginning of a player's turn to the notification. A player who is present needs no notification."""
TIMEOUT = 10
"""Timeout for the mail server and for the administrator's program, in seconds."""


@contextmanager
def logged(what: str) -> Iterator[None]:
    """Guard one of several tasks. If the task raises, log the error and continue with the next task."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - one failure must not stop other games and letters
        print(f"{what}: {type(error).__name__}", file=sys.stderr)
        if not isinstance(error, OSError):  # without the message, which may quote a player
            traceback.print_tb(error.__traceback__, limit=-3)


class Notifier:
    """A sender of notifications to players whose games wait for them."""

    def __init__(self, mail: dict[str, Any] | None, program: str = "", quiet: float = NOTIFY_DELAY) -> None:
        self._mail, self._program, self._quiet = mail, program, quiet

    def notify(self, games: Games, people: People, now: float) -> None:
        """Notify each player who is to move and has not been notified yet, and send codes to new addresses."""
        if self._mail is not None:
            code = people.next_code()  # one at a time, so that a slow mail server does not delay games
            if code is not None:
                with logged(f"a code for {code.name}"):
                    self._send(code_message(code, self._mail))
        if self._mail is None and not self._program:
            return
        until = time.monotonic() + TIMEOUT
        for due in Lists(games.store).due_notifications(now - self._quiet):
            if time.monotonic() >= until:
                return  # the remaining ones follow next time, because clocks and the computer's seats are waiting
            with logged(f"the notification of game {due.game}"):
                self._notify_of(due, games, people)

    def _notify_of(self, due: Notification, games: Games, people: People) -> None:
        if not games.mark_notified(due.game, due.since):
            return  # another server has already notified the player
        player = people.by_number(due.player)
        if player is None or player.is_barred:
            return
        happened = ""
        with logged(f"what happened in game {due.game}"):
            happened = what_happened(games, due.game, due.seen)
        if self._program:
            shown = "" if games.is_private(due.game) else happened  # the program may post it for everybody
            words = (player.name, str(due.game), due.asks, due.whole_title, shown)
            with logged("the notification program"):
                subprocess.run([self._program, *map(clean, words)], timeout=TIMEOUT, check=False)
        if self._mail is not None and player.mail:
            with logged(f"a letter for {player.name}"):
                self._send(move_message(player.name, player.mail, due, happened, self._mail))

    def _send(self, message: EmailMessage) -> None:
        assert self._mail is not None
        with SMTP(self._mail["server"], self._mail["port"], timeout=TIMEOUT) as server:
            server.send_message(message)


def code_message(code: PendingCode, mail: dict[str, Any]) -> EmailMessage:
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


def move_message(name: str, address: str, due: Notification, happened: str, mail: dict[str, Any]) -> EmailMessage:
    """Return the letter that tells a player that it is their move, and what `happened` before."""
    message = EmailMessage()
    message["From"] = mail["sender"]
    message["To"] = address
    message["Subject"] = clean(f"Your move: {due.whole_title}")
    lines = (
        f"{name}, it is your move in game {due.game}.",
        "",
        f"{due.title}, turn {due.turn}, against {due.opponent}.",
        *wrap(clean(happened), WIDTH),
        clean(due.asks),
        "",
        f"  {mail['address'].replace('ssh ', 'ssh -t ', 1)} play {due.game}",
        f"  {mail['address']}",
        "",
        "Press m in the lobby to change your address or to stop these letters.",
    )
    message.set_content("\n".join(lines))
    return message


RESERVED_FOR = 120.0
"""Seconds for which a thinker reserves a game. After that, another thinker may take over."""
PAUSE = 1.0
"""Seconds between two searches for work, if no game changes, and between two checks of clocks and letters."""
TIME_SLICE = 5.0
"""Seconds of thinking before another game gets its turn."""
HALF_LIFE = 600.0
"""Seconds after which a player's past thinking time counts half."""
MAX_PLANS = 50
"""The maximum number of games whose plan stays in memory."""
DEFENSE_LEVEL = 2
"""The computer's level when it defends for a player who is away."""
TIMEOUT_LEVEL = 2
"""The computer's level when it plays on for a player who has run out of time."""
REPORT_MARGIN = 60.0
"""Seconds by which the clocks of servers that share a database may differ."""
ABANDONED = 90 * DAY
"""Seconds after which an abandoned game against the computer counts as lost."""


class Thinker:
    """The work of a thinker."""

    def __init__(self, store: Store, tell: Callable[[int], object], notifier: Notifier | None = None) -> None:
        self.games, self.people = Games(store), People(store)
        self._ratings, self._tell, self._notifier = Ratings(store), tell, notifier
        self._tournaments = Tournaments(store)
        self._me = f"{os.uname().nodename}:{os.getpid()}"
        self._players: dict[tuple[int, int, int], LazyPlayer] = {}
        """The computer players by game, side and level. Each keeps the plan of its present phase."""
        self._spent: dict[int, float] = {}
        """Recent seconds of thinking for each player's games."""
        self._checked = 0.0
        """The time of the last check of clocks."""
        self._reported = 0.0
        """All public games that ended before this time have a text for the report of their month."""
        Clocks(store).resume(time.time())

    def step(self) -> bool:
        """Do one piece of work, such as thinking for a side for a while. Return False if there is no work.

        While no game waits, look for the best moments of finished games, one game at a time.
        """
        began = time.time()
        if began > self._checked + PAUSE:
            self._share_time(began - self._checked)
            self._checked = began
            self.check_clocks()
        job = self.games.reserve(self._me, began, RESERVED_FOR, queries.DEFENSE, self._spent)
        if job is None:
            return self._find_moments(began)
        with logged(f"game {job.game}"):  # after a failure another attempt follows when the reservation expires
            self._play_reserved(job, time.monotonic() + TIME_SLICE)
            self.games.release(job.game, self._me)
        self._spent[job.player] = self._spent.get(job.player, 0) + time.time() - began
        return True

    def _find_moments(self, now: float) -> bool:
        """Find the best moments of a finished game that has none yet. Return False if there is no such game."""
        number = self.games.without_report(self._reported)
        if not number:
            self._reported = now - REPORT_MARGIN
            return False
        found = "{}"  # of a game that cannot be read, so that it is not read again
        with logged(f"the report of game {number}"):
            head, entries = self.games.since(number, -1)
            found = moments(replayed(head, [line for _, line, _ in entries]).game)
        self.games.keep_report(number, found)
        return True

    def _share_time(self, passed: float) -> None:
        """Reduce the weight of past thinking time, so that each player gets a fair share of the thinker's time."""
        self._spent = {
            player: left for player, spent in self._spent.items() if (left := spent * 0.5 ** (passed / HALF_LIFE)) > 0.1
        }

    def _play_reserved(self, job: Reserved, until: float) -> None:
        number, side, defends = job.game, job.side, not job.level
        level = job.level or DEFENSE_LEVEL
        seats = self.games.seats(number)
        seat = seats[side]
        if job.by_conditions:
            who = conditions_of(seat.name)
            self._play_by_conditions(ClubSession(self.games, number, side, 0, who, self._tell, thinker=self._me))
            return
        who = f"the computer for {seat.name}" if defends else f"the computer, level {level}"
        session = ClubSession(self.games, number, side, 0, who, self._tell, thinker=self._me)
        # A computer that only stands in for a player must not offer a draw or concede.
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
                break  # the player has returned, and was faster
            if time.monotonic() >= until:
                break
        if session.game.side < 0 or session.game.state.side != side:
            self._players.pop((number, side, level), None)
        while len(self._players) > MAX_PLANS:
            del self._players[next(iter(self._players))]

    def _play_by_conditions(self, session: ClubSession) -> None:
        """Decide for a player who is away by that player's conditions, up to a decision that they do not cover."""
        number, side = session.number, session.side
        while session.game.side == side and queries.is_defense(session.game):
            lines = self.games.consult(number, session.version, Mover(side, thinker=self._me))
            order = decide(session.game.fork(seed=0, viewer=side), lines) if lines else None
            if order is None:
                return
            try:
                session.apply(order)
            except IllegalOrder:
                return  # the player has returned, and was faster

    def check_clocks(self) -> None:
        """Handle players who ran out of time, rate decided games, and send letters."""
        now = time.time()
        for number, side in TimeLimits(self.games.store).overdue(now):
            with logged(f"the clock of game {number}"):
                sides = names(self.games.head_of(number).scenario).sides
                TimeLimits(self.games.store).time_out(number, side, TIMEOUT_LEVEL, out_of_time(sides[side]))
                self._tell(number)
        for number in Challenges(self.games).without_result():
            with logged(f"the result of game {number}"):
                head = self.games.head_of(number)
                opening = position_summary(begin(head.scenario, head.options))
                Challenges(self.games).keep_result(number, match_result(self.games, number), opening)
                match = Challenges(self.games).match_of(number)
                for each in match.games if match is not None else ():
                    self._tell(each)
        for found in self._tournaments.due(now):
            with logged(f"tournament {found.id}"):
                game = begin(found.next_scenario, found.plan.options)
                changed = self._tournaments.advance(found, game.scenario.digest, position_summary(game))
                for number in (*changed, ANY):
                    self._tell(number)
        with logged("ratings"):
            for number in (*TimeLimits(self.games.store).expire_abandoned(now - ABANDONED), *self._ratings.settle()):
                self._tell(number)
        if self._notifier is not None:
            with logged("letters"):
                self._notifier.notify(self.games, self.people, now)


def think(request: dict[str, Any], feed: ChangeFeed) -> int:
    """Run the thinker until the server is gone; return the exit status."""
    store = Store(request["database"], create=False)
    called = Event()
    feed.on_change(lambda _: called.set())
    feed.watch(ANY)
    thinker = Thinker(store, feed.changed, Notifier(request["mail"], request["program"]))
    while not feed.is_over:
        called.clear()
        busy = False
        with logged("the thinker"):
            busy = thinker.step()
        if not busy:
            called.wait(PAUSE)
    store.close()
    return 0
