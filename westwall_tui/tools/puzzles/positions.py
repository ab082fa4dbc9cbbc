"""Random positions of a few units in contact, on a small board or around a place on a battle's map.

A position has three texts, like the files of a scenario. Without a board or units of its own it uses a battle's.
Positions are also taken from games between computer players: the units of one fight and those around it. Nothing else
is on the map, so a proof does not depend on the rest of the front.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from westwall_tui.ai.player import Player
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE, HexGrid
from westwall_tui.engine.loops import Play, fights
from westwall_tui.engine.units import Unit
from westwall_tui.files.library import game_of
from westwall_tui.files.scenarios.catalog import shared_scenario
from westwall_tui.files.scenarios.texts import BRIEFING, LoadedScenario

Texts = Mapping[str, str]
"""The texts by name: `scenario`, and its own `board` and `units` if it has these."""

US, GERMAN = "US", "German"
FOOT = {
    US: ("2-4-7", "2-4-7", "3-4-7", "5-4-12", "4-4-7", "2-3-7"),
    GERMAN: ("3-3-6", "2-2-6", "4-3-6", "5-3-10", "1-2-6", "3-4-6"),
}
GUNS = {US: ("3-2-9/1-7", "4-3-9/1-7", "2-3-8/1-7"), GERMAN: ("3-2-8/1-6", "2-2-7/1-6", "4-2-8/1-6")}
NAMES = {US: ("1/8", "2/8", "3/8", "1/22", "2/22", "3/22"), GERMAN: ("1/9", "2/9", "3/9", "1/36", "2/36", "3/36")}
GUN_NAMES = {US: ("29", "29b", "42"), GERMAN: ("9A", "9Ab", "36A")}
VEHICLES = 10
"""Minimum Movement Allowance of vehicles."""
CLEAR = 0.55
"""The share of clear hexes on a board."""


class PositionSize(NamedTuple):
    """The numbers of units and points in a position."""

    attackers: int
    defenders: int
    guns: tuple[int, int] = (0, 0)
    """The numbers of guns of the attacker and the defender. `support` has their Ground Support Points."""
    support: tuple[int, int] = (0, 0)
    loose: int = 0
    """The number of attackers that begin two hexes from an enemy; with any, the position begins with their movement."""


class Drawn(NamedTuple):
    """A position and its place on the map."""

    texts: Texts
    place: str = ""
    hex: str = ""


def small_board(rng: Random, size: PositionSize, columns: int = 8, rows: int = 7) -> Drawn:
    """Return a position on a board of its own, with the Standard Rules."""
    attacker = rng.choice((US, GERMAN))
    defender = GERMAN if attacker == US else US
    grid = HexGrid(columns, rows, rows)
    everywhere = range(len(grid.numbers))
    center = grid.parse(f"{rng.randint(3, columns - 2):02d}{rng.randint(3, rows - 2):02d}")
    spots = _draw_spots(rng, size, center, lambda h: [n for n in grid.neighbors[h] if n != NOWHERE], everywhere)
    taken: dict[int, tuple[str, str, str, str]] = {}
    names = {side: iter(NAMES[side]) for side in (US, GERMAN)}
    gun_names = {side: iter(GUN_NAMES[side]) for side in (US, GERMAN)}
    for h, attacks, is_gun in spots:
        side = attacker if attacks else defender
        strength = rng.choice((GUNS if is_gun else FOOT)[side])
        kind = "artillery" if is_gun else "armor" if int(strength.split("-")[2]) >= VEHICLES else "infantry"
        taken[h] = next((gun_names if is_gun else names)[side]), side, kind, strength
    places = [(unit_id, grid.numbers[h]) for h, (unit_id, *_) in taken.items()]
    units = ["format = 1", 'kind = "units"', ""]
    for unit_id, side, kind, strength in taken.values():
        units += [
            "[[units]]",
            f'id = "{unit_id}"',
            f'designation = "{unit_id}"',
            f'side = "{side}"',
            f'kind = "{kind}"',
        ]
        units += ['size = "II"', 'formation = ""', f'strength = "{strength}"', ""]
    head = ['rules = "standard"', 'board = "board.toml"', 'units = "units.toml"', "first_turn = 1", "last_turn = 1"]
    sides = ((attacker, _letter_of_side(attacker)), (defender, _letter_of_side(defender)))
    scenario = scenario_text(head, sides, (0, size), 1, places)
    return Drawn({"scenario": scenario, "board": board_text(rng, columns, rows), "units": "\n".join(units)})


def _letter_of_side(side: str) -> str:
    return "G" if side == GERMAN else "A"


def board_text(rng: Random, columns: int, rows: int) -> str:
    """Return a board of mixed terrain. Half of all boards have a stream from top to bottom and a lane across it."""
    ground = [
        "".join("." if rng.random() < CLEAR else rng.choice(",gf^%o") for _ in range(columns)) for _ in range(rows)
    ]
    lines = ["format = 1", 'kind = "board"', 'name = "Small board"', f"columns = {columns}", f"rows = [{rows}, {rows}]"]
    lines += ['terrain = """', *ground, '"""']
    if rng.random() < 0.5:
        column, lane = rng.randint(2, columns - 2), rng.randint(2, rows - 2)
        sides = []
        for row in range(1, rows + 1):
            here = f"{column:02d}{row:02d}"
            sides.append(f"{here}/{column + 1:02d}{row:02d}")
            if row < rows:
                below = f"{column:02d}{row + 1:02d}/{column + 1:02d}{row:02d}"
                sides.append(below if column % 2 else f"{here}/{column + 1:02d}{row + 1:02d}")
        lines += [
            f"[[{rng.choice(('streams', 'streams', 'rivers'))}]]",
            'name = "Brook"',
            f'sides = "{" ".join(sides)}"',
        ]
        if rng.random() < 0.7:
            lines += ["[[trails]]", 'name = "lane"', f'path = "{column:02d}{lane:02d} {column + 1:02d}{lane:02d}"']
    return "\n".join(lines) + "\n"


class BattleMap:
    """A battle's map and counters, for drawing positions."""

    def __init__(self, scenario: LoadedScenario) -> None:
        self.scenario, self.board = scenario, scenario.board
        self._towns = [place for place in self.board.places if place.kind in ("town", "village") and place.hexes]

    def draw(self, rng: Random, size: PositionSize) -> Drawn:
        """Return a position around a town or village, on its real terrain and with real units."""
        board, scenario = self.board, self.scenario
        town = rng.choice(self._towns)
        center = rng.choice(town.hexes)
        attacker = rng.choice((0, 1))

        def around(h: int) -> list[int]:
            return [n for n in board.grid.neighbors[h] if n in playable]

        playable = set(board.playable)
        near = [h for h in board.playable if board.grid.distance(h, center) <= 6]
        taken: dict[int, Unit] = {}
        for h, attacks, is_gun in _draw_spots(rng, size, center, around, near):
            side = attacker if attacks else 1 - attacker
            choice = [u for u in scenario.units if u.side == side and u.is_artillery == is_gun and u.kind != "engineer"]
            taken[h] = rng.choice([unit for unit in choice if unit not in taken.values()])
        turn = max(scenario.first_turn, min(9, scenario.last_turn))
        names = [
            f'battle = "{scenario.battle}"',
            *(f'{key} = "{scenario.rules}"' for key in ("rules", "board", "units")),
        ]
        head = [*names, f"first_turn = {turn}", f"last_turn = {turn}"]
        sides = tuple((info.name, info.letter) for info in scenario.sides)
        places = [(unit.id, board.number(h)) for h, unit in taken.items()]
        text = scenario_text(
            head, sides, (attacker, size), turn, places, victory_of(scenario, [unit_id for unit_id, _ in places])
        )
        return Drawn({"scenario": text}, town.name, board.number(center))


