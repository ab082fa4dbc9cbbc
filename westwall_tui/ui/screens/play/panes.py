"""The panes of the playing screen, and their contents."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.geometry import Size

from westwall_tui.engine import queries
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Move
from westwall_tui.engine.scenario import Phase
from westwall_tui.ui.around.bars import KeyBar, LogPane, PhaseBar, PromptLine, fit_row, last_lines, phase_bar
from westwall_tui.ui.around.layout import WIDEST_PANEL, Boxes, Measures, frame_of
from westwall_tui.ui.around.sidepanel import (
    MARGIN,
    Part,
    SidePanel,
    away_rows,
    hex_parts,
    other_units,
    panel_rows,
    pointers,
)
from westwall_tui.ui.decisions.mode import numbers_in
from westwall_tui.ui.gamescreen import Dialog
from westwall_tui.ui.map.hexes.counters import Counters, gates
from westwall_tui.ui.map.hexes.marks import NOTE_ROLES
from westwall_tui.ui.map.overlays.edges import edge_arrows
from westwall_tui.ui.map.overlays.objectives import TOWN
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.keys import Keys
from westwall_tui.ui.terminal.pane import Pane
from westwall_tui.words.rows import Row, Span, fold_row, key_bar, row, spread, width_of

if TYPE_CHECKING:
    from westwall_tui.ui.decisions.die import Die

GAP = 4
"""Minimum blanks between a line below the map and the objectives out of sight."""
FEW = 10
"""Number of hexes. A new route that differs from the last one in no more hexes is drawn at once."""


class Panes:
    """The panes and their contents."""

    def __init__(self, play: GameInPlay, keys: Keys, view: MapView) -> None:
        self.play, self._keys, self.map = play, keys, view
        self.bar, self.panel, self.log_pane = PhaseBar(), SidePanel(), LogPane()
        self.prompt_line, self.key_bar = PromptLine(), KeyBar()
        self.all: Sequence[Pane] = (
            self.bar,
            self.map,
            self.panel,
            self.log_pane,
            self.prompt_line,
            self.key_bar,
        )
        self.above: tuple[Pane, ...] = (self.bar,)
        """The panes above the map."""
        self.counters = Counters()
        self._boxes = Boxes(self.map, lambda: len(self._prompt_rows()) - 1)
        self._screen = Size(0, 0)
        self._measures = Measures(0, 0)
        self._lists: Sequence[Row] = ()
        """The lists at the foot of the side panel, which do not depend on the cursor."""
        self._marks: Mapping[int, tuple[str, str]] = {}
        self._kept: Mapping[int, tuple[str, str]] = {}
        """The numbers of a unit's reach that stay on the map for a moment after its move."""
        self._here, self._cursor, self._steps = (0, 0, -1), NOWHERE, False
        """The corner of the map's window with the selected unit; the cursor; and True if only the cursor has moved."""
        self._route: Sequence[int] = ()
        self._warnings: Sequence[Row] = ()
        """The route and the warnings that are shown."""
        self.waits = False
        """True if a new route or new warnings are to be painted at the next pause."""
        self._goals: Collection[int] = ()
        """The hexes that the selected unit could reach when the map was drawn last."""
        self._mover = -1
        """The unit that is being moved, or has just been moved, as long as its reach is shown."""
        self._orders = len(play.game.log)
        """The number of orders when the map was drawn last."""
        self.dims = False
        """True while a unit's reach stays on the map for a moment after its move."""
        self._pointed_from: tuple[object, ...] = ()
        self._pointers: tuple[int, Row] = (0, ())
        """The objectives out of sight, and the line below the map that names them."""
        self._prompt_lines = 1
        self._to_act: Sequence[Row] = ()
        """The units that can still act, at the head of a panel of two columns."""

    def lay_out(self, screen: Size, measures: Measures) -> None:
        """Size the panes for a screen."""
        self._screen, self._measures = screen, measures
        self.panel.styles.width = measures.panel
        self.log_pane.styles.height = measures.log

    def paint(self, *, at_pause: bool = False) -> None:
        """Paint what a key may have changed: the open dialog, marks, panel, prompt, keys.

        While a unit is being moved, each step changes the route on the drawn map and the risks completely. Both are
        painted only when no key has come for a moment (`at_pause`). That way the cursor is painted first, and nothing
        is sent that is soon outdated.
        """
        selected, cursor = self.play.mode.selected_unit(), self.map.cursor
        here = self.map.left, self.map.top, selected
        steps = here == self._here and selected >= 0 and cursor != self._cursor and not at_pause
        self.waits, self._steps, self._here, self._cursor = False, steps, here, cursor
        self._paint_box()
        with self.play.advice("the map"):
            self._show_route()
            self.map.front = self._front_hexes
            self._show_marks()
        self.panel.rule = frame_of(self.map).down
        self._show_panel()
        self.paint_prompt()
        with self.play.advice("the line of keys"):
            self.key_bar.show([key_bar(self._keys.keys(), self.play.keymap, self._screen.width)])

    def _show_route(self) -> None:
        route = self.play.route()
        if self._steps and self.map.drawing is not None and len({*route} ^ {*self._route}) > FEW:
            self.waits = True
        else:
            self._route = route
            self.map.route = route

    def dim(self) -> bool:
        """Keep a unit's reach for a moment after its move, because the next unit may be selected at once.

        Meanwhile the drawn map stays dark around the reach, the numbers stay beside the new marks, and the panel adds
        nothing about the hex. Return True if the map must be redrawn for that.
        """
        play, before = self.play, self._goals
        orders, self._goals = len(play.game.log), play.mode.goals()
        has_moved, self._orders = orders > self._orders and play.game.log[-1].startswith(Move.word), orders
        stays = has_moved and not self._goals and play.decision.is_here
        lit, was_lit = before if stays else (), self.map.lit
        self.map.lit = lit
        self._kept = numbers_in(self._marks) if lit else {}
        self.dims = bool(lit)
        if not lit:
            self._mover = play.mode.selected_unit() if self._goals else -1
        return lit != was_lit

    def _show_marks(self) -> None:
        self._marks = self.play.marks()
        kept = {h: mark for h, mark in self._kept.items() if h not in self.map.shown_units}
        self.map.show_marks({**kept, **self._marks})

    def _paint_traces(self) -> None:
        """Tell the drawn map its extras: Lines of Communication, rings around objectives, unit symbols."""
        play, state = self.play, self.play.game.state
        kinds = {h: state.units[unit].kind for h, unit in state.occupants().items()}
        rings = [place.hexes for place in queries.objectives(play.game) if len(place.hexes) <= TOWN]
        self.map.show_traces(play.look.supply_lines(), rings, kinds)
        self.map.front = self._front_hexes

    @property
    def _front_hexes(self) -> Sequence[int]:
        """The front that is being named or looked at, hex by hex."""
        return self.play.mode.front_line() or self.play.look.front_line()

    def paint_game(self) -> None:
        """Paint what an order may have changed: counters, zones, phase bar, log."""
        play = self.play
        self._lists, self._to_act = (), ()
        with play.advice("the panel"):
            self._lists = self._list_rows()
            if self._lists:
                from westwall_tui.ui.around.widepanel import to_act_rows

                height = self._screen.height - self._measures.around - self._measures.log
                self._to_act = to_act_rows(play.game, self._text_width, height - len(self._lists))
        self.map.show_units({} if play.look.counters_hidden else self.counters.of(play.game))
        with play.advice("the map"):
            self._paint_signs()
        with play.advice("the bar"):
            self.bar.show([self.bar_row(self._screen.width)])
        self.paint_prompt()

    def _paint_signs(self) -> None:
        """Paint everything on the map besides the counters: objectives, markers, gates, overlays."""
        play = self.play
        markers = queries.markers(play.game, play.viewer)
        notes = {m.hex: (m.sign, NOTE_ROLES[m.sign]) for m in markers if m.sign in NOTE_ROLES}
        self.map.show_gates(gates(play.game))
        self.map.show_boundaries(boundary_pairs(play.game))
        arrows = edge_arrows(play.game, self.map.picture.signs, drawn=self.map.drawing is not None)
        signs = {**arrows, **play.look.views.places.signs(), **notes}
        self.map.show_signs(play.notes.with_signs(signs) if play.notes.all else signs)
        self.map.show_objectives(h for place in play.look.views.places.places for h in place.hexes)
        if self.map.drawing is not None:
            self._paint_traces()
        self.map.show_zones(play.look.marks())

    def bar_row(self, width: int) -> Row:
        """Return the line above the map."""
        match = f"  {self.play.match_in_words}" if self.play.match_in_words else ""
        return phase_bar(self.play.game, width, match + self.play.look.switches())

    def paint_prompt(self) -> None:
        """Paint the prompt, and above it the aim and the end of the log.

        A long prompt takes lines of the log, and a box over the log makes way for it.
        """
        width, height = self._screen.width - 1, self._measures.log
        prompt = self._prompt_rows()
        if self.play.dialog is not None and self.map.box is not None and len(prompt) != self._prompt_lines:
            self._paint_box()
        self._prompt_lines = len(prompt)
        fights = self.play.game.state.phase is Phase.COMBAT  # the log needs its lines in this phase
        aim = "" if fights or len(prompt) >= height else self.play.aim(width - 1)
        first = [row(f" {aim}", "dim")] if aim else []
        room = height + 1 - len(prompt) - len(first)
        log = last_lines(self.play.log.lines, width, room)
        lines = [*first, *log, *[()] * (room - len(log))]
        with self.play.advice("the objectives out of sight"):
            lines = self._with_pointers(lines, width)
        self.log_pane.show([*lines, *prompt[:-1]])
        self.prompt_line.show(prompt[-1:])

    def _with_pointers(self, lines: Sequence[Row], width: int) -> list[Row]:
        """Return the lines below the map with the objectives out of sight in the first line that has room for any."""
        play, found = self.play, [*lines]
        if play.dialog is not None or not play.decision.is_here or play.mode.selected_unit() >= 0:
            return found
        free = [width - width_of(line) - GAP for line in lines]
        seen = (self.map.left, self.map.top, self.map.size, self.map.picture.size, play.look.views.places, *free)
        if seen != self._pointed_from:  # a step of the cursor changes none of this
            places = play.look.views.places.places
            told = ((i, pointers(self.map, places, room)) for i, room in enumerate(free))
            self._pointed_from, self._pointers = seen, next((each for each in told if each[1]), (0, ()))
        i, names = self._pointers
        if names:
            found[i] = spread(lines[i], names, width) if lines[i] else (Span(" "), *names)
        return found

    def _prompt_rows(self) -> Sequence[Row]:
        """Return the prompt in lines."""
        more = f"... ({self.play.key('messages')}: the rest)."
        asked: Row = ()
        with self.play.advice("the prompt"):
            asked = self.play.prompt()
        return fit_row(asked, self._screen.width - 1, self._measures.log + 1, more)

    def _paint_box(self) -> None:
        """Paint the open dialog, or what was behind it."""
        dialog = self.play.dialog
        box = self._boxes.box(dialog, self._screen, self._measures, len(self._lists)) if dialog is not None else None
        if box is None and self.map.box is not None:
            self.map.stay_on_board()
        for pane in self.all:
            pane.show_box(box)

    def make_room(self, dialog: Dialog) -> None:
        """Scroll the hexes that a dialog is about into view beside its box, if possible."""
        with self.play.advice("this box"):
            self._boxes.make_room(dialog, self._screen, self._measures, len(self._lists))

    def _show_panel(self) -> None:
        with self.play.advice("the panel"):
            self.panel.show(self._panel_rows())

    def _panel_rows(self) -> list[Row]:
        """Return the side panel's lines about the hex under the cursor, and at the foot of a wide panel its lists."""
        play, h, width = self.play, self.map.cursor, self._text_width
        parts, others = hex_parts, other_units
        if self._measures.shows_details:
            from westwall_tui.ui.around.widepanel import column_of  # not at 80x24
            from westwall_tui.ui.around.widepanel import other_units as others
            from westwall_tui.ui.around.widepanel import wide_parts as parts

            width = column_of(width)
        game, selected = play.game, play.mode.selected_unit()
        does = _folded(play.mode.panel(h), width)
        if play.dialog is None and not self._measures.shows_details:
            does += play.mode.entering(h)
        more = [*does, *_folded(play.look.panel(h, width, detailed=self._measures.shows_details), width)]
        more = [(), *more] if more else []
        warnings: list[Row] = []
        if play.dialog is None:  # a box would cut the warnings in two
            warnings = [*away_rows(self.map, play.mode.marks(), width), *self._warning_rows(width)]
        below = len(warnings) + len(self._lists)
        room = self._screen.height - self._measures.around - self._measures.log - below
        die = self._die_rows(play.die, width)
        if not die and (scene := play.elsewhere.rows(width)):
            rows = [*scene, *more]
        else:
            units, *first, ways = parts(game, h, width, play.viewer, selected, self._mover)
            if selected >= 0 and (means := play.mode.means(h)):
                units = units._replace(rows=[*units.rows[:-1], means])
            ways = ways._replace(rows=[*ways.rows, *play.look.views.places.panel(h, width), *play.notes.rows(h, width)])
            about = [*first, ways, Part(more)]
            if die:  # there may be no room for all rows, and those about the decision matter most
                about = [Part([*does, ()] if does else ()), *first, ways, Part(more[1 + len(does) :])]
            about += [Part(others(game, h, width, selected))]
            rows = [*die, *panel_rows([units, *about], room - len(die))]
        if self._to_act:
            from westwall_tui.ui.around.widepanel import beside_each_other

            rows = beside_each_other(rows, self._to_act[:room], self._text_width)
        between = room - len(rows)
        lists = [*self._lists[:1], *self._lists[1 + max(0, -between) :]]
        return [*rows, *[()] * between, *warnings, *lists]

    def _die_rows(self, die: "Die | None", width: int, side: int = 0) -> list[Row]:
        """Return a die and a rule; empty for None. `side` is the one that a rolling die shows."""
        return [] if die is None else [*die.rows(width, frame_of(self.map), side), row("-" * width, "frame")]

    def paint_roll(self, die: "Die", side: int) -> None:
        """Paint a rolling die that shows a side, in place of the open box; the map does not change yet."""
        width = self._text_width
        if self._measures.shows_details:
            from westwall_tui.ui.around.widepanel import column_of

            width = column_of(width)
        for pane in self.all:
            pane.show_box(None)
        self.panel.show(self._die_rows(die, width, side))
        self.prompt_line.show([row(" The die rolls", "bold")])
        self.key_bar.show([()])

    def _warning_rows(self, width: int) -> Sequence[Row]:
        """Return the warnings about pressing Enter."""
        risks = self.play.risks
        rows: Sequence[Row] = ()
        if risks:
            from westwall_tui.ui.around.warnings import warning_rows  # not loaded at the start

            rows = warning_rows(self.play.game, risks, width, self.play.key("risks"))
        if self._steps and rows != self._warnings:
            self.waits = True
        else:
            self._warnings = rows
        return self._warnings

    @property
    def _text_width(self) -> int:
        """Columns of the panel's text."""
        return min(self._measures.panel, WIDEST_PANEL) - MARGIN

    def _list_rows(self) -> Sequence[Row]:
        if not self._measures.shows_details:
            return ()
        from westwall_tui.ui.around.widepanel import ABOVE, list_rows  # not at 80x24

        height = self._screen.height - self._measures.around - self._measures.log
        room = height - max(ABOVE, height // 2)
        keys = self.play.key("reinforcements"), self.play.key("tables")
        return list_rows(self.play.game, self._text_width, room, keys)


def _folded(rows: Sequence[Row], width: int) -> list[Row]:
    """Return rows, each broken into several if it is too long."""
    return [part for line in rows for part in fold_row(line, width)]
