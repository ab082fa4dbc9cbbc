"""The bytes over SSH reveal no secret, and planted leaks are found.

`python -m tests.club.trials.wire 1 9` tries more.
"""

import pytest

from tests.club.ssh import COLD, Server, needs_ssh
from tests.club.trials import planted, wire
from tests.long import sample
from westwall_tui.club.database.store import Store

pytestmark = [pytest.mark.slow, needs_ssh, pytest.mark.xdist_group("server")]


@pytest.fixture(scope="module")
def leaky(tmp_path_factory):
    """Return a club whose processes have planted leaks, its database, and the folder in which to choose one."""
    folder = tmp_path_factory.mktemp("planted")
    planted.plant(folder, COLD)
    server = Server(tmp_path_factory.mktemp("club"), path=str(folder))
    server.register("Anna", "Bert", "Carla")
    store = Store(server.club.database)
    yield server, store, folder
    store.close()
    server.stop()


def test_15_36_the_bytes_of_games_that_differ_in_a_secret_are_alike(server, database):
    compared, found = wire.leaking(server, database, 1, sample(5, 3))
    assert compared > sample(40_000, 25_000)
    assert found == []


@pytest.mark.parametrize("form", sample([*planted.FORMS], ["length"]))
def test_a_leak_outside_the_screen_is_found_in_the_bytes(leaky, form, monkeypatch):
    monkeypatch.setattr(wire, "PRIVATE_KEYS", ())
    monkeypatch.setattr(wire, "ATTEMPTS", 1)
    server, store, folder = leaky
    planted.choose(folder, form)
    _, found = wire.leaking(server, store, 1, 0)
    assert "the German: the secret note" in found
    assert "who watches: the secret note" in found
