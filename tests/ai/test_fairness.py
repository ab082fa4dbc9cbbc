"""The computer is fair: it only gets forks of the real game, for the side that it plays.

A fork has dice of its own, and nothing in it that its viewer may not know (`tests/engine/test_fork.py`). Here every
call of a function of the computer player is watched, whoever asked it: each game that it is given must come from one.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from tests.drawn import drawn
from westwall_tui.ai.search.levels import level_of
from westwall_tui.ai.thinker import Thinker, Thought
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.players.seats import LEVELS, SEATS
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.plain.questions import hint_of
from westwall_tui.referee import Referee
from westwall_tui.ui.opponent.computer import Computer


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch):
    """Check that it takes the same paths in a fraction of its time."""
    monkeypatch.setattr("westwall_tui.ai.player.level_of", lambda level: level_of(level).times(0.05))


DOORS = ("question", "hint", "_question_about")
"""Methods of `Thinker` that get the real game, to fork it."""
NOBODY = -1


@contextmanager
def watched(side: int) -> Iterator[list[str]]:
    """Watch the calls in the block, and yield the faults of the games that the computer of a side got."""
    wrong: list[str] = []
    seen = 0
    viewer_of: dict[int, tuple[Game, int]] = {}
    fork, copy = Game.fork, Game.copy

    def forked(game: Game, **how: Any) -> Game:
        twin = fork(game, **how)
        origin = viewer_of.get(id(game))
        viewer_of[id(twin)] = twin, how.get("viewer", NOBODY) if origin is None else origin[1]
        if origin is None and game.seed is not None and twin.state.die == game.state.die:
            wrong.append("a fork with the dice of the real game")
        return twin

    def copied(game: Game, **how: Any) -> Game:
        twin = copy(game, **how)
        if id(game) in viewer_of:
            viewer_of[id(twin)] = twin, viewer_of[id(game)][1]
        return twin

    def look(frame: FrameType, event: str, _: object) -> None:
        nonlocal seen
        module = frame.f_globals.get("__name__", "")
        if event != "call" or not module.startswith("westwall_tui.ai."):
            return
        code = frame.f_code
        if module == "westwall_tui.ai.thinker" and code.co_name in DOORS:
            return
        for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            given = frame.f_locals.get(name)
            if isinstance(given, Game):
                seen += 1
                known = viewer_of.get(id(given))
                if known is None or known[1] not in (side, NOBODY):
                    wrong.append(f"{module}.{code.co_name} has a game as {known and known[1]} knows it")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "fork", forked)
        patch.setattr(Game, "copy", copied)
        sys.settrace(look)
        try:
            yield wrong
        finally:
            sys.settrace(None)
    assert seen, "the computer was asked"


def fair(real: Game, ask: Callable[[], object]) -> None:
    """Check that the computer sees only forks while it is asked, and that the real game does not change."""
    before = real.state.digest(), real.state.die, real.log[:]
    with watched(real.side) as wrong:
        ask()
    assert not wrong, wrong[0]
    assert before == (real.state.digest(), real.state.die, real.log[:])


def decisions(game: Game, kinds: int, most: int = 400) -> Iterator[Game]:
    """Yield a game by random orders, at each kind of decision when it first comes."""
    draw, found = Draw(1), set[str]()
    for _ in range(most):
        if game.outcome is not None or len(found) == kinds:
            return
        if game.prompt.kind not in found:
            found.add(game.prompt.kind)
            yield game
        game.play_random(draw)


def small() -> Game:
    """Return a unit and a gun against a unit and a gun."""
    blue, red = ["A 4-4-3 0505", "G 2-3-2/4-4 0508"], ["X 4-4-3 0504", "H 2-3-2/4-4 0501"]
    return drawn(blue=blue, red=red, seed=3)


@pytest.mark.parametrize("level", LEVELS)
def test_every_game_that_it_holds_is_a_fork_for_its_side(level):
    for game in decisions(small(), 5):
        thinker = Thinker(1)
        fair(game, lambda game=game, thinker=thinker: thinker.question(game, level, offers=True)())  # type: ignore[misc]
        if level == max(LEVELS):
            fair(game, lambda game=game, thinker=thinker: thinker.hint(game, level)())  # type: ignore[misc]


@pytest.mark.parametrize("level", LEVELS)
def test_15_36_also_while_drop_zones_are_secret(level):
    for game in decisions(Game(load_scenario("arnhem/free"), seed=1), 2):
        fair(game, lambda game=game: Thinker(1).question(game, level)())  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["arnhem/free", "bastogne/spearhead", "hurtgen/historical", "remagen/historical"])
def test_in_all_decisions_of_the_battles(key):
    for game in decisions(Game(load_scenario(key), seed=1), 9):
        fair(game, lambda game=game: Thinker(1).question(game, 1, offers=True)())  # type: ignore[misc]
        fair(game, lambda game=game: Thinker(1).hint(game, 2)())  # type: ignore[misc]


def test_whoever_asks_it():
    """The screen, its hints, plain lines, the referee, letters and the club."""
    from westwall_tui.mail import checking

    answers: list[Thought] = []
    for game in decisions(small(), 5):
        session = LocalSession.new(game.scenario, seed=3, seats=(SEATS[1], SEATS[2]))
        session._save.game = game
        computer = Computer(session, lambda: "once", lambda question: answers.append(question()), lambda *_: None)
        fair(game, computer.play)
        computer.rest()
        fair(game, lambda computer=computer: computer.advise(3, "", print))  # type: ignore[misc]
        fair(game, lambda game=game: hint_of(game))  # type: ignore[misc]
        referee = Referee(game, draw_seed=1)
        fair(game, lambda referee=referee: referee.answer("?advise 2"))  # type: ignore[misc]
        mailed = type("Mailed", (), {"game": "0" * 32})()
        fair(game, lambda game=game, mailed=mailed: checking.computers_answer(game, mailed))  # type: ignore[misc]
    assert len(answers) == 8, "two in each decision"


@pytest.mark.parametrize("mutant", ["the game itself", "a copy", "the other side's fork"])
def test_a_thinker_that_is_given_more_is_found_out(mutant):
    game, more = small(), {"the game itself": lambda game: game, "a copy": Game.copy}
    with watched(game.side) as wrong:
        kept = Game.fork
        with pytest.MonkeyPatch.context() as patch:
            other = more.get(mutant, lambda game: kept(game, seed=0, viewer=1 - game.side))
            patch.setattr(Game, "fork", lambda game, **_: other(game))
            question = Thinker(1).question(game, 1)
        question()
    assert wrong
