"""Kills whoever writes, at random moments: an order that was shown is in the database, and every game can go on.

`python -m tests.club.kills 300` kills players' processes, zygotes and doors on SQLite, and with a second argument,
`postgresql://...`, on that database.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.club.conftest import new_game
from tests.club.server import Server
from westwall_tui.club.games import Games
from westwall_tui.club.people import People
from westwall_tui.club.session import ClubSession
from westwall_tui.club.store import Store

SCENARIOS = ("hurtgen/historical", "bastogne/spearhead", "remagen/historical", "arnhem/historical")
LONGEST = 1.5
"""Seconds that a writer lives at most."""


def write(url: str, game: int, shown: int, seed: int) -> None:
    """Play both sides at random, and tell of each order when it would be shown."""
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
        sides[1 - mover.side].games.saw(game, 1 - mover.side, 0)  # takes back without being asked


def kill_writers(url: str, kills: int, seed: int = 0) -> tuple[int, int]:
    """Kill so many writers; how many orders were shown, and how many of those are lost."""
    draw = random.Random(seed)
    store = Store(url)
    games, orders, lost = Games(store), 0, 0
    game, expected = 0, [""]
    for number in range(kills):
        if not game or games.head_of(game).ended:
            game, expected = new_game(games, (1, 0), (2, 0), scenario=SCENARIOS[number % len(SCENARIOS)]), []
        reader, writer = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(reader)
            try:
                write(url, game, writer, draw.randrange(1 << 30))
            finally:
                os._exit(0)
        os.close(writer)
        draw.randrange(1 << 30)
        time.sleep(draw.random() * LONGEST)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        with os.fdopen(reader, "r") as lines:
            for line in lines.read().split("\n")[:-1]:
                if line == "undo":
                    expected = expected[:-1]
                else:
                    expected = [*expected, line]
                    orders += 1
        kept = [line for line, _ in games.entries(game)]
        lost += sum(1 for at, line in enumerate(expected) if at >= len(kept) or kept[at] != line)
        # What was written and not yet shown is kept, too: it is at the end, or an order less after a take-back.
        expected = kept
        ClubSession(games, game, -1)  # it can be read, and goes on
    store.close()
    return orders, lost


def kill_servers(folder: Path, database: str, kills: int, seed: int = 0) -> tuple[int, int]:
    """Kill players' processes, zygotes and doors under a program that plays by SSH; orders shown, and lost."""
    draw = random.Random(seed)
    server = Server(folder, database)
    server.register("Anna", "Bert")
    store = Store(server.club.database)
    games, orders, lost = Games(store), 0, 0
    game = new_game(games, (1, 0), (2, 0), scenario="hurtgen/historical")
    shown: list[str] = []
    try:
        for _ in range(kills):
            side = (store.one("select to_decide from game where id = ?", game) or (-1,))[0]
            if side < 0:
                game, shown, side = new_game(games, (1, 0), (2, 0), scenario="hurtgen/historical"), [], 0
                side = (store.one("select to_decide from game where id = ?", game) or (0,))[0]
            player = subprocess.Popen(
                server.command(("Anna", "Bert")[side], "referee", str(game)), stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1,
            )  # fmt: skip
            assert player.stdin is not None
            assert player.stdout is not None
            victim = draw.choice(("player", "player", "zygote", "door"))
            dies = time.monotonic() + draw.random()
            player.stdout.readline()
            try:
                while True:
                    if time.monotonic() > dies:
                        _kill(server, victim)
                        dies = float("inf")
                    player.stdin.write(f"?sample {draw.randrange(1 << 30)}\n")
                    order = player.stdout.readline().removeprefix("ok ").strip()
                    player.stdin.write(f"{order}\n")
                    answer = player.stdout.readline()
                    if answer.startswith("ok"):
                        shown.append(order)
                        orders += 1
                    if not answer or "not your decision" in answer or (dies == float("inf") and victim == "zygote"):
                        break
            except (BrokenPipeError, ValueError):
                pass
            player.kill()
            player.communicate()
            if dies < float("inf"):  # he had to wait for the other before that
                _kill(server, victim)
            if victim == "door":
                server.process.wait(20)
                server.stop()
                server.start()
            kept = [line for line, _ in games.entries(game)]
            lost += sum(1 for order in shown if not any(line == order or line.startswith(order) for line in kept))
            ClubSession(games, game, -1)
        People(store).all()
    finally:
        server.stop()
        store.close()
    return orders, lost


def _kill(server: Server, victim: str) -> None:
    if victim == "door":
        server.process.kill()
    elif victim == "zygote":
        os.kill(server.zygote, signal.SIGKILL)
    else:
        children = Path(f"/proc/{server.zygote}/task/{server.zygote}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)


def main() -> None:
    """Kill as many as the command line says."""
    kills, database = int(sys.argv[1]), (sys.argv[2:] or [""])[0]
    with tempfile.TemporaryDirectory() as folder:
        url = database or str(Path(folder) / "writers.db")
        store = Store(url)
        store.prepare()
        for name in ("Anna", "Bert"):
            if People(store).by_name(name) is None:
                People(store).register(name)
        store.close()
        half = kills // 2
        orders, lost = kill_writers(url, kills - half)
        print(f"{kills - half} writers killed: {orders} orders were shown, {lost} of them are lost", flush=True)
        orders, lost = kill_servers(Path(folder), "", half)
        print(f"{half} players' processes, zygotes and doors killed: {orders} orders were shown, {lost} are lost")


if __name__ == "__main__":
    main()
