"""A club with a server process for all trials: three players, and one hostile client."""

import pytest

from tests.club.ssh import Server
from westwall_tui.club.database.store import Store


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Return a club that all trials share, because its start takes seconds."""
    found = Server(tmp_path_factory.mktemp("club"))
    found.register("Anna", "Bert", "Hans", "Carla")
    yield found
    found.stop()


@pytest.fixture(scope="session")
def database(server):
    """Return the club's database."""
    found = Store(server.club.database)
    yield found
    found.close()
