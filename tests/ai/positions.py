"""Small positions with one good answer, each on several boards: what a level of the computer player sees.

    python -m tests.ai.positions        the share of them that each level solves

A position draws its board as a `Shape` has it: as it stands here, mirrored, or shifted, so that nothing hangs on the
numbers of hexes or on the order in which they are looked at.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.drawn import FIELD, allowed, below, drawn, play, where
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.drawn_arnhem import rules as arnhem
from tests.engine.battles.drawn_bastogne import relief
from tests.engine.battles.rhine import rhine
from westwall_tui.ai.player import Player
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Advance, Attack, Fpf, Order, Stand, parse
from westwall_tui.engine.state import ELIMINATED, RESERVE
from westwall_tui.files.scenarios.catalog import load_scenario

NUMBER = re.compile(r"(?<![\d-])\d{4}(?![\d-])")


class Shape(NamedTuple):
    """A board's difference from the one that is written down."""

    mirrored: bool = False
    down: int = 0
    across: int = 0
    """Columns to the right, an even number."""

    def at(self, number: str) -> str:
        """Return a hex, by the number that is written down."""
        column, row = int(number[:2]), int(number[2:])
        column = 10 - column if self.mirrored else column
        return f"{column + self.across:02}{row + self.down:02}"

    def of(self, what: Any) -> Any:
        """Texts, lists and tables with all hexes in them as this board has them."""
        if isinstance(what, str):
            return NUMBER.sub(lambda found: self.at(found[0]), what)
        if isinstance(what, dict):
            return {key: self.of(value) for key, value in what.items()}
        return type(what)(self.of(part) for part in what) if isinstance(what, list | tuple) else what

    def drawn(self, **what: Any) -> Game:
        """`tests.drawn.drawn` on this board."""
        return drawn(**self.of(what))


PLAIN = Shape()
BOARDS = (PLAIN, Shape(mirrored=True), Shape(down=1), Shape(mirrored=True, down=1))
UPRIGHT = (PLAIN, Shape(down=1), Shape(down=-1))
"""Positions in which left and right are not the same."""
ONCE = (PLAIN,)
"""A position on a battle's own map."""

Solved = Callable[[Shape, Player], bool]


class Position(NamedTuple):
    """A position with what tells whether a player has solved it."""

    name: str
    solved: Solved
    boards: tuple[Shape, ...]


POSITIONS: list[Position] = []
FORESEEN: list[Position] = []
"""Positions for which a player must foresee where the enemy can really be next turn, as the fourth level does."""


def on(*boards: Shape, among: list[Position] = POSITIONS) -> Callable[[Solved], Solved]:
    """List a position with its boards among others."""

    def add(solved: Solved) -> Solved:
        among.append(Position(solved.__name__, solved, boards))
        return solved

    return add


# -- playing and looking


def moved(game: Game, player: Player) -> Game:
    """Return the game after the Movement Phase of the side to decide."""
    side = game.side
    while game.side == side and game.prompt.kind == "movement":
        game.apply(player.choose(game))
    assert not player.refusals
    return game


def attacks(game: Game, player: Player) -> list[Attack]:
    """Return the attacks of a Combat Phase, answered by another player of the same level."""
    found = []
    side = game.side
    answering = Player(player.level, 9)
    while game.state.phase == "combat" and game.state.side == side and game.outcome is None:
        order: Order = player.choose(game) if game.side == side else answering.choose(game)
        if isinstance(order, Attack):
            found.append(order)
        game.apply(order)
    assert not player.refusals
    return found


def hexes(game: Game, names: Iterable[str]) -> set[str]:
    """Return the hexes of the units."""
    return {where(game, name) for name in names}


def apart(game: Game, one: str, other: str) -> int:
    """Return hexes between two units."""
    board = game.scenario.board
    return board.grid.distance(board.hex(where(game, one)), board.hex(where(game, other)))


