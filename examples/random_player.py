"""Play a whole game of random legal orders, and print how it ends.

    python examples/random_player.py bastogne/spearhead --seed 7

The list of legal orders can be very long, a large combat's above all. So `legal()` finds them one by one, and this
player draws from the first hundred.
"""

import argparse
from itertools import islice
from random import Random

import westwall_tui as westwall

FIRST = 100
"""How many of the legal orders it draws from."""


def choose(game: westwall.Game, chance: Random) -> westwall.orders.Order:
    """A legal order at random. A side that has none, its set-up hexes being full, gives the game up."""
    found = list(islice(game.legal(), FIRST))
    return chance.choice(found) if found else westwall.parse("concede")


def play(game: westwall.Game, chance: Random) -> None:
    """Play a game to its end."""
    while game.outcome is None:
        game.apply(choose(game, chance))


def main(words: list[str] | None = None) -> None:
    """Read the command line, play, and print the result."""
    parser = argparse.ArgumentParser(description="Play a whole game of random legal orders.")
    parser.add_argument("scenario", nargs="?", default="bastogne/spearhead", help="one that `westwall list` names")
    parser.add_argument("--seed", type=int, default=1, help="of the die and of the player (1 if left out)")
    options = parser.parse_args(words)

    game = westwall.new_game(options.scenario, seed=options.seed)
    play(game, Random(options.seed))
    assert game.outcome is not None
    print(f"{game.scenario.name}, {len(game.log)} orders: {game.outcome.sentence}")


if __name__ == "__main__":
    main()
