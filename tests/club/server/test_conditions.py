"""Conditions in a club: the thinker decides by them at once, once per decision, and nobody else can read them."""

import io
import time
from functools import cache

import pytest

from tests.club.conftest import new_game, time_passes
from westwall_tui.club.database.challenges import Challenges
from westwall_tui.club.database.clocks import Pace
from westwall_tui.club.database.games import CONDITIONS_LAG, DEFENSES
from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.people import People
from westwall_tui.club.database.private import read_private
from westwall_tui.club.database.store import Refused
from westwall_tui.club.server.player_commands import answer, exported
from westwall_tui.club.server.thinker import Thinker
from westwall_tui.club.session import ClubSession, begin, open_game, position_summary
from westwall_tui.conditions import decided_in
from westwall_tui.engine import queries
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.command_line import CONDITIONS
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import write_save
from westwall_tui.words.events import log_so_far

pytestmark = pytest.mark.usefixtures("people")
KEY = "quick/noville"
FIRE, ALL = ("fire none",), ("fire none", "retreat all away", "advance none")
SECRET = "fire none for 1/506 at +6..+9"


@cache
def before_an_attack():
    """Return the orders up to a German attack, and the attack, after which the U.S. player decides about fire."""
    for seed in range(40):
        game = begin(KEY)
        for step in range(150):
            if game.prompt.kind == "fpf":
                return tuple(game.log[:-1]), game.log[-1]
            game.apply("roll 1" if game.prompt.kind == "roll" else game.sample(1000 * seed + step))
    raise AssertionError("no game came to an attack")


@pytest.fixture
def work(open_store):
    return Thinker(open_store(), lambda _: None)


@pytest.fixture
def game(games):
    """Return a game before an attack by Anna (German), in which Bert's conditions decide."""
    lines, _ = before_an_attack()
    played = begin(KEY)
    played.replay(lines)
    number = Challenges(games).new_game(
        KEY, played.scenario.digest, {}, ((1, 0), (2, 0)), position_summary(played), lines=lines, who="Anna"
    )
    games.defend(number, 2, CONDITIONS)
    games.mark_seen(number, 2, len(lines))
    return number


def sessions(games, game):
    return [open_game(games, game, games_player(games, number), lambda _: None) for number in (1, 2)]


def games_player(games, number):
    found = People(games.store).by_number(number)
    assert found is not None
    return found


def attacked(games, game, *conditions):
    """Let Bert write conditions, and Anna attack. Return both sessions."""
    anna, bert = sessions(games, game)
    bert.change_private(bert.side, lambda private: private._replace(conditions=conditions))
    anna.apply(before_an_attack()[1])
    assert queries.is_defense(anna.game)
    return anna, bert


def authors(games, game):
    return [who for _, who in games.entries(game)[len(before_an_attack()[0]) + 1 :]]


def test_what_conditions_cover_is_decided_at_once_and_the_rest_waits(games, game, work):
    anna, bert = attacked(games, game, *FIRE)
    assert work.step()
    assert authors(games, game)[0] == "Bert's conditions"
    assert "fpf" in games.entries(game)[len(before_an_attack()[0]) + 1][0]
    assert not work.step()
    for session in (anna, bert):
        assert not any(news.text for news in session.hear()), "the log has the sentence before its event"
        assert session.by_conditions == {len(before_an_attack()[0]) + 1: bert.side}
    assert bert.game.log == anna.game.log


def test_the_log_names_decisions_by_conditions_also_after_the_game_is_opened_again(games, game, work):
    attacked(games, game, *FIRE)
    assert work.step()
    for session in sessions(games, game):
        log = [line.text for line in log_so_far(session, lambda _: "")]
        at = log.index("By the U.S. conditions, no artillery fires.")
        assert log[at + 1].startswith("Final Protective Fire: none")
        assert sum("conditions" in line for line in log) == 1


def test_an_open_game_leaves_the_decision_to_the_thinker_or_makes_it_itself(games, game):
    """Both at once would be in each other's way."""
    _, bert = attacked(games, game, *FIRE)
    bert.hear()
    assert decided_in(bert) is None
    assert bert.where_conditions_decide.startswith("The club decides by them")
    games.defend(game, 2, "ask")
    bert.hear()
    assert bert.where_conditions_decide.startswith("They decide while you have the game open")
    decided = decided_in(bert)
    assert decided is not None
    assert decided.lines == (1,)


def test_all_decisions_of_a_turn_are_decided_by_a_whole_table(games, game, work):
    anna, _ = attacked(games, game, *ALL)
    for step in range(400):
        while anna.game.side == 1 and queries.is_defense(anna.game):
            assert work.step()
            anna.hear()
        if anna.game.state.side == 1 or anna.game.outcome is not None:
            break
        anna.apply(anna.game.sample(step))
    assert set(authors(games, game)) == {"Anna", "Bert's conditions"}
    assert not work.step()


@pytest.mark.parametrize("conditions", [(), ("off", "fire none"), ("advance none",), ("no such line",)])
def test_a_decision_that_they_do_not_cover_waits_for_the_player_and_no_thinker_asks_twice(
    games, game, work, open_store, conditions
):
    _, bert = attacked(games, game, *conditions)
    work.step()
    assert not work.step()
    bert.change_private(bert.side, lambda private: private._replace(conditions=FIRE))  # for decisions to come
    assert not work.step()
    assert not Thinker(open_store(), lambda _: None).step()
    assert authors(games, game) == []
    assert [due.player for due in Lists(games.store).due_notifications(time.time() + 1)] == [2]
    bert.hear()
    bert.apply("fpf none")
    assert authors(games, game)[0] == "Bert"


