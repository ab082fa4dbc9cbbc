"""The course of a game: points by turn with the turning points, a film of small maps, dice, and ground held."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from textwrap import shorten, wrap

from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import capital, count, listed, signed, with_stop
from westwall_tui.history import course
from westwall_tui.history.course import Swing, by_game_turn, measures_over_time, places_over_time
from westwall_tui.history.gains import roads
from westwall_tui.history.record import Fight, History
from westwall_tui.history.story import Story
from westwall_tui.history.words import Words, times
from westwall_tui.ui.pages.chart import (
    ASCII_CHART,
    ChartSigns,
    Curve,
    by_player_turn,
    chart_rows,
    chart_signs,
    label_row,
    labeled_rows,
    letter_of,
    losses_rows,
    margins,
    placed,
    turn_labels,
)
from westwall_tui.ui.pages.film import film_rows, meaning_row
from westwall_tui.ui.terminal.page import BETWEEN, WIDEST, PageScreen
from westwall_tui.words.rows import Keys, Row, Span, row, shortened, text_rows, width_of

CHART, FILM = (4, 12), (5, 24)
"""Minimum and maximum lines of the chart of points, and of the film."""
LEAST_FOR_DICE = 34
"""Minimum lines of a page on which the dice are in sight below the turning points."""
DICE = 8
"""Lines for the dice."""


class CourseScreen(PageScreen):
    """The page with the course of a game; a turning point can be chosen, and watched again."""

    columns = 1
    lines_of_prompt = 2
    keeps_map = False

    def __init__(self, game: Game, watch: Callable[[int], object]) -> None:
        """Take a function that replays the game, beginning after a number of orders."""
        super().__init__(f"The course of the game: {game.scenario.title}", self._rows_of_course)
        self._game, self._watch = game, watch
        self._story: Story | None = None
        self.at = 0
        """The index of the chosen turning point."""

    def on_mount(self) -> None:
        """Replay the orders in a thread, after the first paint."""
        super().on_mount()
        self.begin_work(self._replay_game)

    def _replay_game(self) -> None:
        story = Story(known_history(self._game))
        self.app.call_from_thread(self._show_story, story)

    def _show_story(self, story: Story) -> None:
        self._story, self.at = story, max(0, len(story.swings) - 1)
        self.paint()

    @property
    def _inner_width(self) -> int:
        """The whole width, because charts may be wider than texts."""
        return max(20, self.size.width - 2)

    def _rows_of_course(self, width: int) -> Sequence[Row]:
        if self._story is None:
            return [row(), row("Replaying the orders ...", "dim")]
        preferences = getattr(self.app, "preferences", None)
        signs = ASCII_CHART
        if preferences is not None:
            signs = chart_signs(preferences.drawing, fine=preferences.fine)
        return course_rows(self._story, width, self._room, signs, self.at)

    def asks(self) -> str:
        """Return the sentences about the chosen turning point, after its title if its row has no room for that."""
        if self._story is None or not self._story.swings:
            return ""
        swing = self._story.swings[self.at]
        title, sentences, *_ = self._story.turned(swing.turn)
        whole = swing_in_words(self._story, swing, self._inner_width - BESIDE_TITLE).startswith(title)
        room = self.lines_of_prompt * (self.size.width - 12)  # the last line may say that the page goes on
        return shorten(" ".join(sentences if whole else (with_stop(title), *sentences)), room, placeholder=" ...")

    def footer(self, *, long: bool) -> Keys:
        swings = self._story.swings if self._story is not None else ()
        choose = (("up", ""), ("down", "turning point"), ("confirm", "watch from there")) if swings else ()
        scroll = (("page_up", ""), ("page_down", "scroll")) if long else ()
        return (*choose, *scroll, ("back", "back"))

    def act(self, action: str) -> None:
        swings = self._story.swings if self._story is not None else ()
        if swings and action in ("up", "down"):
            self.at = max(0, min(self.at + (1 if action == "down" else -1), len(swings) - 1))
            self.first = 0
            self.paint()
        elif swings and action == "confirm":
            self._watch(swings[self.at].turn.first)
        else:
            super().act(action)


def known_history(game: Game) -> History:
    """Return the history of a game; until the game is over, without secrets that are hidden from either side."""
    return History(game.known(-1) if game.outcome is None else game)


def course_rows(story: Story, width: int, room: int, signs: ChartSigns = ASCII_CHART, at: int = -1) -> list[Row]:
    """Return all rows of the page. Chart, film and turning points fill a screen of `room` lines, the rest follows.

    `at` is the index of the chosen turning point.
    """
    history = story.history
    if not history.turns:
        return [row(), row(" No turn has been played yet. This page fills as you play.")]
    rows = picture_rows(story, width, room - (DICE if room >= LEAST_FOR_DICE else 0), signs, at)
    achievements = [line for each in story.achievements() for line in _indented_rows(f" {each}", width, 2)]
    earned: list[Row] = [(Span(" "), Span("Earned", "heading")), *achievements] if achievements else []
    scale = [line for text in _scale_in_words(history) for line in _indented_rows(text, width, 1)]
    narrow = min(width, WIDEST)
    parts = [part for part in (dice_rows(story, narrow), scale, *ground_parts(story, narrow, signs), earned) if part]
    for line in _in_columns(parts, 2 if width >= 2 * WIDEST + BETWEEN else 1):
        rows.append(line)
    return rows


def _in_columns(parts: Sequence[Sequence[Row]], columns: int) -> list[Row]:
    """Return parts below each other, each after a blank row, in columns of about the same height."""
    found: list[list[Row]] = [[] for _ in range(columns)]
    for part in parts:
        min(found, key=len).extend([row(), *part])
    return [
        tuple(
            span
            for at, cell in enumerate(line)
            for span in (*cell, *([Span(" " * (WIDEST + BETWEEN - width_of(cell)))] if at < columns - 1 else []))
        )
        for line in zip_longest(*found, fillvalue=())
    ]


def picture_rows(story: Story, width: int, room: int, signs: ChartSigns, at: int = -1) -> list[Row]:
    """Return the chart of the points, the film and the turning points in about `room` lines."""
    history = story.history
    turned = turned_rows(story, width, at)
    fixed = len(turned) + 1 + bool(story.swings) + (2 if history.losses else 0)
    low, most = FILM
    film = film_rows(
        history, width, max(low, min(most, (room - fixed) * 2 // 5)), signs, story.swings, at, first_of(story)
    )
    low, most = CHART
    spare = room - fixed - len(film)
    height = max(low, min(most, spare - (2 if spare > low + 3 else 0)))
    gaps = max(0, spare - height)
    if story.has_points:
        chart = chart_rows(history, width, height, signs, story.swings, at)
    else:
        chart = next(iter(charts_of_measures(history, width, height - 2, signs)), [])
        left, right = margins(history)
        chart += losses_rows(history, by_player_turn(history), left, width - left - right)
    above: list[Row] = [row()] if gaps else []
    meaning: Row = (Span(" "), *meaning_row(signs))
    below = [meaning] if gaps > 1 and width_of(meaning) <= width else []
    return [*chart, *above, *film, *below, *turned]


def first_of(story: Story) -> int:
    """Return the side whose points come first: the winner's or, without one, the First Player's."""
    return max(story.winner, 0)


# -- turning points


BESIDE_TITLE = 24
"""Columns of a turning point's row for its number, Game-Turn and points."""


