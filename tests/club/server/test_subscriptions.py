"""Subscriptions to changes of games."""

import asyncio

import pytest

import westwall_tui.club.server.subscriptions as module
from westwall_tui.club.server.forks import wake_sockets
from westwall_tui.club.server.subscriptions import ANY, Subscriptions


class Listener:
    """A process, as the server sees it."""

    def __init__(self) -> None:
        self.server, self._here = wake_sockets()
        self._here.setblocking(False)

    def heard(self) -> list[int]:
        """Return the games that the process has heard of since the last time."""
        found = []
        while True:
            try:
                found.append(int(self._here.recv(100).split()[1]))
            except BlockingIOError:
                return found

    def close(self) -> None:
        """Close the process's end."""
        self.server.close()
        self._here.close()


@pytest.fixture
def listeners():
    """Return a function that makes so many processes."""
    made: list[Listener] = []

    def make(number: int) -> list[Listener]:
        made.extend(Listener() for _ in range(number))
        return made

    yield make
    for listener in made:
        listener.close()


@pytest.fixture
def subscriptions(monkeypatch):
    """Return subscriptions of a club with seven games."""
    monkeypatch.setattr(module, "LISTS_LATER", 0.02)
    return Subscriptions(7)


async def test_an_order_wakes_the_followers_of_its_game_and_the_thinker_but_not_its_author(subscriptions, listeners):
    anna, bert, lobby, thinker, elsewhere = listeners(5)
    subscriptions.watch(3, anna.server)
    subscriptions.watch(3, bert.server)
    subscriptions.watch(4, elsewhere.server)
    subscriptions.watch(ANY, thinker.server)
    subscriptions.watch_lists(lobby.server)
    subscriptions.changed(3, by=anna.server)
    assert [listener.heard() for listener in (anna, bert, thinker, elsewhere, lobby)] == [[], [3], [3], [], []]


async def test_lobbies_hear_once_and_later_of_many_orders_in_other_games(subscriptions, listeners):
    [lobby] = listeners(1)
    subscriptions.watch_lists(lobby.server)
    for _ in range(20):
        subscriptions.changed(3)
    assert lobby.heard() == []
    await asyncio.sleep(0.05)
    assert lobby.heard() == [ANY]
    subscriptions.changed(3)
    await asyncio.sleep(0.05)
    assert lobby.heard() == [ANY]


async def test_lobbies_hear_of_a_new_game_at_once(subscriptions, listeners):
    lobby, challenger = listeners(2)
    subscriptions.watch_lists(lobby.server)
    subscriptions.watch_lists(challenger.server)
    subscriptions.changed(8, by=challenger.server)
    assert lobby.heard() == [8]
    assert challenger.heard() == []
    subscriptions.changed(8)
    assert lobby.heard() == [], "it is new only once"


async def test_a_process_that_is_gone_is_not_woken(subscriptions, listeners):
    [lobby] = listeners(1)
    subscriptions.watch_lists(lobby.server)
    subscriptions.watch(3, lobby.server)
    subscriptions.forget(lobby.server)
    subscriptions.changed(3)
    subscriptions.changed(9)
    subscriptions.lists_changed()
    assert lobby.heard() == []
