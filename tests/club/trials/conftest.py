"""A club that is served by a process of its own: three players, and one who hates it."""

import pytest

from tests.club.ssh import Server
from westwall_tui.club.database.store import Store


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A club, which opens once for all trials: that takes seconds."""
    found = Server(tmp_path_factory.mktemp("club"))
    found.register("Anna", "Bert", "Hans", "Carla")
    yield found
    found.stop()


@pytest.fixture(scope="session")
def database(server):
    """Its database."""
    found = Store(server.club.database)
    yield found
    found.close()
