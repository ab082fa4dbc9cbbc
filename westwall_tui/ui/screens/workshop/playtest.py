"""The playtest of a battle: the computer plays games in the background, and the page says what they show."""

from collections.abc import Callable, Mapping
from functools import partial
from time import monotonic

from textual.geometry import Size
from textual.message import Message

from westwall_tui.engine.game import Game
from westwall_tui.engine.words import count
from westwall_tui.files.disk.writing import report_once
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.files.scenarios.texts import LoadedScenario
from westwall_tui.tools.simulate.background import BackgroundGames
from westwall_tui.tools.simulate.findings import Findings, Scored
from westwall_tui.tools.simulate.games import Failure, Job, Result, matched
from westwall_tui.tools.simulate.workers import WorkerError
from westwall_tui.ui.map.geometry import SIZE_CALLED
from westwall_tui.ui.map.pane.still import GameMap
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import MenuItem, beside_each_other, choice_item, texts_of, wrap
from westwall_tui.ui.terminal.page import PageScreen, Picture
from westwall_tui.words.rows import Keys, Row, Span, chosen_row, page_bar, row, shortened, text_rows, width_of

GAMES: Mapping[int, str] = {20: "20", 100: "100"}
LEVEL_LABELS: Mapping[int, str] = {level: f"level {level}" for level in LEVELS}
USUAL = 3
"""The level that plays against itself in other measurements of battles."""
LIST = 36
"""Columns of the choices, beside which is the map."""
BESIDE, WIDEST = 110, 150
"""Minimum columns of a page with the points beside the sentences, and maximum columns of a page."""
BAR = 20
"""Maximum columns of a bar that shows in how many games points were scored."""
BAR_SIGNS, ASCII_BAR = "\u2588\u2591", "#."
CHOICE_STEPS: Mapping[str, int] = {"previous_hex": -1, "next_hex": 1}
"""The actions of Left and Right, which change the chosen line."""
SECOND = 1.0
ABOUT = (
    "The computer plays this battle against itself in the background. The page then says how often each side won, how "
    "long a game takes, which points nobody scores, and which points at the start would make the battle fair."
)
ABOUT_LEVELS = "The level at which the computer plays this side. Level 3 against itself is the usual test."
ABOUT_GAMES = "To find a glaring flaw, 20 games are enough. To measure how even a battle is, you need 100."


