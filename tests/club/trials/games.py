"""Three games of three battles, played to their end over a club by real OpenSSH clients.

One game is live, between two people who press keys. One is by turns, with keys, while the computer defends for the
absent player. One is played by two programs, line by line. `python -m tests.club.trials.games` plays all three on
SQLite, or with the argument `postgres` on a PostgreSQL of its own, and prints the effort for each.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pyte

from benchmarks.terminal import ENTER, ESCAPE, Terminal
from tests.club.conftest import new_game
from tests.club.postgres import Postgres
from tests.club.ssh import Over, Program, Server
from tests.net.keyboard_player import BACK, keys_for
from westwall_tui.club.database.clocks import Pace
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.store import Store
from westwall_tui.club.session import ClubSession
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.saves.file import build_save
from westwall_tui.files.tables import SourceFile

NAMES = ("Anna", "Bert")
QUIET = 0.1
"""Seconds without a change of the screen after which the next key is pressed."""
LONE = 0.2
"""Seconds after Escape, because a key that follows at once is another key, with Alt."""
TRIES, HINTS = 3, 20
"""Keys without effect after which the player asks for a hint, and hints without effect after which the trial fails."""
PATIENCE, SEEN = 120, 10
BUSY, END = 4, ["E", "y"]
"""The number of other keys that the player tries before a key that ends a phase."""


class Played(NamedTuple):
    """A game that was played to its end."""

    what: str
    number: int
    orders: int
    lines: int
    """The number of SSH clients."""
    hands: int
    """The number of times that the game changed hands between the two players."""
    defended: int
    """The number of orders that the computer gave for an absent player."""
    outcome: str
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.what}: {self.orders} orders, {self.lines} SSH clients, {self.hands} changes of hands, "
            f"{self.defended} orders by the computer for who was away, {self.seconds:.0f} s. {self.outcome}"
        )


class Table:
    """A game on a server, its two players, and a session that only reads along."""

    def __init__(self, server: Server, scenario: str, pace: Pace) -> None:
        self.server, self.scenario, self.began = server, scenario, time.monotonic()
        self.games = Games(Store(server.club.database))
        self.number = new_game(self.games, (1, 0), (2, 0), scenario=scenario, pace=pace)
        self.reader = ClubSession(self.games, self.number, -1)
        self.lines = 0

    @property
    def game(self) -> Game:
        """Return the game in the database."""
        self.reader.hear()
        return self.reader.game

    def is_over(self) -> bool:
        """Return True if the game is over."""
        return self.game.outcome is not None

    def waits_for(self, side: int) -> bool:
        """Return True if a side is to decide, or the game is over."""
        return self.game.side in (side, -1)

    def terminal(self, side: int, *words: str) -> Terminal:
        """Open a player's terminal, in the game or in the lobby."""
        self.lines += 1
        return Terminal(self.server.command(NAMES[side], *words, options=["-tt"]))

    def decide(self, terminal: Terminal, draw: Draw) -> None:
        """Carry out the pending decision with keys."""
        given, side = len(self.game.log), self.game.side

        def done() -> bool:
            return len(self.game.log) > given or self.game.side != side

        for attempt in range(TRIES + HINTS):
            if attempt < TRIES:
                press(terminal, self.keys(draw))
            else:
                press(terminal, [*BACK, "I"])
                for _ in range(10):
                    press(terminal, "y")
                    if self.until(done, 0.4):
                        return
            if self.until(done, 0.3):
                return
            press(terminal, BACK)
        raise AssertionError(f"game {self.number}, {self.game.prompt.text}:\n{shown(terminal)}")

    def keys(self, draw: Draw) -> Sequence[str]:
        """Return keys for the pending decision; a phase seldom ends before something was done in it."""
        thought = (keys_for(self.game, draw) for _ in range(BUSY))
        return next((keys for keys in thought if keys != END), END)

    def until(self, true: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Wait until a condition holds."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def over(self, what: str) -> Played:
        """Return the effort for a game, which has ended in the database and is the same in both players' saves."""
        head = self.games.head_of(self.number)
        assert head.ended, "the game is not over"
        assert head.orders == len(self.game.log)
        for name in NAMES:
            text = self.server.ask(name, "save", str(self.number)).stdout
            assert build_save(SourceFile("the save", text)).game.log == self.game.log
        rated = "select count(*) from result where game = ?"
        assert self.until(lambda: self.games.store.one(rated, self.number) == (1,), 30), "the game was not rated"
        gave = [who for _, who in self.games.entries(self.number)]
        people = [who for who in gave if who in NAMES]
        defended = sum(count for who, count in Counter(gave).items() if who.startswith("the computer for "))
        hands = sum(1 for one, other in pairwise(people) if one != other)
        took = time.monotonic() - self.began
        self.games.store.close()
        return Played(what, self.number, len(gave), self.lines, hands, defended, head.outcome, took)


def shown(terminal: Terminal) -> str:
    """Return the text on a terminal."""
    screen = pyte.Screen(80, 24)
    pyte.ByteStream(screen).feed(bytes(terminal.output))
    return "\n".join(screen.display)


def press(terminal: Terminal, keys: Sequence[str]) -> None:
    """Press keys one after another, each once the screen shows the effect of the key before."""
    for key in keys:
        terminal.type(key)
        terminal.settle(QUIET)
        if key == ESCAPE:
            time.sleep(LONE)


def live(server: Server, scenario: str = "bastogne/spearhead", orders: int = 100_000) -> Table:
    """Let two people play at their terminals with live clocks, until the game is over."""
    table, draw = Table(server, scenario, Pace(clock=7_200, gain=10)), Draw(4)
    with ExitStack() as stack:
        terminals = [stack.enter_context(table.terminal(side, "play", str(table.number))) for side in (0, 1)]
        for terminal in terminals:
            terminal.wait_for(table.game.scenario.date(1)[:2] or "turn")
        for _ in range(orders):
            if table.is_over():
                break
            for terminal in terminals:
                terminal.settle(0.02)
            mover, other = terminals[table.game.side], terminals[1 - table.game.side]
            before = len(other.output)
            table.decide(mover, draw)
            end = time.monotonic() + SEEN
            while len(other.output) == before and time.monotonic() < end:
                other.settle(QUIET)
            assert len(other.output) > before, "the other screen stood still"
        for terminal in terminals if table.is_over() else ():
            terminal.settle(1)
            assert "Enter map" in shown(terminal), shown(terminal)  # below the final score
    return table


def by_turns(server: Server, scenario: str = "hurtgen/historical", orders: int = 100_000) -> Table:
    """Let each player come for one turn at a time, while the computer defends for the absent player."""
    table, draw = Table(server, scenario, Pace(days=3)), Draw(5)
    for side in (0, 1):
        table.games.defend(table.number, side + 1, "computer")
    given = 0
    while given < orders:
        side = table.game.state.side
        assert table.until(partial(table.waits_for, side))
        if table.is_over():
            break
        with table.terminal(side) as terminal:
            terminal.wait_for("YOUR MOVE (1)")
            press(terminal, ENTER)
            press(terminal, ENTER)
            terminal.settle(0.3)
            while not table.is_over() and table.game.state.side == side and given < orders:
                if table.game.side == side:
                    table.decide(terminal, draw)
                    given += 1
                else:  # the computer defends for the other player; then the turn continues, or is over
                    time.sleep(0.1)
                    terminal.settle(QUIET)
    return table


def programs(server: Server, scenario: str = "arnhem/historical", orders: int = 100_000) -> Table:
    """Let two programs play line by line."""
    table, draw = Table(server, scenario, Pace()), Draw(6)
    lines = [Program(server, name, table.number) for name in NAMES]
    table.lines = 2
    try:
        for _ in range(orders):
            side = table.game.side
            if side < 0:
                break
            try:
                assert lines[side].order(draw.below(1 << 30))
            except Over as refused:
                raise AssertionError(f"{NAMES[side]}, {table.game.prompt.text}: {refused}") from None
    finally:
        for line in lines:
            line.close()
    return table


def main() -> None:
    """Play all three games."""
    postgres = Postgres(durable=True) if "postgres" in sys.argv[1:] else None
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), postgres.url if postgres else "")
        server.register(*NAMES)
        try:
            print(programs(server).over("Arnhem, between two programs"), flush=True)
            print(live(server).over("Spearhead, live between two people at their keys"), flush=True)
            print(by_turns(server).over("Hurtgen, by turns, the computer defends"), flush=True)
        finally:
            server.stop()
            if postgres:
                postgres.close()


if __name__ == "__main__":
    main()
