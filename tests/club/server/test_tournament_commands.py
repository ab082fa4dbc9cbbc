"""The commands for tournaments, as players type them."""

import io

import pytest

from westwall_tui.club.database.lists import Lists
from westwall_tui.club.database.tournaments import Tournaments
from westwall_tui.club.server.player_commands import answer
from westwall_tui.club.server.thinker import Thinker
from westwall_tui.files.faults import FileError

ANNA, BERT, CARLA, DORA = 1, 2, 3, 4


@pytest.fixture
def typed(games, people):
    """Return a function that runs a command of a player, and returns its output or the refusal."""
    people.register("Carla", "key of Carla")
    people.register("Dora", "key of Dora")

    def run(player: int, line: str) -> str:
        out = io.StringIO()
        try:
            answer(games, people, people.by_number(player), line.split(), lambda _: None, io.StringIO(), out)
        except FileError as error:
            return error.faults[0].reason
        return out.getvalue()

    return run


def test_a_tournament_needs_no_screen(games, store, people, typed):
    assert typed(ANNA, "tournaments") == "No tournament yet. Type tournament new --help to make one\n"
    assert typed(ANNA, "tournament new Winter cup --battle noville --rounds 2") == (
        "Winter cup is tournament 1. Others can join it\n"
    )
    typed(DORA, "program yes")
    for player in (BERT, CARLA, DORA):
        assert typed(player, "join 1") == "You take part in Winter cup. The club begins your games\n"
    assert "open, 4 of 16" in typed(ANNA, "tournaments")
    assert typed(ANNA, "tournament 1").splitlines() == [
        "Winter cup: open, 4 of 16",
        "Bastogne: Noville. Double round robin, matches of two games, 3 days a turn.",
        "",
        *("Anna", "Bert", "Carla", "Dora"),
    ]
    assert typed(ANNA, "start 1") == "Winter cup begins\n"
    thinker = Thinker(store, lambda _: None)
    thinker.check_clocks()
    assert typed(BERT, "withdraw 1") == "You have withdrawn from Winter cup\n"
    thinker.check_clocks()
    lines = typed(ANNA, "tournament 1").splitlines()
    assert lines[0] == "Winter cup: round 1 of 6"
    assert lines[3].split() == ["points", "rounds", "lead"]
    assert lines[7].startswith(" 4  Bert, withdrew  ")
    assert any("  Dora, a program   " in line for line in lines)
    assert lines[9] == "Round 1 of 6"
    assert sum(" to move" in line for line in lines) == 2
    own = next(game for game in Lists(store).of(ANNA) if not game.ended or game.tournament)
    assert f"{own.id:>4}  Bastogne: Noville" in typed(ANNA, "games")
    assert "      Winter cup. The other game of the match is game " in typed(ANNA, "games")


def test_a_series_names_its_opponent_and_its_battles(store, typed):
    line = "tournament new Best of both --system series --rounds 3 --battle noville champs --against Bert --single"
    assert typed(ANNA, line) == "Best of both is tournament 1. Others can join it\n"
    assert typed(CARLA, "join 1") == "you cannot join Best of both: it is for one other player"
    typed(BERT, "join 1")
    Thinker(store, lambda _: None).check_clocks()
    assert Tournaments(store).one(1).round == 1
    assert typed(ANNA, "tournament 1").splitlines()[1] == (
        "Bastogne: Noville and Bastogne: Champs. A series of three games, 3 days a turn."
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("tournament", "name a tournament by its number; tournaments lists them"),
        ("tournament 7", "there is no tournament 7"),
        ("join x", "name a tournament by its number"),
        ("tournament new Cup", "the following arguments are required: --battle; tournament new --help lists the terms"),
        ("tournament new Cup --battle nowhere", "isn't a battle of this club"),
        ("tournament new Cup --battle noville --days 0", "invalid choice: 0"),
        ("tournament new Cup --battle noville --system series --against Zoe", "no player is called 'Zoe'"),
        (
            "tournament new Cup --battle noville best --option start-us=3",
            "the options are strict, start-allied, start-german",
        ),
        ("tournament new \x1b[31mCup --battle noville", "its name has 3 to 30 letters"),
    ],
)
def test_wrong_words_are_refused_with_a_reason(store, typed, line, reason):
    assert reason in typed(ANNA, line)
    assert not store.rows("select 1 from tournament")


def test_the_terms_of_a_tournament_are_listed(typed):
    assert "--system" in typed(ANNA, "tournament new --help")
