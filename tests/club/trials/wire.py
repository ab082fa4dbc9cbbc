"""A search for secrets in the bytes that come over SSH, in two games that differ only in what one player knows.

Screens may look alike while titles, other terminal sequences or the mere length of the output do not. Real OpenSSH
clients, one for the German player and one for a spectator, look at both games of a real club. Anna plays both games
alike, apart from the hex that she notes for a division that lands late (15.36). In one game she also does things that
no other player may notice: she plans, asks for a hint, looks at pages, and types text without sending it.

A difference by chance, for instance if a screen is painted in two steps, does not repeat; a leak differs each time.
`python -m tests.club.trials.wire SEED GAMES` plays more games.
"""

import os
import re
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.club.conftest import new_game
from tests.club.ssh import PATIENCE, Program, Server
from tests.club.trials import leaks
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.store import Store
from westwall_tui.club.session import begin
from westwall_tui.engine.dice import Draw

QUIET, MAX_WAIT = 0.35, 6.0
"""Seconds without a byte after which all output has come, and the maximum to wait for that."""
SOON = 0.15
"""Seconds without a byte after which all output has come, once each client has shown what it waits for."""
STEPS = 10
ATTEMPTS = 5
"""The number of repeats of a difference; one that doesn't repeat is due to chance."""
PRIVATE_KEYS = ("d", "\x1b", "I", "\x1b", "R", "\x1b", '"', "a secret", "\x1b", "P", "\x1b", "x", "\x1b", ":", "\x1b")
"""Text that Anna types and does not send."""


class Wire:
    """An OpenSSH client whose output is kept byte by byte."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"},
        )  # fmt: skip
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)

    def heard(self, at_least: float = 0.0) -> bytes:
        """Return the output until there is no more."""
        return heard([self], at_least)[0]

    def read(self) -> bytes | None:
        """Return the output that has come: None if there is none, empty at the end."""
        assert self._process.stdout is not None
        found: bytes | None = self._process.stdout.read()
        return found

    def fileno(self) -> int:
        """Return the descriptor to wait for."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def first(self, patience: float) -> bytes:
        """Return the next bytes as soon as there are any."""
        assert self._process.stdout is not None
        select.select([self._process.stdout], [], [], patience)
        return self._process.stdout.read() or b""

    def press(self, keys: str) -> None:
        """Type keys."""
        assert self._process.stdin is not None
        self._process.stdin.write(keys.encode())
        self._process.stdin.flush()

    def close(self) -> None:
        """Cut the connection."""
        self._process.kill()
        self._process.communicate()


def heard(
    wires: Sequence[Wire], at_least: float = 0.0, is_all: Callable[[list[bytes]], bool] = lambda _: False
) -> list[bytes]:
    """Return the output of all clients until there is no more, or until a condition holds."""
    found, open_, begun = dict.fromkeys(wires, b""), {*wires}, time.monotonic()
    while open_ and (now := time.monotonic()) < begun + MAX_WAIT:
        soon = is_all([found[wire] for wire in wires])
        ready: list[Wire] = select.select([*open_], [], [], SOON if soon else QUIET)[0]
        if not ready and (soon or now >= begun + at_least):
            break
        for wire in ready:
            data = wire.read()
            found[wire] += data or b""
            if data == b"":
                open_.discard(wire)
    return [found[wire] for wire in wires]


class World:
    """One of the two games, and the clients that look at it."""

    def __init__(self, server: Server, store: Store, noted: str) -> None:
        self._games = Games(store)
        self.number = new_game(self._games, (1, 0), (2, 0), scenario=leaks.SCENARIO)
        self.noted = noted
        self.program = Program(server, "Anna", self.number)
        self.german = Program(server, "Bert", self.number)
        self.wires = {
            "the German": Wire(server.command("Bert", "play", str(self.number), options=["-tt"])),
            "who watches": Wire(server.command("Carla", "watch", str(self.number), options=["-tt"])),
        }
        self.server = server

    def order(self, order: str) -> bool:
        """Let the side to decide give an order."""
        side = self._games.store.one("select to_decide from game where id = ?", self.number)
        who = self.program if side == (0,) else self.german
        return who.ask(order).startswith("ok")

    @property
    def lines(self) -> list[str]:
        """Return the orders of the game."""
        return [line for line, _ in self._games.entries(self.number)]

    def told(self, came: bytes) -> bytes:
        """Return output without the game's number."""
        return came.replace(f"game {self.number}".encode(), b"game N")

    def close(self) -> None:
        """Cut all connections."""
        for program in (self.program, self.german):
            program.close()
        for wire in self.wires.values():
            wire.close()


