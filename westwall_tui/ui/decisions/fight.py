"""A combat as a picture: bars for the forces, the column on its scale, the six rolls and the side that each hurts."""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import tables
from westwall_tui.engine.words import sentence, signed
from westwall_tui.ui.around.counter import short_name, unit_rows
from westwall_tui.ui.map.signs import kind_word
from westwall_tui.words import odds as text
from westwall_tui.words.odds import Face
from westwall_tui.words.rows import RULE, Row, Span, cut, row, width_of

NAMES, STRENGTHS = 7, 11
"""Columns of a unit's name and of its strengths."""
BESIDE = 64
"""Columns of two units side by side, without their bars."""


def counter_spans(game: Game, unit: int, *, strengths: int = STRENGTHS) -> Row:
    """Return a unit in one line: its name, its kind in its nation's color, its strengths.

    If there is little room for `strengths`, those of artillery fire are left out.
    """
    counter = game.state.units[unit]
    shown = str(counter.strength)
    shown = shown if len(shown) <= strengths else shown.partition("/")[0]
    army = game.scenario.army(unit)
    chip = Span(kind_word(counter.kind, army), f"chip_{army}")
    return Span(f"{short_name(counter.id, NAMES):<{NAMES}} "), chip, Span(f" {shown:<{strengths}.{strengths}}")


# -- bars


