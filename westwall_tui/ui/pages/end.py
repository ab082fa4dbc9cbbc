"""The end of a game: the result, what would have changed it, turning points, losses, dice and the final map."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from textual.events import Key

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import capital, these
from westwall_tui.files.disk.writing import Advice
from westwall_tui.history.course import Swing, strength
from westwall_tui.history.record import History
from westwall_tui.history.story import Story
from westwall_tui.ui.around.bars import points_as_counted, short_date
from westwall_tui.ui.pages.chart import ASCII_CHART, ChartSigns, chart_rows, chart_signs
from westwall_tui.ui.pages.film import film_rows
from westwall_tui.ui.terminal.page import PaperScreen, TellingScreen, is_for
from westwall_tui.words.keymap import END
from westwall_tui.words.rows import HARD, Row, Span, more_words, page_bar, row, text_rows, width_of, with_more

LEFT, WIDER = 38, 54
"""Minimum columns of the text beside the map on a screen of 80 columns, and on one of `WIDE` or more."""
NARROWEST, WIDE = 80, 110
"""Minimum columns of a screen with the map beside the text, and of a screen with wider text."""
FILM = 6
"""Minimum lines of the film of small maps, which is below the text if there is room for it."""
CHART = (5, 10)
"""Minimum and maximum lines of the steps in the chart of points; it is shown if the text leaves room for it."""

Board = Callable[[int, int], Sequence[Row]]
"""A function that returns the final map, in at most a number of columns and of lines."""


class Next(NamedTuple):
    """The actions that are possible after the end of a game."""

    ways: Mapping[str, Callable[[], None]]
    """Functions by action: `course` shows the course, `again` and `swap` begin another game, `next_game` the next
    game of the match, `leave` quits."""
    watch: Callable[[int], None]
    """A function that replays the game, beginning after a number of orders."""
    saved: str = ""
    """A sentence that says where the game is saved; empty if it isn't."""
    players: Sequence[str] = ("", "")
    """The names of the people who played, by side; empty for the computer and for people without a name."""
    par: str = ""
    """A sentence that compares the result with games of the computer; empty if there are none to compare with."""
    match: Sequence[str] = ()
    """Sentences about the match that the game belongs to."""
    export: Callable[[bool], str] | None = None
    """A function that writes the report and returns a sentence that says where; None if the game has no file.

    True stands for a report with the player's notes.
    """
    poster: Callable[[Story], None] | None = None
    """A function that shows the poster of the game; None if the game has no file."""


WORDS = {"course": "course", "again": "again", "swap": "switch"}
"""Labels of these actions in the key bar."""


# -- the text


def result_rows(game: Game, width: int) -> list[Row]:
    """Return the winner in spaced capitals, the points with the winner's first, and the kind of victory."""
    outcome, scenario = game.outcome, game.scenario
    assert outcome is not None
    if outcome.winner < 0:
        chip, won = "chip_both", "DRAWN GAME"
    else:
        chip = f"chip_{scenario.colors(outcome.winner)}"
        won = f"{scenario.sides[outcome.winner].adjective.upper()} VICTORY"
    spaced = "   ".join(word if "." in word else " ".join(word) for word in won.split())
    banner: Row = (Span("    "), Span(f" {spaced} ", chip))
    score = _points_of_sides(game) if queries.account(game) else ()
    if width_of(banner) + 1 + width_of(score) <= width:
        rows: list[Row] = [(*banner, Span(" " * (width - width_of(banner) - width_of(score))), *score)]
    else:
        rows = [banner, (Span("    "), *score)]
    turn = game.state.turn
    when = "on the last Game-Turn" if turn >= scenario.last_turn else f"on Game-Turn {turn} of {scenario.last_turn}"
    verdict = f"{outcome.sentence}, {when}" + (f". {note}" if (note := queries.verdict_note(game)) else "")
    return [*rows, *(row(f"    {line}") for line in wrap(verdict, width - 4, break_on_hyphens=False))]


def first_side(game: Game) -> int:
    """Return the side whose points come first: the winner's, or in a draw the First Player's."""
    return max(0, game.outcome.winner) if game.outcome is not None else 0


def _points_of_sides(game: Game) -> Row:
    """Return the points of both sides, each beside its name, with the winner's first: `German 15x2 : 17 U.S.`."""
    points, (chip, other) = points_as_counted(game), chips_of(game)
    first = first_side(game)
    return chip, Span(f" {points[first]} : {points[1 - first]} ", "heading"), other


