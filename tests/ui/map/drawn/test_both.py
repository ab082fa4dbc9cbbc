"""The two drawings of the map compared in recorded games: blocks show every difference.

The test takes the marks of each decision that comes up and each overlay, and draws the contents of a hex in characters
and in blocks. Contents that look different in characters must look different in blocks.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from tests.drawn import board
from tests.games import record
from tests.long import sample
from tests.ui.desk import BareDesk
from tests.ui.map.drawn.test_drawn import DRAWINGS, FIELD, HERE, NOTHING, shown
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.map.drawn.layers import Traces
from westwall_tui.ui.map.geometry import MIDDLE
from westwall_tui.ui.map.hexes.counters import Counters
from westwall_tui.ui.map.hexes.marks import NOTE_ROLES, Contents, hex_cells
from westwall_tui.ui.map.overlays.lines import Communication, FrontView
from westwall_tui.ui.map.overlays.objectives import CountedUnits, Objectives, source_marks
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.signs import zone_sign

pytestmark = pytest.mark.slow
GAMES = (
    "arnhem-historical-busy",
    *sample(("spearhead-greedy", "hurtgen-free-busy"), ()),
    "remagen-historical-busy",
)
TIMES = sample(3, 2)
"""The number of times that the test looks at each kind of decision in a game."""
HAND = sample(3, 2)
"""Number of units whose reach is shown."""
Pair = tuple[str, str]


def overlays(game: Game) -> Iterator[dict[int, Pair]]:
    """Everything that can be laid over the map."""
    zones: dict[int, str] = {}
    for side in (0, 1):
        for h in queries.zone(game, side):
            zones[h] = zones.get(h, "") + zone_sign(game.scenario, side)
    yield {h: (text if len(text) == 2 or text == "z" else " Z", "zone") for h, text in zones.items()}
    yield dict(Communication(game).marks())
    yield dict(Objectives(game).marks())
    yield dict(CountedUnits(game).marks())
    if queries.front_side(game) >= 0:
        yield dict(FrontView(game, queries.front(game)).marks())
    for source in queries.sources(game):
        yield dict(source_marks(game, source))


def marks(game: Game) -> Iterator[dict[int, Pair]]:
    """Return the marks of a decision: when it comes up, and with units selected."""
    desk = BareDesk(game)
    yield {h: tuple(mark) for h, mark in desk.mode.marks().items()}  # type: ignore[misc]
    if isinstance(desk.mode, MovementMode):
        for unit in [u for u in desk.mode.movers if game.state.location[u] >= 0][:HAND]:
            desk.mode.select(unit)
            reached = sorted(desk.mode.selected.reach.left) if desk.mode.selected.reach is not None else []
            desk.cursor = reached[len(reached) // 2] if reached else desk.cursor
            yield {h: tuple(mark) for h, mark in desk.mode.marks().items()}  # type: ignore[misc]


def contents(name: str) -> tuple[set[Contents], set[str]]:
    """Return the contents of hexes in a recorded game with equal units, and the kinds of its decisions."""
    header, orders = record.read((record.FOLDER / f"{name}.orders").read_text(encoding="utf-8"))
    game = record.begin(*header[:3])
    found: set[Contents] = set()
    seen: dict[str, int] = {}
    for order in orders:
        kind = game.prompt.kind
        if seen.get(kind, 0) < TIMES:
            seen[kind] = seen.get(kind, 0) + 1
            tokens = {h: alike(token) for h, token in Counters().of(game).items()}
            notes: dict[int, Pair] = dict(Objectives(game).signs())
            notes |= {m.hex: (m.sign, NOTE_ROLES[m.sign]) for m in queries.markers(game, -1) if m.sign in NOTE_ROLES}
            laid = [{}, *overlays(game)] if seen[kind] in (1, TIMES) else [{}]
            for mark in marks(game):
                for over in laid:
                    for h in {*tokens, *mark, *over, *notes}:
                        found.add(Contents(tokens.get(h), mark.get(h), over.get(h), notes.get(h)))
        game.replay([order])
    return found, set(seen)


def alike(token):
    """Return a counter of its side and state, always of the same kind and strength."""
    word = "inf" if token.german else "INF"
    return token._replace(
        word=word, numbers=(4, 3), title="1/39", full="4-3-7", nation="german" if token.german else "us"
    )


@pytest.mark.parametrize("name", GAMES)
def test_everything_shown_in_characters_is_shown_drawn(name):
    plain = replace(board(FIELD), name=name)
    h, above, beside, picture = plain.hex(HERE), plain.hex("0504"), plain.hex("0605"), Picture(board(FIELD), MIDDLE)
    held, kinds = contents(name)
    assert len(held) > 20
    assert {"movement", "combat"} <= kinds

    def in_characters(what: Contents) -> str:
        what = what.with_front_laid_over()
        if what.over is not None and what.over[0].startswith("$"):  # a sign of its owner implies an objective
            what = what._replace(note=("$", "objective"))
        cells = {(cell.x, cell.y): cell for cell in hex_cells(picture, h, what)}
        return str(sorted((cell.char, cell.role) for cell in cells.values()))

    def in_blocks(what: Contents, drawing, around: dict[int, Contents]) -> str:
        what = what.with_front_laid_over()
        lines = ((beside, h),) if what.over is not None and what.over[0] == "c" else ()
        way = (above, h) if what.mark is not None and what.mark[1] == "path" and "@" in what.mark[0] else ()
        return str(
            shown(
                plain, NOTHING._replace(shown={**around, h: what}, traces=Traces(way=way, lines=lines)), drawing=drawing
            )
        )

    texts = {what: in_characters(what) for what in held}
    reach = {plain.hex("0203"): Contents(mark=("5", "reach"))}
    for drawing, around in sample(
        [*product(DRAWINGS, ({},)), *product(DRAWINGS[:2], (reach,))],
        [(DRAWINGS[1], {})] if name == GAMES[0] else [(DRAWINGS[2], reach)],
    ):
        looks = {what: in_blocks(what, drawing, around) for what in held if not (around and what.mark)}
        by_look: dict[str, Contents] = {}
        for what, look in sorted(looks.items(), key=str):
            other = by_look.setdefault(look, what)
            same = texts[what] == texts[other]
            assert same, f"{what} and {other} look alike in {drawing.blocks.name}, {drawing.colors.palette}, {around}"