def placed(key: str, turn: int, *stand: str, due: str = "", facts: Mapping[str, int] = MappingProxyType({})) -> Game:
    """Return a scenario's first Movement Phase in another Game-Turn, with nobody on the map but these: `1/8 0402`.

    Units of the Game-Turn that are `due` have not entered yet.
    """
    game = Game(load_scenario(key), seed=1)
    state = game.state.copy()
    state.turn = turn
    state.facts = {**state.facts, **facts}
    at = dict(line.split() for line in stand)
    for i, unit in enumerate(state.units):
        later = i in state.scenario.arrivals and state.scenario.arrivals[i].turn > turn
        off = RESERVE if later or unit.id in due.split() else ELIMINATED
        state.place(i, state.scenario.board.hex(at[unit.id]) if unit.id in at else off)
    game.go_on_from(state)
    return game


# -- room for retreat


@on(*BOARDS)
def a_way_closed_is_worth_more_than_points(board: Shape, player: Player) -> bool:
    """With both battalions behind him he is lost on almost any die, in front of him he only falls back."""
    game = board.drawn(blue=["A 4-4-8 0508", "B 4-4-8 0608"], red=["X 4-4-4 0505"], last_turn=3)
    moved(game, player)
    return apart(game, "A", "X") == apart(game, "B", "X") == 1 and apart(game, "A", "B") == 2


@on(PLAIN, Shape(mirrored=True))
def plus_one_with_no_way_back_beats_plus_six(board: Shape, player: Player) -> bool:
    """Return both enemies are worth the same: the one in the corner, behind water, is lost on five dice."""
    game = board.drawn(
        blue=["A 7-7-9 0506"],
        red=["X 6-1-2 0804", "Y 1-6-2 0101"],
        rivers=["0101/0201"],
        last_turn=2,
    )
    return where(moved(game, player), "A") == board.at("0102")


# -- combats seen while moving, groups


@on(*BOARDS)
def nobody_steps_up_to_a_stronger_enemy_alone(board: Shape, player: Player) -> bool:
    """Return True if A stays away, because a unit next to an enemy must attack it."""
    game = board.drawn(blue=["A 1-1-8 0508"], red=["X 8-8-4 0503"], last_turn=3)
    return apart(moved(game, player), "A", "X") > 1


@on(*BOARDS[:2])
def three_from_afar_meet_at_one_enemy(board: Shape, player: Player) -> bool:
    """None of them would go alone."""
    game = board.drawn(blue=["A 3-3-8 0209", "B 3-3-8 0509", "C 3-3-8 0809"], red=["X 4-3-4 0504"], last_turn=3)
    moved(game, player)
    return sum(apart(game, name, "X") == 1 for name in "ABC") >= 2


@on(*BOARDS)
def a_gun_keeps_away_from_the_enemy(board: Shape, player: Player) -> bool:
    """Return a gun in contact may fire at nobody else (8.31)."""
    game = board.drawn(blue=["G 4-3-6/1-7 0508", "A 4-4-7 0507"], red=["X 6-6-7 0503"], last_turn=4)
    return apart(moved(game, player), "G", "X") > 1


# -- partition, artillery, Ground Support


@on(*BOARDS)
def two_guns_lift_a_column_that_one_does_not(board: Shape, player: Player) -> bool:
    """Return each gun alone would change nothing."""
    game = board.drawn(
        blue=["A 5-5-7 0505", "G 1-1-9/1-5 0507", "H 1-1-9/1-5 0607"], red=["X 3-3-7 0504"], phase="combat", seed=4
    )
    return set(attacks(game, player)[0].barrage) == {"G", "H"}


@on(*BOARDS)
def one_holds_the_strong_enemy_while_the_rest_destroy_the_weak(board: Shape, player: Player) -> bool:
    """7.51: a diversionary attack by the weakest unit that touches the strong one."""
    game = board.drawn(
        blue=["A 4-4-7 0505", "B 4-4-7 0605", "C 1-3-7 0406", "D 4-4-7 0705"],
        red=["X 2-2-7 0604", "Y 9-9-7 0405"],
        phase="combat",
        seed=4,
    )
    strong = next(order for order in attacks(game, player) if "Y" in order.defenders)
    return "C" in strong.attackers and "B" not in strong.attackers


