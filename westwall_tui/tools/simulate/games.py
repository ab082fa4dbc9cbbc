"""One game between two players, from its job to its result. Both are plain data for other processes and files."""

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from time import thread_time
from typing import NamedTuple

from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Concede, Deploy, Done, Enter, Exit, Land, Move, Order
from westwall_tui.engine.state import Outcome
from westwall_tui.files.library import game_of
from westwall_tui.files.players.options import starts_of
from westwall_tui.files.scenarios.catalog import scenario_of, shared_scenario
from westwall_tui.files.scenarios.texts import LoadedScenario, Texts
from westwall_tui.tools.simulate.script import SCRIPTS
from westwall_tui.tools.simulate.words import entrant

MAX_ORDERS = 20000
"""Maximum number of orders in a game. A game with more has a fault."""
SECONDS: Mapping[type[Order], int] = {**dict.fromkeys((Deploy, Enter, Move, Land, Exit), 15), Attack: 36, Done: 20}
"""Estimated seconds that a person at the keyboard needs for an order, by its kind.

With them, the averages of Noville, Best and Honningen are within eight percent of games that careful beginners played.
The end of a phase includes a look at the new position, and the hand-over.
"""
OTHER_SECONDS = 12
"""Estimated seconds for any other kind of order."""


@dataclass(frozen=True)
class Job:
    """A game to play."""

    scenario: str
    """A name from `westwall list`, or the path to a file."""
    seed: int
    players: tuple[str, str]
    """The players by side, as strings for `words.entrant`."""
    options: tuple[str, ...] = ()
    weights: tuple[Mapping[str, float] | None, Mapping[str, float] | None] = (None, None)
    """Weights by side, in place of the battle's own."""
    texts: Texts | None = None
    """The texts of a scenario that is perhaps in no file; None to load it by its name."""

    @property
    def key(self) -> str:
        """A unique key of the job."""
        words = [self.scenario, str(self.seed), *self.players, *self.options]
        if self.weights != (None, None):
            own = (sorted(weights.items()) if weights else None for weights in self.weights)
            prints = (sha256(repr(each).encode()).hexdigest()[:12] if each else "own" for each in own)
            words.append(f"weights={','.join(prints)}")
        return " ".join(words)


def matched(
    terms: Mapping[str, Sequence[str]],
    seeds: Sequence[int],
    sides: tuple[str, str],
    weights: Mapping[str, float] | None = None,
    *,
    both: bool = False,
    texts: Texts | None = None,
) -> list[Job]:
    """Return the jobs for some seeds, by scenario with its options.

    With `both`, each comes again with players swapped. `texts` are those of the only scenario.
    """
    orders = dict.fromkeys([sides, sides[::-1]] if both else [sides])
    return [
        Job(scenario, seed, (first, second), tuple(options), (weights, weights), texts)
        for scenario, options in terms.items()
        for seed in seeds
        for first, second in orders
    ]


@dataclass(frozen=True)
class Result:
    """The result of a game."""

    key: str
    scenario: str
    seed: int
    first: str
    second: str
    """The players."""
    winner: int
    """The winning side; -1 for a draw."""
    verdict: str
    """The level of victory."""
    points: tuple[int, int]
    margin: float
    """Points of the First Player minus those of the Second (`queries.margin`)."""
    ahead: int
    """The side that would have won when the last Game-Turn began, -1 for neither.

    If the game ended before its last Game-Turn, the winner.
    """
    turns: int
    orders: int
    given: tuple[int, int]
    """The orders of both sides."""
    minutes: float
    """Estimated minutes that two people at one keyboard would need."""
    lost: tuple[int, int]
    seconds: tuple[float, float]
    """Average processor time per Player-Turn, by side."""
    slowest: tuple[float, float]
    refused: int
    """Number of proposals of the computer players that the rules refused."""
    sources: tuple[tuple[int, str, int], ...]
    """The sources of points, also those without points: side, name, and points.

    A condition that wins the game without points has 1 if it did so, else 0.
    """


class Failure(NamedTuple):
    """A game that stopped because of a fault of the program."""

    key: str
    """The key of the job."""
    text: str