class Pair:
    """Two games with the same orders."""

    def __init__(self, server: Server, store: Store, seed: int) -> None:
        self._draw, self._server = Draw(seed), server
        self._known, places = leaks._notes(self._draw)
        self._worlds = [World(server, store, place) for place in places]
        self.count = 0
        """The number of bytes compared."""
        self.found: list[str] = []
        """The differences."""

    def play(self, steps: int) -> None:
        """Play both games for a while."""
        self._compare("coming in")
        for order in self._known:
            self._order(order)
            self._compare("the notes that are alike")
        for world in self._worlds:
            assert world.order(f"zone {leaks.LATE} {world.noted} {leaks.TURN}")
        self._compare("the secret note")
        self._act_in_private()
        for step in range(steps):
            order = _next([world.lines for world in self._worlds], self._draw)
            if not order:
                break
            self._order(order)
            self._compare(f"step {step}, {order.split()[0]}")
            for key in ("rtzTo"[self._draw.below(5)], "\x1b"):
                self._press(key)
                self._compare(f"step {step}, key {key}")
        self._ask_words()

    def _compare(self, what: str) -> None:
        came = heard([wire for world in self._worlds for wire in world.wires.values()], 0.6, self._are_alike)
        for who, (one, other) in zip(self._worlds[0].wires, self._pairs(came), strict=True):
            self.count += len(one)
            if one != other:
                self.found.append(f"{who}: {what}")

    def _pairs(self, came: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
        """Return the outputs of each client in both games, without the games' numbers."""
        half = len(came) // 2
        (one, other), lines = self._worlds, zip(came[:half], came[half:], strict=True)
        return [(one.told(first), other.told(second)) for first, second in lines]

    def _are_alike(self, came: Sequence[bytes]) -> bool:
        """Return True if each client's output is the same in both games, so that later output can be compared."""
        return all(one and one == other for one, other in self._pairs(came))

    def _order(self, order: str) -> None:
        for world in self._worlds:
            assert world.order(order), order

    def _press(self, key: str) -> None:
        for world in self._worlds:
            for wire in world.wires.values():
                wire.press(key)

    def _act_in_private(self) -> None:
        """Let Anna open one game, and do many things that only she may see."""
        anna = Wire(self._server.command("Anna", "play", str(self._worlds[1].number), options=["-tt"]))
        try:
            assert anna.first(PATIENCE)
            anna.heard()
            for keys in PRIVATE_KEYS:
                anna.press(keys)
                heard([anna], is_all=any)
            self._compare("what Anna does for herself")
        finally:
            anna.close()
        self._compare("Anna's leaving")

    def _ask_words(self) -> None:
        for word in ("board", "save"):
            for who in ("Bert", "Carla"):
                texts = [self._server.ask(who, word, str(world.number)).stdout for world in self._worlds]
                one, other = (re.sub(r"saved = .*", "", text) for text in texts)
                self.count += len(one)
                if one != other:
                    self.found.append(f"{who}: {word}")

    def close(self) -> None:
        """Cut all connections."""
        for world in self._worlds:
            world.close()


def differences(server: Server, store: Store, seed: int, steps: int = STEPS) -> tuple[int, list[str]]:
    """Play two games; return the number of bytes compared, and the differences."""
    pair = Pair(server, store, seed)
    try:
        pair.play(steps)
    finally:
        pair.close()
    return pair.count, pair.found


def _next(logs: Sequence[Sequence[str]], draw: Draw) -> str:
    """Return an order that is legal in both games and needs no die, or an empty string, because dice always differ."""
    games = []
    for log in logs:
        game = begin(leaks.SCENARIO)
        game.replay([*log])
        games.append(game)
    one, other = games
    for _ in range(60):
        order = str(one.sample(draw.below(1 << 30))) if one.prompt.kind != "notes" else "done"
        if order.startswith(("zone", "attack", "fpf", "roll")) or other.explain(order) is not None:
            continue
        after = one.fork(seed=0)
        after.apply(order)
        if not any(line.startswith("roll") for line in after.log[len(one.log) :]):
            return order
    return ""


def leaking(server: Server, store: Store, seed: int, steps: int = STEPS) -> tuple[int, list[str]]:
    """Return the number of bytes compared, and the differences that every attempt shows."""
    count, always = differences(server, store, seed, steps)
    for _ in range(ATTEMPTS - 1):
        if not always:
            break
        again = set(differences(server, store, seed, steps)[1])
        always = [place for place in always if place in again]
    return count, always


def main() -> None:
    """Compare as many games as the command line says."""
    first, games = int(sys.argv[1]), int(sys.argv[2])
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.register("Anna", "Bert", "Carla")
        store = Store(server.club.database)
        for seed in range(first, first + games):
            count, found = leaking(server, store, seed)
            compared += count
            for line in found:
                print(f"seed {seed}, {line}", flush=True)
        store.close()
        server.stop()
    print(f"{games} pairs of games: {compared} bytes were compared")


if __name__ == "__main__":
    main()
