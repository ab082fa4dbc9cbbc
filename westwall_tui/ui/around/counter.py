"""Counters in the panel, and names shortened to fit."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine.game import Game
from westwall_tui.ui.map.hexes.counters import Token, token_of
from westwall_tui.ui.map.signs import KIND_NAMES, kind_word
from westwall_tui.words.rows import Row, Span, row, text_rows, width_of

ACROSS = 8
"""Columns of a counter."""
SHORT_FORMS: Mapping[str, str] = {
    "Volksgrenadier": "Volksgr.",
    "Panzergrenadier": "Pz.-Gren.",
    "Battle Group": "BG",
    "Division": "Div.",
    "Battalion": "Bn",
    "Brigade": "Bde",
    "Armored": "Armd",
    "Armoured": "Armd",
    "Parachute": "Para.",
    "Training": "Trg",
    "Northumbrian": "Northumb.",
    "Hermann Goering": "H. Goering",
    "Assault Gun": "Aslt.Gun",
    "Aslt.Gun Bde": "Aslt.Guns",
    "Panzer Bde": "Pz. Bde",
    "Trg Bn": "Trg",
    "bridge defense": "bridge",
    "Engineer": "Eng.",
    "self-propelled": "SP",
    "SP artillery": "SP guns",
    "reconnaissance": "recon",
    "airborne artillery": "abn. guns",
    "glider infantry": "glider inf.",
}
"""Short forms of words in formations and kinds, for names that would not fit."""


def short_name(name: str, room: int) -> str:
    """Return a name that fits the room: whole, with short forms or, as a last resort, cut with `...`."""
    for word, short in SHORT_FORMS.items():
        if len(name) <= room:
            break
        name = name.replace(word, short)
    return name if len(name) <= room else f"{name[: max(0, room - 3)]}..."


def counter_drawing(game: Game, unit: int) -> Sequence[Row]:
    """Return a counter in three rows of `ACROSS` characters, in its army's colors; the last row is as on the map.

    Guns show barrage, Final Protective Fire and Range. The brackets matter on terminals without colors.

        [ 1/2  ]
        [ mec  ]
        [5-5-12]
    """
    counter = game.state.units[unit]
    army, s = game.scenario.army(unit), counter.strength
    numbers = f"{s.barrage}-{s.fpf}-{s.range}" if counter.is_artillery else str(s)
    lines = (short_name(counter.id, ACROSS - 2), kind_word(counter.kind, army), numbers[: ACROSS - 2])
    roles = (army, army, f"{army}_low")
    return tuple(
        (Span("[", f"bar_{army}"), Span(line.center(ACROSS - 2), role), Span("]", f"bar_{army}"))
        for line, role in zip(lines, roles, strict=True)
    )


def unit_rows(game: Game, unit: int, width: int, notes: Sequence[str]) -> list[Row]:
    """Return a unit: its counter, and beside it formation, kind, size and the texts `notes`."""
    counter = game.state.units[unit]
    room = width - ACROSS - 1
    kind = f"{KIND_NAMES[counter.kind]}{f', {counter.size}' if counter.size else ''}"
    names = [counter.formation, kind, f"({counter.designation})" if counter.designation != counter.id else ""]
    lines = [short_name(name, room) for name in names if name]
    lines += [part for text in notes if text for part in wrap(text, room)]
    if counter.is_artillery:
        lines.append(str(counter.strength))
    beside = [row(f" {line}") for line in lines]
    drawing = list(counter_drawing(game, unit))
    rows = [(*left, *(beside[i] if i < len(beside) else ())) for i, left in enumerate(drawing)]
    return rows + [(Span(" " * ACROSS), *right) for right in beside[len(drawing) :]]


def short_unit_rows(game: Game, unit: int, width: int, notes: Sequence[str]) -> list[Row]:
    """Return a unit in short: its counter in one row, and below it the formation and the texts `notes`.

    [3/78 inf 3-3-7]
    26th Volksgr., has moved
    """
    counter = game.state.units[unit]
    army = game.scenario.army(unit)
    words = (short_name(counter.id, ACROSS - 2), kind_word(counter.kind, army), str(counter.strength))
    bar = f"bar_{army}"
    drawing = (Span("[", bar), Span(" ".join(words)[: width - 2], army), Span("]", bar))
    names = [short_name(counter.formation, width)] if counter.formation else []
    return [drawing, *text_rows(", ".join((*names, *filter(None, notes))), width)]


def counters_of(
    game: Game, groups: Sequence[Sequence[int]], width: int, most: int, rows_of: Callable[[Iterable[int]], int] = sum
) -> Sequence[Sequence[Row]]:
    """Return groups of units as counters, the most numerous kind of a group first, in at most `most` rows.

    `rows_of` returns the rows of all groups from those of each: their sum, or the most if they are beside each other.
    Where there is room, a counter has its name, otherwise two rows as on the map. If even these are too many, each
    appears once, with its number before it. If that needs more than `most` rows too, there are none.
    """
    drawn = (_counters(game, groups, width, how) for how in (_whole_counters, _small_counters, _counted_counters))
    return next((found for found in drawn if rows_of(map(len, found)) <= most), [()] * len(groups))


Drawn = Callable[[Game, Sequence[int]], Sequence[Sequence[Row]]]
"""A function that draws units as counters of the same size."""


def _counters(game: Game, groups: Sequence[Sequence[int]], width: int, draw: Drawn) -> Sequence[Sequence[Row]]:
    """Return groups of units as counters, as many beside each other as fit, with a blank between them."""
    found: list[Sequence[Row]] = []
    for units in groups:
        kinds = Counter(game.state.units[unit].kind for unit in units).most_common()
        counters = draw(game, [u for kind, _ in kinds for u in units if game.state.units[u].kind is kind])
        across = max(1, (width + 1) // (1 + max((width_of(rows[0]) for rows in counters), default=0)))
        lines = [counters[first : first + across] for first in range(0, len(counters), across)]
        found.append(
            [
                tuple(span for at, part in enumerate(parts) for span in (*([Span(" ")] if at else []), *part))
                for line in lines
                for parts in zip(*line, strict=True)
            ]
        )
    return found


def _whole_counters(game: Game, units: Sequence[int]) -> Sequence[Sequence[Row]]:
    return [counter_drawing(game, unit) for unit in units]


def _small_counters(game: Game, units: Sequence[int]) -> Sequence[Sequence[Row]]:
    return [_small_counter(token_of(game.state.units[unit], game.scenario.army(unit))) for unit in units]


def _counted_counters(game: Game, units: Sequence[int]) -> Sequence[Sequence[Row]]:
    """Return each counter once, after its number."""
    tokens = [token_of(game.state.units[unit], game.scenario.army(unit))._replace(title="", full="") for unit in units]
    counts = Counter(tokens)
    before = 1 + len(str(max(counts.values(), default=0)))
    return [_small_counter(token, count, before) for token, count in counts.items()]


def _small_counter(token: Token, count: int = 0, before: int = 0) -> Sequence[Row]:
    """Return a counter as on the map, after its number in `before` columns."""
    numbers = "-".join(str(number) if number < 10 else "+" for number in token.numbers)
    first, second = (Span(f"{count:>{before - 1}} "), Span(" " * before)) if before else (Span(""), Span(""))
    return (first, Span(token.word, token.nation)), (second, Span(numbers, f"{token.nation}_low"))
