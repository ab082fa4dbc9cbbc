"""Figures of the screen, from outside: a pseudo-terminal of 80x24 in 16 colours."""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.table import Figure, middle
from benchmarks.terminal import Terminal
from westwall_tui.engine import sampling
from westwall_tui.engine.game import Game
from westwall_tui.engine.sampling import Draw
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.files.session import Session

ROUNDS = 7
MINIMAL = (sys.executable, "-m", "benchmarks.minimal")
WESTWALL = (sys.executable, "-m", "westwall_tui")
UP, DOWN, RIGHT, LEFT, ENTER = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\r"


def first_paint(command: Sequence[str], marker: str, extra: dict[str, str]) -> float:
    """Seconds until a program has painted some text."""
    with Terminal(command, extra) as terminal:
        return terminal.wait_for(marker)


def start_ratio(command: Sequence[str], marker: str, extra: dict[str, str]) -> tuple[float, str]:
    """First paint against the smallest Textual application's, started in turns with it."""
    first_paint(MINIMAL, "ready", extra), first_paint(command, marker, extra)  # fills the caches
    ours, bare = [], []
    for _ in range(ROUNDS):
        bare.append(first_paint(MINIMAL, "ready", extra))
        ours.append(first_paint(command, marker, extra))
    ratio = middle([a / b for a, b in zip(ours, bare, strict=True)])
    return ratio, f"{middle(ours):.2f} s, the smallest application {middle(bare):.2f} s"


def figures() -> list[Figure]:
    """All of them; those that cannot be measured say why."""
    with TemporaryDirectory(prefix="westwall-bench-") as folder:
        return [_attempt(measure, folder) for measure in (title, resumed, cursor, cursor_wide, modal)]


def _attempt(measure: Callable[[str | None], Figure], folder: str) -> Figure:
    if importlib.util.find_spec("westwall_tui.ui.app") is None:
        return measure(None)._replace(note="there is no screen yet")
    try:
        return measure(folder)
    except TimeoutError as error:
        return measure(None)._replace(note=str(error))


def _saved(folder: str, name: str, wanted: Callable[[Game], bool]) -> dict[str, str]:
    """Save a game of Spearhead, played at random, where it is first as wanted; the settings to play on with it."""
    saves = Path(folder) / name
    saves.mkdir(exist_ok=True)
    for seed in range(100):
        session = Session.new(load_scenario("bastogne/spearhead"), seed=seed, folder=saves)
        game, draw = session.game, Draw(seed)
        while game.outcome is None and not wanted(game):
            game.apply(sampling.sample(game, draw))
        if game.outcome is None:
            session.save()
            return {"WESTWALL_SAVES": str(saves), "WESTWALL_CONFIG": str(Path(folder) / "config")}
    raise AssertionError(f"no such position: {name}")


def _moving(game: Game) -> bool:
    return game.prompt.kind == "movement" and game.state.turn == 3


def _attacking(game: Game) -> bool:
    return game.prompt.kind == "combat" and bool(game.prompt.units)


def title(folder: str | None) -> Figure:
    """The first paint of the title screen."""
    figure = Figure("first paint of the title / smallest application", None, "x", None, 1.25, False)
    if folder is None:
        return figure
    extra = {"WESTWALL_SAVES": folder, "WESTWALL_CONFIG": f"{folder}/config"}
    ratio, note = start_ratio(WESTWALL, "New game", extra)
    return figure._replace(value=ratio, note=note)


def resumed(folder: str | None) -> Figure:
    """The first paint of a game that is resumed."""
    figure = Figure("first paint of a resumed game / smallest application", None, "x", None, 1.6, False)
    if folder is None:
        return figure
    ratio, note = start_ratio((*WESTWALL, "resume"), "turn 3", _saved(folder, "moving", _moving))
    return figure._replace(value=ratio, note=note)


def cursor(folder: str | None) -> Figure:
    """The dearest move of the cursor, over towns, units and plain ground; those that scroll the map are told apart."""
    return _cursor(folder, "bytes for a cursor move", (80, 24))


def cursor_wide(folder: str | None) -> Figure:
    """The same on a wide screen, whose side panel draws counters."""
    return _cursor(folder, "bytes for a cursor move at 200x60", (200, 60))


def _cursor(folder: str | None, name: str, size: tuple[int, int]) -> Figure:
    figure = Figure(name, None, "B", None, 400, False)
    if folder is None:
        return figure
    with Terminal((*WESTWALL, "resume"), _saved(folder, "moving", _moving), size) as terminal:
        terminal.wait_for("turn 3")
        terminal.settle()
        costs = [terminal.press(key) for key in WALK]
    scrolls = [cost for cost in costs if cost > SCROLL]
    if len(scrolls) * 4 > len(costs):
        return figure._replace(value=max(costs), note="most moves repaint the map")
    dearest = max(cost for cost in costs if cost <= SCROLL)
    note = f"median {middle(costs):.0f}; {len(scrolls)} of {len(costs)} moves scrolled the map, {max(costs)} at most"
    return figure._replace(value=dearest, note=note)


def modal(folder: str | None) -> Figure:
    """The dialog of an attack, from the key to the last byte."""
    figure = Figure("bytes for opening the combat modal", None, "B", None, 8192, False)
    if folder is None:
        return figure
    with Terminal((*WESTWALL, "resume"), _saved(folder, "attacking", _attacking)) as terminal:
        terminal.wait_for("turn")
        terminal.settle()
        start = len(terminal.output)
        cost = terminal.press(ENTER)
        terminal.wait_for("Attack", start)
    return figure._replace(value=cost)


WALK = (RIGHT, RIGHT, DOWN, DOWN, DOWN, LEFT, LEFT, LEFT, LEFT, UP, UP, UP, UP, UP, UP, RIGHT, RIGHT, RIGHT, RIGHT)
"""Keys that lead about the middle of the map."""
SCROLL = 1600
"""Bytes above which a move must have repainted the map."""