@pytest.mark.parametrize("conditions", [FIRE, ()])
def test_an_opponent_cannot_try_attacks_to_learn_the_conditions(games, game, work, conditions):
    """Neither the answer nor the lack of one can be undone without asking; before that, undo is free as ever."""
    anna, _ = attacked(games, game, *conditions)
    anna.undo()
    anna.apply(before_an_attack()[1])
    work.step()
    anna.hear()
    log, version = [*anna.game.log], anna.version
    with pytest.raises(IllegalOrder):
        anna.undo()
    keep = len(before_an_attack()[0])
    assert not games.take_back(game, version, keep, anna._mover, position_summary(anna.game))
    assert [line for line, _ in games.entries(game)] == log
    assert games.seats(game)[1].seen == keep, "Bert himself has seen nothing"


def test_nobody_else_reads_or_writes_conditions(games, game, people):
    """The opponent, another player, a spectator, exports, lists, messages and the administrator's list."""
    people.register("Carla")
    anna, _ = attacked(games, game, SECRET)
    shown = [write_save(exported(anna)), str(anna.hear()), str(Lists(games.store).all()), str(games.seats(game))]
    for player in (1, 3):
        for words in (["conditions"], ["save"], ["board"], ["referee"], ["games"], ["conditions", "set"]):
            out, given = io.StringIO(), io.StringIO("fire all\n")
            number = [] if words == ["games"] else [str(game)]
            try:
                answer(
                    *(games, people, games_player(games, player), [words[0], *number, *words[1:]]),
                    *(lambda _: None, given, out),
                )
            except (FileError, IllegalOrder) as refusal:
                out.write(str(refusal))
            shown.append(out.getvalue())
    assert not [text for text in shown if SECRET in text or "1/506 at" in text]
    assert read_private(games.store, game, 2).conditions == (SECRET,)
    assert read_private(games.store, game, 1).conditions == ("fire all",), "Anna has set her own"
    for side in (0, 1):
        watcher = ClubSession(games, game, side)
        with pytest.raises(IllegalOrder):
            watcher.private(side)
    with pytest.raises(IllegalOrder):
        anna.private(1)


def test_a_flood_of_changes_stops_no_game(games, game, work):
    anna, bert = attacked(games, game, *FIRE)
    for number in range(100):
        lines = (f"fire none at +{number % 9}",) * 60
        bert.change_private(bert.side, lambda private, lines=lines: private._replace(conditions=lines))
        games.defend(game, 2, DEFENSES[number % len(DEFENSES)])
    with pytest.raises(IllegalOrder):
        bert.change_private(bert.side, lambda private: private._replace(conditions=("fire none",) * 61))
    games.defend(game, 2, CONDITIONS)
    bert.change_private(bert.side, lambda private: private._replace(conditions=FIRE))
    assert work.step()
    assert "Bert's conditions" in authors(games, game)
    assert games.store.row("select count(*) from private") == (1,)
    assert anna.hear()


def test_conditions_come_before_the_computers_own_turns(games, game, work):
    seats = ((None, 5), (1, 0)) if begin(KEY).side == 0 else ((1, 0), (None, 5))
    new_game(games, *seats, scenario=KEY)
    attacked(games, game, *FIRE)
    claim = games.reserve("one", time.time(), 60, queries.DEFENSE, {2: 100.0, 1: 100.0})
    assert claim is not None
    assert (claim.game, claim.by_conditions) == (game, True)


def test_commands_set_conditions_and_who_decides(games, game, people):
    def says(words, text=""):
        out = io.StringIO()
        answer(games, people, games_player(games, 2), words, lambda _: None, io.StringIO(text), out)
        return out.getvalue()

    assert says(["conditions", f"{game}", "set"], "off\n\n fire none \n") == "off\nfire none\n"
    with pytest.raises(FileError, match="at most 12,120 characters"):
        says(["conditions", f"{game}", "set"], " " * 12_100 + "\nretreat all never 1810 1811")  # not half of a line
    assert says(["conditions", f"{game}"]) == "off\nfire none\n"
    with pytest.raises(FileError, match=r"line 2: .*'sing'"):
        says(["conditions", f"{game}", "set"], "fire none\nsing a song\n")
    assert "computer" in says(["defend", f"{game}", "computer"])
    for wrong in (["defend", f"{game}", "magic"], ["defend", f"{game}"], ["defend", "99", "ask"]):
        with pytest.raises((FileError, Refused)):
            says(wrong)
    assert games.seats(game)[1].defends == "computer"


@pytest.mark.parametrize(("waited", "costs"), [(CONDITIONS_LAG - 1, 0), (100, 100 - CONDITIONS_LAG)])
def test_conditions_cost_no_time_on_a_live_clock(games, work, waited, costs):
    """A thinker that is busy costs nothing. A player who decides late, and then by conditions, gains nothing."""
    lines, attack = before_an_attack()
    played = begin(KEY)
    played.replay(lines)
    number = Challenges(games).new_game(
        *(KEY, played.scenario.digest, {}, ((1, 0), (2, 0)), position_summary(played)),
        lines=lines,
        pace=Pace(clock=600),
    )
    games.defend(number, 2, CONDITIONS)
    anna, _ = attacked(games, number, *FIRE)
    time_passes(games, number, waited)
    assert work.step()
    assert games.seats(number)[1].rest == pytest.approx(600 - costs, abs=2)
    assert attack in anna.game.log
