"""Draw the next step: usually a legal order, sometimes anything else that a player or a program might do."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import WORDS, Attack, Done, Note, Order
from westwall_tui.engine.scenario import Phase

CANDIDATES = 3
"""Number of legal orders from which an eager player chooses."""
ASK_EVERY = 8
"""In a Combat Phase one step in this many asks what is legal, because that phase has the most answers."""
NOISE = (">", "+", "gs", "none", "0", "-1", "999", "9999", "٣", "K", "é", "deploy", "yes", "west", "x" * 300)
"""Words in places where they make no sense."""


class Temper(NamedTuple):
    """The style of the players of a game."""

    eager: int
    """Number of legal orders in 10 that seek the enemy and attack in force."""
    hasty: int
    """Number of legal orders in 100 that end the phase, or another decision, where that is legal."""


def temper(draw: Draw) -> Temper:
    """Draw a style: in half of the games phases are long and the map fills, in half they are short."""
    return Temper(eager=draw.pick((0, 0, 3, 8)), hasty=draw.pick((0, 0, 5, 20)))


class Maker(NamedTuple):
    """One kind of step."""

    name: str
    weight: int
    make: Callable[[Game, Draw], str]


def step(game: Game, draw: Draw, temper: Temper) -> str:
    """Return the next step of players with this style."""
    if game.state.phase is Phase.COMBAT and not draw.below(ASK_EVERY):
        return _with_seed("ask")(game, draw)
    left = draw.below(sum(maker.weight for maker in MAKERS))
    for maker in MAKERS:
        left -= maker.weight
        if left < 0:
            break
    if maker.make is _legal_order:
        return f"give {legal_order(game, draw, temper)}"
    return maker.make(game, draw)


def legal_order(game: Game, draw: Draw, temper: Temper) -> str:
    """Return a legal order of players with this style."""
    if draw.below(100) < temper.hasty and game.explain(Done()) is None:
        return str(Done())
    return _eager_order(game, draw) if draw.below(10) < temper.eager else _legal_order(game, draw)


def _legal_order(game: Game, draw: Draw) -> str:
    order = game.random_order(draw)
    if isinstance(order, Note) and draw.below(2):
        scenario = game.scenario
        turn = scenario.first_turn + draw.below(scenario.last_turn + 1 - scenario.first_turn)
        order = Note(order.division, order.hex, turn)
    return str(order)


def _eager_order(game: Game, draw: Draw) -> str:
    """Return, among a few legal orders, the one that attacks with most units or ends nearest to an enemy."""
    state, board = game.state, game.scenario.board
    enemies = [h for h, unit in zip(state.location, state.units, strict=True) if h >= 0 and unit.side != game.side]

    def far(order: Order) -> int:
        if isinstance(order, Attack):
            return -len(order.attackers)
        name = (getattr(order, "hexes", ()) or (getattr(order, "hex", ""),))[-1]
        if not name:
            return len(board.grid)
        distances = board.grid.distances(board.hex(name))
        return min((distances[h] for h in enemies), default=0)

    return str(min((game.random_order(draw) for _ in range(CANDIDATES)), key=far))


def _give_odd_order(game: Game, draw: Draw) -> str:
    return f"give {odd_order(game, draw)}"


def odd_order(game: Game, draw: Draw) -> str:
    """Return an order of any kind with any units and hexes, mostly hexes near units."""
    verbs = tuple(WORDS)[: None if not draw.below(60) else -1]  # the last is to concede, which ends the game
    words = [draw.pick(verbs), *(_odd_word(game, draw) for _ in range(draw.below(5)))]
    return " ".join(words)


def _odd_word(game: Game, draw: Draw) -> str:
    state, grid = game.state, game.scenario.board.grid
    kind = draw.below(16)
    if kind < 7:
        return draw.pick(state.units).id
    if kind < 13:
        places = [h for h in state.location if h >= 0] or [draw.below(len(grid))]
        h = draw.pick(grid.neighbors[draw.pick(places)])
        return grid.numbers[h] if h >= 0 else draw.pick(grid.numbers)
    return draw.pick(("yes", "no", "none", "0", "1", "3", "6", ">", "gs", *EDGES))


def _garbled_order(game: Game, draw: Draw) -> str:
    """Return a legal order with an error: a word left out, doubled, changed or moved."""
    words = str(game.random_order(draw)).split()
    i, other = draw.below(len(words)), draw.pick((*NOISE, _odd_word(game, draw)))
    slips: Sequence[list[str]] = (
        words[:i] + words[i + 1 :],
        [*words[: i + 1], *words[i:]],
        [*words[:i], other, *words[i + 1 :]],
        [*words[:i], words[i].upper()[::-1], *words[i + 1 :]],
        [*words, other],
        words[::-1],
    )
    return f"give {' '.join(draw.pick(slips))}"


def _just_word(word: str) -> Callable[[Game, Draw], str]:
    return lambda _game, _draw: word


def _with_seed(word: str) -> Callable[[Game, Draw], str]:
    return lambda _game, draw: f"{word} {draw.below(1 << 20)}"


def _with_viewer(word: str) -> Callable[[Game, Draw], str]:
    return lambda _game, draw: f"{word} {draw.below(1 << 20)} {draw.below(3) - 1}"


MAKERS = (
    Maker("legal", 700, _legal_order),
    Maker("odd", 100, _give_odd_order),
    Maker("garbled", 50, _garbled_order),
    Maker("undo", 50, _just_word("undo")),
    Maker("redo", 30, _just_word("redo")),
    Maker("ask", 60, _with_seed("ask")),
    Maker("list", 8, _with_seed("list")),
    Maker("position", 7, _just_word("position")),
    Maker("mark", 8, _with_seed("mark")),
    Maker("copy", 15, _with_seed("copy")),
    Maker("fork", 15, _with_viewer("fork")),
    Maker("secrets", 15, _with_viewer("secrets")),
    Maker("points", 20, _just_word("points")),
    Maker("save", 1, _just_word("save")),
    Maker("resume", 1, _with_seed("resume")),
    Maker("replay", 1, _just_word("replay")),
)
"""Every kind of step, with its relative frequency."""
