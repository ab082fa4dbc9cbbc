"""A club on two machines: two servers, one PostgreSQL, and a player at each."""

import time

import pytest

from tests.club.conftest import new_game
from tests.club.ssh import COLD, Screen, Server, changed, needs_ssh
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.store import Store

pytestmark = [pytest.mark.slow, needs_ssh, pytest.mark.xdist_group("server")]


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_an_order_on_one_server_is_shown_on_the_other(url, tmp_path):
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    servers = [Server(folder, url, path=changed(folder, COLD)) for folder in folders]
    screens = []
    try:
        servers[0].register("Anna")
        servers[1].register("Bert")
        store = Store(url)
        game = new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")
        mover = (store.one("select to_decide from game where id = ?", game) or (0,))[0]
        screens = [
            Screen(server.command(name, "play", str(game), options=["-tt"]))
            for server, name in zip(servers, ("Anna", "Bert"), strict=True)
        ]
        for screen in screens:
            screen.until("Movement Phase")
        screens[mover].press("E")
        screens[mover].until("End the")
        screens[mover].press("y")
        began = time.monotonic()
        screens[1 - mover].until("Combat", 20)
        assert time.monotonic() - began < 20  # `make bench ARGS=club` measures the delay
        store.close()
    finally:
        for screen in screens:
            screen.close()
        for server in servers:
            server.stop()
