"""Measure saves: loading and verifying a long game, and writing an order compared with a bare write."""

import os
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.play import pace, random_plies
from benchmarks.positions import BATTLES, LONG, saved
from benchmarks.table import Figure, Measured, worst_of
from westwall_tui.files.saves.catalog import find_save
from westwall_tui.files.sessions.local import LocalSession

ROUNDS = 15
TIMES = 5
"""Number of times to load a game, in turns with chess; the fastest counts."""


def figures() -> list[Figure]:
    """Return all figures."""
    shown, verified, ratios, orders = [], [], [], []
    with TemporaryDirectory(prefix="westwall-bench-") as name:
        folder = Path(name)
        for battle, scenario in BATTLES.items():
            path = find_save("", Path(saved(folder, scenario, LONG)["WESTWALL_SAVES"]))
            LocalSession.resume(path)  # this happens once in a program
            times, plies = [], 0.0
            for seed in range(TIMES):
                times.append(_loaded(path))
                plies = max(plies, pace(partial(random_plies, 2, seed)))
            shown.append(Measured(1000 * min(opened for opened, _ in times), battle))
            loaded = min(whole for _, whole in times)
            verified.append(Measured(1000 * loaded, battle))
            ratios.append(Measured(loaded * plies / LONG, battle))
            session = LocalSession.resume(path)
            orders.append(Measured(_against_bare(session, folder / "bare"), f"{battle}, {path.stat().st_size} bytes"))
    return [
        worst_of(f"opening a game of {LONG} orders", shown, "ms", None),
        worst_of(f"loading and verifying {LONG} orders", verified, "ms", None),
        worst_of(f"loading and verifying {LONG} orders / as many random plies of chess", ratios, "x", 1.75),
        worst_of("an order to disk / bare write and flush", orders, "x", None),
    ]


def _loaded(path: Path) -> tuple[float, float]:
    """Return the processor seconds until a game can be shown, and until its orders have been replayed as well."""
    begun = process_time()
    session = LocalSession.resume(path, at_once=True)
    opened = process_time() - begun
    session.verify()
    return opened, process_time() - begun


def _against_bare(session: LocalSession, bare: Path) -> float:
    """Return the ratio of the median save to the median of as many bare writes, made in turns."""
    data = session.path.read_bytes()
    ours, theirs = [], []
    for _ in range(ROUNDS):
        begun = perf_counter()
        session.save()
        ours.append(perf_counter() - begun)
        begun = perf_counter()
        with bare.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        theirs.append(perf_counter() - begun)
    return sorted(ours)[ROUNDS // 2] / sorted(theirs)[ROUNDS // 2]
