"""Small boards under Arnhem's rules, for the tests of its sections."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.drawn import FIELD, drawn, play
from westwall_tui.engine.battles.arnhem import Arnhem
from westwall_tui.engine.board import Board
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.state import Combat, Outcome


def field(*spots: str) -> str:
    """Return the field of nine by nine with other ground here and there: `field("0505#", "0504%")`."""
    rows = [list(row) for row in FIELD.split()]
    for spot in spots:
        rows[int(spot[2:4]) - 1][int(spot[:2]) - 1] = spot[4]
    return "\n".join("".join(row) for row in rows)


def market(
    terrain: str | Board = FIELD,
    *,
    allied: Sequence[str] = (),
    german: Sequence[str] = (),
    victory: Mapping[str, object] | None = None,
    **what: Any,
) -> Game:
    """Return a game by Arnhem's rules, the Allied player first; a unit called `Eng` is the Engineer."""
    known: dict[str, object] = {"engineer": ["Eng"]} if any(text.startswith("Eng ") for text in allied) else {}
    return drawn(
        terrain,
        blue=allied,
        red=german,
        names=("Allied", "German"),
        rules="arnhem",
        victory={**known, **(victory or {})},
        **what,
    )


def rules(game: Game) -> Arnhem:
    """Return the rules of a game of Arnhem."""
    assert isinstance(game.rules, Arnhem)
    return game.rules


def combat(game: Game) -> Combat:
    """Return the combat under way."""
    assert game.state.combat is not None
    return game.state.combat


def verdict(game: Game) -> Outcome:
    """Return the outcome of a finished game."""
    assert game.outcome is not None
    return game.outcome


def resolve(game: Game, attack: str, result: str) -> None:
    """Declare an attack, give no Final Protective Fire, and throw the die that has the result."""
    play(game, attack)
    if game.prompt.kind == "fpf":
        play(game, "fpf none")
    found = fight.odds(game.state, combat(game)).results
    assert result in found, f"{result} is not among {found}"
    play(game, f"roll {found.index(result) + 1}")


def until(game: Game, turn: int, side: str, kind: str = "movement", weather: int = 2) -> None:
    """End phases until a side is asked that in a Game-Turn; dice for the weather show `weather`."""
    while (game.state.turn, game.scenario.sides[game.prompt.side].name, game.prompt.kind) != (turn, side, kind):
        assert game.outcome is None
        assert game.state.turn <= turn
        play(game, f"roll {weather}" if isinstance(game.state.frames[-1], ExclusiveRoll) else "done")


def points(game: Game) -> dict[str, list[int]]:
    """Return the Victory Points by side, cause by cause, those without any left out."""
    found: dict[str, list[int]] = {side.name: [] for side in game.scenario.sides}
    for score in game.rules.account(game.state):
        if score.points:
            found[game.scenario.sides[score.side].name].append(score.points)
    return found
