"""After any kill, an order that was shown is kept. `python -m tests.club.trials.kills 300` tries more."""

import pytest

from tests.club.postgres import Postgres, programs
from tests.club.ssh import needs_ssh
from tests.club.trials.kills import kill_servers, kill_writers

pytestmark = pytest.mark.slow


@pytest.mark.usefixtures("people")
def test_no_order_of_a_killed_writer_is_lost(url):
    orders, lost = kill_writers(url, 3)
    assert orders >= 3, "each has shown one"
    assert lost == 0


@needs_ssh
@pytest.mark.xdist_group("server")
def test_no_order_is_lost_with_a_killed_server(tmp_path):
    orders, lost = kill_servers(tmp_path, 3, victims=("player", "prefork", "server"))
    assert orders >= 3, "one for each kill at least"
    assert lost == 0


@needs_ssh
@pytest.mark.xdist_group("server")
@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed (Debian: apt install postgresql)")
def test_no_order_is_lost_with_a_killed_postgresql_and_the_server_continues(tmp_path):
    postgres = Postgres(durable=True)
    try:
        orders, lost = kill_servers(tmp_path, 2, postgres, victims=("database",))
    finally:
        postgres.close()
    assert orders > 2, "some before, and some once it is there again"
    assert lost == 0