@on(*BOARDS)
def a_gun_holds_the_strong_enemy_alone(board: Shape, player: Player) -> bool:
    """7.21: only A touches the two, and against both together it would be thrown back."""
    game = board.drawn(
        blue=["A 5-5-7 0505", "G 1-1-9/1-5 0507"], red=["X 2-2-7 0504", "Y 9-9-7 0604"], phase="combat", seed=4
    )
    return attacks(game, player)[0].defenders == ("X",)


@on(*BOARDS)
def support_goes_where_it_turns_a_column(board: Shape, player: Player) -> bool:
    """9.1: the attack at the end of the table needs none."""
    game = board.drawn(
        blue=["A 24-9-7 0205", "B 5-5-7 0705"],
        red=["X 1-1-7 0204", "Y 4-4-7 0704"],
        supports=([(1, 9, 2)], []),
        phase="combat",
        seed=4,
    )
    given = {order.defenders: order.support for order in attacks(game, player)}
    return given["X",] == 0 and given["Y",] > 0


@on(*BOARDS)
def a_gun_fires_where_it_changes_something(board: Shape, player: Player) -> bool:
    """8.1: one gun in range of two combats, one of which is decided."""
    game = board.drawn(
        blue=["A 24-9-7 0405", "B 5-5-7 0705", "G 3-3-9/1-5 0507"],
        red=["X 1-1-7 0404", "Y 4-4-7 0704"],
        phase="combat",
        seed=4,
    )
    given = {order.defenders: order.barrage for order in attacks(game, player)}
    return given["X",] == () and given["Y",] == ("G",)


# -- answers


@on(*BOARDS)
def the_advance_closes_a_way_of_retreat(board: Shape, player: Player) -> bool:
    """7.91: the first combat's winner goes where his zone leaves the second enemy no way back."""
    game = board.drawn(
        blue=["A 9-9-7 0404", "B 5-5-7 0804"],
        red=["X 2-2-7 0504", "Y 5-5-7 0704"],
        rivers=["0704/0703 0704/0603"],
        phase="combat",
        seed=None,
    )
    play(game, "attack A > X", "roll 3")
    while game.prompt.kind == "retreat":
        game.apply(next(order for order in game.legal() if board.at("0604") not in str(order)))
    assert game.prompt.kind == "advance"
    order = player.choose(game)
    return isinstance(order, Advance) and order.hex == board.at("0504")


def driven_off(board: Shape) -> Game:
    """Return a has driven X back, and may go after him, to where three others wait."""
    game = board.drawn(
        blue=["A 8-3-5 0506"],
        red=["X 2-2-7 0505", "U 9-9-3 0302", "V 9-9-3 0502", "W 9-9-3 0702"],
        phase="combat",
        seed=None,
    )
    play(game, "attack A > X", "roll 1")
    while game.prompt.kind == "retreat":
        game.apply(next(game.legal()))
    assert game.prompt.kind == "advance"
    return game


@on(*BOARDS)
def nobody_advances_to_his_death(board: Shape, player: Player) -> bool:
    """7.91: behind the enemy who was driven off wait three others."""
    return isinstance(player.choose(driven_off(board)), Stand)


@on(*BOARDS)
def who_is_thrown_back_goes_out_of_reach(board: Shape, player: Player) -> bool:
    """7.7: of the hexes behind, one can be attacked by the enemy's strongest unit."""
    game = board.drawn(
        blue=["A 2-4-5 0505"], red=["X 9-1-1 0504", "Y 12-9-2 0205", "Z 12-9-2 0206"], phase="combat", seed=None
    )
    play(game, "attack A > X", "roll 6")
    assert allowed(game, board.of("retreat A 0405"))
    order = player.choose(game)
    return board.at("0405") not in str(order)


@on(*BOARDS)
def fire_is_given_where_it_turns_a_column(board: Shape, player: Player) -> bool:
    """8.4: with three points the attack fails on most dice."""
    game = board.drawn(
        blue=["A 6-6-7 0505"], red=["X 4-4-7 0504", "G 3-3-9/1-5 0501"], phase="combat", seed=None, last_turn=9
    )
    play(game, "attack A > X")
    assert game.prompt.kind == "fpf"
    order = player.choose(game)
    return isinstance(order, Fpf) and order.units == ("G",)


