"""A hostile client does what costs the server most, and barely slows players in a game.

The test measures the time from an order to the first byte on the other screen.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.club.conftest import new_game
from tests.club.ssh import PATIENCE, Over, Program, needs_ssh
from tests.club.trials.wire import Wire
from tests.long import sample
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.talk import MAX_TALK

pytestmark = [pytest.mark.slow, needs_ssh, pytest.mark.xdist_group("server")]
ROOT = Path(__file__).parents[3]
SECONDS, ORDERS = sample((12, 9), (1, 2))
FELT, TIMES = sample((0.25, 3), (2, 20))
"""Seconds that an order may take to the other screen on an idle machine.

On a busy one, an order may take so many times as long as without the hostile client, because other tests of `make test`
need the processor too.
"""


class Table:
    """Two players in a game: a program, and a client with a screen."""

    def __init__(self, server, database):
        game = new_game(Games(database), (1, 0), (2, 0), scenario="hurtgen/historical")
        mover = database.one("select to_decide from game where id = ?", game)[0]
        self._program = Program(server, ("Anna", "Bert")[mover], game)
        self._screen = Wire(server.command(("Bert", "Anna")[mover], "play", str(game), options=["-tt"]))
        assert self._screen.first(PATIENCE)
        self._screen.heard()

    def felt(self):
        """Return the median time from an order to the other screen."""
        taken = []
        try:
            for number in range(60):
                order = self._program.sample(number)
                if order == "done":
                    continue
                began = time.monotonic()
                if self._program.ask(order).startswith("ok") and self._screen.first(10.0):
                    taken.append(time.monotonic() - began)
                self._screen.heard()
                if len(taken) == ORDERS:
                    break
        except Over as error:
            pytest.fail(f"sent away: {error}")
        return statistics.median(taken)

    def close(self):
        """Close both."""
        self._program.close()
        self._screen.close()


@pytest.fixture
def table(server, database):
    """Return two players."""
    found = Table(server, database)
    yield found
    found.close()


@pytest.fixture(scope="module")
def usual(server, database):
    """Return the median time without a hostile client."""
    found = Table(server, database)
    yield found.felt()
    found.close()


@pytest.fixture
def attacked(server, database, usual, table):
    """Let the hostile client attack; return the number of attacks, the log, and its game."""

    def run(way):
        own = new_game(Games(database), (3, 0), (1, 0), scenario="hurtgen/historical")
        server.log()
        before = len(server.said)
        words = [way, str(server.port), str(server.key("Hans")), str(own), str(SECONDS)]
        hostile = subprocess.Popen(
            [sys.executable, "-m", "tests.club.trials.hostile", *words], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert hostile.stdout is not None
        try:
            assert hostile.stdout.readline() == "begins\n"
            now = table.felt()
            assert server.ask("Anna", "games").returncode == 0, "who wants in comes in meanwhile"
            said, _ = hostile.communicate(timeout=60)
        finally:
            hostile.kill()
            hostile.wait()
        assert now < max(FELT, TIMES * usual), f"{now:.3f} s against {usual:.3f} s without him"
        server.log()
        return int(said.split("done ")[1]), "".join(server.said[before:]), own

    return run


def test_a_window_with_a_thousand_sizes_per_second_is_closed(attacked):
    done, log, _ = attacked("sizes")
    assert done > 80 * SECONDS
    assert "too many window sizes" in log


def test_the_server_does_not_wait_for_a_client_that_reads_nothing(attacked, server):
    attacked("deaf")
    resident = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4_096
    assert resident < 120 << 20, "what he does not read is kept nowhere"


def test_a_flood_of_messages_is_let_through_slowly(attacked, database):
    done, _, game = attacked("talk")
    assert done > 8 * SECONDS
    assert 0 < len(Games(database).talk.read(game)) <= MAX_TALK * 2


def test_a_client_that_reconnects_without_end_waits_longer_and_longer(attacked, server):
    done, _, _ = attacked("logins")
    assert 2 < done < 20 + 3 * SECONDS + 6 * 2
    assert server.ask("Anna", "games").returncode == 0


def test_endless_key_exchanges_are_mostly_refused(attacked, server):
    done, _, _ = attacked("handshakes")
    assert done > 8 * SECONDS, "it costs little to send him away"
    assert server.ask("Anna", "games").returncode == 0


def test_idle_clients_hold_few_places(attacked, server):
    done, _, _ = attacked("idle")
    assert done <= server.club.most_each
    assert server.ask("Anna", "games").returncode == 0
