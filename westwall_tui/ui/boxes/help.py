"""Help with the pending decision, the open box or a refusal, and the legend of the signs on the map."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine import queries
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.units import Kind
from westwall_tui.ui.boxes.kinds import TextDialog
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.map.hexes.counters import ALARM, CHOICE, CHOSEN
from westwall_tui.ui.map.signs import (
    GROUND,
    KIND_LETTERS,
    KIND_NAMES,
    KIND_WORDS,
    LEADER,
    SIGNS,
    TABLE,
    Signs,
    zone_sign,
)
from westwall_tui.words.helptext import box_help, decision_help
from westwall_tui.words.rows import Row, Span, row, text_rows
from westwall_tui.words.rulebook import find

if TYPE_CHECKING:
    from westwall_tui.ui.map.drawn.glyphs import Drawing


class HelpDialog(TextDialog):
    """The help with the pending decision. From here the help key shows all keys, and Enter the rules."""

    wide = True

    def __init__(self, screen: GameScreen, about: str, case: str = "") -> None:
        """Take the name of the help text (`words/helptext.py`), and the case of the last refusal to explain instead."""
        super().__init__(screen)
        self._about, self._case = about, case
        self.explained = find(screen.game.scenario.rules, case) if case else []
        self.title = f"Case {case}" if self.explained else decision_help(about, 70)[0]

    def rows(self, width: int) -> Sequence[Row]:
        screen = self.screen
        _, lines = decision_help(self._about, width, self.game.scenario.rules, screen.key, screen.sign)
        if self.explained:
            lines = [line for paragraph in self.explained[:6] for line in paragraph.lines(width)]
        return [*(row(line) for line in lines), *self._rows_of_special_rules(width)]

    def _rows_of_special_rules(self, width: int) -> list[Row]:
        """Return the special rules of the scenario, if it has any."""
        rules = () if self.explained else queries.special_rules(self.game)
        told = [line for rule in rules for line in text_rows(f"- {rule}", width, hang="  ")]
        return [row(), row("The rules of this battle", "heading"), *told] if told else []

    def act(self, action: str) -> bool:
        pages = {"help": "all_keys", "confirm": "rules", "rules": "rules", "tables": "tables"}
        if action not in pages:
            return super().act(action)
        self.screen.close()
        self.screen.refused_case = self._case
        self.screen.show_page(pages[action])
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("help", "all keys"), ("confirm", "rules"), ("tables", "tables"), ("back", "back"))


# -- help with the open box


KEY = 9
"""Width of the column of keys."""


class BoxHelp(Dialog):
    """The help with a box, from which every key leads back to that box."""

    narrow = True
    wide = True
    informs = True
    unseen = False

    def __init__(self, screen: GameScreen, box: Dialog) -> None:
        super().__init__(screen)
        self.box = box
        self.title = f"Help: {box.title}" if box.title else "Help"

    def rows(self, width: int) -> Sequence[Row]:
        screen, rules, name = self.screen, self.game.scenario.rules, self.box.about
        about = box_help(name, width, rules, screen.key, screen.sign) if name else []
        gap: list[Row] = [row()] if about else []
        return [*(row(line) for line in about), *gap, *self._rows_of_keys(width)]

    def _rows_of_keys(self, width: int) -> list[Row]:
        """Return the keys of the box with their labels; a key without a label shares the label of the next key."""
        rows: list[Row] = []
        names: list[str] = []
        footer = self.box.keys()
        for name, word in footer:
            names.append(self.screen.key(name))
            if word:
                rows.append(row(f"{' '.join(names):<{KEY}} {word}"[:width]))
                names = []
        return rows

    def act(self, action: str) -> bool:
        if action not in ("back", "leave", "confirm", "put", "help"):
            return False
        self.screen.open(self.box)
        if action == "help":
            self.screen.show_page("all_keys:boxes")
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("help", "all keys"), ("back", "back to the box"))

    def hexes(self) -> Sequence[int]:
        return self.box.hexes()


# -- the legend


ROOM, SIGN = 18, 5
"""Widths in the legend: of a column, and of a sign."""
SHORT = {"glider infantry": "glider", "reconnaissance": "recon", "self-propelled artillery": "SP guns"}

Entry = tuple[str, str, str]
"""A sign, the role that paints the sign, and its meaning."""


COUNTERS = (
    "Germans are lowercase, U.S. CAPITALS, British Capitals; below: attack, defense (guns: barrage, FPF). "
    f"{LEADER} links a name to its place. Wired bridges can be blown. A state symbol replaces the last letter. "
    f"Beside a unit, {SIGNS['drop'].ascii} is {SIGNS['drop'].ascii[0]}."
)
WITHOUT_COLORS = "Germans and their zones are white. Allies are bold, in brackets; in the overview they are underlined."


class LegendDialog(TextDialog):
    """The legend of the signs on the map."""

    title = "What the symbols mean"
    wide = True
    docks = False

    def __init__(self, screen: GameScreen, signs: Signs, drawing: "Drawing | None" = None, palette: str = "") -> None:
        """Take the `drawing` of a drawn map, which shows its signs in its own way."""
        super().__init__(screen)
        self.signs, self._drawing, self._palette = signs, drawing, palette

    def rows(self, width: int) -> Sequence[Row]:
        notes = [COUNTERS, *([WITHOUT_COLORS] if self._palette == "mono" else [])]
        lines, north = queries.boundaries(self.game), self.game.scenario.board.north
        more = [f"{self.signs['line']} {', '.join(lines)}."] if lines else []
        if north != "top":
            more.append(f"North is to the {north}; in the panel, N means up the screen.")
        if self.screen.note_sign:
            more.append(f"{self.screen.note_sign} marks your notes.")
        return [
            *legend_rows(self.signs, width, self._drawing),
            *text_rows(" ".join((*notes, *more)), width),
        ]


def legend_rows(signs: Signs, width: int = 4 * ROOM, drawing: "Drawing | None" = None) -> list[Row]:
    """Return all signs of the table and all kinds of units, in as many columns as fit.

    With a `drawing`, the signs are as the drawn map shows them.
    """
    drawn = _drawn_signs(drawing) if drawing is not None else {}
    entries = legend_entries(signs)
    names = [sign.name for sign in TABLE] + [""] * len(entries)
    depth = -(-len(entries) // max(1, width // ROOM))
    rows: list[Row] = []
    for i in range(depth):
        spans: list[Span] = []
        for (text, role, meaning), name in zip(entries[i::depth], names[i::depth], strict=False):
            spans += drawn.get(name, (*_sign_spans(text, role), Span(" " * (SIGN - len(text) + 1))))
            spans.append(Span(meaning.ljust(ROOM - SIGN - 1)))
        rows.append(tuple(spans))
    return rows


def _sign_spans(text: str, role: str) -> Row:
    """Return a sign as the map paints it; on a counter, only the sign of a special state has that color."""
    army, _, how = role.rpartition("_")
    if how not in (ALARM, CHOICE, CHOSEN):
        return (Span(text, role),)
    return Span(text[:2], army), Span(text[2:], role)


def sign_rows(names: Sequence[str], signs: Signs, scenario: Scenario, drawing: "Drawing | None" = None) -> list[Row]:
    """Return some signs of the table, one per row; with a `drawing`, as the drawn map shows them.

    Zones are named after the scenario's sides.
    """
    drawn = _drawn_signs(drawing) if drawing is not None else {}
    entries = {sign.name: entry for sign, entry in zip(TABLE, legend_entries(signs), strict=False)}
    zones = {zone_sign(scenario, side): f"{info.adjective} zone" for side, info in enumerate(scenario.sides)}
    return [
        (
            *drawn.get(name, (*_sign_spans(text, role), Span(" " * (SIGN - len(text) + 1)))),
            Span(zones.get(text, meaning)),
        )
        for name in names
        for text, role, meaning in [entries[name]]
    ]


def _drawn_signs(drawing: "Drawing") -> Mapping[str, Sequence[Span]]:
    """Return the drawn map's version of each sign, with a blank, by the sign's name."""
    from westwall_tui.ui.map.drawn.swatches import swatches  # seldom needed

    return {name: (*(Span(*cell) for cell in cells), Span(" ")) for name, cells in swatches(drawing).items()}


def legend_entries(signs: Signs) -> list[Entry]:
    """Return all signs of the table, terrain signs on their ground color, and the words and letters of the kinds."""
    found = []
    for sign in TABLE:
        role = f"{sign.role}@{sign.name}" if sign.group == GROUND else sign.role
        found.append((signs[sign.name] or "   ", role, sign.meaning))
    kinds = [kind for kind in Kind if kind is not Kind.AIRBORNE_ARTILLERY]  # has the word and letter of all guns
    words = ((KIND_WORDS[kind], SHORT.get(KIND_NAMES[kind], KIND_NAMES[kind])) for kind in kinds)
    return found + [(f"{word} {KIND_LETTERS[word]}", "bold", meaning) for word, meaning in words]