def chips_of(game: Game) -> tuple[Span, Span]:
    """Return the names of the sides as chips, with the winner's first."""
    first, second = (
        Span(game.scenario.sides[side].adjective, f"chip_{game.scenario.colors(side)}")
        for side in (first_side(game), 1 - first_side(game))
    )
    return first, second


def players_rows(game: Game, players: Sequence[str], width: int) -> list[Row]:
    """Return who won against whom, if both players have names, as in `Anna (German) beat Bert (U.S.)`."""
    if game.outcome is None or not all(players):
        return []
    sides = game.scenario.sides
    first = max(game.outcome.winner, 0)
    one, other = (f"{players[side]} ({sides[side].adjective})" for side in (first, 1 - first))
    told = f"{one} beat {other}." if game.outcome.winner >= 0 else f"{one} and {other} drew."
    return text_rows(told, width, indent="    ")


def account_rows(game: Game, width: int) -> list[Row]:
    """Return the sources of each side's points, in a line or two per side."""
    rows: list[Row] = []
    found = queries.sources(game)
    room = max(len(side.adjective) for side in game.scenario.sides)
    for side, info in enumerate(game.scenario.sides):
        scored = [source for source in found if source.side == side and source.now]
        if any(source.wins for source in found):
            return []
        sources = ", ".join(f"{source.name.partition(',')[0].partition(';')[0]} ({source.now})" for source in scored)
        first, *more = wrap(sources or "nothing", width - room - 9)
        chip = Span(info.adjective, f"chip_{game.scenario.colors(side)}")
        total = queries.totals(game)[side]
        rows.append((Span("  "), chip, Span(f"{'':{room - len(info.adjective)}} {total:>4}  {first}")))
        rows += [row(f"{'':{room + 9}}{part}") for part in more]
    return rows


def close_rows(game: Game, width: int) -> list[Row]:
    """Return the single changes that would have led to another level of victory."""
    found = queries.near_misses(game)
    if not found:
        return []
    changes = []
    for turn in found:
        level = turn.level.replace("The ", "the ") if turn.winner >= 0 else "a draw"
        changes.append(f"{turn.text}: {level}, {turn.points[0]}{HARD}:{HARD}{turn.points[1]}")
    told = f"{capital(these(len(found)))} would have changed the result: {'; '.join(changes)}."
    return text_rows(told, width, indent="    ")


def losses_rows(game: Game) -> list[Row]:
    """Return the units and strength that each side lost, for a page without the chart that has them."""
    room = max(len(side.adjective) for side in game.scenario.sides)
    losses = [queries.losses(game, side) for side in (0, 1)]
    digits = max(len(str(len(lost))) for lost in losses)
    rows: list[Row] = []
    for side, (info, lost) in enumerate(zip(game.scenario.sides, losses, strict=True)):
        count = sum(strength(game.state.units[unit]) for unit in lost)
        head = Span("  Lost    ", "heading") if side == 0 else Span(" " * 10)
        units = f"{len(lost):>{digits}} unit{'s' * (len(lost) != 1)}, {count} strength"
        rows.append((head, Span(f"{info.adjective:<{room}} {units}")))
    return rows


BEFORE_TITLE, FEW_COLUMNS = 11, 24
"""Columns of the number and the turn of a turning point, and columns below which half of its title is left out."""


def swing_rows(story: Story, swing: Swing, width: int) -> list[Row]:
    """Return a turning point in a line or two: its number, the turn, the event, and the points after it."""
    first = max(0, story.winner)
    points = f"{swing.turn.points[first]} : {swing.turn.points[1 - first]}"
    text = story.turned(swing.turn).title.replace("The ", "").replace("the ", "").replace(" player", "")
    room = width - BEFORE_TITLE - 1 - len(points)
    text = text.partition(";")[0] if room < FEW_COLUMNS else text
    line, *more = wrap(text, room)
    head = Span(f"{swing.number} ", "key"), Span(f"turn {swing.turn.turn:<3} ", "dim"), Span(f"{line:<{room}} ")
    rest = ((Span(" " * BEFORE_TITLE), Span(line.ljust(width - BEFORE_TITLE))) for line in more)
    return [(*head, Span(points, "bold")), *rest]


def ground_rows(story: Story, width: int) -> list[Row]:
    """Return rows about how far the battle went, by the scenario's own measures."""
    return [line for text in story.ground() for line in text_rows(text, width - 1, indent="  ")]


