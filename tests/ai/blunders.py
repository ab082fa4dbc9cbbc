"""Mistakes that the computer made in whole games, as positions, judged by what the enemy can then do on every die.

    python -m tests.ai.blunders        the share of them that each level solves

A position here is solved if no answer of the enemy, planned by the third level and played out with all six results of
each of his combats, takes what the mistake gave away.
"""

from collections.abc import Iterator

from tests.ai.positions import BOARDS, UPRIGHT, Position, Shape, apart, main, moved, on
from tests.drawn import below
from tests.engine.battles.drawn_bastogne import siege
from tests.engine.battles.rhine import rhine
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Roll
from westwall_tui.engine.state import ELIMINATED

BLUNDERS: list[Position] = []
ANSWER = 3
"""The level that answers for the enemy."""


def end_turn(game: Game, player: Player) -> None:
    """Play on until the other side moves."""
    side = game.side
    other = Player(ANSWER, 9)
    while game.outcome is None and not (game.prompt.kind == "movement" and game.side != side):
        game.apply(player.choose(game) if game.side == side else other.choose(game))


def win(game: Game) -> None:
    """Return a game in which A has attacked X and won with a 1, so that A's advance is pending."""
    game.apply(Attack(("A",), ("X",)))
    game.apply(Roll(1))
    while game.prompt.kind == "retreat":
        game.apply(next(game.legal()))
    assert game.prompt.kind == "advance"


def on_each_die(game: Game) -> Iterator[Game]:
    """Yield the game after the next turn of the enemy, who moves by the third level's plan, once for each die.

    All his combats have the same die.
    """
    enemy = Player(ANSWER, 7)
    after = game.copy()
    moved(after, enemy)
    for die in range(1, 7):
        then, players = after.fork(viewer=after.side), (Player(2, 5), Player(ANSWER, 7))
        turn = then.state.side
        while then.outcome is None and then.state.side == turn:
            if then.prompt.kind == "roll":
                then.apply(Roll(die))
            else:
                then.apply(players[then.side == turn].choose(then))
        yield then


def dice_that_lose(game: Game, unit: str) -> int:
    """On how many dice a unit is lost in the next turn of the enemy; 0 if he attacks nobody."""
    index = game.scenario.by_id[unit.lower()]
    return sum(then.state.location[index] == ELIMINATED for then in on_each_die(game))


@on(*BOARDS, among=BLUNDERS)
def a_gun_is_not_left_alone_before_the_enemy(board: Shape, player: Player) -> bool:
    """Its friends could walk off to another enemy; it is slow, and three could come."""
    game = board.drawn(
        blue=["G 8-4-2/5-6 0507", "A 4-4-7 0408", "B 4-4-7 0608", "C 4-4-7 0508"],
        red=["X 5-5-6 0502", "Y 5-5-6 0602", "Z 2-2-4 0101"],
        last_turn=6,
        seed=1,
    )
    moved(game, player)
    end_turn(game, player)
    return dice_that_lose(game, "G") == 0


@on(*BOARDS[:2], among=BLUNDERS)
def nobody_drives_on_alone_into_three(board: Shape, player: Player) -> bool:
    """Return the fastest unit could stand beside the weakest enemy, far ahead of all others."""
    game = board.drawn(
        blue=["P 5-5-12 0509", "A 4-4-4 0409", "B 4-4-4 0609"],
        red=["W 1-1-4 0502", "X 6-6-6 0301", "Y 6-6-6 0501", "Z 6-6-6 0701"],
        last_turn=9,
        seed=1,
    )
    moved(game, player)
    end_turn(game, player)
    return dice_that_lose(game, "P") <= 1


@on(*BOARDS[:2], among=BLUNDERS)
def a_town_is_not_left_empty_with_four_battalions_next_to_it(board: Shape, player: Player) -> bool:
    """15.17: nobody stands in it when the enemy comes in sight."""
    game = town(board, "G 3-1-6/1-6 0508", "H 3-1-6/1-6 0608")
    moved(game, player)
    return not _open_town(game, board)


def town(board: Shape, *guns: str) -> Game:
    """Return the U.S. to move, Germans coming from the north."""
    return siege(
        german=board.of(["P 5-4-7 0401", "Q 5-4-7 0501", "R 5-4-7 0601", "S 4-4-7 0301", "T 4-4-7 0701"]),
        us=board.of([*guns, "A 3-4-7 0406", "B 3-4-7 0506", "C 3-4-7 0606", "D 3-4-7 0705"]),
        victory={"bastogne": board.of(["0505", "0604"])},
        side=1,
        last_turn=6,
        seed=1,
    )


def _open_town(game: Game, board: Shape) -> bool:
    """Return True if a German could walk into the town."""
    end_turn(game, Player(2, 3))
    into = {game.scenario.board.hex(board.at(number)) for number in ("0505", "0604")}
    return any(into & queries.reach(game, unit).left.keys() for unit in queries.movers(game))


@on(*BOARDS[:2], among=BLUNDERS)
def nobody_advances_over_a_bridge_to_where_he_can_be_cut_off(board: Shape, player: Player) -> bool:
    """7.91: before the river one enemy at a time can come at him, behind it three, and he has one bridge to go back."""
    game = board.drawn(
        blue=["A 8-3-5 0506", "B 2-2-5 0908"],
        red=["X 2-2-7 0505", "U 7-7-6 0301", "V 7-7-6 0701"],
        rivers=[below(5)],
        bridges=["highway 0505/0506"],
        roads=["0504 0505 0506 0507"],
        phase="combat",
        seed=None,
    )
    win(game)
    game.apply(player.choose(game))
    end_turn(game, player)
    return dice_that_lose(game, "A") == 0