def victory_of(scenario: LoadedScenario, ids: Collection[str]) -> str:
    """Return the victory table of a scenario's file for these units only, without the briefing and absent units."""
    import tomli_w

    from westwall_tui.files.tables import toml

    assert scenario.texts is not None
    known = {unit.id for unit in scenario.units}
    victory = toml.loads(scenario.texts.scenario.text.partition(BRIEFING)[0]).get("victory", {})
    for key, value in list(victory.items()):
        if isinstance(value, list) and any(name in known for name in value):
            victory[key] = [name for name in value if name in ids]
            if not victory[key]:
                del victory[key]
    return tomli_w.dumps({"victory": victory})


def _draw_spots(
    rng: Random, size: PositionSize, center: int, around: Callable[[int], Iterable[int]], near: Sequence[int]
) -> list[tuple[int, bool, bool]]:
    """Return hexes for units, each with two flags: for the attacker, and for a gun.

    Defenders are adjacent or one hex apart, attackers are next to a defender, and guns are anywhere `near`. Raises
    `IndexError` if there is not enough room.
    """
    enemies: list[int] = [center]
    for _ in range(size.defenders - 1):
        spots = _next_to(enemies, around, enemies)
        if rng.random() < 0.4:
            spots = _next_to(spots, around, enemies)
        enemies.append(rng.choice(spots))
    taken: list[int] = [*enemies]
    touched: list[int] = _next_to(enemies, around, enemies)
    for _ in range(size.attackers - size.loose):
        taken.append(rng.choice([place for place in touched if place not in taken]))
    for _ in range(size.loose):
        beyond = _next_to(touched, around, [*touched, *taken])
        taken.append(rng.choice(beyond))
    found = [(place, number >= len(enemies), False) for number, place in enumerate(taken)]
    for attacks, count in zip((True, False), size.guns, strict=True):
        for _ in range(count):
            taken.append(rng.choice([place for place in near if place not in taken]))
            found.append((taken[-1], attacks, True))
    return found


