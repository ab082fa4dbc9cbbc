"""The command `westwall puzzle --make`, which looks for puzzles and writes them to a folder for a person to select."""

import argparse
import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from westwall_tui.files.faults import FileError, printable
from westwall_tui.files.scenarios.catalog import shared_scenario, shipped
from westwall_tui.learn.puzzles.catalog import PuzzleDraft, written
from westwall_tui.tools.puzzles import GAMES, MOVES, SMALL
from westwall_tui.tools.puzzles.finder import SECONDS, study
from westwall_tui.tools.puzzles.positions import BattleMap, Drawn, PositionSize, cut_out, small_board

FIGHTS = tuple(PositionSize(*each) for each in ((2, 2), (3, 2), (3, 2), (4, 2), (3, 3), (4, 3)))
WALKS = tuple(PositionSize(*each) for each in ((2, 1), (3, 1), (3, 1), (2, 2), (3, 2), (3, 2), (4, 2)))
GUNS = ((0, 0), (1, 0), (1, 0), (1, 1), (2, 1), (0, 1))
MOVING_SECONDS = 2.0
"""Maximum seconds for a proof with movement. Longer proofs are dropped, because there are plenty of positions."""
SUPPORT = ((0, 0), (0, 0), (0, 0), (2, 0), (0, 1))


def find(source: str, seed: int, seconds: float) -> Iterator[PuzzleDraft]:
    """Yield puzzles on small boards (`small`, `moves`), around the places of a battle, or from `games`."""
    until, number = time.monotonic() + seconds, 0
    for drawn, where in _draw_positions(source, seed):
        if time.monotonic() > until:
            return
        number += 1
        try:
            yield from study(drawn, f"{where}, seed {seed}.{number}", MOVING_SECONDS if "moves" in source else SECONDS)
        except FileError:  # the units are not allowed in their hexes
            continue


def _draw_positions(source: str, seed: int) -> Iterator[tuple[Drawn, str]]:
    rng = Random(seed)
    if source == GAMES:
        for turn in range(1000):
            for entry in shipped():
                yield from cut_out(entry.key, seed + turn)
        return
    name, _, moves = source.partition("-")
    field = None if name in (SMALL, MOVES) else BattleMap(shared_scenario(_first_scenario(name)))
    walks = bool(moves) or name == MOVES
    while True:
        size = rng.choice(WALKS if walks else FIGHTS)
        guns = rng.choice(GUNS[:4] if walks else GUNS)
        size = size._replace(guns=guns, support=(0, 0) if walks else rng.choice(SUPPORT), loose=int(walks))
        if size.loose >= size.attackers:
            continue
        try:
            drawn = small_board(rng, size, *((7, 6) if walks else ())) if field is None else field.draw(rng, size)
        except IndexError:  # there is not enough room for the units
            continue
        yield drawn, "composed" if field is None else f"composed around {drawn.place}"


def _first_scenario(battle: str) -> str:
    """Return the first scenario of a battle that has its usual units."""
    keys = [entry.key for entry in shipped() if entry.key.startswith(f"{battle}/")]
    return next((key for key in keys if key.endswith(("historical", "campaign"))), keys[0])


def write(draft: PuzzleDraft, folder: Path) -> Path:
    """Write a puzzle to a new file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^a-z0-9]+", "-", str(draft.heads["battle"]).lower()).strip("-")
    number = next(n for n in range(1, 100_000) if not (folder / f"{stem}-{n}.toml").exists())
    path = folder / f"{stem}-{number}.toml"
    path.write_text(written(draft), encoding="utf-8")
    return path


def make(options: argparse.Namespace) -> int:
    """Look for puzzles as the command line demands, and write each puzzle as soon as it is found."""
    count = 0
    for draft in find(options.source, options.seed, options.seconds):
        path = write(draft, Path(options.make))
        proof, count = draft.proof, count + 1
        print(
            printable(f"{path}: {draft.heads['theme']}, best {proof.best}, obvious {proof.obvious.value}"), flush=True
        )
    if count:
        then = "Give each a name, a task, a reason and a grade, or delete it. westwall check proves it again."
    else:
        then = "Most positions contain none. Try more --seconds, another --seed, or another --from."
    print(f"Found {count} puzzle{'s' * (count != 1)}. {then}")
    return 0