def achievement_rows(story: Story, width: int) -> list[Row]:
    """Return the achievements of both sides, a line or two each."""
    rows: list[Row] = []
    for text in story.achievements():
        first, *more = wrap(text, width - 10)
        head = Span("  Earned  " if not rows else " " * 10, "heading")
        rows += [(head, Span(first, "good")), *((Span(" " * 10), Span(line, "good")) for line in more)]
    return rows


# -- the page


COMES_BACK = ("course",)
"""Actions that show a page from which the player comes back to this one."""


class VictoryScreen(TellingScreen, PaperScreen):
    """The page at the end of a game, from which the player can see its map, replay it, play again or quit."""

    def __init__(self, game: Game, board: Board, after: Next) -> None:
        super().__init__()
        self._game, self._board, self._after = game, board, after
        self._story: Story | None = None
        """The story of the game, once its orders have been replayed."""
        self.at = 0
        """The chosen turning point."""
        self._moved = False
        """True once a key has chosen a turning point: then the replay starts at the Player-Turn of that point."""
        self._report = ""
        """A sentence that says where the report is; empty until it is written."""
        self._adds_notes = False
        """True if the key that writes the report would now add the player's notes."""
        self._first = 0
        self._unfound = "replaying the orders ..."
        """The text shown in place of the story until the story is known."""

    def on_mount(self) -> None:
        """Start the search for turning points in a thread, after the first paint."""
        super().on_mount()
        self.begin_work(self._replay_game)

    def _replay_game(self) -> None:
        story: Story | None = None
        with Advice(lambda: None):
            story = Story(History(self._game))
        self.app.call_from_thread(self._show_story, story)

    def _show_story(self, story: Story | None) -> None:
        self._story = story
        if story is None:
            self._unfound = "unknown because of a bug: the error report has the details"
        else:
            self.at = max(0, len(story.swings) - 1)
        self.paint()

    def _export_report(self) -> None:
        assert self._after.export is not None
        told = self._after.export(self._adds_notes)
        self._adds_notes = not self._adds_notes
        self.app.call_from_thread(self._show_words, told)

    def _show_words(self, text: str) -> None:
        self._report = text
        self.paint()

    def _text_rows(self, width: int, room: int) -> list[Row]:
        """Return the text; if it leaves room for the chart of the points, with the chart above the turning points."""
        story = self._story
        with Advice(lambda: None):  # the result stays, even if its pictures fail
            if story is not None and story.has_points and story.history.turns:
                least, most = CHART
                lines = self._text_with([], width, losses=not story.history.losses)
                chart = chart_rows(story.history, width, least, self._signs, story.swings, self.at)
                if (spare := room - len(lines) - len(chart) - 1) >= 0:
                    height = min(most, least + spare)
                    chart = chart_rows(story.history, width, height, self._signs, story.swings, self.at)
                    found = self._text_with([*chart, row()], width, losses=not story.history.losses)
                    return [*found, *self._film_below(story, width, room - len(found) - 1)]
        return self._text_with([], width, losses=True)

    def _film_below(self, story: Story, width: int, room: int) -> list[Row]:
        """Return the film of the game after a blank row, if there is room for it."""
        if room < FILM:
            return []
        first = max(0, story.winner)
        return [row(), *film_rows(story.history, width, room, self._signs, story.swings, self.at, first)]

    @property
    def _signs(self) -> ChartSigns:
        preferences = getattr(self.app, "preferences", None)
        return chart_signs(preferences.drawing, fine=preferences.fine) if preferences is not None else ASCII_CHART

    def _text_with(self, chart: Sequence[Row], width: int, *, losses: bool) -> list[Row]:
        """Return the text with a chart above the turning points, which may be empty. The chart may have the losses."""
        game = self._game
        won = [*result_rows(game, width), *players_rows(game, self._after.players, width)]
        won += text_rows(self._after.par, width, indent="    ") if self._after.par else []
        for text in self._after.match:
            won += [row(), *text_rows(text, width, "good", indent="    ")]
        rows = [row(), *won, *close_rows(game, width), row()]
        account = account_rows(game, width)
        rows += [*account, row()] if account else []
        rows += chart
        if self._story is None:
            rows += [(Span(f"  Turning points: {self._unfound}", "dim"),), row()]
        elif self._story.swings:
            head, (first, second) = Span("  Turning points", "heading"), chips_of(game)
            names = first, Span(" : "), second
            rows.append((head, Span(" " * max(1, width - len(head.text) - width_of(names))), *names))
            for i, swing in enumerate(self._story.swings):
                here = "@here" if i == self.at else ""
                for number, line in enumerate(swing_rows(self._story, swing, width - 2)):
                    mark = Span("  " if number or not here else "> ", f"key{here}" if here else "")
                    rows.append((mark, *(Span(text, f"{role or 'text'}{here}") for text, role in line)))
            rows.append(row())
        if self._story is not None and not self._story.has_points:
            rows += [*ground_rows(self._story, width), row()]
        rows += losses_rows(game) if losses else []
        if self._story is not None and self._story.history.fights:
            lines = wrap(self._story.luck(), width - 10)
            rows += [(Span("  Dice    " if not i else " " * 10, "heading"), Span(line)) for i, line in enumerate(lines)]
        if self._story is not None:
            rows += achievement_rows(self._story, width)
        return rows

    def paint(self) -> None:
        """Show the text, which can be scrolled, and the map beside it if there is room."""
        width, height = self.size
        text = self._report or self._after.saved
        room = max(1, height - 2 - bool(text))
        board: Sequence[Row] = ()
        if width >= NARROWEST:
            with Advice(lambda: None):
                board = self._board(width - (WIDER if width >= WIDE else LEFT) - 2, room)
        left = width - max(map(width_of, board)) - 2 if board else width
        words = self._text_rows(left - 1, room)
        self._first = max(0, min(self._first, len(words) - room))
        shown = words[self._first : self._first + room]
        rest = len(words) - self._first - len(shown)
        if rest and width_of(shown[-1]) + len(more_words("v", rest + 1)) > left - 1:
            shown[-1], rest = row(), rest + 1  # the next page shows the row whole
        shown = [*with_more(shown, left - 1, self._first, rest), *[row()] * (room - len(shown))]
        if board:
            shown = [
                (*line, Span(" " * (left - width_of(line))), Span("|", "frame"), *right)
                for line, right in zip(shown, [*board, *[()] * (room - len(board))], strict=True)
            ]
        saved = [row(f" {text}"[:width])] if text else []
        self._paper.show([self._head_row(width), *shown, *saved, self._row_of_keys(width)])

    def _head_row(self, width: int) -> Row:
        scenario, turn = self._game.scenario, self._game.state.turn
        title = f" The game is over: {scenario.name}"
        count = f"turn {turn} of {scenario.last_turn}"
        right = ", ".join(filter(None, (short_date(scenario.date(turn)), count)))
        if len(title) + len(right) + 2 > width:
            right = count
        gap = max(1, width - len(title) - len(right) - 1)
        return Span(title, "heading@bar"), Span(" " * gap, "text@bar"), Span(f"{right} ", "dim@bar")

    def _row_of_keys(self, width: int) -> Row:
        ways = [("replay_back", "watch")]
        ways += [(name, word) for name, word in WORDS.items() if name in self._after.ways]
        if self._after.export is not None:
            ways.append(("export", "report"))
        if self._after.poster is not None:
            ways.append(("poster", "poster"))
        goes_on = [("confirm", "map")]
        if "next_game" in self._after.ways:
            goes_on = [("confirm", "next game"), ("back", "map")]
        return page_bar([*ways, *goes_on, ("leave", "quit")], self.keymap, width)

    def on_key(self, event: Key) -> None:
        if not is_for(self, event):
            return
        names = (event.key, *event.aliases)
        self.act(self.keymap.action_in(END, names) or self.keymap.action(names, box=True))

    def act(self, action: str) -> None:
        """Perform the action of a key."""
        if action == "confirm" and "next_game" in self._after.ways:
            action = "next_game"
        steps = {"up": -1, "down": 1}
        pages = {"page_up": -10, "page_down": 10, "put": 10}
        if action in self._after.ways:
            if action not in COMES_BACK:
                self.dismiss()
            self._after.ways[action]()
        elif action == "replay_back":
            chosen = self._story.swings[self.at].turn.first if self._story is not None and self._moved else 0
            self._after.watch(chosen)  # the replay leads back to this page
        elif action == "export" and self._after.export is not None:
            self._show_words("Writing the report ...")
            self.begin_work(self._export_report)
        elif action == "poster" and self._after.poster is not None:
            if self._story is not None:
                self._after.poster(self._story)
        elif action in steps:
            last = len(self._story.swings) - 1 if self._story is not None else -1
            self.at, self._moved = max(0, min(self.at + steps[action], last)), last >= 0
            self._first += steps[action]
            self.paint()
        elif action in pages:
            self._first += pages[action]
            self.paint()
        elif action in ("confirm", "back"):
            self.dismiss()
