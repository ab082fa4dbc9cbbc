"""Whoever is killed: an order that was shown was kept. `python -m tests.club.kills 300` does the same at length."""

import pytest

from tests.club.kills import kill_servers, kill_writers
from tests.club.server import needs_ssh

pytestmark = pytest.mark.slow


@pytest.mark.usefixtures("people")
def test_no_order_of_a_killed_writer_is_lost(url):
    orders, lost = kill_writers(url, 8)
    assert orders > 50
    assert lost == 0


@needs_ssh
@pytest.mark.xdist_group("door")
def test_no_order_is_lost_with_a_killed_server(tmp_path):
    orders, lost = kill_servers(tmp_path, "", 4)
    assert orders > 5
    assert lost == 0
