"""Compare the results of the nine scenarios between equals with the victory levels of the booklet.

    python -m benchmarks.shipped.balance --csv balance.csv --games 20

plays each scenario between equals of the two upper levels, seed after seed, and writes the table of
`benchmarks/BALANCE.md`; the text around the table is written by hand. The command continues where it was interrupted,
and `--report` writes the table from the games in the file. Use a new file when the player has changed.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.shipped.games import TEST_SEEDS, add_workers, played_out
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.games import Job, Result, matched

PAGE = Path(__file__).parents[1] / "BALANCE.md"
BEGIN, END = "<!-- the table: python -m benchmarks.shipped.balance -->", "<!-- end of the table -->"
LEVELS = ("3", "4")
_ARNHEM = "even at two German points for each Allied one (17.4)"
_HURTGEN = "even at two U.S. points for each German one; there is no draw (15.4)"
_REMAGEN = "even when the U.S. is 20 to 29 points ahead (16.5)"
EXPECTED: Mapping[str, str] = {
    "arnhem/historical": _ARNHEM,
    "arnhem/free": _ARNHEM,
    "bastogne/spearhead": "more points win: Bastogne 10 or 12, panzers 1 or 3 (15.17); the German must press (16.1)",
    "bastogne/relief": "one side wins (15.27); the German has the harder task (16.1)",
    "bastogne/campaign": "more points win (15.37); the German is strong early and weak late (16.1)",
    "hurtgen/historical": _HURTGEN,
    "hurtgen/free": _HURTGEN,
    "remagen/historical": _REMAGEN,
    "remagen/optimum": _REMAGEN,
}
"""The booklet's description of an even game, by scenario."""


def jobs_of(games: int, keys: Sequence[str], levels: Sequence[str]) -> list[Job]:
    """Return the games: every scenario and level with a seed, then with the next."""
    seeds = range(TEST_SEEDS, TEST_SEEDS + games)
    terms: Mapping[str, Sequence[str]] = dict.fromkeys(keys, ())
    return [job for seed in seeds for level in levels for job in matched(terms, [seed], (level, level))]


def rows(results: Sequence[Result]) -> list[str]:
    """Return the table, a line per scenario and level that was played, then the booklet's even games."""
    found = [
        "| scenario: First Player, other side | level | games | results | points | First Player won |",
        "|---|---|---|---|---|---|",
    ]
    for key in EXPECTED:
        first, second = (side.name for side in load_scenario(key).sides)
        for level in sorted({result.first for result in results if result.scenario == key}):
            some = [result for result in results if (result.scenario, result.first) == (key, level)]
            verdicts = sorted(Counter(result.verdict for result in some).items(), key=lambda each: (-each[1], each[0]))
            points = [sum(result.points[side] for result in some) / len(some) for side in (0, 1)]
            points_text = f"{points[0]:.0f} : {points[1]:.0f}" if any(points) else "none"
            won = sum(result.winner == 0 for result in some)
            low, high = tally.wilson(won, len(some))
            cells = (
                f"{key}: {first}, {second}",
                level,
                f"{len(some)}",
                ", ".join(f"{count} {in_short(verdict)}" for verdict, count in verdicts),
                points_text,
                f"{won} ({100 * low:.0f} to {100 * high:.0f}%)",
            )
            found.append(f"| {' | '.join(cells)} |")
    alike = {text: [key for key in EXPECTED if EXPECTED[key] == text] for text in EXPECTED.values()}
    return [*found, "", "By the booklet:", "", *(f"- {', '.join(keys)}: {text}" for text, keys in alike.items())]


def in_short(verdict: str) -> str:
    """Return the winner and the level: `German Strategic`, or `draw`."""
    return "draw" if "draw" in verdict else verdict.removesuffix(" Victory").removesuffix(" wins")


def written(page: str, lines: Sequence[str]) -> str:
    """Return the page with another table. Raises `ValueError` if it has no place for one."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no place for the table: {BEGIN} and {END}")
    return f"{before}{begin}\n\n" + "\n".join(lines) + f"\n\n{end}{after}"


def main(words: list[str] | None = None) -> int:
    """Play the missing games and write the table; return 1 if a game broke off, 130 if interrupted."""
    parser = argparse.ArgumentParser(description="What the scenarios come to between equals.")
    parser.add_argument("--csv", metavar="FILE", type=Path, required=True, help="where the games are kept")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games of each scenario and level (20)")
    parser.add_argument("--level", action="append", choices=["1", "2", "3", "4"], help="only this level (3 and 4)")
    parser.add_argument("--scenario", action="append", choices=[*EXPECTED], help="only this scenario")
    parser.add_argument("--page", metavar="FILE", type=Path, default=PAGE, help="where the table goes")
    add_workers(parser)
    parser.add_argument("--report", action="store_true", help="only count what the file holds")
    options = parser.parse_args(words)
    jobs = jobs_of(options.games, options.scenario or [*EXPECTED], options.level or LEVELS)
    status = 0
    if not options.report:
        _, status = played_out(parser, options, jobs, options.csv)
    equals = [result for result in tally.read(options.csv, Result) if result.first == result.second]
    table_rows = rows(equals)
    options.page.write_text(written(options.page.read_text(encoding="utf-8"), table_rows), encoding="utf-8")
    print("\n".join(table_rows))
    return status


if __name__ == "__main__":
    raise SystemExit(main())