@on(*BOARDS)
def fire_is_kept_where_it_turns_none(board: Shape, player: Player) -> bool:
    """8.4: the attack is beyond the end of the table with or without it."""
    game = board.drawn(
        blue=["A 30-9-7 0505"], red=["X 1-1-7 0504", "G 1-1-9/1-5 0501"], phase="combat", seed=None, last_turn=9
    )
    play(game, "attack A > X")
    assert game.prompt.kind == "fpf"
    return player.choose(game) == Fpf()


# -- Bastogne


@on(*UPRIGHT)
def a_specified_unit_leaves_on_the_last_turn(board: Shape, player: Player) -> bool:
    """15.17: four points, and there is no later."""
    return where(moved(_panzer(board, 7), player), "A") == "west"


@on(*UPRIGHT)
def a_specified_unit_leaves_a_turn_early(board: Shape, player: Player) -> bool:
    """15.17: next turn the enemy's zone would hold it."""
    return where(moved(_panzer(board, 6, "X 4-4-8 0604"), player), "A") == "west"


def _panzer(board: Shape, turn: int, enemy: str = "X 1-1-4 0902") -> Game:
    return board.drawn(
        blue=["A 4-4-4 0205"],
        red=[enemy],
        rules="bastogne",
        names=("German", "US"),
        turn=turn,
        last_turn=7,
        victory={"bastogne": ["0908"], "specified": ["A"], "exit_by": 7},
        seed=1,
    )


@on(*UPRIGHT)
def a_panzer_is_pinned_on_the_eve(board: Shape, player: Player) -> bool:
    """15.17: who stands in an enemy zone does not move, and the panzer must be off the map next turn."""
    game = board.drawn(
        blue=["A 4-4-4 0305"],
        red=["X 4-4-6 0704", "Y 3-3-4 0908"],
        rules="bastogne",
        names=("German", "US"),
        turn=6,
        last_turn=7,
        side=1,
        victory={"bastogne": ["0908"], "specified": ["A"], "exit_by": 7},
        seed=1,
    )
    return apart(moved(game, player), "A", "X") == 1


@on(*BOARDS[:2])
def the_town_is_taken_on_the_last_turn(board: Shape, player: Player) -> bool:
    """15.17: the last unit through has it."""
    game = board.drawn(
        blue=["A 4-4-8 0205"],
        red=["X 1-1-4 0901"],
        rules="bastogne",
        names=("German", "US"),
        turn=7,
        last_turn=7,
        victory={"bastogne": ["0505"], "exit_by": 7, "specified": ["X"]},
        seed=1,
    )
    return where(moved(game, player), "A") == board.at("0505")


@on(PLAIN, Shape(down=-1))
def the_one_unit_that_closes_the_road_is_driven_off(board: Shape, player: Player) -> bool:
    """15.27: the Relief; nobody else holds the road."""
    road = " ".join(f"05{row:02}" for row in range(9, 1, -1))
    game = relief(
        us=board.of(["A 4-4-8 0208", "B 4-4-8 0508", "C 4-4-8 0808"]),
        german=board.of(["X 2-3-4 0505"]),
        victory={"bastogne": [], "line_from": ["0509"], "line_to": ["0502"]},
        roads=[road],
        last_turn=3,
        seed=1,
    )
    moved(game, player)
    return sum(apart(game, name, "X") == 1 for name in "ABC") >= 2


# -- Hurtgen Forest


@on(*ONCE)
def a_town_is_denied_on_the_last_turn(board: Shape, player: Player) -> bool:
    """15.21: one German zone on a town takes its points from the U.S."""
    game = placed("hurtgen/historical", 14, "1/8 0402", "1/855 1820")
    game.apply(parse("done"))
    while game.prompt.kind != "movement":
        game.apply(player.choose(game))
    before = queries.totals(game)[0]
    moved(game, player)
    return queries.totals(game)[0] <= before - 25


# -- Arnhem


