"""The poster of a game: the whole game on one screen, to show to others, in rows, as ANSI text or as a picture."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.events import Key

from westwall_tui.engine.words import count, in_words, sentence, with_stop
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.briefings import year_of
from westwall_tui.history.course import best_and_worst
from westwall_tui.history.story import Story
from westwall_tui.prints.report.document import history_of, players_of
from westwall_tui.ui.pages.chart import ASCII_CHART, LINE_CHART, ChartSigns, chart_rows, chart_signs
from westwall_tui.ui.pages.course import charts_of_measures, first_of, swing_in_words
from westwall_tui.ui.pages.film import film_rows, meaning_row, shape_of, small_map
from westwall_tui.ui.terminal.page import PaperScreen, TellingScreen, is_for
from westwall_tui.ui.terminal.pane import cells_of, strip_of
from westwall_tui.words.keymap import END
from westwall_tui.words.rows import Row, Span, page_bar, row, shortened, text_rows, width_of

LARGE = (120, 40)
"""Columns and lines of a poster that is written to a file."""
SENTENCES = 4
"""Number of sentences about the game."""
CHART, FILM = 5, (5, 24)
"""Minimum lines of the chart of points, which takes all lines that are left, and minimum and maximum of the film."""
ROOMY = 30
"""Minimum lines of a poster with blank lines between its parts."""


class Poster(NamedTuple):
    """A game to be shown on a poster."""

    story: Story
    players: Sequence[str]
    """The player of each side."""
    name: str
    """The name of the saved game."""
    seed: int | None = None
    """The seed of the dice; None if there is none, or if it would give future dice away."""

    @classmethod
    def of_save(cls, save: Save, name: str, story: Story | None = None) -> "Poster":
        """Return the poster of a saved game, without secrets and without its future dice and those of its match."""
        rolls_again = save.game.outcome is None or (save.match is not None and save.match.same_dice)
        story = story or Story(history_of(save))
        return cls(story, players_of(save.seats), name, None if rolls_again else save.game.seed)


def poster_rows(poster: Poster, width: int, height: int, signs: ChartSigns) -> list[Row]:
    """Return a poster in `height` rows: headline, chart, film, sentences, and between which players the game was."""
    story = poster.story
    gap: list[Row] = [row()] if height >= ROOMY else []
    head, told = _headline_rows(story, width), sentence_rows(story, width)
    foot = _number_rows(story, width)[: 2 if gap else 1]
    spare = height - 2 - len(head) - len(told) - len(foot) - 5 * len(gap)
    film: list[Row] = []
    chart: list[Row] = []
    if story.history.turns:
        low, most = FILM
        first = first_of(story)
        film = film_rows(story.history, width - 2, max(low, min(most, spare * 2 // 5)), signs, story.swings, -1, first)
        lines = max(CHART, spare - len(film) - 2 - len(gap))
        if story.has_points:
            chart = chart_rows(story.history, width - 2, lines, signs, story.swings, losses=False)
        else:
            chart = next(iter(charts_of_measures(story.history, width - 2, lines - 1, signs)), [])
        film += [meaning_row(signs)] if gap else []
    else:
        film = _set_up_rows(story, width - 2, spare, signs)
    chart, film = ([(Span(" "), *line) for line in part] for part in (chart, film))
    rows = [*gap, *head, *gap, *chart, *gap, *film, *gap, *told]
    inside = height - 2 - len(foot)
    rows = [*rows[:inside], *[row()] * (inside - len(rows)), *foot]
    between = " against ".join(poster.players)
    seed = "" if poster.seed is None else f"   seed {poster.seed}"
    top = _bar(f"{story.history.scenario.title.upper()}   {_dates(story)}", f"westwall{seed}", width)
    return [top, *rows, _bar(f"westwall poster {poster.name}", between, width)]


def _bar(left: str, right: str, width: int) -> Row:
    """Return a bar with a text at each end; if there is no room for both, the right one is shortened."""
    room = width - len(left) - 4
    right = "".join(span.text for span in shortened(row(right), room)) if room > 3 else ""
    return (*row(f" {left}"[:width].ljust(width - len(right) - 1), "heading@bar"), *row(f"{right} ", "dim@bar"))


def _dates(story: Story) -> str:
    """Return the first and the last day that were played: `18 to 21 December 1944`."""
    scenario = story.history.scenario
    played = [turn.turn for turn in story.history.turns] or [scenario.first_turn]
    days = [story.words.date(turn).partition(",")[0] for turn in (played[0], played[-1])]
    day, _, month = days[0].partition(" ")
    first = day if month and days[-1].endswith(f" {month}") and days[0] != days[-1] else days[0]
    year = year_of(scenario)
    return " to ".join(filter(None, dict.fromkeys((first, days[-1])))) + (f" {year}" if year and days[-1] else "")


def _headline_rows(story: Story, width: int) -> list[Row]:
    """Return the result on a chip and, beside it or below it, the reason."""
    chip = f"chip_{story.history.scenario.colors(story.winner)}" if story.winner >= 0 else "chip_both"
    head: Row = (Span("  "), Span(f" {story.headline()} ", chip))
    deck = story.deck()
    if width_of(head) + 3 + len(deck) < width:
        return [(*head, Span(f"  {deck}"))]
    lines = text_rows(deck, width - 2, indent="  ")
    return [head, *lines[:2]]


def _set_up_rows(story: Story, width: int, height: int, signs: ChartSigns) -> list[Row]:
    """Return the units on the map of a game without a turn: how many there are, and a map in the middle."""
    game, shape = story.history.end, shape_of(story.history.scenario.board)
    numbers = [len([*game.state.on_map(side)]) for side in (0, 1)]
    had = [f"{people} had {count(n, 'unit')}" for people, n in zip(story.words.people, numbers, strict=True)]
    text = f"On the map, {had[0]}, and {had[1]}." if any(numbers) else "Neither side had a unit on the map."
    high = max(1, min(height - 2, round(width / shape)))
    across = round(high * shape)
    drawn = small_map(game, game.state, across, high, signs)
    return [row(f" {text}"), row(), *((Span(" " * ((width - across) // 2)), *line) for line in drawn)]


def sentence_rows(story: Story, width: int) -> list[Row]:
    """Return four sentences, a row each: the turning points that moved most, then what else there is to tell."""
    greatest = sorted(story.swings, key=lambda swing: -abs(swing.by))[:SENTENCES]
    rows: list[Row] = []
    for swing in sorted(greatest, key=lambda swing: swing.number):
        head = Span(f"  {swing.number}", "key"), Span(f" turn {swing.turn.turn:<3} ", "dim")
        rows.append((*head, Span(swing_in_words(story, swing, width - width_of(head) - 1))))
    others = [*story.ground(), story.losses(), *story.achievements()] if story.history.turns else []
    if found := best_and_worst(story.history.fights):
        others.append(f"The best roll: {story.words.combat(found[0])}")
    rows += [shortened(row(f"  {text}"), width - 1) for text in others[: SENTENCES - len(rows)]]
    return rows


def _number_rows(story: Story, width: int) -> list[Row]:
    """Return the numbers of combats and of losses, and the verdict on the dice, in a row or two."""
    history = story.history
    if not history.turns:
        return []
    sides = [sum(history.scenario.units[loss.unit].side == side for loss in history.losses) for side in (0, 1)]
    names = ", ".join(f"{name} {lost}" for name, lost in zip(story.words.adjectives, sides, strict=True) if lost)
    lost = f"{count(sum(sides), 'unit')} lost ({names})" if names else "no units lost"
    text = sentence(f"{in_words(len(history.fights))} combat{'s' * (len(history.fights) != 1)}, {lost}")
    lucky = story.luck().partition(". ")[0]
    whole = f"{with_stop(text)} {with_stop(lucky)}"
    texts = [whole] if len(whole) + 3 <= width else [with_stop(text), with_stop(lucky)]
    return [shortened(row(f"  {each}", "dim"), width - 1) for each in texts]


# -- as text and as a picture


def as_text(rows: Sequence[Row], width: int) -> str:
    """Return a poster without colors."""
    return "".join(f"{''.join(char for char, _ in cells_of(line, width, 'page')).rstrip()}\n" for line in rows)


def as_ansi(rows: Sequence[Row], width: int, palette: str) -> str:
    """Return a poster with the codes of its colors, of which the terminal needs 256, except for `16` and `mono`."""
    from rich.color import ColorSystem

    from westwall_tui.ui.terminal.writer import colored

    system = ColorSystem.STANDARD if palette == "16" else ColorSystem.EIGHT_BIT
    lines = (colored(strip_of(cells_of(line, width, "page"), palette), system) for line in rows)
    return "".join(f"{line}\n" for line in lines)


def as_svg(poster: Poster, size: tuple[int, int], palette: str) -> str:
    """Return a poster as a picture in the fine blocks of the drawn map."""
    from westwall_tui.ui.map.drawn.glyphs import SEXTANTS
    from westwall_tui.ui.terminal.picture import cells, svg

    rows = poster_rows(poster, *size, LINE_CHART._replace(blocks=SEXTANTS))
    return svg([list(cells(strip_of(cells_of(line, size[0], "page"), palette))) for line in rows])


def as_png(poster: Poster, size: tuple[int, int], palette: str) -> bytes:
    """Return a poster as pixels. Raises `NoPdf` if CairoSVG or Cairo is missing."""
    from westwall_tui.prints.sheet import png

    return png(as_svg(poster, size, palette))


# -- the page


class PosterScreen(TellingScreen, PaperScreen):
    """The poster on a screen of its own."""

    keeps_map = False

    def __init__(self, poster: Poster, export: Callable[[Poster, str], str]) -> None:
        """Take a function that writes the picture in a palette, and returns a sentence that says where."""
        super().__init__()
        self._poster, self._export = poster, export
        self._said = ""
        """The sentence that says where the picture is; empty until it is written."""

    def paint(self) -> None:
        width, height = self.size
        preferences = getattr(self.app, "preferences", None)
        signs = ASCII_CHART
        if preferences is not None:
            signs = chart_signs(preferences.drawing, fine=preferences.fine)
        rows = poster_rows(self._poster, width, height, signs)
        rows[-1] = page_bar((("export", "write it as a picture"), ("back", "back")), self.keymap, width)
        if self._said:
            rows[-2] = shortened(row(f" {self._said}", "bold"), width)
        self._paper.show(rows)

    def on_key(self, event: Key) -> None:
        if not is_for(self, event):
            return
        names = (event.key, *event.aliases)
        action = self.keymap.action_in(END, names) or self.keymap.action(names, box=True)
        if action == "export":
            self._said = "Writing the picture ..."
            self.paint()
            self.begin_work(self._write_picture)
        elif action in ("poster", "confirm", "back", "leave"):
            self.dismiss()

    def _write_picture(self) -> None:
        said = self._export(self._poster, self._paper.palette)
        self.app.call_from_thread(self._show_words, said)

    def _show_words(self, text: str) -> None:
        self._said = text
        self.paint()