@on(*UPRIGHT, among=BLUNDERS)
def ground_is_won_before_one_german(board: Shape, player: Player) -> bool:
    """16.2: six units east of the Rhine, one enemy, a town behind him and days to go."""
    game = rhine(
        us=board.of(
            [
                f"{name} 4-4-7 {at}"
                for name, at in zip("ABCDEF", ("0502", "0503", "0504", "0505", "0506", "0507"), strict=True)
            ]
        ),
        german=board.of(["X 2-2-7 0704"]),
        towns=board.of({"Town": "0804"}),
        last_turn=9,
        seed=1,
    )
    moved(game, player)
    return sum(apart(game, name, "X") == 1 for name in "ABCDEF") >= 2


# -- a reserve, the center, the town: what lies open behind a line


def dice_that_take(game: Game, *hexes: str) -> int:
    """15.17: on how many dice the German was the last through all of these hexes after his next turn."""
    board = game.scenario.board
    held = [[then.state.at[board.hex(number)] for number in hexes] for then in on_each_die(game)]
    german = game.scenario.of_side[0]
    return sum(all(unit in german for unit in units) for units in held)


@on(*BOARDS, among=BLUNDERS)
def both_hexes_of_bastogne_are_not_left_to_guns(board: Shape, player: Player) -> bool:
    """15.17: they have no way back from there; four battalions can be in the town, or before it."""
    game = siege(
        german=board.of(["P 5-4-7 0402", "Q 5-4-7 0502", "R 5-4-7 0602"]),
        us=board.of(
            ["G 3-1-6/1-6 0505", "H 3-1-6/1-6 0604", "A 3-4-7 0307", "B 3-4-7 0507", "C 3-4-7 0607", "D 3-4-7 0806"]
        ),
        victory={"bastogne": board.of(["0505", "0604"])},
        side=1,
        last_turn=6,
        seed=1,
    )
    moved(game, player)
    end_turn(game, player)
    return dice_that_take(game, board.at("0505"), board.at("0604")) == 0


@on(*BOARDS, among=BLUNDERS)
def the_centre_is_not_left_empty_for_enemies_on_the_wings(board: Shape, player: Player) -> bool:
    """15.17: two weak Germans on the wings can be beaten; three strong ones look at the town in the middle."""
    game = siege(
        german=board.of(["P 4-4-7 0402", "Q 4-4-7 0502", "R 4-4-7 0602", "V 1-1-4 0106", "W 1-1-4 0906"]),
        us=board.of(["A 3-5-7 0405", "B 3-5-7 0505", "C 3-5-7 0604", "D 3-5-7 0705"]),
        victory={"bastogne": board.of(["0505", "0604"])},
        side=1,
        last_turn=6,
        seed=1,
    )
    moved(game, player)
    end_turn(game, player)
    return dice_that_take(game, board.at("0505"), board.at("0604")) == 0


@on(*BOARDS, among=BLUNDERS)
def one_stays_in_reserve_where_the_line_can_break(board: Shape, player: Player) -> bool:
    """15.17: five hold a line before the town; whoever breaks it must not find both hexes empty."""
    game = siege(
        german=board.of(["P 5-5-7 0402", "Q 5-5-7 0502", "R 5-5-7 0602"]),
        us=board.of(["A 3-4-7 0404", "B 3-4-7 0504", "C 3-4-7 0603", "D 3-4-7 0305", "E 3-4-7 0705"]),
        victory={"bastogne": board.of(["0506", "0605"])},
        side=1,
        last_turn=6,
        seed=1,
    )
    moved(game, player)
    end_turn(game, player)
    return dice_that_take(game, board.at("0506"), board.at("0605")) == 0


# -- advances after combat that are destroyed


def after_a_win(board: Shape, blue: list[str], red: list[str]) -> Game:
    """Return a has beaten X at 0504, and may advance there."""
    game = board.drawn(blue=blue, red=red, phase="combat", seed=None)
    win(game)
    return game


@on(*BOARDS, among=BLUNDERS)
def nobody_advances_between_three_enemies(board: Shape, player: Player) -> bool:
    """7.91: between his friends he is safe; a hex on three strong units reach him from all sides."""
    game = after_a_win(
        board,
        ["A 8-3-5 0505", "B 3-5-5 0405", "C 3-5-5 0605"],
        ["X 2-2-7 0504", "U 5-7-6 0201", "V 5-7-6 0801", "W 5-7-6 0501"],
    )
    game.apply(player.choose(game))
    end_turn(game, player)
    return dice_that_lose(game, "A") == 0


@on(*BOARDS, among=BLUNDERS)
def nobody_advances_out_of_a_line_that_holds(board: Shape, player: Player) -> bool:
    """7.91: with two weak friends and a gun he stands on every die; a hex on he is lost on some."""
    game = after_a_win(
        board,
        ["A 8-5-5 0505", "G 8-6-2/2-6 0506", "B 1-5-5 0606", "C 1-5-5 0406"],
        ["X 2-2-7 0504", "U 4-5-7 0202", "V 4-5-7 0802"],
    )
    game.apply(player.choose(game))
    end_turn(game, player)
    return dice_that_lose(game, "A") + dice_that_lose(game, "G") == 0


if __name__ == "__main__":
    main(BLUNDERS)
