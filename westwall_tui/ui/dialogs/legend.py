"""What the signs on the map mean."""

from collections.abc import Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.board import TERRAIN_KEY, Terrain
from westwall_tui.engine.units import Kind
from westwall_tui.ui.kit.dialog import Desk, Dialog
from westwall_tui.ui.kit.rows import Row, Span, row
from westwall_tui.ui.map.boundaries import boundary_signs
from westwall_tui.ui.map.entry_areas import lettered
from westwall_tui.ui.map.glyphs import CROSSING_ROLE, KIND_NAMES, TERRAIN_ROLE, Glyphs

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
    ("+", "reach", "10+ MP; choice"),
    ("z", "reach", "zone: stops"),
    ("*", "path", "route"),
    ("W", "path", "pinned"),
    (":", "faint", "pass through"),
    ("'", "faint", "has moved"),
    ("!", "obliged", "must; no line"),
    ("c", "bold", "has a line"),
    ("x", "target", "can attack it"),
    ("X", "target", "under attack"),
    ("@", "selected", "selected"),
    ("&", "selected", "takes part"),
    ("?", "offered", "your choice"),
    ("2", "bold", "two units"),
)
"""The marks that modes put on hexes."""


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
        return [
            *rows,
            row(),
            row("A counter shows side, kind and mark; below that, Attack-Defense."),
            self.hint(width, ("back", "back to the map")),
        ]

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
        """Bridges that may fall, and markers, in the games that have them."""
        game, g = self.desk.game, self.glyphs
        states = {crossing.state for crossing in queries.crossings(game)}
        words = {"wired": "bridge, wired", "blown": "bridge, blown", "laid": "bridge, laid"}
        kept = {"wired", "blown"} if states & {"wired", "safe"} else states
        signs = [(g.crossings[state], CROSSING_ROLE[state], text) for state, text in words.items() if state in kept]
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
