"""The watch screen: a game order by order, back and forth, with a chart of its points as the timeline."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from textual.geometry import Size as Extent
from textual.message import Message
from textual.timer import Timer

from westwall_tui.engine import queries
from westwall_tui.engine.events import PhaseBegan
from westwall_tui.engine.game import TURN, Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.words import capital, signed
from westwall_tui.files.disk.writing import Advice
from westwall_tui.files.sessions.base import Session
from westwall_tui.files.sessions.recording import Recording
from westwall_tui.history.course import strength
from westwall_tui.history.gains import turn_news
from westwall_tui.history.record import Fight, History, Replay
from westwall_tui.history.words import Words
from westwall_tui.ui.around.bars import TrackPane
from westwall_tui.ui.around.entry import NO_TRACE, Trace, entry_rows, side_rows, trace_of
from westwall_tui.ui.around.layout import NARROW, measures
from westwall_tui.ui.around.sidepanel import head_rows
from westwall_tui.ui.decisions.fight import bar, bar_role
from westwall_tui.ui.decisions.result import rolled_faces
from westwall_tui.ui.map.far.canvas import LIST
from westwall_tui.ui.map.far.overview import OnBoard, Overview
from westwall_tui.ui.map.hexes.counters import gates
from westwall_tui.ui.map.overlays.edges import edge_arrows
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.map.pane.follow import WAYS
from westwall_tui.ui.map.pane.still import middle_of, show_position
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.pages.chart import chart_signs, timeline_rows
from westwall_tui.ui.pages.whole_board import GAP, by_place, fitting_board
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.screens.boards.board_screen import BoardScreen
from westwall_tui.ui.terminal.pane import Pane, TextPane, in_sight
from westwall_tui.words.orders import in_public
from westwall_tui.words.rows import Row, Span, chosen_row, cut, key_bar, row, shortened, spread, text_rows, width_of

if TYPE_CHECKING:
    from westwall_tui.ui.screens.boards.notes import NotesScreen, Ways

SPEEDS = (0.5, 1, 2, 4, 8)
"""Orders per second, from slow to fast."""
FIRST_SPEED = 2
AROUND = 5
"""Lines of the screen for the bar, the timeline, the prompt and the keys."""
COMBAT_LASTS = 3
"""A roll is shown for as long as this number of orders."""
READING = "Replaying the orders ..."
NOTHING = "There is nothing to watch yet: no orders, or none that you may see."
"""The message for a game without orders, or for one with secrets that its orders would give away."""
LINES_PER_CHART = 8
"""Lines of the screen for each line of the points above the timeline."""
DETAILED = 26
"""Minimum rows of a panel that lists the units of a combat above its bars."""
FEWEST_ORDERS = 3
"""Minimum rows for a list of the orders around the current one."""


def _last_turn(history: History, viewer: int) -> int:
    """Return where the last Player-Turn of the viewer's opponent begins, as the index of its first order.

    If the opponent has had no Player-Turn, return where the last Player-Turn begins.
    """
    turns = [turn for turn in history.turns if turn.side != viewer] or history.all_turns
    return turns[-1].first if turns else 0


def begin_of(history: History, turn: str) -> int:
    """Return the number of orders before a Game-Turn such as `turn 3`; 0 if that isn't part of the game."""
    number = turn.removeprefix(f"{TURN} ")
    return next((each.first for each in history.all_turns if str(each.turn) == number), 0)


OPENINGS: Mapping[str, Callable[[History, int], int]] = {
    "the last order": lambda history, _: max(0, len(history.log) - 1),
    "the last turn": _last_turn,
}
"""Functions that find a place, other than the beginning, at which to open a game.

Each returns the number of orders carried out before that place.
"""


class WholeBoardPane(TextPane):
    """The whole board, which is displayed instead of the map."""

    DEFAULT_CSS = "WholeBoardPane { width: 1fr; height: 1fr; }"


