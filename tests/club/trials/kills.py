"""Kill processes at random moments: an order that was shown is in the database, and every game can continue.

`python -m tests.club.trials.kills 300` kills writers, players' processes, prefork parents and servers on SQLite. With
the argument `postgres` it uses a PostgreSQL of its own, and kills that, too.
"""

import os
import random
import select
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Timer

from tests.club.conftest import new_game
from tests.club.postgres import Postgres
from tests.club.ssh import COLD, PATIENCE, Over, Program, Server, changed
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.people import People
from westwall_tui.club.database.store import Store
from westwall_tui.club.session import ClubSession

SCENARIOS = ("hurtgen/historical", "bastogne/spearhead", "remagen/historical", "arnhem/historical")
LONGEST = 0.7
"""The maximum number of seconds that a writer lives after its first order."""
AFTER = 3
"""The number of orders that a program gives after each kill of another process, if it can."""


def write(url: str, game: int, shown: int, seed: int) -> None:
    """Play both sides at random, and print each order when it would be shown."""
    draw = random.Random(seed)
    store = Store(url)
    games = Games(store)
    sides = [ClubSession(games, game, side, side + 1, "AB"[side]) for side in (0, 1)]
    while sides[0].game.side >= 0:
        mover = sides[sides[0].game.side]
        if mover.game.can_undo and draw.random() < 0.1 and mover.game.undoes == mover.side:
            mover.undo()
            os.write(shown, b"undo\n")
        else:
            before = len(mover.game.log)
            mover.apply(mover.game.sample(draw.randrange(1 << 30)))
            os.write(shown, "".join(f"{line}\n" for line in mover.game.log[before:]).encode())
        sides[1 - mover.side].hear()
        sides[1 - mover.side].games.mark_seen(game, 2 - mover.side, 0)  # undoes without asking


def kill_writers(url: str, kills: int, seed: int = 0) -> tuple[int, int]:
    """Kill so many writers; return the number of orders shown, and how many of them are lost."""
    draw = random.Random(seed)
    store = Store(url)
    games, orders, lost = Games(store), 0, 0
    game, expected = 0, [""]
    for number in range(kills):
        if not game or games.head_of(game).ended:
            game, expected = new_game(games, (1, 0), (2, 0), scenario=SCENARIOS[number % len(SCENARIOS)]), []
        clients, (reader, writer) = _clients(store), os.pipe()
        process = os.fork()
        if process == 0:
            os.close(reader)
            try:
                write(url, game, writer, draw.randrange(1 << 30))
            finally:
                os._exit(0)
        os.close(writer)
        draw.randrange(1 << 30)
        select.select([reader], [], [], PATIENCE)
        time.sleep(draw.random() * LONGEST)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        while _clients(store) > clients:  # PostgreSQL may still commit earlier statements
            time.sleep(0.01)
        with os.fdopen(reader, "r") as lines:
            for line in lines.read().split("\n")[:-1]:
                if line == "undo":
                    expected = expected[:-1]
                else:
                    expected = [*expected, line]
                    orders += 1
        kept = [line for line, _ in games.entries(game)]
        lost += sum(1 for at, line in enumerate(expected) if at >= len(kept) or kept[at] != line)
        # Orders that were written and not yet shown are kept as well: one more at the end, or one less after an undo.
        expected = kept
        ClubSession(games, game, -1)  # the game can be read, and continues
    store.close()
    return orders, lost


VICTIMS = ("player", "player", "prefork", "server", "database")


def kill_servers(
    folder: Path, kills: int, postgres: Postgres | None = None, victims: Sequence[str] = (), seed: int = 0
) -> tuple[int, int]:
    """Kill players' processes, prefork parents, servers and PostgreSQL while a program plays over SSH.

    `victims` are killed in turn; without them the victims are random. Return the orders shown, and how many are lost.
    """
    draw = random.Random(seed)
    server = Server(folder, postgres.url if postgres else "", path=changed(folder, COLD))
    store = Store(server.club.database)
    if People(store).by_name("Anna") is None:
        server.register("Anna", "Bert")
    games, game, orders, lost = Games(store), 0, 0, 0
    try:
        for number in range(kills):
            victim = victims[number % len(victims)] if victims else draw.choice(VICTIMS if postgres else VICTIMS[:-1])
            if not game or games.head_of(game).ended:
                game = new_game(games, (1, 0), (2, 0), scenario=SCENARIOS[number % len(SCENARIOS)])
            found = store.one("select to_decide, orders from game where id = ?", game)
            assert found is not None
            side, before = found
            player = Program(server, ("Anna", "Bert")[side], game)
            killer = Timer(draw.random(), _kill, [server, victim, postgres])
            shown: list[str] = []
            try:
                killer.start()
                after = 0
                while after < AFTER:
                    after += not killer.is_alive()
                    order = player.order(draw.randrange(1 << 30))
                    shown += [order] if order else []
            except Over:
                pass
            killer.join()
            player.close()
            if victim == "server":
                server.stop()
                server.start()
            orders += len(shown)
            lost += _missing(shown, [line for line, _ in games.entries(game)[before:]])
            ClubSession(games, game, -1)  # the game can be read, and continues
    finally:
        server.stop()
        store.close()
    return orders, lost


def _clients(store: Store) -> int:
    """Return the number of PostgreSQL's clients."""
    if not store.is_postgres:
        return 0
    found = store.one("select count(*) from pg_stat_activity where backend_type = 'client backend'")
    assert found is not None
    return int(found[0])


def _missing(shown: Sequence[str], kept: Sequence[str]) -> int:
    """Return how many of the shown orders are not among the kept ones, in their order."""
    rest = iter(kept)
    return sum(1 for order in shown if not any(line.startswith(order) for line in rest))


def _kill(server: Server, victim: str, postgres: Postgres | None) -> None:
    if victim == "database":
        assert postgres is not None
        postgres.kill()
        postgres.start()
    elif victim == "server":
        server.process.kill()
        server.process.wait()
    elif victim == "prefork":
        os.kill(server.prefork, signal.SIGKILL)
    else:
        children = Path(f"/proc/{server.prefork}/task/{server.prefork}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)


def main() -> None:
    """Kill as many processes as the command line says, on SQLite or, with a second argument, on a PostgreSQL."""
    kills, postgres = int(sys.argv[1]), Postgres(durable=True) if "postgres" in sys.argv[2:] else None
    half = kills // 2
    try:
        with tempfile.TemporaryDirectory() as folder:
            url = postgres.url if postgres else str(Path(folder) / "writers.db")
            store = Store(url)
            store.prepare()
            for name in ("Anna", "Bert"):
                People(store).register(name)
            orders, lost = kill_writers(url, kills - half)
            print(f"{kills - half} writers killed: {orders} orders were shown, {lost} of them are lost", flush=True)
            if postgres:
                store.run("drop schema public cascade")
                store.run("create schema public")
            store.close()
            orders, lost = kill_servers(Path(folder), half, postgres)
            victims = "players' processes, prefork parents, servers" + (" and databases" if postgres else "")
            print(f"{half} {victims} killed: {orders} orders were shown, {lost} of them are lost")
    finally:
        if postgres:
            postgres.close()


if __name__ == "__main__":
    main()
