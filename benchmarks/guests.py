"""Measure a game at two terminals: the time of an order to the other screen, and its bytes on the connection."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest.mock import patch

from benchmarks.positions import BATTLES, SHORT, drawn, saved
from benchmarks.table import Figure, Measured, worst_of
from benchmarks.terminal import Terminal
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.net.command import sit_down
from westwall_tui.net.protocol import encode
from westwall_tui.net.session import HostedSession

ORDERS = 25
"""Number of orders in each battle."""
PROGRAM = (sys.executable, "-m", "westwall_tui")


def figures() -> list[Figure]:
    """Return all figures."""
    seen: list[Measured] = []
    sent: list[Measured] = []
    with TemporaryDirectory(prefix="westwall-bench-") as name, patch.dict(os.environ, {"XDG_STATE_HOME": name}):
        for battle, scenario in BATTLES.items():
            settings = saved(Path(name), scenario, SHORT)
            _measure(battle, Path(name) / battle, settings, seen, sent)
    return [
        worst_of("an order to the other screen, whole", seen, "ms", 250),
        worst_of("an order on the line", sent, "bytes", None),
    ]


def _measure(battle: str, games: Path, settings: dict[str, str], seen: list[Measured], sent: list[Measured]) -> None:
    """Measure the orders of a program at one seat on the screen at the other."""
    save = next(Path(settings["WESTWALL_SAVES"]).glob("*.toml"))
    command = [*PROGRAM, "host", str(save), "--name", "game", "--folder", str(games)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **settings}) as host:
        assert host.stdout is not None
        host.stdout.readline()
        try:
            program = sit_down("game", games, "")
            names = [side.name for side in program.game.scenario.sides]
            player = sit_down("game", games, names[program.game.side])
            program.leave()
            screen = [*PROGRAM, "join", "game", "--side", names[1 - player.side], "--folder", str(games)]
            with Terminal(screen, settings) as terminal:
                terminal.wait_for("say something")
                terminal.settle()
                _play(battle, player, terminal, seen, sent)
            player.leave()
        finally:
            host.terminate()


def _play(battle: str, player: HostedSession, terminal: Terminal, seen: list[Measured], sent: list[Measured]) -> None:
    draw = Draw(7)
    for _ in range(ORDERS):
        player.hear()
        if player.game.side != player.side:
            return
        before, length = perf_counter(), len(player.game.log)
        try:
            player.apply(drawn(player.game, draw))
        except IllegalOrder:
            return
        terminal.settle()
        seen.append(Measured(1000 * max(terminal.last - before, 0), battle))
        lines = player.game.log[length:]
        news = {"news": "orders", "back": 0, "lines": lines, "digest": player.game.digest(player.side)}
        sent.append(Measured(len(encode(news)), f"{battle}: {lines[0]}"))