def chooser(word: str, seed: int, weights: Mapping[str, float] | None = None) -> Callable[[Game], Order]:
    """Return the player with a name. Raises `ValueError` for an unknown name."""
    player = entrant(word)
    draw = Draw(seed)
    if word == "random":
        return lambda game: game.random_order(draw)
    if word in SCRIPTS:
        return lambda game: SCRIPTS[word](game, draw)
    # The clock would make the result depend on the machine.
    return Player(player.level, seed, weights, budget=player.times, clock=False, temperament=player.temperament).choose


JobRunner = Callable[[Sequence[Job]], Iterator[Result | Failure]]
"""A function that plays jobs (`workers.job_runner`) and yields each result when its game ends, in any order."""


def attempt(job: Job) -> Result | Failure:
    """Play a game to its end. If it has a fault, return a failure instead, so that other games continue."""
    try:
        return play(job)
    except Exception:  # noqa: BLE001 - the other games continue after any error
        return Failure(job.key, traceback.format_exc())


@lru_cache(maxsize=1)
def _scenario_of_texts(texts: Texts, key: str) -> LoadedScenario:
    """Return the scenario of some texts; its games share it, as those of `shared_scenario`."""
    return scenario_of(texts, key)


def play(job: Job) -> Result:
    """Play a game to its end."""
    scenario = shared_scenario(job.scenario) if job.texts is None else _scenario_of_texts(job.texts, job.scenario)
    game = game_of(scenario, seed=job.seed, options=job.options)
    players = [chooser(word, job.seed * 2 + side + 1, job.weights[side]) for side, word in enumerate(job.players)]
    spent: list[dict[tuple[int, int], float]] = [{}, {}]
    given, minutes = [0, 0], 0.0
    ahead: int | None = None
    while game.outcome is None:
        if ahead is None and game.state.turn == game.scenario.last_turn:
            ahead = queries.outcome_now(game).winner
        side, began = game.side, thread_time()
        order = players[side](game) if sum(given) < MAX_ORDERS else Concede()
        turn = (game.state.turn, game.state.side)
        spent[side][turn] = spent[side].get(turn, 0.0) + thread_time() - began
        game.apply(order)
        given[side] += 1
        minutes += SECONDS.get(type(order), OTHER_SECONDS) / 60
    refused = sum(len(owner.refusals) for owner in map(player_of, players) if owner is not None)
    return _result_of_game(job, game, ahead, (given[0], given[1]), minutes, spent, refused)


def player_of(choose: Callable[[Game], Order]) -> Player | None:
    """Return the computer player behind a `chooser`; None for a player of another kind."""
    owner = getattr(choose, "__self__", None)
    return owner if isinstance(owner, Player) else None


def _result_of_game(
    job: Job,
    game: Game,
    ahead: int | None,
    given: tuple[int, int],
    minutes: float,
    spent: list[dict[tuple[int, int], float]],
    refused: int,
) -> Result:
    state, outcome = game.state, game.outcome
    assert outcome is not None
    points = queries.totals(game)
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
        margin=float(queries.margin(game)),
        ahead=outcome.winner if ahead is None else ahead,
        turns=state.turn - game.scenario.first_turn + 1,
        orders=sum(given),
        given=given,
        minutes=round(minutes, 2),
        lost=(len(state.eliminated(0)), len(state.eliminated(1))),
        seconds=(round(means[0], 4), round(means[1], 4)),
        slowest=(round(worst[0], 4), round(worst[1], 4)),
        refused=refused,
        sources=_sources_of_game(game, outcome),
    )


def _sources_of_game(game: Game, outcome: Outcome) -> tuple[tuple[int, str, int], ...]:
    """Return the sources of points of a game that is over, as a result has them."""
    found = queries.sources(game)
    ways = [source for source in found if source.wins and source.side == outcome.winner]
    reason = outcome.reason.partition(": ")[2]
    decided = next((source for source in ways if source.name == reason), None)
    if decided is None and ways and not starts_of(game.scenario):
        decided = ways[-1]  # the side that wins if the other does not
    return tuple((source.side, source.name, int(source is decided) if source.wins else source.now) for source in found)
