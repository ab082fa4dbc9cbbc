"""Play a whole game of random legal orders, and print how it ends.

    python examples/random_player.py bastogne/spearhead --seed 7

The list of legal orders can be very long, especially in a large combat. `legal()` therefore finds them one by one, and
this player draws from the first hundred.
"""

import argparse
from itertools import islice
from random import Random

import westwall_tui as westwall

FIRST = 100
"""Number of legal orders to draw from."""


def choose(game: westwall.Game, chance: Random) -> westwall.orders.Order:
    """Return a random legal order. A side that has none, because its set-up hexes are full, concedes."""
    found = list(islice(game.legal(), FIRST))
    return chance.choice(found) if found else westwall.parse("concede")


def play(game: westwall.Game, chance: Random) -> None:
    """Play a game to its end."""
    while game.outcome is None:
        game.apply(choose(game, chance))


def main(words: list[str] | None = None) -> None:
    """Read the command line, play, and print the result."""
    parser = argparse.ArgumentParser(description="Play a whole game of random legal orders.")
    parser.add_argument("scenario", nargs="?", default="bastogne/spearhead", help="a name from `westwall list`")
    parser.add_argument("--seed", type=int, default=1, help="seed of the dice and of the player (default: 1)")
    options = parser.parse_args(words)

    game = westwall.new_game(options.scenario, seed=options.seed)
    play(game, Random(options.seed))
    assert game.outcome is not None
    print(f"{game.scenario.name}, {len(game.log)} orders: {game.outcome.sentence}")


if __name__ == "__main__":
    main()
