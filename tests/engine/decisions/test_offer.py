"""A side offers a draw, or to give the game up, and the other answers at once (4.0)."""

import pytest

from tests.drawn import drawn, legal, outcome, play, refused
from tests.every import every
from westwall_tui.engine import queries
from westwall_tui.engine.events import Conceded, Declined, GameEnded, Proposed
from westwall_tui.engine.orders import OrderSyntaxError, parse
from westwall_tui.files.library import new_game
from westwall_tui.files.saves.positions import decode_position, encode_position

UNITS = {"blue": ["A 4-4-7 0505"], "red": ["X 3-3-7 0508"]}


def moving():
    """Blue moves."""
    return drawn(**UNITS)


def test_4_0_a_draw_is_offered_and_accepted():
    game = moving()
    assert play(game, "offer draw") == [Proposed("Blue", "draw")]
    assert game.prompt[:3] == (1, "offer", "The Blue forces offer a draw; the Red forces may accept or play on")
    assert queries.offered(game) == "draw"
    assert legal(game) == ["accept", "stand"]
    (ended,) = play(game, "accept")
    assert ended == GameEnded("", "The game is drawn: both sides agreed")
    assert outcome(game).winner == -1
    assert queries.levels(game, outcome(game)) == 0


def test_4_0_who_offers_to_concede_has_conceded_once_the_other_accepts():
    game = moving()
    play(game, "offer concession")
    assert game.prompt.text == "The Blue forces offer to concede; the Red forces may accept or play on"
    conceded, ended = play(game, "accept")
    assert (conceded, ended) == (Conceded("Blue"), GameEnded("Red", "Red wins: Blue conceded"))
    assert outcome(game).winner == 1


def test_a_refused_offer_changes_nothing_but_that_it_is_not_repeated_in_this_game_turn():
    game = moving()
    before = game.legal()
    play(game, "offer draw")
    assert play(game, "stand") == [Declined("Red")]
    assert [*map(str, game.legal())] == [*map(str, before)]
    assert (
        refused(game, "offer concession").reason
        == "the Red forces have refused an offer this Game-Turn; you can offer again next Game-Turn"
    )
    while game.state.turn == 1:
        game.apply(queries.default_order(game) if game.explain("done") is not None else parse("done"))
    while game.side != 0:
        play(game, "done")
    assert game.explain("offer draw") is None
    assert not queries.may_offer(game, "draw")  # who was refused once does not ask again


def test_4_0_offers_are_for_ones_own_movement_phase_and_answers_for_offers():
    game = moving()
    assert refused(game, "accept").reason == "your opponent has offered nothing that you could accept"
    play(game, "offer draw")
    assert refused(game, "offer draw").reason == "you can make an offer only in your own Movement Phase"
    assert refused(game, "done").case == "4.1"


def test_15_4_no_draw_is_offered_where_the_scenario_has_none():
    for key, has in (("hurtgen/historical", False), ("bastogne/relief", False), ("bastogne/spearhead", True)):
        assert new_game(key, seed=1).rules.draws is has
    game = new_game("hurtgen/historical", seed=1)
    while game.prompt.kind != "movement":
        game.apply(queries.default_order(game))
    assert refused(game, "offer draw").reason == "this scenario cannot end in a draw, so you cannot offer one"


@every("line", ["offer", "offer peace", "offer draw now", "accept draw"])
def test_how_it_is_written(line):
    with pytest.raises(OrderSyntaxError):
        parse(line)


def test_a_position_with_an_offer_and_after_one_is_saved_and_read():
    game = moving()
    for order in ("offer concession", "stand"):
        play(game, order)
        again, trouble = decode_position(game, encode_position(game.state))
        assert not trouble
        assert again is not None
        assert again.digest() == game.digest()


@pytest.mark.parametrize("frame", ["Offered 1 peace", "Offered 0 draw"])
def test_a_file_cannot_invent_an_offer(frame):
    game = moving()
    play(game, "offer draw")
    data = encode_position(game.state)
    name, side, what = frame.split()
    data["frames"] = [*data["frames"][:-1], [name, int(side), what]]
    found, trouble = decode_position(game, data)
    assert found is None
    assert "frames" in trouble
