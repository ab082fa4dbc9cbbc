"""The pages of tournaments, by keys, at 80x24."""

import pytest

from tests.club.screens.test_lobby import At
from westwall_tui.club.database.tournaments import Plan, Tournaments
from westwall_tui.club.server.thinker import Thinker

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("people"),
    pytest.mark.parametrize("url", ["sqlite"], indirect=True),
]


async def test_a_series_is_made_joined_and_played(store, games):
    async with At(store, 1) as anna:
        await anna.press("t")
        assert "Press n to make one" in anna.text
        await anna.press("n")
        for _ in range(12):
            await anna.press("down")
            assert not anna.text.splitlines()[-2].endswith("..."), "the note on a line fits"
        await anna.press(*["up"] * 12, "slash", *"Best of two", "enter", "down", "right", "right", "down", "right")
        assert "Rounds:    two matches" in anna.text
        assert "Against:   Bert" in await anna.press("down", "b")
        await anna.press("down", "down", "plus", "right", "plus", "plus")
        assert "In turn:   Bastogne: Noville, Bastogne: Champs and Bastogne: Champs" in anna.text
        assert "Points:" not in anna.text
        assert "In turn:   Bastogne: Noville and Bastogne: Champs\n" in await anna.press("down", "left")
        assert "It begins as soon as Bert joins Anna." in await anna.press("enter")
    async with At(store, 2) as bert:
        assert "Best of two" in bert.text, "the lobby shows a tournament that is open"
        assert "> Join" in await bert.press("t", "enter")
        assert "You take part" in await bert.press("enter")
        Thinker(store, lambda _: None).check_clocks()
        assert "round 1 of 2" in await bert.press("escape", "enter")
        assert "ROUND 1 OF 2" in bert.text
        assert "Bastogne: Noville and Bastogne: Champs. A series of two matches" in bert.text
        assert "A match of two games, played for Best of two" in await bert.press("tab", "enter")
        assert all(len(line) <= 80 for line in bert.text.splitlines())
        await bert.press("escape", "x", *"withdraw", "enter")
        Thinker(store, lambda _: None).check_clocks()
        await bert.press("escape", "enter")
        assert "won by Anna" in bert.text
        assert "Bert, withdrew" in bert.text
    assert not store.rows("select 1 from game where ended is null")


async def test_the_organizer_starts_and_everyone_sees_the_table(store, people, games):
    cups = Tournaments(store)
    number = cups.make(1, Plan("Winter cup", ["quick/noville"], system="Swiss", times=2, kind=""))
    for name in ("Carla", "Dora", "Emil"):
        cups.join(number, people.register(name).id)
    async with At(store, 1) as anna:
        assert "Start now" in await anna.press("t", "enter")
        assert "The tournament begins" in await anna.press("enter")
    Thinker(store, lambda _: None).check_clocks()
    game, loser = store.row("select game, player from seat where game = 1 and side = 0")
    games.give_up(game, loser, "gave up")
    Thinker(store, lambda _: None).check_clocks()
    async with At(store, 2) as bert:
        text = await bert.press("t", "enter")
        assert "TABLE" in text
        assert "Buchholz" in text
        assert " to move" in text
        assert "x withdraw" not in text, "Bert does not take part"
        (row,) = [line for line in text.splitlines() if line.startswith(" >  1  ")]
        winner = people.by_number(store.row("select player from seat where game = 1 and side = 1")[0])
        assert row.split()[2:4] == [winner.name, "1"]
        assert f"{winner.name} beat " in text
