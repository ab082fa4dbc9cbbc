"""The computer player's levels against each other and against `random` and `script`, by pairs with the sides exchanged.

    python -m benchmarks.pairs --games 11 --csv pairs.csv

Seeds that judge begin at `TEST_SEEDS`; whatever is tuned is tuned with smaller ones. With `--csv` it goes on where it
was interrupted; a hundred pairs of nine scenarios tell 60 from 40 %.
"""

import argparse

from westwall_tui import cli
from westwall_tui.files.library import scenarios

TEST_SEEDS = 1000
MATCHES = ("1,random", "1,script", "2,1", "3,2", "4,3")


def main(words: list[str] | None = None) -> int:
    """Play the matches one after the other; the exit status of the first that fails."""
    parser = argparse.ArgumentParser(description="Measure the computer player's levels.")
    parser.add_argument("--games", type=int, default=11, metavar="N", help="pairs of each scenario (11)")
    parser.add_argument("--csv", metavar="FILE", help="where the games are kept")
    parser.add_argument("--match", action="append", choices=MATCHES, help="only this match")
    parser.add_argument("--scenario", action="append", help="only this scenario")
    options = parser.parse_args(words)
    keys = options.scenario or [shipped.key for shipped in scenarios()]
    kept = ["--csv", options.csv] if options.csv else []
    for match in options.match or MATCHES:
        print(f"\n{match}")
        command = ["simulate", *keys, "--sides", match, "--games", str(options.games), "--pairs", *kept]
        status = cli.main([*command, "--seed", str(TEST_SEEDS)])
        if status:
            return status
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
