"""One game between two players, from its job to its result; both are plain data, for other processes and for files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import process_time

from westwall_tui.ai.player import Player
from westwall_tui.ai.script import script
from westwall_tui.engine import queries, sampling
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Concede, IllegalOrder, Order
from westwall_tui.files.library import new_game
from westwall_tui.simulate.players import PLAYERS

MOST_ORDERS = 20000
"""A game that is not over by then has gone wrong."""


@dataclass(frozen=True)
class Job:
    """A game to be played."""

    scenario: str
    """A name from `westwall list`, or the path of a file."""
    seed: int
    players: tuple[str, str]
    """By side: a level from 1 to 4, `random` or `script`."""
    options: tuple[str, ...] = ()
    weights: tuple[Mapping[str, float] | None, Mapping[str, float] | None] = (None, None)
    """By side, other weights than the battle's own."""

    @property
    def key(self) -> str:
        """What tells it from every other job."""
        return " ".join((self.scenario, str(self.seed), *self.players, *self.options))


@dataclass(frozen=True)
class Result:
    """How a game went."""

    key: str
    scenario: str
    seed: int
    first: str
    second: str
    """The players."""
    winner: int
    """A side; -1 for a draw."""
    verdict: str
    """The level of victory."""
    points: tuple[int, int]
    margin: float
    """Points of the First Player less those of the Second; in a game without points, 20 and the turns left."""
    turns: int
    orders: int
    lost: tuple[int, int]
    seconds: tuple[float, float]
    """Processor time for a Player-Turn, the mean by side."""
    slowest: tuple[float, float]
    refused: int
    """Proposals of the computer players that the rules refused."""
    causes: tuple[tuple[int, str, int], ...]
    """The account: side, cause without numbers, points."""


def chooser(word: str, seed: int, weights: Mapping[str, float] | None = None) -> Callable[[Game], Order]:
    """A player by its name. Raises `ValueError` for another word."""
    draw = sampling.Draw(seed)
    if word == "random":
        return lambda game: sampling.sample(game, draw)
    if word == "script":
        return lambda game: script(game, draw)
    if not (word.isascii() and word.isdigit()):
        raise ValueError(f"{word!r} is not a player; the players are {', '.join(PLAYERS)}")
    return Player(int(word), seed, weights).choose


def play(job: Job) -> Result:
    """Play a game to its end."""
    game = new_game(job.scenario, seed=job.seed, options=job.options)
    players = [chooser(word, job.seed * 2 + side + 1, job.weights[side]) for side, word in enumerate(job.players)]
    spent: list[dict[tuple[int, int], float]] = [{}, {}]
    orders = 0
    while game.outcome is None:
        side, began = game.side, process_time()
        order = players[side](game) if orders < MOST_ORDERS else Concede()
        turn = (game.state.turn, game.state.side)
        spent[side][turn] = spent[side].get(turn, 0.0) + process_time() - began
        game.apply(order)
        orders += 1
    refused = sum(len(owner.refusals) for owner in map(_owner, players) if owner is not None)
    return _result(job, game, orders, spent, refused)


def _owner(choose: Callable[[Game], Order]) -> Player | None:
    owner = getattr(choose, "__self__", None)
    return owner if isinstance(owner, Player) else None


def _result(job: Job, game: Game, orders: int, spent: list[dict[tuple[int, int], float]], refused: int) -> Result:
    state, outcome = game.state, game.outcome
    assert outcome is not None
    points = queries.totals(game)
    account = queries.account(game)
    if account:
        margin = float(points[0] - points[1])
    else:
        left = game.scenario.last_turn - state.turn
        margin = (20.0 + left) * {0: 1, 1: -1}.get(outcome.winner, 0)
    means = [sum(times.values()) / max(len(times), 1) for times in spent]
    worst = [max(times.values(), default=0.0) for times in spent]
    return Result(
        key=job.key,
        scenario=job.scenario,
        seed=job.seed,
        first=job.players[0],
        second=job.players[1],
        winner=outcome.winner,
        verdict=outcome.reason.partition(":")[0],
        points=points,
        margin=margin,
        turns=state.turn - game.scenario.first_turn + 1,
        orders=orders,
        lost=(len(state.eliminated(0)), len(state.eliminated(1))),
        seconds=(round(means[0], 4), round(means[1], 4)),
        slowest=(round(worst[0], 4), round(worst[1], 4)),
        refused=refused,
        causes=tuple((line.side, _cause(line.cause), line.points) for line in account if line.points),
    )


def _cause(text: str) -> str:
    """A line of the account without what varies: numbers and names of units."""
    head = text.partition(":")[0]
    return " ".join("N" if word.isdigit() else word for word in head.split())


__all__ = ["IllegalOrder", "Job", "Result", "chooser", "play"]