class PlaytestScreen(PageScreen):
    """The choice of levels and games; then the progress of the games, and what they show so far and in the end."""

    columns = 1

    class Ended(Message):
        """A message that a game is over, or all of them: then it has the trouble that ended them early, if any."""

        def __init__(self, games: BackgroundGames, ended: Result | Failure | str) -> None:
            super().__init__()
            self.games, self.ended = games, ended

    def __init__(
        self,
        scenario: LoadedScenario,
        preferences: Preferences,
        enter_start: Callable[[Mapping[str, int]], object] | None = None,
    ) -> None:
        """Take the scenario, and a function that enters other points at the start, once this page is closed.

        The function gets the value for `start` under `[victory]`: points by side's name, empty for none. If it is None,
        no key enters them.
        """
        self._title = f"Playtest: {scenario.name}"
        super().__init__(self._title, self._rows, widest=WIDEST)
        self._scenario, self._preferences, self._enter_start = scenario, preferences, enter_start
        self._game = Game(scenario, seed=1)
        self._levels, self._count, self._at = [USUAL, USUAL], min(GAMES), 0
        self._chooses = True
        self._results: dict[str, Result] = {}
        """The games that are over, by the key of their job, also those of other levels."""
        self._wanted: list[Job] = []
        self._findings = Findings(self._game, ())
        self._games: BackgroundGames | None = None
        """The games under way."""
        self._began, self._before = 0.0, 0
        """The time when these games began, and the number of wanted games that were over before."""
        self._failures, self._trouble = 0, ""
        self._picture = Picture(self, self._draw_picture)

    def on_mount(self) -> None:
        """Repaint the remaining time once a second."""
        super().on_mount()
        self.set_interval(SECOND, self._tick)

    def on_unmount(self) -> None:
        """Stop the games."""
        self._stop()

    def _tick(self) -> None:
        if self._games is not None and self.is_active:
            self.paint()

    # -- the games

    def _begin(self) -> None:
        """Play the games that are missing for the chosen levels."""
        first, second = map(str, self._levels)
        seeds = range(1, self._count + 1)
        self._wanted = matched({self._scenario.key: ()}, seeds, (first, second), texts=self._scenario.texts)
        self._chooses, self._failures, self._trouble, self.first = False, 0, "", 0
        self.heading = f"{self._title}, level {first} against level {second}"
        self._find()
        left = [job for job in self._wanted if job.key not in self._results]
        if left:
            self._before, self._began = len(self._wanted) - len(left), monotonic()
            try:
                self._games = games = BackgroundGames(left)
            except WorkerError as error:
                self._trouble = str(error)
            else:
                self.begin_work(lambda: self._follow(games))

    def _follow(self, games: BackgroundGames) -> None:
        """Report each game that is over, in a thread."""
        trouble = ""
        try:
            for ended in games:
                self.post_message(self.Ended(games, ended))
        except WorkerError as error:
            trouble = str(error)
        self.post_message(self.Ended(games, trouble))

    def on_playtest_screen_ended(self, event: Ended) -> None:
        """Show what the games show so far."""
        event.stop()
        if event.games is not self._games:
            return
        if isinstance(event.ended, Result):
            self._results[event.ended.key] = event.ended
            self._find()
        elif isinstance(event.ended, Failure):
            self._failures += 1
            report_once(event.ended.text)
        else:
            self._games, self._trouble = None, event.ended
        self.paint()

    def _find(self) -> None:
        done = [self._results[job.key] for job in self._wanted if job.key in self._results]
        self._findings = Findings(self._game, done)

    def _stop(self) -> None:
        if self._games is not None:
            self._games.stop()
            self._games = None

    # -- the choice

    def _items(self) -> list[MenuItem]:
        def level(side: int, chosen: int) -> None:
            self._levels[side] = chosen

        def games(chosen: int) -> None:
            self._count = chosen

        sides = [
            choice_item(f"{info.adjective}:", LEVEL_LABELS, now, partial(level, side), ABOUT_LEVELS)
            for side, (info, now) in enumerate(zip(self._scenario.sides, self._levels, strict=True))
        ]
        return [*sides, choice_item("Games:", GAMES, self._count, games, ABOUT_GAMES)]

    def paint(self) -> None:
        """Paint the choices beside the map, or the page of results."""
        if not self._chooses:
            super().paint()
            return
        width, height, items = self.page_width, self.size.height, self._items()
        shown = [
            chosen_row(text, LIST) if at == self._at else shortened(row(f"  {text}"), LIST)
            for at, text in enumerate(texts_of(items))
        ]
        for text in (*items[self._at].info(), ABOUT):
            shown += [row(), *(row(f"  {line}") for line in wrap(text, LIST - 2))]
        extent = Size(LIST, height - 3)
        picture = self._picture.rows(self._preferences.settings, Size(width - LIST - 5, extent.height))
        head = row(f" {self._title}"[:width].ljust(width), "heading@bar")
        keys = [
            ("up", ""),
            ("down", "choose"),
            ("previous_hex", ""),
            ("next_hex", "change"),
            ("confirm", "play"),
            ("back", "back"),
        ]
        body = beside_each_other(shown[: extent.height], picture, extent, fine=self._preferences.fine)
        self._paper.show([head, row(), *body, page_bar(keys, self.keymap, width)])

    def _draw_picture(self, _: object, extent: Size) -> list[Row]:
        own = self._preferences
        return [*GameMap(self._game.copy(), SIZE_CALLED[own.settings.size], own.signs, own.drawing).rows(extent)]

    # -- the results

    def _rows(self, width: int) -> list[Row]:
        """Return the progress, what the games show, and below or beside that the points."""
        wide = width >= BESIDE
        text = (width - 3) // 2 if wide else width
        left = [*self._progress_rows(min(text, 60)), row()]
        if self._trouble:
            left += text_rows(f"The games have ended early: {self._trouble}.", text, "danger")
        if self._failures:
            failed = (
                f"A fault of the program stopped {count(self._failures, 'game')}; the error report has the details."
            )
            left += text_rows(failed, text, "danger")
        if self._findings.results:
            for sentence in self._findings.sentences():
                left += text_rows(sentence, text, hang="  ")
        points = self._points_rows(width - text - 3 if wide else width)
        if not wide:
            return [*left, row(), *points]
        return [
            (*one, Span(" " * (text + 3 - width_of(one))), *other)
            for one, other in zip(
                [*left, *[row()] * (len(points) - len(left))],
                [*points, *[row()] * (len(left) - len(points))],
                strict=True,
            )
        ]

    def _progress_rows(self, width: int) -> list[Row]:
        """Return a bar of the games that are over."""
        done, most = len(self._findings.results) + self._failures, len(self._wanted)
        numbers = f" {done} of {most} games"
        return [(*self._bar(done, most, width - len(numbers)), Span(numbers, "bold"))]

    def _bar(self, part: int, whole: int, columns: int) -> Row:
        signs = BAR_SIGNS if self._preferences.fine else ASCII_BAR
        filled = part * columns // whole
        return Span(signs[0] * filled, "good"), Span(signs[1] * (columns - filled), "dim")

    def _points_rows(self, width: int) -> list[Row]:
        """Return a table of what gave each side points, in how many games, and how many on average."""
        games = len(self._findings.results)
        if not games:
            return []
        found: list[Row] = []
        for side, info in enumerate(self._scenario.sides):
            own = sorted((each for each in self._findings.scored if each.side == side), key=lambda each: -each.mean)
            if own:
                chip = Span(info.adjective, f"chip_{self._scenario.colors(side)}")
                head = "points from    games, average" if not own[0].wins else "wins by    games"
                room = width - len(info.adjective) - 1
                name, _, columns = head.partition("    ")
                found += [() if found else row(), (chip, Span(f" {name:<{room - len(columns)}}{columns}", "dim"))]
                found += [self._scored_row(each, games, width) for each in own]
        return found[1:]

    def _scored_row(self, scored: Scored, games: int, width: int) -> Row:
        style = "" if scored.games else "danger"
        often = f" {scored.games:>3}/{games}" if scored.games else f" {'never':>{4 + len(str(games))}}"
        mean = f" {scored.mean:6.1f}" if scored.games and not scored.wins else " " * 7
        columns = min(BAR, (width - len(often) - 7) // 3)
        name = shortened(row(scored.name, style), width - len(often) - 8 - columns)
        blanks = Span(" " * (width - len(often) - 7 - columns - width_of(name)))
        return *name, blanks, *self._bar(scored.games, games, columns), Span(often, style), Span(mean)

    def asks(self) -> str:
        done = len(self._findings.results) + self._failures
        if self._games is not None:
            gone = monotonic() - self._began
            if done == self._before:
                return f"The first games are under way, {_time(gone)} so far ..."
            left = gone / (done - self._before) * (len(self._wanted) - done)
            return f"About {_time(left)} to go ..."
        if self._offers_start:
            return f"Let the battle start with {self._findings.given(self._findings.fair_start)}?"
        return "" if done == len(self._wanted) else "Stopped."

    @property
    def _offers_start(self) -> bool:
        """True if a key can enter other points at the start.

        Only the Standard Rules read them from the file, and only so many games say something about them.
        """
        if self._games is not None or self._enter_start is None or not self._scenario.scoring.points:
            return False
        return len(self._findings.results) >= min(GAMES) and self._findings.is_start_better

    def footer(self, *, long: bool) -> Keys:
        scroll = super().footer(long=long)[:-1]
        if self._games is not None:
            return (*scroll, ("back", "stop"))
        enter = (("yes", "enter these points"),) if self._offers_start else ()
        return (*enter, ("confirm", "other games"), *scroll, ("back", "back"))

    # -- keys

    def act(self, action: str) -> None:
        if self._chooses and action in (*CHOICE_STEPS, "up", "down", "confirm"):
            self._choose(action)
        elif action == "back" and self._games is not None:
            self._stop()
        elif action == "confirm":
            self._chooses = self._games is None
        elif action == "yes" and self._offers_start:
            start, enter = self._findings.start, self._enter_start
            self.dismiss()
            assert enter is not None
            enter(start)
            return
        else:
            super().act(action)
            return
        self.paint()

    def _choose(self, action: str) -> None:
        """Carry out the action of a key on the page of choices."""
        items = self._items()
        turn = items[self._at].turn
        if action == "confirm":
            self._begin()
        elif action in CHOICE_STEPS:
            assert turn is not None
            turn(CHOICE_STEPS[action])
        else:
            self._at = (self._at + (1 if action == "down" else -1)) % len(items)


def _time(seconds: float) -> str:
    """Return a time in round figures: `40 seconds`, `three minutes`, `two hours`."""
    if seconds < 60:
        return count(max(5, 5 * round(seconds / 5)), "second", most=0)
    minutes = seconds / 60
    return count(round(minutes), "minute") if minutes < 90 else count(round(minutes / 60), "hour")
