"""Mistakes that the computer made in whole games, as positions, judged by what the enemy can then do on every die.

    python -m tests.ai.blunders        the share of them that each level solves

A position here is solved if no answer of the enemy, planned by the third level and played out with all six results of
each of his combats, takes what the mistake gave away.
"""

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


def dice_that_lose(game: Game, unit: str) -> int:
    """On how many dice a unit is lost in the next turn of the enemy, who moves by the third level's plan.

    All his combats have the same die; 0 if he attacks nobody.
    """
    enemy = Player(ANSWER, 7)
    after = game.copy()
    moved(after, enemy)
    index, lost = game.scenario.by_id[unit.lower()], 0
    for die in range(1, 7):
        then, players = after.fork(viewer=after.side), (Player(2, 5), Player(ANSWER, 7))
        turn = then.state.side
        while then.outcome is None and then.state.side == turn:
            if then.prompt.kind == "roll":
                then.apply(Roll(die))
            else:
                then.apply(players[then.side == turn].choose(then))
        lost += then.state.location[index] == ELIMINATED
    return lost


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
    """The fastest unit could stand beside the weakest enemy, far ahead of all others."""
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
    """The U.S. to move, Germans coming from the north."""
    return siege(
        german=board.of(["P 5-4-7 0401", "Q 5-4-7 0501", "R 5-4-7 0601", "S 4-4-7 0301", "T 4-4-7 0701"]),
        us=board.of([*guns, "A 3-4-7 0406", "B 3-4-7 0506", "C 3-4-7 0606", "D 3-4-7 0705"]),
        victory={"bastogne": board.of(["0505", "0604"])},
        side=1,
        last_turn=6,
        seed=1,
    )


def _open_town(game: Game, board: Shape) -> bool:
    """Whether a German could walk into the town."""
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
    game.apply(Attack(("A",), ("X",)))
    game.apply(Roll(1))
    while game.prompt.kind == "retreat":
        game.apply(next(game.legal()))
    assert game.prompt.kind == "advance"
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


if __name__ == "__main__":
    main(BLUNDERS)
