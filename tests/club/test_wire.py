"""The bytes that come over SSH say no secret; what is planted in them is found. `python -m tests.club.wire 1 9`."""

import pytest

from tests.club import planted, wire
from tests.club.server import Server, needs_ssh
from tests.long import sample
from westwall_tui.club.store import Store

pytestmark = [pytest.mark.slow, needs_ssh, pytest.mark.xdist_group("door")]


@pytest.fixture
def club(tmp_path):
    """Opens a club with three players; its server and its database."""
    opened = []

    def start(path=""):
        server = Server(tmp_path, path=path)
        server.register("Anna", "Bert", "Carla")
        store = Store(server.club.database)
        opened.append((server, store))
        return server, store

    yield start
    for server, store in opened:
        store.close()
        server.stop()


def test_15_36_the_bytes_of_two_games_that_differ_in_a_secret_are_alike(club):
    server, store = club()
    compared, found = wire.leaking(server, store, 1, 5)
    assert compared > 40_000
    assert found == []


@pytest.mark.parametrize("form", sample([*planted.FORMS], ["title", "length"]))
def test_a_leak_that_no_screen_shows_is_found_in_the_bytes(club, tmp_path, form, monkeypatch):
    monkeypatch.setattr(wire, "SILENT", ())
    monkeypatch.setattr(wire, "TRIES", 1)
    planted.plant(tmp_path / "planted", form)
    server, store = club(str(tmp_path / "planted"))
    _, found = wire.leaking(server, store, 1, 0)
    assert "the German: the secret note" in found
    assert "who watches: the secret note" in found