def turned_rows(story: Story, width: int, at: int = -1) -> list[Row]:
    """Return the turning points, one row each: number, Game-Turn, event, and the points after it."""
    if not story.swings:
        return []
    first, scenario = first_of(story), story.history.scenario
    names: list[Row] = [
        (Span(scenario.sides[side].adjective, f"chip_{scenario.colors(side)}"),) for side in (first, 1 - first)
    ]
    score = (*names[0], Span(" : "), *names[1])
    head = Span("Turning points", "heading")
    rows: list[Row] = [(Span(" "), head, Span(" " * (width - 1 - len(head.text) - width_of(score))), *score)]
    for number, swing in enumerate(story.swings):
        points = f"{swing.turn.points[first]} : {swing.turn.points[1 - first]}"
        here = "@here" if number == at else ""
        begin = Span("> " if here else "  ", f"key{here}"), Span(f"{swing.number} ", f"key{here}")
        when = Span(f"turn {swing.turn.turn:<3} ", f"dim{here}")
        what = swing_in_words(story, swing, width - BESIDE_TITLE)
        rest = width - width_of((*begin, when)) - len(what)
        rows.append((*begin, when, Span(f"{what}{points:>{rest}}", f"text{here}")))
    return rows


def swing_in_words(story: Story, swing: Swing, room: int) -> str:
    """Return the event of a turning point and, if there is room, the combat that decided it or more about the event."""
    cause = story.turned(swing.turn)
    more = list(cause.sentences[:1])
    fought = not cause.units and not cause.exits  # otherwise the points are those of units where they were
    for fight in story.behind(swing, cause, 1) if fought else ():
        sums = f"{fight.attack} - {fight.defense} = {signed(fight.differential)}, die {fight.die}: {fight.result}"
        fate = story.words.outcome(fight).partition(": ")[0].partition(". ")[0]  # after the colon is the cause
        more = [f"{sums}. {fate}", sums, *more]
    title = with_stop(cause.title)
    alone = "".join(span.text for span in shortened(row(title), room))
    return next((text for each in more if len(text := f"{title} {with_stop(each)}") <= room), alone)


