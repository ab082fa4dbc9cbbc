"""Measure random battles, and make the list of those that come with the game.

    nice python -m benchmarks.shipped.random_battles 1 100 --list scenarios/random.txt

proves the battles of the seeds from 1 to 100 as the game does, and then tries each in 40 games of level 3 with other
dice. A battle is fair if the attacker wins 35 to 65 of 100, with a draw as half a win; games that cannot change this
are left out. The fair ones are added to the list. Seeds that are in it are skipped, so that the command continues.
"""

import argparse
from pathlib import Path
from statistics import median
from time import process_time

from westwall_tui.ai.proof import lead, prove
from westwall_tui.engine.dice import mixed
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.random_battles import RandomBattle, battle_named

GAMES = 40
LEAST = 35
"""The least share of either side in a fair battle, in percent."""
_PURPOSE = 22
"""Separates the dice of these games from those of the proof."""


def shares(battle: RandomBattle) -> tuple[float, float]:
    """Return the games that the attacker and the defender win; fewer than all once the verdict is certain."""
    scenario = load_scenario(str(battle))
    won, least = [0.0, 0.0], GAMES * LEAST / 100
    for number in range(GAMES):
        if min(won) >= least or max(won) > GAMES - least:
            break
        ahead = lead(scenario, mixed(_PURPOSE, battle.seed, battle.sector, number))
        won[0] += (ahead > 0) + (ahead == 0) / 2
        won[1] += (ahead < 0) + (ahead == 0) / 2
    return won[0], won[1]


def main() -> None:
    """Measure the battles of some seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--list", type=Path, help="the list that fair battles are added to")
    options = parser.parse_args()
    lines = options.list.read_text(encoding="utf-8").splitlines() if options.list else []
    listed = {battle.seed for battle in map(battle_named, lines) if battle is not None}
    seconds, fair = [], 0
    for seed in range(options.first, options.last + 1):
        if seed in listed:
            continue
        began = process_time()
        found = prove(seed)
        assert found is not None
        battle = found.battle
        seconds.append(process_time() - began)
        won = shares(battle)
        good = min(won) >= GAMES * LEAST / 100
        fair += good
        if good and options.list:
            with options.list.open("a", encoding="utf-8") as file:
                file.write(f"{battle}\n")
        print(f"{battle}: {won[0]:g} to {won[1]:g}, {'fair' if good else 'UNFAIR'}, {seconds[-1]:.1f} s", flush=True)
    if seconds:
        times = f"{median(seconds):.1f} s in the median, {max(seconds):.1f} s at most"
        print(f"{fair} of {len(seconds)} are fair; a proof takes {times}")


if __name__ == "__main__":
    main()
