"""The proof of random battles: it is deterministic, it can be stopped, and its corrections make games even."""

import itertools

import pytest

from westwall_tui.ai import proof
from westwall_tui.ai.proof import correction, lead, prove, share, whole_name
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.random_battles import RandomBattle, listed_battles


@pytest.fixture
def quick(monkeypatch):
    """Prove with few games, whose leads are drawn instead of played."""
    monkeypatch.setattr(proof, "FIRST", 2)
    monkeypatch.setattr(proof, "GAMES", 4)
    monkeypatch.setattr(proof, "MOST_SECTORS", 3)
    monkeypatch.setattr(proof, "lead", lambda _, seed: seed % 9 - 4)


def test_a_correction_makes_games_even():
    assert correction([3, 3, 3]) == -3
    assert correction([-2, -4, -3]) == 3
    assert correction([1, -1]) == 0
    assert correction([8, 8]) == -proof.MOST_AHEAD
    assert correction([4, 4, 4, 4, -80]) == correction([4, 4, 4, 4, -40]), "a great defeat counts as a clear one"


def test_a_share_counts_draws_half():
    assert share([1, 1, -1, -1]) == 50
    assert share([1, 0, 0, 0]) == 63
    assert share([-3, -3], 3) == 50
    assert share([-3, -3], 4) == 100


def test_the_same_dice_give_the_same_game():
    scenario = load_scenario("random/7-1")
    assert lead(scenario, 3) == lead(scenario, 3)


def test_a_proof_finds_the_same_battle_again(quick):
    first = prove(3)
    assert first is not None
    assert first == prove(3)
    assert first.battle.seed == 3


def test_a_proof_tells_how_far_it_is_and_can_be_stopped(quick):
    told = []

    def progress(sector, games):
        told.append((sector, games))
        return len(told) < 3

    assert prove(3, progress) is None
    assert told[:2] == [(RandomBattle(3, 1), 0), (RandomBattle(3, 1), 1)]
    assert len(told) == 3


@pytest.mark.parametrize(("leads", "verdict"), [((3, 3, 4, 2), proof.FOUND_FAIR), ((9, -9, 9, 9), proof.FOUND_UNFAIR)])
def test_only_a_battle_that_passed_its_games_is_called_fair(quick, monkeypatch, leads, verdict):
    games = itertools.cycle(leads)
    monkeypatch.setattr(proof, "lead", lambda *_: next(games))
    found = prove(3)
    assert found is not None
    assert found.verdict == verdict


@pytest.mark.advice_fails
def test_a_game_that_fails_leaves_the_battle_untested(quick, monkeypatch):
    def fails(*_):
        raise LookupError

    monkeypatch.setattr(proof, "lead", fails)
    assert prove(3) == (RandomBattle(3, 1), "It could not be tested")


def test_a_name_is_whole_after_the_proof(quick):
    told: list[str] = []
    name, dice = whole_name("random", 1 << 40, told.append)
    found = prove(1 << 40)
    assert found is not None
    assert name == str(found.battle)
    assert told[-1] == found.verdict
    assert dice is None
    assert told[0] == f"The computer is trying sector 1 of battle {1 << 40}: game 1 of 4"
    listed = listed_battles()[0]
    assert whole_name(f"random/{listed.seed}", 5, told.append) == (str(listed), 5)
    assert whole_name("quick/noville", 5, told.append) == ("quick/noville", 5)
