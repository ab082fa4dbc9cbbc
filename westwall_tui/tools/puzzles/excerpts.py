"""Cuts positions out of games between computers: the units of one fight and those around it, as a scenario of its own.

What is proven there needs no claim about the rest of the front: nothing else is on the map.
"""

from collections.abc import Iterator

from westwall_tui.ai.player import Player
from westwall_tui.engine.game import Game
from westwall_tui.engine.loops import Play, fights
from westwall_tui.files.library import game_of
from westwall_tui.files.scenario_cache import LoadedScenario
from westwall_tui.files.scenarios import shared_scenario
from westwall_tui.tools.puzzles.positions import Drawn, PositionSize, scenario_text, victory_of

NEAR = 2
"""Units this near to one that fights are in the position."""
MOST_GUNS = 2
MOST_POINTS = 3


def cut_out(key: str, seed: int) -> Iterator[tuple[Drawn, str]]:
    """The fights of a game of a scenario between levels 1 and 2, Combat Phase by Combat Phase."""
    scenario = shared_scenario(key)
    game = game_of(scenario, seed=seed)
    players = [Player(1 + (seed + side) % 2, seed * 2 + side + 1, clock=False) for side in (0, 1)]
    seen = -1
    while game.outcome is None:
        if game.prompt.kind == "combat" and game.state.serial != seen:
            seen = game.state.serial
            name = scenario.sides[game.side].name
            for fight in _fights(game):
                yield Drawn({"scenario": _text(game, scenario, fight)}), f"{key}, Game-Turn {game.state.turn}, {name}"
        game.apply(players[game.side].choose(game))


def _fights(game: Game) -> Iterator[set[int]]:
    """The units that hang together by contact, with those near them and the guns that reach them."""
    groups: list[set[int]] = []
    for unit, near in fights.contacts_of(Play(game.state)).touched.items():
        joined = {unit, *near}
        for group in [group for group in groups if group & joined]:
            groups.remove(group)
            joined |= group
        groups.append(joined)
    return (_units_around(game, group) for group in groups if 4 <= len(group) <= 9)


def _units_around(game: Game, fight: set[int]) -> set[int]:
    state, scenario = game.state, game.scenario
    distance, location = scenario.board.grid.distance, state.location
    chosen = set(fight)
    for side in (0, 1):
        reach = []
        enemies = [unit for unit in fight if scenario.units[unit].side != side]
        for unit in state.on_map(side):
            if unit in fight:
                continue
            away = min(distance(location[unit], location[other]) for other in fight)
            if not scenario.artillery[unit]:
                chosen |= {unit} if away <= NEAR else set()
            elif min(distance(location[unit], location[enemy]) for enemy in enemies) <= scenario.ranges[unit]:
                reach.append((away, unit))
        chosen |= {unit for _, unit in sorted(reach)[:MOST_GUNS]}
    return chosen


def _text(game: Game, scenario: LoadedScenario, chosen: set[int]) -> str:
    """The scenario of the units chosen, as they stand."""
    state, turn = game.state, game.state.turn
    head = [f'battle = "{scenario.battle}"', *(f'{key} = "{scenario.rules}"' for key in ("rules", "board", "units"))]
    head += [f"first_turn = {turn}", f"last_turn = {turn}", f'dates = ["{scenario.date(turn)}"]']
    sides = tuple((info.name, info.letter) for info in scenario.sides)
    points = tuple(min(n, MOST_POINTS) for n in (state.support[state.side], state.support[1 - state.side]))
    size = PositionSize(0, 0, support=(points[0], points[1]))
    places = [(state.units[unit].id, state.number(state.location[unit])) for unit in sorted(chosen)]
    return scenario_text(
        head, sides, (state.side, size), turn, places, victory_of(scenario, [unit_id for unit_id, _ in places])
    )
