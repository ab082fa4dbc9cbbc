"""Matches: the results of their games, who wins, and the games in their files."""

import pytest

from tests.drawn import drawn, play
from tests.engine.battles.scored import TOWN, scored
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.command_line import BEST_OF_THREE, MIRRORED
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.matches import Match, MatchResult
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession

ANNA, BERT = Seat(name="Anna"), Seat(name="Bert")
NAMES = ("Anna", "Bert")
HEAD_START = TOWN + "[victory]\nstart = { Red = 7 }"
ONLY_WINS = """
[[points]]
kind = "hold"
name = "Town"
hexes = ["0505"]
by = "unit"
wins = "Blue"

[victory]
otherwise = "Red"
"""


def match(kind, *results):
    return Match("a1", kind, results=tuple(MatchResult(*result) for result in results))


def ended(text, *orders):
    """Return a finished game of one turn, in which Blue may take the town."""
    game = scored(text, blue=["A 4-4-7 0506"], red=["X 2-2-7 0101", "Y 2-2-7 0909"], last_turn=1)
    play(game, *orders)
    while game.outcome is None:
        play(game, "done")
    return game


# -- margins


def test_the_margin_is_the_lead_in_points():
    assert queries.margin(ended(TOWN, "move A 0505")) == 5
    assert queries.margin(ended(HEAD_START, "move A 0505")) == -2


def test_a_concession_never_saves_points():
    assert queries.margin(ended(TOWN, "move A 0505", "concede")) == -5, "Blue was ahead"
    assert queries.margin(ended(HEAD_START, "concede")) == -12


def test_a_victory_without_points_has_a_margin_of_its_own():
    game = drawn(blue=["A 4-4-7 0101"], red=["X 4-4-7 0909"], last_turn=6)
    play(game, "concede")
    assert queries.margin(game) == -25, "on turn 1 of 6"
    assert queries.margin(ended(ONLY_WINS, "move A 0505")) == 20
    assert queries.margin(ended(ONLY_WINS)) == -20


def test_a_draw_by_agreement_has_no_margin():
    game = scored(TOWN, blue=["A 4-4-7 0506"], red=["X 2-2-7 0101"], last_turn=3)
    play(game, "move A 0505", "offer draw", "accept")
    assert game.outcome is not None
    assert queries.margin(game) == 0


# -- who wins


@pytest.mark.parametrize(
    ("kind", "results", "over", "winner"),
    [
        (MIRRORED, [(0, 7, 1)], False, 0),
        (MIRRORED, [(0, 7, 1), (1, -4, 0)], True, 0),
        (MIRRORED, [(0, 7, 1), (1, -8, 0)], True, 1),
        (MIRRORED, [(0, 7, 1), (1, -7, -2)], True, 1),
        (MIRRORED, [(0, 7, 2), (1, -7, -2)], True, -1),
        (BEST_OF_THREE, [(0, 1, 0), (0, 1, 0)], True, 0),
        (BEST_OF_THREE, [(0, 50, 0), (1, -1, 0)], False, 0),
        (BEST_OF_THREE, [(0, 50, 0), (1, -1, 0), (1, -1, 0)], True, 1),
        (BEST_OF_THREE, [(0, 1, 0), (1, -3, 0), (-1, 0, 0)], True, 1),
    ],
)
def test_the_winner(kind, results, over, winner):
    found = match(kind, *results)
    assert (found.is_over, found.winner) == (over, winner)


def test_sentences_about_a_match():
    half = match(MIRRORED, (0, 7, 1))
    assert half.in_the_bar(NAMES) == "game 2 of 2, Anna +7"
    assert match(MIRRORED).in_the_bar(NAMES) == "game 1 of 2"
    assert half.after_game(NAMES) == ("After game 1 of 2, Anna leads by seven points.", "In game 2 you switch sides.")
    whole = match(MIRRORED, (0, 7, 1), (1, -4, 0))
    assert whole.after_game(NAMES) == ("The match goes to Anna, by the sum of the leads: Anna +3 (Anna +7, Bert +4).",)
    level = match(MIRRORED, (0, 7, 2), (1, -7, -2))
    assert level.after_game(NAMES) == ("The match is drawn: even (Anna +7, Bert +7).",)
    two = match(BEST_OF_THREE, (0, 5, 0), (0, 1, 0))
    assert two.after_game(NAMES) == ("The match goes to Anna, by games won (2 : 0): Anna +6 (Anna +5, Anna +1).",)
    third = match(BEST_OF_THREE, (0, 5, 0), (1, -9, 0))
    assert third.after_game(("you", "level 2"))[0] == (
        "After game 2 of 3, level 2 leads by four points (you +5, level 2 +9)."
    )
    level = match(BEST_OF_THREE, (0, 5, 0), (1, -5, 0))
    assert level.after_game(NAMES)[0] == "After game 2 of 3, the match is even."
    assert match(MIRRORED, (0, 7, 1)).after_game(NAMES, at_once=True)[1] == "The other game decides."
    one = match(BEST_OF_THREE, (0, 5, 0))
    assert one.after_game(NAMES, at_once=True)[1] == "Unless one of you wins both games, game 3 follows."
    assert level.after_game(NAMES, at_once=True)[1] == "Game 3 decides, with the sides of game 1."


