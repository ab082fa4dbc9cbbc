"""Counters in the panel, and names shortened to fit."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine.game import Game
from westwall_tui.ui.map.signs import KIND_NAMES, kind_word
from westwall_tui.words.rows import Row, Span, row, text_rows

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
