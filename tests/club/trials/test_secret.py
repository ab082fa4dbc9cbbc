"""No screen shows a secret of the other side: games that differ only in secret notes look alike to all others."""

import pytest

from tests.club.conftest import new_game
from tests.long import sample
from westwall_tui.club.context import ChangeFeed
from westwall_tui.club.database.people import People
from westwall_tui.club.server.child import ClubApp, ClubGameStart
from westwall_tui.club.server.player_commands import PlayerCommands
from westwall_tui.club.session import ClubSession
from westwall_tui.files.players.settings import Settings

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("people")]
NOTES = (5, 40)
"""The index of each division's hex among the allowed ones, in two games."""
PAGES = "r t V P W p G question_mark R C i left_square_bracket colon S Q"
KEYS = (
    *("right", "down", "tab", "z", "Z", "T", "c", "o", "O", "x", "m", "v", "I"),
    *(key for page in PAGES.split() for key in (page, "escape")),
)
LOOKS = sample({2: KEYS, 3: KEYS}, {2: (*KEYS[:13], *KEYS[13::4]), 3: (*KEYS[:13], "t", "escape", "G", "escape")})
"""The keys to press, by player."""


@pytest.fixture(autouse=True)
def one_seed(monkeypatch):
    """Give every terminal the same seed, which decides between hints of equal worth."""
    monkeypatch.setattr("westwall_tui.ui.opponent.computer.new_seed", lambda: 7)


def noted(games, notes):
    """Return a game of Arnhem whose Allied player, Anna, has noted the drop zones."""
    game = new_game(games, (1, 0), (2, 0), scenario="arnhem/free")
    session = ClubSession(games, game, 0, 1, "Anna")
    while session.game.prompt.kind == "notes":
        legal = [str(order) for order in session.game.legal()]
        done = {line.split()[1] for line in session.game.log}
        divisions = [line for line in legal if line.startswith("zone") and line.split()[1] not in done]
        session.apply(divisions[notes % len(divisions)] if divisions else "done")
    return game


async def shown(store, player, game, *, watches, keys=KEYS):
    """Return what a terminal shows, including styles, while the player presses all keys that show things."""
    who = People(store).by_number(player)
    assert who is not None
    app = ClubApp("club", store, who, Settings(), ChangeFeed(), ClubGameStart(game, watches=watches))
    screens = []
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            screens.append([[(segment.text, segment.style) for segment in strip] for strip in strips])
    return screens


@pytest.mark.parametrize("player", [2, 3], ids=["the German", "who watches"])
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_noted_drop_zones_change_no_other_screen(games, people, store, player):
    people.register("Carla")
    keys = LOOKS[player]
    found = [await shown(store, player, noted(games, notes), watches=player == 3, keys=keys) for notes in NOTES]
    for key, one, other in zip(keys, *found, strict=True):
        for first, second in zip(one, other, strict=True):
            assert _without_numbers(first) == _without_numbers(second), key


def _without_numbers(line):
    """Return a line without the number of the game, in which the two differ on purpose."""
    text = "".join(part for part, _ in line)
    return [(text.replace("game 1", "game N").replace("game 2", "game N"), [style for _, style in line])]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_the_author_sees_the_notes(games, store):
    found = [await shown(store, 1, noted(games, notes), watches=False, keys=KEYS[:4]) for notes in NOTES]
    assert any(
        _without_numbers(a) != _without_numbers(b)
        for one, other in zip(*found, strict=True)
        for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("word", ["board", "save", "referee"])
def test_printed_commands_keep_secrets_too(games, people, store, word):
    people.register("Carla")
    import io
    import re

    for player in (2, 3):
        if word == "referee" and player == 3:
            continue
        told = []
        for notes in NOTES:
            out = io.StringIO()
            game = noted(games, notes)
            asked = io.StringIO("?state\n?prompt\n?legal\n?score\n")
            commands = PlayerCommands(games, people, people.by_number(player), lambda _: None, asked, out)
            getattr(commands, word)([str(game)])
            told.append(re.sub(r"saved = .*", "", out.getvalue()))
        assert told[0] == told[1]
