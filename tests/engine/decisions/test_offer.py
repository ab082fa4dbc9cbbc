"""Offers of a draw or a concession, and their answers (4.0)."""

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
    """Return a game in Blue's Movement Phase."""
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


def test_4_0_an_accepted_offer_to_concede_is_a_concession():
    game = moving()
    play(game, "offer concession")
    assert game.prompt.text == "The Blue forces offer to concede; the Red forces may accept or play on"
    conceded, ended = play(game, "accept")
    assert (conceded, ended) == (Conceded("Blue"), GameEnded("Red", "Red wins: Blue conceded"))
    assert outcome(game).winner == 1


def test_a_refused_offer_only_prevents_another_one_in_this_game_turn():
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
    assert not queries.may_offer(game, "draw")  # an offer was refused before


def test_4_0_an_offer_needs_your_own_movement_phase_and_an_answer_needs_an_offer():
    game = moving()
    assert refused(game, "accept").reason == "your opponent has offered nothing that you could accept"
    play(game, "offer draw")
    assert refused(game, "offer draw").reason == "you can make an offer only in your own Movement Phase"
    assert refused(game, "done").case == "4.1"


def test_15_4_a_draw_cannot_be_offered_if_the_scenario_has_none():
    for key, has in (("hurtgen/historical", False), ("bastogne/relief", False), ("bastogne/spearhead", True)):
        assert new_game(key, seed=1).rules.draws is has
    game = new_game("hurtgen/historical", seed=1)
    while game.prompt.kind != "movement":
        game.apply(queries.default_order(game))
    assert refused(game, "offer draw").reason == "this scenario cannot end in a draw, so you cannot offer one"


@every("line", ["offer", "offer peace", "offer draw now", "accept draw"])
def test_the_notation_of_offers_and_answers(line):
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
def test_an_impossible_offer_in_a_file_is_refused(frame):
    game = moving()
    play(game, "offer draw")
    data = encode_position(game.state)
    name, side, what = frame.split()
    data["frames"] = [*data["frames"][:-1], [name, int(side), what]]
    found, trouble = decode_position(game, data)
    assert found is None
    assert "frames" in trouble