def _scale_in_words(history: History) -> list[str]:
    """Return sentences about the scale, for comparing the two lines."""
    names = [side.adjective for side in history.scenario.sides]
    sentences = []
    for side in (0, 1):
        if history.scale.weights[side] > 1:
            often = times(history.scale.weights[side])
            sentences.append(f"Each {names[side]} point counts {often} here, as it does in the result.")
        ahead = history.scale.handicap[side]
        if ahead:
            added = f"The {names[side]} score here includes {count(ahead, 'extra point')}"
            sentences.append(f"{added}: the other side must lead by that many to win.")
    return sentences


# -- dice


def dice_rows(story: Story, width: int) -> list[Row]:
    """Return the dice of both sides, and a verdict on their luck."""
    history = story.history
    if not history.fights:
        return []
    rows: list[Row] = [
        (Span(" "), Span("The die", "heading"), Span("      rolls    1  2  3  4  5  6   average (3.5 is fair)", "dim"))
    ]
    for side, info in enumerate(history.scenario.sides):
        rolled = course.rolls(history.fights, side)
        faces = "".join(f"{number:>3}" for number in rolled.faces)
        mean = f"{rolled.mean:.2f}" if rolled.dice else "-"
        rows.append(row(f"  {info.adjective:<10} {rolled.dice:>5}  {faces}   {mean}"))
    rows += _indented_rows(story.luck(), width, 1)
    found = course.best_and_worst(history.fights)
    if found is not None and found[0] is not found[1]:
        rows += _indented_rows(f"Best   {fight_in_words(history, found[0])}", width, 8)
        rows += _indented_rows(f"Worst  {fight_in_words(history, found[1])}", width, 8)
    return rows


def fight_in_words(history: History, fight: Fight) -> str:
    """Return a combat in short: `3/77 on unit 20 at 1317, turn 3: +4, die 1, D2`."""
    names, board = history.end.state.names, history.scenario.board
    attackers = capital(listed(names(fight.combat.attackers + fight.combat.barrage), 2)) or "Ground Support"
    at = board.describe(fight.place)
    defenders = listed(names(fight.combat.defenders), 2)
    rolled = f"{signed(fight.differential)}, die {fight.die}, {fight.result}"
    return f"{attackers} on {defenders} at {at}, turn {fight.turn}: {rolled}"


