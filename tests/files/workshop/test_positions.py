"""The position of a game as a scenario: units, points and holders are as they were."""

import pytest

from westwall_tui.engine.battles.standard import Standard
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.workshop.draft import Draft
from westwall_tui.files.workshop.positions import texts_of_position

BATTLES = (
    "quick/champs",
    "quick/noville",
    "quick/arnhem-bridge",
    "remagen/historical",
    "hurtgen/historical",
)


def _places(game: Game) -> dict[str, str]:
    state = game.state
    return {unit.id: state.number(h) for unit, h in zip(state.units, state.location, strict=True) if h >= 0}


@pytest.mark.parametrize("key", BATTLES)
def test_each_phase_of_a_random_game_can_be_played_from_its_position(key):
    game = Game(load_scenario(key), seed=5)
    draw, last, tried = Draw(3), None, 0
    while game.outcome is None and tried < 12:
        game.play_random(draw)
        state = game.state
        phase = (state.turn, state.side, state.phase)
        if phase == last or state.combat is not None:
            continue
        last, tried = phase, tried + 1
        texts, notes = texts_of_position(game)
        begun = Game(Draft(texts, "position").scenario)
        out = [note.split('"')[1] for note in notes if note.startswith("[[place]]")]
        assert _places(begun) == {unit: at for unit, at in _places(game).items() if unit not in out}
        if state.phase is not Phase.SETUP:
            assert (begun.state.turn, begun.state.side) == (state.turn, state.side)
            if isinstance(game.rules, Standard):
                assert begun.rules.totals(begun.state) == game.rules.totals(state)
    assert tried > 3


def test_the_middle_of_a_combat_is_refused():
    game, draw = Game(load_scenario("quick/champs"), seed=5), Draw(3)
    while game.state.combat is None:
        game.play_random(draw)
    with pytest.raises(FileError, match="middle of a combat"):
        texts_of_position(game)
