"""The rules: a search by word or case with the chosen rule in full, and a page with all rules."""

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from textual.events import Key, Paste
from textual.geometry import Size
from textual.message import Message

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.learn.example_list import ListedExample
from westwall_tui.ui.map.geometry import LARGE, MIDDLE
from westwall_tui.ui.map.signs import ASCII
from westwall_tui.ui.terminal.page import PageScreen, PaperScreen, Picture, RowsAt, TellingScreen, is_for
from westwall_tui.words.rows import (
    Keys,
    Row,
    Span,
    chosen_row,
    first_line,
    fits_bar,
    on_bar,
    row,
    spread,
    text_rows,
    width_of,
    with_more,
)
from westwall_tui.words.rulebook import (
    STANDARD,
    Found,
    Paragraph,
    Term,
    book_name,
    books,
    example_of,
    rules,
    search,
    sections,
    terms,
    terms_in,
)

NAMED = re.compile(r"(?<=\()\d+\.\d+(?:\.\d)?(?=\))|\b\d+\.\d+(?:\.\d)?(?=: )")
"""Pattern of a case as boxes name it, `(7.44)` or `7.12: `, but not of half a Movement Point."""
WIDEST = 78
"""Maximum columns of text."""
WIDE, LEAST_BOARD = 98, 14
"""Minimum columns of the list and the chosen rule side by side, and minimum lines of the board of its example."""
TEXT = 52
"""Minimum columns of the rules; a screen with twice as many shows them in two columns."""
LONGEST_TERM, LIST_OF_TERMS = 21, 38
"""Columns of a term, and of the list of terms beside their rules."""
EXAMPLE_KEY, EXAMPLE_LABEL = "ctrl+e", "^E"
"""The key that opens an example, and its label; it isn't a letter, because letters are typed into the search."""


def rules_rows(battle_rules: str, width: int) -> list[Row]:
    """Return all rules by case, wrapped."""
    return _rows_of_rules(battle_rules, width)[0]


def rules_anchors(battle_rules: str, width: int) -> Mapping[str, int]:
    """Return the row of `rules_rows` at which each section and case begins."""
    return _rows_of_rules(battle_rules, width)[1]


def _rows_of_rules(battle_rules: str, width: int) -> tuple[list[Row], dict[str, int]]:
    rows: list[Row] = []
    anchors: dict[str, int] = {}
    for section in sections(battle_rules):
        if rows:
            rows.append(row())
        anchors.setdefault(section.case, len(rows))
        rows.append(row(f"{section.case} {section.title}", "bold"))
        for paragraph in section.paragraphs:
            anchors.setdefault(paragraph.case, len(rows))
            rows += [row(line) for line in paragraph.lines(width)]
    return rows, anchors


class ExampleWanted(Message):
    """A request to show an example of play."""

    def __init__(self, example: ListedExample) -> None:
        super().__init__()
        self.example = example


class ReadingScreen(PageScreen):
    """The page with all rules, where a key opens an example of the section in sight."""

    def __init__(self, battle_rules: str, case: str) -> None:
        """Open the page at a case."""
        super().__init__(
            "Rules, in our own words, by case",
            lambda width: rules_rows(battle_rules, width),
            lambda width: rules_anchors(battle_rules, width),
            case,
            TEXT,
        )
        self._rules, self._wanted = battle_rules, case

    @property
    def example(self) -> ListedExample | None:
        """The example of the section that the player went to, else of the first one in sight that has an example."""
        anchors = rules_anchors(self._rules, self._inner_width)
        last = self.first + self.rows_in_sight
        heads = [(anchors[section.case], section.case) for section in sections(self._rules)]
        begun = [head for head in heads if head[0] <= self.first]
        seen = [*begun[-1:], *(head for head in heads if self.first < head[0] < last)]
        cases = [case for _, case in seen]
        if self.first <= anchors.get(self._wanted, -1) < last:
            cases.insert(0, self._wanted)
        books = (STANDARD, self._rules)
        return next((found for case in cases for book in books if (found := example_of(book, case)) is not None), None)

    def footer(self, *, long: bool) -> Keys:
        """Return the keys, including the key of the example if there is one."""
        keys = super().footer(long=long)
        found = None if self.typed else self.example
        if found is None:
            return keys
        return (*keys[:-1], ("example", f"example of {', '.join(found.sections)}"), *keys[-1:])

    def act(self, action: str) -> None:
        found = self.example if action == "example" and not self.typed else None
        if found is not None:
            self.post_message(ExampleWanted(found))
        else:
            super().act(action)

    def went_to(self, case: str) -> None:
        """Note the case that was typed, at which the page is now."""
        self._wanted = case


