"""Gives orders in a game of a club as fast as it can, for the test of two servers: `URL GAME SIDE SEED`.

It prints `ready`, and begins when it gets a line. Then it prints a line for each attempt: `kept VERSION ORDER` or
`refused VERSION reason`.
"""

import sys
import time

from westwall_tui.club.database.games import Games
from westwall_tui.club.database.store import Store
from westwall_tui.club.session import ClubSession
from westwall_tui.engine.orders import IllegalOrder

SECONDS, MOST = 10.0, 6
"""The number of orders in one run; the phase has room for three programs that give as many."""


def main() -> None:
    """Give orders for a while."""
    url, game, side, seed = sys.argv[1], *map(int, sys.argv[2:])
    store = Store(url)
    session = ClubSession(Games(store), game, side, side + 1, f"server {seed}")
    print("ready", flush=True)
    sys.stdin.readline()
    end, kept = time.monotonic() + SECONDS, 0
    number = seed
    while kept < MOST and time.monotonic() < end and session.game.side == side:
        number += 7
        order = str(session.game.sample(number))
        if order == "done":
            continue
        try:
            session.apply(order)
        except IllegalOrder as refusal:
            print("refused", session.version, refusal.reason)
        else:
            kept += 1
            print("kept", session.version, order)
            time.sleep(0.02)  # the time that another program needs to read the game again
    store.close()


if __name__ == "__main__":
    main()
