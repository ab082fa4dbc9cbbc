"""Saves that players bring, good and bad, and connections that are lost during a command."""

import io

import pytest

from tests.every import every
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.server import player_commands as commands
from westwall_tui.club.server.player_commands import PlayerCommands
from westwall_tui.club.session import ClubSession, begin
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import Save, write_save

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("people")]


def brought(games, people, text):
    """Return the club's answer to a save of Anna's. Raises `FileError`."""
    out = io.StringIO()
    PlayerCommands(games, people, people.by_number(1), lambda _: None, io.StringIO(text), out).bring([])
    return out.getvalue()


def played(scenario="hurtgen/historical", orders=6):
    """Return a game that was played at home."""
    game = begin(scenario)
    for number in range(orders):
        game.apply(game.sample(number))
    return game


def test_an_imported_game_continues(games, people):
    game = played()
    assert "This is now game 1" in brought(games, people, write_save(Save(game, drawn=True)))
    session = ClubSession(games, 1, -1)
    assert session.game.digest() == game.digest()
    assert games.seats(1)[game.side].player == 1
    assert games.seats(1)[1 - game.side].player is None
    assert Challenges(games).take_seat(1, 1 - game.side, 2)
    mover = ClubSession(games, 1, game.side, 1, "Anna")
    mover.apply(mover.game.sample(99))


def test_an_imported_order_is_undone_if_the_other_player_agrees(games, people):
    """The club refused such an undo as out of date, until the other player had looked."""
    game = played()
    side = game.side
    brought(games, people, write_save(Save(game, drawn=True)))
    assert Challenges(games).take_seat(1, 1 - side, 2)
    anna, bert = ClubSession(games, 1, side, 1, "Anna"), ClubSession(games, 1, 1 - side, 2, "Bert")
    assert anna.game.can_undo
    with pytest.raises(IllegalOrder, match="asks your opponent to let"):
        anna.undo()
    bert.hear()
    bert.agree(yes=True)
    anna.hear()
    assert anna.game.log == game.log[:-1]


def test_a_finished_game_cannot_be_imported(games, people):
    game = played()
    game.apply("concede")
    with pytest.raises(FileError, match="this game is over"):
        brought(games, people, write_save(Save(game, drawn=True)))


@every("text", ["", "\0", "format = 1", 'format = 1\nkind = "save"\n', "[" * 500, "\x1b[2J = 1", "x = '''"])
def test_an_invalid_save_is_reported(games, people, text):
    with pytest.raises(FileError):
        brought(games, people, text)
    assert games.store.one("select count(*) from game") == (0,)


def test_a_save_of_orders_that_the_rules_forbid_is_refused(games, people):
    text = write_save(Save(played(), drawn=True))
    order = next(line for line in played().log if line.startswith("move"))
    with pytest.raises(FileError):
        brought(games, people, text.replace(order, order.rsplit(" ", 1)[0] + " 0101"))
    assert games.store.one("select count(*) from game") == (0,)


def test_an_endless_save_is_refused(games, people, monkeypatch):
    monkeypatch.setattr(commands, "MAX_SAVE_SIZE", 1_000)
    with pytest.raises(FileError, match="at most 1,000 characters"):
        brought(games, people, "x" * 1_001)


def test_imported_games_are_limited(games, people, monkeypatch):
    monkeypatch.setattr("westwall_tui.club.database.challenges.MAX_OPEN", 2)
    text = write_save(Save(played(), drawn=True))
    for _ in range(2):
        brought(games, people, text)
    with pytest.raises(FileError, match="at most 2 open challenges"):
        brought(games, people, text)