def test_the_third_game_is_due_after_two_that_decide_nothing():
    for undecided in (((0, 5, 0), (1, -9, 0)), ((-1, 0, 0), (0, 1, 0)), ((-1, 0, 0), (-1, 0, 0))):
        assert match(BEST_OF_THREE, *undecided).is_third_due
    assert not match(BEST_OF_THREE, (0, 5, 0)).is_third_due
    assert not match(BEST_OF_THREE, (0, 5, 0), (0, 1, 0)).is_third_due
    assert not match(BEST_OF_THREE, (0, 5, 0), (1, -9, 0), (-1, 0, 0)).is_third_due
    assert not match(MIRRORED, (0, 5, 0), (1, -9, 0)).is_third_due


def test_players_without_names():
    assert Match("a1").players((Seat(), Seat("computer", level=2))) == ("you", "level 2")
    assert Match("a1").players((Seat(), Seat())) == ("player 1", "player 2")
    assert match(MIRRORED, (0, 7, 1)).players((BERT, ANNA)) == NAMES, "they have switched sides"


# -- their files


def first_game(folder, kind=MIRRORED, **more):
    begun = LocalSession.new(
        load_scenario("bastogne/spearhead"), seed=3, seats=(ANNA, BERT), match=Match.new(kind, **more), folder=folder
    )
    begun.apply("concede")
    return begun


def test_the_next_game_has_changed_sides_and_the_result(tmp_path):
    first = first_game(tmp_path)
    second = LocalSession.resume(first.path).next_of_match()
    again = LocalSession.resume(second.path)
    assert again.seats == (BERT, ANNA)
    assert again.match is not None
    assert first.match is not None
    assert again.match.id == first.match.id
    (result,) = again.match.results
    assert result.margin == queries.margin(first.game)
    assert again.game.seed != first.game.seed
    again.apply("concede")
    whole = again.match.with_result(again.game)
    assert whole.is_over
    assert whole.margin == result.margin - queries.margin(again.game)


def test_the_same_dice_if_the_players_want_them(tmp_path):
    first = first_game(tmp_path, same_dice=True)
    assert first.next_of_match().game.seed == first.game.seed == 3


def test_the_next_game_is_begun_only_once(tmp_path):
    """A player who opens the first game again cannot start the second one again with better dice."""
    first = first_game(tmp_path)
    second = first.next_of_match()
    assert LocalSession.resume(first.path).next_of_match().path == second.path
    second.apply("concede")
    assert LocalSession.resume(first.path).next_of_match().game.outcome is not None
    assert len(list_saves(tmp_path)) == 2


def test_another_game_after_a_match_is_no_part_of_it(tmp_path):
    assert first_game(tmp_path).another(swapped=True).match is None


def test_a_game_without_a_match_has_no_table(tmp_path):
    session = LocalSession.of_save(Save(Game(load_scenario("bastogne/spearhead"), seed=1)), tmp_path)
    session.save()
    assert "[match]" not in session.path.read_text()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('kind = "mirrored"', 'kind = "long"', "[match]: kind: 'long' is not one of mirrored, best-of-three"),
        ("game = 2", "game = 3", "[match]: game: must be from 1 to 2"),
        ("margin = ", "margin = [] #", "[match]: margin: must be 1 whole numbers from -100000 to 100000"),
        ("margin = ", "margin = [1000000] #", "[match]: margin: must be 1 whole numbers from -100000 to 100000"),
        ("winner = ", "winner = [2] #", "[match]: winner: must be 1 whole numbers from -1 to 1"),
        ("[match]\n", "[match]\nnew = 1\n", "[match]: new: unknown key"),
    ],
)
def test_a_fault_in_the_table(tmp_path, old, new, fault):
    second = first_game(tmp_path).next_of_match()
    text = second.path.read_text().replace("[\n    ", "[").replace(",\n]", "]")
    assert old in text
    second.path.write_text(text.replace(old, new, 1))
    with pytest.raises(FileError) as raised:
        LocalSession.resume(second.path)
    assert any(fault in str(each) for each in raised.value.faults), raised.value.faults