@on(*BOARDS)
def the_german_closes_the_drop_zone(board: Shape, player: Player) -> bool:
    """17.32: without it the whole division has no Line of Communication."""
    game = market(
        allied=board.of(["A 2-2-7 airborne:101st 0503", "B 2-2-7 airborne:101st 0703", "E 4-4-7 0908"]),
        german=board.of(["X 3-3-8 0201"]),
        victory=board.of({"line_to": ["0908"], "drop_zones": ["101 0506"]}),
        side=1,
        seed=1,
    )
    moved(game, player)
    return not arnhem(game).line(game.state, 0, arnhem(game).nets(game.state))


def opposite(board: Shape, engineer: str, enemy: str, terrain: str = FIELD) -> Game:
    """Return the Waal with a strong guard beyond its bridge, and an enemy opposite the Engineer's bank."""
    return market(
        terrain,
        allied=board.of(
            [
                f"Eng 3-3-10 engineer {engineer}",
                "A 2-2-2 airborne:101st 0605",
                "B 2-2-2 airborne:101st 0602",
                "G 4-2-7/2-6 0403",
                "H 4-2-7/2-6 0603",
            ]
        ),
        german=board.of(["Y 1-20-2 0306", enemy]),
        victory=board.of({"line_to": ["0301"], "drop_zones": ["101 0602"]}),
        rivers=[board.of(below(5))],
        roads=[board.of("0301 0302 0303 0304 0305 0306 0307 0308")],
        trails=[board.of("0405 0404 0304")],
        areas=board.of({"North of the Waal": " ".join(NORTH)}),
        supports=([(1, 9, 7)], []),
        seed=1,
    )


NORTH = [f"{column:02}{row:02}" for column in range(1, 10) for row in range(6, 9)]


@on(*BOARDS)
def the_engineer_takes_a_unit_over_the_river_to_assault(board: Shape, player: Player) -> bool:
    """13.24: the bridge is held, the bank beside it hardly at all; batteries and Ground Support make the odds."""
    game = opposite(board, "0405", "X 2-2-3 0406")
    together = where(moved(game, player), "A") == where(game, "Eng")
    return together and [(a.attackers, a.defenders) for a in attacks(game, player)] == [(("A",), ("X",))]


@on(*BOARDS)
def the_engineer_goes_to_where_a_unit_can_assault(board: Shape, player: Player) -> bool:
    """13.24: he moves first, so that the unit finds him there."""
    game = opposite(board, "0402", "X 2-2-3 0406")
    return where(moved(game, player), "A") == where(game, "Eng") == board.at("0405")


@on(*BOARDS[:2])
def nobody_can_come_next_to_the_drop_zone(board: Shape, player: Player) -> bool:
    """17.32: who stands in it is not attacked, and so not driven off, if the others stand in the way."""
    names = [f"{name} 2-2-7 airborne:101st" for name in "ABCD"]
    game = market(
        allied=board.of([f"{name} {at}" for name, at in zip(names, ("0306", "0406", "0606", "0706"), strict=True)]),
        german=board.of(["X 5-5-5 0403", "Y 5-5-5 0603"]),
        victory=board.of({"line_to": ["0909"], "drop_zones": ["101 0509"]}),
        seed=1,
    )
    moved(game, player)
    german_to_move(game)
    zone = game.scenario.board.hex(board.at("0509"))
    beside = set(game.state.ground.zone[zone])
    reached = {h for unit in queries.movers(game) for h in queries.reach(game, unit).left}
    return game.state.at[zone] >= 0 and not beside & reached


