"""Write the results of games between equals, with which players can compare theirs: `scenarios/<battle>/par.toml`.

    python -m benchmarks.shipped.par --csv balance.csv --level 4

plays each scenario between two computers of the level, seed after seed, and writes the leads of these games. The games
are those of `benchmarks.shipped.balance`, so both commands can share a file. The command continues where it was
interrupted, and `--report` writes what the file has. Use a new file when the player has changed.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.shipped.balance import EXPECTED, jobs_of
from benchmarks.shipped.games import add_workers, played_out
from westwall_tui.files.computer.par import KIND, Par, pars_of
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.games import Result


def measured(results: Sequence[Result], level: str) -> Mapping[str, Par]:
    """Return the results of the games between two computers of a level, by scenario key."""
    leads: dict[str, list[float]] = {}
    for result in results:
        if result.first == result.second == level:
            leads.setdefault(result.scenario, []).append(result.margin)
    return {key: Par(int(level), tuple(sorted(found))) for key, found in leads.items()}


def text_of(pars: Mapping[str, Par], command: str) -> str:
    """Return the text of a file of results."""
    lines = [
        "# The First Player's leads in games that the computer played against itself.",
        f"# Made by: {command}",
        "format = 1",
        f'kind = "{KIND}"',
    ]
    for key, par in pars.items():
        leads = ", ".join(f"{lead:g}" for lead in par.leads)
        lines += ["", "[[par]]", f'scenario = "{key}"', f"level = {par.level}", f"leads = [{leads}]"]
    return "\n".join(lines) + "\n"


def main(words: list[str] | None = None) -> int:
    """Play the missing games and write the files; return 1 if a game broke off, 130 if interrupted."""
    parser = argparse.ArgumentParser(description="The results with which players can compare theirs.")
    parser.add_argument("--csv", metavar="FILE", type=Path, required=True, help="where the games are kept")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games of each scenario (20)")
    parser.add_argument("--level", default="4", choices=["1", "2", "3", "4"], help="the level of both computers (4)")
    parser.add_argument("--scenario", action="append", choices=[*EXPECTED], help="only this scenario")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=shipped_root(), help="the folder of the battles")
    add_workers(parser)
    parser.add_argument("--report", action="store_true", help="only write what the file holds")
    options = parser.parse_args(words)
    status = 0
    if not options.report:
        jobs = jobs_of(options.games, options.scenario or [*EXPECTED], [options.level])
        _, status = played_out(parser, options, jobs, options.csv)
    found = measured(tally.read(options.csv, Result), options.level)
    for battle in sorted({load_scenario(key).rules for key in found}):
        own = {key: par for key, par in found.items() if load_scenario(key).rules == battle}
        kept = {**pars_of(battle), **own}
        command = f"python -m benchmarks.shipped.par --csv FILE --level {options.level}"
        path = options.out / battle / f"{KIND}.toml"
        path.write_text(text_of({key: kept[key] for key in EXPECTED if key in kept}, command), encoding="utf-8")
        print(f"{path}: {', '.join(f'{key} {len(par.leads)} games' for key, par in own.items())}")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