def _indented_rows(text: str, width: int, indent: int) -> list[Row]:
    """Return a text in rows of a page, with its later lines indented."""
    return text_rows(text, min(width, 80), indent=" ", hang=" " * indent)


# -- ground


TALL = 4
"""Lines of a chart of ground."""


def ground_parts(story: Story, width: int, signs: ChartSigns) -> list[list[Row]]:
    """Return charts and lists of the ground held; none in a battle without places and measures.

    In a scenario without points, the first chart is that of the whole page, and is left out here.
    """
    history = story.history
    ends = [at for at, turn in enumerate(history.turns) if by_game_turn(history)[turn.turn] is turn]
    charts = charts_of_measures(history, width, TALL, signs)[0 if story.has_points else 1 :]
    return [part for part in (*charts, _rows_of_roads(history, width), _rows_of_places(history, ends)) if part]


def charts_of_measures(history: History, width: int, height: int, signs: ChartSigns) -> list[list[Row]]:
    """Return a chart of each measure of ground: a heading, `height` lines, the Game-Turns, and as many values as fit.

    The values are those at the end of each Game-Turn.
    """
    left, right = margins(history)
    columns, found = width - left - right, []
    for name, values in measures_over_time(history).items():
        side = 1 - values[0].side if values[0].falls else values[0].side
        curve = Curve(range(len(values)), len(values), {side: [each.value for each in values]})
        last = {turn.turn: at for at, turn in enumerate(history.turns)}
        begins = {turn.turn: at for at, turn in reversed([*enumerate(history.turns)])}
        labels = [(curve.column(begins[turn], columns), str(values[at + 1].value)) for turn, at in last.items()]
        ends = {side: row(f" {values[-1].value}")}
        (now,) = label_row(placed(labels, columns), left - len(NOW))
        found.append(
            [
                (Span(" "), Span(name, "heading")),
                *labeled_rows(curve, history.scenario, left, columns, height, signs, ends),
                label_row(turn_labels(history, curve, columns), left, "dim"),
                (Span(NOW), now),
            ]
        )
    return found


NOW = " ends"
"""The label of the values at the end of each Game-Turn."""


def _rows_of_roads(history: History, width: int) -> list[Row]:
    """Return when and where each side cut or opened roads."""
    words = Words(history.scenario)
    changes = [(turn, news) for turn in history.turns for news in roads(turn.began, turn.ended, words)]
    rows: list[Row] = [(Span(" "), Span("Roads", "heading"))] if changes else []
    for turn, news in changes:
        head = f"   turn {turn.turn:<3} {words.adjectives[turn.side]}: "
        lines = wrap(f"{head}{news.text}", min(width, 78), subsequent_indent=" " * 12, drop_whitespace=True)
        rows += [row(line) for line in lines]
    return rows


def _rows_of_places(history: History, ends: Sequence[int]) -> list[Row]:
    """Return the side that would have scored each place at the end of each Game-Turn."""
    held = places_over_time(history)
    if not held:
        return []
    room = max(len(name) for name in held) + 2
    rows: list[Row] = [(Span(" "), Span("Places held", "heading"), Span(", one column per Game-Turn", "dim"))]
    for name, owners in held.items():
        spans = [Span(f"  {name:<{room}}"), *(_sign_of_owner(history.scenario, owners[at]) for at in ends)]
        rows.append(tuple(spans))
    return rows


def _sign_of_owner(scenario: Scenario, side: int) -> Span:
    """Return one character for the owner of a place."""
    return Span(".", "dim") if side < 0 else Span(letter_of(scenario, side), f"chip_{scenario.colors(side)}")
