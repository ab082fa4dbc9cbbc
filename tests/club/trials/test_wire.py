"""Bytes over SSH say no secret; what is planted in them is found. `python -m tests.club.trials.wire 1 9`."""

import pytest

from tests.club.ssh import COLD, Server, needs_ssh
from tests.club.trials import planted, wire
from tests.long import sample
from westwall_tui.club.database.store import Store

pytestmark = [pytest.mark.slow, needs_ssh, pytest.mark.xdist_group("server")]


@pytest.fixture(scope="module")
def leaky(tmp_path_factory):
    """A club in whose processes leaks are planted, its database, and the folder in which one is chosen."""
    folder = tmp_path_factory.mktemp("planted")
    planted.plant(folder, COLD)
    server = Server(tmp_path_factory.mktemp("club"), path=str(folder))
    server.register("Anna", "Bert", "Carla")
    store = Store(server.club.database)
    yield server, store, folder
    store.close()
    server.stop()


def test_15_36_the_bytes_of_two_games_that_differ_in_a_secret_are_alike(server, database):
    compared, found = wire.leaking(server, database, 1, sample(5, 3))
    assert compared > sample(40_000, 25_000)
    assert found == []


@pytest.mark.parametrize("form", sample([*planted.FORMS], ["length"]))
def test_a_leak_that_no_screen_shows_is_found_in_the_bytes(leaky, form, monkeypatch):
    monkeypatch.setattr(wire, "SILENT", ())
    monkeypatch.setattr(wire, "TRIES", 1)
    server, store, folder = leaky
    planted.choose(folder, form)
    _, found = wire.leaking(server, store, 1, 0)
    assert "the German: the secret note" in found
    assert "who watches: the secret note" in found
