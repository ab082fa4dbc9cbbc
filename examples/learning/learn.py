"""Teach a player one small combat, and print how much better it has become.

    python -m pip install gymnasium numpy pettingzoo
    python -m examples.learning.learn --games 1500

The board is that of examples/mills: three German units face a U.S. battalion across a bridge. Both sides begin with
random picks. For each kind of decision the learner has a preference for each pick; after a game the preferences of its
picks go up or down with the result (REINFORCE, with the average as the baseline). The result is the Strength of the
units lost.
"""

import argparse
from pathlib import Path

import numpy as np

from examples.learning.environment import WestwallEnv
from westwall_tui import Game

SCENARIO = Path(__file__).parents[1] / "mills" / "mills.toml"
LEARNER = "German"
RATE = 0.15


def losses(game: Game) -> float:
    """Return the Strength that the second side has lost, minus that of the first."""
    lost = [0, 0]
    for unit, h in zip(game.state.units, game.state.location, strict=True):
        if h == -2:  # eliminated
            lost[unit.side] += max(unit.strength.attack, unit.strength.defense)
    return float(lost[1] - lost[0])


class Learner:
    """A preference for each pick, by kind of decision."""

    def __init__(self, picks: int, seed: int) -> None:
        self.likes: dict[str, np.ndarray] = {}
        self.chance = np.random.default_rng(seed)
        self.picks = picks

    def chances(self, kind: str, mask: np.ndarray) -> np.ndarray:
        """Return the probability of each pick."""
        likes = self.likes.setdefault(kind, np.zeros(self.picks))
        weights = np.where(mask, np.exp(np.clip(likes, -9, 9)), 0.0)
        return np.asarray(weights / weights.sum())

    def pick(self, kind: str, mask: np.ndarray) -> int:
        """Draw a pick."""
        return int(self.chance.choice(self.picks, p=self.chances(kind, mask)))

    def learn(self, made: list[tuple[str, np.ndarray, int]], better: float) -> None:
        """Raise the preferences of the picks made, or lower them if `better` is below 0."""
        for kind, mask, pick in made:
            change = -self.chances(kind, mask)
            change[pick] += 1.0
            self.likes[kind] += RATE * better * change


def play(game: WestwallEnv, learner: Learner, seed: int) -> tuple[list[tuple[str, np.ndarray, int]], float]:
    """Play one game of the learner against random picks; return its picks and the result."""
    game.reset(seed=seed)
    made = []
    total = 0.0
    for agent in game.agent_iter():
        seen, reward, ended, cut, _ = game.last()
        if agent == LEARNER:
            total += reward
        if ended or cut:
            game.step(None)
            continue
        mask, kind = seen["action_mask"], game.game.prompt.kind
        if agent == LEARNER:
            pick = learner.pick(kind, mask)
            made.append((kind, mask, pick))
        else:
            pick = int(learner.chance.choice(np.flatnonzero(mask)))
        game.step(pick)
    return made, total


def average(game: WestwallEnv, learner: Learner, games: int, first: int) -> float:
    """Return the average result of some games with new dice."""
    return sum(play(game, learner, first + seed)[1] for seed in range(games)) / games


def main(words: list[str] | None = None) -> None:
    """Read the command line, measure, learn, measure again."""
    parser = argparse.ArgumentParser(description="Teach a player one small combat.")
    parser.add_argument("--games", type=int, default=1500, metavar="N", help="games to learn from (default: 1500)")
    parser.add_argument("--test", type=int, default=200, metavar="N", help="games to measure with (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the learner (default: 1)")
    options = parser.parse_args(words)

    game = WestwallEnv(str(SCENARIO), reward=losses, picks=120)
    learner = Learner(len(game.picks), options.seed)
    print(f"at random: {average(game, learner, options.test, 100_000):+.2f} Strength Points per game")
    baseline = 0.0
    for seed in range(options.games):
        made, total = play(game, learner, seed)
        learner.learn(made, total - baseline)
        baseline += 0.02 * (total - baseline)
    print(f"after {options.games} games: {average(game, learner, options.test, 200_000):+.2f} Strength Points per game")


if __name__ == "__main__":
    main()
