"""Three temperaments: the same player with a few other numbers, by choice or by seed."""

import pytest

from westwall_tui.ai.player import Player
from westwall_tui.ai.thinker import Thinker, temperament_of
from westwall_tui.engine import queries
from westwall_tui.files.computer.weights import weights_of
from westwall_tui.files.faults import FileError
from westwall_tui.files.library import new_game
from westwall_tui.files.players.options import read_seats
from westwall_tui.files.players.seats import STEADY, TEMPERAMENTS, Seat, steady
from westwall_tui.files.saves.file import Save, build_save, write_save
from westwall_tui.files.tables import SourceFile

BATTLES = ("arnhem", "bastogne", "hurtgen", "remagen")


@pytest.mark.parametrize("battle", BATTLES)
def test_each_differs_in_few_numbers(battle):
    own = weights_of(battle)
    assert weights_of(battle, STEADY) == own
    for temperament in TEMPERAMENTS[1:]:
        other = weights_of(battle, temperament)
        changed = {name for name in {*own, *other} if own.get(name) != other.get(name)}
        assert 1 <= len(changed) <= 4
    assert weights_of(battle, "bold") != weights_of(battle, "careful")


def test_the_seed_decides_and_every_temperament_comes_about():
    found = [temperament_of(seed, side) for seed in range(40) for side in (0, 1)]
    assert found == [temperament_of(seed, side) for seed in range(40) for side in (0, 1)]
    assert all(found.count(temperament) > 10 for temperament in TEMPERAMENTS)


def test_another_word_is_refused():
    with pytest.raises(ValueError, match="steady, bold, careful"):
        Player(1, temperament="wild")


@pytest.mark.slow
def test_they_play_differently_and_each_the_same_every_time():
    """A morning of Hurtgen Forest between equals."""

    def morning(temperament, orders=40):
        game = new_game("hurtgen/historical", seed=3)
        players = [Player(2, side, temperament=temperament, clock=False) for side in (0, 1)]
        while len(game.log) < orders:
            game.apply(players[game.side].choose(game))
        return game.log

    bold, careful = morning("bold"), morning("careful")
    assert bold != careful
    again = morning("bold", 20)
    assert again == bold[: len(again)]


def test_a_chosen_one_is_asked_whatever_the_seed(monkeypatch):
    asked = []

    def choose(self, game):
        asked.append(self.temperament)
        return next(game.legal())

    monkeypatch.setattr(Player, "choose", choose)
    game = new_game("bastogne/spearhead", seed=1)
    for temperament in (*TEMPERAMENTS, ""):
        Thinker(4).question(game, 1, temperament)()
    assert asked == [*TEMPERAMENTS, temperament_of(4, game.side)]


def test_it_is_chosen_on_the_command_line_and_kept_in_the_save():
    game = new_game("bastogne/spearhead", seed=1)
    seats = read_seats(game.scenario, ["German=2:bold", "US=3"])
    assert seats == (Seat("computer", level=2, temperament="bold"), Seat("computer", level=3))
    assert [str(seat) for seat in (*seats, steady(1))] == [
        "the computer, level 2, bold",
        "the computer, level 3",
        "the computer, level 1",
    ]
    with pytest.raises(FileError, match="must be steady, bold or careful"):
        read_seats(game.scenario, ["German=2:wild"])
    game.apply(queries.default_order(game))
    again = build_save(SourceFile("x", write_save(Save(game, seats))))
    assert again.seats == seats