def _next_to(places: Iterable[int], around: Callable[[int], Iterable[int]], but: Sequence[int]) -> list[int]:
    found: set[int] = {near for place in places for near in around(place) if near not in but}
    return sorted(found)


def scenario_text(
    head: Iterable[str],
    sides: Sequence[tuple[str, str]],
    who: tuple[int, PositionSize],
    turn: int,
    places: Iterable[tuple[str, str]],
    victory: str = "[victory]\n",
) -> str:
    """Return the scenario file of a position; `who` is the attacking side and the size of the position."""
    attacker, size = who
    lines = ["format = 1", 'kind = "scenario"', 'name = "Puzzle"', *head, ""]
    for side, (name, letter) in enumerate(sides):
        lines += ["[[sides]]", f'name = "{name}"', f'letter = "{letter}"']
        points = size.support[0 if side == attacker else 1]
        lines += [f"supports = [[{turn}, {turn}, {points}]]", ""] if points else [""]
    phase = "movement" if size.loose else "combat"
    lines += ["[start]", f"turn = {turn}", f'side = "{sides[attacker][0]}"', f'phase = "{phase}"', ""]
    for unit_id, number in places:
        lines += ["[[place]]", f'unit = "{unit_id}"', f'hex = "{number}"', ""]
    return "\n".join(lines) + "\n" + victory


NEAR_HEXES = 2
"""Distance from a fighting unit within which other units are part of the position."""
MAX_GUNS = 2
MAX_POINTS = 3


def cut_out(key: str, seed: int) -> Iterator[tuple[Drawn, str]]:
    """Yield the fights in each Combat Phase of a game between levels 1 and 2."""
    scenario = shared_scenario(key)
    game = game_of(scenario, seed=seed)
    players = [Player(1 + (seed + side) % 2, seed * 2 + side + 1, clock=False) for side in (0, 1)]
    seen = -1
    while game.outcome is None:
        if game.prompt.kind == "combat" and game.state.serial != seen:
            seen = game.state.serial
            name = scenario.sides[game.side].name
            for fight in _groups_in_contact(game):
                yield (
                    Drawn({"scenario": _scenario_text(game, scenario, fight)}),
                    f"{key}, Game-Turn {game.state.turn}, {name}",
                )
        game.apply(players[game.side].choose(game))


def _groups_in_contact(game: Game) -> Iterator[set[int]]:
    """Yield groups of units in contact, each with the units near it and the guns that reach it."""
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
                chosen |= {unit} if away <= NEAR_HEXES else set()
            elif min(distance(location[unit], location[enemy]) for enemy in enemies) <= scenario.ranges[unit]:
                reach.append((away, unit))
        chosen |= {unit for _, unit in sorted(reach)[:MAX_GUNS]}
    return chosen


def _scenario_text(game: Game, scenario: LoadedScenario, chosen: set[int]) -> str:
    """Return the scenario of the selected units in their present hexes."""
    state, turn = game.state, game.state.turn
    head = [f'battle = "{scenario.battle}"', *(f'{key} = "{scenario.rules}"' for key in ("rules", "board", "units"))]
    head += [f"first_turn = {turn}", f"last_turn = {turn}", f'dates = ["{scenario.date(turn)}"]']
    sides = tuple((info.name, info.letter) for info in scenario.sides)
    points = tuple(min(n, MAX_POINTS) for n in (state.support[state.side], state.support[1 - state.side]))
    size = PositionSize(0, 0, support=(points[0], points[1]))
    places = [(state.units[unit].id, state.number(state.location[unit])) for unit in sorted(chosen)]
    return scenario_text(
        head, sides, (state.side, size), turn, places, victory_of(scenario, [unit_id for unit_id, _ in places])
    )
