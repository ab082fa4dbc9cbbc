"""Fight one combat a thousand times, each time with different dice, and count the results.

    python examples/thousand_dice.py --games 1000

The combat is the first of Spearhead: two panzergrenadier battalions against an armored team in a village. Beside each
result the program prints the number that the Combat Results Table predicts, so this also tests the die.
"""

import argparse
from collections import Counter

import westwall_tui as westwall
from westwall_tui import events, planning

SCENARIO = "bastogne/spearhead"
APPROACH = """
    deploy 52 2614; deploy 2 2611; deploy 811 2414; deploy 73 1814; deploy 58 2015
    deploy 20 1616; deploy 3 1515; deploy 90 1317; deploy 420 1416; done
    enter 1/304 2913 2714; enter 1/902 2913 2613; done
    attack 1/304 1/902 > 52
"""
ORDERS = [westwall.parse(line) for line in APPROACH.replace("\n", ";").split(";") if line.strip()]
FIRE = westwall.orders.Fpf(("420",))
"""The defender's answer, after which the die is rolled."""


def main(words: list[str] | None = None) -> None:
    """Read the command line, fight, and print the counts."""
    parser = argparse.ArgumentParser(description="Fight one combat many times and count its results.")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="number of combats (default: 1000)")
    games: int = parser.parse_args(words).games

    promised: Counter[str] = Counter()
    results: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    game = westwall.new_game(SCENARIO, seed=0)
    for order in ORDERS:
        game.apply(order)
    answer = planning.answer(game, FIRE)
    assert answer is not None
    for seed in range(games):
        promised.update(answer.odds.results)
        for event in game.fork(seed=seed).apply(FIRE):  # the same combat again, with dice of its own
            match event:
                case events.Rolled(result=result):
                    results[result] += 1
                case events.Retreated() | events.Eliminated():
                    ends[str(event)] += 1

    print("result  games  promised")
    for result, sixths in promised.items():
        print(f"{result:6} {results[result]:6} {sixths / 6:9.1f}")
    for end, count in ends.most_common():
        print(f"{count} times {end}")


if __name__ == "__main__":
    main()
