"""Measure quick battles, and write their lines in the table of `docs/quick-battles.md`.

    python -m benchmarks.shipped.quick_battles noville champs --csv quick.csv

plays the games of `westwall simulate NAME --balance` for each battle, or for all of them without a name, and writes
the result as `balance` and `minutes` in the battle's briefing too. With `--csv`, the command continues where it was
interrupted; use a new file when a battle or the player has changed.
"""

import argparse
import re
from pathlib import Path

from benchmarks.shipped.games import TEST_SEEDS, add_workers, played_out
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import ListedScenario, all_scenarios, load_scenario
from westwall_tui.tools.simulate.balance import SIMPLE, Balance, jobs_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "quick-battles.md"
MINUTES, BALANCE = (re.compile(rf"^{key} = .*$", re.MULTILINE) for key in ("minutes", "balance"))


def minutes_of(found: Balance) -> int:
    """Return the estimated minutes of a game, rounded to five."""
    return 5 * round(found.figures()["minutes"] / 5)


def row(entry: ListedScenario, found: Balance) -> str:
    """Return the battle's line of the table."""
    sides, victory = found.scenario.sides, found.scenario.scoring.victory
    start = [f"{side.adjective} {points}" for side, points in zip(sides, victory.start, strict=True) if points]
    if victory.tie >= 0:
        start.append(f"{sides[victory.tie].people} win ties")
    cells = (
        entry.entry.name,
        entry.entry.battle,
        ", ".join(f"{side.adjective} {count}" for side, count in zip(sides, entry.units, strict=True)),
        f"{entry.turns}",
        f"{minutes_of(found)}",
        f"{len(found.equals)}",
        found.shares["won"].cell,
        found.shares["drawn"].cell,
        *(f"{found.shares[f'{word} 1'].cell}, {found.shares[f'{word} 2'].cell}" for word in SIMPLE),
        "; ".join(start),
    )
    return f"| {' | '.join(cells)} |"


def with_row(page: str, new: str) -> str:
    """Return the page with another line for a battle. Raises `ValueError` if it has none."""
    start = new[: new.index("|", 2) + 1]
    lines = page.splitlines(keepends=True)
    at = next((number for number, line in enumerate(lines) if line.startswith(start)), None)
    if at is None:
        raise ValueError(f"the page has no line that begins with {start}")
    lines[at] = f"{new}\n"
    return "".join(lines)


def main(words: list[str] | None = None) -> int:
    """Play the missing games and write the lines; return 1 if a game broke off, 130 if interrupted."""
    entries = {entry.entry.word: entry for entry in all_scenarios() if entry.is_quick}
    parser = argparse.ArgumentParser(description="Measure how even the quick battles are.")
    parser.add_argument("battle", nargs="*", metavar="BATTLE", help=f"{', '.join(entries)} (all)")
    parser.add_argument("--csv", metavar="FILE", type=Path, help="where the games are kept")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games between equals (100)")
    add_workers(parser)
    options = parser.parse_args(words)
    for word in options.battle or entries:
        if word not in entries:
            parser.error(f"no quick battle {word}; there are {', '.join(entries)}")
        entry = entries[word]
        results, status = played_out(
            parser, options, jobs_of({entry.entry.key: ()}, options.games, TEST_SEEDS, None), options.csv
        )
        if status:
            return status
        found = Balance(Game(load_scenario(entry.entry.key), seed=1), results)
        line = row(entry, found)
        print(line)
        PAGE.write_text(with_row(PAGE.read_text(encoding="utf-8"), line), encoding="utf-8")
        won = sum(result.winner == 0 for result in found.equals)
        path = ROOT / "scenarios" / f"{entry.entry.key}.toml"
        text = path.read_text(encoding="utf-8")
        for pattern, value in (
            (MINUTES, f"minutes = {minutes_of(found)}"),
            (BALANCE, f'balance = ["{entry.sides[0]}", {won}, {len(found.equals)}]'),
        ):
            text = pattern.sub(value, text, count=1)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
