"""Who is called when a game changes."""

import asyncio

import pytest

from westwall_tui.club.server import calls as module
from westwall_tui.club.server.calls import ANY, Calls
from westwall_tui.club.server.forks import wake_sockets


class Ear:
    """A process, as the door knows it."""

    def __init__(self) -> None:
        self.door, self._here = wake_sockets()
        self._here.setblocking(False)

    def heard(self) -> list[int]:
        """The games of which it was told since."""
        found = []
        while True:
            try:
                found.append(int(self._here.recv(100).split()[1]))
            except BlockingIOError:
                return found

    def close(self) -> None:
        """Hear no more."""
        self.door.close()
        self._here.close()


@pytest.fixture
def ears():
    """So many processes."""
    made: list[Ear] = []

    def make(number: int) -> list[Ear]:
        made.extend(Ear() for _ in range(number))
        return made

    yield make
    for ear in made:
        ear.close()


@pytest.fixture
def calls(monkeypatch):
    """Seven games there are."""
    monkeypatch.setattr(module, "LISTS_LATER", 0.02)
    return Calls(7)


async def test_an_order_wakes_who_looks_at_its_game_and_the_thinker_at_once_and_not_who_gave_it(calls, ears):
    anna, bert, lobby, thinker, elsewhere = ears(5)
    calls.watch(3, anna.door)
    calls.watch(3, bert.door)
    calls.watch(4, elsewhere.door)
    calls.watch(ANY, thinker.door)
    calls.watch_lists(lobby.door)
    calls.changed(3, by=anna.door)
    assert [ear.heard() for ear in (anna, bert, thinker, elsewhere, lobby)] == [[], [3], [3], [], []]


async def test_lobbies_hear_once_and_later_of_many_orders_of_others(calls, ears):
    [lobby] = ears(1)
    calls.watch_lists(lobby.door)
    for _ in range(20):
        calls.changed(3)
    assert lobby.heard() == []
    await asyncio.sleep(0.05)
    assert lobby.heard() == [ANY]
    calls.changed(3)
    await asyncio.sleep(0.05)
    assert lobby.heard() == [ANY]


async def test_lobbies_hear_of_a_new_game_at_once(calls, ears):
    lobby, challenger = ears(2)
    calls.watch_lists(lobby.door)
    calls.watch_lists(challenger.door)
    calls.changed(8, by=challenger.door)
    assert lobby.heard() == [8]
    assert challenger.heard() == []
    calls.changed(8)
    assert lobby.heard() == [], "it is new only once"


async def test_who_is_gone_is_not_called(calls, ears):
    [lobby] = ears(1)
    calls.watch_lists(lobby.door)
    calls.watch(3, lobby.door)
    calls.forget(lobby.door)
    calls.changed(3)
    calls.changed(9)
    calls.lists_changed()
    assert lobby.heard() == []
