"""Two players on one game of the club, on either games."""

import pytest

from tests.club.conftest import new_game
from westwall_tui.club.games import MOST_TALK
from westwall_tui.club.session import ClubSession
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.seats import FREE

pytestmark = pytest.mark.usefixtures("people")


def both(open_games, game):
    """Both players at their screens, each with a connection of his own."""
    told: list[int] = []
    first = ClubSession(open_games(), game, 0, 1, "Anna", told.append)
    second = ClubSession(open_games(), game, 1, 2, "Bert", told.append)
    return first, second, told


def play(session, orders):
    """Play orders for whoever sits there while he decides."""
    for seed in range(orders):
        if session.game.side != session.side:
            return
        session.apply(session.game.sample(seed))


def test_an_order_is_on_the_other_screen(open_games, games):
    first, second, told = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    events = mover.apply(mover.game.sample(1))
    assert told == [mover.number]
    (heard,) = [heard for heard in other.hear() if heard.order]
    assert list(heard.events) == events
    assert other.game.digest() == mover.game.digest()
    assert other.version == mover.version == 1


@pytest.mark.slow
def test_it_is_in_the_database_when_it_is_shown(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover = first if first.game.side == 0 else second
    play(mover, 20)
    fresh = ClubSession(open_games(), mover.number, -1)
    assert fresh.game.log == mover.game.log
    assert fresh.game.digest() == mover.game.digest()


def test_nobody_decides_for_another(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    other = second if first.game.side == 0 else first
    with pytest.raises(IllegalOrder, match="not your decision"):
        other.apply(other.game.sample(1))


def test_who_watches_gives_no_order(open_games, games):
    game = new_game(games)
    watcher = ClubSession(open_games(), game, -1)
    with pytest.raises(IllegalOrder, match="not your decision"):
        watcher.apply(watcher.game.sample(1))
    with pytest.raises(IllegalOrder, match="only watches"):
        watcher.say("to the left!")


@pytest.mark.slow
def test_the_second_of_two_is_refused_and_reads_the_game_anew(open_games, games):
    """The same player sits at two terminals, and gives an order at each."""
    game = new_game(games)
    side = ClubSession(games, game, 0).game.side
    here, there = (ClubSession(open_games(), game, side, 1, "Anna") for _ in range(2))
    here.apply(here.game.sample(1))
    with pytest.raises(IllegalOrder, match="gone on meanwhile"):
        there.apply(there.game.sample(2))
    assert there.game.log == here.game.log
    assert any(heard.fresh for heard in there.hear())


@pytest.mark.slow
def test_the_same_number_of_orders_is_not_the_same_game(open_games, games):
    """An order taken back and another given: who has the first one must not go on from it."""
    game = new_game(games)
    side = ClubSession(games, game, 0).game.side
    here, there = (ClubSession(open_games(), game, side, 1, "Anna") for _ in range(2))
    here.apply(here.game.sample(1))
    there.hear()
    here.undo()
    here.apply(
        next(order for order in (here.game.sample(seed) for seed in range(2, 99)) if str(order) != there.game.log[0])
    )
    assert len(here.game.log) == len(there.game.log)
    with pytest.raises(IllegalOrder, match="gone on meanwhile"):
        there.apply(there.game.sample(1))
    assert there.game.log == here.game.log


@pytest.mark.slow
def test_a_take_back_is_followed(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    start = mover.game.digest()
    mover.apply(mover.game.sample(1))
    mover.undo()  # nobody has seen it
    assert not other.game.log
    mover.apply(mover.game.sample(2))
    other.hear()
    with pytest.raises(IllegalOrder, match="is asked"):
        mover.undo()
    assert any("wants to take" in heard.asks for heard in other.hear())
    other.agree(True)
    mover.hear()
    assert mover.game.digest() == other.game.digest() == start


@pytest.mark.slow
def test_a_take_back_may_be_refused(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.apply(mover.game.sample(2))
    other.hear()
    with pytest.raises(IllegalOrder, match="is asked"):
        mover.undo()
    other.hear()
    other.agree(False)
    assert len(mover.game.log) == len(other.game.log) == 1
    assert not any(heard.asks for heard in other.hear())


@pytest.mark.slow
def test_a_redo_is_written(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.apply(mover.game.sample(1))
    after = mover.game.digest()
    mover.undo()
    mover.redo()
    other.hear()
    assert mover.game.digest() == other.game.digest() == after


@pytest.mark.slow
def test_words_reach_the_others_once(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    first.say("good luck")
    assert [heard.text for heard in second.hear()] == ["Anna: good luck"]
    assert not second.hear()
    assert not any(heard.text for heard in first.hear())


def test_nobody_talks_without_end(open_games, games, store):
    first, second, _ = both(open_games, new_game(games))
    for n in range(MOST_TALK):
        first.say(f"line {n}")
    with pytest.raises(IllegalOrder, match="too much"):
        first.say("one more")
    second.say("the other one may")
    store.run("update talk set at = at - 61")
    first.say("and later again")
    assert len(games.talk(first.number)) == MOST_TALK + 2


def test_only_the_last_lines_of_a_game_are_kept(games, store, monkeypatch):
    monkeypatch.setattr("westwall_tui.club.games.KEPT_TALK", 3)
    game = new_game(games)
    for n in range(5):
        games.say(game, 1, f"line {n}")
    assert [text for _, _, text in games.talk(game)] == ["line 2", "line 3", "line 4"]
    assert store.one("select count(*) from talk") == (3,)


def test_a_game_waits_for_its_second_player(open_games, games):
    game = new_game(games, (1, 0), (None, 0))
    alone = ClubSession(open_games(), game, 0, 1, "Anna")
    assert alone.seats[1] == FREE
    with pytest.raises(IllegalOrder):
        alone.apply(alone.game.sample(1))
    assert not games.take_seat(game, 1, 1)  # not against herself
    assert games.take_seat(game, 1, 2)
    assert not games.take_seat(game, 1, 2)
    alone.hear()
    assert alone.seats[1].name == "Bert"


def test_a_draw_ends_the_game_for_both(open_games, games):
    first, second, _ = both(open_games, new_game(games))
    assert not games.offer_draw(first.number, 0)
    assert any("offers a draw" in heard.text for heard in second.hear())
    assert games.offer_draw(first.number, 1)
    mover = first if first.game.side == 0 else second
    with pytest.raises(IllegalOrder, match="a draw by agreement"):
        mover.apply(mover.game.sample(1))


@pytest.mark.slow
def test_a_whole_game_by_both_ends_in_the_database(open_games, games):
    """Orders at random until somebody gives up: what each screen has is what the database has."""
    game = new_game(games, scenario="remagen/historical")
    first, second, _ = both(open_games, game)
    for seed in range(200):
        mover, other = (first, second) if first.game.side == 0 else (second, first)
        mover.apply(mover.game.sample(seed))
        other.hear()
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.apply("concede")
    other.hear()
    assert first.game.outcome is not None
    assert first.game.digest() == second.game.digest()
    head = games.head(game)
    assert head.ended
    assert head.outcome == first.game.outcome.reason
    assert head.orders == len(first.game.log) > 100


def test_a_database_that_does_not_answer_leaves_the_game_as_it_was(open_games, games, monkeypatch):
    """The order may have been kept or not: it is refused, nothing of it is shown, and the game is read anew."""
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    mover.apply(mover.game.sample(1))
    before = mover.game.digest()
    run = mover.games.store._run

    def dies(sql, values):
        if sql == "commit":
            run(sql, values)  # kept, and the line dropped before that was said
            raise mover.games.store._errors[0]("gone")
        return run(sql, values)

    monkeypatch.setattr(mover.games.store, "_run", dies)
    with pytest.raises(IllegalOrder, match="does not answer"):
        mover.apply(mover.game.sample(2))
    assert mover.game.digest() == before
    monkeypatch.undo()
    assert any(heard.fresh for heard in mover.hear())
    other.hear()
    assert len(mover.game.log) == 2
    assert mover.game.digest() == other.game.digest()


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_line_to_postgresql_that_dropped_is_found_again(open_games, games, store):
    first, second, _ = both(open_games, new_game(games))
    mover, other = (first, second) if first.game.side == 0 else (second, first)
    drop = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
    store.rows(drop)
    mover.apply(mover.game.sample(1))
    store.rows(drop)
    other.hear()
    assert mover.game.digest() == other.game.digest()


@pytest.mark.usefixtures("people")
def test_who_defends_goes_with_the_player_when_sides_are_drawn(games, store):
    for _ in range(6):
        game = new_game(games, (1, 0), (None, 0), lot=True)
        games.defend(game, 0, "24")
        assert games.take_seat(game, 1, 2)
        assert {seat.name: seat.defends for seat in games.seats(game)} == {"Anna": "24", "Bert": "ask"}
    first = {games.seats(game)[0].name for (game,) in store.rows("select id from game")}
    assert first == {"Anna", "Bert"}


@pytest.mark.usefixtures("people")
def test_the_number_of_a_challenge_that_was_taken_back_is_nobodys_again(games):
    game = new_game(games, (1, 0), (None, 0))
    games.withdraw(game)
    assert games.head(game) is None
    assert new_game(games, (1, 0), (None, 0)) > game