def bar(points: int, most: int, room: int) -> str:
    """Return a bar of `#`, one per point, or in proportion if the longest bar (`most` points) would not fit."""
    if points <= 0 or room <= 0:
        return ""
    return "#" * (points if most <= room else max(1, points * room // most))


def bar_role(game: Game, side: int) -> str:
    """Return the role of a side's bars, which is its color."""
    return f"bar_{game.scenario.colors(side)}"


# -- the column on its scale


class ColumnShift(NamedTuple):
    """A possible change of the column, and its cause."""

    odds: planning.Odds
    words: str
    brief: str = ""
    """A shorter form of `words`, for when there is little room."""


def scale_rows(odds: planning.Odds, line: str, width: int, shift: ColumnShift | None = None) -> list[Row]:
    """Return rows with the differential and the columns of its line; the current column is in brackets.

    There are two rows, or four in a narrow box. An arrow shows the column to which a shift would lead. `line` names the
    line of the table, with the reason.
    """
    sums = f"{odds.attack} - {odds.defense} = {signed(odds.differential)}"
    headings, here = list(tables.headings(odds.line)), odds.column
    other = shift.odds.column if shift is not None else here
    narrow = width < NARROW
    room = width if narrow else width - len(sums) - 3
    spans, places = _column_scale(headings, here, other, room)
    start = 0 if narrow else len(sums) + 3
    arrow: Row = ()
    if shift is not None:
        beside = 0 if narrow else len(line) + 2
        in_full = _shift_arrow(places, here, other, shift.words, start, width)
        fits = not shift.brief or width_of(in_full) + beside <= width
        arrow = in_full if fits else _shift_arrow(places, here, other, shift.brief, start, width)
    if narrow:
        return [(Span(sums, "bold"), Span(f"   {line}"[: width - len(sums)])), row(), spans, arrow]
    left = width_of(arrow)
    reason = Span(line.rjust(width - left)) if left + 2 + len(line) <= width else Span("")
    return [(Span(sums, "bold"), Span("   "), *spans), (*arrow, reason)]


NARROW = 60
"""A combat in a box with fewer columns than this is shown in a single column."""


def with_fire(fired: planning.Odds) -> ColumnShift:
    """Return the column shift that all possible Final Protective Fire would cause."""
    value = signed(fired.differential)
    return ColumnShift(fired, f"with all Final Protective Fire: {value}", f"with all FPF: {value}")


def without_fire(odds: planning.Odds) -> ColumnShift:
    """Return the column without Final Protective Fire, for a combat that is shown with all of it."""
    value = signed(odds.differential)
    return ColumnShift(odds, f"without Final Protective Fire: {value}", f"without FPF: {value}")


def _column_scale(headings: Sequence[str], here: str, other: str, room: int) -> tuple[Row, dict[str, tuple[int, int]]]:
    """Return the columns that fit around the current one, and where each begins and ends."""
    shown, gap = list(headings), 2
    while sum(map(len, shown)) + gap * (len(shown) - 1) + 2 > room:
        if gap == 2:
            gap = 1
        else:
            far = shown.index(here) > len(shown) // 2
            shown.pop(0 if far else -1)
    spans: list[Span] = []
    places: dict[str, tuple[int, int]] = {}
    x = 0
    for heading in shown:
        text_here = f"[{heading}]" if heading == here else heading
        role = "chip_cursor" if heading == here else "warning" if heading == other else ""
        spans += [Span(text_here, role), Span(" " * gap)]
        places[heading] = x, x + len(text_here)
        x += len(text_here) + gap
    return tuple(spans[:-1]), places


def _shift_arrow(places: dict[str, tuple[int, int]], here: str, other: str, words: str, start: int, width: int) -> Row:
    """Return an arrow from the current column to the column where a shift would lead, with the cause."""
    if other == here or other not in places:
        return (Span(" " * start), Span(words, "warning"))
    (a, b), (c, d) = places[other], places[here]
    to, origin = (a + b) // 2, (c + d) // 2
    first, last = min(to, origin), max(to, origin)
    line = "^" + "-" * (last - first - 1) + "'" if to < origin else "'" + "-" * (last - first - 1) + "^"
    before = start + first - len(words) - 2
    if start + first + len(line) + 2 + len(words) > width and before >= 0:
        return Span(" " * before), Span(f"{words}  {line}", "warning")
    return Span(" " * (start + first)), Span(f"{line}  {words}", "warning")


# -- the six faces


ARROWS, FEW_ARROWS = 8, 5
"""Columns of the arrows when each face has its own row, and in a panel of fewer than `SLIM` columns."""
SLIM = 30
BEFORE_ARROWS, BEFORE_WORDS = 8, 2
"""Columns before the arrows, for the roll and the result, and blanks between the arrows and the words."""


def face_rows(game: Game, faces: Sequence[Face], sides: tuple[int, int], width: int, die: int = 0) -> list[Row]:
    """Return the six faces to scale, with the effect of each in the color of the side that suffers.

    There are three rows, or in a narrow box one row per face. `sides` are the attacker and the defender, `die` is the
    roll, 0 before it.
    """
    if width < NARROW:
        return _faces_below_each_other(game, faces, sides, width, die)
    between = " | " if len(faces) <= 3 else "|"
    cell = (width - len(between) * (len(faces) - 1)) // 6
    rest = width - len(between) * (len(faces) - 1) - 6 * cell
    numbers: list[Span] = []
    labels: list[Span] = []
    arrows: list[Span] = []
    for i, face in enumerate(faces):
        room = cell * len(face.dice) + (rest if i == len(faces) - 1 else 0)
        if i:
            for spans in (numbers, labels, arrows):
                spans.append(Span(between, "frame"))
        for roll in face.dice:
            dots = " .".rjust(2) * ((cell - 1) // 2)
            if roll == die:
                numbers += [Span(f"[{roll}]", "chip_cursor"), Span(dots[2:].ljust(cell - 3), "key")]
            else:
                numbers.append(Span(f"{roll}{dots}".ljust(cell), "key"))
        words = next((each for each in face.words if len(each) + 3 <= room), "")
        gap = "  " if len(words) + 4 <= room else " "
        labels.append(Span(f"{face.result}{gap}{words}"[:room].ljust(room), face_role(game, face, sides)))
        arrows.append(Span((face_sign(face) * room)[:room]))
    return [tuple(numbers), tuple(labels), tuple(arrows)]


def results_rows(
    game: Game, faces: Sequence[Face], sides: tuple[int, int], width: int, die: int
) -> list[Row]:  # fmt: skip
    """Return the results of the six rolls for a low and narrow panel, a row each, with the one rolled marked."""
    rows: list[Row] = []
    for face in faces:
        first, *others = face.dice
        rolls = f"{first}-{others[-1]}" if others else f" {first} "
        number = Span(rolls, "chip_cursor" if die in face.dice else "key")
        rows.append((number, *_face_in_words(game, face, sides, width)))
    return rows


def _faces_below_each_other(
    game: Game, faces: Sequence[Face], sides: tuple[int, int], width: int, die: int
) -> list[Row]:
    rows: list[Row] = []
    of_die = {roll: face for face in faces for roll in face.dice}
    for roll, face in sorted(of_die.items()):
        number = Span(f"[{roll}]", "chip_cursor") if roll == die else Span(f" {roll} ", "key")
        rows.append((number, *_face_in_words(game, face, sides, width)))
    return rows


def _face_in_words(game: Game, face: Face, sides: tuple[int, int], width: int) -> Row:
    """Return the result after the roll, with its arrows and its effect."""
    arrows = ARROWS if width >= SLIM else FEW_ARROWS
    before = BEFORE_ARROWS + arrows + BEFORE_WORDS
    words = next((each for each in face.words if before + len(each) <= width), face.words[-1])
    bars = Span((face_sign(face) * arrows)[:arrows], face_role(game, face, sides))
    return Span(f" {face.result}  ", "bold"), bars, Span(f"{'':{BEFORE_WORDS}}{words}"[: width - before + BEFORE_WORDS])


def face_sign(face: Face) -> str:
    """Return the arrows for the side that suffers: `>` for the defender, `<` for the attacker, `<>` for both."""
    return {(True, False): ">", (False, True): "<", (True, True): "<>"}.get((face.them, face.us), ".")


def face_role(game: Game, face: Face, sides: tuple[int, int]) -> str:
    """Return the color role of the side that suffers; `sides` are the attacker and the defender."""
    if face.them and face.us:
        return "chip_both"
    if not face.them and not face.us:
        return "chip_nobody"
    return f"chip_{game.scenario.colors(sides[1 if face.them else 0])}"


TIGHT, TALL = 16, 20
"""A box with fewer rows than `TIGHT` shows less; one with at least `TALL` also shows optional rows."""


def prospect_rows(
    game: Game, faces: Sequence[Face], fates: Sequence[planning.Fate], sides: tuple[int, int], width: int, room: int
) -> list[Row]:
    """Return rows on the possible results: the six faces, the defenders' retreats and, in a tall box, a count of rolls.

    `fates` are those of the defenders, `sides` the attacker and the defender, `room` the rows of the box.
    """
    most = 1 if room < TIGHT else 2
    texts = [sentence("; ".join(text.ways_out(game, fate, brief=brief) for fate in fates)) for brief in (False, True)]
    fits = len(wrap(texts[0], width)) <= most
    ways = cut(texts[not fits], width, most, "dim")
    tally = tally_rows(game, faces, sides, width) if room >= TALL else []
    return [RULE, *face_rows(game, faces, sides, width), *ways, *tally]


# -- rows for tall boxes only


def tally_rows(game: Game, faces: Sequence[Face], sides: tuple[int, int], width: int) -> list[Row]:
    """Return how many rolls hurt each side: `3 of 6 rolls hurt only the U.S., 2 both, 1 neither side`."""
    attacker, defender = (game.scenario.sides[side].people for side in sides)
    kinds = {
        f"only {defender}": [face for face in faces if face.them and not face.us],
        "both sides": [face for face in faces if face.them and face.us],
        f"only {attacker}": [face for face in faces if face.us and not face.them],
        "neither side": [face for face in faces if not face.them and not face.us],
    }
    counts = {whom: sum(len(face.dice) for face in found) for whom, found in kinds.items() if found}
    (first, many), *others = counts.items()
    if not others:
        return [row(f"All 6 rolls hurt {first}")]
    hurts = f"{many} of 6 rolls hurt{'s' * (many == 1)} {first}"
    return cut(", ".join([hurts, *(f"{n} {whom}" for whom, n in others)]), width, 2)


def counter_rows(game: Game, units: Sequence[int], width: int, room: int) -> list[Row]:
    """Return a rule, and below it as many units as fit, each as a counter with its formation and place."""
    found: list[Row] = [RULE]
    for unit in units:
        place = game.scenario.board.describe(game.state.location[unit])
        counter = unit_rows(game, unit, width, [place])
        if len(found) + len(counter) > room:
            break
        found += counter
    return found if len(found) > 1 else []
