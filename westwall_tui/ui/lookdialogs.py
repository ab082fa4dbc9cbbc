"""Dialogs for finding one's way: go to, commands by name, messages, what the signs mean, hand-over."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.board import TERRAIN_KEY, Terrain
from westwall_tui.engine.game import Game
from westwall_tui.engine.units import Kind
from westwall_tui.ui.boundaries import boundary_signs
from westwall_tui.ui.combat_text import in_words
from westwall_tui.ui.dialog import Desk, Dialog
from westwall_tui.ui.entries import lettered
from westwall_tui.ui.glyphs import CROSSING_ROLE, KIND_NAMES, TERRAIN_ROLE, Glyphs
from westwall_tui.ui.keys import KEYS, shown
from westwall_tui.ui.rows import Row, Span, row

FOUND = 8
"""Answers that are shown at once."""


class _Search(Dialog):
    """Something is typed, and what begins with it is listed; Enter takes the line under the bar."""

    typing = True
    width = 60
    asks = ""
    hint = ""
    """Shown until something is typed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.text = ""
        self.at = 0

    def found(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """What fits the text: a line, and what to do."""
        raise NotImplementedError

    def rows(self, width: int) -> Sequence[Row]:
        found = self.found()
        self.at = min(self.at, max(0, len(found) - 1))
        first = max(0, min(self.at - FOUND // 2, len(found) - FOUND))
        shown_now = list(enumerate(found))[first : first + FOUND]
        rows = [
            row(f"{'>' if i == self.at else ' '} {line}"[:width], "bold" * (i == self.at)) for i, (line, _) in shown_now
        ]
        if not found:
            rows = [row("  nothing here is called so" if self.text.strip() else f"  {self.hint}"[:width])]
        rows += [row()] * (FOUND - len(rows))
        return [(Span(f"{self.asks}: "), Span(self.text[-(width - 20) :], "bold"), Span(" ", "reverse")), *rows]

    def typed(self, character: str) -> None:
        self.text = self.text + character if character else self.text[:-1]
        self.at = 0
        self.desk.refresh_dialog()

    def act(self, action: str) -> bool:
        found = self.found()
        if action in ("north", "previous", "south", "next"):
            self.at = (self.at + (1 if action in ("south", "next") else -1)) % max(1, len(found))
            self.desk.refresh_dialog()
        elif action == "confirm":
            if found:
                self.desk.close()
                found[self.at][1]()
                self.desk.update()
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("north", ""), ("south", "choose"), ("confirm", "take"), ("back", "back"))


class GotoDialog(_Search):
    """A hex by its number, a unit by its id, a place by its name."""

    title = "Go to"
    asks = "hex, unit or place"
    hint = "type as much as is needed: 1317, 1/506, Bast ..."

    def found(self) -> Sequence[tuple[str, Callable[[], None]]]:
        text = self.text.strip().lower()
        if not text:
            return []
        game = self.desk.game
        board, state = game.scenario.board, game.state
        lines: list[tuple[str, int]] = []
        if len(text) == 4 and text.isdigit():
            hexes = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]
            lines += [(f"hex {board.describe(h)}", h) for h in hexes if board.number(h) == text]
        on_map = ((counter, h) for counter, h in zip(state.units, state.location, strict=True) if h >= 0)
        fitting = [(counter, h) for counter, h in on_map if counter.id.lower().startswith(text)]
        for counter, h in sorted(fitting, key=lambda found: found[0].id.lower() != text):
            lines.append((f"{counter.id}  {counter.strength}  at {board.describe(h)}", h))
        for marker in queries.markers(game, self.desk.viewer):
            if any(word.startswith(text) for word in (marker.name.lower(), *marker.name.lower().split())):
                lines.append((f"{marker.name}  {board.number(marker.hex)}", marker.hex))
        for place in board.places:
            if any(word.startswith(text) for word in (place.name.lower(), *place.name.lower().split())):
                lines.append((f"{place.name}  {board.number(place.hexes[0])}", place.hexes[0]))
        return [(line, self._to(h)) for line, h in lines]

    def _to(self, h: int) -> Callable[[], None]:
        return lambda: self.desk.move_cursor(h)


class CommandsDialog(_Search):
    """Every command by name."""

    title = "Commands"
    asks = "command"
    width = 70

    def __init__(self, desk: Desk, do: Callable[[str], None], own: dict[str, str]) -> None:
        super().__init__(desk)
        self._do = do
        self._own = own

    def found(self) -> Sequence[tuple[str, Callable[[], None]]]:
        text = self.text.strip().lower()
        return [
            (
                f"{key.about:<36} {shown((self._own.get(key.name) or key.keys).split(',')[0]):<6} {key.name}",
                self._run(key.name),
            )
            for key in KEYS
            if key.group != "cursor" and (text in key.about.lower() or text in key.name)
        ]

    def _run(self, name: str) -> Callable[[], None]:
        return lambda: self._do(name)


class MessagesDialog(Dialog):
    """The log, newest at the bottom; Enter goes to where a line happened."""

    title = "Messages"
    width = 100

    def __init__(self, desk: Desk, told: Sequence[str], height: int) -> None:
        super().__init__(desk)
        self.told = told
        self.room = max(3, height - 3)
        self.at = len(told) - 1

    def rows(self, width: int) -> Sequence[Row]:
        lines: list[Row] = []
        i = self.at
        ahead = self.told[self.at + 1 : self.at + 1 + self.room]
        while i >= 0 and len(lines) < self.room:
            part = wrap(self.told[i], width - 2) or [""]
            style = "bold" if i == self.at else ""
            mark = "> " if i == self.at else "  "
            lines = [row((mark if n == 0 else "  ") + text, style) for n, text in enumerate(part)] + lines
            i -= 1
        for text in ahead:
            if len(lines) >= self.room:
                break
            lines += [row(f"  {part}") for part in wrap(text, width - 2)]
        lines = lines[-self.room :] if i >= 0 else lines[: self.room]
        return [*lines, *([row()] * (self.room - len(lines))), row("Up Down   Enter goes there   Esc back", "bold")]

    def act(self, action: str) -> bool:
        steps = {"north": -1, "previous": -1, "south": 1, "next": 1, "northeast": -self.room, "southeast": self.room}
        steps |= {"far_north": -self.room, "far_south": self.room, "northwest": -len(self.told)}
        steps |= {"southwest": len(self.told)}
        if action in steps:
            self.at = min(max(0, self.at + steps[action]), max(0, len(self.told) - 1))
            self.desk.refresh_dialog()
        elif action == "confirm":
            self.desk.close()
            h = hex_in(self.desk.game, self.told[self.at]) if self.told else None
            if h is not None:
                self.desk.move_cursor(h)
        elif action == "messages":
            self.desk.close()
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("north", ""), ("south", "line"), ("confirm", "go there"), ("back", "back"))