@on(*BOARDS[:2])
def a_picket_keeps_the_road_open(board: Shape, player: Player) -> bool:
    """17.31: one German next to an empty hex of the road cuts off all who are beyond it; he must come over a bridge."""
    river = " ".join(f"03{row:02}/04{row + up:02}" for row in range(2, 10) for up in (-1, 0)) + " 0301/0401"
    game = market(
        allied=board.of(["A 3-3-7 0502", "B 3-3-7 0503", "G 2-2-7 0508"]),
        german=board.of(["X 5-5-6 0106"]),
        roads=board.of(["0509 0508 0507 0506 0505 0504 0503 0502 0501", "0106 0205 0306 0406 0507"]),
        rivers=board.of([river]),
        bridges=board.of(["highway 0306/0406"]),
        victory=board.of({"line_to": ["0509"]}),
        last_turn=3,
        seed=1,
    )
    moved(game, player)
    german_to_move(game)
    moved(game, Player(3, 9))
    nets = arnhem(game).nets(game.state)
    return all(arnhem(game).line(game.state, unit, nets) for unit in (0, 1))


def german_to_move(game: Game) -> None:
    """End the phases until the German moves."""
    other = Player(2, 9)
    while not (game.side == 1 and game.prompt.kind == "movement"):
        game.apply(other.choose(game))


# -- reinforcements


@on(*BOARDS[:2])
def a_reinforcement_that_would_enter_to_die_is_held_back(board: Shape, player: Player) -> bool:
    """Return a position where it may come later; three strong enemies are in reach, and it could not fall back."""
    game = board.drawn(
        blue=["A 9-6-4", "B 3-3-4 0901"],
        red=["X 15-9-6 0306", "Y 15-9-6 0506", "Z 15-9-6 0706"],
        arrivals=[(1, "A", "0509")],
        last_turn=9,
        seed=1,
    )
    return where(moved(game, player), "A") == "reserve"


@on(*BOARDS[:2], among=FORESEEN)
def one_unit_keeps_three_enemies_from_the_guns(board: Shape, player: Player) -> bool:
    """5.14, 6.0: the unit stands on the only bridge, or next to all three."""
    game = board.drawn(
        blue=["A 2-6-6 0508", "G 9-1-4/9-1 0407", "H 9-1-4/9-1 0607"],
        red=["X 20-9-8 0402", "Y 20-9-8 0602", "Z 20-9-8 0502"],
        rivers=[below(4)],
        bridges=["highway 0504/0505"],
        roads=["0501 0502 0503 0504 0505 0506 0507 0508"],
        last_turn=4,
        seed=1,
    )
    moved(game, player)
    turn = planning.EnemyTurn(game, 0)
    return not any(turn.can_touch(game.state.location[unit]) for unit in (1, 2))


# -- Remagen


@on(PLAIN, Shape(down=1), Shape(down=-1))
def nobody_advances_out_of_the_front(board: Shape, player: Player) -> bool:
    """14.0: a unit beyond the front is lost at the end of the turn."""
    game = rhine(
        us=board.of(["A 3-6-7 0502", "B 3-6-7 0506", "C 9-6-7 0604"]),
        german=board.of(["X 2-2-7 0704"]),
        phase="combat",
        seed=None,
        last_turn=9,
    )
    play(game, "attack C > X", "roll 1", board.of("retreat X 0803 0903 0902"))
    assert allowed(game, board.of("advance C 0803"))
    game.apply(player.choose(game))
    front = queries.front(game)
    return front is not None and front.cost == 0


def share(level: int, positions: Iterable[Position], seeds: Iterable[int] = (1, 2, 3)) -> dict[str, tuple[int, int]]:
    """By position how many of its boards, each with several seeds, a level solves, and of how many."""
    return {
        position.name: (
            sum(position.solved(board, Player(level, seed)) for board in position.boards for seed in seeds),
            len(position.boards) * len(tuple(seeds)),
        )
        for position in positions
    }


def main(positions: Sequence[Position]) -> None:
    """Print the share of some positions that each level solves."""
    by_level = [share(level, positions) for level in (1, 2, 3, 4)]
    for position in positions:
        counts = (f"{found[position.name][0]:3}/{found[position.name][1]}" for found in by_level)
        print(f"{position.name:60}", *counts)
    for level, found in enumerate(by_level, 1):
        solved, tried = (sum(pair[i] for pair in found.values()) for i in (0, 1))
        whole = sum(good == count for good, count in found.values())
        print(f"level {level}: {solved} of {tried}, {whole} of {len(positions)} positions on every board")


if __name__ == "__main__":
    main(POSITIONS)
