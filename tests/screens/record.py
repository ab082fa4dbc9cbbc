"""Record whole screens as text, so that a difference shows what changes for a player.

`make screens` records the screens of `SCENES` again. Read the difference before you commit it. A file has the
characters of a screen once, and then for each palette the styles, line by line in runs: `12 4:bold 3:0/3` is line 12,
with four cells in bold and three in color 0 on color 3; `-` is the terminal's own style.
"""

import asyncio
import contextlib
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from rich.style import Style
from textual.strip import Strip

from tests.games import record
from tests.pilot import running
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.lessons.catalog import find_lesson
from westwall_tui.learn.puzzles.catalog import find_puzzle
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.starts import GameStart, LessonStart, PuzzleStart, ScreenStart, TitleStart
from westwall_tui.ui.terminal.pane import Pane

FOLDER = Path(__file__).parent
THEMES = ("16", "night", "mono")


class Scene(NamedTuple):
    """A position, and the keys that lead to the screen."""

    name: str
    keys: Sequence[str] = ()
    scenario: str = ""
    """A new game of a scenario; without this and `recorded`, the title."""
    game: str = ""
    """A recorded game, at the first decision of a `kind` in a Game-Turn."""
    turn: int = 1
    kind: str = "movement"
    lesson: str = ""
    """The name of a lesson."""
    puzzle: str = ""
    """The name of a puzzle."""


def goto(place: str) -> tuple[str, ...]:
    """Return the keys that bring the cursor to a place."""
    return ("g", *(key if key != " " else "space" for key in place), "enter")


SCENES = (
    Scene("title"),
    Scene("new-game", ("down", "enter")),
    Scene("start-arnhem", ("space",), scenario="arnhem/free"),
    Scene("start-bastogne", scenario="bastogne/campaign"),
    Scene("start-hurtgen", scenario="hurtgen/historical"),
    Scene("start-remagen", scenario="remagen/historical"),
    Scene("reach", ("tab",), game="spearhead-greedy", turn=2),
    Scene("zones", ("z",), game="spearhead-greedy", turn=2, kind="combat"),
    Scene("lines", (*goto("Nijmegen"), "c"), game="arnhem-historical-busy", turn=3),
    Scene("front", (*goto("1415"), "F"), game="remagen-historical-busy", turn=8),
    Scene("attack", ("tab", "enter", "enter"), game="spearhead-greedy", turn=2, kind="combat"),
    Scene("fire", game="spearhead-greedy", kind="fpf"),
    Scene("retreat", game="spearhead-greedy", kind="retreat"),
    Scene("advance", game="spearhead-greedy", kind="advance"),
    Scene("end-of-phase", ("E",), game="spearhead-greedy", turn=2),
    Scene("overview", (*goto("Nijmegen"), "W"), game="arnhem-historical-busy", turn=3),
    Scene("lesson-story", lesson="05-ways-out"),
    Scene("lesson-question", ("space",), lesson="05-ways-out"),
    Scene("lesson-mistake", ("space", "down", "enter", "space", "enter", *goto("0303"), "enter"), lesson="05-ways-out"),
    Scene("lesson-way", ("space", "down", "enter", "space", "I", "I"), lesson="05-ways-out"),
    Scene("lesson-done", ("space", "down", "enter", "space", "enter", *goto("0502"), "enter"), lesson="05-ways-out"),
    Scene("puzzle-task", puzzle="small-door"),
    Scene("puzzle-attack", ("space", "right", "enter"), puzzle="small-door"),
    Scene("legend", ("i",), scenario="bastogne/campaign"),
    Scene("help", ("question_mark",), scenario="bastogne/campaign"),
)


class Posed(WestwallApp):
    """The game in a palette, at any terminal."""

    shown = THEMES[0]

    @property
    def palette(self) -> str:
        return self.shown

    @property
    def unicode(self) -> bool:
        return False


def start_of(scene: Scene) -> ScreenStart:
    """Return the start of a scene."""
    if scene.lesson:
        return LessonStart(find_lesson(scene.lesson))
    if scene.puzzle:
        return PuzzleStart(find_puzzle(scene.puzzle))
    return GameStart(position(scene)) if scene.scenario or scene.game else TitleStart()


def position(scene: Scene) -> LocalSession:
    """Return the game of a scene."""
    if scene.scenario:
        return LocalSession.new(load_scenario(scene.scenario), seed=1)
    header, orders = record.read((record.FOLDER / f"{scene.game}.orders").read_text(encoding="utf-8"))
    session = LocalSession.of_save(Save(record.begin(*header[:3])))
    for order in orders:
        prompt = session.game.prompt
        if (
            prompt.kind == scene.kind
            and session.game.state.turn >= scene.turn
            and (prompt.kind != "combat" or prompt.units)
        ):
            return session
        session.game.replay([order])
    raise AssertionError(f"{scene.game} has no such decision: {scene.kind}")


async def taken(scene: Scene) -> str:
    """Return the screen of a scene as text."""
    app = Posed(start_of(scene), Settings(handover="never"))
    shown = (patch(f"westwall_tui.ui.screens.{name}.__version__", "1.2.3") for name in ("title.menu_screen",))
    with contextlib.ExitStack() as stack:
        for version in shown:
            stack.enter_context(version)
        return await _pictures(app, scene.keys)


async def _pictures(app: WestwallApp, keys: Sequence[str]) -> str:
    async with running(app) as pilot:
        await app.workers.wait_for_complete()  # the title's map is found in a thread
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
        await app.workers.wait_for_complete()  # so are the pictures beside menus
        await pilot.pause()
        parts: list[str] = []
        for theme in THEMES:
            for pane in app.screen.query(Pane):
                pane.palette = theme
            strips = app.screen._compositor.render_strips()
            if not parts:
                parts = ["".join(f"{strip.text.rstrip()}\n" for strip in strips)]
            parts.append(
                f"-- {theme}\n" + "".join(f"{y:02} {' '.join(_runs(strip))}\n" for y, strip in enumerate(strips))
            )
    return "".join(parts)


def _runs(strip: Strip) -> Iterator[str]:
    cells = [(segment.style, len(segment.text)) for segment in strip]
    for name, run in groupby(cells, key=lambda cell: _named(cell[0])):
        yield f"{sum(length for _, length in run)}:{name}"


def _named(style: Style | None) -> str:
    """Return a style as `palettes.py` writes it: attributes, and the numbers of foreground and background."""
    if style is None:
        return "-"
    words = [word for word in ("bold", "dim", "underline", "reverse") if getattr(style, word)]
    colours = [
        str(colour.number) if colour is not None and colour.number is not None else ""
        for colour in (style.color, style.bgcolor)
    ]
    return "+".join([*words, *(["/".join(colours).rstrip("/")] if any(colours) else [])]) or "-"


def file_of(scene: Scene) -> Path:
    """Return the path of a recorded screen."""
    return FOLDER / f"{scene.name}.txt"


def main() -> None:
    """Record all screens, and write those that changed."""
    with TemporaryDirectory() as folder:
        os.environ["WESTWALL_SAVES"] = os.environ["WESTWALL_CONFIG"] = folder
        for number, scene in enumerate(SCENES):
            os.environ["XDG_DATA_HOME"] = f"{folder}/{number}"  # no lesson is done yet
            text = asyncio.run(taken(scene))
            file = file_of(scene)
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                file.write_text(text, encoding="utf-8", newline="\n")
                print(f"{file.name}: changed")


if __name__ == "__main__":
    main()