def hex_in(game: Game, text: str) -> int | None:
    """The last hex that a line of the log names."""
    for word in reversed(text.replace(",", " ").replace(".", " ").split()):
        if len(word) == 4 and word.isascii() and word.isdigit():
            try:
                return game.scenario.board.hex(word)
            except ValueError:
                continue
    return None


SHORT_NAMES = {Kind.GLIDER: "glider", Kind.RECONNAISSANCE: "recon", Kind.SP_ARTILLERY: "SP artillery"}

Sign = tuple[str, str, str]
"""A sign of the map, the style role that paints it, and what it means."""

GROUND = (
    Terrain.MIXED,
    Terrain.GROVE,
    Terrain.WOODS,
    Terrain.BROKEN,
    Terrain.ROUGH,
    Terrain.TOWN,
    Terrain.CITY,
)
"""Terrain as the legend lists it."""

MARKS = (
    ("7", "reach", "MP left there"),
    ("+", "reach", "10 MP; choice"),
    ("z", "reach", "stops: a zone"),
    ("*", "path", "the way"),
    ("W", "path", "way pinned"),
    (":", "faint", "passes only"),
    ("'", "faint", "has moved"),
    ("!", "obliged", "must; no line"),
    ("c", "bold", "has a line"),
    ("x", "target", "attackable"),
    ("X", "target", "attacked"),
    ("@", "selected", "in hand"),
    ("&", "selected", "takes part"),
    ("?", "offered", "may be chosen"),
    ("2", "bold", "two units"),
)
"""What a mode marks hexes with."""