class RulesScreen(TellingScreen, PaperScreen):
    """The search for rules by word or case, with the chosen rule in full below; Tab switches to the glossary."""

    def __init__(self, battle: str = STANDARD, case: str = "", here: Sequence[str] = (), described: str = "") -> None:
        """Open with a case, or with the cases about the hex under the cursor (`here`), described by `described`."""
        super().__init__()
        self._battle, self._here, self._description = battle, here, described
        self.typed = case
        self.at = 0
        self.glossary = False
        self._board = Picture(self, self._draw_board)

    # -- the results

    @property
    def found(self) -> Sequence[Found]:
        """The rules that match the text; without text those about the hex under the cursor, and then the contents."""
        if self.typed:
            return search(self.typed, self._battle).found
        found = books() if self._battle == STANDARD else (STANDARD, self._battle)
        contents = [Found(book, part.title, part.paragraphs[0]) for book in found for part in rules(book)]
        here = [
            Found(book, "", paragraph)
            for case in self._here
            for book in dict.fromkeys((STANDARD, self._battle))
            for section in rules(book)
            for paragraph in section.paragraphs
            if paragraph.case == case
        ]
        return [*here, *contents]

    @property
    def terms(self) -> Sequence[Term]:
        """The terms that begin with the text; without text, all terms."""
        typed = self.typed.casefold()
        return [term for term in terms() if any(word.casefold().startswith(typed) for word in (term.name, *term.also))]

    # -- painting

    def paint(self) -> None:
        """Show the search, its results, and the chosen rule: on a wide screen at the right, else below."""
        width, height = self.size
        inside = max(20, self.page_width - 2)
        wide = inside >= WIDE
        listed = min((LIST_OF_TERMS if self.glossary else inside * 2 // 5) if wide else inside, WIDEST)
        below = 0 if wide else max(6, (height - 6) // 3)
        room = max(3, height - 4 - below - (not wide))
        lines, chosen = self._rows_of_glossary(listed, with_rules=wide) if self.glossary else self._found_rows(listed)
        starts = [at for at, (number, _) in enumerate(lines) if number == self.at]
        first = max(0, min((starts[0] if starts else 0) - room // 2, len(lines) - room))
        shown = with_more(
            [line for _, line in lines[first : first + room]], listed, first, max(0, len(lines) - first - room)
        )
        shown += [row()] * (room - len(shown))
        if wide:
            beside = self._whole_with_example(chosen, Size(inside - listed - 3, room))
            shown = [
                (*line, Span(" " * (listed - width_of(line)) + " "), Span(f"{self._lines[1]} ", "frame"), *right)
                for line, right in zip_longest(shown, beside[:room], fillvalue=())
            ]
        else:
            whole = _cut_rows(chosen(listed), listed, below)
            shown += [row(self._lines[0] * listed, "dim"), *whole, *[row()] * (below - len(whole))]
        rows = [self._head_row(inside), row(), *shown]
        self._paper.show([self._title_row(width), *[row(" ") + line for line in rows], self._row_of_keys(width)])

    @property
    def _lines(self) -> str:
        """The characters of a line across and of a line down."""
        preferences = getattr(self.app, "preferences", None)
        return "\u2500\u2502" if preferences is not None and preferences.fine else "-|"

    def _whole_with_example(self, chosen: RowsAt, extent: Size) -> Sequence[Row]:
        """Return the chosen rule in full, and the board of its example below it if there is room."""
        width = min(extent.width, WIDEST)
        example = self._example_of_rule()
        if example is None:
            return _cut_rows(chosen(width), width, extent.height)
        whole = _cut_rows(chosen(width), width, max(extent.height // 2, extent.height - LEAST_BOARD - 3))
        room = extent.height - len(whole) - 3
        head = (Span(EXAMPLE_LABEL, "key"), Span(f" example: {example.title}", "heading"))
        preferences = getattr(self.app, "preferences", None)
        look = (preferences.settings, preferences.palette) if preferences is not None else None
        return [*whole, row(), head, row(), *self._board.rows((example, look), Size(extent.width, room))]

    def _draw_board(self, wanted: tuple[ListedExample, object], extent: Size) -> Sequence[Row]:
        """Return the board of an example at its beginning."""
        from westwall_tui.learn.examples import load_example
        from westwall_tui.ui.map.pane.still import GameMap

        game = Game(load_example(wanted[0].folder).scenario, seed=1)
        preferences = getattr(self.app, "preferences", None)
        signs, drawing = (preferences.signs, preferences.drawing) if preferences is not None else (ASCII, None)
        board = GameMap(game, LARGE, signs, drawing)
        if board.picture.width > extent.width or board.picture.height > extent.height:
            board = GameMap(game, MIDDLE, signs, drawing)
        return board.rows(extent)

    def _title_row(self, width: int) -> Row:
        text = " Glossary" if self.glossary else " Rules, in our own words"
        book = f"{book_name(self._battle)} " if self._battle != STANDARD else ""
        return Span(text, "heading@bar"), Span(book.rjust(width - len(text)), "text@bar")

    def _head_row(self, width: int) -> Row:
        if self.glossary:
            note = f"{len(self.terms)} terms"
        elif self.typed:
            also = search(self.typed, self._battle).also
            count = len(self.found)
            note = f"{count} {'rule' if count == 1 else 'rules'}" + (f"   also: {', '.join(also)}" if also else "")
        else:
            note = "a word, such as supply or ZOC, or a case, such as 7.71"
        left = (Span("Search: "), Span(f"{self.typed}_", "key"))
        return (*left, Span(f"  {note}"[: width - width_of(left)], "dim"))

    def _found_rows(self, width: int) -> tuple[list[tuple[int, Row]], RowsAt]:
        """Return the matching rules below the names of their books, each with its number, and the chosen one's rows."""
        lines: list[tuple[int, Row]] = []
        found = self.found
        self.at = max(0, min(self.at, len(found) - 1))
        contents = False
        book = STANDARD if self._here and not self.typed else ""
        if book and found:
            lines.append((-1, (Span(f"About {self._description}" if self._description else "Here", "heading"),)))
        for number, one in enumerate(found):
            begins, contents = not (contents or self.typed) and bool(one.title), not self.typed and bool(one.title)
            if one.book != book or begins:
                book = one.book
                head = f"{'Contents: ' * (begins and number > 0)}{book_name(book)}"
                lines.append((-1, (Span(head, "heading"),)))
            excerpt = one.title
            if not contents:
                excerpt = "Ruling: " * one.paragraph.ruling + _excerpt_around(
                    one.paragraph.text, self.typed, width - 10 - 8 * one.paragraph.ruling
                )
            text = f"{one.paragraph.case:<8}{excerpt}"
            if number == self.at:
                lines.append((number, chosen_row(text, width)))
            else:
                lines.append((number, (Span(f"  {text[:8]}", "case"), Span(text[8:][: width - 10]))))
        if not lines:
            nothing = "No rule was found. Try another word, or press Tab for the glossary." if self.typed else ""
            lines.append((-1, row(nothing or "Type to search. Enter: read all rules. Tab: glossary.")))
        if not found:
            return lines, _no_rows
        chosen = found[self.at]
        parts = [chosen.paragraph]
        if chosen.title and not self.typed:
            parts = [each for part in rules(chosen.book) if part.title == chosen.title for each in part.paragraphs]
        return lines, lambda width: [line for part in parts for line in _paragraph_rows(part, width)]

    def _rows_of_glossary(self, width: int, *, with_rules: bool) -> tuple[list[tuple[int, Row]], RowsAt]:
        """Return the terms, and the meaning of the chosen one, with the rules from its case on."""
        found = self.terms
        self.at = max(0, min(self.at, len(found) - 1))
        names = [f"{term.name:<{LONGEST_TERM}}  {term.case}" for term in found]
        lines = [
            (number, chosen_row(name, width) if number == self.at else row(f"  {name}"))
            for number, name in enumerate(names)
        ]
        if not found:
            return [(-1, row("No term begins like that."))], _no_rows
        parts = _rules_from(found[self.at].case) if with_rules else []

        def rows_at(width: int) -> list[Row]:
            whole = _term_rows(found[self.at], width)
            return [
                *whole,
                *([row()] if parts else []),
                *(line for part in parts for line in _paragraph_rows(part, width)),
            ]

        return lines, rows_at

    def _row_of_keys(self, width: int) -> Row:
        enter, tab = ("search for it", "rules") if self.glossary else ("read", "glossary")
        keys = [("Up Down", "choose"), ("Enter", enter), ("Tab", tab)]
        if self._example_of_rule() is not None:
            keys.append((EXAMPLE_LABEL, "example"))
        left, right = row("type to find"), (Span("Esc", "key"), Span(" back"))
        for key, word in keys:
            more = (*left, Span(f"  {key}", "key"), Span(f" {word}"))
            left = more if fits_bar(more, right, width) else left
        return on_bar(spread((Span(" "), *left), right, width), width)

    # -- keys

    def on_key(self, event: Key) -> None:
        """Take printable keys as text; arrows move the bar."""
        if not is_for(self, event):
            return
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
        if event.key == "escape":
            self.dismiss()
            return
        if event.key in steps:
            self.at = max(0, self.at + steps[event.key])
        elif event.key == "tab":
            self.glossary, self.at = not self.glossary, 0
        elif event.key == "backspace":
            self.typed, self.at = self.typed[:-1], 0
        elif event.key == "enter":
            self._follow_choice()
            return
        elif event.key == EXAMPLE_KEY:
            if (found := self._example_of_rule()) is not None:
                self.post_message(ExampleWanted(found))
            return
        elif event.is_printable and event.character and len(self.typed) < 40:
            self.typed, self.at = self.typed + event.character, 0
        self.paint()

    def _example_of_rule(self) -> ListedExample | None:
        """Return the example of the section of the chosen rule or term, or None."""
        if self.glossary:
            found = [(STANDARD, term.case) for term in self.terms]
        else:
            found = [(one.book, one.paragraph.case) for one in self.found]
        return example_of(*found[self.at]) if 0 <= self.at < len(found) else None

    def _follow_choice(self) -> None:
        """Go from a term to the rules that mention it, or from a rule to its place among all rules."""
        if self.glossary:
            found = self.terms
            if found:
                self.glossary, self.typed, self.at = False, found[self.at].name, 0
            self.paint()
            return
        chosen = self.found
        book, case = (chosen[self.at].book, chosen[self.at].paragraph.case) if chosen else (self._battle, "")
        self.app.push_screen(ReadingScreen(self._battle if book == STANDARD else book, case))

    def on_paste(self, event: Paste) -> None:
        """Search for pasted text."""
        event.stop()
        self.typed, self.at = first_line(event.text)[:40], 0
        self.paint()

    def interrupted(self) -> None:
        """Do nothing after Ctrl+C, because the key bar already says that Esc goes back."""


def _excerpt_around(text: str, typed: str, width: int) -> str:
    """Return as much of a paragraph as fits, including the word that was searched for."""
    at = text.casefold().find(typed.casefold()) if typed else 0
    if at >= width - 12:
        text = f"... {text[text.rfind(' ', 0, at - 8) + 1 :]}"
    return text if len(text) <= width else f"{text[: width - 3].rpartition(' ')[0]} ..."


def _cut_rows(rows: Sequence[Row], width: int, most: int) -> Sequence[Row]:
    """Return at most `most` rows; the last one says how many more there are."""
    return with_more(rows[:most], width, 0, max(0, len(rows) - most))


def _no_rows(_: int) -> list[Row]:
    return []


def _rules_from(case: str) -> Sequence[Paragraph]:
    """Return the Standard Rules from a case on, to the end of its section."""
    for section in rules(STANDARD):
        for at, part in enumerate(section.paragraphs):
            if part.case == case:
                return section.paragraphs[at:]
    return ()


def _term_rows(term: Term, width: int) -> list[Row]:
    """Return a term with its meaning and its other names."""
    whole = [(Span(f"{term.name}, {term.case}", "heading"),), *text_rows(term.meaning, width)]
    return [*whole, *text_rows(f"Also: {', '.join(term.also)}", width, "dim")]


def _paragraph_rows(paragraph: Paragraph, width: int) -> list[Row]:
    """Return a paragraph in full, with its terms underlined."""
    rows: list[Row] = []
    for line in paragraph.lines(width):
        spans: list[Span] = []
        end = 0
        for start, stop, _ in terms_in(line):
            spans += [Span(line[end:start]), Span(line[start:stop], "term")]
            end = stop
        rows.append((*spans, Span(line[end:])))
    return rows


GROUND = {
    "road": ("5.22",),
    "trail": ("5.23",),
    "stream": ("7.42",),
    "river": ("6.33",),
    "bridge": ("6.33",),
    "ferry": ("5.2",),
}
"""The cases about a feature of a hex or its sides."""


def cases_about(game: Game, h: int) -> tuple[str, ...]:
    """Return the cases about the units and the ground of a hex, each once."""
    cases: list[str] = []
    for unit in (game.scenario.units[at] for at in queries.units_at(game, h)):
        if unit.is_artillery:
            cases += ["8.0", "8.11", "8.31", "8.41"]
        if unit.is_vehicle:
            cases += ["5.24", "6.32"]
        cases += ["6.0", "7.11", "7.12", "7.71"]
    if queries.zones_at(game, h):
        cases += ["5.14", "6.13"]
    for name in queries.ways_of(game, h):
        cases += GROUND.get(name, ())
    return tuple(dict.fromkeys([*cases, "5.21", "7.43"]))


def cases_named(text: str) -> tuple[str, ...]:
    """Return the cases that a text names, in its order."""
    return tuple(dict.fromkeys(NAMED.findall(text)))
