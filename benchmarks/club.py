"""Measure a club: the lobby, an order to the other screen, and the memory of a hundred sessions."""

import select
import time
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory

from benchmarks.table import Figure
from tests.club.conftest import new_game
from tests.club.postgres import Postgres, programs
from tests.club.ssh import Screen, Server
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.store import Store

SESSIONS = 100
MOVING = 5
"""Pairs of players of whom one moves."""
ORDERS = 10
"""Orders given by each pair."""


def figures() -> list[Figure]:
    """Return all figures, measured with real SSH clients on this machine."""
    return [*_on_sqlite(), *_across_servers()]


def _across_servers() -> list[Figure]:
    """Measure two servers on two ports with one PostgreSQL, and a player at each."""
    what, goal = "an order to a screen on another server, 95th percentile", 250
    if programs() is None:
        return [Figure(what, None, "ms", goal, note="PostgreSQL is not installed")]
    postgres = Postgres(durable=True)
    servers: list[Server] = []
    try:
        with TemporaryDirectory(prefix="westwall-bench-") as one, TemporaryDirectory(prefix="westwall-bench-") as other:
            servers += [Server(Path(folder), postgres.url) for folder in (one, other)]
            store = Store(postgres.url)
            for server, name in zip(servers, ("Anna", "Bert"), strict=True):
                server.register(name)
            taken: list[float] = []
            while len(taken) < 2 * ORDERS:
                game = new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")
                found = store.one("select to_decide from game where id = ?", game)
                assert found is not None
                mover, names = found[0], ("Anna", "Bert")
                command = servers[mover].command(names[mover], "referee", str(game))
                program = Popen(command, stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
                assert program.stdout is not None
                program.stdout.readline()
                screen = Screen(servers[1 - mover].command(names[1 - mover], "play", str(game), options=["-tt"]))
                screen.until("Phase")
                orders = (_order(program, screen, number) for number in range(6))
                taken += [each for each in orders if each is not None]
                screen.close()
                program.kill()
                program.communicate()
            store.close()
            seen = sorted(taken)
            return [Figure(what, 1_000 * seen[int(len(seen) * 0.95)], "ms", goal, middle=1_000 * seen[len(seen) // 2])]
    finally:
        for server in servers:
            server.stop()
        postgres.close()


def _on_sqlite() -> list[Figure]:
    with TemporaryDirectory(prefix="westwall-bench-") as name:
        server = Server(Path(name))
        settings = server.club.folder / "club.toml"
        server.stop()
        settings.write_text(settings.read_text().replace("connections_each = 10 ", "connections_each = 500 "))
        server.start()
        try:
            return _figures(server)
        finally:
            server.stop()


def _figures(server: Server) -> list[Figure]:
    names = [f"p{number}" for number in range(20)]
    server.register(*names)
    alone = sorted(_lobby([server.command("p0", options=["-tt"])])[0] for _ in range(7))
    together = _lobby([server.command(name, options=["-tt"]) for name in names])
    store = Store(server.club.database)
    games = Games(store)
    numbers = [new_game(games, (2 * at + 1, 0), (2 * at + 2, 0), scenario="hurtgen/historical") for at in range(MOVING)]
    before = _memory(server)
    sitting = [Screen(server.command(names[at % 20], options=["-tt"])) for at in range(SESSIONS - 2 * MOVING)]
    pairs: list[tuple[Popen[str], Screen]] = []
    for at, number in enumerate(numbers):
        found = store.one("select to_decide from game where id = ?", number)
        assert found is not None
        mover, other = (names[2 * at + side] for side in (found[0], 1 - found[0]))
        program = Popen(server.command(mover, "referee", str(number)), stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
        assert program.stdout is not None
        program.stdout.readline()
        pairs.append((program, Screen(server.command(other, "play", str(number), options=["-tt"]))))
    for screen in sitting:
        screen.until("YOUR MOVE")
    for _, screen in pairs:
        screen.until("Phase")
    memory = _memory(server) - before
    taken = (_order(mover, other, number) for number in range(ORDERS) for mover, other in pairs)
    seen = sorted(each for each in taken if each is not None)
    for screen in (*sitting, *(screen for _, screen in pairs)):
        screen.close()
    for program, _ in pairs:
        program.kill()
        program.communicate()
    store.close()
    return [
        Figure("from the start of ssh to the lobby, one player", 1_000 * alone[3], "ms", None),
        Figure("from the start of ssh to the lobby, the last of 20", 1_000 * max(together), "ms", None),
        Figure(f"{SESSIONS} sessions, memory", memory / 1_000_000, "MB", 2_500),
        Figure("an order to the other screen, median", 1_000 * seen[len(seen) // 2], "ms", None),
        Figure("an order to the other screen, 95th percentile", 1_000 * seen[int(len(seen) * 0.95)], "ms", 200),
    ]


def _lobby(commands: Sequence[Sequence[str]]) -> list[float]:
    """Return the seconds until each of some clients shows the lobby."""
    began = time.perf_counter()
    screens = [Screen(command) for command in commands]
    waiting, found = dict(enumerate(screens)), [0.0] * len(screens)
    while waiting:
        for at, screen in [*waiting.items()]:
            screen.read(0.002)
            if "YOUR MOVE" in screen.text:
                found[at] = time.perf_counter() - began
                del waiting[at]
    for screen in screens:
        screen.close()
    return found


def _order(mover: "Popen[str]", other: Screen, number: int) -> float | None:
    """Return the seconds from a program's order to the other terminal; None if it was not its turn."""
    assert mover.stdin is not None
    assert mover.stdout is not None
    other.read(0.2)
    mover.stdin.write(f"?sample {number}\n")
    order = mover.stdout.readline().removeprefix("ok ")
    began = time.perf_counter()
    mover.stdin.write(order)
    select.select([other._at], [], [], 5)
    taken = time.perf_counter() - began
    return taken if mover.stdout.readline().startswith("ok") else None


def _memory(server: Server) -> int:
    """Return the private memory of the club's processes in bytes: proportional set size."""
    return sum(_pss(process) for process in _tree(server.process.pid))


def _tree(process: int) -> list[int]:
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [process, *(each for child in children for each in _tree(int(child)))]


def _pss(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
