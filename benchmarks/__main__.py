"""The command `python -m benchmarks`, which is `make bench`: `[PART ...] [--json FILE]`, or `compare BEFORE AFTER`."""

import argparse
import importlib
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from benchmarks.compare import compare, read, write
from benchmarks.table import Figure, misses, show

PARTS: Mapping[str, str] = {
    "start": "first paints and memory",
    "keys": "bytes and time of every key",
    "turn": "bytes of a Player-Turn, key by key, in ASCII and drawn",
    "enemy": "bytes of a Player-Turn of the computer, order by order, in ASCII and drawn",
    "waits": "how long each key blocks the screen in crowded positions",
    "names": "names of places on the map",
    "play": "random orders, the ends of phases",
    "engine": "reach, attacks, previews, lists",
    "front": "Remagen's front, in play and in crowds",
    "disk": "loading, and writing each order to disk",
    "guests": "two terminals: an order on the connection and on the other screen",
    "club": "a hundred sessions over SSH: memory, the lobby, an order on the other screen",
    "growth": "twice the units, twice the board",
}


def main() -> None:
    """Measure and print, or compare two files of figures."""
    parts = "; ".join(f"{name}: {about}" for name, about in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="benchmarks",
        description=f"Measure what the project promises. {parts}. "
        "benchmarks/shipped makes the numbers that ship (see its README.md).",
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help="parts to measure (default: all), or compare BEFORE AFTER"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    options = parser.parse_args()
    if options.parts[:1] == ["compare"] and len(options.parts) == 3:
        print(compare(*(read(Path(name)) for name in options.parts[1:])))
        return
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"unknown part {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
    found: dict[str, list[Figure]] = {}
    wanted = options.parts or [*PARTS]
    try:
        for part in wanted:
            begun = perf_counter()
            found[part] = importlib.import_module(f"benchmarks.{part}").figures()
            print(f"{part}: {perf_counter() - begun:.0f} s", file=sys.stderr)
            if options.json:
                write(options.json, found)
    except KeyboardInterrupt:
        print(f"interrupted; not measured: {', '.join(part for part in wanted if part not in found)}", file=sys.stderr)
    figures = [figure for each in found.values() for figure in each]
    print(show(figures))
    if len(found) == len(wanted) and not misses(figures):
        print("\nAll goals are met.")


if __name__ == "__main__":
    main()
