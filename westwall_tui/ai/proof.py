"""The proof of a random battle: games of the computer against itself that find a fair sector for a seed.

Nothing here depends on the clock or the machine: the same version of the program finds the same battle for a seed
everywhere. The battle's name contains the sector and the points found, so that another version still plays the same
battle if it gets the whole name.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.dice import mixed
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.disk.writing import Advice
from westwall_tui.files.scenarios.catalog import scenario_of
from westwall_tui.files.scenarios.random_battles import RandomBattle, dice_seed, random_texts, wanted_battle

LEVEL = 3
"""The level that plays the games."""
FIRST, GAMES = 8, 32
"""The number of games after which a sector may be given up, and the number of games of a whole proof."""
MOST_AHEAD = 7
"""The maximum average lead, in points, of a sector that is not given up; also the maximum points at the start."""
CLOSE = 2
"""When the points at the start are calculated, a greater corrected lead counts as only this many points."""
FAIR = range(44, 57)
"""The First Player's wins in a fair battle, in percent, with a draw as half a win."""
MOST_SECTORS = 30
_PURPOSE = 21
"""A number that separates the dice of proofs from those of other games."""

Progress = Callable[[RandomBattle, int], bool]
"""A function that is called before each game with the sector on trial and the number of its games so far.

If it returns False, the proof ends.
"""


FOUND_FAIR = "It is fair"
FOUND_UNFAIR = "It may be uneven"
UNTESTED = "It could not be tested"


class Proof(NamedTuple):
    """The battle of a seed, and what its proof has shown."""

    battle: RandomBattle
    verdict: str
    """`FOUND_FAIR`, `FOUND_UNFAIR` or `UNTESTED`."""


def prove(seed: int, progress: Progress = lambda *_: True) -> Proof | None:
    """Return the fair battle of a seed, or None if `progress` ended the search.

    If no sector can be made fair, which is not to be expected, return the fairest of those tried. If a game of the
    proof fails because of a bug, return the first sector, untested.
    """
    with Advice(lambda: None):
        return _search(seed, progress)
    return Proof(RandomBattle(seed, 1), UNTESTED)


def _search(seed: int, progress: Progress) -> Proof | None:
    unfair: list[tuple[int, RandomBattle]] = []
    for number in range(1, MOST_SECTORS + 1):
        sector = RandomBattle(seed, number)
        scenario = scenario_of(random_texts(sector), str(sector))
        leads: list[int] = []
        while len(leads) < GAMES:
            if not progress(sector, len(leads)):
                return None
            leads.append(lead(scenario, mixed(_PURPOSE, seed, number, len(leads))))
            if len(leads) == FIRST and abs(sum(leads)) > MOST_AHEAD * FIRST:
                break
        battle = sector._replace(lead=correction(leads))
        won = share(leads, battle.lead)
        if len(leads) == GAMES and won in FAIR:
            return Proof(battle, FOUND_FAIR)
        unfair.append((abs(won - 50), battle))
    return Proof(min(unfair)[1], FOUND_UNFAIR)


def correction(leads: Sequence[float], most: int = MOST_AHEAD) -> int:
    """Return the First Player's points at the start that make some games even; negative if the opponent gets them.

    `leads` are the First Player's leads without points at the start. The result has at most `most` points.
    """

    def bias(points: int) -> float:
        return abs(sum(max(-CLOSE, min(CLOSE, ahead + points)) for ahead in leads))

    return min(range(-most, most + 1), key=lambda points: (bias(points), abs(points), points))


def share(leads: Sequence[int], points: int = 0) -> int:
    """Return the percentage of games that the First Player wins with these points at the start.

    A draw is half a win.
    """
    won = sum((ahead + points > 0) - (ahead + points < 0) for ahead in leads)
    return (100 * (len(leads) + won) + len(leads)) // (2 * len(leads))


def lead(scenario: Scenario, seed: int) -> int:
    """Play a game, and return the First Player's lead at its end, in points."""
    game = Game(scenario, seed=seed)
    players = [Player(LEVEL, mixed(seed, side), clock=False) for side in (0, 1)]
    while game.outcome is None:
        game.apply(players[game.side].choose(game))
    first, second = queries.totals(game)
    return first - second


def whole_name(word: str, seed: int | None, tell: Callable[[str], None]) -> tuple[str, int | None]:
    """Return a scenario's name and the seed of its dice. For a random battle, find it, and return its whole name.

    With `random` the seed is the battle's, and the dice have none. `tell` gets a line before each game of a proof, and
    at last its verdict. Raises `FileError`.
    """
    wanted = wanted_battle(word, seed)
    if wanted is None:
        return word, seed
    if isinstance(wanted, int):

        def progress(sector: RandomBattle, games: int) -> bool:
            tell(in_progress(sector, games))
            return True

        found = prove(wanted, progress)
        assert found is not None
        wanted = found.battle
        tell(found.verdict)
    return str(wanted), dice_seed(word, seed)


def in_progress(sector: RandomBattle, games: int) -> str:
    """Return a line that describes the state of a proof before a game."""
    return f"The computer is trying sector {sector.sector} of battle {sector.seed}: game {games + 1} of {GAMES}"
