"""Make the pictures of the screen in docs/: those of the README, of the first game, of an attack, and of each palette.

python docs/picture.py

Positions come from recorded games: those of the tests and of `positions/`. A picture is written cell by cell to keep it
small: one path for all cells of a background color, one text for each run.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from rich.color import Color
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from tests.games import record
from westwall_tui.engine.game import Game
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import SEXTANTS, Drawing
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.starts import GameStart

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

DARK = TerminalTheme(
    (0, 0, 0),
    (229, 229, 229),
    [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)],
    [
        (127, 127, 127),
        (255, 0, 0),
        (0, 255, 0),
        (255, 255, 0),
        (92, 92, 255),
        (255, 0, 255),
        (0, 255, 255),
        (255, 255, 255),
    ],
)
ACROSS, DOWN, BASE = 9, 19, 14
"""Width and height of a cell in units of the picture, and the baseline of its letters."""

Cell = tuple[str, str, str, bool, bool]
"""Character, foreground, background, bold, underlined."""


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

    def __init__(self, session: LocalSession, scene: Scene) -> None:
        settings = Settings(glyphs="drawn" if scene.drawn else "ascii", handover="never")
        super().__init__(GameStart(session), settings)
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
    _write(scene, svg(lines))


async def film(scene: Scene, steps: Sequence[tuple[str, float]]) -> None:
    """Write a moving picture of the screen from key to key."""
    frames = [lines async for lines in shown(scene, [key for key, _ in steps])]
    _write(scene, moving(frames[-len(steps) :], [seconds for _, seconds in steps]))


async def shown(scene: Scene, keys: Sequence[str]) -> AsyncIterator[list[list[Cell]]]:
    """Yield the screen at first and after each key; an empty key is none."""
    app = Posed(position(scene), scene)
    async with app.run_test(size=scene.size) as pilot:
        await pilot.pause()
        yield [list(_cells(strip)) for strip in app.screen._compositor.render_strips()]
        for key in keys:
            if key:
                await pilot.press(key)
            await pilot.pause(0.3 if key else None)
            yield [list(_cells(strip)) for strip in app.screen._compositor.render_strips()]


def _write(scene: Scene, picture: str) -> None:
    (HERE / f"{scene.file}.svg").write_text(picture, encoding="utf-8", newline="\n")


def _cells(segments: Iterable[tuple[str, Style | None, object]]) -> Iterable[Cell]:
    for text, style, _ in segments:
        ink = style or Style()
        front, back = _rgb(ink.color, DARK.foreground_color), _rgb(ink.bgcolor, DARK.background_color)
        if ink.dim:
            front = tuple((a + b) // 2 for a, b in zip(front, back, strict=True))
        if ink.reverse:
            front, back = back, front
        yield from ((c, _hex(front), _hex(back), bool(ink.bold), bool(ink.underline)) for c in text)


def _rgb(color: Color | None, default: Sequence[int]) -> tuple[int, ...]:
    return tuple(default if color is None or color.is_default else color.get_truecolor(DARK))


def _hex(rgb: Sequence[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in rgb)


BITS = {char: bits for bits, char in enumerate(SEXTANTS.glyphs) if bits}


def _blocks(char: str, x: int, y: int) -> Iterable[str]:
    """Return the blocks of a character of the drawn map as paths, because fonts leave seams between them."""
    tops, middle = (0, DOWN // 3, 2 * DOWN // 3, DOWN), ACROSS // 2
    for row in range(SEXTANTS.high):
        left, right = (BITS.get(char, 0) >> (2 * row) & 1), (BITS.get(char, 0) >> (2 * row + 1) & 1)
        if left or right:
            start, end = (0 if left else middle), (ACROSS if right else middle)
            yield f"M{x + start} {y + tops[row]}h{end - start}v{tops[row + 1] - tops[row]}h{start - end}z"


GROUND = _hex(_rgb(None, DARK.background_color))


def svg(lines: Sequence[Sequence[Cell]]) -> str:
    """Return the screen as a picture."""
    return _picture(lines, _layers(dict(enumerate(lines))))


def moving(frames: Sequence[Sequence[Sequence[Cell]]], seconds: Sequence[float]) -> str:
    """Return a moving picture of several screens that starts over at its end.

    Each frame has only the lines that changed.
    """
    whole, begun = sum(seconds), 0.0
    parts, rules = [_layers(dict(enumerate(frames[0])))], []
    for number, (before, lines, time) in enumerate(zip(frames, frames[1:], seconds, strict=False), 1):
        begun += time
        at = 100 * begun / whole
        rules.append(
            f"@keyframes f{number}{{0%,{at - 0.01:.2f}%{{visibility:hidden}}{at:.2f}%,to{{visibility:visible}}}}"
            f"#f{number}{{animation:f{number} {whole:g}s infinite}}"
        )
        changed = {y: line for y, line in enumerate(lines) if line != before[y]}
        parts.append(f'<g id="f{number}">\n{_layers(changed, under=True)}\n</g>')
    return _picture(frames[0], "\n".join(parts), "".join(rules))


def _layers(lines: Mapping[int, Sequence[Cell]], *, under: bool = False) -> str:
    """Return some lines of the screen by number: backgrounds, blocks, letters. `under` covers the old ones."""
    backs: dict[str, list[str]] = {}
    fronts: dict[str, list[str]] = {}
    texts: list[str] = []
    for y, line in lines.items():
        x = 0
        for back, run in groupby(line, key=lambda cell: cell[2]):
            length = len(list(run))
            if under or back != GROUND:
                backs.setdefault(back, []).append(
                    f"M{ACROSS * x} {DOWN * y}h{ACROSS * length}v{DOWN}h-{ACROSS * length}z"
                )
            x += length
        x = 0
        for place, (char, front, *_) in enumerate(line):
            for path in _blocks(char, ACROSS * place, DOWN * y):
                fronts.setdefault(front, []).append(path)
        for (_, front, _, bold, under), run in groupby(line, key=lambda cell: ("", cell[1], "", cell[3], cell[4])):
            text = "".join(" " if cell[0] in BITS else cell[0] for cell in run)
            start = x + len(text) - len(text.lstrip())
            x += len(text)
            if shown := text.strip():
                style = ' class="b"' * bold + ' text-decoration="underline"' * under
                texts.append(
                    f'<text x="{ACROSS * start}" y="{DOWN * y + BASE}" fill="{front}" '
                    f'textLength="{ACROSS * len(shown)}"{style}>{escape(shown)}</text>'
                )
    painted = (*backs.items(), *fronts.items())
    paths = "".join(
        f'<path fill="{color}" shape-rendering="crispEdges" d="{"".join(parts)}"/>\n' for color, parts in painted
    )
    return paths + "\n".join(texts)


def _picture(lines: Sequence[Sequence[Cell]], inside: str, rules: str = "") -> str:
    width, height = ACROSS * max(map(len, lines)), DOWN * len(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n'
        "<style>text{font:15px 'DejaVu Sans Mono',Menlo,monospace;white-space:pre}.b{font-weight:bold}"
        f'{rules}</style>\n<rect width="{width}" height="{height}" fill="{GROUND}"/>\n{inside}\n</svg>\n'
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WESTWALL_SAVES"] = folder
        os.environ["WESTWALL_CONFIG"] = folder
        for scene in SCENES:
            asyncio.run(take(scene))
        asyncio.run(film(FILM, STEPS))