class LegendDialog(Dialog):
    """What the signs on the map mean."""

    title = "What the signs mean"
    width = 78

    def __init__(self, desk: Desk, glyphs: Glyphs) -> None:
        super().__init__(desk)
        self.glyphs = glyphs

    def rows(self, width: int) -> Sequence[Row]:
        columns, widths = self._columns(), (17, 22, 17, 18)
        rows: list[Row] = []
        for i in range(max(len(column) for column in columns)):
            line: list[Span] = []
            for column, room in zip(columns, widths, strict=True):
                sign, role, text = column[i] if i < len(column) else ("", "", "")
                line += [
                    Span(sign[:3], role),
                    Span(f"{' ' * (3 - len(sign))} {text}"[: room - len(sign)].ljust(room - len(sign))),
                ]
            rows.append(tuple(line))
        return [*rows, row(), row("A counter: side, kind, mark; below attack-defense.   Esc back", "bold")]

    def _columns(self) -> Sequence[Sequence[Sign]]:
        g = self.glyphs
        ground = [
            (g.terrain[t], TERRAIN_ROLE[t], f"{TERRAIN_KEY[t].name}, {TERRAIN_KEY[t].cost // 2} MP") for t in GROUND
        ]
        sides = self.desk.game.scenario.sides
        letters = [(info.letter, f"side{side}", info.name) for side, info in enumerate(sides)]
        names = {kind: SHORT_NAMES.get(kind, KIND_NAMES[kind]) for kind in Kind if kind is not Kind.AIRBORNE_ARTILLERY}
        kinds = [(g.kinds[kind], "bold", name) for kind, name in names.items()]  # all artillery has one sign
        ways = [*_ways(g), *self._crossings(), *boundary_signs(self.desk.game)]
        areas = sorted(lettered(self.desk.game.scenario.board))
        entries = [(f"{areas[0]}-{areas[-1]}", "name", "entry area")] if areas else []
        return [*ground, *letters, *entries], ways, kinds, MARKS

    def _crossings(self) -> list[Sign]:
        """Bridges that may fall and other things on the map, in the games that have them."""
        game, g = self.desk.game, self.glyphs
        states = {crossing.state for crossing in queries.crossings(game)}
        told = {"wired": "bridge, wired", "blown": "bridge, blown", "laid": "bridge, laid"}
        kept = {"wired", "blown"} if states & {"wired", "safe"} else states
        signs = [(g.crossings[state], CROSSING_ROLE[state], text) for state, text in told.items() if state in kept]
        markers = {marker.sign: marker.name for marker in queries.markers(game, self.desk.viewer)}
        return signs + [(sign, "name", name.rstrip("0123456789 ")) for sign, name in markers.items()]


def _ways(g: Glyphs) -> list[Sign]:
    return [
        (g.road[0] + g.road[1], "road", "road 1/2 MP"),
        (g.trail[0] + g.trail[1], "trail", "trail 1 MP"),
        (g.stream[0][0] + g.stream[1] + g.stream[2], "stream", "stream +3 MP"),
        (g.canal[0][0] + g.canal[1] + g.canal[2], "stream", "canal +3 MP"),
        (g.river[0][0] + g.river[1] + g.river[2], "water", "river"),
        (g.bridge, "bridge", "bridge"),
        (g.ferry, "bridge", "ferry"),
    ]


class HandOverDialog(Dialog):
    """The other player is to decide."""

    width = 56

    def __init__(self, desk: Desk, then: Callable[[], None], news: str = "") -> None:
        """`news` is what has just happened."""
        super().__init__(desk)
        prompt = desk.game.prompt
        self.title = f"{desk.game.scenario.sides[prompt.side].name}'s decision"
        self._text = f"{prompt.text}."
        combat = desk.game.state.combat
        self._die = f"Die {combat.die}: {combat.result}, {in_words(combat.result)}." if combat and combat.die else ""
        self._news = "" if combat else news
        self._then = then

    def rows(self, width: int) -> Sequence[Row]:
        told = wrap(self._news, width)[:3] + wrap(self._die, width) + wrap(self._text, width)[:4]
        return [*(row(line) for line in told), row(), row("Enter goes on", "bold")]

    def act(self, action: str) -> bool:
        if action in ("confirm", "skip", "back"):
            self.desk.close()
            self._then()
            return True
        return False

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "goes on"), ("leave", "leave"))
