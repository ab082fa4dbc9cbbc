"""A tournament of four programs in a club, played to its end over real OpenSSH clients.

Two play like `examples/greedy_player.py`, two like `examples/random_player.py`. Each program only uses the commands of
a member: `join`, `games`, `save` for the position, and `referee` for its orders. `python -m tests.club.trials.cup`
plays a double round robin in matches of two games, and prints the table.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Thread

from examples import greedy_player, random_player
from tests.club.ssh import OPEN_HANDED, Server, changed
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.files.saves.file import build_save
from westwall_tui.files.tables import SourceFile

Choose = Callable[[Game], Order]
PAUSE = 0.5
"""Seconds between two looks at the games, while none waits for a program."""


def programs() -> dict[str, Choose]:
    """Return the programs that take part, by their members' names."""
    return {
        "Greta": greedy_player.choose,
        "Gustav": greedy_player.choose,
        "Rita": lambda game: random_player.choose(game, Random(len(game.log))),
        "Rolf": lambda game: random_player.choose(game, Random(1000 + len(game.log))),
    }


class Member(Thread):
    """A member whose program plays all games until the tournament is over."""

    def __init__(self, server: Server, name: str, choose: Choose) -> None:
        super().__init__(name=name, daemon=True)
        self._server, self._choose = server, choose
        self.given, self.refused = 0, list[str]()
        """The number of orders that were accepted, and the answers to those that were not."""

    def run(self) -> None:
        """Play until the tournament is over."""
        while ": round " in self.ask("tournament", "1").splitlines()[0]:
            waiting = [line.split()[0] for line in self.ask("games").splitlines() if ": your move" in line]
            for number in waiting:
                self._play(number)
            if not waiting:
                time.sleep(PAUSE)

    def ask(self, *words: str) -> str:
        """Return what a command prints."""
        done = self._server.ask(self.name, *words)
        assert not done.returncode, done.stderr
        return done.stdout

    def _play(self, number: str) -> None:
        """Give orders in a game until the opponent decides."""
        save = build_save(SourceFile("the game", self.ask("save", number)))
        game, side = save.game, [seat.name for seat in save.seats].index(self.name)
        command = self._server.command(self.name, "referee", number, "--json")
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as referee:
            assert referee.stdin is not None
            assert referee.stdout is not None
            referee.stdout.readline()
            while game.side == side:
                order = str(self._choose(game))
                referee.stdin.write(f"{order}\n")
                answer = json.loads(referee.stdout.readline())
                if not answer["ok"]:
                    self.refused.append(f"{order}: {answer['reason']}")
                    break
                self.given += 1
                game.apply(order)
                for die in (event["die"] for event in answer["events"] if "die" in event):
                    game.apply(f"roll {die}")
            referee.stdin.close()


def play(server: Server, *terms: str) -> tuple[str, list[Member]]:
    """Let the programs play a tournament with some terms; return its table and games in lines, and the members."""
    members = [Member(server, name, choose) for name, choose in programs().items()]
    server.register(*(member.name for member in members))
    for member in members:
        member.ask("program", "yes")
    first = members[0]
    first.ask("tournament", "new", "Cup of programs", "--players", "4", "--battle", "noville", *terms)
    for member in members[1:]:
        member.ask("join", "1")
    while ": open" in first.ask("tournament", "1").splitlines()[0]:
        time.sleep(PAUSE)
    for member in members:
        member.start()
    while any(member.is_alive() for member in members):
        server.log()  # otherwise the pipe of the log would be full, and the server would wait
        time.sleep(PAUSE)
    return first.ask("tournament", "1"), members


def main() -> None:
    """Play a double round robin in matches, and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        server, began = Server(Path(folder), path=changed(Path(folder), OPEN_HANDED)), time.monotonic()
        try:
            lines, members = play(server, *(sys.argv[1:] or ["--rounds", "2"]))
            print(lines)
            for member in members:
                print(f"{member.name}: {member.given} orders, {len(member.refused)} refused {member.refused[:3]}")
            print(f"{time.monotonic() - began:.0f} s")
            print(*(line for line in server.log().splitlines() if "logged in" not in line), sep="\n")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