class WatchScreen(BoardScreen):
    """The screen of a game that is watched."""

    place = "watch"

    class GoOn(Message):
        """The message that the player starts a new game from a place in the watched one."""

        def __init__(self, session: Session) -> None:
            super().__init__()
            self.session = session

    def __init__(
        self,
        recording: Recording,
        preferences: Preferences,
        leave: Callable[[], object],
        opens: str | int = "",
        notes_page: "Callable[[Game, tuple[int, int], Ways], NotesScreen | None] | None" = None,
    ) -> None:
        """Take the place where the game opens (`opens`), by default the start.

        It is a key of `OPENINGS`, a number of orders, or a Game-Turn such as `turn 3`.

        `leave` goes back to where the screen was opened. If that was a game, `notes_page` returns the page of its
        player's notes, given a position, its hex, and the number of orders before it.
        """
        self.track, self.whole = TrackPane(), WholeBoardPane()
        self.whole.display = False
        super().__init__(recording.game, preferences, leave)
        self._recording, self._opens, self._notes_page = recording, opens, notes_page
        self._asks = False
        """True while the screen asks whether to start a new game from here."""
        self.replay: Replay | None = None
        """None while the orders are being replayed."""
        self.speed = FIRST_SPEED
        self._clock: Timer | None = None
        self._overview: Overview | None = None
        """The whole board, if it is displayed instead of the map."""
        self._room = Extent(0, 0)
        """Columns and lines for the map or the whole board."""
        self._fought: tuple[Fight, Game] | None = None
        """The combat that was shown last, with the position before its roll."""
        self._message = READING
        self._trace: Trace = NO_TRACE

    @property
    def _in_game(self) -> bool:
        """True if the screen was opened in a game, to which its player goes back."""
        return self._notes_page is not None

    @property
    def _boards(self) -> tuple[Pane, ...]:
        return self.map, self.whole

    @property
    def _below(self) -> tuple[Pane, ...]:
        return self.track, self.prompt_line, self.key_bar

    def on_mount(self) -> None:
        """Show the frame, and replay the orders in a thread."""
        self._lay_out()
        self._paint_around()
        self.begin_work(self._read_history)

    class Replayed(Message):
        """The message that the orders have been replayed."""

        def __init__(self, history: History) -> None:
            super().__init__()
            self.history = history

    def _read_history(self) -> None:
        self.post_message(self.Replayed(History(self._recording.game)))  # ignored if the screen is closed by then

    def on_watch_screen_replayed(self, event: Replayed) -> None:
        """Show the game at the place where it opens."""
        event.stop()
        history = event.history
        opens = self._opens
        if isinstance(opens, str):
            opens = OPENINGS[opens](history, self._recording.viewer) if opens in OPENINGS else begin_of(history, opens)
        self.replay, self._message = Replay(history, opens), ""
        if not self.replay.length:
            self._message = NOTHING
        self._lay_out()
        self._paint_after_layout()

    def _lay_out(self) -> None:
        self._extent = self.app.size
        beside = measures(self._extent, self._board_extent).panel
        self._overview = None
        self._room = Extent(self._extent.width, self._extent.height - self._chart_height - AROUND)
        if self.whole.display:
            with Advice(self._show_place):
                self._overview = self._fit_board(self._room.height)
                beside = self._extent.width - self._overview.width - 1
        self.panel.display = beside >= NARROW
        self.panel.styles.width = beside
        if self.panel.display:
            self._room = Extent(self._room.width - beside, self._room.height)
        self.track.styles.height = self._chart_height + 2

    @property
    def _chart_height(self) -> int:
        """Lines of the points above the timeline; 0 in a scenario without points."""
        history = self.replay.history if self.replay is not None else None
        scores = history is None or any(turn.ended.account or turn.began.account for turn in history.turns)
        return self._extent.height // LINES_PER_CHART if scores else 0

    def _fit_board(self, height: int) -> "Overview":
        """Return the whole board for the screen; it is beside the panel if both have room."""
        own, width = self.preferences, self._extent.width
        beside = fitting_board(self.map.board, width - NARROW - 1, height, own.drawing, own.signs)
        return beside if not beside.tiny else fitting_board(self.map.board, width, height, own.drawing, own.signs)

    def _show_place(self) -> None:
        """Show the map instead of the whole board."""
        self.whole.display, self.map.display = False, True

    # -- painting

    def paint(self) -> None:
        """Paint the board at this order, and what the order did."""
        replay = self.replay
        if replay is None:
            return
        game, entry = replay.game, replay.entry
        self._trace = trace_of(game, entry) if entry is not None else NO_TRACE
        place = self._trace.place if self._trace.place >= 0 else place_of_turn(replay)
        if place >= 0:
            self.cursor = place
        show_position(self.map, game, self._counters, self._recording.viewer)
        self.map.route = self._trace.route
        self.map.show_zones(self._trace.lost)
        self.map.show_marks(self._trace.marks)
        self.map.move_cursor(self.cursor)
        self._paint_around()

    def _paint_resized(self) -> None:
        self.paint()

    def _whole_rows(self, game: Game) -> list[Row]:
        """Return the whole board with the traces of the last order, and as much of it as fits around the cursor."""
        assert self._overview is not None
        arrows = edge_arrows(game, self.map.picture.signs, drawn=self.map.drawing is not None)
        marks = {**arrows, **self._trace.marks, **self._trace.lost}
        places = Objectives(game).signs()
        seen = OnBoard(self._counters.of(game), places, boundary_pairs(game), marks, gates(game))
        rows, over = self._overview.rows(seen), self._overview.over(self.cursor, ())
        width, height = self._room
        x, y = self._overview.at(self.cursor)
        left = max(0, min(x - width // 2, self._overview.width - width))
        top = max(0, min(y - height // 2, len(rows) - height))
        lines: list[Row] = [
            tuple(Span(*over.get((i, j), cell)) for i, cell in enumerate(line[left : left + width], left))
            for j, line in enumerate(rows[top : top + height], top)
        ]
        if (beside := width - self._overview.width - GAP) < LIST - GAP:
            return lines
        gap = Span(" " * GAP)
        pairs = zip_longest(lines, by_place(game, beside, height), fillvalue=())
        blank = Span(" " * self._overview.width)
        return [(*(line or (blank,)), gap, *places) for line, places in pairs]

    def _paint_around(self) -> None:
        width, replay = self._extent.width, self.replay
        self.bar.show([self._heading_row(width)])
        text = self._message or (entry_in_words(replay) if replay is not None else "")
        self.prompt_line.show([(Span(" "), *(cut(text, width - 2, 1, "bold") or [()])[0])])
        self.key_bar.show([key_bar(self._keys_of_reel(), self.keymap, width)])
        if replay is None:
            return
        with Advice(lambda: None):
            signs = chart_signs(self.preferences.drawing, fine=self.preferences.fine)
            self.track.show(timeline_rows(replay.history, replay.at, width, self._chart_height, signs))
        with Advice(lambda: None):
            self.panel.show(self._panel_rows(replay, self._panel_width))
        if self._overview is not None:
            with Advice(self._show_place):
                self.whole.show(self._whole_rows(replay.game))

    def _heading_row(self, width: int) -> Row:
        """Return the scenario, the turn and phase, the number of the order and, if there is room, the points."""
        scenario, replay = self._recording.game.scenario, self.replay
        if replay is None:
            return row(f" Watch: {scenario.title}", "heading")
        pace = f", at {SPEEDS[self.speed]:g}x" if self._clock is not None else ""
        order = row(f"order {replay.at} of {replay.length}{pace}")
        scored: Row = ()
        if queries.account(replay.game):
            (one, other), (first, second) = scenario.sides, replay.points
            chips = (f"chip_{scenario.colors(side)}" for side in (0, 1))
            scored = (Span(one.adjective, next(chips)), Span(f" {first} : "), Span(other.adjective, next(chips)))
            scored = (*scored, Span(f" {second}   "))
        time = time_in_words(replay) if replay.at else "The beginning"
        for name, right in ((scenario.title, (*scored, *order)), (scenario.title, order), (scenario.name, order)):
            left = Span(f" Watch: {name}", "heading"), Span(f"   {time}")
            if width_of(left) + 3 + width_of(right) <= width:
                return spread(left, right, width)
        return spread(row(f" {time}"), order, width)

    def _panel_rows(self, replay: Replay, width: int) -> list[Row]:
        game, entry = replay.game, replay.entry
        room = self.panel.size.height or self._extent.height - 7
        rows: list[Row] = []
        if entry is not None:
            picture = self._picture_of_fight(replay, entry.fight, width, room) if entry.fight is not None else ()
            rows += entry_rows(game, entry, width, room, picture)
        foot = self._foot_rows(replay, width)
        while foot and len(rows) + 1 + len(foot) > room:
            foot.pop(0)
        orders = orders_around(replay, width, room - len(rows) - len(foot) - 2)
        rows += [*([row()] if rows else []), *orders] if orders else []
        return [*rows[:room], *[()] * (room - len(rows) - len(foot)), *foot]

    def _picture_of_fight(self, replay: Replay, fight: Fight, width: int, room: int) -> list[Row]:
        """Return a combat as the box of an attack shows it: the units, bars for both sides, and the six results."""
        game, words = replay.game, Words(replay.history.scenario)
        if self._fought is None or self._fought[0] is not fight:
            before = replay.history.position(fight.order)
            self._fought = fight, before
        rows: list[Row] = []
        if room >= DETAILED:
            rows += side_rows(game, fight.combat, fight.strengths, width)
        else:
            defenders = words.units(fight.combat.defenders, 2)
            at = game.scenario.board.number(fight.place)
            rows += cut(f"{words.attackers(fight, 2)} on {defenders} at {at}", width, 2)
        most = max(fight.attack, fight.defense, 1)
        for side, points in ((fight.side, fight.attack), (1 - fight.side, fight.defense)):
            name = game.scenario.sides[side].adjective
            chip = Span(f"{name:<7}", f"chip_{game.scenario.colors(side)}")
            line = bar(points, most, width - len(chip.text) - 5)
            rows.append((chip, Span(" "), Span(line, bar_role(game, side)), Span(f" {points}")))
        sums = f"{fight.attack} - {fight.defense} = {signed(fight.differential)}, die {fight.die}, {fight.reason}"
        faces = rolled_faces(self._fought[1], fight, width, low=room < DETAILED)
        return [*rows, *text_rows(sums, width, "bold"), *faces]

    def _foot_rows(self, replay: Replay, width: int) -> list[Row]:
        """Return the hex under the cursor with its units, and the score at this order."""
        game, scenario = replay.game, replay.history.scenario
        units = [game.state.units[unit] for unit in queries.units_at(game, self.cursor)]
        rows = head_rows(game, self.cursor, width)[:1]
        rows += [row(f"{unit.id}  {unit.strength}"[:width]) for unit in units]
        for side, about in enumerate(scenario.sides):
            name, gone = about.adjective, queries.losses(game, side)
            chip = Span(name, f"chip_{scenario.colors(side)}")
            points = str(replay.points[side]) if queries.account(game) else ""
            lost = f"{len(gone)} lost ({sum(strength(game.state.units[unit]) for unit in gone)})" if gone else ""
            rows.append((chip, Span(f"{'':<{max(1, 7 - len(name))}}{points:<4}"), Span(lost, "dim")))
        return rows

    def _keys_of_reel(self) -> list[tuple[str, str]]:
        if self._asks:
            return [("yes", "new game"), ("back", "stay here")]
        to_game = self._in_game or not self._recording.may_go_on
        pairs = [("back", "back")] if to_game else []
        pairs += [("replay_back", ""), ("replay_on", "step"), ("turn_back", ""), ("turn_on", "turn")]
        pairs.append(("run", "stop" if self._clock is not None else "play"))
        pairs.append(("overview", "map" if self.whole.display else "board"))
        pairs += [("go_on", "play from here")] if self._recording.may_go_on else []
        pairs += [("fight_back", ""), ("fight_on", "fight"), ("slower", ""), ("faster", "speed")]
        pairs += [("notes", "notes")] if self._in_game else []
        pairs += [("copy_position", "copy"), ("help", "help")]
        return pairs if to_game else [*pairs, ("leave", "quit")]

    # -- keys

    def act(self, action: str) -> None:
        self._message = "" if self.replay is not None and self.replay.length else self._message
        if self._asks:
            self._answer(action)
        elif action in ("leave", "back"):
            self._stop_clock()
            self._leave()
        elif action == "help":
            from westwall_tui.ui.pages.catalog import KeysScreen

            self._stop_clock()
            self.app.push_screen(KeysScreen(self.keymap, self.place))
        elif self.replay is None:
            return
        elif action.removeprefix("far_") in WAYS:
            self._look_around(action)
        elif action in self._steps_of(self.replay):
            self._stop_clock()
            if not self._steps_of(self.replay)[action]():
                self._message = "The beginning" if action.endswith("back") else end_in_words(self.replay)
            self.paint()
        elif action == "run":
            self._start_or_stop(self.replay)
        elif action == "overview":
            self.whole.display = not self.whole.display
            self.map.display = not self.whole.display
            self._lay_out()
            self._paint_after_layout()
        elif action in ("faster", "slower"):
            self._change_speed(1 if action == "faster" else -1)
        elif action == "notes":
            self._stop_clock()
            self._show_notes(self.replay)
        elif action == "copy_position":
            self._stop_clock()
            self._copy_position(self.replay)
        elif action == "go_on":
            self._stop_clock()
            self._message = self._why_not_go_on(self.replay)
            self._ask(not self._message)

    @staticmethod
    def _steps_of(replay: Replay) -> Mapping[str, Callable[[], bool]]:
        return {
            "replay_back": lambda: replay.step(-1),
            "replay_on": lambda: replay.step(1),
            "fight_back": lambda: replay.step_fight(-1),
            "fight_on": lambda: replay.step_fight(1),
            "turn_back": lambda: replay.step_turn(-1),
            "turn_on": lambda: replay.step_turn(1),
        }

    def say(self, text: str) -> None:
        if not self._asks and self.replay is not None and self.replay.length:
            self._message = text
            self._paint_around()

    def _show_notes(self, replay: Replay) -> None:
        """Show the notes of the game's player, or say why there are none."""
        from westwall_tui.ui.screens.boards.notes import Ways

        def to_hex(h: int) -> None:
            self.cursor = h
            self.map.move_cursor(h)
            self._paint_around()

        def to_order(order: int) -> None:
            replay.go(order)
            self.paint()

        ways = Ways(to_hex, to_order, lambda turn: to_order(begin_of(replay.history, f"{TURN} {turn}")))
        find = self._notes_page
        page = find(replay.game, (self.cursor, replay.at), ways) if find is not None else None
        if page is not None:
            self.app.push_screen(page)
        else:
            self._message = "Only the players of a game keep notes with it; open the game to read yours"
            self._paint_around()

    def _copy_position(self, replay: Replay) -> None:
        """Copy the position, as far as the viewer may know it, and say where the copy is."""
        from westwall_tui.words.copies import position_copied

        app = self.app
        assert isinstance(app, GameApp)
        away = "" if self.preferences.at_home else "Your terminal takes no copies"
        self._message = app.copy_out(position_copied(replay.game, self._recording.viewer), away)
        self._paint_around()

    # -- automatic playback

    def _start_or_stop(self, replay: Replay) -> None:
        if self._clock is not None:
            self._stop_clock()
        else:
            if replay.at == replay.length:
                replay.go(0)
            self._wait_for_next(replay)
        self.paint()

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
        self._clock = None

    def _wait_for_next(self, replay: Replay) -> None:
        """Show this order for a while, then the next."""
        lasts = COMBAT_LASTS if replay.entry is not None and replay.entry.rolls else 1
        self._stop_clock()
        self._clock = self.set_timer(lasts / SPEEDS[self.speed], partial(self._show_next, replay))

    def _show_next(self, replay: Replay) -> None:
        if self._clock is None:
            return
        if not in_sight(self) or not replay.step(1):
            self._stop_clock()
            self._message = end_in_words(replay) if in_sight(self) else ""
        else:
            self._message = ""
            self._wait_for_next(replay)
        self.paint()

    def _change_speed(self, step: int) -> None:
        self.speed = min(max(0, self.speed + step), len(SPEEDS) - 1)
        pace = SPEEDS[self.speed]
        self._message = (
            f"{pace:g} order{'s' if pace > 1 else ''} per second" if pace >= 1 else "One order every two seconds"
        )
        if self._clock is not None and self.replay is not None:
            self._wait_for_next(self.replay)
        self._paint_around()

    # -- a new game from here

    def _why_not_go_on(self, replay: Replay) -> str:
        """Return the reason why no new game can start from this place; empty if a game can start here."""
        if not self._recording.may_go_on:
            return "You cannot play on from here: your game by mail continues after this letter"
        if replay.game.outcome is not None:
            return "The game is over here. To play on, first step back to an earlier order"
        if not self.preferences.at_home:
            return "To play on from here, first copy the saved game to your own computer"
        return ""

    def _ask(self, asks: bool) -> None:
        """Open or close the question whether to start a new game from here.

        While it is open, the keys are those of boxes.
        """
        self._asks, self.place = asks, "box" if asks else type(self).place
        if asks:
            assert self.replay is not None
            kept = " Your game stays as it is." if self._in_game else ""
            self._message = f"Start a new game from order {self.replay.at}, with new dice?{kept}"
        self._paint_around()

    def _answer(self, action: str) -> None:
        """Start the new game if the answer is yes; with any other key, stay here."""
        self._ask(False)
        if action == "yes" and self.replay is not None:
            self.post_message(self.GoOn(self._recording.go_on_from(self.replay.game)))

    def interrupted(self) -> None:
        """Answer Ctrl+C with the key that stops watching."""
        self._ask(False)
        self._message = f"{self.keymap.first('leave')}: stop watching"
        self._paint_around()


# -- texts about a place in a game


def entry_in_words(replay: Replay) -> str:
    """Return a sentence about the last order."""
    entry = replay.entry
    if entry is None:
        return ""
    text = queries.what_happened(replay.game, entry.events)
    events = ". ".join(capital(str(event).rstrip(".")) for event in entry.events)
    return text or events or capital(in_public(entry.order))


def orders_around(replay: Replay, width: int, room: int) -> list[Row]:
    """Return the orders of the Player-Turn around the last one, which is marked; none if there is little room."""
    turn = replay.turn
    if turn is None or room < FEWEST_ORDERS:
        return []
    at = replay.at - 1 - turn.first
    first = max(0, min(at - room // 2, len(turn.entries) - room))
    rows = []
    for index, entry in enumerate(turn.entries[first : first + room], first):
        text = f"{turn.first + index + 1:>4} {in_public(entry.order)}"
        rows.append(chosen_row(text, width) if index == at else shortened(row(f"  {text}", "dim"), width))
    return rows


def end_in_words(replay: Replay) -> str:
    """Return the text after the last order: how the game ended, if it is over."""
    outcome = replay.game.outcome
    return outcome.sentence if outcome is not None else "This is the last order so far"


def time_in_words(replay: Replay) -> str:
    """Return the turn and phase of the last order shown: `Turn 3, U.S. combat`."""
    turn = replay.turn
    if turn is None or not turn.turn:
        return "Set-up"
    entries = turn.entries[: replay.at - 1 - turn.first]
    begun = [event.phase for entry in entries for event in entry.events if isinstance(event, PhaseBegan)]
    last = [turn.began.state.phase.value, *begun][-1]
    phase = "combat" if last.lower().startswith(Phase.COMBAT.value) else "movement"
    return f"Turn {turn.turn}, {replay.history.scenario.sides[turn.side].adjective} {phase}"


def place_of_turn(replay: Replay) -> int:
    """Return the hex to show at the end of a Player-Turn: its first gain or, without one, the middle of the map.

    Return -1 in the middle of a Player-Turn.
    """
    game, entry, turn = replay.game, replay.entry, replay.turn
    if entry is not None and entry.ended is None and turn is not None and turn.turn:
        return -1
    found = turn_news(entry, Words(game.scenario)) if entry is not None else ()
    return next((news.hexes[0] for news in found if news.hexes), middle_of(game))
