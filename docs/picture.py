"""Make the pictures of the screen in docs/: for the README, the first game, an attack, each palette, the workshop, and
the poster.

python docs/picture.py

Positions come from recorded games: those of the tests and of `positions/`.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.games import record
from westwall_tui.engine.game import Game
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.workshop.lines import carry_out
from westwall_tui.files.workshop.opening import new_battle, new_on_board
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import SEXTANTS, Drawing
from westwall_tui.ui.pages.poster import LARGE, Poster, as_svg
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.workshop.playtest import PlaytestScreen
from westwall_tui.ui.starts import GameStart, WorkshopStart
from westwall_tui.ui.terminal.picture import Cell, cells, framed, layers, svg

HERE = Path(__file__).parent


class Scene(NamedTuple):
    """A position, the keys to press there, and the look of the picture."""

    file: str
    game: str
    turn: int
    kind: str
    """Kind of the pending decision at which to stop the recorded game, the first in that turn."""
    keys: Sequence[str]
    palette: str
    size: tuple[int, int] = (80, 24)
    unicode: bool = False
    drawn: bool = False
    side: int = -1
    """Side of the Player-Turn; -1 for either."""


WIDE = (120, 40)
GOTO = ("g", *"Nijmegen", "enter")
FIRST = (100, 30)
ENTER = ("r", "enter", "g", *"2715", "enter")
ATTACK = ("g", *"2614", "enter", "enter")
SCENES = (
    Scene(
        "westwall",
        "arnhem",
        5,
        "movement",
        ("g", *"Elst", "enter", "g", *"15/19", "enter"),
        "night",
        WIDE,
        drawn=True,
        side=0,
    ),
    Scene("attack", "spearhead", 3, "combat", ("tab", "enter"), "night", WIDE, drawn=True, side=1),
    Scene("first-enter", "first-game", 1, "movement", ("r",), "night", FIRST, drawn=True, side=0),
    Scene("first-reach", "first-game", 1, "movement", ENTER, "night", FIRST, drawn=True, side=0),
    Scene("first-attack", "first-game", 1, "combat", ATTACK, "night", FIRST, drawn=True, side=0),
    Scene("first-result", "first-game", 1, "combat", (*ATTACK, "d", "n", "A"), "night", FIRST, drawn=True, side=0),
    Scene("first-turn-2", "first-game", 2, "movement", (), "night", FIRST, drawn=True, side=0),
    Scene("map-drawn", "remagen-historical-busy", 8, "movement", ("g", *"Remagen", "enter"), "paper", drawn=True),
    Scene("map-16", "arnhem-historical-busy", 5, "movement", (*GOTO, "tab"), "16"),
    Scene("map-night", "spearhead-greedy", 4, "combat", ("tab",), "night"),
    Scene("map-paper", "remagen-historical-busy", 8, "movement", ("g", *"Remagen", "enter"), "paper"),
    Scene("map-mono", "hurtgen-free-busy", 4, "combat", ("tab",), "mono"),
    Scene("map-colour-blind", "arnhem-historical-busy", 5, "combat", ("tab",), "colour-blind"),
    Scene("map-unicode", "hurtgen-free-busy", 4, "combat", ("tab",), "night", unicode=True),
    Scene("map-overview", "arnhem-historical-busy", 5, "movement", (*GOTO, "W"), "16"),
)

FILM = Scene("attack-moves", "spearhead", 3, "combat", (), "night", (100, 30), drawn=True, side=1)
"""An attack, from the choice of the enemy to its result."""
STEPS: Sequence[tuple[str, float]] = (
    ("", 1.5),
    ("tab", 1.5),
    ("enter", 2.5),
    *[("down", 0.3)] * 4,
    ("space", 1.5),
    *[("down", 0.3)] * 3,
    ("space", 2.5),
    ("d", 2.5),
    ("n", 5.0),
    ("A", 4.0),
)
"""Keys, and the seconds for which their effect is shown."""


VILLAGE = (
    "set scenario part = 0101, 1009",
    "set scenario name = The village of Son",
    "set scenario last_turn = 5",
    "place 1/Hber 0505",
    "place 2/Hber 0504",
    "place Jngw 0605",
    "add setup side = Allied; units = 1/506 2/506 3/506 1/101; hexes = within 1 of 0805",
    "set setup 1 suggest = 0804, 0805, 0705, 0905",
    "add reinforcements side = Allied; turn = 2; units = 1/502; hexes = 1004",
    "add reinforcements side = German; turn = 2; units = 1/6; hexes = 0106, 0107",
    "add points kind = hold; by = unit; place = Son; when = turns; from = 2; points = Allied 2, German 2",
    "add points kind = lose; side = Allied; points = German 1",
    "add points kind = lose; side = German; points = Allied 1",
)
"""The battle of workshop.md, as lines of `westwall edit --plain`."""
GROUND = ("paint f 0403 0404 0405 0505", "paint o 0307 0805")
WORKSHOP = (
    ("workshop", "arnhem", VILLAGE, ("g", *"Son", "enter")),
    ("workshop-part", "arnhem", (), ("t", "enter", "enter", "g", *"0101", "enter", "enter", "g", *"1009", "enter")),
    (
        "workshop-units",
        "arnhem",
        VILLAGE[:6],
        ("A", "down", "enter", "down", "enter", *"506", "space", "down", "space"),
    ),
    ("workshop-points", "arnhem", VILLAGE[:11], ("t", *["down"] * 6, "enter", "down", "down")),
    ("workshop-test", "arnhem", VILLAGE, ("E", "enter")),
    ("workshop-board", "12x10", GROUND, ("tab", "g", *"0107", "enter", "w", "enter", *["right"] * 6)),
)
"""Pictures of the workshop: the file, the board or the size of an empty one, the lines before it, and the keys."""


class PosedPreferences(Preferences):
    """Preferences with a fixed palette and fixed signs, whatever the terminal."""

    scene: Scene

    @property
    def palette(self) -> str:
        return self.scene.palette

    @property
    def unicode(self) -> bool:
        return self.scene.unicode

    @property
    def drawing(self) -> Drawing | None:
        return Drawing(SEXTANTS, Colors(self.scene.palette, exact=True)) if self.scene.drawn else None


class Posed(WestwallApp):
    """The game as a scene needs it."""

    def __init__(self, start: GameStart | WorkshopStart, scene: Scene) -> None:
        settings = Settings(glyphs="drawn" if scene.drawn else "ascii", handover="never")
        super().__init__(start, settings)
        posed = PosedPreferences(settings, self.console)
        posed.scene = scene
        self.preferences = posed


def position(scene: Scene) -> LocalSession:
    """Return the recorded game up to the scene."""
    own = HERE / f"positions/{scene.game}.orders"
    file = own if own.exists() else record.FOLDER / f"{scene.game}.orders"
    header, orders = record.read(file.read_text(encoding="utf-8"))
    session = LocalSession.of_save(Save(record.begin(*header[:3])))
    for order in orders:
        if _reached(session.game, scene):
            break
        session.game.replay([order])
    return session


def _reached(game: Game, scene: Scene) -> bool:
    prompt = game.prompt
    return (
        prompt.kind == scene.kind
        and game.state.turn >= scene.turn
        and scene.side in (-1, game.state.side)
        and (scene.kind != "combat" or bool(prompt.units))
    )


async def take(scene: Scene) -> None:
    """Write the picture of a scene."""
    *_, lines = [lines async for lines in shown(scene, scene.keys)]
    _write(scene.file, svg(lines))


async def film(scene: Scene, steps: Sequence[tuple[str, float]]) -> None:
    """Write a moving picture of the screen from key to key."""
    frames = [lines async for lines in shown(scene, [key for key, _ in steps])]
    _write(scene.file, moving(frames[-len(steps) :], [seconds for _, seconds in steps]))


async def shown(scene: Scene, keys: Sequence[str]) -> AsyncIterator[list[list[Cell]]]:
    """Yield the screen at first and after each key; an empty key is none."""
    app = Posed(GameStart(position(scene)), scene)
    async with app.run_test(size=scene.size) as pilot:
        await pilot.pause()
        yield _lines(app)
        for key in keys:
            if key:
                await pilot.press(key)
            await pilot.pause(0.3 if key else None)
            yield _lines(app)


def _lines(app: WestwallApp) -> list[list[Cell]]:
    return [list(cells(strip)) for strip in app.screen._compositor.render_strips()]


async def workshop(file: str, board: str, lines: Sequence[str], keys: Sequence[str]) -> None:
    """Write a picture of the workshop. The page of the test is complete when all games are over."""
    battle = new_on_board(board) if board.isalpha() else new_battle(*map(int, board.split("x")), sides=("Red", "Blue"))
    for line in lines:
        carry_out(battle.draft, line)
    app = Posed(WorkshopStart(battle), Scene(file, "", 0, "", keys, "night", FIRST, drawn=True))
    async with app.run_test(size=FIRST) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.1)
        while isinstance(app.screen, PlaytestScreen) and app.screen._games is not None:
            await pilot.pause(0.5)
        _write(file, svg(_lines(app)))
    battle.delete()


def poster() -> None:
    """Write the poster of a whole game between two computer players."""
    header, orders = record.read((HERE / "positions/poster.orders").read_text(encoding="utf-8"))
    game = record.begin(*header[:3])
    game.replay(orders)
    seats = Seat("computer", level=2), Seat("computer", level=2)
    _write("poster", as_svg(Poster.of_save(Save(game, seats), "SAVE"), LARGE, "night"))


def _write(name: str, picture: str) -> None:
    (HERE / f"{name}.svg").write_text(picture, encoding="utf-8", newline="\n")


def moving(frames: Sequence[Sequence[Sequence[Cell]]], seconds: Sequence[float]) -> str:
    """Return a moving picture of several screens that starts over at its end.

    Each frame has only the lines that changed.
    """
    whole, begun = sum(seconds), 0.0
    parts, rules = [layers(dict(enumerate(frames[0])))], []
    for number, (before, lines, time) in enumerate(zip(frames, frames[1:], seconds, strict=False), 1):
        begun += time
        at = 100 * begun / whole
        rules.append(
            f"@keyframes f{number}{{0%,{at - 0.01:.2f}%{{visibility:hidden}}{at:.2f}%,to{{visibility:visible}}}}"
            f"#f{number}{{animation:f{number} {whole:g}s infinite}}"
        )
        changed = {y: line for y, line in enumerate(lines) if line != before[y]}
        parts.append(f'<g id="f{number}">\n{layers(changed, under=True)}\n</g>')
    return framed(frames[0], "\n".join(parts), "".join(rules))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WESTWALL_SAVES"] = folder
        os.environ["WESTWALL_CONFIG"] = folder
        for scene in SCENES:
            asyncio.run(take(scene))
        asyncio.run(film(FILM, STEPS))
        os.environ["WESTWALL_SCENARIOS"] = folder
        for file, board, lines, keys in WORKSHOP:
            asyncio.run(workshop(file, board, lines, keys))
        poster()
